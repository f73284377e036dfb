// The famous square root: bits of a float, computed with integers.
// expect-error: integer_bits.cpp:10:37: error: cotangent: [unsupported] the bits of a differentiated value are changed by integer operations
// expect-error: compute with the floating value, or use std::copysign, std::fabs, std::ldexp, std::frexp
#include <cotangent/autodiff.h>
#include <bit>
#include <cstdint>

double fast_inverse_root(double number) {
  auto bits = std::bit_cast<std::uint64_t>(number);
  bits = 0x5fe6eb50c7b537a9 - (bits >> 1);
  double y = std::bit_cast<double>(bits);
  return y * (1.5 - 0.5 * number * y * y);
}

int main() { return int(cotangent::gradient(fast_inverse_root, 4.0)); }
