// Reductions.
#include "tensor/emit/kernel.h"

#include "tensor/interpret/types.h"
#include "tensor/ir/dialects.h"
#include "tensor/plan/parts.h"

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
  SmallVector<ElementType> types = result_types();
  types.append(types.begin(), types.begin() + static_cast<ptrdiff_t>(carried.size()));
  return region(body, arguments, types);
}

KernelEmitter::Scalars KernelEmitter::reduce_step(mlir::Region &body, ArrayRef<Scalar> carried,
                                                  const Position &position, size_t count) {
  Scalars elements;
  SmallVector<ElementType> types = operand_types(count);
  for (size_t at = 0; at < count; ++at) {
    Scalar found = element(kernel_.root->getOperand(static_cast<unsigned>(at)), position);
    elements.push_back(scalars_.convert(types[at], result_type(at), found));
  }
  return combine(body, carried, elements);
}

Scalar KernelEmitter::reduction_start(const Reduction &reduction, size_t result) {
  if (reduction.part)
    return scalars_.constant(*plan::neutral_element(*kernel_.root, result));
  auto reduce = mlir::cast<stablehlo::ReduceOp>(kernel_.root);
  return initial_element(reduce.getInitValues()[static_cast<unsigned>(result)], result);
}

Value *KernelEmitter::reduced_number(const Reduction &reduction, size_t result, const Position &position) {
  Value *number = number_at(position, shape_of(kernel_.root->getResult(static_cast<unsigned>(result))));
  if (!reduction.part)
    return number;
  int64_t elements = buffer(kernel_.parts.results[result]).shape[1];
  return builder_.CreateNSWAdd(builder_.CreateNSWMul(reduction.part, index(elements)), number);
}

Scalar KernelEmitter::load_reduced(const Reduction &reduction, size_t result, const Position &position) {
  plan::BufferId from = reduction.part ? kernel_.parts.results[result] : kernel_.results[result];
  return scalars_.load(result_type(result), pointer(from), reduced_number(reduction, result, position));
}

void KernelEmitter::store_reduced(const Reduction &reduction, size_t result, const Scalar &value,
                                  const Position &position) {
  plan::BufferId to = reduction.part ? kernel_.parts.results[result] : kernel_.results[result];
  scalars_.store(result_type(result), value, pointer(to), reduced_number(reduction, result, position));
}

/// Loops over reduced dimensions; that of the parts goes over the part only.
KernelEmitter::Scalars KernelEmitter::nest_reduced(const Reduction &reduction, ArrayRef<int64_t> dimensions,
                                                   SmallVectorImpl<Value *> &indices, ArrayRef<Scalar> carried,
                                                   const std::function<Scalars(ArrayRef<Scalar>)> &body) {
  ArrayRef<int64_t> shape = shape_of(kernel_.root->getOperand(0));
  if (!reduction.part)
    return nest(shape, dimensions, indices, carried, body);
  size_t before = 0;
  while (dimensions[before] != kernel_.parts.dimension)
    ++before;
  return nest(shape, dimensions.take_front(before), indices, carried, [&](ArrayRef<Scalar> outer) {
    return loop(index(0), reduction.length, outer, [&](Value *at, ArrayRef<Scalar> inner) {
      indices[static_cast<size_t>(kernel_.parts.dimension)] = builder_.CreateNSWAdd(reduction.begin, at);
      return nest(shape, dimensions.drop_front(before + 1), indices, inner, body);
    });
  });
}

void KernelEmitter::emit_reduce() {
  auto reduce = mlir::cast<stablehlo::ReduceOp>(kernel_.root);
  ArrayRef<int64_t> shape = shape_of(reduce.getInputs()[0]);
  Reduction reduction;
  for (size_t at = 0; at < shape.size(); ++at)
    (is_contained(reduce.getDimensions(), static_cast<int64_t>(at)) ? reduction.reduced : reduction.kept)
        .push_back(static_cast<int64_t>(at));
  int64_t innermost = -1; // longer than one
  for (size_t at = 0; at < shape.size(); ++at)
    if (shape[at] != 1)
      innermost = static_cast<int64_t>(at);
  bool columns = innermost >= 0 && is_contained(reduction.kept, innermost) &&
                 any_of(reduction.reduced, [&](int64_t at) { return shape[static_cast<size_t>(at)] != 1; });
  auto all = [&] { columns ? emit_reduce_columns(reduction) : emit_reduce_rows(reduction); };
  const plan::Parts &parts = kernel_.parts;
  if (parts.count == 0)
    return all();
  loop(begin_, end_, {}, [&](Value *part, ArrayRef<Scalar>) {
    reduction.part = part;
    reduction.begin = builder_.CreateNSWMul(part, index(parts.size));
    reduction.length = index(parts.size);
    int64_t length = shape[static_cast<size_t>(parts.dimension)];
    if (length % parts.size != 0)
      reduction.length = builder_.CreateBinaryIntrinsic(Intrinsic::smin, reduction.length,
                                                        builder_.CreateNSWSub(index(length), reduction.begin));
    all();
    return Scalars();
  });
}

/// The innermost dimension is reduced: for each result a loop that carries what has been combined.
void KernelEmitter::emit_reduce_rows(const Reduction &reduction) {
  auto reduce = mlir::cast<stablehlo::ReduceOp>(kernel_.root);
  size_t count = reduce.getInputs().size();
  ArrayRef<int64_t> shape = shape_of(reduce.getInputs()[0]);
  SmallVector<Value *, 4> indices(shape.size(), index(0));
  auto one_result = [&](ArrayRef<Scalar>) {
    Scalars start;
    for (size_t at = 0; at < count; ++at)
      start.push_back(reduction_start(reduction, at));
    Scalars end = nest_reduced(reduction, reduction.reduced, indices, start, [&](ArrayRef<Scalar> carried) {
      return reduce_step(reduce.getBody(), carried, Position{indices, nullptr}, count);
    });
    Position result;
    for (int64_t at : reduction.kept)
      result.indices.push_back(indices[static_cast<size_t>(at)]);
    for (size_t at = 0; at < count; ++at)
      store_reduced(reduction, at, end[at], result);
    return Scalars();
  };
  if (reduction.part)
    nest(shape, reduction.kept, indices, {}, one_result);
  else
    nest_in_range(shape, reduction.kept, indices, one_result);
}

/// The innermost dimension stays: results are combined in memory, a row of them at a time.
void KernelEmitter::emit_reduce_columns(const Reduction &reduction) {
  auto reduce = mlir::cast<stablehlo::ReduceOp>(kernel_.root);
  size_t count = reduce.getInputs().size();
  ArrayRef<int64_t> shape = shape_of(reduce.getInputs()[0]);
  SmallVector<Value *, 4> indices(shape.size(), index(0));
  size_t lane = 0;
  for (int64_t at : reduction.kept)
    if (shape[static_cast<size_t>(at)] != 1)
      lane = static_cast<size_t>(at);
  // The range of the kernel is along the lanes if no dimension outside of them stays.
  bool lanes_outside = *outer_dimension(shape, reduction.kept) == lane && !reduction.part;
  auto result_position = [&] {
    Position result;
    for (int64_t at : reduction.kept)
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
        store_reduced(reduction, at, reduction_start(reduction, at), result_position());
    });
    nest_reduced(reduction, reduction.reduced, indices, {}, [&](ArrayRef<Scalar>) {
      lanes([&] {
        Scalars carried;
        for (size_t at = 0; at < count; ++at)
          carried.push_back(load_reduced(reduction, at, result_position()));
        Scalars next = reduce_step(reduce.getBody(), carried, Position{indices, nullptr}, count);
        for (size_t at = 0; at < count; ++at)
          store_reduced(reduction, at, next[at], result_position());
      });
      return Scalars();
    });
    return Scalars();
  };
  if (reduction.part)
    nest(shape, without(reduction.kept, lane), indices, {}, one_row);
  else if (lanes_outside)
    one_row({});
  else
    nest_in_range(shape, without(reduction.kept, lane), indices, one_row);
}

/// A single result carries what has been combined, several are combined in memory.
Function *KernelEmitter::emit_end_of_parts(const std::string &name) {
  begin_function(name);
  function_->addFnAttr(Attribute::OptimizeForSize); // little work, not worth unrolled loops
  function_->addFnAttr(Attribute::NoInline);
  auto reduce = mlir::cast<stablehlo::ReduceOp>(kernel_.root);
  size_t count = kernel_.results.size();
  int64_t parts = kernel_.parts.count, results = buffer(kernel_.parts.results[0]).shape[1];
  auto initial = [&] {
    Scalars start;
    for (size_t at = 0; at < count; ++at)
      start.push_back(initial_element(reduce.getInitValues()[static_cast<unsigned>(at)], at));
    return start;
  };
  auto combined = [&](ArrayRef<Scalar> carried, Value *part, Value *result) {
    Reduction partial;
    partial.part = part;
    Scalars elements;
    for (size_t at = 0; at < count; ++at)
      elements.push_back(load_reduced(partial, at, Position{{}, result}));
    return combine(reduce.getBody(), carried, elements);
  };
  auto over_results = [&](const std::function<Scalars(Value *)> &values) {
    loop(index(0), index(results), {}, [&](Value *result, ArrayRef<Scalar>) {
      Scalars found = values(result);
      for (size_t at = 0; at < count; ++at)
        store_result(at, found[at], Position{{}, result});
      return Scalars();
    });
  };
  if (results == 1) {
    over_results([&](Value *result) {
      return loop(index(0), index(parts), initial(),
                  [&](Value *part, ArrayRef<Scalar> carried) { return combined(carried, part, result); });
    });
  } else {
    over_results([&](Value *) { return initial(); });
    loop(index(0), index(parts), {}, [&](Value *part, ArrayRef<Scalar>) {
      over_results([&](Value *result) {
        Scalars carried;
        for (size_t at = 0; at < count; ++at)
          carried.push_back(load_reduced({}, at, Position{{}, result}));
        return combined(carried, part, result);
      });
      return Scalars();
    });
  }
  builder_.CreateRetVoid();
  return function_;
}

} // namespace cotangent::emit
