// Parts of arrays by position: operators of arrays, arrays of positions, what is replaced.
#include "support.h"

namespace {

using Positions = ct::ConcreteArray<std::int32_t, 1>;

/// Element [i, j, k] is 100 i + 10 j + k.
ct::ConcreteArray<float, 3> cube() {
  std::vector<float> numbers;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k)
        numbers.push_back(static_cast<float>(100 * i + 10 * j + k));
  return array<float>(Sizes<3>{2, 3, 4}, numbers);
}

Positions positions(std::vector<std::int32_t> numbers) { return ct::to_device(numbers); }

template <class F, class... A> std::string message_of(F function, A &...arguments) {
  try {
    ct::compile(function, arguments...);
  } catch (const ct::Error &error) {
    return error.what();
  }
  return "";
}

} // namespace

TEST_CASE("operators of arrays take parts") {
  auto x = cube();
  auto i = ct::to_device(std::int32_t{-1});
  auto [row, element, part, last, between, wider, traced] = run(
      [](const auto &x, const auto &i) {
        return std::tuple(x[1](2), x(1, 2, 3), x(ct::whole, ct::range(1, 3), 0), x(ct::ellipsis, -1),
                          x(0, ct::ellipsis, ct::range(2)), x(ct::new_axis, 0, 1, ct::new_axis), x(i, 0, i));
      },
      x, i);
  check_elements(row, std::vector<float>{120, 121, 122, 123});
  check_elements(element, std::vector<float>{123});
  check_elements(part, std::vector<float>{10, 20, 110, 120});
  check_elements(last, std::vector<float>{3, 13, 23, 103, 113, 123});
  check_elements(between, std::vector<float>{0, 1, 10, 11, 20, 21});
  CHECK(wider.shape() == Sizes<3>{1, 1, 4});
  check_elements(wider, std::vector<float>{10, 11, 12, 13});
  check_elements(traced, std::vector<float>{103});
}

TEST_CASE("arrays of positions") {
  auto x = cube();
  auto rows = positions({1, 0, -1}), columns = positions({2, 0, 1});
  auto single = positions({3});
  auto [taken, together, beside, apart, mixed, crossed, clamped] = run(
      [](const auto &x, const auto &rows, const auto &columns, const auto &single) {
        auto i = ct::slice(rows, 0);
        return std::tuple(x(rows), x(rows, columns), x(ct::range(0, 1), rows, columns), x(rows, ct::whole, columns),
                          x(i, columns, 0), x(0, ct::expand_dims<1>(columns), rows), x(0, columns, single + 90));
      },
      x, rows, columns, single);
  CHECK(taken.shape() == Sizes<3>{3, 3, 4});
  CHECK(taken.to_host()[0] == 100);
  CHECK(taken.to_host()[12] == 0);
  CHECK(together.shape() == Sizes<2>{3, 4});
  check_elements(together, std::vector<float>{120, 121, 122, 123, 0, 1, 2, 3, 110, 111, 112, 113});
  // the rows here count in dimension 1: -1 is 2
  check_elements(beside, std::vector<float>{12, 0, 21});
  CHECK(beside.shape() == Sizes<2>{1, 3});
  CHECK(apart.shape() == Sizes<2>{3, 3});
  check_elements(apart, std::vector<float>{102, 112, 122, 0, 10, 20, 101, 111, 121});
  check_elements(mixed, std::vector<float>{120, 100, 110});
  CHECK(crossed.shape() == Sizes<2>{3, 3});
  check_elements(crossed, std::vector<float>{21, 20, 23, 1, 0, 3, 11, 10, 13});
  check_elements(clamped, std::vector<float>{23, 3, 13});
}

TEST_CASE("parts are replaced") {
  auto x = array<float>(Sizes<2>{3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  auto rows = positions({2, 0, 2}), columns = positions({1, 1, -1}), beyond = positions({1, 7, 0});
  auto [set, added, multiplied, smaller, larger, ranged, outside, whole] = run(
      [](const auto &x, const auto &rows, const auto &columns, const auto &beyond) {
        auto values = ct::linspace(10.0f, 30.0f, 3);
        return std::tuple(ct::at(x, rows, columns).set(values), ct::at(x, rows, 1).add(values),
                          ct::at(x, rows, columns).multiply(2), ct::at(x, ct::whole, 0).min(1),
                          ct::at(x, rows, columns).max(values), ct::at(x, ct::range(1, 3), columns).add(100),
                          ct::at(x, beyond, 0).set(-1), ct::at(x, rows).add(ct::expand_dims<1>(values)));
      },
      x, rows, columns, beyond);
  check_elements(set, std::vector<float>{0, 20, 2, 3, 4, 5, 6, 7, 8, 10, 10, 30});
  check_elements(added, std::vector<float>{0, 21, 2, 3, 4, 5, 6, 7, 8, 49, 10, 11});
  check_elements(multiplied, std::vector<float>{0, 2, 2, 3, 4, 5, 6, 7, 8, 18, 10, 22});
  check_elements(smaller, std::vector<float>{0, 1, 2, 3, 1, 5, 6, 7, 1, 9, 10, 11});
  check_elements(larger, std::vector<float>{0, 20, 2, 3, 4, 5, 6, 7, 8, 10, 10, 30});
  check_elements(ranged, std::vector<float>{0, 1, 2, 3, 4, 205, 6, 107, 8, 209, 10, 111});
  check_elements(outside, std::vector<float>{-1, 1, 2, 3, -1, 5, 6, 7, 8, 9, 10, 11});
  check_elements(whole, std::vector<float>{20, 21, 22, 23, 4, 5, 6, 7, 48, 49, 50, 51});
}

TEST_CASE("derivatives of parts by arrays of positions") {
  auto x = array<double>(Sizes<2>{2, 3}, {1, 2, 3, 4, 5, 6});
  auto rows = positions({1, 1, 0}), columns = positions({2, 2, 0});
  auto read = [](const auto &x, const auto &rows, const auto &columns) {
    return ct::sum(ct::square(x(rows, columns)));
  };
  auto written = [](const auto &x, const auto &rows, const auto &columns) {
    auto values = ct::slice(x, 0);
    return ct::sum(ct::square(ct::at(x, rows, columns).add(values)));
  };
  auto both = run(
      [&](const auto &x, const auto &rows, const auto &columns) {
        return std::tuple(ct::gradient(read, x, ct::Const{rows}, ct::Const{columns}),
                          ct::gradient(written, x, ct::Const{rows}, ct::Const{columns}));
      },
      x, rows, columns);
  check_elements(std::get<0>(both), std::vector<double>{2, 0, 0, 0, 0, 24});
  // the sums are 1 + 3 at [0, 0] and 6 + 1 + 2 at [1, 2]
  check_elements(std::get<1>(both), std::vector<double>{8 + 18, 4 + 18, 6 + 8, 8, 10, 18});
}

TEST_CASE("positions that do not fit are refused with the place") {
  auto x = cube();
  auto rows = positions({1, 0, 1}), two = positions({0, 1});
  CHECK(message_of([](const auto &x) { return x(0, 3); }, x).find("operations_indexing.cpp:") != std::string::npos);
  CHECK(message_of([](const auto &x) { return x(0, 3); }, x).find("position 3 does not exist in dimension 1") !=
        std::string::npos);
  CHECK(message_of([](const auto &x) { return ct::at(x, 5).set(0); }, x).find("operations_indexing.cpp:") !=
        std::string::npos);
  std::string message =
      message_of([](const auto &x, const auto &rows, const auto &two) { return x(rows, two); }, x, rows, two);
  CHECK(message.find("(3,) and (2,) do not fit together") != std::string::npos);
  message = message_of([](const auto &x) { return ct::at(x, 0).set(x); }, x);
  CHECK(message.find("[at.set]") != std::string::npos);
  CHECK(message.find("(2, 3, 4) does not broadcast to (3, 4)") != std::string::npos);
}
