// Regions on scalars: bodies of reductions, scatters and sorts.
#include "tensor/emit/kernel.h"

#include "tensor/interpret/types.h"
#include "tensor/ir/dialects.h"

using namespace llvm;

namespace cotangent::emit {
namespace {

ElementType element_of(mlir::Value value) { return interpret::facts_of(value.getType()).type; }

} // namespace

SmallVector<ElementType> KernelEmitter::result_types() const {
  SmallVector<ElementType> types;
  for (mlir::Value result : kernel_.root->getResults())
    types.push_back(element_of(result));
  return types;
}

SmallVector<ElementType> KernelEmitter::operand_types(size_t count) const {
  SmallVector<ElementType> types;
  for (mlir::Value operand : kernel_.root->getOperands().take_front(count))
    types.push_back(element_of(operand));
  return types;
}

Scalar KernelEmitter::initial_element(mlir::Value value, size_t result) {
  Scalar found = element(value, Position{{}, index(0)});
  return scalars_.convert(element_of(value), result_type(result), found);
}

KernelEmitter::Scalars KernelEmitter::region(mlir::Region &region, ArrayRef<Scalar> arguments,
                                             ArrayRef<ElementType> types) {
  DenseMap<mlir::Value, Scalar> values;
  for (auto [argument, value, type] : zip(region.getArguments(), arguments, types))
    values[argument] = scalars_.convert(type, element_of(argument), value);
  Scalars results;
  run_block(region.front(), values, results);
  return results;
}

/// Both branches are computed: they are short and have no effects.
KernelEmitter::Scalars KernelEmitter::branches(mlir::Operation &operation, DenseMap<mlir::Value, Scalar> &values) {
  Scalar selector = values.lookup(operation.getOperand(0));
  size_t count = operation.getNumRegions();
  Scalars chosen;
  for (size_t at = count; at-- > 0;) { // the last one if the index is out of range
    Scalars results;
    run_block(operation.getRegion(static_cast<unsigned>(at)).front(), values, results);
    Value *taken = mlir::isa<stablehlo::IfOp>(operation)
                       ? selector.real
                       : builder_.CreateICmpEQ(selector.real, builder_.getInt32(static_cast<uint32_t>(at)));
    for (size_t result = 0; result < results.size(); ++result)
      if (at + 1 == count)
        chosen.push_back(results[result]);
      else
        chosen[result] = scalars_.select(taken, results[result], chosen[result]);
  }
  return chosen;
}

void KernelEmitter::run_block(mlir::Block &block, DenseMap<mlir::Value, Scalar> &values, Scalars &results) {
  auto value_of = [&](mlir::Value value) {
    auto [found, is_new] = values.try_emplace(value);
    if (is_new)
      found->second = element(value, Position{{}, index(0)}); // from outside
    return found->second;
  };
  for (mlir::Operation &operation : block.without_terminator()) {
    if (mlir::isa<stablehlo::ConstantOp>(operation))
      continue;
    Scalars operands;
    for (mlir::Value operand : operation.getOperands())
      operands.push_back(value_of(operand));
    if (mlir::isa<stablehlo::IfOp, stablehlo::CaseOp>(operation)) {
      for (auto [result, value] : zip(operation.getResults(), branches(operation, values)))
        values[result] = value;
      continue;
    }
    bool moves = mlir::isa<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp, stablehlo::BroadcastOp>(operation);
    values[operation.getResult(0)] = moves ? operands[0] : scalars_.elementwise(operation, operands);
  }
  for (mlir::Value result : block.back().getOperands())
    results.push_back(value_of(result));
}

void KernelEmitter::combine_into_results(mlir::Region &body, Value *number, ArrayRef<Scalar> changes,
                                         ArrayRef<ElementType> types) {
  Scalars arguments;
  SmallVector<ElementType> all_types = result_types();
  for (size_t at = 0; at < changes.size(); ++at)
    arguments.push_back(scalars_.load(result_type(at), pointer(kernel_.results[at]), number));
  arguments.append(changes.begin(), changes.end());
  all_types.append(types.begin(), types.end());
  Scalars combined = region(body, arguments, all_types);
  for (size_t at = 0; at < changes.size(); ++at)
    scalars_.store(result_type(at), combined[at], pointer(kernel_.results[at]), number);
}

Function *KernelEmitter::emit_comparator(const std::string &name) {
  auto sort = mlir::cast<stablehlo::SortOp>(kernel_.root);
  Type *number = builder_.getInt64Ty(), *status = builder_.getInt32Ty();
  function_ = Function::Create(FunctionType::get(status, {builder_.getPtrTy(), number, number}, false),
                               Function::InternalLinkage, name, module_);
  function_->setDoesNotThrow();
  builder_.SetInsertPoint(BasicBlock::Create(builder_.getContext(), "entry", function_));
  for (const plan::Leaf &leaf : kernel_.leaves) {
    Value *slot = builder_.CreateConstInBoundsGEP1_64(builder_.getPtrTy(), function_->getArg(0),
                                                      static_cast<uint64_t>(leaf.buffer));
    pointers_[leaf.buffer] = builder_.CreateLoad(builder_.getPtrTy(), slot);
  }
  Scalars arguments;
  SmallVector<ElementType> types;
  for (mlir::Value input : sort.getInputs())
    for (unsigned side : {1U, 2U}) {
      arguments.push_back(element(input, Position{{}, function_->getArg(side)}));
      types.push_back(element_of(input));
    }
  Scalar before = region(sort.getComparator(), arguments, types).front();
  builder_.CreateRet(builder_.CreateZExt(before.real, status));
  return function_;
}

} // namespace cotangent::emit
