// Sums over independent terms that are added in several steps: in branches, in inner loops, through scratch memory.
#include <cmath>
#include <cotangent/autodiff.h>
#include <doctest/doctest.h>
#include <vector>

#include "check_gradient.h"

extern "C" unsigned long cotangent_last_tape_bytes(void);

namespace {

double pairs(const double* x, int n) {
  double energy = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) energy -= std::exp(x[i] * x[j]) / std::sqrt((x[i] - x[j]) * (x[i] - x[j]) + 0.01);
  return energy;
}

double triples(const double* x, int n) {
  double sum = 0.25;
  for (int i = 0; i < n; ++i) {
    sum += x[i];
    for (int j = 0; j < i; ++j) {
      if (x[j] > 0.3) sum += std::sin(x[i] * x[j]);
      for (int k = 0; k < j; ++k) sum -= x[i] * x[j] / (1 + x[k] * x[k]);
    }
    sum += std::cos(x[i]);
  }
  return 3 * sum;
}

double choices(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0)
      sum -= x[i] * x[i];
    else if (x[i] < 1)
      sum += std::exp(x[i]);
    switch (i % 3) {
    case 0: sum += x[0] * x[i]; [[fallthrough]];
    case 1: sum += x[n - 1]; break;
    default: sum = sum - 1;
    }
  }
  return sum;
}

// The inner loop's count depends on the data, and it is left early.
double unknown_counts(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double value = x[i];
    while (value * value > 0.1) {
      sum += value * x[0];
      value *= 0.5;
      if (sum > 1e9) break;  // reads the sum: not independent
    }
    for (double step = x[i]; step * step > 0.05; step *= 0.6) {
      if (step > 5) break;
      sum += std::sin(step) * x[i];
    }
  }
  return sum;
}

// Not independent, although it looks similar.
double reads_itself(const double* x, int n) {
  double sum = 1;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) sum += 0.01 * std::sin(sum * x[i]) * x[j];
  return sum;
}
double starts_again(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0.9) sum = x[i] * x[i];
    for (int j = 0; j < n; ++j) sum += x[i] * x[j] * 0.1;
  }
  return sum;
}
double counts_twice(const double* x, int n) {
  double sum = 0.1;
  for (int i = 0; i < n; ++i) {
    double before = sum;
    for (int j = 0; j < n; ++j) sum += std::sin(x[i] * x[j]);
    sum += before * 0.5;
  }
  return sum;
}
double scaled(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) sum += x[i] * x[j];
    sum *= x[i];
  }
  return sum;
}

// Scratch that the outer iteration reads before the inner loop overwrites it, and that the inner one fills and reads.
double scratch(const double* x, int n) {
  std::vector<double> row(n), other(n);
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) row[j] = x[i] * x[j] + j;
    sum += std::sin(row[0]) * row[n - 1];
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) other[k] = std::cos(row[k]) * x[j];
      for (int k = 0; k < n; ++k) sum += other[k] * other[n - 1 - k];
    }
    for (int j = 0; j < n; ++j) row[j] = row[j] * row[j];
    for (int j = 0; j < n; ++j) sum += row[j] * 0.1;
  }
  return sum;
}
double overwritten(const double* x, int n) {
  std::vector<double> kept(n);
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    kept[0] = x[i];
    const double first = kept[0] * x[0];  // read here, overwritten below
    for (int j = 0; j < n; ++j) {
      kept[0] = x[j] * x[j] * x[i];
      sum += std::exp(-kept[0]);
    }
    sum += first * first;
  }
  return sum;
}

// Several sums at a time, one of them in single precision.
double several(const double* x, int n) {
  double first = 0, second = 1;
  float third = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      first += x[i] * x[j];
      if (j & 1) second -= std::sin(x[j]);
      third += static_cast<float>(x[j] * 0.5);
    }
  return first - 2 * second + third / 2;
}

}  // namespace

TEST_CASE("sums in several steps") {
  for (int n : {1, 2, 3, 6}) {
    std::vector<double> x(n);
    for (int i = 0; i < n; ++i) x[i] = 0.35 + 0.41 * i - 0.13 * i * i;
    CAPTURE(n);
    check_gradient<pairs>(x);
    check_gradient<triples>(x);
    check_gradient<choices>(x);
    check_gradient<unknown_counts>(x);
    check_gradient<reads_itself>(x);
    check_gradient<starts_again>(x);
    check_gradient<counts_twice>(x);
    check_gradient<scaled>(x);
    check_gradient<scratch>(x);
    check_gradient<overwritten>(x);
  }
}

TEST_CASE("several sums") {
  std::vector<double> x{0.5, 0.25, 1.5, 2}, dx(4);
  ct::autodiff(ct::reverse, several, ct::Duplicated{static_cast<const double*>(x.data()), dx.data()}, ct::Const{4});
  for (int k = 0; k < 4; ++k) {
    double wanted = (4 - k) * 0.25;  // third
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j <= i; ++j) {
        wanted += (i == k ? x[j] : 0) + (j == k ? x[i] : 0);
        if ((j & 1) && j == k) wanted += 2 * std::cos(x[j]);
      }
    CHECK(dx[k] == doctest::Approx(wanted).epsilon(1e-6));
  }
}

#if !__has_feature(undefined_behavior_sanitizer)  // its checks give the loops more ways out
TEST_CASE("nothing is kept over their terms") {
  auto tape_of = [](auto function, int n) {
    std::vector<double> x(n, 0.5), dx(n);
    ct::autodiff(ct::reverse, function, ct::Duplicated{static_cast<const double*>(x.data()), dx.data()}, ct::Const{n});
    return cotangent_last_tape_bytes();
  };
  CHECK(tape_of(pairs, 200) <= 64);
  CHECK(tape_of(choices, 200) <= 64);
  CHECK(tape_of(triples, 100) < 20000);  // at most what the inner loops of one outer iteration keep
}
#endif
