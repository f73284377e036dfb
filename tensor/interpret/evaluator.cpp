#include "tensor/interpret/evaluator.h"

#include "cotangent/error.h"
#include "tensor/reference/each.h"

using namespace mlir;

namespace cotangent::interpret {

std::string place_of(Operation &operation) {
  Location location = operation.getLoc();
  if (auto file = location->findInstanceOf<FileLineColLoc>())
    return file.getFilename().str() + ":" + std::to_string(file.getLine()) + ":" + std::to_string(file.getColumn());
  return "(no place)";
}

void fail(Operation &operation, StringRef kind, const std::string &message) {
  throw Error(kind.str(), place_of(operation) + ": " + operation.getName().getStringRef().str() + ": " + message);
}

const Value &Scope::find(mlir::Value name) const {
  for (const Scope *scope = this; scope; scope = scope->outer_)
    if (auto found = scope->values_.find(name); found != scope->values_.end())
      return found->second;
  throw Error("internal", "a value of the program is used before it is computed");
}

std::vector<Array> Step::arrays(size_t first, size_t count) const {
  std::vector<Array> result;
  for (size_t at = first; at < first + count; ++at)
    result.push_back(operands[at].array);
  return result;
}

Handler find_handler(StringRef name) {
  static const HandlerTable table = [] {
    HandlerTable all;
    add_shape_handlers(all);
    add_reduction_handlers(all);
    add_algebra_handlers(all);
    add_control_handlers(all);
    add_process_handlers(all);
    add_collective_handlers(all);
    add_check_handlers(all);
    add_chlo_handlers(all);
    return all;
  }();
  auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

func::FuncOp Evaluator::function(StringRef name) const {
  return dyn_cast_or_null<func::FuncOp>(SymbolTable::lookupSymbolIn(module_, name));
}

Values Evaluator::call(func::FuncOp function, const Values &inputs) {
  if (function.isExternal())
    fail(*function, "bad-module", "the function has no body");
  return run_region(function.getBody(), inputs, Scope());
}

Values Evaluator::run_region(Region &region, std::span<const Value> inputs, const Scope &outer) {
  // Programs of this language cannot recurse; one that does would never end.
  if (depth_ >= most_depth)
    fail(*region.getParentOp(), "bad-module",
         "functions call themselves, or calls and regions are nested more than " + std::to_string(most_depth) +
             " deep");
  ++depth_;
  struct Leave {
    int &depth;
    ~Leave() { --depth; }
  } leave{depth_};
  Scope scope(&outer);
  Block &block = region.front();
  for (auto [argument, input] : llvm::zip(block.getArguments(), inputs))
    scope.define(argument, input);
  for (Operation &operation : block.without_terminator()) {
    Values results = evaluate(operation, scope);
    for (auto [name, value] : llvm::zip(operation.getResults(), results))
      scope.define(name, std::move(value));
  }
  Values returned;
  for (mlir::Value operand : block.back().getOperands())
    returned.push_back(scope.find(operand));
  return returned;
}

namespace {

bool is_quantized(Type type) { return isa<quant::QuantizedType>(getElementTypeOrSelf(type)); }

/// Operations whose meaning speaks of the stored integers, or that only pass values on.
bool sees_storage(Operation &operation) {
  return isa<stablehlo::UniformQuantizeOp, stablehlo::UniformDequantizeOp, stablehlo::BitcastConvertOp,
             stablehlo::ConstantOp, stablehlo::WhileOp, stablehlo::IfOp, stablehlo::CaseOp, stablehlo::TupleOp,
             stablehlo::GetTupleElementOp, stablehlo::OptimizationBarrierOp, stablehlo::CustomCallOp,
             stablehlo::CompositeOp, stablehlo::SendOp, stablehlo::RecvOp, stablehlo::InfeedOp, stablehlo::OutfeedOp,
             stablehlo::AsyncStartOp, stablehlo::AsyncDoneOp, func::CallOp, check::ExpectEqOp, check::ExpectEqConstOp,
             check::ExpectSerializedEqOp, interpreter::ProbeOp, interpreter::PrintOp, interpreter::RunParallelOp>(
      operation);
}

/// Dynamic dimensions can bring together what types could not tell apart.
void check_same_shapes(Step &step) {
  for (size_t at = 1; at < step.operands.size(); ++at)
    if (step.array(at).shape() != step.array(0).shape())
      fail(step.operation, "bad-shape",
           "operands must have one shape, but have " + type_text(step.array(0).type(), step.array(0).shape()) +
               " and " + type_text(step.array(at).type(), step.array(at).shape()));
}

} // namespace

Values Evaluator::evaluate(Operation &operation, const Scope &scope) {
  Step step{*this, operation, scope, {}, {}};
  bool dequantize = !sees_storage(operation);
  for (mlir::Value operand : operation.getOperands()) {
    step.operands.push_back(scope.find(operand));
    if (dequantize && is_quantized(operand.getType()))
      step.operands.back() = reference::uniform_dequantize(step.operands.back().array,
                                                           *quantization_of(getElementTypeOrSelf(operand.getType())));
  }
  for (Type type : operation.getResultTypes())
    step.results.push_back(isa<RankedTensorType>(type) ? facts_of(type) : TensorFacts());

  StringRef name = operation.getName().getStringRef();
  Values results;
  if (Handler handler = find_handler(name)) {
    results = handler(step);
  } else if (auto unary = reference::unary_function(std::string_view(name)); unary && step.operands.size() == 1) {
    results.push_back(reference::each(step.result_type(), unary, step.array(0)));
  } else if (auto binary = reference::binary_function(std::string_view(name)); binary && step.operands.size() == 2) {
    check_same_shapes(step);
    results.push_back(reference::each(step.result_type(), binary, step.array(0), step.array(1)));
  } else {
    fail(operation, "unsupported", "the interpreter does not know this operation");
  }
  if (dequantize)
    for (auto [type, result] : llvm::zip(operation.getResultTypes(), results))
      if (is_quantized(type))
        result = reference::uniform_quantize(result.array, *quantization_of(getElementTypeOrSelf(type)));
  return results;
}

} // namespace cotangent::interpret
