// Operations by name.
#include "tensor/reference/elementwise.h"

namespace cotangent::reference {

namespace {

template <typename Function> struct Named {
  std::string_view name;
  Function function;
};

constexpr Named<UnaryFunction> unary_functions[] = {
    {"stablehlo.abs", abs},
    {"stablehlo.cbrt", cbrt},
    {"stablehlo.ceil", ceil},
    {"stablehlo.cosine", cosine},
    {"stablehlo.count_leading_zeros", count_leading_zeros},
    {"stablehlo.exponential", exponential},
    {"stablehlo.exponential_minus_one", exponential_minus_one},
    {"stablehlo.floor", floor},
    {"stablehlo.imag", imag},
    {"stablehlo.is_finite", is_finite},
    {"stablehlo.log", log},
    {"stablehlo.log_plus_one", log_plus_one},
    {"stablehlo.logistic", logistic},
    {"stablehlo.negate", negate},
    {"stablehlo.not", not_},
    {"stablehlo.popcnt", popcnt},
    {"stablehlo.real", real},
    {"stablehlo.round_nearest_afz", round_nearest_afz},
    {"stablehlo.round_nearest_even", round_nearest_even},
    {"stablehlo.rsqrt", rsqrt},
    {"stablehlo.sign", sign},
    {"stablehlo.sine", sine},
    {"stablehlo.sqrt", sqrt},
    {"stablehlo.tan", tan},
    {"stablehlo.tanh", tanh},
    {"chlo.acos", acos},
    {"chlo.acosh", acosh},
    {"chlo.asin", asin},
    {"chlo.asinh", asinh},
    {"chlo.atan", atan},
    {"chlo.atanh", atanh},
    {"chlo.bessel_i1e", bessel_i1e},
    {"chlo.conj", conj},
    {"chlo.cosh", cosh},
    {"chlo.digamma", digamma},
    {"chlo.erf", erf},
    {"chlo.erf_inv", erf_inv},
    {"chlo.erfc", erfc},
    {"chlo.is_inf", is_inf},
    {"chlo.is_neg_inf", is_neg_inf},
    {"chlo.is_pos_inf", is_pos_inf},
    {"chlo.lgamma", lgamma},
    {"chlo.sinh", sinh},
    {"chlo.square", square},
    {"chlo.tan", tan},
};

constexpr Named<BinaryFunction> binary_functions[] = {
    {"stablehlo.add", add},
    {"stablehlo.and", and_},
    {"stablehlo.atan2", atan2},
    {"stablehlo.complex", complex},
    {"stablehlo.divide", divide},
    {"stablehlo.maximum", maximum},
    {"stablehlo.minimum", minimum},
    {"stablehlo.multiply", multiply},
    {"stablehlo.or", or_},
    {"stablehlo.power", power},
    {"stablehlo.remainder", remainder},
    {"stablehlo.shift_left", shift_left},
    {"stablehlo.shift_right_arithmetic", shift_right_arithmetic},
    {"stablehlo.shift_right_logical", shift_right_logical},
    {"stablehlo.subtract", subtract},
    {"stablehlo.xor", xor_},
    {"chlo.mulhi", mulhi},
    {"chlo.next_after", next_after},
    {"chlo.polygamma", polygamma},
    {"chlo.zeta", zeta},
};

template <typename Function, size_t Count>
Function function_named(const Named<Function> (&functions)[Count], std::string_view name) {
  for (const Named<Function> &entry : functions)
    if (entry.name == name)
      return entry.function;
  return nullptr;
}

} // namespace

UnaryFunction unary_function(std::string_view name) { return function_named(unary_functions, name); }
BinaryFunction binary_function(std::string_view name) { return function_named(binary_functions, name); }

} // namespace cotangent::reference
