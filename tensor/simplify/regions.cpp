#include "tensor/simplify/regions.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {

namespace {

bool is_plain_scalar(Value value) { return is_plain(value) && rank_of(value) == 0; }

} // namespace

bool can_lift(Region &region, ValueRange arguments) {
  Block &block = region.front();
  if (block.getNumArguments() != arguments.size())
    return false;
  for (auto [inner, outer] : llvm::zip(block.getArguments(), arguments))
    if (!is_plain_scalar(inner) || element_of(inner) != element_of(outer))
      return false;
  for (Operation &operation : block.without_terminator())
    if (!llvm::all_of(operation.getOperands(), is_plain_scalar) ||
        !llvm::all_of(operation.getResults(), is_plain_scalar) ||
        !(is_elementwise(&operation) || is_constant(operation.getResult(0))))
      return false;
  return llvm::all_of(block.back().getOperands(), is_plain_scalar);
}

SmallVector<Value> lift(Region &region, ValueRange arguments, Numbers shape, Edit &edit) {
  Block &block = region.front();
  IRMapping lifted;
  lifted.map(block.getArguments(), arguments);
  auto find = [&](Value value) {
    if (!lifted.contains(value)) {
      std::optional<Element> element = splat_of(value);
      lifted.map(value, element ? edit.splat(*element, RankedTensorType::get(shape, element_of(value)))
                                : edit.broadcast(value, {}, shape));
    }
    return lifted.lookup(value);
  };
  for (Operation &operation : block.without_terminator()) {
    if (is_constant(operation.getResult(0)))
      continue;
    SmallVector<Value> operands = llvm::map_to_vector(operation.getOperands(), find);
    lifted.map(operation.getResult(0), edit.elementwise(&operation, operands, shape));
  }
  return llvm::map_to_vector(block.back().getOperands(), find);
}

Operation *only_operation(Region &region) {
  Block &block = region.front();
  if (block.getNumArguments() != 2 || !llvm::hasNItems(block, 2))
    return nullptr;
  Operation *operation = &block.front();
  if (operation->getNumOperands() != 2 || operation->getNumResults() != 1 || !is_elementwise(operation) ||
      !has_plain_types(operation) || block.back().getNumOperands() != 1 ||
      block.back().getOperand(0) != operation->getResult(0))
    return nullptr;
  Value first = block.getArgument(0), second = block.getArgument(1);
  bool in_order = operation->getOperand(0) == first && operation->getOperand(1) == second;
  bool swapped = operation->getOperand(0) == second && operation->getOperand(1) == first;
  return in_order || (swapped && operation->hasTrait<OpTrait::IsCommutative>()) ? operation : nullptr;
}

bool returns_second(Region &region) {
  Block &block = region.front();
  return block.getNumArguments() == 2 && llvm::hasSingleElement(block) && block.back().getNumOperands() == 1 &&
         block.back().getOperand(0) == block.getArgument(1);
}

Folding folding_of(Operation *operation) {
  Type element = getElementTypeOrSelf(operation->getResult(0).getType());
  bool bits = isa<AndOp, OrOp>(operation);
  bool extreme = isa<MaximumOp, MinimumOp>(operation) && !isa<ComplexType>(element);
  bool boolean = element.isInteger(1) && isa<AddOp, MultiplyOp>(operation);
  bool sum_or_product = isa<AddOp, MultiplyOp>(operation) && isa<IntegerType>(element);
  return {bits || extreme || sum_or_product || isa<XorOp>(operation), bits || extreme || boolean};
}

} // namespace cotangent::simplify
