// Parts of arrays by position.
#include "tensor/trace/emit.h"

#include "cotangent/operations/indexing.h"

#include <algorithm>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::detail {
using namespace trace;

namespace {

/// What a list of choices is for an array: a slice with known bounds of what is known, and starts that the program
/// computes.
class Selection {
public:
  Selection(Emit &build, Value operand, Choices choices) : build_(build), shape_(shape_of(operand)) {
    for (size_t at = 0; at < shape_.size(); ++at)
      add(at, at < choices.size() ? choices[at] : Choice());
    if (!is_dynamic_)
      return;
    // the slice with known bounds comes first, so dimensions without a traced start begin at 0
    for (size_t at = 0; at < shape_.size(); ++at)
      if (starts_[at])
        starts_[at] = build_.convert(starts_[at], build_.integer_type());
  }

  Value choose(Value operand) {
    Value result = build_.slice(operand, start_, limit_, step_);
    if (is_dynamic_) {
      Values starts;
      for (Value start : starts_)
        starts.push_back(start ? start : number(0));
      result = build_.dynamic_slice(result, starts, sizes_);
    }
    return build_.reshape(result, kept_);
  }

  Value update(Value operand, Value value, Update kind) {
    value = build_.broadcast_to(value, kept_);
    if (kind != Update::set) {
      Value before = choose(operand);
      value = kind == Update::add ? build_.add(before, value) : build_.multiply(before, value);
    }
    value = build_.reshape(value, sizes_);
    if (llvm::all_of(step_, [](int64_t step) { return step == 1; })) {
      Values starts;
      for (size_t at = 0; at < shape_.size(); ++at)
        starts.push_back(starts_[at] ? starts_[at] : number(start_[at]));
      return build_.dynamic_update_slice(operand, value, starts);
    }
    return update_with_steps(operand, value);
  }

private:
  Value number(int64_t value) { return build_.scalar(build_.integer_type(), static_cast<double>(value)); }

  void add(size_t at, const Choice &choice) {
    int64_t size = shape_[at], start = 0, limit = size, step = 1;
    Value traced;
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
      if (size == 0)
        throw Error("bad-argument",
                    "dimension " + std::to_string(at) + " of the shape " + shape_text(shape_) + " has no elements");
      traced = build_.wrapped(build_(choice.traced), size);
      is_dynamic_ = true;
    }
    start_.push_back(start);
    limit_.push_back(limit);
    step_.push_back(step);
    int64_t count = (limit - start + step - 1) / step;
    sizes_.push_back(traced ? 1 : count);
    starts_.push_back(traced);
    if (choice.kind == Choice::Kind::whole || choice.kind == Choice::Kind::range)
      kept_.push_back(count);
  }

  /// The value spread out with its steps, where a mask says so.
  Value update_with_steps(Value operand, Value value) {
    if (is_dynamic_)
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
  Shape shape_, start_, limit_, step_, sizes_, kept_;
  Values starts_;
  bool is_dynamic_ = false;
};

} // namespace

TraceHandle trace_choose(TraceHandle operand, Choices choices, Place place) {
  return emit("slice", place, [&](Emit &build) {
    Value value = build(operand);
    return Selection(build, value, choices).choose(value);
  });
}

TraceHandle trace_update(TraceHandle operand, Choices choices, TraceHandle value, Update update, Place place) {
  return emit("at", place, [&](Emit &build) {
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
    if (update == Update::add)
      return build.scatter_add(value, positions, rows, numbers);
    auto operation = build.make_operation<ScatterOp>(value.getType(), value, positions, rows, numbers, false, false);
    Type scalar = build.scalar_type(element_of(value));
    build.fill(operation.getUpdateComputation(), {scalar, scalar},
               [](Build &, ValueRange arguments) { return Values{arguments[1]}; });
    return Value(operation->getResult(0));
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
