#include "tensor/differentiate/binomial.h"

#include "tensor/differentiate/expand_calls.h"
#include "tensor/differentiate/linearizer.h"
#include "tensor/differentiate/split_loop.h"

#include "mlir/IR/SymbolTable.h"

#include <algorithm>
#include <limits>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::differentiate {

std::optional<int64_t> slots_asked_for(WhileOp loop) {
  auto attribute = loop->getAttrOfType<IntegerAttr>(slots_attribute);
  if (!attribute)
    return std::nullopt;
  if (attribute.getInt() < 1)
    throw Error("bad-argument", place_of(loop) + ": a loop needs at least one checkpoint, but " +
                                    std::to_string(attribute.getInt()) + " are asked for");
  return attribute.getInt();
}

// --- the schedule ----------------------------------------------------------------------------------------------------
namespace {

/// C(s + t, s): how many steps s states reverse if none is done more than t times before; no more than a large number.
int64_t reach(int64_t s, int64_t t) {
  constexpr int64_t enough = std::numeric_limits<int64_t>::max() / 4;
  if (t < 0)
    return 0;
  __int128 result = 1;
  for (int64_t k = 1; k <= std::min(s, t); ++k) {
    result = result * (std::max(s, t) + k) / k;
    if (result > enough)
      return enough;
  }
  return static_cast<int64_t>(result);
}

class Scheduler {
public:
  Scheduler(int64_t steps, int64_t slots) : slots_(slots) {
    schedule_.first.push_back(0);
    reverse(0, steps, 0);
  }
  BinomialSchedule take() { return std::move(schedule_); }

private:
  /// Steps first … last - 1; the state before the first is in a slot, and those behind it are free.
  void reverse(int64_t first, int64_t last, int64_t slot) {
    while (last - first > 1) {
      if (slot + 1 == slots_) {
        --last;
        restore(slot);
        advance(last - first, slots_);
        finish();
        continue;
      }
      int64_t middle = first + split(last - first, slots_ - slot);
      restore(slot);
      advance(middle - first, slot + 1);
      reverse(middle, last, slot + 1);
      last = middle;
    }
    restore(slot);
    finish();
  }
  /// How far the next state lies, for so many steps and states (with the one at the beginning).
  static int64_t split(int64_t length, int64_t states) {
    int64_t times = 1;
    while (reach(states, times) < length)
      ++times;
    return std::clamp<int64_t>(length - reach(states - 1, times), std::max<int64_t>(reach(states, times - 2), 1),
                               length - 1);
  }
  void restore(int64_t slot) {
    if (!has_state_)
      schedule_.restored.push_back(slot);
    has_state_ = true;
  }
  void advance(int64_t steps, int64_t slot) { schedule_.advances.push_back({steps, slot}); }
  void finish() {
    schedule_.first.push_back(static_cast<int64_t>(schedule_.advances.size()));
    has_state_ = false;
  }

  int64_t slots_;
  bool has_state_ = false;
  BinomialSchedule schedule_;
};

} // namespace

BinomialSchedule binomial_schedule(int64_t steps, int64_t slots) { return Scheduler(steps, slots).take(); }

int64_t BinomialSchedule::steps_again() const {
  int64_t sum = 0;
  for (const Advance &advance : advances)
    sum += advance.steps;
  return sum;
}

// --- linearising -----------------------------------------------------------------------------------------------------
namespace {

/// A function of the module: the loop's body, with what it takes from outside as further arguments.
FlatSymbolRefAttr outlined_body(WhileOp loop, ValueRange captured) {
  auto module = loop->getParentOfType<ModuleOp>();
  std::string name = "checkpointed_step";
  for (size_t number = 2; SymbolTable::lookupSymbolIn(module, name); ++number)
    name = "checkpointed_step_" + std::to_string(number);
  OpBuilder builder(module.getContext());
  builder.setInsertionPointToEnd(module.getBody());
  llvm::SmallVector<Type> types(loop->getResultTypes());
  llvm::append_range(types, captured.getTypes());
  auto function =
      func::FuncOp::create(builder, loop.getLoc(), name, builder.getFunctionType(types, loop->getResultTypes()));
  function.setPrivate();
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToEnd(entry);
  Block &body = loop.getBody().front();
  IRMapping mapping;
  mapping.map(body.getArguments(), entry->getArguments().take_front(body.getNumArguments()));
  mapping.map(captured, entry->getArguments().drop_front(body.getNumArguments()));
  for (Operation &operation : body.without_terminator())
    builder.clone(operation, mapping);
  Values results;
  for (Value value : body.getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(value));
  func::ReturnOp::create(builder, loop.getLoc(), results);
  return FlatSymbolRefAttr::get(function.getSymNameAttr());
}

} // namespace

/// The loop stays as it is: only the values before it are kept.
void Linearizer::split_by_binomials(WhileOp loop, llvm::ArrayRef<bool> active, int64_t steps, int64_t slots) {
  int64_t bytes = 0;
  for (Type type : loop->getOperandTypes()) {
    if (!isa<RankedTensorType>(type))
      throw Error("unsupported",
                  place_of(loop) + ": a loop that carries a token cannot be done again from checkpoints");
    bytes += bytes_of(type);
  }
  slots = std::min(slots, steps);
  Values captured;
  for (Value value : captured_by(loop)) // what only the condition takes does no harm
    captured.push_back(value);
  Build build(builder_, loop.getLoc());
  LinearCall call{.kind = LinearCall::Kind::Loop,
                  .function = outlined_body(loop, captured),
                  .first = static_cast<int64_t>(loop.getNumOperands() + captured.size()),
                  .captured = 0,
                  .active = {},
                  .result_numbers = {},
                  .steps = steps,
                  .slots = slots};
  for (auto [at, is] : llvm::enumerate(active))
    if (is)
      call.result_numbers.push_back(static_cast<int64_t>(at));
  Values operands(loop.getOperands());
  llvm::append_range(operands, captured);
  for (size_t at = 0, count = operands.size(); at < count; ++at)
    if (Value known = tangent(operands[at])) {
      call.active.push_back(static_cast<int64_t>(at));
      operands.push_back(known);
    }
  set_linear_call(build, call, operands, loop->getResults());
  if (plans_) {
    LoopPlan plan;
    plan.place = place_of(loop);
    plan.count = std::to_string(steps);
    plan.kept_bytes = bytes * (slots + 1);
    for (Type type : loop->getOperandTypes()) {
      std::string text;
      llvm::raw_string_ostream(text) << type;
      plan.kept.push_back(text);
    }
    plan.checkpoints = slots;
    plan.steps_again = binomial_schedule(steps, slots).steps_again();
    plans_->push_back(plan);
  }
}

// --- transposing -----------------------------------------------------------------------------------------------------
namespace {

Value number(Build &build, int64_t value) {
  return build.scalar(build.builder.getI64Type(), static_cast<double>(value));
}
Value plus_one(Build &build, Value value) { return build.add(value, build.splat_like(value, 1)); }
Value less(Build &build, Value left, Value right) { return build.compare(left, right, ComparisonDirection::LT); }
Value entry(Build &build, Value table, Value at) { return row_of(build, table, at); }

Values drop(ValueRange values, size_t first, size_t count) { return Values(values.slice(first, count)); }

/// The transposed loop: carries the number of reversed steps, the slots, the cotangents of the active state, and sums
/// for the active values from outside.
class ReversedLoop {
public:
  ReversedLoop(Build &build, Operation *operation, const LinearCall &call, ValueRange operands)
      : operation_(operation), call_(call) {
    auto step = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(operation, call.function);
    states_ = step.getNumResults();
    starts_ = drop(operands, 0, states_);
    captured_ = drop(operands, states_, operands.size() - states_);
    for (int64_t at : call.active)
      if (static_cast<size_t>(at) >= states_)
        active_captured_.push_back(static_cast<size_t>(at) - states_);
    BinomialSchedule schedule = binomial_schedule(call.steps, call.slots);
    stablehlo::Shape advances, stored;
    for (const BinomialSchedule::Advance &advance : schedule.advances) {
      advances.push_back(advance.steps);
      stored.push_back(advance.slot);
    }
    if (advances.empty()) { // tables have a row at least
      advances.push_back(0);
      stored.push_back(call.slots);
    }
    Type integer = build.builder.getI64Type();
    restored_ = build.integers(schedule.restored, integer);
    first_ = build.integers(schedule.first, integer);
    advances_ = build.integers(advances, integer);
    stored_ = build.integers(stored, integer);
  }

  /// Cotangents of the active state before the first step, and of the active values from outside.
  std::pair<Values, Values> run(Build &build, llvm::ArrayRef<Value> cotangents) {
    Values carried{number(build, 0)};
    for (Value start : starts_) {
      Value buffer = build.zeros(buffer_type(start.getType(), call_.slots + 1));
      carried.push_back(with_row(build, buffer, start, number(build, 0)));
    }
    for (auto [at, value] : llvm::zip(call_.result_numbers, cotangents))
      carried.push_back(value ? value : build.zeros_like(starts_[static_cast<size_t>(at)]));
    for (size_t at : active_captured_)
      carried.push_back(build.zeros_like(captured_[at]));
    ResultRange results = build.while_loop(
        carried,
        [&](Build &inner, ValueRange arguments) { return less(inner, arguments[0], number(inner, call_.steps)); },
        [&](Build &inner, ValueRange arguments) { return body(inner, arguments); });
    size_t active = call_.result_numbers.size();
    return {drop(results, 1 + states_, active), drop(results, 1 + states_ + active, active_captured_.size())};
  }

private:
  Values step(Build &build, ValueRange state) const {
    Values operands(state);
    llvm::append_range(operands, captured_);
    return expand_function(build.builder, operation_, call_.function, operands);
  }

  Values body(Build &build, ValueRange arguments) {
    Value index = arguments[0];
    Values state_and_slots;
    for (Value buffer : arguments.slice(1, states_))
      state_and_slots.push_back(row_of(build, buffer, entry(build, restored_, index)));
    llvm::append_range(state_and_slots, arguments.slice(1, states_));
    state_and_slots.insert(state_and_slots.begin(), entry(build, first_, index));
    Value end = entry(build, first_, plus_one(build, index));
    ResultRange found = build.while_loop(
        state_and_slots, [&](Build &inner, ValueRange now) { return less(inner, now[0], end); },
        [&](Build &inner, ValueRange now) { return advance(inner, now); });
    Values state = drop(found, 1, states_), results{plus_one(build, index)};
    llvm::append_range(results, found.drop_front(static_cast<unsigned>(1 + states_)));
    size_t active = call_.result_numbers.size();
    llvm::append_range(results, reverse_step(build, state, arguments.slice(1 + states_, active),
                                             arguments.drop_front(1 + states_ + active)));
    return results;
  }

  /// Some steps, and the state into a slot.
  Values advance(Build &build, ValueRange now) {
    Value count = entry(build, advances_, now[0]);
    Values state = drop(now, 1, states_);
    state.insert(state.begin(), number(build, 0));
    ResultRange after = build.while_loop(
        state, [&](Build &inner, ValueRange values) { return less(inner, values[0], count); },
        [&](Build &inner, ValueRange values) {
          Values next = step(inner, values.drop_front());
          next.insert(next.begin(), plus_one(inner, values[0]));
          return next;
        });
    Values results{plus_one(build, now[0])};
    llvm::append_range(results, after.drop_front());
    Value slot = entry(build, stored_, now[0]);
    for (auto [buffer, value] : llvm::zip(now.drop_front(1 + states_), after.drop_front()))
      results.push_back(with_row(build, buffer, value, slot));
    return results;
  }

  /// Cotangents before a step for those behind it, and the sums with its part.
  Values reverse_step(Build &build, ValueRange state, ValueRange cotangents, ValueRange sums) {
    // Operations of the step lie between marks, so that they can be differentiated in place.
    Values values(state);
    llvm::append_range(values, captured_);
    auto barrier = build.make_operation<OptimizationBarrierOp>(TypeRange(ValueRange(values)), values);
    Values inputs(barrier->getResults().take_front(states_)), wanted, outputs;
    for (size_t at = 0; at < captured_.size(); ++at)
      inputs.push_back(barrier->getResult(static_cast<unsigned>(states_ + at)));
    Values results = expand_function(build.builder, operation_, call_.function, inputs);
    for (int64_t at : call_.result_numbers) {
      wanted.push_back(inputs[static_cast<size_t>(at)]);
      outputs.push_back(results[static_cast<size_t>(at)]);
    }
    for (size_t at : active_captured_)
      wanted.push_back(inputs[states_ + at]);
    Range range{build.builder.getInsertionBlock(), std::next(barrier->getIterator()),
                build.builder.getInsertionPoint()};
    Values gradients = reverse_in_place(build, range, wanted, outputs, cotangents, [](Value, Value) {});
    Values all;
    for (size_t at = 0; at < cotangents.size(); ++at)
      all.push_back(gradients[at] ? gradients[at] : build.zeros_like(cotangents[at]));
    for (size_t at = 0; at < sums.size(); ++at) {
      Value gradient = gradients[cotangents.size() + at];
      all.push_back(gradient ? build.add(sums[at], gradient) : sums[at]);
    }
    return all;
  }

  Operation *operation_;
  const LinearCall &call_;
  size_t states_ = 0;
  Values starts_, captured_;
  llvm::SmallVector<size_t> active_captured_;
  Value restored_, first_, advances_, stored_;
};

} // namespace

Values transpose_steps(Build &build, Operation *operation, const LinearCall &call, ValueRange operands,
                       llvm::ArrayRef<Value> cotangents) {
  ReversedLoop loop(build, operation, call, operands);
  auto [of_state, of_captured] = loop.run(build, cotangents);
  auto states = static_cast<int64_t>(
      cast<func::FuncOp>(SymbolTable::lookupNearestSymbolFrom(operation, call.function)).getNumResults());
  Values results;
  size_t next = 0;
  for (int64_t at : call.active) {
    if (at >= states) {
      results.push_back(of_captured[next++]);
      continue;
    }
    auto found = llvm::find(call.result_numbers, at);
    results.push_back(found == call.result_numbers.end()
                          ? Value()
                          : of_state[static_cast<size_t>(found - call.result_numbers.begin())]);
  }
  return results;
}

} // namespace cotangent::differentiate
