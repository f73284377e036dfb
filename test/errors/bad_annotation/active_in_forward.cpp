// expect-error: cotangent: [bad-annotation] argument 1 ('double'): ct::Active is for reverse mode; in forward mode use ct::Duplicated
#include <cotangent/autodiff.h>

double square(double x) { return x * x; }

int main() { cotangent::autodiff(cotangent::forward, square, cotangent::Active{3.0}); }
