// Half precision is exchanged as an integer of sixteen bits.
// expect-error: cotangent: [unsupported]
// expect-error: atomic
// expect-error: the derivative is asked for here
#include <cotangent/autodiff.h>
#include <atomic>

double replaced(double x) {
  std::atomic<_Float16> held{static_cast<_Float16>(x)};
  _Float16 old = held.load();
  held.compare_exchange_strong(old, static_cast<_Float16>(2 * x));
  return held.load() * x;
}

int main() { return int(cotangent::gradient(replaced, 3.0)); }
