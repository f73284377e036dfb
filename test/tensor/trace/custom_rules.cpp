// Functions that are run again for their derivative, and derivatives that the user says.
#include "support.h"

namespace {

template <class W, class B> struct Layer {
  W weight;
  B bias;
};

ct::ConcreteArray<double, 1> point() { return ct::to_device(std::vector{1.0, -2.0, 0.5}); }

/// How often a word is in the text of a stage.
template <class Compiled> int count_in(const Compiled &compiled, const std::string &word, const char *stage) {
  std::string text(compiled.code(stage));
  int count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    ++count;
  return count;
}

} // namespace

TEST_CASE("outlined functions are called by their own names") {
  auto x = point();
  auto square = [](const auto &v) { return v * v; };
  auto negative = [](const auto &v) { return -v; };
  auto result = run([&](const auto &v) { return ct::call(square, v) + ct::call(negative, v); }, x);
  check_elements(result, std::vector<double>{0, 6, -0.25}, 1e-12);
  auto slope = ct::gradient([&](const auto &v) { return ct::sum(ct::call(square, v) + ct::call(negative, v)); }, x);
  check_elements(slope, std::vector<double>{1, -5, 0}, 1e-12);
}

TEST_CASE("a checkpointed function has the derivatives of the function, of any order and kind") {
  auto x = point();
  auto plain = [](const auto &v) { return ct::sum(ct::sin(v * v) * ct::exp(v)); };
  auto kept = [&](const auto &v) { return ct::checkpoint(plain)(v); };
  check_elements(run(kept, x), run(plain, x).to_host(), 1e-14);
  check_elements(ct::gradient(kept, x), ct::gradient(plain, x).to_host(), 1e-14);
  check_elements(std::get<1>(ct::jvp(kept, x, x)), std::get<1>(ct::jvp(plain, x, x)).to_host(), 1e-14);
  check_elements(ct::hessian(kept, x), ct::hessian(plain, x).to_host(), 1e-12);
  auto rows = random_array<double>(Sizes<2>{4, 3});
  auto of_rows = [](const auto &f) { return [&](const auto &all) { return ct::sum(ct::square(ct::vmap(f)(all))); }; };
  check_elements(ct::gradient(of_rows(kept), rows), ct::gradient(of_rows(plain), rows).to_host(), 1e-12);
  check_elements(ct::checkpoint([](const auto &v) { return v + 1.0; })(x), std::vector<double>{2, -1, 1.5});
}

TEST_CASE("a checkpoint runs the function again and keeps its arguments only") {
  auto x = random_array<double>(Sizes<2>{5, 5});
  auto layer = [](const auto &v) { return ct::tanh(ct::dot(v, v)); };
  auto plain =
      ct::compile([&](const auto &v) { return ct::gradient([&](auto &u) { return ct::sum(layer(u)); }, v); }, x);
  auto again = ct::compile(
      [&](const auto &v) { return ct::gradient([&](auto &u) { return ct::sum(ct::checkpoint(layer)(u)); }, v); }, x);
  check_elements(again(x), plain(x).to_host(), 1e-12);
  CHECK(count_in(plain, "stablehlo.dot_general", "simplified") == 3);
  // the value itself is not wanted, so that only the second run is left, behind the barrier
  CHECK(count_in(again, "stablehlo.optimization_barrier", "simplified") == 1);

  // in loops: a step keeps the state, not the five functions of it
  auto deep = [](const auto &v) { return ct::sin(ct::exp(ct::sin(ct::exp(ct::dot(v, v) * 0.01)))); };
  auto loop = [](const auto &step) {
    return [&](const auto &v) {
      return ct::gradient(
          [&](const auto &start) {
            auto state = start;
            ct::for_range(0, 20, [&](auto, auto &s) { s = step(s); }, state);
            return ct::sum(state);
          },
          v);
    };
  };
  auto checkpointed = [&](const auto &v) { return ct::checkpoint(deep)(v); };
  auto without = ct::compile(loop(deep), x);
  auto with = ct::compile(loop(checkpointed), x);
  check_elements(with(x), without(x).to_host(), 1e-10);
  CHECK(count_in(with, "stablehlo.dynamic_update_slice", "simplified") == 1);
}

TEST_CASE("checkpointed functions use and change what is around them") {
  auto x = point();
  auto weights = ct::to_device(std::vector{3.0, 4.0, 5.0});
  auto f = [&](const auto &v, const auto &w) {
    auto counter = v * 0.0;
    auto part = ct::checkpoint([&](const auto &u, auto &c) {
      c = c + u;
      return u * u * w;
    })(v, counter);
    return ct::sum(part * counter);
  };
  auto [dx, dw] = ct::gradient(f, x, weights); // sum w x^3
  check_elements(dx, std::vector<double>{9, 48, 3.75}, 1e-12);
  check_elements(dw, std::vector<double>{1, -8, 0.125}, 1e-12);
}

TEST_CASE("a reverse rule of the user's") {
  auto x = point();
  // the identity that bounds the cotangent
  auto bounded =
      ct::custom_vjp([](const auto &v) { return v; }, [](const auto &v) { return std::pair(v, std::tuple()); },
                     [](const auto &, const auto &seed) { return ct::clip(seed, -1.0, 1.0); });
  auto loss = [&](const auto &v) { return ct::sum(ct::square(bounded(v))); };
  check_elements(run(loss, x), std::vector<double>{5.25});
  check_elements(ct::gradient(loss, x), std::vector<double>{1, -1, 1});
  CHECK_THROWS_WITH_AS(ct::jvp(loss, x, x), doctest::Contains("not linear in the cotangent"), ct::Error);
  check_elements(bounded(x), x.to_host());

  // x * y with residuals and a derivative for each argument; 3 y instead of y shows that it is this one
  auto product = ct::custom_vjp(
      [](const auto &a, const auto &b) { return a * b; },
      [](const auto &a, const auto &b) { return std::pair(a * b, std::pair(a, b)); },
      [](const auto &kept, const auto &seed) { return std::tuple(3.0 * kept.second * seed, kept.first * seed); });
  auto y = ct::to_device(std::vector{2.0, 5.0, -1.0});
  auto sum = [&](const auto &a, const auto &b) { return ct::sum(product(a, b)); };
  auto [dx, dy] = ct::gradient(sum, x, y);
  check_elements(dx, std::vector<double>{6, 15, -3});
  check_elements(dy, x.to_host());
  check_elements(ct::gradient(sum, x, ct::Const{y}), std::vector<double>{6, 15, -3});
  // tangents by transposing: 3 y dx + x dy
  auto [value, tangent] = ct::jvp(sum, std::tie(x, y), std::tie(y, x));
  check_elements(tangent, std::vector<double>{3 * (4 + 25 + 1) + 1 + 4 + 0.25}, 1e-12);
  // second order: of the rule's functions
  auto slope = [&](const auto &a) { return ct::sum(ct::gradient([&](const auto &u) { return sum(u, u * u); }, a)); };
  // 3 b + a 2 a = 5 a^2, and its derivative by the rule: of 3 b seed: 6 a, of (kept a) seed 2 a: 4 a
  check_elements(ct::gradient(slope, x), std::vector<double>{10, -20, 5}, 1e-12);
}

TEST_CASE("rules under vmap, in loops and branches") {
  auto rows = random_array<double>(Sizes<2>{4, 3});
  auto twice =
      ct::custom_vjp([](const auto &v) { return ct::sin(v); }, [](const auto &v) { return std::pair(ct::sin(v), v); },
                     [](const auto &v, const auto &seed) { return 2.0 * ct::cos(v) * seed; });
  auto of_rows = [&](const auto &all) {
    return ct::sum(ct::vmap([&](const auto &row) { return ct::sum(twice(row)); })(all));
  };
  std::vector<double> expected = rows.to_host();
  for (double &value : expected)
    value = 2 * std::cos(value);
  check_elements(ct::gradient(of_rows, rows), expected, 1e-12);

  auto x = ct::to_device(0.3);
  auto repeated = [&](const auto &v) {
    auto state = v;
    ct::for_range(0, 3, [&](auto, auto &s) { s = twice(s); }, state);
    return ct::cond(state > 0.0, [&](const auto &s) { return twice(s); }, [](const auto &s) { return s; }, state);
  };
  double value = 0.3, slope = 1;
  for (int step = 0; step < 4; ++step) {
    slope *= 2 * std::cos(value);
    value = std::sin(value);
  }
  check_elements(ct::gradient(repeated, x), std::vector<double>{slope}, 1e-12);
  auto [end, tangent] = ct::jvp(repeated, x, ct::to_device(1.0));
  check_elements(end, std::vector<double>{value}, 1e-12);
  check_elements(tangent, std::vector<double>{slope}, 1e-12);
}

TEST_CASE("a forward rule of the user's") {
  auto x = point();
  auto smooth = ct::custom_jvp([](const auto &v, const auto &w) { return ct::abs(v) * w; },
                               [](const auto &v, const auto &w, const auto &dv, const auto &dw) {
                                 return std::pair(ct::abs(v) * w, 5.0 * dv * w + ct::abs(v) * dw);
                               });
  auto w = ct::to_device(std::vector{2.0, 5.0, -1.0});
  auto sum = [&](const auto &a, const auto &b) { return ct::sum(smooth(a, b)); };
  auto [dx, dw] = ct::gradient(sum, x, w);
  check_elements(dx, std::vector<double>{10, 25, -5});
  check_elements(dw, std::vector<double>{1, 2, 0.5});
  auto [value, tangent] = ct::jvp(sum, std::tie(x, w), std::tie(w, x));
  check_elements(tangent, std::vector<double>{5 * (4 + 25 + 1) + 1 - 4 + 0.25}, 1e-12);
  auto rows = random_array<double>(Sizes<2>{4, 3});
  auto lanes = ct::gradient(
      [&](const auto &all) { return ct::sum(ct::vmap([&](const auto &row) { return smooth(row, row); })(all)); }, rows);
  std::vector<double> expected = rows.to_host();
  for (double &element : expected)
    element = 5 * element + std::abs(element);
  check_elements(lanes, expected, 1e-12);
}

TEST_CASE("what rules cannot do") {
  auto x = point();
  auto hidden = [](const auto &v) {
    auto inner = ct::custom_vjp([&](const auto &u) { return u * v; },
                                [&](const auto &u) { return std::pair(u * v, std::tuple()); },
                                [&](const auto &, const auto &seed) { return seed * v; });
    return ct::sum(inner(v));
  };
  CHECK_THROWS_WITH_AS(ct::gradient(hidden, x), doctest::Contains("pass it as an argument"), ct::Error);
  // but what is constant may be used
  auto w = ct::to_device(std::vector{2.0, 5.0, -1.0});
  auto constant = [](const auto &v, const auto &w) {
    auto inner = ct::custom_vjp([&](const auto &u) { return u * w; },
                                [&](const auto &u) { return std::pair(u * w, std::tuple()); },
                                [&](const auto &, const auto &seed) { return seed * w; });
    return ct::sum(inner(v) * inner(v));
  };
  check_elements(ct::gradient(constant, x, ct::Const{w}), std::vector<double>{8, -100, 1}, 1e-12);
  auto wrong_shape =
      ct::custom_vjp([](const auto &v) { return v; }, [](const auto &v) { return std::pair(ct::concatenate(v, v), v); },
                     [](const auto &, const auto &seed) { return seed; });
  CHECK_THROWS_WITH_AS(wrong_shape(x), doctest::Contains("result"), ct::Error);
}
