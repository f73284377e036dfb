// Random operations of single elements. Arguments stay where functions are smooth: log(1 + x * x).
#include "generator.h"

#include <cmath>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::random_programs {

namespace {

struct Bounded {
  Value value;
  double bound;
};

Value one_plus_square(Generator &make, Value x) {
  Build &build = make.build;
  return make.note(build.add(build.splat_like(x, 1), build.multiply(x, x)), 1 + make.bound(x) * make.bound(x));
}
/// 2 + x, away from zero and the negative numbers.
Value beside_two(Generator &make, Value x) {
  return make.build.add(make.build.splat_like(x, 2), make.bounded(x, 1));
}

Bounded real_function(Generator &make, Value x) {
  Build &build = make.build;
  const double b = make.bound(x);
  switch (make.number(0, 35)) {
  case 0:
    return {build.analytic<SineOp>(x), 1};
  case 1:
    return {build.analytic<CosineOp>(x), 1};
  case 2:
    return {build.analytic<TanhOp>(x), 1};
  case 3:
    return {build.analytic<LogisticOp>(x), 1};
  case 4:
    return {build.analytic<ExponentialOp>(make.bounded(x, 2)), 7.4};
  case 5:
    return {build.analytic<ExponentialMinusOneOp>(make.bounded(x, 2)), 6.4};
  case 6:
    return {build.analytic<LogOp>(one_plus_square(make, x)), std::log1p(b * b)};
  case 7:
    return {build.analytic<LogPlusOneOp>(build.multiply(x, x)), std::log1p(b * b)};
  case 8:
    return {build.analytic<SqrtOp>(one_plus_square(make, x)), std::sqrt(1 + b * b)};
  case 9:
    return {build.analytic<RsqrtOp>(one_plus_square(make, x)), 1};
  case 10:
    return {build.analytic<CbrtOp>(one_plus_square(make, x)), std::cbrt(1 + b * b)};
  case 11:
    return {build.analytic<TanOp>(make.bounded(x, 1)), 1.6};
  case 12:
    return {build.unary<AbsOp>(x), b};
  case 13:
    return {build.unary<NegateOp>(x), b};
  case 14:
    return {build.unary<SignOp>(x), 1};
  case 15:
    return {build.unary<FloorOp>(x), b + 1};
  case 16:
    return {build.unary<CeilOp>(x), b + 1};
  case 17:
    return {build.unary<RoundNearestEvenOp>(x), b + 1};
  case 18:
    return {build.unary<RoundNearestAfzOp>(x), b + 1};
  case 19:
    return {build.multiply(x, x), b * b};
  case 20:
    return {build.unary<chlo::ErfOp>(x), 1};
  case 21:
    return {build.unary<chlo::ErfcOp>(x), 2};
  case 22:
    return {build.unary<chlo::AtanOp>(x), 1.6};
  case 23:
    return {build.unary<chlo::AsinhOp>(x), b};
  case 24:
    return {build.unary<chlo::SinhOp>(make.bounded(x, 2)), 3.7};
  case 25:
    return {build.unary<chlo::CoshOp>(make.bounded(x, 2)), 3.8};
  case 26:
    return {build.unary<chlo::AsinOp>(make.bounded(x, 0.8)), 1};
  case 27:
    return {build.unary<chlo::AcosOp>(make.bounded(x, 0.8)), 2.6};
  case 28:
    return {build.unary<chlo::AtanhOp>(make.bounded(x, 0.8)), 1.1};
  case 29:
    return {build.unary<chlo::AcoshOp>(build.add(build.splat_like(x, 1), one_plus_square(make, x))), 2 + b};
  case 30:
    return {build.unary<chlo::LgammaOp>(one_plus_square(make, make.bounded(x, 2))), 3.2};
  case 31:
    return {build.unary<chlo::DigammaOp>(one_plus_square(make, make.bounded(x, 2))), 1.6};
  case 32:
    return {build.unary<chlo::SquareOp>(x), b * b};
  case 33:
    return {build.unary<chlo::ErfInvOp>(make.bounded(x, 0.7)), 0.75};
  case 34:
    return {build.unary<chlo::BesselI1eOp>(x), 0.25};
  default:
    return {build.make<OptimizationBarrierOp>(TypeRange{x.getType()}, ValueRange{x}), b};
  }
}

Bounded complex_function(Generator &make, Value z) {
  Build &build = make.build;
  const double b = make.bound(z);
  switch (make.number(0, 18)) {
  case 0:
    return {build.unary<NegateOp>(z), b};
  case 1:
    return {build.multiply(z, z), b * b};
  case 2:
    return {build.analytic<ExponentialOp>(make.bounded(z, 2)), 7.4};
  case 3:
    return {build.analytic<SineOp>(make.bounded(z, 1.5)), 2.4};
  case 4:
    return {build.analytic<CosineOp>(make.bounded(z, 1.5)), 2.4};
  case 5:
    return {build.analytic<TanhOp>(make.bounded(z, 0.8)), 1.1};
  case 6:
    return {build.analytic<LogisticOp>(make.bounded(z, 2)), 2};
  case 7:
    return {build.analytic<LogOp>(beside_two(make, z)), 1.5};
  case 8:
    return {build.analytic<SqrtOp>(beside_two(make, z)), 1.8};
  case 9:
    return {build.analytic<RsqrtOp>(beside_two(make, z)), 1};
  case 10:
    return {build.analytic<LogPlusOneOp>(make.bounded(z, 0.7)), 1.5};
  case 11:
    return {build.analytic<ExponentialMinusOneOp>(make.bounded(z, 2)), 6.4};
  case 12:
    return {build.analytic<TanOp>(make.bounded(z, 0.8)), 1.1};
  case 13:
    return {build.unary<chlo::ConjOp>(z), b};
  case 14:
    return {build.unary<chlo::SinhOp>(make.bounded(z, 1.5)), 2.4};
  case 15:
    return {build.unary<chlo::AsinOp>(make.bounded(z, 0.8)), 1.2};
  case 16:
    return {build.unary<chlo::AtanOp>(make.bounded(z, 0.8)), 1.2};
  case 17:
    return {build.unary<chlo::SquareOp>(z), b * b};
  default:
    return {build.analytic<CbrtOp>(beside_two(make, z)), 1.5};
  }
}

bool unary(Generator &make) {
  Value x = make.any();
  Bounded result = is_complex(x) ? complex_function(make, x) : real_function(make, x);
  make.add(result.value, result.bound);
  return true;
}

Bounded real_function(Generator &make, Value x, Value y) {
  Build &build = make.build;
  const double a = make.bound(x), b = make.bound(y);
  switch (make.number(0, 11)) {
  case 0:
  case 1:
    return {build.add(x, y), a + b};
  case 2:
    return {build.subtract(x, y), a + b};
  case 3:
  case 4:
    return {build.multiply(x, y), a * b};
  case 5:
    return {build.divide(x, one_plus_square(make, y)), a};
  case 6:
    return {build.binary<MaximumOp>(x, y), std::max(a, b)};
  case 7:
    return {build.binary<MinimumOp>(x, y), std::max(a, b)};
  case 8:
    return {build.binary<Atan2Op>(x, make.chance(0.7) ? one_plus_square(make, y) : y), 3.2};
  case 9:
    return {build.binary<PowerOp>(one_plus_square(make, make.bounded(x, 1.5)), make.bounded(y, 1.5)), 5.9};
  case 10:
    return {build.binary<RemainderOp>(x, one_plus_square(make, y)), a};
  default:
    return {build.complex(x, y), std::hypot(a, b)};
  }
}

Bounded complex_function(Generator &make, Value x, Value y) {
  Build &build = make.build;
  const double a = make.bound(x), b = make.bound(y);
  switch (make.number(0, 4)) {
  case 0:
    return {build.add(x, y), a + b};
  case 1:
    return {build.subtract(x, y), a + b};
  case 2:
    return {build.multiply(x, y), a * b};
  case 3:
    return {build.divide(x, beside_two(make, y)), a};
  default:
    return {build.binary<PowerOp>(beside_two(make, x), make.bounded(y, 1)), 5};
  }
}

bool binary(Generator &make) {
  Value x = make.any(), y = make.like(x);
  if (make.chance(0.5))
    std::swap(x, y);
  Bounded result = is_complex(x) ? complex_function(make, x, y) : real_function(make, x, y);
  make.add(result.value, result.bound);
  return true;
}

bool parts(Generator &make) {
  Value value = make.chance(0.5) ? make.any_real() : make.any_complex();
  make.add(value, make.bound(value));
  return true;
}

bool select(Generator &make) {
  Value x = make.any(), y = make.like(x);
  Value condition = make.condition(make.chance(0.3) ? Numbers() : shape_of(x));
  if (make.chance(0.2))
    condition = make.build.unary<NotOp>(condition);
  make.add(make.build.select(condition, x, y), std::max(make.bound(x), make.bound(y)));
  return true;
}

bool clamp(Generator &make) {
  Build &build = make.build;
  Value x = make.any_real();
  Value low = make.chance(0.5) ? make.scalar() : make.like(x);
  Value high = make.chance(0.5) ? make.scalar() : make.like(x);
  double bound = std::max({make.bound(x), make.bound(low), make.bound(high)});
  make.add(build.make<ClampOp>(x.getType(), low, x, high), bound);
  return true;
}

} // namespace

llvm::ArrayRef<Family> elementwise_families() {
  static const Family families[] = {
      {"unary", 14, unary}, {"binary", 14, binary}, {"parts", 2, parts}, {"select", 3, select}, {"clamp", 1, clamp},
  };
  return families;
}

} // namespace cotangent::random_programs
