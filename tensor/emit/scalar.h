// Single elements as LLVM values, and the elementwise operations on them.
#pragma once

#include "core/elements/element.h"
#include "tensor/vector_math/functions.h"

#include "mlir/IR/Operation.h"
#include "llvm/IR/IRBuilder.h"

namespace cotangent::emit {

struct EmitOptions {
  bool strict = false; // round after each operation as the interpreter does, use its elementary functions
  /// Some vector functions are right up to a bound only (see vector_math/functions.h). False: they are used, and
  /// arguments beyond are noted; true: their slower versions for all arguments.
  bool any_argument = false;
};

/// An element: i1 for Bool, iN for integers, float for f16, bf16 (rounded) and f32, double; two of those for complex.
struct Scalar {
  llvm::Value *real = nullptr;
  llvm::Value *imaginary = nullptr;
};

/// Emits at the insertion point of its builder.
class ScalarEmitter {
public:
  ScalarEmitter(llvm::IRBuilder<> &builder, const EmitOptions &options) : builder_(builder), options_(options) {}

  llvm::Type *type_of(ElementType type) const; // of each part
  llvm::Type *memory_type(ElementType type) const;
  Scalar constant(const Element &element) const;
  /// `position` counts elements.
  Scalar load(ElementType type, llvm::Value *base, llvm::Value *position);
  void store(ElementType type, const Scalar &value, llvm::Value *base, llvm::Value *position);

  /// An operation with Reading::Elementwise, but for map.
  Scalar elementwise(mlir::Operation &operation, llvm::ArrayRef<Scalar> operands);
  Scalar select(llvm::Value *predicate, const Scalar &on_true, const Scalar &on_false);
  /// 64 bits; unsigned types get zeros on top.
  llvm::Value *index_of(ElementType type, const Scalar &value);
  Scalar from_index(ElementType type, llvm::Value *index);
  Scalar convert(ElementType from, ElementType to, const Scalar &operand);
  /// Of the same number of bits.
  Scalar bitcast(ElementType from, ElementType to, const Scalar &operand);
  llvm::IRBuilder<> &builder() { return builder_; }
  const EmitOptions &options() const { return options_; }
  /// An i32 in memory that is not zero once an argument was beyond a bound; null if no such function was used.
  llvm::Value *beyond_bound() const { return beyond_bound_; }

private:
  Scalar rounded(ElementType type, llvm::Value *value);
  llvm::Value *from_bfloat(llvm::Value *bits);
  llvm::Value *to_bfloat(llvm::Value *value);
  llvm::Value *rounded_to_bfloat(llvm::Value *value);
  Scalar unary(mlir::Operation &operation, ElementType type, ElementType result, const Scalar &operand);
  Scalar binary(mlir::Operation &operation, ElementType type, ElementType result, const Scalar &lhs, const Scalar &rhs);
  llvm::Value *integer_binary(llvm::StringRef name, ElementType type, llvm::Value *lhs, llvm::Value *rhs);
  llvm::Value *float_binary(llvm::StringRef name, llvm::Value *lhs, llvm::Value *rhs);
  Scalar unless_undefined(const Scalar &quotient, const Scalar &lhs, const Scalar &rhs);
  Scalar complex_binary(llvm::StringRef name, ElementType type, const Scalar &lhs, const Scalar &rhs);
  llvm::Value *float_unary(llvm::StringRef name, llvm::Value *operand);
  llvm::Value *integer_unary(llvm::StringRef name, ElementType type, llvm::Value *operand);
  Scalar reduce_precision(mlir::Operation &operation, ElementType type, const Scalar &operand);
  Scalar compare(mlir::Operation &operation, ElementType type, const Scalar &lhs, const Scalar &rhs);
  llvm::Value *vector_function(const vector_math::Function &facts, llvm::ArrayRef<llvm::Value *> operands);
  /// By the interpreter's function, through memory.
  Scalar by_reference(mlir::Operation &operation, llvm::ArrayRef<Scalar> operands, ElementType type,
                      ElementType result);

  /// Notes whether an argument is finite and beyond a bound.
  void check_bound(llvm::Value *argument, double bound);

  llvm::IRBuilder<> &builder_;
  EmitOptions options_;
  llvm::Value *beyond_bound_ = nullptr;
};

} // namespace cotangent::emit
