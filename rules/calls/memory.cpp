#include "rules/calls/names.h"

namespace cotangent::rules {

namespace {

using Kind = CallFacts::Kind;

constexpr CallFacts operator_new{.kind = Kind::Allocation, .size_argument = 0, .deallocator = "_ZdlPv"};
constexpr CallFacts operator_new_array{.kind = Kind::Allocation, .size_argument = 0, .deallocator = "_ZdaPv"};

constexpr CallFacts with_alignment(CallFacts facts, std::string_view deallocator) {
  facts.alignment_argument = 1;
  facts.deallocator = deallocator;
  return facts;
}

constexpr CallFacts without_exceptions(CallFacts facts) {
  facts.never_throws = true;
  facts.may_return_null = true;
  return facts;
}

constexpr CallFacts aligned_new = with_alignment(operator_new, "_ZdlPvSt11align_val_t");
constexpr CallFacts aligned_new_array = with_alignment(operator_new_array, "_ZdaPvSt11align_val_t");

constexpr CallGroup groups[] = {
    {{.kind = Kind::Allocation,
      .never_throws = true,
      .size_argument = 0,
      .may_return_null = true,
      .deallocator = "free"},
     "malloc valloc pvalloc"},
    {{.kind = Kind::Allocation,
      .never_throws = true,
      .size_argument = 1,
      .count_argument = 0,
      .zeroed = true,
      .may_return_null = true,
      .deallocator = "free"},
     "calloc"},
    {{.kind = Kind::Allocation,
      .never_throws = true,
      .size_argument = 1,
      .alignment_argument = 0,
      .may_return_null = true,
      .deallocator = "free"},
     "aligned_alloc memalign"},
    {{.kind = Kind::Allocation,
      .never_throws = true,
      .pointer_argument = 0,
      .size_argument = 2,
      .alignment_argument = 1,
      .may_return_null = true,
      .deallocator = "free"},
     "posix_memalign"},
    {{.kind = Kind::Reallocation,
      .never_throws = true,
      .pointer_argument = 0,
      .size_argument = 1,
      .may_return_null = true,
      .deallocator = "free"},
     "realloc"},
    {{.kind = Kind::Reallocation,
      .never_throws = true,
      .pointer_argument = 0,
      .size_argument = 2,
      .count_argument = 1,
      .may_return_null = true,
      .deallocator = "free"},
     "reallocarray"},
    {operator_new, "_Znwm"},
    {operator_new_array, "_Znam"},
    {without_exceptions(operator_new), "_ZnwmRKSt9nothrow_t"},
    {without_exceptions(operator_new_array), "_ZnamRKSt9nothrow_t"},
    {aligned_new, "_ZnwmSt11align_val_t"},
    {aligned_new_array, "_ZnamSt11align_val_t"},
    {without_exceptions(aligned_new), "_ZnwmSt11align_val_tRKSt9nothrow_t"},
    {without_exceptions(aligned_new_array), "_ZnamSt11align_val_tRKSt9nothrow_t"},

    {{.kind = Kind::Deallocation, .never_throws = true, .pointer_argument = 0},
     "free cfree "
     "_ZdlPv _ZdlPvm _ZdlPvRKSt9nothrow_t _ZdlPvSt11align_val_t _ZdlPvmSt11align_val_t "
     "_ZdlPvSt11align_val_tRKSt9nothrow_t "
     "_ZdaPv _ZdaPvm _ZdaPvRKSt9nothrow_t _ZdaPvSt11align_val_t _ZdaPvmSt11align_val_t "
     "_ZdaPvSt11align_val_tRKSt9nothrow_t"},

    // Characters only: no shadow wanted.
    {{.never_throws = true, .result_is_fresh = true, .may_return_null = true, .deallocator = "free"},
     "strdup strndup __strdup __strndup wcsdup"},
};

} // namespace

std::span<const CallGroup> memory_calls() { return groups; }

} // namespace cotangent::rules
