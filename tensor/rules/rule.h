// What a rule of an operation is. Rules are written once, without modes: the forward rule computes tangents, and what
// it makes of tangents is linear in them; reverse mode transposes that linear part.
#pragma once

#include "tensor/build/build.h"

#include "llvm/ADT/StringRef.h"

#include <string_view>

namespace cotangent::tensor_rules {

/// An operation whose results have tangents if its operands have.
struct ForwardRequest {
  mlir::Operation *operation;
  /// One for each operand. Null: zero, because the operand does not depend on what is differentiated, or has no tangent
  /// (integers). At least one is not null.
  llvm::ArrayRef<mlir::Value> tangents;
  /// Inserts behind the operation, so its results may be used.
  Build &build;

  mlir::Value operand(size_t at) const { return operation->getOperand(static_cast<unsigned>(at)); }
  mlir::Value result(size_t at = 0) const { return operation->getResult(static_cast<unsigned>(at)); }
};
/// The tangents of the results, null for zero. All that depends on a tangent must be made by operations that are linear
/// in what depends on tangents, each of which has a transpose rule (`multiply` by something else than a tangent,
/// `select` by a condition, `reduce` with addition, `dot_general` with one factor…).
using ForwardRule = Values (*)(const ForwardRequest &request);

/// An operation that is linear in some of its operands (all together; the others do not depend on tangents).
struct TransposeRequest {
  mlir::Operation *operation;
  /// One for each operand: whether cotangents are wanted. At least one is.
  llvm::ArrayRef<bool> linear;
  /// One for each result, null for zero. At least one is not null.
  llvm::ArrayRef<mlir::Value> cotangents;
  /// Inserts where cotangents are computed; operands that are not linear may be used.
  Build &build;

  mlir::Value operand(size_t at) const { return operation->getOperand(static_cast<unsigned>(at)); }
  mlir::Value cotangent(size_t at = 0) const { return cotangents[at]; }
};
/// The cotangents of the operands, null for zero and for those that are not linear. With the inner product
/// <u, v> = sum Re(conj(u) v): the transpose of multiplication by a is multiplication by conj(a).
using TransposeRule = Values (*)(const TransposeRequest &request);

struct Rule {
  /// Of the operation: "stablehlo.add".
  std::string_view name;
  /// Null: results are constant almost everywhere (comparisons, rounding, integers): tangents are zero.
  ForwardRule forward = nullptr;
  /// Null: never linear.
  TransposeRule transpose = nullptr;
  /// Where the function is not smooth: what the rule gives there.
  std::string_view policy = "";
};

/// All rules. Control flow (`while`, `if`, `case`, calls) is not here: differentiate/ has it.
llvm::ArrayRef<Rule> all_rules();
/// Of an operation name; null if there is none.
const Rule *find_rule(llvm::StringRef name);
/// Of the whole operation, for those with regions and foreign calls too; null if there is none.
const Rule *find_rule(mlir::Operation *operation);

// The families of the table.
llvm::ArrayRef<Rule> elementwise_rules();
llvm::ArrayRef<Rule> complex_rules();
llvm::ArrayRef<Rule> shape_rules();
llvm::ArrayRef<Rule> indexing_rules();
llvm::ArrayRef<Rule> product_rules();
llvm::ArrayRef<Rule> reduction_rules();
llvm::ArrayRef<Rule> window_rules();
llvm::ArrayRef<Rule> sorting_rules();
llvm::ArrayRef<Rule> linear_algebra_rules();
llvm::ArrayRef<Rule> foreign_rules(); // by name of the called function: "custom_call lapack_dpotrf_ffi"
llvm::ArrayRef<Rule> collective_rules();
llvm::ArrayRef<Rule> special_rules(); // chlo
llvm::ArrayRef<Rule> constant_rules(); // results have no tangents

/// A string attribute of an operation without a rule: why there is none, and what to do.
inline constexpr llvm::StringLiteral reason_attribute = "cotangent.no_derivative";
/// Throws Error ("no-derivative") that names the operation's place, the reason and what to do instead.
[[noreturn]] void refuse(mlir::Operation *operation, const std::string &reason);

} // namespace cotangent::tensor_rules
