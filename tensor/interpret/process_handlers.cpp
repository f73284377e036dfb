// Grids of processes, what they send to each other, and what crosses the border of the program.
#include "tensor/interpret/grid.h"
#include "tensor/interpret/transfer.h"
#include "tensor/ir/infer.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::interpret {

std::optional<ProcessId> partner(Operation &operation, DenseIntElementsAttr pairs, const Strategy &strategy,
                                 ProcessId process, Role role) {
  std::vector<Ids> rows = ids_of(operation, pairs, strategy, /*unique=*/false);
  for (const ProcessGroup &pair : strategy.split(rows, strategy.size))
    if (pair[role == Role::Source ? 0 : 1] == process)
      return pair[role == Role::Source ? 1 : 0];
  return std::nullopt;
}

void check_value(Operation &operation, Type type, const Value &value, bool stored) {
  if (!isa<RankedTensorType>(type))
    return;
  TensorFacts expected = facts_of(type);
  if (auto quantization = quantization_of(getElementTypeOrSelf(type)); quantization && stored)
    expected.type = quantization->storage;
  const Array &array = value.array;
  bool fits = array.type() == expected.type && array.shape().size() == expected.shape.size();
  for (size_t dimension = 0; fits && dimension < expected.shape.size(); ++dimension)
    fits = expected.shape[dimension] < 0 || expected.shape[dimension] == array.size(static_cast<int64_t>(dimension));
  if (!fits)
    fail(operation, "bad-shape",
         "the result is " + type_text(array.type(), array.shape()) + ", but must be " +
             type_text(expected.type, expected.shape));
}

namespace {

Values replica_id(Step &step) {
  return {Array::scalar(Element::of_integer(ElementType::U32, step.evaluator.process().id.replica))};
}
Values partition_id(Step &step) {
  return {Array::scalar(Element::of_integer(ElementType::U32, step.evaluator.process().id.partition))};
}

// --- grids -----------------------------------------------------------------------------------------------------------
func::FuncOp function_named(Step &step, Attribute symbol) {
  StringRef name = cast<FlatSymbolRefAttr>(symbol).getValue();
  func::FuncOp function = step.evaluator.function(name);
  if (!function)
    fail(step.operation, "bad-module", "there is no function @" + name.str());
  return function;
}

/// The types of all programs, one after the other, are those of the operation.
void check_types(Step &step, const std::string &what, const SmallVector<Type> &programs, TypeRange types) {
  if (!compatible_types(TypeRange(programs), types))
    fail(step.operation, "bad-module",
         "the programs have " + what + " " + to_text(TypeRange(programs)) + ", but the operation has " +
             to_text(types));
}

std::vector<func::FuncOp> programs_of(Step &step, interpreter::RunParallelOp operation) {
  std::vector<func::FuncOp> programs;
  SmallVector<Type> inputs, results;
  for (Attribute row : operation.getPrograms())
    for (Attribute symbol : cast<ArrayAttr>(row)) {
      func::FuncOp function = programs.emplace_back(function_named(step, symbol));
      llvm::append_range(inputs, function.getArgumentTypes());
      llvm::append_range(results, function.getResultTypes());
    }
  check_types(step, "arguments", inputs, operation.getInputs().getTypes());
  check_types(step, "results", results, operation.getResultTypes());
  return programs;
}

/// The part of the operands that starts at `first` is what one process takes.
Values run_program(const Step &step, Process process, func::FuncOp function, size_t first) {
  Evaluator evaluator(step.evaluator.module(), process);
  evaluator.probes = step.evaluator.probes;
  evaluator.output = step.evaluator.output;
  evaluator.random_state = step.evaluator.random_state;
  auto begin = step.operands.begin() + static_cast<ptrdiff_t>(first);
  return evaluator.call(function, Values(begin, begin + function.getNumArguments()));
}

Values run_parallel(Step &step) {
  auto operation = cast<interpreter::RunParallelOp>(step.operation);
  std::vector<func::FuncOp> functions = programs_of(step, operation);
  auto replicas = static_cast<int64_t>(operation.getPrograms().size());
  GridSize size{replicas, static_cast<int64_t>(functions.size()) / replicas};
  Grid *outer = step.evaluator.process().grid;
  Grid grid(step.operation, size, outer ? outer->depth() + 1 : 0);
  if (auto infeed = operation.getInfeed())
    for (Attribute symbol : *infeed)
      grid.infeed.push_back(function_named(step, symbol));

  std::vector<Values> returned(functions.size());
  std::vector<std::function<void()>> programs;
  size_t first = 0;
  for (size_t at = 0; at < functions.size(); ++at) {
    programs.emplace_back(
        [&, at, first] { returned[at] = run_program(step, {&grid, grid.id_of(at)}, functions[at], first); });
    first += functions[at].getNumArguments();
  }
  grid.run(std::move(programs));

  Values results;
  for (Values &values : returned)
    for (Value &value : values) {
      check_value(step.operation, step.operation.getResult(static_cast<unsigned>(results.size())).getType(), value,
                  /*stored=*/true);
      results.push_back(std::move(value));
    }
  return results;
}

// --- messages --------------------------------------------------------------------------------------------------------
Grid &grid_of(Step &step) {
  Grid *grid = step.evaluator.process().grid;
  if (!grid)
    fail(step.operation, "unsupported", "a program that runs alone has nobody to exchange values with");
  return *grid;
}

/// Where a process puts or finds a message; nothing if it is in no pair. Transfers from and to the host, and those
/// without pairs, go through queues that all processes share.
template <class Op> std::optional<Mailbox> mailbox_of(Step &step, Op operation, Role role) {
  ProcessId process = step.evaluator.process().id;
  Mailbox mailbox{Mailbox::Kind::SendReceive, operation.getChannelHandle().getHandle(), {}, {}};
  auto pairs = operation.getSourceTargetPairs();
  if (operation.getIsHostTransfer() || !pairs || pairs->empty())
    return mailbox;
  GridSize size = grid_of(step).size();
  Strategy strategy = mailbox.channel > 0 ? by_partition(size) : by_replica(size);
  std::optional<ProcessId> other = partner(step.operation, *pairs, strategy, process, role);
  if (!other)
    return std::nullopt;
  mailbox.source = role == Role::Source ? process : *other;
  mailbox.target = role == Role::Source ? *other : process;
  return mailbox;
}

Values send(Step &step) {
  Grid &grid = grid_of(step);
  Values message(step.operands.begin(), step.operands.end() - 1);
  if (auto mailbox = mailbox_of(step, cast<SendOp>(step.operation), Role::Source))
    grid.send(step.operation, *mailbox, std::move(message));
  return {Value()};
}

/// What a foreign part of the program gave, and a token behind it.
Values received(Step &step, Values values) {
  size_t expected = step.operation.getNumResults() - 1;
  if (values.size() != expected)
    fail(step.operation, "bad-module",
         std::to_string(values.size()) + " values arrive, but " + std::to_string(expected) + " are expected");
  for (size_t at = 0; at < expected; ++at)
    check_value(step.operation, step.operation.getResult(static_cast<unsigned>(at)).getType(), values[at],
                /*stored=*/true);
  values.emplace_back();
  return values;
}

/// Who is nobody's target gets zeros, as in collective_permute: all processes may run the same program.
Values nothing_received(Step &step) {
  Values values;
  for (Type type : llvm::drop_end(step.operation.getResultTypes())) {
    TensorFacts facts = facts_of(type);
    if (llvm::is_contained(facts.shape, -1))
      fail(step.operation, "bad-module",
           text_of(step.evaluator.process().id) + " is no target, and the shape of what it would receive is unknown");
    Array zeros = Array::filled(Element::zero(facts.type), facts.shape);
    auto quantization = quantization_of(getElementTypeOrSelf(type));
    values.emplace_back(quantization ? reference::uniform_quantize(zeros, *quantization) : zeros);
  }
  return values;
}

Values recv(Step &step) {
  Grid &grid = grid_of(step);
  auto mailbox = mailbox_of(step, cast<RecvOp>(step.operation), Role::Target);
  return received(step, mailbox ? grid.receive(step.operation, step.evaluator.process().id, *mailbox)
                                : nothing_received(step));
}

// --- the border of the program ---------------------------------------------------------------------------------------
Values infeed(Step &step) {
  Grid &grid = grid_of(step);
  if (grid.infeed.empty())
    fail(step.operation, "bad-module", "the infeed is empty");
  func::FuncOp function = grid.infeed.front();
  grid.infeed.pop_front();
  if (function.getNumArguments() != 0)
    fail(step.operation, "bad-module", "@" + function.getName().str() + " of the infeed takes arguments");
  return received(step, step.evaluator.call(function, {}));
}

/// Nobody reads what a program writes there.
Values outfeed(Step &) { return {Value()}; }

} // namespace

void add_process_handlers(HandlerTable &table) {
  table["interpreter.run_parallel"] = run_parallel;
  table["stablehlo.replica_id"] = replica_id;
  table["stablehlo.partition_id"] = partition_id;
  table["stablehlo.send"] = send;
  table["stablehlo.recv"] = recv;
  table["stablehlo.infeed"] = infeed;
  table["stablehlo.outfeed"] = outfeed;
}

} // namespace cotangent::interpret
