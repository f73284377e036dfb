// The elementary functions against the 80-bit library functions: the largest error on many points must not exceed what
// the table states, and the special values must be right.
#include "tensor/vector_math/functions.h"
#include "tensor/vector_math/library.cpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using Extended = long double;
constexpr double infinite = std::numeric_limits<double>::infinity();

/// What is compared: both precisions of a function, its reference, and an interval in which it is sampled densely.
struct Unary {
  std::string_view name;
  float (*single)(float);
  double (*wide)(double);
  Extended (*reference)(Extended);
  double low, high;
};

struct Binary {
  std::string_view name;
  float (*single)(float, float);
  double (*wide)(double, double);
  Extended (*reference)(Extended, Extended);
};

Extended logistic_reference(Extended x) { return 1 / (1 + expl(-x)); }
Extended rsqrt_reference(Extended x) { return 1 / sqrtl(x); }

/// Newton's method on erf, or on erfc where that is small.
Extended erf_inv_reference(Extended x) {
  const Extended target = fabsl(x);
  Extended result = std::fabs(ct_erf_inv_f64(double(x)));
  if (!(target < 1) || target == 0)
    return target == 1 ? copysignl(infinite, x) : (target == 0 ? x : NAN);
  for (int step = 0; step < 2; ++step) {
    const Extended excess = target < 0.5L ? erfl(result) - target : (1 - target) - erfcl(result);
    result -= excess / (2 / sqrtl(acosl(-1)) * expl(-result * result));
  }
  return copysignl(result, x);
}

#define BOTH(name) #name, ct_##name##_f32, ct_##name##_f64

const Unary unary[] = {{BOTH(exp), expl, -750, 712},
                       {BOTH(exp2), exp2l, -1080, 1026},
                       {BOTH(expm1), expm1l, -50, 712},
                       {BOTH(logistic), logistic_reference, -750, 50},
                       {BOTH(log), logl, 0, 10},
                       {BOTH(log2), log2l, 0, 10},
                       {BOTH(log1p), log1pl, -1, 10},
                       {BOTH(sin), sinl, -0x1p30, 0x1p30},
                       {BOTH(cos), cosl, -0x1p30, 0x1p30},
                       {BOTH(tan), tanl, -0x1p30, 0x1p30},
                       {BOTH(sin_any), sinl, -9e18, 9e18},
                       {BOTH(cos_any), cosl, -9e18, 9e18},
                       {BOTH(tan_any), tanl, -9e18, 9e18},
                       {BOTH(asin), asinl, -1, 1},
                       {BOTH(acos), acosl, -1, 1},
                       {BOTH(atan), atanl, -10, 10},
                       {BOTH(sinh), sinhl, -712, 712},
                       {BOTH(cosh), coshl, -712, 712},
                       {BOTH(tanh), tanhl, -22, 22},
                       {BOTH(asinh), asinhl, -100, 100},
                       {BOTH(acosh), acoshl, 1, 100},
                       {BOTH(atanh), atanhl, -1, 1},
                       {BOTH(cbrt), cbrtl, -100, 100},
                       {BOTH(sqrt), sqrtl, 0, 100},
                       {BOTH(rsqrt), rsqrt_reference, 0, 100},
                       {BOTH(erf), erfl, -6.5, 6.5},
                       {BOTH(erfc), erfcl, -6.5, 28},
                       {BOTH(erf_inv), erf_inv_reference, -1, 1},
                       {BOTH(round_afz), roundl, -100, 100}};

const Binary binary[] = {{BOTH(atan2), atan2l},
                         {BOTH(pow), powl},
                         {BOTH(hypot), hypotl},
                         {BOTH(remainder), fmodl},
                         {BOTH(remainder_near), fmodl}};

const cotangent::vector_math::Function &entry(std::string_view name) {
  for (const auto &function : cotangent::vector_math::functions)
    if (name == function.name)
      return function;
  FAIL("no entry for ", name);
  return cotangent::vector_math::functions[0];
}

/// The distance of a result from the exact one in units in the last place; infinite where one is NaN or infinite and
/// the other is not, or where a zero has the wrong sign.
template <typename Real> double error_in_ulp(Real result, Extended exact) {
  const Real rounded = static_cast<Real>(exact);
  if (std::isnan(result) || std::isnan(rounded))
    return std::isnan(result) && std::isnan(rounded) ? 0 : infinite;
  if (std::isinf(result) || std::isinf(rounded)) {
    // At the border of overflow either neighbour may stand.
    const bool neighbours = std::fabs(result) >= std::numeric_limits<Real>::max() && !std::isinf(exact) &&
                            fabsl(exact) >= std::numeric_limits<Real>::max();
    return result == rounded || neighbours ? 0 : infinite;
  }
  if (result == 0 && rounded == 0)
    return std::signbit(result) == std::signbit(rounded) ? 0 : infinite;
  const Real magnitude = std::max(std::fabs(rounded), std::numeric_limits<Real>::min());
  const Extended unit = ldexpl(1, std::ilogb(magnitude) - (std::numeric_limits<Real>::digits - 1));
  return double(fabsl(Extended(result) - exact) / unit);
}

/// Any bit pattern, NaN included.
template <typename Real> Real any_number(std::mt19937_64 &random) {
  using Pattern = std::conditional_t<std::is_same_v<Real, float>, uint32_t, uint64_t>;
  const Pattern pattern = static_cast<Pattern>(random());
  Real result;
  std::memcpy(&result, &pattern, sizeof result);
  return result;
}

double between(std::mt19937_64 &random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

const double special_points[] = {0.0,
                                 1.0,
                                 0.25,
                                 0.5,
                                 0.625,
                                 0.9,
                                 1.5,
                                 2.0,
                                 3.0,
                                 4.0,
                                 6.0,
                                 28.0,
                                 88.8,
                                 104.0,
                                 709.8,
                                 745.2,
                                 infinite,
                                 NAN,
                                 4.94e-324,
                                 2.3e-308,
                                 1.7e308,
                                 1.5e-45,
                                 1.2e-38,
                                 3.4e38,
                                 0x1p52,
                                 0x1p23,
                                 0x1p-60,
                                 1e-5,
                                 1.5707963267948966,
                                 3.141592653589793};

/// Points of every order of magnitude, in the interval, around 0, 1 and -1, and around the special points.
template <typename Real> std::vector<Real> sample(const Unary &function, std::mt19937_64 &random, int count) {
  std::vector<Real> points;
  for (const double point : special_points)
    for (const Real at : {Real(point), Real(-point)})
      points.insert(points.end(), {at, std::nextafter(at, Real(10)), std::nextafter(at, Real(-10))});
  for (int index = 0; index < count; ++index) {
    const double small = std::exp2(-between(random, 0, 40)) * between(random, -1, 1);
    points.insert(points.end(),
                  {any_number<Real>(random), Real(between(random, function.low, function.high)), Real(small),
                   Real(1 + small), Real(-1 + small), Real(between(random, -20, 20)), Real(between(random, -2, 2))});
  }
  return points;
}

template <typename Real> void check_unary(const Unary &function, Real (*tested)(Real), double limit, double bound) {
  std::mt19937_64 random(1);
  double worst = 0;
  Real worst_point = 0;
  for (const Real x : sample<Real>(function, random, 12000)) {
    // x87 sines are exact reductions only below 2^63.
    const bool huge_angle = function.reference == sinl || function.reference == cosl || function.reference == tanl;
    if (std::isfinite(x) && (std::fabs(x) > bound || (huge_angle && std::fabs(x) > 9e18)))
      continue;
    const double error = error_in_ulp(tested(x), function.reference(x));
    if (error > worst) {
      worst = error;
      worst_point = x;
    }
  }
  INFO(function.name, " in ", sizeof(Real) * 8, " bits at ", worst_point);
  CHECK(worst <= limit);
}

/// Pairs of every order of magnitude, of moderate size, near each other, and such that a power is near overflow.
template <typename Real> std::vector<std::pair<Real, Real>> sample_pairs(std::mt19937_64 &random, int count) {
  std::vector<std::pair<Real, Real>> points;
  const double log_max = std::log(std::numeric_limits<Real>::max());
  for (int index = 0; index < count; ++index) {
    const Real x = any_number<Real>(random), y = any_number<Real>(random);
    const double small = std::exp2(-between(random, 0, 40)) * between(random, -1, 1), base = between(random, -5, 5);
    const double border = (random() & 1 ? 1.0 : -1.05) * log_max * between(random, 0.98, 1.02) / base;
    points.insert(points.end(),
                  {{x, y},
                   {x, Real(x * (1 + small))},
                   {Real(std::fabs(x)), Real(between(random, -2, 2))},
                   {Real(between(random, -10, 10)), Real(between(random, -10, 10))},
                   {Real(1 + small), Real(between(random, -1, 1) / small)},
                   {Real(std::exp(base)), Real(border)},
                   {Real(std::round(between(random, -20, 20))), Real(std::round(between(random, -20, 20)))}});
  }
  for (const double x : special_points)
    for (const double y : special_points)
      points.insert(points.end(), {{Real(x), Real(y)}, {Real(-x), Real(y)}, {Real(x), Real(-y)}, {Real(-x), Real(-y)}});
  return points;
}

template <typename Real> void check_binary(const Binary &function, Real (*tested)(Real, Real), double limit) {
  std::mt19937_64 random(2);
  double worst = 0;
  std::pair<Real, Real> worst_point;
  const bool near = function.name == "remainder_near";
  for (const auto &[x, y] : sample_pairs<Real>(random, 8000)) {
    if (near && std::isfinite(x) && std::isfinite(y) && y != 0 && !(std::fabs(Extended(x) / y) < 0x1p52L))
      continue;
    const double error = error_in_ulp(tested(x, y), function.reference(x, y));
    if (error > worst) {
      worst = error;
      worst_point = {x, y};
    }
  }
  INFO(function.name, " in ", sizeof(Real) * 8, " bits at ", worst_point.first, ", ", worst_point.second);
  CHECK(worst <= limit);
}

} // namespace

TEST_CASE("functions of one operand are as accurate as the table states") {
  for (const Unary &function : unary) {
    const auto &stated = entry(function.name);
    CHECK(stated.operands == 1);
    check_unary<float>(function, function.single, stated.max_ulp_f32, stated.bound_f32);
    check_unary<double>(function, function.wide, stated.max_ulp_f64, stated.bound_f64);
  }
}

TEST_CASE("functions of two operands are as accurate as the table states") {
  for (const Binary &function : binary) {
    const auto &stated = entry(function.name);
    CHECK(stated.operands == 2);
    check_binary<float>(function, function.single, stated.max_ulp_f32);
    check_binary<double>(function, function.wide, stated.max_ulp_f64);
  }
}

TEST_CASE("the table lists each function once, and all that are tested") {
  CHECK(std::size(cotangent::vector_math::functions) == std::size(unary) + std::size(binary));
  for (const auto &function : cotangent::vector_math::functions)
    CHECK(&entry(function.name) == &function);
}

namespace {

/// Equal as results: the same number with the same sign of zero, or both NaN.
template <typename Real> bool same(Real result, Real expected) {
  return std::isnan(expected) ? std::isnan(result)
                              : result == expected && std::signbit(result) == std::signbit(expected);
}

template <typename Real> void check_odd_at_zero() {
  const auto unchanged = [](Real (*function)(Real), Real x) {
    CHECK(same(function(x), x));
    CHECK(same(function(-x), -x));
  };
  using Function = Real (*)(Real);
  constexpr bool single = std::is_same_v<Real, float>;
  const auto check = [&](float (*first)(float), double (*second)(double)) {
    Function function;
    if constexpr (single)
      function = first;
    else
      function = second;
    for (const Real x : {Real(0), std::numeric_limits<Real>::denorm_min(), std::numeric_limits<Real>::min()})
      unchanged(function, x);
  };
  check(ct_sin_f32, ct_sin_f64);
  check(ct_tan_f32, ct_tan_f64);
  check(ct_sin_any_f32, ct_sin_any_f64);
  check(ct_tan_any_f32, ct_tan_any_f64);
  check(ct_asin_f32, ct_asin_f64);
  check(ct_atan_f32, ct_atan_f64);
  check(ct_sinh_f32, ct_sinh_f64);
  check(ct_tanh_f32, ct_tanh_f64);
  check(ct_asinh_f32, ct_asinh_f64);
  check(ct_atanh_f32, ct_atanh_f64);
  check(ct_expm1_f32, ct_expm1_f64);
  check(ct_log1p_f32, ct_log1p_f64);
  CHECK(same(ct_erf_f64(-0.0), -0.0));
  CHECK(same(ct_erf_f32(-0.0f), -0.0f));
  CHECK(same(ct_erf_inv_f64(-0.0), -0.0));
  CHECK(same(ct_erf_inv_f32(-0.0f), -0.0f));
  CHECK(same(ct_cbrt_f64(-0.0), -0.0));
}

} // namespace

TEST_CASE("odd functions keep the sign of zero and the smallest numbers") {
  check_odd_at_zero<float>();
  check_odd_at_zero<double>();
}

TEST_CASE("ends of the domains") {
  CHECK(same(ct_exp_f64(-infinite), 0.0));
  CHECK(same(ct_exp_f64(infinite), infinite));
  CHECK(same(ct_exp_f64(-745.13), 4.94065645841246544e-324));
  CHECK(same(ct_exp2_f32(-149.0f), 0x1p-149f));
  CHECK(same(ct_exp2_f64(1023.0), 0x1p1023));
  CHECK(same(ct_expm1_f64(-infinite), -1.0));
  CHECK(same(ct_logistic_f32(-infinite), 0.0f));
  CHECK(same(ct_logistic_f64(0.0), 0.5));
  CHECK(same(ct_log_f32(0.0f), -float(infinite)));
  CHECK(same(ct_log_f64(-0.0), -infinite));
  CHECK(same(ct_log_f64(-1.0), double(NAN)));
  CHECK(same(ct_log_f64(1.0), 0.0));
  CHECK(same(ct_log2_f64(0x1p-1074), -1074.0));
  CHECK(same(ct_log2_f32(0x1p-149f), -149.0f));
  CHECK(same(ct_log1p_f64(-1.0), -infinite));
  CHECK(same(ct_sin_f64(infinite), double(NAN)));
  CHECK(same(ct_cos_f32(-float(infinite)), NAN));
  CHECK(same(ct_cos_f64(0.0), 1.0));
  CHECK(same(ct_acos_f64(1.0), 0.0));
  CHECK(same(ct_acosh_f64(1.0), 0.0));
  CHECK(same(ct_atanh_f32(-1.0f), -float(infinite)));
  CHECK(same(ct_tanh_f64(-infinite), -1.0));
  CHECK(same(ct_cosh_f64(-infinite), infinite));
  CHECK(same(ct_rsqrt_f64(-0.0), -infinite));
  CHECK(same(ct_sqrt_f64(-0.0), -0.0));
  CHECK(same(ct_erfc_f64(-infinite), 2.0));
  CHECK(same(ct_erfc_f64(infinite), 0.0));
  CHECK(same(ct_erfc_f64(0.0), 1.0));
  CHECK(same(ct_erf_inv_f64(1.0), infinite));
  CHECK(same(ct_erf_inv_f64(1.5), double(NAN)));
  CHECK(same(ct_round_afz_f64(0.49999999999999994), 0.0));
  CHECK(same(ct_round_afz_f64(-0.5), -1.0));
  CHECK(same(ct_round_afz_f64(-0.25), -0.0));
  CHECK(same(ct_round_afz_f32(2.5f), 3.0f));
  CHECK(same(ct_round_afz_f32(8388609.0f), 8388609.0f));
  CHECK(same(ct_hypot_f64(NAN, -infinite), infinite));
  CHECK(same(ct_pow_f64(NAN, 0.0), 1.0));
  CHECK(same(ct_pow_f64(1.0, NAN), 1.0));
  CHECK(same(ct_pow_f64(-1.0, infinite), 1.0));
  CHECK(same(ct_pow_f64(-2.0, -3.0), -0.125));
  CHECK(same(ct_pow_f64(-0.0, -3.0), -infinite));
  CHECK(same(ct_pow_f32(-8.0f, 1.0f / 3.0f), NAN));
}

TEST_CASE("huge angles: known sines and cosines") {
  // From the expansions of the numbers to 400 digits.
  CHECK(error_in_ulp(ct_sin_any_f64(0x1p1023), 0x1.205248cbdb76p-1) <= 1.0);
  CHECK(error_in_ulp(ct_cos_any_f64(0x1p1023), -0x1.a719f26c232bfp-1) <= 1.0);
  CHECK(error_in_ulp(ct_tan_any_f64(0x1p1023), -0x1.5ce6b4c0d02a3p-1) <= 1.0);
  CHECK(error_in_ulp(ct_sin_any_f64(0x1.fffffffffffffp1023), 0x1.452fc98b34e97p-8) <= 1.0);
  CHECK(error_in_ulp(ct_cos_any_f64(0x1.fffffffffffffp1023), -0x1.fffe62ecfab75p-1) <= 1.0);
  CHECK(error_in_ulp(ct_tan_any_f64(0x1.fffffffffffffp1023), -0x1.4530cfe729484p-8) <= 1.0);
  CHECK(error_in_ulp(ct_sin_any_f64(0x1.6ac5b262ca1ffp849), 0x1p0) <= 1.0);
  CHECK(error_in_ulp(ct_cos_any_f64(0x1.6ac5b262ca1ffp849), -0x1.14ae72e6ba22fp-61) <= 1.0);
  CHECK(error_in_ulp(ct_tan_any_f64(0x1.6ac5b262ca1ffp849), -0x1.d9ba9a7975636p60) <= 1.0);
  CHECK(error_in_ulp(ct_sin_any_f64(-0x1.921fb54442d18p100), -0x1.179d4013ca11p-1) <= 1.0);
  CHECK(error_in_ulp(ct_cos_any_f64(-0x1.921fb54442d18p100), 0x1.ace7ca21233e9p-1) <= 1.0);
  CHECK(error_in_ulp(ct_tan_any_f64(-0x1.921fb54442d18p100), -0x1.4dc923f42acd3p-1) <= 1.0);
  CHECK(error_in_ulp(ct_sin_any_f64(0x1p31), -0x1.f14f913e9af98p-1) <= 1.0);
  CHECK(error_in_ulp(ct_cos_any_f64(0x1p31), 0x1.e70c2d5131e55p-3) <= 1.0);
  CHECK(error_in_ulp(ct_tan_any_f64(0x1p31), -0x1.0564ff9979ed5p2) <= 1.0);
  CHECK(error_in_ulp(ct_sin_any_f32(0x1.fffffep127f), -0x1.0b33665089575p-1) <= 1.0);
  CHECK(error_in_ulp(ct_cos_any_f32(0x1.fffffep127f), 0x1.b4bf2c79bdfcep-1) <= 1.0);
  CHECK(error_in_ulp(ct_tan_any_f32(0x1.fffffep127f), -0x1.393d94b4988c2p-1) <= 1.0);
  CHECK(error_in_ulp(ct_sin_any_f32(-0x1p100f), 0x1.be8ed97ac1f59p-1) <= 1.0);
  CHECK(error_in_ulp(ct_cos_any_f32(-0x1p100f), 0x1.f4eb3ff66e36dp-2) <= 1.0);
  CHECK(error_in_ulp(ct_tan_any_f32(-0x1p100f), 0x1.c86fbfa8cecc3p0) <= 1.0);
}

TEST_CASE("remainders of far quotients are exact") {
  CHECK(same(ct_remainder_f64(0x1p1023, 3.0), 2.0));
  CHECK(same(ct_remainder_f64(-0x1p1022, 3.0), -1.0));
  CHECK(same(ct_remainder_f64(1.7976931348623157e308, 4.94065645841246544e-324), 0.0));
  CHECK(same(ct_remainder_f32(0x1p127f, 7.0f), 2.0f));
  CHECK(same(ct_remainder_f64(5.0, infinite), 5.0));
  CHECK(same(ct_remainder_f64(-0.0, 5.0), -0.0));
  CHECK(same(ct_remainder_f64(5.0, 0.0), double(NAN)));
}
