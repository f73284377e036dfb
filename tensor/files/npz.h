// NumPy's .npz files: zip containers of .npy files.
#pragma once

#include "runtime/arrays/array.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

struct zip; // of libzip

namespace cotangent {

/// An .npz file that is being read. Every failure is an Error [bad-npz] with path and reason, what is wrong with an
/// array in it [bad-npy], both [too-large].
class NpzReader {
public:
  explicit NpzReader(const std::string &path);

  /// Of the arrays, without ".npy", in the order of the file; other files in the container do not count.
  const std::vector<std::string> &names() const { return names_; }
  bool contains(const std::string &name) const;
  /// `wanted`: as for read_npy.
  Array read(const std::string &name, std::optional<ElementType> wanted = {}) const;

private:
  std::string path_;
  std::shared_ptr<::zip> container_;
  std::vector<std::string> names_;
};

struct NpzEntry {
  std::string name;
  Array array;
};

/// Stores the arrays uncompressed. The file appears as a whole or not at all, and equal arrays make equal files. Throws
/// Error [bad-npz].
void write_npz(const std::string &path, std::span<const NpzEntry> entries);

} // namespace cotangent
