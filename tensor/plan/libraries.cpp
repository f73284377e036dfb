// Which operations the library runs.
#include "tensor/interpret/attributes.h"
#include "tensor/library/convolution.h"
#include "tensor/library/factorization.h"
#include "tensor/library/fourier.h"
#include "tensor/library/product.h"
#include "tensor/library/random_bits.h"
#include "tensor/library/sorting.h"
#include "tensor/plan/calls.h"
#include "tensor/plan/native.h"
#include "tensor/plan/sort_keys.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::plan {
namespace {

interpret::TensorFacts facts(mlir::Value value) { return interpret::facts_of(value.getType()); }

bool is_quantized(Operation &operation) {
  auto quantized = [](Type type) { return interpret::quantization_of(getElementTypeOrSelf(type)).has_value(); };
  return llvm::any_of(operation.getOperandTypes(), quantized) || llvm::any_of(operation.getResultTypes(), quantized);
}

library::CallPointer product(mlir::Value lhs, mlir::Value rhs, mlir::Value result,
                             reference::DotDimensions dimensions) {
  if (facts(lhs).type != facts(rhs).type)
    return nullptr;
  library::Product product;
  product.operand_type = facts(lhs).type;
  product.result_type = facts(result).type;
  product.lhs = facts(lhs).shape;
  product.rhs = facts(rhs).shape;
  product.dimensions = std::move(dimensions);
  return library::make_product(product);
}

library::CallPointer convolution(ConvolutionOp operation) {
  if (facts(operation.getLhs()).type != facts(operation.getRhs()).type)
    return nullptr;
  library::Convolution convolution;
  convolution.operand_type = facts(operation.getLhs()).type;
  convolution.result_type = facts(operation.getResult()).type;
  convolution.lhs = facts(operation.getLhs()).shape;
  convolution.rhs = facts(operation.getRhs()).shape;
  convolution.window = interpret::window_of(operation);
  convolution.window.padding = interpret::pairs_of(operation.getPadding());
  convolution.window_reversal = interpret::reversal_of(operation);
  convolution.dimensions = interpret::dimensions_of(operation.getDimensionNumbers());
  convolution.feature_group_count = static_cast<int64_t>(operation.getFeatureGroupCount());
  convolution.batch_group_count = static_cast<int64_t>(operation.getBatchGroupCount());
  return library::make_convolution(convolution);
}

library::CallPointer triangular_solve(TriangularSolveOp operation) {
  if (facts(operation.getA()).type != facts(operation.getB()).type)
    return nullptr;
  reference::Transpose transpose = reference::Transpose::NoTranspose;
  if (operation.getTransposeA() == Transpose::TRANSPOSE)
    transpose = reference::Transpose::Transpose;
  else if (operation.getTransposeA() == Transpose::ADJOINT)
    transpose = reference::Transpose::Adjoint;
  return library::make_triangular_solve(facts(operation.getA()).type, facts(operation.getA()).shape,
                                        facts(operation.getB()).shape, operation.getLeftSide(), operation.getLower(),
                                        operation.getUnitDiagonal(), transpose);
}

library::CallPointer fourier(FftOp operation) {
  reference::FftType type = reference::FftType::Fft;
  switch (operation.getFftType()) {
  case FftType::FFT:
    break;
  case FftType::IFFT:
    type = reference::FftType::Ifft;
    break;
  case FftType::RFFT:
    type = reference::FftType::Rfft;
    break;
  case FftType::IRFFT:
    type = reference::FftType::Irfft;
    break;
  }
  return library::make_fft(facts(operation.getOperand()).type, facts(operation.getOperand()).shape, type,
                           interpret::integers_of(operation.getFftLength()));
}

library::CallPointer sort(SortOp operation, bool &calls_region) {
  std::vector<library::SortKey> keys = sort_keys(operation);
  library::SortSpec spec;
  for (mlir::Value input : operation.getInputs())
    spec.types.push_back(facts(input).type);
  spec.shape = facts(operation.getInputs()[0]).shape;
  spec.dimension = static_cast<int64_t>(operation.getDimension());
  spec.keys = std::move(keys);
  library::CallPointer call = spec.keys.empty() ? nullptr : library::make_sort(spec);
  bool native = llvm::all_of(operation.getInputs(), [](mlir::Value input) { return is_native(input.getType()); });
  if (call || !native || !is_scalar_region(operation.getComparator()))
    return call;
  spec.keys.clear();
  spec.comparator = static_cast<int64_t>(spec.types.size() + captured_values(*operation).size());
  call = library::make_sort(spec);
  calls_region = call != nullptr;
  return call;
}

library::CallPointer random_bits(RngBitGeneratorOp operation) {
  interpret::TensorFacts bits = facts(operation.getOutput());
  return library::make_random_bits(static_cast<reference::RandomAlgorithm>(operation.getRngAlgorithm()),
                                   element_count(facts(operation.getInitialState()).shape), bits.type, bits.shape);
}

} // namespace

std::shared_ptr<const library::Call> library_call(Operation &operation, bool &calls_region) {
  calls_region = false;
  if (is_quantized(operation))
    return nullptr;
  return llvm::TypeSwitch<Operation *, library::CallPointer>(&operation)
      .Case<DotGeneralOp>([](DotGeneralOp dot) {
        return product(dot.getLhs(), dot.getRhs(), dot.getResult(),
                       interpret::dimensions_of(dot.getDotDimensionNumbers()));
      })
      .Case<DotOp>([](DotOp dot) {
        reference::DotDimensions dimensions;
        dimensions.lhs_contracting_dimensions = {static_cast<int64_t>(facts(dot.getLhs()).shape.size()) - 1};
        dimensions.rhs_contracting_dimensions = {0};
        return product(dot.getLhs(), dot.getRhs(), dot.getResult(), std::move(dimensions));
      })
      .Case<ConvolutionOp>([](ConvolutionOp operation) { return convolution(operation); })
      .Case<CholeskyOp>([](CholeskyOp cholesky) {
        return library::make_cholesky(facts(cholesky.getA()).type, facts(cholesky.getA()).shape, cholesky.getLower());
      })
      .Case<TriangularSolveOp>([](TriangularSolveOp operation) { return triangular_solve(operation); })
      .Case<FftOp>([](FftOp operation) { return fourier(operation); })
      .Case<SortOp>([&](SortOp operation) { return sort(operation, calls_region); })
      .Case<RngBitGeneratorOp>([](RngBitGeneratorOp operation) { return random_bits(operation); })
      .Case<chlo::TopKOp>([](chlo::TopKOp top) {
        return library::make_top_k(facts(top.getOperand()).type, facts(top.getOperand()).shape,
                                   static_cast<int64_t>(top.getK()));
      })
      .Case<CustomCallOp>([](CustomCallOp call) { return interpret::foreign_function(call); })
      .Default([](Operation *) { return nullptr; });
}

} // namespace cotangent::plan
