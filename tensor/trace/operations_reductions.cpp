// Functions that take many elements together.
#include "tensor/trace/emit.h"

#include "cotangent/operations/reductions.h"

#include <limits>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::detail {
using namespace trace;

namespace {

const char *name_of(Reduction reduction) {
  switch (reduction) {
  case Reduction::sum:
    return "sum";
  case Reduction::product:
    return "prod";
  case Reduction::maximum:
    return "max";
  case Reduction::minimum:
    return "min";
  case Reduction::any:
    return "any";
  case Reduction::all:
    return "all";
  case Reduction::mean:
    return "mean";
  case Reduction::variance:
    return "var";
  case Reduction::deviation:
    return "stddev";
  case Reduction::norm:
    return "norm";
  case Reduction::log_sum_exp:
    return "logsumexp";
  }
  return "reduction";
}

Value mean(Emit &build, Value value, Numbers dimensions, double correction) {
  int64_t count = count_of(picked(shape_of(value), dimensions));
  Value sum = build.reduce_sum(value, dimensions);
  return build.divide(sum, build.splat_like(sum, static_cast<double>(count) - correction));
}

Value squared_size(Emit &build, Value value) {
  if (!is_complex(value))
    return build.square(value);
  return build.add(build.square(build.real(value)), build.square(build.imag(value)));
}

Value variance(Emit &build, Value value, Numbers dimensions, double correction) {
  Value center = build.spread(mean(build, value, dimensions, 0), dimensions, shape_of(value));
  return mean(build, squared_size(build, build.subtract(value, center)), dimensions, correction);
}

/// Without a division by zero in the derivative: the root of 1 where the sum is 0.
Value norm(Emit &build, Value value, Numbers dimensions) {
  Value sum = build.reduce_sum(squared_size(build, value), dimensions);
  Value zero = build.zeros_like(sum), none = build.equal(sum, zero);
  return build.select(none, zero, build.sqrt(build.select(none, build.splat_like(sum, 1), sum)));
}

/// The largest elements, as constants; 0 where they are infinite, so that no infinities are subtracted.
Value finite_largest(Emit &build, Value value, Numbers dimensions) {
  Value largest = build.without_derivative(build.reduce_max(value, dimensions));
  Value finite = build.make<IsFiniteOp>(with_element(ranked(largest.getType()), build.builder.getI1Type()), largest);
  return build.select(finite, largest, build.zeros_like(largest));
}

Value log_sum_exp(Emit &build, Value value, Numbers dimensions) {
  Value largest = finite_largest(build, value, dimensions);
  Value shifted = build.subtract(value, build.spread(largest, dimensions, shape_of(value)));
  return build.add(build.log(build.reduce_sum(build.exp(shifted), dimensions)), largest);
}

Value reduce(Emit &build, Reduction reduction, Value value, Numbers dimensions, double correction) {
  Type element = element_of(value);
  switch (reduction) {
  case Reduction::sum:
    return build.reduce_sum(value, dimensions);
  case Reduction::product:
    return build.reduce<MultiplyOp>(value, build.scalar(element, 1), dimensions);
  case Reduction::maximum:
    return build.reduce_max(value, dimensions);
  case Reduction::minimum:
    return build.reduce_min(value, dimensions);
  case Reduction::any:
    return build.reduce<OrOp>(value, build.scalar(element, 0), dimensions);
  case Reduction::all:
    return build.reduce<AndOp>(value, build.scalar(element, 1), dimensions);
  case Reduction::mean:
    return mean(build, value, dimensions, 0);
  case Reduction::variance:
    return variance(build, value, dimensions, correction);
  case Reduction::deviation:
    return build.sqrt(variance(build, value, dimensions, correction));
  case Reduction::norm:
    return norm(build, value, dimensions);
  case Reduction::log_sum_exp:
    return log_sum_exp(build, value, dimensions);
  }
  throw Error("internal", "no such reduction");
}

// --- along one dimension
// -----------------------------------------------------------------------------------------------
/// Windows that reach from the first element to each.
template <class Op> Value running(Emit &build, Value value, Value start, int64_t dimension) {
  auto rank = static_cast<size_t>(rank_of(value));
  auto at = static_cast<size_t>(dimension);
  if (shape_of(value)[at] == 0)
    return value;
  Shape window = filled(rank, 1), margins = filled(2 * rank, 0);
  window[at] = shape_of(value)[at];
  margins[2 * at] = window[at] - 1;
  auto type = RankedTensorType::get({static_cast<int64_t>(rank), 2}, build.builder.getI64Type());
  auto operation = build.make_operation<ReduceWindowOp>(
      TypeRange{value.getType()}, ValueRange{value}, ValueRange{start}, build.builder.getDenseI64ArrayAttr(window),
      DenseI64ArrayAttr(), DenseI64ArrayAttr(), DenseI64ArrayAttr(), DenseIntElementsAttr::get(type, margins));
  Type scalar = build.scalar_type(element_of(value));
  build.fill(operation.getBody(), {scalar, scalar},
             [](Build &inner, ValueRange arguments) { return Values{inner.binary<Op>(arguments[0], arguments[1])}; });
  return operation->getResult(0);
}

Value softmax(Emit &build, Value value, int64_t dimension, bool logarithm) {
  Numbers shape = shape_of(value);
  Value largest = build.without_derivative(build.reduce_max(value, {dimension}));
  Value shifted = build.subtract(value, build.spread(largest, {dimension}, shape));
  Value exponentials = build.exp(shifted);
  Value sum = build.reduce_sum(exponentials, {dimension});
  if (logarithm)
    return build.subtract(shifted, build.spread(build.log(sum), {dimension}, shape));
  return build.divide(exponentials, build.spread(sum, {dimension}, shape));
}

Value along(Emit &build, AlongDimension function, Value value, int64_t dimension) {
  Type element = element_of(value);
  switch (function) {
  case AlongDimension::softmax:
    return softmax(build, value, dimension, false);
  case AlongDimension::log_softmax:
    return softmax(build, value, dimension, true);
  case AlongDimension::running_sum:
    return running<AddOp>(build, value, build.scalar(element, 0), dimension);
  case AlongDimension::running_product:
    return running<MultiplyOp>(build, value, build.scalar(element, 1), dimension);
  case AlongDimension::running_maximum:
    return running<MaximumOp>(build, value, build.lowest(element), dimension);
  case AlongDimension::running_minimum:
    return running<MinimumOp>(build, value, build.highest(element), dimension);
  }
  throw Error("internal", "no such function");
}

void require_elements(Value value, int64_t dimension) {
  if (Emit::size_of(value, dimension) == 0)
    throw Error("bad-shape", "dimension " + std::to_string(dimension) + " of shape " + shape_text(value) +
                                 " has no elements to choose from");
}

/// Of equal elements the one with the lower position; a NaN before all numbers.
Value position_of_extreme(Emit &build, Value value, int64_t dimension, bool largest) {
  require_elements(value, dimension);
  Value positions = build.positions(shape_of(value), dimension);
  Shape kept = picked(shape_of(value), all_but(rank_of(value), {dimension}));
  Type element = build.scalar_type(element_of(value)), position = build.scalar_type(build.integer_type());
  Value start = largest ? build.lowest(element_of(value)) : build.highest(element_of(value));
  // a position above all others, so that any element comes before the start
  Value none = build.scalar(build.integer_type(), std::numeric_limits<int32_t>::max());
  auto operation = build.make_operation<ReduceOp>(
      TypeRange{with_shape(ranked(value.getType()), kept), with_shape(ranked(positions.getType()), kept)},
      ValueRange{value, positions}, ValueRange{start, none}, Numbers{dimension});
  build.fill(operation.getBody(), {element, position, element, position}, [&](Build &inner, ValueRange arguments) {
    Value left = arguments[0], right = arguments[2];
    auto better = largest ? ComparisonDirection::GT : ComparisonDirection::LT;
    Value first = inner.compare(left, right, better);
    Value tie = inner.compare(left, right, ComparisonDirection::EQ);
    if (isa<FloatType>(element_of(left))) {
      Value left_nan = inner.compare(left, left, ComparisonDirection::NE);
      Value right_nan = inner.compare(right, right, ComparisonDirection::NE);
      first = inner.binary<OrOp>(first, left_nan);
      tie = inner.binary<OrOp>(tie, inner.binary<AndOp>(left_nan, right_nan));
    }
    Value before = inner.compare(arguments[1], arguments[3], ComparisonDirection::LT);
    Value chosen = inner.select(first, left, right);
    Value place = inner.select(tie, inner.select(before, arguments[1], arguments[3]),
                               inner.select(first, arguments[1], arguments[3]));
    return Values{chosen, place};
  });
  return operation->getResult(1);
}

/// Numbers that sort to the same order by "less": NaN becomes the highest.
Value is_before(Build &build, Value left, Value right, bool descending) {
  if (!isa<FloatType>(element_of(left)))
    return build.compare(left, right, descending ? ComparisonDirection::GT : ComparisonDirection::LT);
  Value less = build.compare(left, right, descending ? ComparisonDirection::GT : ComparisonDirection::LT);
  Value left_is = build.compare(left, left, ComparisonDirection::EQ);
  Value right_nan = build.compare(right, right, ComparisonDirection::NE);
  return build.binary<OrOp>(less, build.binary<AndOp>(left_is, right_nan));
}

} // namespace

TraceHandle trace_reduction(Reduction reduction, TraceHandle operand, Sizes dimensions, bool keeps, double correction,
                            Place place) {
  return emit(name_of(reduction), place, [&](Emit &build) {
    Shape list = shape_from(dimensions);
    Value result = reduce(build, reduction, build(operand), list, correction);
    return keeps ? build.keep_dimensions(result, list) : result;
  });
}

TraceHandle trace_along(AlongDimension function, TraceHandle operand, int64_t dimension, Place place) {
  return emit("along a dimension", place,
              [&](Emit &build) { return along(build, function, build(operand), dimension); });
}

TraceHandle trace_position_of_extreme(bool largest, TraceHandle operand, int64_t dimension, Place place) {
  return emit(largest ? "argmax" : "argmin", place,
              [&](Emit &build) { return position_of_extreme(build, build(operand), dimension, largest); });
}

void trace_sort(TraceHandle operand, int64_t dimension, bool descending, TraceHandle results[2], Place place) {
  emit_all("sort", place, results, [&](Emit &build) {
    Value value = build(operand), positions = build.positions(shape_of(value), dimension);
    auto sort = build.make_operation<SortOp>(TypeRange{value.getType(), positions.getType()},
                                             ValueRange{value, positions}, dimension, /*is_stable=*/true);
    Type element = build.scalar_type(element_of(value)), position = build.scalar_type(build.integer_type());
    build.fill(sort.getComparator(), {element, element, position, position}, [&](Build &inner, ValueRange arguments) {
      return Values{is_before(inner, arguments[0], arguments[1], descending)};
    });
    return Values(sort->getResults());
  });
}

void trace_top_k(TraceHandle operand, int64_t count, TraceHandle results[2], Place place) {
  emit_all("top_k", place, results, [&](Emit &build) {
    Value value = build(operand);
    if (rank_of(value) == 0 || count < 0 || count > shape_of(value).back())
      throw Error("bad-argument", std::to_string(count) +
                                      " elements cannot be chosen from the last dimension of shape " +
                                      shape_text(value));
    Shape shape(shape_of(value));
    shape.back() = count;
    auto operation = build.make_operation<chlo::TopKOp>(with_shape(ranked(value.getType()), shape),
                                                        RankedTensorType::get(shape, build.integer_type()), value,
                                                        static_cast<uint64_t>(count), true);
    return Values(operation->getResults());
  });
}

} // namespace cotangent::detail
