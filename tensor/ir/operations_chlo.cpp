// Constraints of the dialect chlo, and the code that TableGen makes for them.
#include "tensor/ir/infer.h"
#include "tensor/ir/text.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::chlo {

// --- elementwise -----------------------------------------------------------------------------------------------------
// Shapes are equal by a trait of all of these.
LogicalResult AcosOp::verify() { return verify_compatible_elements(*this); }
LogicalResult AcoshOp::verify() { return verify_compatible_elements(*this); }
LogicalResult AsinOp::verify() { return verify_compatible_elements(*this); }
LogicalResult AsinhOp::verify() { return verify_compatible_elements(*this); }
LogicalResult AtanOp::verify() { return verify_compatible_elements(*this); }
LogicalResult AtanhOp::verify() { return verify_compatible_elements(*this); }
LogicalResult BesselI1eOp::verify() { return verify_compatible_elements(*this); }
LogicalResult ConjOp::verify() { return verify_compatible_elements(*this); }
LogicalResult CoshOp::verify() { return verify_compatible_elements(*this); }
LogicalResult DigammaOp::verify() { return verify_compatible_elements(*this); }
LogicalResult ErfInvOp::verify() { return verify_compatible_elements(*this); }
LogicalResult ErfOp::verify() { return verify_compatible_elements(*this); }
LogicalResult ErfcOp::verify() { return verify_compatible_elements(*this); }
LogicalResult LgammaOp::verify() { return verify_compatible_elements(*this); }
LogicalResult SinhOp::verify() { return verify_compatible_elements(*this); }
LogicalResult SquareOp::verify() { return verify_compatible_elements(*this); }
LogicalResult TanOp::verify() { return verify_compatible_elements(*this); }

// --- broadcasting ----------------------------------------------------------------------------------------------------
/// Two sizes of which one may be 1. An unknown size may turn out to be 1, so a size other than 1 decides.
static FailureOr<int64_t> broadcast(int64_t first, int64_t second) {
  if (first == second || second == 1)
    return first;
  if (first == 1)
    return second;
  if (first == unknown || second == unknown)
    return first == unknown ? second : first;
  return failure();
}

/// Dimensions of the operand of lower rank go where `given` says, or to the last dimensions of the other.
static FailureOr<Shape> infer_broadcast(Refuse refuse, Numbers lhs, Numbers rhs, std::optional<Numbers> given) {
  Numbers large = lhs.size() >= rhs.size() ? lhs : rhs, small = lhs.size() >= rhs.size() ? rhs : lhs;
  int64_t rank = static_cast<int64_t>(large.size()), offset = rank - static_cast<int64_t>(small.size());
  Shape places = given ? Shape(*given) : llvm::to_vector(llvm::seq<int64_t>(offset, rank));
  if (failed(check_size(refuse, "broadcast_dimensions", places, static_cast<int64_t>(small.size()))) ||
      failed(check_dimensions(refuse, "broadcast_dimensions", places, rank)) ||
      failed(check_sorted(refuse, "broadcast_dimensions", places)))
    return failure();
  Shape shape(large);
  for (auto [size, at] : llvm::zip(small, places)) {
    FailureOr<int64_t> joined = broadcast(shape[at], size);
    if (failed(joined))
      return refuse() << "operands must have sizes that are equal or 1, but the shapes are " << to_text(lhs) << " and "
                      << to_text(rhs);
    shape[at] = *joined;
  }
  return shape;
}

static LogicalResult check_broadcast(Refuse refuse, Value lhs, Value rhs, std::optional<Numbers> dimensions,
                                     Value result) {
  if (!compatible_elements(element_of(lhs), element_of(rhs)))
    return refuse() << "operands must have one element type, but are " << lhs.getType() << " and " << rhs.getType();
  FailureOr<Shape> shape = infer_broadcast(refuse, shape_of(lhs), shape_of(rhs), dimensions);
  return failed(shape) ? failure() : check_shape(refuse, "result", *shape, result);
}

template <class Op> static LogicalResult check_broadcast(Op operation) {
  auto refuse = [&] { return operation.emitOpError(); };
  return failure(failed(check_element(refuse, "result", element_of(operation.getLhs()), operation.getResult())) ||
                 failed(check_broadcast(refuse, operation.getLhs(), operation.getRhs(),
                                        operation.getBroadcastDimensions(), operation.getResult())));
}

LogicalResult BroadcastAddOp::verify() { return check_broadcast(*this); }
LogicalResult BroadcastAndOp::verify() { return check_broadcast(*this); }
LogicalResult BroadcastAtan2Op::verify() { return check_broadcast(*this); }
LogicalResult BroadcastDivideOp::verify() { return check_broadcast(*this); }
LogicalResult BroadcastMaximumOp::verify() { return check_broadcast(*this); }
LogicalResult BroadcastMinimumOp::verify() { return check_broadcast(*this); }
LogicalResult BroadcastMultiplyOp::verify() { return check_broadcast(*this); }
LogicalResult BroadcastNextAfterOp::verify() { return check_broadcast(*this); }
LogicalResult BroadcastOrOp::verify() { return check_broadcast(*this); }
LogicalResult BroadcastPolygammaOp::verify() { return check_broadcast(*this); }
LogicalResult BroadcastPowerOp::verify() { return check_broadcast(*this); }
LogicalResult BroadcastRemainderOp::verify() { return check_broadcast(*this); }
LogicalResult BroadcastShiftLeftOp::verify() { return check_broadcast(*this); }
LogicalResult BroadcastShiftRightArithmeticOp::verify() { return check_broadcast(*this); }
LogicalResult BroadcastShiftRightLogicalOp::verify() { return check_broadcast(*this); }
LogicalResult BroadcastSubtractOp::verify() { return check_broadcast(*this); }
LogicalResult BroadcastXorOp::verify() { return check_broadcast(*this); }
LogicalResult BroadcastZetaOp::verify() { return check_broadcast(*this); }

LogicalResult BroadcastCompareOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  return check_broadcast(refuse, getLhs(), getRhs(), getBroadcastDimensions(), getResult());
}

LogicalResult BroadcastComplexOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  Type element = element_of(getLhs());
  if (!element.isF32() && !element.isF64())
    return emitOpError("operands must have elements of f32 or f64, but have ") << element;
  return failure(failed(check_element(refuse, "result", ComplexType::get(element), getResult())) ||
                 failed(check_broadcast(refuse, getLhs(), getRhs(), getBroadcastDimensions(), getResult())));
}

LogicalResult BroadcastSelectOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (!compatible_elements(element_of(getOnTrue()), element_of(getOnFalse())))
    return emitOpError("on_true and on_false must have one element type, but are ")
           << getOnTrue().getType() << " and " << getOnFalse().getType();
  FailureOr<Shape> values = infer_broadcast(refuse, shape_of(getOnTrue()), shape_of(getOnFalse()), std::nullopt);
  if (failed(values))
    return failure();
  FailureOr<Shape> shape = infer_broadcast(refuse, shape_of(getPred()), *values, std::nullopt);
  if (failed(shape))
    return failure();
  return failure(failed(check_element(refuse, "result", element_of(getOnTrue()), getResult())) ||
                 failed(check_shape(refuse, "result", *shape, getResult())));
}

// --- constants and order ---------------------------------------------------------------------------------------------
LogicalResult ConstantLikeOp::verify() {
  Type value = cast<TypedAttr>(getValue()).getType(), element = element_of(getResult());
  if (value == element)
    return success();
  return emitOpError("result must have elements of ") << value << ", the type of the value, but is " << getType();
}

LogicalResult TopKOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  int64_t count = static_cast<int64_t>(getK());
  Numbers operand = shape_of(getOperand());
  if (operand.empty())
    return emitOpError("operand must be of rank 1 or more, but is ") << getOperand().getType();
  if (count < 0 || (operand.back() != unknown && count > operand.back()))
    return emitOpError("k must be from 0 to the last dimension of ") << getOperand().getType() << ", but is " << count;
  Shape shape(operand);
  shape.back() = count;
  auto integer = dyn_cast<IntegerType>(element_of(getIndices()));
  if (!integer || integer.getWidth() == 1)
    return emitOpError("indices must be integers, but are ") << getIndices().getType();
  return failure(failed(check_type(refuse, "values", RankedTensorType::get(shape, element_of(getOperand())),
                                   getValues().getType())) ||
                 failed(check_shape(refuse, "indices", shape, getIndices())));
}

// --- products by groups ----------------------------------------------------------------------------------------------
static bool has(Numbers list, int64_t number) { return llvm::is_contained(list, number); }

static LogicalResult check_ragged_numbers(Refuse refuse, Numbers lhs, Numbers rhs,
                                          RaggedDotDimensionNumbersAttr numbers) {
  Numbers lhs_batching = numbers.getLhsBatchingDimensions(), rhs_batching = numbers.getRhsBatchingDimensions();
  Numbers lhs_contracting = numbers.getLhsContractingDimensions(),
          rhs_contracting = numbers.getRhsContractingDimensions();
  // Dimensions of groups are neither batching nor contracting; all else is as in a product without groups.
  auto plain =
      DotDimensionNumbersAttr::get(numbers.getContext(), lhs_batching, rhs_batching, lhs_contracting, rhs_contracting);
  if (failed(infer_dot_general(refuse, lhs, rhs, plain)))
    return failure();
  Numbers ragged = numbers.getLhsRaggedDimensions(), groups = numbers.getRhsGroupDimensions();
  if (ragged.size() != 1)
    return refuse() << "lhs must have one ragged dimension, but has " << to_text(ragged);
  Shape of_rhs(rhs_batching);
  llvm::append_range(of_rhs, rhs_contracting);
  llvm::append_range(of_rhs, groups);
  if (failed(check_range(refuse, "lhs_ragged_dimensions", ragged, static_cast<int64_t>(lhs.size()))) ||
      failed(check_dimensions(refuse, "dimension numbers of rhs", of_rhs, static_cast<int64_t>(rhs.size()))))
    return failure();
  bool summed = has(lhs_batching, ragged[0]) || has(lhs_contracting, ragged[0]);
  if (groups.size() == (summed ? 0 : 1))
    return success();
  return refuse() << "rhs must have " << (summed ? "no group dimension" : "one group dimension")
                  << " when the ragged dimension is "
                  << (summed ? "batching or contracting"
                             : "neither batching nor "
                               "contracting")
                  << ", but has " << to_text(groups);
}

/// Sizes of what each vector of group sizes belongs to: of the dimensions before the ragged one.
static Shape group_prefix(Numbers lhs, RaggedDotDimensionNumbersAttr numbers) {
  int64_t ragged = numbers.getLhsRaggedDimensions()[0];
  Numbers batching = numbers.getLhsBatchingDimensions(), contracting = numbers.getLhsContractingDimensions();
  Shape prefix;
  auto append_before = [&](Numbers list) {
    for (int64_t at : list) {
      if (at == ragged)
        break;
      prefix.push_back(lhs[at]);
    }
  };
  append_before(batching);
  if (has(batching, ragged))
    return prefix;
  if (has(contracting, ragged)) {
    append_before(contracting);
    return prefix;
  }
  for (int64_t at = 0; at < ragged; ++at)
    if (!has(batching, at) && !has(contracting, at))
      prefix.push_back(lhs[at]);
  return prefix;
}

LogicalResult RaggedDotOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  RaggedDotDimensionNumbersAttr numbers = getRaggedDotDimensionNumbers();
  Numbers lhs = shape_of(getLhs()), rhs = shape_of(getRhs()), sizes = shape_of(getGroupSizes());
  if (failed(check_ragged_numbers(refuse, lhs, rhs, numbers)))
    return failure();
  Shape prefix = group_prefix(lhs, numbers);
  if (sizes.empty() || (sizes.size() != 1 && !compatible_shapes(sizes.drop_back(), prefix)))
    return emitOpError("group_sizes must have the shape ")
           << to_text(prefix) << " and one dimension more, or one dimension, but is " << getGroupSizes().getType();
  int64_t ragged = numbers.getLhsRaggedDimensions()[0];
  Numbers groups = numbers.getRhsGroupDimensions();
  if (!groups.empty() && !compatible_dimensions(rhs[groups[0]], sizes.back()))
    return emitOpError("the group dimension of rhs must be of size ") << sizes.back() << ", the number of groups, but "
                                                                      << "is " << rhs[groups[0]];
  Shape shape;
  if (has(numbers.getLhsContractingDimensions(), ragged))
    shape.push_back(sizes.back());
  for (int64_t at : numbers.getLhsBatchingDimensions())
    shape.push_back(lhs[at]);
  for (auto [at, size] : llvm::enumerate(lhs))
    if (!has(numbers.getLhsBatchingDimensions(), at) && !has(numbers.getLhsContractingDimensions(), at))
      shape.push_back(size);
  for (auto [at, size] : llvm::enumerate(rhs))
    if (!has(numbers.getRhsBatchingDimensions(), at) && !has(numbers.getRhsContractingDimensions(), at) &&
        !has(groups, at))
      shape.push_back(size);
  return check_shape(refuse, "result", shape, getResult());
}

// --- scans -----------------------------------------------------------------------------------------------------------
/// What one step sees of tensors that it goes along.
static FailureOr<SmallVector<Type>> slices(Refuse refuse, StringRef name, TypeRange types, int64_t dimension,
                                           std::optional<uint64_t> steps) {
  SmallVector<Type> parts;
  for (Type type : types) {
    auto tensor = ranked(type);
    if (failed(check_range(refuse, ("dimension of " + name).str(), dimension, tensor.getRank())))
      return failure();
    Shape shape(tensor.getShape());
    if (steps && !compatible_dimensions(shape[dimension], static_cast<int64_t>(*steps)))
      return refuse() << name << " must be of size " << *steps << ", as scan_dim_size says, in dimension " << dimension
                      << ", but one is " << tensor;
    shape.erase(shape.begin() + dimension);
    parts.push_back(RankedTensorType::get(shape, tensor.getElementType()));
  }
  return parts;
}

LogicalResult ScanOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  int64_t dimension = static_cast<int64_t>(getDimension());
  std::optional<uint64_t> steps = getScanDimSize();
  if (!steps)
    for (Value input : getInputs())
      if (dimension < rank_of(input) && shape_of(input)[dimension] != unknown)
        steps = static_cast<uint64_t>(shape_of(input)[dimension]);
  FailureOr<SmallVector<Type>> arguments = slices(refuse, "inputs", getInputs().getTypes(), dimension, steps);
  FailureOr<SmallVector<Type>> returned = slices(refuse, "outputs", getOutputs().getTypes(), dimension, steps);
  if (failed(arguments) || failed(returned))
    return failure();
  llvm::append_range(*arguments, getInits().getTypes());
  llvm::append_range(*returned, getInits().getTypes());
  if (failed(check_types(refuse, "carries", getInits().getTypes(), getCarries().getTypes())) ||
      failed(check_arguments(refuse, "body", *arguments, getBody())))
    return failure();
  FailureOr<OperandRange> results = region_results(refuse, "body", getBody());
  return failed(results) ? failure() : check_types(refuse, "values that body returns", *returned, results->getTypes());
}

} // namespace cotangent::chlo

#define GET_OP_CLASSES
#include "tensor/ir/chlo.cpp.inc"
