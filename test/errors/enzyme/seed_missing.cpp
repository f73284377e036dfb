// expect-error: [bad-annotation] a result of several values needs a seed
double __enzyme_autodiff(void *, ...);

struct Point {
  double x, y;
};
static Point circle(double angle) { return {angle * angle, 2 * angle}; }

int main() { return static_cast<int>(__enzyme_autodiff(reinterpret_cast<void *>(circle), 2.0)); }
