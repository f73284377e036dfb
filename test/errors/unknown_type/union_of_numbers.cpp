// A union of floats, doubles and integers, copied as a run of unknown length: no element says what it holds.
// expect-error: cotangent: [unknown-type] this copy or fill moves bytes that hold floating values in one place and pointers or other types in another
// expect-error: copy numbers with std::copy or a loop, whose types say what is moved, and structs member by member
#include <cotangent/autodiff.h>
#include <cstring>
union Cell { double number; int small[2]; float pair[2]; };
double sum(const Cell* from, const int* kinds, unsigned long count) {
  Cell cells[8];
  std::memcpy(cells, from, count * sizeof(Cell));
  double total = 0;
  for (unsigned long i = 0; i < count; ++i)
    if (kinds[i] == 0) total += cells[i].number;
    else if (kinds[i] == 1) total += cells[i].pair[0] * cells[i].pair[1];
    else total *= cells[i].small[1];
  return total;
}
int main(int count, char**) {
  namespace ct = cotangent;
  Cell x[3] = {{2.0}, {3.0}, {4.0}}, dx[3] = {};
  x[1].pair[0] = 3; x[1].pair[1] = 5; x[2].small[1] = 2;
  int kinds[3] = {0, 1, 2};
  ct::autodiff(ct::reverse, sum, ct::Duplicated{x, dx}, ct::Const{kinds}, ct::Const{2ul + count});
  __builtin_printf("%g %g %g (2 10 6)\n", dx[0].number, dx[1].pair[0], dx[1].pair[1]);
}
