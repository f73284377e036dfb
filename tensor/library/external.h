// C++ functions of the process that programs call (ct::external_call), by name.
#pragma once

#include "tensor/library/call.h"

#include <string>
#include <string_view>
#include <vector>

namespace cotangent::library {

/// Target names of custom_call that mean such functions begin so.
inline constexpr std::string_view external_prefix = "cotangent.external ";

/// What a function gets for each of its parameters, and last for the number it returns.
struct ExternalSlot {
  void *value;
  void *shadow; // null without one
  int64_t size; // elements
};
using ExternalFunction = void (*)(const ExternalSlot *slots);

enum class ExternalKind : uint8_t {
  Primal,  // arguments -> results
  Forward, // arguments, tangents of the differentiable ones -> results, tangents of the differentiable ones
  Reverse  // arguments, cotangents of the differentiable results -> cotangents of the differentiable arguments
};
struct ExternalParameter {
  bool is_output;
  bool is_differentiable;
  int64_t size; // elements
  int64_t element_bytes;
};

/// Returns the target name.
std::string register_external(ExternalKind kind, std::string_view name, ExternalFunction function,
                              std::vector<ExternalParameter> parameters);

/// Null if no function of the process is registered by that name.
CallPointer make_external(std::string_view target);

} // namespace cotangent::library
