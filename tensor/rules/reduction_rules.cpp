// reduce. Sums are linear; a maximum's tangent is shared by the elements that are equal to it; a product's is computed
// by halves, so that zeros do no harm; choices are followed; anything else is folded from left to right.
#include "tensor/rules/element_regions.h"
#include "tensor/rules/expansion.h"
#include "tensor/rules/folds.h"
#include "tensor/rules/products.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

class Reduction {
public:
  explicit Reduction(const ForwardRequest &request)
      : request_(request), build_(request.build), operation_(cast<ReduceOp>(request.operation)),
        count_(operation_.getInputs().size()), dimensions_(operation_.getDimensions()) {
    llvm::sort(dimensions_);
    kept_ = all_but(rank_of(request.operand(0)), dimensions_);
  }

  Values tangents() {
    SmallVector<size_t> chosen;
    for (size_t at = 0; at < count_; ++at) {
      if (!is_differentiable(request_.result(at)))
        continue;
      Fold fold = fold_of(operation_.getBody(), at);
      if (fold == Fold::Other)
        return folded();
      if (fold == Fold::Choice || fold == Fold::Second)
        chosen.push_back(at);
    }
    Values results(count_);
    for (size_t at = 0; at < count_; ++at)
      if (is_differentiable(request_.result(at)) && (tangent(at) || start_tangent(at)))
        results[at] = simple(at, fold_of(operation_.getBody(), at));
    follow(chosen, results);
    return results;
  }

private:
  Type element(size_t at) const { return element_of(request_.result(at)); }
  /// In the type that is accumulated.
  Value in_accumulator(size_t at, Value value) const { return value ? in_element(build_, value, element(at)) : value; }
  Value input(size_t at) const { return in_accumulator(at, request_.operand(at)); }
  Value start(size_t at) const { return in_accumulator(at, request_.operand(count_ + at)); }
  Value tangent(size_t at) const { return in_accumulator(at, request_.tangents[at]); }
  Value start_tangent(size_t at) const { return in_accumulator(at, request_.tangents[count_ + at]); }
  Shape result_shape() const { return Shape(shape_of(request_.result())); }
  Value spread(Value scalar) const { return build_.broadcast_scalar(scalar, result_shape()); }

  Value simple(size_t at, Fold fold) {
    switch (fold) {
    case Fold::Sum:
      return sum(at);
    case Fold::Product:
      return product(at);
    case Fold::Maximum:
    case Fold::Minimum:
      return extreme(at);
    default:
      return nullptr; // followed
    }
  }

  Value sum(size_t at) {
    Value result;
    if (Value terms = tangent(at))
      result = build_.reduce_sum(terms, dimensions_);
    if (Value first = start_tangent(at))
      result = result ? build_.add(result, spread(first)) : spread(first);
    return result;
  }

  /// A NaN makes the result NaN, so it counts as equal.
  Value is_result(Value value, Value result) {
    return build_.binary<OrOp>(build_.compare(value, result, ComparisonDirection::EQ),
                               build_.compare(value, value, ComparisonDirection::NE));
  }

  /// The parts of the elements that are equal to the result, the start among them if it can be.
  Value extreme(size_t at) {
    Value values = input(at), result = request_.result(at);
    Value equal = is_result(values, build_.broadcast(result, kept_, shape_of(values)));
    Type integer = position_element(build_, shape_of(values));
    Value shares = build_.reduce_sum(build_.convert(equal, integer), dimensions_);
    Value share;
    if (Value terms = tangent(at))
      share = build_.reduce_sum(build_.select(equal, terms, build_.zeros_like(terms)), dimensions_);
    if (!is_neutral(request_.operand(count_ + at))) {
      Value equal_start = is_result(spread(start(at)), result);
      shares = build_.add(shares, build_.convert(equal_start, integer));
      if (Value first = start_tangent(at)) {
        Value part = build_.select(equal_start, spread(first), build_.zeros_like(result));
        share = share ? build_.add(share, part) : part;
      }
    }
    return share ? build_.divide(share, build_.convert(shares, element(at))) : share;
  }

  /// A constant infinity.
  static bool is_neutral(Value start) {
    auto constant = start.getDefiningOp<stablehlo::ConstantOp>();
    auto elements = constant ? dyn_cast<DenseFPElementsAttr>(constant.getValue()) : DenseFPElementsAttr();
    return elements && llvm::all_of(elements.getValues<APFloat>(), [](const APFloat &v) { return v.isInfinity(); });
  }

  /// (x y, x' y + x y') of the halves of each dimension until one is left.
  Value product(size_t at) {
    Value value = input(at), rate = tangent(at);
    for (int64_t dimension : dimensions_) {
      while (shape_of(value)[static_cast<size_t>(dimension)] > 1)
        halve(value, rate, dimension);
      if (shape_of(value)[static_cast<size_t>(dimension)] == 0) {
        Shape shape(shape_of(value));
        shape[static_cast<size_t>(dimension)] = 1;
        value = build_.splat(RankedTensorType::get(shape, element(at)), 1);
        rate = nullptr;
      }
    }
    value = build_.reshape(value, result_shape());
    Value first = spread(start(at));
    Value result = rate ? build_.multiply(build_.reshape(rate, result_shape()), first) : Value();
    if (Value first_rate = start_tangent(at)) {
      Value part = build_.multiply(spread(first_rate), value);
      result = result ? build_.add(result, part) : part;
    }
    return result;
  }

  void halve(Value &value, Value &rate, int64_t dimension) {
    int64_t size = shape_of(value)[static_cast<size_t>(dimension)];
    if (size % 2 != 0) {
      Shape none = filled(static_cast<size_t>(rank_of(value)), 0), one = none;
      one[static_cast<size_t>(dimension)] = 1;
      value = build_.pad(value, build_.scalar(element_of(value), 1), none, one, none);
      if (rate)
        rate = build_.pad(rate, build_.scalar(element_of(rate), 0), none, one, none);
      ++size;
    }
    auto half = [&](Value whole, int64_t start) {
      return build_.slice_dimension(whole, dimension, start, start + size / 2);
    };
    Value low = half(value, 0), high = half(value, size / 2);
    if (rate)
      rate = build_.add(build_.multiply(half(rate, 0), high), build_.multiply(low, half(rate, size / 2)));
    value = build_.multiply(low, high);
  }

  /// Elements that the region chooses: a reduction that carries their positions along says which.
  void follow(ArrayRef<size_t> chosen, Values &results) {
    SmallVector<size_t> followed;
    for (size_t at : chosen)
      if (tangent(at) || start_tangent(at))
        followed.push_back(at);
    if (followed.empty())
      return;
    Values inputs, starts;
    for (size_t at = 0; at < count_; ++at) {
      inputs.push_back(input(at));
      starts.push_back(start(at));
    }
    Shape shape(shape_of(inputs[0]));
    Type position = position_element(build_, shape);
    inputs.append(followed.size(), flat_positions(build_, shape));
    starts.append(followed.size(), build_.scalar(position, -1));
    SmallVector<Type> types;
    for (Value value : inputs)
      types.push_back(RankedTensorType::get(result_shape(), element_of(value)));
    auto reduce = build_.make_operation<ReduceOp>(types, inputs, starts, dimensions_);
    fill_following(build_, reduce.getBody(), operation_.getBody(), followed, position);
    for (auto [number, at] : llvm::enumerate(followed)) {
      Value positions = reduce->getResult(static_cast<unsigned>(count_ + number));
      Value values = tangent(at) ? tangent(at) : build_.zeros_like(input(at));
      results[at] = take(build_, values, positions, start_tangent(at));
    }
  }

  Values folded() {
    Shape order(dimensions_);
    llvm::append_range(order, kept_);
    Shape shape = result_shape();
    shape.insert(shape.begin(), count_of(picked(shape_of(request_.operand(0)), dimensions_)));
    auto in_rows = [&](Value value) { return value ? build_.reshape(build_.transpose(value, order), shape) : value; };
    SequentialFold fold{request_.operation, operation_.getBody(), {}, {}};
    Values start_tangents, value_tangents;
    for (size_t at = 0; at < count_; ++at) {
      fold.starts.push_back(spread(start(at)));
      fold.values.push_back(in_rows(input(at)));
      Value first = start_tangent(at);
      start_tangents.push_back(first ? spread(first) : first);
      value_tangents.push_back(in_rows(tangent(at)));
    }
    return fold_tangents(build_, fold, start_tangents, value_tangents);
  }

  const ForwardRequest &request_;
  Build &build_;
  ReduceOp operation_;
  size_t count_;
  Shape dimensions_, kept_;
};

Values forward_reduce(const ForwardRequest &request) { return Reduction(request).tangents(); }

/// Of sums.
Values transpose_reduce(const TransposeRequest &request) {
  Build &build = request.build;
  auto reduce = cast<ReduceOp>(request.operation);
  size_t count = reduce.getInputs().size();
  Shape kept = all_but(rank_of(request.operand(0)), reduce.getDimensions());
  Values cotangents(2 * count);
  for (size_t at = 0; at < count; ++at) {
    Value cotangent = request.cotangent(at);
    if (!cotangent)
      continue;
    Value input = request.operand(at), start = request.operand(count + at);
    if (request.linear[at])
      cotangents[at] = build.broadcast(in_element(build, cotangent, element_of(input)), kept, shape_of(input));
    if (request.linear[count + at])
      cotangents[count + at] =
          in_element(build, build.reduce_sum(cotangent, first_numbers(rank_of(cotangent))), element_of(start));
  }
  return cotangents;
}

/// The region, of whole tensors.
Values forward_map(const ForwardRequest &request) {
  auto map = cast<MapOp>(request.operation);
  return expand(request.build, map.getInputs(), request.tangents,
                [&](Build &build) { return lift(build, map.getComputation(), map.getInputs(), map); })
      .tangents;
}

} // namespace

llvm::ArrayRef<Rule> reduction_rules() {
  static const Rule rules[] = {
      {"stablehlo.reduce", forward_reduce, transpose_reduce,
       "maximum, minimum: equal elements share the tangent equally; choices: that of the chosen element"},
      {"stablehlo.map", forward_map},
  };
  return rules;
}

} // namespace cotangent::tensor_rules
