// Random operations that apply a region to many elements: reductions, windows, sorts, maps.
#include "generator.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <functional>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::random_programs {

namespace {

/// What elements are folded with, from where, and how large the result of so many elements is.
struct Fold {
  Values inputs, starts;
  std::function<Values(Build &, ValueRange olds, ValueRange news)> combine;
  std::function<double(double count)> bound;
};

Fold sum(Generator &make, Value x) {
  Value start = make.chance(0.2) ? make.of({}, is_complex(x)) : make.build.scalar(element_of(x), 0);
  double limit = make.bound(x);
  return {{x},
          {start},
          [](Build &build, ValueRange olds, ValueRange news) { return Values{build.add(olds[0], news[0])}; },
          [limit](double count) { return (limit + 3) * (count + 1); }};
}

Fold product(Generator &make, Value x, double count) {
  x = make.bounded(x, count > 8 ? 1 : 1.3);
  return {{x},
          {make.build.scalar(element_of(x), 1)},
          [](Build &build, ValueRange olds, ValueRange news) { return Values{build.multiply(olds[0], news[0])}; },
          [](double number) { return number > 8 ? 1 : std::pow(1.3, number); }};
}

template <class Op> Fold extreme(Generator &make, Value x) {
  double sign = std::is_same_v<Op, MaximumOp> ? -1 : 1;
  Value start = make.chance(0.2) ? make.scalar() : make.build.scalar(element_of(x), sign * make.one_of(Numbers({1, 20})));
  return {{x},
          {start},
          [](Build &build, ValueRange olds, ValueRange news) { return Values{build.binary<Op>(olds[0], news[0])}; },
          [](double) { return 20; }};
}

/// The one of larger size.
Fold larger(Generator &make, Value x) {
  return {{x},
          {make.build.scalar(element_of(x), 0.25)},
          [](Build &build, ValueRange olds, ValueRange news) {
            Value left = build.unary<AbsOp>(olds[0]), right = build.unary<AbsOp>(news[0]);
            Value chosen = build.compare(left, right, ComparisonDirection::GE);
            return Values{build.select(chosen, olds[0], news[0])};
          },
          [limit = make.bound(x)](double) { return limit + 1; }};
}

/// The largest, and what stands at its place.
Fold companion(Generator &make, Value x) {
  Value y = make.like(x);
  return {{x, y},
          {make.build.scalar(element_of(x), -20), make.build.scalar(element_of(y), 0.5)},
          [](Build &build, ValueRange olds, ValueRange news) {
            Value chosen = build.compare(olds[0], news[0], ComparisonDirection::GE);
            return Values{build.select(chosen, olds[0], news[0]), build.select(chosen, olds[1], news[1])};
          },
          [limit = make.bound(y)](double) { return limit + 20; }};
}

/// (1 + a) (1 + b) - 1
Fold compound(Generator &make, Value x, double count) {
  x = make.bounded(x, count > 8 ? 0.05 : 0.4);
  return {{x},
          {make.build.scalar(element_of(x), 0)},
          [](Build &build, ValueRange olds, ValueRange news) {
            return Values{build.add(build.add(olds[0], news[0]), build.multiply(olds[0], news[0]))};
          },
          [](double number) { return number > 8 ? std::pow(1.05, number) : std::pow(1.4, number); }};
}

Fold log_of_sum(Generator &make, Value x) {
  return {{x},
          {make.build.scalar(element_of(x), make.chance(0.5) ? -4 : -60)},
          [](Build &build, ValueRange olds, ValueRange news) {
            Value both = build.add(build.analytic<ExponentialOp>(olds[0]), build.analytic<ExponentialOp>(news[0]));
            return Values{build.analytic<LogOp>(both)};
          },
          [limit = make.bound(x)](double count) { return std::max(limit, 60.0) + std::log1p(count); }};
}

/// Products of matrices [a b; 0 1], which do not commute.
Fold affine(Generator &make, Value x) {
  Value scale = make.bounded(x, 1), shift = make.like(x);
  return {{scale, shift},
          {make.build.scalar(element_of(x), 1), make.build.scalar(element_of(x), 0)},
          [](Build &build, ValueRange olds, ValueRange news) {
            return Values{build.multiply(olds[0], news[0]),
                          build.add(build.multiply(olds[1], news[0]), news[1])};
          },
          [limit = make.bound(shift)](double count) { return 1 + limit * count; }};
}

Fold random_fold(Generator &make, Value x, double count) {
  if (is_complex(x))
    return make.chance(0.6) ? sum(make, x) : product(make, x, count);
  switch (make.number(0, 10)) {
  case 0:
  case 1:
    return sum(make, x);
  case 2:
  case 3:
    return product(make, x, count);
  case 4:
    return extreme<MaximumOp>(make, x);
  case 5:
    return extreme<MinimumOp>(make, x);
  case 6:
    return larger(make, x);
  case 7:
    return companion(make, x);
  case 8:
    return compound(make, x, count);
  case 9:
    return log_of_sum(make, x);
  default:
    return affine(make, x);
  }
}

void fill_fold(Generator &make, Region &region, const Fold &fold) {
  SmallVector<Type> types;
  for (int side = 0; side < 2; ++side)
    for (Value input : fold.inputs)
      types.push_back(tensor({}, element_of(input)));
  make.build.fill(region, types, [&](Build &build, ValueRange arguments) {
    return fold.combine(build, arguments.take_front(fold.inputs.size()), arguments.drop_front(fold.inputs.size()));
  });
}

SmallVector<Type> types_of(const Fold &fold, Numbers shape) {
  SmallVector<Type> types;
  for (Value input : fold.inputs)
    types.push_back(tensor(shape, element_of(input)));
  return types;
}

/// Some or all of the results.
void add_results(Generator &make, Operation *operation, double bound) {
  for (Value result : operation->getResults())
    if (operation->getNumResults() == 1 || make.chance(0.8))
      make.add(result, bound);
}

bool reduce(Generator &make) {
  Value x = make.any();
  Shape dimensions = make.subset(rank_of(x), 0.6);
  if (dimensions.empty())
    return false;
  const auto count = static_cast<double>(count_of(x, dimensions));
  Fold fold = random_fold(make, x, count);
  Shape kept = picked(shape_of(x), all_but(rank_of(x), dimensions));
  auto operation = make.build.make_operation<ReduceOp>(types_of(fold, kept), fold.inputs, fold.starts, dimensions);
  fill_fold(make, operation.getBody(), fold);
  add_results(make, operation, fold.bound(count));
  return true;
}

DenseIntElementsAttr padding_of(Generator &make, const stablehlo::Window &window) {
  SmallVector<int64_t> padding;
  for (auto [low, high] : llvm::zip(window.low, window.high))
    padding.append({low, high});
  return DenseIntElementsAttr::get(
      tensor({static_cast<int64_t>(window.sizes.size()), 2}, make.build.builder.getI64Type()), ArrayRef(padding));
}

/// How many windows there are; nothing if a dimension would be below zero.
std::optional<Shape> windows_in(Numbers base, const stablehlo::Window &window) {
  Shape result;
  for (auto [at, size] : llvm::enumerate(base)) {
    int64_t dilated = size == 0 ? 0 : (size - 1) * window.base_dilations[at] + 1;
    int64_t padded = window.low[at] + dilated + window.high[at];
    int64_t length = (window.sizes[at] - 1) * window.window_dilations[at] + 1;
    if (padded < 0)
      return std::nullopt;
    result.push_back(padded < length ? 0 : (padded - length) / window.strides[at] + 1);
  }
  return result;
}

stablehlo::Window random_window(Generator &make, Numbers base, bool dilated) {
  stablehlo::Window window;
  for (int64_t size : base) {
    window.sizes.push_back(make.chance(0.3) ? 1 : make.number(1, std::max<int64_t>(1, std::min<int64_t>(size, 3))));
    window.strides.push_back(make.chance(0.6) ? 1 : make.number(1, 3));
    window.low.push_back(make.chance(0.6) ? 0 : make.number(-1, 2));
    window.high.push_back(make.chance(0.6) ? 0 : make.number(-1, 2));
    window.base_dilations.push_back(!dilated || make.chance(0.8) ? 1 : 2);
    window.window_dilations.push_back(!dilated || make.chance(0.8) ? 1 : 2);
  }
  return window;
}

/// Running folds along one dimension, from the front or the back.
stablehlo::Window running_window(Generator &make, Numbers base) {
  Shape ones = filled(base.size(), 1), zeros = filled(base.size(), 0);
  stablehlo::Window window{ones, ones, zeros, zeros, ones, ones};
  auto dimension = static_cast<size_t>(make.number(0, static_cast<int64_t>(base.size()) - 1));
  window.sizes[dimension] = std::max<int64_t>(base[dimension], 1);
  (make.chance(0.7) ? window.low : window.high)[dimension] = window.sizes[dimension] - 1;
  return window;
}

bool reduce_window(Generator &make) {
  Value x = make.any();
  if (rank_of(x) == 0)
    return false;
  stablehlo::Window window =
      make.chance(0.4) ? running_window(make, shape_of(x)) : random_window(make, shape_of(x), true);
  std::optional<Shape> shape = windows_in(shape_of(x), window);
  if (!shape || cotangent::count_of(*shape) > Generator::most_elements)
    return false;
  const auto count = static_cast<double>(cotangent::count_of(window.sizes));
  Fold fold = random_fold(make, x, count);
  auto list = [&](Numbers numbers) { return DenseI64ArrayAttr::get(x.getContext(), numbers); };
  auto operation = make.build.make_operation<ReduceWindowOp>(
      types_of(fold, *shape), fold.inputs, fold.starts, list(window.sizes), list(window.strides),
      list(window.base_dilations), list(window.window_dilations), padding_of(make, window));
  fill_fold(make, operation.getBody(), fold);
  add_results(make, operation, fold.bound(count));
  return true;
}

bool select_and_scatter(Generator &make) {
  Value x = make.any_real();
  if (rank_of(x) == 0 || cotangent::count_of(shape_of(x)) == 0)
    return false;
  stablehlo::Window window = random_window(make, shape_of(x), false);
  for (int64_t &size : window.low)
    size = std::max<int64_t>(size, 0);
  for (int64_t &size : window.high)
    size = std::max<int64_t>(size, 0);
  std::optional<Shape> shape = windows_in(shape_of(x), window);
  for (auto [size, low, high] : llvm::zip(window.sizes, window.low, window.high))
    if (size <= low || size <= high) // a window without elements
      return false;
  if (!shape || cotangent::count_of(*shape) > Generator::most_elements)
    return false;
  Value source = make.of(*shape, false);
  Value start = make.chance(0.3) ? make.scalar() : make.note(make.build.scalar(element_of(x), 0), 0);
  auto list = [&](Numbers numbers) { return DenseI64ArrayAttr::get(x.getContext(), numbers); };
  auto operation = make.build.make_operation<SelectAndScatterOp>(x.getType(), x, source, start, list(window.sizes),
                                                                 list(window.strides), padding_of(make, window));
  Type element = tensor({}, element_of(x));
  bool greater = make.chance(0.7), by_size = make.chance(0.2);
  make.build.fill(operation.getSelect(), {element, element}, [&](Build &build, ValueRange arguments) {
    Value left = arguments[0], right = arguments[1];
    if (by_size) {
      left = build.unary<AbsOp>(left);
      right = build.unary<AbsOp>(right);
    }
    return Values{build.compare(left, right, greater ? ComparisonDirection::GE : ComparisonDirection::LE)};
  });
  make.build.fill(operation.getScatter(), {element, element},
                  [](Build &build, ValueRange arguments) { return Values{build.add(arguments[0], arguments[1])}; });
  make.add(operation.getResult(), make.bound(start) + 9 * make.bound(source));
  return true;
}

bool sort(Generator &make) {
  Value keys = make.any_real();
  if (rank_of(keys) == 0)
    return false;
  Values inputs{keys};
  while (inputs.size() < 3 && make.chance(0.5))
    inputs.push_back(make.of(shape_of(keys), make.chance(0.2)));
  auto operation = make.build.make_operation<SortOp>(
      ValueRange(inputs).getTypes(), inputs,
      make.build.builder.getI64IntegerAttr(make.chance(0.3) ? -1 : make.number(0, rank_of(keys) - 1)),
      make.build.builder.getBoolAttr(make.chance(0.5)));
  SmallVector<Type> types;
  for (Value input : inputs)
    types.append(2, tensor({}, element_of(input)));
  int64_t kind = make.number(0, 2);
  make.build.fill(operation.getComparator(), types, [&](Build &build, ValueRange arguments) {
    Value left = arguments[0], right = arguments[1];
    if (kind == 2) {
      left = build.unary<AbsOp>(left);
      right = build.unary<AbsOp>(right);
    }
    return Values{build.compare(left, right, kind == 0 ? ComparisonDirection::GT : ComparisonDirection::LT)};
  });
  for (auto [input, result] : llvm::zip(inputs, operation->getResults()))
    if (inputs.size() == 1 || make.chance(0.8))
      make.add(result, make.bound(input));
  return true;
}

bool top(Generator &make) {
  Value x = make.any_real();
  if (rank_of(x) == 0)
    return false;
  Shape shape(shape_of(x));
  shape.back() = make.number(0, shape.back());
  auto operation = make.build.make_operation<chlo::TopKOp>(
      TypeRange{tensor(shape, element_of(x)), tensor(shape, make.build.builder.getI32Type())}, ValueRange{x},
      ArrayRef{NamedAttribute(make.build.builder.getStringAttr("k"),
                              make.build.builder.getI64IntegerAttr(shape.back()))});
  make.add(operation.getValues(), make.bound(x));
  return true;
}

bool map(Generator &make) {
  Value x = make.any_real(), y = make.like(x);
  auto operation = make.build.make_operation<MapOp>(x.getType(), ValueRange{x, y}, first_numbers(rank_of(x)));
  Type element = tensor({}, element_of(x));
  make.build.fill(operation.getComputation(), {element, element}, [&](Build &build, ValueRange arguments) {
    Value sine = build.analytic<SineOp>(build.multiply(arguments[0], arguments[1]));
    return Values{make.chance(0.5) ? sine : build.binary<MaximumOp>(sine, arguments[1])};
  });
  make.add(operation.getResult(), std::max(1.0, make.bound(y)));
  return true;
}

} // namespace

llvm::ArrayRef<Family> folding_families() {
  static const Family families[] = {
      {"reduce", 6, reduce}, {"reduce_window", 5, reduce_window}, {"select_and_scatter", 2, select_and_scatter},
      {"sort", 3, sort},     {"top", 1, top},                     {"map", 1, map},
  };
  return families;
}

} // namespace cotangent::random_programs
