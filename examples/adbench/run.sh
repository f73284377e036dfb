#!/usr/bin/env bash
# Builds the example with the Cotangent compiler and runs it. COTANGENT_BUILD: the build folder (default build/release).
set -euo pipefail
example=$(cd "$(dirname "$0")" && pwd)
source "$example/build_program.sh"
require_compiler
program=$build/examples/adbench/adbench
build_program "$program" "$example"/{derivatives,bundle_adjustment_hand_written,gmm_hand_written,hand_hand_written,lstm_hand_written,readers,generate,check,problems,main}.cpp
exec "$program" "$example/data"
