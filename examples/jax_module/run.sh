#!/usr/bin/env bash
# Differentiates the exported module, builds the program and runs both. COTANGENT_BUILD: the build folder (default
# build/release).
set -euo pipefail
example=$(cd "$(dirname "$0")" && pwd)
source "$example/../support/build_example.sh"
program=$build/examples/jax_module/jax_module
build_example "$program" "$example"/main.cpp "$example"/../support/{line_chart,svg}.cpp
gradient=$build/examples/jax_module/gradient.mlir
"$build/bin/cotangent" grad "$example/loss.mlir" --wrt 0,1,2,3,4,5 --mode value-and-gradient -o "$gradient"
exec "$program" --gradient "$gradient" --predict "$example/predict.mlir" "$@"
