// Constraints of products, convolutions, factorisations, transforms, random bits, and the code that TableGen makes for
// them.
#include "tensor/ir/infer.h"
#include "tensor/ir/text.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace cotangent::stablehlo {

// --- products --------------------------------------------------------------------------------------------------------
static LogicalResult check_precision(Refuse refuse, std::optional<ArrayAttr> precision) {
  if (!precision || precision->size() <= 2)
    return success();
  return refuse() << "precision_config must have at most two entries, one for each operand, but has "
                  << precision->size();
}

/// Operands without quantisation agree; the result may be wider, as the accumulator of the product is.
static LogicalResult check_operand_elements(Refuse refuse, Value lhs, Value rhs, Value result) {
  Type lhs_element = element_of(lhs), rhs_element = element_of(rhs);
  bool quantized = is_quantized(lhs_element) || is_quantized(rhs_element);
  auto kind = [](Type type) { return isa<ComplexType>(type) ? 2 : isa<FloatType>(type) ? 1 : 0; };
  if (!quantized && kind(lhs_element) != kind(rhs_element))
    return refuse() << "operands must have one element type, but have " << lhs_element << " and " << rhs_element;
  return check_product_elements(refuse, lhs_element, rhs_element, element_of(result));
}

LogicalResult DotOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  FailureOr<Shape> shape = infer_dot(refuse, shape_of(getLhs()), shape_of(getRhs()));
  if (failed(shape) || failed(check_shape(refuse, "result", *shape, getResult())))
    return failure();
  return failure(failed(check_precision(refuse, getPrecisionConfig())) ||
                 failed(check_operand_elements(refuse, getLhs(), getRhs(), getResult())));
}

static LogicalResult check_algorithm(Refuse refuse, DotAlgorithmAttr algorithm, std::optional<ArrayAttr> precision) {
  if (!algorithm)
    return success();
  if (precision)
    for (auto entry : precision->getAsRange<PrecisionAttr>())
      if (entry.getValue() != Precision::DEFAULT)
        return refuse() << "precision_config must be DEFAULT when an algorithm is given, but has "
                        << stringifyPrecision(entry.getValue());
  return success();
}

/// What a quantised right-hand side must be: symmetric, and not with scales along what is summed over.
static LogicalResult check_quantized_rhs(Refuse refuse, Type rhs, DotDimensionNumbersAttr numbers) {
  auto per_tensor = dyn_cast<quant::UniformQuantizedType>(rhs);
  auto per_axis = dyn_cast<quant::UniformQuantizedPerAxisType>(rhs);
  if ((per_tensor && per_tensor.getZeroPoint() != 0) ||
      (per_axis && llvm::any_of(per_axis.getZeroPoints(), [](int64_t zero) { return zero != 0; })))
    return refuse() << "zero points of rhs must be 0, but its elements are " << rhs;
  if (per_axis && llvm::is_contained(numbers.getRhsContractingDimensions(), per_axis.getQuantizedDimension()))
    return refuse() << "the quantised dimension of rhs must not be contracted, but " << per_axis.getQuantizedDimension()
                    << " is in " << to_text(numbers.getRhsContractingDimensions());
  return success();
}

LogicalResult DotGeneralOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  DotDimensionNumbersAttr numbers = getDotDimensionNumbers();
  FailureOr<Shape> shape = infer_dot_general(refuse, shape_of(getLhs()), shape_of(getRhs()), numbers);
  if (failed(shape) || failed(check_shape(refuse, "result", *shape, getResult())))
    return failure();
  return failure(failed(check_precision(refuse, getPrecisionConfig())) ||
                 failed(check_algorithm(refuse, getAlgorithmAttr(), getPrecisionConfig())) ||
                 failed(check_operand_elements(refuse, getLhs(), getRhs(), getResult())) ||
                 failed(check_quantized_rhs(refuse, element_of(getRhs()), numbers)));
}

// --- convolutions ----------------------------------------------------------------------------------------------------
static LogicalResult check_convolution_elements(Refuse refuse, Value lhs, Value rhs, Value result,
                                                ConvDimensionNumbersAttr numbers) {
  auto rhs_axis = dyn_cast<quant::UniformQuantizedPerAxisType>(element_of(rhs));
  auto result_axis = dyn_cast<quant::UniformQuantizedPerAxisType>(element_of(result));
  if (rhs_axis && rhs_axis.getQuantizedDimension() != numbers.getKernelOutputFeatureDimension())
    return refuse() << "rhs must be quantised along its output feature dimension "
                    << numbers.getKernelOutputFeatureDimension() << ", but is " << rhs.getType();
  if (result_axis && result_axis.getQuantizedDimension() != numbers.getOutputFeatureDimension())
    return refuse() << "result must be quantised along its feature dimension " << numbers.getOutputFeatureDimension()
                    << ", but is " << result.getType();
  return check_operand_elements(refuse, lhs, rhs, result);
}

static FailureOr<Shape> kernel_sizes(Refuse refuse, Value lhs, Value rhs, ConvDimensionNumbersAttr numbers) {
  if (rank_of(lhs) != rank_of(rhs))
    return refuse() << "operands must be of one rank, but are " << lhs.getType() << " and " << rhs.getType();
  if (failed(check_convolution_numbers(refuse, numbers, rank_of(rhs))))
    return failure();
  return llvm::map_to_vector(numbers.getKernelSpatialDimensions(), [&](int64_t at) { return shape_of(rhs)[at]; });
}

static LogicalResult check_reversal(Refuse refuse, std::optional<ArrayRef<bool>> reversal, size_t size) {
  if (!reversal || reversal->size() == size)
    return success();
  return refuse() << "window_reversal must have " << size << " entries, but has " << reversal->size();
}

/// What both forms have in common: the kernel, then the window (which the caller makes of it), then the result.
template <class Op>
static LogicalResult check_convolution(Op operation, function_ref<FailureOr<Window>(Refuse, Numbers)> window_over) {
  auto refuse = [&] { return operation.emitOpError(); };
  ConvDimensionNumbersAttr numbers = operation.getDimensionNumbers();
  Value lhs = operation.getLhs(), rhs = operation.getRhs(), result = operation.getResult();
  FailureOr<Shape> kernel = kernel_sizes(refuse, lhs, rhs, numbers);
  if (failed(kernel))
    return failure();
  FailureOr<Window> window = window_over(refuse, *kernel);
  if (failed(window) || failed(check_reversal(refuse, operation.getWindowReversal(), kernel->size())))
    return failure();
  Convolution convolution{numbers, static_cast<int64_t>(operation.getFeatureGroupCount()),
                          static_cast<int64_t>(operation.getBatchGroupCount())};
  FailureOr<Shape> shape = infer_convolution(refuse, shape_of(lhs), shape_of(rhs), convolution, *window);
  if (failed(shape) || failed(check_shape(refuse, "result", *shape, result)))
    return failure();
  return failure(failed(check_precision(refuse, operation.getPrecisionConfig())) ||
                 failed(check_convolution_elements(refuse, lhs, rhs, result, numbers)));
}

LogicalResult ConvolutionOp::verify() {
  return check_convolution(*this, [&](Refuse refuse, Numbers kernel) {
    return make_window(refuse, kernel, getWindowStrides(), getPadding(), getLhsDilation(), getRhsDilation());
  });
}

LogicalResult DynamicConvOp::verify() {
  return check_convolution(*this, [&](Refuse refuse, Numbers kernel) -> FailureOr<Window> {
    int64_t spatial = static_cast<int64_t>(kernel.size());
    if (!compatible_shapes(shape_of(getPadding()), {spatial, 2}))
      return refuse() << "padding must have the shape " << to_text({spatial, 2}) << ", but is "
                      << getPadding().getType();
    // Exporters write a stride too many for one spatial dimension; it means nothing.
    std::optional<Numbers> strides = getWindowStrides();
    if (strides && strides->size() > kernel.size())
      strides = strides->take_front(kernel.size());
    FailureOr<Window> window = make_window(refuse, kernel, strides, std::nullopt, getLhsDilation(), getRhsDilation());
    if (succeeded(window))
      window->low.assign(kernel.size(), unknown);
    return window;
  });
}

// --- factorisations --------------------------------------------------------------------------------------------------
static LogicalResult check_square(Refuse refuse, Value matrix) {
  Numbers shape = shape_of(matrix);
  if (shape.size() >= 2 && compatible_dimensions(shape.back(), shape[shape.size() - 2]))
    return success();
  return refuse() << "a must be of rank 2 or more with its last two dimensions equal, but is " << matrix.getType();
}

LogicalResult CholeskyOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  return check_square(refuse, getA());
}

LogicalResult TriangularSolveOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_square(refuse, getA())))
    return failure();
  Numbers a = shape_of(getA()), b = shape_of(getB());
  if (a.size() != b.size() || !compatible_shapes(a.drop_back(2), b.drop_back(2)))
    return emitOpError("a and b must be of one rank and agree but for the last two dimensions, but are ")
           << getA().getType() << " and " << getB().getType();
  int64_t solved = b[b.size() - (getLeftSide() ? 2 : 1)];
  if (!compatible_dimensions(a.back(), solved))
    return emitOpError("b must have ") << a.back() << (getLeftSide() ? " rows" : " columns") << " as a has, but is "
                                       << getB().getType();
  if (getTransposeA() == Transpose::TRANSPOSE_INVALID)
    return emitOpError("transpose_a must not be TRANSPOSE_INVALID");
  return check_type(refuse, "result", getB().getType(), getType());
}

LogicalResult FftOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  FailureOr<Type> type = infer_fft(refuse, ranked(getOperand().getType()), getFftType(), getFftLength());
  return failed(type) ? failure() : check_type(refuse, "result", *type, getType());
}

// --- random numbers --------------------------------------------------------------------------------------------------
LogicalResult RngOp::verify() {
  if (getRngDistribution() == RngDistribution::NORMAL && !isa<FloatType>(element_of(getA())))
    return emitOpError("a normal distribution needs floating-point numbers, but a is ") << getA().getType();
  if (!compatible_dimensions(shape_of(getShape())[0], rank_of(getResult())))
    return emitOpError("shape must hold ")
           << rank_of(getResult()) << " numbers, the rank of " << getType() << ", but is " << getShape().getType();
  auto refuse = [&] { return emitOpError(); };
  std::optional<Shape> shape = constant_numbers(getShape());
  return shape ? check_shape(refuse, "result", *shape, getResult()) : success();
}

LogicalResult RngBitGeneratorOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_type(refuse, "output_state", getInitialState().getType(), getOutputState().getType())))
    return failure();
  Numbers state = shape_of(getInitialState());
  RngAlgorithm algorithm = getRngAlgorithm();
  if (algorithm == RngAlgorithm::DEFAULT || state.empty())
    return success();
  bool philox = algorithm == RngAlgorithm::PHILOX;
  if (state.size() == 1 && (state[0] == unknown || state[0] == 2 || (philox && state[0] == 3)))
    return success();
  return emitOpError("initial_state must have ")
         << (philox ? "2 or 3" : "2") << " elements for " << stringifyRngAlgorithm(algorithm) << ", but is "
         << getInitialState().getType();
}

} // namespace cotangent::stablehlo

#define GET_OP_CLASSES
#include "tensor/ir/linear_algebra.cpp.inc"
