#!/usr/bin/env bash
# Times tensor programs: ./dev bench tensor [--peers] [NAME...]
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
python3 -c 'import numpy' 2>/dev/null || { echo "bench/tensor needs NumPy: pip install numpy (and jax for --peers)" >&2; exit 1; }
exec python3 bench/tensor/run.py --cotangent build/release/bin/cotangent "$@"
