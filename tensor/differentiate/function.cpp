// Derivatives of functions.
#include "tensor/differentiate/differentiate.h"

#include "tensor/differentiate/linearizer.h"
#include "tensor/differentiate/transposer.h"
#include "tensor/simplify/simplify.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace cotangent::differentiate {

std::string to_text(const LoopPlan &plan) {
  std::string text =
      plan.place + ": a loop of " + plan.count + " steps keeps " + std::to_string(plan.kept_bytes) + " bytes";
  for (size_t at = 0; at < plan.kept.size(); ++at)
    text += (at == 0 ? " (" : ", ") + plan.kept[at];
  text += plan.kept.empty() ? "" : ")";
  if (plan.checkpoints != 0)
    return text + " at " + std::to_string(plan.checkpoints) + " checkpoints and does " +
           std::to_string(plan.steps_again) + " steps again";
  return text + " and does " + std::to_string(plan.recomputed_operations) + " operations again in each step";
}

namespace {

std::string text_of(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

std::vector<unsigned> chosen_arguments(func::FuncOp function, const DerivativeRequest &request) {
  std::vector<unsigned> chosen;
  if (!request.with_respect_to) {
    for (BlockArgument argument : function.getArguments())
      if (is_differentiable(argument))
        chosen.push_back(argument.getArgNumber());
    if (chosen.empty())
      throw Error("bad-argument",
                  "no argument of " + function.getName().str() + " is a tensor of floating-point or complex numbers");
    return chosen;
  }
  for (int64_t number : *request.with_respect_to) {
    std::string name = "argument " + std::to_string(number);
    if (number < 0 || number >= static_cast<int64_t>(function.getNumArguments()))
      throw Error("bad-argument", "there is no " + name + ": " + function.getName().str() + " has " +
                                      std::to_string(function.getNumArguments()));
    auto at = static_cast<unsigned>(number);
    if (!is_differentiable(function.getArgument(at)))
      throw Error("bad-argument", name + " is " + text_of(function.getArgument(at).getType()) +
                                      ": only tensors of floating-point or complex numbers have derivatives");
    if (llvm::is_contained(chosen, at))
      throw Error("bad-argument", name + " is named twice");
    chosen.push_back(at);
  }
  if (chosen.empty())
    throw Error("bad-argument", "no argument is named");
  return chosen;
}

Type chosen_result(func::FuncOp function, int64_t number) {
  if (number < 0 || number >= static_cast<int64_t>(function.getNumResults()))
    throw Error("bad-argument", "there is no result " + std::to_string(number) + ": " + function.getName().str() +
                                    " has " + std::to_string(function.getNumResults()));
  Type type = function.getResultTypes()[static_cast<unsigned>(number)];
  if (!is_differentiable(type))
    throw Error("bad-argument", "result " + std::to_string(number) + " is " + text_of(type) +
                                    ": only tensors of floating-point or complex numbers have derivatives");
  return type;
}

void require_known_shapes(func::FuncOp function) {
  auto check = [&](Type type, const std::string &what) {
    if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && !tensor.hasStaticShape())
      throw Error("unsupported", what + " is " + text_of(type) +
                                     ": derivatives need known shapes; give the dimensions '?' their sizes");
  };
  for (BlockArgument argument : function.getArguments())
    check(argument.getType(), "argument " + std::to_string(argument.getArgNumber()));
  for (auto [at, type] : llvm::enumerate(function.getResultTypes()))
    check(type, "result " + std::to_string(at));
}

/// The copy of a function that becomes its derivative.
func::FuncOp copy_of(func::FuncOp function) {
  OpBuilder builder(function);
  builder.setInsertionPointAfter(function);
  auto copy = cast<func::FuncOp>(builder.clone(*function));
  std::string name = function.getName().str();
  SymbolTable table(function->getParentOp());
  std::string other = name + "_primal";
  for (int number = 2; table.lookup(other); ++number)
    other = name + "_primal" + std::to_string(number);
  if (failed(
          table.replaceAllSymbolUses(function, StringAttr::get(function.getContext(), other), function->getParentOp())))
    throw Error("internal", "symbols could not be renamed");
  function.setName(other);
  function.setPrivate();
  return copy;
}

void end_with(func::FuncOp function, ValueRange results) {
  Operation *end = function.front().getTerminator();
  end->setOperands(results);
  function.setFunctionType(
      FunctionType::get(function.getContext(), function.front().getArgumentTypes(), TypeRange(results)));
  function.removeResAttrsAttr();
  function.removeArgAttrsAttr();
}

} // namespace

func::FuncOp differentiate(func::FuncOp function, const DerivativeRequest &request, std::vector<LoopPlan> *plans) {
  if (function.isExternal() || !function.getBody().hasOneBlock())
    throw Error("unsupported", function.getName().str() + " has no body of one block");
  require_known_shapes(function);
  std::vector<unsigned> chosen = chosen_arguments(function, request);
  Type type = chosen_result(function, request.result);
  func::FuncOp derivative = copy_of(function);
  Block &block = derivative.front();
  Operation *end = block.getTerminator();
  OpBuilder builder(end);
  Build build(builder, derivative.getLoc());
  Values inputs;
  for (unsigned at : chosen)
    inputs.push_back(block.getArgument(at));
  auto result = static_cast<unsigned>(request.result);
  auto nothing = [](Value, Value) {};
  Range range{&block, block.begin(), end->getIterator()};
  Values results;
  if (request.mode == Mode::Forward) {
    Values tangents;
    for (Value input : inputs)
      tangents.push_back(block.addArgument(input.getType(), derivative.getLoc()));
    Value tangent = forward_in_place(build, range, inputs, tangents, {end->getOperand(result)}, nothing, plans)[0];
    llvm::append_range(results, end->getOperands());
    results.push_back(tangent ? tangent : build.zeros(type));
  } else {
    bool is_real_number = ranked(type).getRank() == 0 && !isa<ComplexType>(ranked(type).getElementType());
    Value cotangent =
        is_real_number ? build.splat(ranked(type), 1) : Value(block.addArgument(type, derivative.getLoc()));
    // the cotangent must not be in the range: what computes it comes behind
    Range primal{&block, block.begin(), is_real_number ? cotangent.getDefiningOp()->getIterator() : end->getIterator()};
    Values gradients = reverse_in_place(build, primal, inputs, {end->getOperand(result)}, {cotangent}, nothing, plans);
    if (request.mode == Mode::ValueAndGradient)
      llvm::append_range(results, end->getOperands());
    for (auto [input, gradient] : llvm::zip(inputs, gradients))
      results.push_back(gradient ? gradient : build.zeros_like(input));
  }
  end_with(derivative, results);
  simplify::simplify(derivative->getParentOfType<ModuleOp>());
  return derivative;
}

} // namespace cotangent::differentiate
