#include "tools/opt/tensor_stage.h"

#include "tensor/ir/dialects.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringRef.h"

namespace cotangent::tools {

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
  return mlir::failed(
             mlir::MlirOptMain(count, words, "one stage of the tensor engine: module text in, text out\n", registry))
             ? 1
             : 0;
}

} // namespace cotangent::tools
