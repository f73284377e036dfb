#include "tensor/execute/object_cache.h"

#include "tensor/execute/vector_bitcode.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/BLAKE3.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;

namespace cotangent::execute {
namespace {

/// Grows with every change of what emitted code expects from the library around it.
constexpr const char *format = "cotangent objects 1";

fs::path folder() {
  if (const char *state = std::getenv("COTANGENT_CACHE"); state && std::string_view(state) == "off")
    return {};
  if (const char *own = std::getenv("COTANGENT_CACHE_DIR"); own && *own)
    return own;
  if (const char *caches = std::getenv("XDG_CACHE_HOME"); caches && *caches)
    return fs::path(caches) / "cotangent";
  const char *home = std::getenv("HOME");
  return home && *home ? fs::path(home) / ".cache" / "cotangent" : fs::path();
}

int64_t limit_in_bytes() {
  const char *given = std::getenv("COTANGENT_CACHE_SIZE");
  int64_t mebibytes = given ? std::atoll(given) : 512;
  return std::max<int64_t>(mebibytes, 0) << 20;
}

std::string digest(llvm::StringRef bytes) {
  llvm::BLAKE3 hash;
  hash.update(bytes);
  auto result = hash.final<16>();
  return llvm::toHex(llvm::ArrayRef<uint8_t>(result), true);
}

struct Entry {
  fs::path path;
  int64_t bytes;
  fs::file_time_type used;
};

std::vector<Entry> entries() {
  std::vector<Entry> found;
  std::error_code ignored;
  fs::path where = folder();
  if (where.empty())
    return found;
  for (const fs::directory_entry &entry : fs::directory_iterator(where, ignored)) {
    std::error_code fault;
    auto bytes = entry.file_size(fault);
    auto used = fault ? fs::file_time_type() : entry.last_write_time(fault);
    if (!fault && entry.path().extension() == ".o")
      found.push_back({entry.path(), static_cast<int64_t>(bytes), used});
  }
  return found;
}

/// The files that were not used for the longest time go first.
void shrink() {
  std::vector<Entry> all = entries();
  int64_t total = 0;
  for (const Entry &entry : all)
    total += entry.bytes;
  int64_t limit = limit_in_bytes();
  if (total <= limit)
    return;
  std::ranges::sort(all, [](const Entry &first, const Entry &second) { return first.used < second.used; });
  for (const Entry &entry : all) {
    if (total <= limit * 3 / 4)
      break;
    std::error_code ignored;
    fs::remove(entry.path, ignored);
    total -= entry.bytes;
  }
}

} // namespace

std::string object_key(llvm::ArrayRef<char> program, llvm::ArrayRef<std::string> settings) {
  static const std::string vector_functions =
      digest(llvm::StringRef(reinterpret_cast<const char *>(vector_bitcode), vector_bitcode_size));
  llvm::BLAKE3 hash;
  auto add = [&](llvm::StringRef part) {
    hash.update(part);
    hash.update(llvm::StringRef("\0", 1));
  };
  add(format);
  add(LLVM_VERSION_STRING);
  add(vector_functions);
  for (const std::string &setting : settings)
    add(setting);
  hash.update(llvm::StringRef(program.data(), program.size()));
  auto result = hash.final<20>();
  return llvm::toHex(llvm::ArrayRef<uint8_t>(result), true);
}

// A file holds the digest of its contents in front of them.
std::unique_ptr<llvm::MemoryBuffer> find_object(const std::string &key) {
  fs::path where = folder();
  if (where.empty())
    return nullptr;
  fs::path path = where / (key + ".o");
  auto file = llvm::MemoryBuffer::getFile(path.string(), false, false);
  constexpr size_t digest_length = 32;
  if (!file || (*file)->getBufferSize() <= digest_length)
    return nullptr;
  llvm::StringRef object = (*file)->getBuffer().drop_front(digest_length);
  if (digest(object) != (*file)->getBuffer().take_front(digest_length))
    return nullptr;
  std::error_code ignored;
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  return llvm::MemoryBuffer::getMemBufferCopy(object, "program");
}

void keep_object(const std::string &key, llvm::StringRef object) {
  fs::path where = folder();
  if (where.empty() || static_cast<int64_t>(object.size()) > limit_in_bytes() / 4)
    return;
  std::error_code fault;
  fs::create_directories(where, fault);
  fs::path path = where / (key + ".o");
  static std::atomic<unsigned> number = 0;
  fs::path draft = where / (key + "." + std::to_string(::getpid()) + "." + std::to_string(number++) + ".tmp");
  {
    std::ofstream out(draft, std::ios::binary);
    out << digest(object);
    out.write(object.data(), static_cast<std::streamsize>(object.size()));
    if (!out.flush()) {
      fs::remove(draft, fault);
      return;
    }
  }
  fs::rename(draft, path, fault);
  if (fault)
    fs::remove(draft, fault);
  shrink();
}

CacheFacts cache_facts() {
  CacheFacts facts{folder().string(), 0, 0};
  for (const Entry &entry : entries()) {
    ++facts.files;
    facts.bytes += entry.bytes;
  }
  return facts;
}

CacheFacts clear_cache() {
  CacheFacts facts = cache_facts();
  std::error_code ignored;
  for (const Entry &entry : entries())
    fs::remove(entry.path, ignored);
  return facts;
}

} // namespace cotangent::execute
