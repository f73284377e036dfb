#include "idx_file.h"

#include <zlib.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace examples {

namespace {

class GzipFile {
public:
  explicit GzipFile(const std::string &path) : path_(path), file_(gzopen(path.c_str(), "rb"), gzclose) {
    if (!file_)
      refuse("cannot be opened");
    gzbuffer(file_.get(), 1 << 18);
  }

  void read(std::uint8_t *to, std::size_t size) {
    constexpr std::size_t most = 1 << 24;
    while (size > 0) {
      const int part = gzread(file_.get(), to, static_cast<unsigned>(std::min(size, most)));
      if (part <= 0)
        refuse("is truncated or damaged");
      to += part;
      size -= static_cast<std::size_t>(part);
    }
  }

  std::uint32_t read_big_endian() {
    std::uint8_t bytes[4];
    read(bytes, 4);
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
  }

  [[noreturn]] void refuse(const std::string &reason) const { throw std::runtime_error(path_ + " " + reason); }

private:
  std::string path_;
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
};

} // namespace

IdxFile read_idx_file(const std::string &path) {
  GzipFile file(path);
  // Two bytes of zero, the element type (8: unsigned bytes), the number of dimensions.
  const std::uint32_t magic = file.read_big_endian();
  const std::uint32_t rank = magic & 0xff;
  if (magic >> 8 != 8 || rank == 0 || rank > 4)
    file.refuse("is no IDX file of bytes");
  IdxFile result;
  std::size_t count = 1;
  for (std::uint32_t dimension = 0; dimension < rank; ++dimension) {
    result.shape.push_back(file.read_big_endian());
    count *= static_cast<std::size_t>(result.shape.back());
    if (count > std::size_t{1} << 32)
      file.refuse("claims to be larger than any file of this kind");
  }
  result.bytes.resize(count);
  file.read(result.bytes.data(), count);
  return result;
}

} // namespace examples
