#!/usr/bin/env bash
# -fcotangent-explain, cotangent explain, cotangent rules: explain.sh BUILD_FOLDER WORK_FOLDER
source "$(dirname "${BASH_SOURCE[0]}")/../support/tool_checks.sh" explain "$1" "$2"
# prints TEXT COMMAND...: succeeds and its output contains TEXT
prints() { local text=$1; shift; "$@" >output 2>&1 && grep -qF -- "$text" output || fail "'$text' in: $*"; }
# refuses STATUS TEXT COMMAND...: ends with STATUS and TEXT
refuses() { local status=$1 text=$2; shift 2; "$@" >output 2>&1; [ $? -eq "$status" ] && grep -qF -- "$text" output || fail "refusal '$text' of: $*"; }
# says TEXT: the output of the last command contains TEXT
says() { grep -qF -- "$1" output || fail "'$1'"; }
# holds CHECK: Python on `d`, the objects that the lines of the output are
holds() { python3 -c "import json, sys; d = [json.loads(line) for line in open('output')]; sys.exit(0 if $1 else 1)" || fail "$1"; }

cat >sums.cpp <<'CODE'
#include <cmath>
#include <cotangent/autodiff.h>
namespace ct = cotangent;
static double memory[4];
[[gnu::noinline]] void keep(double x, int i) { memory[i] = x * x; }
double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}
double chain(double x, int n) {
  double y = x;
  for (int i = 0; i < n; ++i)
    y = std::sin(y) * y;
  return y;
}
double stored(double x, int n) {
  for (int i = 0; i < n; ++i)
    keep(x + i, i & 3);
  return memory[0] * memory[3];
}
int main() {
  double a[3] = {1, 2, 3}, da[3] = {}, b[3] = {4, 5, 6};
  ct::autodiff(ct::reverse, dot, ct::Duplicated{a, da}, ct::Const{b}, ct::Const{3});
  double first = ct::gradient(chain, 0.5, ct::Const{3});
  double second = ct::gradient(stored, 0.5, ct::Const{8});
  double third = ct::gradient([](double x) { return x * x; }, 0.5);
  return first + second + third + da[0] > 0 ? 0 : 1;
}
CODE

for level in -O0 "-O2 -g"; do
  # shellcheck disable=SC2086
  "$bin/cotangent" explain sums.cpp -- $level >output 2>messages || fail "explain $level"
  [ -s messages ] && fail "no messages with $level"
  says "sums.cpp:25:3: derivative of dot(double const*, double const*, int): reverse, width 1"
  says "loop sums.cpp:8:3: each iteration runs forward and at once backwards"
  says "sums.cpp:26:18: derivative of chain(double, int): reverse, width 1"
  says "loop sums.cpp:14:3: taped, 16 bytes per iteration (array), not forward and at once backwards: "
  says 'saved sums.cpp:15:9: result of sin `std::sin(y)`, 8 bytes per iteration of the loop in line 14: it costs a call'
  says "derivative of stored(double, int)"
  says "globals with a hidden shadow: memory"
  says "operator()(double) const"
  says "rules: fmul sin"
done
says "argument 2 (b) constant" # names come with -g

# Loops over containers: their length is known, whatever the constructor and the library functions in the body do.
cat >vectors.cpp <<'CODE'
#include <cmath>
#include <vector>
#include <cotangent/autodiff.h>
namespace ct = cotangent;
using Vector = std::vector<double>;
double total(const Vector &v) {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    sum += std::exp(v[i]);
  return std::log(sum);
}
double mixture(const Vector &x, int count, int points) {
  Vector terms(count);
  double sum = 0;
  for (int i = 0; i < points; ++i) { // line 15
    for (int k = 0; k < count; ++k)
      terms[k] = x[k] * i;
    sum += total(terms);
  }
  return sum;
}
double residuals(const Vector &x, const Vector &data) {
  double sum = 0;
  for (double value : data) { // line 24
    double error = std::exp(x[0] * value);
    sum += error * error;
  }
  return sum;
}
int main() {
  Vector x{1, 2};
  return ct::gradient(mixture, x, ct::Const{2}, ct::Const{3})[0] + ct::gradient(residuals, x, ct::Const{x})[0] > 0 ? 0 : 1;
}
CODE
for level in -O0 -O2; do
  "$bin/cotangent" explain vectors.cpp -- $level >output 2>messages || fail "explain vectors.cpp $level"
  says "loop vectors.cpp:15:3: each iteration runs forward and at once backwards"
  says "loop vectors.cpp:24:21: each iteration runs forward and at once backwards"
done
"$bin/cotangent" explain sums.cpp -- -O2 -g >output 2>messages || fail "explain sums.cpp again"

"$bin/cotangent-c++" -O1 -fcotangent-explain=json -c sums.cpp -o sums.o 2>output || fail "-fcotangent-explain=json"
while read -r line; do python3 -m json.tool >/dev/null <<<"$line" || fail "JSON: $line"; done <output
chain="[x for x in d if x['function'] == 'chain(double, int)'][0]"
holds "len(d) == 4 and all(x['mode'] == 'reverse' and x['width'] == 1 for x in d)"
holds "[x['line'] for x in d] == sorted(x['line'] for x in d)"
holds "[a['active'] for a in d[0]['arguments']] == [True, False, False]"
holds "d[0]['loops'][0]['form'] == 'fused' and d[0]['saved'] == []"
holds "$chain['loops'][0]['bytes_per_iteration'] == 16"
holds "sorted(v['bytes'] for v in $chain['saved']) == [8, 8]"
holds "$chain['symbol'] == '_Z5chaindi' and $chain['rules'] == ['fmul', 'sin']"
cp output first
"$bin/cotangent" explain --json sums.cpp -- -O1 >output 2>/dev/null
cmp -s first output || fail "the same text twice"

# C sources, and what goes wrong.
cat >square.c <<'CODE'
double __enzyme_autodiff(void *, ...);
static double square(double x) { return x * x; }
double derivative(double x) { return __enzyme_autodiff((void *)square, x); }
CODE
prints "square.c:3:38: derivative of square: reverse, width 1" "$bin/cotangent" explain square.c
echo "int x;" >none.cpp
prints "no derivative is asked for" "$bin/cotangent" explain none.cpp
echo 'int wrong = ;' >wrong.cpp
refuses 1 "expected expression" "$bin/cotangent" explain wrong.cpp
refuses 1 "there is no file missing.cpp" "$bin/cotangent" explain missing.cpp
refuses 2 "file is required" "$bin/cotangent" explain
for command in explain rules doctor version; do prints "--help" "$bin/cotangent" "$command" --help; done

prints "atan2" "$bin/cotangent" rules
"$bin/cotangent" rules --json >output && python3 -m json.tool output >/dev/null || fail "JSON of the rules"
python3 -c "import json; d = json.load(open('output')); sin = [r for r in d if r['name'] == 'sin'][0]; assert sin['partials'] == ['a'] and len(d) > 50" || fail "the rule of sin"
python3 -c "import json; d = json.load(open('output')); r = [r for r in d if r['name'] == 'stablehlo.multiply'][0]; assert r['engine'] == 'tensor' and r['rules'] == 'forward, transpose'" || fail "the rule of stablehlo.multiply"

finish
