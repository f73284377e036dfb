// Convolutions and pooling.
#include "tensor/trace/emit.h"

#include "cotangent/operations/windows.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::detail {
using namespace trace;

namespace {

int64_t dilated(int64_t size, int64_t dilation) { return size == 0 ? 0 : (size - 1) * dilation + 1; }

/// Low and high margins of one dimension.
std::array<int64_t, 2> margins_of(Padding padding, int64_t size, int64_t window, int64_t stride) {
  if (padding == Padding::valid)
    return {0, 0};
  int64_t results = (size + stride - 1) / stride;
  int64_t all = std::max<int64_t>((results - 1) * stride + window - size, 0);
  return {all / 2, all - all / 2};
}

DenseIntElementsAttr margins_attribute(Build &build, Numbers margins) {
  auto type = RankedTensorType::get({static_cast<int64_t>(margins.size()) / 2, 2}, build.builder.getI64Type());
  return DenseIntElementsAttr::get(type, margins);
}

void require_positive(const char *what, Sizes numbers) {
  for (int64_t number : numbers)
    if (number < 1)
      throw Error("bad-argument", std::string(what) + " must be 1 or more, but one is " + std::to_string(number));
}

ConvDimensionNumbersAttr dimension_numbers(MLIRContext *context, int64_t spatial) {
  Shape inner, kernel = first_numbers(spatial);
  for (int64_t at = 0; at < spatial; ++at)
    inner.push_back(at + 1);
  return ConvDimensionNumbersAttr::get(context, 0, spatial + 1, inner, spatial, spatial + 1, kernel, 0, spatial + 1,
                                       inner);
}

/// A reduction over windows with the neutral element `start`.
template <class Op>
Value reduce_windows(Emit &build, Value input, Value start, Numbers window, Numbers strides, Numbers margins) {
  auto refuse = [&] { return emitError(build.location); };
  Shape ones = filled(window.size(), 1), low, high;
  for (size_t at = 0; at < window.size(); ++at) {
    low.push_back(margins[2 * at]);
    high.push_back(margins[2 * at + 1]);
  }
  FailureOr<Shape> shape = stablehlo::infer_windows(
      refuse, shape_of(input), {Shape(window), Shape(strides), low, high, Shape(ones), Shape(ones)});
  auto type = with_shape(ranked(input.getType()), *shape);
  auto operation = build.make_operation<ReduceWindowOp>(
      TypeRange{type}, ValueRange{input}, ValueRange{start}, build.builder.getDenseI64ArrayAttr(window),
      build.builder.getDenseI64ArrayAttr(strides), DenseI64ArrayAttr(), DenseI64ArrayAttr(),
      margins_attribute(build, margins));
  Type scalar = build.scalar_type(element_of(input));
  build.fill(operation.getBody(), {scalar, scalar},
             [](Build &inner, ValueRange arguments) { return Values{inner.binary<Op>(arguments[0], arguments[1])}; });
  return operation->getResult(0);
}

} // namespace

TraceHandle trace_convolution(TraceHandle input_handle, TraceHandle kernel_handle, const ConvolutionNumbers &numbers,
                              Place place) {
  return emit("convolution", place, [&](Emit &build) {
    Value input = build(input_handle), kernel = build(kernel_handle);
    int64_t spatial = rank_of(input) - 2, features = Emit::size_of(kernel, spatial + 1);
    int64_t channels = Emit::size_of(input, spatial + 1), seen = Emit::size_of(kernel, spatial);
    require_positive("strides", numbers.strides);
    require_positive("steps between elements (dilations)", numbers.input_dilation);
    require_positive("steps between elements (dilations)", numbers.kernel_dilation);
    if (numbers.groups < 1 || seen * numbers.groups != channels || features % numbers.groups != 0)
      throw Error("bad-shape", "an input of shape " + shape_text(input) + " has " + std::to_string(channels) +
                                   " channels (its last dimension), but a kernel of shape " + shape_text(kernel) +
                                   " with " + std::to_string(numbers.groups) + " groups needs " +
                                   std::to_string(seen * numbers.groups) +
                                   "; a kernel is [sizes..., channels / groups, features]");
    Shape margins(numbers.margins.begin(), numbers.margins.end()), result{Emit::size_of(input, 0)};
    for (int64_t at = 0; at < spatial; ++at) {
      auto index = static_cast<size_t>(at);
      int64_t size = dilated(Emit::size_of(input, at + 1), numbers.input_dilation[index]);
      int64_t window = dilated(Emit::size_of(kernel, at), numbers.kernel_dilation[index]);
      if (!numbers.use_margins) {
        auto [low, high] = margins_of(numbers.padding, size, window, numbers.strides[index]);
        margins[2 * index] = low;
        margins[2 * index + 1] = high;
      }
      size += margins[2 * index] + margins[2 * index + 1];
      if (size < window)
        throw Error("bad-shape", "the kernel of shape " + shape_text(kernel) +
                                     " does not fit into the input of shape " + shape_text(input) +
                                     "; Padding::same adds zeros");
      result.push_back((size - window) / numbers.strides[index] + 1);
    }
    result.push_back(features);
    auto list = [&](Sizes sizes) {
      return build.builder.getDenseI64ArrayAttr(llvm::ArrayRef(sizes.data(), sizes.size()));
    };
    return build.make<ConvolutionOp>(with_shape(ranked(input.getType()), result), input, kernel, list(numbers.strides),
                                     margins_attribute(build, margins), list(numbers.input_dilation),
                                     list(numbers.kernel_dilation), DenseBoolArrayAttr(),
                                     dimension_numbers(build.builder.getContext(), spatial),
                                     static_cast<uint64_t>(numbers.groups), uint64_t{1}, ArrayAttr());
  });
}

TraceHandle trace_pool(Pool pool, TraceHandle input, Sizes window, Sizes given_strides, Padding padding, Place place) {
  return emit(pool == Pool::maximum ? "max_pool" : "avg_pool", place, [&](Emit &build) {
    Value values = build(input);
    require_positive("the sizes of a window", window);
    Shape sizes{1}, strides{1}, margins{0, 0};
    for (size_t at = 0; at < window.size(); ++at) {
      int64_t size = Emit::size_of(values, static_cast<int64_t>(at) + 1);
      int64_t stride = given_strides[at] == 0 ? window[at] : given_strides[at];
      if (stride < 1)
        throw Error("bad-argument", "strides must be 1 or more, but one is " + std::to_string(stride));
      if (padding == Padding::valid && size < window[at])
        throw Error("bad-shape", "a window of size " + std::to_string(window[at]) +
                                     " does not fit into the array of shape " + shape_text(values));
      sizes.push_back(window[at]);
      strides.push_back(stride);
      llvm::append_range(margins, margins_of(padding, size, window[at], stride));
    }
    sizes.push_back(1);
    strides.push_back(1);
    margins.append({0, 0});
    if (pool == Pool::maximum)
      return reduce_windows<MaximumOp>(build, values, build.lowest(element_of(values)), sizes, strides, margins);
    Value zero = build.scalar(element_of(values), 0);
    Value sums = reduce_windows<AddOp>(build, values, zero, sizes, strides, margins);
    bool inside = llvm::all_of(margins, [](int64_t margin) { return margin == 0; });
    if (inside)
      return build.scale(sums, 1 / static_cast<double>(count_of(sizes)));
    Value counts = reduce_windows<AddOp>(build, build.splat_like(values, 1), zero, sizes, strides, margins);
    return build.divide(sums, counts);
  });
}

} // namespace cotangent::detail
