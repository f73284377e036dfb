// Products, convolutions, factorisations, transforms, random bits, quantisation.
#include "tensor/interpret/attributes.h"
#include "tensor/interpret/evaluator.h"
#include "tensor/reference/linear_algebra.h"
#include "tensor/reference/random.h"
#include "tensor/reference/shape.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::interpret {
namespace {

Values dot(Step &step) { return {reference::dot(step.array(0), step.array(1), step.result_type())}; }

Values dot_general(Step &step) {
  auto numbers = cast<DotGeneralOp>(step.operation).getDotDimensionNumbers();
  return {reference::dot_general(step.array(0), step.array(1), dimensions_of(numbers), step.result_type())};
}

Values einsum(Step &step) {
  return {reference::einsum(step.array(0), step.array(1), cast<EinsumOp>(step.operation).getEinsumConfig().str(),
                            step.result_type())};
}
Values unary_einsum(Step &step) {
  return {reference::unary_einsum(step.array(0), cast<UnaryEinsumOp>(step.operation).getEinsumConfig().str(),
                                  step.result_type())};
}

template <class Op> Values convolve(Step &step, Op operation, std::vector<std::pair<int64_t, int64_t>> padding) {
  reference::Window window = window_of(operation);
  window.padding = std::move(padding);
  return {reference::convolution(step.array(0), step.array(1), window, reversal_of(operation),
                                 dimensions_of(operation.getDimensionNumbers()),
                                 static_cast<int64_t>(operation.getFeatureGroupCount()),
                                 static_cast<int64_t>(operation.getBatchGroupCount()), step.result_type())};
}
Values convolution(Step &step) {
  auto operation = cast<ConvolutionOp>(step.operation);
  return convolve(step, operation, pairs_of(operation.getPadding()));
}
Values dynamic_conv(Step &step) {
  std::vector<int64_t> numbers = reference::integers_of(step.array(2));
  std::vector<std::pair<int64_t, int64_t>> padding;
  for (size_t at = 0; at + 1 < numbers.size(); at += 2)
    padding.push_back({numbers[at], numbers[at + 1]});
  return convolve(step, cast<DynamicConvOp>(step.operation), std::move(padding));
}

Values cholesky(Step &step) {
  return {reference::cholesky(step.array(0), cast<CholeskyOp>(step.operation).getLower())};
}

Values triangular_solve(Step &step) {
  auto operation = cast<TriangularSolveOp>(step.operation);
  reference::Transpose transpose = operation.getTransposeA() == Transpose::ADJOINT ? reference::Transpose::Adjoint
                                   : operation.getTransposeA() == Transpose::TRANSPOSE
                                       ? reference::Transpose::Transpose
                                       : reference::Transpose::NoTranspose;
  return {reference::triangular_solve(step.array(0), step.array(1), operation.getLeftSide(), operation.getLower(),
                                      operation.getUnitDiagonal(), transpose)};
}

Values fft(Step &step) {
  auto operation = cast<FftOp>(step.operation);
  return {reference::fft(step.array(0), static_cast<reference::FftType>(operation.getFftType()),
                         integers_of(operation.getFftLength()))};
}

Values rng(Step &step) {
  auto operation = cast<RngOp>(step.operation);
  auto distribution = operation.getRngDistribution() == RngDistribution::UNIFORM
                          ? reference::RandomDistribution::Uniform
                          : reference::RandomDistribution::Normal;
  return {reference::rng(step.array(0), step.array(1), reference::integers_of(step.array(2)), distribution,
                         step.evaluator.random_state)};
}
Values rng_bit_generator(Step &step) {
  auto algorithm = static_cast<reference::RandomAlgorithm>(cast<RngBitGeneratorOp>(step.operation).getRngAlgorithm());
  reference::RandomBits bits =
      reference::rng_bit_generator(step.array(0), algorithm, step.result_type(1), step.result_shape(1));
  return {bits.output_state, bits.output};
}

Values uniform_quantize(Step &step) {
  std::optional<reference::Quantization> to =
      quantization_of(getElementTypeOrSelf(step.operation.getResult(0).getType()));
  std::optional<reference::Quantization> from =
      quantization_of(getElementTypeOrSelf(step.operation.getOperand(0).getType()));
  return {from ? reference::requantize(step.array(0), *from, *to) : reference::uniform_quantize(step.array(0), *to)};
}
Values uniform_dequantize(Step &step) {
  return {reference::uniform_dequantize(
      step.array(0), *quantization_of(getElementTypeOrSelf(step.operation.getOperand(0).getType())))};
}

} // namespace

void add_algebra_handlers(HandlerTable &table) {
  table["stablehlo.dot"] = dot;
  table["stablehlo.dot_general"] = dot_general;
  table["stablehlo.einsum"] = einsum;
  table["stablehlo.unary_einsum"] = unary_einsum;
  table["stablehlo.convolution"] = convolution;
  table["stablehlo.dynamic_conv"] = dynamic_conv;
  table["stablehlo.cholesky"] = cholesky;
  table["stablehlo.triangular_solve"] = triangular_solve;
  table["stablehlo.fft"] = fft;
  table["stablehlo.rng"] = rng;
  table["stablehlo.rng_bit_generator"] = rng_bit_generator;
  table["stablehlo.uniform_quantize"] = uniform_quantize;
  table["stablehlo.uniform_dequantize"] = uniform_dequantize;
}

} // namespace cotangent::interpret
