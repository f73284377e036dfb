// expect-error: cotangent: [bad-annotation] the numbers in classes derived from 'Law' are not visible; give ct::shadow_traits for it a for_each
#include <cotangent/autodiff.h>
#include <memory>
#include <vector>

struct Law {
  virtual ~Law() = default;
  double scale = 1;
};
struct Spring : Law {
  double stiffness = 1;
};
template <> struct cotangent::shadow_traits<Law> {
  static std::unique_ptr<Law> make_zero_object(const Law &) { return std::make_unique<Spring>(); }
};
struct Model {
  std::unique_ptr<Law> law;
};

Model make(const std::vector<double> &x) {
  auto spring = std::make_unique<Spring>();
  spring->stiffness = x[0];
  Model model;
  model.law = std::move(spring);
  return model;
}

int main() {
  auto [model, pull] = cotangent::vjp(make, std::vector<double>{1});
  auto seed = cotangent::make_zero(model);
  return static_cast<int>(pull(std::move(seed)).size());
}
