// digamma and polygamma of the runtime library, against values computed with 50 digits.
#include "runtime/math/polygamma.h"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <limits>

namespace {

struct Value {
  int order;
  long double x, expected;
};

constexpr Value values[] = {
    {0, 1e-10L, -10000000000.57721566474L},     {0, 0.125L, -8.388492663295854867803L},
    {0, 0.5L, -1.963510026021423479441L},       {0, 1L, -0.5772156649015328606065L},
    {0, 1.25L, -0.2274535333762654080895L},     {0, 1.4375L, -0.02361354400529789914173L},
    {0, 1.75L, 0.2474724535468611637064L},      {0, 2.5L, 0.7031566406452431872257L},
    {0, 7.75L, 1.981791562694345597232L},       {0, 10L, 2.251752589066721107647L},
    {0, 100.5L, 4.605174352581845211869L},      {0, 1e10L, 23.02585092989045684018L},
    {0, -0.5L, 0.03648997397857652055902L},     {0, -0.75L, -2.894120200042932074756L},
    {0, -3.25L, 4.466275872350279967125L},      {0, -12.625L, 1.273470153470247614157L},
    {0, -1e-8L, 99999999.42278431864913L},      {1, 0.125L, 65.38813344498803447314L},
    {1, 1L, 1.644934066848226436472L},          {1, 1.5L, 0.9348022005446793094172L},
    {1, 8.25L, 0.1288542628854482219708L},      {1, 20L, 0.05127082293520311983154L},
    {1, 1e6L, 0.000001000000500000166666667L},  {1, -0.25L, 18.5418796476716064984L},
    {1, -4.625L, 11.36844990741566019353L},     {2, 0.5L, -16.8287966442343199956L},
    {2, 3L, -0.1541138063191885707995L},        {2, 40L, -0.0006408202718352985877564L},
    {2, -1.75L, -124.213821354230581925L},      {3, 1L, 6.493939402266829149096L},
    {3, 6.5L, 0.009133663504378140504805L},     {3, -2.5L, 194.7478762191876224216L},
    {5, 2.25L, 1.056487681292045863987L},       {8, 0.75L, -537260.3772262009202577L},
    {12, 30L, -9.121334210785209379717e-11L},   {20, 4.5L, -47340.82936317665716908L},
    {150, 200L, -3.794215219975904937629e-85L},
};

template <class T, class Function> void compare(Function &&function) {
  for (const Value &value : values) {
    CAPTURE(value.order);
    CAPTURE(value.x);
    T result = function(value.order, static_cast<T>(value.x));
    // The argument of each value is a rounded one, and powers of it grow that error with the order.
    long double scale = value.x > 0 ? std::abs(value.expected) : 8 * (1 + std::abs(value.expected));
    long double tolerance = (8 + value.order) * std::numeric_limits<T>::epsilon() * scale;
    bool too_small = std::abs(value.expected) < std::numeric_limits<T>::min();
    CHECK_MESSAGE((too_small || std::abs(result - value.expected) <= tolerance),
                  result << " is not " << value.expected);
  }
}

} // namespace

TEST_CASE("double") {
  compare<double>(cotangent_polygamma);
  CHECK(cotangent_digamma(2.5) == cotangent_polygamma(0, 2.5));
}

TEST_CASE("float") {
  compare<float>(cotangent_polygammaf);
  CHECK(cotangent_digammaf(2.5f) == cotangent_polygammaf(0, 2.5f));
}

TEST_CASE("long double") {
  compare<long double>(cotangent_polygammal);
  CHECK(cotangent_digammal(2.5L) == cotangent_polygammal(0, 2.5L));
}

TEST_CASE("beside the positive zero every digit is right") {
  CHECK(cotangent_digamma(1.4616321449683623) == doctest::Approx(-9.2412655217294275e-17).epsilon(1e-15));
  CHECK(cotangent_digamma(1.4616321449683625) == doctest::Approx(1.2245374622004069e-16).epsilon(1e-15));
}

TEST_CASE("recurrence") {
  for (double x : {0.3, 1.2, 1.8, 3.7, 8.5}) {
    CAPTURE(x);
    CHECK(cotangent_digamma(x + 1) - cotangent_digamma(x) == doctest::Approx(1 / x).epsilon(1e-14));
    CHECK(cotangent_polygamma(1, x) - cotangent_polygamma(1, x + 1) == doctest::Approx(1 / (x * x)).epsilon(1e-13));
  }
}

TEST_CASE("poles and limits") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CHECK(cotangent_digamma(0.0) == -infinity);
  CHECK(cotangent_digamma(-0.0) == infinity);
  CHECK(std::isnan(cotangent_digamma(-1)));
  CHECK(cotangent_digamma(infinity) == infinity);
  CHECK(std::isnan(cotangent_digamma(-infinity)));
  CHECK(std::isnan(cotangent_digamma(std::nan(""))));
  CHECK(cotangent_polygamma(1, 0.0) == infinity);
  CHECK(cotangent_polygamma(1, -3) == infinity);
  CHECK(cotangent_polygamma(2, 0.0) == -infinity);
  CHECK(std::isnan(cotangent_polygamma(2, -3)));
  CHECK(cotangent_polygamma(3, infinity) == 0);
  CHECK(cotangent_polygamma(1, 1e300) == doctest::Approx(1e-300));
  CHECK(std::isnan(cotangent_polygamma(-1, 1.0)));
  CHECK(std::isnan(cotangent_polygamma(1, std::nan(""))));
}
