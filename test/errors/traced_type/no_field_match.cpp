// A struct whose parameters do not decide the types of its fields.
// expect-error: cotangent: [NoFieldMatch] argument 0.layers[...]: the template parameters of 'Fixed' do not give the
// types expect-error: field 'weight': derived type 'cotangent::TracedArray<float, 2>', existing type
// 'cotangent::ConcreteArray<float, 2>' expect-error: field 'bias': derived type 'cotangent::TracedArray<float, 1>',
// existing type 'cotangent::ConcreteArray<float, 1>' expect-error: no_field_match.cpp:
#include <cotangent/tensor.h>

namespace ct = cotangent;

struct Fixed {
  ct::ConcreteArray<float, 2> weight;
  int count;
  ct::ConcreteArray<float, 1> bias;
};
template <class Layer> struct Network {
  std::vector<Layer> layers;
};

int main() {
  ct::compile([](const auto &network) { return network.layers[0].bias; }, Network<Fixed>());
}
