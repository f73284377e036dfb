// The bytes of a number, changed one by one.
// expect-error: cotangent: [unsupported] the bits of a differentiated value are changed by integer operations
#include <cotangent/autodiff.h>
#include <cstring>

double without_last_bit(double x) {
  unsigned char bytes[sizeof x];
  std::memcpy(bytes, &x, sizeof x);
  bytes[0] &= 0xfe;
  double rounded;
  std::memcpy(&rounded, bytes, sizeof x);
  return rounded * x;
}

int main() { return int(cotangent::gradient(without_last_bit, 4.0)); }
