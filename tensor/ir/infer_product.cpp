// Shapes and element types of products and Fourier transforms.
#include "tensor/ir/infer.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace cotangent::stablehlo {

FailureOr<Shape> infer_dot(Refuse refuse, Numbers lhs, Numbers rhs) {
  if (lhs.empty() || rhs.empty() || lhs.size() > 2 || rhs.size() > 2)
    return refuse() << "operands must be of rank 1 or 2, but have the shapes " << to_text(lhs) << " and "
                    << to_text(rhs);
  if (!compatible_dimensions(lhs.back(), rhs.front()))
    return refuse() << "the last dimension of lhs must be of the size of the first of rhs, but the shapes are "
                    << to_text(lhs) << " and " << to_text(rhs);
  Shape shape(lhs.drop_back());
  llvm::append_range(shape, rhs.drop_front());
  return shape;
}

static LogicalResult check_pairs(Refuse refuse, StringRef kind, Numbers lhs, Numbers rhs, Numbers lhs_dimensions,
                                 Numbers rhs_dimensions) {
  for (auto [first, second] : llvm::zip(lhs_dimensions, rhs_dimensions))
    if (!compatible_dimensions(lhs[first], rhs[second]))
      return refuse() << kind << " dimensions must be of one size, but dimension " << first << " of lhs is "
                      << lhs[first] << " and dimension " << second << " of rhs is " << rhs[second];
  return success();
}

static LogicalResult check_dot_numbers(Refuse refuse, Numbers lhs, Numbers rhs, DotDimensionNumbersAttr numbers) {
  for (auto [kind, first, second] :
       {std::tuple("batching dimensions", numbers.getLhsBatchingDimensions(), numbers.getRhsBatchingDimensions()),
        std::tuple("contracting dimensions", numbers.getLhsContractingDimensions(),
                   numbers.getRhsContractingDimensions())})
    if (first.size() != second.size())
      return refuse() << kind << " must be as many of lhs as of rhs, but are " << to_text(first) << " and "
                      << to_text(second);
  Shape of_lhs(numbers.getLhsBatchingDimensions()), of_rhs(numbers.getRhsBatchingDimensions());
  llvm::append_range(of_lhs, numbers.getLhsContractingDimensions());
  llvm::append_range(of_rhs, numbers.getRhsContractingDimensions());
  return failure(
      failed(check_dimensions(refuse, "dimension numbers of lhs", of_lhs, static_cast<int64_t>(lhs.size()))) ||
      failed(check_dimensions(refuse, "dimension numbers of rhs", of_rhs, static_cast<int64_t>(rhs.size()))) ||
      failed(check_pairs(refuse, "batching", lhs, rhs, numbers.getLhsBatchingDimensions(),
                         numbers.getRhsBatchingDimensions())) ||
      failed(check_pairs(refuse, "contracting", lhs, rhs, numbers.getLhsContractingDimensions(),
                         numbers.getRhsContractingDimensions())));
}

FailureOr<Shape> infer_dot_general(Refuse refuse, Numbers lhs, Numbers rhs, DotDimensionNumbersAttr numbers) {
  if (failed(check_dot_numbers(refuse, lhs, rhs, numbers)))
    return failure();
  Shape shape;
  for (auto [first, second] : llvm::zip(numbers.getLhsBatchingDimensions(), numbers.getRhsBatchingDimensions()))
    shape.push_back(merge(lhs[first], rhs[second]));
  auto append_free = [&](Numbers sizes, Numbers batching, Numbers contracting) {
    for (auto [at, size] : llvm::enumerate(sizes))
      if (!llvm::is_contained(batching, static_cast<int64_t>(at)) &&
          !llvm::is_contained(contracting, static_cast<int64_t>(at)))
        shape.push_back(size);
  };
  append_free(lhs, numbers.getLhsBatchingDimensions(), numbers.getLhsContractingDimensions());
  append_free(rhs, numbers.getRhsBatchingDimensions(), numbers.getRhsContractingDimensions());
  return shape;
}

LogicalResult check_product_elements(Refuse refuse, Type lhs, Type rhs, Type result) {
  if (!is_quantized(lhs) && !is_quantized(rhs) && !is_quantized(result))
    return success();
  auto types = [&](const char *rule) {
    return refuse() << rule << ", but the element types are " << lhs << ", " << rhs << " and " << result;
  };
  auto rhs_quantized = dyn_cast<quant::QuantizedType>(rhs);
  if (!rhs_quantized || is_quantized(lhs) != is_quantized(result))
    return types("rhs must be quantised, and lhs and result both or neither");
  if (expressed(lhs) != expressed(rhs) || expressed(rhs) != expressed(result))
    return types("operands and result must express one type");
  if (!is_quantized(lhs))
    return success();
  if (cast<quant::QuantizedType>(lhs).getStorageType() != rhs_quantized.getStorageType())
    return types("operands must have one storage type");
  if (is_per_axis(result) && !is_per_axis(rhs))
    return types("result must be quantised per tensor if rhs is");
  return success();
}

// --- Fourier transforms ----------------------------------------------------------------------------------------------
static FailureOr<Type> infer_fft_element(Refuse refuse, Type operand, FftType type) {
  bool real = type == FftType::RFFT;
  if (isa<ComplexType>(operand) == real)
    return refuse() << "operand must be " << (real ? "real" : "complex") << " for " << stringifyFftType(type)
                    << ", but has elements of " << operand;
  if (real && !operand.isF32() && !operand.isF64())
    return refuse() << "operand must have elements of f32 or f64, but has " << operand;
  if (real)
    return Type(ComplexType::get(operand));
  return type == FftType::IRFFT ? real_part(operand) : operand;
}

FailureOr<Type> infer_fft(Refuse refuse, RankedTensorType operand, FftType type, Numbers length) {
  FailureOr<Type> element = infer_fft_element(refuse, operand.getElementType(), type);
  if (failed(element))
    return failure();
  int64_t rank = operand.getRank(), count = static_cast<int64_t>(length.size());
  if (count < 1 || count > 3 || count > rank)
    return refuse() << "fft_length must have 1 to 3 entries and at most the rank of " << operand << ", but is "
                    << to_text(length);
  if (failed(check_at_least(refuse, "fft_length", length, 0)))
    return failure();
  Shape shape(operand.getShape());
  auto halved = [](int64_t size) { return size == 0 || size == unknown ? size : size / 2 + 1; };
  for (int64_t at = 0; at < count; ++at) {
    int64_t &size = shape[rank - count + at];
    bool last = at + 1 == count;
    int64_t expected = type == FftType::IRFFT && last ? halved(length[at]) : length[at];
    if ((type == FftType::RFFT || type == FftType::IRFFT) && !compatible_dimensions(size, expected))
      return refuse() << "fft_length must be the last dimensions of the real values, but is " << to_text(length)
                      << " with the operand " << operand;
    if (last && type == FftType::RFFT)
      size = halved(size);
    if (last && type == FftType::IRFFT)
      size = length[at];
  }
  return Type(RankedTensorType::get(shape, *element));
}

} // namespace cotangent::stablehlo
