#include "tensor/differentiate/linearizer.h"

#include "tensor/rules/rule.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::differentiate {

Values captured_by(Operation *operation) {
  Values values;
  llvm::DenseSet<Value> seen;
  for (Region &region : operation->getRegions())
    visitUsedValuesDefinedAbove(region, region, [&](OpOperand *use) {
      if (seen.insert(use->get()).second)
        values.push_back(use->get());
    });
  return values;
}

Value placeholder(Build &build, Type type) {
  return build.make_operation<UnrealizedConversionCastOp>(TypeRange{type}, ValueRange{})->getResult(0);
}

std::string place_of(Operation *operation) {
  LocationAttr location = operation->getLoc();
  if (auto file = location.findInstanceOf<FileLineColLoc>())
    return file.getFilename().str() + ":" + std::to_string(file.getLine()) + ":" + std::to_string(file.getColumn());
  return operation->getName().getStringRef().str();
}

void Linearizer::seed(Value value, Value tangent) {
  tangents_[value] = tangent;
  linear_values_.insert(tangent);
}

bool Linearizer::depends_on_tangents(Operation *operation) const {
  auto linear = [&](Value value) { return is_linear(value); };
  return llvm::any_of(operation->getOperands(), linear) ||
         (operation->getNumRegions() != 0 && llvm::any_of(captured_by(operation), linear));
}

void Linearizer::run(Range range) {
  llvm::SmallVector<Operation *> operations;
  for (auto at = range.first; at != range.last; ++at)
    operations.push_back(&*at);
  for (Operation *operation : operations)
    visit(operation);
}

void Linearizer::visit(Operation *operation) {
  if (auto loop = dyn_cast<WhileOp>(operation))
    return visit_while(loop);
  if (isa<IfOp, CaseOp>(operation))
    return visit_branches(operation);
  if (has_own_derivative(operation))
    return visit_own_derivative(cast<CompositeOp>(operation));
  visit_straight(operation);
}

void Linearizer::visit_straight(Operation *operation) {
  if (operation->getNumRegions() != 0)
    for (Value value : captured_by(operation))
      if (tangent(value))
        tensor_rules::refuse(operation, "its region uses a value from outside that depends on what is differentiated; "
                                        "pass it as an operand");
  Values tangents = llvm::map_to_vector<6>(operation->getOperands(), [&](Value value) { return tangent(value); });
  if (llvm::none_of(tangents, [](Value value) { return value != nullptr; }))
    return;
  const tensor_rules::Rule *rule = tensor_rules::find_rule(operation);
  if (!rule)
    tensor_rules::refuse(operation, "there is no rule for it");
  if (!rule->forward)
    return;
  for (Value value : llvm::concat<Value>(llvm::to_vector(operation->getOperands()),
                                         llvm::to_vector_of<Value>(operation->getResults())))
    if (auto type = dyn_cast<RankedTensorType>(value.getType()); type && !type.hasStaticShape())
      throw Error("unsupported",
                  place_of(operation) + ": derivatives need known shapes; give the dimensions '?' their sizes");
  Operation *next = operation->getNextNode();
  OpBuilder::InsertionGuard guard(builder_);
  builder_.setInsertionPointAfter(operation);
  Build build(builder_, operation->getLoc());
  Values of_results = rule->forward({operation, tangents, build});
  classify(operation, next);
  set_tangents(operation, of_results);
}

void Linearizer::classify(Operation *operation, Operation *next) {
  for (Operation *made = operation->getNextNode(); made != next; made = made->getNextNode())
    if (depends_on_tangents(made))
      mark_linear(made);
}

void Linearizer::mark_linear(Operation *operation) {
  linear_part_.push_back(operation);
  linear_values_.insert(operation->result_begin(), operation->result_end());
}

void Linearizer::set_tangents(Operation *operation, ValueRange tangents) {
  if (tangents.size() != operation->getNumResults())
    throw Error("internal", "a rule gave a wrong number of tangents: " + operation->getName().getStringRef().str());
  for (auto [result, tangent] : llvm::zip(operation->getResults(), tangents)) {
    if (!tangent)
      continue;
    if (tangent.getType() != result.getType())
      throw Error("internal", "a rule gave a tangent of another type: " + operation->getName().getStringRef().str());
    if (is_linear(tangent)) // a tangent that no operation made of tangents is a constant zero
      tangents_[result] = tangent;
  }
}

void Linearizer::replace(ValueRange from, ValueRange to) {
  for (auto [old, now] : llvm::zip(from, to)) {
    old.replaceAllUsesWith(now);
    on_replaced_(old, now);
  }
}

llvm::SmallVector<Operation *> Linearizer::run_inside(Block &block) {
  llvm::SmallVector<Operation *> outside;
  std::swap(outside, linear_part_);
  run({&block, block.begin(), std::prev(block.end())});
  std::swap(outside, linear_part_);
  return outside;
}

void Linearizer::erase(Operation *operation) {
  auto forget = [&](Value value) {
    tangents_.erase(value);
    linear_values_.erase(value);
  };
  operation->walk([&](Operation *inner) {
    llvm::for_each(inner->getResults(), forget);
    for (Region &region : inner->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), forget);
  });
  operation->erase();
}

Value Linearizer::tangent_or_zero(Build &build, Value value) {
  Value known = tangent(value);
  return known ? known : build.zeros_like(value);
}

} // namespace cotangent::differentiate
