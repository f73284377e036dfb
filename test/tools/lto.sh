#!/usr/bin/env bash
# The request in one file, the function in another, -flto: lto.sh BUILD_FOLDER WORK_FOLDER
source "$(dirname "${BASH_SOURCE[0]}")/../support/tool_checks.sh" lto "$1" "$2"
# prints TEXT COMMAND...: succeeds and its output is TEXT
prints() { local text=$1; shift; "$@" >output 2>&1 && [ "$(cat output)" = "$text" ] || fail "'$text' from: $*"; }
# refuses TEXT COMMAND...: fails with TEXT
refuses() { local text=$1; shift; ! "$@" >output 2>&1 && grep -qF -- "$text" output || fail "refusal '$text' of: $*"; }

cat >request.cpp <<'CODE'
#include <cotangent/autodiff.h>
#include <cstdio>
namespace ct = cotangent;
double energy(const double* x, int n);
double weight(double);
double local(double x) { return weight(x) * x; }
int main() {
  double x[3] = {1, 2, 3}, dx[3] = {};
  ct::autodiff(ct::reverse, energy, ct::Duplicated{x, dx}, 3);
  auto [tangent] = ct::autodiff(ct::forward, local, ct::Duplicated{3.0, 1.0});
  auto [value, pull] = ct::vjp(local, 3.0);
  std::printf("%g %g %g, %g, %g\n", dx[0], dx[1], dx[2], tangent, pull(1.0));
}
CODE
cat >function.cpp <<'CODE'
#include <vector>
double weight(double x) { return x * x; }
double energy(const double* x, int n) {
  std::vector<double> squares(x, x + n);
  for (double& value : squares) value *= value;
  double sum = 0;
  for (double value : squares) sum += weight(value) / 2;
  return sum;
}
CODE
answer="2 16 54, 27, 27"

for level in -O0 -O2; do
  works "$bin/cotangent-c++" $level -flto -c request.cpp -o request.o
  works "$bin/cotangent-c++" $level -flto -c function.cpp -o function.o
  works "$bin/cotangent-c++" $level -flto request.o function.o -o program
  prints "$answer" ./program
  works "$bin/cotangent-c++" $level -flto function.cpp request.cpp -o program
  prints "$answer" ./program
  works ar rcs libfunction.a function.o
  works "$bin/cotangent-c++" $level -flto request.o libfunction.a -o program
  prints "$answer" ./program
  # What is missing is still said, when the last file has been seen.
  rm -f program
  refuses "[no-derivative] no derivative is known for 'energy(double const*, int)'" \
    "$bin/cotangent-c++" $level -flto request.o -o program
  refuses "request.cpp:9:3" "$bin/cotangent-c++" $level -flto request.o -o program
  works test ! -e program
  # And without -flto where it is found.
  refuses "[no-derivative] no derivative is known for 'weight(double)'" "$bin/cotangent-c++" $level -c request.cpp
done

finish
