#include "tensor/rules/folds.h"

#include "tensor/rules/element_regions.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

Value sum_of(Build &build, Value first, Value second) {
  return first && second ? build.add(first, second) : first ? first : second;
}

Shape without_first(Numbers shape) { return Shape(shape.drop_front()); }

/// Positions of one step along the first dimension.
Values step_starts(Build &build, Value step, int64_t rank) {
  Values starts{step};
  Value zero = build.zeros_like(step);
  starts.append(static_cast<size_t>(rank - 1), zero);
  return starts;
}

/// The accumulators before each step.
Values tape_of(Build &build, const SequentialFold &fold, int64_t steps) {
  size_t count = fold.starts.size();
  Values carried = fold.starts;
  for (Value start : fold.starts) {
    Shape shape(shape_of(start));
    shape.insert(shape.begin(), steps);
    carried.push_back(build.zeros(RankedTensorType::get(shape, element_of(start))));
  }
  Values end = loop(build, steps, false, fold.values, carried,
                    [&](Build &inside, Value step, ValueRange values, ValueRange state) {
                      Values arguments(state.take_front(count)), tapes;
                      for (size_t at = 0; at < count; ++at) {
                        arguments.push_back(read_step(inside, values[at], step));
                        tapes.push_back(write_step(inside, state[count + at], state[at], step));
                      }
                      Values next = lift(inside, fold.region, arguments, fold.owner);
                      llvm::append_range(next, tapes);
                      return next;
                    });
  return Values(ArrayRef(end).drop_front(count));
}

/// Null entries are left out and put back.
struct Present {
  explicit Present(const Matrix &matrix) {
    for (const Values &row : matrix)
      for (Value value : row)
        if (value)
          values.push_back(value);
  }
  Values values;
};
Matrix refilled(const Matrix &like, ValueRange present) {
  Matrix matrix = like;
  for (Values &row : matrix)
    for (Value &value : row)
      if (value) {
        value = present.front();
        present = present.drop_front();
      }
  return matrix;
}

Matrix identity(Build &build, ValueRange accumulators) {
  Matrix matrix;
  for (size_t row = 0; row < accumulators.size(); ++row) {
    matrix.emplace_back();
    for (size_t column = 0; column < accumulators.size(); ++column)
      matrix[row].push_back(build.splat_like(accumulators[row], row == column ? 1 : 0));
  }
  return matrix;
}

struct Weights {
  Matrix steps, start;
};

/// From the last step to the first: weights of a step are those of all later ones times its B, and then times its A.
Weights weights_of(Build &build, const Matrix &by_accumulator, const Matrix &by_value, ValueRange accumulators,
                   int64_t steps) {
  Matrix start = identity(build, accumulators), tapes = start;
  for (auto [row, values] : llvm::enumerate(tapes))
    for (auto [column, value] : llvm::enumerate(values)) {
      bool used = llvm::any_of(by_value, [&](const Values &partials) { return partials[column] != nullptr; });
      Shape shape(shape_of(value));
      shape.insert(shape.begin(), steps);
      value = used ? build.zeros(RankedTensorType::get(shape, element_of(accumulators[row]))) : Value();
    }
  Values fixed = Present(by_accumulator).values, carried = Present(start).values;
  size_t first = fixed.size(), states = carried.size();
  llvm::append_range(fixed, Present(by_value).values);
  llvm::append_range(carried, Present(tapes).values);
  Values end =
      loop(build, steps, true, fixed, carried, [&](Build &inside, Value step, ValueRange partials, ValueRange state) {
        Values here;
        for (Value partial : partials)
          here.push_back(read_step(inside, partial, step));
        ValueRange slices = here;
        Matrix later = refilled(start, state.take_front(states));
        Matrix weights = multiply(inside, later, refilled(by_value, slices.drop_front(first)));
        Matrix next = multiply(inside, later, refilled(by_accumulator, slices.take_front(first)));
        Values results;
        for (auto [row, values] : llvm::enumerate(next))
          for (auto [column, value] : llvm::enumerate(values))
            results.push_back(value ? value : inside.zeros_like(later[row][column]));
        ValueRange written = state.drop_front(states);
        for (Value weight : Present(weights).values) {
          results.push_back(write_step(inside, written.front(), weight, step));
          written = written.drop_front();
        }
        return results;
      });
  ValueRange all = end;
  return {refilled(tapes, all.drop_front(states)), refilled(start, all.take_front(states))};
}

Matrix columns(const Matrix &partials, ArrayRef<size_t> rows, size_t offset) {
  Matrix part;
  for (size_t row : rows) {
    part.emplace_back();
    for (size_t column : rows)
      part.back().push_back(partials[row][offset + column]);
  }
  return part;
}

} // namespace

Value read_step(Build &build, Value tape, Value step) {
  Shape sizes(shape_of(tape));
  sizes[0] = 1;
  return build.reshape(build.dynamic_slice(tape, step_starts(build, step, rank_of(tape)), sizes),
                       without_first(shape_of(tape)));
}

Value write_step(Build &build, Value tape, Value value, Value step) {
  Shape sizes(shape_of(tape));
  sizes[0] = 1;
  return build.dynamic_update_slice(tape, build.reshape(value, sizes), step_starts(build, step, rank_of(tape)));
}

Values loop(Build &build, int64_t steps, bool backwards, ValueRange fixed, ValueRange carried,
            llvm::function_ref<Values(Build &, Value step, ValueRange fixed, ValueRange carried)> body) {
  Type index = build.builder.getI64Type();
  Values starts{build.scalar(index, backwards ? static_cast<double>(steps - 1) : 0)};
  llvm::append_range(starts, fixed);
  llvm::append_range(starts, carried);
  ResultRange results = build.while_loop(
      starts,
      [&](Build &inside, ValueRange arguments) {
        Value limit = inside.scalar(index, backwards ? 0 : static_cast<double>(steps));
        return inside.compare(arguments[0], limit, backwards ? ComparisonDirection::GE : ComparisonDirection::LT);
      },
      [&](Build &inside, ValueRange arguments) {
        ValueRange unchanged = arguments.drop_front().take_front(fixed.size());
        Values next{inside.add(arguments[0], inside.scalar(index, backwards ? -1 : 1))};
        llvm::append_range(next, unchanged);
        llvm::append_range(next, body(inside, arguments[0], unchanged, arguments.drop_front(1 + fixed.size())));
        return next;
      });
  return Values(results.drop_front(1 + fixed.size()));
}

Matrix multiply(Build &build, const Matrix &left, const Matrix &right) {
  Matrix product;
  for (const Values &row : left) {
    Values sums(right.front().size());
    for (auto [inner, factor] : llvm::enumerate(row))
      for (auto [column, other] : llvm::enumerate(right[inner]))
        if (factor && other)
          sums[column] = sum_of(build, sums[column], build.multiply(factor, build.convert(other, element_of(factor))));
    product.push_back(sums);
  }
  return product;
}

Values fold_tangents(Build &build, const SequentialFold &fold, ArrayRef<Value> start_tangents,
                     ArrayRef<Value> value_tangents) {
  size_t count = fold.starts.size();
  int64_t steps = shape_of(fold.values.front()).front();
  if (steps == 0)
    return Values(start_tangents);
  Values tape = tape_of(build, fold, steps), arguments = tape;
  llvm::append_range(arguments, fold.values);
  Matrix partials = partials_of(build, fold.region, arguments, fold.owner);
  SmallVector<size_t> varied;
  Values accumulators;
  for (size_t at = 0; at < count; ++at)
    if (is_differentiable(fold.starts[at])) {
      varied.push_back(at);
      accumulators.push_back(fold.starts[at]);
    }
  Weights weights =
      weights_of(build, columns(partials, varied, 0), columns(partials, varied, count), accumulators, steps);
  Values tangents(count);
  for (auto [row, result] : llvm::enumerate(varied)) {
    Type element = element_of(fold.starts[result]);
    for (auto [column, at] : llvm::enumerate(varied)) {
      if (Value tangent = value_tangents[at]; tangent && weights.steps[row][column]) {
        Value part = build.multiply(weights.steps[row][column], build.convert(tangent, element));
        tangents[result] = sum_of(build, tangents[result], build.reduce_sum(part, {0}));
      }
      if (Value tangent = start_tangents[at]) {
        Value part = build.multiply(weights.start[row][column], build.convert(tangent, element));
        tangents[result] = sum_of(build, tangents[result], part);
      }
    }
  }
  return tangents;
}

} // namespace cotangent::tensor_rules
