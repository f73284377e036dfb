#!/usr/bin/env bash
# Scalar benchmarks: one JSON line per problem on standard output, progress on standard error.
#   run.sh [--quick] [--only FRAGMENT] [--peers]
# COTANGENT_BUILD: the build folder (default build/release). PEER_CXX: compiler for the peers (default clang++-22).
# PEER_FLAGS: further flags for them, such as -I and -L of an installation elsewhere. PEER_PYTHON: Python with enzyme-ad.
set -euo pipefail
bench=$(cd "$(dirname "$0")" && pwd)
source "$bench/../../examples/adbench/build_program.sh"
example=$repository/examples/adbench
folder=$build/bench/scalar
data=$example/data

peers=no
arguments=()
while [ $# -gt 0 ]; do
  case $1 in
    --peers) peers=yes ;;
    --quick) arguments+=(--quick) ;;
    --only)
      [ $# -ge 2 ] || { echo "error: --only needs a fragment of a problem's name and size" >&2; exit 2; }
      arguments+=(--only "$2")
      shift ;;
    -h | --help) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) echo "error: unknown argument $1" >&2; exit 2 ;;
  esac
  shift
done

# peer NAME PROBE LIBRARY PACKAGE: builds and runs peer_NAME.cpp if the header PROBE is there.
peer() {
  local name=$1 probe=$2 library=$3 package=$4
  local flags=(-O2 -std=c++20 -I/usr/include/trilinos)
  # shellcheck disable=SC2206
  flags+=(${PEER_FLAGS:-})
  if ! echo "#include <$probe>" | "$peer_compiler" "${flags[@]}" -x c++ -fsyntax-only - 2>/dev/null; then
    echo "peer $name skipped: <$probe> not found; install it with: apt-get install $package" >&2
    return 0
  fi
  echo "peer $name: building" >&2
  mkdir -p "$folder"
  if ! "$peer_compiler" "${flags[@]}" "$bench/peer_$name.cpp" "$example"/{readers,generate,check}.cpp -l"$library" -o "$folder/peer_$name"; then
    echo "peer $name skipped: it does not build" >&2
    return 0
  fi
  # ADOL-C may write its tapes to the current folder.
  (cd "$folder" && "./peer_$name" "$data") || echo "peer $name failed" >&2
}

run_peers() {
  peer_compiler=${PEER_CXX:-clang++-22}
  local python=${PEER_PYTHON:-python3}
  peer adolc adolc/adolc.h adolc libadolc-dev
  peer sacado Sacado_trad.hpp trilinos_sacado "libtrilinos-sacado-dev libtrilinos-kokkos-dev"
  if "$python" -c 'import enzyme_ad.jax, jax' 2>/dev/null; then
    # The package prints whole sources on an error; the first words say enough.
    "$python" "$bench/peer_enzyme.py" "$data" 2> >(grep '^enzyme:' >&2) || echo "peer enzyme failed" >&2
  else
    echo "peer enzyme skipped: no Python package enzyme_ad; install it with: pip install enzyme-ad jax" >&2
  fi
}

require_compiler
build_program "$folder/scalar" "$bench"/{kernel_derivatives,kernels_hand_written,kernel_problems,main}.cpp \
  "$example"/{derivatives,bundle_adjustment_hand_written,gmm_hand_written,hand_hand_written,lstm_hand_written,readers,generate,check,problems}.cpp
status=0
"$folder/scalar" --data "$data" "${arguments[@]}" || status=$?
[ "$peers" = no ] || run_peers
exit $status
