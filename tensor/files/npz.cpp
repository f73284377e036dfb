// NumPy's .npz files with libzip.
#include "tensor/files/npz.h"

#include "cotangent/error.h"
#include "runtime/arrays/npy.h"
#include "runtime/arrays/npy_header.h"
#include "runtime/arrays/plain_file.h"

#include <zip.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string_view>

namespace cotangent {

namespace {

constexpr std::string_view extension = ".npy";

[[noreturn]] void refuse(const std::string &path, const std::string &reason) {
  throw Error("bad-npz", path + ": " + reason);
}

/// The words of libzip for one of its codes.
std::string reason_of(int code) {
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  const std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

zip_t *open_container(const std::string &path, bool to_write) {
  if (const std::string fault = fault_of_plain_file(path, to_write); !fault.empty())
    refuse(path, fault);
  int code = 0;
  zip_t *const container = zip_open(path.c_str(), to_write ? ZIP_CREATE | ZIP_TRUNCATE : ZIP_RDONLY, &code);
  if (container == nullptr && (code == ZIP_ER_NOZIP || code == ZIP_ER_INCONS))
    refuse(path, "this is no .npz file, or it is truncated: " + reason_of(code));
  if (container == nullptr)
    refuse(path, "cannot be opened: " + reason_of(code));
  return container;
}

/// libzip removes files that would hold nothing.
void write_empty(const std::string &path) {
  if (const std::string fault = fault_of_plain_file(path, true); !fault.empty())
    refuse(path, fault);
  constexpr std::string_view end_of_container("PK\5\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 22);
  if (!(std::ofstream(path, std::ios::binary) << end_of_container).flush())
    refuse(path, "cannot be written");
}

} // namespace

NpzReader::NpzReader(const std::string &path) : path_(path), container_(open_container(path, false), &zip_discard) {
  const zip_int64_t count = zip_get_num_entries(container_.get(), 0);
  for (zip_int64_t at = 0; at < count; ++at) {
    const char *const name = zip_get_name(container_.get(), static_cast<zip_uint64_t>(at), 0);
    if (name == nullptr)
      refuse(path_, "a name cannot be read: " + std::string(zip_strerror(container_.get())));
    if (std::string_view(name).ends_with(extension))
      names_.emplace_back(std::string_view(name).substr(0, std::string_view(name).size() - extension.size()));
  }
}

bool NpzReader::contains(const std::string &name) const { return std::ranges::find(names_, name) != names_.end(); }

Array NpzReader::read(const std::string &name, std::optional<ElementType> wanted) const {
  const std::string file = name + std::string(extension), shown = path_ + ": " + file;
  zip_stat_t facts;
  if (!contains(name) || zip_stat(container_.get(), file.c_str(), 0, &facts) != 0) {
    std::string there;
    for (const std::string &other : names_)
      there.append(there.empty() ? "" : ", ").append("'" + other + "'");
    refuse(path_, "there is no array '" + name + "'; there " + (names_.size() == 1 ? "is " : "are ") +
                      (there.empty() ? "none" : there));
  }
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t *)> stream(zip_fopen(container_.get(), file.c_str(), 0),
                                                                  zip_fclose);
  if (!stream)
    refuse(shown, "cannot be read: " + std::string(zip_strerror(container_.get())));
  Array contents(ElementType::U8, {static_cast<int64_t>(facts.size)});
  for (zip_uint64_t done = 0; done < facts.size;) {
    const zip_int64_t part = zip_fread(stream.get(), contents.bytes() + done, facts.size - done);
    if (part <= 0)
      refuse(shown, part < 0 ? "cannot be read: " + std::string(zip_file_strerror(stream.get())) : "is truncated");
    done += static_cast<zip_uint64_t>(part);
  }
  // Only reading past the end compares the checksum.
  char more;
  if (zip_fread(stream.get(), &more, 1) != 0)
    refuse(shown, "cannot be read: " + std::string(zip_file_strerror(stream.get())));
  return read_npy_bytes({contents.bytes(), static_cast<size_t>(facts.size)}, shown, wanted);
}

void write_npz(const std::string &path, std::span<const NpzEntry> entries) {
  if (entries.empty())
    return write_empty(path);
  std::vector<std::string> headers;
  std::set<std::string_view> names;
  for (const NpzEntry &entry : entries) {
    headers.push_back(npy_header(npy_description(entry.array.type()), entry.array.shape(), path + ": " + entry.name));
    if (!names.insert(entry.name).second)
      refuse(path, "there are two arrays of the name '" + entry.name + "'");
  }
  std::unique_ptr<zip_t, void (*)(zip_t *)> container(open_container(path, true), zip_discard);
  const auto refuse_entry = [&](const NpzEntry &entry) {
    refuse(path, entry.name + " cannot be added: " + zip_strerror(container.get()));
  };
  for (size_t at = 0; at < entries.size(); ++at) {
    const Array &array = entries[at].array;
    // The parts stay in place until the container is closed: nothing is copied.
    zip_buffer_fragment_t parts[] = {{reinterpret_cast<zip_uint8_t *>(headers[at].data()), headers[at].size()},
                                     {reinterpret_cast<zip_uint8_t *>(const_cast<std::byte *>(array.bytes())),
                                      static_cast<zip_uint64_t>(array.byte_count())}};
    zip_source_t *const source = zip_source_buffer_fragment(container.get(), parts, array.byte_count() == 0 ? 1 : 2, 0);
    if (source == nullptr)
      refuse_entry(entries[at]);
    const std::string name = entries[at].name + std::string(extension);
    const zip_int64_t index = zip_file_add(container.get(), name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(source);
      refuse_entry(entries[at]);
    }
    constexpr zip_uint16_t first_of_january_1980 = 0x21;
    const zip_uint64_t place = static_cast<zip_uint64_t>(index);
    if (zip_set_file_compression(container.get(), place, ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_dostime(container.get(), place, 0, first_of_january_1980, 0) != 0)
      refuse_entry(entries[at]);
  }
  if (zip_close(container.get()) != 0)
    refuse(path, "cannot be written: " + std::string(zip_strerror(container.get())));
  container.release();
}

} // namespace cotangent
