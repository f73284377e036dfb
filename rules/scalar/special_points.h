// What the rules give where a function has a kink, an end point or a pole. Tests hold the table to this list.
#pragma once

#include <limits>
#include <string_view>

namespace cotangent::rules {

struct SpecialPoint {
  std::string_view rule;
  double inputs[3];
  double partials[3]; // one per input; that of an integer input is not looked at
  std::string_view reason;
};

namespace special {
inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
} // namespace special

inline constexpr SpecialPoint special_points[] = {
    {"sqrt", {0}, {special::infinity}, "one-sided slope"},
    {"cbrt", {0}, {special::infinity}, "vertical tangent"},
    {"cbrt", {-8}, {1.0 / 12}, "odd root of a negative number"},
    {"log", {0}, {special::infinity}, "pole"},
    {"log2", {0}, {special::infinity}, "pole"},
    {"log10", {0}, {special::infinity}, "pole"},
    {"log1p", {-1}, {special::infinity}, "pole"},
    {"asin", {1}, {special::infinity}, "one-sided slope"},
    {"asin", {-1}, {special::infinity}, "one-sided slope"},
    {"acos", {1}, {-special::infinity}, "one-sided slope"},
    {"acos", {-1}, {-special::infinity}, "one-sided slope"},
    {"acosh", {1}, {special::infinity}, "one-sided slope"},
    {"atanh", {1}, {special::infinity}, "pole"},
    {"atan2", {0, 0}, {0, 0}, "no direction: no slope"},
    {"atan2", {0, -1}, {-1, 0}, "on the branch cut the slope of either side"},
    {"atan2", {1e-200, 1e-200}, {5e199, -5e199}, "the squared radius is below the smallest number"},

    {"fabs", {0}, {0}, "middle of the slopes -1 and 1"},
    {"copysign", {0, 1}, {0, 0}, "as fabs"},
    {"copysign", {-3, -2}, {1, 0}, "both signs negative: the identity"},
    {"hypot", {0, 0}, {0, 0}, "middle of all slopes"},
    {"hypot", {0, -2}, {0, -1}, "smooth beside the origin"},
    {"hypot3", {0, 0, 0}, {0, 0, 0}, "middle of all slopes"},

    {"pow", {0, 0}, {0, 0}, "pow(x, 0) is 1 for every x"},
    {"pow", {-2, 0}, {0, 0}, "pow(x, 0) is 1 for every x"},
    {"pow", {special::nan, 0}, {0, special::nan}, "pow(x, 0) is 1 for every x, also for NaN"},
    {"pow", {0, 1}, {1, 0}, "pow(x, 1) is x"},
    {"pow", {0, 2}, {0, 0}, "flat bottom of the parabola"},
    {"pow", {0, 0.5}, {special::infinity, 0}, "as sqrt"},
    {"pow", {0, -1}, {-special::infinity, -special::infinity}, "pole"},
    {"pow", {-2, 3}, {12, 0}, "a negative base has values at integer exponents only: no slope in the exponent"},
    {"pow", {1e-200, 2}, {2e-200, 0}, "the result is below the smallest number, the slope is not"},
    {"powi", {0, 0}, {0, 0}, "powi(x, 0) is 1 for every x"},
    {"powi", {0, 1}, {1, 0}, "powi(x, 1) is x"},
    {"powi", {-2, 3}, {12, 0}, "negative base"},

    {"fmin", {2, 2}, {0.5, 0.5}, "a tie shares equally"},
    {"fmin", {special::nan, 2}, {0, 1}, "NaN is ignored"},
    {"fmin", {2, special::nan}, {1, 0}, "NaN is ignored"},
    {"fmax", {2, 2}, {0.5, 0.5}, "a tie shares equally"},
    {"fmax", {-0.0, 0.0}, {0.5, 0.5}, "zeros of either sign tie"},
    {"fmax", {special::nan, 2}, {0, 1}, "NaN is ignored"},
    {"fmax", {2, special::nan}, {1, 0}, "NaN is ignored"},
    {"minimum", {2, 2}, {0.5, 0.5}, "a tie shares equally"},
    {"minimum", {special::nan, 2}, {1, 0}, "NaN is the result"},
    {"maximum", {2, 2}, {0.5, 0.5}, "a tie shares equally"},
    {"maximum", {2, special::nan}, {0, 1}, "NaN is the result"},
    {"fdim", {2, 2}, {0, 0}, "a tie is not a positive difference"},

    {"frem", {7, 2}, {1, -3}, "quotient rounded toward zero"},
    {"frem", {-7, 2}, {1, 3}, "quotient rounded toward zero"},
    {"frem", {1, special::infinity}, {1, 0}, "an infinite divisor leaves the value"},
    {"remainder", {7, 2}, {1, -4}, "quotient rounded to even"},
    {"remainder", {5, 2}, {1, -2}, "quotient rounded to even"},

    {"floor", {2}, {0}, "steps are flat"},
    {"rint", {2.5}, {0}, "steps are flat"},
    {"nextafter", {1, 2}, {1, 0}, "the identity but for one unit in the last place"},
    {"tanh", {30}, {0}, "saturated"},
    {"asinh", {1e200}, {1e-200}, "the square is above the largest number"},
    {"acosh", {1e200}, {1e-200}, "the square is above the largest number"},
    {"ldexp", {0, 3}, {8, 0}, "linear"},
    {"j1", {0}, {0.5}, "limit of j0(x) - j1(x)/x"},
    {"erf", {special::infinity}, {0}, "saturated"},
};

} // namespace cotangent::rules
