// `restrict` pointers, and what may be concluded from them: shadows of arrays that are only read may still be the same memory, and a
// promise for one call says nothing of the next.
#include <numeric>
#include <vector>

#include "check_gradient.h"

namespace {

double dot(const double* __restrict a, const double* __restrict b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// The second half of `both` is only read, so `values` may be the same memory.
void update_half(double* __restrict both, const double* __restrict values, int n) {
  for (int i = 0; i < n; ++i) both[i] = both[i] * both[n + i] + values[i] * values[i];
}

void product(const double* __restrict left, const double* __restrict right, double* __restrict result, int n) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) result[i * n + j] = 0;
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) result[i * n + j] += left[i * n + k] * right[k * n + j];
  }
}

inline void step(const double* __restrict in, double* __restrict out, int n) {
  for (int i = 0; i < n; ++i) out[i] = in[i] * in[(i + 1) % n] + 0.5 * in[i];
}
double steps_there_and_back(const double* x, int n) {
  std::vector<double> one(x, x + n), other(n);
  double *in = one.data(), *out = other.data();
  for (int t = 0; t < 3; ++t) {
    step(in, out, n);
    std::swap(in, out);
  }
  return std::accumulate(in, in + n, 0.0);
}

inline void one_step_on(const double* __restrict from, double* __restrict to) { *to += *from * *from; }
double along_one_array(double* x, int n) {
  for (int i = 0; i + 1 < n; ++i) one_step_on(x + i, x + i + 1);
  return x[n - 1];
}

std::vector<double> ramp(int n) {
  std::vector<double> values(n);
  for (int i = 0; i < n; ++i) values[i] = 0.25 + 0.01 * i;
  return values;
}

}  // namespace

TEST_CASE("one array behind two restrict pointers that are only read") {
  const int n = 101;
  std::vector<double> x = ramp(n), dx(n, 0.0);
  ct::autodiff(ct::reverse, dot, ct::Duplicated{x.data(), dx.data()}, ct::Duplicated{x.data(), dx.data()}, n);
  for (int i = 0; i < n; ++i) CHECK(dx[i] == doctest::Approx(2 * x[i]));

  const int m = 9;
  std::vector<double> a = ramp(m * m), da(m * m, 0.0), c(m * m), dc(m * m, 1.0);
  ct::autodiff(ct::reverse, product, ct::Duplicated{a.data(), da.data()}, ct::Duplicated{a.data(), da.data()},
               ct::Duplicated{c.data(), dc.data()}, m);
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < m; ++j) {  // the sums of row j and of column i
      double expected = 0;
      for (int k = 0; k < m; ++k) expected += a[j * m + k] + a[k * m + i];
      CHECK(da[i * m + j] == doctest::Approx(expected));
    }
  }
}

TEST_CASE("a restrict array of which only a part is written") {
  const int n = 64;
  std::vector<double> both = ramp(2 * n), shadow(2 * n, 0.0);
  const std::vector<double> before = both;
  std::fill(shadow.begin(), shadow.begin() + n, 1.0);
  ct::autodiff(ct::reverse, update_half, ct::Duplicated{both.data(), shadow.data()},
               ct::Duplicated{both.data() + n, shadow.data() + n}, n);
  for (int i = 0; i < n; ++i) {
    CHECK(shadow[i] == doctest::Approx(before[n + i]));
    CHECK(shadow[n + i] == doctest::Approx(before[i] + 2 * before[n + i]));
  }
}

TEST_CASE("buffers that change their roles") { check_gradient<steps_there_and_back>({0.5, 1.5, 0.75, 0.25}); }

TEST_CASE("a promise for each call alone") { check_gradient<along_one_array>({0.5, 0.25, 0.75, 0.25, 0.125, 0.5}); }
