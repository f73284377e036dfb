// The lists behind call_facts, a file per part of the system. Each is made of groups: names that share their facts.
#pragma once

#include "rules/calls/calls.h"

#include <span>

namespace cotangent::rules {

struct CallGroup {
  CallFacts facts;
  std::string_view names; // separated by white space
};

std::span<const CallGroup> memory_calls();      // allocation
std::span<const CallGroup> c_library_calls();   // C library and POSIX
std::span<const CallGroup> cxx_library_calls(); // C++ runtime and standard library
std::span<const CallFamily> cxx_library_families();

namespace facts {
inline constexpr CallFacts quiet{.never_throws = true};
inline constexpr CallFacts quiet_writer{.never_throws = true, .writes_arguments = true};
inline constexpr CallFacts ends{.kind = CallFacts::Kind::NoReturn, .never_throws = true};
inline constexpr CallFacts throws{.kind = CallFacts::Kind::NoReturn};
} // namespace facts

} // namespace cotangent::rules
