// Operations that take their elements from other places: where from.
#include "tensor/emit/kernel.h"

#include "tensor/interpret/types.h"
#include "tensor/ir/dialects.h"

using namespace llvm;

namespace cotangent::emit {
namespace {

size_t place(int64_t dimension) { return static_cast<size_t>(dimension); }

} // namespace

/// Groups of dimensions of both shapes that have the same number of elements are taken apart for themselves.
Scalar KernelEmitter::reshaped(mlir::Operation &operation, Position &position) {
  mlir::Value operand = operation.getOperand(0);
  ArrayRef<int64_t> from = shape_of(operand), to = shape_of(operation.getResult(0));
  Position source;
  source.number = position.number;
  if (position.indices.size() != to.size()) // only the number is known, and it stays
    return element(operand, source);
  source.indices.assign(from.size(), index(0));
  if (is_contained(to, 0)) // never runs
    return element(operand, source);
  size_t a = 0, b = 0;
  while (a < from.size() || b < to.size()) {
    size_t first_from = a, first_to = b;
    int64_t count_from = 1, count_to = 1;
    do {
      if (a < from.size() && (count_from <= count_to || b >= to.size()))
        count_from *= from[a++];
      else
        count_to *= to[b++];
    } while (count_from != count_to);
    // Sizes of one behind the group belong to it.
    while (a < from.size() && from[a] == 1)
      ++a;
    while (b < to.size() && to[b] == 1)
      ++b;
    Value *number = nullptr;
    for (size_t at = first_to; at < b; ++at)
      if (to[at] != 1) {
        if (number)
          number = builder_.CreateNSWMul(number, index(to[at]));
        number = number ? builder_.CreateNSWAdd(number, position.indices[at]) : position.indices[at];
      }
    SmallVector<size_t> long_ones;
    for (size_t at = first_from; at < a; ++at)
      if (from[at] != 1)
        long_ones.push_back(at);
    for (size_t at : reverse(long_ones)) {
      bool last = at == long_ones.front();
      source.indices[at] = last ? number : builder_.CreateURem(number, index(from[at]));
      if (!last)
        number = builder_.CreateUDiv(number, index(from[at]));
    }
  }
  return element(operand, source);
}

Value *KernelEmitter::clamped_start(mlir::Value starts, const Position &position, int64_t most) {
  if (most == 0)
    return index(0);
  ElementType type = interpret::facts_of(starts.getType()).type;
  Value *value = scalars_.index_of(type, element(starts, position));
  if (type == ElementType::U64)
    return builder_.CreateBinaryIntrinsic(Intrinsic::umin, value, index(most));
  value = builder_.CreateBinaryIntrinsic(Intrinsic::smax, value, index(0));
  return builder_.CreateBinaryIntrinsic(Intrinsic::smin, value, index(most));
}

Scalar KernelEmitter::gathered(mlir::Operation &operation, Position &position) {
  auto gather = mlir::cast<stablehlo::GatherOp>(operation);
  auto numbers = gather.getDimensionNumbers();
  ArrayRef<int64_t> operand_shape = shape_of(gather.getOperand()), starts_shape = shape_of(gather.getStartIndices());
  ArrayRef<Value *> result = indices_at(position, shape_of(gather.getResult()));
  ArrayRef<int64_t> sizes = gather.getSliceSizes();
  SmallVector<Value *> batch;
  for (size_t at = 0; at < result.size(); ++at)
    if (!is_contained(numbers.getOffsetDims(), static_cast<int64_t>(at)))
      batch.push_back(result[at]);
  Position source;
  source.indices.assign(operand_shape.size(), index(0));
  // Where in start_indices: the batch indices, and along index_vector_dim the number of the component.
  auto start_position = [&](size_t component) {
    Position start;
    size_t next = 0;
    for (size_t at = 0; at < starts_shape.size(); ++at)
      start.indices.push_back(static_cast<int64_t>(at) == numbers.getIndexVectorDim()
                                  ? index(static_cast<int64_t>(component))
                                  : batch[next++]);
    return start;
  };
  for (size_t component = 0; component < numbers.getStartIndexMap().size(); ++component) {
    size_t dimension = place(numbers.getStartIndexMap()[component]);
    source.indices[dimension] =
        clamped_start(gather.getStartIndices(), start_position(component), operand_shape[dimension] - sizes[dimension]);
  }
  for (auto [from, to] : zip(numbers.getOperandBatchingDims(), numbers.getStartIndicesBatchingDims())) {
    int64_t at = to < numbers.getIndexVectorDim() ? to : to - 1;
    source.indices[place(from)] = batch[place(at)];
  }
  size_t next_offset = 0;
  for (size_t dimension = 0; dimension < operand_shape.size(); ++dimension) {
    auto number = static_cast<int64_t>(dimension);
    if (is_contained(numbers.getCollapsedSliceDims(), number) || is_contained(numbers.getOperandBatchingDims(), number))
      continue;
    Value *offset = result[place(numbers.getOffsetDims()[next_offset++])];
    source.indices[dimension] = builder_.CreateNSWAdd(source.indices[dimension], offset);
  }
  return element(gather.getOperand(), source);
}

/// The last dimension counts the narrow elements of a wide one, the lowest bits first.
Scalar KernelEmitter::bitcast_between_widths(mlir::Operation &operation, const Position &position) {
  mlir::Value operand = operation.getOperand(0);
  ElementType from = interpret::facts_of(operand.getType()).type;
  ElementType to = interpret::facts_of(operation.getResult(0).getType()).type;
  auto unsigned_type = [](int bits) {
    return bits == 64   ? ElementType::U64
           : bits == 32 ? ElementType::U32
           : bits == 16 ? ElementType::U16
                        : ElementType::U8;
  };
  ElementType from_bits = unsigned_type(facts_of(from).bits), to_bits = unsigned_type(facts_of(to).bits);
  Position source = position;
  auto bits_at = [&] { return scalars_.bitcast(from, from_bits, element(operand, source)).real; };
  Type *type = scalars_.type_of(to_bits);
  if (facts_of(from).bits > facts_of(to).bits) {
    ArrayRef<Value *> indices = indices_at(source, shape_of(operation.getResult(0)));
    Value *by = builder_.CreateNSWMul(indices.back(), index(facts_of(to).bits));
    source = Position{SmallVector<Value *, 4>(indices.drop_back()), nullptr};
    Value *bits = bits_at();
    Value *part = builder_.CreateLShr(bits, builder_.CreateTrunc(by, bits->getType()));
    return scalars_.bitcast(to_bits, to, {builder_.CreateTrunc(part, type)});
  }
  SmallVector<Value *, 4> indices(indices_at(source, shape_of(operation.getResult(0))));
  Value *whole = ConstantInt::get(type, 0);
  for (int64_t at = 0; at < shape_of(operand).back(); ++at) {
    source = Position{indices, nullptr};
    source.indices.push_back(index(at));
    Value *part = builder_.CreateZExt(bits_at(), type);
    auto by = static_cast<uint64_t>(at * facts_of(from).bits);
    whole = builder_.CreateOr(whole, builder_.CreateShl(part, ConstantInt::get(type, by)));
  }
  return scalars_.bitcast(to_bits, to, {whole});
}

Scalar KernelEmitter::moved(mlir::Operation &operation, Position &position) {
  if (mlir::isa<stablehlo::BitcastConvertOp>(operation))
    return bitcast_between_widths(operation, position);
  if (mlir::isa<stablehlo::ReshapeOp>(operation))
    return reshaped(operation, position);
  if (mlir::isa<stablehlo::GatherOp>(operation))
    return gathered(operation, position);
  mlir::Value operand = operation.getOperand(0);
  ArrayRef<int64_t> from = shape_of(operand), to = shape_of(operation.getResult(0));
  Position source;
  if (from.empty() && mlir::isa<stablehlo::BroadcastInDimOp, stablehlo::BroadcastOp>(operation))
    return element(operand, Position{{}, index(0)});
  SmallVector<Value *, 4> at(indices_at(position, to));
  if (auto broadcast = mlir::dyn_cast<stablehlo::BroadcastInDimOp>(operation)) {
    for (size_t dimension = 0; dimension < from.size(); ++dimension)
      source.indices.push_back(from[dimension] == 1 ? index(0)
                                                    : at[place(broadcast.getBroadcastDimensions()[dimension])]);
  } else if (mlir::isa<stablehlo::BroadcastOp>(operation)) {
    source.indices.assign(at.end() - static_cast<ptrdiff_t>(from.size()), at.end());
  } else if (auto transpose = mlir::dyn_cast<stablehlo::TransposeOp>(operation)) {
    source.indices.assign(from.size(), nullptr);
    for (size_t dimension = 0; dimension < to.size(); ++dimension)
      source.indices[place(transpose.getPermutation()[dimension])] = at[dimension];
  } else if (auto slice = mlir::dyn_cast<stablehlo::SliceOp>(operation)) {
    for (size_t dimension = 0; dimension < from.size(); ++dimension)
      source.indices.push_back(
          builder_.CreateNSWAdd(index(slice.getStartIndices()[dimension]),
                                builder_.CreateNSWMul(at[dimension], index(slice.getStrides()[dimension]))));
  } else if (auto reversed = mlir::dyn_cast<stablehlo::ReverseOp>(operation)) {
    for (size_t dimension = 0; dimension < from.size(); ++dimension)
      source.indices.push_back(is_contained(reversed.getDimensions(), static_cast<int64_t>(dimension))
                                   ? builder_.CreateNSWSub(index(from[dimension] - 1), at[dimension])
                                   : at[dimension]);
  } else if (auto dynamic = mlir::dyn_cast<stablehlo::DynamicSliceOp>(operation)) {
    for (size_t dimension = 0; dimension < from.size(); ++dimension)
      source.indices.push_back(
          builder_.CreateNSWAdd(clamped_start(dynamic.getStartIndices()[static_cast<unsigned>(dimension)],
                                              Position{{}, index(0)}, from[dimension] - to[dimension]),
                                at[dimension]));
  } else if (auto pad = mlir::dyn_cast<stablehlo::PadOp>(operation)) {
    Value *inside = builder_.getTrue();
    for (size_t dimension = 0; dimension < from.size(); ++dimension) {
      int64_t low = pad.getEdgePaddingLow()[dimension], gap = pad.getInteriorPadding()[dimension] + 1;
      Value *moved = builder_.CreateNSWSub(at[dimension], index(low));
      if (gap != 1) {
        inside = builder_.CreateAnd(inside, builder_.CreateICmpEQ(builder_.CreateSRem(moved, index(gap)), index(0)));
        inside = builder_.CreateAnd(inside, builder_.CreateICmpSGE(moved, index(0)));
        moved = builder_.CreateSDiv(moved, index(gap));
      }
      if (gap != 1 || low != 0 || pad.getEdgePaddingHigh()[dimension] != 0)
        inside = builder_.CreateAnd(inside, builder_.CreateICmpULT(moved, index(from[dimension])));
      source.indices.push_back(moved);
    }
    return choose(
        inside, [&] { return element(operand, source); },
        [&] { return element(pad.getPaddingValue(), Position{{}, index(0)}); });
  } else {
    auto concatenate = mlir::cast<stablehlo::ConcatenateOp>(operation);
    size_t dimension = place(static_cast<int64_t>(concatenate.getDimension()));
    auto part = [&](auto &&part, unsigned number, int64_t start) -> Scalar {
      mlir::Value input = concatenate.getInputs()[number];
      int64_t end = start + shape_of(input)[dimension];
      Position inner{at, nullptr};
      inner.indices[dimension] = builder_.CreateNSWSub(at[dimension], index(start));
      if (number + 1 == concatenate.getInputs().size())
        return element(input, inner);
      return choose(
          builder_.CreateICmpSLT(at[dimension], index(end)), [&] { return element(input, inner); },
          [&] { return part(part, number + 1, end); });
    };
    return part(part, 0, 0);
  }
  return element(operand, source);
}

} // namespace cotangent::emit
