#!/usr/bin/env bash
# The example learns, does the same again with the same seed, goes on from saved weights, and says what is missing.
set -euo pipefail
build=$1
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
example=$(cd "$(dirname "$0")/../../examples/fashion_mnist" && pwd)
run() { COTANGENT_BUILD=$build "$example/run.sh" "$@"; }
fail() {
  echo "$*" >&2
  exit 1
}
accuracy() { sed -n 's/.*test accuracy \([0-9]*\).*/\1/p' "$1" | tail -1; }
without_speed() { sed 's/, [0-9]* images\/s//' "$1"; }

run --model mlp --epochs 1 --limit 12800 --seed 3 --out "$out/a" >"$out/first"
[ "$(accuracy "$out/first")" -ge 75 ] || fail "the network has not learned: $(cat "$out/first")"
run --model mlp --epochs 1 --limit 12800 --seed 3 --out "$out/a" >"$out/second"
cmp <(without_speed "$out/first") <(without_speed "$out/second") || fail "the same seed gives other numbers"
for file in curve.svg wrong.svg weights.npz; do [ -s "$out/a/$file" ] || fail "$file is missing"; done
grep -q "<svg" "$out/a/curve.svg" || fail "curve.svg is no picture"
run --model mlp --epochs 0 --weights "$out/a/weights.npz" --out "$out/b" >/dev/null
cmp "$out/a/weights.npz" "$out/b/weights.npz" || fail "weights changed between saving and loading"
run --model lenet --epochs 1 --limit 3840 --out "$out/c" >"$out/third"
[ "$(accuracy "$out/third")" -ge 55 ] || fail "the convolutional network has not learned: $(cat "$out/third")"
if run --data "$out/nowhere" --out "$out/d" 2>"$out/message"; then fail "data that is missing was not noticed"; fi
grep -q "apt-get install dataset-fashion-mnist" "$out/message" || fail "unclear message: $(cat "$out/message")"
if run --weights "$out/first" --out "$out/d" 2>"$out/message"; then fail "weights that are no weights were taken"; fi
grep -q "first" "$out/message" || fail "unclear message: $(cat "$out/message")"
echo passed
