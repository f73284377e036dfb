// Packed records of nine bytes, copied through a buffer of characters with a length known at run time only: where the numbers lie is not known.
// expect-error: cotangent: [unknown-type] this copy or fill moves bytes that hold floating values in one place and pointers or other types in another
#include <cotangent/autodiff.h>
#include <cstring>
struct [[gnu::packed]] Record { char kind; double value; };
double sum(const Record* from, unsigned long bytes) {
  char copy[64];
  std::memcpy(copy, from, bytes);
  double total = 0;
  for (unsigned long i = 0; i + sizeof(Record) <= bytes; i += sizeof(Record)) {
    Record record;
    std::memcpy(&record, copy + i, sizeof(Record));
    if (record.kind) total += record.value * record.value;
  }
  return total;
}
int main(int count, char**) {
  namespace ct = cotangent;
  Record x[2] = {{1, 2.0}, {1, 3.0}}, dx[2] = {};
  ct::autodiff(ct::reverse, sum, ct::Duplicated{x, dx}, ct::Const{sizeof(Record) * (1ul + count)});
}
