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
  // what a rule returns is not the argument, although it is equal to it: 0.5 x^2 twice, bounded, and once
  auto both = ct::gradient([&](const auto &v) { return ct::sum(0.5 * bounded(v) * bounded(v) * v); }, x);
  check_elements(both, std::vector<double>{1.5, 4, 0.375}, 1e-12);
  auto doubled = ct::custom_vjp([](const auto &v) { return std::pair(v, v); },
                                [](const auto &v) { return std::pair(std::pair(v, v), v); },
                                [](const auto &v, const auto &seed) { return seed.first + 10.0 * seed.second * v; });
  auto of_pair = [&](const auto &v) {
    auto [first, second] = doubled(v);
    return ct::sum(first * 2.0) + ct::sum(second) + ct::sum(v);
  };
  check_elements(ct::gradient(of_pair, x), std::vector<double>{13, -17, 8}, 1e-12);
  check_elements(std::get<1>(ct::jvp(of_pair, x, x)), std::vector<double>{13 + 34 + 4}, 1e-12);

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

TEST_CASE("a forward rule whose function returns its argument") {
  auto x = point();
  auto tripled = ct::custom_jvp([](const auto &v) { return v; },
                                [](const auto &v, const auto &dv) { return std::pair(v, 3.0 * dv); });
  auto f = [&](const auto &v) { return ct::sum(tripled(v) * v); };
  check_elements(ct::gradient(f, x), std::vector<double>{4, -8, 2}, 1e-12);
  check_elements(std::get<1>(ct::jvp(f, x, x)), std::vector<double>{4 + 16 + 1}, 1e-12);
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

TEST_CASE("loops with checkpoints: any number of them, steps and kinds of state") {
  auto x = random_array<double>(Sizes<1>{4}, 3, 0.2, 0.8);
  auto w = ct::to_device(0.7);
  // a state of two arrays and a number, captured values, rows of an array from outside
  auto rows = random_array<double>(Sizes<2>{13, 4}, 5, -0.3, 0.3);
  auto end = [&](int steps, auto loop) {
    return [=](const auto &x, const auto &w, const auto &rows) {
      auto y = ct::sin(x);
      auto sum = ct::sum(x);
      auto state = x;
      loop(
          steps,
          [&](const auto &i, auto &state, auto &y, auto &sum) {
            auto next = ct::sin(state * w + y) + ct::slice(rows, i);
            y = y * 0.9 + state;
            sum = sum + ct::sum(next * y);
            state = next;
          },
          state, y, sum);
      return sum + ct::sum(state * y);
    };
  };
  auto plain = [](int steps, auto body, auto &...state) { ct::for_range(0, steps, body, state...); };
  for (int steps : {0, 1, 2, 3, 7, 13}) {
    auto [dx, dw, drows] = ct::gradient(end(steps, plain), x, w, rows);
    for (int slots : {1, 2, 3, 20}) {
      INFO(steps, " steps, ", slots, " checkpoints");
      auto few = [slots](int steps, auto body, auto &...state) {
        ct::for_range(ct::Checkpoints(slots), 0, steps, body, state...);
      };
      auto [again_dx, again_dw, again_drows] = ct::gradient(end(steps, few), x, w, rows);
      check_elements(again_dx, dx.to_host(), 1e-12);
      check_elements(again_dw, dw.to_host(), 1e-12);
      check_elements(again_drows, drows.to_host(), 1e-12);
    }
  }
  CHECK_THROWS_WITH_AS(ct::Checkpoints(0), doctest::Contains("at least one checkpoint"), ct::Error);
}

TEST_CASE("checkpoints of loops whose count is known when they run, of scans, nested, twice differentiated, batched") {
  auto x = ct::to_device(0.3);
  auto until = [](auto checkpoints) {
    return [=](const auto &x) {
      auto state = x;
      auto small = [](const auto &s) { return s < 5.0; };
      auto grow = [](auto &s) { s = s * 1.1 + ct::sin(s) * 0.1; };
      if constexpr (std::is_same_v<decltype(checkpoints), int>)
        ct::while_loop(small, grow, state);
      else
        ct::while_loop(checkpoints, small, grow, state);
      return state * state;
    };
  };
  check_elements(ct::gradient(until(ct::Checkpoints(2)), x), ct::gradient(until(0), x).to_host(), 1e-12);

  auto rows = random_array<double>(Sizes<2>{9, 2});
  auto total = [](const auto &rows, auto... checkpoints) {
    auto [carry, ys] = ct::scan(
        checkpoints..., [](const auto &c, const auto &row) { return std::pair(ct::tanh(c + row), c * row); },
        ct::stop_gradient(ct::slice(rows, 0)), rows);
    return ct::sum(carry) + ct::sum(ys * ys);
  };
  auto kept = [&](const auto &rows) { return total(rows, ct::Checkpoints(2)); };
  auto plain = [&](const auto &rows) { return total(rows); };
  check_elements(ct::gradient(kept, rows), ct::gradient(plain, rows).to_host(), 1e-12);

  auto power = [](const auto &x, auto... checkpoints) {
    auto state = x;
    ct::for_range(
        checkpoints..., 0, 4,
        [&](auto, auto &s) { ct::for_range(checkpoints..., 0, 3, [&](auto, auto &t) { t = ct::sin(t) * 1.5; }, s); },
        state);
    return state;
  };
  auto few = [&](const auto &x) { return power(x, ct::Checkpoints(2)); };
  auto all = [&](const auto &x) { return power(x); };
  check_elements(ct::gradient(few, x), ct::gradient(all, x).to_host(), 1e-12);
  check_elements(ct::hessian(few, x), ct::hessian(all, x).to_host(), 1e-12);
  check_elements(std::get<1>(ct::jvp(few, x, x)), std::get<1>(ct::jvp(all, x, x)).to_host(), 1e-12);
  auto lanes = random_array<double>(Sizes<1>{5});
  auto batched = [](const auto &f) { return [&](const auto &v) { return ct::sum(ct::vmap(f)(v)); }; };
  check_elements(ct::gradient(batched(few), lanes), ct::gradient(batched(all), lanes).to_host(), 1e-12);
}
