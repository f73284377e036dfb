// A goto whose target is read from a table.
// expect-error: cotangent: [unsupported]
// expect-error: computed_goto.cpp:
#include <cotangent/autodiff.h>

double walk(double x, const int* steps) {
  static void* const targets[] = {&&add, &&multiply, &&end};
  double y = x;
  goto *targets[*steps];
add:
  y += x;
  goto *targets[*++steps];
multiply:
  y *= x;
  goto *targets[*++steps];
end:
  return y;
}

int main() {
  namespace ct = cotangent;
  int steps[] = {0, 1, 1, 0, 2};
  auto [dx] = ct::autodiff(ct::reverse, walk, ct::Active{2.0}, ct::Const{steps});
  return int(dx);
}
