// Shapes of what is cut out, joined and moved.
#include "tensor/ir/infer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace cotangent::stablehlo {

FailureOr<Type> infer_concatenate(Refuse refuse, ValueRange inputs, int64_t dimension) {
  if (inputs.empty())
    return refuse() << "needs at least one input";
  auto first = ranked(inputs.front().getType());
  if (failed(check_range(refuse, "dimension", dimension, first.getRank())))
    return failure();
  Shape shape(first.getShape());
  shape[dimension] = 0;
  for (Value input : inputs) {
    Numbers other = shape_of(input);
    for (int64_t at = 0, rank = first.getRank(); at < rank; ++at) {
      if (other.size() != shape.size() || (at != dimension && !compatible_dimensions(shape[at], other[at])))
        return refuse() << "inputs must have one shape but for dimension " << dimension << ", but have "
                        << to_text(inputs.getTypes());
      if (at != dimension)
        shape[at] = merge(shape[at], other[at]);
    }
    if (shape[dimension] == unknown || other[dimension] == unknown)
      shape[dimension] = unknown;
    else if (__builtin_add_overflow(shape[dimension], other[dimension], &shape[dimension]))
      return refuse() << "the sum of dimension " << dimension << " of the inputs is too large";
  }
  return Type(RankedTensorType::get(shape, first.getElementType()));
}

FailureOr<Type> infer_slice(Refuse refuse, RankedTensorType operand, Numbers start, Numbers limit, Numbers strides) {
  int64_t rank = operand.getRank();
  if (failed(check_size(refuse, "start_indices", start, rank)) ||
      failed(check_size(refuse, "limit_indices", limit, rank)) ||
      failed(check_size(refuse, "strides", strides, rank)) ||
      failed(check_at_least(refuse, "start_indices", start, 0)) ||
      failed(check_at_least(refuse, "strides", strides, 1)))
    return failure();
  Shape shape;
  for (int64_t at = 0; at < rank; ++at) {
    int64_t size = operand.getDimSize(at);
    if (limit[at] < start[at] || (size != unknown && limit[at] > size))
      return refuse() << "slice " << start[at] << ':' << limit[at] << " must lie in dimension " << at << " of "
                      << operand;
    shape.push_back(llvm::divideCeil(static_cast<uint64_t>(limit[at] - start[at]), static_cast<uint64_t>(strides[at])));
  }
  return Type(RankedTensorType::get(shape, operand.getElementType()));
}

FailureOr<Type> infer_dynamic_slice(Refuse refuse, RankedTensorType operand, Numbers sizes) {
  if (failed(check_size(refuse, "slice_sizes", sizes, operand.getRank())) ||
      failed(check_at_least(refuse, "slice_sizes", sizes, 0)))
    return failure();
  for (auto [size, dimension] : llvm::zip(sizes, operand.getShape()))
    if (dimension != unknown && size > dimension)
      return refuse() << "slice_sizes must not exceed the operand " << operand << ", but are " << to_text(sizes);
  return Type(RankedTensorType::get(sizes, operand.getElementType()));
}

/// One dimension with edges and gaps; nothing if that is negative or too large.
static std::optional<int64_t> padded(int64_t size, int64_t low, int64_t high, int64_t interior) {
  int64_t gaps = 0, total = 0;
  if (__builtin_mul_overflow(std::max<int64_t>(size - 1, 0), interior, &gaps) ||
      __builtin_add_overflow(size, gaps, &total) || __builtin_add_overflow(total, low, &total) ||
      __builtin_add_overflow(total, high, &total) || total < 0)
    return std::nullopt;
  return total;
}

FailureOr<Type> infer_pad(Refuse refuse, RankedTensorType operand, Numbers low, Numbers high, Numbers interior) {
  int64_t rank = operand.getRank();
  if (failed(check_size(refuse, "edge_padding_low", low, rank)) ||
      failed(check_size(refuse, "edge_padding_high", high, rank)) ||
      failed(check_size(refuse, "interior_padding", interior, rank)) ||
      failed(check_at_least(refuse, "interior_padding", interior, 0)))
    return failure();
  Shape shape;
  for (int64_t at = 0; at < rank; ++at) {
    int64_t size = operand.getDimSize(at);
    std::optional<int64_t> result = size == unknown ? unknown : padded(size, low[at], high[at], interior[at]);
    if (!result)
      return refuse() << "padding must leave a size of at least 0, but dimension " << at << " of " << operand
                      << " is padded by " << low[at] << " and " << high[at];
    shape.push_back(*result);
  }
  return Type(RankedTensorType::get(shape, operand.getElementType()));
}

FailureOr<Shape> infer_transpose(Refuse refuse, Numbers operand, Numbers permutation) {
  int64_t rank = static_cast<int64_t>(operand.size());
  if (failed(check_size(refuse, "permutation", permutation, rank)) ||
      failed(check_dimensions(refuse, "permutation", permutation, rank)))
    return failure();
  return llvm::map_to_vector(permutation, [&](int64_t from) { return operand[from]; });
}

} // namespace cotangent::stablehlo
