#include "tensor/plan/native.h"

#include "tensor/ir/dialects.h"
#include "tensor/reference/elementwise.h"
#include "tensor/vector_math/functions.h"

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
  return isa<stablehlo::CompareOp, stablehlo::ConvertOp, stablehlo::SelectOp, stablehlo::ReducePrecisionOp>(operation);
}

bool is_elementwise(Operation &operation) {
  if (is_special_elementwise(operation))
    return true;
  std::string_view name = operation.getName().getStringRef();
  return (operation.getNumOperands() == 1 && reference::unary_function(name)) ||
         (operation.getNumOperands() == 2 && reference::binary_function(name));
}

/// Of elements with equally many bits, or of as many to one as the last dimension has.
Reading reading_of_bitcast(stablehlo::BitcastConvertOp operation) {
  ElementType from = interpret::facts_of(operation.getOperand().getType()).type;
  ElementType to = interpret::facts_of(operation.getType()).type;
  if (is_complex(from) || is_complex(to))
    return Reading::Foreign;
  if (facts_of(from).bits == facts_of(to).bits)
    return Reading::Elementwise;
  return from == ElementType::Bool || to == ElementType::Bool ? Reading::Foreign : Reading::Moving;
}

/// A scalar from scalars, without loops.
bool is_scalar_operation(Operation &operation) {
  auto scalar = [](Type type) { return is_native(type) && cast<RankedTensorType>(type).getRank() == 0; };
  if (!llvm::all_of(operation.getOperandTypes(), scalar) || !llvm::all_of(operation.getResultTypes(), scalar))
    return false;
  if (isa<stablehlo::ReturnOp>(operation))
    return true;
  if (isa<stablehlo::ConstantOp>(operation))
    return is_immediate(operation.getResult(0));
  if (isa<stablehlo::IfOp, stablehlo::CaseOp>(operation))
    return llvm::all_of(operation.getRegions(), [](Region &region) { return is_scalar_region(region); });
  return operation.getNumRegions() == 0 &&
         (reading_of(operation) == Reading::Elementwise ||
          isa<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp, stablehlo::BroadcastOp>(operation));
}

} // namespace

bool is_immediate(mlir::Value value) {
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  auto elements = constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
  return elements && elements.isSplat() && is_native(constant.getType());
}

bool is_scalar_region(Region &region) {
  auto scalar = [](Type type) { return is_native(type) && cast<RankedTensorType>(type).getRank() == 0; };
  return region.hasOneBlock() && llvm::all_of(region.front().getArgumentTypes(), scalar) &&
         llvm::all_of(region.front(), is_scalar_operation);
}

Reading reading_of(Operation &operation) {
  if (!all_native(operation))
    return Reading::Foreign;
  if (isa<stablehlo::ConstantOp, stablehlo::IotaOp>(operation))
    return Reading::None;
  if (is_elementwise(operation))
    return Reading::Elementwise;
  if (auto bitcast = dyn_cast<stablehlo::BitcastConvertOp>(operation))
    return reading_of_bitcast(bitcast);
  if (isa<stablehlo::BroadcastInDimOp, stablehlo::BroadcastOp, stablehlo::ReshapeOp, stablehlo::TransposeOp,
          stablehlo::SliceOp, stablehlo::PadOp, stablehlo::ConcatenateOp, stablehlo::ReverseOp,
          stablehlo::DynamicSliceOp, stablehlo::GatherOp>(operation))
    return Reading::Moving;
  if (auto map = dyn_cast<stablehlo::MapOp>(operation))
    return is_scalar_region(map.getComputation()) ? Reading::Elementwise : Reading::Foreign;
  if (auto reduce = dyn_cast<stablehlo::ReduceOp>(operation))
    return is_scalar_region(reduce.getBody()) ? Reading::Reducing : Reading::Foreign;
  if (auto window = dyn_cast<stablehlo::ReduceWindowOp>(operation))
    return is_scalar_region(window.getBody()) ? Reading::Reducing : Reading::Foreign;
  if (auto scatter = dyn_cast<stablehlo::SelectAndScatterOp>(operation))
    return is_scalar_region(scatter.getSelect()) && is_scalar_region(scatter.getScatter()) ? Reading::Reducing
                                                                                           : Reading::Foreign;
  if (isa<stablehlo::DynamicUpdateSliceOp>(operation))
    return Reading::Updating;
  if (auto scatter = dyn_cast<stablehlo::ScatterOp>(operation))
    return is_scalar_region(scatter.getUpdateComputation()) ? Reading::Updating : Reading::Foreign;
  return Reading::Foreign;
}

size_t updated_operands(Operation &operation) {
  return reading_of(operation) == Reading::Updating ? operation.getNumResults() : 0;
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
                                                  "bitcast_convert",
                                                  "reduce_precision"};
  return cheap.contains(name) ? 1 : 20;
}

bool may_run_twice(Operation &operation) {
  return operation
      .walk([](Operation *inner) {
        auto *function = vector_math::function_of_operation(std::string_view(inner->getName().stripDialect()));
        return function && vector_math::is_bounded(*function) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace cotangent::plan
