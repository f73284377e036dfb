// Exceptions of Cotangent: every failure at run time is a cotangent::Error with a kind and a message.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace cotangent {

/// Base of every exception that Cotangent throws.
///
/// `kind()` is one of the words that compile-time errors carry in brackets ("no-derivative", "mixed-activity",
/// "bad-annotation", …); `what()` is "cotangent: [KIND] MESSAGE". Copying does not throw.
class Error : public std::runtime_error {
public:
  Error(std::string_view kind, std::string_view message) : std::runtime_error(compose(kind, message)) {
    const std::size_t length = kind.size() < sizeof(kind_) ? kind.size() : sizeof(kind_) - 1;
    kind.copy(kind_, length);
  }

  /// The kind of failure, without brackets.
  std::string_view kind() const noexcept { return kind_; }

  /// The sentence alone, without the "cotangent: [KIND] " in front of it.
  std::string_view message() const noexcept {
    const std::string_view whole = what();
    const std::size_t end = whole.find("] ");
    return end == std::string_view::npos ? whole : whole.substr(end + 2);
  }

private:
  static std::string compose(std::string_view kind, std::string_view message) {
    std::string text = "cotangent: [";
    text.append(kind).append("] ").append(message);
    return text;
  }

  char kind_[48] = {};
};

/// A path of the program whose derivative makes no sense was reached: a call without a derivative, a constant
/// that turned out to be active, a NaN found by the sanitiser. The message ends with the backtrace of the primal
/// program where the platform can give one.
class RuntimeException : public Error {
public:
  using Error::Error;
};

} // namespace cotangent

extern "C" {
/// Throws cotangent::RuntimeException. Defined in the runtime library; derivatives call it.
[[noreturn]] void cotangent_throw_runtime_exception(const char *kind, const char *message);
}
