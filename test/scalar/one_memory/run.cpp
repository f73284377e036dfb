// Two arguments that are the same memory, or overlap: what is written through one of them changes what the other reads.
#include <vector>

#include <cotangent/autodiff.h>
#include <doctest/doctest.h>

namespace ct = cotangent;

namespace {

void squares(const double* x, double* z, int n) {
  for (int i = 0; i < n; ++i) z[i] = x[i] * x[i];
}

double three(const double* a, double* b, const double* c, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    b[i] = a[i] * 2;
    sum += a[i] * c[i];
  }
  return sum;
}

void add_product(std::vector<double>& to, const std::vector<double>& from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i] * from[(i + 1) % from.size()];
}

void scale_by_own_element(std::vector<double>& values, const double& factor) {
  for (double& value : values) value *= factor;
}

struct Net {
  double h[3];
};
void layer(Net& net, double* h) {
  for (int i = 0; i < 3; ++i) h[i] = net.h[i] * net.h[(i + 2) % 3];
}

double one_ahead(const double* x, double* y, int n) {
  double last = 0;
  for (int i = 0; i < n; ++i) {
    y[i] = x[i] * x[i];
    last = y[i];
  }
  return last;
}

template <class F>
double difference(F f, std::vector<double> x, std::size_t i) {
  const double h = 1e-6;
  x[i] += h;
  const double above = f(x);
  x[i] -= 2 * h;
  return (above - f(x)) / (2 * h);
}

}  // namespace

TEST_CASE("one array for two parameters") {
  double x[2] = {2, 3}, dx[2] = {1, 1};
  ct::autodiff(ct::reverse, squares, ct::Duplicated<const double*, double*>{x, dx}, ct::Duplicated{&x[0], &dx[0]}, 2);
  CHECK(dx[0] == 4);
  CHECK(dx[1] == 6);
  CHECK(x[1] == 9);
}

TEST_CASE("one array for three parameters") {
  double x[2] = {1, 2}, dx[2] = {};  // the sum of 2 x_i * 2 x_i
  ct::autodiff(ct::reverse, three, ct::Duplicated<const double*, double*>{x, dx}, ct::Duplicated{&x[0], &dx[0]},
               ct::Duplicated<const double*, double*>{x, dx}, 2);
  CHECK(dx[0] == 8);
  CHECK(dx[1] == 16);
}

TEST_CASE("one container for two parameters") {
  std::vector<double> v = {2, 3, 4}, dv = {1, 1, 1};
  ct::autodiff(ct::reverse, add_product, ct::Duplicated{v, dv}, ct::Duplicated{v, dv});
  auto sum = [](std::vector<double> x) {
    add_product(x, x);
    return x[0] + x[1] + x[2];
  };
  for (std::size_t i = 0; i < 3; ++i) CHECK(dv[i] == doctest::Approx(difference(sum, {2, 3, 4}, i)).epsilon(1e-8));
}

TEST_CASE("a container and one of its elements") {
  std::vector<double> v = {2, 3}, dv = {1, 1};
  ct::autodiff(ct::reverse, scale_by_own_element, ct::Duplicated{v, dv},
               ct::Duplicated<double&>{v[0], dv[0]});
  auto sum = [](std::vector<double> x) {
    scale_by_own_element(x, x[0]);
    return x[0] + x[1];
  };
  for (std::size_t i = 0; i < 2; ++i) CHECK(dv[i] == doctest::Approx(difference(sum, {2, 3}, i)).epsilon(1e-8));
}

TEST_CASE("a struct and its member") {
  Net net{{2, 3, 4}}, shadow{{1, 1, 1}};
  ct::autodiff(ct::reverse, layer, ct::Duplicated{net, shadow}, ct::Duplicated{&net.h[0], &shadow.h[0]});
  auto sum = [](std::vector<double> x) {
    Net n{{x[0], x[1], x[2]}};
    layer(n, n.h);
    return n.h[0] + n.h[1] + n.h[2];
  };
  for (std::size_t i = 0; i < 3; ++i) CHECK(shadow.h[i] == doctest::Approx(difference(sum, {2, 3, 4}, i)).epsilon(1e-8));
}

TEST_CASE("arrays that overlap") {
  double x[4] = {1.1, 1, 1, 1}, dx[4] = {};  // a chain of squares
  ct::autodiff(ct::reverse, one_ahead, ct::Duplicated<const double*, double*>{x, dx}, ct::Duplicated{&x[1], &dx[1]}, 3);
  const double p = 1.1 * 1.1 * 1.1 * 1.1 * 1.1 * 1.1 * 1.1;
  CHECK(dx[0] == doctest::Approx(8 * p));
  CHECK(dx[2] == 0);
}
