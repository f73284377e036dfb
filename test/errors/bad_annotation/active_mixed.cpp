// A struct that holds a vector cannot be returned by value as an adjoint: the field is named.
// expect-error: cotangent: [bad-annotation] argument 1 ('Model')
// expect-error: 'Model.layer.weights' (std::vector<double>) is behind a pointer; use ct::MixedDuplicated or ct::Duplicated
// expect-error: active_mixed.cpp:22:
#include <cotangent/autodiff.h>

namespace ct = cotangent;

struct Layer {
  int size;
  std::vector<double> weights;
};
struct Model {
  double scale;
  Layer layer;
};

double apply(const Model& model, double x) { return model.scale * model.layer.weights[0] * x; }

int main() {
  Model model{2.0, {1, {3.0}}};
  ct::autodiff(ct::reverse, apply, ct::Active{model}, ct::Active{1.0});
}
