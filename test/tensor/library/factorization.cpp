// Cholesky factors and triangular systems of the library against the reference.
#include "tensor/library/factorization.h"

#include "calls.h"

#include <limits>

using namespace cotangent;
using namespace test;
using reference::Transpose;

namespace {

constexpr ElementType types[] = {ElementType::F32, ElementType::F64, ElementType::C64, ElementType::C128};

double epsilon_of(ElementType type) {
  return part_of(type) == ElementType::F32 ? std::numeric_limits<float>::epsilon()
                                           : std::numeric_limits<double>::epsilon();
}

/// Matrices in the last two dimensions with `add` on the diagonal.
Array with_diagonal(Array array, double add) {
  const int64_t size = array.shape().back();
  for (int64_t position = 0; position < array.count(); ++position)
    if (position / size % size == position % size)
      array.set(position, element(array.type(), number_at(array, position) + add));
  return array;
}

/// a a^H of each matrix, plus a bit.
Array positive_definite(ElementType type, const Shape &shape, std::mt19937 &random) {
  const Array factor = random_normal(type, shape, random);
  Array result(type, shape);
  const int64_t size = shape.back();
  for (int64_t position = 0; position < result.count(); ++position) {
    const int64_t start = position / (size * size) * size * size, row = position / size % size,
                  column = position % size;
    std::complex<double> sum = row == column ? 0.5 : 0;
    for (int64_t at = 0; at < size; ++at)
      sum += number_at(factor, start + row * size + at) * std::conj(number_at(factor, start + column * size + at));
    result.set(position, element(type, sum));
  }
  return result;
}

double largest(const Array &array) {
  double result = 0;
  for (int64_t position = 0; position < array.count(); ++position)
    result = std::fmax(result, std::abs(number_at(array, position)));
  return result;
}

Array cholesky(const Array &a, bool lower, int threads = 1) {
  const library::CallPointer call = library::make_cholesky(a.type(), a.shape(), lower);
  REQUIRE(call);
  return run(*call, {a}, {{a.type(), a.shape()}}, threads)[0];
}

Array solve(const Array &a, const Array &b, bool left_side, bool lower, bool unit, Transpose transpose,
            int threads = 1) {
  const library::CallPointer call =
      library::make_triangular_solve(a.type(), a.shape(), b.shape(), left_side, lower, unit, transpose);
  REQUIRE(call);
  return run(*call, {a, b}, {{b.type(), b.shape()}}, threads)[0];
}

} // namespace

TEST_CASE("cholesky") {
  std::mt19937 random(1);
  for (const ElementType type : types)
    for (const Shape &shape : {Shape{1, 1}, Shape{4, 3, 3}, Shape{16, 16}, Shape{2, 17, 17}, Shape{40, 40},
                               Shape{70, 70}, Shape{2, 0, 3, 3}, Shape{2, 0, 0}}) {
      const Array a = positive_definite(type, shape, random);
      for (const bool lower : {true, false}) {
        INFO(type_text(type, shape) << (lower ? ", lower" : ", upper"));
        const Array result = cholesky(a, lower), expected = reference::cholesky(a, lower);
        // Small pivots of large matrices magnify: at most by the condition number, here below 1e5.
        CHECK(distance(result, expected) <= 2e3 * epsilon_of(type) * largest(expected));
        for (int64_t position = 0; position < result.count(); ++position) {
          const int64_t size = shape.back(), row = position / size % size, column = position % size;
          if (lower ? column > row : column < row)
            CHECK(number_at(result, position) == std::complex<double>(0));
        }
      }
    }
}

TEST_CASE("the other triangle is not read; what is not positive definite gives NaN everywhere, each matrix alone") {
  std::mt19937 random(2);
  for (const ElementType type : types)
    for (const int64_t size : {2, 5, 30})
      for (const bool lower : {true, false}) {
        Array a = positive_definite(type, {4, size, size}, random);
        const Array clean = cholesky(a, lower);
        const auto place = [&](int64_t batch, int64_t row, int64_t column) {
          return (batch * size + row) * size + column;
        };
        const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
        a.set(lower ? place(0, 0, 1) : place(0, 1, 0), element(type, nan));
        a.set(place(1, size - 1, size - 1), element(type, -1));
        a.set(lower ? place(2, 1, 0) : place(2, 0, 1), element(type, nan));
        a.set(place(3, 0, 0), element(type, infinity));
        const Array result = cholesky(a, lower);
        for (int64_t position = 0; position < result.count(); ++position) {
          if (position < size * size)
            CHECK(number_at(result, position) == number_at(clean, position));
          else
            CHECK(std::isnan(number_at(result, position).real()));
          if (position >= size * size && is_complex(type))
            CHECK(std::isnan(number_at(result, position).imag()));
        }
      }
}

TEST_CASE("triangular_solve") {
  std::mt19937 random(3);
  for (const ElementType type : types)
    for (const int64_t size : {1, 2, 7, 16, 17, 40})
      for (const int64_t systems : {1, 5, 70})
        for (int choice = 0; choice < 24; ++choice) {
          const bool left = choice & 1, lower = choice & 2, unit = choice & 4;
          const Transpose transpose = static_cast<Transpose>(choice / 8);
          INFO(facts_of(type).name << ", size " << size << ", systems " << systems << ", choice " << choice);
          // Small numbers beside the diagonal: the unit diagonal needs them for a good condition.
          Array a = random_normal(type, {2, size, size}, random);
          for (int64_t position = 0; position < a.count(); ++position)
            a.set(position, element(type, number_at(a, position) * 0.1));
          a = with_diagonal(a, 2);
          const Array b = random_normal(type, left ? Shape{2, size, systems} : Shape{2, systems, size}, random);
          const Array result = solve(a, b, left, lower, unit, transpose);
          const Array expected = reference::triangular_solve(a, b, left, lower, unit, transpose);
          CHECK(distance(result, expected) <= 50 * epsilon_of(type) * largest(expected));
        }
}

TEST_CASE("triangular systems without elements, and those that are refused") {
  CHECK(solve(Array(ElementType::F64, {3, 3}), Array(ElementType::F64, {3, 0}), true, true, false, Transpose::Transpose)
            .count() == 0);
  CHECK(solve(Array(ElementType::F64, {0, 3, 3}), Array(ElementType::F64, {0, 2, 3}), false, true, false,
              Transpose::Transpose)
            .count() == 0);
  CHECK(solve(Array(ElementType::C64, {0, 0}), Array(ElementType::C64, {0, 4}), true, true, false, Transpose::Adjoint)
            .count() == 0);
  const auto make = library::make_triangular_solve;
  CHECK_FALSE(make(ElementType::F16, {3, 3}, {3, 2}, true, true, false, Transpose::NoTranspose));
  CHECK_FALSE(make(ElementType::F32, {3, 3}, {3, 2}, false, true, false, Transpose::NoTranspose));
  CHECK_FALSE(make(ElementType::F32, {2, 3, 3}, {3, 3, 2}, true, true, false, Transpose::NoTranspose));
  CHECK_FALSE(library::make_cholesky(ElementType::I32, {3, 3}, true));
  CHECK_FALSE(library::make_cholesky(ElementType::F32, {3, 4}, true));
}

TEST_CASE("results do not depend on the number of threads") {
  std::mt19937 random(4);
  const Array a = positive_definite(ElementType::F32, {100, 20, 20}, random);
  CHECK(same(cholesky(a, true), cholesky(a, true, 3)));
  const Array b = random_normal(ElementType::F64, {50, 500}, random);
  const Array matrix = with_diagonal(random_normal(ElementType::F64, {50, 50}, random), 30);
  const Array one = solve(matrix, b, true, true, false, Transpose::NoTranspose);
  CHECK(same(one, solve(matrix, b, true, true, false, Transpose::NoTranspose, 4)));
}
