// Other names of the rules: LLVM's and libm's spellings of the same function.
#pragma once

#include <string_view>

namespace cotangent::rules {

struct Alias {
  std::string_view name, rule;
};

inline constexpr Alias scalar_aliases[] = {
    {"fmuladd", "fma"}, // LLVM
    {"fmod", "frem"},
    {"drem", "remainder"},       // BSD
    {"nexttoward", "nextafter"}, // second input is a long double whatever the first is
    {"scalbn", "ldexp"},
    {"scalbln", "ldexp"}, // exponent is a long
    {"pow10", "exp10"},
    {"gamma", "lgamma"}, // BSD; C's gamma function is tgamma
    {"minnum", "fmin"},  // LLVM
    {"maxnum", "fmax"},
    {"minimumnum", "fmin"}, // IEEE 754-2019: ignore NaN
    {"maximumnum", "fmax"},
    {"fminimum_num", "fmin"}, // C23
    {"fmaximum_num", "fmax"},
    {"fminimum", "minimum"}, // C23, IEEE 754-2019: keep NaN
    {"fmaximum", "maximum"},
};

// The rule of a function of libm or of our runtime ("sinf", "__exp_finite", "scalblnl"), of an LLVM intrinsic without
// "llvm." and type
// ("maxnum"), or of an instruction ("fadd"). Empty if there is none. The width is that of the call's own type; the
// suffix is not kept.
std::string_view scalar_rule_of(std::string_view name);

// The same for the symbol of a called function. Names that only LLVM gives a meaning ("fadd", "maximum") are then not
// known: a program may have a function of that name.
std::string_view library_rule_of(std::string_view symbol);

} // namespace cotangent::rules
