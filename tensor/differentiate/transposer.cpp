#include "tensor/differentiate/transposer.h"

#include "tensor/differentiate/linearizer.h"
#include "tensor/rules/rule.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::differentiate {

void erase_unused(llvm::ArrayRef<Operation *> operations) {
  for (Operation *operation : llvm::reverse(operations))
    if (operation->use_empty())
      operation->erase();
}

llvm::SmallVector<Operation *> linear_operations(Block &block, llvm::DenseSet<Value> &linear_values) {
  llvm::SmallVector<Operation *> result;
  auto linear = [&](Value value) { return linear_values.contains(value); };
  for (Operation &operation : block.without_terminator())
    if (llvm::any_of(operation.getOperands(), linear) ||
        (operation.getNumRegions() != 0 && llvm::any_of(captured_by(&operation), linear))) {
      result.push_back(&operation);
      linear_values.insert(operation.result_begin(), operation.result_end());
    }
  return result;
}

namespace {

bool is_zero(Value value) {
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  auto elements = constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : DenseElementsAttr();
  if (!elements || !elements.isSplat())
    return false;
  if (isa<ComplexType>(elements.getElementType())) {
    auto number = elements.getSplatValue<std::complex<APFloat>>();
    return number.real().isPosZero() && number.imag().isPosZero();
  }
  return isa<FloatType>(elements.getElementType()) && elements.getSplatValue<APFloat>().isPosZero();
}

bool adds_up(Region &region) {
  Block &block = region.front();
  auto add = dyn_cast<AddOp>(block.front());
  return add && block.getTerminator() == add->getNextNode() &&
         block.getTerminator()->getOperand(0) == add.getResult() && isa<BlockArgument>(add.getLhs()) &&
         isa<BlockArgument>(add.getRhs()) && add.getLhs() != add.getRhs();
}

/// `sum` plus a few elements in zeros, without a tensor of zeros: only those elements are touched, which a loop does in
/// place. Null if `part` is nothing of that kind.
Value add_elements(Build &build, Value sum, Value part) {
  Operation *operation = part.getDefiningOp();
  if (!operation || !isa<DynamicUpdateSliceOp, ScatterOp>(operation) || !is_zero(operation->getOperand(0)))
    return {};
  if (auto update = dyn_cast<DynamicUpdateSliceOp>(operation)) {
    Value before = build.dynamic_slice(sum, update.getStartIndices(), shape_of(update.getUpdate()));
    return build.dynamic_update_slice(sum, build.add(before, update.getUpdate()), update.getStartIndices());
  }
  auto scatter = cast<ScatterOp>(operation);
  if (scatter.getNumResults() != 1 || !adds_up(scatter.getUpdateComputation()))
    return {};
  IRMapping mapping;
  mapping.map(scatter->getOperand(0), sum);
  return build.builder.clone(*scatter, mapping)->getResult(0);
}

/// `sum`, whose elements that an update of zeros changes are zero, plus that update.
Value with_elements(Build &build, Value sum, Value part) {
  auto update = cast<DynamicUpdateSliceOp>(part.getDefiningOp());
  return build.dynamic_update_slice(sum, update.getUpdate(), update.getStartIndices());
}

Value sum_of(Build &build, Value first, Value second) {
  if (Value sum = add_elements(build, first, second))
    return sum;
  if (Value sum = add_elements(build, second, first))
    return sum;
  return build.add(first, second);
}

} // namespace

void Transposer::add(Value value, Value cotangent) {
  if (!cotangent)
    return;
  if (cotangent.getType() != value.getType())
    throw Error("internal", "a rule gave a cotangent of another type");
  Value &sum = cotangents_[value];
  sum = sum ? sum_of(build_, sum, cotangent) : cotangent;
}

void Transposer::run(llvm::ArrayRef<Operation *> linear_part) {
  for (Operation *operation : llvm::reverse(linear_part))
    visit(operation);
}

void Transposer::visit(Operation *operation) {
  Values cotangents = llvm::map_to_vector<6>(operation->getResults(), [&](Value value) { return cotangent(value); });
  if (llvm::none_of(cotangents, [](Value value) { return value != nullptr; }))
    return;
  build_.location = operation->getLoc();
  if (auto loop = dyn_cast<WhileOp>(operation); loop && operation->hasAttr(linear_mark))
    return transpose_loop(loop, cotangents);
  if (isa<IfOp, CaseOp>(operation) && operation->hasAttr(linear_mark))
    return transpose_branches(operation, cotangents);
  if (operation->hasAttr(linear_call))
    return transpose_call(operation, cotangents);
  const tensor_rules::Rule *rule = tensor_rules::find_rule(operation);
  if (!rule || !rule->transpose)
    tensor_rules::refuse(operation, "its derivative is not linear in a form that can be reversed");
  auto linear = llvm::map_to_vector<6>(operation->getOperands(), [&](Value value) { return is_linear_(value); });
  Values of_operands = rule->transpose({operation, linear, cotangents, build_});
  if (of_operands.size() != operation->getNumOperands())
    throw Error("internal", "a rule gave a wrong number of cotangents: " + operation->getName().getStringRef().str());
  for (auto [operand, is_linear, value] : llvm::zip(operation->getOperands(), linear, of_operands))
    if (is_linear && operation->hasAttr(once_mark) && zero_where_read_.contains(cotangent(operand)))
      cotangents_[operand] = with_elements(build_, cotangent(operand), value);
    else if (is_linear)
      add(operand, value);
}

namespace {

/// The captured values that are linear.
Values linear_captures(Operation *operation, const Transposer::IsLinear &is_linear) {
  Values result;
  for (Value value : captured_by(operation))
    if (is_linear(value))
      result.push_back(value);
  return result;
}

} // namespace

/// A loop that counts k = 0, 1, … n - 1 and carries linear values becomes one that counts k down and carries their
/// cotangents, and sums of the cotangents of what its body takes from outside.
void Transposer::transpose_loop(WhileOp loop, llvm::ArrayRef<Value> cotangents) {
  Values captured = linear_captures(loop, is_linear_);
  Values starts{loop.getOperands()[0]};
  for (auto [operand, value] : llvm::drop_begin(llvm::zip(loop.getOperands(), cotangents)))
    starts.push_back(value ? value : build_.zeros_like(operand));
  for (Value value : captured)
    starts.push_back(cotangent(value) ? cotangent(value) : build_.zeros_like(value));

  auto reversed = build_.make_operation<WhileOp>(TypeRange(ValueRange(starts)), starts);
  Block &condition = loop.getCond().front();
  Value count;
  build_.fill(reversed.getCond(), ValueRange(starts).getTypes(), [&](Build &build, ValueRange arguments) {
    IRMapping mapping;
    mapping.map(condition.getArguments(), arguments.take_front(condition.getNumArguments()));
    for (Operation &operation : condition.without_terminator())
      build.builder.clone(operation, mapping);
    return Values{mapping.lookup(condition.getTerminator()->getOperand(0))};
  });
  count = cast<CompareOp>(condition.getTerminator()->getOperand(0).getDefiningOp()).getRhs();

  build_.fill(reversed.getBody(), ValueRange(starts).getTypes(), [&](Build &build, ValueRange arguments) {
    Block &body = loop.getBody().front();
    Value last = build.subtract(count, build.splat_like(count, 1));
    IRMapping mapping;
    mapping.map(body.getArgument(0), build.subtract(last, arguments[0]));
    llvm::SmallVector<Operation *> placeholders;
    llvm::DenseSet<Value> inside;
    for (BlockArgument argument : body.getArguments().drop_front()) {
      Value value = placeholder(build, argument.getType());
      placeholders.push_back(value.getDefiningOp());
      inside.insert(value);
      mapping.map(argument, value);
    }
    inside.insert(captured.begin(), captured.end());
    for (Operation &operation : body.without_terminator())
      build.builder.clone(operation, mapping);
    llvm::SmallVector<Operation *> part = linear_operations(*build.builder.getInsertionBlock(), inside);
    Transposer transposer(build, [&](Value value) { return inside.contains(value); });
    for (auto [result, value] :
         llvm::zip(body.getTerminator()->getOperands().drop_front(), arguments.slice(1, placeholders.size())))
      if (Value mapped = mapping.lookupOrDefault(result); inside.contains(mapped))
        transposer.add(mapped, value);
    ValueRange sums = arguments.drop_front(1 + placeholders.size());
    for (auto [value, sum] : llvm::zip(captured, sums)) {
      transposer.add(value, sum);
      if (!cotangent(value))
        transposer.zero_where_read_.insert(sum);
    }
    transposer.run(part);
    Values results{build.add(arguments[0], build.splat_like(arguments[0], 1))};
    for (Operation *value : placeholders) {
      Value cotangent = transposer.cotangent(value->getResult(0));
      results.push_back(cotangent ? cotangent : build.zeros(value->getResult(0).getType()));
    }
    for (Value value : captured)
      results.push_back(transposer.cotangent(value));
    erase_unused(part);
    erase_unused(placeholders);
    return results;
  });

  for (auto [at, value] : llvm::enumerate(captured)) // the sums began with what was known before
    cotangents_[value] = reversed.getResult(static_cast<unsigned>(loop.getNumOperands() + at));
  for (auto [at, operand] : llvm::enumerate(loop.getOperands()))
    if (at != 0 && is_linear_(operand))
      add(operand, reversed.getResult(static_cast<unsigned>(at)));
}

void Transposer::transpose_branches(Operation *operation, llvm::ArrayRef<Value> cotangents) {
  Values captured = linear_captures(operation, is_linear_);
  OperationState state(build_.location, operation->getName(), operation->getOperands(), TypeRange(ValueRange(captured)),
                       operation->getAttrs());
  for (size_t at = 0; at < operation->getNumRegions(); ++at)
    state.addRegion();
  state.attributes.erase(linear_mark);
  Operation *reversed = build_.builder.create(state);
  for (auto [from, to] : llvm::zip(operation->getRegions(), reversed->getRegions()))
    build_.fill(to, {}, [&](Build &build, ValueRange) {
      Block &branch = from.front();
      IRMapping mapping;
      for (Operation &inner : branch.without_terminator())
        build.builder.clone(inner, mapping);
      llvm::DenseSet<Value> inside(captured.begin(), captured.end());
      llvm::SmallVector<Operation *> part = linear_operations(*build.builder.getInsertionBlock(), inside);
      Transposer transposer(build, [&](Value value) { return inside.contains(value); });
      for (auto [result, value] : llvm::zip(branch.getTerminator()->getOperands(), cotangents))
        if (Value mapped = mapping.lookupOrDefault(result); inside.contains(mapped))
          transposer.add(mapped, value);
      transposer.run(part);
      Values results;
      for (Value value : captured) {
        Value cotangent = transposer.cotangent(value);
        results.push_back(cotangent ? cotangent : build.zeros_like(value));
      }
      erase_unused(part);
      return results;
    });
  for (auto [value, result] : llvm::zip(captured, reversed->getResults()))
    add(value, result);
}

} // namespace cotangent::differentiate
