// Operations whose result is their operand with some elements changed.
#include "tensor/emit/kernel.h"

#include "tensor/interpret/types.h"
#include "tensor/ir/dialects.h"

#include <limits>

using namespace llvm;

namespace cotangent::emit {
/// Unless it is there already.
void KernelEmitter::copy_operand() {
  mlir::Value operand = kernel_.root->getOperand(0);
  plan::BufferId to = kernel_.results[0];
  auto from = leaves_.find(operand);
  if (from == leaves_.end()) { // a constant, the same for all elements
    int64_t count = mlir::cast<mlir::RankedTensorType>(operand.getType()).getNumElements();
    loop(index(0), index(count), {}, [&](Value *at, ArrayRef<Scalar>) {
      store_result(0, element(operand, Position{{}, index(0)}), Position{{}, at});
      return Scalars();
    });
  } else if (from->second != to) {
    builder_.CreateMemCpy(pointer(to), Align(64), pointer(from->second), Align(64),
                          static_cast<uint64_t>(buffer(to).bytes));
  }
}

void KernelEmitter::emit_update_slice() {
  auto update = mlir::cast<stablehlo::DynamicUpdateSliceOp>(kernel_.root);
  ArrayRef<int64_t> shape = shape_of(update.getOperand()), part = shape_of(update.getUpdate());
  SmallVector<Value *> starts;
  for (size_t at = 0; at < shape.size(); ++at)
    starts.push_back(clamped_start(update.getStartIndices()[static_cast<unsigned>(at)], Position{{}, index(0)},
                                   shape[at] - part[at]));
  copy_operand();
  SmallVector<Value *, 4> indices(part.size(), index(0));
  nest(part, all_dimensions(part.size()), indices, {}, [&](ArrayRef<Scalar>) {
    Scalar value = element(update.getUpdate(), Position{indices, nullptr});
    Position target;
    for (size_t at = 0; at < shape.size(); ++at)
      target.indices.push_back(builder_.CreateNSWAdd(starts[at], indices[at]));
    store_result(0, value, target);
    return Scalars();
  });
}

void KernelEmitter::emit_scatter() {
  auto scatter = mlir::cast<stablehlo::ScatterOp>(kernel_.root);
  auto numbers = scatter.getScatterDimensionNumbers();
  mlir::Value input = scatter.getInputs()[0], updates = scatter.getUpdates()[0], starts = scatter.getScatterIndices();
  ArrayRef<int64_t> shape = shape_of(input), update_shape = shape_of(updates), starts_shape = shape_of(starts);
  ElementType start_type = interpret::facts_of(starts.getType()).type;
  copy_operand();

  // The scatter dimensions of the updates outside, those of the window inside. The order of updates to one element is
  // free by the specification; this one is the same in every run.
  SmallVector<int64_t> outside, inside;
  for (size_t at = 0; at < update_shape.size(); ++at)
    (is_contained(numbers.getUpdateWindowDims(), static_cast<int64_t>(at)) ? inside : outside)
        .push_back(static_cast<int64_t>(at));
  SmallVector<Value *, 4> indices(update_shape.size(), index(0));
  nest(update_shape, outside, indices, {}, [&](ArrayRef<Scalar>) {
    SmallVector<Value *> full(shape.size(), index(0));
    for (size_t component = 0; component < numbers.getScatterDimsToOperandDims().size(); ++component) {
      Position start;
      size_t next = 0;
      for (size_t at = 0; at < starts_shape.size(); ++at)
        start.indices.push_back(static_cast<int64_t>(at) == numbers.getIndexVectorDim()
                                    ? index(static_cast<int64_t>(component))
                                    : indices[static_cast<size_t>(outside[next++])]);
      Value *first = scalars_.index_of(start_type, element(starts, start));
      if (start_type == ElementType::U64) // the places behind it stay outside
        first = builder_.CreateBinaryIntrinsic(Intrinsic::umin, first, index(std::numeric_limits<int64_t>::max()));
      full[static_cast<size_t>(numbers.getScatterDimsToOperandDims()[component])] = first;
    }
    for (auto [to, from] : zip(numbers.getInputBatchingDims(), numbers.getScatterIndicesBatchingDims())) {
      int64_t at = from < numbers.getIndexVectorDim() ? from : from - 1;
      full[static_cast<size_t>(to)] = indices[static_cast<size_t>(outside[static_cast<size_t>(at)])];
    }
    return nest(update_shape, inside, indices, {}, [&](ArrayRef<Scalar>) {
      Position target;
      Value *fits = builder_.getTrue();
      size_t next = 0;
      for (size_t at = 0; at < shape.size(); ++at) {
        auto number = static_cast<int64_t>(at);
        Value *place = full[at];
        if (!is_contained(numbers.getInsertedWindowDims(), number) &&
            !is_contained(numbers.getInputBatchingDims(), number))
          place = builder_.CreateAdd(place, indices[static_cast<size_t>(numbers.getUpdateWindowDims()[next++])]);
        fits = builder_.CreateAnd(fits, builder_.CreateICmpULT(place, index(shape[at])));
        target.indices.push_back(place);
      }
      when(fits, [&] {
        combine_into_result(scatter.getUpdateComputation(), number_at(target, shape),
                            element(updates, Position{indices, nullptr}));
      });
      return Scalars();
    });
  });
}

} // namespace cotangent::emit
