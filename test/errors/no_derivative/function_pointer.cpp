// A function that is only known at run time.
// expect-error: cotangent: [no-derivative] no derivative is known for a function that is only known at run time
#include <cotangent/autodiff.h>

using Function = double (*)(double);
Function choose(int);

double apply(double x, int which) { return choose(which)(x) * x; }

int main(int count, char**) { return int(cotangent::gradient(apply, 2.0, count)); }
