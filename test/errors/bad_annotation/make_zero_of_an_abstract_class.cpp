// expect-error: cotangent: [bad-annotation] make_zero cannot tell of which class the object behind a pointer to 'Layer' is; give ct::shadow_traits of it a make_zero_object
#include <cotangent/autodiff.h>
#include <memory>
#include <vector>

struct Layer {
  virtual ~Layer() = default;
  virtual double run(double x) const = 0;
};

int main() {
  std::vector<std::unique_ptr<Layer>> layers;
  auto shadow = cotangent::make_zero(layers);
  return static_cast<int>(shadow.size());
}
