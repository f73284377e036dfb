// Operations whose result is their operand with some elements changed.
#include "tensor/emit/kernel.h"

#include "tensor/interpret/types.h"
#include "tensor/ir/dialects.h"

#include <limits>

using namespace llvm;

namespace cotangent::emit {
/// Unless it is there already.
void KernelEmitter::copy_operand(size_t number) {
  mlir::Value operand = kernel_.root->getOperand(static_cast<unsigned>(number));
  plan::BufferId to = kernel_.results[number];
  auto from = leaves_.find(operand);
  ElementType type = interpret::facts_of(operand.getType()).type;
  if (from == leaves_.end() || type != result_type(number)) {
    bool same = from == leaves_.end(); // a constant, the same for all elements
    int64_t count = mlir::cast<mlir::RankedTensorType>(operand.getType()).getNumElements();
    loop(index(0), index(count), {}, [&](Value *at, ArrayRef<Scalar>) {
      Scalar value = element(operand, Position{{}, same ? index(0) : at});
      store_result(number, scalars_.convert(type, result_type(number), value), Position{{}, at});
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
  copy_operand(0);
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
  mlir::Value starts = scatter.getScatterIndices();
  ArrayRef<int64_t> shape = shape_of(scatter.getInputs()[0]), update_shape = shape_of(scatter.getUpdates()[0]);
  ArrayRef<int64_t> starts_shape = shape_of(starts);
  ElementType start_type = interpret::facts_of(starts.getType()).type;
  SmallVector<ElementType> update_types;
  for (size_t at = 0; at < scatter.getInputs().size(); ++at) {
    copy_operand(at);
    update_types.push_back(interpret::facts_of(scatter.getUpdates()[static_cast<unsigned>(at)].getType()).type);
  }

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
    // What stays along the window is compared once.
    SmallVector<int64_t> window_dimension(shape.size(), -1);
    Value *all_fit = builder_.getTrue();
    size_t next = 0;
    for (size_t at = 0; at < shape.size(); ++at) {
      auto number = static_cast<int64_t>(at);
      if (!is_contained(numbers.getInsertedWindowDims(), number) &&
          !is_contained(numbers.getInputBatchingDims(), number))
        window_dimension[at] = numbers.getUpdateWindowDims()[next++];
      if (window_dimension[at] < 0 || update_shape[static_cast<size_t>(window_dimension[at])] == 1)
        all_fit = builder_.CreateAnd(all_fit, builder_.CreateICmpULT(full[at], index(shape[at])));
    }
    when(all_fit, [&] {
      nest(update_shape, inside, indices, {}, [&](ArrayRef<Scalar>) {
        Position target;
        Value *fits = builder_.getTrue();
        for (size_t at = 0; at < shape.size(); ++at) {
          Value *place = full[at];
          if (window_dimension[at] >= 0) {
            place = builder_.CreateAdd(place, indices[static_cast<size_t>(window_dimension[at])]);
            if (is_contained(numbers.getScatterDimsToOperandDims(), static_cast<int64_t>(at)) &&
                update_shape[static_cast<size_t>(window_dimension[at])] != 1)
              fits = builder_.CreateAnd(fits, builder_.CreateICmpULT(place, index(shape[at])));
          }
          target.indices.push_back(place);
        }
        when(fits, [&] {
          Scalars changes;
          for (mlir::Value updates : scatter.getUpdates())
            changes.push_back(element(updates, Position{indices, nullptr}));
          combine_into_results(scatter.getUpdateComputation(), number_at(target, shape), changes, update_types);
        });
        return Scalars();
      });
    });
    return Scalars();
  });
}

} // namespace cotangent::emit
