// Products of arrays over contracted dimensions, with one routine per size and layout behind them.
#pragma once

#include "core/elements/element_type.h"
#include "runtime/arrays/array.h"
#include "tensor/library/call.h"
#include "tensor/reference/linear_algebra.h"

#include <vector>

namespace cotangent::library {

/// dot_general. The result is row-major: batching dimensions, free ones of lhs, free ones of rhs.
struct Product {
  ElementType operand_type = ElementType::F32; // of both
  ElementType result_type = ElementType::F32;
  Shape lhs, rhs;
  /// Where operands lie, in elements per dimension: empty for row-major, 0 repeats a dimension. With these, transposed
  /// and broadcast operands need not be written out.
  std::vector<int64_t> lhs_strides, rhs_strides;
  reference::DotDimensions dimensions;
};

/// A call with the operands lhs and rhs. Null if the element types are not covered: both must be of one kind, floating
/// point or complex of 16 bits and more per part, or integers of 8 bits and more and booleans.
///
/// Sums are computed in f32 (f64 if a type is that wide, and integers wrap), in an order that depends on the sizes and
/// strides and the instruction set of the processor, never on threads; f16 and bf16 are rounded once, at the end.
/// Nothing is skipped: zeros times infinity give NaN.
CallPointer make_product(const Product &product);

} // namespace cotangent::library
