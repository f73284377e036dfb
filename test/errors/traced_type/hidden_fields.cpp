// A class that is no aggregate and does not name its fields.
// expect-error: cotangent: [TracedType] argument 0 of type 'Layer<cotangent::ConcreteArray<float, 1>>' leads to arrays
// but cannot be traced expect-error: COTANGENT_FIELDS(...)
#include <cotangent/tensor.h>

namespace ct = cotangent;

template <class Array> class Layer {
public:
  Layer() = default;
  const Array &weight() const { return weight_; }

private:
  Array weight_;
};

int main() {
  ct::compile([](const auto &layer) { return layer.weight(); }, Layer<ct::ConcreteArray<float, 1>>());
}
