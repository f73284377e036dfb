#include "tensor/rules/scalar_formulas.h"

#include "rules/scalar/table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <functional>
#include <vector>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

// --- the words of formulas (rules/scalar/value.h), as operations -----------------------------------------------------
namespace reader {
namespace {

struct Number {
  Value value;
  Build *build;
};
using Integer = Number; // orders and exponents are tensors of floating-point numbers too
struct Condition {
  Value value;
  Build *build;
};

Number operator+(Number a, Number b) { return {a.build->add(a.value, b.value), a.build}; }
Number operator-(Number a, Number b) { return {a.build->subtract(a.value, b.value), a.build}; }
Number operator*(Number a, Number b) { return {a.build->multiply(a.value, b.value), a.build}; }
Number operator/(Number a, Number b) { return {a.build->divide(a.value, b.value), a.build}; }
Number operator-(Number a) { return {a.build->negate(a.value), a.build}; }
Number constant(Number like, long double number) {
  return {like.build->splat_like(like.value, static_cast<double>(number)), like.build};
}

Condition compare(Number a, Number b, ComparisonDirection direction) {
  return {a.build->compare(a.value, b.value, direction), a.build};
}
Condition less(Number a, Number b) { return compare(a, b, ComparisonDirection::LT); }
Condition less_equal(Number a, Number b) { return compare(a, b, ComparisonDirection::LE); }
Condition equal(Number a, Number b) { return compare(a, b, ComparisonDirection::EQ); }
Condition is_nan(Number a) { return compare(a, a, ComparisonDirection::NE); }
Condition both(Condition c, Condition d) { return {c.build->binary<AndOp>(c.value, d.value), c.build}; }
Condition either(Condition c, Condition d) { return {c.build->binary<OrOp>(c.value, d.value), c.build}; }
[[maybe_unused]] Condition negate(Condition c) { return {c.build->unary<NotOp>(c.value), c.build}; }
Number select(Condition c, Number a, Number b) { return {c.build->select(c.value, a.value, b.value), c.build}; }

template <class Op> Number analytic(Number a) { return {a.build->analytic<Op>(a.value), a.build}; }
template <class Op> Number unary(Number a) { return {a.build->unary<Op>(a.value), a.build}; }
template <class Op> Number binary(Number a, Number b) { return {a.build->binary<Op>(a.value, b.value), a.build}; }
Number sin(Number a) { return analytic<SineOp>(a); }
Number cos(Number a) { return analytic<CosineOp>(a); }
Number exp(Number a) { return analytic<ExponentialOp>(a); }
Number log(Number a) { return analytic<LogOp>(a); }
Number sqrt(Number a) { return analytic<SqrtOp>(a); }
Number sinh(Number a) { return unary<chlo::SinhOp>(a); }
Number cosh(Number a) { return unary<chlo::CoshOp>(a); }
Number rint(Number a) { return unary<RoundNearestEvenOp>(a); }
Number sign(Number a) { return unary<SignOp>(a); } // of NaN: NaN
Number pow(Number a, Number b) { return binary<PowerOp>(a, b); }
Number hypot(Number a, Number b) { return {hypotenuse(*a.build, a.value, b.value), a.build}; }
Number digamma(Number a) { return unary<chlo::DigammaOp>(a); }
Number polygamma(Integer order, Number a) { return binary<chlo::PolygammaOp>(order, a); }
Integer integer_constant(Number like, long number) { return constant(like, number); }
Integer offset(Integer a, long number) { return a + constant(a, number); }
Number to_real(Number, Integer a) { return a; }
Number powi(Number a, Integer b) { return pow(a, b); }

// The dialects lack these functions, so no operation has a formula with them.
template <class... Operands> Number absent(Operands...) {
  throw Error("internal", "a formula names a function that the dialects lack");
}
Number copysign(Number a, Number b) { return absent(a, b); }
Number j0(Number a) { return absent(a); }
Number j1(Number a) { return absent(a); }
Number y0(Number a) { return absent(a); }
Number y1(Number a) { return absent(a); }
Number jn(Integer order, Number a) { return absent(order, a); }
Number yn(Integer order, Number a) { return absent(order, a); }
Number ldexp(Number a, Integer b) { return absent(a, b); }

} // namespace
} // namespace reader

// --- the table -------------------------------------------------------------------------------------------------------
namespace {

struct Partial {
  bool known = true;                                      // no: an input without a derivative (orders)
  std::function<Value(Build &, ValueRange, Value)> value; // none: zero
};

template <class Rule, size_t Index> Partial partial_of(const Rule &rule) {
  if constexpr (Rule::template is_integer<Index>) {
    return {false, {}};
  } else if constexpr (Rule::template is_zero<Index>) {
    return {};
  } else {
    auto formula = std::get<Index>(rule.partials);
    return {true, [formula](Build &build, ValueRange inputs, Value result) {
              return [&]<size_t... At>(std::index_sequence<At...>) {
                return formula(reader::Number{inputs[At], &build}..., reader::Number{result, &build}).value;
              }(std::make_index_sequence<Rule::arity>{});
            }};
  }
}

const std::vector<Partial> &partials_of(StringRef function) {
  static const llvm::StringMap<std::vector<Partial>> table = [] {
    llvm::StringMap<std::vector<Partial>> result;
    rules::visit_scalar_rules([&](const auto &rule) {
      using Rule = std::decay_t<decltype(rule)>;
      [&]<size_t... At>(std::index_sequence<At...>) {
        result[rule.name] = {partial_of<Rule, At>(rule)...};
      }(std::make_index_sequence<Rule::arity>{});
    });
    return result;
  }();
  return table.at(function);
}

void erase_unused(Value value) {
  Operation *operation = value.getDefiningOp();
  if (!operation || !value.use_empty())
    return;
  SmallVector<Value> operands(operation->getOperands());
  operation->erase();
  for (Value operand : operands)
    if (operand.getDefiningOp<stablehlo::ConstantOp>() && operand.use_empty())
      operand.getDefiningOp()->erase();
}

} // namespace

std::optional<double> constant_number(Value value) {
  while (Operation *operation = value.getDefiningOp()) {
    if (!isa<BroadcastInDimOp, BroadcastOp, ReshapeOp>(operation) &&
        !(isa<ConvertOp>(operation) && is_differentiable(operation->getOperand(0)) && is_differentiable(value)))
      break;
    value = operation->getOperand(0);
  }
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  auto elements = constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : DenseElementsAttr();
  if (!elements || !elements.isSplat())
    return std::nullopt;
  auto number = [](APFloat part) {
    bool exact;
    part.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &exact);
    return part.convertToDouble();
  };
  if (isa<FloatType>(elements.getElementType()))
    return number(elements.getSplatValue<APFloat>());
  if (!isa<ComplexType>(elements.getElementType()))
    return std::nullopt;
  auto parts = elements.getSplatValue<std::complex<APFloat>>();
  return parts.imag().isZero() ? std::optional(number(parts.real())) : std::nullopt;
}

Value times(Build &build, Value tangent, Value partial) {
  auto reciprocal = partial.getDefiningOp<DivideOp>();
  if (!reciprocal || constant_number(reciprocal.getLhs()) != 1)
    return build.multiply(tangent, partial);
  Value product = build.divide(tangent, reciprocal.getRhs());
  erase_unused(partial);
  return product;
}

Value sum_of(Build &build, Value left, Value right) {
  if (!left || !right)
    return left ? left : right;
  return build.add(left, right);
}

Value hypotenuse(Build &build, Value left, Value right) {
  Value first = build.unary<AbsOp>(left), second = build.unary<AbsOp>(right);
  Value larger = build.binary<MaximumOp>(first, second), smaller = build.binary<MinimumOp>(first, second);
  Value one = build.splat_like(left, 1);
  Value is_zero = build.compare(larger, build.zeros_like(larger), ComparisonDirection::EQ);
  Value ratio = build.divide(smaller, build.select(is_zero, one, larger));
  return build.multiply(larger, build.analytic<SqrtOp>(build.add(one, build.multiply(ratio, ratio))));
}

Values tangents_by_table(const ForwardRequest &request, StringRef function) {
  const std::vector<Partial> &partials = partials_of(function);
  Value sum;
  for (auto [at, tangent] : llvm::enumerate(request.tangents)) {
    if (!tangent)
      continue;
    const Partial &partial = partials[at];
    if (!partial.known)
      refuse(request.operation, "it has no derivative in its operand " + std::to_string(at));
    if (!partial.value)
      continue;
    Value slope = partial.value(request.build, request.operation->getOperands(), request.result());
    sum = sum_of(request.build, sum, times(request.build, tangent, slope));
  }
  return {sum};
}

Values tangents_by_formula(const ForwardRequest &request, StringRef function) {
  return is_complex(request.result()) ? complex_tangents(request, function) : tangents_by_table(request, function);
}

} // namespace cotangent::tensor_rules
