// Products, convolutions, pooling, random numbers.
#include "support.h"

TEST_CASE("products of matrices") {
  auto a = random_array<double>(Sizes<2>{3, 4}, 1), b = random_array<double>(Sizes<2>{4, 2}, 2);
  auto v = random_array<double>(Sizes<1>{4}, 3);
  std::vector<double> expected(6), of_vector(3);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 2; ++j)
      for (std::size_t k = 0; k < 4; ++k)
        expected[2 * i + j] += a.data()[4 * i + k] * b.data()[2 * k + j];
    for (std::size_t k = 0; k < 4; ++k)
      of_vector[i] += a.data()[4 * i + k] * v.data()[k];
  }
  auto [dot, product, einsum, tensor, vector, row, number] = run(
      [](const auto &a, const auto &b, const auto &v) {
        return std::tuple(ct::dot(a, b), ct::matmul(a, b), ct::einsum<"ik,kj->ij">(a, b), ct::tensordot<1>(a, b),
                          ct::dot(a, v), ct::matmul(v, b), ct::dot(v, v));
      },
      a, b, v);
  check_elements(dot, expected, 1e-12);
  check_elements(product, expected, 1e-12);
  check_elements(einsum, expected, 1e-12);
  check_elements(tensor, expected, 1e-12);
  check_elements(vector, of_vector, 1e-12);
  CHECK(row.shape() == Sizes<1>{2});
  CHECK(number.to_host()[0] > 0);
}

TEST_CASE("products of many matrices") {
  auto a = random_array<double>(Sizes<3>{2, 3, 4}, 1), b = random_array<double>(Sizes<3>{2, 4, 2}, 2);
  auto one = random_array<double>(Sizes<2>{4, 2}, 3);
  auto [batched, same, shared, by_letters, row] = run(
      [](const auto &a, const auto &b, const auto &one) {
        auto v = ct::slice(a, 0, 0);
        return std::tuple(ct::matmul(a, b), ct::einsum<"bij,bjk->bik">(a, b), ct::matmul(a, one),
                          ct::einsum<"bij,jk->bik">(a, one), ct::matmul(v, b));
      },
      a, b, one);
  CHECK(batched.shape() == Sizes<3>{2, 3, 2});
  check_elements(batched, same.to_host(), 1e-12);
  check_elements(shared, by_letters.to_host(), 1e-12);
  CHECK(row.shape() == Sizes<2>{2, 2});
  double expected = 0;
  for (std::size_t k = 0; k < 4; ++k)
    expected += a.data()[12 + k] * b.data()[8 + 2 * k + 1];
  CHECK(batched.to_host()[7] == doctest::Approx(expected));
}

TEST_CASE("Einstein's summation") {
  auto a = random_array<double>(Sizes<2>{3, 3}, 1);
  auto [trace, diagonal, turned, total, outer, chain] = run(
      [](const auto &a) {
        return std::tuple(ct::einsum<"ii->">(a), ct::einsum<"ii->i">(a), ct::einsum<"ij->ji">(a),
                          ct::einsum<"ij,ij->">(a, a), ct::einsum<"ij,kl->ijkl">(a, a),
                          ct::einsum<"ij,jk,kl->il">(a, a, a));
      },
      a);
  const double *x = a.data();
  check_elements(trace, std::vector<double>{x[0] + x[4] + x[8]}, 1e-12);
  check_elements(diagonal, std::vector<double>{x[0], x[4], x[8]}, 1e-12);
  check_elements(turned, std::vector<double>{x[0], x[3], x[6], x[1], x[4], x[7], x[2], x[5], x[8]});
  double squares = 0;
  for (int at = 0; at < 9; ++at)
    squares += x[at] * x[at];
  check_elements(total, std::vector<double>{squares}, 1e-12);
  CHECK(outer.shape() == Sizes<4>{3, 3, 3, 3});
  double corner = 0;
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 3; ++k)
      corner += x[j] * x[3 * j + k] * x[3 * k];
  CHECK(chain.to_host()[0] == doctest::Approx(corner));
}

TEST_CASE("convolutions and pooling") {
  auto images = random_array<float>(Sizes<4>{2, 6, 5, 3}, 1), kernel = random_array<float>(Sizes<4>{3, 2, 3, 4}, 2);
  auto [valid, same, strided, most, mean] = run(
      [](const auto &x, const auto &k) {
        return std::tuple(ct::conv2d(x, k), ct::conv2d(x, k, ct::Padding::same),
                          ct::conv2d(x, k, ct::Padding::valid, 2), ct::max_pool(x, 2), ct::avg_pool(x, 2));
      },
      images, kernel);
  CHECK(valid.shape() == Sizes<4>{2, 4, 4, 4});
  CHECK(same.shape() == Sizes<4>{2, 6, 5, 4});
  CHECK(strided.shape() == Sizes<4>{2, 2, 2, 4});
  CHECK(most.shape() == Sizes<4>{2, 3, 2, 3});
  auto pixel = [&](std::size_t n, std::size_t y, std::size_t x, std::size_t c) {
    return images.data()[((n * 6 + y) * 5 + x) * 3 + c];
  };
  double sum = 0, largest = -9, total = 0;
  for (std::size_t y = 0; y < 3; ++y)
    for (std::size_t x = 0; x < 2; ++x)
      for (std::size_t c = 0; c < 3; ++c)
        sum += pixel(1, 2 + y, 1 + x, c) * kernel.data()[((y * 2 + x) * 3 + c) * 4 + 3];
  CHECK(valid.to_host()[((1 * 4 + 2) * 4 + 1) * 4 + 3] == doctest::Approx(sum).epsilon(1e-5));
  for (std::size_t y = 2; y < 4; ++y)
    for (std::size_t x = 0; x < 2; ++x) {
      largest = std::max<double>(largest, pixel(1, y, x, 2));
      total += pixel(1, y, x, 2);
    }
  CHECK(most.to_host()[((1 * 3 + 1) * 2 + 0) * 3 + 2] == doctest::Approx(largest));
  CHECK(mean.to_host()[((1 * 3 + 1) * 2 + 0) * 3 + 2] == doctest::Approx(total / 4).epsilon(1e-5));
}

TEST_CASE("random numbers follow from the state") {
  auto rng = ct::make_rng(7), again = ct::make_rng(7), other = ct::make_rng(8);
  auto draw = [](auto &rng) { return ct::uniform(rng, Sizes<1>{1000}); };
  auto compiled = ct::compile(draw, rng);
  auto first = compiled(rng), second = compiled(rng), same = compiled(again), different = compiled(other);
  CHECK(first.to_host() == same.to_host());
  CHECK(first.to_host() != second.to_host());
  CHECK(first.to_host() != different.to_host());
  double mean = 0;
  for (float number : first.to_host()) {
    CHECK((number >= 0 && number < 1));
    mean += number / 1000;
  }
  CHECK(mean == doctest::Approx(0.5).epsilon(0.1));
}

TEST_CASE("distributions") {
  auto rng = ct::make_rng(3);
  auto [normal, truncated, integers, order, flags, choices] = run(
      [](auto &rng) {
        return std::tuple(
            ct::normal<double>(rng, Sizes<1>{4000}), ct::truncated_normal(rng, -0.5, 1, Sizes<1>{500}),
            ct::random_integers(rng, -3, 4, Sizes<1>{700}), ct::permutation(rng, 50),
            ct::bernoulli(rng, 0.25, Sizes<1>{4000}),
            ct::categorical(rng, ct::broadcast_to(ct::log(ct::linspace(1.0f, 3.0f, 3)), Sizes<2>{3000, 3})));
      },
      rng);
  double mean = 0, square = 0;
  for (double number : normal.to_host()) {
    mean += number / 4000;
    square += number * number / 4000;
  }
  CHECK(std::abs(mean) < 0.06);
  CHECK(square == doctest::Approx(1).epsilon(0.08));
  for (float number : truncated.to_host())
    CHECK((number >= -0.5f && number <= 1));
  std::vector<int> counts(7);
  for (int number : integers.to_host())
    ++counts.at(static_cast<std::size_t>(number + 3));
  for (int count : counts)
    CHECK((count > 60 && count < 145));
  auto places = order.to_host();
  std::sort(places.begin(), places.end());
  for (int at = 0; at < 50; ++at)
    CHECK(places[static_cast<std::size_t>(at)] == at);
  int set = 0;
  for (bool flag : flags.to_host())
    set += flag ? 1 : 0;
  CHECK(set / 4000.0 == doctest::Approx(0.25).epsilon(0.12));
  std::vector<double> chosen(3);
  for (int number : choices.to_host())
    chosen.at(static_cast<std::size_t>(number)) += 1 / 3000.0;
  for (std::size_t at = 0; at < 3; ++at) // probabilities 1/6, 2/6, 3/6
    CHECK(chosen[at] == doctest::Approx((at + 1) / 6.0).epsilon(0.1));
}

TEST_CASE("a generator that was split is independent") {
  auto rng = ct::make_rng(1);
  auto [left, right] = run(
      [](auto &rng) {
        auto other = ct::split(rng);
        return std::pair(ct::uniform(rng, Sizes<1>{8}), ct::uniform(other, Sizes<1>{8}));
      },
      rng);
  CHECK(left.to_host() != right.to_host());
}
