#include "examples/fashion_mnist/dataset.h"

#include "examples/support/idx_file.h"

#include <filesystem>
#include <span>
#include <stdexcept>
#include <vector>

namespace examples {

namespace ct = cotangent;

namespace {

IdxFile read_part(const std::string &folder, const std::string &name) {
  const std::filesystem::path path = std::filesystem::path(folder) / (name + ".gz");
  if (!std::filesystem::exists(path))
    throw std::runtime_error(path.string() +
                             " is missing: install the data with `apt-get install dataset-fashion-mnist` "
                             "(./dev setup does), or name its folder with --data");
  return read_idx_file(path.string());
}

Dataset load_part(const std::string &folder, const std::string &name) {
  IdxFile images = read_part(folder, name + "-images-idx3-ubyte"),
          labels = read_part(folder, name + "-labels-idx1-ubyte");
  if (images.shape.size() != 3 || images.shape[1] != 28 || images.shape[2] != 28 || labels.shape.size() != 1 ||
      labels.shape[0] != images.shape[0])
    throw std::runtime_error(folder + ": the files " + name +
                             "-… do not hold images of 28 by 28 pixels with a label each");
  std::vector<std::int32_t> numbers;
  for (std::uint8_t label : labels.bytes) {
    if (label >= class_names.size())
      throw std::runtime_error(folder + ": " + name + " has the label " + std::to_string(label));
    numbers.push_back(label);
  }
  return {ct::to_device(std::span<const std::uint8_t>(images.bytes),
                        std::array<std::int64_t, 4>{images.shape[0], 28, 28, 1}),
          ct::to_device(numbers)};
}

} // namespace

FashionMnist load_fashion_mnist(const std::string &folder) {
  return {load_part(folder, "train"), load_part(folder, "t10k")};
}

} // namespace examples
