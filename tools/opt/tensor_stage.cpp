#include "tools/opt/tensor_stage.h"

#include "tensor/ir/dialects.h"
#include "tensor/simplify/simplify.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace cotangent::tools {

namespace {

/// `--simplify`, or `--simplify=NAME,NAME` for some rewrites only.
struct SimplifyPass : mlir::PassWrapper<SimplifyPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SimplifyPass)

  SimplifyPass() = default;
  SimplifyPass(const SimplifyPass &other) : PassWrapper(other) {}

  llvm::StringRef getArgument() const final { return "simplify"; }
  llvm::StringRef getDescription() const final { return "rewrite into a shorter program with the same results"; }
  void runOnOperation() override {
    simplify::SimplifyOptions options;
    options.assume_finite = assume_finite;
    options.reassociate = reassociate;
    options.fold_limit = fold_limit;
    try {
      if (names.empty())
        simplify::simplify(getOperation(), options);
      else
        simplify::simplify_with(getOperation(), {names.begin(), names.end()}, options);
    } catch (const std::exception &error) {
      getOperation().emitError(error.what());
      signalPassFailure();
    }
  }

  ListOption<std::string> names{*this, "names", llvm::cl::desc("rewrites to use; default: all")};
  Option<bool> assume_finite{*this, "assume-finite", llvm::cl::desc("numbers are finite"), llvm::cl::init(false)};
  Option<bool> reassociate{*this, "reassociate", llvm::cl::desc("sums may be rounded elsewhere"),
                           llvm::cl::init(false)};
  Option<int64_t> fold_limit{*this, "fold-limit", llvm::cl::desc("most elements of a constant that is made"),
                             llvm::cl::init(4096)};
};

/// MLIR wants `--simplify=names=a,b`; the names alone will do.
std::string expanded(llvm::StringRef word) {
  llvm::StringRef rest = word.ltrim('-');
  bool names_only = word.starts_with("-") && rest.consume_front("simplify=") && !rest.contains('=');
  return names_only ? "--simplify=names=" + rest.str() : word.str();
}

} // namespace

bool names_tensor_module(int count, char **words) {
  for (int at = 1; at < count; ++at)
    if (llvm::StringRef(words[at]).ends_with(".mlir"))
      return true;
  return false;
}

int run_tensor_stage(int count, char **words) {
  mlir::DialectRegistry registry;
  ir::register_dialects(registry);
  mlir::registerTransformsPasses();
  mlir::PassRegistration<SimplifyPass>();
  std::vector<std::string> expanded_words;
  for (int at = 0; at < count; ++at)
    expanded_words.push_back(expanded(words[at]));
  expanded_words.push_back("--allow-unregistered-dialect"); // attributes of exporters
  std::vector<char *> pointers;
  for (std::string &word : expanded_words)
    pointers.push_back(word.data());
  return mlir::failed(mlir::MlirOptMain(static_cast<int>(pointers.size()), pointers.data(),
                                        "one stage of the tensor engine: module text in, text out\n", registry))
             ? 1
             : 0;
}

} // namespace cotangent::tools
