// Random programs that have derivatives: every seed is a function of floating-point and complex arrays. Numbers stay
// small: each value has a bound that its elements do not exceed, and what would grow is scaled or put through a sine.
#pragma once

#include "tensor/build/build.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

#include <random>
#include <string>

namespace cotangent::random_programs {

using stablehlo::Shape;

/// Arguments are drawn from [-2, 2], both parts of complex ones.
inline constexpr double argument_limit = 2;

class Generator;
/// A kind of operation: makes one of values known to the generator, and adds what it gives. False: it had none to work on.
struct Family {
  std::string_view name;
  int weight;
  bool (*make)(Generator &generator);
};
llvm::ArrayRef<Family> elementwise_families();
llvm::ArrayRef<Family> moving_families();
llvm::ArrayRef<Family> indexing_families();
llvm::ArrayRef<Family> folding_families();
llvm::ArrayRef<Family> product_families();
llvm::ArrayRef<Family> control_families();

class Generator {
public:
  /// Only the families whose names the list has; all, if it is empty.
  Generator(mlir::ModuleOp module, uint64_t seed, const std::vector<std::string> &families = {});

  /// Adds a public function @f to the module.
  mlir::func::FuncOp make_function();

  // --- chance --------------------------------------------------------------------------------------------------------
  /// From least to most, both included.
  int64_t number(int64_t least, int64_t most);
  double real_number(double least, double most);
  bool chance(double probability) { return real_number(0, 1) < probability; }
  template <class List> auto one_of(const List &list) {
    return list[static_cast<size_t>(number(0, static_cast<int64_t>(std::size(list)) - 1))];
  }
  Shape shape(int64_t least_rank, int64_t most_rank, int64_t elements = most_elements);
  Shape permutation(int64_t rank);
  /// Numbers below count, in order, each with a probability.
  Shape subset(int64_t count, double probability);

  // --- values --------------------------------------------------------------------------------------------------------
  /// Any that is known at this place, later ones rather than earlier ones.
  mlir::Value any();
  mlir::Value any_real();
  mlir::Value any_complex();
  /// A value of the shape: one that has it, or any made to fit.
  mlir::Value of(Numbers shape, bool complex);
  mlir::Value like(mlir::Value value) { return of(shape_of(value), is_complex(value)); }
  mlir::Value scalar() { return of({}, false); }
  mlir::Value fit(mlir::Value value, Numbers shape);
  mlir::Value constant(Numbers shape, bool complex, double limit = 2);
  /// An integer without dimensions: a constant, a counter of a loop around, or what an array's element says. Mostly in
  /// [0, size], sometimes outside.
  mlir::Value index(mlir::Type element, int64_t size);
  mlir::Value indices(Numbers shape, mlir::Type element, int64_t size);
  mlir::Type index_element() { return chance(0.6) ? build.builder.getI32Type() : build.builder.getI64Type(); }
  /// Of a shape, or of none: a comparison.
  mlir::Value condition(Numbers shape);

  // --- bounds --------------------------------------------------------------------------------------------------------
  double bound(mlir::Value value) const;
  mlir::Value note(mlir::Value value, double bound);
  /// The value, or one like it whose elements are at most `limit`.
  mlir::Value bounded(mlir::Value value, double limit);
  /// Lets operations that come use the value.
  void add(mlir::Value value, double bound);
  void add_counter(mlir::Value counter) { counters_.push_back(counter); }

  // --- operations ----------------------------------------------------------------------------------------------------
  void make_operations(int64_t count);
  /// What `make` adds is known only while it runs.
  void in_scope(llvm::function_ref<void()> make);
  /// The same without what is known outside, for other functions.
  void in_new_scope(llvm::function_ref<void()> make);
  int depth() const { return depth_; }
  std::string new_name() { return "part_" + std::to_string(functions_++); }
  bool is_known_since(mlir::Value value, size_t since) const;
  size_t known() const { return values_.size(); }
  const Values &values() const { return values_; }

  static constexpr int64_t most_elements = 48;

  mlir::ModuleOp module;
  Build build;

private:
  bool make_operation();
  mlir::OpBuilder builder_;
  std::mt19937_64 random_;
  std::vector<Family> families_;
  Values values_;   // known, in order
  Values counters_; // integers
  size_t first_ = 0; // of the known ones that may be used here
  llvm::DenseMap<mlir::Value, double> bounds_;
  int depth_ = 0, functions_ = 0;
};

inline mlir::RankedTensorType tensor(Numbers shape, mlir::Type element) {
  return mlir::RankedTensorType::get(shape, element);
}
/// The number of elements that a reduction over dimensions joins.
int64_t count_of(mlir::Value value, Numbers dimensions);

} // namespace cotangent::random_programs
