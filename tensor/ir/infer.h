// What the operands of an operation say about its results, and the checks that several verifiers share. A dimension
// that is not known is `unknown`; it fits any other.
#pragma once

#include "tensor/ir/dialects.h"

namespace cotangent::stablehlo {

using Shape = llvm::SmallVector<int64_t>;
using Numbers = llvm::ArrayRef<int64_t>;
inline constexpr int64_t unknown = mlir::ShapedType::kDynamic;

/// Begins an error; the caller adds the sentence. A verifier gives `emitOpError`, a builder an error at its location.
using Refuse = llvm::function_ref<mlir::InFlightDiagnostic()>;

// --- compatibility ---------------------------------------------------------------------------------------------------
inline bool compatible_dimensions(int64_t first, int64_t second) {
  return first == second || first == unknown || second == unknown;
}
bool compatible_shapes(Numbers first, Numbers second);
/// Tensors by shape and element type (bounds do not count), tuples by members, all else by equality.
bool compatible_types(mlir::Type first, mlir::Type second);
bool compatible_types(mlir::TypeRange first, mlir::TypeRange second);
/// Values of the first element type may be summed up in the second.
bool promotable(mlir::Type from, mlir::Type to);
/// The element type itself, or the type that quantised numbers stand for.
mlir::Type expressed(mlir::Type element);
/// The type of the parts of a complex number, or the element type itself.
mlir::Type real_part(mlir::Type element);
bool is_quantized(mlir::Type element);
bool is_per_axis(mlir::Type element);

/// The known one of two compatible dimensions.
inline int64_t merge(int64_t first, int64_t second) { return first == unknown ? second : first; }

// --- facts of types --------------------------------------------------------------------------------------------------
inline mlir::RankedTensorType ranked(mlir::Type type) { return mlir::cast<mlir::RankedTensorType>(type); }
inline Numbers shape_of(mlir::Value value) { return ranked(value.getType()).getShape(); }
inline int64_t rank_of(mlir::Value value) { return ranked(value.getType()).getRank(); }
inline mlir::Type element_of(mlir::Value value) { return ranked(value.getType()).getElementType(); }
/// Product of dimensions; nothing if one is unknown or the product does not fit.
std::optional<int64_t> element_count(Numbers shape);
/// The integers of a constant.
std::optional<Shape> constant_numbers(mlir::Value value);
std::string to_text(Numbers numbers);
std::string to_text(mlir::TypeRange types);

// --- checks of lists -------------------------------------------------------------------------------------------------
mlir::LogicalResult check_size(Refuse refuse, llvm::StringRef name, Numbers list, int64_t size);
mlir::LogicalResult check_at_least(Refuse refuse, llvm::StringRef name, Numbers list, int64_t least);
/// Each is a dimension of a value of this rank.
mlir::LogicalResult check_range(Refuse refuse, llvm::StringRef name, Numbers list, int64_t rank);
mlir::LogicalResult check_unique(Refuse refuse, llvm::StringRef name, Numbers list);
mlir::LogicalResult check_sorted(Refuse refuse, llvm::StringRef name, Numbers list);
/// In range and unique.
mlir::LogicalResult check_dimensions(Refuse refuse, llvm::StringRef name, Numbers list, int64_t rank);

// --- checks of types -------------------------------------------------------------------------------------------------
mlir::LogicalResult check_type(Refuse refuse, llvm::StringRef name, mlir::Type expected, mlir::Type actual);
mlir::LogicalResult check_types(Refuse refuse, llvm::StringRef name, mlir::TypeRange expected, mlir::TypeRange actual);
mlir::LogicalResult check_shape(Refuse refuse, llvm::StringRef name, Numbers expected, mlir::Value actual);
/// Results of an operation that receives: tensors, and a token at the end.
mlir::LogicalResult check_received(Refuse refuse, mlir::TypeRange results);
mlir::LogicalResult check_element(Refuse refuse, llvm::StringRef name, mlir::Type expected, mlir::Value actual);
/// Shapes of all values fit together, pairwise.
mlir::LogicalResult check_same_shapes(Refuse refuse, llvm::StringRef name, mlir::ValueRange values);

// --- checks of regions -----------------------------------------------------------------------------------------------
/// Operands of the `return` at the end, if there is one block and it ends so.
mlir::FailureOr<mlir::OperandRange> region_results(Refuse refuse, llvm::StringRef name, mlir::Region &region);
mlir::LogicalResult check_arguments(Refuse refuse, llvm::StringRef name, mlir::TypeRange expected,
                                    mlir::Region &region);
/// Element types that a function (E..., E...) -> E... accumulates inputs in.
mlir::FailureOr<llvm::SmallVector<mlir::Type>> infer_accumulators(Refuse refuse, llvm::StringRef name,
                                                                  mlir::ValueRange inputs, mlir::ValueRange starts,
                                                                  mlir::Region &body);

// --- elements moved --------------------------------------------------------------------------------------------------
mlir::FailureOr<mlir::Type> infer_concatenate(Refuse refuse, mlir::ValueRange inputs, int64_t dimension);
mlir::FailureOr<mlir::Type> infer_slice(Refuse refuse, mlir::RankedTensorType operand, Numbers start, Numbers limit,
                                        Numbers strides);
mlir::FailureOr<mlir::Type> infer_dynamic_slice(Refuse refuse, mlir::RankedTensorType operand, Numbers sizes);
mlir::FailureOr<mlir::Type> infer_pad(Refuse refuse, mlir::RankedTensorType operand, Numbers low, Numbers high,
                                      Numbers interior);
mlir::FailureOr<Shape> infer_transpose(Refuse refuse, Numbers operand, Numbers permutation);

/// Shape of the result; the slice's sizes may be unknown.
mlir::FailureOr<Shape> infer_gather(Refuse refuse, Numbers operand, Numbers indices, GatherDimensionNumbersAttr numbers,
                                    Numbers slice_sizes, int64_t result_rank);
/// Dimensions of the updates; a window may be smaller than what it is placed on.
mlir::LogicalResult check_scatter(Refuse refuse, Numbers input, Numbers indices, Numbers updates,
                                  ScatterDimensionNumbersAttr numbers);

// --- windows ---------------------------------------------------------------------------------------------------------
struct Window {
  Shape sizes, strides, low, high, base_dilations, window_dilations;
};
/// A window with defaults where an attribute is absent. Unknown sizes are allowed, unknown padding too.
mlir::FailureOr<Window> make_window(Refuse refuse, Numbers sizes, std::optional<Numbers> strides,
                                    std::optional<mlir::DenseIntElementsAttr> padding,
                                    std::optional<Numbers> base_dilations, std::optional<Numbers> window_dilations);
mlir::FailureOr<Shape> infer_windows(Refuse refuse, Numbers base, const Window &window);

struct Convolution {
  ConvDimensionNumbersAttr numbers;
  int64_t feature_groups, batch_groups;
};
mlir::FailureOr<Shape> infer_convolution(Refuse refuse, Numbers lhs, Numbers rhs, const Convolution &convolution,
                                         const Window &window);
/// The dimension numbers fit tensors of this rank.
mlir::LogicalResult check_convolution_numbers(Refuse refuse, ConvDimensionNumbersAttr numbers, int64_t rank);

// --- products --------------------------------------------------------------------------------------------------------
mlir::FailureOr<Shape> infer_dot(Refuse refuse, Numbers lhs, Numbers rhs);
mlir::FailureOr<Shape> infer_dot_general(Refuse refuse, Numbers lhs, Numbers rhs, DotDimensionNumbersAttr numbers);
mlir::FailureOr<mlir::Type> infer_fft(Refuse refuse, mlir::RankedTensorType operand, FftType type, Numbers length);
/// Element types of a product, quantised or not.
mlir::LogicalResult check_product_elements(Refuse refuse, mlir::Type lhs, mlir::Type rhs, mlir::Type result);

} // namespace cotangent::stablehlo
