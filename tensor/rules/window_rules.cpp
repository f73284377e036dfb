// reduce_window and select_and_scatter. Sums are linear; maxima, minima and choices are followed to the element that is
// chosen; running folds are linear recurrences; anything else is folded window by window.
#include "tensor/rules/element_regions.h"
#include "tensor/rules/expansion.h"
#include "tensor/rules/folds.h"
#include "tensor/rules/monoid.h"
#include "tensor/rules/normalization.h"
#include "tensor/rules/products.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

int64_t dilated(int64_t size, int64_t dilation) { return size == 0 ? 0 : (size - 1) * dilation + 1; }

stablehlo::Window window_of(ReduceWindowOp operation) {
  return *stablehlo::make_window([&] { return operation.emitOpError(); }, operation.getWindowDimensions(),
                                 operation.getWindowStrides(), operation.getPadding(), operation.getBaseDilations(),
                                 operation.getWindowDilations());
}

stablehlo::Window window_of(SelectAndScatterOp operation) {
  Shape sizes = filled(static_cast<size_t>(rank_of(operation.getOperand())), 1);
  if (auto given = operation.getWindowDimensions())
    sizes.assign(given->begin(), given->end());
  return *stablehlo::make_window([&] { return operation.emitOpError(); }, sizes, operation.getWindowStrides(),
                                 operation.getPadding(), std::nullopt, std::nullopt);
}

/// Without a body yet.
ReduceWindowOp make_windows(Build &build, ValueRange inputs, ValueRange starts, const stablehlo::Window &window) {
  MLIRContext *context = build.builder.getContext();
  FailureOr<Shape> shape =
      stablehlo::infer_windows([&] { return emitError(build.location); }, shape_of(inputs.front()), window);
  if (failed(shape))
    throw Error("bad-argument", "a window does not fit");
  SmallVector<Type> types;
  for (Value input : inputs)
    types.push_back(RankedTensorType::get(*shape, element_of(input)));
  SmallVector<int64_t> padding;
  for (auto [low, high] : llvm::zip(window.low, window.high))
    padding.append({low, high});
  auto padding_type = RankedTensorType::get({static_cast<int64_t>(window.sizes.size()), 2}, build.builder.getI64Type());
  auto list = [&](Numbers values) { return DenseI64ArrayAttr::get(context, values); };
  return build.make_operation<ReduceWindowOp>(types, inputs, starts, list(window.sizes), list(window.strides),
                                              list(window.base_dilations), list(window.window_dilations),
                                              DenseIntElementsAttr::get(padding_type, ArrayRef<int64_t>(padding)));
}

Value window_sum(Build &build, Value value, const stablehlo::Window &window) {
  ReduceWindowOp sum = make_windows(build, value, build.scalar(element_of(value), 0), window);
  auto scalar = RankedTensorType::get({}, element_of(value));
  build.fill(sum.getBody(), {scalar, scalar},
             [](Build &inside, ValueRange arguments) { return Values{inside.add(arguments[0], arguments[1])}; });
  return sum->getResult(0);
}

/// How often the start is added: once, and in each place without an element.
Value start_count(Build &build, const stablehlo::Window &window, RankedTensorType input) {
  Value elements = window_sum(build, build.splat(input, 1), window);
  return build.subtract(build.splat_like(elements, static_cast<double>(count_of(window.sizes) + 1)), elements);
}

/// Along one dimension each window begins (or ends) where the tensor does: a running fold, backwards if it ends there.
struct Running {
  int64_t dimension;
  bool backwards;
};
std::optional<Running> running(const stablehlo::Window &window, Numbers shape) {
  std::optional<Running> found;
  for (size_t at = 0; at < shape.size(); ++at) {
    bool plain = window.strides[at] == 1 && window.base_dilations[at] == 1 && window.window_dilations[at] == 1;
    int64_t low = window.low[at], high = window.high[at], size = shape[at];
    if (!plain)
      return std::nullopt;
    if (window.sizes[at] == 1 && low == 0 && high == 0)
      continue;
    bool forwards = low == size - 1 && high == 0, backwards = low == 0 && high == size - 1;
    if (found || window.sizes[at] != size || (!forwards && !backwards))
      return std::nullopt;
    found = Running{static_cast<int64_t>(at), backwards};
  }
  return found;
}

class Windows {
public:
  explicit Windows(const ForwardRequest &request)
      : request_(request), build_(request.build), operation_(cast<ReduceWindowOp>(request.operation)),
        count_(operation_.getInputs().size()), window_(window_of(operation_)) {}

  Values tangents() {
    SmallVector<size_t> followed;
    bool others = false;
    for (size_t at = 0; at < count_; ++at)
      if (is_differentiable(request_.result(at))) {
        Fold fold = fold_of(operation_.getBody(), at);
        others |= fold == Fold::Other || fold == Fold::Product;
        if (fold != Fold::Sum && (tangent(at) || start_tangent(at)))
          followed.push_back(at);
      }
    if (others)
      return folded();
    Values results(count_);
    for (size_t at = 0; at < count_; ++at)
      if (is_differentiable(request_.result(at)) && fold_of(operation_.getBody(), at) == Fold::Sum)
        results[at] = sum(at);
    follow(followed, results);
    return results;
  }

private:
  Type element(size_t at) const { return element_of(request_.result(at)); }
  Value in_accumulator(size_t at, Value value) const { return value ? in_element(build_, value, element(at)) : value; }
  Value input(size_t at) const { return in_accumulator(at, request_.operand(at)); }
  Value start(size_t at) const { return in_accumulator(at, request_.operand(count_ + at)); }
  Value tangent(size_t at) const { return in_accumulator(at, request_.tangents[at]); }
  Value start_tangent(size_t at) const { return in_accumulator(at, request_.tangents[count_ + at]); }
  Shape result_shape() const { return Shape(shape_of(request_.result())); }

  Value sum(size_t at) {
    Value result;
    if (Value terms = tangent(at))
      result = window_sum(build_, terms, window_);
    if (Value first = start_tangent(at)) {
      Value part = build_.multiply(build_.broadcast_scalar(first, result_shape()),
                                   start_count(build_, window_, ranked(input(at).getType())));
      result = result ? build_.add(result, part) : part;
    }
    return result;
  }

  void follow(ArrayRef<size_t> followed, Values &results) {
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
    ReduceWindowOp choice = make_windows(build_, inputs, starts, window_);
    fill_following(build_, choice.getBody(), operation_.getBody(), followed, position);
    for (auto [number, at] : llvm::enumerate(followed)) {
      Value positions = choice->getResult(static_cast<unsigned>(count_ + number));
      Value values = tangent(at) ? tangent(at) : build_.zeros_like(input(at));
      results[at] = take(build_, values, positions, start_tangent(at));
    }
  }

  Values folded() {
    std::optional<Running> run = running(window_, shape_of(request_.operand(0)));
    if (run && count_ == 1 && count_of(result_shape()) != 0 && is_monoid(operation_.getBody(), request_.operand(1)))
      return {recurrence(*run)};
    SequentialFold fold{request_.operation, operation_.getBody(), {}, {}};
    Values start_tangents, value_tangents;
    for (size_t at = 0; at < count_; ++at) {
      Value first = start_tangent(at), values = tangent(at);
      auto spread = [&](Value scalar) { return build_.broadcast_scalar(scalar, result_shape()); };
      fold.starts.push_back(spread(start(at)));
      fold.values.push_back(places(input(at), start(at)));
      start_tangents.push_back(first ? spread(first) : first);
      if (first || values) // places without an element hold the start
        values = places(values ? values : build_.zeros_like(input(at)), first ? first : build_.scalar(element(at), 0));
      value_tangents.push_back(values);
    }
    return fold_tangents(build_, fold, start_tangents, value_tangents);
  }

  /// What is under each place of the window, in front of the dimensions of the result.
  Value places(Value value, Value padding) {
    size_t rank = window_.sizes.size();
    Shape interior;
    for (int64_t dilation : window_.base_dilations)
      interior.push_back(dilation - 1);
    Value padded = build_.pad(value, padding, window_.low, window_.high, interior);
    Shape sizes(shape_of(padded)), all(window_.sizes);
    llvm::append_range(all, result_shape());
    auto type = RankedTensorType::get(all, position_element(build_, sizes));
    Value positions = build_.zeros(type);
    int64_t stride = 1;
    for (size_t at = rank; at-- > 0; stride *= sizes[at])
      for (auto [dimension, step] :
           {std::pair(at, window_.window_dilations[at] * stride), std::pair(rank + at, window_.strides[at] * stride)})
        if (all[dimension] > 1)
          positions = build_.add(
              positions, build_.scale(build_.iota(type, static_cast<int64_t>(dimension)), static_cast<double>(step)));
    Shape shape = result_shape();
    shape.insert(shape.begin(), count_of(window_.sizes));
    positions = build_.reshape(positions, shape);
    return take(build_, padded, positions, nullptr);
  }

  /// y[i] = f(y[i - 1], x[i]) has the tangents t[i] = A[i] t[i - 1] + B[i] x'[i]. By doubling: after each step an
  /// element knows what comes from twice as many before it (Hillis & Steele, "Data parallel algorithms", 1986).
  Value recurrence(Running run) {
    int64_t size = shape_of(request_.operand(0))[static_cast<size_t>(run.dimension)];
    Value earlier = shifted(request_.result(), run, 1, start(0)), values = input(0);
    Values arguments{run.backwards ? values : earlier, run.backwards ? earlier : values};
    Values partials = partials_of(build_, operation_.getBody(), arguments, request_.operation)[0];
    Value by_earlier = partials[run.backwards ? 1 : 0], by_value = partials[run.backwards ? 0 : 1];
    if (!by_value)
      return nullptr;
    Value rate = build_.multiply(by_value, tangent(0)), zero = build_.scalar(element(0), 0);
    for (int64_t distance = 1; by_earlier && distance < size; distance *= 2) {
      rate = build_.add(rate, build_.multiply(by_earlier, shifted(rate, run, distance, zero)));
      by_earlier = build_.multiply(by_earlier, shifted(by_earlier, run, distance, zero));
    }
    return rate;
  }

  /// Each element is the one that is so far before it in the direction of the fold.
  Value shifted(Value value, Running run, int64_t distance, Value padding) {
    Shape none = filled(static_cast<size_t>(rank_of(value)), 0), low = none, high = none;
    auto at = static_cast<size_t>(run.dimension);
    low[at] = run.backwards ? -distance : distance;
    high[at] = -low[at];
    return build_.pad(value, padding, low, high, none);
  }

  const ForwardRequest &request_;
  Build &build_;
  ReduceWindowOp operation_;
  size_t count_;
  stablehlo::Window window_;
};

Values forward_reduce_window(const ForwardRequest &request) { return Windows(request).tangents(); }

/// Of sums: each element goes back to all windows that it was in, which is a sum over windows of the cotangent, dilated
/// by the strides (as for convolutions, with a kernel of ones).
Value sum_cotangent(Build &build, const stablehlo::Window &window, Value cotangent, Numbers input) {
  if (count_of(input) == 0 || count_of(shape_of(cotangent)) == 0)
    return build.zeros(with_shape(ranked(cotangent.getType()), input));
  stablehlo::Window turned = window;
  std::swap(turned.strides, turned.base_dilations);
  for (size_t at = 0; at < input.size(); ++at) {
    int64_t extent = dilated(window.sizes[at], window.window_dilations[at]);
    turned.low[at] = extent - 1 - window.low[at];
    turned.high[at] = dilated(input[at], window.base_dilations[at]) + extent - 1 - turned.low[at] -
                      dilated(shape_of(cotangent)[at], window.strides[at]);
  }
  return window_sum(build, cotangent, turned);
}

Values transpose_reduce_window(const TransposeRequest &request) {
  Build &build = request.build;
  auto operation = cast<ReduceWindowOp>(request.operation);
  stablehlo::Window window = window_of(operation);
  size_t count = operation.getInputs().size();
  Values cotangents(2 * count);
  for (size_t at = 0; at < count; ++at) {
    Value cotangent = request.cotangent(at);
    if (!cotangent)
      continue;
    Value input = request.operand(at), start = request.operand(count + at);
    if (request.linear[at])
      cotangents[at] = in_element(build, sum_cotangent(build, window, cotangent, shape_of(input)), element_of(input));
    if (request.linear[count + at]) {
      auto type = with_element(ranked(input.getType()), element_of(cotangent));
      Value parts = build.multiply(cotangent, start_count(build, window, type));
      cotangents[count + at] =
          in_element(build, build.reduce_sum(parts, first_numbers(rank_of(parts))), element_of(start));
    }
  }
  return cotangents;
}

// --- select_and_scatter ----------------------------------------------------------------------------------------------
/// Where in the operand the element is that is selected for each element of the source; -1: nowhere.
Value selected_positions(Build &build, SelectAndScatterOp operation) {
  Value operand = operation.getOperand();
  Type position = position_element(build, shape_of(operand));
  Values inputs{operand, flat_positions(build, shape_of(operand))};
  Values starts{build.scalar(element_of(operand), 0), build.scalar(position, -1)};
  ReduceWindowOp choice = make_windows(build, inputs, starts, window_of(operation));
  SmallVector<Type> types{starts[0].getType(), starts[1].getType(), starts[0].getType(), starts[1].getType()};
  build.fill(choice.getBody(), types, [&](Build &inside, ValueRange arguments) {
    Value zero = inside.zeros_like(arguments[1]);
    Value stays = lift(inside, operation.getSelect(), {arguments[0], arguments[2]}, operation)[0];
    Value second_missing = inside.compare(arguments[3], zero, ComparisonDirection::LT);
    Value first_there = inside.compare(arguments[1], zero, ComparisonDirection::GE);
    stays = inside.binary<AndOp>(first_there, inside.binary<OrOp>(second_missing, stays));
    return Values{inside.select(stays, arguments[0], arguments[2]), inside.select(stays, arguments[1], arguments[3])};
  });
  return choice->getResult(1);
}

/// The same, with another source and a start of zero.
Value select_and_add(Build &build, SelectAndScatterOp operation, Value source) {
  Type element = element_of(source);
  auto type = with_element(ranked(operation.getOperand().getType()), element);
  Value operand = operation.getOperand();
  auto scalar = RankedTensorType::get({}, element);
  if (element_of(operand) != element) // the operand and the source have one type
    operand = build.convert(operand, element);
  auto result = build.make_operation<SelectAndScatterOp>(type, operand, source, build.scalar(element, 0),
                                                         operation.getWindowDimensionsAttr(),
                                                         operation.getWindowStridesAttr(), operation.getPaddingAttr());
  build.fill(result.getSelect(), {scalar, scalar}, [&](Build &inside, ValueRange arguments) {
    Values originals;
    for (Value argument : arguments)
      originals.push_back(inside.convert(argument, element_of(operation.getOperand())));
    return lift(inside, operation.getSelect(), originals, operation);
  });
  build.fill(result.getScatter(), {scalar, scalar},
             [](Build &inside, ValueRange arguments) { return Values{inside.add(arguments[0], arguments[1])}; });
  return result->getResult(0);
}

/// By any function: as a scatter to the selected positions.
Values scattered(const ForwardRequest &request, SelectAndScatterOp operation) {
  Value positions = selected_positions(request.build, operation);
  Value source = operation.getSource(), start = operation.getInitValue();
  return expand(request.build, {source, start}, request.tangents.drop_front(),
                [&](Build &build) {
                  auto type = ranked(request.result().getType());
                  Value input =
                      build.broadcast_scalar(in_element(build, start, type.getElementType()), type.getShape());
                  auto flat = [&](Value value) { return build.reshape(value, {count_of(shape_of(value))}); };
                  Value updates = flat(in_element(build, source, type.getElementType()));
                  auto numbers = ScatterDimensionNumbersAttr::get(build.builder.getContext(), {}, {0}, {}, {}, {0}, 1);
                  input = flat(input);
                  auto scatter = build.make_operation<ScatterOp>(TypeRange(input.getType()), ValueRange(input),
                                                                 flat(positions), ValueRange(updates), numbers);
                  IRMapping mapping;
                  operation.getScatter().cloneInto(&scatter.getUpdateComputation(), mapping);
                  return Values{build.reshape(scatter->getResult(0), type.getShape())};
                })
      .tangents;
}

Values forward_select_and_scatter(const ForwardRequest &request) {
  Build &build = request.build;
  auto operation = cast<SelectAndScatterOp>(request.operation);
  Type element = element_of(request.result());
  Numbers shape = shape_of(request.result());
  if (fold_of(operation.getScatter(), 0) != Fold::Sum)
    return scattered(request, operation);
  Value result;
  if (Value source = request.tangents[1])
    result = select_and_add(build, operation, in_element(build, source, element));
  if (Value start = request.tangents[2]) {
    Value spread = build.broadcast_scalar(in_element(build, start, element), shape);
    result = result ? build.add(result, spread) : spread;
  }
  return {result};
}

Values transpose_select_and_scatter(const TransposeRequest &request) {
  Build &build = request.build;
  auto operation = cast<SelectAndScatterOp>(request.operation);
  Value cotangent = request.cotangent();
  Values cotangents(3);
  if (request.linear[1])
    cotangents[1] = in_element(build, take(build, cotangent, selected_positions(build, operation), nullptr),
                               element_of(request.operand(1)));
  if (request.linear[2])
    cotangents[2] = in_element(build, build.reduce_sum(cotangent, first_numbers(rank_of(cotangent))),
                               element_of(request.operand(2)));
  return cotangents;
}

} // namespace

llvm::ArrayRef<Rule> window_rules() {
  static const Rule rules[] = {
      {"stablehlo.reduce_window", forward_reduce_window, transpose_reduce_window,
       "maximum, minimum: the first of equal elements has the tangent"},
      {"stablehlo.select_and_scatter", forward_select_and_scatter, transpose_select_and_scatter,
       "which element is selected is constant"},
      {"stablehlo.batch_norm_inference", forward_batch_norm_inference},
      {"stablehlo.batch_norm_training", forward_batch_norm_training},
      {"stablehlo.batch_norm_grad", forward_batch_norm_grad},
  };
  return rules;
}

} // namespace cotangent::tensor_rules
