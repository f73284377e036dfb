// The vector functions (tensor/vector_math) as LLVM bitcode, part of the library.
#pragma once

#include <cstddef>

namespace cotangent::execute {

extern const unsigned char vector_bitcode[];
extern const size_t vector_bitcode_size;

} // namespace cotangent::execute
