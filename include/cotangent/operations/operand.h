// What operations take: arrays of the trace, concrete arrays (which become constants of the program) and C++ numbers;
// and what element type results have.
//
// Two arrays: bool < integers < real < complex numbers. Within one kind the wider type wins. A signed and an unsigned
// integer give the narrowest signed type that holds both (std::int64_t at most). An integer with a real or complex
// number gives the type of the latter; a real with a complex number gives complex numbers of the wider part.
//
// An array and a C++ number: the number is weak, it takes the array's type (x * 2.0 stays float if x is). If its kind
// is a higher one (0.5 with integers, 2 with bool), the result has the number's own type; a complex number with a real
// array gives complex numbers of the array's type. An integer that the array's type does not hold throws
// Error ("bad-argument").
//
// Shapes: dimensions are aligned at the end, sizes of 1 are repeated, and the result has the higher rank.
#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <source_location>
#include <span>
#include <type_traits>

#include "cotangent/array.h"
#include "cotangent/traced.h"

namespace cotangent {

namespace detail {

/// Where the user wrote the operation.
using Place = std::source_location;
using Sizes = std::span<const std::int64_t>;
using Handles = std::span<const TraceHandle>;

template <class T> inline constexpr bool is_complex_number = false;
template <class T> inline constexpr bool is_complex_number<std::complex<T>> = true;

enum class Kind { boolean, integer, real, complex };
template <class T>
inline constexpr Kind kind_of = std::is_same_v<T, bool>  ? Kind::boolean
                                : std::is_integral_v<T>  ? Kind::integer
                                : is_complex_number<T>   ? Kind::complex
                                                         : Kind::real;

template <class T> struct PartOf {
  using type = T;
};
template <class T> struct PartOf<std::complex<T>> {
  using type = T;
};
/// The type of the parts of a complex number, or the type itself.
template <class T> using part_of = typename PartOf<T>::type;

/// A C++ number: weak in operations with arrays.
template <class T>
concept Scalar = std::is_arithmetic_v<std::remove_cvref_t<T>> || is_complex_number<std::remove_cvref_t<T>> ||
                 is_small_float<std::remove_cvref_t<T>>;

template <std::size_t bytes>
using SignedOf = std::conditional_t<
    bytes == 1, std::int8_t,
    std::conditional_t<bytes == 2, std::int16_t, std::conditional_t<bytes == 4, std::int32_t, std::int64_t>>>;

template <class A, class B> constexpr auto promote_integers() {
  if constexpr (std::is_signed_v<A> == std::is_signed_v<B>)
    return std::conditional_t<(sizeof(A) >= sizeof(B)), A, B>{};
  else {
    using Signed = std::conditional_t<std::is_signed_v<A>, A, B>;
    using Unsigned = std::conditional_t<std::is_signed_v<A>, B, A>;
    return SignedOf<std::max(sizeof(Signed), std::min<std::size_t>(8, 2 * sizeof(Unsigned)))>{};
  }
}

/// Element types of two arrays.
template <class A, class B> constexpr auto promote() {
  if constexpr (std::is_same_v<A, B>)
    return A{};
  else if constexpr (kind_of<A> == Kind::complex || kind_of<B> == Kind::complex) {
    if constexpr (kind_of<A> < Kind::real)
      return B{};
    else if constexpr (kind_of<B> < Kind::real)
      return A{};
    else
      return std::complex<decltype(promote<part_of<A>, part_of<B>>())>{};
  } else if constexpr (kind_of<A> != kind_of<B>)
    return std::conditional_t<(kind_of<A> > kind_of<B>), A, B>{};
  else if constexpr (kind_of<A> == Kind::integer)
    return promote_integers<A, B>();
  else if constexpr (sizeof(A) == sizeof(B))
    return float{}; // two formats of 16 bits
  else
    return std::conditional_t<(sizeof(A) > sizeof(B)), A, B>{};
}

/// The element type T of an array with a number.
template <class T, class Number> constexpr auto promote_weak() {
  if constexpr (kind_of<Number> <= kind_of<T>)
    return T{};
  else if constexpr (kind_of<Number> == Kind::complex && kind_of<T> == Kind::real)
    return std::complex<std::conditional_t<std::is_same_v<T, double>, double, float>>{};
  else
    return Number{};
}

/// An element type on the way to the type of a result.
template <class T, bool is_weak> struct Candidate {
  using type = T;
  static constexpr bool weak = is_weak;
};
template <class A, bool weak_a, class B, bool weak_b>
constexpr auto operator+(Candidate<A, weak_a>, Candidate<B, weak_b>) {
  if constexpr (weak_a && weak_b)
    return Candidate<decltype(promote<A, B>()), true>{};
  else if constexpr (weak_a)
    return Candidate<decltype(promote_weak<B, A>()), false>{};
  else if constexpr (weak_b)
    return Candidate<decltype(promote_weak<A, B>()), false>{};
  else
    return Candidate<decltype(promote<A, B>()), false>{};
}

template <class A> struct OperandFacts {
  using element = A;
  static constexpr std::size_t rank = 0;
  static constexpr bool weak = true;
};
template <class T, std::size_t N> struct OperandFacts<TracedArray<T, N>> {
  using element = T;
  static constexpr std::size_t rank = N;
  static constexpr bool weak = false;
};
template <class T, std::size_t N> struct OperandFacts<ConcreteArray<T, N>> : OperandFacts<TracedArray<T, N>> {};

/// C++ types without a format of their own among element types, such as long long where std::int64_t is long.
template <class T> constexpr auto plain_number() {
  if constexpr (ArrayElement<T>)
    return T{};
  else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>)
    return SignedOf<sizeof(T)>{};
  else if constexpr (std::is_integral_v<T>)
    return std::make_unsigned_t<SignedOf<sizeof(T)>>{};
  else if constexpr (is_complex_number<T>)
    return std::complex<double>{};
  else
    return double{};
}

} // namespace detail

/// What operations take as an operand: an array or a C++ number.
template <class A>
concept Operand = TensorLike<A> || detail::Scalar<A>;

/// The element type of an operand.
template <class A>
using element_t = decltype(detail::plain_number<typename detail::OperandFacts<std::remove_cvref_t<A>>::element>());
template <class A> inline constexpr std::size_t rank_of_operand = detail::OperandFacts<std::remove_cvref_t<A>>::rank;

/// The element type of the result of an operation on these operands.
template <class... A>
using promoted_t =
    typename decltype((detail::Candidate<element_t<A>, detail::OperandFacts<std::remove_cvref_t<A>>::weak>{} +
                       ...))::type;
template <class... A> inline constexpr std::size_t broadcast_rank = std::max({rank_of_operand<A>...});

namespace detail {

/// The element type in which functions of real numbers take values of type T: integers of 64 bits become double, other
/// integers and bool become float.
template <class T>
using real_or_complex = std::conditional_t<(kind_of<T> >= Kind::real), T, std::conditional_t<sizeof(T) == 8, double, float>>;

/// A C++ number on its way into the program.
struct Number {
  enum class Form { integer, natural, real } form = Form::real;
  std::int64_t integer = 0;
  std::uint64_t natural = 0;
  double real = 0, imaginary = 0;
};
template <class T> constexpr Number number_of(const T &number) {
  Number result;
  if constexpr (is_complex_number<T>) {
    result.real = static_cast<double>(number.real());
    result.imaginary = static_cast<double>(number.imag());
  } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
    result.form = Number::Form::integer;
    result.integer = number;
  } else if constexpr (std::is_integral_v<T>) {
    result.form = Number::Form::natural;
    result.natural = number;
  } else
    result.real = static_cast<double>(number);
  return result;
}

/// A constant of rank 0. Throws Error ("bad-argument") if an integer does not fit.
TraceHandle trace_number(std::string_view element, const Number &number, Place place);
TraceHandle trace_convert(TraceHandle operand, std::string_view element, Place place);
/// Writes the sizes of a value, which has this rank.
void trace_shape(TraceHandle value, std::int64_t *sizes, std::size_t rank);

/// An operand as a value with elements of type T.
template <class T, Operand A> TraceHandle handle_as(const A &operand, Place place) {
  if constexpr (Scalar<A>)
    return trace_number(element_name<T>, number_of(operand), place);
  else {
    TraceHandle handle;
    if constexpr (Traced<A>)
      handle = operand.handle();
    else
      handle = capture(operand, place);
    if constexpr (std::is_same_v<element_t<A>, T>)
      return handle;
    else
      return trace_convert(handle, element_name<T>, place);
  }
}
template <Operand A> TraceHandle handle_of(const A &operand, Place place) {
  return handle_as<element_t<A>>(operand, place);
}

template <class T, std::size_t N> TracedArray<T, N> array_of(TraceHandle handle) {
  std::array<std::int64_t, N> shape{};
  trace_shape(handle, shape.data(), N);
  return TracedArray<T, N>(handle, shape);
}

} // namespace detail

/// Dimensions that an operation works on. Negative ones count from the end.
template <bool keep_sizes, int... numbers> struct Axes {
  static constexpr std::size_t count = sizeof...(numbers);
  static constexpr bool keeps = keep_sizes;
};
/// Reductions over these dimensions: ct::sum(x, ct::axes<0, 2>).
template <int... numbers> inline constexpr Axes<false, numbers...> axes{};
/// The same, and the dimensions stay with size 1: ct::sum(x, ct::keep<1>). Without numbers: all dimensions.
template <int... numbers> inline constexpr Axes<true, numbers...> keep{};

namespace detail {

/// A dimension of an array of rank N, counted from the front.
template <int axis, std::size_t N> constexpr std::int64_t checked_axis() {
  static_assert(axis < static_cast<int>(N) && axis >= -static_cast<int>(N),
                "this dimension (axis) does not exist: the array has fewer dimensions");
  return axis < 0 ? axis + static_cast<int>(N) : axis;
}
template <std::size_t count> constexpr bool all_differ(const std::array<std::int64_t, count> &numbers) {
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (numbers[i] == numbers[j])
        return false;
  return true;
}
/// All dimensions if there are no numbers.
template <std::size_t N, bool keeps, int... numbers> constexpr auto checked_axes(Axes<keeps, numbers...>) {
  if constexpr (sizeof...(numbers) == 0) {
    std::array<std::int64_t, N> all{};
    for (std::size_t at = 0; at < N; ++at)
      all[at] = static_cast<std::int64_t>(at);
    return all;
  } else {
    constexpr std::array<std::int64_t, sizeof...(numbers)> list{checked_axis<numbers, N>()...};
    static_assert(all_differ(list), "a dimension (axis) is named twice");
    return list;
  }
}
template <std::size_t N, class Which>
inline constexpr std::size_t reduced_rank = Which::keeps ? N : Which::count == 0 ? 0 : N - Which::count;

} // namespace detail

} // namespace cotangent
