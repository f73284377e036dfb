#include "tensor/plan/native.h"

#include "tensor/ir/dialects.h"
#include "tensor/reference/elementwise.h"

#include <set>

using namespace mlir;

namespace cotangent::plan {

bool is_native(ElementType type) {
  switch (type) {
  case ElementType::Bool:
  case ElementType::I8:
  case ElementType::I16:
  case ElementType::I32:
  case ElementType::I64:
  case ElementType::U8:
  case ElementType::U16:
  case ElementType::U32:
  case ElementType::U64:
  case ElementType::BF16:
  case ElementType::F16:
  case ElementType::F32:
  case ElementType::F64:
  case ElementType::C64:
  case ElementType::C128:
    return true;
  default:
    return false;
  }
}

bool is_native(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() || interpret::quantization_of(tensor.getElementType()))
    return false;
  std::optional<ElementType> element = interpret::element_type_of(tensor.getElementType());
  return element && is_native(*element);
}

namespace {

bool all_native(Operation &operation) {
  auto native = [](Type type) { return is_native(type); };
  return llvm::all_of(operation.getOperandTypes(), native) && llvm::all_of(operation.getResultTypes(), native);
}

/// Elementwise operations that are no plain function of one or two elements.
bool is_special_elementwise(Operation &operation) {
  if (isa<stablehlo::ClampOp>(operation))
    return !isa<ComplexType>(getElementTypeOrSelf(operation.getResult(0).getType()));
  return isa<stablehlo::CompareOp, stablehlo::ConvertOp, stablehlo::SelectOp>(operation);
}

bool is_elementwise(Operation &operation) {
  if (is_special_elementwise(operation))
    return true;
  std::string_view name = operation.getName().getStringRef();
  return (operation.getNumOperands() == 1 && reference::unary_function(name)) ||
         (operation.getNumOperands() == 2 && reference::binary_function(name));
}

/// The same number of bits in operand and result.
bool keeps_width(stablehlo::BitcastConvertOp operation) {
  auto width = [](Type type) { return facts_of(interpret::facts_of(type).type).bits; };
  return width(operation.getOperand().getType()) == width(operation.getType()) &&
         !is_complex(interpret::facts_of(operation.getType()).type) &&
         !is_complex(interpret::facts_of(operation.getOperand().getType()).type);
}

/// The region computes on the element types of the operation's operands and results: nothing is converted on the way.
bool has_its_types(Operation &operation, Region &region) {
  auto element = [](Type type) { return getElementTypeOrSelf(type); };
  Type first = element(operation.getResult(0).getType());
  bool alike = llvm::all_of(operation.getResultTypes(), [&](Type type) { return element(type) == first; });
  if (alike)
    return llvm::all_of(region.front().getArgumentTypes(), [&](Type type) { return element(type) == first; }) &&
           element(operation.getOperand(0).getType()) == first;
  size_t count = operation.getNumResults();
  for (size_t at = 0; at < region.front().getNumArguments(); ++at)
    if (element(region.front().getArgument(at).getType()) != element(operation.getOperand(at % count).getType()) ||
        element(operation.getOperand(at % count).getType()) != element(operation.getResult(at % count).getType()))
      return false;
  return true;
}

bool is_region_of(Operation &operation, Region &region) {
  return is_scalar_region(region) && has_its_types(operation, region);
}

} // namespace

bool is_immediate(mlir::Value value) {
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  auto elements = constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
  return elements && elements.isSplat() && is_native(constant.getType());
}

bool is_scalar_region(Region &region) {
  if (!region.hasOneBlock())
    return false;
  for (Type type : region.front().getArgumentTypes())
    if (!is_native(type) || cast<RankedTensorType>(type).getRank() != 0)
      return false;
  for (Operation &operation : region.front()) {
    for (mlir::Value operand : operation.getOperands())
      if (operand.getParentRegion() != &region)
        if (!is_immediate(operand))
          return false;
    if (isa<stablehlo::ReturnOp>(operation))
      continue;
    if (!all_native(operation) || operation.getNumRegions() != 0)
      return false;
    for (Type type : operation.getResultTypes())
      if (cast<RankedTensorType>(type).getRank() != 0)
        return false;
    if (isa<stablehlo::ConstantOp>(operation) ? !is_immediate(operation.getResult(0))
                                              : !is_elementwise(operation) && !isa<stablehlo::ReshapeOp>(operation))
      return false;
  }
  return true;
}

Reading reading_of(Operation &operation) {
  if (!all_native(operation))
    return Reading::Foreign;
  if (isa<stablehlo::ConstantOp, stablehlo::IotaOp>(operation))
    return Reading::None;
  if (is_elementwise(operation))
    return Reading::Elementwise;
  if (auto bitcast = dyn_cast<stablehlo::BitcastConvertOp>(operation))
    return keeps_width(bitcast) ? Reading::Elementwise : Reading::Foreign;
  if (isa<stablehlo::BroadcastInDimOp, stablehlo::BroadcastOp, stablehlo::ReshapeOp, stablehlo::TransposeOp,
          stablehlo::SliceOp, stablehlo::PadOp, stablehlo::ConcatenateOp, stablehlo::ReverseOp,
          stablehlo::DynamicSliceOp, stablehlo::GatherOp>(operation))
    return Reading::Moving;
  if (auto map = dyn_cast<stablehlo::MapOp>(operation))
    return is_scalar_region(map.getComputation()) ? Reading::Elementwise : Reading::Foreign;
  if (auto reduce = dyn_cast<stablehlo::ReduceOp>(operation))
    return is_region_of(operation, reduce.getBody()) ? Reading::Reducing : Reading::Foreign;
  if (auto window = dyn_cast<stablehlo::ReduceWindowOp>(operation))
    return is_region_of(operation, window.getBody()) ? Reading::Reducing : Reading::Foreign;
  if (auto scatter = dyn_cast<stablehlo::SelectAndScatterOp>(operation))
    return is_region_of(operation, scatter.getSelect()) && is_region_of(operation, scatter.getScatter())
               ? Reading::Reducing
               : Reading::Foreign;
  if (isa<stablehlo::DynamicUpdateSliceOp>(operation))
    return Reading::Updating;
  if (auto scatter = dyn_cast<stablehlo::ScatterOp>(operation))
    return scatter.getInputs().size() == 1 && is_region_of(operation, scatter.getUpdateComputation())
               ? Reading::Updating
               : Reading::Foreign;
  return Reading::Foreign;
}

int64_t cost_of(Operation &operation) {
  if (isa<stablehlo::ConstantOp, stablehlo::IotaOp, stablehlo::BroadcastInDimOp, stablehlo::BroadcastOp,
          stablehlo::ReshapeOp, stablehlo::TransposeOp, stablehlo::SliceOp, stablehlo::ReverseOp>(operation))
    return 0;
  if (isa<stablehlo::DivideOp, stablehlo::SqrtOp, stablehlo::RsqrtOp>(operation))
    return 8;
  if (isa<stablehlo::GatherOp, stablehlo::PadOp, stablehlo::ConcatenateOp, stablehlo::DynamicSliceOp>(operation))
    return 2;
  StringRef name = operation.getName().stripDialect();
  static const std::set<llvm::StringRef> cheap = {"abs",
                                                  "add",
                                                  "ceil",
                                                  "floor",
                                                  "multiply",
                                                  "negate",
                                                  "sign",
                                                  "square",
                                                  "subtract",
                                                  "and",
                                                  "not",
                                                  "or",
                                                  "xor",
                                                  "compare",
                                                  "select",
                                                  "clamp",
                                                  "convert",
                                                  "maximum",
                                                  "real",
                                                  "imag",
                                                  "complex",
                                                  "conj",
                                                  "is_finite",
                                                  "is_inf",
                                                  "minimum",
                                                  "shift_left",
                                                  "shift_right_logical",
                                                  "shift_right_arithmetic",
                                                  "round_nearest_even",
                                                  "bitcast_convert"};
  return cheap.contains(name) ? 1 : 20;
}

} // namespace cotangent::plan
