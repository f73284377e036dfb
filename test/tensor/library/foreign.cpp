// Foreign LAPACK calls: what the factors must multiply to.
#include "tensor/library/foreign.h"

#include "calls.h"
#include "tensor/library/lapack.h"
#include "tensor/reference/linear_algebra.h"

#include <limits>

using namespace cotangent;
using namespace test;
using library::ForeignArray;
using library::ForeignAttributes;

namespace {

constexpr ElementType types[] = {ElementType::F32, ElementType::F64, ElementType::C64, ElementType::C128};

std::string target(ElementType type, std::string_view real, std::string_view complex = "") {
  const char letter = type == ElementType::F32   ? 's'
                      : type == ElementType::F64 ? 'd'
                      : type == ElementType::C64 ? 'c'
                                                 : 'z';
  return "lapack_" + (letter + std::string(is_complex(type) && !complex.empty() ? complex : real)) + "_ffi";
}

double epsilon_of(ElementType type) {
  return part_of(type) == ElementType::F32 ? std::numeric_limits<float>::epsilon()
                                           : std::numeric_limits<double>::epsilon();
}

/// The layout that JAX states; all the tests have one batch dimension.
ForeignArray foreign(ElementType type, const Shape &shape) {
  if (shape.size() == 3)
    return {type, shape, {1, 2, 0}};
  return {type, shape, shape.size() == 2 ? std::vector<int64_t>{1, 0} : std::vector<int64_t>{0}};
}

std::vector<Array> call(const std::string &name, const std::vector<Array> &operands,
                        const std::vector<ResultType> &results, const ForeignAttributes &attributes = {},
                        int threads = 1) {
  std::vector<ForeignArray> from, to;
  for (const Array &operand : operands)
    from.push_back(foreign(operand.type(), operand.shape()));
  for (const ResultType &result : results)
    to.push_back(foreign(result.type, result.shape));
  const library::CallPointer made = library::make_foreign(name, from, to, attributes);
  INFO(name);
  REQUIRE(made);
  return run(*made, operands, results, threads);
}

/// The sum over k of left[i,k] right[k,j] in each batch; `adjoint` takes conj(right[j,k]).
Array multiply(const Array &left, const Array &right, bool adjoint = false) {
  const int64_t rows = left.size(1), inner = left.size(2), columns = adjoint ? right.size(1) : right.size(2);
  Array result(left.type(), {left.size(0), rows, columns});
  for (Index index(result.shape()); index; ++index) {
    std::complex<double> sum = 0;
    for (int64_t k = 0; k < inner; ++k)
      sum += number_at(left, (index[0] * rows + index[1]) * inner + k) *
             (adjoint ? std::conj(number_at(right, (index[0] * columns + index[2]) * inner + k))
                      : number_at(right, (index[0] * inner + k) * columns + index[2]));
    result.set(index.position(), element(left.type(), sum));
  }
  return result;
}

/// f(batch, row, column) for each element of matrices.
template <class Value> Array matrices(ElementType type, const Shape &shape, Value value) {
  Array result(type, shape);
  for (Index index(shape); index; ++index)
    result.set(index.position(), element(type, value(index[0], index[1], index[2])));
  return result;
}

std::complex<double> get(const Array &array, std::initializer_list<int64_t> index) {
  return number_at(array, position_in(array, index));
}

/// Differences relative to the norm of the largest, in units of the last place.
void check_close(const Array &left, const Array &right, double units) {
  double largest = 0;
  for (int64_t position = 0; position < right.count(); ++position)
    largest = std::fmax(largest, std::abs(number_at(right, position)));
  CHECK(distance(left, right) <= units * epsilon_of(left.type()) * largest);
}

Array upper(const Array &array, int64_t rows) {
  return matrices(array.type(), {array.size(0), rows, array.size(2)}, [&](int64_t batch, int64_t row, int64_t column) {
    return row <= column ? get(array, {batch, row, column}) : 0;
  });
}

Array hermitian(ElementType type, int64_t batches, int64_t size, std::mt19937 &random) {
  const Array half = random_normal(type, {batches, size, size}, random);
  return matrices(type, half.shape(), [&](int64_t batch, int64_t row, int64_t column) {
    return get(half, {batch, row, column}) + std::conj(get(half, {batch, column, row}));
  });
}

constexpr ElementType i32 = ElementType::I32;

} // namespace

TEST_CASE("getrf: the exchanged rows are L U") {
  std::mt19937 random(1);
  for (const ElementType type : types)
    for (const auto &[rows, columns] : {std::pair<int64_t, int64_t>{5, 5}, {7, 3}, {3, 6}, {1, 4}, {4, 1}, {40, 40}}) {
      const int64_t count = std::min(rows, columns);
      const Array a = random_normal(type, {3, rows, columns}, random);
      const auto results = call(target(type, "getrf"), {a}, {{type, a.shape()}, {i32, {3, count}}, {i32, {3}}});
      const Array lower = matrices(type, {3, rows, count}, [&](int64_t batch, int64_t row, int64_t column) {
        return row == column ? 1 : row > column ? get(results[0], {batch, row, column}) : 0;
      });
      std::vector<int64_t> order;
      for (int64_t batch = 0; batch < 3; ++batch) {
        for (int64_t row = 0; row < rows; ++row)
          order.push_back(row);
        for (int64_t row = 0; row < count; ++row)
          std::swap(order[static_cast<size_t>(batch * rows + row)],
                    order[static_cast<size_t>(batch * rows + results[1].get(batch * count + row).as_integer() - 1)]);
        CHECK(results[2].get(batch).as_integer() == 0);
      }
      const Array exchanged = matrices(type, a.shape(), [&](int64_t batch, int64_t row, int64_t column) {
        return get(a, {batch, order[static_cast<size_t>(batch * rows + row)], column});
      });
      check_close(multiply(lower, upper(results[0], count)), exchanged, 30);
    }
}

TEST_CASE("geqrf, orgqr, ormqr, geqp3: Q R is the matrix, Q times its adjoint the identity") {
  std::mt19937 random(2);
  for (const ElementType type : types)
    for (const auto &[rows, columns] : {std::pair<int64_t, int64_t>{5, 5}, {7, 3}, {40, 20}, {4, 1}}) {
      const Array a = random_normal(type, {2, rows, columns}, random);
      const auto factors = call(target(type, "geqrf"), {a}, {{type, a.shape()}, {type, {2, columns}}});
      const Array q = call(target(type, "orgqr", "ungqr"), factors, {{type, a.shape()}})[0];
      check_close(multiply(q, upper(factors[0], columns)), a, 50);
      const Array product = call(target(type, "ormqr", "unmqr"), {factors[0], factors[1], a}, {{type, a.shape()}},
                                 {{"left", true}, {"transpose", true}})[0];
      check_close(upper(product, rows), upper(factors[0], rows), 50);

      const auto pivoted = call(target(type, "geqp3"), {a, Array(i32, {2, columns})},
                                {{type, a.shape()}, {i32, {2, columns}}, {type, {2, columns}}});
      const Array exchanged = matrices(type, a.shape(), [&](int64_t batch, int64_t row, int64_t column) {
        return get(a, {batch, row, pivoted[1].get(batch * columns + column).as_integer() - 1});
      });
      const Array second = call(target(type, "orgqr", "ungqr"), {pivoted[0], pivoted[2]}, {{type, a.shape()}})[0];
      check_close(multiply(second, upper(pivoted[0], columns)), exchanged, 50);
    }
}

TEST_CASE("gesdd, gesvd: U S V is the matrix") {
  std::mt19937 random(3);
  for (const ElementType type : types)
    for (const char *routine : {"gesdd", "gesvd"})
      for (const auto &[rows, columns] : {std::pair<int64_t, int64_t>{5, 5}, {7, 3}, {3, 6}, {1, 1}, {20, 30}})
        for (const char mode : {'A', 'S', 'N'}) {
          const int64_t count = std::min(rows, columns), left = mode == 'S' ? count : rows,
                        right = mode == 'S' ? count : columns;
          const Array a = random_normal(type, {2, rows, columns}, random);
          const auto results = call(target(type, routine), {a},
                                    {{type, a.shape()},
                                     {part_of(type), {2, count}},
                                     {type, {2, rows, left}},
                                     {type, {2, right, columns}},
                                     {i32, {2}}},
                                    {{"mode", int64_t(mode)}});
          CHECK(integers_in(results[4]) == std::vector<int64_t>{0, 0});
          for (int64_t batch = 0; batch < 2; ++batch)
            for (int64_t at = 1; at < count; ++at)
              CHECK(get(results[1], {batch, at - 1}).real() >= get(results[1], {batch, at}).real());
          if (mode == 'N')
            continue;
          const Array scaled = matrices(type, {2, rows, right}, [&](int64_t batch, int64_t row, int64_t column) {
            return column < count ? get(results[2], {batch, row, column}) * get(results[1], {batch, column}) : 0;
          });
          check_close(multiply(scaled, results[3]), a, 100);
        }
}

TEST_CASE("syevd, sytrd: eigenvectors, and the trace stays") {
  std::mt19937 random(4);
  for (const ElementType type : types)
    for (const int64_t size : {1, 2, 9, 30})
      for (const char triangle : {'L', 'U'}) {
        const Array a = hermitian(type, 2, size, random);
        const auto results =
            call(target(type, "syevd", "heevd"), {a}, {{type, a.shape()}, {part_of(type), {2, size}}, {i32, {2}}},
                 {{"mode", int64_t('V')}, {"uplo", int64_t(triangle)}});
        const Array scaled = matrices(type, a.shape(), [&](int64_t batch, int64_t row, int64_t column) {
          return get(results[0], {batch, row, column}) * get(results[1], {batch, column});
        });
        check_close(multiply(scaled, results[0], true), a, 100);
        const Shape beside{2, size - 1};
        const auto reduced =
            call(target(type, "sytrd", "hetrd"), {a},
                 {{type, a.shape()}, {part_of(type), {2, size}}, {part_of(type), beside}, {type, beside}, {i32, {2}}},
                 {{"uplo", int64_t(triangle)}});
        for (int64_t batch = 0; batch < 2; ++batch) {
          double trace = 0, expected = 0;
          for (int64_t at = 0; at < size; ++at) {
            trace += get(reduced[1], {batch, at}).real();
            expected += get(a, {batch, at, at}).real();
          }
          CHECK(std::fabs(trace - expected) <= 100 * epsilon_of(type) * static_cast<double>(size));
        }
      }
}

TEST_CASE("geev, gees, gehrd: eigenvectors and the Schur form") {
  std::mt19937 random(5);
  for (const ElementType type : types)
    for (const int64_t size : {1, 2, 9, 20}) {
      const ElementType complex = part_of(type) == ElementType::F32 ? ElementType::C64 : ElementType::C128;
      const Array a = random_normal(type, {2, size, size}, random);
      std::vector<ResultType> values(is_complex(type) ? 1 : 2, ResultType{type, {2, size}});
      std::vector<ResultType> eigen = values;
      eigen.insert(eigen.end(), {{complex, a.shape()}, {complex, a.shape()}, {i32, {2}}});
      const auto results =
          call(target(type, "geev"), {a}, eigen, {{"compute_left", int64_t('V')}, {"compute_right", int64_t('V')}});
      const Array &right = results[results.size() - 2];
      const auto value = [&](int64_t batch, int64_t at) {
        return is_complex(type)
                   ? get(results[0], {batch, at})
                   : std::complex<double>(get(results[0], {batch, at}).real(), get(results[1], {batch, at}).real());
      };
      const Array wide = matrices(
          complex, a.shape(), [&](int64_t batch, int64_t row, int64_t column) { return get(a, {batch, row, column}); });
      const Array scaled = matrices(complex, a.shape(), [&](int64_t batch, int64_t row, int64_t column) {
        return get(right, {batch, row, column}) * value(batch, column);
      });
      check_close(multiply(wide, right), scaled, 200);

      std::vector<ResultType> schur = {{type, a.shape()}, {type, a.shape()}};
      schur.insert(schur.end(), values.begin(), values.end());
      schur.insert(schur.end(), {{i32, {2}}, {i32, {2}}});
      const auto form = call(target(type, "gees"), {a}, schur, {{"mode", int64_t('V')}, {"sort", int64_t('N')}});
      check_close(multiply(multiply(form[1], form[0]), form[1], true), a, 200);

      const auto hessenberg = call(target(type, "gehrd"), {a}, {{type, a.shape()}, {type, {2, size - 1}}, {i32, {2}}},
                                   {{"low", int64_t(1)}, {"high", size}});
      for (int64_t batch = 0; batch < 2; ++batch) {
        std::complex<double> trace = 0;
        for (int64_t at = 0; at < size; ++at)
          trace += get(hessenberg[0], {batch, at, at}) - get(a, {batch, at, at});
        CHECK(std::abs(trace) <= 100 * epsilon_of(type) * static_cast<double>(size));
      }
    }
}

TEST_CASE("potrf, trsm, gtsv: solutions") {
  std::mt19937 random(6);
  for (const ElementType type : types)
    for (const int64_t size : {1, 4, 17, 30}) {
      const Array half = random_normal(type, {2, size, size}, random);
      const Array a = matrices(type, half.shape(),
                               [&, product = multiply(half, half, true)](int64_t batch, int64_t row, int64_t column) {
                                 return get(product, {batch, row, column}) + (row == column ? 1.0 : 0.0);
                               });
      const auto factor = call(target(type, "potrf"), {a}, {{type, a.shape()}, {i32, {2}}}, {{"uplo", int64_t('U')}});
      // b = a x = U^H U x: back by two triangular systems.
      const Array x = random_normal(type, {2, size, 3}, random), b = multiply(a, x);
      const auto solve = [&](const Array &right, char transpose) {
        return call(target(type, "trsm"), {factor[0], right}, {{type, right.shape()}},
                    {{"side", int64_t('L')},
                     {"uplo", int64_t('U')},
                     {"trans_x", int64_t(transpose)},
                     {"diag", int64_t('N')}})[0];
      };
      check_close(solve(solve(b, 'C'), 'N'), x, 2e4);

      std::vector<Array> operands;
      for (const double add : {0.0, 6.0, 0.0}) {
        Array diagonal = random_normal(type, {2, size}, random);
        for (int64_t position = 0; position < diagonal.count(); ++position)
          diagonal.set(position, element(type, number_at(diagonal, position) + add));
        operands.push_back(diagonal);
      }
      const Array banded =
          matrices(type, a.shape(), [&](int64_t batch, int64_t row, int64_t column) -> std::complex<double> {
            if (row - column > 1 || column - row > 1)
              return 0;
            return get(operands[static_cast<size_t>(column - row + 1)], {batch, row});
          });
      operands.push_back(multiply(banded, x));
      const auto solved =
          call(target(type, "gtsv"), operands,
               {{type, {2, size}}, {type, {2, size}}, {type, {2, size}}, {type, x.shape()}, {i32, {2}}});
      check_close(solved[3], x, 2e3);
    }
}

TEST_CASE("status, empty matrices and matrices without numbers") {
  const Array zeros(ElementType::F64, {2, 3, 3});
  CHECK(integers_in(call("lapack_dgetrf_ffi", {zeros},
                         {{ElementType::F64, {2, 3, 3}}, {i32, {2, 3}}, {i32, {2}}})[2]) == std::vector<int64_t>{1, 1});
  CHECK(integers_in(call("lapack_dpotrf_ffi", {zeros}, {{ElementType::F64, {2, 3, 3}}, {i32, {2}}},
                         {{"uplo", int64_t('L')}})[1]) == std::vector<int64_t>{1, 1});
  const Array nothing = Array::filled(element(ElementType::F64, std::nan("")), {1, 3, 3});
  CHECK(integers_in(call("lapack_dgeev_ffi", {nothing},
                         {{ElementType::F64, {1, 3}},
                          {ElementType::F64, {1, 3}},
                          {ElementType::C128, {1, 3, 3}},
                          {ElementType::C128, {1, 3, 3}},
                          {i32, {1}}},
                         {{"compute_left", int64_t('N')}, {"compute_right", int64_t('V')}})[4]) ==
        std::vector<int64_t>{-4});
  CHECK(integers_in(call("lapack_dgetrf_ffi", {Array(ElementType::F64, {2, 0, 3})},
                         {{ElementType::F64, {2, 0, 3}}, {i32, {2, 0}}, {i32, {2}}})[2]) == std::vector<int64_t>{0, 0});
}

TEST_CASE("what is refused") {
  const ForeignArray matrix = foreign(ElementType::F32, {2, 3, 3}), pivots = foreign(i32, {2, 3}),
                     status = foreign(i32, {2});
  using library::make_foreign;
  CHECK(make_foreign("lapack_sgetrf_ffi", {matrix}, {matrix, pivots, status}, {}));
  CHECK_FALSE(make_foreign("lapack_dgetrf_ffi", {matrix}, {matrix, pivots, status}, {}));
  CHECK_FALSE(make_foreign("lapack_sgetrf", {matrix}, {matrix, pivots, status}, {}));
  CHECK_FALSE(make_foreign("lapack_snothing_ffi", {matrix}, {matrix, pivots, status}, {}));
  CHECK_FALSE(make_foreign("lapack_sgetrf_ffi", {matrix}, {matrix, status, pivots}, {}));
  CHECK_FALSE(make_foreign("lapack_spotrf_ffi", {matrix}, {matrix, status}, {}));
  ForeignArray row_major = matrix;
  row_major.minor_to_major = {2, 1, 0};
  CHECK_FALSE(make_foreign("lapack_sgetrf_ffi", {row_major}, {matrix, pivots, status}, {}));
}

TEST_CASE("results do not depend on the number of threads") {
  std::mt19937 random(7);
  const Array a = random_normal(ElementType::F32, {50, 12, 12}, random);
  const std::vector<ResultType> results = {{ElementType::F32, a.shape()}, {i32, {50, 12}}, {i32, {50}}};
  const auto one = call("lapack_sgetrf_ffi", {a}, results, {}, 1),
             three = call("lapack_sgetrf_ffi", {a}, results, {}, 3);
  CHECK(same(one[0], three[0]));
  CHECK(same(one[1], three[1]));
}
