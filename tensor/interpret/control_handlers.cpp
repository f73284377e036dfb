// Calls, branches, loops, tuples, tokens, foreign functions.
#include "tensor/interpret/attributes.h"
#include "tensor/interpret/checks.h"
#include "tensor/interpret/evaluator.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::interpret {
namespace {

func::FuncOp function_named(Step &step, StringRef name) {
  func::FuncOp function = step.evaluator.function(name);
  if (!function)
    fail(step.operation, "bad-module", "there is no function @" + name.str());
  return function;
}

Values call(Step &step) {
  return step.evaluator.call(function_named(step, cast<func::CallOp>(step.operation).getCallee()), step.operands);
}
Values composite(Step &step) {
  return step.evaluator.call(function_named(step, cast<CompositeOp>(step.operation).getDecomposition()), step.operands);
}

Values if_(Step &step) {
  auto operation = cast<IfOp>(step.operation);
  Region &branch = step.array(0).get(0).as_bool() ? operation.getTrueBranch() : operation.getFalseBranch();
  return step.evaluator.run_region(branch, {}, step.scope);
}
/// An index out of range takes the last branch.
Values case_(Step &step) {
  auto branches = cast<CaseOp>(step.operation).getBranches();
  int64_t index = step.array(0).only_integer(), count = static_cast<int64_t>(branches.size());
  if (index < 0 || index >= count)
    index = count - 1;
  return step.evaluator.run_region(branches[static_cast<size_t>(index)], {}, step.scope);
}
Values while_(Step &step) {
  auto operation = cast<WhileOp>(step.operation);
  Values carried = step.operands;
  while (step.evaluator.run_region(operation.getCond(), carried, step.scope)[0].array.get(0).as_bool())
    carried = step.evaluator.run_region(operation.getBody(), carried, step.scope);
  return carried;
}

Values pass_on(Step &step) { return step.operands; }
Values token(Step &) { return {Value()}; }
Values tuple(Step &step) {
  Value result;
  result.parts = step.operands;
  return {result};
}
Values get_tuple_element(Step &step) {
  return {step.operands[0].parts[cast<GetTupleElementOp>(step.operation).getIndex()]};
}

/// Runs at once; the future holds the results.
Values async_start(Step &step) {
  Value result;
  result.parts = step.evaluator.run_region(cast<AsyncStartOp>(step.operation).getBody(), step.operands, step.scope);
  return {result};
}
Values async_done(Step &step) { return step.operands[0].parts; }

Values run_foreign(Step &step, const library::Call &function) {
  Values results;
  std::vector<const void *> operands;
  std::vector<void *> outputs;
  for (const Value &operand : step.operands)
    operands.push_back(operand.array.bytes());
  for (const TensorFacts &facts : step.results) {
    results.push_back(Array(facts.type, facts.shape));
    outputs.push_back(results.back().array.bytes());
  }
  Array workspace(ElementType::U8, {function.workspace_bytes()});
  function.run(operands.data(), outputs.data(), {workspace.bytes(), 1});
  return results;
}

Values custom_call(Step &step) {
  StringRef name = cast<CustomCallOp>(step.operation).getCallTargetName();
  if (name.starts_with("check."))
    return run_check_call(step);
  if (name == "Sharding" || name == "SPMDFullToShardShape" || name == "SPMDShardToFullShape")
    return step.operands;
  if (library::CallPointer function = foreign_function(cast<CustomCallOp>(step.operation)))
    return run_foreign(step, *function);
  fail(step.operation, "unsupported", "there is no foreign function '" + name.str() + "'");
}

Values print(Step &step) {
  if (step.evaluator.output)
    *step.evaluator.output << text_of(step.array(0)) << "\n";
  return {};
}

} // namespace

void add_control_handlers(HandlerTable &table) {
  table["func.call"] = call;
  table["stablehlo.composite"] = composite;
  table["stablehlo.if"] = if_;
  table["stablehlo.case"] = case_;
  table["stablehlo.while"] = while_;
  table["stablehlo.optimization_barrier"] = pass_on;
  table["stablehlo.after_all"] = token;
  table["stablehlo.create_token"] = token;
  table["stablehlo.tuple"] = tuple;
  table["stablehlo.get_tuple_element"] = get_tuple_element;
  table["stablehlo.async_start"] = async_start;
  table["stablehlo.async_done"] = async_done;
  table["stablehlo.custom_call"] = custom_call;
  table["interpreter.print"] = print;
}

} // namespace cotangent::interpret
