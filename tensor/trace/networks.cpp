// Functions of networks.
#include "tensor/trace/emit.h"

#include "cotangent/nn.h"

#include <cmath>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::detail {
using namespace trace;

namespace {

int64_t last_of(Value value) { return rank_of(value) - 1; }

Value mean(Emit &build, Value value, Numbers dimensions) {
  int64_t count = count_of(picked(shape_of(value), dimensions));
  return build.scale(build.reduce_sum(value, dimensions), 1 / static_cast<double>(count));
}
Value mean_of_all(Emit &build, Value value) { return mean(build, value, first_numbers(rank_of(value))); }

/// Along the last dimension; the largest element is taken out first, so that nothing overflows.
struct Exponentials {
  Value shifted, exponentials, sum;
};
Exponentials exponentials_of(Emit &build, Value value) {
  Shape last{last_of(value)};
  Value largest = build.without_derivative(build.reduce_max(value, last));
  Value shifted = build.subtract(value, build.spread(largest, last, shape_of(value)));
  Value exponentials = build.exp(shifted);
  return {shifted, exponentials, build.reduce_sum(exponentials, last)};
}

Value softmax(Emit &build, Value value) {
  Exponentials parts = exponentials_of(build, value);
  return build.divide(parts.exponentials, build.spread(parts.sum, {last_of(value)}, shape_of(value)));
}

/// The element of each row of the last dimension at a position.
Value picked_elements(Emit &build, Value rows, Value positions) {
  int64_t batch = rank_of(positions);
  Shape ones = filled(static_cast<size_t>(batch + 1), 1), index(shape_of(positions));
  index.push_back(1);
  auto numbers = GatherDimensionNumbersAttr::get(build.builder.getContext(), {}, {batch}, first_numbers(batch),
                                                 first_numbers(batch), {batch}, batch);
  return build.gather(rows, build.reshape(positions, index), numbers, ones);
}

} // namespace

TraceHandle trace_layer_norm(TraceHandle x, TraceHandle scale, TraceHandle offset, double epsilon, Place place) {
  return emit("layer_norm", place, [&](Emit &build) {
    Value value = build(x);
    Shape last{last_of(value)};
    Value centered = build.subtract(value, build.spread(mean(build, value, last), last, shape_of(value)));
    Value variance = mean(build, build.square(centered), last);
    Value factor = build.analytic<RsqrtOp>(build.add(variance, build.splat_like(variance, epsilon)));
    Value normal = build.multiply(centered, build.spread(factor, last, shape_of(value)));
    Value scaled = build.multiply(normal, build.broadcast_to(build(scale), shape_of(value)));
    return build.add(scaled, build.broadcast_to(build(offset), shape_of(value)));
  });
}

TraceHandle trace_attention(TraceHandle query_handle, TraceHandle key_handle, TraceHandle value_handle,
                            TraceHandle mask, Place place) {
  return emit("attention", place, [&](Emit &build) {
    Value query = build(query_handle), key = build(key_handle), value = build(value_handle);
    int64_t rank = rank_of(query);
    if (shape_of(query).drop_back(2) != shape_of(key).drop_back(2) ||
        shape_of(key).drop_back() != shape_of(value).drop_back() || shape_of(query).back() != shape_of(key).back())
      throw Error("bad-shape", "query, key and value have the shapes " + shape_text(query) + ", " + shape_text(key) +
                                   " and " + shape_text(value) +
                                   "; queries and keys need the same size, keys and values the same length");
    Shape batch = first_numbers(rank - 2);
    Value scores = build.dot_general(query, key, batch, batch, {rank - 1}, {rank - 1});
    scores = build.scale(scores, 1 / std::sqrt(static_cast<double>(shape_of(query).back())));
    if (mask.trace != 0) {
      Value seen = build.broadcast_to(build(mask), shape_of(scores));
      Value hidden = build.broadcast_scalar(build.lowest(element_of(scores)), shape_of(scores));
      scores = build.select(seen, scores, hidden);
    }
    return build.dot_general(softmax(build, scores), value, batch, batch, {rank - 1}, {rank - 2});
  });
}

TraceHandle trace_lookup(TraceHandle table, TraceHandle indices, Place place) {
  return emit("embedding", place, [&](Emit &build) { return build.take(build(table), build(indices), 0); });
}

TraceHandle trace_dropout(TraceHandle x, TraceHandle uniform, double rate, Place place) {
  return emit("dropout", place, [&](Emit &build) {
    if (!(rate >= 0 && rate < 1))
      throw Error("bad-argument", "the rate must be in [0, 1), but is " + std::to_string(rate));
    Value value = build(x), numbers = build(uniform);
    Value dropped = build.less(numbers, build.splat_like(numbers, rate));
    return build.select(dropped, build.zeros_like(value), build.scale(value, 1 / (1 - rate)));
  });
}

TraceHandle trace_loss(Loss loss, TraceHandle prediction, TraceHandle target, double parameter, Place place) {
  const char *name = loss == Loss::squared_error ? "mean_squared_error"
                     : loss == Loss::huber       ? "huber"
                                                 : "binary_cross_entropy";
  return emit(name, place, [&](Emit &build) {
    Values values{build(prediction), build(target)};
    build.broadcast_together(values);
    Value left = values[0], right = values[1];
    if (loss == Loss::binary_cross_entropy) {
      // max(x, 0) - x t + log(1 + exp(-|x|))
      Value most = build.maximum(left, build.zeros_like(left));
      Value tail = build.analytic<LogPlusOneOp>(build.exp(build.negate(build.absolute(left))));
      return mean_of_all(build, build.add(build.subtract(most, build.multiply(left, right)), tail));
    }
    Value difference = build.subtract(left, right);
    Value squares = build.square(difference);
    if (loss == Loss::squared_error)
      return mean_of_all(build, squares);
    Value size = build.absolute(difference), bound = build.splat_like(size, parameter);
    Value inside = build.compare(size, bound, ComparisonDirection::LE);
    Value outside = build.scale(build.subtract(size, build.splat_like(size, parameter / 2)), parameter);
    return mean_of_all(build, build.select(inside, build.scale(squares, 0.5), outside));
  });
}

TraceHandle trace_cross_entropy(TraceHandle logits, TraceHandle labels, Place place) {
  return emit("cross_entropy", place, [&](Emit &build) {
    Value values = build(logits), positions = build(labels);
    if (shape_of(values).drop_back() != shape_of(positions))
      throw Error("bad-shape", "logits of shape " + shape_text(values) + " need labels of shape " +
                                   shape_text(shape_of(values).drop_back()) + ", but they have " +
                                   shape_text(positions));
    Exponentials parts = exponentials_of(build, values);
    Value loss = build.subtract(build.log(parts.sum), picked_elements(build, parts.shifted, positions));
    return mean_of_all(build, loss);
  });
}

TraceHandle trace_part(TraceHandle x, int64_t part, int64_t parts, Place place) {
  return emit("part", place, [&](Emit &build) {
    Value value = build(x);
    int64_t size = shape_of(value).back();
    if (size % parts != 0)
      throw Error("bad-shape", "the last dimension of shape " + shape_text(value) + " cannot be cut into " +
                                   std::to_string(parts) + " equal parts");
    return build.slice_dimension(value, last_of(value), part * (size / parts), (part + 1) * (size / parts));
  });
}

} // namespace cotangent::detail
