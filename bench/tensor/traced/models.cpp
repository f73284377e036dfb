#include "bench/tensor/traced/workloads.h"

namespace bench {
namespace {

/// The logarithm of the likelihood of a mixture of Gaussians with a Wishart prior, less what is constant: logits of the
/// weights [k], means [k, d], factors of the inverse covariances [k, d + d (d - 1) / 2] (logarithms of the diagonal,
/// then what is below it, row by row), points [n, d].
template <class Weights, class Means, class Factors, class Points>
auto mixture(const Weights &weights, const Means &means, const Factors &factors, const Points &points) {
  const std::int64_t parts = means.shape()[0], size = means.shape()[1], count = points.shape()[0];
  auto logarithms = ct::slice(factors, ct::whole, ct::range(0, size));
  auto below = ct::slice(factors, ct::whole, ct::range_from(size));
  std::vector<std::int32_t> places;
  for (std::int64_t row = 0; row < size; ++row)
    for (std::int64_t column = 0; column < row; ++column)
      places.push_back(static_cast<std::int32_t>(row * size + column));
  auto lower = ct::scatter_set(ct::zeros<double>(std::array<std::int64_t, 2>{size * size, parts}),
                               ct::to_device(places), ct::transpose(below));
  auto triangles = ct::reshape(ct::transpose(lower), parts, size, size);
  auto diagonal = ct::exp(logarithms);
  auto sums = ct::sum<1>(logarithms);
  auto centered = ct::expand_dims<1>(points) - means;
  auto scaled = diagonal * centered + ct::einsum<"kij,nkj->nki">(triangles, centered);
  auto inner = weights + sums - 0.5 * ct::sum<2>(ct::square(scaled));
  auto prior = 0.5 * (ct::sum(ct::square(diagonal)) + ct::sum(ct::square(below))) - ct::sum(sums);
  return ct::sum(ct::logsumexp<1>(inner)) - static_cast<double>(count) * ct::logsumexp(weights) + prior;
}

template <class W, class X, class Y> auto mean_error(const W &weights, const X &x, const Y &y) {
  auto part = [&](std::int64_t from, std::int64_t to) { return ct::slice(weights, ct::range(from, to)); };
  auto first = ct::tanh(ct::matmul(x, ct::reshape(part(0, 100), 10, 10)) + part(100, 110));
  auto second = ct::tanh(ct::matmul(first, ct::reshape(part(110, 190), 10, 8)) + part(190, 198));
  return ct::mean(ct::square(ct::matmul(second, ct::reshape(part(198, 206), 8, 1)) + part(206, 207) - y));
}

} // namespace

void mixture_gradient(const Options &options) {
  auto gradient = [](const auto &weights, const auto &means, const auto &factors, const auto &points) {
    auto objective = [&](const auto &...at) { return mixture(at..., points); };
    return ct::gradient(objective, weights, means, factors);
  };
  measure(options, gradient, input<1, double>(options, 0), input<2, double>(options, 1), input<2, double>(options, 2),
          input<2, double>(options, 3));
}

void mlp_hessian(const Options &options) {
  auto hessian = [](const auto &weights, const auto &x, const auto &y) {
    return ct::hessian([&](const auto &at) { return mean_error(at, x, y); }, weights);
  };
  measure(options, hessian, input<1>(options, 0), input<2>(options, 1), input<2>(options, 2));
}

void cholesky_gradient(const Options &options) {
  auto gradient = [](const auto &...at) {
    auto value = [](const auto &matrix, const auto &right) {
      auto factor = ct::cholesky(matrix);
      auto half = ct::triangular_solve(factor, right);
      auto solution = ct::triangular_solve(factor, half, {.transpose = true});
      return ct::sum(solution * right) + 2 * ct::sum(ct::log(ct::diagonal(factor)));
    };
    return ct::gradient(value, at...);
  };
  measure(options, gradient, input<2, double>(options, 0), input<2, double>(options, 1));
}

} // namespace bench
