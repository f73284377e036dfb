// A leaf that cannot be traced is named by its path.
// expect-error: cotangent: [TracedType] argument 1.view of type 'cotangent::ConcreteArray<float, 1> *' leads to arrays
// but cannot be traced expect-error: use std::unique_ptr or std::shared_ptr
#include <cotangent/tensor.h>

namespace ct = cotangent;

struct View {
  ct::ConcreteArray<float, 1> *view;
};

int main() {
  ct::compile([](const auto &x, const auto &) { return x; }, ct::ConcreteArray<float, 1>(), View());
}
