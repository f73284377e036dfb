// From an LLVM module to machine code in memory.
#pragma once

#include "llvm/IR/Module.h"

#include <memory>
#include <string>

namespace cotangent::execute {

struct JitOptions {
  bool strict = false; // no contraction, no vector functions
  bool use_disk_cache = true;
};

/// What `cotangent_entry` of an emitted program is.
using Entry = int32_t (*)(void *run, const void *const *arguments, void *const *results, const void *const *constants,
                          void *arena);

/// Machine code; lives as long as the object.
class Code {
public:
  Code();
  ~Code();
  Code(Code &&) noexcept;
  Code &operator=(Code &&) noexcept;
  Entry entry = nullptr;
  bool from_disk = false;

private:
  friend Code compile(std::unique_ptr<llvm::Module>, std::unique_ptr<llvm::LLVMContext>, const JitOptions &);
  struct State;
  std::unique_ptr<State> state_;
};

/// Optimises for this machine and compiles. Throws Error [internal] with LLVM's message.
Code compile(std::unique_ptr<llvm::Module> module, std::unique_ptr<llvm::LLVMContext> context,
             const JitOptions &options);

} // namespace cotangent::execute
