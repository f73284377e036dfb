// Files of the MNIST family: arrays of bytes in IDX format, compressed with gzip.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace examples {

struct IdxFile {
  std::vector<std::int64_t> shape;
  std::vector<std::uint8_t> bytes; // row-major
};

/// Throws std::runtime_error that names the file and what is wrong with it.
IdxFile read_idx_file(const std::string &path);

} // namespace examples
