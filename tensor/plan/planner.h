// Makes the program of a function.
#pragma once

#include "tensor/plan/calls.h"
#include "tensor/plan/program.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotangent::plan {

struct PlanOptions {
  bool exact = false; // only libraries that round as the interpreter does; the interpreter for the others
};

/// Whether all types in the function and what it calls are known: static tensors and tokens. Others can only be
/// interpreted.
bool can_plan(mlir::func::FuncOp function);

/// Throws Error [bad-module] for functions that call themselves or have no body.
Program plan_program(mlir::func::FuncOp function, std::shared_ptr<InterpreterState> state,
                     const PlanOptions &options = {});

} // namespace cotangent::plan
