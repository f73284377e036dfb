// Differentiated values that go through variable arguments.
// expect-error: variadic.cpp:15:38: error: cotangent: [no-derivative] no derivative is known for 'total(int, ...)'
#include <cotangent/autodiff.h>
#include <cstdarg>

double total(int count, ...) {
  va_list list;
  va_start(list, count);
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += va_arg(list, double);
  va_end(list);
  return sum;
}

double polynomial(double x) { return total(3, 1.0, x, x * x); }

int main() { return int(cotangent::gradient(polynomial, 4.0)); }
