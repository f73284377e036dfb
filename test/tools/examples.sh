#!/usr/bin/env bash
# The small examples: they build, do what they are there for, and do the same again. examples.sh BUILD NAME
set -euo pipefail
build=$1 name=$2
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
examples=$(cd "$(dirname "$0")/../../examples" && pwd)
fail() {
  echo "$*" >&2
  exit 1
}
run() { COTANGENT_BUILD=$build "$examples/$name/run.sh" --out "$out/pictures" "$@" >"$out/output"; }
expect() { grep -Eq -- "$1" "$out/output" || fail "no line like '$1': $(cat "$out/output")"; }
picture() { grep -q "<svg" "$out/pictures/$1" || fail "$1 is no picture"; }

case $name in
lstm_text)
  small=(--steps 40 --hidden 48 --batch 16 --length 32 --write 60)
  run "${small[@]}"
  expect 'training  loss 3\.[0-9]+ at first, [12]\.[0-9]+ at the end'
  expect '^The '
  written=$(grep '^The ' "$out/output")
  run "${small[@]}"
  [ "$written" = "$(grep '^The ' "$out/output")" ] || fail "the same seed gives another text"
  picture curve.svg
  if run --begin '#' --steps 0 2>"$out/message"; then fail "a character that is not in the text was taken"; fi
  grep -q "'#' does not occur" "$out/message" || fail "unclear message: $(cat "$out/message")"
  ;;
gaussian_process) # fails by itself if the gradient is not that of central differences
  run --steps 100
  expect 'step 100  -log likelihood +3\.8.* noise 0\.19'
  picture process.svg
  ;;
physics)
  run --rounds 200
  expect 'round 200 .* misses by 0\.000'
  picture flight.svg
  ;;
jax_module)
  run --steps 600
  expect '100\.0 % of the points are told apart'
  picture training.svg
  ;;
*) fail "there is no example $name" ;;
esac
echo passed
