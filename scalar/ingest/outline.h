// Takes the body of a loop out into a function of its own.
#pragma once

#include "scalar/ingest/program.h"

namespace cotangent::scalar {

struct BodyOfLoop {
  llvm::BasicBlock *header = nullptr, *latch = nullptr; // in between: the body
  struct Sum {
    llvm::PHINode *phi;
    llvm::Instruction *update; // phi + amount
    bool on_the_way = false;   // in several steps: the sum starts from zero in each iteration, and is added at its end
  };
  std::vector<Sum> sums;
  std::vector<llvm::BasicBlock *> dead_ends; // blocks outside the loop that belong to its body: ways that never come back
};

inline constexpr const char *fused_name = "cotangent.fused";

/// The body becomes `amounts = body(live values)`, the loop keeps its induction variables and its sums. The call carries the metadata
/// `fused_name`. Null if a value other than the sums would leave the body.
llvm::Function *take_out_body(PrivateProgram &program, BodyOfLoop loop);
} // namespace cotangent::scalar
