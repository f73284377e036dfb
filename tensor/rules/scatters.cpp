#include "tensor/rules/scatters.h"

#include "tensor/rules/element_regions.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

GatherDimensionNumbersAttr gather_numbers(ScatterDimensionNumbersAttr numbers) {
  return GatherDimensionNumbersAttr::get(numbers.getContext(), numbers.getUpdateWindowDims(),
                                         numbers.getInsertedWindowDims(), numbers.getInputBatchingDims(),
                                         numbers.getScatterIndicesBatchingDims(), numbers.getScatterDimsToOperandDims(),
                                         numbers.getIndexVectorDim());
}

/// For each number of an index the largest with which a window is inside.
Shape limits_of(const Places &places) {
  Shape limits, window = places.window();
  for (int64_t dimension : places.numbers.getScatterDimsToOperandDims())
    limits.push_back(places.operand[static_cast<size_t>(dimension)] - window[static_cast<size_t>(dimension)]);
  return limits;
}

bool has_vectors(const Places &places) { return places.numbers.getIndexVectorDim() < rank_of(places.indices); }

/// One number for each part of an index, in the shape of the indices.
Value spread(Build &build, const Places &places, Numbers numbers) {
  auto type = ranked(places.indices.getType());
  if (!has_vectors(places))
    return build.splat(type, static_cast<double>(numbers.front()));
  return build.broadcast(build.integers(numbers, type.getElementType()), {places.numbers.getIndexVectorDim()},
                         type.getShape());
}

/// Of integers that all numbers in question fit in, with a sign.
Places with_wide_indices(Build &build, const Places &places) {
  Places wide = places;
  auto element = dyn_cast<IntegerType>(element_of(places.indices));
  if (!element)
    throw Error("unsupported", "indices of type index cannot be differentiated through; use integers of 32 or 64 bits");
  bool small = element.isUnsigned() ? element.getWidth() < 32 : element.getWidth() <= 32;
  Type wanted =
      small && count_of(places.operand) < (int64_t(1) << 30) ? build.builder.getI32Type() : build.builder.getI64Type();
  wide.indices = build.convert(places.indices, wanted);
  return wide;
}

/// What a value is known to be at most, for each part of an index.
std::optional<Shape> known_limits(Value value, size_t count) {
  if (auto broadcast = value.getDefiningOp<BroadcastInDimOp>())
    value = broadcast.getOperand();
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  auto elements = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue()) : DenseIntElementsAttr();
  if (!elements || elements.empty())
    return std::nullopt;
  Shape numbers;
  for (const APInt &number : elements)
    numbers.push_back(number.getSExtValue());
  if (elements.isSplat())
    numbers.assign(count, numbers.front());
  return numbers.size() == count ? std::optional(numbers) : std::nullopt;
}

bool constant_is_inside(const Places &places, DenseIntElementsAttr indices, Numbers limits) {
  Numbers shape = shape_of(places.indices);
  int64_t inner = 1, length = 1;
  if (has_vectors(places)) {
    auto at = static_cast<size_t>(places.numbers.getIndexVectorDim());
    length = shape[at];
    inner = count_of(shape.drop_front(at + 1));
  }
  bool is_unsigned = element_of(places.indices).isUnsignedInteger();
  for (auto [position, index] : llvm::enumerate(indices)) {
    auto part = static_cast<size_t>(static_cast<int64_t>(position) / inner % length);
    int64_t number = is_unsigned ? static_cast<int64_t>(index.getZExtValue()) : index.getSExtValue();
    if (number < 0 || number > limits[part])
      return false;
  }
  return true;
}

bool is_inside(const Places &places) {
  Shape limits = limits_of(places);
  if (limits.empty())
    return true;
  Operation *operation = places.indices.getDefiningOp();
  if (auto constant = dyn_cast_or_null<stablehlo::ConstantOp>(operation)) {
    auto elements = dyn_cast<DenseIntElementsAttr>(constant.getValue());
    return elements && constant_is_inside(places, elements, limits);
  }
  auto clamp = dyn_cast_or_null<ClampOp>(operation);
  if (!clamp || element_of(places.indices).isUnsignedInteger())
    return false;
  std::optional<Shape> low = known_limits(clamp.getMin(), limits.size()),
                       high = known_limits(clamp.getMax(), limits.size());
  return low && high && llvm::all_of(*low, [](int64_t number) { return number >= 0; }) &&
         llvm::all_of(llvm::zip(*high, limits), [](auto pair) { return std::get<0>(pair) <= std::get<1>(pair); });
}

/// Whether each index, and so its window of one element along the dimensions that are indexed, is inside; in the shape
/// of the updates.
Value inside(Build &build, const Places &places) {
  Value zero = build.zeros_like(places.indices), limit = spread(build, places, limits_of(places));
  Value valid = build.binary<AndOp>(build.compare(places.indices, zero, ComparisonDirection::GE),
                                    build.compare(places.indices, limit, ComparisonDirection::LE));
  if (has_vectors(places))
    valid =
        build.reduce<AndOp>(valid, build.scalar(build.builder.getI1Type(), 1), {places.numbers.getIndexVectorDim()});
  Shape batch = all_but(static_cast<int64_t>(places.updates.size()), places.numbers.getUpdateWindowDims());
  return build.broadcast(valid, batch, places.updates);
}

/// From a copy with zeros around it, as wide as windows are: what is outside is read there.
Value read_padded(Build &build, const Places &places, Value value) {
  Shape window = places.window(), limits, shifts;
  Shape border = filled(window.size(), 0);
  for (int64_t dimension : places.numbers.getScatterDimsToOperandDims()) {
    auto at = static_cast<size_t>(dimension);
    border[at] = window[at];
    limits.push_back(places.operand[at]);
    shifts.push_back(window[at]);
  }
  Value padded = build.pad(value, build.scalar(element_of(value), 0), border, border, filled(window.size(), 0));
  Shape lowest;
  for (int64_t shift : shifts)
    lowest.push_back(-shift);
  Value shifted = build.make<ClampOp>(places.indices.getType(), spread(build, places, lowest), places.indices,
                                      spread(build, places, limits));
  shifted = build.add(shifted, spread(build, places, shifts));
  return build.gather(padded, shifted, gather_numbers(places.numbers), window, places.sorted);
}

Value scatter(Build &build, const Places &places, Value value, Value updates,
              llvm::function_ref<Value(Build &, Value, Value)> combine) {
  auto operation = build.make_operation<ScatterOp>(TypeRange(value.getType()), ValueRange(value), places.indices,
                                                   ValueRange(updates), places.numbers, places.sorted, places.unique);
  auto scalar = RankedTensorType::get({}, element_of(value));
  build.fill(operation.getUpdateComputation(), {scalar, scalar},
             [&](Build &region, ValueRange arguments) { return Values{combine(region, arguments[0], arguments[1])}; });
  return operation->getResult(0);
}

} // namespace

Shape Places::window() const {
  Shape sizes(operand.size(), 1);
  auto dropped = [&](int64_t at) {
    return llvm::is_contained(numbers.getInsertedWindowDims(), at) ||
           llvm::is_contained(numbers.getInputBatchingDims(), at);
  };
  size_t next = 0;
  for (size_t at = 0; at < sizes.size(); ++at)
    if (!dropped(static_cast<int64_t>(at)))
      sizes[at] = updates[static_cast<size_t>(numbers.getUpdateWindowDims()[next++])];
  return sizes;
}

Value clamped_indices(Build &build, const Places &places) {
  if (is_inside(places) || count_of(shape_of(places.indices)) == 0)
    return places.indices;
  Places wide = with_wide_indices(build, places);
  return build.make<ClampOp>(wide.indices.getType(), build.zeros_like(wide.indices), wide.indices,
                             spread(build, wide, limits_of(wide)));
}

Value read_back(Build &build, const Places &places, Value value) {
  auto type = RankedTensorType::get(places.updates, element_of(value));
  if (count_of(places.updates) == 0 || count_of(places.operand) == 0)
    return build.zeros(type);
  Shape window = places.window();
  if (is_inside(places))
    return build.gather(value, places.indices, gather_numbers(places.numbers), window, places.sorted);
  Places wide = with_wide_indices(build, places);
  if (llvm::any_of(wide.numbers.getScatterDimsToOperandDims(),
                   [&](int64_t dimension) { return window[static_cast<size_t>(dimension)] != 1; }))
    return read_padded(build, wide, value);
  Value read = build.gather(value, clamped_indices(build, wide), gather_numbers(places.numbers), window, places.sorted);
  return build.select(inside(build, wide), read, build.zeros(type));
}

Value add_at(Build &build, const Places &places, Value value, Value updates) {
  return build.scatter_add(value, places.indices, updates, places.numbers, places.sorted, places.unique);
}

Value replace_at(Build &build, const Places &places, Value value, Value updates) {
  return scatter(build, places, value, updates, [](Build &, Value, Value second) { return second; });
}

Value stays(Build &build, const Places &places) {
  Type element = position_element(build, places.updates);
  Value numbers =
      build.add(flat_positions(build, places.updates), build.splat(RankedTensorType::get(places.updates, element), 1));
  Value last = replace_at(build, places, build.zeros(RankedTensorType::get(places.operand, element)), numbers);
  return build.compare(read_back(build, places, last), numbers, ComparisonDirection::EQ);
}

} // namespace cotangent::tensor_rules
