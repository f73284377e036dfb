// The functions that the rules are about, by rule name.
#pragma once

#include "rules/check/evaluate.h"

#include <cmath>
#include <math.h>
#include <string_view>
#include <unordered_map>

namespace cotangent::rules::test {

using Inputs = check::Point<long double>;
using Primal = long double (*)(const Inputs &);

inline const std::unordered_map<std::string_view, Primal> &primals() {
  using Real = long double;
  static const std::unordered_map<std::string_view, Primal> functions = {
      {"fneg", [](const Inputs &x) { return -x[0]; }},
      {"fadd", [](const Inputs &x) { return x[0] + x[1]; }},
      {"fsub", [](const Inputs &x) { return x[0] - x[1]; }},
      {"fmul", [](const Inputs &x) { return x[0] * x[1]; }},
      {"fdiv", [](const Inputs &x) { return x[0] / x[1]; }},
      {"fma", [](const Inputs &x) { return x[0] * x[1] + x[2]; }},
      {"frem", [](const Inputs &x) { return fmodl(x[0], x[1]); }},
      {"remainder", [](const Inputs &x) { return remainderl(x[0], x[1]); }},
      {"canonicalize", [](const Inputs &x) { return x[0]; }},
      {"arithmetic.fence", [](const Inputs &x) { return x[0]; }},
      {"nextafter", [](const Inputs &x) { return nextafterl(x[0], x[1]); }},
      {"nextup", [](const Inputs &x) { return nextafterl(x[0], Real(INFINITY)); }},
      {"nextdown", [](const Inputs &x) { return nextafterl(x[0], Real(-INFINITY)); }},
      {"floor", [](const Inputs &x) { return floorl(x[0]); }},
      {"ceil", [](const Inputs &x) { return ceill(x[0]); }},
      {"trunc", [](const Inputs &x) { return truncl(x[0]); }},
      {"round", [](const Inputs &x) { return roundl(x[0]); }},
      {"roundeven", [](const Inputs &x) { return rintl(x[0]); }},
      {"rint", [](const Inputs &x) { return rintl(x[0]); }},
      {"nearbyint", [](const Inputs &x) { return nearbyintl(x[0]); }},
      {"logb", [](const Inputs &x) { return logbl(x[0]); }},
      {"sin", [](const Inputs &x) { return sinl(x[0]); }},
      {"cos", [](const Inputs &x) { return cosl(x[0]); }},
      {"tan", [](const Inputs &x) { return tanl(x[0]); }},
      {"asin", [](const Inputs &x) { return asinl(x[0]); }},
      {"acos", [](const Inputs &x) { return acosl(x[0]); }},
      {"atan", [](const Inputs &x) { return atanl(x[0]); }},
      {"atan2", [](const Inputs &x) { return atan2l(x[0], x[1]); }},
      {"sinh", [](const Inputs &x) { return sinhl(x[0]); }},
      {"cosh", [](const Inputs &x) { return coshl(x[0]); }},
      {"tanh", [](const Inputs &x) { return tanhl(x[0]); }},
      {"asinh", [](const Inputs &x) { return asinhl(x[0]); }},
      {"acosh", [](const Inputs &x) { return acoshl(x[0]); }},
      {"atanh", [](const Inputs &x) { return atanhl(x[0]); }},
      {"exp", [](const Inputs &x) { return expl(x[0]); }},
      {"exp2", [](const Inputs &x) { return exp2l(x[0]); }},
      {"exp10", [](const Inputs &x) { return powl(10, x[0]); }},
      {"expm1", [](const Inputs &x) { return expm1l(x[0]); }},
      {"log", [](const Inputs &x) { return logl(x[0]); }},
      {"log2", [](const Inputs &x) { return log2l(x[0]); }},
      {"log10", [](const Inputs &x) { return log10l(x[0]); }},
      {"log1p", [](const Inputs &x) { return log1pl(x[0]); }},
      {"sqrt", [](const Inputs &x) { return sqrtl(x[0]); }},
      {"cbrt", [](const Inputs &x) { return cbrtl(x[0]); }},
      {"pow", [](const Inputs &x) { return powl(x[0], x[1]); }},
      {"powi", [](const Inputs &x) { return powl(x[0], x[1]); }},
      {"ldexp", [](const Inputs &x) { return ldexpl(x[0], static_cast<int>(x[1])); }},
      {"hypot", [](const Inputs &x) { return hypotl(x[0], x[1]); }},
      {"hypot3", [](const Inputs &x) { return hypotl(hypotl(x[0], x[1]), x[2]); }},
      {"fabs", [](const Inputs &x) { return fabsl(x[0]); }},
      {"copysign", [](const Inputs &x) { return copysignl(x[0], x[1]); }},
      {"fmin", [](const Inputs &x) { return fminl(x[0], x[1]); }},
      {"fmax", [](const Inputs &x) { return fmaxl(x[0], x[1]); }},
      {"minimum", [](const Inputs &x) { return std::isnan(x[0]) || x[0] < x[1] ? x[0] : x[1]; }},
      {"maximum", [](const Inputs &x) { return std::isnan(x[0]) || x[0] > x[1] ? x[0] : x[1]; }},
      {"fdim", [](const Inputs &x) { return fdiml(x[0], x[1]); }},
      {"erf", [](const Inputs &x) { return erfl(x[0]); }},
      {"erfc", [](const Inputs &x) { return erfcl(x[0]); }},
      {"tgamma", [](const Inputs &x) { return tgammal(x[0]); }},
      {"lgamma", [](const Inputs &x) { return lgammal(x[0]); }},
      {"cotangent_digamma", [](const Inputs &x) { return cotangent_digammal(x[0]); }},
      {"cotangent_polygamma", [](const Inputs &x) { return cotangent_polygammal(static_cast<int>(x[0]), x[1]); }},
      {"j0", [](const Inputs &x) { return ::j0l(x[0]); }},
      {"j1", [](const Inputs &x) { return ::j1l(x[0]); }},
      {"jn", [](const Inputs &x) { return ::jnl(static_cast<int>(x[0]), x[1]); }},
      {"y0", [](const Inputs &x) { return ::y0l(x[0]); }},
      {"y1", [](const Inputs &x) { return ::y1l(x[0]); }},
      {"yn", [](const Inputs &x) { return ::ynl(static_cast<int>(x[0]), x[1]); }},
  };
  return functions;
}

} // namespace cotangent::rules::test
