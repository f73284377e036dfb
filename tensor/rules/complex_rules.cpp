// Complex numbers: their parts, and derivatives of functions of them. A holomorphic function has the tangent f'(z) dz.
#include "tensor/rules/linear.h"
#include "tensor/rules/scalar_formulas.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {
namespace {

// --- parts -----------------------------------------------------------------------------------------------------------
Values imaginary_part(const ForwardRequest &request) {
  return is_complex(request.operand(0)) ? forward_linear(request) : Values{Value()};
}

Values transpose_real(const TransposeRequest &request) {
  Value part = request.cotangent();
  return {is_complex(request.operand(0)) ? request.build.complex(part, request.build.zeros_like(part)) : part};
}

Values transpose_imag(const TransposeRequest &request) {
  Value part = request.cotangent();
  return {request.build.complex(request.build.zeros_like(part), part)};
}

Values transpose_complex(const TransposeRequest &request) {
  Build &build = request.build;
  return {request.linear[0] ? build.real(request.cotangent()) : Value(),
          request.linear[1] ? build.imag(request.cotangent()) : Value()};
}

Values transpose_conj(const TransposeRequest &request) { return {request.build.conjugate(request.cotangent())}; }

// --- distance and direction ------------------------------------------------------------------------------------------
Value nonzero(Build &build, Value value) {
  Value is_zero = build.compare(value, build.zeros_like(value), ComparisonDirection::EQ);
  return build.select(is_zero, build.splat_like(value, 1), value);
}

/// Re(conj(z) dz) / |z|
Values abs(const ForwardRequest &request) {
  Build &build = request.build;
  Value z = request.operand(0), dz = request.tangents[0];
  if (!is_complex(z))
    return tangents_by_table(request, "fabs");
  Value radius = nonzero(build, request.result());
  Value along_real = build.multiply(build.real(dz), build.divide(build.real(z), radius));
  Value along_imag = build.multiply(build.imag(dz), build.divide(build.imag(z), radius));
  return {build.add(along_real, along_imag)};
}

/// i s Im(conj(s) dz) / |z|, of the direction s = z / |z|. Of real numbers: constant.
Values sign(const ForwardRequest &request) {
  Build &build = request.build;
  Value z = request.operand(0), dz = request.tangents[0];
  if (!is_complex(z))
    return {Value()};
  Value radius = nonzero(build, build.make<AbsOp>(with_element(ranked(z.getType()), real_part(element_of(z))), z));
  Value cosine = build.real(request.result()), sine = build.imag(request.result());
  Value across = build.subtract(build.multiply(build.imag(dz), cosine), build.multiply(build.real(dz), sine));
  Value angle = build.divide(across, radius);
  return {build.complex(build.multiply(angle, build.negate(sine)), build.multiply(angle, cosine))};
}

// --- holomorphic functions -------------------------------------------------------------------------------------------
// A zero imaginary part says on which side of a branch cut a number is: it must keep its sign, so parts are handled one
// by one where a real number is added.

/// number + z, and number - z
Value shifted(Build &build, double number, Value z) {
  Value real = build.real(z);
  return build.complex(build.add(build.splat_like(real, number), real), build.imag(z));
}
Value shifted_back(Build &build, double number, Value z) {
  Value real = build.real(z);
  return build.complex(build.subtract(build.splat_like(real, number), real), build.negate(build.imag(z)));
}
/// i z
Value turned(Build &build, Value z) { return build.complex(build.negate(build.imag(z)), build.real(z)); }

Value root(Build &build, Value z) { return build.analytic<SqrtOp>(z); }
/// sqrt(1 - z²), with the branch cuts of asin.
Value root_of_one_minus_square(Build &build, Value z) {
  return build.multiply(root(build, shifted_back(build, 1, z)), root(build, shifted(build, 1, z)));
}

Values power(const ForwardRequest &request) {
  Build &build = request.build;
  Value z = request.operand(0), exponent = request.operand(1), sum;
  Value zero = build.zeros_like(z), one = build.splat_like(z, 1);
  Value at_zero = build.compare(z, zero, ComparisonDirection::EQ);
  if (Value dz = request.tangents[0]) {
    Value flat = build.binary<AndOp>(at_zero, build.compare(exponent, zero, ComparisonDirection::EQ));
    Value power = build.binary<PowerOp>(build.select(flat, one, z), build.subtract(exponent, one));
    sum = build.multiply(dz, build.multiply(exponent, power));
  }
  if (Value tangent = request.tangents[1]) {
    Value logarithm = build.analytic<LogOp>(build.select(at_zero, one, z));
    sum = sum_of(build, sum, build.multiply(tangent, build.multiply(request.result(), logarithm)));
  }
  return {sum};
}

/// (x dy - y dx) / (x² + y²)
Values atan2(const ForwardRequest &request) {
  Build &build = request.build;
  Value y = request.operand(0), x = request.operand(1), sum;
  if (Value dy = request.tangents[0])
    sum = build.multiply(dy, x);
  if (Value dx = request.tangents[1]) {
    Value moved = build.multiply(dx, y);
    sum = sum ? build.subtract(sum, moved) : build.negate(moved);
  }
  Value square = build.add(build.multiply(x, x), build.multiply(y, y));
  return {build.divide(sum, nonzero(build, square))};
}

/// dz divided by what makes the derivative of an inverse function.
Values inverse_function(const ForwardRequest &request, Value (*denominator)(Build &, Value)) {
  return {request.build.divide(request.tangents[0], denominator(request.build, request.operand(0)))};
}

/// Formulas of the table that hold for complex numbers as they are.
bool holds_for_complex(StringRef function) {
  static const llvm::StringSet<> functions = {"sin", "cos", "tan",   "sinh", "cosh",  "tanh",
                                              "exp", "log", "expm1", "sqrt", "log1p", "cbrt"};
  return functions.contains(function);
}

} // namespace

Values complex_tangents(const ForwardRequest &request, StringRef function) {
  if (holds_for_complex(function))
    return tangents_by_table(request, function);
  if (function == "pow")
    return power(request);
  if (function == "atan2")
    return atan2(request);
  using Denominator = Value (*)(Build &, Value);
  auto denominator =
      llvm::StringSwitch<Denominator>(function)
          .Case("asin", root_of_one_minus_square)
          .Case("acos", [](Build &build, Value z) { return build.negate(root_of_one_minus_square(build, z)); })
          .Case("atan",
                [](Build &build, Value z) {
                  Value iz = turned(build, z);
                  return build.multiply(shifted_back(build, 1, iz), shifted(build, 1, iz));
                })
          .Case("asinh", [](Build &build, Value z) { return root_of_one_minus_square(build, turned(build, z)); })
          .Case("acosh",
                [](Build &build, Value z) {
                  return build.multiply(root(build, shifted(build, -1, z)), root(build, shifted(build, 1, z)));
                })
          .Case("atanh",
                [](Build &build, Value z) { return build.multiply(shifted_back(build, 1, z), shifted(build, 1, z)); })
          .Default(nullptr);
  if (!denominator)
    refuse(request.operation, "it has no derivative for complex numbers");
  return inverse_function(request, denominator);
}

llvm::ArrayRef<Rule> complex_rules() {
  static const Rule rules[] = {
      {"stablehlo.real", forward_linear, transpose_real},
      {"stablehlo.imag", imaginary_part, transpose_imag},
      {"stablehlo.complex", forward_linear, transpose_complex},
      {"chlo.conj", forward_linear, transpose_conj},
      {"stablehlo.abs", abs, nullptr, "0 at 0"},
      {"stablehlo.sign", sign, nullptr, "constant for real numbers; 0 at complex 0"},
  };
  return rules;
}

} // namespace cotangent::tensor_rules
