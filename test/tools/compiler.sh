#!/usr/bin/env bash
# cotangent-c++ and cotangent-cc as a user meets them: compiler.sh BUILD_FOLDER WORK_FOLDER
source "$(dirname "${BASH_SOURCE[0]}")/../support/tool_checks.sh" compiler "$1" "$2"
# quiet COMMAND...: succeeds and prints nothing (so no warning about an unused argument either)
quiet() { "$@" >output 2>&1 && [ ! -s output ] || fail "$*"; }
# prints TEXT COMMAND...: succeeds and its output contains TEXT
prints() { local text=$1; shift; "$@" >output 2>&1 && grep -qF -- "$text" output || fail "'$text' in: $*"; }
# refuses TEXT COMMAND...: fails with TEXT
refuses() { local text=$1; shift; ! "$@" >output 2>&1 && grep -qF -- "$text" output || fail "refusal '$text' of: $*"; }
# lacks TEXT COMMAND...: its output does not contain TEXT
lacks() { local text=$1; shift; "$@" >output 2>&1; ! grep -qF -- "$text" output || fail "no '$text' in: $*"; }

cat >main.cpp <<'CODE'
#include <string>
#include <vector>
int twice(int);
static_assert(__cplusplus >= 202002L);
int main() { std::vector<std::string> words(21); return twice(int(words.size())) - 42; }
CODE
echo 'int twice(int x) { return 2 * x; }' >twice.cpp
echo '#include <math.h>
int main(int n, char** v) { (void)v; return (int)sqrt((double)n) - 1; }' >main.c

# Objects, programs, libraries, at all levels.
for level in -O0 -O1 -O2 -O3 "-O2 -g"; do
  # shellcheck disable=SC2086
  quiet "$bin/cotangent-c++" -Wall -Werror $level -c main.cpp -o main.o
  # shellcheck disable=SC2086
  quiet "$bin/cotangent-c++" -Wall -Werror $level main.o twice.cpp -o program
  works ./program
done
quiet "$bin/cotangent-c++" -Werror -O1 -shared -fPIC twice.cpp -o libtwice.so
quiet "$bin/cotangent-c++" -Werror -O1 main.cpp -L. -ltwice -Wl,-rpath,"$work" -o program
works ./program
for lto in -flto -flto=thin; do
  quiet "$bin/cotangent-c++" -Werror $lto -O2 -c main.cpp -o main.o
  quiet "$bin/cotangent-c++" -Werror $lto -O2 -c twice.cpp -o twice.o
  quiet "$bin/cotangent-c++" -Werror $lto -O2 main.o twice.o -o program
  works ./program
done
quiet "$bin/cotangent-cc" -Werror -O1 main.c -lm -o program
works ./program
quiet "$bin/cotangent-cc" -Werror -std=c11 -c main.c
quiet "$bin/cotangent-c++" -Werror -x c++ -std=c++17 - -o program <<<'static_assert(__cplusplus == 201703L); int main() {}'
works ./program
quiet "$bin/cotangent-cc" -Werror -x c - -o program <<<'int main(void) { return 0; }'

# The plugin is there at every level, and the include folder, the runtime and the linker.
prints "cotangent-plugin.so" "$bin/cotangent-c++" '-###' -O0 -c main.cpp
prints "libcotangent-runtime.a" "$bin/cotangent-c++" '-###' main.cpp
prints "libcotangent-runtime.a" "$bin/cotangent-c++" '-###' -shared main.cpp
prints "--load-pass-plugin=" "$bin/cotangent-c++" '-###' -flto main.o
prints "--load-pass-plugin=" "$bin/cotangent-c++" '-###' main.o
lacks "--load-pass-plugin=" "$bin/cotangent-c++" '-###' -fuse-ld=bfd main.o
lacks "libcotangent-runtime.a" "$bin/cotangent-c++" '-###' -c main.cpp

# Stages and questions without a link.
for stage in -S -E -M -MM -fsyntax-only "-S -emit-llvm"; do
  # shellcheck disable=SC2086
  lacks "warning" "$bin/cotangent-c++" $stage main.cpp -o stage.out
  # shellcheck disable=SC2086
  works "$bin/cotangent-c++" $stage main.cpp -o stage.out
done
prints "clang version 22" "$bin/cotangent-c++" --version
lacks "warning" "$bin/cotangent-c++" --version
prints "clang version 22" "$bin/cotangent-c++" -v
prints "clang version 22" "$bin/cotangent-cc" -v
works "$bin/cotangent-c++" -print-search-dirs
prints "__cplusplus 202002L" "$bin/cotangent-c++" -dM -E -x c++ /dev/null
refuses "no input files" "$bin/cotangent-c++"
refuses "no input files" "$bin/cotangent-c++" -O2

# Response files, with and without flags of the project.
echo '-O1 -c "main.cpp" -o response.o' >plain.rsp
quiet "$bin/cotangent-c++" -Werror @plain.rsp
works test -f response.o
lacks "libcotangent-runtime.a" "$bin/cotangent-c++" '-###' @plain.rsp
echo '-fcotangent-strong-zero -DNAME="\"two words\"" -c main.cpp' >flags.rsp
quiet "$bin/cotangent-c++" -Werror @flags.rsp

# Flags of the project travel in the environment.
printf '#!/bin/sh\necho "flags:$COTANGENT_FLAGS"\n' >shows_flags
chmod +x shows_flags
prints "flags:strong-zero explain=json dump=plan" env COTANGENT_CLANG=./shows_flags \
  "$bin/cotangent-c++" -fcotangent-strong-zero -O2 -fcotangent-explain=json -fcotangent-dump=plan main.cpp
prints "flags:nan-check atomic-add" env COTANGENT_CLANG=./shows_flags COTANGENT_FLAGS=nan-check \
  "$bin/cotangent-c++" -fcotangent-atomic-add main.cpp
refuses "unknown argument '-fcotangent-nonsense'" "$bin/cotangent-c++" -fcotangent-nonsense -c main.cpp
refuses "unknown argument '-fcotangent-dump=nonsense'" "$bin/cotangent-c++" -fcotangent-dump=nonsense -c main.cpp
refuses "COTANGENT_CLANG" env COTANGENT_CLANG=./missing "$bin/cotangent-c++" -c main.cpp

# Found through a link and through PATH.
ln -s "$bin/cotangent-c++" linked
quiet ./linked -Werror -c main.cpp
PATH=$bin:$PATH quiet cotangent-c++ -Werror -c main.cpp

finish
