// Sums of products in the number type that the kind of the result asks for; for the sources of linear_algebra.h.
#pragma once

#include "tensor/reference/shape.h"

#include <complex>
#include <vector>

namespace cotangent::reference {

/// An element as a number: double, complex<double>, or uint64_t for integers and booleans (whose sums wrap).
template <class Number> Number number_of(const Element &value) {
  const ElementKind kind = facts_of(value.type()).kind;
  if (kind == ElementKind::Complex) {
    if constexpr (std::is_same_v<Number, std::complex<double>>)
      return value.as_complex();
    else
      return static_cast<Number>(value.as_complex().real());
  }
  if (kind == ElementKind::Float) {
    if constexpr (std::is_same_v<Number, uint64_t>)
      return static_cast<uint64_t>(static_cast<int64_t>(value.as_float()));
    else
      return value.as_float();
  }
  if constexpr (std::is_same_v<Number, uint64_t>)
    return value.as_unsigned();
  else if (kind == ElementKind::Unsigned)
    return static_cast<double>(value.as_unsigned());
  else
    return static_cast<double>(value.as_integer());
}

template <class Number> std::vector<Number> numbers_of(const Array &array) {
  std::vector<Number> result(static_cast<size_t>(array.count()));
  for (int64_t position = 0; position < array.count(); ++position)
    result[static_cast<size_t>(position)] = number_of<Number>(array.get(position));
  return result;
}

/// The one rounding at the end.
inline Element rounded(ElementType type, double number) { return Element::of_float(type, number); }
inline Element rounded(ElementType type, std::complex<double> number) { return Element::of_complex(type, number); }
inline Element rounded(ElementType type, uint64_t number) {
  return Element::of_integer(type, static_cast<int64_t>(number));
}

template <class Number> void add_product(Number &sum, const Number &left, const Number &right) { sum += left * right; }
/// By the formula, without what C++ adds to save infinities from NaN.
inline void add_product(std::complex<double> &sum, const std::complex<double> &left,
                        const std::complex<double> &right) {
  sum += std::complex<double>(left.real() * right.real() - left.imag() * right.imag(),
                              left.real() * right.imag() + left.imag() * right.real());
}

/// Calls compute(Number()) with the number type for that type of results.
template <class Compute> Array compute_in(ElementType result_type, Compute compute) {
  if (is_complex(result_type))
    return compute(std::complex<double>());
  if (is_float(result_type))
    return compute(double());
  return compute(uint64_t());
}

/// An operand of a contraction: strides along the dimensions of the result and along the summed ones.
struct ContractionStrides {
  std::vector<int64_t> result, summed;
};

/// The positions of all indices of a shape under strides, in row-major order.
inline std::vector<int64_t> positions_of(const Shape &shape, const std::vector<int64_t> &strides) {
  std::vector<int64_t> positions;
  for (Index index(shape); index; ++index)
    positions.push_back(position_of(index, strides));
  return positions;
}

/// result[i...] = sum over k... of lhs[i..., k...] * rhs[i..., k...].
Array contract(const Array &lhs, const ContractionStrides &lhs_strides, const Array &rhs,
               const ContractionStrides &rhs_strides, const Shape &result, const Shape &summed,
               ElementType result_type);

} // namespace cotangent::reference
