// Reductions.
#include "tensor/emit/kernel.h"

#include "tensor/interpret/types.h"
#include "tensor/ir/dialects.h"

using namespace llvm;

namespace cotangent::emit {
namespace {

ArrayRef<int64_t> shape_of(mlir::Value value) { return mlir::cast<mlir::RankedTensorType>(value.getType()).getShape(); }

} // namespace

/// Combines what was carried with the elements of all inputs at a position. The order of a sum is free.
KernelEmitter::Scalars KernelEmitter::reduce_step(mlir::Region &body, ArrayRef<Scalar> carried,
                                                  const Position &position, size_t count) {
  Scalars arguments(carried.begin(), carried.end());
  for (size_t at = 0; at < count; ++at)
    arguments.push_back(element(kernel_.root->getOperand(static_cast<unsigned>(at)), position));
  IRBuilder<>::FastMathFlagGuard guard(builder_);
  if (!scalars_.options().strict) {
    FastMathFlags flags = builder_.getFastMathFlags();
    flags.setAllowReassoc();
    builder_.setFastMathFlags(flags);
  }
  return region(body, arguments);
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

namespace {

/// The dimension of the outermost loop among the kept ones; none if all are of size one.
std::optional<size_t> outer_of(ArrayRef<int64_t> shape, ArrayRef<int64_t> kept) {
  for (int64_t at : kept)
    if (shape[static_cast<size_t>(at)] != 1)
      return static_cast<size_t>(at);
  return std::nullopt;
}

SmallVector<int64_t> without(ArrayRef<int64_t> dimensions, std::optional<size_t> one) {
  SmallVector<int64_t> rest;
  for (int64_t at : dimensions)
    if (!one || at != static_cast<int64_t>(*one))
      rest.push_back(at);
  return rest;
}

} // namespace

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
  std::optional<size_t> outer = outer_of(shape, kept);
  if (!outer) {
    one_result({});
    return;
  }
  loop(begin_, end_, {}, [&](Value *at, ArrayRef<Scalar>) {
    indices[*outer] = at;
    return nest(shape, without(kept, outer), indices, {}, one_result);
  });
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
  std::optional<size_t> outer = outer_of(shape, kept);
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
          carried.push_back(scalars_.load(buffer(kernel_.results[at]).type, pointer(kernel_.results[at]),
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
  if (lanes_outside) {
    one_row({});
    return;
  }
  SmallVector<int64_t> rest = without(without(kept, outer), lane);
  loop(begin_, end_, {}, [&](Value *at, ArrayRef<Scalar>) {
    indices[*outer] = at;
    return nest(shape, rest, indices, {}, one_row);
  });
}

void KernelEmitter::emit_reduce_window() {
  auto reduce = mlir::cast<stablehlo::ReduceWindowOp>(kernel_.root);
  size_t count = reduce.getInputs().size();
  ArrayRef<int64_t> from = shape_of(reduce.getInputs()[0]), to = shape_of(reduce.getResult(0));
  size_t rank = from.size();
  auto numbers = [&](std::optional<ArrayRef<int64_t>> given) {
    return given && !given->empty() ? SmallVector<int64_t>(*given) : SmallVector<int64_t>(rank, 1);
  };
  SmallVector<int64_t> sizes = numbers(reduce.getWindowDimensions()), strides = numbers(reduce.getWindowStrides()),
                       base = numbers(reduce.getBaseDilations()), dilation = numbers(reduce.getWindowDilations());
  SmallVector<int64_t> low(rank, 0), all(rank), kept;
  if (auto padding = interpret::pairs_of(reduce.getPadding()); !padding.empty())
    for (size_t at = 0; at < rank; ++at)
      low[at] = padding[at].first;
  for (size_t at = 0; at < rank; ++at)
    all[at] = static_cast<int64_t>(at);
  SmallVector<Value *, 4> indices(rank, index(0)), window(rank, index(0));

  auto in_window = [&](ArrayRef<Scalar> carried) {
    Position source;
    Value *inside = builder_.getTrue();
    for (size_t at = 0; at < rank; ++at) {
      Value *place = builder_.CreateNSWAdd(builder_.CreateNSWMul(indices[at], index(strides[at])),
                                           builder_.CreateNSWMul(window[at], index(dilation[at])));
      place = builder_.CreateNSWSub(place, index(low[at]));
      int64_t last = (to[at] - 1) * strides[at] + (sizes[at] - 1) * dilation[at] - low[at];
      if (base[at] != 1) {
        inside =
            builder_.CreateAnd(inside, builder_.CreateICmpEQ(builder_.CreateSRem(place, index(base[at])), index(0)));
        inside = builder_.CreateAnd(inside, builder_.CreateICmpSGE(place, index(0)));
        place = builder_.CreateSDiv(place, index(base[at]));
      }
      if (base[at] != 1 || low[at] > 0 || last >= from[at])
        inside = builder_.CreateAnd(inside, builder_.CreateICmpULT(place, index(from[at])));
      source.indices.push_back(place);
    }
    Scalars next;
    if (isa<ConstantInt>(inside))
      return reduce_step(reduce.getBody(), carried, source, count);
    LLVMContext &context = builder_.getContext();
    BasicBlock *before = builder_.GetInsertBlock();
    BasicBlock *yes = BasicBlock::Create(context, "inside", function_);
    BasicBlock *after = BasicBlock::Create(context, "joined", function_);
    builder_.CreateCondBr(inside, yes, after);
    builder_.SetInsertPoint(yes);
    known_.emplace_back();
    Scalars combined = reduce_step(reduce.getBody(), carried, source, count);
    known_.pop_back();
    BasicBlock *last_block = builder_.GetInsertBlock();
    builder_.CreateBr(after);
    builder_.SetInsertPoint(after);
    for (size_t at = 0; at < count; ++at) {
      auto join = [&](Value *old, Value *updated) -> Value * {
        if (!old)
          return nullptr;
        PHINode *phi = builder_.CreatePHI(old->getType(), 2);
        phi->addIncoming(old, before);
        phi->addIncoming(updated, last_block);
        return phi;
      };
      Scalar joined;
      joined.real = join(carried[at].real, combined[at].real);
      joined.imaginary = join(carried[at].imaginary, combined[at].imaginary);
      next.push_back(joined);
    }
    return next;
  };
  auto one_result = [&](ArrayRef<Scalar>) {
    Scalars start;
    for (mlir::Value init : reduce.getInitValues())
      start.push_back(element(init, Position{{}, index(0)}));
    Scalars end = nest(sizes, all, window, start, in_window);
    for (size_t at = 0; at < count; ++at)
      store_result(at, end[at], Position{indices, nullptr});
    return Scalars();
  };
  std::optional<size_t> outer = outer_of(to, all);
  if (!outer) {
    one_result({});
    return;
  }
  loop(begin_, end_, {}, [&](Value *at, ArrayRef<Scalar>) {
    indices[*outer] = at;
    return nest(to, without(all, outer), indices, {}, one_result);
  });
}

} // namespace cotangent::emit
