#!/usr/bin/env bash
# Builds the example and runs it with the given arguments. COTANGENT_BUILD: the build folder (default build/release).
set -euo pipefail
example=$(cd "$(dirname "$0")" && pwd)
source "$example/../support/build_example.sh"
program=$build/examples/physics/physics
build_example "$program" "$example"/main.cpp "$example"/../support/{line_chart,svg}.cpp
exec "$program" "$@"
