// A small dense matrix: what jacobian and hessian return.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <ostream>
#include <vector>

#include "cotangent/activity.h"
#include "cotangent/error.h"
#include "cotangent/make_zero.h"
#include "cotangent/scalars.h"

namespace cotangent {

/// A rows × cols matrix, stored row by row.
template <class T> class Matrix {
public:
  using value_type = T;
  using iterator = T *;
  using const_iterator = const T *;

  Matrix() = default;
  Matrix(std::size_t rows, std::size_t cols, const T &value = T())
      : rows_(rows), cols_(cols), elements_(rows * cols, value) {}
  /// From rows of equal length; throws Error ("bad-annotation") otherwise.
  Matrix(std::initializer_list<std::initializer_list<T>> rows)
      : rows_(rows.size()), cols_(rows.size() == 0 ? 0 : rows.begin()->size()) {
    elements_.reserve(rows_ * cols_);
    for (const auto &row : rows) {
      if (row.size() != cols_)
        throw Error("bad-annotation", "the rows of a matrix have different lengths");
      elements_.insert(elements_.end(), row.begin(), row.end());
    }
  }

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  std::size_t size() const { return elements_.size(); }
  bool empty() const { return elements_.empty(); }

  /// Element in row `i`, column `j`, both from 0; not checked.
  T &operator()(std::size_t i, std::size_t j) { return elements_[i * cols_ + j]; }
  const T &operator()(std::size_t i, std::size_t j) const { return elements_[i * cols_ + j]; }

  /// The elements, row by row.
  T *data() { return elements_.data(); }
  const T *data() const { return elements_.data(); }
  T *begin() { return data(); }
  T *end() { return data() + size(); }
  const T *begin() const { return data(); }
  const T *end() const { return data() + size(); }

  bool operator==(const Matrix &) const = default;

  /// "[[1, 2], [3, 4]]"
  friend std::ostream &operator<<(std::ostream &stream, const Matrix &matrix) {
    stream << '[';
    for (std::size_t i = 0; i < matrix.rows_; ++i) {
      stream << (i == 0 ? "[" : ", [");
      for (std::size_t j = 0; j < matrix.cols_; ++j)
        stream << (j == 0 ? "" : ", ") << matrix(i, j);
      stream << ']';
    }
    return stream << ']';
  }

private:
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  std::vector<T> elements_;
};

template <class T> struct shadow_traits<Matrix<T>> {
  static constexpr Activity activity = activity_of<std::vector<T>>;
  static Matrix<T> make_zero(const Matrix<T> &matrix) {
    Matrix<T> result(matrix);
    remake_zero(result);
    return result;
  }
  static void remake_zero(Matrix<T> &matrix) {
    for (T &element : matrix)
      cotangent::remake_zero(element);
  }
  template <class F, class M, class... More> static void for_each(F &visit, M &matrix, More &...more) {
    detail::require_equal_structure<Matrix<T>>(((matrix.rows() == more.rows() && matrix.cols() == more.cols()) && ...));
    for (std::size_t i = 0; i < matrix.size(); ++i)
      detail::for_each_number(visit, matrix.data()[i], more.data()[i]...);
  }
};

} // namespace cotangent
