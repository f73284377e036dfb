// The LLVM module of a program.
#pragma once

#include "tensor/emit/scalar.h"
#include "tensor/plan/program.h"

#include "llvm/IR/Module.h"

#include <memory>

namespace cotangent::emit {

/// Loops of at least this much work, in nanoseconds, are offered to several threads.
inline constexpr int64_t parallel_work = 60000;

/// Defines
///   i32 cotangent_entry(ptr run, ptr arguments, ptr results, ptr constants, ptr arena)
/// where the last four but the arena are tables of pointers to buffers. It returns 0, or what ct_library returned.
/// What it calls:
///   i32 ct_library(ptr run, i32 step, ptr operands, ptr results, ptr workspace)   the library steps in `libraries`
///   void ct_parallel(ptr run, ptr part, ptr buffers, i64 size, i64 grain)         part(buffers, begin, end)
///   ct_<name>_f32, ct_<name>_f64                                                  vector functions
///   void ct_apply_unary(ptr function, i32 type, ptr operand, ptr result), ct_apply_binary; ct_function.<operation>
struct EmittedProgram {
  std::unique_ptr<llvm::Module> module;
  std::vector<const plan::LibraryStep *> libraries;
};
EmittedProgram emit_program(const plan::Program &program, llvm::LLVMContext &context, const EmitOptions &options);

} // namespace cotangent::emit
