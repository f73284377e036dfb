// An exception that leaves a recursive function and is caught outside.
// expect-error: [unsupported] an exception that leaves a recursive function and is caught by its caller cannot be run backwards
// expect-error: return an error code from the recursion, or catch the exception inside it
#include <cotangent/autodiff.h>

double descend(double x, int depth) {
  if (x > 100) throw depth;
  return depth ? x * descend(x * x, depth - 1) + descend(x + 1, depth - 1) : x;
}
double guarded(double x) {
  double y = x;
  try {
    y *= descend(x, 3);
  } catch (int depth) {
    y += depth * x;
  }
  return y;
}

int main() { return int(cotangent::gradient(guarded, 4.0)); }
