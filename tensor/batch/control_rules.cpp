// Control flow, calls, tuples; and what cannot be batched.
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "tensor/batch/batch.h"
#include "tensor/batch/rule.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::batch {

namespace {

Values current(const Request &request, ValueRange ones) {
  Values values;
  for (Value one : ones) {
    Value batched = request.batcher.find(one);
    values.push_back(batched ? batched : one);
  }
  return values;
}

/// Makes those values batched that can be.
void make_fronts(Batcher &batcher, Build &build, Values &values, TypeRange ones) {
  for (auto [value, one] : llvm::zip_equal(values, ones))
    value = batcher.front(build, value, one);
}

// --- loops -----------------------------------------------------------------------------------------------------------
/// What else is said of the loop, such as how its derivative is to be taken.
void keep_attributes(WhileOp loop, ResultRange results) {
  if (!results.empty())
    (*results.begin()).getDefiningOp()->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
}

/// The condition is the same for all examples: one loop, in which some values are batched.
Values loop_together(const Request &request, WhileOp loop, const Dependence &dependence) {
  Batcher &batcher = request.batcher;
  Block &old_body = loop.getBody().front();
  auto make_carried = [&](Build &build, Values &values) {
    for (auto [at, value] : llvm::enumerate(values))
      if (dependence.is_batched(old_body.getArgument(static_cast<unsigned>(at))))
        value = batcher.front(build, value, loop->getOperand(static_cast<unsigned>(at)).getType());
  };
  Values starts = current(request, loop.getOperands());
  make_carried(request.build, starts);
  auto condition = [&](Build &build, ValueRange carried) { return batcher.apply(build, loop.getCond(), carried)[0]; };
  auto body = [&](Build &build, ValueRange carried) {
    Values next = batcher.apply(build, loop.getBody(), carried);
    make_carried(build, next);
    return next;
  };
  ResultRange results = request.build.while_loop(starts, condition, body);
  keep_attributes(loop, results);
  return Values(results);
}

/// The condition differs: the loop runs while it holds for any example, and those for which it does not keep their
/// values. The last value that is carried says for which it holds.
Values loop_apart(const Request &request, WhileOp loop) {
  Batcher &batcher = request.batcher;
  auto goes_on = [&](Build &build, ValueRange carried) {
    Value result = batcher.apply(build, loop.getCond(), carried)[0];
    return batcher.front(build, result, loop.getCond().front().getTerminator()->getOperand(0).getType());
  };
  Values starts = current(request, loop.getOperands());
  make_fronts(batcher, request.build, starts, loop.getOperandTypes());
  starts.push_back(goes_on(request.build, starts));
  auto condition = [&](Build &build, ValueRange carried) {
    return build.reduce<OrOp>(carried.back(), build.scalar(build.builder.getI1Type(), 0), {0});
  };
  auto body = [&](Build &build, ValueRange carried) {
    ValueRange values = carried.drop_back();
    Values next = batcher.apply(build, loop.getBody(), values);
    make_fronts(batcher, build, next, loop.getResultTypes());
    for (auto [value, old] : llvm::zip_equal(next, values))
      value = choose(build, carried.back(), value, old);
    next.push_back(build.binary<AndOp>(carried.back(), goes_on(build, next)));
    return next;
  };
  ResultRange results = request.build.while_loop(starts, condition, body);
  keep_attributes(loop, results);
  return Values(results.drop_back());
}

Values while_loop(const Request &request) {
  auto loop = cast<WhileOp>(request.operation);
  Dependence dependence(request.batcher);
  return dependence.visit_loop(loop) ? loop_apart(request, loop) : loop_together(request, loop, dependence);
}

// --- branches --------------------------------------------------------------------------------------------------------
/// The same branch for all examples.
Values branch_together(const Request &request) {
  Operation *operation = request.operation;
  Dependence dependence(request.batcher);
  dependence.visit(*operation);
  SmallVector<Type> types;
  for (Value result : operation->getResults())
    types.push_back(dependence.is_batched(result) ? batched_type(result.getType(), request.size()) : result.getType());
  OperationState state(request.build.location, operation->getName());
  state.addOperands(operation->getOperands());
  state.addTypes(types);
  state.addAttributes(operation->getAttrDictionary().getValue());
  for (unsigned at = 0; at < operation->getNumRegions(); ++at)
    state.addRegion();
  Operation *result = request.build.builder.create(state);
  for (auto [from, to] : llvm::zip_equal(operation->getRegions(), result->getRegions()))
    request.build.fill(to, {}, [&](Build &build, ValueRange) {
      Values values = request.batcher.apply(build, from, {});
      for (auto [value, one, type] : llvm::zip_equal(values, operation->getResultTypes(), types))
        if (type != one)
          value = request.batcher.front(build, value, one);
      return values;
    });
  return Values(result->getResults());
}

Values branch_results(const Request &request, Region &region) {
  Values results = request.batcher.apply(request.build, region, {});
  make_fronts(request.batcher, request.build, results, request.operation->getResultTypes());
  return results;
}

/// All branches for all examples, of which each takes the results of its own.
Values if_else(const Request &request) {
  if (!request.batched[0])
    return branch_together(request);
  auto operation = cast<IfOp>(request.operation);
  Values results = branch_results(request, operation.getTrueBranch());
  Values others = branch_results(request, operation.getFalseBranch());
  Value condition = request.build.reshape(request.batched[0], {request.size()});
  for (auto [result, other] : llvm::zip_equal(results, others))
    result = choose(request.build, condition, result, other);
  return results;
}

Values switch_case(const Request &request) {
  if (!request.batched[0])
    return branch_together(request);
  Build &build = request.build;
  auto operation = cast<CaseOp>(request.operation);
  Value index = build.reshape(request.batched[0], {request.size()});
  // An index that is none means the last branch.
  Values results = branch_results(request, operation.getBranches().back());
  for (auto [at, region] : llvm::enumerate(operation.getBranches().drop_back())) {
    Values others = branch_results(request, region);
    Value condition = build.compare(index, build.splat_like(index, static_cast<double>(at)), ComparisonDirection::EQ);
    for (auto [result, other] : llvm::zip_equal(results, others))
      result = choose(build, condition, other, result);
  }
  return results;
}

// --- calls -----------------------------------------------------------------------------------------------------------
Values inlined(const Request &request, FlatSymbolRefAttr name) {
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(request.operation, name);
  if (!function || function.isExternal())
    refuse(request.operation, "the function @" + name.getValue().str() + " has no body");
  if (!llvm::hasSingleElement(function.getBody()))
    refuse(request.operation, "the function @" + name.getValue().str() + " has more than one block");
  return request.batcher.apply(request.build, function.getBody(), current(request, request.operation->getOperands()));
}
Values call(const Request &request) {
  return inlined(request, FlatSymbolRefAttr::get(request.operation->getContext(),
                                                 cast<func::CallOp>(request.operation).getCallee()));
}

/// A function for all examples of the function with this name, all of whose arguments are batched.
FlatSymbolRefAttr batched_function(const Request &request, FlatSymbolRefAttr name) {
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(request.operation, name);
  if (!function || function.isExternal())
    refuse(request.operation, "the function @" + name.getValue().str() + " has no body");
  std::string unused = name.getValue().str() + "_batched";
  for (size_t number = 2; SymbolTable::lookupNearestSymbolFrom(
           request.operation, StringAttr::get(request.operation->getContext(), unused));
       ++number)
    unused = name.getValue().str() + "_batched_" + std::to_string(number);
  SmallVector<bool> all(function.getNumArguments(), true);
  return FlatSymbolRefAttr::get(batch_function(function, unused, all, request.size()).getSymNameAttr());
}

/// With a derivative of its own: the functions of its rule are batched, and so it stays.
Values own_derivative(const Request &request) {
  auto operation = cast<CompositeOp>(request.operation);
  SmallVector<NamedAttribute> attributes;
  for (NamedAttribute attribute : operation.getCompositeAttributes())
    if (auto name = dyn_cast<FlatSymbolRefAttr>(attribute.getValue()))
      attributes.emplace_back(attribute.getName(), batched_function(request, name));
    else
      attributes.push_back(attribute);
  FlatSymbolRefAttr decomposition = batched_function(request, operation.getDecompositionAttr());
  SmallVector<Type> types;
  for (Type type : operation->getResultTypes())
    types.push_back(batched_type(type, request.size()));
  auto result = cast<CompositeOp>(request.build.repeat(operation, request.fronts(), types));
  result.setDecompositionAttr(decomposition);
  result.setCompositeAttributesAttr(DictionaryAttr::get(operation->getContext(), attributes));
  return Values(result->getResults());
}

Values composite(const Request &request) {
  if (request.operation->getAttrOfType<StringAttr>("name").getValue().starts_with("cotangent."))
    return own_derivative(request);
  return inlined(request, cast<CompositeOp>(request.operation).getDecompositionAttr());
}

/// Layouts with the batch as the slowest dimension.
ArrayAttr batched_layouts(ArrayAttr layouts) {
  SmallVector<Attribute> result;
  for (Attribute attribute : layouts) {
    auto layout = cast<DenseIntElementsAttr>(attribute);
    SmallVector<APInt> order;
    for (const APInt &dimension : layout.getValues<APInt>())
      order.push_back(dimension + 1);
    order.push_back(APInt(64, 0));
    auto type = RankedTensorType::get({static_cast<int64_t>(order.size())}, layout.getElementType());
    result.push_back(DenseIntElementsAttr::get(type, order));
  }
  return ArrayAttr::get(layouts.getContext(), result);
}

Values custom_call(const Request &request) {
  auto operation = cast<CustomCallOp>(request.operation);
  llvm::StringRef name = operation.getCallTargetName();
  if (name == "Sharding") // of dimensions that are others now
    return {request.batched[0]};
  if (operation.getHasSideEffect() || name.starts_with("check."))
    refuse(operation, "calls with side effects cannot be made for all examples at once");
  if (!name.starts_with("lapack_"))
    return loop_over_lanes(request);
  auto result = request.repeat<CustomCallOp>(); // dimensions in front are batches
  if (auto layouts = operation.getOperandLayoutsAttr())
    result.setOperandLayoutsAttr(batched_layouts(layouts));
  if (auto layouts = operation.getResultLayoutsAttr())
    result.setResultLayoutsAttr(batched_layouts(layouts));
  return Values(result->getResults());
}

// --- tuples ----------------------------------------------------------------------------------------------------------
Values tuple(const Request &request) {
  Type type = batched_type(request.operation->getResult(0).getType(), request.size());
  return {request.build.make<TupleOp>(type, request.fronts())};
}
Values get_tuple_element(const Request &request) {
  auto index = cast<GetTupleElementOp>(request.operation).getIndex();
  auto type = cast<TupleType>(request.batched[0].getType()).getType(index);
  return {request.build.make<GetTupleElementOp>(type, request.batched[0], index)};
}

constexpr std::string_view processes =
    "what processes exchange cannot be batched; batch the program before it is made for several processes";
constexpr std::string_view outside = "what crosses the border of the program happens once, not for each example";
constexpr std::string_view checks = "checks are of one program run; check the batched results instead";
constexpr std::string_view shapes = "shapes cannot differ from example to example";
constexpr std::string_view no_operands = "it has no operand that can be batched";

} // namespace

llvm::ArrayRef<Rule> control_rules() {
  static const Rule rules[] = {
      {"stablehlo.while", while_loop},    {"stablehlo.if", if_else},
      {"stablehlo.case", switch_case},    {"func.call", call},
      {"stablehlo.composite", composite}, {"stablehlo.custom_call", custom_call},
      {"stablehlo.tuple", tuple},         {"stablehlo.get_tuple_element", get_tuple_element},
  };
  return rules;
}

llvm::ArrayRef<Rule> refused_rules() {
  static const Rule rules[] = {
      {"stablehlo.all_gather", nullptr, processes},
      {"stablehlo.all_reduce", nullptr, processes},
      {"stablehlo.reduce_scatter", nullptr, processes},
      {"stablehlo.all_to_all", nullptr, processes},
      {"stablehlo.collective_broadcast", nullptr, processes},
      {"stablehlo.collective_reduce", nullptr, processes},
      {"stablehlo.collective_permute", nullptr, processes},
      {"stablehlo.cross-replica-sum", nullptr, processes},
      {"stablehlo.async_start", nullptr, processes},
      {"stablehlo.async_done", nullptr, processes},
      {"stablehlo.send", nullptr, processes},
      {"stablehlo.recv", nullptr, processes},
      {"stablehlo.infeed", nullptr, outside},
      {"stablehlo.outfeed", nullptr, outside},
      {"interpreter.probe", nullptr, outside},
      {"interpreter.run_parallel", nullptr, processes},
      {"check.expect_eq", nullptr, checks},
      {"check.expect_eq_const", nullptr, checks},
      {"check.expect_almost_eq", nullptr, checks},
      {"check.expect_almost_eq_const", nullptr, checks},
      {"check.expect_close", nullptr, checks},
      {"check.expect_serialized_eq", nullptr, checks},
      {"stablehlo.dynamic_iota", nullptr, shapes},
      {"stablehlo.set_dimension_size", nullptr, shapes},
      {"stablehlo.constant", nullptr, no_operands},
      {"stablehlo.iota", nullptr, no_operands},
      {"stablehlo.replica_id", nullptr, no_operands},
      {"stablehlo.partition_id", nullptr, no_operands},
      {"stablehlo.after_all", nullptr, no_operands},
      {"stablehlo.create_token", nullptr, no_operands},
      {"stablehlo.return", nullptr, no_operands},
      {"chlo.constant", nullptr, no_operands},
  };
  return rules;
}

} // namespace cotangent::batch
