// Forward mode asks for the same.
// expect-error: forward_mode.cpp:7:38: error: cotangent: [no-derivative] no derivative is known for 'measure(double)'
#include <cotangent/autodiff.h>

double measure(double);

double scaled(double x) { return x * measure(x); }

int main() { cotangent::autodiff(cotangent::forward, scaled, cotangent::Duplicated{2.0, 1.0}); }
