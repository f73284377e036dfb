#include "tensor/plan/memory.h"

#include "tensor/plan/calls.h"
#include "tensor/plan/native.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace cotangent::plan {
namespace {

size_t number(BufferId id) { return static_cast<size_t>(id); }

/// Bytes of an element in memory.
int64_t width_of(mlir::Value value) { return facts_of(interpret::facts_of(value.getType()).type).bytes; }

class LeavesInPlace {
public:
  explicit LeavesInPlace(Kernel &kernel)
      : kernel_(kernel), inputs_(static_cast<unsigned>(updated_operands(*kernel.root))) {
    for (size_t at = 0; at < kernel.leaves.size(); ++at)
      leaf_of_[kernel.leaves[at].value] = at;
  }

  void find() {
    bool one_result = kernel_.results.size() == 1 || !kernel_.siblings.empty();
    for (result_ = 0; result_ <= kernel_.siblings.size(); ++result_) {
      seen_.clear();
      visit(*(result_ == 0 ? kernel_.root : kernel_.siblings[result_ - 1]), one_result);
    }
    for (Leaf &leaf : kernel_.leaves)
      if (elsewhere_.contains(leaf.value) || (twice_ && inputs_ == 0))
        leaf.in_place_of.clear();
  }

private:
  static constexpr size_t no_result = static_cast<size_t>(-1);

  /// A value is read at the element of a result that is about to be written. False if it is no leaf.
  bool read(mlir::Value value, size_t result) {
    auto found = leaf_of_.find(value);
    if (found == leaf_of_.end())
      return false;
    std::vector<size_t> &results = kernel_.leaves[found->second].in_place_of;
    if (result == no_result || (inputs_ != 0 && !results.empty() && results.front() != result))
      elsewhere_.insert(value);
    else if (width_of(value) == width_of(kernel_.result(result)) && !llvm::is_contained(results, result))
      results.push_back(result);
    return true;
  }

  void visit(Operation &operation, bool same_element) {
    if (!seen_.insert({&operation, same_element}).second)
      return;
    Reading reading = reading_of(operation);
    twice_ |= may_run_twice(operation);
    auto shape = [](mlir::Value value) { return cast<RankedTensorType>(value.getType()).getShape(); };
    for (OpOperand &operand : operation.getOpOperands()) {
      unsigned number = operand.getOperandNumber();
      bool same =
          same_element && reading == Reading::Elementwise && shape(operand.get()) == shape(operation.getResult(0));
      size_t result = same ? result_ : no_result;
      if (reading == Reading::Updating && number < inputs_)
        result = number;
      if (!read(operand.get(), result))
        if (Operation *from = operand.get().getDefiningOp())
          visit(*from, same);
    }
    for (mlir::Value captured : captured_values(operation))
      read(captured, no_result);
  }

  Kernel &kernel_;
  unsigned inputs_;
  size_t result_ = 0;
  bool twice_ = false;
  llvm::DenseMap<mlir::Value, size_t> leaf_of_;
  llvm::DenseSet<mlir::Value> elsewhere_;
  llvm::DenseSet<std::pair<Operation *, unsigned>> seen_;
};

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
          if (!llvm::is_contained(leaf.in_place_of, at))
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
        for (size_t result : leaf.in_place_of)
          try_merge(leaf.buffer, step.kernel.results[result]);
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
        LeavesInPlace(step.kernel).find();
  });
  Merging merging(program);
}

} // namespace cotangent::plan
