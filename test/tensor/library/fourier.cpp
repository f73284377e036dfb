// Fourier transforms of the library against those of the reference.
#include "tensor/library/fourier.h"

#include "calls.h"

#include <limits>

using namespace cotangent;
using namespace test;
using reference::FftType;

namespace {

/// In -1..1.
Array random_reals(ElementType type, const Shape &shape, std::mt19937 &random) {
  Array array(type, shape);
  std::uniform_real_distribution<double> draw(-1, 1);
  for (int64_t position = 0; position < array.count(); ++position) {
    const double real = draw(random), imaginary = draw(random);
    array.set(position, element(type, {real, imaginary}));
  }
  return array;
}

double norm(const Array &array) {
  double sum = 0;
  for (int64_t position = 0; position < array.count(); ++position)
    sum += std::norm(number_at(array, position));
  return std::sqrt(sum);
}

Array library_fft(const Array &operand, FftType type, const std::vector<int64_t> &lengths, int threads = 1) {
  const Array like = reference::fft(Array(operand.type(), operand.shape()), type, lengths);
  const library::CallPointer call = library::make_fft(operand.type(), operand.shape(), type, lengths);
  REQUIRE(call);
  return run(*call, {operand}, {{like.type(), like.shape()}}, threads)[0];
}

/// The error of all numbers together, relative to the result, in units of the last place.
double error_of(ElementType part, FftType type, Shape shape, const std::vector<int64_t> &lengths,
                std::mt19937 &random) {
  const bool real = type == FftType::Rfft;
  const ElementType operand_type = real ? part : part == ElementType::F32 ? ElementType::C64 : ElementType::C128;
  if (type == FftType::Irfft)
    shape.back() = lengths.back() / 2 + 1;
  const Array operand = random_reals(operand_type, shape, random);
  const Array expected = reference::fft(operand, type, lengths);
  const Array result = library_fft(operand, type, lengths);
  REQUIRE(result.shape() == expected.shape());
  double sum = 0;
  for (int64_t position = 0; position < result.count(); ++position)
    sum += std::norm(number_at(result, position) - number_at(expected, position));
  const double unit =
      part == ElementType::F32 ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
  return std::sqrt(sum) / norm(expected) / unit;
}

constexpr FftType all_types[] = {FftType::Fft, FftType::Ifft, FftType::Rfft, FftType::Irfft};

} // namespace

TEST_CASE("every length") {
  std::mt19937 random(1);
  for (const FftType type : all_types) {
    for (int64_t length = 1; length <= 130; ++length) {
      INFO("type " << static_cast<int>(type) << ", length " << length);
      // The reference of f64 itself is in double.
      CHECK(error_of(ElementType::F32, type, {length}, {length}, random) < 2);
      CHECK(error_of(ElementType::F64, type, {19, length}, {length}, random) < 20);
    }
    for (const int64_t length : {255, 256, 509, 512, 1000, 1009, 1024, 1155, 2018, 2310, 4096, 3 * 4096, 6000, 8191}) {
      INFO("type " << static_cast<int>(type) << ", length " << length);
      CHECK(error_of(ElementType::F32, type, {length}, {length}, random) < 2);
      CHECK(error_of(ElementType::F64, type, {2, length}, {length}, random) < 30);
    }
  }
}

TEST_CASE("several dimensions") {
  std::mt19937 random(2);
  for (const FftType type : all_types)
    for (const Shape &shape : {Shape{5, 7}, Shape{16, 16}, Shape{33, 4}, Shape{4, 33}, Shape{1, 1}, Shape{3, 40, 37},
                               Shape{2, 3, 17, 20}, Shape{2, 20, 3, 2}, Shape{64, 3, 3}, Shape{18, 1, 6}})
      for (size_t count = 1; count <= 3 && count <= shape.size(); ++count) {
        const std::vector<int64_t> lengths(shape.end() - static_cast<int64_t>(count), shape.end());
        INFO("type " << static_cast<int>(type) << ", shape " << type_text(ElementType::F32, shape) << ", " << count);
        CHECK(error_of(ElementType::F32, type, shape, lengths, random) < 2);
        CHECK(error_of(ElementType::F64, type, shape, lengths, random) < 10);
      }
}

TEST_CASE("special cases") {
  SUBCASE("empty") {
    CHECK(library_fft(Array(ElementType::C64, {0, 4}), FftType::Fft, {4}).shape() == Shape{0, 4});
    CHECK(library_fft(Array(ElementType::C64, {3, 0}), FftType::Fft, {0}).shape() == Shape{3, 0});
    CHECK(library_fft(Array(ElementType::F32, {3, 0}), FftType::Rfft, {0}).shape() == Shape{3, 0});
  }
  SUBCASE("lines do not meet: a NaN stays in its own one") {
    Array operand = Array::filled(element(ElementType::C64, 1), {20, 12});
    operand.set(12 * 7 + 5, element(ElementType::C64, std::nan("")));
    const Array result = library_fft(operand, FftType::Fft, {12});
    for (int64_t position = 0; position < result.count(); ++position)
      CHECK(std::isnan(number_at(result, position).real()) == (position / 12 == 7));
  }
  SUBCASE("a constant has one frequency, exactly") {
    const Array result = library_fft(Array::filled(element(ElementType::F32, 1), {64}), FftType::Rfft, {64});
    CHECK(number_at(result, 0) == std::complex<double>(64));
    for (int64_t position = 1; position < result.count(); ++position)
      CHECK(number_at(result, position) == std::complex<double>(0));
  }
  SUBCASE("other types and shapes are refused") {
    CHECK_FALSE(library::make_fft(ElementType::F32, {4}, FftType::Fft, {4}));
    CHECK_FALSE(library::make_fft(ElementType::C64, {4}, FftType::Rfft, {4}));
    CHECK_FALSE(library::make_fft(ElementType::F16, {4}, FftType::Rfft, {4}));
    CHECK_FALSE(library::make_fft(ElementType::C64, {4}, FftType::Fft, {5}));
    CHECK_FALSE(library::make_fft(ElementType::C64, {4}, FftType::Fft, {}));
  }
}

TEST_CASE("results do not depend on the number of threads") {
  std::mt19937 random(3);
  const Array square = random_reals(ElementType::C64, {250, 300}, random);
  CHECK(same(library_fft(square, FftType::Fft, {250, 300}), library_fft(square, FftType::Fft, {250, 300}, 3)));
  const Array line = random_reals(ElementType::F64, {60000}, random);
  CHECK(same(library_fft(line, FftType::Rfft, {60000}), library_fft(line, FftType::Rfft, {60000}, 4)));
}
