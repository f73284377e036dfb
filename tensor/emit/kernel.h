// The loops of one kernel.
#pragma once

#include "tensor/emit/scalar.h"
#include "tensor/plan/program.h"

#include "llvm/IR/Module.h"

#include <functional>
#include <optional>

namespace cotangent::emit {

/// Where an element is in an array of a known shape: by its indices, by its number in row-major order, or both.
struct Position {
  llvm::SmallVector<llvm::Value *, 4> indices; // may be empty if `number` is there
  llvm::Value *number = nullptr;
};

/// Emits `void name(pointers to the distinct buffers, i64 begin, i64 end)`: results first, then leaves; the range is
/// along the outermost loop.
class KernelEmitter {
public:
  using Scalars = llvm::SmallVector<Scalar, 2>;
  using Body = std::function<Scalars(llvm::Value *index, llvm::ArrayRef<Scalar> carried)>;

  KernelEmitter(llvm::Module &module, const plan::Program &program, const plan::Kernel &kernel,
                const EmitOptions &options);
  llvm::Function *emit(const std::string &name);

  /// For a reduction in parts: emits a function of the same form that combines their results; it ignores the range.
  llvm::Function *emit_end_of_parts(const std::string &name);

  /// Emits `i32 name(pointer to the table of buffers, i64 left, i64 right)` for a sort: whether the elements at `left`
  /// come before those at `right`. The kernel's leaves have their places in the table for buffers.
  llvm::Function *emit_comparator(const std::string &name);

  /// Distinct buffers in the order of the function's parameters.
  static std::vector<plan::BufferId> parameters(const plan::Kernel &kernel);
  /// Length of the range of the outermost loop.
  static int64_t outer_size(const plan::Kernel &kernel);
  /// Kernels with equal texts have equal functions.
  static std::string text_of(const plan::Kernel &kernel);

  /// The element of a value at a position: loaded, or computed with all that lies before it.
  Scalar element(mlir::Value value, const Position &position);

private:
  const plan::Buffer &buffer(plan::BufferId id) const { return program_.buffers[static_cast<size_t>(id)]; }
  void begin_function(const std::string &name);
  llvm::Value *pointer(plan::BufferId id) const;
  /// Not that of the buffer, which may hold values of different types of one width, one after the other.
  ElementType result_type(size_t result) const;
  llvm::Value *number_at(const Position &position, llvm::ArrayRef<int64_t> shape);
  /// Fills in the indices if only the number is known.
  llvm::ArrayRef<llvm::Value *> indices_at(Position &position, llvm::ArrayRef<int64_t> shape);
  llvm::Value *index(int64_t value) { return builder_.getInt64(static_cast<uint64_t>(value)); }

  Scalar compute(mlir::Operation &operation, Position position);
  Scalar moved(mlir::Operation &operation, Position &position);
  Scalar bitcast_between_widths(mlir::Operation &operation, const Position &position);
  Scalar gathered(mlir::Operation &operation, Position &position);
  Scalar reshaped(mlir::Operation &operation, Position &position);
  Scalar choose(llvm::Value *condition, const std::function<Scalar()> &on_true,
                const std::function<Scalar()> &on_false);
  /// Emits `body` where the condition holds.
  void when(llvm::Value *condition, const std::function<void()> &body);
  /// An element of `starts`, moved so that a slice that may start at most at `most` lies inside.
  llvm::Value *clamped_start(mlir::Value starts, const Position &position, int64_t most);
  /// The results of a region of scalars; arguments have the types that are given.
  Scalars region(mlir::Region &region, llvm::ArrayRef<Scalar> arguments, llvm::ArrayRef<ElementType> types);
  void run_block(mlir::Block &block, llvm::DenseMap<mlir::Value, Scalar> &values, Scalars &results);
  Scalars branches(mlir::Operation &operation, llvm::DenseMap<mlir::Value, Scalar> &values);

  /// A loop over [begin, end); `carried` starts as given and is what the body returned last.
  Scalars loop(llvm::Value *begin, llvm::Value *end, llvm::ArrayRef<Scalar> carried, const Body &body);
  /// Nested loops over the given dimensions of a shape; the others stay as they are in `indices`.
  Scalars nest(llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> dimensions,
               llvm::SmallVectorImpl<llvm::Value *> &indices, llvm::ArrayRef<Scalar> carried,
               const std::function<Scalars(llvm::ArrayRef<Scalar>)> &body);
  /// Loops over the dimensions of a shape, the outermost of them along the range of the kernel.
  void nest_in_range(llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> dimensions,
                     llvm::SmallVectorImpl<llvm::Value *> &indices,
                     const std::function<Scalars(llvm::ArrayRef<Scalar>)> &body);
  void store_result(size_t result, const Scalar &value, const Position &position);
  /// What stands at a place of the results is combined with further elements.
  void combine_into_results(mlir::Region &body, llvm::Value *number, llvm::ArrayRef<Scalar> changes,
                            llvm::ArrayRef<ElementType> types);
  /// The only element of a scalar as one of the result's type.
  Scalar initial_element(mlir::Value value, size_t result);
  llvm::SmallVector<ElementType> result_types() const;
  llvm::SmallVector<ElementType> operand_types(size_t count) const; // of the first ones

  void emit_second_try(llvm::Value *beyond, const std::string &name);
  void emit_map();
  void emit_reduce();
  /// What one run of the loops reduces: everything, or a part.
  struct Reduction {
    llvm::SmallVector<int64_t> kept, reduced;
    llvm::Value *part = nullptr;                     // its number; null: everything, the range is along the results
    llvm::Value *begin = nullptr, *length = nullptr; // of the part, along its dimension
  };
  void emit_reduce_rows(const Reduction &reduction);
  void emit_reduce_columns(const Reduction &reduction);
  Scalar reduction_start(const Reduction &reduction, size_t result);
  llvm::Value *reduced_number(const Reduction &reduction, size_t result, const Position &position);
  Scalar load_reduced(const Reduction &reduction, size_t result, const Position &position);
  void store_reduced(const Reduction &reduction, size_t result, const Scalar &value, const Position &position);
  Scalars nest_reduced(const Reduction &reduction, llvm::ArrayRef<int64_t> dimensions,
                       llvm::SmallVectorImpl<llvm::Value *> &indices, llvm::ArrayRef<Scalar> carried,
                       const std::function<Scalars(llvm::ArrayRef<Scalar>)> &body);
  void emit_reduce_window();
  void emit_update_slice();
  void emit_scatter();
  void copy_operand(size_t number);
  void emit_select_and_scatter();
  Scalars combine(mlir::Region &body, llvm::ArrayRef<Scalar> carried, llvm::ArrayRef<Scalar> elements);
  Scalars reduce_step(mlir::Region &body, llvm::ArrayRef<Scalar> carried, const Position &position, size_t count);

  llvm::Module &module_;
  const plan::Program &program_;
  const plan::Kernel &kernel_;
  llvm::IRBuilder<> builder_;
  ScalarEmitter scalars_;
  llvm::Function *function_ = nullptr;
  llvm::Value *begin_ = nullptr, *end_ = nullptr;
  llvm::DenseMap<mlir::Value, plan::BufferId> leaves_;
  llvm::DenseMap<plan::BufferId, llvm::Value *> pointers_;
  struct Known {
    mlir::Value value;
    Position position;
    Scalar scalar;
  };
  std::vector<llvm::DenseMap<mlir::Value, llvm::SmallVector<Known, 1>>> known_; // a scope for each branch
};

llvm::ArrayRef<int64_t> shape_of(mlir::Value value);
/// 0, 1, …, rank - 1
llvm::SmallVector<int64_t> all_dimensions(size_t rank);

/// The dimension of the outermost loop: the first of `dimensions` that is longer than one; none if all are one.
std::optional<size_t> outer_dimension(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> dimensions);
llvm::SmallVector<int64_t> without(llvm::ArrayRef<int64_t> dimensions, std::optional<size_t> one);

/// All operations inside work on equal positions, so that one loop over all elements does.
bool is_flat(const plan::Kernel &kernel);

} // namespace cotangent::emit
