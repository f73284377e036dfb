// Tangents of elementwise operations from the table of scalar formulas (rules/scalar).
#pragma once

#include "tensor/rules/rule.h"

#include <cstddef>
#include <optional>

namespace cotangent::tensor_rules {

/// The number that all elements of a constant are, seen through broadcasts and changes of shape or floating-point type.
/// Nothing for other values, and for complex numbers with an imaginary part.
std::optional<double> constant_number(mlir::Value value);

/// tangent * partial, where the partial does not depend on tangents. Divides once if the partial is a reciprocal.
mlir::Value times(Build &build, mlir::Value tangent, mlir::Value partial);

/// Null is zero.
mlir::Value sum_of(Build &build, mlir::Value left, mlir::Value right);

/// The result's tangent by the partial derivatives of a scalar function ("sin") of the operands. Real or complex.
/// Throws Error ("no-derivative") if an operand has a tangent in which the function has no derivative.
Values tangents_by_formula(const ForwardRequest &request, llvm::StringRef function);

/// The same, whatever the type: the formulas must hold for complex numbers too if there are such.
Values tangents_by_table(const ForwardRequest &request, llvm::StringRef function);

/// The value of sqrt(a² + b²) where the squares might overflow or vanish. Real.
mlir::Value hypotenuse(Build &build, mlir::Value left, mlir::Value right);

/// The name of a scalar function as a template argument.
template <size_t Size> struct FunctionName {
  char text[Size];
  constexpr FunctionName(const char (&name)[Size]) {
    for (size_t at = 0; at < Size; ++at)
      text[at] = name[at];
  }
};

/// `tangents_by_formula` as a rule.
template <FunctionName Function> Values by_formula(const ForwardRequest &request) {
  return tangents_by_formula(request, Function.text);
}

/// Complex numbers (complex_rules.cpp): by the table where its formula holds for them, else their own.
Values complex_tangents(const ForwardRequest &request, llvm::StringRef function);

} // namespace cotangent::tensor_rules
