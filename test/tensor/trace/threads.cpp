// Results do not depend on the number of threads.
#include "support.h"

#include <cstring>

namespace {

/// The bits of all results of a function, run with so many threads.
template <class F, class... A> std::vector<std::vector<float>> results(int threads, F function, A &...arguments) {
  ct::CompileOptions options;
  options.threads = threads;
  auto tuple = ct::compile(options, function, arguments...)(arguments...);
  return std::apply([](const auto &...each) { return std::vector<std::vector<float>>{each.to_host()...}; }, tuple);
}

template <class F, class... A> void check_threads(F function, A &...arguments) {
  auto expected = results(1, function, arguments...);
  for (int threads : {2, 3, 7}) {
    auto found = results(threads, function, arguments...);
    for (std::size_t at = 0; at < expected.size(); ++at) {
      INFO(threads, " threads, result ", at);
      REQUIRE(found[at].size() == expected[at].size());
      CHECK(std::memcmp(found[at].data(), expected[at].data(), expected[at].size() * sizeof(float)) == 0);
    }
  }
}

} // namespace

TEST_CASE("the gradient of a network") {
  auto x = random_array<float>(Sizes<2>{300, 170}, 1), w = random_array<float>(Sizes<2>{170, 190}, 2, -0.1, 0.1),
       v = random_array<float>(Sizes<2>{190, 10}, 3, -0.1, 0.1);
  check_threads(
      [](const auto &x, const auto &w, const auto &v) {
        return ct::gradient(
            [&](const auto &w, const auto &v) { return ct::mean(ct::square(ct::dot(ct::tanh(ct::dot(x, w)), v))); }, w,
            v);
      },
      x, w, v);
}

TEST_CASE("long sums, softmax, scatters, sorts and random numbers") {
  auto x = random_array<float>(Sizes<2>{700, 900}, 4);
  auto index = ct::to_device(std::vector<std::int32_t>(5000, 3));
  auto generator = ct::make_rng(7);
  check_threads(
      [&](const auto &x, const auto &given) {
        auto rng = given;
        auto noise = ct::normal<float>(rng, Sizes<2>{700, 900});
        auto p = ct::softmax(x);
        auto picked = ct::gradient([&](const auto &v) { return ct::sum(ct::square(ct::take(v, index))); }, x);
        return std::tuple(ct::sum(x), ct::sum<0>(x * noise), p, ct::sort(ct::reshape<1>(x, {630000})), picked);
      },
      x, generator);
}

TEST_CASE("a convolution and its gradients") {
  auto images = random_array<float>(Sizes<4>{9, 20, 20, 3}, 5);
  auto kernel = random_array<float>(Sizes<4>{3, 3, 3, 8}, 6);
  check_threads(
      [](const auto &images, const auto &kernel) {
        return ct::gradient([](const auto &i, const auto &k) { return ct::sum(ct::square(ct::conv2d(i, k))); }, images,
                            kernel);
      },
      images, kernel);
}
