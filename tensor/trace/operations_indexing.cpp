// Parts of arrays by position.
#include "tensor/trace/emit.h"

#include "cotangent/operations/indexing.h"

#include <algorithm>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::detail {
using namespace trace;

namespace {

const char *name_of(Update update) {
  constexpr const char *names[] = {"set", "add", "multiply", "min", "max"};
  return names[static_cast<size_t>(update)];
}

Value combined(Build &build, Update update, Value before, Value value) {
  switch (update) {
  case Update::set:
    break;
  case Update::add:
    return build.add(before, value);
  case Update::multiply:
    return build.multiply(before, value);
  case Update::minimum:
    return build.binary<MinimumOp>(before, value);
  case Update::maximum:
    return build.binary<MaximumOp>(before, value);
  }
  return value;
}

Value scattered(Emit &build, Value operand, Value indices, Value updates, ScatterDimensionNumbersAttr numbers,
                Update update) {
  if (update == Update::add)
    return build.scatter_add(operand, indices, updates, numbers);
  auto operation = build.make_operation<ScatterOp>(operand.getType(), operand, indices, updates, numbers, false, false);
  Type scalar = build.scalar_type(element_of(operand));
  build.fill(operation.getUpdateComputation(), {scalar, scalar}, [&](Build &inner, ValueRange arguments) {
    return Values{combined(inner, update, arguments[0], arguments[1])};
  });
  return operation->getResult(0);
}

/// What a list of choices is for an array: a slice with known bounds, and positions that the program computes.
class Selection {
public:
  Selection(Emit &build, Value operand, Choices choices) : build_(build), shape_(shape_of(operand)) {
    size_t named = 0;
    for (const Choice &choice : choices)
      named += choice.kind != Choice::Kind::ellipsis && choice.kind != Choice::Kind::new_axis;
    for (const Choice &choice : choices) {
      if (choice.kind == Choice::Kind::ellipsis)
        for (; named < shape_.size(); ++named)
          add(Choice());
      else
        add(choice);
    }
    while (start_.size() < shape_.size())
      add(Choice());
    complete();
  }

  Value choose(Value operand) {
    Value result = build_.slice(operand, start_, limit_, step_);
    if (has_arrays_)
      result = gathered(result);
    else if (!computed_.empty())
      result = build_.dynamic_slice(result, starts(/*of_slice=*/true), sizes_);
    return build_.reshape(result, result_);
  }

  Value update(Value operand, Value value, Update kind) {
    value = build_.broadcast_to(value, result_);
    if (has_arrays_)
      return scatter(operand, value, kind);
    if (kind != Update::set)
      value = combined(build_, kind, choose(operand), value);
    value = build_.reshape(value, sizes_);
    if (has_unit_steps())
      return build_.dynamic_update_slice(operand, value, starts(/*of_slice=*/false));
    return update_with_steps(operand, value);
  }

private:
  struct Computed {
    int64_t dimension;
    Value positions;
  };

  Value number(int64_t value) { return build_.scalar(build_.integer_type(), static_cast<double>(value)); }
  bool has_unit_steps() const {
    return llvm::all_of(step_, [](int64_t step) { return step == 1; });
  }
  bool is_computed(int64_t dimension) const {
    return llvm::any_of(computed_, [&](const Computed &one) { return one.dimension == dimension; });
  }

  /// The index of the next dimension, or a new one.
  void add(const Choice &choice) {
    if (choice.kind == Choice::Kind::new_axis) {
      result_.push_back(1);
      pending_ = !computed_.empty();
      return;
    }
    size_t at = start_.size();
    int64_t size = shape_[at], start = 0, limit = size, step = 1;
    if (choice.kind == Choice::Kind::position) {
      start = choice.position < 0 ? choice.position + size : choice.position;
      if (start < 0 || start >= size)
        throw Error("bad-argument", "position " + std::to_string(choice.position) + " does not exist in dimension " +
                                        std::to_string(at) + " of the shape " + shape_text(shape_));
      limit = start + 1;
    } else if (choice.kind == Choice::Kind::range) {
      auto bounded = [&](int64_t number) { return std::clamp<int64_t>(number < 0 ? number + size : number, 0, size); };
      step = choice.range.step;
      if (step < 1)
        throw Error("bad-argument", "the step of a range must be 1 or more; use ct::flip for the reverse order");
      start = bounded(choice.range.start);
      limit = std::max(start, choice.range.to_end ? size : bounded(choice.range.stop));
    } else if (choice.kind == Choice::Kind::traced) {
      add_computed(static_cast<int64_t>(at), build_(choice.traced));
    }
    start_.push_back(start);
    limit_.push_back(limit);
    step_.push_back(step);
    int64_t count = (limit - start + step - 1) / step;
    sizes_.push_back(choice.kind == Choice::Kind::traced ? 1 : count);
    if (choice.kind == Choice::Kind::whole || choice.kind == Choice::Kind::range) {
      result_.push_back(count);
      kept_.push_back(static_cast<int64_t>(at));
      pending_ = !computed_.empty();
    }
  }

  void add_computed(int64_t dimension, Value positions) {
    int64_t size = shape_[static_cast<size_t>(dimension)];
    if (size == 0)
      throw Error("bad-argument", "dimension " + std::to_string(dimension) + " of the shape " + shape_text(shape_) +
                                      " has no elements");
    if (computed_.empty()) {
      place_ = result_.size();
      kept_before_ = kept_.size();
    }
    is_apart_ |= pending_;
    has_arrays_ |= rank_of(positions) > 0;
    computed_.push_back({dimension, build_.wrapped(positions, size)});
  }

  /// Positions get one type and shape, and their dimensions a place among those of the result.
  void complete() {
    bool is_wide = llvm::any_of(
        computed_, [](const Computed &one) { return element_of(one.positions).getIntOrFloatBitWidth() > 32; });
    Type element = is_wide ? build_.builder.getI64Type() : build_.integer_type();
    Values positions;
    for (Computed &one : computed_)
      positions.push_back(build_.convert(one.positions, element));
    if (has_arrays_) {
      build_.broadcast_together(positions);
      if (is_apart_)
        place_ = kept_before_ = 0;
      positions_shape_ = Shape(shape_of(positions[0]));
      result_.insert(result_.begin() + static_cast<std::ptrdiff_t>(place_), positions_shape_.begin(),
                     positions_shape_.end());
    }
    for (size_t at = 0; at < computed_.size(); ++at)
      computed_[at].positions = positions[at];
  }

  /// One for each dimension; the known ones are zero if the slice with known bounds was taken before.
  Values starts(bool of_slice) {
    Type element = computed_.empty() ? build_.integer_type() : element_of(computed_[0].positions);
    Values list;
    for (size_t at = 0; at < shape_.size(); ++at)
      list.push_back(build_.scalar(element, of_slice ? 0 : static_cast<double>(start_[at])));
    for (const Computed &one : computed_)
      list[static_cast<size_t>(one.dimension)] = one.positions;
    return list;
  }

  /// Where dimensions that are kept stand beside those of the positions.
  Shape windows() const {
    Shape list;
    for (size_t at = 0; at < kept_.size(); ++at)
      list.push_back(static_cast<int64_t>(at < kept_before_ ? at : at + positions_shape_.size()));
    return list;
  }
  Shape gone() const { return all_but(static_cast<int64_t>(shape_.size()), kept_); }
  /// Positions side by side in a further dimension.
  Value index_vectors(Values columns) {
    for (Value &column : columns)
      column = build_.insert_dimension(column, rank_of(column));
    return build_.concatenate(columns, static_cast<int64_t>(positions_shape_.size()));
  }

  Value gathered(Value slice) {
    Values columns;
    Shape dimensions;
    for (const Computed &one : computed_) {
      columns.push_back(one.positions);
      dimensions.push_back(one.dimension);
    }
    auto numbers = GatherDimensionNumbersAttr::get(build_.builder.getContext(), windows(), gone(), {}, {}, dimensions,
                                                   static_cast<int64_t>(positions_shape_.size()));
    return build_.gather(slice, index_vectors(columns), numbers, sizes_);
  }

  Value scatter(Value operand, Value value, Update kind) {
    if (!has_unit_steps())
      throw Error("unsupported", "ranges with steps and arrays of positions cannot be replaced together");
    Type element = element_of(computed_[0].positions);
    auto type = RankedTensorType::get(positions_shape_, element);
    Values columns;
    Shape dimensions;
    for (size_t at = 0; at < shape_.size(); ++at)
      if (!is_computed(static_cast<int64_t>(at)) && sizes_[at] != shape_[at]) {
        columns.push_back(build_.splat(type, static_cast<double>(start_[at])));
        dimensions.push_back(static_cast<int64_t>(at));
      }
    for (const Computed &one : computed_) {
      columns.push_back(one.positions);
      dimensions.push_back(one.dimension);
    }
    Shape without_new = picked(sizes_, kept_);
    without_new.insert(without_new.begin() + static_cast<std::ptrdiff_t>(kept_before_), positions_shape_.begin(),
                       positions_shape_.end());
    auto numbers = ScatterDimensionNumbersAttr::get(build_.builder.getContext(), windows(), gone(), {}, {}, dimensions,
                                                    static_cast<int64_t>(positions_shape_.size()));
    return scattered(build_, operand, index_vectors(columns), build_.reshape(value, without_new), numbers, kind);
  }

  /// The value spread out with its steps, where a mask says so.
  Value update_with_steps(Value operand, Value value) {
    if (!computed_.empty())
      throw Error("unsupported", "ranges with steps and traced positions cannot be replaced together");
    Shape low, high, inner;
    for (size_t at = 0; at < shape_.size(); ++at) {
      int64_t span = sizes_[at] == 0 ? 0 : (sizes_[at] - 1) * step_[at] + 1;
      low.push_back(start_[at]);
      high.push_back(shape_[at] - start_[at] - span);
      inner.push_back(step_[at] - 1);
    }
    auto spread = [&](Value part) { return build_.pad(part, build_.scalar(element_of(part), 0), low, high, inner); };
    Value mask = build_.splat(with_element(ranked(value.getType()), build_.builder.getI1Type()), 1);
    return build_.select(spread(mask), spread(value), operand);
  }

  Emit &build_;
  Shape shape_, start_, limit_, step_;
  Shape sizes_;  // of the part, in all dimensions of the array
  Shape kept_;   // dimensions of the array that the result has
  Shape result_; // shape of the part as the user sees it
  std::vector<Computed> computed_;
  Shape positions_shape_;
  size_t place_ = 0, kept_before_ = 0; // of the positions' dimensions, in the result and among those that are kept
  bool has_arrays_ = false, pending_ = false, is_apart_ = false;
};

} // namespace

TraceHandle trace_choose(TraceHandle operand, Choices choices, Place place) {
  return emit("slice", place, [&](Emit &build) {
    Value value = build(operand);
    return Selection(build, value, choices).choose(value);
  });
}

TraceHandle trace_update(TraceHandle operand, Choices choices, TraceHandle value, Update update, Place place) {
  return emit(std::string("at.") + name_of(update), place, [&](Emit &build) {
    Value array = build(operand);
    return Selection(build, array, choices).update(array, build(value), update);
  });
}

TraceHandle trace_take(TraceHandle operand, TraceHandle indices, int64_t dimension, Place place) {
  return emit("take", place, [&](Emit &build) {
    Value value = build(operand);
    return build.take(value, build.wrapped(build(indices), Emit::size_of(value, dimension)), dimension);
  });
}

TraceHandle trace_take_along(TraceHandle operand, TraceHandle indices, int64_t dimension, Place place) {
  return emit("take_along", place, [&](Emit &build) {
    Value value = build(operand), positions = build(indices);
    for (int64_t at = 0; at < rank_of(value); ++at)
      if (at != dimension && Emit::size_of(value, at) != Emit::size_of(positions, at))
        throw Error("bad-shape", "the array of shape " + shape_text(value) + " and the indices of shape " +
                                     shape_text(positions) + " differ in dimension " + std::to_string(at));
    positions = build.wrapped(positions, Emit::size_of(value, dimension));
    Shape others = all_but(rank_of(value), {dimension});
    Shape index_shape(shape_of(positions)), ones = filled(static_cast<size_t>(rank_of(value)), 1);
    index_shape.push_back(1);
    auto numbers = GatherDimensionNumbersAttr::get(build.builder.getContext(), {}, {dimension}, others, others,
                                                   {dimension}, rank_of(value));
    return build.gather(value, build.reshape(positions, index_shape), numbers, ones);
  });
}

TraceHandle trace_scatter(TraceHandle operand, TraceHandle indices, TraceHandle rows_handle, Update update,
                          Place place) {
  return emit(update == Update::add ? "scatter_add" : "scatter_set", place, [&](Emit &build) {
    Value value = build(operand), positions = build(indices), rows = build(rows_handle);
    if (shape_of(rows).drop_front() != shape_of(value).drop_front() ||
        shape_of(rows).front() != shape_of(positions).front())
      throw Error("bad-shape", "rows of shape " + shape_text(rows) + " do not fit " + shape_text(positions) +
                                   " positions of an array of shape " + shape_text(value));
    Shape index_shape(shape_of(positions)), window;
    index_shape.push_back(1);
    for (int64_t at = 1; at < rank_of(value); ++at)
      window.push_back(at);
    auto numbers = ScatterDimensionNumbersAttr::get(build.builder.getContext(), window, {0}, {}, {}, {0}, 1);
    positions = build.reshape(build.wrapped(positions, Emit::size_of(value, 0)), index_shape);
    return scattered(build, value, positions, rows, numbers, update);
  });
}

TraceHandle trace_interpolate(TraceHandle x_handle, TraceHandle points_handle, TraceHandle values_handle, Place place) {
  return emit("interp", place, [&](Emit &build) {
    Value x = build(x_handle), points = build(points_handle), values = build(values_handle);
    int64_t count = count_of(shape_of(points));
    if (count != count_of(shape_of(values)) || count < 1)
      throw Error("bad-shape", "points of shape " + shape_text(points) +
                                   " need as many values, but they have the shape " + shape_text(values));
    // how many points are not above x
    Shape wide(shape_of(x));
    wide.push_back(count);
    Value many = build.broadcast(x, first_numbers(rank_of(x)), wide);
    Value all = build.broadcast(points, {rank_of(x)}, wide);
    Value below = build.convert(build.compare(all, many, ComparisonDirection::LE), build.integer_type());
    Value number = build.reduce_sum(below, {rank_of(x)});
    Value right = build.minimum(build.maximum(number, build.splat_like(number, 1)),
                                build.splat_like(number, static_cast<double>(std::max<int64_t>(count - 1, 0))));
    Value left = build.subtract(right, build.splat_like(right, count > 1 ? 1 : 0));
    Value from = build.take(points, left, 0), to = build.take(points, right, 0);
    Value low = build.take(values, left, 0), high = build.take(values, right, 0);
    Value width = build.subtract(to, from), one = build.splat_like(width, 1);
    width = build.select(build.equal(width, build.zeros_like(width)), one, width);
    Value part = build.divide(build.subtract(x, from), width);
    Value inside = build.add(low, build.multiply(part, build.subtract(high, low)));
    Value first = build.broadcast_scalar(build.reshape(build.slice_dimension(values, 0, 0, 1), {}), shape_of(x));
    Value last =
        build.broadcast_scalar(build.reshape(build.slice_dimension(values, 0, count - 1, count), {}), shape_of(x));
    Value none = build.equal(number, build.zeros_like(number));
    Value every = build.equal(number, build.splat_like(number, static_cast<double>(count)));
    return build.select(none, first, build.select(every, last, inside));
  });
}

} // namespace cotangent::detail
