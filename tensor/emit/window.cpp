// Operations with windows.
#include "tensor/emit/kernel.h"

#include "tensor/interpret/types.h"
#include "tensor/ir/dialects.h"

using namespace llvm;

namespace cotangent::emit {
namespace {

/// A window with all its numbers filled in.
struct FullWindow {
  SmallVector<int64_t> sizes, strides, base, dilation, low;
};

SmallVector<int64_t> numbers(std::optional<ArrayRef<int64_t>> given, size_t rank) {
  return given && !given->empty() ? SmallVector<int64_t>(*given) : SmallVector<int64_t>(rank, 1);
}

template <class Op> FullWindow window_of(Op operation, size_t rank) {
  FullWindow window{numbers(operation.getWindowDimensions(), rank), numbers(operation.getWindowStrides(), rank),
                    SmallVector<int64_t>(rank, 1), SmallVector<int64_t>(rank, 1), SmallVector<int64_t>(rank, 0)};
  if (auto padding = interpret::pairs_of(operation.getPadding()); !padding.empty())
    for (size_t at = 0; at < rank; ++at)
      window.low[at] = padding[at].first;
  return window;
}

/// The indices in the operand under a place of the window, and whether there is an element.
struct Under {
  Position position;
  Value *inside;
};
Under place_under(IRBuilder<> &builder, const FullWindow &window, ArrayRef<int64_t> from, ArrayRef<int64_t> to,
                  ArrayRef<Value *> indices, ArrayRef<Value *> places) {
  auto number = [&](int64_t value) { return builder.getInt64(static_cast<uint64_t>(value)); };
  Under under{{}, builder.getTrue()};
  for (size_t at = 0; at < from.size(); ++at) {
    Value *place = builder.CreateNSWAdd(builder.CreateNSWMul(indices[at], number(window.strides[at])),
                                        builder.CreateNSWMul(places[at], number(window.dilation[at])));
    place = builder.CreateNSWSub(place, number(window.low[at]));
    int64_t last = (to[at] - 1) * window.strides[at] + (window.sizes[at] - 1) * window.dilation[at] - window.low[at];
    if (int64_t base = window.base[at]; base != 1) {
      Value *on_element = builder.CreateICmpEQ(builder.CreateSRem(place, number(base)), number(0));
      under.inside = builder.CreateAnd(under.inside, on_element);
      under.inside = builder.CreateAnd(under.inside, builder.CreateICmpSGE(place, number(0)));
      place = builder.CreateSDiv(place, number(base));
    }
    if (window.base[at] != 1 || window.low[at] > 0 || last >= from[at])
      under.inside = builder.CreateAnd(under.inside, builder.CreateICmpULT(place, number(from[at])));
    under.position.indices.push_back(place);
  }
  return under;
}

} // namespace

/// Places without an element count as the initial value.
void KernelEmitter::emit_reduce_window() {
  auto reduce = mlir::cast<stablehlo::ReduceWindowOp>(kernel_.root);
  auto count = static_cast<unsigned>(reduce.getInputs().size());
  ArrayRef<int64_t> from = shape_of(reduce.getInputs()[0]), to = shape_of(reduce.getResult(0));
  FullWindow window = window_of(reduce, from.size());
  window.base = numbers(reduce.getBaseDilations(), from.size());
  window.dilation = numbers(reduce.getWindowDilations(), from.size());
  SmallVector<int64_t> all = all_dimensions(from.size());
  SmallVector<Value *, 4> indices(from.size(), index(0)), places(from.size(), index(0));
  auto initial = [&](unsigned at) { return initial_element(reduce.getInitValues()[at], at); };
  SmallVector<ElementType> types = operand_types(count);

  auto one_result = [&](ArrayRef<Scalar>) {
    Scalars start;
    for (unsigned at = 0; at < count; ++at)
      start.push_back(initial(at));
    Scalars end = nest(window.sizes, all, places, start, [&](ArrayRef<Scalar> carried) {
      Under under = place_under(builder_, window, from, to, indices, places);
      Scalars elements;
      for (unsigned at = 0; at < count; ++at)
        elements.push_back(choose(
            under.inside,
            [&] {
              return scalars_.convert(types[at], result_type(at), element(reduce.getInputs()[at], under.position));
            },
            [&] { return initial(at); }));
      return combine(reduce.getBody(), carried, elements);
    });
    for (size_t at = 0; at < count; ++at)
      store_result(at, end[at], Position{indices, nullptr});
    return Scalars();
  };
  nest_in_range(to, all, indices, one_result);
}

/// For each element of the source: which element of its window is selected, and there it is combined.
void KernelEmitter::emit_select_and_scatter() {
  auto operation = mlir::cast<stablehlo::SelectAndScatterOp>(kernel_.root);
  mlir::Value operand = operation.getOperand(), source = operation.getSource();
  ArrayRef<int64_t> shape = shape_of(operand), from = shape_of(source);
  FullWindow window = window_of(operation, shape.size());
  SmallVector<int64_t> all = all_dimensions(shape.size());
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  loop(index(0), index(count), {}, [&](Value *at, ArrayRef<Scalar>) {
    store_result(0, initial_element(operation.getInitValue(), 0), Position{{}, at});
    return Scalars();
  });
  ElementType type = interpret::facts_of(operand.getType()).type,
              source_type = interpret::facts_of(source.getType()).type;
  Scalar nothing = scalars_.constant(Element::zero(type));
  SmallVector<Value *, 4> indices(shape.size(), index(0)), places(shape.size(), index(0));
  nest(from, all, indices, {}, [&](ArrayRef<Scalar>) {
    // Carried: the best element so far and its number, -1 before the first.
    Scalars found = nest(window.sizes, all, places, {nothing, Scalar{index(-1)}}, [&](ArrayRef<Scalar> carried) {
      Under under = place_under(builder_, window, shape, from, indices, places);
      Scalar value = choose(under.inside, [&] { return element(operand, under.position); }, [&] { return nothing; });
      Value *stays = region(operation.getSelect(), {carried[0], value}, {type, type}).front().real;
      Value *first = builder_.CreateICmpSLT(carried[1].real, index(0));
      Value *taken = builder_.CreateAnd(under.inside, builder_.CreateOr(first, builder_.CreateNot(stays)));
      Value *number = builder_.CreateSelect(taken, number_at(under.position, shape), carried[1].real);
      return Scalars{scalars_.select(taken, value, carried[0]), Scalar{number}};
    });
    Value *number = found[1].real;
    when(builder_.CreateICmpSGE(number, index(0)), [&] {
      combine_into_results(operation.getScatter(), number, {element(source, Position{indices, nullptr})},
                           {source_type});
    });
    return Scalars();
  });
}

} // namespace cotangent::emit
