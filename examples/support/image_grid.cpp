#include "image_grid.h"

#include "svg.h"

#include <png.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace examples {

namespace {

constexpr double cell = 118, picture = 96, head = 40, line_height = 15;

std::vector<std::uint8_t> png_of(const GreyImage &image) {
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(image.columns);
  header.height = static_cast<png_uint_32>(image.rows);
  header.format = PNG_FORMAT_GRAY;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(header);
  std::vector<std::uint8_t> bytes(size);
  if (png_image_write_to_memory(&header, bytes.data(), &size, 0, image.pixels.data(), 0, nullptr) == 0)
    throw std::runtime_error(std::string("a picture cannot be made: ") + header.message);
  bytes.resize(size);
  return bytes;
}

std::string base64(const std::vector<std::uint8_t> &bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t rest = std::min<std::size_t>(bytes.size() - at, 3);
    std::uint32_t group = 0;
    for (std::size_t byte = 0; byte < 3; ++byte)
      group = group << 8 | (byte < rest ? bytes[at + byte] : 0);
    for (std::size_t digit = 0; digit < 4; ++digit)
      text += digit <= rest ? digits[group >> (18 - 6 * digit) & 63] : '=';
  }
  return text;
}

} // namespace

void write_image_grid(const std::string &path, const std::string &title, std::span<const GreyImage> images,
                      int across) {
  std::size_t lines = 0;
  for (const GreyImage &image : images)
    lines = std::max(lines, image.captions.size());
  const double height = picture + 14 + line_height * static_cast<double>(lines);
  const std::size_t rows = (images.size() + static_cast<std::size_t>(across) - 1) / static_cast<std::size_t>(across);
  std::ostringstream svg;
  svg << svg_start(cell * across, head + height * static_cast<double>(rows));
  svg << "<text x='10' y='25' font-size='15' font-weight='bold'>" << escaped(title) << "</text>\n";
  for (std::size_t at = 0; at < images.size(); ++at) {
    const double x = cell * static_cast<double>(at % static_cast<std::size_t>(across)) + (cell - picture) / 2;
    double y = head + height * static_cast<double>(at / static_cast<std::size_t>(across));
    svg << "<image x='" << x << "' y='" << y << "' width='" << picture << "' height='" << picture
        << "' style='image-rendering:pixelated' href='data:image/png;base64," << base64(png_of(images[at])) << "'/>\n";
    y += picture;
    for (const std::string &caption : images[at].captions)
      svg << "<text x='" << x + picture / 2 << "' y='" << (y += line_height) << "' text-anchor='middle'>"
          << escaped(caption) << "</text>\n";
  }
  write_file(path, svg.str() + "</svg>\n");
}

} // namespace examples
