// expect-error: cotangent: [bad-annotation] ct::Seed holds 'std::basic_string<char>'; the return needs 'double'
#include <cotangent/autodiff.h>

double square(double x) { return x * x; }

int main() { cotangent::autodiff(cotangent::reverse, square, cotangent::Active{3.0}, cotangent::Seed{std::string("1")}); }
