#include "tensor/differentiate/custom.h"

#include "tensor/differentiate/binomial.h"
#include "tensor/differentiate/expand_calls.h"
#include "tensor/differentiate/linearizer.h"
#include "tensor/differentiate/transposer.h"
#include "tensor/rules/rule.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::differentiate {

bool has_own_derivative(Operation *operation) {
  auto composite = dyn_cast<CompositeOp>(operation);
  return composite && (composite.getName() == checkpoint_name || composite.getName() == custom_vjp_name ||
                       composite.getName() == custom_jvp_name);
}

// --- what composites say ---------------------------------------------------------------------------------------------
OwnRule::OwnRule(CompositeOp composite) {
  DictionaryAttr attributes = composite.getCompositeAttributes();
  forward = attributes.getAs<FlatSymbolRefAttr>("forward");
  reverse = attributes.getAs<FlatSymbolRefAttr>("reverse");
  tangent = attributes.getAs<FlatSymbolRefAttr>("tangent");
  auto captured = attributes.getAs<DenseI64ArrayAttr>("captured");
  const bool is_vjp = composite.getName() == custom_vjp_name;
  const size_t functions = is_vjp ? 3 : 2;
  int64_t sum = 0;
  if (captured)
    for (int64_t count : captured.asArrayRef())
      sum += count < 0 ? int64_t{1} << 40 : count;
  if (!forward || (is_vjp && !reverse) || !captured || captured.asArrayRef().size() != functions ||
      sum > static_cast<int64_t>(composite->getNumOperands()))
    tensor_rules::refuse(composite, "its rule is not complete: composite_attributes need the functions 'forward'" +
                                        std::string(is_vjp ? ", 'reverse'" : "") +
                                        " and 'captured', the numbers of operands that the functions take besides the "
                                        "arguments");
  llvm::ArrayRef<int64_t> counts = captured.asArrayRef();
  primal_captures = static_cast<size_t>(counts[0]);
  forward_captures = static_cast<size_t>(counts[1]);
  reverse_captures = is_vjp ? static_cast<size_t>(counts[2]) : 0;
  arguments = composite->getNumOperands() - static_cast<size_t>(sum);
}

ValueRange OwnRule::arguments_of(Operation *composite) const {
  return ValueRange(composite->getOperands()).take_front(arguments);
}
ValueRange OwnRule::forward_captured(Operation *composite) const {
  return ValueRange(composite->getOperands()).slice(arguments + primal_captures, forward_captures);
}
ValueRange OwnRule::reverse_captured(Operation *composite) const {
  return ValueRange(composite->getOperands()).take_back(reverse_captures);
}

// --- linear calls ----------------------------------------------------------------------------------------------------
Operation *make_linear_call(Build &build, const LinearCall &call, ValueRange operands, TypeRange results) {
  auto cast = build.make_operation<UnrealizedConversionCastOp>(results, operands);
  OpBuilder &builder = build.builder;
  cast->setAttr(linear_call, builder.getDictionaryAttr({
                                 builder.getNamedAttr("function", call.function),
                                 builder.getNamedAttr("kind", builder.getI32IntegerAttr(static_cast<int>(call.kind))),
                                 builder.getNamedAttr("counts", builder.getDenseI64ArrayAttr({call.first, call.captured,
                                                                                              call.steps, call.slots})),
                                 builder.getNamedAttr("active", builder.getDenseI64ArrayAttr(call.active)),
                                 builder.getNamedAttr("results", builder.getDenseI64ArrayAttr(call.result_numbers)),
                             }));
  return cast;
}

LinearCall linear_call_of(Operation *operation) {
  auto attributes = operation->getAttrOfType<DictionaryAttr>(linear_call);
  auto numbers = [&](llvm::StringRef name) { return attributes.getAs<DenseI64ArrayAttr>(name).asArrayRef(); };
  llvm::ArrayRef<int64_t> counts = numbers("counts");
  return {.kind = static_cast<LinearCall::Kind>(attributes.getAs<IntegerAttr>("kind").getInt()),
          .function = attributes.getAs<FlatSymbolRefAttr>("function"),
          .first = counts[0],
          .captured = counts[1],
          .active = llvm::to_vector(numbers("active")),
          .result_numbers = llvm::to_vector(numbers("results")),
          .steps = counts[2],
          .slots = counts[3]};
}

// --- linearising -----------------------------------------------------------------------------------------------------
namespace {

/// Positions of values that can have tangents.
llvm::SmallVector<int64_t> differentiable_positions(TypeRange types) {
  llvm::SmallVector<int64_t> positions;
  for (auto [at, type] : llvm::enumerate(types))
    if (is_differentiable(type))
      positions.push_back(static_cast<int64_t>(at));
  return positions;
}

llvm::SmallVector<Type> picked_types(TypeRange types, Numbers positions) {
  return llvm::map_to_vector(positions, [&](int64_t at) { return types[static_cast<size_t>(at)]; });
}

/// The same numbers as values of their own: a rule's function may return an argument, or one value twice, and the
/// tangents of results are not those of what they are equal to.
void make_distinct(Build &build, llvm::MutableArrayRef<Value> results) {
  for (Value &value : results)
    if (isa<RankedTensorType>(value.getType()))
      value = build.make<ReshapeOp>(value.getType(), value);
}

void check_results(Operation *operation, ValueRange results, TypeRange expected, const char *what) {
  if (TypeRange(results) != expected)
    tensor_rules::refuse(operation, std::string("the function of its rule ") + what);
}

} // namespace

void Linearizer::visit_own_derivative(CompositeOp composite) {
  if (llvm::none_of(composite->getOperands(), [&](Value value) { return tangent(value) != nullptr; }))
    return;
  for (Type type : llvm::concat<const Type>(llvm::to_vector(composite->getOperandTypes()),
                                            llvm::to_vector(composite->getResultTypes())))
    if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && !tensor.hasStaticShape())
      throw Error("unsupported",
                  place_of(composite) + ": derivatives need known shapes; give the dimensions '?' their sizes");
  OpBuilder::InsertionGuard guard(builder_);
  builder_.setInsertionPointAfter(composite);
  if (composite.getName() == checkpoint_name)
    return visit_checkpoint(composite);
  OwnRule rule(composite);
  for (Value value : ValueRange(composite->getOperands()).drop_front(rule.arguments))
    if (tangent(value))
      tensor_rules::refuse(composite, "a function with a derivative of its own uses a value from outside that depends "
                                      "on what is differentiated; pass it as an argument");
  if (composite.getName() == custom_jvp_name)
    visit_custom_jvp(composite, rule.forward, rule);
  else if (purpose_ == Purpose::Tangents && rule.tangent)
    visit_custom_jvp(composite, rule.tangent, rule);
  else if (purpose_ == Purpose::Transpose)
    visit_custom_vjp(composite, rule);
  else
    transpose_custom_vjp(composite, rule);
}

void Linearizer::visit_checkpoint(CompositeOp composite) {
  if (purpose_ == Purpose::Tangents) { // nothing is kept anyway
    Operation *next = composite->getNextNode();
    Values results = expand_function(builder_, composite, composite.getDecompositionAttr(), composite->getOperands());
    Range inside{composite->getBlock(), std::next(composite->getIterator()), next->getIterator()};
    replace(composite->getResults(), results);
    erase(composite);
    return run(inside);
  }
  Build build(builder_, composite->getLoc());
  LinearCall call{.kind = LinearCall::Kind::Checkpoint,
                  .function = composite.getDecompositionAttr(),
                  .first = static_cast<int64_t>(composite->getNumOperands()),
                  .captured = 0,
                  .active = {},
                  .result_numbers = differentiable_positions(composite->getResultTypes())};
  Values operands(composite->getOperands());
  for (auto [at, operand] : llvm::enumerate(composite->getOperands()))
    if (Value known = tangent(operand)) {
      call.active.push_back(static_cast<int64_t>(at));
      operands.push_back(known);
    }
  set_linear_call(build, call, operands, composite->getResults());
}

/// The linear operation's results are the tangents of those results that can have some.
void Linearizer::set_linear_call(Build &build, const LinearCall &call, ValueRange operands, ValueRange results) {
  Operation *linear = make_linear_call(build, call, operands, picked_types(TypeRange(results), call.result_numbers));
  mark_linear(linear);
  for (auto [at, position] : llvm::enumerate(call.result_numbers))
    seed(results[static_cast<size_t>(position)], linear->getResult(static_cast<unsigned>(at)));
}

void Linearizer::visit_custom_jvp(CompositeOp composite, FlatSymbolRefAttr function, const OwnRule &rule) {
  Build build(builder_, composite->getLoc());
  Operation *next = composite->getNextNode();
  Values operands(rule.arguments_of(composite));
  for (Value value : rule.arguments_of(composite))
    if (is_differentiable(value))
      operands.push_back(tangent_or_zero(build, value));
  if (function == rule.forward)
    llvm::append_range(operands, rule.forward_captured(composite));
  Values found = expand_function(builder_, composite, function, operands);
  llvm::SmallVector<Type> expected(composite->getResultTypes());
  llvm::SmallVector<int64_t> positions = differentiable_positions(composite->getResultTypes());
  llvm::append_range(expected, picked_types(composite->getResultTypes(), positions));
  check_results(composite, found, expected, "must return the results and their tangents");
  make_distinct(build, llvm::MutableArrayRef<Value>(found).take_front(composite->getNumResults()));
  classify(composite, next);
  ValueRange results = ValueRange(found).take_front(composite->getNumResults());
  if (llvm::any_of(results, [&](Value value) { return is_linear(value); }))
    tensor_rules::refuse(composite, "the function of its rule returns results that depend on tangents");
  replace(composite->getResults(), results);
  for (auto [position, value] : llvm::zip(positions, llvm::drop_begin(found, composite->getNumResults())))
    if (is_linear(value))
      seed(results[static_cast<size_t>(position)], value);
  erase(composite);
}

/// The results of the user's forward function in place of the composite's; returns the residuals.
Values Linearizer::expand_forward(CompositeOp composite, const OwnRule &rule) {
  Values operands(rule.arguments_of(composite));
  llvm::append_range(operands, rule.forward_captured(composite));
  Values found = expand_function(builder_, composite, rule.forward, operands);
  if (found.size() < composite->getNumResults())
    tensor_rules::refuse(composite, "the forward function of its rule returns too few values");
  Build build(builder_, composite->getLoc());
  make_distinct(build, llvm::MutableArrayRef<Value>(found).take_front(composite->getNumResults()));
  ValueRange results = ValueRange(found).take_front(composite->getNumResults());
  check_results(composite, results, composite->getResultTypes(), "forward must return the results first");
  replace(composite->getResults(), results);
  return found;
}

void Linearizer::visit_custom_vjp(CompositeOp composite, const OwnRule &rule) {
  Build build(builder_, composite->getLoc());
  const unsigned count = composite->getNumResults();
  Values found = expand_forward(composite, rule);
  Values operands(llvm::drop_begin(found, count));
  LinearCall call{.kind = LinearCall::Kind::Reverse,
                  .function = rule.reverse,
                  .first = static_cast<int64_t>(operands.size()),
                  .captured = static_cast<int64_t>(rule.reverse_captures),
                  .active = {},
                  .result_numbers = differentiable_positions(composite->getResultTypes())};
  llvm::append_range(operands, rule.reverse_captured(composite));
  int64_t gradient = 0;
  for (Value value : rule.arguments_of(composite)) {
    if (Value known = tangent(value)) {
      call.active.push_back(gradient);
      operands.push_back(known);
    }
    gradient += is_differentiable(value) ? 1 : 0;
  }
  set_linear_call(build, call, operands, ValueRange(found).take_front(count));
  erase(composite);
}

/// Tangents by transposing the reverse function, which must be linear in the cotangents.
void Linearizer::transpose_custom_vjp(CompositeOp composite, const OwnRule &rule) {
  Build build(builder_, composite->getLoc());
  const unsigned count = composite->getNumResults();
  Values found = expand_forward(composite, rule);
  Values operands(llvm::drop_begin(found, count)), cotangents;
  llvm::SmallVector<int64_t> positions = differentiable_positions(composite->getResultTypes());
  for (int64_t position : positions)
    cotangents.push_back(placeholder(build, found[static_cast<size_t>(position)].getType()));
  llvm::append_range(operands, cotangents);
  llvm::append_range(operands, rule.reverse_captured(composite));
  Operation *before = &*std::prev(builder_.getInsertionPoint()); // the composite at least
  Values gradients = expand_function(builder_, composite, rule.reverse, operands);
  Values tangents;
  for (Value value : rule.arguments_of(composite))
    if (is_differentiable(value))
      tangents.push_back(tangent(value));
  if (gradients.size() != tangents.size())
    tensor_rules::refuse(composite, "the reverse function of its rule returns a wrong number of gradients");
  Block *block = builder_.getInsertionBlock();
  Range range{block, std::next(before->getIterator()), builder_.getInsertionPoint()};
  Values results = reverse_in_place(build, range, cotangents, gradients, tangents, [](Value, Value) {}, plans_);
  for (auto [position, value] : llvm::zip(positions, results))
    if (value)
      seed(found[static_cast<size_t>(position)], value);
  // What is left of the reverse function computes gradients that nobody wants.
  llvm::SmallVector<Operation *> left;
  for (Operation *operation = before->getNextNode(); operation && operation->getIterator() != range.last;
       operation = operation->getNextNode())
    left.push_back(operation);
  for (Operation *operation : llvm::reverse(left))
    if (operation->use_empty() &&
        llvm::none_of(operation->getResults(), [&](Value value) { return llvm::is_contained(results, value); }))
      operation->erase();
  for (Value value : cotangents) {
    if (!value.use_empty())
      tensor_rules::refuse(composite, "the reverse function of its ct::custom_vjp is not linear in the cotangent, so "
                                      "that there are no tangents; give the derivative by ct::custom_jvp");
    value.getDefiningOp()->erase();
  }
  erase(composite);
}

// --- transposing -----------------------------------------------------------------------------------------------------
void Transposer::transpose_call(Operation *operation, llvm::ArrayRef<Value> cotangents) {
  LinearCall call = linear_call_of(operation);
  ValueRange all = operation->getOperands();
  ValueRange first = all.take_front(static_cast<size_t>(call.first));
  ValueRange tangents = all.drop_front(static_cast<size_t>(call.first + call.captured));
  Values gradients;
  switch (call.kind) {
  case LinearCall::Kind::Checkpoint:
    gradients = transpose_checkpoint(operation, call, first, cotangents);
    break;
  case LinearCall::Kind::Reverse:
    gradients = apply_reverse(operation, call, first, cotangents);
    break;
  case LinearCall::Kind::Loop:
    gradients = transpose_steps(build_, operation, call, first, cotangents);
    break;
  }
  for (auto [value, gradient] : llvm::zip_equal(tangents, gradients))
    add(value, gradient);
}

Values Transposer::transpose_checkpoint(Operation *operation, const LinearCall &call, ValueRange arguments,
                                        llvm::ArrayRef<Value> cotangents) {
  // The barrier keeps the second run from being merged with the first, and behind the cotangents.
  Values barred(arguments);
  for (Value value : cotangents)
    if (value)
      barred.push_back(value);
  auto barrier = build_.make_operation<OptimizationBarrierOp>(TypeRange(ValueRange(barred)), barred);
  Values again(barrier->getResults().take_front(arguments.size())), seeds;
  unsigned next = static_cast<unsigned>(arguments.size());
  for (Value value : cotangents)
    seeds.push_back(value ? barrier->getResult(next++) : Value());
  Values results = expand_function(build_.builder, operation, call.function, again);
  Values outputs =
      llvm::map_to_vector<6>(call.result_numbers, [&](int64_t at) { return results[static_cast<size_t>(at)]; });
  Values inputs = llvm::map_to_vector<6>(call.active, [&](int64_t at) { return again[static_cast<size_t>(at)]; });
  Range range{build_.builder.getInsertionBlock(), std::next(barrier->getIterator()),
              build_.builder.getInsertionPoint()};
  return reverse_in_place(build_, range, inputs, outputs, seeds, [](Value, Value) {});
}

Values Transposer::apply_reverse(Operation *operation, const LinearCall &call, ValueRange residuals,
                                 llvm::ArrayRef<Value> cotangents) {
  Values operands(residuals);
  for (auto [value, result] : llvm::zip(cotangents, operation->getResults()))
    operands.push_back(value ? value : build_.zeros_like(result));
  llvm::append_range(
      operands,
      ValueRange(operation->getOperands()).slice(static_cast<size_t>(call.first), static_cast<size_t>(call.captured)));
  Values all = expand_function(build_.builder, operation, call.function, operands), gradients;
  for (auto [at, operand] :
       llvm::zip(call.active, llvm::drop_begin(operation->getOperands(), call.first + call.captured))) {
    Value gradient = static_cast<size_t>(at) < all.size() ? all[static_cast<size_t>(at)] : Value();
    if (!gradient || gradient.getType() != operand.getType())
      tensor_rules::refuse(operation, "the reverse function of its rule must return a gradient of the type of each "
                                      "argument");
    gradients.push_back(gradient);
  }
  return gradients;
}

} // namespace cotangent::differentiate
