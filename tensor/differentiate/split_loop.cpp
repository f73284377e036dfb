#include "tensor/differentiate/split_loop.h"

#include "tensor/differentiate/all_steps.h"
#include "tensor/differentiate/loop_facts.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::differentiate {

namespace {

Value number(Build &build, int64_t value) {
  return build.scalar(build.builder.getI32Type(), static_cast<double>(value));
}
Value plus(Build &build, Value value, int64_t amount) { return build.add(value, number(build, amount)); }
Value smaller(Build &build, Value left, Value right) { return build.binary<MinimumOp>(left, right); }
Value less(Build &build, Value left, Value right) { return build.compare(left, right, ComparisonDirection::LT); }
/// Quotient of numbers that are not negative, rounded up.
Value divided_up(Build &build, Value value, Value divisor) {
  return build.divide(build.add(value, plus(build, divisor, -1)), divisor);
}

Values row_starts(Build &build, Value buffer, Value row) {
  Values starts(static_cast<size_t>(rank_of(buffer)), number(build, 0));
  starts[0] = row;
  return starts;
}

/// start + k * step
Value induced(Build &build, Value start, const Induction &induction, Value k) {
  Value steps =
      build.multiply(build.convert(k, element_of(start)), build.splat_like(start, static_cast<double>(induction.step)));
  return build.add(start, steps);
}

/// Arguments of the work body that need not be kept.
void map_free_arguments(Build &build, LinearisedLoop &loop, Value k, IRMapping &mapping) {
  for (size_t at = 0; at < loop.carried(); ++at) {
    Value argument = loop.body().getArgument(static_cast<unsigned>(at));
    Value start = loop.loop.getOperands()[at];
    if (is_invariant(loop.loop, at))
      mapping.map(argument, start);
    else if (std::optional<Induction> induction = induction_of(loop.loop, at); induction && !argument.use_empty())
      mapping.map(argument, induced(build, start, *induction, k));
  }
}

void map_tangents(LinearisedLoop &loop, ValueRange tangents, IRMapping &mapping) {
  mapping.map(loop.body().getArguments().drop_front(static_cast<unsigned>(loop.carried())), tangents);
}

/// Operations of the work body that do not depend on tangents and that `wanted` is computed from, done again.
void copy_primal_part(Build &build, LinearisedLoop &loop, ValueRange wanted, IRMapping &mapping) {
  llvm::DenseSet<Operation *> needed;
  llvm::SmallVector<Value> open(wanted);
  while (!open.empty()) {
    Value value = open.pop_back_val();
    Operation *operation = value.getDefiningOp();
    if (!operation || operation->getBlock() != &loop.body() || mapping.contains(value) ||
        !needed.insert(operation).second)
      continue;
    llvm::append_range(open, operation->getOperands());
    if (operation->getNumRegions() != 0)
      llvm::append_range(open, captured_by(operation));
  }
  for (Operation &operation : loop.body())
    if (needed.contains(&operation))
      build.builder.clone(operation, mapping);
}

/// What the loop carries on, of the work body.
Values carried_on(LinearisedLoop &loop) { return Values(loop.body().getTerminator()->getOperands()); }

void describe(LoopPlan &plan, LinearisedLoop &loop, ValueRange kept, int64_t rows) {
  for (Value value : kept) {
    std::string text;
    llvm::raw_string_ostream(text) << value.getType();
    plan.kept.push_back(text);
    plan.kept_bytes += rows * bytes_of(value.getType());
  }
  plan.recomputed_operations = static_cast<int64_t>(loop.kept.recomputed.size());
}

} // namespace

Type buffer_type(Type type, int64_t rows) {
  auto tensor = ranked(type);
  Shape shape(tensor.getShape());
  shape.insert(shape.begin(), rows);
  return with_shape(tensor, shape);
}

Value with_row(Build &build, Value buffer, Value value, Value row) {
  Shape shape(shape_of(value));
  shape.insert(shape.begin(), 1);
  return build.dynamic_update_slice(buffer, build.reshape(value, shape), row_starts(build, buffer, row));
}

WhileOp linear_loop(Build &build, Value count, ValueRange starts,
                    llvm::function_ref<Values(Build &, Value, ValueRange)> body) {
  Values all{number(build, 0)};
  llvm::append_range(all, starts);
  auto loop = build.make_operation<WhileOp>(TypeRange(ValueRange(all)), all);
  build.fill(loop.getCond(), ValueRange(all).getTypes(),
             [&](Build &inner, ValueRange arguments) { return Values{less(inner, arguments[0], count)}; });
  build.fill(loop.getBody(), ValueRange(all).getTypes(), [&](Build &inner, ValueRange arguments) {
    Values results = body(inner, arguments[0], arguments.drop_front());
    results.insert(results.begin(), plus(inner, arguments[0], 1));
    return results;
  });
  loop->setAttr(linear_mark, build.builder.getUnitAttr());
  return loop;
}

Value copy_condition(Build &build, WhileOp loop, ValueRange arguments) {
  Block &condition = loop.getCond().front();
  IRMapping mapping;
  mapping.map(condition.getArguments(), arguments.take_front(condition.getNumArguments()));
  for (Operation &operation : condition.without_terminator())
    build.builder.clone(operation, mapping);
  return mapping.lookupOrDefault(condition.getTerminator()->getOperand(0));
}

Value row_of(Build &build, Value buffer, Value row) {
  Shape shape(shape_of(buffer));
  shape[0] = 1;
  Value slice = build.dynamic_slice(buffer, row_starts(build, buffer, row), shape);
  return build.reshape(slice, Numbers(shape).drop_front());
}

Values copy_linear_part(Build &build, LinearisedLoop &loop, IRMapping &mapping) {
  for (Operation *operation : loop.linear_part)
    build.builder.clone(*operation, mapping);
  Values results;
  for (auto [tangent, start] : llvm::zip(loop.result_tangents, loop.active_starts))
    results.push_back(tangent ? mapping.lookupOrDefault(tangent) : build.zeros_like(start));
  return results;
}

SplitLoop split_with_tape(Build &build, LinearisedLoop &loop, int64_t count, LoopPlan &plan) {
  int64_t rows = std::max<int64_t>(count, 1);
  ValueRange kept = loop.kept.values;
  Values starts(loop.loop.getOperands());
  starts.push_back(number(build, 0));
  for (Value value : kept)
    starts.push_back(build.zeros(buffer_type(value.getType(), rows)));
  auto forward = build.make_operation<WhileOp>(TypeRange(ValueRange(starts)), starts);
  build.fill(forward.getCond(), ValueRange(starts).getTypes(),
             [&](Build &inner, ValueRange arguments) { return Values{copy_condition(inner, loop.loop, arguments)}; });
  size_t carried = loop.carried();
  build.fill(forward.getBody(), ValueRange(starts).getTypes(), [&](Build &inner, ValueRange arguments) {
    IRMapping mapping;
    mapping.map(loop.body().getArguments().take_front(static_cast<unsigned>(carried)), arguments.take_front(carried));
    Values wanted = carried_on(loop);
    llvm::append_range(wanted, kept);
    copy_primal_part(inner, loop, wanted, mapping);
    Values results;
    for (Value value : carried_on(loop))
      results.push_back(mapping.lookupOrDefault(value));
    results.push_back(plus(inner, arguments[carried], 1));
    for (auto [value, buffer] : llvm::zip(kept, arguments.drop_front(carried + 1)))
      results.push_back(with_row(inner, buffer, mapping.lookupOrDefault(value), arguments[carried]));
    return results;
  });
  ValueRange tape = forward.getResults().drop_front(static_cast<unsigned>(carried + 1));
  AllSteps all_steps(build, loop, count, tape);
  WhileOp linear =
      linear_loop(build, number(build, count), loop.active_starts, [&](Build &inner, Value k, ValueRange tangents) {
        IRMapping mapping;
        map_free_arguments(inner, loop, k, mapping);
        map_tangents(loop, tangents, mapping);
        for (auto [value, buffer] : llvm::zip(kept, tape))
          mapping.map(value, row_of(inner, buffer, k));
        for (Operation *operation : loop.kept.recomputed)
          inner.builder.clone(*operation, mapping);
        return all_steps.copy_linear_part(inner, mapping, k);
      });
  plan.count = std::to_string(count);
  describe(plan, loop, kept, rows);
  return {forward.getResults(), llvm::to_vector(all_steps.operations()), linear};
}

namespace {

/// The carried values that change.
class State {
public:
  explicit State(LinearisedLoop &loop) : loop_(loop) {
    for (size_t at = 0; at < loop.carried(); ++at)
      if (!is_invariant(loop.loop, at))
        positions_.push_back(at);
  }

  Values starts() const { return of(loop_.loop.getOperands()); }
  Values of(ValueRange all) const {
    Values result;
    for (size_t at : positions_)
      result.push_back(all[at]);
    return result;
  }
  void map(ValueRange state, IRMapping &mapping) const {
    for (size_t at = 0; at < loop_.carried(); ++at)
      mapping.map(loop_.body().getArgument(static_cast<unsigned>(at)), loop_.loop.getOperands()[at]);
    for (auto [at, value] : llvm::zip(positions_, state))
      mapping.map(loop_.body().getArgument(static_cast<unsigned>(at)), value);
  }
  /// The state after one step.
  Values step(Build &build, ValueRange state) const {
    IRMapping mapping;
    map(state, mapping);
    Values wanted = of(loop_.body().getTerminator()->getOperands());
    copy_primal_part(build, loop_, wanted, mapping);
    return llvm::map_to_vector<6>(wanted, [&](Value value) { return mapping.lookupOrDefault(value); });
  }
  /// The state after so many steps.
  Values steps(Build &build, ValueRange state, Value count) const {
    Values all{number(build, 0)};
    llvm::append_range(all, state);
    ResultRange results = build.while_loop(
        all, [&](Build &inner, ValueRange arguments) { return less(inner, arguments[0], count); },
        [&](Build &inner, ValueRange arguments) {
          Values after = step(inner, arguments.drop_front());
          after.insert(after.begin(), plus(inner, arguments[0], 1));
          return after;
        });
    return Values(results.drop_front());
  }

  /// Buffers of the states before steps 0, distance, 2 distance, … of so many steps.
  Values keep_every(Build &build, ValueRange start, Value distance, Value steps, int64_t slots) const {
    Value last = plus(build, divided_up(build, steps, distance), -1);
    Values kept{number(build, 0)};
    llvm::append_range(kept, start);
    for (Value value : start)
      kept.push_back(build.zeros(buffer_type(value.getType(), slots)));
    size_t size = start.size();
    ResultRange results = build.while_loop(
        kept,
        [&](Build &inner, ValueRange arguments) { return inner.compare(arguments[0], last, ComparisonDirection::LE); },
        [&](Build &inner, ValueRange arguments) {
          ValueRange now = arguments.slice(1, size);
          Value on = inner.select(less(inner, arguments[0], last), distance, number(inner, 0));
          Values after{plus(inner, arguments[0], 1)};
          llvm::append_range(after, this->steps(inner, now, on));
          for (auto [value, buffer] : llvm::zip(now, arguments.drop_front(1 + size)))
            after.push_back(with_row(inner, buffer, value, arguments[0]));
          return after;
        });
    return Values(results.drop_front(static_cast<unsigned>(1 + size)));
  }

private:
  LinearisedLoop &loop_;
  llvm::SmallVector<size_t> positions_;
};

/// So many that the slots need a few megabytes, within bounds.
int64_t slots_for(int64_t bytes) {
  return std::clamp<int64_t>((int64_t{4} << 20) / std::max<int64_t>(bytes, 1), 64, 4096);
}

/// Slots of the second level, which lie between two of the first.
constexpr int64_t inner_slots = 64;

} // namespace

/// With n steps and S slots the state is kept every d = ceil(n / S) steps. Backwards, the state is kept once more every
/// e = ceil(d / T) steps of such a segment, and each step begins at the slot before it: one evaluation more of all
/// steps if d > 1, and up to e - 1 steps for each.
SplitLoop split_with_checkpoints(Build &build, LinearisedLoop &loop, std::optional<int64_t> asked, LoopPlan &plan) {
  State state(loop);
  Values starts = state.starts();
  int64_t bytes = 0;
  for (Value value : starts) {
    if (!isa<RankedTensorType>(value.getType()))
      throw Error("unsupported", place_of(loop.loop) + ": a loop that carries a token and whose number of steps is not "
                                                       "known has no derivative in reverse");
    bytes += bytes_of(value.getType());
  }
  int64_t slots = asked ? (*asked + 1) / 2 : slots_for(bytes);
  int64_t slots_between = asked ? std::max<int64_t>(*asked - slots, 1) : std::min(slots, inner_slots);

  // as before, and counting
  Values counted(loop.loop.getOperands());
  counted.push_back(number(build, 0));
  size_t carried = loop.carried();
  auto forward = build.make_operation<WhileOp>(TypeRange(ValueRange(counted)), counted);
  build.fill(forward.getCond(), ValueRange(counted).getTypes(),
             [&](Build &inner, ValueRange arguments) { return Values{copy_condition(inner, loop.loop, arguments)}; });
  build.fill(forward.getBody(), ValueRange(counted).getTypes(), [&](Build &inner, ValueRange arguments) {
    IRMapping mapping;
    mapping.map(loop.body().getArguments().take_front(static_cast<unsigned>(carried)), arguments.take_front(carried));
    copy_primal_part(inner, loop, carried_on(loop), mapping);
    Values results;
    for (Value value : carried_on(loop))
      results.push_back(mapping.lookupOrDefault(value));
    results.push_back(plus(inner, arguments[carried], 1));
    return results;
  });
  Value count = forward.getResult(static_cast<unsigned>(carried));
  Value distance = build.binary<MaximumOp>(divided_up(build, count, number(build, slots)), number(build, 1));
  Value segments = divided_up(build, count, distance);
  auto length_of = [&](Build &inner, Value segment) {
    return smaller(inner, distance, inner.subtract(count, inner.multiply(segment, distance)));
  };

  // once more, keeping the state at the beginning of each segment
  Values buffers = state.keep_every(build, starts, distance, count, slots);

  WhileOp linear =
      linear_loop(build, segments, loop.active_starts, [&](Build &outer, Value segment, ValueRange outer_tangents) {
        Values at_start;
        for (Value buffer : buffers)
          at_start.push_back(row_of(outer, buffer, segment));
        Value length = length_of(outer, segment);
        Value apart =
            outer.binary<MaximumOp>(divided_up(outer, length, number(outer, slots_between)), number(outer, 1));
        Values between = state.keep_every(outer, at_start, apart, length, slots_between);
        WhileOp steps = linear_loop(outer, length, outer_tangents, [&](Build &inner, Value k, ValueRange tangents) {
          Value slot = inner.divide(k, apart);
          Values from;
          for (Value buffer : between)
            from.push_back(row_of(inner, buffer, slot));
          IRMapping mapping;
          state.map(state.steps(inner, from, inner.subtract(k, inner.multiply(slot, apart))), mapping);
          map_tangents(loop, tangents, mapping);
          Values needed = loop.kept.values;
          copy_primal_part(inner, loop, needed, mapping);
          for (Operation *operation : loop.kept.recomputed)
            if (operation->getNumResults() != 0 && !mapping.contains(operation->getResult(0)))
              inner.builder.clone(*operation, mapping);
          return copy_linear_part(inner, loop, mapping);
        });
        return Values(steps.getResults().drop_front());
      });
  plan.count = "known when the program runs";
  describe(plan, loop, starts, slots + slots_between);
  return {forward.getResults(), {}, linear};
}

} // namespace cotangent::differentiate
