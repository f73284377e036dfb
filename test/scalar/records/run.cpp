#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "check_gradient.h"

namespace {

struct Record {
  int id;
  std::string name;
  double value;
  std::vector<double> weights;
};
double records_with_strings(const double* x, int n) {
  std::vector<Record> records;
  for (int i = 0; i < n; ++i) records.push_back({i, "n" + std::string(9 * i, 'x'), x[i], {x[i], x[0] * x[i]}});
  std::swap(records[0], records[n - 1]);
  records.erase(records.begin() + 1);
  auto copy = records;
  double sum = 0;
  for (const Record& record : copy) {
    sum += record.value * record.weights[1] * (record.id + 1) + static_cast<double>(record.name.size()) * record.weights[0];
  }
  return sum;
}

double text_of_values(const double* x, int) {
  std::ostringstream stream;
  stream << "x[0] = " << x[0] << '\n';
  const double product = x[0] * x[1];
  stream << product;
  const std::string text = std::to_string(product);
  return stream.str().empty() || text.empty() ? 0 : product * product;
}

// An array inside a record is written and read at indices that depend on data, and the record is moved in between.
struct Flagged {
  double values[2] = {0, 0};
  bool flag = true;
  double last = 1;
};
int pick(double value, int count) { return static_cast<int>(value * 7) % count; }
double exchanged_records(const double* x, int) {
  Flagged b, c;
  b.values[pick(x[1], 2)] = x[0] * x[0];
  c.values[pick(x[1], 2)] = x[1];
  Flagged t = b;
  b = c;
  c = t;
  return c.values[0] + 2 * c.values[1] + b.values[pick(x[1], 2)] * x[0];
}

}  // namespace

TEST_CASE("records with an array and a flag are exchanged") {
  check_gradient<exchanged_records>({0.5, 1.75});  // element 0
  check_gradient<exchanged_records>({0.5, 0.75});  // element 1
}

TEST_CASE("records with strings") { check_gradient<records_with_strings>({0.5, 1.5, 0.75}); }

TEST_CASE("the text of a value carries no derivative") { check_gradient<text_of_values>({0.5, 1.5}); }
