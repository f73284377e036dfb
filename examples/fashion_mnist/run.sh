#!/usr/bin/env bash
# Builds the example and runs it with the given arguments. COTANGENT_BUILD: the build folder (default build/release).
set -euo pipefail
example=$(cd "$(dirname "$0")" && pwd)
source "$example/../support/build_example.sh"
program=$build/examples/fashion_mnist/fashion_mnist
build_example "$program" "$example"/{main,dataset}.cpp "$example"/../support/{idx_file,image_grid,line_chart,progress,svg}.cpp -- -lz -lpng
exec "$program" "$@"
