// Operations as functions of values: result types are inferred, and an operation that would change nothing is not made.
// All shapes are known. What cannot be built throws Error ("bad-argument") with both types.
#pragma once

#include "tensor/ir/infer.h"

#include "cotangent/error.h"

#include <utility>

namespace cotangent {

using Values = llvm::SmallVector<mlir::Value>;
using stablehlo::element_of;
using stablehlo::Numbers;
using stablehlo::rank_of;
using stablehlo::ranked;
using stablehlo::shape_of;

// --- facts of types --------------------------------------------------------------------------------------------------
int64_t count_of(Numbers shape);
stablehlo::Shape first_numbers(int64_t count); // 0, 1, …
stablehlo::Shape filled(size_t count, int64_t value);
stablehlo::Shape picked(Numbers list, Numbers positions);
stablehlo::Shape inverse(Numbers permutation);
/// 0, 1, … count - 1 without the numbers of the list.
stablehlo::Shape all_but(int64_t count, Numbers list);
mlir::RankedTensorType with_shape(mlir::RankedTensorType type, Numbers shape);
mlir::RankedTensorType with_element(mlir::RankedTensorType type, mlir::Type element);
/// A tensor of floating-point or complex numbers: what has tangents.
bool is_differentiable(mlir::Type type);
inline bool is_differentiable(mlir::Value value) { return is_differentiable(value.getType()); }
inline bool is_complex(mlir::Value value) { return mlir::isa<mlir::ComplexType>(element_of(value)); }

/// Makes operations at the insertion point of a builder.
class Build {
public:
  Build(mlir::OpBuilder &builder, mlir::Location location) : builder(builder), location(location) {}

  template <class Op, class... Arguments> Op make_operation(Arguments &&...arguments) {
    return Op::create(builder, location, std::forward<Arguments>(arguments)...);
  }
  template <class Op, class... Arguments> mlir::Value make(Arguments &&...arguments) {
    return make_operation<Op>(std::forward<Arguments>(arguments)...)->getResult(0);
  }

  /// An operation with other operands and results; attributes and regions are copied.
  mlir::Operation *repeat(mlir::Operation *operation, mlir::ValueRange operands, mlir::TypeRange results);
  mlir::Operation *repeat(mlir::Operation *operation, mlir::ValueRange operands) {
    return repeat(operation, operands, operation->getResultTypes());
  }

  // --- constants -----------------------------------------------------------------------------------------------------
  /// All elements are this number (the real part, for complex types; integers are rounded toward zero).
  mlir::Value splat(mlir::RankedTensorType type, double number);
  mlir::Value splat_like(mlir::Value value, double number) { return splat(ranked(value.getType()), number); }
  mlir::Value zeros(mlir::Type type) { return splat(ranked(type), 0); }
  mlir::Value zeros_like(mlir::Value value) { return zeros(value.getType()); }
  mlir::Value scalar(mlir::Type element, double number) {
    return splat(mlir::RankedTensorType::get({}, element), number);
  }
  /// The index of each element along a dimension.
  mlir::Value iota(mlir::RankedTensorType type, int64_t dimension);
  /// Integers in one dimension.
  mlir::Value integers(Numbers numbers, mlir::Type element);

  // --- elementwise ---------------------------------------------------------------------------------------------------
  /// Operands have one type.
  template <class Op> mlir::Value unary(mlir::Value value) { return make<Op>(value.getType(), value); }
  template <class Op> mlir::Value binary(mlir::Value left, mlir::Value right) {
    return make<Op>(left.getType(), left, right);
  }
  /// Of stablehlo's analytic functions, which have an accuracy as attribute.
  template <class Op> mlir::Value analytic(mlir::Value value) { return make<Op>(value.getType(), value, nullptr); }
  mlir::Value add(mlir::Value left, mlir::Value right);
  mlir::Value subtract(mlir::Value left, mlir::Value right);
  mlir::Value multiply(mlir::Value left, mlir::Value right);
  mlir::Value divide(mlir::Value left, mlir::Value right);
  mlir::Value negate(mlir::Value value);
  /// value * number
  mlir::Value scale(mlir::Value value, double number);
  mlir::Value compare(mlir::Value left, mlir::Value right, stablehlo::ComparisonDirection direction);
  /// The condition may have rank 0.
  mlir::Value select(mlir::Value condition, mlir::Value on_true, mlir::Value on_false);
  mlir::Value convert(mlir::Value value, mlir::Type element);
  mlir::Value real(mlir::Value value);
  mlir::Value imag(mlir::Value value);
  mlir::Value complex(mlir::Value real, mlir::Value imag);
  /// The value itself if it is real.
  mlir::Value conjugate(mlir::Value value);

  // --- elements moved ------------------------------------------------------------------------------------------------
  mlir::Value reshape(mlir::Value value, Numbers shape);
  mlir::Value transpose(mlir::Value value, Numbers permutation);
  /// dimensions[i] is where dimension i of the value goes; others are new, sizes of 1 are repeated.
  mlir::Value broadcast(mlir::Value value, Numbers dimensions, Numbers shape);
  /// Rank 0 to a shape.
  mlir::Value broadcast_scalar(mlir::Value value, Numbers shape) { return broadcast(value, {}, shape); }
  mlir::Value reverse(mlir::Value value, Numbers dimensions);
  mlir::Value slice(mlir::Value value, Numbers start, Numbers limit, Numbers strides);
  /// Elements start … limit - 1 of one dimension.
  mlir::Value slice_dimension(mlir::Value value, int64_t dimension, int64_t start, int64_t limit);
  mlir::Value dynamic_slice(mlir::Value value, mlir::ValueRange starts, Numbers sizes);
  mlir::Value dynamic_update_slice(mlir::Value value, mlir::Value update, mlir::ValueRange starts);
  mlir::Value concatenate(mlir::ValueRange values, int64_t dimension);
  mlir::Value pad(mlir::Value value, mlir::Value padding, Numbers low, Numbers high, Numbers interior);
  mlir::Value gather(mlir::Value operand, mlir::Value indices, stablehlo::GatherDimensionNumbersAttr numbers,
                     Numbers slice_sizes, bool sorted = false);
  /// Adds updates into the operand.
  mlir::Value scatter_add(mlir::Value operand, mlir::Value indices, mlir::Value updates,
                          stablehlo::ScatterDimensionNumbersAttr numbers, bool sorted = false, bool unique = false);

  // --- reductions and products -----------------------------------------------------------------------------------------
  mlir::Value reduce_sum(mlir::Value value, Numbers dimensions);
  mlir::Value reduce_max(mlir::Value value, Numbers dimensions);
  /// A reduction with the region (a, b) -> Op(a, b).
  template <class Op> mlir::Value reduce(mlir::Value value, mlir::Value start, Numbers dimensions) {
    return reduce_with(value, start, dimensions, [](Build &build, mlir::Value left, mlir::Value right) {
      return build.binary<Op>(left, right);
    });
  }
  using Combine = llvm::function_ref<mlir::Value(Build &, mlir::Value, mlir::Value)>;
  mlir::Value reduce_with(mlir::Value value, mlir::Value start, Numbers dimensions, Combine combine);
  mlir::Value dot_general(mlir::Value left, mlir::Value right, stablehlo::DotDimensionNumbersAttr numbers,
                          mlir::Type element = {}, mlir::ArrayAttr precision = {});
  mlir::Value dot_general(mlir::Value left, mlir::Value right, Numbers left_batch, Numbers right_batch,
                          Numbers left_contracting, Numbers right_contracting);

  // --- control ---------------------------------------------------------------------------------------------------------
  /// Fills a region with one block (arguments of these types) that ends with `return` of what the function makes.
  using Body = llvm::function_ref<Values(Build &, mlir::ValueRange arguments)>;
  void fill(mlir::Region &region, mlir::TypeRange arguments, Body body);
  mlir::ResultRange while_loop(mlir::ValueRange starts, llvm::function_ref<mlir::Value(Build &, mlir::ValueRange)> condition,
                               Body body);
  mlir::ResultRange if_else(mlir::Value condition, mlir::TypeRange results, llvm::function_ref<Values(Build &)> on_true,
                            llvm::function_ref<Values(Build &)> on_false);

  mlir::OpBuilder &builder;
  mlir::Location location;
};

} // namespace cotangent
