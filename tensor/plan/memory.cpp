#include "tensor/plan/memory.h"

#include "tensor/plan/calls.h"
#include "tensor/plan/native.h"
#include "tensor/vector_math/functions.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace cotangent::plan {
namespace {

size_t number(BufferId id) { return static_cast<size_t>(id); }

/// Kernels that may be computed a second time: see emit::EmitOptions::any_argument.
bool may_run_twice(Operation &operation) {
  return operation
      .walk([](Operation *inner) {
        auto *function = vector_math::function_of_operation(std::string_view(inner->getName().stripDialect()));
        return function && vector_math::is_bounded(*function) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Bytes of an element in memory.
int64_t width_of(mlir::Value value) { return facts_of(interpret::facts_of(value.getType()).type).bytes; }

void find_leaves_read_in_place(Kernel &kernel) {
  llvm::DenseMap<mlir::Value, size_t> leaf_of;
  for (size_t at = 0; at < kernel.leaves.size(); ++at)
    leaf_of[kernel.leaves[at].value] = at;
  constexpr int32_t unseen = -2;
  for (Leaf &leaf : kernel.leaves)
    leaf.in_place_of = unseen;
  auto found = [&](mlir::Value value, int32_t result) {
    auto leaf = leaf_of.find(value);
    if (leaf == leaf_of.end())
      return false;
    int32_t &in_place_of = kernel.leaves[leaf->second].in_place_of;
    bool same = in_place_of == unseen || in_place_of == result;
    same &= result >= 0 && width_of(value) == width_of(kernel.root->getResult(static_cast<unsigned>(result)));
    in_place_of = same ? result : -1;
    return true;
  };
  llvm::DenseSet<std::pair<Operation *, unsigned>> seen;
  bool twice = false;
  auto inputs = static_cast<unsigned>(updated_operands(*kernel.root));
  auto visit = [&](auto &&visit, Operation &operation, bool same_element) -> void {
    if (!seen.insert({&operation, same_element}).second)
      return;
    Reading reading = reading_of(operation);
    twice |= may_run_twice(operation);
    auto shape = [](mlir::Value value) { return cast<RankedTensorType>(value.getType()).getShape(); };
    for (OpOperand &operand : operation.getOpOperands()) {
      unsigned number = operand.getOperandNumber();
      bool same =
          same_element && reading == Reading::Elementwise && shape(operand.get()) == shape(operation.getResult(0));
      int32_t result = same ? 0 : -1;
      if (reading == Reading::Updating && number < inputs)
        result = static_cast<int32_t>(number);
      if (!found(operand.get(), result))
        if (Operation *from = operand.get().getDefiningOp())
          visit(visit, *from, same);
    }
    for (mlir::Value captured : captured_values(operation))
      found(captured, -1);
  };
  visit(visit, *kernel.root, kernel.results.size() == 1);
  for (Leaf &leaf : kernel.leaves)
    if (leaf.in_place_of == unseen || (twice && inputs == 0))
      leaf.in_place_of = -1;
}

/// Which buffers hold something at the same time.
class Interference {
public:
  explicit Interference(Program &program) {
    conflicts_.assign(program.buffers.size(), llvm::BitVector(static_cast<unsigned>(program.buffers.size())));
    llvm::BitVector live(static_cast<unsigned>(program.buffers.size()));
    for (BufferId result : program.results)
      live.set(static_cast<unsigned>(result));
    walk(program.steps, live);
  }

  bool between(BufferId first, BufferId second) const {
    return conflicts_[number(first)].test(static_cast<unsigned>(second));
  }
  void merge(BufferId into, BufferId gone) {
    conflicts_[number(into)] |= conflicts_[number(gone)];
    for (unsigned other : conflicts_[number(gone)].set_bits())
      conflicts_[other].set(static_cast<unsigned>(into));
  }

private:
  void conflict(BufferId first, BufferId second) {
    if (first == second)
      return;
    conflicts_[number(first)].set(static_cast<unsigned>(second));
    conflicts_[number(second)].set(static_cast<unsigned>(first));
  }
  void define(BufferId id, llvm::BitVector &live) {
    for (unsigned other : live.set_bits())
      conflict(id, static_cast<BufferId>(other));
  }

  void walk_step(Step &step, llvm::BitVector &live) {
    switch (step.kind) {
    case Step::Kind::Kernel: {
      for (size_t at = 0; at < step.kernel.results.size(); ++at) {
        BufferId result = step.kernel.results[at];
        define(result, live);
        for (BufferId other : step.kernel.results)
          conflict(result, other);
        for (const Leaf &leaf : step.kernel.leaves)
          if (leaf.in_place_of != static_cast<int32_t>(at))
            conflict(result, leaf.buffer);
      }
      for (BufferId partial : step.kernel.parts.results) {
        define(partial, live);
        for (BufferId other : step.kernel.results)
          conflict(partial, other);
        for (BufferId other : step.kernel.parts.results)
          conflict(partial, other);
        for (const Leaf &leaf : step.kernel.leaves)
          conflict(partial, leaf.buffer);
      }
      for (BufferId result : step.kernel.results)
        live.reset(static_cast<unsigned>(result));
      for (const Leaf &leaf : step.kernel.leaves)
        live.set(static_cast<unsigned>(leaf.buffer));
      return;
    }
    case Step::Kind::Library: {
      std::vector<BufferId> written = step.library.results;
      if (step.library.workspace >= 0)
        written.push_back(step.library.workspace);
      for (BufferId result : written) {
        define(result, live);
        for (BufferId other : written)
          conflict(result, other);
        for (BufferId operand : step.library.operands)
          conflict(result, operand);
      }
      for (BufferId result : written)
        live.reset(static_cast<unsigned>(result));
      for (BufferId operand : step.library.operands)
        live.set(static_cast<unsigned>(operand));
      return;
    }
    case Step::Kind::Copy: {
      auto [from, to] = step.copy;
      live.reset(static_cast<unsigned>(from)); // equal contents are no conflict
      define(to, live);
      live.reset(static_cast<unsigned>(to));
      live.set(static_cast<unsigned>(from));
      return;
    }
    case Step::Kind::Loop: {
      llvm::BitVector after = live, before(live.size());
      while (true) {
        llvm::BitVector condition = after;
        condition |= before;
        condition.set(static_cast<unsigned>(step.loop.predicate));
        walk(*step.loop.condition, condition);
        live = condition;
        llvm::BitVector body = condition;
        walk(*step.loop.body, body);
        if (body == before)
          return;
        before = body;
      }
    }
    case Step::Kind::Branch: {
      llvm::BitVector before(live.size());
      for (Steps &branch : step.branch.branches) {
        llvm::BitVector inside = live;
        walk(branch, inside);
        before |= inside;
      }
      live = before;
      live.set(static_cast<unsigned>(step.branch.selector));
      return;
    }
    }
  }

  /// `live`: on entry what is needed after the steps, on return what is needed before them.
  void walk(Steps &steps, llvm::BitVector &live) {
    for (Step &step : llvm::reverse(steps))
      walk_step(step, live);
  }

  std::vector<llvm::BitVector> conflicts_;
};

class Merging {
public:
  explicit Merging(Program &program) : program_(program), interference_(program) {
    for (size_t at = 0; at < program.buffers.size(); ++at)
      same_as_.push_back(static_cast<BufferId>(at));
    for_each_list(program.steps, [&](Steps &steps) { merge_copies(steps); });
    for_each_list(program.steps, [&](Steps &steps) { merge_in_place(steps); });
    for_each_list(program.steps, [&](Steps &steps) { rename(steps); });
    for (BufferId &result : program.results)
      result = find(result);
    place();
  }

private:
  BufferId find(BufferId id) {
    while (same_as_[number(id)] != id)
      id = same_as_[number(id)] = same_as_[number(same_as_[number(id)])];
    return id;
  }

  void try_merge(BufferId first, BufferId second) {
    first = find(first);
    second = find(second);
    auto &one = program_.buffers[number(first)], &other = program_.buffers[number(second)];
    if (first == second || one.bytes != other.bytes || interference_.between(first, second))
      return;
    auto fixed = [](const Buffer &buffer) { return buffer.place != Place::Arena; };
    if ((fixed(one) && one.place != Place::Result) || (fixed(other) && other.place != Place::Result) ||
        (fixed(one) && fixed(other)))
      return;
    if (fixed(other))
      std::swap(first, second);
    interference_.merge(first, second);
    same_as_[number(second)] = first;
  }

  void merge_copies(Steps &steps) {
    for (Step &step : steps)
      if (step.kind == Step::Kind::Copy)
        try_merge(step.copy.from, step.copy.to);
  }

  void merge_in_place(Steps &steps) {
    for (Step &step : steps)
      for (const Leaf &leaf : step.kernel.leaves)
        if (leaf.in_place_of >= 0)
          try_merge(leaf.buffer, step.kernel.results[static_cast<size_t>(leaf.in_place_of)]);
  }

  void rename(Steps &steps) {
    auto rename_all = [&](std::vector<BufferId> &ids) {
      for (BufferId &id : ids)
        id = find(id);
    };
    for (Step &step : steps) {
      rename_all(step.kernel.results);
      rename_all(step.kernel.parts.results);
      for (Leaf &leaf : step.kernel.leaves) {
        leaf.buffer = find(leaf.buffer);
        step.kernel.in_place |= llvm::is_contained(step.kernel.results, leaf.buffer);
      }
      rename_all(step.library.operands);
      rename_all(step.library.results);
      if (step.library.workspace >= 0)
        step.library.workspace = find(step.library.workspace);
      if (step.kind == Step::Kind::Copy)
        step.copy = {find(step.copy.from), find(step.copy.to)};
      if (step.kind == Step::Kind::Loop)
        step.loop.predicate = find(step.loop.predicate);
      if (step.kind == Step::Kind::Branch)
        step.branch.selector = find(step.branch.selector);
    }
    llvm::erase_if(steps,
                   [](const Step &step) { return step.kind == Step::Kind::Copy && step.copy.from == step.copy.to; });
  }

  /// Largest first, each at the lowest offset where nothing lies that lives at the same time.
  void place() {
    std::vector<BufferId> order;
    for (size_t at = 0; at < program_.buffers.size(); ++at) {
      auto id = static_cast<BufferId>(at);
      if (find(id) == id && program_.buffers[at].place == Place::Arena)
        order.push_back(id);
    }
    llvm::stable_sort(order, [&](BufferId first, BufferId second) {
      return program_.buffers[number(first)].bytes > program_.buffers[number(second)].bytes;
    });
    constexpr int64_t alignment = 64;
    std::vector<BufferId> placed;
    for (BufferId id : order) {
      std::vector<std::pair<int64_t, int64_t>> taken;
      for (BufferId other : placed)
        if (interference_.between(id, other))
          taken.emplace_back(program_.buffers[number(other)].at,
                             program_.buffers[number(other)].at + program_.buffers[number(other)].bytes);
      llvm::sort(taken);
      int64_t offset = 0;
      int64_t bytes = program_.buffers[number(id)].bytes;
      for (auto [begin, end] : taken) {
        if (offset + bytes <= begin)
          break;
        offset = std::max(offset, (end + alignment - 1) / alignment * alignment);
      }
      program_.buffers[number(id)].at = offset;
      program_.arena_bytes = std::max(program_.arena_bytes, offset + bytes);
      placed.push_back(id);
    }
  }

  Program &program_;
  Interference interference_;
  std::vector<BufferId> same_as_;
};

} // namespace

void assign_memory(Program &program) {
  for_each_list(program.steps, [](Steps &steps) {
    for (Step &step : steps)
      if (step.kind == Step::Kind::Kernel)
        find_leaves_read_in_place(step.kernel);
  });
  Merging merging(program);
}

} // namespace cotangent::plan
