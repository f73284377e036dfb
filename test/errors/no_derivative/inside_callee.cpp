// Two calls deep: the notes walk from the place to the request.
// expect-error: inside_callee.cpp:9:37: error: cotangent: [no-derivative] no derivative is known for 'measure(double)'
// expect-error: inside_callee.cpp:11:41: called here
// expect-error: inside_callee.cpp:13:25: the derivative is asked for here
#include <cotangent/autodiff.h>

double measure(double);

double inner(double x) { return 2 * measure(x); }

double outer(double x) { return 3 + 4 * inner(x * x); }

int main() { return int(cotangent::gradient(outer, 2.0)); }
