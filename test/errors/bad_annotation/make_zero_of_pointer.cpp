// expect-error: cotangent: [bad-annotation] make_zero met 'double *', which refers to memory it does not own
// expect-error: make_zero_of_pointer.cpp:12:
#include <cotangent/autodiff.h>

struct View {
  double* data;
  int size;
};

int main() {
  double value = 1.0;
  View shadow = cotangent::make_zero(View{&value, 1});
  static_cast<void>(shadow);
}
