// A derivative request as it stands in a module: the call of a marker, taken apart.
#pragma once

#include "scalar/analysis/facts.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace cotangent::driver {

enum class Half { Forward, Reverse, Augmented, Adjoint };

struct Parameter {
  scalar::Annotation annotation = scalar::Annotation::Constant;
  llvm::Value *primal = nullptr;
  std::vector<llvm::Value *> shadows; // pointers: shadows; floating values in forward mode: tangents
  llvm::Value *stride = nullptr;      // C convention: bytes between the shadows, of which only the first is given
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
  bool return_primal = false, no_return_shadow = false; // the primal is wanted; no derivative of the result is
  bool keep_tape = false;                               // the adjoint leaves the tape as it found it
  bool tape_in_memory = false;                          // the handle lies in memory of the caller
  bool size_only = false;                               // __enzyme_augmentsize
  bool records = false, from_tape = false;              // split forward mode: __enzyme_augmentfwd, __enzyme_fwdsplit
  llvm::Value *result_slot = nullptr;                   // where the call wants an aggregate result
  std::vector<llvm::Value *> seeds;

  std::vector<scalar::Problem> problems;
  bool missing_body = false;
};

/// Metadata of a request: for each argument, the function that it is known to point at.
inline constexpr const char *contents_name = "cotangent.contents";

/// Metadata of an augmented half of the C convention: its tape is for split forward mode ("forward"), or for that and reverse ("both").
inline constexpr const char *recorder_name = "cotangent.recorder";

/// A name of a marker of either convention.
bool is_marker(llvm::StringRef name);

/// A variable of the C convention that marks an argument.
bool is_mark(const llvm::GlobalVariable &variable);

/// The function that a request differentiates; null if it is not known.
llvm::Function *requested_function(const llvm::CallBase &call);

/// The half that one of our own markers asks for; nothing for other names.
std::optional<Half> half_of_marker(llvm::StringRef name);

/// Takes the call apart. Problems are in the result.
Request parse_request(llvm::CallBase &call);
Request parse_own(llvm::CallBase &call, Half half);
Request parse_enzyme(llvm::CallBase &call, llvm::StringRef name);

scalar::Problem bad_request(llvm::CallBase &call, std::string message, std::string note);

/// The scalars of a type with their offsets, in order.
void scalars_of(llvm::Type *type, const llvm::DataLayout &layout, uint64_t offset, std::vector<std::pair<uint64_t, llvm::Type *>> &places);
/// May a value of one type be handed over as the other: equal, both floating, or pointers and integers as in C?
bool convertible(llvm::Type *from, llvm::Type *to);

/// The constant that a value must be, seen through the unoptimised homes of locals and parameters; null if it is not known.
llvm::Constant *trace_constant(llvm::Value *value);
llvm::Value *trace(llvm::Value *value);
/// What a pointer to a local is known to point at: the one value stored there.
llvm::Constant *trace_content(llvm::Value *pointer);
} // namespace cotangent::driver
