// A copy of bytes that nothing in the function reads as a type.
// expect-error: cotangent: [unknown-type]
// expect-error: copy the members of the struct one by one, or use the memory as its type somewhere in the function
#include <cotangent/autodiff.h>
#include <cstring>

void copy(void* to, const void* from, unsigned long bytes) { std::memcpy(to, from, bytes); }

int main(int count, char**) {
  namespace ct = cotangent;
  double x[2] = {2, 3}, dx[2] = {}, y[2] = {}, dy[2] = {1, 1};
  ct::autodiff(ct::reverse, copy, ct::Duplicated<void*>{y, dy}, ct::Duplicated<const void*>{x, dx}, ct::Const{8ul * count});
}
