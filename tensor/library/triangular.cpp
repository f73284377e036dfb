#include "tensor/library/triangular.h"

#include "tensor/library/lapack.h"

#include <cmath>

namespace cotangent::library {

namespace {

using reference::Transpose;

template <class Real> Real conjugate(Real number) { return number; }
template <class Real> std::complex<Real> conjugate(const std::complex<Real> &number) { return std::conj(number); }

/// Without the rescue of infinities that the operator has.
template <class Real> Real product(Real a, Real b) { return a * b; }
template <class Real> std::complex<Real> product(const std::complex<Real> &a, const std::complex<Real> &b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// Element (row, column) of op(a).
template <class Number> struct Operand {
  const Number *a;
  int64_t row_stride, column_stride;
  bool conjugated;

  Operand(const TriangularSystem &system, const Number *a)
      : a(a), row_stride(system.transpose == Transpose::NoTranspose ? system.size : 1),
        column_stride(system.transpose == Transpose::NoTranspose ? 1 : system.size),
        conjugated(system.transpose == Transpose::Adjoint) {}
  Number operator()(int64_t row, int64_t column) const {
    const Number number = a[row * row_stride + column * column_stride];
    return conjugated ? conjugate(number) : number;
  }
};

template <class Number>
void solve_here(const TriangularSystem &system, const Number *a, Number *b, int64_t first, int64_t count) {
  const Operand<Number> matrix(system, a);
  const int64_t size = system.size;
  const bool lower = system.lower == (system.transpose == Transpose::NoTranspose);
  if (system.left_side) {
    for (int64_t step = 0; step < size; ++step) {
      const int64_t row = lower ? step : size - 1 - step;
      Number *solution = b + row * system.systems + first;
      for (int64_t known = 0; known < step; ++known) {
        const int64_t column = lower ? known : size - 1 - known;
        const Number factor = matrix(row, column), *other = b + column * system.systems + first;
        for (int64_t at = 0; at < count; ++at)
          solution[at] -= product(factor, other[at]);
      }
      for (int64_t at = 0; !system.unit_diagonal && at < count; ++at)
        solution[at] /= matrix(row, row);
    }
    return;
  }
  for (int64_t at = first; at < first + count; ++at) {
    Number *solution = b + at * size;
    for (int64_t step = 0; step < size; ++step) {
      const int64_t column = lower ? size - 1 - step : step;
      if (!system.unit_diagonal)
        solution[column] /= matrix(column, column);
      const int64_t begin = lower ? 0 : column + 1, end = lower ? column : size;
      for (int64_t other = begin; other < end; ++other)
        solution[other] -= product(solution[column], matrix(column, other));
    }
  }
}

/// The rows of U, each of which is then subtracted from those below.
template <class Number> int64_t factor_upper(Number *a, int64_t size) {
  for (int64_t row = 0; row < size; ++row) {
    const auto pivot = std::real(a[row * size + row]);
    if (!(pivot > 0) || std::isinf(pivot))
      return row + 1;
    const auto diagonal = std::sqrt(pivot);
    Number *top = a + row * size;
    top[row] = diagonal;
    for (int64_t column = row + 1; column < size; ++column)
      top[column] /= diagonal;
    for (int64_t below = row + 1; below < size; ++below) {
      const Number factor = conjugate(top[below]);
      for (int64_t column = below; column < size; ++column)
        a[below * size + column] -= product(factor, top[column]);
    }
  }
  return 0;
}

template <class Number> int64_t factor_lower(Number *a, int64_t size) {
  for (int64_t row = 0; row < size; ++row) {
    Number *left = a + row * size;
    auto pivot = std::real(left[row]);
    for (int64_t column = 0; column < row; ++column) {
      const Number *other = a + column * size;
      Number sum = left[column];
      for (int64_t at = 0; at < column; ++at)
        sum -= product(left[at], conjugate(other[at]));
      left[column] = sum / std::real(other[column]);
      pivot -= std::norm(left[column]);
    }
    if (!(pivot > 0) || std::isinf(pivot))
      return row + 1;
    left[row] = std::sqrt(pivot);
  }
  return 0;
}

} // namespace

template <class Number>
void solve_triangular(const TriangularSystem &system, const Number *a, Number *b, int64_t first, int64_t count) {
  static const Routine trsm = lapack_routine(lapack_letter<Number>, "trsm");
  if (!trsm || system.size <= longest_small_matrix || count == 0)
    return solve_here(system, a, b, first, count);
  // To the library, which is column-major, both matrices are transposed: the side and the triangle change.
  const char side = system.left_side ? 'R' : 'L', triangle = system.lower ? 'U' : 'L';
  const char transpose = system.transpose == Transpose::NoTranspose ? 'N'
                         : system.transpose == Transpose::Transpose ? 'T'
                                                                    : 'C';
  const char diagonal = system.unit_diagonal ? 'U' : 'N';
  const int size = static_cast<int>(system.size), systems = static_cast<int>(count);
  const int leading = static_cast<int>(system.left_side ? system.systems : system.size);
  const Number one = 1;
  const int rows = system.left_side ? systems : size, columns = system.left_side ? size : systems;
  trsm(&side, &triangle, &transpose, &diagonal, &rows, &columns, &one, a, &size,
       b + (system.left_side ? first : first * system.size), &leading);
}

template <class Number> int64_t factor_cholesky(bool lower, Number *a, int64_t size) {
  static const Routine potrf = lapack_routine(lapack_letter<Number>, "potrf");
  if (!potrf || size <= longest_small_matrix)
    return lower ? factor_lower(a, size) : factor_upper(a, size);
  const char triangle = lower ? 'U' : 'L';
  const int order = static_cast<int>(size);
  int status = 0;
  potrf(&triangle, &order, a, &order, &status);
  for (int64_t row = 0; status == 0 && row < size; ++row)
    if (const auto diagonal = std::real(a[row * size + row]); !(diagonal > 0) || std::isinf(diagonal))
      status = static_cast<int>(row + 1); // a NaN that the library did not look at
  return status;
}

#define INSTANTIATE(Number)                                                                                            \
  template void solve_triangular(const TriangularSystem &, const Number *, Number *, int64_t, int64_t);                \
  template int64_t factor_cholesky(bool, Number *, int64_t);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(std::complex<float>)
INSTANTIATE(std::complex<double>)
#undef INSTANTIATE

} // namespace cotangent::library
