// What the engine must know of functions whose body it does not see: C library, C++ runtime and standard library, by
// symbol name.
#pragma once

#include <functional>
#include <string_view>

namespace cotangent::rules {

struct CallFacts {
  enum class Kind {
    Inactive,     // no derivative flows through it; called once, as in the primal
    Allocation,   // gives fresh memory: shadow memory is wanted beside it
    Deallocation, // frees memory: the shadow goes too, and both not before the reverse sweep
    Reallocation, // moves memory to a new size
    Mirror,       // only links and walks nodes by pointers: also called on the shadow nodes, with shadow pointers for
                  // pointers
    NoReturn,     // ends the program or throws; inactive
    Math, // floating-point function of libm: a rule of rules/scalar (library_rule_of), or one the engine expands
  };

  Kind kind = Kind::Inactive;
  bool never_throws = false;

  // Inactive: may overwrite bytes behind its pointer arguments. What it writes is constant: the shadow of those bytes
  // becomes zero.
  bool writes_arguments = false;
  // Inactive: the result points into what this argument points to, or is null; the shadow of the result is at the same
  // distance from the shadow of the argument. -1: no such pointer.
  int result_within_argument = -1;
  // Inactive: the result is memory of its own that nothing else points to and that never holds active values (strdup).
  bool result_is_fresh = false;

  // Argument positions; -1: none.
  int pointer_argument =
      -1; // the memory freed or moved; Allocation: where the new pointer is stored, if it is not the result
  int size_argument = -1; // bytes, or bytes per element where count_argument is given
  int count_argument = -1;
  int alignment_argument = -1;
  bool zeroed = false;               // fresh memory starts as zero bytes
  bool may_return_null = false;      // when there is no memory
  std::string_view deallocator = {}; // what frees the result
};

/// The facts for a symbol; null if nothing is known. Exact names first, then families of mangled names, then libm.
const CallFacts *call_facts(std::string_view name);

/// A family of mangled names: those that begin with `prefix`, followed anywhere by `part`.
struct CallFamily {
  std::string_view prefix, part;
  std::string_view example; // a symbol of the standard library that belongs to it
  CallFacts facts;
};

/// Every exact name and every family, for tests and documentation.
void for_each_call_name(const std::function<void(std::string_view name, const CallFacts &facts)> &visit);
void for_each_call_family(const std::function<void(const CallFamily &family)> &visit);

} // namespace cotangent::rules
