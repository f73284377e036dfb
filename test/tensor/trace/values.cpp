// Objects of many kinds as arguments and results of compiled functions.
#include "support.h"

#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <variant>

namespace {

using Vector = ct::ConcreteArray<float, 1>;

Vector vector(std::vector<float> elements) { return ct::to_device(elements); }

template <class Array> struct Layer {
  Array weight;
  std::string name;
  int count = 2;
};
template <class Array> struct Model {
  std::vector<Layer<Array>> layers;
  std::map<std::string, Array> named;
  std::optional<Array> bias;
  std::pair<Array, double> scale;
};
template <template <class, std::size_t> class Array> struct OverArrays {
  Array<float, 1> x;
  Array<float, 0> y;
};
template <class Array> struct Node {
  Array value;
  std::unique_ptr<Node> next;
};
template <class Array> struct Base {
  Array inherited;
};
template <class Array> struct Derived : Base<Array> {
  Array own;
  COTANGENT_FIELDS(inherited, own)
};
template <class Array> struct Shared {
  std::shared_ptr<Layer<Array>> left, right;
};

Model<Vector> make_model() {
  Model<Vector> model;
  model.layers.push_back({vector({1, 2}), "first", 3});
  model.layers.push_back({vector({3, 4}), "second", 4});
  model.named["a"] = vector({5, 6});
  model.bias = vector({7, 8});
  model.scale = {vector({9, 10}), 0.5};
  return model;
}

template <class F, class... A> std::string message_of(F function, A &&...arguments) {
  try {
    function(arguments...);
  } catch (const ct::Error &error) {
    return error.what();
  }
  return "";
}

} // namespace

TEST_CASE("structs, containers and numbers in them") {
  auto model = make_model();
  auto doubled = run(
      [](const auto &model) {
        auto result = model;
        for (auto &layer : result.layers)
          layer.weight = layer.weight * layer.count;
        result.named.at("a") = -result.named.at("a");
        result.bias = *result.bias + 1;
        result.scale.first = result.scale.first * result.scale.second;
        return result;
      },
      model);
  static_assert(std::is_same_v<decltype(doubled), Model<Vector>>);
  check_elements(doubled.layers[0].weight, std::vector<float>{3, 6});
  check_elements(doubled.layers[1].weight, std::vector<float>{12, 16});
  CHECK(doubled.layers[1].name == "second");
  check_elements(doubled.named.at("a"), std::vector<float>{-5, -6});
  check_elements(*doubled.bias, std::vector<float>{8, 9});
  check_elements(doubled.scale.first, std::vector<float>{4.5f, 5});
}

TEST_CASE("templates over array templates, inheritance, lists") {
  OverArrays<ct::ConcreteArray> over{vector({1, 2}), ct::to_device(3.0f)};
  auto sum = run([](const auto &over) { return ct::sum(over.x) + over.y; }, over);
  check_elements(sum, std::vector<float>{6});
  Derived<Vector> derived;
  derived.inherited = vector({1, 2});
  derived.own = vector({3, 4});
  auto product = run([](const auto &d) { return d.inherited * d.own; }, derived);
  check_elements(product, std::vector<float>{3, 8});
  Node<Vector> list{vector({1}), std::make_unique<Node<Vector>>(Node<Vector>{vector({2}), nullptr})};
  auto total = run(
      [](const auto &list) {
        auto sum = list.value;
        for (auto *node = list.next.get(); node; node = node->next.get())
          sum = sum + node->value;
        return sum;
      },
      list);
  check_elements(total, std::vector<float>{3});
}

TEST_CASE("what the function does to its arguments is done to the caller's") {
  auto model = make_model();
  auto step = ct::compile(
      [](auto &model, const auto &x) {
        model.layers[0].weight = model.layers[0].weight + x;
        model.bias = *model.bias * 2;
      },
      model, model.named["a"]);
  auto x = vector({1, 1});
  step(model, x);
  step(model, x);
  check_elements(model.layers[0].weight, std::vector<float>{3, 4});
  check_elements(model.layers[1].weight, std::vector<float>{3, 4});
  check_elements(*model.bias, std::vector<float>{28, 32});
}

TEST_CASE("objects behind two pointers stay one object") {
  auto layer = std::make_shared<Layer<Vector>>(Layer<Vector>{vector({1, 2}), "", 1});
  Shared<Vector> shared{layer, layer};
  auto result = run(
      [](auto &shared) {
        shared.left->weight = shared.left->weight * 10;
        return ct::sum(shared.right->weight);
      },
      shared);
  check_elements(result, std::vector<float>{30});
  CHECK(shared.left == shared.right);
  check_elements(layer->weight, std::vector<float>{10, 20});
}

TEST_CASE("a call that does not fit says what differs") {
  auto model = make_model();
  auto compiled = ct::compile([](const auto &model) { return ct::sum(model.layers[0].weight); }, model);
  auto other = make_model();
  other.layers[1].weight = vector({1, 2, 3});
  CHECK(message_of(compiled, other).find("layers[1].weight: expected an array 2xf32, got an array 3xf32") !=
        std::string::npos);
  other = make_model();
  other.layers[0].count = 9;
  CHECK(message_of(compiled, other).find("layers[0].count") != std::string::npos);
  other = make_model();
  other.layers.pop_back();
  CHECK(message_of(compiled, other).find("layers") != std::string::npos);
}

TEST_CASE("jit compiles once for each structure") {
  auto f = ct::jit([](const auto &x) { return x * 2; });
  check_elements(f(vector({1})), std::vector<float>{2});
  check_elements(f(vector({2})), std::vector<float>{4});
  CHECK(f.size() == 1);
  check_elements(f(vector({1, 2})), std::vector<float>{2, 4});
  CHECK(f.size() == 2);
}

TEST_CASE("captured arrays, shared results, printing") {
  auto table = random_array<float>(Sizes<1>{5000}, 1);
  auto x = vector({2});
  auto [first, again, text] = run(
      [&](const auto &x) {
        std::ostringstream stream;
        stream << x;
        CHECK(stream.str() == "TracedArray<f32, 1> of shape (1)");
        auto y = ct::sum(table) * x;
        return std::tuple(y, y, x);
      },
      x);
  check_elements(first, again.to_host());
  check_elements(text, std::vector<float>{2});
  auto compiled = ct::compile([&](const auto &x) { return ct::sum(table) * x; }, x);
  CHECK(compiled.code("simplified").size() < 4000); // the table is no text in it
}

TEST_CASE("values that leave their program are refused") {
  ct::TracedArray<float, 1> escaped;
  auto x = vector({1});
  ct::compile(
      [&](const auto &x) {
        escaped = x;
        return x;
      },
      x);
  auto use = [&](const auto &x) { return ct::compile([&](const auto &x) { return x + escaped; }, x); };
  CHECK(message_of(use, x).find("bad-trace") != std::string::npos);
}

TEST_CASE("calls are emitted once") {
  auto x = vector({1, 2});
  auto twice = [](const auto &v) { return v * 2; };
  auto compiled = ct::compile([&](const auto &x) { return ct::call(twice, ct::call(twice, x)); }, x);
  check_elements(compiled(x), std::vector<float>{4, 8});
}
