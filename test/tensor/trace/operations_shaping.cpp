// Functions that make arrays and move their elements, and parts by position.
#include "support.h"

namespace {

ct::ConcreteArray<float, 2> table() { return array<float>(Sizes<2>{2, 3}, {1, 2, 3, 4, 5, 6}); }

template <class F, class... A> std::string message_of(F function, A &...arguments) {
  try {
    ct::compile(function, arguments...);
  } catch (const ct::Error &error) {
    return error.what();
  }
  return "";
}

} // namespace

TEST_CASE("shapes") {
  auto x = table();
  auto [shaped, turned, swapped, wider, flat] = run(
      [](const auto &x) {
        return std::tuple(ct::reshape(x, 3, -1), ct::transpose(x), ct::swapaxes<0, 1>(x), ct::expand_dims<1>(x),
                          ct::flatten(x));
      },
      x);
  CHECK(shaped.shape() == Sizes<2>{3, 2});
  check_elements(turned, std::vector<float>{1, 4, 2, 5, 3, 6});
  check_elements(swapped, std::vector<float>{1, 4, 2, 5, 3, 6});
  CHECK(wider.shape() == Sizes<3>{2, 1, 3});
  CHECK(flat.shape() == Sizes<1>{6});
  auto y = random_array<float>(Sizes<3>{2, 3, 4});
  auto [moved, permuted, squeezed, repeated] = run(
      [](const auto &y) {
        return std::tuple(ct::moveaxis<0, 2>(y), ct::transpose<2, 0, 1>(y),
                          ct::squeeze<0>(ct::slice(y, ct::range(1, 2))),
                          ct::broadcast_to(ct::slice(y, 0, 0), Sizes<2>{5, 4}));
      },
      y);
  CHECK(moved.shape() == Sizes<3>{3, 4, 2});
  CHECK(permuted.shape() == Sizes<3>{4, 2, 3});
  CHECK(squeezed.shape() == Sizes<2>{3, 4});
  CHECK(repeated.shape() == Sizes<2>{5, 4});
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k) {
        CHECK(moved.to_host()[static_cast<std::size_t>((j * 4 + k) * 2 + i)] == y.data()[(i * 3 + j) * 4 + k]);
        CHECK(permuted.to_host()[static_cast<std::size_t>((k * 2 + i) * 3 + j)] == y.data()[(i * 3 + j) * 4 + k]);
      }
}

TEST_CASE("orders, joining, cutting") {
  auto x = table();
  auto [flipped, rolled, back, joined, stacked, second] = run(
      [](const auto &x) {
        return std::tuple(ct::flip<1>(x), ct::roll<1>(x, 1), ct::roll(x, -1), ct::concatenate(x, x), ct::stack<1>(x, x),
                          ct::split<1>(x, 3)[1]);
      },
      x);
  check_elements(flipped, std::vector<float>{3, 2, 1, 6, 5, 4});
  check_elements(rolled, std::vector<float>{3, 1, 2, 6, 4, 5});
  check_elements(back, std::vector<float>{4, 5, 6, 1, 2, 3});
  CHECK(joined.shape() == Sizes<2>{4, 3});
  CHECK(stacked.shape() == Sizes<3>{2, 2, 3});
  check_elements(second, std::vector<float>{2, 5});
  auto [tiled, doubled, padded, cut] = run(
      [](const auto &x) {
        return std::tuple(ct::tile(x, {1, 2}), ct::repeat<1>(x, 2), ct::pad(x, {1, 0}, {0, 1}, 9.0f),
                          ct::pad(x, {0, -1}, {0, 0}));
      },
      x);
  check_elements(tiled, std::vector<float>{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6});
  check_elements(doubled, std::vector<float>{1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6});
  check_elements(padded, std::vector<float>{9, 9, 9, 9, 1, 2, 3, 9, 4, 5, 6, 9});
  check_elements(cut, std::vector<float>{2, 3, 5, 6});
}

TEST_CASE("arrays made of nothing") {
  auto x = table();
  auto [numbers, line, unit, lower, upper, diagonal, matrix, hot] = run(
      [](const auto &x) {
        return std::tuple(ct::arange(3), ct::linspace(0.0f, 1.0f, 3), ct::eye(2), ct::tril(x), ct::triu(x, 1),
                          ct::diagonal(x), ct::diag(ct::slice(x, 0)), ct::one_hot(ct::arange(2), 3));
      },
      x);
  check_elements(numbers, std::vector<int>{0, 1, 2});
  check_elements(line, std::vector<float>{0, 0.5f, 1});
  check_elements(unit, std::vector<float>{1, 0, 0, 1});
  check_elements(lower, std::vector<float>{1, 0, 0, 4, 5, 0});
  check_elements(upper, std::vector<float>{0, 2, 3, 0, 0, 6});
  check_elements(diagonal, std::vector<float>{1, 5});
  check_elements(matrix, std::vector<float>{1, 0, 0, 0, 2, 0, 0, 0, 3});
  check_elements(hot, std::vector<float>{1, 0, 0, 0, 1, 0});
}

TEST_CASE("parts by position") {
  auto x = table();
  auto i = ct::to_device(std::int32_t{-1});
  auto [row, element, columns, last, steps, at_traced] = run(
      [](const auto &x, const auto &i) {
        return std::tuple(ct::slice(x, 1), ct::slice(x, 0, -1), ct::slice(x, ct::whole, ct::range_from(1)),
                          ct::slice(x, -1, ct::range(-2, 3)), ct::slice(x, ct::whole, ct::range(0, 3, 2)),
                          ct::slice(x, i, ct::range(0, 2)));
      },
      x, i);
  check_elements(row, std::vector<float>{4, 5, 6});
  check_elements(element, std::vector<float>{3});
  check_elements(columns, std::vector<float>{2, 3, 5, 6});
  check_elements(last, std::vector<float>{5, 6});
  check_elements(steps, std::vector<float>{1, 3, 4, 6});
  check_elements(at_traced, std::vector<float>{4, 5});
  auto [set, added, multiplied, stepped, traced] = run(
      [](const auto &x, const auto &i) {
        return std::tuple(ct::at(x, 0, 1).set(9), ct::at(x, 1).add(10), ct::at(x, ct::whole, 0).multiply(2),
                          ct::at(x, ct::whole, ct::range(0, 3, 2)).set(0), ct::at(x, i, ct::range(1, 3)).set(7));
      },
      x, i);
  check_elements(set, std::vector<float>{1, 9, 3, 4, 5, 6});
  check_elements(added, std::vector<float>{1, 2, 3, 14, 15, 16});
  check_elements(multiplied, std::vector<float>{2, 2, 3, 8, 5, 6});
  check_elements(stepped, std::vector<float>{0, 2, 0, 0, 5, 0});
  check_elements(traced, std::vector<float>{1, 2, 3, 4, 7, 7});
}

TEST_CASE("taking and scattering") {
  auto x = table();
  auto indices = ct::to_device(std::vector<std::int32_t>{1, 0, 1});
  auto places = array<std::int32_t>(Sizes<2>{2, 1}, {2, 0});
  auto [rows, columns, along, summed, replaced, between] = run(
      [](const auto &x, const auto &indices, const auto &places) {
        auto three = ct::ones(Sizes<2>{3, 3});
        return std::tuple(ct::take(x, indices), ct::take<1>(x, indices), ct::take_along(x, places),
                          ct::scatter_add(x, indices, three), ct::scatter_set(x, indices, three),
                          ct::interp(ct::linspace(-1.0f, 3.0f, 5), ct::linspace(0.0f, 2.0f, 3), ct::slice(x, 0)));
      },
      x, indices, places);
  check_elements(rows, std::vector<float>{4, 5, 6, 1, 2, 3, 4, 5, 6});
  check_elements(columns, std::vector<float>{2, 1, 2, 5, 4, 5});
  check_elements(along, std::vector<float>{3, 4});
  check_elements(summed, std::vector<float>{2, 3, 4, 6, 7, 8});
  check_elements(replaced, std::vector<float>{1, 1, 1, 1, 1, 1});
  check_elements(between, std::vector<float>{1, 1, 2, 3, 3});
}

TEST_CASE("what does not fit is refused with place, shapes and a hint") {
  auto x = table();
  CHECK(message_of([](const auto &x) { return x + ct::transpose(x); }, x).find("(2, 3) and (3, 2) do not fit") !=
        std::string::npos);
  CHECK(message_of([](const auto &x) { return x + ct::transpose(x); }, x).find("operations_shaping.cpp:") !=
        std::string::npos);
  CHECK(message_of([](const auto &x) { return ct::reshape(x, 4, -1); }, x).find("[reshape] the 6 elements") !=
        std::string::npos);
  CHECK(message_of([](const auto &x) { return ct::slice(x, 2); }, x).find("position 2 does not exist in dimension 0") !=
        std::string::npos);
  CHECK(message_of([](const auto &x) { return ct::squeeze<0>(x); }, x).find("has not the size 1") != std::string::npos);
  CHECK(
      message_of([](const auto &x) { return ct::concatenate(x, ct::transpose(x)); }, x).find("differ in dimension 1") !=
      std::string::npos);
}
