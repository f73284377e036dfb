// expect-error: cotangent: [bad-annotation] make_zero cannot see the fields of 'Account'; specialise ct::shadow_traits for it
#include <cotangent/autodiff.h>

class Account {
 public:
  Account() = default;
  double sum() const { return entries_[0]; }

 private:
  std::vector<double> entries_{1.0};
};

int main() { cotangent::make_zero(Account()); }
