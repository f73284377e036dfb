// One pointer that may be a differentiated argument or a constant one.
// expect-error: cotangent: [mixed-activity] memory that may belong to a constant argument or to a differentiated one is used through one pointer
// expect-error: annotate both arguments as ct::Duplicated, the constant one with a shadow of zeros that is not looked at afterwards
#include <cotangent/autodiff.h>

double choose(double* x, double* table, int which) {
  double* p = which ? x : table;
  p[0] *= x[1];
  return p[0] * p[1];
}

int main(int count, char**) {
  namespace ct = cotangent;
  double x[2] = {2, 3}, dx[2] = {}, table[2] = {1, 1};
  ct::autodiff(ct::reverse, choose, ct::Duplicated{x, dx}, ct::Const{table}, ct::Const{count - 1});
}
