#include "tensor/execute/vector_bitcode.h"

namespace cotangent::execute {

alignas(16) const unsigned char vector_bitcode[] = {
#embed "vector_math.bc"
};
const size_t vector_bitcode_size = sizeof vector_bitcode;

} // namespace cotangent::execute
