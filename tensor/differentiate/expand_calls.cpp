#include "tensor/differentiate/expand_calls.h"

#include "tensor/differentiate/custom.h"
#include "tensor/differentiate/linearizer.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::differentiate {

namespace {

constexpr int deepest = 100;

FlatSymbolRefAttr callee_of(Operation *operation) {
  if (auto call = dyn_cast<func::CallOp>(operation))
    return call.getCalleeAttr();
  if (auto composite = dyn_cast<CompositeOp>(operation); composite && !has_own_derivative(operation))
    return composite.getDecompositionAttr();
  return {};
}

class Expander {
public:
  Expander(OpBuilder &builder, llvm::function_ref<void(Value, Value)> on_replaced)
      : builder_(builder), on_replaced_(on_replaced) {}

  void expand(Block::iterator first, Block::iterator last, int depth) {
    llvm::SmallVector<Operation *> operations;
    for (auto at = first; at != last; ++at)
      operations.push_back(&*at);
    for (Operation *operation : operations) {
      if (FlatSymbolRefAttr callee = callee_of(operation))
        expand_call(operation, callee, depth);
      else if (isa<chlo::ScanOp>(operation))
        replace_scan(operation, depth);
      else
        for (Region &region : operation->getRegions())
          for (Block &block : region)
            expand(block.begin(), block.end(), depth);
    }
  }

private:
  void replace_scan(Operation *scan, int depth) {
    for (Type type :
         llvm::concat<Type>(llvm::to_vector(scan->getOperandTypes()), llvm::to_vector(scan->getResultTypes())))
      if (!cast<RankedTensorType>(type).hasStaticShape())
        throw Error("unsupported",
                    place_of(scan) + ": derivatives need known shapes; give the dimensions '?' their sizes");
    OpBuilder::InsertionGuard guard(builder_);
    builder_.setInsertionPoint(scan);
    Build build(builder_, scan->getLoc());
    Operation *before = scan->getPrevNode();
    Values results = expand_scan(build, scan);
    for (auto [result, now] : llvm::zip(scan->getResults(), results)) {
      result.replaceAllUsesWith(now);
      on_replaced_(result, now);
    }
    Block *block = scan->getBlock();
    expand(before ? std::next(before->getIterator()) : block->begin(), scan->getIterator(), depth);
    scan->erase();
  }

  void expand_call(Operation *call, FlatSymbolRefAttr callee, int depth) {
    OpBuilder::InsertionGuard guard(builder_);
    builder_.setInsertionPoint(call);
    Operation *before = call->getPrevNode();
    Values results = clone_function(call, callee, call->getOperands(), depth);
    for (auto [result, now] : llvm::zip(call->getResults(), results)) {
      result.replaceAllUsesWith(now);
      on_replaced_(result, now);
    }
    Block *block = call->getBlock();
    expand(before ? std::next(before->getIterator()) : block->begin(), call->getIterator(), depth + 1);
    call->erase();
  }

public:
  Values clone_function(Operation *call, FlatSymbolRefAttr callee, ValueRange operands, int depth) {
    auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, callee);
    if (!function || function.isExternal())
      throw Error("unsupported",
                  place_of(call) + ": the function " + callee.getValue().str() + " is not in the module");
    if (depth > deepest)
      throw Error("unsupported", place_of(call) + ": calls are nested too deep, or the function calls itself");
    if (!function.getBody().hasOneBlock())
      throw Error("unsupported", place_of(call) + ": the function " + callee.getValue().str() + " has several blocks");
    if (TypeRange(function.getArgumentTypes()) != TypeRange(operands))
      throw Error("unsupported", place_of(call) + ": the function " + callee.getValue().str() +
                                     " takes arguments of other types than it is called with");
    IRMapping mapping;
    mapping.map(function.getArguments(), operands);
    for (Operation &operation : function.front().without_terminator())
      builder_.clone(operation, mapping);
    Values results;
    for (Value value : function.front().getTerminator()->getOperands())
      results.push_back(mapping.lookupOrDefault(value));
    return results;
  }

private:
  OpBuilder &builder_;
  llvm::function_ref<void(Value, Value)> on_replaced_;
};

} // namespace

void expand_calls(OpBuilder &builder, Block::iterator first, Block::iterator last,
                  llvm::function_ref<void(Value, Value)> on_replaced) {
  Expander(builder, on_replaced).expand(first, last, 0);
}

Values expand_function(OpBuilder &builder, Operation *call, FlatSymbolRefAttr callee, ValueRange operands) {
  Values results;
  auto on_replaced = [&](Value from, Value to) { llvm::replace(results, from, to); };
  Block *block = builder.getInsertionBlock();
  Block::iterator end = builder.getInsertionPoint();
  Operation *before = end == block->begin() ? nullptr : &*std::prev(end);
  Expander expander(builder, on_replaced);
  results = expander.clone_function(call, callee, operands, 0);
  expander.expand(before ? std::next(before->getIterator()) : block->begin(), end, 1);
  return results;
}

} // namespace cotangent::differentiate
