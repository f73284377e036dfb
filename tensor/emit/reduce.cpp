// Reductions.
#include "tensor/emit/kernel.h"

#include "tensor/interpret/types.h"
#include "tensor/ir/dialects.h"

using namespace llvm;

namespace cotangent::emit {
/// Combines what was carried with further elements. The order of a sum is free.
KernelEmitter::Scalars KernelEmitter::combine(mlir::Region &body, ArrayRef<Scalar> carried, ArrayRef<Scalar> elements) {
  Scalars arguments(carried.begin(), carried.end());
  arguments.append(elements.begin(), elements.end());
  IRBuilder<>::FastMathFlagGuard guard(builder_);
  if (!scalars_.options().strict) {
    FastMathFlags flags = builder_.getFastMathFlags();
    flags.setAllowReassoc();
    builder_.setFastMathFlags(flags);
  }
  return region(body, arguments);
}

KernelEmitter::Scalars KernelEmitter::reduce_step(mlir::Region &body, ArrayRef<Scalar> carried,
                                                  const Position &position, size_t count) {
  Scalars elements;
  for (size_t at = 0; at < count; ++at)
    elements.push_back(element(kernel_.root->getOperand(static_cast<unsigned>(at)), position));
  return combine(body, carried, elements);
}

void KernelEmitter::emit_reduce() {
  auto reduce = mlir::cast<stablehlo::ReduceOp>(kernel_.root);
  ArrayRef<int64_t> shape = shape_of(reduce.getInputs()[0]);
  SmallVector<int64_t> kept, reduced;
  for (size_t at = 0; at < shape.size(); ++at)
    (is_contained(reduce.getDimensions(), static_cast<int64_t>(at)) ? reduced : kept)
        .push_back(static_cast<int64_t>(at));
  int64_t innermost = -1; // longer than one
  for (size_t at = 0; at < shape.size(); ++at)
    if (shape[at] != 1)
      innermost = static_cast<int64_t>(at);
  if (innermost >= 0 && is_contained(kept, innermost) &&
      any_of(reduced, [&](int64_t at) { return shape[static_cast<size_t>(at)] != 1; }))
    emit_reduce_columns(kept, reduced);
  else
    emit_reduce_rows(kept, reduced);
}

/// The innermost dimension is reduced: for each result a loop that carries what has been combined.
void KernelEmitter::emit_reduce_rows(ArrayRef<int64_t> kept, ArrayRef<int64_t> reduced) {
  auto reduce = mlir::cast<stablehlo::ReduceOp>(kernel_.root);
  size_t count = reduce.getInputs().size();
  ArrayRef<int64_t> shape = shape_of(reduce.getInputs()[0]);
  SmallVector<Value *, 4> indices(shape.size(), index(0));
  auto one_result = [&](ArrayRef<Scalar>) {
    Scalars start;
    for (mlir::Value init : reduce.getInitValues())
      start.push_back(element(init, Position{{}, index(0)}));
    Scalars end = nest(shape, reduced, indices, start, [&](ArrayRef<Scalar> carried) {
      return reduce_step(reduce.getBody(), carried, Position{indices, nullptr}, count);
    });
    Position result;
    for (int64_t at : kept)
      result.indices.push_back(indices[static_cast<size_t>(at)]);
    for (size_t at = 0; at < count; ++at)
      store_result(at, end[at], result);
    return Scalars();
  };
  nest_in_range(shape, kept, indices, one_result);
}

/// The innermost dimension stays: results are combined in memory, a row of them at a time.
void KernelEmitter::emit_reduce_columns(ArrayRef<int64_t> kept, ArrayRef<int64_t> reduced) {
  auto reduce = mlir::cast<stablehlo::ReduceOp>(kernel_.root);
  size_t count = reduce.getInputs().size();
  ArrayRef<int64_t> shape = shape_of(reduce.getInputs()[0]);
  SmallVector<Value *, 4> indices(shape.size(), index(0));
  size_t lane = 0;
  for (int64_t at : kept)
    if (shape[static_cast<size_t>(at)] != 1)
      lane = static_cast<size_t>(at);
  std::optional<size_t> outer = outer_dimension(shape, kept);
  bool lanes_outside = *outer == lane; // the range of the kernel is along the lanes
  auto result_position = [&] {
    Position result;
    for (int64_t at : kept)
      result.indices.push_back(indices[static_cast<size_t>(at)]);
    return result;
  };
  auto lanes = [&](const std::function<void()> &body) {
    loop(lanes_outside ? begin_ : index(0), lanes_outside ? end_ : index(shape[lane]), {},
         [&](Value *at, ArrayRef<Scalar>) {
           indices[lane] = at;
           body();
           return Scalars();
         });
  };
  auto one_row = [&](ArrayRef<Scalar>) {
    lanes([&] {
      for (size_t at = 0; at < count; ++at)
        store_result(at, element(reduce.getInitValues()[static_cast<unsigned>(at)], Position{{}, index(0)}),
                     result_position());
    });
    nest(shape, reduced, indices, {}, [&](ArrayRef<Scalar>) {
      lanes([&] {
        Scalars carried;
        for (size_t at = 0; at < count; ++at) {
          mlir::Value name = reduce.getResult(static_cast<unsigned>(at));
          carried.push_back(scalars_.load(result_type(at), pointer(kernel_.results[at]),
                                          number_at(result_position(), shape_of(name))));
        }
        Scalars next = reduce_step(reduce.getBody(), carried, Position{indices, nullptr}, count);
        for (size_t at = 0; at < count; ++at)
          store_result(at, next[at], result_position());
      });
      return Scalars();
    });
    return Scalars();
  };
  if (lanes_outside)
    one_row({});
  else
    nest_in_range(shape, without(kept, lane), indices, one_row);
}

} // namespace cotangent::emit
