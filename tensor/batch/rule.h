// What a batching rule is, and the table of them.
#pragma once

#include "tensor/batch/batcher.h"

#include <string_view>

namespace cotangent::batch {

/// An operation of which at least one operand is batched, or a value that its regions take from outside.
struct Request {
  mlir::Operation *operation;
  /// One for each operand, null for those that do not depend on what is batched.
  llvm::ArrayRef<mlir::Value> batched;
  Batcher &batcher;
  /// Inserts where the operation is.
  Build &build;

  int64_t size() const { return batcher.size(); }
  mlir::Value operand(size_t at) const { return operation->getOperand(static_cast<unsigned>(at)); }
  /// The operand with the batch in front, repeated if need be.
  mlir::Value front(size_t at) const { return batched[at] ? batched[at] : batcher.front(build, operand(at)); }
  Values fronts() const;
  mlir::RankedTensorType result_type(size_t at = 0) const {
    return ranked(batched_type(operation->getResult(static_cast<unsigned>(at)).getType(), size()));
  }
  llvm::SmallVector<mlir::Type> result_types() const;
  /// The operation on other operands, with batched results.
  mlir::Operation *repeat(mlir::ValueRange operands) const { return build.repeat(operation, operands, result_types()); }
  /// The operation on batched operands, with batched results.
  template <class Op> Op repeat() const { return mlir::cast<Op>(repeat(fronts())); }
};

/// One value for each result, batched or of the type that the result has.
using BatchRule = Values (*)(const Request &request);

struct Rule {
  /// Of the operation: "stablehlo.add".
  std::string_view name;
  BatchRule apply = nullptr;
  /// Why the operation cannot be batched, if it has no rule.
  std::string_view reason = "";
};

/// Null if there is none.
const Rule *find_rule(llvm::StringRef name);

// The families of the table.
llvm::ArrayRef<Rule> elementwise_rules();
llvm::ArrayRef<Rule> broadcasting_rules(); // chlo, with broadcasting as in NumPy
llvm::ArrayRef<Rule> shape_rules();
llvm::ArrayRef<Rule> indexing_rules();
llvm::ArrayRef<Rule> product_rules();
llvm::ArrayRef<Rule> reduction_rules();
llvm::ArrayRef<Rule> control_rules();
llvm::ArrayRef<Rule> refused_rules();

/// The operation run in a loop, once for each example.
Values loop_over_lanes(const Request &request);

/// Throws Error ("no-batching") with the place and the name of the operation.
[[noreturn]] void refuse(mlir::Operation *operation, std::string_view reason);

// --- pieces of rules -------------------------------------------------------------------------------------------------
/// 0, then each number and one more.
stablehlo::Shape behind_batch(Numbers dimensions);
/// Each number and one more.
stablehlo::Shape shifted(Numbers dimensions);
/// A number in front.
stablehlo::Shape with_front(int64_t number, Numbers numbers);
/// Of a value with the batch in front: the batch becomes part of a dimension (counted without the batch), behind
/// `groups` parts of it and before the rest.
mlir::Value fold(Build &build, mlir::Value value, int64_t dimension, int64_t groups = 1);
/// The other way round, to a dimension of `part` elements for each example.
mlir::Value unfold(Build &build, mlir::Value value, int64_t dimension, int64_t size, int64_t part, int64_t groups = 1);
/// Numbers of a batch (tensor<size>) for every element of a shape that has the batch in front.
mlir::Value spread(Build &build, mlir::Value lanes, Numbers shape);
/// By one number of each example, which of two values.
mlir::Value choose(Build &build, mlir::Value condition, mlir::Value on_true, mlir::Value on_false);
/// Padding whose value differs by example.
mlir::Value pad_lanes(Build &build, mlir::Value value, mlir::Value padding, Numbers low, Numbers high,
                      Numbers interior);

} // namespace cotangent::batch
