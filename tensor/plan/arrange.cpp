#include "tensor/plan/arrange.h"

#include "tensor/ir/dialects.h"
#include "tensor/plan/calls.h"
#include "tensor/plan/native.h"

#include "llvm/ADT/DenseSet.h"

#include <algorithm>

using namespace mlir;

namespace cotangent::plan {
namespace {

/// Limits of a joined kernel: arrays that its loops go through at once, and code.
constexpr size_t most_results = 8, most_leaves = 12, most_operations = 96;
constexpr size_t most_steps_back = 8;
/// Rows shorter than this are worse loops than one over all elements.
constexpr int64_t long_row = 64;

ArrayRef<int64_t> shape_of(mlir::Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }
int64_t count_of(mlir::Value value) { return cast<RankedTensorType>(value.getType()).getNumElements(); }

const Leaf *leaf_of(const Kernel &kernel, mlir::Value value) {
  auto found = llvm::find_if(kernel.leaves, [&](const Leaf &leaf) { return leaf.value == value; });
  return found == kernel.leaves.end() ? nullptr : &*found;
}

SmallVector<Operation *> roots_of(const Kernel &kernel) {
  SmallVector<Operation *> roots{kernel.root};
  llvm::append_range(roots, kernel.siblings);
  return roots;
}

/// What is inside the loops.
struct Contents {
  llvm::DenseSet<Operation *> operations;
  bool simple = true; // no operation decides from where it reads
  bool flat = true;   // one loop over all elements does
  bool may_run_twice = false;
};

void add_contents(Operation &operation, const Kernel &kernel, Contents &contents) {
  if (!contents.operations.insert(&operation).second)
    return;
  contents.may_run_twice |= may_run_twice(operation);
  Reading reading = reading_of(operation);
  bool of_scalar = operation.getNumOperands() == 1 && shape_of(operation.getOperand(0)).empty();
  if (reading != Reading::Elementwise && !isa<stablehlo::ConstantOp, stablehlo::ReshapeOp>(operation) && !of_scalar)
    contents.flat = false;
  contents.simple &= reading == Reading::Elementwise ||
                     isa<stablehlo::ConstantOp, stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp,
                         stablehlo::BroadcastOp, stablehlo::SliceOp, stablehlo::DynamicSliceOp>(operation);
  for (mlir::Value operand : operation.getOperands())
    if (!leaf_of(kernel, operand) && operand.getDefiningOp())
      add_contents(*operand.getDefiningOp(), kernel, contents);
}

Contents contents_of(const Kernel &kernel) {
  Contents contents;
  for (Operation *root : roots_of(kernel))
    add_contents(*root, kernel, contents);
  return contents;
}

bool is_elementwise(const Kernel &kernel) {
  return reading_of(*kernel.root) == Reading::Elementwise && kernel.parts.count == 0 &&
         count_of(kernel.root->getResult(0)) > 1;
}

/// Whether the operation reads results of the kernel only at the element that it computes itself.
class SameElements {
public:
  SameElements(const Kernel &reader, const Kernel &read) : reader_(reader) {
    for (Operation *root : roots_of(read))
      results_.insert(root->getResult(0));
  }
  bool of(Operation &operation) { return visit(operation, true); }

private:
  bool visit(Operation &operation, bool same) {
    if (!seen_.insert({&operation, same}).second)
      return true;
    for (mlir::Value captured : captured_values(operation))
      if (results_.contains(captured))
        return false;
    for (mlir::Value operand : operation.getOperands()) {
      bool still = same && reading_of(operation) == Reading::Elementwise &&
                   shape_of(operand) == shape_of(operation.getResult(0));
      if (results_.contains(operand) && !still)
        return false;
      if (!leaf_of(reader_, operand) && operand.getDefiningOp() && !visit(*operand.getDefiningOp(), still))
        return false;
    }
    return true;
  }

  const Kernel &reader_;
  llvm::DenseSet<mlir::Value> results_;
  llvm::DenseSet<std::pair<Operation *, unsigned>> seen_;
};

/// An array that both read, or that the later one reads and the earlier one makes. Null if they must not be joined:
/// values have different buffers if a function's operations are planned for several calls.
const Leaf *common_leaf(const Kernel &earlier, const Kernel &later) {
  const Leaf *common = nullptr;
  int64_t count = count_of(later.root->getResult(0));
  for (Operation *root : roots_of(earlier))
    if (root == later.root || leaf_of(earlier, later.root->getResult(0)))
      return nullptr;
  for (const Leaf &leaf : later.leaves) {
    const Leaf *other = leaf_of(earlier, leaf.value);
    if (other && other->buffer != leaf.buffer)
      return nullptr;
    bool made = false;
    for (auto [root, result] : llvm::zip(roots_of(earlier), earlier.results)) {
      if ((root->getResult(0) == leaf.value) != (result == leaf.buffer))
        return nullptr;
      made |= result == leaf.buffer;
    }
    if ((other || made) && count_of(leaf.value) >= count)
      common = &leaf;
  }
  return common;
}

Kernel joined(const Kernel &earlier, const Kernel &later) {
  Kernel kernel = earlier;
  kernel.siblings.push_back(later.root);
  kernel.results.push_back(later.results.front());
  kernel.work += later.work;
  for (const Leaf &leaf : later.leaves)
    if (!leaf_of(kernel, leaf.value) && !llvm::is_contained(earlier.results, leaf.buffer))
      kernel.leaves.push_back(leaf);
  return kernel;
}

bool worth_joining(const Kernel &earlier, const Kernel &later) {
  if (!is_elementwise(earlier) || earlier.results.size() >= most_results ||
      shape_of(earlier.root->getResult(0)) != shape_of(later.root->getResult(0)) || !common_leaf(earlier, later) ||
      !SameElements(later, earlier).of(*later.root))
    return false;
  Kernel both = joined(earlier, later);
  Contents first = contents_of(earlier), second = contents_of(later), all = contents_of(both);
  bool loops_fit = first.flat == second.flat || shape_of(later.root->getResult(0)).back() >= long_row;
  return loops_fit && all.simple && first.may_run_twice == second.may_run_twice && both.leaves.size() <= most_leaves &&
         all.operations.size() <= most_operations;
}

/// use(buffer, whether it is written) for all buffers of a step.
template <class Use> void for_each_buffer(const Step &step, const Use &use) {
  auto all = [&](const std::vector<BufferId> &buffers, bool written) {
    for (BufferId id : buffers)
      use(id, written);
  };
  auto inside = [&](const Steps &steps) {
    for (const Step &inner : steps)
      for_each_buffer(inner, use);
  };
  switch (step.kind) {
  case Step::Kind::Kernel:
    for (const Leaf &leaf : step.kernel.leaves)
      use(leaf.buffer, false);
    all(step.kernel.results, true);
    all(step.kernel.parts.results, true);
    return;
  case Step::Kind::Library:
    all(step.library.operands, false);
    all(step.library.results, true);
    return;
  case Step::Kind::Copy:
    use(step.copy.from, false);
    use(step.copy.to, true);
    return;
  case Step::Kind::Loop:
    use(step.loop.predicate, false);
    inside(*step.loop.condition);
    inside(*step.loop.body);
    return;
  case Step::Kind::Branch:
    use(step.branch.selector, false);
    for (const Steps &branch : step.branch.branches)
      inside(branch);
    return;
  }
}

/// Whether a kernel may run behind (before) these steps instead of before (behind) them.
bool can_pass(const Kernel &kernel, ArrayRef<Step> steps) {
  bool can = true;
  for (const Step &step : steps)
    for_each_buffer(step, [&](BufferId id, bool written) {
      bool is_leaf = llvm::any_of(kernel.leaves, [&](const Leaf &leaf) { return leaf.buffer == id; });
      can &= !llvm::is_contained(kernel.results, id) && !(written && is_leaf);
    });
  return can;
}

} // namespace

void add_kernel(Steps &steps, Step step) {
  size_t first = steps.size() - std::min(steps.size(), most_steps_back);
  if (is_elementwise(step.kernel))
    for (size_t at = steps.size(); at-- > first;) {
      if (steps[at].kind != Step::Kind::Kernel || !worth_joining(steps[at].kernel, step.kernel))
        continue;
      ArrayRef<Step> between = ArrayRef<Step>(steps).drop_front(at + 1);
      if (can_pass(step.kernel, between)) {
        steps[at].kernel = joined(steps[at].kernel, step.kernel);
        return;
      }
      if (can_pass(steps[at].kernel, between)) {
        step.kernel = joined(steps[at].kernel, step.kernel);
        steps.erase(steps.begin() + static_cast<ptrdiff_t>(at));
        break;
      }
    }
  steps.push_back(std::move(step));
}

void delay_updates(Steps &steps, size_t first) {
  for (size_t at = steps.size(); at-- > first;) {
    const Step &step = steps[at];
    if (step.kind != Step::Kind::Kernel || reading_of(*step.kernel.root) != Reading::Updating)
      continue;
    size_t last = at;
    for (size_t later = at + 1; later < steps.size(); ++later)
      for_each_buffer(steps[later], [&](BufferId id, bool written) {
        for (size_t operand = 0; operand < updated_operands(*step.kernel.root); ++operand)
          if (const Leaf *leaf = leaf_of(step.kernel, step.kernel.root->getOperand(static_cast<unsigned>(operand))))
            if (leaf->buffer == id && !written)
              last = later;
      });
    if (last != at && can_pass(step.kernel, ArrayRef<Step>(steps).slice(at + 1, last - at)))
      std::rotate(steps.begin() + static_cast<ptrdiff_t>(at), steps.begin() + static_cast<ptrdiff_t>(at + 1),
                  steps.begin() + static_cast<ptrdiff_t>(last + 1));
  }
}

void drop_unread_results(Program &program) {
  llvm::DenseSet<BufferId> read(program.results.begin(), program.results.end());
  for (const Step &step : program.steps)
    for_each_buffer(step, [&](BufferId id, bool written) {
      if (!written)
        read.insert(id);
    });
  for_each_list(program.steps, [&](Steps &steps) {
    for (Step &step : steps) {
      Kernel &kernel = step.kernel;
      for (size_t at = kernel.results.size(); at-- > 0 && !kernel.siblings.empty();) {
        if (read.contains(kernel.results[at]))
          continue;
        kernel.results.erase(kernel.results.begin() + static_cast<ptrdiff_t>(at));
        if (at == 0)
          kernel.root = kernel.siblings.front();
        kernel.siblings.erase(kernel.siblings.begin() + static_cast<ptrdiff_t>(at == 0 ? 0 : at - 1));
      }
    }
  });
}

} // namespace cotangent::plan
