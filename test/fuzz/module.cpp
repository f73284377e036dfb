// Fuzz target of the reader of modules; not part of the build. From the root, after ./dev build:
//   o=build/release/CMakeFiles; echo '#include "tensor/simplify/simplify.h"
//   void cotangent::simplify::simplify(mlir::ModuleOp, const SimplifyOptions &) {}' > build/no_simplifier.cpp
//   clang++-22 -std=c++20 -g -O1 -fno-rtti -fsanitize=fuzzer -I. -Iinclude -Ibuild/release/generated
//     -isystem $(llvm-config-22 --includedir) test/fuzz/module.cpp build/no_simplifier.cpp
//     $o/tensor_execute.dir/tensor/execute/loaded_module.cpp.o $o/tensor_ir.dir/tensor/ir/*.o
//     $o/core_elements.dir/core/elements/*.o -L$(llvm-config-22 --libdir) -lMLIR -lLLVM -fuse-ld=lld -o fuzz-module
//   ./fuzz-module -keep_seed=1 -only_ascii=1 -max_total_time=600 -max_len=8192 -timeout=20 FOLDER_OF_MODULES
#include "cotangent/error.h"
#include "tensor/execute/loaded_module.h"

#include <cstdint>
#include <cstdlib>

using namespace cotangent;

/// Any text is a module or gets an Error with a place in it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  try {
    execute::LoadedModule::parse(std::string(reinterpret_cast<const char *>(data), size), "fuzz.mlir");
  } catch (const Error &error) {
    if (error.kind() != "bad-module" || error.message().find("fuzz.mlir") == std::string_view::npos)
      std::abort();
  }
  return 0;
}
