#include "tensor/library/fourier_plan.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace cotangent::library {

namespace {

constexpr int64_t largest_radix = 31;

/// The radices of a length, empty if it has a larger prime factor.
std::vector<int> radices_of(int64_t length) {
  std::vector<int> radices;
  int twos = 0;
  for (; length % 2 == 0; length /= 2)
    ++twos;
  // Eights, and fours for what three does not divide.
  for (; twos > 4 || twos == 3; twos -= 3)
    radices.push_back(8);
  for (; twos >= 2; twos -= 2)
    radices.push_back(4);
  if (twos == 1)
    radices.push_back(2);
  for (int prime = 3; prime <= largest_radix; prime += 2)
    for (; length % prime == 0; length /= prime)
      radices.push_back(prime);
  if (length != 1)
    radices.clear();
  return radices;
}

/// The smallest length of at least that size whose prime factors are 2, 3 and 5, the odd ones at most twice.
int64_t friendly_length(int64_t least) {
  int64_t best = std::numeric_limits<int64_t>::max();
  for (const int64_t odd : {1, 3, 5, 9, 15, 25}) {
    int64_t length = odd;
    while (length < least)
      length *= 2;
    best = std::min(best, length);
  }
  return best;
}

template <class Real> void append(std::vector<Real> &numbers, const std::complex<double> &number) {
  numbers.push_back(static_cast<Real>(number.real()));
  numbers.push_back(static_cast<Real>(number.imag()));
}

/// In double, for what plans are made of.
using Line = std::vector<std::complex<double>>;
void transform_plainly(const FourierPlan<double> &plan, Line &line) {
  Line other(line.size());
  for (const FourierStage<double> &stage : plan.stages) {
    Line roots;
    for (int j = 0; j < stage.radix; ++j)
      roots.push_back(root_of_unity(j, stage.radix));
    for (int64_t p = 0; p < stage.groups; ++p)
      for (int k = 0; k < stage.radix; ++k) {
        const double *twiddle = stage.twiddles.data() + 2 * (p * (stage.radix - 1) + k - 1);
        const std::complex<double> factor = k == 0 ? 1 : std::complex<double>(twiddle[0], twiddle[1]);
        for (int64_t q = 0; q < stage.stride; ++q) {
          std::complex<double> sum = 0;
          for (int j = 0; j < stage.radix; ++j)
            sum += line[static_cast<size_t>(q + stage.stride * (p + stage.groups * j))] *
                   roots[static_cast<size_t>(j * k % stage.radix)];
          other[static_cast<size_t>(q + stage.stride * (stage.radix * p + k))] = sum * factor;
        }
      }
    line.swap(other);
  }
}

} // namespace

std::complex<double> root_of_unity(int64_t k, int64_t n) {
  k %= n;
  // The angle is (eighth + rest / n) * pi / 4.
  const int64_t eighth = 8 * k / n, rest = 8 * k - eighth * n;
  const double unit = std::numbers::pi / 4 / static_cast<double>(n);
  const bool mirrored = eighth % 2 == 1;
  const double angle = unit * static_cast<double>(mirrored ? n - rest : rest);
  double cosine = std::cos(angle), sine = std::sin(angle);
  if (mirrored)
    std::swap(cosine, sine);
  switch (eighth / 2) {
  case 0:
    return {cosine, -sine};
  case 1:
    return {-sine, -cosine};
  case 2:
    return {-cosine, sine};
  default:
    return {sine, cosine};
  }
}

template <class Real> FourierPlan<Real>::FourierPlan(int64_t length) : length(length), buffer_length(length) {
  const std::vector<int> radices = radices_of(length);
  if (length > 1 && radices.empty()) {
    buffer_length = friendly_length(2 * length - 1);
    convolution = std::make_unique<FourierPlan>(buffer_length);
    Line line(static_cast<size_t>(buffer_length));
    for (int64_t k = 0; k < length; ++k) {
      // k^2 modulo 2 length does not overflow for lengths that fit in memory.
      const std::complex<double> root = root_of_unity(k * k % (2 * length), 2 * length);
      append(chirp, root);
      line[static_cast<size_t>(k)] = line[static_cast<size_t>((buffer_length - k) % buffer_length)] = std::conj(root);
    }
    transform_plainly(FourierPlan<double>(buffer_length), line);
    for (const std::complex<double> &number : line)
      append(kernel, number / static_cast<double>(buffer_length));
    return;
  }
  int64_t stride = 1;
  for (const int radix : radices) {
    FourierStage<Real> &stage = stages.emplace_back();
    stage.radix = radix;
    stage.stride = stride;
    stage.groups = length / (radix * stride);
    for (int64_t p = 0; p < stage.groups; ++p)
      for (int k = 1; k < radix; ++k)
        append(stage.twiddles, root_of_unity(p * k, radix * stage.groups));
    for (int j = 0; radix % 2 == 1 && j < radix; ++j)
      append(stage.roots, root_of_unity(j, radix));
    stride *= radix;
  }
}

template <class Real> std::vector<Real> real_twiddles(int64_t length) {
  std::vector<Real> twiddles;
  for (int64_t k = 0; k <= length / 4; ++k)
    append(twiddles, root_of_unity(k, length));
  return twiddles;
}

template struct FourierPlan<float>;
template struct FourierPlan<double>;
template std::vector<float> real_twiddles(int64_t length);
template std::vector<double> real_twiddles(int64_t length);

} // namespace cotangent::library
