#include "tensor/rules/expansion.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace cotangent::tensor_rules {

namespace {

void linearize(Build &build, Operation *operation, llvm::DenseMap<Value, Value> &tangents) {
  Values of_operands = llvm::map_to_vector<6>(operation->getOperands(), [&](Value v) { return tangents.lookup(v); });
  if (llvm::none_of(of_operands, [](Value tangent) { return tangent != nullptr; }))
    return;
  const Rule *rule = find_rule(operation);
  if (!rule)
    refuse(operation, "the operation has no rule");
  if (!rule->forward)
    return;
  OpBuilder::InsertionGuard guard(build.builder);
  build.builder.setInsertionPointAfter(operation);
  Values of_results = rule->forward({operation, of_operands, build});
  for (auto [result, tangent] : llvm::zip(operation->getResults(), of_results))
    if (tangent)
      tangents[result] = tangent;
}

} // namespace

Expansion expand(Build &build, ValueRange inputs, ArrayRef<Value> tangents, llvm::function_ref<Values(Build &)> make) {
  llvm::DenseMap<Value, Value> known;
  for (auto [input, tangent] : llvm::zip(inputs, tangents))
    if (tangent)
      known[input] = tangent;
  Block *block = build.builder.getInsertionBlock();
  Block::iterator end = build.builder.getInsertionPoint();
  Operation *before = end == block->begin() ? nullptr : &*std::prev(end);
  Expansion expansion{make(build), {}};
  SmallVector<Operation *> made;
  for (auto at = before ? std::next(before->getIterator()) : block->begin(); at != end; ++at)
    made.push_back(&*at);
  for (Operation *operation : made)
    linearize(build, operation, known);
  for (Value result : expansion.results)
    expansion.tangents.push_back(known.lookup(result));
  return expansion;
}

} // namespace cotangent::tensor_rules
