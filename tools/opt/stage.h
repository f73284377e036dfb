// The stages of the scalar engine up to the one that is asked for.
#pragma once

#include "scalar/analysis/facts.h"

namespace cotangent::tools {

enum class Stage { Primal, Facts, Plan, Derivative };
enum class Sweeps { Forward, Reverse, Split };

struct StageRequest {
  Stage stage = Stage::Plan;
  Sweeps sweeps = Sweeps::Reverse;
  unsigned width = 1;
  std::vector<std::string> activity; // empty: by type
  bool optimise = false;
};

/// What is wrong with the request, or empty.
std::string make_signature(const llvm::Function &function, const StageRequest &request, scalar::Signature &signature);

/// Prints the stage; false if something cannot be differentiated, which is then said in `errors`.
bool run_stage(llvm::Function &function, scalar::Signature signature, const StageRequest &request, llvm::raw_ostream &output, llvm::raw_ostream &errors);

} // namespace cotangent::tools
