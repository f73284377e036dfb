// Operations of stablehlo that work element by element.
#include "tensor/rules/linear.h"
#include "tensor/rules/scalar_formulas.h"

#include <cmath>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {
namespace {

// --- linear operations -----------------------------------------------------------------------------------------------
Values add(const ForwardRequest &request) { return {sum_of(request.build, request.tangents[0], request.tangents[1])}; }

Values subtract(const ForwardRequest &request) {
  Value left = request.tangents[0], right = request.tangents[1];
  if (!left)
    return {request.build.negate(right)};
  return {right ? request.build.subtract(left, right) : left};
}

Values convert(const ForwardRequest &request) {
  return is_differentiable(request.result()) ? forward_linear(request) : Values{Value()};
}

Values transpose_add(const TransposeRequest &request) {
  return {request.linear[0] ? request.cotangent() : Value(), request.linear[1] ? request.cotangent() : Value()};
}

Values transpose_subtract(const TransposeRequest &request) {
  return {request.linear[0] ? request.cotangent() : Value(),
          request.linear[1] ? request.build.negate(request.cotangent()) : Value()};
}

Values transpose_negate(const TransposeRequest &request) { return {request.build.negate(request.cotangent())}; }

/// Between real and complex numbers the imaginary part is dropped, or zero.
Values transpose_convert(const TransposeRequest &request) {
  return {request.build.convert(request.cotangent(), element_of(request.operand(0)))};
}

Values transpose_reduce_precision(const TransposeRequest &request) {
  return {request.build.repeat(request.operation, request.cotangent())->getResult(0)};
}

// --- products --------------------------------------------------------------------------------------------------------
Values multiply(const ForwardRequest &request) {
  Build &build = request.build;
  Value left = request.operand(0), right = request.operand(1);
  if (left == right)
    return {build.multiply(request.tangents[0], build.scale(left, 2))};
  Value sum;
  if (request.tangents[0])
    sum = times(build, request.tangents[0], right);
  if (request.tangents[1])
    sum = sum_of(build, sum, times(build, request.tangents[1], left));
  return {sum};
}

Values transpose_multiply(const TransposeRequest &request) {
  size_t at = request.linear[0] ? 0 : 1;
  Value factor = request.build.conjugate(request.operand(1 - at));
  return cotangent_of(request, at, request.build.multiply(request.cotangent(), factor));
}

/// (da - y db) / b
Values divide(const ForwardRequest &request) {
  Build &build = request.build;
  Value numerator = request.tangents[0];
  if (Value denominator = request.tangents[1]) {
    Value moved = build.multiply(denominator, request.result());
    numerator = numerator ? build.subtract(numerator, moved) : build.negate(moved);
  }
  return {build.divide(numerator, request.operand(1))};
}

Values transpose_divide(const TransposeRequest &request) {
  return {request.build.divide(request.cotangent(), request.build.conjugate(request.operand(1))), Value()};
}

// --- powers ----------------------------------------------------------------------------------------------------------
/// The derivative of x^exponent in x, times the tangent.
Value constant_power(const ForwardRequest &request, double exponent) {
  Build &build = request.build;
  Value base = request.operand(0), tangent = request.tangents[0];
  if (exponent == 0)
    return Value();
  if (exponent == 1)
    return tangent;
  if (exponent == 2)
    return build.multiply(tangent, build.scale(base, 2));
  if (exponent == 0.5)
    return build.multiply(tangent, build.divide(build.splat_like(base, 0.5), request.result()));
  Value power = build.binary<PowerOp>(base, build.splat_like(base, exponent - 1));
  return build.multiply(tangent, build.scale(power, exponent));
}

Values power(const ForwardRequest &request) {
  Value base = request.tangents[0], exponent = request.tangents[1];
  if (!exponent)
    if (std::optional<double> number = constant_number(request.operand(1)))
      return {constant_power(request, *number)};
  if (!base)
    if (std::optional<double> number = constant_number(request.operand(0)); number && *number > 0)
      return {request.build.multiply(exponent, request.build.scale(request.result(), std::log(*number)))};
  return tangents_by_formula(request, "pow");
}

// --- roots and the like ----------------------------------------------------------------------------------------------
/// y (1 - y)
Values logistic(const ForwardRequest &request) {
  Build &build = request.build;
  Value y = request.result();
  return {build.multiply(request.tangents[0], build.multiply(y, build.subtract(build.splat_like(y, 1), y)))};
}

/// -y³ / 2
Values rsqrt(const ForwardRequest &request) {
  Build &build = request.build;
  Value y = request.result();
  return {build.multiply(request.tangents[0], build.multiply(build.scale(y, -0.5), build.multiply(y, y)))};
}

// --- choice ----------------------------------------------------------------------------------------------------------
/// What of the tangent of `own` reaches the larger (GE) or smaller (LE) of two values: all where it wins or is NaN,
/// half of a tie. Elsewhere nothing, even of an infinite tangent.
Value share(Build &build, ComparisonDirection wins, Value own, Value other, Value tangent) {
  Value is_nan = build.compare(own, own, ComparisonDirection::NE);
  Value chosen = build.binary<OrOp>(build.compare(own, other, wins), is_nan);
  Value tie = build.compare(own, other, ComparisonDirection::EQ);
  Value part = build.select(tie, build.splat_like(own, 0.5), build.splat_like(own, 1));
  return build.select(chosen, build.multiply(tangent, part), build.zeros_like(tangent));
}

Value choice(Build &build, ComparisonDirection wins, Value left, Value right, Value left_tangent, Value right_tangent) {
  if (left == right)
    return left_tangent;
  Value sum;
  if (left_tangent)
    sum = share(build, wins, left, right, left_tangent);
  if (right_tangent)
    sum = sum_of(build, sum, share(build, wins, right, left, right_tangent));
  return sum;
}

template <ComparisonDirection Wins> Values extreme(const ForwardRequest &request) {
  return {
      choice(request.build, Wins, request.operand(0), request.operand(1), request.tangents[0], request.tangents[1])};
}

/// minimum(maximum(x, low), high)
Values clamp(const ForwardRequest &request) {
  Build &build = request.build;
  Value x = request.operand(1);
  Shape shape(shape_of(x));
  auto broadcast = [&](Value bound) {
    return bound ? build.broadcast(bound, first_numbers(rank_of(bound)), shape) : bound;
  };
  Value low = broadcast(request.operand(0)), high = broadcast(request.operand(2));
  Value tangent = choice(build, ComparisonDirection::GE, x, low, request.tangents[1], broadcast(request.tangents[0]));
  Value raised = build.binary<MaximumOp>(x, low);
  return {choice(build, ComparisonDirection::LE, raised, high, tangent, broadcast(request.tangents[2]))};
}

Values transpose_select(const TransposeRequest &request) {
  Build &build = request.build;
  Value condition = request.operand(0), cotangent = request.cotangent();
  Values result(3);
  if (request.linear[1])
    result[1] = build.select(condition, cotangent, build.zeros_like(cotangent));
  if (request.linear[2])
    result[2] = build.select(condition, build.zeros_like(cotangent), cotangent);
  return result;
}

// --- random numbers --------------------------------------------------------------------------------------------------
/// a + u (b - a) of numbers u in [0, 1), or a + b u of numbers u with mean 0 and deviation 1: u does not depend on a,
/// b.
Values random(const ForwardRequest &request) {
  Build &build = request.build;
  auto operation = cast<RngOp>(request.operation);
  Value result = request.result();
  Shape shape(shape_of(result));
  if (!is_differentiable(result))
    return {Value()};
  auto broadcast = [&](Value value) { return value ? build.broadcast_scalar(value, shape) : value; };
  Value first = broadcast(request.operand(0)), second = broadcast(request.operand(1));
  bool uniform = operation.getRngDistribution() == RngDistribution::UNIFORM;
  Value scale = uniform ? build.subtract(second, first) : second;
  Value flat = build.compare(scale, build.zeros_like(scale), ComparisonDirection::EQ);
  Value u = build.divide(build.subtract(result, first), build.select(flat, build.splat_like(scale, 1), scale));
  Value da = broadcast(request.tangents[0]), db = broadcast(request.tangents[1]);
  Value moved;
  if (da)
    moved = uniform ? build.multiply(da, build.subtract(build.splat_like(u, 1), u)) : da;
  return {db ? sum_of(build, moved, build.multiply(db, u)) : moved};
}

constexpr std::string_view tie = "a tie shares equally; NaN wins";

} // namespace

llvm::ArrayRef<Rule> elementwise_rules() {
  static const Rule rules[] = {
      {"stablehlo.add", add, transpose_add},
      {"stablehlo.subtract", subtract, transpose_subtract},
      {"stablehlo.negate", forward_linear, transpose_negate},
      {"stablehlo.convert", convert, transpose_convert, "to floating-point or complex numbers; to others: constant"},
      {"stablehlo.reduce_precision", forward_linear, transpose_reduce_precision,
       "the identity; tangents and cotangents are rounded alike"},
      {"stablehlo.multiply", multiply, transpose_multiply},
      {"stablehlo.divide", divide, transpose_divide},
      {"stablehlo.power", power, nullptr,
       "0 where the exponent is 0; no slope in the exponent at bases below 0 or 0 with an exponent >= 0"},
      {"stablehlo.remainder", by_formula<"frem">, nullptr, "the quotient is locally constant; not of complex numbers"},
      {"stablehlo.atan2", by_formula<"atan2">, nullptr, "0 at the origin"},
      {"stablehlo.maximum", extreme<ComparisonDirection::GE>, nullptr, tie},
      {"stablehlo.minimum", extreme<ComparisonDirection::LE>, nullptr, tie},
      {"stablehlo.clamp", clamp, nullptr,
       "minimum(maximum(x, low), high): at a bound half goes to x, half to the bound"},
      {"stablehlo.select", forward_linear, transpose_select},
      {"stablehlo.cbrt", by_formula<"cbrt">, nullptr, "infinite at 0"},
      {"stablehlo.cosine", by_formula<"cos">},
      {"stablehlo.exponential", by_formula<"exp">},
      {"stablehlo.exponential_minus_one", by_formula<"expm1">},
      {"stablehlo.log", by_formula<"log">, nullptr, "infinite at 0"},
      {"stablehlo.log_plus_one", by_formula<"log1p">, nullptr, "infinite at -1"},
      {"stablehlo.logistic", logistic},
      {"stablehlo.rsqrt", rsqrt, nullptr, "infinite at 0"},
      {"stablehlo.sine", by_formula<"sin">},
      {"stablehlo.sqrt", by_formula<"sqrt">, nullptr, "infinite at 0"},
      {"stablehlo.tan", by_formula<"tan">},
      {"stablehlo.tanh", by_formula<"tanh">},
      {"stablehlo.rng", random, nullptr, "the numbers between the bounds stay where they are relative to them"},
  };
  return rules;
}

} // namespace cotangent::tensor_rules
