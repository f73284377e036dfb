// An array in the memory of the host: element type, shape, row-major bytes.
#pragma once

#include "core/elements/element.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cotangent {

using Shape = std::vector<int64_t>;

/// The product of the sizes; throws Error [too-large] if it does not fit in int64_t, [bad-shape] if one is below zero.
int64_t element_count(const Shape &shape);

/// Copies share the bytes: an array is filled by whoever makes it and not changed afterwards. Elements lie in row-major
/// order, `facts_of(type).bytes` each; the first byte is aligned to 64.
class Array {
public:
  Array() = default;
  /// Bytes of zero. Throws Error [too-large] if the memory cannot be had.
  Array(ElementType type, Shape shape);
  /// Takes memory of the right size as it is.
  Array(ElementType type, Shape shape, std::shared_ptr<std::byte[]> bytes);
  /// Memory of somebody else, who keeps it as long as the array lives.
  static Array view(ElementType type, Shape shape, std::byte *bytes);
  /// Every element the same.
  static Array filled(const Element &value, Shape shape);
  static Array scalar(const Element &value) { return filled(value, {}); }
  /// Row-major integers (wrapped) or numbers (rounded), for tests and small constants. Throws Error [bad-shape] if
  /// there are more or fewer than elements.
  static Array of_integers(ElementType type, Shape shape, std::span<const int64_t> values);

  ElementType type() const { return type_; }
  const Shape &shape() const { return shape_; }
  int64_t rank() const { return static_cast<int64_t>(shape_.size()); }
  int64_t size(int64_t dimension) const { return shape_[static_cast<size_t>(dimension)]; }
  int64_t count() const { return count_; }
  int64_t byte_count() const { return count_ * facts_of(type_).bytes; }
  const std::byte *bytes() const { return bytes_.get(); }
  std::byte *bytes() { return bytes_.get(); }
  const std::shared_ptr<std::byte[]> &memory() const { return bytes_; }

  /// By position in row-major order.
  Element get(int64_t position) const { return Element::load(type_, bytes_.get() + position * facts_of(type_).bytes); }
  void set(int64_t position, const Element &value) { value.store(bytes_.get() + position * facts_of(type_).bytes); }

  /// The same bytes under another shape of the same count; throws Error [bad-shape] if the count differs.
  Array reshaped(Shape shape) const;

  /// The value of a scalar (or only) element as an integer, for indices, sizes and predicates.
  int64_t only_integer() const { return get(0).as_integer(); }

private:
  ElementType type_ = ElementType::Bool;
  Shape shape_;
  int64_t count_ = 0;
  std::shared_ptr<std::byte[]> bytes_;
};

/// "2x3xf32", "f32": a type as it stands between tensor< and >.
std::string type_text(ElementType type, const Shape &shape);

/// Row-major strides, in elements.
std::vector<int64_t> strides_of(const Shape &shape);

/// Counts through all indices of a shape in row-major order.
///   for (Index index(shape); index; ++index) use(*index);
class Index {
public:
  explicit Index(const Shape &shape) : shape_(shape), at_(shape.size(), 0) {
    for (int64_t size : shape)
      valid_ &= size > 0;
  }
  explicit operator bool() const { return valid_; }
  const std::vector<int64_t> &operator*() const { return at_; }
  int64_t operator[](size_t dimension) const { return at_[dimension]; }
  /// How many indices came before.
  int64_t position() const { return position_; }
  Index &operator++() {
    ++position_;
    for (size_t dimension = shape_.size(); dimension-- > 0;) {
      if (++at_[dimension] < shape_[dimension])
        return *this;
      at_[dimension] = 0;
    }
    valid_ = false;
    return *this;
  }

private:
  Shape shape_;
  std::vector<int64_t> at_;
  int64_t position_ = 0;
  bool valid_ = true;
};

} // namespace cotangent
