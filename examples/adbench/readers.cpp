#include "readers.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace adbench {
namespace {

class Reader {
public:
  explicit Reader(const std::string &path) : path_(path), stream_(path) {
    if (!stream_)
      throw std::runtime_error(path + ": cannot be opened");
  }

  template <class Value> Value next() {
    Value value{};
    if (!(stream_ >> value))
      throw std::runtime_error(path_ + ": ends early or holds something that is not a number");
    return value;
  }

  int next_size() {
    const int value = next<int>();
    if (value <= 0)
      throw std::runtime_error(path_ + ": a size is not positive");
    return value;
  }

  std::vector<double> numbers(std::size_t count) {
    std::vector<double> result(count);
    for (double &value : result)
      value = next<double>();
    return result;
  }

private:
  std::string path_;
  std::ifstream stream_;
};

// One line of a model file, split at its colons.
std::vector<std::string> split_record(const std::string &line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ':');)
    fields.push_back(field);
  return fields;
}

std::vector<std::vector<std::string>> read_records(const std::string &path) {
  std::ifstream stream(path);
  if (!stream)
    throw std::runtime_error(path + ": cannot be opened");
  std::vector<std::vector<std::string>> records;
  for (std::string line; std::getline(stream, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
      line.pop_back();
    if (!line.empty())
      records.push_back(split_record(line));
  }
  return records;
}

void read_bones(const std::string &path, HandModel &model) {
  const auto records = read_records(path);
  if (records.size() != bone_count)
    throw std::runtime_error(path + ": the model must have 22 bones");
  for (const auto &fields : records) {
    if (fields.size() < 34)
      throw std::runtime_error(path + ": a bone needs a name, a parent and 32 numbers");
    model.parents.push_back(std::stoi(fields[1]));
    if (model.parents.back() >= static_cast<int>(model.parents.size()) - 1)
      throw std::runtime_error(path + ": a parent must come before its children");
    for (int i = 0; i < 12; ++i)
      model.relative.push_back(std::stod(fields[2 + i]));
    for (int i = 0; i < 12; ++i)
      model.inverse_rest.push_back(std::stod(fields[18 + i]));
  }
}

void read_vertices(const std::string &path, HandModel &model) {
  for (const auto &fields : read_records(path)) {
    const std::size_t count = fields.size() < 9 ? 0 : std::stoul(fields[8]);
    if (fields.size() < 9 + 2 * count)
      throw std::runtime_error(path + ": a vertex line is too short");
    for (int i = 0; i < 3; ++i)
      model.rest_positions.push_back(std::stod(fields[i]));
    model.influence_begin.push_back(static_cast<int>(model.influence_bones.size()));
    for (std::size_t i = 0; i < count; ++i) {
      const int bone = std::stoi(fields[9 + 2 * i]);
      if (bone < 0 || bone >= bone_count)
        throw std::runtime_error(path + ": a vertex names a bone that does not exist");
      model.influence_bones.push_back(bone);
      model.influence_weights.push_back(std::stod(fields[10 + 2 * i]));
    }
  }
  model.influence_begin.push_back(static_cast<int>(model.influence_bones.size()));
}

} // namespace

GmmInput read_gmm(const std::string &path) {
  Reader reader(path);
  GmmInput input;
  input.dimension = reader.next_size();
  input.component_count = reader.next_size();
  input.point_count = reader.next_size();
  const std::size_t d = input.dimension, k = input.component_count, n = input.point_count;
  input.alphas = reader.numbers(k);
  input.means = reader.numbers(k * d);
  input.factors = reader.numbers(k * (d * (d + 1) / 2));
  input.points = reader.numbers(n * d);
  input.wishart_gamma = reader.next<double>();
  input.wishart_m = reader.next<int>();
  return input;
}

BundleInput read_bundle(const std::string &path) {
  Reader reader(path);
  BundleInput input;
  input.camera_count = reader.next_size();
  input.point_count = reader.next_size();
  input.observation_count = reader.next_size();
  const auto camera = reader.numbers(11), point = reader.numbers(3), weight = reader.numbers(1),
             feature = reader.numbers(2);
  const auto repeat = [](const std::vector<double> &one, int count, std::vector<double> &all) {
    for (int i = 0; i < count; ++i)
      all.insert(all.end(), one.begin(), one.end());
  };
  repeat(camera, input.camera_count, input.cameras);
  repeat(point, input.point_count, input.points);
  repeat(weight, input.observation_count, input.weights);
  repeat(feature, input.observation_count, input.features);
  for (int i = 0; i < input.observation_count; ++i) {
    input.camera_of.push_back(i % input.camera_count);
    input.point_of.push_back(i % input.point_count);
  }
  return input;
}

LstmInput read_lstm(const std::string &path) {
  Reader reader(path);
  LstmInput input;
  input.layer_count = reader.next_size();
  input.character_count = reader.next_size();
  input.bit_count = reader.next_size();
  const std::size_t l = input.layer_count, c = input.character_count, b = input.bit_count;
  input.main_parameters = reader.numbers(8 * l * b);
  input.extra_parameters = reader.numbers(3 * b);
  input.state = reader.numbers(2 * l * b);
  input.sequence = reader.numbers(c * b);
  return input;
}

HandInput read_hand(const std::string &path, bool complicated) {
  Reader reader(path);
  HandInput input;
  input.point_count = reader.next_size();
  if (reader.next_size() != pose_size)
    throw std::runtime_error(path + ": the pose must have 26 parameters");
  for (int i = 0; i < input.point_count; ++i) {
    input.targets.push_back(reader.next<int>());
    for (int r = 0; r < 3; ++r)
      input.points.push_back(reader.next<double>());
  }
  if (complicated)
    input.barycentric = reader.numbers(2 * static_cast<std::size_t>(input.point_count));
  input.pose = reader.numbers(pose_size);
  return input;
}

HandModel read_hand_model(const std::string &folder) {
  HandModel model;
  read_bones(folder + "/bones.txt", model);
  read_vertices(folder + "/vertices.txt", model);
  for (const auto &fields : read_records(folder + "/triangles.txt")) {
    if (fields.size() != 3)
      throw std::runtime_error(folder + "/triangles.txt: a triangle has three vertices");
    for (const auto &field : fields)
      model.triangles.push_back(std::stoi(field));
  }
  return model;
}

} // namespace adbench
