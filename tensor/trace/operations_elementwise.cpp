// Functions of each element.
#include "tensor/trace/emit.h"

#include "cotangent/operations/elementwise.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::detail {
using namespace trace;

namespace {

// --- numbers ---------------------------------------------------------------------------------------------------------
APInt integer_bits(const Number &number, IntegerType type) {
  unsigned width = type.getWidth();
  if (width == 1)
    return APInt(1, number.integer != 0 || number.natural != 0 || number.real != 0);
  bool fits = true;
  APInt bits(64, number.form == Number::Form::natural ? number.natural : static_cast<uint64_t>(number.integer));
  if (number.form == Number::Form::natural)
    fits = type.isUnsigned() ? bits.isIntN(width) : bits.isIntN(width - 1);
  else
    fits = type.isUnsigned() ? number.integer >= 0 && bits.isIntN(width) : bits.isSignedIntN(width);
  if (!fits)
    throw Error("bad-argument", "the number " +
                                    (number.form == Number::Form::natural ? std::to_string(number.natural)
                                                                          : std::to_string(number.integer)) +
                                    " does not fit into the elements of the array, which are of type " +
                                    trace::element_name(type) + "; convert the array first (ct::astype)");
  return bits.zextOrTrunc(width);
}

double as_double(const Number &number) {
  switch (number.form) {
  case Number::Form::integer:
    return static_cast<double>(number.integer);
  case Number::Form::natural:
    return static_cast<double>(number.natural);
  case Number::Form::real:
    break;
  }
  return number.real;
}

DenseElementsAttr number_attribute(RankedTensorType type, const Number &number) {
  Type element = type.getElementType();
  if (auto integer = dyn_cast<IntegerType>(element))
    return DenseElementsAttr::get(type, integer_bits(number, integer));
  auto part = cast<FloatType>(stablehlo::real_part(element));
  APFloat real = cast<FloatAttr>(FloatAttr::get(part, as_double(number))).getValue();
  if (!isa<ComplexType>(element))
    return DenseElementsAttr::get(type, real);
  APFloat imaginary = cast<FloatAttr>(FloatAttr::get(part, number.imaginary)).getValue();
  return DenseElementsAttr::get(type, std::complex<APFloat>(real, imaginary));
}

// --- functions of one number
// -------------------------------------------------------------------------------------------
Value gelu(Emit &build, Value x) {
  Value tail = build.make<chlo::ErfcOp>(x.getType(), build.scale(x, -1 / std::sqrt(2.0)));
  return build.multiply(build.scale(x, 0.5), tail);
}

/// 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x³)))
Value gelu_tanh(Emit &build, Value x) {
  Value inner = build.add(x, build.scale(build.multiply(x, build.square(x)), 0.044715));
  Value bend = build.analytic<TanhOp>(build.scale(inner, std::sqrt(2 / 3.14159265358979323846)));
  return build.multiply(build.scale(x, 0.5), build.add(bend, build.splat_like(x, 1)));
}

/// max(x, 0) + log(1 + e^-|x|)
Value softplus(Emit &build, Value x) {
  Value tail = build.analytic<LogPlusOneOp>(build.exp(build.negate(build.absolute(x))));
  return build.add(build.maximum(x, build.zeros_like(x)), tail);
}

Value phase(Emit &build, Value x) { return build.binary<Atan2Op>(build.imag(x), build.real(x)); }

Value is_nan(Emit &build, Value x) {
  if (Emit::is_integer(x))
    return build.splat(with_element(ranked(x.getType()), build.builder.getI1Type()), 0);
  return build.is_nan(x);
}

/// Of both parts of complex numbers.
template <class Test> Value test_parts(Emit &build, Value x, bool both, Test test) {
  if (!is_complex(x))
    return test(x);
  Value real = test(build.real(x)), imaginary = test(build.imag(x));
  return both ? build.logical_and(real, imaginary) : build.logical_or(real, imaginary);
}

Value is_finite(Emit &build, Value x) {
  auto truth = with_element(ranked(x.getType()), build.builder.getI1Type());
  return test_parts(build, x, true, [&](Value part) { return build.make<IsFiniteOp>(truth, part); });
}

Value is_infinite(Emit &build, Value x) {
  return test_parts(build, x, false, [&](Value part) {
    return build.equal(build.absolute(part), build.splat_like(part, std::numeric_limits<double>::infinity()));
  });
}

template <class Op> Value rounded(Emit &build, Value x) { return Emit::is_integer(x) ? x : build.unary<Op>(x); }

Value truncated(Emit &build, Value x) {
  if (Emit::is_integer(x))
    return x;
  Value down = build.unary<FloorOp>(x), up = build.unary<CeilOp>(x);
  return build.select(build.less(x, build.zeros_like(x)), up, down);
}

template <class Op> Value named_same(Emit &build, Value x) { return build.make<Op>(x.getType(), x); }

struct UnaryEntry {
  Unary function;
  const char *name;
  Value (*make)(Emit &build, Value x);
};

template <class Op> Value analytic(Emit &build, Value x) { return build.analytic<Op>(x); }
template <class Op> Value plain(Emit &build, Value x) { return build.unary<Op>(x); }

const UnaryEntry unary_functions[] = {
    {Unary::negate, "negate", plain<NegateOp>},
    {Unary::absolute, "abs", [](Emit &build, Value x) { return build.absolute(x); }},
    {Unary::sign, "sign",
     [](Emit &build, Value x) {
       if (!Emit::is_unsigned(x))
         return build.unary<SignOp>(x);
       return build.minimum(x, build.splat_like(x, 1));
     }},
    {Unary::square, "square", [](Emit &build, Value x) { return build.square(x); }},
    {Unary::ceil, "ceil", rounded<CeilOp>},
    {Unary::floor, "floor", rounded<FloorOp>},
    {Unary::round, "round", rounded<RoundNearestEvenOp>},
    {Unary::round_away, "round_away", rounded<RoundNearestAfzOp>},
    {Unary::truncate, "trunc", truncated},
    {Unary::cbrt, "cbrt", analytic<CbrtOp>},
    {Unary::cosine, "cos", analytic<CosineOp>},
    {Unary::exponential, "exp", analytic<ExponentialOp>},
    {Unary::exponential_minus_one, "expm1", analytic<ExponentialMinusOneOp>},
    {Unary::logarithm, "log", analytic<LogOp>},
    {Unary::logarithm_plus_one, "log1p", analytic<LogPlusOneOp>},
    {Unary::logistic, "sigmoid", analytic<LogisticOp>},
    {Unary::reciprocal_root, "rsqrt", analytic<RsqrtOp>},
    {Unary::sine, "sin", analytic<SineOp>},
    {Unary::square_root, "sqrt", analytic<SqrtOp>},
    {Unary::tangent, "tan", analytic<stablehlo::TanOp>},
    {Unary::hyperbolic_tangent, "tanh", analytic<TanhOp>},
    {Unary::arc_cosine, "acos", named_same<chlo::AcosOp>},
    {Unary::hyperbolic_arc_cosine, "acosh", named_same<chlo::AcoshOp>},
    {Unary::arc_sine, "asin", named_same<chlo::AsinOp>},
    {Unary::hyperbolic_arc_sine, "asinh", named_same<chlo::AsinhOp>},
    {Unary::arc_tangent, "atan", named_same<chlo::AtanOp>},
    {Unary::hyperbolic_arc_tangent, "atanh", named_same<chlo::AtanhOp>},
    {Unary::hyperbolic_cosine, "cosh", named_same<chlo::CoshOp>},
    {Unary::hyperbolic_sine, "sinh", named_same<chlo::SinhOp>},
    {Unary::base_2_exponential, "exp2",
     [](Emit &build, Value x) { return build.binary<PowerOp>(build.splat_like(x, 2), x); }},
    {Unary::base_2_logarithm, "log2",
     [](Emit &build, Value x) { return build.divide(build.log(x), build.splat_like(x, std::log(2.0))); }},
    {Unary::base_10_logarithm, "log10",
     [](Emit &build, Value x) { return build.divide(build.log(x), build.splat_like(x, std::log(10.0))); }},
    {Unary::reciprocal, "reciprocal", [](Emit &build, Value x) { return build.divide(build.splat_like(x, 1), x); }},
    {Unary::scaled_bessel_1, "bessel_i1e", named_same<chlo::BesselI1eOp>},
    {Unary::digamma, "digamma", named_same<chlo::DigammaOp>},
    {Unary::error_function, "erf", named_same<chlo::ErfOp>},
    {Unary::inverse_error_function, "erf_inv", named_same<chlo::ErfInvOp>},
    {Unary::complementary_error_function, "erfc", named_same<chlo::ErfcOp>},
    {Unary::logarithm_of_gamma, "lgamma", named_same<chlo::LgammaOp>},
    {Unary::is_finite, "isfinite", is_finite},
    {Unary::is_infinite, "isinf", is_infinite},
    {Unary::is_not_a_number, "isnan", is_nan},
    {Unary::real_part, "real", [](Emit &build, Value x) { return build.real(x); }},
    {Unary::imaginary_part, "imag", [](Emit &build, Value x) { return build.imag(x); }},
    {Unary::conjugate, "conj", [](Emit &build, Value x) { return build.conjugate(x); }},
    {Unary::phase, "angle", phase},
    {Unary::invert, "not", plain<NotOp>},
    {Unary::count_ones, "popcount", plain<PopcntOp>},
    {Unary::count_leading_zeros, "count_leading_zeros", plain<CountLeadingZerosOp>},
    // The derivative at 0 is 0.
    {Unary::relu, "relu",
     [](Emit &build, Value x) {
       Value zero = build.zeros_like(x);
       return build.select(build.compare(x, zero, ComparisonDirection::LE), zero, x);
     }},
    {Unary::softplus, "softplus", softplus},
    {Unary::log_sigmoid, "log_sigmoid",
     [](Emit &build, Value x) { return build.negate(softplus(build, build.negate(x))); }},
    {Unary::gelu, "gelu", gelu},
    {Unary::gelu_tanh, "gelu", gelu_tanh},
    {Unary::silu, "silu", [](Emit &build, Value x) { return build.multiply(x, build.analytic<LogisticOp>(x)); }},
};

// --- functions of two numbers
// --------------------------------------------------------------------------------------------
Value has_other_sign(Emit &build, Value a, Value b) {
  Value zero = build.zeros_like(a);
  return build.binary<XorOp>(build.less(a, zero), build.less(b, zero));
}

Value modulo(Emit &build, Value a, Value b) {
  Value rest = build.binary<RemainderOp>(a, b);
  if (Emit::is_unsigned(a))
    return rest;
  Value is_short = build.logical_and(build.compare(rest, build.zeros_like(rest), ComparisonDirection::NE),
                                     has_other_sign(build, rest, b));
  return build.select(is_short, build.add(rest, b), rest);
}

Value floor_divide(Emit &build, Value a, Value b) {
  Value quotient = build.divide(a, b);
  if (Emit::is_unsigned(a))
    return quotient;
  if (!Emit::is_integer(a))
    return build.unary<FloorOp>(quotient);
  Value rest = build.subtract(a, build.multiply(quotient, b));
  Value is_above = build.logical_and(build.compare(rest, build.zeros_like(rest), ComparisonDirection::NE),
                                     has_other_sign(build, rest, b));
  return build.select(is_above, build.subtract(quotient, build.splat_like(quotient, 1)), quotient);
}

/// m sqrt(1 + (n / m)²) with the larger modulus m.
Value hypotenuse(Emit &build, Value a, Value b) {
  if (is_complex(a))
    throw Error("bad-argument", "complex numbers have no hypotenuse; take ct::abs of them first");
  Value left = build.absolute(a), right = build.absolute(b);
  Value large = build.maximum(left, right), small = build.minimum(left, right);
  Value is_plain = build.logical_and(is_finite(build, large),
                                     build.compare(large, build.zeros_like(large), ComparisonDirection::NE));
  Value divisor = build.select(is_plain, large, build.splat_like(large, 1));
  Value ratio = build.select(is_plain, build.divide(small, divisor), build.zeros_like(small));
  return build.multiply(large, build.sqrt(build.add(build.square(ratio), build.splat_like(ratio, 1))));
}

/// max(a, b) + log(1 + e^-|a - b|)
Value log_add_exp(Emit &build, Value a, Value b) {
  if (is_complex(a))
    throw Error("bad-argument", "this function is not defined for complex numbers");
  Value difference = build.select(build.equal(a, b), build.zeros_like(a), build.subtract(a, b));
  Value tail = build.analytic<LogPlusOneOp>(build.exp(build.negate(build.absolute(difference))));
  return build.add(build.maximum(a, b), tail);
}

Value copy_sign(Emit &build, Value a, Value b) {
  auto type = ranked(b.getType());
  Type bits = build.builder.getIntegerType(type.getElementTypeBitWidth());
  Value pattern = build.make<BitcastConvertOp>(with_element(type, bits), b);
  Value modulus = build.absolute(a);
  return build.select(build.less(pattern, build.zeros_like(pattern)), build.negate(modulus), modulus);
}

/// x log(y), 0 where x is 0.
Value x_log_y(Emit &build, Value x, Value y) {
  Value is_zero = build.equal(x, build.zeros_like(x));
  Value safe = build.select(is_zero, build.splat_like(y, 1), y);
  return build.multiply(x, build.log(safe));
}

Value shift_right(Emit &build, Value a, Value b) {
  return Emit::is_unsigned(a) ? build.binary<ShiftRightLogicalOp>(a, b) : build.binary<ShiftRightArithmeticOp>(a, b);
}

template <class Op> Value plain_binary(Emit &build, Value a, Value b) { return build.binary<Op>(a, b); }

struct BinaryEntry {
  Binary function;
  const char *name;
  Value (*make)(Emit &build, Value a, Value b);
};

const BinaryEntry binary_functions[] = {
    {Binary::add, "add", plain_binary<AddOp>},
    {Binary::subtract, "subtract", plain_binary<SubtractOp>},
    {Binary::multiply, "multiply", plain_binary<MultiplyOp>},
    {Binary::divide, "divide", plain_binary<DivideOp>},
    {Binary::power, "power", plain_binary<PowerOp>},
    {Binary::remainder, "remainder", plain_binary<RemainderOp>},
    {Binary::modulo, "mod", modulo},
    {Binary::floor_divide, "floor_divide", floor_divide},
    {Binary::maximum, "maximum", plain_binary<MaximumOp>},
    {Binary::minimum, "minimum", plain_binary<MinimumOp>},
    {Binary::arc_tangent_2, "atan2", plain_binary<Atan2Op>},
    {Binary::bitwise_and, "and", plain_binary<AndOp>},
    {Binary::bitwise_or, "or", plain_binary<OrOp>},
    {Binary::bitwise_xor, "xor", plain_binary<XorOp>},
    {Binary::shift_left, "shift_left", plain_binary<ShiftLeftOp>},
    {Binary::shift_right, "shift_right", shift_right},
    {Binary::hypotenuse, "hypot", hypotenuse},
    {Binary::log_add_exp, "logaddexp", log_add_exp},
    {Binary::next_after, "nextafter",
     [](Emit &build, Value a, Value b) { return build.make<chlo::NextAfterOp>(a.getType(), a, b); }},
    {Binary::polygamma, "polygamma",
     [](Emit &build, Value a, Value b) { return build.make<chlo::PolygammaOp>(a.getType(), a, b); }},
    {Binary::zeta, "zeta", [](Emit &build, Value a, Value b) { return build.make<chlo::ZetaOp>(a.getType(), a, b); }},
    {Binary::copy_sign, "copysign", copy_sign},
    {Binary::x_log_y, "xlogy", x_log_y},
    {Binary::multiply_high, "multiply_high",
     [](Emit &build, Value a, Value b) { return build.make<chlo::MulhiOp>(a.getType(), a, b); }},
    {Binary::complex, "make_complex", [](Emit &build, Value a, Value b) { return build.complex(a, b); }},
};

template <class Entry, size_t count, class Function>
const Entry &entry_of(const Entry (&entries)[count], Function function) {
  for (const Entry &entry : entries)
    if (entry.function == function)
      return entry;
  throw Error("internal", "a function of the array library is not in its table");
}

ComparisonDirection direction_of(Comparison comparison) {
  switch (comparison) {
  case Comparison::equal:
    return ComparisonDirection::EQ;
  case Comparison::not_equal:
    return ComparisonDirection::NE;
  case Comparison::less:
    return ComparisonDirection::LT;
  case Comparison::less_equal:
    return ComparisonDirection::LE;
  case Comparison::greater:
    return ComparisonDirection::GT;
  case Comparison::greater_equal:
    break;
  }
  return ComparisonDirection::GE;
}

const char *name_of(Comparison comparison) {
  constexpr const char *names[] = {"equal", "not_equal", "less", "less_equal", "greater", "greater_equal"};
  return names[static_cast<size_t>(comparison)];
}

} // namespace

TraceHandle trace_number(std::string_view element, const Number &number, Place place) {
  return emit("number", place, [&](Emit &build) {
    auto type = build.scalar_type(element_type(build.builder.getContext(), element));
    return build.make<stablehlo::ConstantOp>(number_attribute(type, number));
  });
}

TraceHandle trace_convert(TraceHandle operand, std::string_view element, Place place) {
  return emit("astype", place, [&](Emit &build) {
    return build.converted(build(operand), element_type(build.builder.getContext(), element));
  });
}

void trace_shape(TraceHandle value, std::int64_t *sizes, std::size_t rank) {
  Numbers shape = shape_of(value_of(value, Place()));
  if (shape.size() != rank)
    throw Error("internal",
                "a value of shape " + shape_text(shape) + " was expected to have rank " + std::to_string(rank));
  std::copy(shape.begin(), shape.end(), sizes);
}

TraceHandle trace_unary(Unary function, TraceHandle operand, Place place) {
  const UnaryEntry &entry = entry_of(unary_functions, function);
  return emit(entry.name, place, [&](Emit &build) { return entry.make(build, build(operand)); });
}

TraceHandle trace_binary(Binary function, TraceHandle left, TraceHandle right, Place place) {
  const BinaryEntry &entry = entry_of(binary_functions, function);
  return emit(entry.name, place, [&](Emit &build) {
    Values operands{build(left), build(right)};
    build.broadcast_together(operands);
    return entry.make(build, operands[0], operands[1]);
  });
}

TraceHandle trace_compare(Comparison comparison, TraceHandle left, TraceHandle right, Place place) {
  return emit(name_of(comparison), place, [&](Emit &build) {
    Values operands{build(left), build(right)};
    build.broadcast_together(operands);
    return build.compare(operands[0], operands[1], direction_of(comparison));
  });
}

TraceHandle trace_select(TraceHandle condition, TraceHandle on_true, TraceHandle on_false, Place place) {
  return emit("where", place, [&](Emit &build) {
    Values operands{build(condition), build(on_true), build(on_false)};
    build.broadcast_together(operands);
    return build.select(operands[0], operands[1], operands[2]);
  });
}

TraceHandle trace_clip(TraceHandle low, TraceHandle operand, TraceHandle high, Place place) {
  return emit("clip", place, [&](Emit &build) -> Value {
    Values operands{build(low), build(operand), build(high)};
    bool plain = rank_of(operands[0]) == 0 && rank_of(operands[2]) == 0;
    if (!plain)
      build.broadcast_together(operands);
    return build.make<ClampOp>(operands[1].getType(), operands[0], operands[1], operands[2]);
  });
}

TraceHandle trace_bitcast(TraceHandle operand, std::string_view element, Place place) {
  return emit("bitcast", place, [&](Emit &build) {
    Value value = build(operand);
    return build.make<BitcastConvertOp>(
        with_element(ranked(value.getType()), element_type(build.builder.getContext(), element)), value);
  });
}

TraceHandle trace_reduce_precision(TraceHandle operand, int exponent_bits, int mantissa_bits, Place place) {
  return emit("reduce_precision", place, [&](Emit &build) {
    Value value = build(operand);
    if (!Emit::is_floating(value) || exponent_bits < 1 || mantissa_bits < 0)
      throw Error("bad-argument", "real numbers, at least 1 bit of exponent and 0 of mantissa are needed");
    return build.make<ReducePrecisionOp>(value.getType(), value, static_cast<uint32_t>(exponent_bits),
                                         static_cast<uint32_t>(mantissa_bits));
  });
}

} // namespace cotangent::detail
