#include "tensor/library/product_copy.h"

#include "tensor/library/product_matrix.h"

#include <algorithm>
#include <bit>
#include <type_traits>

namespace cotangent::library {

namespace {

struct Half {
  uint16_t bits;
};
struct Brain {
  uint16_t bits;
};
struct Truth {
  uint8_t bits;
};
template <class Part> struct Pair {
  Part real, imaginary;
};

constexpr uint32_t float_infinity = 0x7F800000;

float to_float(Brain value) { return std::bit_cast<float>(static_cast<uint32_t>(value.bits) << 16); }

/// The exponents differ by 112, which a product corrects for subnormal numbers too.
float to_float(Half value) {
  const uint32_t magnitude = static_cast<uint32_t>(value.bits & 0x7FFF) << 13;
  const uint32_t finite = std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) * 0x1p112F);
  const uint32_t special = magnitude >= 0x0F800000 ? magnitude | float_infinity : finite;
  return std::bit_cast<float>(special | static_cast<uint32_t>(value.bits & 0x8000) << 16);
}

Brain to_brain(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
  const bool is_nan = (bits & 0x7FFFFFFF) > float_infinity;
  return {static_cast<uint16_t>(is_nan ? (bits >> 16 & 0x8000) | 0x7FC0 : rounded)};
}

Half to_half(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value), magnitude = bits & 0x7FFFFFFF;
  uint32_t result;
  if (magnitude > float_infinity)
    result = 0x7E00;
  else if (magnitude >= 0x47800000) // 2^16
    result = 0x7C00;
  else if (magnitude < 0x38800000) // 2^-14: adding 1/2 rounds to multiples of 2^-24
    result = std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + 0.5F) - std::bit_cast<uint32_t>(0.5F);
  else
    result = (magnitude - (112U << 23) + 0xFFF + (magnitude >> 13 & 1)) >> 13;
  return {static_cast<uint16_t>(result | (bits >> 16 & 0x8000))};
}

template <class Number, class Source> Number to_number(Source value) {
  if constexpr (std::is_same_v<Source, Half> || std::is_same_v<Source, Brain>)
    return static_cast<Number>(to_float(value));
  else if constexpr (std::is_same_v<Source, Truth>)
    return static_cast<Number>(value.bits != 0);
  else
    return static_cast<Number>(value);
}

template <class Target, class Number> Target from_number(Number value) {
  if constexpr (std::is_same_v<Target, Half>)
    return to_half(static_cast<float>(value));
  else if constexpr (std::is_same_v<Target, Brain>)
    return to_brain(static_cast<float>(value));
  else if constexpr (std::is_same_v<Target, Truth>)
    return {static_cast<uint8_t>(value != 0)};
  else
    return static_cast<Target>(value);
}

/// Calls use(Source()) with the type in memory of the elements.
template <class Use> void with_source(ElementType type, Use use) {
  switch (type) {
  case ElementType::Bool:
    return use(Truth());
  case ElementType::I8:
    return use(int8_t());
  case ElementType::U8:
    return use(uint8_t());
  case ElementType::I16:
    return use(int16_t());
  case ElementType::U16:
    return use(uint16_t());
  case ElementType::I32:
    return use(int32_t());
  case ElementType::U32:
    return use(uint32_t());
  case ElementType::I64:
    return use(int64_t());
  case ElementType::U64:
    return use(uint64_t());
  case ElementType::F16:
    return use(Half());
  case ElementType::BF16:
    return use(Brain());
  case ElementType::F32:
    return use(float());
  case ElementType::F64:
    return use(double());
  case ElementType::C64:
    return use(Pair<float>());
  case ElementType::C128:
    return use(Pair<double>());
  default:
    return;
  }
}

template <class Source> constexpr bool is_pair = false;
template <class Part> constexpr bool is_pair<Pair<Part>> = true;
template <class Source>
constexpr bool is_floating = std::is_floating_point_v<Source> || std::is_same_v<Source, Half> ||
                             std::is_same_v<Source, Brain> || is_pair<Source>;

void simplify_dimensions(std::vector<CopyDimension> &dimensions) {
  std::erase_if(dimensions, [](const CopyDimension &dimension) { return dimension.size == 1; });
  std::ranges::sort(dimensions, [](const CopyDimension &left, const CopyDimension &right) {
    return std::pair(left.to, left.from) > std::pair(right.to, right.from);
  });
  for (size_t at = dimensions.size(); at-- > 1;) {
    CopyDimension &outer = dimensions[at - 1];
    const CopyDimension inner = dimensions[at];
    if (outer.from == inner.from * inner.size && outer.to == inner.to * inner.size) {
      outer = {outer.size * inner.size, inner.from, inner.to};
      dimensions.erase(dimensions.begin() + static_cast<ptrdiff_t>(at));
    }
  }
}

constexpr int64_t square = 16; // side of the squares in which rows become columns

/// All pairs of places, in squares over the two innermost dimensions if the sources lie closer in the outer one.
template <class Each>
void copy_rectangle(const CopyDimension &outer, const CopyDimension &inner, int64_t from, int64_t to, Each each) {
  if (outer.from >= inner.from) {
    for (int64_t i = 0; i < outer.size; ++i)
      for (int64_t j = 0; j < inner.size; ++j)
        each(from + i * outer.from + j * inner.from, to + i * outer.to + j * inner.to);
    return;
  }
  for (int64_t i = 0; i < outer.size; i += square)
    for (int64_t j = 0; j < inner.size; j += square)
      for (int64_t row = i; row < std::min(outer.size, i + square); ++row)
        for (int64_t column = j; column < std::min(inner.size, j + square); ++column)
          each(from + row * outer.from + column * inner.from, to + row * outer.to + column * inner.to);
}

/// Rows of one dimension whose elements are next to each other on both sides, for loops over vectors.
template <class Each> void copy_row(int64_t size, int64_t from, int64_t to, Each each) {
  for (int64_t j = 0; j < size; ++j)
    each(from + j, to + j);
}

/// Calls each(from, to) with the positions of every element. The dimension whose source is densest is put next to the
/// innermost one, and large copies are cut along the outermost. Where both are dense, rows become columns: that is left
/// to turn(outer, inner, from, to).
template <class Each, class Turn>
void for_each_place(std::vector<CopyDimension> dimensions, int threads, Each each, Turn turn) {
  if (dimensions.size() > 2 && dimensions.back().from != 1) {
    const auto dense = std::ranges::min_element(dimensions.begin(), dimensions.end() - 1, {},
                                                [](const CopyDimension &dimension) { return dimension.from; });
    std::rotate(dense, dense + 1, dimensions.end() - 1);
  }
  while (dimensions.size() < 2)
    dimensions.insert(dimensions.begin(), {1, 0, 0});
  const CopyDimension inner = dimensions.back();
  CopyDimension outer = dimensions[dimensions.size() - 2];
  dimensions.resize(dimensions.size() - 2);
  int64_t outermost = 1;
  for (const CopyDimension &dimension : dimensions)
    outermost *= dimension.size;
  const double operations = 8.0 * static_cast<double>(outermost) * static_cast<double>(outer.size * inner.size);
  const int used = threads_for(operations, threads);
  const int64_t rows = used > 1 ? std::max<int64_t>(square, outer.size / (4 * used) / square * square) : outer.size;
  const int64_t parts = (outer.size + rows - 1) / std::max<int64_t>(rows, 1);
  for_each_task(outermost * parts, used, [&](int64_t task) {
    const int64_t first = task % parts * rows;
    int64_t rest = task / parts, from = first * outer.from, to = first * outer.to;
    for (size_t at = dimensions.size(); at-- > 0;) {
      const int64_t index = rest % dimensions[at].size;
      rest /= dimensions[at].size;
      from += index * dimensions[at].from;
      to += index * dimensions[at].to;
    }
    const CopyDimension part = {std::min(rows, outer.size - first), outer.from, outer.to};
    if (inner.from == 1 && inner.to == 1)
      for (int64_t row = 0; row < part.size; ++row)
        copy_row(inner.size, from + row * part.from, to + row * part.to, each);
    else if (part.from == 1 && inner.to == 1)
      turn(part, inner, from, to);
    else
      copy_rectangle(part, inner, from, to, each);
  });
}

template <class Each> void for_each_place(const std::vector<CopyDimension> &dimensions, int threads, Each each) {
  for_each_place(dimensions, threads, each,
                 [each](const CopyDimension &outer, const CopyDimension &inner, int64_t from, int64_t to) {
                   copy_rectangle(outer, inner, from, to, each);
                 });
}

/// A copy of numbers that stay as they are.
template <class Number>
void copy_numbers(const std::vector<CopyDimension> &dimensions, const Number *from, Number *to, int threads) {
  for_each_place(
      dimensions, threads, [=](int64_t left, int64_t right) { to[right] = from[left]; },
      [=](const CopyDimension &outer, const CopyDimension &inner, int64_t left, int64_t right) {
        product_kernels<Number>().transpose(from + left, inner.from, inner.size, outer.size, to + right, outer.to);
      });
}

} // namespace

void StridedCopy::simplify() { simplify_dimensions(dimensions); }
void StridedResult::simplify() { simplify_dimensions(dimensions); }

template <class Number> void StridedCopy::run(const void *from, Number *to, int threads) const {
  with_source(from_type, [&]<class Source>(Source) {
    if constexpr (is_floating<Source> == std::is_floating_point_v<Number>) {
      const Source *const source = static_cast<const Source *>(from);
      if constexpr (std::is_same_v<Source, Number>)
        copy_numbers(dimensions, source, to, threads);
      else if constexpr (!is_pair<Source>)
        for_each_place(dimensions, threads,
                       [=](int64_t left, int64_t right) { to[right] = to_number<Number>(source[left]); });
      else if (form == CopyForm::Pairs)
        for_each_place(dimensions, threads, [=](int64_t left, int64_t right) {
          to[right] = static_cast<Number>(source[left].real);
          to[right + 1] = static_cast<Number>(source[left].imaginary);
        });
      else
        for_each_place(dimensions, threads, [=, distance = rotated_distance](int64_t left, int64_t right) {
          const Number real = static_cast<Number>(source[left].real);
          const Number imaginary = static_cast<Number>(source[left].imaginary);
          to[right] = real;
          to[right + 1] = imaginary;
          to[right + distance] = -imaginary;
          to[right + distance + 1] = real;
        });
    }
  });
}
template void StridedCopy::run(const void *, float *, int) const;
template void StridedCopy::run(const void *, double *, int) const;
template void StridedCopy::run(const void *, uint32_t *, int) const;
template void StridedCopy::run(const void *, uint64_t *, int) const;

template <class Number> void StridedResult::run(const Number *from, void *to, int threads) const {
  with_source(to_type, [&]<class Target>(Target) {
    if constexpr (is_floating<Target> == std::is_floating_point_v<Number>) {
      Target *const target = static_cast<Target *>(to);
      if constexpr (std::is_same_v<Target, Number>) {
        copy_numbers(dimensions, from, target, threads);
      } else if constexpr (is_pair<Target>) {
        for_each_place(dimensions, threads, [=](int64_t left, int64_t right) {
          using Part = decltype(target->real);
          target[right] = {static_cast<Part>(from[left]), static_cast<Part>(from[left + 1])};
        });
      } else {
        for_each_place(dimensions, threads,
                       [=](int64_t left, int64_t right) { target[right] = from_number<Target>(from[left]); });
      }
    }
  });
}
template void StridedResult::run(const float *, void *, int) const;
template void StridedResult::run(const double *, void *, int) const;
template void StridedResult::run(const uint32_t *, void *, int) const;
template void StridedResult::run(const uint64_t *, void *, int) const;

std::optional<NumberType> can_compute(ElementType operand, ElementType result) {
  const auto is_whole = [](ElementType type) {
    return type == ElementType::Bool || (is_integer(type) && facts_of(type).bits >= 8);
  };
  if (is_whole(operand) && is_whole(result) && (result != ElementType::Bool || operand == ElementType::Bool))
    return facts_of(result).bits == 64 ? NumberType::Unsigned64 : NumberType::Unsigned32;
  const bool complex = is_complex(operand);
  const bool known = complex || (is_float(operand) && facts_of(operand).bits >= 16);
  const bool same_kind = facts_of(operand).kind == facts_of(result).kind && (complex || facts_of(result).bits >= 16);
  if (!known || !same_kind)
    return std::nullopt;
  const bool wide = part_of(operand) == ElementType::F64 || part_of(result) == ElementType::F64;
  return wide ? NumberType::Double : NumberType::Float;
}

int64_t bytes_of(NumberType type) { return type == NumberType::Float || type == NumberType::Unsigned32 ? 4 : 8; }

bool is_stored_as(ElementType type, NumberType number) {
  switch (part_of(type)) {
  case ElementType::F32:
    return number == NumberType::Float;
  case ElementType::F64:
    return number == NumberType::Double;
  case ElementType::I32:
  case ElementType::U32:
    return number == NumberType::Unsigned32;
  case ElementType::I64:
  case ElementType::U64:
    return number == NumberType::Unsigned64;
  default:
    return false;
  }
}

} // namespace cotangent::library
