// Differentiates a function of a module file: text in, text out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cotangent::execute {

class LoadedModule;

struct GradientRequest {
  std::string module;
  std::string entry;                                   // empty: main, or the only public function
  std::optional<std::vector<int64_t>> with_respect_to; // nothing: all arguments of floating-point or complex numbers
  int64_t result = 0;
  std::string mode = "reverse"; // or "forward", "value-and-gradient"
  std::string output;           // empty: nothing is written
  bool explain = false;         // say what loops keep
};
struct GradientReport {
  std::string output, messages;
  int status = 0; // 1: `messages` says why; nothing was written
};

/// Never throws. The new module appears at its place complete, after success.
GradientReport differentiate_file(const GradientRequest &request);

/// The text of a module with the derivative alone, under the function's name, and the functions that it calls. The
/// module is used up. Throws what differentiate::differentiate throws, with the function's place in front if the
/// message has none; "bad-argument" for a mode that is none.
std::string derivative_text(LoadedModule &module, const GradientRequest &request, std::string *explanation = nullptr);

} // namespace cotangent::execute

extern "C" void cotangent_differentiate_file(const cotangent::execute::GradientRequest &request,
                                             cotangent::execute::GradientReport &report);
