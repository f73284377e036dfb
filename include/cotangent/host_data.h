// Data of the host in arrays, and back: nested containers, braces, raw memory, Eigen. Arrays are row-major.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "cotangent/array.h"

namespace cotangent {

/// Allocates memory that arrays can take over without a copy: `to_device(std::move(vector))`.
template <class T> struct HostAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};

  HostAllocator() = default;
  template <class Other> HostAllocator(const HostAllocator<Other> &) {}
  T *allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T))
      throw std::bad_array_new_length();
    return static_cast<T *>(::operator new(count * sizeof(T), alignment));
  }
  void deallocate(T *elements, std::size_t) { ::operator delete(elements, alignment); }
  friend bool operator==(const HostAllocator &, const HostAllocator &) { return true; }
};

/// A vector whose elements an array can take over.
template <class T> using HostVector = std::vector<T, HostAllocator<T>>;

namespace detail {

/// Matrices, vectors and expressions of Eigen, whose headers are not needed here.
template <class Matrix>
concept EigenMatrix = requires(const Matrix &matrix) {
  typename Matrix::Scalar;
  { Matrix::RowsAtCompileTime } -> std::convertible_to<int>;
  { Matrix::ColsAtCompileTime } -> std::convertible_to<int>;
  matrix.rows();
  matrix.cols();
  matrix.eval();
};

template <class Range> inline constexpr bool is_row_major_matrix = false;
template <class T> inline constexpr bool is_row_major_matrix<Matrix<T>> = true;

template <class Range>
concept HostRange = !EigenMatrix<Range> && !is_row_major_matrix<Range> && requires(const Range &range) {
  std::size(range);
  std::begin(range) != std::end(range);
};
template <HostRange Range> using ItemOf = std::iter_value_t<decltype(std::begin(std::declval<const Range &>()))>;

/// How deep containers are nested, and what is inside.
template <class Data> struct Nesting {
  using Element = Data;
  static constexpr std::size_t depth = 0;
};
template <HostRange Range> struct Nesting<Range> {
  using Element = typename Nesting<ItemOf<Range>>::Element;
  static constexpr std::size_t depth = 1 + Nesting<ItemOf<Range>>::depth;
};

template <class Range>
concept NestedRange = HostRange<Range> && ArrayElement<typename Nesting<Range>::Element>;

/// The size that the type of a container fixes.
template <class Range> inline constexpr std::size_t fixed_size = 0;
template <class T, std::size_t Size> inline constexpr std::size_t fixed_size<std::array<T, Size>> = Size;
template <class T, std::size_t Size> inline constexpr std::size_t fixed_size<T[Size]> = Size;

/// "[1, 0]"
inline std::string index_text(std::span<const std::size_t> index) {
  std::string text = "[";
  for (std::size_t at = 0; at < index.size(); ++at)
    text.append(at == 0 ? "" : ", ").append(std::to_string(index[at]));
  return text + "]";
}

/// Copies nested containers to row-major memory and back, and knows at which index it is.
template <std::size_t Rank> class NestedCopy {
public:
  explicit NestedCopy(const std::array<std::int64_t, Rank> &shape) : shape_(shape) {}

  /// The sizes of a container, and of what lies first in each.
  template <std::size_t Depth = 0, class Range>
  static void measure(const Range *range, std::array<std::int64_t, Rank> &shape) {
    shape[Depth] = static_cast<std::int64_t>(range != nullptr ? std::size(*range) : fixed_size<Range>);
    if constexpr (HostRange<ItemOf<Range>>)
      measure<Depth + 1>(range != nullptr && std::size(*range) != 0 ? &*std::begin(*range)
                                                                    : static_cast<const ItemOf<Range> *>(nullptr),
                         shape);
  }

  /// Throws Error ("bad-argument") if a container has another size than the first of its depth.
  template <std::size_t Depth = 0, class Range, class T> void read(const Range &range, T *&to) {
    if (std::size(range) != static_cast<std::size_t>(shape_[Depth]))
      refuse_ragged(Depth, std::size(range));
    at_[Depth] = 0;
    for (const auto &item : range) {
      if constexpr (Depth + 1 < Rank)
        read<Depth + 1>(item, to);
      else
        *to++ = item;
      ++at_[Depth];
    }
  }

  /// Throws Error ("bad-argument") if a container of fixed size has another one.
  template <std::size_t Depth = 0, class Range, class T> void write(Range &range, const T *&from) const {
    const std::size_t size = static_cast<std::size_t>(shape_[Depth]);
    if constexpr (requires { range.resize(size); })
      range.resize(size);
    else if (std::size(range) != size)
      throw Error("bad-argument", "a container of " + std::to_string(std::size(range)) +
                                      " elements does not hold dimension " + std::to_string(Depth) +
                                      " of an array, which has " + std::to_string(size));
    for (auto &&item : range) {
      if constexpr (Depth + 1 < Rank)
        write<Depth + 1>(item, from);
      else
        item = *from++;
    }
  }

private:
  [[noreturn]] void refuse_ragged(std::size_t depth, std::size_t size) const {
    throw Error("bad-argument", "nested containers must have equal sizes: the one at " +
                                    index_text(std::span(at_).first(depth)) + " has " + std::to_string(size) +
                                    " elements, the first of its kind has " + std::to_string(shape_[depth]));
  }

  const std::array<std::int64_t, Rank> &shape_;
  std::array<std::size_t, Rank> at_{};
};

template <ArrayElement T, std::size_t N>
ConcreteArray<T, N> uninitialised_array(const std::array<std::int64_t, N> &shape) {
  std::size_t bytes = sizeof(T);
  for (std::int64_t size : shape)
    if (size < 0 || __builtin_mul_overflow(bytes, static_cast<std::size_t>(size), &bytes))
      throw Error("bad-argument", "no array can have the shape of " +
                                      AnyArray(element_name<T>, {shape.begin(), shape.end()}, nullptr).type());
  return ConcreteArray<T, N>(shape, device_memory(bytes));
}

template <class T, std::size_t N> T *writable(const ConcreteArray<T, N> &array) {
  return const_cast<T *>(array.data());
}

template <class T, std::size_t N>
std::array<std::int64_t, N> require_count(const std::array<std::int64_t, N> &shape, std::size_t count) {
  std::size_t wanted = 1;
  for (std::int64_t size : shape)
    wanted *= static_cast<std::size_t>(size);
  if (wanted != count)
    throw Error("bad-argument", std::to_string(count) + " elements do not fill an array of type " +
                                    AnyArray(element_name<T>, {shape.begin(), shape.end()}, nullptr).type());
  return shape;
}

template <class Matrix>
inline constexpr std::size_t eigen_rank = Matrix::RowsAtCompileTime == 1 || Matrix::ColsAtCompileTime == 1 ? 1 : 2;

} // namespace detail

// --- to the device --------------------------------------------------------------------------------------------------

/// Containers nested to any depth (vectors, std::array, spans, C arrays, lists, …): the rank is the depth. Throws Error
/// ("bad-argument"), with the index, if they are ragged.
template <detail::NestedRange Range> auto to_device(const Range &nested) {
  using Nesting = detail::Nesting<Range>;
  std::array<std::int64_t, Nesting::depth> shape;
  detail::NestedCopy<Nesting::depth>::measure(&nested, shape);
  auto array = detail::uninitialised_array<typename Nesting::Element>(shape);
  auto *to = detail::writable(array);
  detail::NestedCopy<Nesting::depth>(shape).read(nested, to);
  return array;
}

/// Braces: `to_device({{1.0f, 2.0f}, {3.0f, 4.0f}})`, to four dimensions.
template <ArrayElement T> ConcreteArray<T, 1> to_device(std::initializer_list<T> elements) {
  return to_device<std::initializer_list<T>>(elements);
}
template <ArrayElement T> ConcreteArray<T, 2> to_device(std::initializer_list<std::initializer_list<T>> rows) {
  return to_device<decltype(rows)>(rows);
}
template <ArrayElement T>
ConcreteArray<T, 3> to_device(std::initializer_list<std::initializer_list<std::initializer_list<T>>> blocks) {
  return to_device<decltype(blocks)>(blocks);
}
template <ArrayElement T>
ConcreteArray<T, 4>
to_device(std::initializer_list<std::initializer_list<std::initializer_list<std::initializer_list<T>>>> blocks) {
  return to_device<decltype(blocks)>(blocks);
}

/// Raw memory: as many elements as the shape has, row-major.
template <ArrayElement T, std::size_t N>
ConcreteArray<T, N> to_device(const T *elements, const std::array<std::int64_t, N> &shape) {
  auto array = detail::uninitialised_array<T>(shape);
  std::copy_n(elements, array.size(), detail::writable(array));
  return array;
}
template <ArrayElement T, std::size_t N>
ConcreteArray<T, N> to_device(const T *elements, const std::int64_t (&shape)[N]) {
  return to_device(elements, std::to_array(shape));
}

/// A flat container under a shape: `to_device(vector, {2, 3})`. Throws Error ("bad-argument") if the counts differ.
template <detail::NestedRange Range, std::size_t N>
  requires(detail::Nesting<Range>::depth == 1)
auto to_device(const Range &elements, const std::array<std::int64_t, N> &shape) {
  using T = typename detail::Nesting<Range>::Element;
  auto array = detail::uninitialised_array<T>(detail::require_count<T>(shape, std::size(elements)));
  std::copy(std::begin(elements), std::end(elements), detail::writable(array));
  return array;
}
template <detail::NestedRange Range, std::size_t N>
  requires(detail::Nesting<Range>::depth == 1)
auto to_device(const Range &elements, const std::int64_t (&shape)[N]) {
  return to_device(elements, std::to_array(shape));
}

/// Takes over the elements of a vector without a copy; row-major under the shape.
template <ArrayElement T, std::size_t N>
  requires(!std::is_same_v<T, bool>)
ConcreteArray<T, N> to_device(HostVector<T> &&elements, const std::array<std::int64_t, N> &shape) {
  detail::require_count<T>(shape, elements.size());
  if (elements.empty())
    return detail::uninitialised_array<T>(shape);
  auto owner = std::make_shared<HostVector<T>>(std::move(elements));
  std::byte *const memory = reinterpret_cast<std::byte *>(owner->data());
  return ConcreteArray<T, N>(shape, std::shared_ptr<std::byte[]>(std::move(owner), memory));
}
template <ArrayElement T, std::size_t N>
  requires(!std::is_same_v<T, bool>)
ConcreteArray<T, N> to_device(HostVector<T> &&elements, const std::int64_t (&shape)[N]) {
  return to_device(std::move(elements), std::to_array(shape));
}
template <ArrayElement T>
  requires(!std::is_same_v<T, bool>)
ConcreteArray<T, 1> to_device(HostVector<T> &&elements) {
  return to_device(std::move(elements), std::array{static_cast<std::int64_t>(elements.size())});
}

/// Memory that somebody shares. It is used without a copy if its first byte is aligned to 64, so nobody may change the
/// elements as long as the array or a copy of it lives; else it is copied. The array keeps the owner alive.
template <ArrayElement T, std::size_t N>
ConcreteArray<T, N> to_device(std::shared_ptr<T[]> elements, const std::array<std::int64_t, N> &shape) {
  if (reinterpret_cast<std::uintptr_t>(elements.get()) % static_cast<std::size_t>(HostAllocator<T>::alignment) != 0 ||
      elements == nullptr)
    return to_device(static_cast<const T *>(elements.get()), shape);
  std::byte *const memory = reinterpret_cast<std::byte *>(elements.get());
  return ConcreteArray<T, N>(shape, std::shared_ptr<std::byte[]>(std::move(elements), memory));
}

/// Eigen: matrices have rank 2, vectors rank 1. Column-major ones are reordered.
template <detail::EigenMatrix Matrix>
  requires ArrayElement<typename Matrix::Scalar>
auto to_device(const Matrix &matrix) {
  const auto &values = matrix.eval();
  const std::int64_t rows = values.rows(), columns = values.cols();
  std::array<std::int64_t, detail::eigen_rank<Matrix>> shape;
  if constexpr (shape.size() == 1)
    shape = {rows * columns};
  else
    shape = {rows, columns};
  auto array = detail::uninitialised_array<typename Matrix::Scalar>(shape);
  auto *to = detail::writable(array);
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < columns; ++column)
      *to++ = values(row, column);
  return array;
}

// --- to the host ----------------------------------------------------------------------------------------------------

namespace detail {

template <class T, std::size_t N> struct NestedVectorOf {
  using Type = std::vector<typename NestedVectorOf<T, N - 1>::Type>;
};
template <class T> struct NestedVectorOf<T, 0> {
  using Type = T;
};

template <EigenMatrix Matrix, class T, std::size_t N> Matrix to_eigen(const ConcreteArray<T, N> &array) {
  static_assert(eigen_rank<Matrix> == N, "an array of rank 2 becomes an Eigen matrix, one of rank 1 an Eigen vector");
  std::int64_t rows = N == 0 ? 1 : array.shape()[0], columns = N == 2 ? array.shape()[1] : 1;
  if constexpr (N == 1 && Matrix::RowsAtCompileTime == 1)
    std::swap(rows, columns);
  if ((Matrix::RowsAtCompileTime >= 0 && Matrix::RowsAtCompileTime != rows) ||
      (Matrix::ColsAtCompileTime >= 0 && Matrix::ColsAtCompileTime != columns))
    throw Error("bad-argument", "an array of type " + AnyArray(array).type() + " does not fit in an Eigen matrix of " +
                                    std::to_string(Matrix::RowsAtCompileTime) + "x" +
                                    std::to_string(Matrix::ColsAtCompileTime) + " (-1: any size)");
  Matrix matrix(rows, columns);
  const T *from = array.data();
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < columns; ++column)
      matrix(row, column) = *from++;
  return matrix;
}

} // namespace detail

/// The elements as a type of the host: nested containers as deep as the rank (those of fixed size must fit), an Eigen
/// matrix or vector, or the number in an array of rank 0. Throws Error ("bad-argument") if a fixed size differs.
template <class Data, ArrayElement T, std::size_t N> Data to_host(const ConcreteArray<T, N> &array) {
  array.wait();
  if constexpr (detail::EigenMatrix<Data>) {
    static_assert(std::is_same_v<typename Data::Scalar, T>, "the matrix must have the element type of the array");
    return detail::to_eigen<Data>(array);
  } else {
    using Nesting = detail::Nesting<Data>;
    static_assert(std::is_same_v<typename Nesting::Element, T>, "the elements must have the type of the array's");
    static_assert(Nesting::depth == N, "containers must be nested as deep as the array has dimensions");
    Data data{};
    const T *from = array.data();
    if constexpr (N == 0)
      data = *from;
    else
      detail::NestedCopy<N>(array.shape()).write(data, from);
    return data;
  }
}

/// Vectors of vectors, as deep as the rank.
template <ArrayElement T, std::size_t N> auto to_nested(const ConcreteArray<T, N> &array) {
  return to_host<typename detail::NestedVectorOf<T, N>::Type>(array);
}

/// The elements in row-major order without a copy, as long as the array lives.
template <ArrayElement T, std::size_t N> std::span<const T> elements_of(const ConcreteArray<T, N> &array) {
  array.wait();
  return {array.data(), array.size()};
}

} // namespace cotangent
