// cholesky and triangular_solve.
#include "tensor/reference/linear_algebra.h"
#include "tensor/reference/products.h"

#include <cmath>
#include <limits>

namespace cotangent::reference {

namespace {

double conjugate(double number) { return number; }
std::complex<double> conjugate(const std::complex<double> &number) { return std::conj(number); }

double not_a_number(double) { return std::numeric_limits<double>::quiet_NaN(); }
std::complex<double> not_a_number(const std::complex<double> &) {
  return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
}

/// A square matrix in row-major order.
template <class Number> class Matrix {
public:
  explicit Matrix(int64_t size) : size_(size), numbers_(static_cast<size_t>(size * size), Number(0)) {}
  Number &operator()(int64_t row, int64_t column) { return numbers_[static_cast<size_t>(row * size_ + column)]; }
  const Number &operator()(int64_t row, int64_t column) const {
    return numbers_[static_cast<size_t>(row * size_ + column)];
  }

private:
  int64_t size_;
  std::vector<Number> numbers_;
};

/// Replaces the lower triangle by L with L*L^H = the matrix; false if that cannot be.
template <class Number> bool factor_lower(Matrix<Number> &matrix, int64_t size) {
  for (int64_t column = 0; column < size; ++column) {
    double pivot = std::real(matrix(column, column));
    for (int64_t at = 0; at < column; ++at)
      pivot -= std::norm(matrix(column, at));
    if (!(pivot > 0) || std::isinf(pivot))
      return false;
    const double diagonal = std::sqrt(pivot);
    matrix(column, column) = diagonal;
    for (int64_t row = column + 1; row < size; ++row) {
      Number sum = matrix(row, column);
      for (int64_t at = 0; at < column; ++at)
        add_product(sum, Number(-matrix(row, at)), conjugate(matrix(column, at)));
      matrix(row, column) = sum / diagonal;
    }
  }
  return true;
}

/// Real numbers as double, complex ones as pairs of them.
template <class Compute> Array compute_in_floats(ElementType type, Compute compute) {
  return is_complex(type) ? compute(std::complex<double>()) : compute(double());
}

} // namespace

Array cholesky(const Array &a, bool lower) {
  return compute_in_floats(a.type(), [&]<class Number>(Number) {
    Array result(a.type(), a.shape());
    const int64_t size = a.shape().back();
    for (int64_t start = 0; start < a.count(); start += size * size) {
      // The upper triangle is read as the lower one of the same Hermitian matrix, and L^H is written for U.
      Matrix<Number> matrix(size);
      for (int64_t row = 0; row < size; ++row)
        for (int64_t column = 0; column <= row; ++column)
          matrix(row, column) = lower ? number_of<Number>(a.get(start + row * size + column))
                                      : conjugate(number_of<Number>(a.get(start + column * size + row)));
      if (!factor_lower(matrix, size)) {
        for (int64_t position = start; position < start + size * size; ++position)
          result.set(position, rounded(a.type(), not_a_number(Number())));
        continue;
      }
      for (int64_t row = 0; row < size; ++row)
        for (int64_t column = 0; column <= row; ++column) {
          const Number number = matrix(row, column);
          result.set(start + (lower ? row * size + column : column * size + row),
                     rounded(a.type(), lower ? number : conjugate(number)));
        }
    }
    return result;
  });
}

Array triangular_solve(const Array &a, const Array &b, bool left_side, bool lower, bool unit_diagonal,
                       Transpose transpose_a) {
  // x * op(a) = b is op(a)^T * x^T = b^T: the same system of every column with one more transposition.
  const bool transposed = (transpose_a != Transpose::NoTranspose) != !left_side;
  const bool forward = lower != transposed; // the matrix, as it stands in the equations, is lower triangular
  const int64_t size = a.shape().back(), rows = b.size(b.rank() - 2), columns = b.shape().back();
  const int64_t systems = left_side ? columns : rows;
  return compute_in_floats(a.type(), [&]<class Number>(Number) {
    Array result(b.type(), b.shape());
    const int64_t batches = rows * columns == 0 ? 0 : b.count() / (rows * columns);
    for (int64_t batch = 0; batch < batches; ++batch) {
      Matrix<Number> matrix(size);
      for (int64_t row = 0; row < size; ++row)
        for (int64_t column = 0; column < size; ++column) {
          const Number number = number_of<Number>(a.get((batch * size + row) * size + column));
          (transposed ? matrix(column, row) : matrix(row, column)) =
              transpose_a == Transpose::Adjoint ? conjugate(number) : number;
        }
      const int64_t start = batch * rows * columns;
      std::vector<Number> solution(static_cast<size_t>(size));
      for (int64_t system = 0; system < systems; ++system) {
        const auto position = [&](int64_t at) {
          return start + (left_side ? at * columns + system : system * columns + at);
        };
        for (int64_t step = 0; step < size; ++step) {
          const int64_t row = forward ? step : size - 1 - step;
          Number sum = number_of<Number>(b.get(position(row)));
          for (int64_t known = 0; known < step; ++known) {
            const int64_t column = forward ? known : size - 1 - known;
            add_product(sum, Number(-matrix(row, column)), solution[static_cast<size_t>(column)]);
          }
          solution[static_cast<size_t>(row)] = unit_diagonal ? sum : sum / matrix(row, row);
          result.set(position(row), rounded(b.type(), solution[static_cast<size_t>(row)]));
        }
      }
    }
    return result;
  });
}

} // namespace cotangent::reference
