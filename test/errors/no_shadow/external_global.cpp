// A variable of another file has no shadow.
// expect-error: external_global.cpp:9:1: error: cotangent: [no-shadow] the global variable 'state' carries differentiated values but is defined in another file, so it has no shadow
// expect-error: pass a reference to it as ct::Duplicated, or define it in this file
#include <cotangent/autodiff.h>

extern double state;

double power(double x, int n) {
  for (int i = 0; i < n; ++i) state = state * x;
  return state;
}

int main() { return int(cotangent::gradient(power, 2.0, 3)); }
