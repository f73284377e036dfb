// Derivatives that the user has said: composites with rules of their own, and functions that are run again instead of
// keeping what their derivative needs.
//
// All are stablehlo.composite, so whoever does not differentiate sees the function itself (the decomposition).
// custom_vjp: composite_attributes {forward = @f, reverse = @r, captured = [p, f, r]}, and perhaps {tangent = @t},
// which is used for tangents; custom_jvp: {forward, captured}. Behind the arguments of the function come operands that
// each of these functions takes from around it, in this order.
#pragma once

#include "tensor/build/build.h"

namespace cotangent::differentiate {

inline constexpr llvm::StringLiteral checkpoint_name = "cotangent.checkpoint";
inline constexpr llvm::StringLiteral custom_vjp_name = "cotangent.custom_vjp";
inline constexpr llvm::StringLiteral custom_jvp_name = "cotangent.custom_jvp";

bool has_own_derivative(mlir::Operation *operation);

/// The functions of a composite with a rule, and which operands they take.
struct OwnRule {
  explicit OwnRule(stablehlo::CompositeOp composite);

  mlir::FlatSymbolRefAttr forward, reverse, tangent; // null without
  size_t arguments;                                  // of the function
  size_t primal_captures, forward_captures, reverse_captures;

  mlir::ValueRange arguments_of(mlir::Operation *composite) const;
  mlir::ValueRange forward_captured(mlir::Operation *composite) const;
  mlir::ValueRange reverse_captured(mlir::Operation *composite) const;
};

/// In the linear part an unrealized_conversion_cast with this attribute stands for a linear function of its last
/// operands, which is known by its transpose only.
inline constexpr llvm::StringLiteral linear_call = "cotangent.linear_call";
struct LinearCall {
  enum class Kind : uint8_t {
    Checkpoint, // of a function that is run again
    Reverse,    // by a function that maps cotangents to those of the arguments
    Loop        // of a function that is one step of a loop (binomial.h)
  };
  Kind kind;
  mlir::FlatSymbolRefAttr function;
  int64_t first, captured;                   // operands before the tangents: of the function, of its surroundings
  llvm::SmallVector<int64_t> active;         // of operands that have tangents: positions, in Reverse of the gradients
  llvm::SmallVector<int64_t> result_numbers; // which results of the function have tangents
  int64_t steps = 0, slots = 0;              // of a loop
};
mlir::Operation *make_linear_call(Build &build, const LinearCall &call, mlir::ValueRange operands,
                                  mlir::TypeRange results);
LinearCall linear_call_of(mlir::Operation *operation);

} // namespace cotangent::differentiate
