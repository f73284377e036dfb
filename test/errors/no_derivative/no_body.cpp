// The requested function itself is in another file.
// expect-error: no_body.cpp:9:25: error: cotangent: [no-derivative]
// expect-error: no derivative is known for 'measure(double)'
// expect-error: -flto
#include <cotangent/autodiff.h>

double measure(double);

int main() { return int(cotangent::gradient(measure, 2.0)); }
