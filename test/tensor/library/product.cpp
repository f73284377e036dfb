#include "tensor/library/product.h"

#include "calls.h"

#include <algorithm>
#include <numeric>

using namespace cotangent;
using library::Product;

namespace {

Array multiply(const Product &product, const Array &lhs, const Array &rhs, const Shape &shape) {
  const library::CallPointer call = library::make_product(product);
  REQUIRE(call);
  return test::run_on_threads(*call, {lhs, rhs}, {product.result_type, shape});
}

void check_product(const Array &lhs, const Array &rhs, const reference::DotDimensions &dimensions, ElementType type) {
  const Array expected = reference::dot_general(lhs, rhs, dimensions, type);
  const Array result =
      multiply({lhs.type(), type, lhs.shape(), rhs.shape(), {}, {}, dimensions}, lhs, rhs, expected.shape());
  CHECK_MESSAGE(test::same(result, expected), type_text(lhs.type(), lhs.shape()), " times ",
                type_text(rhs.type(), rhs.shape()));
}

/// Shapes and dimension numbers of a random product.
struct RandomProduct {
  explicit RandomProduct(std::mt19937 &random) {
    const auto draw = [&](int most) { return std::uniform_int_distribution<int64_t>(0, most)(random); };
    const auto sizes = [&](int64_t count) {
      Shape shape;
      for (int64_t at = 0; at < count; ++at)
        shape.push_back(draw(9) == 0 ? 1 : draw(15) == 0 ? 0 : draw(15) == 0 ? 40 : 2 + draw(5));
      return shape;
    };
    const Shape batch = sizes(draw(2)), inner = sizes(draw(2)), rows = sizes(draw(2)), columns = sizes(draw(2));
    lhs = placed(batch, inner, rows, dimensions.lhs_batching_dimensions, dimensions.lhs_contracting_dimensions, random);
    rhs = placed(batch, inner, columns, dimensions.rhs_batching_dimensions, dimensions.rhs_contracting_dimensions,
                 random);
  }

  static Shape placed(const Shape &batch, const Shape &inner, const Shape &free, std::vector<int64_t> &batching,
                      std::vector<int64_t> &contracting, std::mt19937 &random) {
    std::vector<int64_t> order(batch.size() + inner.size() + free.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::shuffle(order, random);
    Shape shape(order.size());
    size_t at = 0;
    for (int64_t size : batch) {
      batching.push_back(order[at]);
      shape[static_cast<size_t>(order[at++])] = size;
    }
    for (int64_t size : inner) {
      contracting.push_back(order[at]);
      shape[static_cast<size_t>(order[at++])] = size;
    }
    for (int64_t size : free)
      shape[static_cast<size_t>(order[at++])] = size;
    return shape;
  }

  Shape lhs, rhs;
  reference::DotDimensions dimensions;
};

} // namespace

TEST_CASE("products of all types with any dimension numbers") {
  std::mt19937 random(1);
  const std::pair<ElementType, ElementType> types[] = {
      {ElementType::F32, ElementType::F32},   {ElementType::F64, ElementType::F64},
      {ElementType::C64, ElementType::C64},   {ElementType::C128, ElementType::C128},
      {ElementType::F16, ElementType::F16},   {ElementType::BF16, ElementType::F32},
      {ElementType::BF16, ElementType::BF16}, {ElementType::F32, ElementType::F64},
      {ElementType::I8, ElementType::I32},    {ElementType::U8, ElementType::U8},
      {ElementType::I16, ElementType::I16},   {ElementType::U16, ElementType::U64},
      {ElementType::I32, ElementType::I32},   {ElementType::I64, ElementType::I64},
      {ElementType::U32, ElementType::U32},   {ElementType::U64, ElementType::U64},
      {ElementType::I8, ElementType::I64},    {ElementType::Bool, ElementType::Bool},
      {ElementType::Bool, ElementType::I32}};
  for (const auto &[operand, result] : types)
    for (int round = 0; round < 12; ++round) {
      const RandomProduct product(random);
      const Array lhs = test::random_array(operand, product.lhs, random),
                  rhs = test::random_array(operand, product.rhs, random);
      check_product(lhs, rhs, product.dimensions, result);
    }
}

TEST_CASE("every size and layout of matrices, small and blocked") {
  std::mt19937 random(2);
  for (ElementType type : {ElementType::F32, ElementType::F64, ElementType::C64, ElementType::I32})
    for (const auto &[rows, columns, inner] : std::vector<std::array<int64_t, 3>>{
             {1, 1, 700}, {1, 130, 90}, {130, 1, 90}, {7, 9, 300}, {37, 65, 19}, {13, 33, 600}, {2, 700, 520}}) {
      for (int layout = 0; layout < 4; ++layout) {
        const bool turn_lhs = layout & 1, turn_rhs = layout & 2;
        const Array lhs = test::random_array(type, turn_lhs ? Shape{inner, rows} : Shape{rows, inner}, random),
                    rhs = test::random_array(type, turn_rhs ? Shape{columns, inner} : Shape{inner, columns}, random);
        check_product(lhs, rhs, {{}, {}, {turn_lhs ? 0 : 1}, {turn_rhs ? 1 : 0}}, type);
      }
    }
}

TEST_CASE("large products, in blocks and on several threads") {
  std::mt19937 random(3);
  const auto entry = [](const Array &array, int64_t row, int64_t column) {
    return test::number_at(array, row * array.size(1) + column);
  };
  for (ElementType type : {ElementType::F32, ElementType::F64})
    for (const auto &[rows, columns, inner] :
         std::vector<std::array<int64_t, 3>>{{1600, 70, 530}, {90, 2100, 530}, {5, 3000, 900}, {1, 4000, 900}}) {
      const Array lhs = test::random_array(type, {rows, inner}, random),
                  rhs = test::random_array(type, {inner, columns}, random);
      const Array result =
          multiply({type, type, lhs.shape(), rhs.shape(), {}, {}, {{}, {}, {1}, {0}}}, lhs, rhs, {rows, columns});
      for (int64_t probe = 0; probe < 400; ++probe) {
        const int64_t row = probe * 7919 % rows, column = probe * 104729 % columns;
        std::complex<double> sum = 0;
        for (int64_t at = 0; at < inner; ++at)
          sum += entry(lhs, row, at) * entry(rhs, at, column);
        REQUIRE(entry(result, row, column) == sum);
      }
    }
}

TEST_CASE("strides stand for transposed and repeated operands") {
  std::mt19937 random(4);
  for (ElementType type : {ElementType::F32, ElementType::C128, ElementType::BF16, ElementType::I8}) {
    const Array lhs = test::random_array(type, {5, 30, 4}, random), rhs = test::random_array(type, {30, 9}, random);
    // lhs as [4, 5, 30], rhs repeated over the batch of 4.
    Array turned(type, {4, 5, 30}), repeated(type, {4, 30, 9}), column(type, {4, 5, 30});
    for (Index index(turned.shape()); index; ++index) {
      turned.set(index.position(), test::at(lhs, {index[1], index[2], index[0]}));
      column.set(index.position(), test::at(lhs, {index[1], 0, 0}));
    }
    for (Index index(repeated.shape()); index; ++index)
      repeated.set(index.position(), test::at(rhs, {index[1], index[2]}));
    const reference::DotDimensions dimensions{{0}, {0}, {2}, {1}};
    Product product{type, type, turned.shape(), repeated.shape(), {1, 120, 4}, {0, 9, 1}, dimensions};
    CHECK(
        test::same(multiply(product, lhs, rhs, {4, 5, 9}), reference::dot_general(turned, repeated, dimensions, type)));
    product.lhs_strides = {0, 120, 0}; // repeated along the sum, too
    CHECK(
        test::same(multiply(product, lhs, rhs, {4, 5, 9}), reference::dot_general(column, repeated, dimensions, type)));
    product = {type, type, {5, 30}, {30, 6}, {120, 4}, {9, 0}, {{}, {}, {1}, {0}}}; // each column the same
    const Array result = multiply(product, lhs, rhs, {5, 6});
    for (int64_t at = 0; at < 30; ++at)
      CHECK(result.get(at).bits() == result.get(at / 6 * 6).bits());
  }
}

TEST_CASE("nothing to sum gives zeros; infinities and NaN spread; what is not covered") {
  const reference::DotDimensions plain{{}, {}, {1}, {0}};
  for (ElementType type : {ElementType::F32, ElementType::C64, ElementType::BF16, ElementType::I8}) {
    check_product(Array(type, {3, 0}), Array(type, {0, 4}), plain, type);
    check_product(Array(type, {0, 3}), Array(type, {3, 4}), plain, type);
  }
  const double infinity = std::numeric_limits<double>::infinity();
  for (ElementType type : {ElementType::F32, ElementType::F16, ElementType::BF16, ElementType::F64}) {
    const Array lhs = test::numbers(type, {2, 2}, {0, 1, 1, 1}), rhs = test::numbers(type, {2, 1}, {infinity, 1});
    const Array result = multiply({type, type, {2, 2}, {2, 1}, {}, {}, plain}, lhs, rhs, {2, 1});
    CHECK(std::isnan(result.get(0).as_float()));
    CHECK(result.get(1).as_float() == infinity);
  }
  // Rounds once, to even, into infinity and into subnormal numbers.
  const auto half = [&](double left, double right) {
    const Array lhs = test::numbers(ElementType::F16, {1, 2}, {left, left}),
                rhs = test::numbers(ElementType::F16, {2, 1}, {right, 0});
    return multiply({ElementType::F16, ElementType::F16, {1, 2}, {2, 1}, {}, {}, plain}, lhs, rhs, {1, 1})
        .get(0)
        .as_float();
  };
  CHECK(half(2047, 32) == 65504);
  CHECK(half(2047, 64) == infinity);
  CHECK(half(-0x1p-14, 0x1p-10) == -0x1p-24);
  CHECK(half(0x1p-24, 0.5) == 0);
  CHECK(half(0x1p-24, 1.5) == 0x1p-23);
  CHECK(half(0x1p-24, 3) == 3 * 0x1p-24);
  const auto covered = [&](ElementType operand, ElementType result) {
    return library::make_product({operand, result, {2, 2}, {2, 2}, {}, {}, plain}) != nullptr;
  };
  CHECK(covered(ElementType::F32, ElementType::F32));
  CHECK_FALSE(covered(ElementType::F8E5M2, ElementType::F32));
  CHECK_FALSE(covered(ElementType::I4, ElementType::I32));
  CHECK_FALSE(covered(ElementType::I32, ElementType::F32));
  CHECK_FALSE(covered(ElementType::F32, ElementType::C64));
}
