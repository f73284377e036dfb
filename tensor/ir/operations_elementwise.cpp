// Constraints of operations that work element by element, and the code that TableGen makes for them.
#include "tensor/ir/infer.h"
#include "tensor/ir/text.h"

using namespace mlir;

namespace cotangent::stablehlo {

/// Quantised results are left to the constraint on what they express.
static LogicalResult check_real_result(Refuse refuse, Value operand, Value result) {
  Type expected = real_part(element_of(operand));
  if (expressed(expected) == expressed(element_of(result)))
    return success();
  return refuse() << "result must have elements of " << expected << ", the parts of " << operand.getType()
                  << ", but is " << result.getType();
}

LogicalResult AbsOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  return check_real_result(refuse, getOperand(), getResult());
}
LogicalResult ImagOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  return check_real_result(refuse, getOperand(), getResult());
}
LogicalResult RealOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  return check_real_result(refuse, getOperand(), getResult());
}

LogicalResult ComplexOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  return check_element(refuse, "result", ComplexType::get(element_of(getLhs())), getResult());
}

LogicalResult ClampOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  for (auto [name, bound] : {std::pair("min", getMin()), std::pair("max", getMax())})
    if (rank_of(bound) != 0 && failed(check_shape(refuse, name, shape_of(getOperand()), bound)))
      return failure();
  return check_shape(refuse, "result", shape_of(getOperand()), getResult());
}

static bool fits(ComparisonType comparison, Type element) {
  switch (comparison) {
  case ComparisonType::NOTYPE:
    return true;
  case ComparisonType::FLOAT:
    return isa<FloatType, ComplexType>(element);
  case ComparisonType::TOTALORDER:
    return isa<FloatType>(element);
  case ComparisonType::SIGNED:
    return element.isSignlessInteger() && !element.isInteger(1);
  case ComparisonType::UNSIGNED:
    return element.isUnsignedInteger() || element.isInteger(1);
  }
  return false;
}

LogicalResult CompareOp::verify() {
  Type lhs = element_of(getLhs()), rhs = element_of(getRhs());
  if (!compatible_elements(lhs, rhs))
    return emitOpError("operands must have one element type, but have ") << lhs << " and " << rhs;
  std::optional<ComparisonType> comparison = getCompareType();
  Type element = expressed(lhs);
  if (comparison && !fits(*comparison, element))
    return emitOpError("compare_type ") << stringifyComparisonType(*comparison) << " does not fit elements of " << lhs;
  return success();
}

LogicalResult SelectOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_type(refuse, "on_false", getOnTrue().getType(), getOnFalse().getType())) ||
      failed(check_type(refuse, "result", getOnTrue().getType(), getType())) ||
      failed(check_type(refuse, "result", getOnFalse().getType(), getType())))
    return failure();
  return rank_of(getPred()) == 0 ? success() : check_shape(refuse, "pred", shape_of(getOnTrue()), getPred());
}

// --- quantised numbers -----------------------------------------------------------------------------------------------
LogicalResult UniformDequantizeOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  return check_element(refuse, "result", expressed(element_of(getOperand())), getResult());
}

LogicalResult UniformQuantizeOp::verify() {
  Type expected = expressed(element_of(getOperand())), actual = expressed(element_of(getResult()));
  if (expected == actual)
    return success();
  return emitOpError("result must express ") << expected << ", as the operand does, but expresses " << actual;
}

} // namespace cotangent::stablehlo

#define GET_OP_CLASSES
#include "tensor/ir/elementwise.cpp.inc"
