// Derivatives of the logarithm of the gamma function: digamma is the first, polygamma of order n the (n + 1)-th.
// Derivative code that the engine emits calls these, so they have C linkage and one name per width, as libm's functions
// have.
//
// Relative accuracy is near that of the type: a few units in the last place for x > 0. For x < 0 digamma and the
// polygammas of even order have zeros between the poles, and near those the accuracy is that of the larger terms that
// cancel. Poles are 0, -1, -2, ... There digamma and even orders have no sign, so the result is NaN (at 0 the infinity
// of the side that the sign of the zero names); odd orders give +infinity. Order 0 is digamma; an order below 0 gives
// NaN.
#pragma once

extern "C" {
float cotangent_digammaf(float x) noexcept;
double cotangent_digamma(double x) noexcept;
long double cotangent_digammal(long double x) noexcept;

float cotangent_polygammaf(int order, float x) noexcept;
double cotangent_polygamma(int order, double x) noexcept;
long double cotangent_polygammal(int order, long double x) noexcept;
}
