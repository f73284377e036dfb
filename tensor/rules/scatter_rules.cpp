// scatter. Sums and replacements are linear; a maximum's tangent is shared by all that are equal to it; other functions
// have partial derivatives, which later updates of the same element multiply.
#include "tensor/rules/element_regions.h"
#include "tensor/rules/folds.h"
#include "tensor/rules/products.h"
#include "tensor/rules/scatters.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

using Numbers = stablehlo::Numbers;
using Shape = stablehlo::Shape;

Value sum_of(Build &build, Value first, Value second) {
  return first && second ? build.add(first, second) : first ? first : second;
}

Places places_of(ScatterOp operation) {
  return {operation.getScatterIndices(),
          operation.getScatterDimensionNumbers(),
          Shape(shape_of(operation.getInputs()[0])),
          Shape(shape_of(operation.getUpdates()[0])),
          operation.getIndicesAreSorted(),
          operation.getUniqueIndices()};
}

class Scattering {
public:
  explicit Scattering(const ForwardRequest &request)
      : request_(request), build_(request.build), operation_(cast<ScatterOp>(request.operation)),
        places_(places_of(operation_)), count_(operation_.getInputs().size()) {}

  Values tangents() {
    Values results(count_);
    for (size_t at = 0; at < count_; ++at) {
      if (!is_differentiable(request_.result(at)))
        continue;
      switch (fold_of(operation_.getUpdateComputation(), at)) {
      case Fold::Sum:
        results[at] = sum(at);
        break;
      case Fold::Second:
        results[at] = replacement(at);
        break;
      case Fold::Maximum:
      case Fold::Minimum:
        results[at] = extreme(at);
        break;
      default:
        return count_of(places_.updates) == 0 ? unchanged() : places_.unique ? at_once() : in_order();
      }
    }
    return results;
  }

private:
  Type element(size_t at) const { return element_of(request_.result(at)); }
  Value in_result(size_t at, Value value) const { return value ? in_element(build_, value, element(at)) : value; }
  Value input(size_t at) const { return in_result(at, request_.operand(at)); }
  Value update(size_t at) const { return in_result(at, request_.operand(count_ + 1 + at)); }
  Value input_tangent(size_t at) const { return in_result(at, request_.tangents[at]); }
  Value update_tangent(size_t at) const { return in_result(at, request_.tangents[count_ + 1 + at]); }
  Value or_zeros(Value tangent, size_t at, Numbers shape) const {
    return tangent ? tangent : build_.zeros(RankedTensorType::get(shape, element(at)));
  }

  Value sum(size_t at) {
    Value updates = update_tangent(at), inputs = input_tangent(at);
    return updates ? add_at(build_, places_, or_zeros(inputs, at, places_.operand), updates) : inputs;
  }

  Value replacement(size_t at) {
    Value updates = update_tangent(at), inputs = input_tangent(at);
    if (!updates && !inputs)
      return nullptr;
    return replace_at(build_, places_, or_zeros(inputs, at, places_.operand), or_zeros(updates, at, places_.updates));
  }

  Value extreme(size_t at) {
    Value inputs = input_tangent(at), updates = update_tangent(at), result = request_.result(at);
    if (!inputs && !updates)
      return nullptr;
    Type integer = build_.builder.getI32Type();
    Value input_stays = build_.compare(input(at), result, ComparisonDirection::EQ);
    Value update_stays = build_.compare(update(at), read_back(build_, places_, result), ComparisonDirection::EQ);
    Value shares = add_at(build_, places_, build_.convert(input_stays, integer), build_.convert(update_stays, integer));
    Value total =
        inputs ? build_.select(input_stays, inputs, build_.zeros_like(inputs)) : or_zeros(inputs, at, places_.operand);
    if (updates)
      total = add_at(build_, places_, total, build_.select(update_stays, updates, build_.zeros_like(updates)));
    return build_.divide(total, build_.convert(shares, element(at)));
  }

  Values unchanged() {
    Values results;
    for (size_t at = 0; at < count_; ++at)
      results.push_back(input_tangent(at));
    return results;
  }

  // --- any function
  // ----------------------------------------------------------------------------------------------------
  SmallVector<size_t> varied() const {
    SmallVector<size_t> list;
    for (size_t at = 0; at < count_; ++at)
      if (is_differentiable(request_.result(at)))
        list.push_back(at);
    return list;
  }

  /// [result][accumulator or value], of those that vary.
  Matrix part_of(const Matrix &partials, size_t offset) const {
    Matrix part;
    for (size_t row : varied()) {
      part.emplace_back();
      for (size_t column : varied())
        part.back().push_back(partials[row][offset + column]);
    }
    return part;
  }

  /// Weights of the inputs and of the updates give the tangents.
  Values weighted(const Matrix &of_inputs, const Matrix &of_updates, const Places &places,
                  llvm::function_ref<Value(Value)> arranged) {
    Values results(count_);
    SmallVector<size_t> list = varied();
    for (auto [row, result] : llvm::enumerate(list))
      for (auto [column, at] : llvm::enumerate(list)) {
        auto converted = [&, result = result](Value value) { return build_.convert(value, element(result)); };
        Value weight = of_inputs[row][column];
        if (Value tangent = input_tangent(at); tangent && weight)
          results[result] = sum_of(build_, results[result], build_.multiply(weight, converted(tangent)));
        weight = of_updates[row][column];
        if (Value tangent = update_tangent(at); tangent && weight) {
          Value part = build_.multiply(weight, converted(arranged(tangent)));
          results[result] = add_at(build_, places, or_zeros(results[result], result, places.operand), part);
        }
      }
    return results;
  }

  /// No element is updated twice: the partial derivatives are the weights.
  Values at_once() {
    Values arguments;
    for (size_t at = 0; at < count_; ++at)
      arguments.push_back(read_back(build_, places_, input(at)));
    for (size_t at = 0; at < count_; ++at)
      arguments.push_back(update(at));
    Matrix partials = partials_of(build_, operation_.getUpdateComputation(), arguments, operation_);
    Matrix of_inputs = part_of(partials, 0);
    for (auto [row, values] : llvm::enumerate(of_inputs))
      for (auto [column, value] : llvm::enumerate(values)) {
        size_t result = varied()[row];
        Value same = build_.splat(RankedTensorType::get(places_.operand, element(result)), row == column ? 1 : 0);
        Value there = value ? build_.convert(value, element(result)) : or_zeros(value, result, places_.updates);
        value = replace_at(build_, places_, same, there);
      }
    return weighted(of_inputs, part_of(partials, count_), places_, [](Value value) { return value; });
  }

  Values in_order();

  const ForwardRequest &request_;
  Build &build_;
  mutable ScatterOp operation_;
  Places places_;
  size_t count_;
};

/// Index vectors in rows [steps, parts], updates [steps, window], without batching dimensions.
struct Rows {
  Places all, one;
  Shape update_order; // of the dimensions of the updates
  int64_t steps;

  Value arranged(Build &build, Value updates) const {
    return build.reshape(build.transpose(updates, update_order), all.updates);
  }
};

Rows rows_of(Build &build, const Places &places) {
  ScatterDimensionNumbersAttr numbers = places.numbers;
  Value indices = places.indices;
  int64_t rank = rank_of(indices), vector = numbers.getIndexVectorDim();
  if (vector == rank) {
    Shape shape(shape_of(indices));
    shape.push_back(1);
    indices = build.reshape(indices, shape);
    ++rank;
  }
  Shape order = all_but(rank, {vector}), index_map(numbers.getScatterDimsToOperandDims());
  auto type = ranked(indices.getType());
  order.push_back(vector);
  Values parts{build.transpose(indices, order)};
  for (auto [operand, batch] : llvm::zip(numbers.getInputBatchingDims(), numbers.getScatterIndicesBatchingDims())) {
    Shape shape(shape_of(parts[0]));
    shape.back() = 1;
    parts.push_back(build.iota(with_shape(type, shape), batch - (batch > vector ? 1 : 0)));
    index_map.push_back(operand);
  }
  Value joined = build.concatenate(parts, rank - 1);
  Rows rows;
  rows.steps = count_of(shape_of(joined).drop_back());
  joined = build.reshape(joined, {rows.steps, shape_of(joined).back()});

  Shape dropped(numbers.getInsertedWindowDims());
  llvm::append_range(dropped, numbers.getInputBatchingDims());
  llvm::sort(dropped);
  Numbers window = numbers.getUpdateWindowDims();
  rows.update_order = all_but(static_cast<int64_t>(places.updates.size()), window);
  llvm::append_range(rows.update_order, window);
  auto window_rank = static_cast<int64_t>(window.size());
  auto numbers_for = [&](int64_t batch_rank) {
    Shape dimensions = first_numbers(window_rank);
    for (int64_t &dimension : dimensions)
      dimension += batch_rank;
    return ScatterDimensionNumbersAttr::get(numbers.getContext(), dimensions, dropped, {}, {}, index_map, batch_rank);
  };
  Shape sizes = picked(places.updates, window), updates = sizes;
  updates.insert(updates.begin(), rows.steps);
  rows.all = {joined, numbers_for(1), places.operand, updates, false, false};
  rows.one = {nullptr, numbers_for(0), places.operand, sizes, false, true};
  return rows;
}

Value zero_rows(Build &build, const Rows &rows, Type element) {
  return build.zeros(RankedTensorType::get(rows.all.updates, element));
}

} // namespace

/// One index vector after the other: first what each update finds, then backwards the weights, as for folds.
Values Scattering::in_order() {
  Rows rows = rows_of(build_, places_);
  Values inputs, updates, state;
  for (size_t at = 0; at < count_; ++at) {
    state.push_back(input(at));
    updates.push_back(rows.arranged(build_, update(at)));
  }
  for (size_t at = 0; at < count_; ++at)
    state.push_back(zero_rows(build_, rows, element(at)));
  Values fixed = updates;
  fixed.push_back(rows.all.indices);
  auto place_at = [&](Build &build, Value indices, Value step) {
    Places place = rows.one;
    place.indices = read_step(build, indices, step);
    return place;
  };
  Values found = loop(build_, rows.steps, false, fixed, state,
                      [&](Build &build, Value step, ValueRange unchanged, ValueRange now) {
                        Places place = place_at(build, unchanged.back(), step);
                        Values arguments, next, tapes;
                        for (size_t at = 0; at < count_; ++at) {
                          arguments.push_back(read_back(build, place, now[at]));
                          tapes.push_back(write_step(build, now[count_ + at], arguments.back(), step));
                        }
                        for (size_t at = 0; at < count_; ++at)
                          arguments.push_back(read_step(build, unchanged[at], step));
                        Values results = lift(build, operation_.getUpdateComputation(), arguments, operation_);
                        for (size_t at = 0; at < count_; ++at)
                          next.push_back(replace_at(build, place, now[at], results[at]));
                        llvm::append_range(next, tapes);
                        return next;
                      });
  Values arguments(ArrayRef(found).drop_front(count_));
  llvm::append_range(arguments, updates);
  Matrix partials = partials_of(build_, operation_.getUpdateComputation(), arguments, operation_);
  Matrix by_input = part_of(partials, 0), by_update = part_of(partials, count_);

  SmallVector<size_t> list = varied();
  size_t size = list.size();
  auto dense = [&](Matrix &matrix) { // [row * size + column]
    Values values;
    for (auto [row, entries] : llvm::enumerate(matrix))
      for (Value entry : entries)
        values.push_back(entry ? build_.convert(entry, element(list[row]))
                               : zero_rows(build_, rows, element(list[row])));
    return values;
  };
  state.clear();
  for (size_t row = 0; row < size; ++row)
    for (size_t column = 0; column < size; ++column)
      state.push_back(build_.splat(RankedTensorType::get(places_.operand, element(list[row])), row == column ? 1 : 0));
  for (size_t entry = 0; entry < size * size; ++entry)
    state.push_back(zero_rows(build_, rows, element(list[entry / size])));
  fixed = dense(by_input);
  llvm::append_range(fixed, dense(by_update));
  fixed.push_back(rows.all.indices);
  auto matrix_of = [&](ValueRange entries, llvm::function_ref<Value(Value)> read) {
    Matrix matrix(size);
    for (size_t entry = 0; entry < size * size; ++entry)
      matrix[entry / size].push_back(read(entries[entry]));
    return matrix;
  };
  size_t entries = size * size;
  Values weights =
      loop(build_, rows.steps, true, fixed, state, [&](Build &build, Value step, ValueRange unchanged, ValueRange now) {
        Places place = place_at(build, unchanged.back(), step);
        auto here = [&](Value value) { return read_step(build, value, step); };
        Matrix later = matrix_of(now, [&](Value value) { return read_back(build, place, value); });
        Matrix of_input = multiply(build, later, matrix_of(unchanged, here));
        Matrix of_update = multiply(build, later, matrix_of(unchanged.drop_front(entries), here));
        Values next;
        for (size_t entry = 0; entry < entries; ++entry)
          next.push_back(replace_at(build, place, now[entry], of_input[entry / size][entry % size]));
        for (size_t entry = 0; entry < entries; ++entry)
          next.push_back(write_step(build, now[entries + entry], of_update[entry / size][entry % size], step));
        return next;
      });
  auto same = [](Value value) { return value; };
  ValueRange all = weights;
  return weighted(matrix_of(all, same), matrix_of(all.drop_front(entries), same), rows.all,
                  [&](Value tangent) { return rows.arranged(build_, tangent); });
}

Values forward_scatter(const ForwardRequest &request) { return Scattering(request).tangents(); }

/// Of sums and replacements. What is replaced has no cotangent, and of several updates of one element only the last
/// has.
Values transpose_scatter(const TransposeRequest &request) {
  auto operation = cast<ScatterOp>(request.operation);
  Build &build = request.build;
  Places places = places_of(operation);
  size_t count = operation.getInputs().size();
  Values cotangents(2 * count + 1);
  for (size_t at = 0; at < count; ++at) {
    Value cotangent = request.cotangent(at);
    if (!cotangent)
      continue;
    bool replaces = fold_of(operation.getUpdateComputation(), at) == Fold::Second;
    Value input = request.operand(at), updates = request.operand(count + 1 + at);
    if (request.linear[at]) {
      auto type = RankedTensorType::get(places.updates, element_of(cotangent));
      Value left = replaces ? replace_at(build, places, cotangent, build.zeros(type)) : cotangent;
      cotangents[at] = in_element(build, left, element_of(input));
    }
    if (request.linear[count + 1 + at]) {
      Value read = read_back(build, places, cotangent);
      if (replaces && !places.unique)
        read = build.select(stays(build, places), read, build.zeros_like(read));
      cotangents[count + 1 + at] = in_element(build, read, element_of(updates));
    }
  }
  return cotangents;
}

} // namespace cotangent::tensor_rules
