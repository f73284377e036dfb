// Facts on foreign functions; the names are looked up in the libraries that this program runs with.
#include "rules/calls/calls.h"

#include <doctest/doctest.h>

#include <dlfcn.h>

#include <set>
#include <string>

using namespace cotangent::rules;
using Kind = CallFacts::Kind;

namespace {

bool exists(std::string_view name) { return dlsym(RTLD_DEFAULT, std::string(name).c_str()) != nullptr; }

Kind kind(std::string_view name) {
  const CallFacts *facts = call_facts(name);
  CAPTURE(std::string(name));
  REQUIRE(facts);
  return facts->kind;
}

} // namespace

TEST_CASE("mangled names are those of the library") {
  // Only other versions of the library, or only the compiler, have these.
  const std::set<std::string_view> elsewhere = {"_ZSt15_Fnv_hash_bytesPKvmm"};
  int looked_up = 0;
  for_each_call_name([&](std::string_view name, const CallFacts &) {
    if (!name.starts_with("_Z"))
      return;
    ++looked_up;
    CHECK_MESSAGE((exists(name) || elsewhere.contains(name)), std::string(name));
  });
  CHECK(looked_up > 40);
}

TEST_CASE("other names are those of the C library and the C++ runtime") {
  // Of other versions, of the compiler, or linked into each program.
  const std::set<std::string_view> elsewhere = {"cfree",
                                                "atexit",
                                                "at_quick_exit",
                                                "__clang_call_terminate",
                                                "__kmpc_global_thread_num",
                                                "__cxa_call_terminate",
                                                "__cxa_throw_bad_array_length"};
  for_each_call_name([&](std::string_view name, const CallFacts &) {
    if (name.starts_with("_Z") || name.starts_with("__isoc23"))
      return;
    CHECK_MESSAGE((exists(name) || elsewhere.contains(name)), std::string(name));
  });
}

TEST_CASE("each family has a member") {
  for_each_call_family([&](const CallFamily &family) {
    CAPTURE(std::string(family.prefix));
    CHECK(call_facts(family.example) == &family.facts); // no earlier family takes it
    if (!family.example.starts_with("omp_"))
      CHECK_MESSAGE(exists(family.example), std::string(family.example));
  });
}

TEST_CASE("allocation") {
  const CallFacts *calloc = call_facts("calloc");
  REQUIRE(calloc);
  CHECK(calloc->kind == Kind::Allocation);
  CHECK(calloc->count_argument == 0);
  CHECK(calloc->size_argument == 1);
  CHECK(calloc->zeroed);
  CHECK(calloc->deallocator == "free");

  const CallFacts *posix_memalign = call_facts("posix_memalign");
  REQUIRE(posix_memalign);
  CHECK(posix_memalign->pointer_argument == 0);
  CHECK(posix_memalign->alignment_argument == 1);
  CHECK(posix_memalign->size_argument == 2);

  const CallFacts *aligned_new = call_facts("_ZnamSt11align_val_tRKSt9nothrow_t");
  REQUIRE(aligned_new);
  CHECK(aligned_new->size_argument == 0);
  CHECK(aligned_new->alignment_argument == 1);
  CHECK(aligned_new->may_return_null);
  CHECK(aligned_new->never_throws);
  CHECK(aligned_new->deallocator == "_ZdaPvSt11align_val_t");
  CHECK(!call_facts("_Znwm")->never_throws);

  CHECK(kind("realloc") == Kind::Reallocation);
  CHECK(kind("free") == Kind::Deallocation);
  CHECK(call_facts("_ZdlPvmSt11align_val_t")->pointer_argument == 0);
  CHECK(kind("strdup") == Kind::Inactive);
  CHECK(call_facts("strdup")->result_is_fresh);

  for_each_call_name([](std::string_view name, const CallFacts &facts) {
    CAPTURE(std::string(name));
    if (facts.kind == Kind::Allocation)
      CHECK(facts.size_argument >= 0);
    if (!facts.deallocator.empty())
      CHECK(call_facts(facts.deallocator));
  });
}

TEST_CASE("kinds") {
  CHECK(kind("printf") == Kind::Inactive);
  CHECK(!call_facts("printf")->writes_arguments);
  CHECK(call_facts("sscanf")->writes_arguments);
  CHECK(kind("_ZNSolsEd") == Kind::Inactive);
  CHECK(call_facts("_ZNSirsERd")->writes_arguments);
  CHECK(call_facts("_ZNSolsEd")->result_within_argument == 0);
  CHECK(call_facts("strchr")->result_within_argument == 0);
  CHECK(kind("_ZSt24__throw_out_of_range_fmtPKcz") == Kind::NoReturn);
  CHECK(!call_facts("_ZSt20__throw_length_errorPKc")->never_throws);
  CHECK(call_facts("abort")->never_throws);
  CHECK(kind("_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base") == Kind::Mirror);
  CHECK(kind("omp_get_num_threads") == Kind::Inactive);
  CHECK(kind("__isnan") == Kind::Inactive);
  CHECK(kind("llround") == Kind::Inactive);
}

TEST_CASE("mathematics") {
  for (std::string_view name :
       {"sin", "sinf", "fmaxl", "lgamma", "scalbln", "sincosf", "modfl", "lgammaf_r", "remquo", "frexp"}) {
    CAPTURE(std::string(name));
    CHECK(kind(name) == Kind::Math);
  }
  CHECK(call_facts("sincosf")->writes_arguments);
  CHECK(!call_facts("sin")->writes_arguments);
}

TEST_CASE("unknown") {
  for (std::string_view name :
       {"", "user_function", "fadd", "powi", "memcpy", "qsort", "pthread_create", "pthread_once", "longjmp",
        "_ZN4user9functionEv", "_ZStplIdESt7complexIT_ERKS2_S4_", "_ZStlsI4userE", "modfx", "sincosfl", "_r"}) {
    CAPTURE(std::string(name));
    CHECK(call_facts(name) == nullptr);
  }
}
