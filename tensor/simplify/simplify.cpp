#include "tensor/simplify/simplify.h"

#include "cotangent/error.h"
#include "tensor/simplify/rewrite.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace cotangent::simplify {

namespace {

const std::vector<Rewrite> &all_rewrites() {
  static const std::vector<Rewrite> all = [] {
    std::vector<Rewrite> result;
    for (Rewrites table :
         {module_rewrites(), folding_rewrites(), arithmetic_rewrites(), logic_rewrites(), conversion_rewrites(),
          elementwise_rewrites(), transpose_rewrites(), broadcast_rewrites(), slice_rewrites(), joining_rewrites(),
          update_rewrites(), gather_rewrites(), reduction_rewrites(), product_rewrites(), run_time_shape_rewrites(),
          branch_rewrites(), loop_rewrites()})
      result.insert(result.end(), table.begin(), table.end());
    return result;
  }();
  return all;
}

Rewrite rewrite_named(const std::string &name) {
  for (const Rewrite &rewrite : all_rewrites())
    if (rewrite.name == name)
      return rewrite;
  throw Error("bad-option", "there is no rewrite '" + name + "'");
}

/// The rewrites of any operation, together: what they all ask is asked once.
struct AnyOperation : RewritePattern {
  AnyOperation(MLIRContext *context, const SimplifyOptions &options)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context), options(options) {}
  LogicalResult matchAndRewrite(Operation *operation, PatternRewriter &rewriter) const override {
    const bool plain = has_plain_types(operation);
    Edit edit(rewriter, operation->getLoc(), options);
    for (const Rewrite &rewrite : rewrites)
      if ((plain || !rewrite.plain_only) && rewrite.any(operation, edit))
        return success();
    return failure();
  }
  const SimplifyOptions &options;
  SmallVector<Rewrite> rewrites;
};

/// Local rewrites until none applies; operations without use and effect go as well.
bool run_local(ModuleOp module, const FrozenRewritePatternSet &patterns) {
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal()
      .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)
      .enableFolding(false)
      .enableConstantCSE(false);
  bool any = false;
  for (auto function : module.getOps<func::FuncOp>()) {
    bool changed = false;
    if (!function.isExternal())
      (void)applyPatternsGreedily(function, patterns, config, &changed);
    any |= changed;
  }
  return any;
}

/// Every rewrite makes operations fewer, cheaper or moves them the one way that its comment says, so that there is an
/// end; the bound is for what that argument may have missed.
constexpr int most_rounds = 64;

void run(ModuleOp root, ArrayRef<Rewrite> rewrites, const SimplifyOptions &options) {
  RewritePatternSet set(root.getContext());
  auto any = std::make_unique<AnyOperation>(root.getContext(), options);
  for (const Rewrite &rewrite : rewrites) {
    if (rewrite.add)
      rewrite.add(set, options);
    if (rewrite.any)
      any->rewrites.push_back(rewrite);
  }
  set.add(std::move(any));
  FrozenRewritePatternSet patterns(std::move(set));
  SmallVector<ModuleOp> modules;
  root.walk([&](ModuleOp module) { modules.push_back(module); });
  for (ModuleOp module : modules) {
    bool changed = true;
    for (int round = 0; changed && round < most_rounds; ++round) {
      changed = false;
      for (const Rewrite &rewrite : rewrites)
        changed |= rewrite.run && rewrite.run(module);
      changed |= run_local(module, patterns);
    }
  }
}

} // namespace

std::vector<std::string> rewrite_names() {
  std::vector<std::string> names;
  for (const Rewrite &rewrite : all_rewrites())
    names.push_back(rewrite.name);
  return names;
}

void simplify(ModuleOp module, const SimplifyOptions &options) { run(module, all_rewrites(), options); }

void simplify_with(ModuleOp module, const std::vector<std::string> &names, const SimplifyOptions &options) {
  std::vector<Rewrite> rewrites;
  for (const std::string &name : names)
    rewrites.push_back(rewrite_named(name));
  run(module, rewrites, options);
}

} // namespace cotangent::simplify
