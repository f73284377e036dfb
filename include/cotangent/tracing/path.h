// The way from an argument or result to one of its leaves, for messages: "arguments[0].layers[2].weight".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cotangent::detail {

/// A chain on the stack: text is made only when somebody asks.
class Path {
public:
  explicit Path(std::string_view root) : name_(root) {}
  Path(const Path &parent, std::string_view field) : parent_(&parent), name_(field), kind_(Kind::Field) {}
  Path(const Path &parent, std::size_t index) : parent_(&parent), index_(index), kind_(Kind::Index) {}
  /// The entry of a map.
  static Path entry(const Path &parent, std::string_view key) {
    Path path(parent, key);
    path.kind_ = Kind::Key;
    return path;
  }

  std::string text() const {
    std::string result = parent_ ? parent_->text() : "";
    switch (kind_) {
    case Kind::Root:
      return std::string(name_);
    case Kind::Field:
      return result.append(".").append(name_);
    case Kind::Index:
      return result.append("[").append(std::to_string(index_)).append("]");
    case Kind::Key:
      return result.append("[").append(name_).append("]");
    }
    return result;
  }

private:
  enum class Kind : unsigned char { Root, Field, Index, Key };
  const Path *parent_ = nullptr;
  std::string_view name_;
  std::size_t index_ = 0;
  Kind kind_ = Kind::Root;
};

} // namespace cotangent::detail
