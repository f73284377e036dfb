#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "tensor/batch/batch.h"
#include "tensor/batch/rule.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::batch {

// --- types -----------------------------------------------------------------------------------------------------------
bool can_be_batched(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::any_of(tuple.getTypes(), can_be_batched);
  return isa<RankedTensorType>(type);
}

Type batched_type(Type type, int64_t size) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    SmallVector<Type> parts;
    for (Type part : tuple.getTypes())
      parts.push_back(batched_type(part, size));
    return TupleType::get(type.getContext(), parts);
  }
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? with_shape(tensor, with_front(size, tensor.getShape())) : type;
}

namespace {

void check_types(Operation *operation, TypeRange types) {
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    if (!tensor.hasStaticShape())
      throw Error("unsupported", "batching needs dimensions that are known, but " +
                                     operation->getName().getStringRef().str() + " has a value of type " +
                                     stablehlo::to_text(TypeRange{type}));
    if (stablehlo::is_per_axis(tensor.getElementType()))
      refuse(operation, "values that are quantised by axis cannot get another dimension; dequantise them first");
  }
}

Value repeated(Build &build, Value value, int64_t size) {
  if (auto tuple = dyn_cast<TupleType>(value.getType())) {
    Values parts;
    for (auto [at, type] : llvm::enumerate(tuple.getTypes()))
      parts.push_back(repeated(build, build.make<GetTupleElementOp>(type, value, static_cast<uint32_t>(at)), size));
    return build.make<TupleOp>(batched_type(tuple, size), parts);
  }
  if (!isa<RankedTensorType>(value.getType()))
    return value;
  return build.broadcast(value, shifted(first_numbers(rank_of(value))), with_front(size, shape_of(value)));
}

} // namespace

// --- walking ---------------------------------------------------------------------------------------------------------
Value Batcher::front(Build &build, Value one) {
  Value batched = find(one);
  return batched ? batched : repeated(build, one, size_);
}

Value Batcher::front(Build &build, Value value, Type one) {
  return value.getType() == one ? repeated(build, value, size_) : value;
}

Value Batcher::current(Value value) const {
  while (Value next = renamed_.lookup(value))
    value = next;
  return value;
}

void Batcher::walk(Block::iterator first, Block::iterator last) {
  OpBuilder::InsertionGuard guard(builder_);
  SmallVector<Operation *> operations;
  for (Operation &operation : llvm::make_range(first, last))
    operations.push_back(&operation);
  for (Operation *operation : operations)
    if (Dependence(*this).reads_batched(*operation))
      replace(*operation);
}

void Batcher::replace(Operation &operation) {
  builder_.setInsertionPoint(&operation);
  Build build(builder_, operation.getLoc());
  check_types(&operation, operation.getOperandTypes());
  check_types(&operation, operation.getResultTypes());
  const Rule *rule = find_rule(operation.getName().getStringRef());
  if (!rule)
    refuse(&operation, "there is no rule for it");
  if (!rule->apply)
    refuse(&operation, rule->reason);
  Values batched;
  for (Value operand : operation.getOperands())
    batched.push_back(find(operand));
  const Request request{&operation, batched, *this, build};
  Values results = regions_read_batched(operation) ? loop_over_lanes(request) : rule->apply(request);
  for (auto [old, result] : llvm::zip_equal(operation.getResults(), results)) {
    if (old.getType() != result.getType()) {
      put(old, result);
      continue;
    }
    renamed_[old] = result;
    old.replaceAllUsesWith(result);
  }
  replaced_.push_back(&operation);
}

Values Batcher::apply(Build &build, Region &region, ValueRange arguments) {
  Block &body = region.front();
  IRMapping mapping;
  for (auto [argument, value] : llvm::zip_equal(body.getArguments(), arguments)) {
    if (argument.getType() == value.getType()) {
      mapping.map(argument, value);
      continue;
    }
    auto stand_in = build.make_operation<UnrealizedConversionCastOp>(argument.getType(), ValueRange{});
    put(stand_in.getResult(0), value);
    replaced_.push_back(stand_in);
    mapping.map(argument, stand_in.getResult(0));
  }
  SmallVector<Operation *> copies;
  for (Operation &operation : body.without_terminator())
    copies.push_back(build.builder.clone(operation, mapping));
  if (!copies.empty())
    walk(copies.front()->getIterator(), std::next(copies.back()->getIterator()));
  Values results;
  for (Value operand : body.getTerminator()->getOperands()) {
    Value one = current(mapping.lookupOrDefault(operand));
    Value batched = find(one);
    results.push_back(batched ? batched : one);
  }
  return results;
}

void Batcher::erase_replaced() {
  for (Operation *operation : llvm::reverse(replaced_)) {
    operation->dropAllUses();
    operation->erase();
  }
}

bool Batcher::regions_read_batched(Operation &operation) const {
  if (isa<WhileOp, IfOp, CaseOp>(operation)) // their rules walk the regions
    return false;
  for (Region &region : operation.getRegions())
    for (Operation &inner : region.getOps())
      if (Dependence(*this).reads_batched(inner))
        return true;
  return false;
}

// --- what depends ----------------------------------------------------------------------------------------------------
bool Dependence::reads_batched(Operation &operation) const {
  if (operation.getNumRegions() == 0)
    return any_batched(operation.getOperands());
  return operation
      .walk([&](Operation *inner) {
        return any_batched(inner->getOperands()) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

void Dependence::mark(ValueRange values) {
  for (Value value : values)
    if (can_be_batched(value.getType()))
      found_.insert(value);
}

void Dependence::visit(Region &region) {
  for (Operation &operation : region.front().without_terminator())
    visit(operation);
}

void Dependence::visit_branches(Operation &operation) {
  for (Region &region : operation.getRegions()) {
    visit(region);
    for (auto [result, value] : llvm::zip_equal(operation.getResults(), region.front().getTerminator()->getOperands()))
      if (is_batched(value))
        mark(result);
  }
}

bool Dependence::visit_loop(WhileOp loop) {
  Block &condition = loop.getCond().front(), &body = loop.getBody().front();
  auto carry = [&](size_t at) {
    mark({loop.getResult(static_cast<unsigned>(at)), condition.getArgument(static_cast<unsigned>(at)),
          body.getArgument(static_cast<unsigned>(at))});
  };
  for (auto [at, start] : llvm::enumerate(loop.getOperands()))
    if (is_batched(start))
      carry(at);
  for (bool changed = true; changed;) {
    changed = false;
    visit(loop.getCond());
    if (any_batched(condition.getTerminator()->getOperands())) {
      for (size_t at = 0; at < loop.getNumOperands(); ++at)
        carry(at);
      visit(loop.getBody());
      return true;
    }
    visit(loop.getBody());
    for (auto [at, next] : llvm::enumerate(body.getTerminator()->getOperands()))
      if (is_batched(next) && !is_batched(body.getArgument(static_cast<unsigned>(at)))) {
        carry(at);
        changed = true;
      }
  }
  return false;
}

void Dependence::visit(Operation &operation) {
  if (auto loop = dyn_cast<WhileOp>(operation)) {
    visit_loop(loop);
    return;
  }
  if (isa<IfOp, CaseOp>(operation) && !any_batched(operation.getOperands()))
    return visit_branches(operation);
  if (reads_batched(operation))
    mark(operation.getResults());
}

// --- the two ways in -------------------------------------------------------------------------------------------------
Values batch_operations(OpBuilder &builder, Block::iterator first, Block::iterator last,
                        llvm::ArrayRef<Argument> arguments, ValueRange results, int64_t size) {
  Batcher batcher(builder, size);
  Location location = first == last ? builder.getUnknownLoc() : first->getLoc();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(results.empty() || first == last ? &*last : &*first);
  Build build(builder, location);
  for (const Argument &argument : arguments) {
    Shape order = all_but(rank_of(argument.batched), {argument.dimension});
    order.insert(order.begin(), argument.dimension);
    Value moved = build.transpose(argument.batched, order);
    if (moved.getType() != batched_type(argument.one.getType(), size))
      throw Error("bad-argument", "for " + std::to_string(size) + " examples of type " +
                                      stablehlo::to_text(TypeRange{argument.one.getType()}) + " a value of type " +
                                      stablehlo::to_text(TypeRange{argument.batched.getType()}) +
                                      " with the batch as dimension " + std::to_string(argument.dimension) +
                                      " does not fit");
    batcher.put(argument.one, moved);
  }
  batcher.walk(first, last);
  builder.setInsertionPoint(last->getBlock(), last);
  Values batched;
  for (Value result : results)
    batched.push_back(batcher.front(build, batcher.current(result)));
  batcher.erase_replaced();
  return batched;
}

func::FuncOp batch_function(func::FuncOp function, llvm::StringRef name, llvm::ArrayRef<bool> batched, int64_t size) {
  if (batched.size() != function.getNumArguments())
    throw Error("bad-argument", "@" + function.getName().str() + " has " + std::to_string(function.getNumArguments()) +
                                    " arguments, but which of them are batched is said of " +
                                    std::to_string(batched.size()));
  if (!llvm::hasSingleElement(function.getBody()))
    throw Error("unsupported", "batching needs functions of one block; @" + function.getName().str() + " has " +
                                   std::to_string(function.getBody().getBlocks().size()));
  OpBuilder builder(function.getContext());
  builder.setInsertionPointAfter(function);
  auto result = cast<func::FuncOp>(builder.clone(*function));
  result.setName(name);
  result.setPrivate();
  result.removeArgAttrsAttr();
  result.removeResAttrsAttr();
  Block &body = result.getBody().front();
  try {
    SmallVector<Argument> arguments;
    SmallVector<Type> types;
    for (unsigned at = 0; at < batched.size(); ++at) {
      BlockArgument one = body.getArgument(at);
      types.push_back(batched[at] ? batched_type(one.getType(), size) : one.getType());
      if (batched[at])
        arguments.push_back({one, body.addArgument(types.back(), one.getLoc())});
    }
    Operation *end = body.getTerminator();
    Values results =
        batch_operations(builder, body.begin(), end->getIterator(), arguments, Values(end->getOperands()), size);
    end->setOperands(results);
    const auto count = static_cast<unsigned>(batched.size());
    unsigned next = count;
    for (unsigned at = 0; at < count; ++at) {
      if (!batched[at])
        continue;
      body.getArgument(at).setType(types[at]);
      body.getArgument(next++).replaceAllUsesWith(body.getArgument(at));
    }
    body.eraseArguments(count, static_cast<unsigned>(arguments.size()));
    result.setType(builder.getFunctionType(types, end->getOperandTypes()));
  } catch (...) {
    result.erase();
    throw;
  }
  return result;
}

} // namespace cotangent::batch
