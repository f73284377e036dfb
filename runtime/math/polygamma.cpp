// Formulas are those of Abramowitz & Stegun, Handbook of Mathematical Functions (1964), chapter 6.3 (digamma), 6.4
// (polygamma) and 23.2 (sums of powers), by their numbers there. The scheme is theirs too: step x up by recurrence
// until the asymptotic series is as exact as the type, and reflect negative x.
#include "runtime/math/polygamma.h"

#include <cmath>
#include <limits>

namespace {

constexpr long double pi = 3.141592653589793238462643383279502884L;

// From here on the series below are exact to a long double with 64 bits of fraction.
constexpr int series_start = 9;

template <class T, int Count> T polynomial(const long double (&coefficients)[Count], T x) {
  T sum = static_cast<T>(coefficients[Count - 1]);
  for (int index = Count - 2; index >= 0; --index)
    sum = sum * x + static_cast<T>(coefficients[index]);
  return sum;
}

// 6.3.18: digamma(x) ~ log x - 1/(2x) - sum of B(2k) / (2k x^2k).
template <class T> T digamma_series(T x) {
  static constexpr long double coefficients[] = {1.0L / 12,        -1.0L / 120,       1.0L / 252,    -1.0L / 240,
                                                 1.0L / 132,       -691.0L / 32760,   1.0L / 12,     -3617.0L / 8160,
                                                 43867.0L / 14364, -174611.0L / 6600, 77683.0L / 276};
  T inverse = 1 / x;
  T square = inverse * inverse;
  return std::log(x) - (inverse / 2 + square * polynomial(coefficients, square));
}

// The positive zero of digamma, in two parts, and the Taylor coefficients there: polygamma(k, zero) / k!.
constexpr long double zero_head = 0x1.762d86356be3f6e2p+0L;
constexpr long double zero_tail = -1.8257096316e-20L;
constexpr long double zero_reach = 0.4L;
constexpr long double zero_coefficients[] = {
    0.967672245447621170427445L,      -0.442763168983592106092865L,     0.258499760955651010624401L,
    -0.163942705442406527504251L,     0.107824050691262365757183L,      -0.0721995612564547109261218L,
    0.0488042881641431072250925L,     -0.0331611264748473592922584L,    0.0225976482322181046596248L,
    -0.0154247659049489591388003L,    0.010538791616612175388124L,      -0.00720453438635686824097047L,
    0.00492678139572985344635427L,    -0.00336980165543932808279286L,   0.00230512632673492783693838L,
    -0.00157693677143019725927093L,   0.00107882520191629658069192L,    -0.000738070938996005129566047L,
    0.000504953265834602035177398L,   -0.000345468025106307699555568L,  0.000236356015640270527923696L,
    -0.000161706220919748034493583L,  0.000110633727687474109040872L,   -0.0000756917958219506591923771L,
    0.0000517857579522208086899327L,  -0.0000354300709476596063156988L, 0.0000242400661186013176526831L,
    -0.0000165842422718541333752425L, 0.0000113463845846638498067016L,  -0.00000776281766846209442526774L,
    0.0000053110609208898633873223L,  -0.00000363365078980104566837145L};

template <class T> T digamma_near_zero(T x) {
  constexpr T head = static_cast<T>(zero_head);
  constexpr T tail = static_cast<T>(zero_head - head) + static_cast<T>(zero_tail);
  T distance = (x - head) - tail;
  return distance * polynomial(zero_coefficients, distance);
}

template <class T> T digamma_positive(T x) {
  if (std::abs(x - static_cast<T>(zero_head)) < static_cast<T>(zero_reach))
    return digamma_near_zero(x);
  int steps = x < series_start ? static_cast<int>(std::ceil(series_start - x)) : 0;
  T sum = 0;
  for (int step = steps - 1; step >= 0; --step) // 6.3.5, the small terms first
    sum += 1 / (x + static_cast<T>(step));
  return digamma_series(x + static_cast<T>(steps)) - sum;
}

template <class T> T digamma(T x) {
  if (std::isnan(x) || x > 0)
    return std::isinf(x) ? x : digamma_positive(x);
  if (x == 0)
    return std::copysign(std::numeric_limits<T>::infinity(), -x);
  T distance = x - std::rint(x);
  if (distance == 0 || std::isinf(x))
    return std::numeric_limits<T>::quiet_NaN();
  return digamma_positive(1 - x) - static_cast<T>(pi) / std::tan(static_cast<T>(pi) * distance); // 6.3.7
}

template <class T> T integer_power(T base, unsigned exponent) {
  T result = 1;
  for (; exponent != 0; exponent >>= 1, base *= base)
    if (exponent & 1)
      result *= base;
  return result;
}

// 6.4.11 for x of at least series_start + order, without its sign and divided by order! / x^(order + 1):
//   x/order + 1/2 + sum of B(2k)/(2k)! * (order + 1)(order + 2)...(order + 2k - 1) / x^(2k - 1).
template <class T> T polygamma_series(int order, T x) {
  static constexpr long double coefficients[] = {// B(2k) / (2k)!
                                                 1.0L / 12,
                                                 -1.0L / 720,
                                                 1.0L / 30240,
                                                 -1.0L / 1209600,
                                                 1.0L / 47900160,
                                                 -691.0L / 1307674368000.0L,
                                                 1.0L / 74724249600.0L,
                                                 -3617.0L / 10670622842880000.0L,
                                                 43867.0L / 5109094217170944000.0L,
                                                 -174611.0L / 802857662698291200000.0L,
                                                 77683.0L / 14101100039391805440000.0L,
                                                 -236364091.0L / 1693824136731743669452800000.0L};
  T n = static_cast<T>(order);
  T rising = (n + 1) / x;
  T sum = 0;
  int k = 0;
  for (long double coefficient : coefficients) {
    sum += static_cast<T>(coefficient) * rising;
    k += 2;
    rising *= ((n + k) / x) * ((n + k + 1) / x);
  }
  return x / n + (T(0.5) + sum);
}

// (-1)^(order + 1) polygamma(order, x) = order! * sum over k >= 0 of (x + k)^-(order + 1), for x > 0 (6.4.10). All
// terms are positive.
template <class T> T polygamma_magnitude(int order, T x) {
  if (std::isinf(x))
    return 0;
  // In units of order! / x^(order + 1), so that no factorial overflows before its time.
  unsigned power = static_cast<unsigned>(order) + 1;
  T start = static_cast<T>(series_start) + static_cast<T>(order);
  T sum = 0;
  T shifted = x;
  for (; shifted < start; shifted += 1) { // 6.4.6
    T term = integer_power(x / shifted, power);
    sum += term;
    if (term < sum * std::numeric_limits<T>::epsilon() / start)
      break; // of many small terms, and a tail smaller yet
  }
  if (shifted >= start)
    sum += integer_power(x / shifted, power) * polygamma_series(order, shifted);

  T unit = 1;
  for (int factor = 1; factor <= order && unit != 0 && !std::isinf(unit); ++factor)
    unit *= static_cast<T>(factor) / x;
  return unit * (sum / x);
}

template <class T> T polygamma(int order, T x) {
  if (order == 0)
    return digamma(x);
  if (order < 0 || std::isnan(x))
    return std::numeric_limits<T>::quiet_NaN();
  bool odd = order % 2 != 0;
  if (x > 0)
    return odd ? polygamma_magnitude(order, x) : -polygamma_magnitude(order, x);
  if (x == 0)
    return odd ? std::numeric_limits<T>::infinity() : std::copysign(std::numeric_limits<T>::infinity(), -x);
  T distance = x - std::rint(x);
  if (std::isinf(x))
    return std::numeric_limits<T>::quiet_NaN();
  if (distance == 0)
    return odd ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::quiet_NaN();
  // For x = f - m with f in (0, 1), the sum of (x + k)^-(order + 1) falls into k >= m, which is that of f, and k < m,
  // which up to sign is that of 1 - f less that of 1 - x. Unlike 6.4.7 this needs no derivatives of the cotangent.
  T above = distance > 0 ? distance : 1 + distance;
  T below = distance > 0 ? 1 - distance : -distance;
  T finite = polygamma_magnitude(order, below) - polygamma_magnitude(order, 1 - x);
  return odd ? polygamma_magnitude(order, above) + finite : finite - polygamma_magnitude(order, above);
}

} // namespace

extern "C" {
// A double is exact enough for all of a float's digits, and as fast.
float cotangent_digammaf(float x) noexcept { return static_cast<float>(digamma<double>(x)); }
double cotangent_digamma(double x) noexcept { return digamma(x); }
long double cotangent_digammal(long double x) noexcept { return digamma(x); }

float cotangent_polygammaf(int order, float x) noexcept { return static_cast<float>(polygamma<double>(order, x)); }
double cotangent_polygamma(int order, double x) noexcept { return polygamma(order, x); }
long double cotangent_polygammal(int order, long double x) noexcept { return polygamma(order, x); }
}
