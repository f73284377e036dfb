// What a rewrite is, and what it builds its replacement with.
#pragma once

#include "tensor/ir/infer.h"
#include "tensor/simplify/constants.h"
#include "tensor/simplify/simplify.h"

#include "mlir/IR/PatternMatch.h"

namespace cotangent::simplify {

using stablehlo::element_of;
using stablehlo::Numbers;
using stablehlo::rank_of;
using stablehlo::shape_of;
using Dimensions = llvm::SmallVector<int64_t>;

/// The place of one rewrite: makes operations in front of the one that is rewritten, and puts others in its place.
class Edit {
public:
  Edit(mlir::PatternRewriter &rewriter, mlir::Location location, const SimplifyOptions &options)
      : rewriter(rewriter), location(location), options(options) {}

  template <class Op, class... Arguments> Op make_operation(Arguments &&...arguments) {
    return Op::create(rewriter, location, std::forward<Arguments>(arguments)...);
  }
  template <class Op, class... Arguments> mlir::Value make(Arguments &&...arguments) {
    return make_operation<Op>(std::forward<Arguments>(arguments)...)->getResult(0);
  }

  /// These return true, for rewrites to return in turn.
  bool replace(mlir::Operation *operation, mlir::ValueRange values) {
    rewriter.replaceOp(operation, values);
    return true;
  }
  bool replace(mlir::Operation *operation, mlir::Value value) { return replace(operation, mlir::ValueRange(value)); }
  template <class Op, class... Arguments> bool replace_with(mlir::Operation *operation, Arguments &&...arguments) {
    return replace(operation, make<Op>(operation->getResult(0).getType(), std::forward<Arguments>(arguments)...));
  }

  mlir::Value constant(mlir::DenseElementsAttr value) { return make<stablehlo::ConstantOp>(value); }
  mlir::Value splat(const Element &element, mlir::Type type) {
    return constant(splat_attribute(element, mlir::cast<mlir::RankedTensorType>(type)));
  }
  /// A copy of an elementwise operation for other operands; its result has their shape.
  mlir::Value elementwise(mlir::Operation *operation, mlir::ValueRange operands, Numbers shape);

  // Operations that move elements; the value itself where nothing moves.
  mlir::Value reshape(mlir::Value value, Numbers shape);
  mlir::Value transpose(mlir::Value value, Numbers permutation);
  mlir::Value broadcast(mlir::Value value, Numbers dimensions, Numbers shape);
  mlir::Value slice(mlir::Value value, Numbers start, Numbers limit, Numbers strides);
  mlir::Value concatenate(mlir::ValueRange values, int64_t dimension);
  mlir::Value pad(mlir::Value value, mlir::Value padding, Numbers low, Numbers high, Numbers interior);

  mlir::PatternRewriter &rewriter;
  const mlir::Location location;
  const SimplifyOptions &options;
};

/// A rewrite by name, of one of three kinds. Those of operations return whether they changed the program, and change
/// nothing otherwise.
struct Rewrite {
  const char *name;
  /// Of one kind of operation: adds a pattern.
  void (*add)(mlir::RewritePatternSet &patterns, const SimplifyOptions &options) = nullptr;
  /// Of any operation.
  bool (*any)(mlir::Operation *operation, Edit &edit) = nullptr;
  /// Of a whole module.
  bool (*run)(mlir::ModuleOp module) = nullptr;
  /// Operands and results must be plain tensors.
  bool plain_only = true;
};
using Rewrites = llvm::ArrayRef<Rewrite>;

Rewrites folding_rewrites();
Rewrites arithmetic_rewrites();
Rewrites logic_rewrites();
Rewrites conversion_rewrites();
Rewrites elementwise_rewrites();
Rewrites transpose_rewrites();
Rewrites broadcast_rewrites();
Rewrites slice_rewrites();
Rewrites joining_rewrites();
Rewrites update_rewrites();
Rewrites gather_rewrites();
Rewrites reduction_rewrites();
Rewrites product_rewrites();
Rewrites run_time_shape_rewrites();
Rewrites branch_rewrites();
Rewrites loop_rewrites();
Rewrites module_rewrites();

/// Makes a pattern of a function on operations of one kind.
template <class Op> struct Local : mlir::OpRewritePattern<Op> {
  using Function = bool (*)(Op operation, Edit &edit);
  Local(mlir::MLIRContext *context, Function function, const SimplifyOptions &options, bool plain_only)
      : mlir::OpRewritePattern<Op>(context), function(function), options(options), plain_only(plain_only) {}
  mlir::LogicalResult matchAndRewrite(Op operation, mlir::PatternRewriter &rewriter) const override {
    if (plain_only && !has_plain_types(operation))
      return mlir::failure();
    Edit edit(rewriter, operation->getLoc(), options);
    return mlir::success(function(operation, edit));
  }
  Function function;
  const SimplifyOptions &options;
  bool plain_only;
};
template <class Op, bool plain_only> struct LocalRewrite {
  template <bool (*function)(Op, Edit &)> static constexpr Rewrite make(const char *name) {
    return {.name = name, .add = [](mlir::RewritePatternSet &patterns, const SimplifyOptions &options) {
              patterns.add<Local<Op>>(patterns.getContext(), function, options, plain_only);
            }};
  }
};
template <bool plain_only> struct LocalRewrite<mlir::Operation *, plain_only> {
  template <bool (*function)(mlir::Operation *, Edit &)> static constexpr Rewrite make(const char *name) {
    return {.name = name, .any = function, .plain_only = plain_only};
  }
};
template <class Op> Op operand_kind(bool (*function)(Op, Edit &));

/// A rewrite of operations, of one kind or any (mlir::Operation *), all of whose operands and results are plain
/// tensors.
template <auto function> constexpr Rewrite local(const char *name) {
  return LocalRewrite<decltype(operand_kind(function)), true>::template make<function>(name);
}
/// A rewrite that sees operations with values of any type.
template <auto function> constexpr Rewrite local_of_any_type(const char *name) {
  return LocalRewrite<decltype(operand_kind(function)), false>::template make<function>(name);
}

// --- what several families ask ---------------------------------------------------------------------------------------
/// The operation that makes a value, if it is of that kind and all its operands and results are plain tensors.
template <class Op> Op source(mlir::Value value) {
  Op operation = value.getDefiningOp<Op>();
  return operation && has_plain_types(operation) ? operation : Op();
}

int64_t count_of(Numbers shape);
Dimensions first_numbers(int64_t count); // 0, 1, …
bool is_ascending(Numbers numbers);
Dimensions inverse(Numbers permutation);
inline Dimensions filled(size_t count, int64_t value) { return Dimensions(count, value); }
Dimensions picked(Numbers list, Numbers positions);

/// Where the dimensions of a shape stand in another one that differs by dimensions of size 1 put in between; nothing if
/// it differs by more.
std::optional<Dimensions> place_in(Numbers shape, Numbers with_units);

/// One result that depends, element by element, on operands of its shape; `select` and `clamp` may have scalars.
bool is_elementwise(mlir::Operation *operation);
bool is_integer_or_bool(mlir::Value value);
bool is_real_float(mlir::Value value);

} // namespace cotangent::simplify
