// Objects with arrays inside, saved and loaded.
#include "cotangent/save.h"

#include <doctest/doctest.h>

#include <unistd.h>

#include <filesystem>
#include <map>
#include <optional>
#include <tuple>

namespace ct = cotangent;

namespace {

struct File {
  File() { ::close(::mkstemp(path.data())); }
  ~File() { std::filesystem::remove(path); }
  std::string path = (std::filesystem::temp_directory_path() / "cotangent-save-XXXXXX").string();
};

template <class Action> std::string error_of(Action &&action) {
  try {
    action();
  } catch (const ct::Error &error) {
    return std::string(error.kind()) + ": " + std::string(error.message());
  }
  return "none";
}

template <class W, class B> struct Dense {
  W weight;
  B bias;
};
using Layer = Dense<ct::ConcreteArray<float, 2>, ct::ConcreteArray<float, 1>>;
struct Model {
  std::vector<Layer> layers;
  std::string name;
  int step = 0;
  std::vector<double> losses;
  std::optional<ct::ConcreteArray<double, 0>> scale;
  std::map<std::string, ct::ConcreteArray<std::int32_t, 1>> tables;
};

Layer layer(float start) { return {ct::to_device({{start, start + 1}}), ct::to_device({start + 2})}; }
Model model() {
  return {{layer(1), layer(4)}, "net", 7, {0.5, 0.25}, ct::to_device(3.0), {{"words", ct::to_device({1, 2})}}};
}

} // namespace

TEST_CASE("a struct comes back, under the paths as names") {
  const File file;
  ct::save(file.path, model());
  std::string names;
  for (const auto &[name, array] : ct::load_npz(file.path))
    names += name + " " + array.type() + "\n";
  CHECK(names == "layers[0].bias 1xf32\nlayers[0].weight 1x2xf32\nlayers[1].bias 1xf32\nlayers[1].weight 1x2xf32\n"
                 "losses 2xf64\nscale f64\nstep i32\ntables[\"words\"] 2xi32\n");

  Model other{{layer(0), layer(0)}, "other", 0, {}, ct::to_device(0.0), {{"words", ct::to_device({0, 0})}}};
  ct::load(file.path, other);
  CHECK(other.layers[1].weight.to_host() == std::vector<float>{4, 5});
  CHECK(other.layers[0].bias.to_host() == std::vector<float>{3});
  CHECK(other.step == 7);
  CHECK(other.losses == std::vector<double>{0.5, 0.25});
  CHECK(other.scale->to_host()[0] == 3);
  CHECK(other.tables["words"].to_host() == std::vector{1, 2});
  CHECK(other.name == "other");
}

TEST_CASE("empty arrays take the shape of the file, others keep theirs") {
  const File file;
  ct::save(file.path, layer(1));
  Layer empty;
  ct::load(file.path, empty);
  CHECK(empty.weight.shape() == std::array<std::int64_t, 2>{1, 2});

  Layer wide{ct::to_device({{1.0f, 2.0f, 3.0f}}), ct::to_device({9.0f})};
  CHECK(error_of([&] { ct::load(file.path, wide); }) ==
        "bad-npz: " + file.path + ": weight is 1x2xf32, but the object has 1x3xf32");
  CHECK(wide.bias.to_host() == std::vector<float>{9});
}

TEST_CASE("files of other objects are refused") {
  const File file;
  ct::save(file.path, model());
  Model shorter = model();
  shorter.layers.pop_back();
  CHECK(error_of([&] { ct::load(file.path, shorter); }) ==
        "bad-npz: " + file.path + ": the object that is loaded has no 'layers[1].weight'");
  Model longer = model();
  longer.layers.push_back(layer(0));
  CHECK(
      error_of([&] {
        ct::load(file.path, longer);
      }).starts_with("bad-npz: " + file.path + ": there is no array 'layers[2].weight'; there are 'layers[0].weight'"));
  std::tuple<ct::ConcreteArray<float, 1>> tuple;
  ct::save(file.path, std::tuple(ct::to_device({1.0})));
  CHECK(error_of([&] { ct::load(file.path, tuple); }) ==
        "bad-npy: " + file.path + ": [0].npy: the elements are f64 ('<f8'), but f32 is wanted");
}

TEST_CASE("a single array, a number, a table of numbers") {
  const File file;
  ct::save(file.path, ct::to_device({1.0f, 2.0f}));
  CHECK(ct::load_npz(file.path).at("value").type() == "2xf32");
  ct::ConcreteArray<float, 1> array;
  ct::load(file.path, array);
  CHECK(array.to_host() == std::vector<float>{1, 2});
  std::pair numbers(2.5, std::vector<std::vector<int>>{{1, 2}, {3, 4}});
  ct::save(file.path, numbers);
  std::pair<double, std::vector<std::vector<int>>> again;
  ct::load(file.path, again);
  CHECK(again == numbers);
}
