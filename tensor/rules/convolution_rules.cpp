// Convolutions. In each spatial dimension, with stride s, dilations d of the input and r of the kernel and low padding
// p,
//   out[y] = sum over k of in[(y s + k r - p) / d] kernel[k]        (terms where the index is whole and inside)
// so that both cotangents are convolutions again, with other dimensions in the roles of batch and features:
//   in[x]     = sum over k of ct[(x d + p - k r) / s] kernel[k]:    input ct dilated by s, stride d, kernel reversed
//   kernel[k] = sum over y of in[(k r + y s - p) / d] ct[y]:        stride r, kernel ct dilated by s
#include "tensor/rules/products.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

/// The dimensions of one of the three tensors by their roles.
struct Roles {
  int64_t batch, feature; // of a kernel: its input features, its output features
  Shape spatial;
};

struct Form {
  Roles input, kernel, output;
  stablehlo::Window window; // its sizes are those of the kernel
  SmallVector<bool> reversal;
  int64_t feature_groups = 1, batch_groups = 1;
  ArrayAttr precision;

  size_t rank() const { return window.sizes.size(); }
};

size_t place(int64_t dimension) { return static_cast<size_t>(dimension); }

int64_t dilated(int64_t size, int64_t dilation) { return size == 0 ? 0 : (size - 1) * dilation + 1; }

template <class Op> Form form_of(Op operation, std::optional<DenseIntElementsAttr> padding) {
  ConvDimensionNumbersAttr numbers = operation.getDimensionNumbers();
  Form form;
  form.input = {numbers.getInputBatchDimension(), numbers.getInputFeatureDimension(),
                Shape(numbers.getInputSpatialDimensions())};
  form.kernel = {numbers.getKernelInputFeatureDimension(), numbers.getKernelOutputFeatureDimension(),
                 Shape(numbers.getKernelSpatialDimensions())};
  form.output = {numbers.getOutputBatchDimension(), numbers.getOutputFeatureDimension(),
                 Shape(numbers.getOutputSpatialDimensions())};
  auto refuse = [&] { return operation->emitOpError(); };
  form.window = *stablehlo::make_window(refuse, picked(shape_of(operation.getRhs()), form.kernel.spatial),
                                        operation.getWindowStrides(), padding, operation.getLhsDilation(),
                                        operation.getRhsDilation());
  form.reversal.assign(form.rank(), false);
  if (auto reversal = operation.getWindowReversal())
    form.reversal.assign(reversal->begin(), reversal->end());
  form.feature_groups = static_cast<int64_t>(operation.getFeatureGroupCount());
  form.batch_groups = static_cast<int64_t>(operation.getBatchGroupCount());
  form.precision = operation.getPrecisionConfigAttr();
  return form;
}

Value convolve(Build &build, const Form &form, Value lhs, Value rhs, Type element) {
  MLIRContext *context = build.builder.getContext();
  auto numbers = ConvDimensionNumbersAttr::get(context, form.input.batch, form.input.feature, form.input.spatial,
                                               form.kernel.batch, form.kernel.feature, form.kernel.spatial,
                                               form.output.batch, form.output.feature, form.output.spatial);
  auto refuse = [&] { return emitError(build.location); };
  FailureOr<Shape> shape = stablehlo::infer_convolution(refuse, shape_of(lhs), shape_of(rhs),
                                                        {numbers, form.feature_groups, form.batch_groups}, form.window);
  if (failed(shape))
    throw Error("bad-argument", "operands of a convolution do not fit");
  SmallVector<int64_t> padding;
  for (auto [low, high] : llvm::zip(form.window.low, form.window.high))
    padding.append({low, high});
  auto padding_type = RankedTensorType::get({static_cast<int64_t>(form.rank()), 2}, build.builder.getI64Type());
  auto list = [&](Numbers values) { return DenseI64ArrayAttr::get(context, values); };
  return build.make<ConvolutionOp>(
      RankedTensorType::get(*shape, element), lhs, rhs, list(form.window.strides),
      DenseIntElementsAttr::get(padding_type, ArrayRef<int64_t>(padding)), list(form.window.base_dilations),
      list(form.window.window_dilations), DenseBoolArrayAttr::get(context, form.reversal), numbers,
      static_cast<uint64_t>(form.feature_groups), static_cast<uint64_t>(form.batch_groups), form.precision);
}

/// [.., groups * size, ..] in one dimension becomes the outer part of another: [.., size, ..] there, and the other
/// dimension [.., groups * its size, ..].
Value move_groups(Build &build, Value value, int64_t from, int64_t to, int64_t groups) {
  if (groups == 1)
    return value;
  Shape shape(shape_of(value)), split, permutation;
  shape[place(from)] /= groups;
  shape[place(to)] *= groups;
  for (auto [at, size] : llvm::enumerate(shape_of(value)))
    if (static_cast<int64_t>(at) == from)
      split.append({groups, size / groups});
    else
      split.push_back(size);
  auto split_place = [&](int64_t at) { return at + (at >= from ? 1 : 0); }; // of what is not the groups
  for (int64_t at = 0; at < rank_of(value); ++at) {
    if (at == to)
      permutation.push_back(from);
    permutation.push_back(split_place(at));
  }
  return build.reshape(build.transpose(build.reshape(value, split), permutation), shape);
}

/// The cotangent of the input. Groups of features: those of the output are the input's now, and each group of kernels
/// has the features of its own group of the input as outputs. Groups of the batch become groups of features.
Value input_cotangent(Build &build, const Form &form, Value cotangent, Value kernel, Numbers input) {
  int64_t groups = form.feature_groups * form.batch_groups;
  Form turned = form;
  turned.kernel = {form.kernel.feature, form.kernel.batch, form.kernel.spatial};
  turned.input = form.output;
  turned.output = form.input;
  turned.feature_groups = groups;
  turned.batch_groups = 1;
  turned.window.strides = form.window.base_dilations;
  turned.window.base_dilations = form.window.strides;
  for (size_t at = 0; at < form.rank(); ++at) {
    turned.reversal[at] = !form.reversal[at];
    int64_t extent = dilated(form.window.sizes[at], form.window.window_dilations[at]);
    int64_t size = dilated(input[place(form.input.spatial[at])], form.window.base_dilations[at]);
    turned.window.low[at] = extent - 1 - form.window.low[at];
    turned.window.high[at] = size + extent - 1 - turned.window.low[at] -
                             dilated(shape_of(cotangent)[place(form.output.spatial[at])], form.window.strides[at]);
  }
  kernel = move_groups(build, kernel, form.kernel.feature, form.kernel.batch, groups);
  Value result = convolve(build, turned, cotangent, kernel, element_of(cotangent));
  return move_groups(build, result, form.input.feature, form.input.batch, form.batch_groups);
}

/// The cotangent of the kernel: the batch is summed over, so it takes the place of the features, and each feature of
/// the input is an element of the batch. Groups change their roles with them.
Value kernel_cotangent(Build &build, const Form &form, Value cotangent, Value input) {
  Form turned = form;
  turned.input = {form.input.feature, form.input.batch, form.input.spatial};
  turned.kernel = {form.output.batch, form.output.feature, form.output.spatial};
  turned.output = form.kernel;
  turned.feature_groups = form.batch_groups;
  turned.batch_groups = form.feature_groups;
  turned.window.sizes = picked(shape_of(cotangent), form.output.spatial);
  turned.window.strides = form.window.window_dilations;
  turned.window.window_dilations = form.window.strides;
  turned.reversal.assign(form.rank(), false);
  Shape reversed;
  for (size_t at = 0; at < form.rank(); ++at) {
    int64_t size = dilated(shape_of(input)[place(form.input.spatial[at])], form.window.base_dilations[at]);
    turned.window.high[at] = dilated(form.window.sizes[at], form.window.window_dilations[at]) +
                             dilated(turned.window.sizes[at], form.window.strides[at]) - 1 - size - form.window.low[at];
    if (form.reversal[at])
      reversed.push_back(form.kernel.spatial[at]);
  }
  Value result = convolve(build, turned, input, cotangent, element_of(cotangent));
  return build.reverse(result, reversed);
}

Form convolution_form(Operation *operation) {
  auto convolution = cast<ConvolutionOp>(operation);
  return form_of(convolution, convolution.getPadding());
}

Values forward(const ForwardRequest &request, const Form &form) {
  return forward_product(request, [&](Value lhs, Value rhs) {
    return convolve(request.build, form, lhs, rhs, element_of(request.result()));
  });
}

} // namespace

Values forward_convolution(const ForwardRequest &request) {
  return forward(request, convolution_form(request.operation));
}

Values forward_dynamic_convolution(const ForwardRequest &request) {
  auto convolution = cast<DynamicConvOp>(request.operation);
  std::optional<Shape> numbers = stablehlo::constant_numbers(convolution.getPadding());
  if (!numbers)
    refuse(request.operation, "its padding is not constant; shapes must be known when a program is differentiated");
  auto type = RankedTensorType::get(shape_of(convolution.getPadding()), request.build.builder.getI64Type());
  return forward(request, form_of(convolution, DenseIntElementsAttr::get(type, ArrayRef<int64_t>(*numbers))));
}

Values transpose_convolution(const TransposeRequest &request) {
  Form form = convolution_form(request.operation);
  Build &build = request.build;
  return transpose_product(request, [&](size_t side, Value cotangent, Value other) {
    Numbers shape = shape_of(request.operand(side));
    if (count_of(shape) == 0 || count_of(shape_of(cotangent)) == 0 || count_of(shape_of(other)) == 0)
      return build.zeros(RankedTensorType::get(shape, element_of(cotangent)));
    return side == 0 ? input_cotangent(build, form, cotangent, other, shape)
                     : kernel_cotangent(build, form, cotangent, other);
  });
}

} // namespace cotangent::tensor_rules
