// Sorting by the library against the reference, bit by bit.
#include "tensor/library/sorting.h"

#include "calls.h"
#include "tensor/reference/reduction.h"

#include <limits>

using namespace cotangent;
using namespace test;
using library::SortKey;
using library::SortOrder;
using library::SortPart;
using library::SortSpec;

namespace {

/// Few different values, among them zeros of both signs, infinities and, if asked, NaNs of both.
Array random_values(ElementType type, const Shape &shape, bool nans, std::mt19937 &random, bool wide = false) {
  constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const double special[] = {0.0, -0.0, infinity, -infinity, nan, -nan};
  Array array(type, shape);
  const auto draw = [&]() -> double {
    const unsigned choice = random() % (nans ? 20 : 18);
    if (choice < 4 && !nans)
      return special[choice];
    if (choice < 6 && nans)
      return special[choice];
    return wide ? static_cast<double>(random()) / 1e3 - 2e6 : static_cast<double>(random() % 40) - 20;
  };
  for (int64_t position = 0; position < array.count(); ++position) {
    if (!is_float(type) && !is_complex(type)) {
      array.set(position, Element::of_integer(type, static_cast<int64_t>(random())));
      continue;
    }
    const double real = draw(), imaginary = draw();
    array.set(position, element(type, {real, imaginary}));
  }
  return array;
}

double part_of_element(const Element &value, SortPart part) {
  if (part == SortPart::Whole)
    return is_float(value.type()) ? value.as_float() : 0;
  return part == SortPart::Real ? value.as_complex().real() : value.as_complex().imag();
}

/// -1, 0, 1, or 2 if the order does not compare them.
int compare(const Element &left, const Element &right, const SortKey &key) {
  const auto sign = [](auto a, auto b) { return a < b ? -1 : a == b ? 0 : 1; };
  if (is_unsigned(left.type()))
    return sign(left.as_unsigned(), right.as_unsigned());
  if (!is_float(left.type()) && !is_complex(left.type()))
    return sign(left.as_integer(), right.as_integer());
  const double a = part_of_element(left, key.part), b = part_of_element(right, key.part);
  if (key.order == SortOrder::Plain)
    return std::isnan(a) || std::isnan(b) ? 2 : sign(a, b);
  const auto rank = [&](double number) {
    if (std::isnan(number))
      return std::signbit(number) && key.order == SortOrder::Total ? -2 : 2;
    return 0;
  };
  if (rank(a) || rank(b) || a != b)
    return rank(a) != rank(b) ? sign(rank(a), rank(b)) : rank(a) ? 0 : sign(a, b);
  return key.order == SortOrder::Total ? sign(!std::signbit(a), !std::signbit(b)) : 0;
}

reference::Comparator comparator_of(const std::vector<SortKey> &keys) {
  return [keys](std::span<const Element> elements) {
    for (const SortKey &key : keys) {
      const auto at = static_cast<size_t>(2 * key.operand);
      int order = compare(elements[at], elements[at + 1], key);
      if (order != 0)
        return order == (key.descending ? 1 : -1);
    }
    return false;
  };
}

void check_sort(const std::vector<Array> &operands, int64_t dimension, const std::vector<SortKey> &keys,
                int threads = 1) {
  SortSpec spec;
  spec.shape = operands[0].shape();
  spec.dimension = dimension;
  spec.keys = keys;
  std::vector<ResultType> types;
  for (const Array &operand : operands) {
    spec.types.push_back(operand.type());
    types.push_back({operand.type(), operand.shape()});
  }
  const library::CallPointer call = library::make_sort(spec);
  REQUIRE(call);
  const std::vector<Array> results = run(*call, operands, types, threads);
  const std::vector<Array> expected = reference::sort(operands, dimension, comparator_of(keys));
  for (size_t at = 0; at < results.size(); ++at) {
    CHECK(results[at].shape() == expected[at].shape());
    CHECK(std::equal(results[at].bytes(), results[at].bytes() + results[at].byte_count(), expected[at].bytes()));
  }
}

constexpr ElementType key_types[] = {
    ElementType::Bool, ElementType::I2,   ElementType::I4,  ElementType::I8,  ElementType::I16, ElementType::I32,
    ElementType::I64,  ElementType::U2,   ElementType::U4,  ElementType::U8,  ElementType::U16, ElementType::U32,
    ElementType::U64,  ElementType::BF16, ElementType::F16, ElementType::F32, ElementType::F64};
constexpr SortOrder orders[] = {SortOrder::Plain, SortOrder::Total, SortOrder::Canonical};

} // namespace

TEST_CASE("one operand of every type") {
  std::mt19937 random(1);
  for (const ElementType type : key_types)
    for (const SortOrder order : orders)
      for (const bool descending : {false, true})
        for (const int64_t size : {0, 1, 2, 3, 17, 63, 64, 65, 300}) {
          INFO(facts_of(type).name << ", order " << static_cast<int>(order) << ", size " << size);
          for (const bool nans : {false, true})
            check_sort({random_values(type, {2, size}, nans, random)}, 1, {{0, descending, order}});
        }
}

TEST_CASE("many values") {
  std::mt19937 random(2);
  for (const ElementType type : {ElementType::F32, ElementType::F64, ElementType::BF16, ElementType::I64})
    check_sort({random_values(type, {5000}, true, random, true)}, 0, {{0, false, SortOrder::Canonical}});
}

TEST_CASE("dimensions") {
  std::mt19937 random(3);
  for (const Shape &shape : {Shape{4, 70, 33}, Shape{1, 100, 1}, Shape{2, 3, 5}, Shape{0, 4, 2}, Shape{4, 0, 2}})
    for (int64_t dimension = -3; dimension < 3; ++dimension)
      for (const ElementType type : {ElementType::F32, ElementType::I8}) {
        const Array first = random_values(type, shape, true, random);
        const Array second = random_values(ElementType::C128, shape, true, random);
        check_sort({first}, dimension, {{0, false, SortOrder::Total}});
        check_sort({first, second}, dimension, {{0, false, SortOrder::Canonical}});
      }
}

TEST_CASE("several operands and keys") {
  std::mt19937 random(4);
  for (const SortOrder order : orders)
    for (const bool nans : {false, true})
      for (const int64_t size : {1, 5, 40, 200}) {
        const Shape shape{2, size};
        const Array f32 = random_values(ElementType::F32, shape, nans, random);
        const Array f64 = random_values(ElementType::F64, shape, nans, random);
        const Array c64 = random_values(ElementType::C64, shape, nans, random);
        const Array i8 = random_values(ElementType::I8, shape, nans, random);
        check_sort({f32, i8}, 1, {{0, false, order}});
        check_sort({f64, f32, i8}, 1, {{1, true, order}, {0, false, order}});
        check_sort({c64}, 1, {{0, false, order, SortPart::Real}, {0, false, order, SortPart::Imaginary}});
        check_sort({i8, c64}, 1, {{0, true, order}, {1, false, order, SortPart::Imaginary}});
      }
}

TEST_CASE("comparators, also those that are no order") {
  std::mt19937 random(5);
  const library::SortComparator strange = [](const void *const *operands, int64_t left, int64_t right) -> int32_t {
    const auto *first = static_cast<const float *>(operands[0]);
    const auto *second = static_cast<const int32_t *>(operands[1]);
    const float a = first[left], b = first[right];
    return a * a < b * b || (second[left] ^ second[right]) % 5 == 0;
  };
  for (const int64_t size : {1, 2, 9, 100}) {
    SortSpec spec;
    spec.types = {ElementType::F32, ElementType::I32};
    spec.shape = {size, 3};
    spec.dimension = 0;
    spec.comparator = 2;
    const std::vector<Array> operands = {random_values(ElementType::F32, spec.shape, true, random),
                                         random_values(ElementType::I32, spec.shape, true, random)};
    const library::CallPointer call = library::make_sort(spec);
    REQUIRE(call);
    std::vector<Array> results = {Array(ElementType::F32, spec.shape), Array(ElementType::I32, spec.shape)};
    const void *from[] = {operands[0].bytes(), operands[1].bytes(), reinterpret_cast<const void *>(strange)};
    void *to[] = {results[0].bytes(), results[1].bytes()};
    call->run(from, to, {});
    const std::vector<Array> expected = reference::sort(operands, 0, [&](std::span<const Element> elements) {
      const float a = static_cast<float>(elements[0].as_float()), b = static_cast<float>(elements[1].as_float());
      const auto c = static_cast<int32_t>(elements[2].as_integer()), d = static_cast<int32_t>(elements[3].as_integer());
      return a * a < b * b || (c ^ d) % 5 == 0;
    });
    CHECK(same(results[0], expected[0]));
    CHECK(same(results[1], expected[1]));
  }
}

TEST_CASE("the largest elements") {
  std::mt19937 random(6);
  for (const ElementType type :
       {ElementType::Bool, ElementType::I4, ElementType::U8, ElementType::I32, ElementType::I64, ElementType::BF16,
        ElementType::F16, ElementType::F32, ElementType::F64, ElementType::C64, ElementType::C128})
    for (const Shape &shape : {Shape{1}, Shape{7}, Shape{3, 500}, Shape{2, 2, 3000}, Shape{0, 9}})
      for (const int64_t wanted : {0, 1, 5, 100}) {
        const int64_t k = std::min(wanted, shape.back());
        const Array operand = random_values(type, shape, true, random, shape.size() == 3);
        const library::CallPointer call = library::make_top_k(type, shape, k);
        REQUIRE(call);
        Shape result = shape;
        result.back() = k;
        const std::vector<Array> results = run(*call, {operand}, {{type, result}, {ElementType::I32, result}}, 2);
        const reference::TopK expected = reference::top_k(operand, k);
        CHECK(std::equal(results[0].bytes(), results[0].bytes() + results[0].byte_count(), expected.values.bytes()));
        CHECK(same(results[1], expected.indices));
      }
  CHECK_FALSE(library::make_top_k(ElementType::F32, {4}, 5));
  CHECK_FALSE(library::make_top_k(ElementType::F8E5M2, {4}, 2));
}

TEST_CASE("results do not depend on the number of threads") {
  std::mt19937 random(7);
  const Array keys = random_values(ElementType::F32, {60, 300}, true, random);
  const Array values = random_values(ElementType::I64, {60, 300}, true, random);
  for (const int64_t dimension : {0, 1})
    for (const int threads : {1, 3}) {
      check_sort({keys}, dimension, {{0, false, SortOrder::Canonical}}, threads);
      check_sort({keys, values}, dimension, {{0, true, SortOrder::Plain}}, threads);
    }
}

TEST_CASE("what is refused") {
  SortSpec spec;
  spec.types = {ElementType::F8E5M2};
  spec.shape = {4};
  spec.keys = {{}};
  CHECK_FALSE(library::make_sort(spec));
  spec.types = {ElementType::F32};
  spec.dimension = 1;
  CHECK_FALSE(library::make_sort(spec));
  spec.dimension = 0;
  spec.keys[0].operand = 1;
  CHECK_FALSE(library::make_sort(spec));
}
