#include "tensor/differentiate/activity.h"
#include "tensor/differentiate/binomial.h"
#include "tensor/differentiate/loop_facts.h"
#include "tensor/differentiate/split_loop.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::differentiate {

namespace {

/// Tapes above this are replaced by checkpoints.
constexpr int64_t largest_tape = int64_t{4} << 30;

bool all_static(WhileOp loop) {
  return llvm::all_of(loop.getOperandTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || tensor.hasStaticShape();
  });
}

} // namespace

void Linearizer::visit_while(WhileOp loop) {
  Activity activity([&](Value value) { return tangent(value) != nullptr; });
  llvm::SmallVector<bool> active = activity.of_loop(loop);
  if (llvm::none_of(active, [](bool is) { return is; }))
    return;
  if (!all_static(loop))
    throw Error("unsupported", place_of(loop) + ": derivatives need known shapes; give the dimensions '?' their sizes");
  OpBuilder::InsertionGuard guard(builder_);
  builder_.setInsertionPointAfter(loop);
  if (purpose_ == Purpose::Tangents)
    carry_tangents(loop, active);
  else
    split_loop(loop, active);
}

void Linearizer::carry_tangents(WhileOp loop, llvm::ArrayRef<bool> active) {
  Build build(builder_, loop.getLoc());
  Values starts(loop.getOperands());
  for (auto [is, operand] : llvm::zip(active, loop.getOperands()))
    if (is)
      starts.push_back(tangent_or_zero(build, operand));
  size_t count = loop.getNumOperands();
  auto both = build.make_operation<WhileOp>(TypeRange(ValueRange(starts)), starts);
  both->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  both.getCond().takeBody(loop.getCond());
  both.getBody().takeBody(loop.getBody());
  Block &body = both.getBody().front();
  for (Value start : llvm::drop_begin(starts, count)) {
    both.getCond().front().addArgument(start.getType(), loop.getLoc());
    body.addArgument(start.getType(), loop.getLoc());
  }
  size_t next = count;
  for (auto [at, is] : llvm::enumerate(active))
    if (is)
      seed(body.getArgument(static_cast<unsigned>(at)), body.getArgument(static_cast<unsigned>(next++)));
  run_inside(body);
  Operation *end = body.getTerminator();
  builder_.setInsertionPoint(end);
  Values results(end->getOperands());
  for (auto [at, is] : llvm::enumerate(active))
    if (is)
      results.push_back(tangent_or_zero(build, results[at]));
  end->setOperands(results);
  replace(loop.getResults(), both.getResults().take_front(count));
  mark_linear(both);
  next = count;
  for (auto [at, is] : llvm::enumerate(active))
    if (is)
      seed(both.getResult(static_cast<unsigned>(at)), both.getResult(static_cast<unsigned>(next++)));
  erase(loop);
}

void Linearizer::split_loop(WhileOp loop, llvm::ArrayRef<bool> active) {
  std::optional<int64_t> asked = slots_asked_for(loop);
  std::optional<int64_t> steps = constant_count(loop);
  if (asked && steps && *steps > 0)
    return split_by_binomials(loop, active, *steps, *asked);
  LinearisedLoop linearised;
  linearised.loop = loop;
  Build build(builder_, loop.getLoc());
  for (auto [at, is] : llvm::enumerate(active))
    if (is) {
      linearised.active.push_back(at);
      linearised.active_starts.push_back(tangent_or_zero(build, loop.getOperands()[at]));
    }
  linearised.work = cast<WhileOp>(builder_.clone(*loop));
  Block &body = linearised.body();
  for (size_t at : linearised.active) {
    Value argument = body.getArgument(static_cast<unsigned>(at));
    seed(argument, body.addArgument(argument.getType(), loop.getLoc()));
  }
  linearised.linear_part = run_inside(body);
  for (size_t at : linearised.active)
    linearised.result_tangents.push_back(tangent(body.getTerminator()->getOperand(static_cast<unsigned>(at))));

  auto is_free = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && (argument.getArgNumber() >= linearised.carried() ||
                        is_invariant(loop, argument.getArgNumber()) || induction_of(loop, argument.getArgNumber()));
  };
  linearised.kept = choose_kept({&body, linearised.linear_part, is_free});
  int64_t bytes = 0;
  for (Value value : linearised.kept.values)
    bytes += bytes_of(value.getType());

  LoopPlan plan;
  plan.place = place_of(loop);
  bool tape = !asked && steps && *steps < (int64_t{1} << 30) && bytes * std::max<int64_t>(*steps, 1) <= largest_tape;
  builder_.setInsertionPointAfter(linearised.work);
  SplitLoop split =
      tape ? split_with_tape(build, linearised, *steps, plan) : split_with_checkpoints(build, linearised, asked, plan);
  if (plans_)
    plans_->push_back(plan);
  for (Operation *linear = split.linear; linear; linear = nullptr)
    linear->setAttr(linear_mark, builder_.getUnitAttr());
  for (Operation *operation : split.in_front)
    mark_linear(operation);
  mark_linear(split.linear);
  replace(loop.getResults(), split.results.take_front(linearised.carried()));
  for (auto [at, position] : llvm::enumerate(linearised.active))
    seed(split.results[position], split.linear.getResult(static_cast<unsigned>(at + 1)));
  erase(linearised.work);
  erase(loop);
}

} // namespace cotangent::differentiate
