// Reading and writing of .npy files.
#include "runtime/arrays/npy.h"

#include "runtime/arrays/npy_header.h"
#include "runtime/arrays/plain_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace cotangent {

namespace {

namespace files = std::filesystem;

std::string shown(std::string_view text) { return "'" + std::string(text.substr(0, 32)) + "'"; }

/// What a file says of its elements.
struct FileType {
  std::string body; // without the byte order: "f4"
  int bytes = 0;
  bool big_endian = false;
  std::optional<ElementType> natural; // none for raw bytes
};

bool is_small_integer(ElementType type) { return is_integer(type) && facts_of(type).bits < 8; }

/// The type that a type string means without further knowledge.
std::optional<ElementType> natural_type(std::string_view body) {
  if (body == "f1") // under this name the public package of small formats for NumPy stores e5m2
    return ElementType::F8E5M2;
  for (int number = 0; number < element_type_count; ++number) {
    const ElementType type = static_cast<ElementType>(number);
    if (!is_small_integer(type) && facts_of(type).numpy.substr(1) == body && body[0] != 'V')
      return type;
  }
  return std::nullopt;
}

FileType parse_description(const std::string &description, const std::string &name) {
  const auto refuse = [&](const std::string &reason) { refuse_npy(name, "the elements are " + reason); };
  if (description.find('O') != std::string::npos)
    refuse("Python objects (" + shown(description) + "); only numbers can be read");
  FileType type;
  if (!description.empty() && std::strchr("<>|=", description[0]) != nullptr)
    type.body = description.substr(1);
  const bool raw = type.body == "V1" || type.body == "V2";
  type.natural = natural_type(type.body);
  if (!type.natural && !raw)
    refuse("of type " + shown(description) + ", which cannot be read");
  type.bytes = type.natural ? facts_of(*type.natural).bytes : type.body[1] - '0';
  if (description[0] == '|' && type.bytes > 1 && !raw)
    refuse("of type " + shown(description) + ", which does not say the order of the bytes");
  type.big_endian = description[0] == '>';
  return type;
}

bool may_be(const FileType &file, ElementType wanted) {
  return file.natural == wanted || file.body == facts_of(wanted).numpy.substr(1) ||
         (is_small_integer(wanted) && file.body == "V1");
}

ElementType chosen_type(const FileType &file, const std::string &description, std::optional<ElementType> wanted,
                        const std::string &name) {
  if (wanted && !may_be(file, *wanted))
    refuse_npy(name, "the elements are " + (file.natural ? std::string(facts_of(*file.natural).name) : "raw bytes") +
                         " (" + shown(description) + "), but " + std::string(facts_of(*wanted).name) + " is wanted");
  if (!wanted && !file.natural)
    refuse_npy(name, "the elements are raw bytes (" + shown(description) + "); say which type they are");
  return wanted ? *wanted : *file.natural;
}

/// Of the data that a header promises; the file is as long as it should be if this returns.
void check_size(const NpyHeader &header, ElementType type, size_t found, const std::string &name) {
  const bool empty = std::ranges::find(header.shape, 0) != header.shape.end();
  uint64_t expected = empty ? 0 : static_cast<uint64_t>(facts_of(type).bytes);
  if (!empty)
    for (int64_t size : header.shape)
      if (__builtin_mul_overflow(expected, static_cast<uint64_t>(size), &expected))
        refuse_npy(name, "the shape asks for more bytes than 64 bits can count");
  if (found < expected)
    refuse_npy(name, "the data are truncated: " + std::to_string(expected) + " bytes are expected, the file has " +
                         std::to_string(found));
  if (found > expected)
    refuse_npy(name, std::to_string(found - expected) + " bytes follow after the " + std::to_string(expected) +
                         " bytes of data");
}

/// Copies the data, which lie in the order of the file, to row-major order.
void copy_ordered(const NpyHeader &header, std::span<const std::byte> data, Array &array) {
  Shape sizes; // dimensions of size 1 do not matter, and files may have thousands
  std::ranges::copy_if(header.shape, std::back_inserter(sizes), [](int64_t size) { return size != 1; });
  if (data.empty())
    return;
  if (!header.fortran_order || sizes.size() < 2) {
    std::memcpy(array.bytes(), data.data(), data.size());
    return;
  }
  const size_t item = static_cast<size_t>(facts_of(array.type()).bytes);
  std::vector<size_t> strides;
  size_t stride = item;
  for (int64_t size : sizes) {
    strides.push_back(stride);
    stride *= static_cast<size_t>(size);
  }
  std::byte *target = array.bytes();
  for (Index index(sizes); index; ++index, target += item) {
    size_t offset = 0;
    for (size_t dimension = 0; dimension < sizes.size(); ++dimension)
      offset += strides[dimension] * static_cast<size_t>(index[dimension]);
    std::memcpy(target, data.data() + offset, item);
  }
}

void reverse_bytes(Array &array) {
  const int64_t part = facts_of(part_of(array.type())).bytes;
  for (int64_t start = 0; start < array.byte_count(); start += part)
    std::reverse(array.bytes() + start, array.bytes() + start + part);
}

/// Elements of less than 8 bits: the file's bytes must be values of the type, and become those that `store` makes.
void check_small_elements(const FileType &file, Array &array, const std::string &name) {
  const ElementFacts &facts = facts_of(array.type());
  for (int64_t position = 0; position < array.count(); ++position) {
    const unsigned stored = static_cast<uint8_t>(array.bytes()[position]);
    const Element element = array.get(position);
    array.set(position, element);
    const unsigned canonical = static_cast<uint8_t>(array.bytes()[position]);
    const bool high_bits_clear = file.body == "V1" && stored >> facts.bits == 0;
    if (facts.kind == ElementKind::Bool || stored == canonical || high_bits_clear)
      continue;
    const bool is_negative = file.body == "i1" && stored > 127;
    refuse_npy(name, "element " + std::to_string(position) + " is " +
                         std::to_string(static_cast<int>(stored) - (is_negative ? 256 : 0)) +
                         ", which does not fit in " + std::string(facts.name));
  }
}

/// The file beside the target that becomes it when all is written.
class TemporaryFile {
public:
  TemporaryFile(std::string target) : target_(std::move(target)) {
    static std::atomic<unsigned> serial = 0;
    do {
      const std::string name = ".npy-" + std::to_string(::getpid()) + "-" + std::to_string(++serial);
      path_ = (files::path(target_).parent_path() / name).string();
      descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && errno == EEXIST);
    if (descriptor_ < 0)
      refuse("cannot be written");
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  ~TemporaryFile() {
    close();
    if (!path_.empty())
      ::unlink(path_.c_str());
  }

  void write(const void *data, size_t size) {
    for (size_t done = 0; done < size;) {
      const ssize_t written = ::write(descriptor_, static_cast<const char *>(data) + done, size - done);
      if (written < 0 && errno != EINTR)
        refuse("cannot be written");
      done += written < 0 ? 0 : static_cast<size_t>(written);
    }
  }

  void keep() {
    if (close() != 0)
      refuse("cannot be written");
    if (::rename(path_.c_str(), target_.c_str()) != 0)
      refuse("cannot be put in its place");
    path_.clear();
  }

private:
  [[noreturn]] void refuse(const std::string &what) const {
    refuse_npy(target_, what + ": " + std::generic_category().message(errno));
  }
  int close() { return descriptor_ < 0 ? 0 : ::close(std::exchange(descriptor_, -1)); }

  std::string target_, path_;
  int descriptor_ = -1;
};

void check_plain(const std::string &path, bool may_be_missing) {
  if (const std::string fault = fault_of_plain_file(path, may_be_missing); !fault.empty())
    refuse_npy(path, fault);
}

} // namespace

std::string npy_description(ElementType type) { return std::string(facts_of(type).numpy); }

Array read_npy_bytes(std::span<const std::byte> bytes, const std::string &name, std::optional<ElementType> wanted) {
  const NpyHeader header = parse_npy_header(bytes, name);
  const FileType file = parse_description(header.description, name);
  const ElementType type = chosen_type(file, header.description, wanted, name);
  const std::span<const std::byte> data = bytes.subspan(header.size);
  check_size(header, type, data.size(), name);
  Array array(type, header.shape);
  copy_ordered(header, data, array);
  if (file.big_endian && file.bytes > 1)
    reverse_bytes(array);
  if (facts_of(type).bits < 8)
    check_small_elements(file, array, name);
  return array;
}

Array read_npy(const std::string &path, std::optional<ElementType> wanted) {
  check_plain(path, false);
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    refuse_npy(path, "cannot be opened: " + std::generic_category().message(errno));
  std::error_code fault;
  const uintmax_t size = files::file_size(path, fault);
  if (fault)
    refuse_npy(path, "cannot be read: " + fault.message());
  Array contents(ElementType::U8, {static_cast<int64_t>(size)});
  stream.read(reinterpret_cast<char *>(contents.bytes()), contents.byte_count());
  if (stream.gcount() != contents.byte_count() || stream.peek() != std::ifstream::traits_type::eof())
    refuse_npy(path, "cannot be read, or changes at the same time");
  return read_npy_bytes({contents.bytes(), static_cast<size_t>(contents.byte_count())}, path, wanted);
}

void write_npy(const Array &array, const std::string &path) {
  check_plain(path, true);
  const std::string header = npy_header(npy_description(array.type()), array.shape(), path);
  TemporaryFile file(path);
  file.write(header.data(), header.size());
  file.write(array.bytes(), static_cast<size_t>(array.byte_count()));
  file.keep();
}

} // namespace cotangent
