#!/usr/bin/env bash
# Ways to build a program with a request: link.sh BUILD_FOLDER WORK_FOLDER CLANG
# In one step, compiled and linked apart, as a shared library, and without the plugin, which must say so.
source "$(dirname "${BASH_SOURCE[0]}")/../support/tool_checks.sh" link "$1" "$2"
include=$1/include
clang=$3
# refuses TEXT COMMAND...: fails with TEXT
refuses() { local text=$1; shift; ! "$@" >output 2>&1 && grep -qF -- "$text" output || fail "refusal '$text' of: $*"; }

cat >library.cpp <<'CODE'
#include <cotangent/autodiff.h>
#include <cmath>
#include <vector>
static double energy(const std::vector<double>& x) {
  double sum = 0;
  for (double value : x) sum += std::exp(value) * value;
  return sum;
}
double slope(double x) { return cotangent::gradient(energy, std::vector<double>{x, 1.0})[0]; }
CODE
cat >library_split.cpp <<'CODE'
#include <cotangent/autodiff.h>
double slope_of_square(double x) {
  auto [value, pull] = cotangent::vjp([](double y) { return y * y; }, x);
  return pull(1.0);
}
CODE
cat >main.cpp <<'CODE'
double slope(double), slope_of_square(double);
int main() { return slope(0.0) == 1 && slope_of_square(3.0) == 6 ? 0 : 1; }
CODE

for level in -O0 -O2 "-O1 -g"; do
  # shellcheck disable=SC2086
  {
    works "$bin/cotangent-c++" $level library.cpp library_split.cpp main.cpp -o program
    works ./program
    for file in library library_split main; do
      works "$bin/cotangent-c++" $level -c $file.cpp -o $file.o
    done
    works "$bin/cotangent-c++" library.o library_split.o main.o -o program
    works ./program
    # A static library, and a main program that another compiler made.
    works ar rcs libslopes.a library.o library_split.o
    works "$clang" $level -c main.cpp -o main.o
    works "$bin/cotangent-c++" main.o libslopes.a -o program
    works ./program
    # A shared library is complete: whoever links it needs nothing of the project.
    works "$bin/cotangent-c++" $level -shared -fPIC library.cpp library_split.cpp -o libslopes.so
    works "$clang" main.o -L. -l:libslopes.so -Wl,-rpath,"$work" -o program
    works ./program
  }
done

# Without the plugin nothing defines the marker, and its name says why.
rm -f program
refuses "cotangent_plugin_missing_build_with_cotangent_cxx_reverse" \
  "$clang" -std=c++20 -I "$include" library.cpp library_split.cpp main.cpp -o program
works "$clang" -std=c++20 -I "$include" -O1 -c library.cpp -o library.o
works "$clang" -std=c++20 -I "$include" -O1 -c library_split.cpp -o library_split.o
refuses "cotangent_plugin_missing_build_with_cotangent_cxx_reverse" "$clang" main.o library.o library_split.o -o program
refuses "cotangent_plugin_missing_build_with_cotangent_cxx_augmented" \
  "$bin/cotangent-c++" main.o library.o library_split.o -o program
works test ! -e program

finish
