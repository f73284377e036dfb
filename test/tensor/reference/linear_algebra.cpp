#include "tensor/reference/linear_algebra.h"

#include "arrays.h"
#include "tensor/reference/shape.h"

#include <numbers>

using namespace cotangent;
using namespace cotangent::reference;
using test::check_integers;
using test::integers;
using test::numbers;

namespace {

using Complex = std::complex<double>;

/// The product of the matrices in the last two dimensions, of one batch, as plain numbers.
std::vector<Complex> matrix_product(const std::vector<Complex> &left, const std::vector<Complex> &right, int64_t rows,
                                    int64_t inner, int64_t columns) {
  std::vector<Complex> result(static_cast<size_t>(rows * columns));
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      for (int64_t at = 0; at < inner; ++at)
        result[static_cast<size_t>(row * columns + column)] +=
            left[static_cast<size_t>(row * inner + at)] * right[static_cast<size_t>(at * columns + column)];
  return result;
}

std::vector<Complex> all_numbers(const Array &array) {
  std::vector<Complex> result;
  for (int64_t position = 0; position < array.count(); ++position)
    result.push_back(test::number_at(array, position));
  return result;
}

} // namespace

TEST_CASE("dot of vectors and matrices, with other result types") {
  const Array vector = integers(ElementType::I8, {2}, {100, 100}),
              matrix = integers(ElementType::I8, {2, 2}, {1, 2, 3, 4});
  check_integers(dot(vector, vector, ElementType::I32), {}, {20000});
  check_integers(dot(vector, vector, ElementType::I8), {}, {20000 - 78 * 256}); // wraps once, at the end
  check_integers(dot(matrix, integers(ElementType::I8, {2}, {1, -1}), ElementType::I8), {2}, {-1, -1});
  check_integers(dot(matrix, matrix, ElementType::I32), {2, 2}, {7, 10, 15, 22});
  check_integers(dot(integers(ElementType::U64, {1}, {-1}), integers(ElementType::U64, {1}, {2}), ElementType::U64), {},
                 {-2});
  const Array flags = integers(ElementType::Bool, {3}, {1, 1, 0});
  check_integers(dot(flags, flags, ElementType::Bool), {}, {1});
  check_integers(dot(flags, flags, ElementType::I32), {}, {2});
  // 256 + 1 + 1 - 256 rounds once, so nothing is lost.
  const Array large = numbers(ElementType::BF16, {4}, {256, 1, 1, -256}),
              ones = numbers(ElementType::BF16, {4}, {1, 1, 1, 1});
  check_integers(dot(large, ones, ElementType::BF16), {}, {2});
  CHECK(dot(large, ones, ElementType::F32).type() == ElementType::F32);
  const Array complex = numbers(ElementType::C64, {2}, {{1, 2}, {0, 1}});
  CHECK(test::number_at(dot(complex, complex, ElementType::C64), 0) == Complex(-4, 4));
  check_integers(dot(integers({2, 0}, {}), integers({0, 2}, {}), ElementType::I32), {2, 2}, {0, 0, 0, 0});
}

TEST_CASE("dot_general against its definition") {
  std::mt19937 random(6);
  for (ElementType type : {ElementType::I32, ElementType::F32, ElementType::F64, ElementType::C128}) {
    // Batching 2 and 3, contracting 4 and 2, free 5 on the left, 2 and 1 on the right; all in mixed order.
    const Array lhs = test::random_array(type, {4, 2, 5, 2, 3}, random),
                rhs = test::random_array(type, {2, 3, 2, 1, 2, 4}, random);
    const DotDimensions dimensions{{4, 1}, {1, 0}, {0, 3}, {5, 2}};
    const Array result = dot_general(lhs, rhs, dimensions, type);
    REQUIRE(result.shape() == Shape{3, 2, 5, 1, 2});
    for (Index index(result.shape()); index; ++index) {
      Complex sum = 0;
      for (int64_t first = 0; first < 4; ++first)
        for (int64_t second = 0; second < 2; ++second)
          sum += test::number_at(lhs, test::position_in(lhs, {first, index[1], index[2], second, index[0]})) *
                 test::number_at(rhs, test::position_in(rhs, {index[1], index[0], second, index[3], index[4], first}));
      CHECK(test::number_at(result, index.position()) == sum);
    }
  }
}

TEST_CASE("einsum: products, diagonals, traces, sums and ellipses") {
  const Array a = integers({2, 2}, {1, 2, 3, 4}), b = integers({2, 2}, {5, 6, 7, 8}), row = integers({2}, {10, 100});
  check_integers(einsum(a, b, "ab,bc->ac", ElementType::I32), {2, 2}, {19, 22, 43, 50});
  check_integers(einsum(a, b, "ab,cb->ca", ElementType::I32), {2, 2}, {17, 39, 23, 53});
  check_integers(einsum(a, b, "ab,ab->", ElementType::I32), {}, {70});
  check_integers(einsum(row, row, "a,b->ba", ElementType::I32), {2, 2}, {100, 1000, 1000, 10000});
  check_integers(einsum(a, row, "aa,a->a", ElementType::I32), {2}, {10, 400});
  check_integers(unary_einsum(a, "ab->ba", ElementType::I32), {2, 2}, {1, 3, 2, 4});
  check_integers(unary_einsum(a, "aa->", ElementType::I32), {}, {5});
  check_integers(unary_einsum(a, "aa->a", ElementType::I32), {2}, {1, 4});
  check_integers(unary_einsum(a, "ab->a", ElementType::I32), {2}, {3, 7});
  std::mt19937 random(7);
  const Array batch = test::random_array(ElementType::I32, {3, 2, 2}, random);
  const Array spread = einsum(batch, a, "...ij,jk->...ik", ElementType::I32);
  CHECK(test::same(spread, dot_general(batch, a, {{}, {}, {2}, {0}}, ElementType::I32)));
  CHECK(test::same(unary_einsum(batch, "...ij->...ji", ElementType::I32), transpose(batch, {0, 2, 1})));
  CHECK(test::same(einsum(batch, a.reshaped({1, 2, 2}), "...ij,...jk->...ik", ElementType::I32), spread));
}

TEST_CASE("ragged_dot with a free ragged dimension takes the matrix of each row's group") {
  const Array lhs = integers({5, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  const Array rhs = integers({3, 2, 1}, {1, 0, 0, 1, 1, 1});
  RaggedDotDimensions dimensions{{{}, {}, {1}, {1}}, {0}, {0}};
  check_integers(ragged_dot(lhs, rhs, integers({3}, {2, 0, 2}), dimensions, ElementType::I32), {5, 1},
                 {1, 3, 11, 15, 0});
  check_integers(ragged_dot(lhs, rhs, integers({3}, {0, 9, 0}), dimensions, ElementType::I32), {5, 1},
                 {2, 4, 6, 8, 10});
  // Sizes for each batch.
  RaggedDotDimensions batched{{{0}, {1}, {2}, {2}}, {1}, {0}};
  const Array lhs_batch = integers({2, 2, 1}, {1, 2, 3, 4}), rhs_batch = integers({2, 2, 1, 1}, {10, 20, 100, 200});
  check_integers(ragged_dot(lhs_batch, rhs_batch, integers({2, 2}, {1, 1, 2, 0}), batched, ElementType::I32), {2, 2, 1},
                 {10, 200, 60, 80});
  check_integers(ragged_dot(lhs_batch, rhs_batch, integers({2}, {1, 1}), batched, ElementType::I32), {2, 2, 1},
                 {10, 200, 60, 800});
}

TEST_CASE("ragged_dot with a contracting or batching ragged dimension") {
  const Array lhs = numbers(ElementType::F32, {1, 4}, {1, 2, 3, INFINITY}),
              rhs = numbers(ElementType::F32, {4, 1}, {1, 10, 100, 1});
  RaggedDotDimensions contracting{{{}, {}, {1}, {0}}, {1}, {}};
  const Array sums = ragged_dot(lhs, rhs, integers({3}, {2, 0, 1}), contracting, ElementType::F32);
  check_integers(sums, {3, 1, 1}, {21, 0, 300}); // what is after the last group does not disturb
  std::mt19937 random(8);
  const Array left = test::random_array(ElementType::I32, {3, 2, 4}, random),
              right = test::random_array(ElementType::I32, {3, 4, 2}, random);
  RaggedDotDimensions batching{{{0}, {0}, {2}, {1}}, {0}, {}};
  const Array whole = dot_general(left, right, batching, ElementType::I32);
  CHECK(test::same(ragged_dot(left, right, integers({2}, {1, 2}), batching, ElementType::I32), whole));
  const Array part = ragged_dot(left, right, integers({2}, {1, 1}), batching, ElementType::I32);
  for (int64_t at = 0; at < part.count(); ++at)
    CHECK(part.get(at).as_integer() == (at < 8 ? whole.get(at).as_integer() : 0));
  // With batches, groups of the contracted dimension: all of them together are the product.
  RaggedDotDimensions both{{{0}, {0}, {2}, {1}}, {2}, {}};
  const Array grouped = ragged_dot(left, right, integers({3, 2}, {1, 3, 4, 0, 2, 2}), both, ElementType::I32);
  REQUIRE(grouped.shape() == Shape{2, 3, 2, 2});
  for (int64_t at = 0; at < whole.count(); ++at)
    CHECK(grouped.get(at).as_integer() + grouped.get(at + whole.count()).as_integer() == whole.get(at).as_integer());
}

TEST_CASE("convolution of one dimension by hand") {
  const ConvolutionDimensions line{0, 1, {2}, 1, 0, {2}, 0, 1, {2}};
  const Array input = integers({1, 1, 4}, {1, 2, 3, 4}), kernel = integers({1, 1, 2}, {10, 1});
  const auto convolve = [&](const Window &window, const std::vector<bool> &reversal = {}) {
    return convolution(input, kernel, window, reversal, line, 1, 1, ElementType::I32);
  };
  check_integers(convolve({}), {1, 1, 3}, {12, 23, 34});
  check_integers(convolve({}, {true}), {1, 1, 3}, {21, 32, 43});
  check_integers(convolve({{}, {2}, {}, {}, {{1, 0}}}), {1, 1, 2}, {1, 23});
  check_integers(convolve({{}, {}, {2}, {}, {}}), {1, 1, 6}, {10, 2, 20, 3, 30, 4});
  check_integers(convolve({{}, {}, {}, {3}, {}}), {1, 1, 1}, {14});
  check_integers(convolve({{}, {}, {}, {4}, {}}), {1, 1, 0}, {});
  check_integers(convolve({{}, {}, {}, {}, {{-1, -1}}}), {1, 1, 1}, {23});
}

TEST_CASE("convolution against its definition, with all attributes") {
  std::mt19937 random(9);
  // lhs [spatial 5, batch 4, feature 4, spatial 6]; rhs [input feature, spatial 3, spatial 2, output feature 4].
  const ConvolutionDimensions dimensions{1, 2, {0, 3}, 0, 3, {1, 2}, 2, 0, {3, 1}};
  const Window window{{}, {2, 1}, {1, 2}, {2, 3}, {{1, 2}, {-1, 3}}};
  for (const auto &[feature_groups, batch_groups] : {std::pair<int64_t, int64_t>{1, 1}, {2, 1}, {1, 2}, {4, 1}}) {
    const int64_t inner = 4 / feature_groups;
    const Array lhs = test::random_array(ElementType::I32, {5, 4, 4, 6}, random);
    const Array rhs = test::random_array(ElementType::I32, {inner, 3, 2, 4}, random);
    const Array result =
        convolution(lhs, rhs, window, {false, true}, dimensions, feature_groups, batch_groups, ElementType::I32);
    // The padded input as in the definition.
    const Array padded = pad(lhs, test::scalar(0), {1, 0, 0, -1}, {2, 0, 0, 3}, {0, 0, 0, 1});
    REQUIRE(result.shape() == Shape{4, 10, 4 / batch_groups, 2});
    for (Index index(result.shape()); index; ++index) {
      const int64_t feature = index[0], batch = index[2] + feature / (4 / batch_groups) * (4 / batch_groups);
      int64_t sum = 0;
      for (int64_t in = 0; in < inner; ++in)
        for (int64_t row = 0; row < 3; ++row)
          for (int64_t column = 0; column < 2; ++column)
            sum += test::at(padded, {index[3] * 2 + row * 2, batch, feature / (4 / feature_groups) * inner + in,
                                     index[1] + (1 - column) * 3})
                       .as_integer() *
                   test::at(rhs, {in, row, column, feature}).as_integer();
      CHECK(result.get(index.position()).as_integer() == sum);
    }
  }
}

TEST_CASE("cholesky: L*L^H and U^H*U give the matrix back") {
  std::mt19937 random(10);
  for (ElementType type : {ElementType::F32, ElementType::F64, ElementType::C64, ElementType::C128})
    for (int64_t size : {0, 1, 2, 5}) {
      // G*G^H + I is positive definite.
      const Array root = test::random_array(type, {2, size, size}, random);
      Array a(type, {2, size, size});
      for (Index index(a.shape()); index; ++index) {
        Complex sum = index[1] == index[2] ? 1 : 0;
        for (int64_t at = 0; at < size; ++at)
          sum += test::number_at(root, test::position_in(root, {index[0], index[1], at})) *
                 std::conj(test::number_at(root, test::position_in(root, {index[0], index[2], at})));
        a.set(index.position(), test::element(type, sum));
      }
      const double tolerance = type == ElementType::F32 || type == ElementType::C64 ? 1e-4 : 1e-11;
      for (bool lower : {true, false}) {
        const Array factor = cholesky(a, lower);
        Array product(type, a.shape());
        for (Index index(a.shape()); index; ++index) {
          const auto entry = [&](int64_t row, int64_t column) {
            return test::number_at(factor, test::position_in(factor, {index[0], row, column}));
          };
          if (lower ? index[1] < index[2] : index[1] > index[2])
            CHECK(entry(index[1], index[2]) == Complex(0));
          Complex sum = 0;
          for (int64_t at = 0; at < size; ++at)
            sum += lower ? entry(index[1], at) * std::conj(entry(index[2], at))
                         : std::conj(entry(at, index[1])) * entry(at, index[2]);
          product.set(index.position(), test::element(type, sum));
        }
        CHECK(test::distance(product, a) < tolerance);
      }
    }
}

TEST_CASE("cholesky reads one triangle only and gives NaN if there is no factor") {
  const Array odd = numbers(ElementType::F64, {2, 2}, {4, -99, 2, 10});
  check_integers(cholesky(odd, true), {2, 2}, {2, 0, 1, 3});
  const Array batch = numbers(ElementType::F64, {2, 2, 2}, {1, 2, 2, 1, 4, 0, 2, 10});
  const Array factors = cholesky(batch, true);
  for (int64_t at = 0; at < 4; ++at)
    CHECK(std::isnan(factors.get(at).as_float()));
  CHECK(factors.get(7).as_float() == 3); // the other matrix of the batch is not disturbed
  CHECK(std::isnan(cholesky(numbers(ElementType::F32, {1, 1}, {0}), true).get(0).as_float()));
}

TEST_CASE("triangular_solve leaves no residual, in all its variants") {
  std::mt19937 random(11);
  for (ElementType type : {ElementType::F64, ElementType::C128})
    for (int variant = 0; variant < 24; ++variant) {
      const bool left = variant & 1, lower = variant & 2, unit = variant & 4;
      const auto transposition = static_cast<Transpose>(variant / 8);
      const int64_t size = 4, others = 3;
      Array a = test::random_array(type, {2, size, size}, random);
      for (Index index(a.shape()); index; ++index) {
        if (index[1] == index[2]) // far from zero; NaN where it must not be read
          a.set(index.position(), unit ? test::element(type, NAN) : test::element(type, {3, double(index[1])}));
        else if (lower ? index[1] < index[2] : index[1] > index[2])
          a.set(index.position(), test::element(type, NAN));
      }
      const Array b = test::random_array(type, left ? Shape{2, size, others} : Shape{2, others, size}, random);
      const Array x = triangular_solve(a, b, left, lower, unit, transposition);
      REQUIRE(x.shape() == b.shape());
      for (int64_t batch = 0; batch < 2; ++batch) {
        std::vector<Complex> matrix(16);
        for (int64_t row = 0; row < size; ++row)
          for (int64_t column = 0; column < size; ++column) {
            Complex entry = test::number_at(a, (batch * size + row) * size + column);
            if (row == column && unit)
              entry = 1;
            else if (lower ? row < column : row > column)
              entry = 0;
            if (transposition == Transpose::Adjoint)
              entry = std::conj(entry);
            const bool plain = transposition == Transpose::NoTranspose;
            matrix[static_cast<size_t>(plain ? row * size + column : column * size + row)] = entry;
          }
        const std::vector<Complex> all = all_numbers(x);
        const std::vector<Complex> solution(all.begin() + batch * 12, all.begin() + batch * 12 + 12);
        const std::vector<Complex> product = left ? matrix_product(matrix, solution, size, size, others)
                                                  : matrix_product(solution, matrix, others, size, size);
        for (int64_t at = 0; at < 12; ++at) {
          const double scale = 1 + std::abs(solution[static_cast<size_t>(at)]);
          CHECK(std::abs(product[static_cast<size_t>(at)] - test::number_at(b, batch * 12 + at)) < 1e-9 * scale * 1e3);
        }
      }
    }
  CHECK(triangular_solve(numbers(ElementType::F32, {0, 0}, {}), numbers(ElementType::F32, {0, 3}, {}), true, true,
                         false, Transpose::NoTranspose)
            .shape() == Shape{0, 3});
}

TEST_CASE("fft against the sum that defines it") {
  std::mt19937 random(12);
  for (int64_t length : {1, 2, 3, 4, 5, 7, 8, 12, 16, 63, 64, 65, 67, 100, 127, 128, 210, 257, 1000}) {
    const Array line = test::random_array(ElementType::C128, {2, length}, random);
    const Array transformed = fft(line, FftType::Fft, {length});
    Array expected(ElementType::C128, {2, length});
    for (Index index(line.shape()); index; ++index) {
      Complex sum = 0;
      for (int64_t at = 0; at < length; ++at)
        sum += test::number_at(line, index[0] * length + at) *
               std::polar(1.0, -2 * std::numbers::pi * double(index[1] * at % length) / double(length));
      expected.set(index.position(), test::element(ElementType::C128, sum));
    }
    CHECK(test::distance(transformed, expected) < 1e-12 * double(length));
    CHECK(test::distance(fft(transformed, FftType::Ifft, {length}), line) < 1e-13 * double(length));
  }
}

TEST_CASE("fft of real numbers and of several dimensions") {
  std::mt19937 random(13);
  for (const Shape &shape : {Shape{6}, Shape{7}, Shape{2, 4, 3}, Shape{3, 2, 5, 6}, Shape{1}, Shape{2}}) {
    const size_t count = std::min<size_t>(shape.size(), 3);
    const std::vector<int64_t> length(shape.end() - static_cast<int64_t>(count), shape.end());
    const Array real = test::random_array(ElementType::F64, shape, random);
    Array complex(ElementType::C128, shape);
    for (int64_t at = 0; at < real.count(); ++at)
      complex.set(at, test::element(ElementType::C128, test::number_at(real, at)));
    const Array full = fft(complex, FftType::Fft, length), half = fft(real, FftType::Rfft, length);
    std::vector<int64_t> limit = shape;
    limit.back() = shape.back() / 2 + 1;
    CHECK(half.type() == ElementType::C128);
    CHECK(test::distance(half, slice(full, std::vector<int64_t>(shape.size(), 0), limit,
                                     std::vector<int64_t>(shape.size(), 1))) < 1e-12);
    const Array back = fft(half, FftType::Irfft, length);
    CHECK(back.type() == ElementType::F64);
    CHECK(test::distance(back, real) < 1e-13);
    CHECK(test::distance(fft(full, FftType::Ifft, length), complex) < 1e-13);
  }
  // Quarters of a turn are exact.
  const Array impulse = numbers(ElementType::C64, {4}, {0, 1, 0, 0});
  CHECK(test::same(fft(impulse, FftType::Fft, {4}), numbers(ElementType::C64, {4}, {1, {0, -1}, -1, {0, 1}})));
  CHECK(fft(Array(ElementType::F32, {3, 0}), FftType::Rfft, {0}).shape() == Shape{3, 0});
  CHECK(fft(Array(ElementType::C64, {0, 4}), FftType::Fft, {4}).shape() == Shape{0, 4});
}
