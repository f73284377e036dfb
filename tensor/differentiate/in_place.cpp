// Derivatives of parts of blocks.
#include "tensor/differentiate/expand_calls.h"
#include "tensor/differentiate/linearizer.h"
#include "tensor/differentiate/transposer.h"

using namespace mlir;

namespace cotangent::differentiate {

namespace {

/// Keeps a range although operations at its ends are replaced.
class Bounds {
public:
  explicit Bounds(const Range &range)
      : block_(range.block), before_(range.first == range.block->begin() ? nullptr : &*std::prev(range.first)),
        last_(range.last) {}
  Range range() const { return {block_, before_ ? std::next(before_->getIterator()) : block_->begin(), last_}; }

private:
  Block *block_;
  Operation *before_;
  Block::iterator last_;
};

/// Values that are followed through replacements.
class Followed {
public:
  explicit Followed(ValueRange values) : values_(values) {}
  void replace(Value from, Value to) { llvm::replace(values_, from, to); }
  const Values &values() const { return values_; }

private:
  Values values_;
};

} // namespace

Values reverse_in_place(Build &build, Range range, ValueRange inputs, ValueRange outputs, ValueRange output_cotangents,
                        OnReplaced on_replaced, std::vector<LoopPlan> *plans) {
  Followed followed(outputs), followed_cotangents(output_cotangents);
  auto replaced = [&](Value from, Value to) {
    followed.replace(from, to);
    followed_cotangents.replace(from, to);
    on_replaced(from, to);
  };
  Bounds bounds(range);
  expand_calls(build.builder, range.first, range.last, replaced);
  Linearizer linearizer(build.builder, Purpose::Transpose, replaced, plans);
  Values placeholders;
  llvm::SmallVector<Operation *> made;
  {
    OpBuilder::InsertionGuard guard(build.builder);
    Range now = bounds.range();
    build.builder.setInsertionPoint(now.block, now.first);
    for (Value input : inputs) {
      placeholders.push_back(is_differentiable(input) ? placeholder(build, input.getType()) : Value());
      if (placeholders.back()) {
        made.push_back(placeholders.back().getDefiningOp());
        linearizer.seed(input, placeholders.back());
      }
    }
    auto first = made.empty() ? now.first : std::next(made.back()->getIterator());
    linearizer.run({now.block, first, now.last});
  }
  Location location = build.location;
  Transposer transposer(build, [&](Value value) { return linearizer.is_linear(value); });
  for (auto [output, cotangent] : llvm::zip(followed.values(), followed_cotangents.values()))
    if (Value tangent = linearizer.tangent(output))
      transposer.add(tangent, cotangent);
  transposer.run(linearizer.linear_part());
  build.location = location;
  Values results;
  for (Value value : placeholders)
    results.push_back(value ? transposer.cotangent(value) : Value());
  erase_unused(linearizer.linear_part());
  erase_unused(made);
  return results;
}

Values forward_in_place(Build &build, Range range, ValueRange inputs, ValueRange tangents, ValueRange outputs,
                        OnReplaced on_replaced, std::vector<LoopPlan> *plans) {
  Followed followed(outputs);
  auto replaced = [&](Value from, Value to) {
    followed.replace(from, to);
    on_replaced(from, to);
  };
  Bounds bounds(range);
  expand_calls(build.builder, range.first, range.last, replaced);
  Linearizer linearizer(build.builder, Purpose::Tangents, replaced, plans);
  for (auto [input, tangent] : llvm::zip(inputs, tangents))
    if (tangent && is_differentiable(input))
      linearizer.seed(input, tangent);
  linearizer.run(bounds.range());
  return llvm::map_to_vector<6>(followed.values(), [&](Value output) { return linearizer.tangent(output); });
}

} // namespace cotangent::differentiate
