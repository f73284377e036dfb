// expect-error: cotangent: [bad-annotation] ct::autodiff runs both halves at once
#include <cotangent/autodiff.h>

double square(double x) { return x * x; }

int main() { cotangent::autodiff(cotangent::reverse_split, square, cotangent::Active{3.0}); }
