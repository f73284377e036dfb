// Arrays of a program that is being traced: what the code of a traced function computes with.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <string>
#include <type_traits>

#include "cotangent/array.h"
#include "cotangent/array_operators.h"

namespace cotangent {

namespace detail {

/// Names a value of a trace. Traces are numbered; zero stands for no value.
struct TraceHandle {
  std::uint64_t trace = 0;
  std::uint32_t index = 0xffffffff;
  friend bool operator==(const TraceHandle &, const TraceHandle &) = default;
};

/// Access to the parts of a traced array.
struct TracedParts {
  template <class Array> static TraceHandle &handle(Array &array) { return array.handle_; }
  template <class Array> static auto &shape(Array &array) { return array.shape_; }
};

/// The constant that a concrete array is in the current trace; a large one becomes a hidden argument of the program.
/// Throws Error ("bad-trace") outside a trace.
TraceHandle capture(const AnyArray &array, std::source_location location);

/// "TracedArray<f32, 2> of shape (3, 4)"
std::string text_of_traced(std::string_view element, const std::int64_t *shape, std::size_t rank, TraceHandle handle);

} // namespace detail

/// Stands for a traced value that is not there; converts to a TracedArray without a value.
struct MissingTracedValue {};

/// An array of rank N whose elements are computed when the traced program runs. A copy is the same value; assigning
/// gives the variable another value, and changes nothing for other copies.
///
/// A default-constructed one is no value yet: using it throws Error ("bad-trace").
template <class T, std::size_t N> class TracedArray : public detail::ArrayOperators<TracedArray<T, N>> {
public:
  static_assert(ArrayElement<T>, "cotangent: arrays of this element type are not known");
  using value_type = T;
  static constexpr std::size_t rank = N;

  TracedArray() = default;
  TracedArray(MissingTracedValue) {}
  TracedArray(detail::TraceHandle handle, const std::array<std::int64_t, N> &shape) : handle_(handle), shape_(shape) {}
  /// A constant of the program.
  TracedArray(const ConcreteArray<T, N> &array, std::source_location location = std::source_location::current())
      : handle_(detail::capture(array, location)), shape_(array.shape()) {}
  TracedArray(T number, std::source_location location = std::source_location::current())
    requires(N == 0)
      : TracedArray(to_device(number), location) {}

  const std::array<std::int64_t, N> &shape() const { return shape_; }
  /// Of all elements.
  std::size_t size() const {
    std::int64_t count = 1;
    for (std::int64_t size : shape_)
      count *= size;
    return static_cast<std::size_t>(count);
  }
  detail::TraceHandle handle() const { return handle_; }

#ifdef __cpp_deleted_function
  explicit operator bool() const = delete (
      "the program is being traced: a traced value is not known yet and cannot decide a branch of C++; use "
      "ct::cond, ct::while_loop or ct::where");
#else
  explicit operator bool() const = delete; // a traced value is not known yet: use ct::cond, ct::while_loop or ct::where
#endif

  /// Shape and type; the elements are not known yet.
  template <class Stream>
    requires requires(Stream &stream, const std::string &text) { stream << text; }
  friend Stream &operator<<(Stream &stream, const TracedArray &array) {
    stream << detail::text_of_traced(detail::element_name<T>, array.shape_.data(), N, array.handle_);
    return stream;
  }

private:
  friend struct detail::TracedParts;
  detail::TraceHandle handle_;
  std::array<std::int64_t, N> shape_{};
};

template <class T> using TracedNumber = TracedArray<T, 0>;
template <class T> using ConcreteNumber = ConcreteArray<T, 0>;

namespace detail {
template <class T> inline constexpr bool is_traced = false;
template <class T, std::size_t N> inline constexpr bool is_traced<TracedArray<T, N>> = true;
template <class T> inline constexpr bool is_concrete = false;
template <class T, std::size_t N> inline constexpr bool is_concrete<ConcreteArray<T, N>> = true;
} // namespace detail

/// TracedArray of any element type and rank.
template <class T>
concept Traced = detail::is_traced<std::remove_cvref_t<T>>;
/// ConcreteArray of any element type and rank.
template <class T>
concept Concrete = detail::is_concrete<std::remove_cvref_t<T>>;
/// Either of them.
template <class T>
concept TensorLike = Traced<T> || Concrete<T>;

} // namespace cotangent
