#include "tensor/plan/planner.h"

#include "cotangent/error.h"
#include "tensor/ir/dialects.h"
#include "tensor/plan/arrange.h"
#include "tensor/plan/expansion.h"
#include "tensor/plan/fusion.h"
#include "tensor/plan/memory.h"
#include "tensor/plan/parts.h"

using namespace mlir;

namespace cotangent::plan {
namespace {

class Planner {
public:
  Planner(ModuleOp module, std::shared_ptr<InterpreterState> state, const PlanOptions &options)
      : module_(module), state_(std::move(state)), options_(options) {}

  Program plan(func::FuncOp function) {
    program_.name = function.getName().str();
    Block &entry = function.getBody().front();
    for (BlockArgument argument : entry.getArguments()) {
      BufferId id = new_buffer(argument.getType());
      program_.buffers[static_cast<size_t>(id)].place = Place::Argument;
      program_.buffers[static_cast<size_t>(id)].at = argument.getArgNumber();
      program_.arguments.push_back(id);
      buffers_[argument] = id;
    }
    std::vector<BufferId> returned = plan_function(function, program_.steps);
    for (size_t at = 0; at < returned.size(); ++at) {
      BufferId id = new_buffer_like(returned[at]);
      program_.buffers[static_cast<size_t>(id)].place = Place::Result;
      program_.buffers[static_cast<size_t>(id)].at = static_cast<int64_t>(at);
      program_.results.push_back(id);
      program_.steps.push_back(copy(returned[at], id));
    }
    drop_unread_results(program_);
    return std::move(program_);
  }

private:
  static bool has_buffer(Type type) { return isa<RankedTensorType>(type); }

  BufferId new_buffer(ElementType type, Shape shape) {
    int64_t bytes = element_count(shape) * facts_of(type).bytes;
    program_.buffers.push_back({type, std::move(shape), Place::Arena, 0, bytes});
    return static_cast<BufferId>(program_.buffers.size() - 1);
  }
  BufferId new_buffer(Type type) { return new_buffer(stored_type(type), interpret::facts_of(type).shape); }
  BufferId new_buffer_like(BufferId other) {
    const Buffer &buffer = program_.buffers[static_cast<size_t>(other)];
    return new_buffer(buffer.type, buffer.shape);
  }

  static Step copy(BufferId from, BufferId to) {
    Step step;
    step.kind = Step::Kind::Copy;
    step.copy = {from, to};
    return step;
  }

  /// The buffer of a value that has one, or of a constant.
  BufferId buffer_of(mlir::Value value) {
    if (auto found = buffers_.find(value); found != buffers_.end())
      return found->second;
    auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
    if (!constant)
      throw Error("internal", "a value of the program has no buffer");
    BufferId id = new_buffer(value.getType());
    Buffer &buffer = program_.buffers[static_cast<size_t>(id)];
    buffer.place = Place::Constant;
    buffer.at = static_cast<int64_t>(program_.constants.size());
    program_.constants.push_back(interpret::array_of(constant.getValue()));
    return buffers_[value] = id;
  }

  std::vector<BufferId> plan_function(func::FuncOp function, Steps &steps) {
    if (function.isExternal())
      interpret::fail(*function, "bad-module", "the function has no body");
    if (llvm::is_contained(functions_, function))
      interpret::fail(*function, "bad-module", "the function calls itself");
    functions_.push_back(function);
    expand_operations(function);
    std::vector<BufferId> returned = plan_block(function.getBody().front(), steps);
    functions_.pop_back();
    return returned;
  }

  /// The buffers of what the terminator returns.
  std::vector<BufferId> plan_block(Block &block, Steps &steps) {
    llvm::DenseSet<Operation *> buffered = operations_with_buffers(block);
    size_t first = steps.size();
    for (Operation &operation : block.without_terminator())
      if (buffered.contains(&operation))
        plan_operation(operation, steps);
    delay_updates(steps, first);
    std::vector<BufferId> returned;
    for (mlir::Value value : block.back().getOperands())
      if (has_buffer(value.getType()))
        returned.push_back(buffer_of(value));
    return returned;
  }

  void plan_operation(Operation &operation, Steps &steps) {
    if (reading_of(operation) != Reading::Foreign)
      return add_kernel(steps, kernel(operation));
    if (auto call = dyn_cast<func::CallOp>(operation))
      return plan_call(operation, call.getCallee(), steps);
    if (auto composite = dyn_cast<stablehlo::CompositeOp>(operation))
      return plan_call(operation, composite.getDecomposition(), steps);
    if (isa<stablehlo::OptimizationBarrierOp>(operation)) {
      for (auto [operand, result] : llvm::zip(operation.getOperands(), operation.getResults()))
        if (has_buffer(operand.getType()))
          buffers_[result] = buffer_of(operand);
      return;
    }
    if (isa<stablehlo::AfterAllOp, stablehlo::CreateTokenOp>(operation))
      return;
    if (auto loop = dyn_cast<stablehlo::WhileOp>(operation))
      return plan_loop(loop, steps);
    if (isa<stablehlo::IfOp, stablehlo::CaseOp>(operation))
      return plan_branch(operation, steps);
    plan_library(operation, steps);
  }

  void plan_call(Operation &operation, StringRef name, Steps &steps) {
    auto function = dyn_cast_or_null<func::FuncOp>(SymbolTable::lookupSymbolIn(module_, name));
    if (!function)
      interpret::fail(operation, "bad-module", "there is no function '" + name.str() + "'");
    std::vector<std::pair<mlir::Value, BufferId>> arguments;
    for (auto [argument, operand] : llvm::zip(function.getArguments(), operation.getOperands()))
      if (has_buffer(operand.getType()))
        arguments.emplace_back(argument, buffer_of(operand));
    for (auto [argument, buffer] : arguments)
      buffers_[argument] = buffer;
    std::vector<BufferId> returned = plan_function(function, steps);
    define_results(operation, returned);
  }

  void define_results(Operation &operation, const std::vector<BufferId> &buffers) {
    size_t at = 0;
    for (mlir::Value result : operation.getResults())
      if (has_buffer(result.getType()))
        buffers_[result] = buffers[at++];
  }

  /// Leaves of the loops: what the operation reads through all that is computed inside them.
  void find_leaves(Operation &operation, Kernel &kernel, llvm::DenseSet<mlir::Value> &seen) {
    std::vector<mlir::Value> read = captured_values(operation);
    read.insert(read.begin(), operation.operand_begin(), operation.operand_end());
    for (mlir::Value operand : read) {
      if (!seen.insert(operand).second || is_immediate(operand))
        continue;
      if (buffers_.contains(operand) || operand.getDefiningOp<stablehlo::ConstantOp>())
        kernel.leaves.push_back({operand, buffer_of(operand)});
      else
        find_leaves(*operand.getDefiningOp(), kernel, seen);
    }
    kernel.work += cost_of(operation) + 1;
  }

  Step kernel(Operation &operation) {
    Step step;
    step.kind = Step::Kind::Kernel;
    step.kernel.root = &operation;
    llvm::DenseSet<mlir::Value> seen;
    find_leaves(operation, step.kernel, seen);
    int64_t largest = 0;
    for (Type type : operation.getOperandTypes())
      largest = std::max(largest, cast<RankedTensorType>(type).getNumElements());
    for (mlir::Value result : operation.getResults()) {
      buffers_[result] = new_buffer(result.getType());
      step.kernel.results.push_back(buffers_[result]);
      if (reading_of(operation) != Reading::Updating)
        largest = std::max(largest, cast<RankedTensorType>(result.getType()).getNumElements());
    }
    step.kernel.work = step.kernel.work * largest / 10;
    if (!options_.exact)
      share_out(operation, step.kernel);
    return step;
  }

  void share_out(Operation &operation, Kernel &kernel) {
    std::optional<Parts> parts = parts_of(operation, kernel.work);
    if (!parts)
      return;
    kernel.parts = *parts;
    for (BufferId result : kernel.results) {
      ElementType type = program_.buffers[static_cast<size_t>(result)].type;
      int64_t elements = element_count(program_.buffers[static_cast<size_t>(result)].shape);
      kernel.parts.results.push_back(new_buffer(type, {parts->count, elements}));
    }
  }

  void plan_library(Operation &operation, Steps &steps) {
    Step step;
    step.kind = Step::Kind::Library;
    LibraryStep &library = step.library;
    library.operation = &operation;
    library.name = operation.getName().getStringRef().str();
    std::vector<mlir::Value> captured = captured_values(operation);
    bool same_bits =
        isa<stablehlo::SortOp, chlo::TopKOp, stablehlo::CustomCallOp, stablehlo::RngBitGeneratorOp>(operation);
    bool calls_region = false;
    if (!options_.exact || same_bits)
      library.call = library_call(operation, calls_region);
    if (!library.call) {
      library.name = "interpret " + library.name;
      library.call = interpreted_call(operation, captured, state_);
    }
    captured.insert(captured.begin(), operation.operand_begin(), operation.operand_end());
    for (mlir::Value value : captured)
      if (has_buffer(value.getType())) {
        if (calls_region)
          library.region_operands.emplace_back(value, library.operands.size());
        library.operands.push_back(buffer_of(value));
      }
    for (mlir::Value result : operation.getResults())
      if (has_buffer(result.getType())) {
        buffers_[result] = new_buffer(result.getType());
        library.results.push_back(buffers_[result]);
      }
    if (int64_t bytes = library.call->workspace_bytes(); bytes > 0)
      library.workspace = new_buffer(ElementType::U8, {bytes});
    steps.push_back(std::move(step));
  }

  /// Copies sources to targets as if all at once: sources that are overwritten before they are read are saved first.
  void copy_together(const std::vector<BufferId> &sources, const std::vector<BufferId> &targets, Steps &steps) {
    std::vector<BufferId> saved = sources;
    for (size_t at = 0; at < sources.size(); ++at)
      for (size_t before = 0; before < at; ++before)
        if (targets[before] == sources[at] && sources[at] != targets[at]) {
          saved[at] = new_buffer_like(sources[at]);
          steps.push_back(copy(sources[at], saved[at]));
          break;
        }
    for (size_t at = 0; at < sources.size(); ++at)
      if (saved[at] != targets[at])
        steps.push_back(copy(saved[at], targets[at]));
  }

  void plan_loop(stablehlo::WhileOp operation, Steps &steps) {
    std::vector<BufferId> initial, carried;
    for (mlir::Value operand : operation.getOperands())
      if (has_buffer(operand.getType())) {
        initial.push_back(buffer_of(operand));
        carried.push_back(new_buffer(operand.getType()));
      }
    for (size_t at = 0; at < initial.size(); ++at)
      steps.push_back(copy(initial[at], carried[at]));
    auto bind = [&](Block &block) {
      size_t at = 0;
      for (BlockArgument argument : block.getArguments())
        if (has_buffer(argument.getType()))
          buffers_[argument] = carried[at++];
    };
    Step step;
    step.kind = Step::Kind::Loop;
    step.loop.condition = std::make_unique<Steps>();
    step.loop.body = std::make_unique<Steps>();
    bind(operation.getCond().front());
    step.loop.predicate = plan_block(operation.getCond().front(), *step.loop.condition).front();
    bind(operation.getBody().front());
    std::vector<BufferId> next = plan_block(operation.getBody().front(), *step.loop.body);
    copy_together(next, carried, *step.loop.body);
    steps.push_back(std::move(step));
    define_results(*operation, carried);
  }

  void plan_branch(Operation &operation, Steps &steps) {
    std::vector<BufferId> results;
    for (Type type : operation.getResultTypes())
      if (has_buffer(type))
        results.push_back(new_buffer(type));
    Step step;
    step.kind = Step::Kind::Branch;
    step.branch.selector = buffer_of(operation.getOperand(0));
    step.branch.by_index = isa<stablehlo::CaseOp>(operation);
    for (Region &region : operation.getRegions()) {
      Steps &branch = step.branch.branches.emplace_back();
      std::vector<BufferId> returned = plan_block(region.front(), branch);
      for (size_t at = 0; at < results.size(); ++at)
        branch.push_back(copy(returned[at], results[at]));
    }
    steps.push_back(std::move(step));
    define_results(operation, results);
  }

  ModuleOp module_;
  std::shared_ptr<InterpreterState> state_;
  PlanOptions options_;
  Program program_;
  llvm::DenseMap<mlir::Value, BufferId> buffers_;
  std::vector<func::FuncOp> functions_;
};

} // namespace

bool can_plan(func::FuncOp function) {
  auto known = [](Type type) {
    if (isa<stablehlo::TokenType>(type))
      return true;
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape() && interpret::element_type_of(tensor.getElementType());
  };
  llvm::DenseSet<Operation *> seen;
  SmallVector<func::FuncOp> open{function};
  ModuleOp module = function->getParentOfType<ModuleOp>();
  while (!open.empty()) {
    func::FuncOp next = open.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    WalkResult result = next.walk([&](Operation *operation) {
      if (auto symbols =
              operation->getAttrOfType<FlatSymbolRefAttr>(isa<func::CallOp>(operation) ? "callee" : "decomposition"))
        if (auto callee = dyn_cast_or_null<func::FuncOp>(SymbolTable::lookupSymbolIn(module, symbols)))
          open.push_back(callee);
      for (Region &region : operation->getRegions())
        for (Block &block : region)
          if (!llvm::all_of(block.getArgumentTypes(), known))
            return WalkResult::interrupt();
      bool all = llvm::all_of(operation->getOperandTypes(), known) && llvm::all_of(operation->getResultTypes(), known);
      return all ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return false;
  }
  return true;
}

Program plan_program(func::FuncOp function, std::shared_ptr<InterpreterState> state, const PlanOptions &options) {
  Program program = Planner(function->getParentOfType<ModuleOp>(), std::move(state), options).plan(function);
  assign_memory(program);
  return program;
}

} // namespace cotangent::plan
