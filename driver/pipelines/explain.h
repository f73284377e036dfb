// What a derivative costs and why, for people (-fcotangent-explain) and programs (=json). Values come from the facts and the plan.
#pragma once

#include "driver/pipelines/request.h"
#include "scalar/emit/derivatives.h"
#include "llvm/Support/JSON.h"

namespace cotangent::driver {

struct Place {
  std::string file;
  unsigned line = 0, column = 0;
  auto operator<=>(const Place &) const = default;
};

struct ExplainedArgument {
  unsigned number = 0; // of the user's function, from 1; 0: the object that is called
  std::string name;    // where it is known
  std::string annotation;
  bool active = false; // it has an effect on the derivative
};

struct ExplainedLoop {
  Place place;
  unsigned depth = 1;
  std::string form;   // "fused", "taped" (itself or a loop in it) or "free"
  std::string layout; // taped: "array" or "stack"
  uint64_t bytes = 0; // per iteration
  std::string reason; // taped: why it is not fused
};

struct SavedValue {
  Place place;
  std::string what;               // "result of sin"
  std::string expression, source; // the text at the place and its line, where they can be read
  uint64_t bytes = 0;
  std::optional<Place> loop; // stored once in each of its iterations; none: once per call
  std::string reason;        // why it is not computed again
};

struct Explanation {
  Place place; // where the derivative is asked for
  std::string function, symbol, mode;
  unsigned width = 1;
  std::vector<std::string> options;
  std::vector<ExplainedArgument> arguments;
  unsigned active_instructions = 0;
  std::map<std::string, std::map<unsigned, unsigned>> active_lines; // file -> line -> instructions
  std::vector<ExplainedLoop> loops;
  std::vector<SavedValue> saved;
  unsigned recomputed = 0, in_registers = 0;
  std::vector<std::pair<Place, std::string>> refused; // ways that throw, and their messages
  std::vector<std::string> rules, globals;            // used; with a hidden shadow

  std::string text() const;
  llvm::json::Value json() const;
};

Explanation explain(const Request &request, const scalar::DiffPlan &plan, const scalar::Derivatives &derivatives);

/// To the standard error output, in the order of the places.
void print(std::vector<Explanation> explanations, bool json);

} // namespace cotangent::driver
