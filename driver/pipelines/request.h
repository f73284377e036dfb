// A derivative request as it stands in a module: the call of a marker, taken apart.
#pragma once

#include "scalar/analysis/facts.h"
#include "llvm/IR/InstrTypes.h"

namespace cotangent::driver {

enum class Half { Forward, Reverse, Augmented, Adjoint };

struct Parameter {
  scalar::Annotation annotation = scalar::Annotation::Constant;
  llvm::Value *primal = nullptr;
  std::vector<llvm::Value *> shadows; // pointers: shadows; floating values in forward mode: tangents
};

struct Request {
  llvm::CallBase *call = nullptr;
  Half half = Half::Reverse;
  llvm::Function *function = nullptr;
  scalar::Signature signature;
  std::vector<Parameter> parameters; // one per parameter of the function
  std::vector<llvm::Constant *> known;

  // Our own markers: results go through slots.
  bool own = false;
  llvm::Value *primal_slot = nullptr, *derivative_slot = nullptr; // seeds or tangents
  llvm::Value *tape = nullptr;                                     // augmented: where the handle goes; adjoint: the handle

  // The C convention (enzyme.cpp): results come back as a value.
  bool return_primal = false, no_return_shadow = false, keep_tape = false;
  int64_t allocated = -1;
  std::vector<llvm::Value *> seeds;

  std::vector<scalar::Problem> problems;
  bool missing_body = false;
};

/// Metadata of a request: for each argument, the function that it is known to point at.
inline constexpr const char *contents_name = "cotangent.contents";

/// A name of a marker of either convention.
bool is_marker(llvm::StringRef name);

/// Takes the call apart. Problems are in the result.
Request parse_request(llvm::CallBase &call);
Request parse_own(llvm::CallBase &call, Half half);
Request parse_enzyme(llvm::CallBase &call, llvm::StringRef name);

/// The constant that a value must be, seen through the unoptimised homes of locals and parameters; null if it is not known.
llvm::Constant *trace_constant(llvm::Value *value);
llvm::Value *trace(llvm::Value *value);
/// What a pointer to a local is known to point at: the one value stored there.
llvm::Constant *trace_content(llvm::Value *pointer);
} // namespace cotangent::driver
