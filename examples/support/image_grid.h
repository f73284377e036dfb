// Small grey images with captions, in rows, as one SVG.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace examples {

struct GreyImage {
  std::span<const std::uint8_t> pixels; // row-major, 0 is black
  int rows = 0, columns = 0;
  std::vector<std::string> captions; // lines below the image
};

/// `across` images in a row, each inside the file as PNG. Throws std::runtime_error if it cannot be written.
void write_image_grid(const std::string &path, const std::string &title, std::span<const GreyImage> images, int across);

} // namespace examples
