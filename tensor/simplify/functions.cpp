// Rewrites of whole modules: calls, common subexpressions, functions that nobody calls.
#include "tensor/simplify/rewrite.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

// --- calls -----------------------------------------------------------------------------------------------------------
/// Puts bodies of functions in the place of calls, callees first. Functions that call themselves, directly or not, are
/// left alone.
class Inliner {
public:
  using Callee = StringRef (*)(Operation *); // the name of what an operation calls; empty: it calls nothing

  Inliner(ModuleOp module, Callee callee, bool private_only)
      : module_(module), symbols_(module), callee_(callee), private_only_(private_only) {}

  bool run() {
    for (auto function : module_.getOps<func::FuncOp>())
      visit(function);
    return changed_;
  }

private:
  void visit(func::FuncOp function) {
    if (!done_.insert(function).second)
      return;
    path_.push_back(function);
    SmallVector<Operation *> calls;
    function.walk([&](Operation *operation) {
      if (!callee_(operation).empty())
        calls.push_back(operation);
    });
    for (Operation *call : calls) {
      auto callee = symbols_.lookup<func::FuncOp>(callee_(call));
      if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock() || (private_only_ && !callee.isPrivate()))
        continue;
      if (auto *again = llvm::find(path_, callee); again != path_.end())
        recursive_.insert(again, path_.end());
      visit(callee);
      if (!recursive_.contains(callee))
        inline_call(call, callee);
    }
    path_.pop_back();
  }

  void inline_call(Operation *call, func::FuncOp callee) {
    OpBuilder builder(call);
    IRMapping mapping;
    Block &body = callee.getBody().front();
    mapping.map(body.getArguments(), call->getOperands());
    for (Operation &operation : body.without_terminator())
      builder.clone(operation, mapping);
    for (auto [result, value] : llvm::zip(call->getResults(), body.getTerminator()->getOperands()))
      result.replaceAllUsesWith(mapping.lookupOrDefault(value));
    call->erase();
    changed_ = true;
  }

  ModuleOp module_;
  SymbolTable symbols_;
  Callee callee_;
  bool private_only_, changed_ = false;
  DenseSet<Operation *> done_, recursive_;
  SmallVector<func::FuncOp> path_;
};

/// A call of a private function is its body.
bool inline_calls(ModuleOp module) {
  auto callee = [](Operation *operation) {
    auto call = dyn_cast<func::CallOp>(operation);
    return call ? call.getCallee() : StringRef();
  };
  return Inliner(module, callee, /*private_only=*/true).run();
}

/// A composite is its decomposition.
bool inline_composites(ModuleOp module) {
  auto callee = [](Operation *operation) {
    auto composite = dyn_cast<CompositeOp>(operation);
    return composite ? composite.getDecomposition() : StringRef();
  };
  return Inliner(module, callee, /*private_only=*/false).run();
}

/// Private functions that nobody names are removed.
bool unused_functions(ModuleOp module) {
  bool changed = false, again = true;
  while (again) {
    again = false;
    for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (function.isPrivate() && SymbolTable::symbolKnownUseEmpty(function, module)) {
        function.erase();
        changed = again = true;
      }
  }
  return changed;
}

// --- common subexpressions -------------------------------------------------------------------------------------------
constexpr auto ignore_locations = OperationEquivalence::IgnoreLocations;

/// The operations that dominate a place, by their hash.
struct Known {
  explicit Known(const Known *outer) : outer(outer) {}
  const Known *outer;
  DenseMap<size_t, SmallVector<Operation *, 1>> operations;

  Operation *find(size_t hash, Operation *like) const {
    for (const Known *scope = this; scope; scope = scope->outer)
      if (auto found = scope->operations.find(hash); found != scope->operations.end())
        for (Operation *operation : found->second)
          if (OperationEquivalence::isEquivalentTo(operation, like, ignore_locations))
            return operation;
    return nullptr;
  }
};

/// Regions of reductions and the like are functions on their own: they take nothing from outside that they can have
/// themselves, so that they stay small and easy to recognise.
bool sees_outside(Operation *operation) { return isa<WhileOp, IfOp, CaseOp>(operation); }

bool share_in(Region &region, const Known *outer) {
  bool changed = false;
  for (Block &block : region) {
    Known known(outer);
    for (Operation &operation : llvm::make_early_inc_range(block)) {
      for (Region &inner : operation.getRegions())
        changed |= share_in(inner, sees_outside(&operation) ? &known : nullptr);
      if (operation.getNumResults() == 0 || !isMemoryEffectFree(&operation) || isa<OptimizationBarrierOp>(operation))
        continue;
      auto hash = static_cast<size_t>(OperationEquivalence::computeHash(
          &operation, OperationEquivalence::directHashValue, OperationEquivalence::ignoreHashValue, ignore_locations));
      if (Operation *first = known.find(hash, &operation)) {
        operation.replaceAllUsesWith(first);
        operation.erase();
        changed = true;
      } else {
        known.operations[hash].push_back(&operation);
      }
    }
  }
  return changed;
}

/// What has been computed already is not computed again.
bool common_subexpressions(ModuleOp module) {
  bool changed = false;
  for (auto function : module.getOps<func::FuncOp>())
    changed |= share_in(function.getBody(), nullptr);
  return changed;
}

constexpr Rewrite table[] = {
    {.name = "inline_calls", .run = inline_calls},
    {.name = "inline_composites", .run = inline_composites},
    {.name = "unused_functions", .run = unused_functions},
    {.name = "common_subexpressions", .run = common_subexpressions},
};

} // namespace

Rewrites module_rewrites() { return table; }

} // namespace cotangent::simplify
