// What a call means to the engine: one answer per call site, from the callee's name, attributes and the table rules/calls.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstrTypes.h"
#include <string>

namespace cotangent::rules {
struct CallFacts;
}

namespace cotangent::scalar {

enum class CallRole {
  Ignored,      // markers without effect on values: lifetime, debug information, assumptions
  Inactive,     // has effects or results, none of them differentiable
  Scalar,       // a floating function of the rule table
  Allocation,   // returns fresh memory
  Deallocation, // first argument is freed
  Reallocation, // grows its first argument
  Move,         // the content of its second argument goes to the first: realloc, of a derivative that is differentiated again
  Caught,       // gives the object of the exception being handled
  Mirror,       // moves pointers inside nodes: is called on the shadow nodes too
  Copy,         // memcpy, memmove
  Set,          // memset
  Private,      // a function of the private program
  Divergent,    // never returns
  DynamicStack, // stack save and restore
  Unknown       // no body, no rule
};

struct CallInfo {
  CallRole role = CallRole::Unknown;
  std::string rule;         // Scalar: the name in the rule table
  int size_argument = -1;   // Allocation, Reallocation: bytes; -1 when there is none
  int pointer_argument = 0; // Deallocation, Reallocation: the memory
  int count_argument = -1;  // calloc: elements, multiplied with the size
  bool zeroed = false;      // Allocation: memory starts as zeros
  const rules::CallFacts *facts = nullptr; // the entry of rules/calls; null for what the engine knows itself
};

/// Attribute of copies and fills in functions of the standard library: the C++ type of the elements, as mangled names write it.
inline constexpr const char *element_name = "cotangent_element";

/// Puts it on, before such functions are inlined: copies of characters (c) in std::char_traits,
/// of numbers (d, f, e) and pointers (P) in algorithms and containers.
void mark_elements(llvm::Module &module);

/// The functions that were copied for one request.
using PrivateFunctions = llvm::SmallPtrSet<const llvm::Function *, 8>;

CallInfo classify(const llvm::CallBase &call, const PrivateFunctions *functions = nullptr);

/// A copy or fill of characters, as the C++ types say.
bool moves_text(const llvm::CallBase &call);
bool moves_pointers(const llvm::CallBase &call);
/// The type of the numbers that are copied, as the C++ types say; null if they do not.
llvm::Type *number_moved(const llvm::CallBase &call);

/// Tables that the compiler makes for a class: of virtual functions, also during construction, and type information.
bool is_class_table(const llvm::GlobalVariable &variable);

/// The name of a marker that asks for a derivative, of either convention.
bool is_request(llvm::StringRef name);

/// The rule of a floating instruction or call ("fmul", "sin"); empty when it has none.
std::string scalar_rule_of(const llvm::Instruction &instruction);
} // namespace cotangent::scalar
