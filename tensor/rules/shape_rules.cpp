// Operations that move, cut, join or pass on elements. All are linear.
#include "tensor/rules/linear.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {
namespace {

bool is_empty(Numbers shape) { return count_of(shape) == 0; }

// --- the same elements -----------------------------------------------------------------------------------------------
Values transpose_reshape(const TransposeRequest &request) {
  return cotangent_of(request, 0, request.build.reshape(request.cotangent(), shape_of(request.operand(0))));
}

Values transpose_transpose(const TransposeRequest &request) {
  auto operation = cast<TransposeOp>(request.operation);
  return {request.build.transpose(request.cotangent(), inverse(operation.getPermutation()))};
}

Values transpose_reverse(const TransposeRequest &request) {
  auto operation = cast<ReverseOp>(request.operation);
  return {request.build.reverse(request.cotangent(), operation.getDimensions())};
}

/// A change of type that keeps every bit in its place is no arithmetic, unless nothing changes.
Values bitcast_convert(const ForwardRequest &request) {
  if (!is_differentiable(request.result()))
    return {Value()};
  if (request.result().getType() != request.operand(0).getType())
    refuse(request.operation, "the bits of a number are read as other numbers");
  return {request.tangents[0]};
}

// --- broadcasts ------------------------------------------------------------------------------------------------------
/// Sums what was repeated; `dimensions` says where those of the operand went.
Value sum_broadcast(Build &build, Value cotangent, Numbers dimensions, Numbers operand) {
  Shape repeated = all_but(rank_of(cotangent), dimensions), kept;
  for (auto [dimension, size] : llvm::zip_equal(dimensions, operand))
    if (size == 1 && shape_of(cotangent)[static_cast<size_t>(dimension)] != 1)
      repeated.push_back(dimension);
    else
      kept.push_back(dimension);
  Shape order = first_numbers(static_cast<int64_t>(kept.size())); // of the sum: dimensions ascend
  llvm::sort(order, [&](int64_t left, int64_t right) {
    return kept[static_cast<size_t>(left)] < kept[static_cast<size_t>(right)];
  });
  Value sum = build.reduce_sum(cotangent, repeated);
  return build.reshape(build.transpose(sum, inverse(order)), operand);
}

template <class Op> Values transpose_broadcast_in_dim(const TransposeRequest &request) {
  Numbers dimensions = cast<Op>(request.operation).getBroadcastDimensions();
  return cotangent_of(request, 0,
                      sum_broadcast(request.build, request.cotangent(), dimensions, shape_of(request.operand(0))));
}

Values transpose_broadcast(const TransposeRequest &request) {
  auto sizes = static_cast<int64_t>(cast<BroadcastOp>(request.operation).getBroadcastSizes().size());
  return {request.build.reduce_sum(request.cotangent(), first_numbers(sizes))};
}

// --- slices ----------------------------------------------------------------------------------------------------------
/// The elements put back into zeros of the operand's shape.
Value unslice(Build &build, Value cotangent, Numbers operand, Numbers start, Numbers strides) {
  Shape high, interior;
  for (auto [size, part, from, stride] : llvm::zip_equal(operand, shape_of(cotangent), start, strides)) {
    high.push_back(size - from - ((part - 1) * stride + 1));
    interior.push_back(stride - 1);
  }
  return build.pad(cotangent, build.scalar(element_of(cotangent), 0), start, high, interior);
}

Values transpose_slice(const TransposeRequest &request) {
  auto operation = cast<SliceOp>(request.operation);
  if (is_empty(shape_of(request.cotangent())))
    return {Value()};
  return {unslice(request.build, request.cotangent(), shape_of(request.operand(0)), operation.getStartIndices(),
                  operation.getStrides())};
}

Values transpose_dynamic_slice(const TransposeRequest &request) {
  Value zeros = request.build.zeros_like(request.operand(0));
  ValueRange starts = cast<DynamicSliceOp>(request.operation).getStartIndices();
  return cotangent_of(request, 0, request.build.dynamic_update_slice(zeros, request.cotangent(), starts));
}

/// The numbers of a one-dimensional value, each by itself.
Values unpacked(Build &build, Value numbers) {
  Values result;
  for (int64_t at = 0; at < shape_of(numbers)[0]; ++at)
    result.push_back(build.reshape(build.slice_dimension(numbers, 0, at, at + 1), {}));
  return result;
}

Values transpose_real_dynamic_slice(const TransposeRequest &request) {
  auto operation = cast<RealDynamicSliceOp>(request.operation);
  Value cotangent = request.cotangent(), operand = request.operand(0);
  std::optional<Shape> start = constant_numbers(operation.getStartIndices());
  std::optional<Shape> strides = constant_numbers(operation.getStrides());
  if (is_empty(shape_of(cotangent)))
    return cotangent_of(request, 0, Value());
  if (start && strides)
    return cotangent_of(request, 0, unslice(request.build, cotangent, shape_of(operand), *start, *strides));
  if (!strides || !llvm::all_of(*strides, [](int64_t stride) { return stride == 1; }) ||
      isa<IndexType>(element_of(operation.getStartIndices())))
    refuse(operation, "its strides are not known when the program is compiled");
  Values starts = unpacked(request.build, operation.getStartIndices());
  Value zeros = request.build.zeros_like(operand);
  return cotangent_of(request, 0, request.build.dynamic_update_slice(zeros, cotangent, starts));
}

Values transpose_dynamic_update_slice(const TransposeRequest &request) {
  auto operation = cast<DynamicUpdateSliceOp>(request.operation);
  Build &build = request.build;
  ValueRange starts = operation.getStartIndices();
  Values result(operation->getNumOperands());
  if (request.linear[0])
    result[0] = build.dynamic_update_slice(request.cotangent(), build.zeros_like(request.operand(1)), starts);
  if (request.linear[1])
    result[1] = build.dynamic_slice(request.cotangent(), starts, shape_of(request.operand(1)));
  return result;
}

// --- joined and padded -----------------------------------------------------------------------------------------------
/// Where one operand alone has a tangent it is padded with zeros.
Values concatenate(const ForwardRequest &request) {
  if (llvm::count_if(request.tangents, [](Value tangent) { return tangent; }) != 1)
    return forward_linear(request);
  auto dimension = static_cast<size_t>(cast<ConcatenateOp>(request.operation).getDimension());
  auto rank = static_cast<size_t>(rank_of(request.result()));
  Shape low = filled(rank, 0), high = filled(rank, 0);
  Value present;
  for (auto [operand, tangent] : llvm::zip_equal(request.operation->getOperands(), request.tangents))
    if (tangent)
      present = tangent;
    else
      (present ? high : low)[dimension] += shape_of(operand)[dimension];
  Value zero = request.build.scalar(element_of(present), 0);
  return {request.build.pad(present, zero, low, high, filled(rank, 0))};
}

Values transpose_concatenate(const TransposeRequest &request) {
  auto dimension = static_cast<int64_t>(cast<ConcatenateOp>(request.operation).getDimension());
  Values result;
  int64_t start = 0;
  for (auto [operand, linear] : llvm::zip_equal(request.operation->getOperands(), request.linear)) {
    int64_t limit = start + shape_of(operand)[static_cast<size_t>(dimension)];
    result.push_back(linear ? request.build.slice_dimension(request.cotangent(), dimension, start, limit) : Value());
    start = limit;
  }
  return result;
}

struct Padding {
  Shape low, high, interior;
};

/// The elements that came from the operand; zero for those that were cut off.
Value unpad(Build &build, Value cotangent, Numbers operand, const Padding &padding) {
  Shape low, high, start, limit, strides;
  for (auto [size, before, after, between] : llvm::zip_equal(operand, padding.low, padding.high, padding.interior)) {
    low.push_back(std::max<int64_t>(-before, 0));
    high.push_back(std::max<int64_t>(-after, 0));
    start.push_back(std::max<int64_t>(before, 0));
    limit.push_back(start.back() + (size - 1) * (between + 1) + 1);
    strides.push_back(between + 1);
  }
  Value zero = build.scalar(element_of(cotangent), 0);
  Value whole = build.pad(cotangent, zero, low, high, filled(low.size(), 0));
  return build.slice(whole, start, limit, strides);
}

/// The sum of the elements that did not come from the operand.
Value sum_of_padding(Build &build, Value cotangent, Numbers operand, const Padding &padding) {
  Type boolean = build.builder.getI1Type();
  Value inside = build.splat(RankedTensorType::get(operand, boolean), 0);
  Value is_padding = build.pad(inside, build.scalar(boolean, 1), padding.low, padding.high, padding.interior);
  Value outside = build.select(is_padding, cotangent, build.zeros_like(cotangent));
  return build.reduce_sum(outside, first_numbers(rank_of(cotangent)));
}

Values transpose_padding(const TransposeRequest &request, const Padding &padding) {
  Numbers operand = shape_of(request.operand(0));
  Value cotangent = request.cotangent();
  Values result(request.operation->getNumOperands());
  if (request.linear[0] && !is_empty(operand))
    result[0] = unpad(request.build, cotangent, operand, padding);
  if (request.linear[1])
    result[1] = sum_of_padding(request.build, cotangent, operand, padding);
  return result;
}

Values transpose_pad(const TransposeRequest &request) {
  auto operation = cast<PadOp>(request.operation);
  return transpose_padding(request, {Shape(operation.getEdgePaddingLow()), Shape(operation.getEdgePaddingHigh()),
                                     Shape(operation.getInteriorPadding())});
}

Values transpose_dynamic_pad(const TransposeRequest &request) {
  auto operation = cast<DynamicPadOp>(request.operation);
  std::optional<Shape> low = constant_numbers(operation.getEdgePaddingLow());
  std::optional<Shape> high = constant_numbers(operation.getEdgePaddingHigh());
  std::optional<Shape> interior = constant_numbers(operation.getInteriorPadding());
  if (!low || !high || !interior)
    refuse(operation, "its padding is not known when the program is compiled");
  return transpose_padding(request, {*low, *high, *interior});
}

// --- passed on -------------------------------------------------------------------------------------------------------
/// A barrier of the values that are there.
Values barrier(Build &build, ArrayRef<Value> values) {
  Values present;
  for (Value value : values)
    if (value)
      present.push_back(value);
  auto operation = build.make_operation<OptimizationBarrierOp>(TypeRange(ValueRange(present)), present);
  Values result;
  unsigned next = 0;
  for (Value value : values)
    result.push_back(value ? operation->getResult(next++) : Value());
  return result;
}

Values optimization_barrier(const ForwardRequest &request) { return barrier(request.build, request.tangents); }

Values transpose_optimization_barrier(const TransposeRequest &request) {
  Values wanted;
  for (auto [linear, cotangent] : llvm::zip_equal(request.linear, request.cotangents))
    wanted.push_back(linear ? cotangent : Value());
  return llvm::any_of(wanted, [](Value value) { return value; }) ? barrier(request.build, wanted) : wanted;
}

// --- tuples ----------------------------------------------------------------------------------------------------------
/// Zeros for what can have tangents, the value itself for the rest.
Value zero_tangent(Build &build, Value value) {
  if (is_differentiable(value))
    return build.zeros_like(value);
  auto type = dyn_cast<TupleType>(value.getType());
  if (!type)
    return value;
  Values members;
  for (auto [at, member] : llvm::enumerate(type.getTypes()))
    members.push_back(zero_tangent(build, build.make<GetTupleElementOp>(member, value, static_cast<uint32_t>(at))));
  return build.make<TupleOp>(type, members);
}

Values tuple(const ForwardRequest &request) {
  Values members;
  for (auto [operand, tangent] : llvm::zip_equal(request.operation->getOperands(), request.tangents))
    members.push_back(tangent ? tangent : zero_tangent(request.build, operand));
  return {request.build.make<TupleOp>(request.result().getType(), members)};
}

Values transpose_tuple(const TransposeRequest &request) {
  Values result;
  for (auto [at, linear] : llvm::enumerate(request.linear)) {
    Type type = request.operand(at).getType();
    auto position = static_cast<uint32_t>(at);
    result.push_back(linear ? request.build.make<GetTupleElementOp>(type, request.cotangent(), position) : Value());
  }
  return result;
}

/// The member itself: tuples of tangents are made by the rule above.
Values get_tuple_element(const ForwardRequest &request) {
  auto operation = cast<GetTupleElementOp>(request.operation);
  auto made = request.tangents[0].getDefiningOp<TupleOp>();
  if (!made)
    refuse(operation, "its tuple does not come from a `tuple` operation of the same function");
  bool has_tangent = is_differentiable(request.result()) || isa<TupleType>(request.result().getType());
  return {has_tangent ? made->getOperand(operation.getIndex()) : Value()};
}

Values set_dimension_size(const ForwardRequest &request) {
  refuse(request.operation, "the size of its result is not known when the program is compiled");
}

} // namespace

llvm::ArrayRef<Rule> shape_rules() {
  static const Rule rules[] = {
      {"stablehlo.reshape", forward_linear, transpose_reshape},
      {"stablehlo.dynamic_reshape", forward_linear, transpose_reshape},
      {"stablehlo.transpose", forward_linear, transpose_transpose},
      {"stablehlo.reverse", forward_linear, transpose_reverse},
      {"stablehlo.bitcast_convert", bitcast_convert, nullptr, "to integers: constant; to other numbers: refused"},
      {"stablehlo.broadcast", forward_linear, transpose_broadcast},
      {"stablehlo.broadcast_in_dim", forward_linear, transpose_broadcast_in_dim<BroadcastInDimOp>},
      {"stablehlo.dynamic_broadcast_in_dim", forward_linear, transpose_broadcast_in_dim<DynamicBroadcastInDimOp>},
      {"stablehlo.slice", forward_linear, transpose_slice},
      {"stablehlo.dynamic_slice", forward_linear, transpose_dynamic_slice},
      {"stablehlo.real_dynamic_slice", forward_linear, transpose_real_dynamic_slice, "strides must be constants"},
      {"stablehlo.dynamic_update_slice", forward_linear, transpose_dynamic_update_slice},
      {"stablehlo.concatenate", concatenate, transpose_concatenate},
      {"stablehlo.pad", forward_linear, transpose_pad},
      {"stablehlo.dynamic_pad", forward_linear, transpose_dynamic_pad, "the padding must be constants"},
      {"stablehlo.optimization_barrier", optimization_barrier, transpose_optimization_barrier},
      {"stablehlo.tuple", tuple, transpose_tuple},
      {"stablehlo.get_tuple_element", get_tuple_element},
      {"stablehlo.set_dimension_size", set_dimension_size, nullptr, "refused"},
  };
  return rules;
}

} // namespace cotangent::tensor_rules
