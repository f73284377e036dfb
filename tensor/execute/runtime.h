// What compiled programs call while they run.
#pragma once

#include "tensor/library/call.h"
#include "tensor/plan/program.h"

#include <exception>
#include <string_view>
#include <vector>

namespace cotangent::execute {

/// One run of a program; compiled code hands its address through.
struct Run {
  const std::vector<const plan::LibraryStep *> &libraries;
  int threads = 1;
  std::exception_ptr fault; // of a library step
};

/// The function or object of a name that emitted programs use (see tensor/emit/program.h); null for others.
void *runtime_symbol(std::string_view name);

} // namespace cotangent::execute
