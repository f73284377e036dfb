// Operations of chlo that work element by element.
#include "tensor/rules/linear.h"
#include "tensor/rules/scalar_formulas.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <limits>
#include <numbers>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {
namespace {

/// 2 x dx
Values square(const ForwardRequest &request) {
  return {request.build.multiply(request.tangents[0], request.build.scale(request.operand(0), 2))};
}

/// sqrt(π) / 2 exp(y²)
Values erf_inv(const ForwardRequest &request) {
  Build &build = request.build;
  Value y = request.result();
  Value slope = build.scale(build.analytic<ExponentialOp>(build.multiply(y, y)), std::sqrt(std::numbers::pi) / 2);
  return {build.multiply(request.tangents[0], slope)};
}

/// Of the Hurwitz zeta function: -x zeta(x + 1, q) in q.
Values zeta(const ForwardRequest &request) {
  Build &build = request.build;
  if (request.tangents[0])
    refuse(request.operation, "it has no derivative in the exponent");
  Value exponent = request.operand(0);
  Value next = build.add(exponent, build.splat_like(exponent, 1));
  Value slope = build.multiply(build.negate(exponent), build.binary<chlo::ZetaOp>(next, request.operand(1)));
  return {build.multiply(request.tangents[1], slope)};
}

// --- Bessel functions ------------------------------------------------------------------------------------------------
Value polynomial(Build &build, Value x, ArrayRef<double> coefficients) {
  Value sum = build.splat_like(x, coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = build.add(build.multiply(sum, x), build.splat_like(x, coefficient));
  return sum;
}

/// Below this the power series of I0 is used, from it on the asymptotic one; a term of either that is below the
/// precision is left out.
struct BesselSeries {
  double border;
  SmallVector<double> powers;     // of (x / border)²
  SmallVector<double> asymptotic; // of border / x
};

/// Abramowitz & Stegun 9.6.12 and 9.7.1. exp(-2 border) is the smallest that the asymptotic terms get.
BesselSeries bessel_series(double precision) {
  BesselSeries series{std::ceil(-std::log(precision) / 2) + 1, {1}, {1}};
  double sum = 1;
  for (int k = 1; series.powers.back() > precision * sum; ++k) {
    double step = series.border / (2 * k);
    series.powers.push_back(series.powers.back() * step * step);
    sum += series.powers.back();
  }
  for (int k = 1; series.asymptotic.back() > precision; ++k)
    series.asymptotic.push_back(series.asymptotic.back() * (2 * k - 1) * (2 * k - 1) / (8 * k * series.border));
  return series;
}

/// exp(-|x|) I0(x)
Value bessel_i0e(Build &build, Value x) {
  const auto &format = cast<FloatType>(element_of(x)).getFloatSemantics();
  BesselSeries series = bessel_series(std::ldexp(1.0, -static_cast<int>(APFloat::semanticsPrecision(format))));
  Value size = build.unary<AbsOp>(x), border = build.splat_like(x, series.border);
  Value is_small = build.compare(size, border, ComparisonDirection::LT);
  Value small = build.select(is_small, size, border), large = build.select(is_small, border, size);
  Value fraction = build.scale(small, 1 / series.border);
  Value below = build.multiply(build.analytic<ExponentialOp>(build.negate(small)),
                               polynomial(build, build.multiply(fraction, fraction), series.powers));
  Value above = build.multiply(build.analytic<RsqrtOp>(build.scale(large, 2 * std::numbers::pi)),
                               polynomial(build, build.divide(border, large), series.asymptotic));
  return build.select(is_small, below, above);
}

/// I1'(x) = I0(x) - I1(x) / x (Abramowitz & Stegun 9.6.26), scaled by exp(-|x|).
Values bessel_i1e(const ForwardRequest &request) {
  Build &build = request.build;
  Value x = request.operand(0), y = request.result();
  if (is_complex(x))
    refuse(request.operation, "it has no derivative for complex numbers");
  Value at_zero = build.compare(x, build.zeros_like(x), ComparisonDirection::EQ);
  Value quotient = build.divide(y, build.select(at_zero, build.splat_like(x, 1), x));
  quotient = build.select(at_zero, build.splat_like(x, 0.5), quotient);
  Value slope = build.subtract(build.subtract(bessel_i0e(build, x), quotient), build.unary<AbsOp>(y));
  return {build.multiply(request.tangents[0], slope)};
}

// --- broadcasting ----------------------------------------------------------------------------------------------------
/// Where the dimensions of an operand go: as given, for the one of lower rank, or to the last ones.
Shape dimensions_of(Operation *operation, Value operand, int64_t rank) {
  auto given = operation->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
  int64_t own = rank_of(operand);
  if (given && own < rank && given.size() == own)
    return Shape(given.asArrayRef());
  Shape result = first_numbers(own);
  for (int64_t &dimension : result)
    dimension += rank - own;
  return result;
}

/// The operation without broadcasting, of operands that are broadcast first.
Values broadcast_operation(const ForwardRequest &request) {
  Build &build = request.build;
  Operation *operation = request.operation;
  Shape shape(shape_of(request.result()));
  auto rank = static_cast<int64_t>(shape.size());
  SmallVector<Value> operands, tangents;
  for (auto [operand, tangent] : llvm::zip_equal(operation->getOperands(), request.tangents)) {
    Shape dimensions = dimensions_of(operation, operand, rank);
    operands.push_back(build.broadcast(operand, dimensions, shape));
    tangents.push_back(tangent ? build.broadcast(tangent, dimensions, shape) : tangent);
  }
  StringRef word = operation->getName().stripDialect().drop_front(StringRef("broadcast_").size());
  const Rule *rule = find_rule(("stablehlo." + word).str());
  if (!rule)
    rule = find_rule(("chlo." + word).str());
  OperationState state(build.location, StringRef(rule->name));
  state.addOperands(operands);
  state.addTypes(request.result().getType());
  Operation *inner = build.builder.create(state);
  Values result = rule->forward({inner, tangents, build});
  if (inner->use_empty())
    inner->erase();
  return result;
}

} // namespace

llvm::ArrayRef<Rule> special_rules() {
  static const Rule rules[] = {
      {"chlo.acos", by_formula<"acos">, nullptr, "infinite at -1 and 1"},
      {"chlo.acosh", by_formula<"acosh">, nullptr, "infinite at 1"},
      {"chlo.asin", by_formula<"asin">, nullptr, "infinite at -1 and 1"},
      {"chlo.asinh", by_formula<"asinh">},
      {"chlo.atan", by_formula<"atan">},
      {"chlo.atanh", by_formula<"atanh">, nullptr, "infinite at -1 and 1"},
      {"chlo.cosh", by_formula<"cosh">},
      {"chlo.sinh", by_formula<"sinh">},
      {"chlo.tan", by_formula<"tan">},
      {"chlo.square", square},
      {"chlo.erf", by_formula<"erf">},
      {"chlo.erfc", by_formula<"erfc">},
      {"chlo.erf_inv", erf_inv, nullptr, "infinite at -1 and 1"},
      {"chlo.lgamma", by_formula<"lgamma">},
      {"chlo.digamma", by_formula<"cotangent_digamma">},
      {"chlo.polygamma", by_formula<"cotangent_polygamma">, nullptr, "refused in the order"},
      {"chlo.zeta", zeta, nullptr, "refused in the exponent"},
      {"chlo.bessel_i1e", bessel_i1e, nullptr, "a half at 0; refused for complex numbers"},
      {"chlo.next_after", by_formula<"nextafter">, nullptr, "the identity in the first operand"},
      {"chlo.broadcast_add", broadcast_operation},
      {"chlo.broadcast_atan2", broadcast_operation, nullptr, "0 at the origin"},
      {"chlo.broadcast_complex", broadcast_operation},
      {"chlo.broadcast_divide", broadcast_operation},
      {"chlo.broadcast_maximum", broadcast_operation, nullptr, "a tie shares equally; NaN wins"},
      {"chlo.broadcast_minimum", broadcast_operation, nullptr, "a tie shares equally; NaN wins"},
      {"chlo.broadcast_multiply", broadcast_operation},
      {"chlo.broadcast_next_after", broadcast_operation, nullptr, "the identity in the first operand"},
      {"chlo.broadcast_polygamma", broadcast_operation, nullptr, "refused in the order"},
      {"chlo.broadcast_power", broadcast_operation, nullptr, "as power"},
      {"chlo.broadcast_remainder", broadcast_operation, nullptr, "the quotient is locally constant"},
      {"chlo.broadcast_select", broadcast_operation},
      {"chlo.broadcast_subtract", broadcast_operation},
      {"chlo.broadcast_zeta", broadcast_operation, nullptr, "refused in the exponent"},
  };
  return rules;
}

} // namespace cotangent::tensor_rules
