// The header of .npy files: magic, version, and a Python dictionary that says what follows.
#pragma once

#include "runtime/arrays/array.h"

#include <span>
#include <string>
#include <string_view>

namespace cotangent {

struct NpyHeader {
  std::string description; // type string: "<f4"
  bool fortran_order = false;
  Shape shape;
  size_t size = 0; // of the header with all that stands before it: where the data begin
};

/// Throws Error [bad-npy] if the bytes do not begin with a header of a plain array; `name` is the file's.
NpyHeader parse_npy_header(std::span<const std::byte> bytes, const std::string &name);

/// Version 1.0, C order, padded so that the data are aligned to 64.
std::string npy_header(std::string_view description, const Shape &shape, const std::string &name);

[[noreturn]] void refuse_npy(const std::string &name, const std::string &reason);

} // namespace cotangent
