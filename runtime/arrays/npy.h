// NumPy's .npy files.
#pragma once

#include "runtime/arrays/array.h"

#include <optional>
#include <span>
#include <string>

namespace cotangent {

/// Reads format versions 1 to 3, of either byte order, in C or Fortran order (the array is row-major in any case).
///
/// Types that NumPy lacks need `wanted`, because files hold them as raw bytes: bf16 as `V2`, those of 8 bits and less
/// as `V1`, one to a byte. Integers of 2 and 4 bits may also be `i1` and `u1`; each value must fit. Without `wanted`
/// the type is the file's.
///
/// Every failure is an Error [bad-npy] with path and reason, or [too-large]; the file's size bounds the memory taken.
Array read_npy(const std::string &path, std::optional<ElementType> wanted = {});

/// The same for the contents of a file; `name` stands for the path in errors.
Array read_npy_bytes(std::span<const std::byte> bytes, const std::string &name, std::optional<ElementType> wanted = {});

/// Writes version 1.0, little endian, in C order. The file appears as a whole or not at all. Throws Error [bad-npy].
void write_npy(const Array &array, const std::string &path);

/// The type string that files hold for a type: "<f4", "|V2".
std::string npy_description(ElementType type);

} // namespace cotangent
