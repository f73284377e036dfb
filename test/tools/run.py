"""Tests of `cotangent run` and `cotangent cache`: results, files, and what is said of bad input.

usage: run.py COTANGENT FOLDER_OF_MODULES
"""

import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

COTANGENT, MODULES = sys.argv[1], pathlib.Path(sys.argv[2])
FAULTS = []


def write_npy(path, kind, shape, values, order=False, version=(1, 0)):
    letters = {"<f4": "<f", ">f4": ">f", "<i4": "<i", "<f8": "<d"}
    header = f"{{'descr': '{kind}', 'fortran_order': {order}, 'shape': {shape!r}, }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    body = b"".join(struct.pack(letters[kind], value) for value in values)
    path.write_bytes(b"\x93NUMPY" + bytes(version) + struct.pack("<H", len(header)) + header + body)


def read_npy(path):
    data = path.read_bytes()
    length = struct.unpack("<H", data[8:10])[0]
    header = eval(data[10 : 10 + length])  # written by the program under test, in a folder of this test
    body = data[10 + length :]
    letter = {"<f4": "f", "<i4": "i", "<f8": "d"}[header["descr"]]
    count = len(body) // struct.calcsize(letter)
    return header["shape"], list(struct.unpack(f"<{count}{letter}", body))


def run(*words, status=0, environment=None):
    result = subprocess.run([COTANGENT, *map(str, words)], capture_output=True, text=True, timeout=60,
                            env={**os.environ, **(environment or {})})
    if result.returncode != status:
        FAULTS.append(f"{words}: status {result.returncode}, not {status}: {result.stdout}{result.stderr}")
    return result


def expect(condition, what):
    if not condition:
        FAULTS.append(what)


def refused(words, *parts):
    """The command fails with status 1 and a message with these parts, and prints nothing else."""
    result = run(*words, status=1)
    for part in parts:
        expect(part in result.stderr, f"{words}: the message lacks {part!r}: {result.stderr[:500]}")
    expect(result.stdout == "", f"{words}: printed {result.stdout[:200]}")


def test_results(folder):
    x, n, out = folder / "x.npy", folder / "n.npy", folder / "out"
    write_npy(x, "<f4", (2, 3), [1, 2, 3, 4, 5, 6])
    write_npy(n, "<i4", (), [10])
    (out).mkdir()
    (out / "result7.npy").write_text("old")
    (out / "resulting.npy").write_text("not ours")
    for backend in ["cpu", "interpreter"]:
        for threads in [1, 2]:
            run("run", MODULES / "sums.mlir", "--input", x, "--input", n, "--output-dir", out, "--backend", backend,
                "--threads", threads)
            expect(read_npy(out / "result0.npy") == ((2,), [6, 15]), f"{backend}: sums")
            expect(read_npy(out / "result1.npy") == ((2, 3), [10, 20, 30, 40, 50, 60]), f"{backend}: products")
    expect(sorted(os.listdir(out)) == ["result0.npy", "result1.npy", "resulting.npy"], f"files: {os.listdir(out)}")
    printed = run("run", MODULES / "sums.mlir", "--input", x, "--input", n)
    expect("2xf32" in printed.stdout and "15" in printed.stdout, f"printed: {printed.stdout}")
    plan = run("run", MODULES / "sums.mlir", "--input", x, "--input", n, "--plan")
    expect("loops reduce" in plan.stdout, f"plan: {plan.stdout}")
    without = run("run", MODULES / "sums.mlir", "--plan")
    expect(without.returncode == 0 and without.stdout == plan.stdout, f"plan without inputs: {without.stdout}{without.stderr}")
    write_npy(x, ">f4", (2, 3), [1, 4, 2, 5, 3, 6], order=True)
    run("run", MODULES / "sums.mlir", "--input", x, "--input", n, "--output-dir", out)
    expect(read_npy(out / "result0.npy") == ((2,), [6, 15]), "big endian, Fortran order")
    write_npy(x, "<f4", (4,), [1, 2, 3, 4])
    run("run", MODULES / "sums.mlir", "--entry", "double", "--input", x, "--output-dir", out)
    expect(read_npy(out / "result0.npy") == ((4,), [2, 4, 6, 8]), "a size of the argument")
    expect(not (out / "result1.npy").exists(), "older results go")


def test_time(folder):
    x, n = folder / "x.npy", folder / "n.npy"
    write_npy(x, "<f4", (2, 3), [1, 2, 3, 4, 5, 6])
    write_npy(n, "<i4", (), [10])
    words = ["run", MODULES / "sums.mlir", "--input", x, "--input", n, "--time", 5]
    first = json.loads(run(*words).stdout)
    expect(first["minimum_ms"] <= first["median_ms"] <= first["maximum_ms"] and first["repeats"] == 5, f"{first}")
    expect(not first["from_disk_cache"], "the first run compiles")
    expect(json.loads(run(*words).stdout)["from_disk_cache"], "the second run finds the program on disk")
    cache = pathlib.Path(os.environ["COTANGENT_CACHE_DIR"])
    for path in cache.glob("*.o"):
        path.write_bytes(path.read_bytes()[:-7])
    expect(not json.loads(run(*words).stdout)["from_disk_cache"], "a damaged file is compiled again")
    expect("1 programs" in run("cache").stdout, "one program is kept")
    run("cache", "clear")
    expect(not list(cache.glob("*.o")), "the cache is cleared")
    run(*words, environment={"COTANGENT_CACHE": "off"})
    expect(not list(cache.glob("*.o")), "the cache is off")


def test_bad_input(folder):
    x, n, module = folder / "x.npy", folder / "n.npy", MODULES / "sums.mlir"
    write_npy(x, "<f4", (2, 3), [1, 2, 3, 4, 5, 6])
    write_npy(n, "<i4", (), [10])
    refused(["run", module, "--input", x], "takes 2 arguments", "2x3xf32, i32", "1 inputs")
    refused(["run", module, "--input", n, "--input", n], "argument 0", "2x3xf32", "i32")
    refused(["run", module, "--input", x, "--input", folder / "none.npy"], "none.npy")
    refused(["run", folder / "none.mlir"], "none.mlir: error:")
    refused(["run", folder], "directory")
    refused(["run", module, "--entry", "other", "--input", x], "no function 'other'", "'main', 'double'")
    wrong = folder / "wrong.npy"
    write_npy(wrong, "<f4", (3, 2), [1, 2, 3, 4, 5, 6])
    refused(["run", module, "--input", wrong, "--input", n], "wrong.npy: error: argument 0", "2x3xf32", "3x2xf32")
    wrong.write_bytes(x.read_bytes()[:-1])
    refused(["run", module, "--input", wrong, "--input", n], "wrong.npy")
    blocked = folder / "file"
    blocked.write_text("")
    refused(["run", module, "--input", x, "--input", n, "--output-dir", blocked], "file: error:")
    run("run", module, "--backend", "other", status=2)
    run("run", status=2)

    def bad_module(text, *parts):
        path = folder / "bad.mlir"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        refused(["run", path], *parts)
        result = run("check", path, status=1)
        expect(parts[0] in result.stderr, f"check: {parts[0]!r} not in {result.stderr[:500]}")

    bad_module("func.func @main() -> tensor<2xf32> {\n  %0 = stablehlo.add", "bad.mlir:2:")
    bad_module("func.func @main() {\n  stablehlo.nothing\n}", "bad.mlir:2:3: error:")
    bad_module('func.func @main() {\n  "other.thing"() : () -> ()\n  func.return\n}', "bad.mlir:2:3: error:", "other.thing")
    bad_module(b"func.func @main() {\n  \xff\xfe\n}", "bad.mlir:2:")
    for left, right in ["()", "[]", "<>", "{}"]:
        bad_module("module attributes {a = " + left * 10000 + right * 10000 + "} {}", "bad.mlir:1:", "nested")
    bad_module("func.func @main() {\n  func.call @main() : () -> ()\n  func.return\n}", "bad.mlir:1:", "calls itself")
    bad_module("func.func @main() {\n  func.call @other() : () -> ()\n  func.return\n}\n"
               "func.func private @other() {\n  func.call @main() : () -> ()\n  func.return\n}", "bad.mlir:", "calls itself")
    huge = folder / "huge.mlir"
    huge.write_text("func.func @main() -> tensor<9000000000x9000000000xf32> {\n  %0 = stablehlo.constant dense<1.0> : "
                    "tensor<f32>\n  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> "
                    "tensor<9000000000x9000000000xf32>\n  func.return %1 : tensor<9000000000x9000000000xf32>\n}\n")
    refused(["run", huge], "error:")
    refused(["run", huge, "--backend", "interpreter"], "error:")
    huge.write_text(huge.read_text().replace("9000000000x9000000000", "3000000x3000000"))
    refused(["run", huge], "error:", "memory")


def main():
    for test in [test_results, test_time, test_bad_input]:
        with tempfile.TemporaryDirectory() as name:
            os.environ["COTANGENT_CACHE_DIR"] = name + "/cache"
            test(pathlib.Path(name))
    print("\n".join(FAULTS) or "all is well")
    return 1 if FAULTS else 0


if __name__ == "__main__":
    sys.exit(main())
