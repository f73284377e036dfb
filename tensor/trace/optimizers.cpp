// Steps of optimisers.
#include "tensor/trace/emit.h"

#include "cotangent/optimizers.h"

#include <cmath>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::detail {
using namespace trace;

namespace {

/// The values of one leaf of the model, the gradient and the state, by position in the lists.
class LeafLists {
public:
  LeafLists(Emit &build, std::initializer_list<LeafSpan> lists) : build_(build), lists_(lists) {
    for (LeafSpan list : lists_)
      if (list.size() != lists_.front().size())
        throw Error("bad-argument", "model, gradient and state have different numbers of arrays: " +
                                        std::to_string(lists_.front().size()) + " and " + std::to_string(list.size()));
  }

  /// Calls use(values) for the leaves of real numbers.
  template <class Use> void for_each_real(Use use) {
    for (size_t at = 0; at < lists_.front().size(); ++at) {
      Value first = value(0, at);
      if (!Emit::is_floating(first))
        continue;
      Values values;
      for (size_t list = 0; list < lists_.size(); ++list) {
        values.push_back(value(list, at));
        if (values.back().getType() != first.getType())
          throw Error("bad-argument", lists_[list][at].path + " is " + type_of_leaf(lists_[list][at]) + ", but " +
                                          lists_.front()[at].path + " is " + type_of_leaf(lists_.front()[at]));
      }
      use(at, values);
    }
  }
  void set(size_t list, size_t at, Value value) { *lists_[list][at].handle = trace::add(value); }

private:
  Value value(size_t list, size_t at) { return build_(*lists_[list][at].handle); }

  Emit &build_;
  std::vector<LeafSpan> lists_;
};

/// A number of rank 0 for all elements of a value.
Value spread(Emit &build, Value number, Value like) {
  return build.broadcast_scalar(build.convert(number, element_of(like)), shape_of(like));
}

Value sum_of_squares(Emit &build, LeafSpan leaves) {
  Value sum = build.scalar(build.builder.getF32Type(), 0);
  LeafLists(build, {leaves}).for_each_real([&](size_t, const Values &values) {
    Value squares = build.reduce_sum(build.square(values[0]), first_numbers(rank_of(values[0])));
    sum = build.add(sum, build.convert(squares, element_of(sum)));
  });
  return sum;
}

} // namespace

void update_sgd(LeafSpan model, LeafSpan gradient, TraceHandle learning_rate, Place place) {
  named("update", place, [&] {
    Emit build(place);
    Value rate = build(learning_rate);
    LeafLists lists(build, {model, gradient});
    lists.for_each_real([&](size_t at, const Values &values) {
      Value change = build.multiply(values[1], spread(build, rate, values[1]));
      lists.set(0, at, build.subtract(values[0], change));
    });
  });
}

void update_momentum(LeafSpan model, LeafSpan gradient, LeafSpan velocity, TraceHandle learning_rate, float momentum,
                     bool nesterov, Place place) {
  named("update", place, [&] {
    Emit build(place);
    Value rate = build(learning_rate);
    LeafLists lists(build, {model, gradient, velocity});
    lists.for_each_real([&](size_t at, const Values &values) {
      Value speed = build.add(build.scale(values[2], momentum), values[1]);
      Value way = nesterov ? build.add(values[1], build.scale(speed, momentum)) : speed;
      lists.set(0, at, build.subtract(values[0], build.multiply(way, spread(build, rate, way))));
      lists.set(2, at, speed);
    });
  });
}

void update_adam(LeafSpan model, LeafSpan gradient, LeafSpan mean, LeafSpan square, TraceHandle step_handle,
                 TraceHandle learning_rate, const AdamW &options, Place place) {
  named("update", place, [&] {
    Emit build(place);
    Value rate = build(learning_rate), step = build(step_handle);
    // running means begin at zero: divided by 1 - beta^step they are means of what there was
    auto correction = [&](float beta) {
      Value power = build.exp(build.scale(step, std::log(static_cast<double>(beta))));
      return build.subtract(build.splat_like(step, 1), power);
    };
    Value of_mean = correction(options.beta1), of_square = correction(options.beta2);
    LeafLists lists(build, {model, gradient, mean, square});
    lists.for_each_real([&](size_t at, const Values &values) {
      Value given = values[1];
      Value now = build.add(build.scale(values[2], options.beta1), build.scale(given, 1 - options.beta1));
      Value squares =
          build.add(build.scale(values[3], options.beta2), build.scale(build.square(given), 1 - options.beta2));
      Value root = build.sqrt(build.divide(squares, spread(build, of_square, squares)));
      Value below = build.add(root, build.splat_like(root, options.epsilon));
      Value factor = build.divide(rate, build.convert(of_mean, element_of(rate)));
      Value change = build.divide(build.multiply(now, spread(build, factor, now)), below);
      if (options.weight_decay != 0)
        change = build.add(change,
                           build.multiply(build.scale(values[0], options.weight_decay), spread(build, rate, change)));
      lists.set(0, at, build.subtract(values[0], change));
      lists.set(2, at, now);
      lists.set(3, at, squares);
    });
  });
}

TraceHandle norm_of_leaves(LeafSpan leaves, Place place) {
  return emit("global_norm", place, [&](Emit &build) { return build.sqrt(sum_of_squares(build, leaves)); });
}

TraceHandle clip_leaves(LeafSpan leaves, TraceHandle limit, Place place) {
  return emit("clip_by_global_norm", place, [&](Emit &build) {
    Value norm = build.sqrt(sum_of_squares(build, leaves)), most = build(limit);
    // without a division by zero: limit / max(norm, limit)
    Value factor = build.divide(most, build.maximum(norm, most));
    LeafLists lists(build, {leaves});
    lists.for_each_real([&](size_t at, const Values &values) {
      lists.set(0, at, build.multiply(values[0], spread(build, factor, values[0])));
    });
    return norm;
  });
}

} // namespace cotangent::detail
