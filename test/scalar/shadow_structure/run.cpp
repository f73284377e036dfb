// Shadows that the user makes must have the structure of their values; others are refused before the call.
#include <cotangent/autodiff.h>
#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace ct = cotangent;

namespace {

struct Layer {
  std::vector<double> weights;
  std::string name;
  std::optional<std::vector<double>> offset;
};
struct Network {
  std::vector<Layer> layers;
  std::map<std::string, std::vector<double>> tables;
  std::unique_ptr<double> scale;
};

double first(const std::vector<double> &x) { return x.empty() ? 0 : x[0] * x[0]; }
double corner(const std::vector<std::vector<double>> &rows) { return rows[0][0] * rows[0][0]; }
double through(std::span<const double> x) { return x[0] * x[0]; }
double network(const Network &net) { return net.layers[0].weights[0] * *net.scale * net.tables.at("t")[1]; }
double keyed(const std::unordered_map<int, double> &map) { return map.at(1) * map.at(1); }
double held(const std::variant<double, std::vector<double>> &v) { return std::get<1>(v)[0]; }

Network make_network() {
  Network net;
  net.layers.push_back({{2, 3}, "first", {}});
  net.tables["t"] = {1, 5};
  net.scale = std::make_unique<double>(7);
  return net;
}

template <class F> std::string message_of(F &&call) {
  try {
    call();
  } catch (const ct::Error &error) {
    CHECK(error.kind() == "bad-annotation");
    return std::string(error.message());
  }
  return "accepted";
}

bool contains(const std::string &text, const char *part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("too few or too many elements") {
  std::vector<double> x{3, 1}, none, more(3), right(2);
  const std::string few = message_of([&] { ct::autodiff(ct::reverse, first, ct::Duplicated{x, none}); });
  CHECK(contains(few, "std::vector<double>"));
  CHECK(contains(few, "has 0 elements where its value has 2"));
  CHECK(contains(message_of([&] { ct::autodiff(ct::forward, first, ct::Duplicated{x, more}); }), "has 3 elements"));
  CHECK(message_of([&] { ct::autodiff(ct::reverse, first, ct::Duplicated{x, right}); }) == "accepted");
  CHECK(right[0] == 6);
  CHECK(contains(message_of([&] { ct::autodiff(ct::reverse, first, ct::BatchDuplicated{x, right, none}); }),
                 "has 0 elements"));
  auto [augmented, adjoint] = ct::autodiff_thunk(ct::reverse_split, first, ct::Duplicated<std::vector<double> &>{});
  CHECK(contains(message_of([&] { augmented(ct::Duplicated{x, none}); }), "has 0 elements"));
}

TEST_CASE("containers inside containers, structures, and behind keys") {
  std::vector<std::vector<double>> rows{{3}}, empty_rows(1);
  CHECK(contains(message_of([&] { ct::autodiff(ct::reverse, corner, ct::Duplicated{rows, empty_rows}); }),
                 "has 0 elements where its value has 1"));
  Network net = make_network(), d = ct::make_zero(net);
  const auto run = [&] { ct::autodiff(ct::reverse, network, ct::Duplicated{net, d}); };
  CHECK(message_of(run) == "accepted");
  CHECK(d.layers[0].weights[0] == 35);
  CHECK(d.tables["t"][1] == 14);
  d.layers[0].weights.clear();
  CHECK(contains(message_of(run), "has 0 elements where its value has 2"));
  d = ct::make_zero(net);
  d.tables["t"].push_back(1);
  CHECK(contains(message_of(run), "has 3 elements where its value has 2"));
  d = ct::make_zero(net);
  d.tables["u"];
  CHECK(contains(message_of(run), "std::map"));
  d = ct::make_zero(net);
  d.scale.reset();
  CHECK(contains(message_of(run), "std::unique_ptr<double>"));
  d = ct::make_zero(net);
  d.layers[0].offset.emplace();
  CHECK(contains(message_of(run), "std::optional<std::vector<double>>"));
}

TEST_CASE("hash maps, variants and spans") {
  std::unordered_map<int, double> map{{1, 3}}, no_map;
  CHECK(contains(message_of([&] { ct::autodiff(ct::reverse, keyed, ct::Duplicated{map, no_map}); }), "has 0 elements"));
  std::variant<double, std::vector<double>> v = std::vector<double>{1, 2}, other = 1.0;
  CHECK(contains(message_of([&] { ct::autodiff(ct::reverse, held, ct::Duplicated{v, other}); }), "std::variant"));
  std::vector<double> x{3, 1}, dx(1);
  CHECK(contains(message_of([&] {
                   ct::autodiff(ct::reverse, through,
                                ct::Duplicated{std::span<const double>(x), std::span<double>(dx)});
                 }),
                 "has 1 elements where its value has 2"));
}

TEST_CASE("the derivative of a derivative checks too") {
  const auto inner = [](const std::vector<double> &x, std::vector<double> &dx) {
    ct::autodiff(ct::reverse, first, ct::Duplicated{x, dx});
    return dx[0];
  };
  std::vector<double> x{3, 1}, dx(2), tx{1, 0}, tdx(2);
  const auto [second] = ct::autodiff(ct::forward, inner, ct::Duplicated{x, tx}, ct::Duplicated{dx, tdx});
  CHECK(second == doctest::Approx(2));
}
