// What the functions of include/cotangent/operations/*.h are made of: operations on values, with the rules of the array
// library for shapes, and errors that name the function, the shapes and the likely cause.
#pragma once

#include "tensor/trace/trace.h"

#include "cotangent/operations/operand.h"

namespace cotangent::trace {

using detail::Place;
using mlir::Value;

/// "(2, 3)"
std::string shape_text(Numbers shape);
inline std::string shape_text(Value value) { return shape_text(shape_of(value)); }
Shape shape_from(detail::Sizes sizes);

/// Makes the operations of one function of the library.
class Emit : public Build {
public:
  explicit Emit(Place place) : Build(build_at(place)), place_(place) {}

  Value operator()(TraceHandle handle) const { return value_of(handle, place_); }
  Values all(detail::Handles handles) const;

  // --- numbers -------------------------------------------------------------------------------------------------------
  mlir::RankedTensorType scalar_type(mlir::Type element) const { return mlir::RankedTensorType::get({}, element); }
  mlir::Type integer_type() { return builder.getI32Type(); }
  /// Positions along a dimension, i32.
  Value positions(Numbers shape, int64_t dimension) {
    return iota(mlir::RankedTensorType::get(shape, integer_type()), dimension);
  }
  /// The smallest and the largest value of an element type; infinities of real numbers.
  Value lowest(mlir::Type element);
  Value highest(mlir::Type element);
  static bool is_floating(Value value) { return mlir::isa<mlir::FloatType>(element_of(value)); }
  static bool is_integer(Value value) { return mlir::isa<mlir::IntegerType>(element_of(value)); }
  static bool is_unsigned(Value value) {
    auto type = mlir::dyn_cast<mlir::IntegerType>(element_of(value));
    return type && (type.isUnsigned() || type.getWidth() == 1);
  }
  /// As the library converts: complex numbers to real ones by their real part.
  Value converted(Value value, mlir::Type element);
  /// The same numbers, and no derivative goes through.
  Value without_derivative(Value value);

  // --- shapes --------------------------------------------------------------------------------------------------------
  static int64_t size_of(Value value, int64_t dimension) { return shape_of(value)[static_cast<size_t>(dimension)]; }
  /// Throws Error ("bad-shape") if the shapes do not fit together.
  Shape broadcast_shape(mlir::ValueRange values);
  /// Dimensions aligned at the end. Throws Error ("bad-shape").
  Value broadcast_to(Value value, Numbers shape);
  void broadcast_together(Values &values);
  /// The value, whose dimensions are those of the shape but these, repeated along them.
  Value spread(Value reduced, Numbers dimensions, Numbers shape);
  Value keep_dimensions(Value reduced, Numbers dimensions);
  Value move_dimension(Value value, int64_t from, int64_t to);
  Value insert_dimension(Value value, int64_t at);
  Value drop_dimension(Value value, int64_t at);

  // --- functions -----------------------------------------------------------------------------------------------------
  Value is_nan(Value value) { return compare(value, value, stablehlo::ComparisonDirection::NE); }
  Value equal(Value left, Value right) { return compare(left, right, stablehlo::ComparisonDirection::EQ); }
  Value less(Value left, Value right) { return compare(left, right, stablehlo::ComparisonDirection::LT); }
  Value exp(Value value) { return analytic<stablehlo::ExponentialOp>(value); }
  Value log(Value value) { return analytic<stablehlo::LogOp>(value); }
  Value sqrt(Value value) { return analytic<stablehlo::SqrtOp>(value); }
  Value absolute(Value value);
  Value square(Value value) { return multiply(value, value); }
  Value maximum(Value left, Value right) { return binary<stablehlo::MaximumOp>(left, right); }
  Value minimum(Value left, Value right) { return binary<stablehlo::MinimumOp>(left, right); }
  Value logical_and(Value left, Value right) { return binary<stablehlo::AndOp>(left, right); }
  Value logical_or(Value left, Value right) { return binary<stablehlo::OrOp>(left, right); }
  Value logical_not(Value value) { return unary<stablehlo::NotOp>(value); }
  Value reduce_min(Value value, Numbers dimensions);
  /// Negative positions count from the end.
  Value wrapped(Value index, int64_t size);
  /// Elements of one dimension at positions, whose dimensions take its place. Positions beyond the ends are moved to
  /// them.
  Value take(Value value, Value indices, int64_t dimension);

private:
  Place place_;
};

/// Throws an Error whose message begins with "[name] ", with the place in front.
template <class Function> auto named(std::string_view name, Place place, Function function) {
  return located(place, [&] {
    try {
      return function();
    } catch (const Error &error) {
      if (error.message().find("[") == 0 || error.kind() == "bad-trace")
        throw;
      throw Error(error.kind(), "[" + std::string(name) + "] " + std::string(error.message()));
    }
  });
}
/// The handle of the value that the function makes.
template <class Function> TraceHandle emit(std::string_view name, Place place, Function function) {
  return named(name, place, [&] {
    Emit build(place);
    return add(function(build));
  });
}
/// Of several values.
template <class Function> void emit_all(std::string_view name, Place place, TraceHandle *results, Function function) {
  named(name, place, [&] {
    Emit build(place);
    for (Value value : function(build))
      *results++ = add(value);
  });
}

} // namespace cotangent::trace
