"""text_round_trip.py COTANGENT_OPT FILE.mlir: the module comes back word for word, comments aside."""

import subprocess
import sys

program, path = sys.argv[1:]
result = subprocess.run([program, path], capture_output=True, text=True)
if result.returncode:
    sys.exit(result.stderr)
wanted = [line for line in open(path).read().splitlines() if not line.lstrip().startswith("//")]
given = result.stdout.rstrip("\n").splitlines()
for number, (left, right) in enumerate(zip(wanted, given)):
    if left != right:
        sys.exit(f"{path}: expected\n  {left}\nbut got\n  {right}")
if len(wanted) != len(given):
    sys.exit(f"{path}: {len(wanted)} lines went in, {len(given)} came back")
