// expect-warning: loop_that_may_be_empty.cpp:14:20: warning: cotangent: [no-derivative] no derivative is known for 'measure(double)'
// expect-warning: loop_that_may_be_empty.cpp:22:3: the derivative is asked for here
// reject-error: 'rarely(double)'
#include <cotangent/autodiff.h>

#include <vector>

double measure(double);
double rarely(double);

double model(const std::vector<double>& x) {
  double sum = 0;
  for (double value : x) {
    sum += value * measure(value);
    if (value > 10)
      sum += rarely(value);  // may never run: the user knows that there is a condition
  }
  return sum;
}

void ask(const std::vector<double>& x, std::vector<double>& dx) {
  cotangent::autodiff(cotangent::reverse, model, cotangent::Duplicated{x, dx});
}
