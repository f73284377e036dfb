#pragma once

#include <limits>
#include <string_view>

/// The functions of library.cpp as data: what the code generator and the tests know about them.
namespace cotangent::vector_math {

/// How a loop over an array that calls the function can run.
enum class LoopForm {
  BranchFree, ///< becomes vector code once inlined
  Branches    ///< one element at a time
};

/// `name` is linked as ct_<name>_f32 and ct_<name>_f64. The errors are the largest found, rounded up, in units in the
/// last place of the exact result; they hold for arguments whose magnitude does not exceed the bounds. Infinities and
/// NaN are always right, beyond a finite bound the other results are without meaning, and <name>_any has to be called.
struct Function {
  const char *name;
  int operands;
  double max_ulp_f32, max_ulp_f64;
  LoopForm form = LoopForm::BranchFree;
  double bound_f32 = std::numeric_limits<double>::infinity();
  double bound_f64 = std::numeric_limits<double>::infinity();
};

/// remainder_near is right where |x / y| < 2^52.
inline constexpr Function functions[] = {
    {"exp", 1, 1.1, 1.1},
    {"exp2", 1, 1.0, 1.0},
    {"expm1", 1, 0.6, 1.1},
    {"logistic", 1, 2.0, 2.0},
    {"log", 1, 1.0, 1.0},
    {"log2", 1, 1.0, 1.0},
    {"log1p", 1, 0.6, 1.0},
    {"sin", 1, 0.6, 1.0, LoopForm::BranchFree, 0x1p40, 0x1p30},
    {"cos", 1, 0.6, 1.0, LoopForm::BranchFree, 0x1p40, 0x1p30},
    {"tan", 1, 0.6, 1.0, LoopForm::BranchFree, 0x1p40, 0x1p30},
    {"sin_any", 1, 0.6, 1.0, LoopForm::Branches},
    {"cos_any", 1, 0.6, 1.0, LoopForm::Branches},
    {"tan_any", 1, 0.6, 1.0, LoopForm::Branches},
    {"asin", 1, 0.6, 1.0},
    {"acos", 1, 0.6, 1.0},
    {"atan", 1, 0.6, 1.0},
    {"atan2", 2, 0.6, 1.0},
    {"sinh", 1, 0.6, 1.5},
    {"cosh", 1, 0.6, 1.8},
    {"tanh", 1, 1.5, 1.0},
    {"asinh", 1, 0.6, 1.0},
    {"acosh", 1, 0.6, 1.0},
    {"atanh", 1, 0.6, 1.0},
    {"pow", 2, 0.6, 1.0},
    {"cbrt", 1, 0.6, 0.6},
    {"sqrt", 1, 0.5, 0.5},
    {"rsqrt", 1, 1.5, 1.5},
    {"hypot", 2, 0.6, 1.0},
    {"erf", 1, 1.5, 2.0},
    {"erfc", 1, 0.6, 2.5},
    {"erf_inv", 1, 1.0, 2.0},
    {"remainder", 2, 0.0, 0.0, LoopForm::Branches},
    {"remainder_near", 2, 0.0, 0.0},
    {"round_afz", 1, 0.0, 0.0},
};

/// By name; null for others.
constexpr const Function *find_function(std::string_view name) {
  for (const Function &function : functions)
    if (name == function.name)
      return &function;
  return nullptr;
}

/// The function that computes an operation of the dialects stablehlo and chlo, by the operation's name without the
/// dialect; null if there is none.
constexpr const Function *function_of_operation(std::string_view operation) {
  struct Name {
    std::string_view operation, function;
  };
  constexpr Name other_names[] = {{"exponential", "exp"},    {"exponential_minus_one", "expm1"},
                                  {"log_plus_one", "log1p"}, {"sine", "sin"},
                                  {"cosine", "cos"},         {"power", "pow"}};
  constexpr std::string_view same_names[] = {"log",       "tan",   "tanh", "logistic", "cbrt",   "rsqrt", "atan2",
                                             "remainder", "sinh",  "cosh", "acos",     "acosh",  "asin",  "asinh",
                                             "atan",      "atanh", "erf",  "erfc",     "erf_inv"};
  for (const Name &name : other_names)
    if (operation == name.operation)
      return find_function(name.function);
  for (std::string_view name : same_names)
    if (operation == name)
      return find_function(name);
  return nullptr;
}

/// Whether there are arguments for which <name>_any has to be called.
constexpr bool is_bounded(const Function &function) {
  return function.bound_f32 < std::numeric_limits<double>::infinity() ||
         function.bound_f64 < std::numeric_limits<double>::infinity();
}

} // namespace cotangent::vector_math
