// A function of a module as a list of steps on buffers: what is computed together, what is called, where values lie.
#pragma once

#include "runtime/arrays/array.h"
#include "tensor/library/call.h"

#include "mlir/IR/Operation.h"

#include <memory>
#include <string>
#include <vector>

namespace cotangent::plan {

/// Where the bytes of a buffer are.
enum class Place : uint8_t {
  Argument, // of the function; never written
  Result,   // memory that the caller gives
  Constant, // of the program; never written
  Arena,    // scratch memory of one run
};

using BufferId = int32_t;

/// Values of other types, but of as many bytes, may share its memory in turn.
struct Buffer {
  ElementType type = ElementType::Bool;
  Shape shape;
  Place place = Place::Arena;
  int64_t at = 0; // number of the argument, result or constant; byte offset in the arena
  int64_t bytes = 0;
};

/// A value of the program that a kernel or a call finds in a buffer.
struct Leaf {
  mlir::Value value;
  BufferId buffer;
  /// The results (by their numbers) of which the kernel is about to write just the bytes that it reads, so that both
  /// may be one buffer.
  std::vector<size_t> in_place_of = {};
};

struct Step;
using Steps = std::vector<Step>;

/// A reduction in parts: each combines `size` of the elements along a dimension into its row of partial results, and
/// these are combined at the end. What a part is does not depend on the threads that work on them.
struct Parts {
  int64_t dimension = 0, size = 0;
  int64_t count = 0;             // none: the reduction is done at once
  std::vector<BufferId> results; // of shape [count, elements of a result]
};

/// Loops that compute the results of one operation, with all that stands before it and is not in a buffer.
struct Kernel {
  mlir::Operation *root = nullptr;
  /// More roots, if this one is elementwise: elementwise ones with one result of the same shape, in the order of the
  /// program. They may use each other's results, at the same elements.
  std::vector<mlir::Operation *> siblings;
  std::vector<Leaf> leaves;
  std::vector<BufferId> results;
  bool in_place = false; // a leaf has the buffer of a result; each element is read before it is written
  Parts parts;
  int64_t work = 0; // roughly, in nanoseconds

  /// Of the root, or the one of a sibling.
  mlir::Value result(size_t at) const {
    return at == 0 || siblings.empty() ? root->getResult(static_cast<unsigned>(at)) : siblings[at - 1]->getResult(0);
  }
};

/// An operation that is run by a library or by the interpreter.
struct LibraryStep {
  mlir::Operation *operation = nullptr;
  std::string name; // for the text of the program
  std::shared_ptr<const library::Call> call;
  std::vector<BufferId> operands, results;
  BufferId workspace = -1;
  /// The operands that the region of the operation uses, by their numbers; the call gets a pointer to its code as one
  /// operand more.
  std::vector<std::pair<mlir::Value, size_t>> region_operands;
};

struct Copy {
  BufferId from = -1, to = -1;
};

/// Runs `body` while `condition` leaves true in `predicate`.
struct Loop {
  BufferId predicate = -1;
  std::unique_ptr<Steps> condition, body;
};

/// Runs one of the branches: by a Bool (the first if true) or by an index (the last if out of range).
struct Branch {
  BufferId selector = -1;
  bool by_index = false;
  std::vector<Steps> branches;
};

struct Step {
  enum class Kind : uint8_t { Kernel, Library, Copy, Loop, Branch } kind = Kind::Kernel;
  Kernel kernel;
  LibraryStep library;
  Copy copy;
  Loop loop;
  Branch branch;
};

/// Calls use(list) for the lists of steps inside the steps, inner ones first, and last for `steps` itself.
template <class Use> void for_each_list(Steps &steps, Use use) {
  for (Step &step : steps) {
    if (step.kind == Step::Kind::Loop) {
      for_each_list(*step.loop.condition, use);
      for_each_list(*step.loop.body, use);
    }
    for (Steps &branch : step.branch.branches)
      for_each_list(branch, use);
  }
  use(steps);
}

struct Program {
  std::string name;
  std::vector<Buffer> buffers;
  std::vector<Array> constants;
  std::vector<BufferId> arguments, results;
  int64_t arena_bytes = 0;
  Steps steps;
};

/// One line a step; what a test or a person reads.
std::string text_of(const Program &program);

} // namespace cotangent::plan
