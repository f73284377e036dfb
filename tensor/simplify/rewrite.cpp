#include "tensor/simplify/rewrite.h"

#include <numeric>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {

Value Edit::elementwise(Operation *operation, ValueRange operands, Numbers shape) {
  Operation *copy = operation->cloneWithoutRegions();
  copy->setOperands(operands);
  copy->getResult(0).setType(RankedTensorType::get(shape, stablehlo::element_of(operation->getResult(0))));
  return rewriter.insert(copy)->getResult(0);
}

Value Edit::reshape(Value value, Numbers shape) {
  if (shape_of(value) == shape)
    return value;
  return make<ReshapeOp>(RankedTensorType::get(shape, stablehlo::element_of(value)), value);
}

Value Edit::transpose(Value value, Numbers permutation) {
  if (is_ascending(permutation))
    return value;
  return make<TransposeOp>(RankedTensorType::get(picked(shape_of(value), permutation), stablehlo::element_of(value)),
                           value, permutation);
}

Value Edit::broadcast(Value value, Numbers dimensions, Numbers shape) {
  if (shape_of(value) == shape && is_ascending(dimensions))
    return value;
  return make<BroadcastInDimOp>(RankedTensorType::get(shape, stablehlo::element_of(value)), value, dimensions);
}

Value Edit::slice(Value value, Numbers start, Numbers limit, Numbers strides) {
  Dimensions shape;
  for (size_t at = 0; at < start.size(); ++at)
    shape.push_back((limit[at] - start[at] + strides[at] - 1) / strides[at]);
  if (shape_of(value) == Numbers(shape))
    return value;
  return make<SliceOp>(RankedTensorType::get(shape, stablehlo::element_of(value)), value, start, limit, strides);
}

Value Edit::concatenate(ValueRange values, int64_t dimension) {
  if (values.size() == 1)
    return values.front();
  Dimensions shape(shape_of(values.front()));
  for (Value value : values.drop_front())
    shape[static_cast<size_t>(dimension)] += shape_of(value)[static_cast<size_t>(dimension)];
  return make<ConcatenateOp>(RankedTensorType::get(shape, stablehlo::element_of(values.front())), values,
                             static_cast<uint64_t>(dimension));
}

Value Edit::pad(Value value, Value padding, Numbers low, Numbers high, Numbers interior) {
  Dimensions shape(shape_of(value));
  for (size_t at = 0; at < shape.size(); ++at)
    shape[at] += low[at] + high[at] + std::max<int64_t>(shape[at] - 1, 0) * interior[at];
  auto is_zero = [](int64_t size) { return size == 0; };
  bool nothing = llvm::all_of(low, is_zero) && llvm::all_of(high, is_zero) && shape_of(value) == Numbers(shape);
  return nothing ? value
                 : make<PadOp>(RankedTensorType::get(shape, stablehlo::element_of(value)), value, padding, low, high,
                               interior);
}

int64_t count_of(Numbers shape) { return ShapedType::getNumElements(shape); }

Dimensions first_numbers(int64_t count) {
  Dimensions result(static_cast<size_t>(count));
  std::iota(result.begin(), result.end(), 0);
  return result;
}

bool is_ascending(Numbers numbers) { return llvm::is_sorted(numbers); }

Dimensions inverse(Numbers permutation) {
  Dimensions result(permutation.size());
  for (auto [at, to] : llvm::enumerate(permutation))
    result[static_cast<size_t>(to)] = static_cast<int64_t>(at);
  return result;
}

Dimensions picked(Numbers list, Numbers positions) {
  Dimensions result;
  for (int64_t position : positions)
    result.push_back(list[static_cast<size_t>(position)]);
  return result;
}

std::optional<Dimensions> place_in(Numbers shape, Numbers with_units) {
  Dimensions places;
  for (auto [at, size] : llvm::enumerate(with_units)) {
    if (places.size() < shape.size() && shape[places.size()] == size)
      places.push_back(static_cast<int64_t>(at));
    else if (size != 1)
      return std::nullopt;
  }
  return places.size() == shape.size() ? std::optional(places) : std::nullopt;
}

bool is_elementwise(Operation *operation) {
  return operation->getNumResults() == 1 && operation->getNumOperands() > 0 && operation->getNumRegions() == 0 &&
         (operation->hasTrait<OpTrait::Elementwise>() || isa<SelectOp, ClampOp>(operation));
}

bool is_integer_or_bool(Value value) { return isa<IntegerType>(stablehlo::element_of(value)); }
bool is_real_float(Value value) { return isa<FloatType>(stablehlo::element_of(value)); }

} // namespace cotangent::simplify
