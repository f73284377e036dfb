"""Tests of `cotangent grad`: orders of arguments and results, values, second order, what is said of bad requests.

usage: grad.py COTANGENT
"""

import math
import pathlib
import struct
import subprocess
import sys
import tempfile

COTANGENT = sys.argv[1]
FAULTS = []

# result 0: sum(x * x) * y, result 1: sin(x) * y; n is no number to differentiate
PROGRAM = """
func.func public @main(%x: tensor<3xf64>, %n: tensor<i32>, %y: tensor<f64>) -> (tensor<f64>, tensor<3xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %0 = stablehlo.multiply %x, %x : tensor<3xf64>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
  %2 = func.call @times(%1, %y) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %3 = stablehlo.sine %x : tensor<3xf64>
  %4 = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %5 = stablehlo.multiply %3, %4 : tensor<3xf64>
  return %2, %5 : tensor<f64>, tensor<3xf64>
}
func.func private @times(%a: tensor<f64>, %b: tensor<f64>) -> tensor<f64> {
  %0 = stablehlo.multiply %a, %b : tensor<f64>
  return %0 : tensor<f64>
}
"""
LOOP = """
func.func public @main(%x: tensor<f64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<f64>
    cond {
      %n = stablehlo.constant dense<50> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %1 = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %1 : tensor<i32>
      %s = stablehlo.sine %y : tensor<f64>
      stablehlo.return %j, %s : tensor<i32>, tensor<f64>
    }
  return %r#1 : tensor<f64>
}
"""
COMPLEX = """
func.func public @main(%z: tensor<complex<f64>>) -> tensor<complex<f64>> {
  %0 = stablehlo.multiply %z, %z : tensor<complex<f64>>
  return %0 : tensor<complex<f64>>
}
"""
X, Y, N = [0.5, -1.0, 2.0], [3.0], 7


def expect(condition, what):
    if not condition:
        FAULTS.append(what)


def call(*words, status=0):
    result = subprocess.run([COTANGENT, *map(str, words)], capture_output=True, text=True, timeout=60)
    expect(result.returncode == status, f"{words}: status {result.returncode}: {result.stdout}{result.stderr}")
    return result


def write_npy(path, kind, shape, values):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape!r}, }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    letter = {"<f8": "d", "<i4": "i", "<c16": "d"}[kind]
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header
                     + struct.pack(f"<{len(values)}{letter}", *values))
    return path


def read_npy(path):
    data = path.read_bytes()
    body = data[10 + struct.unpack("<H", data[8:10])[0] :]
    return list(struct.unpack(f"<{len(body) // 8}d", body))


def run(module, inputs, folder):
    out = folder / "out"
    words = ["run", module, "--output-dir", out]
    for path in inputs:
        words += ["--input", path]
    call(*words)
    return [read_npy(path) for path in sorted(out.glob("result*.npy"))]


def close(found, wanted, what):
    flat = [number for result in found for number in result]
    expected = [number for result in wanted for number in result]
    right = len(flat) == len(expected) and all(abs(a - b) <= 1e-9 * max(1, abs(b)) for a, b in zip(flat, expected))
    expect(right, f"{what}: {found}, expected {wanted}")


def test_values(folder, module, inputs):
    out = folder / "g.mlir"
    squares = sum(x * x for x in X)
    of_x, of_y = [2 * x * Y[0] for x in X], [squares]
    call("grad", module, "-o", out)
    close(run(out, inputs, folder), [of_x, of_y], "gradients")
    expect("func.func public @main(" in out.read_text() or "func.func @main(" in out.read_text(), "the name is kept")
    call("grad", module, "--wrt", "2,0", "-o", out)
    close(run(out, inputs, folder), [of_y, of_x], "the order of --wrt")
    sines = [math.sin(x) * Y[0] for x in X]
    call("grad", module, "--wrt", "2", "--mode", "value-and-gradient", "-o", out)
    close(run(out, inputs, folder), [[squares * Y[0]], sines, of_y], "value and gradient")
    seed = write_npy(folder / "seed.npy", "<f8", (3,), [1.0, 2.0, -1.0])
    call("grad", module, "--result", "1", "-o", out)
    close(run(out, [*inputs, seed], folder),
          [[c * math.cos(x) * Y[0] for c, x in zip([1, 2, -1], X)], [sum(c * math.sin(x) for c, x in zip([1, 2, -1], X))]],
          "with a cotangent")
    dy = write_npy(folder / "dy.npy", "<f8", (), [0.5])
    call("grad", module, "--mode", "forward", "--wrt", "2,0", "-o", out)
    close(run(out, [*inputs, dy, seed], folder),
          [[squares * Y[0]], sines, [squares * 0.5 + sum(2 * x * d * Y[0] for x, d in zip(X, [1, 2, -1]))]], "forward")


def test_second_order(folder, module, inputs):
    first, second = folder / "first.mlir", folder / "second.mlir"
    call("grad", module, "--wrt", "0", "-o", first)
    call("grad", first, "--wrt", "0", "-o", second)
    seed = write_npy(folder / "seed2.npy", "<f8", (3,), [1.0, 0.0, 2.0])
    close(run(second, [*inputs, seed], folder), [[2 * Y[0], 0.0, 4 * Y[0]]], "second order")


def test_loop(folder):
    module, out = folder / "loop.mlir", folder / "loop_grad.mlir"
    module.write_text(LOOP)
    said = call("grad", module, "--explain", "-o", out).stdout
    expect("a loop of 50 steps keeps 400 bytes (tensor<f64>)" in said, f"--explain: {said}")
    x, derivative = 0.7, 1.0
    for _ in range(50):
        derivative *= math.cos(x)
        x = math.sin(x)
    close(run(out, [write_npy(folder / "x0.npy", "<f8", (), [0.7])], folder), [[derivative]], "a loop")


def test_complex(folder):
    module, out = folder / "complex.mlir", folder / "complex_grad.mlir"
    module.write_text(COMPLEX)
    call("grad", module, "-o", out)
    z, c = complex(1, 2), complex(0.5, -1)
    inputs = [write_npy(folder / f"{name}.npy", "<c16", (), [v.real, v.imag]) for name, v in (("z", z), ("c", c))]
    wanted = (2 * z).conjugate() * c
    close(run(out, inputs, folder), [[wanted.real, wanted.imag]], "complex numbers")


def test_refused(folder, module):
    out = folder / "none.mlir"

    def refused(words, *parts, status=1):
        result = call("grad", *words, "-o", out, status=status)
        for part in parts:
            expect(part in result.stderr, f"{words}: the message lacks {part!r}: {result.stderr[:300]}")
        expect(not out.exists(), f"{words}: something was written")

    place = f"{module}:2:"
    refused([module, "--wrt", "1"], place, "error: argument 1 is tensor<i32>")
    refused([module, "--wrt", "5"], place, "there is no argument 5")
    refused([module, "--wrt", "0,0"], place, "argument 0 is named twice")
    refused([module, "--result", "2"], place, "there is no result 2")
    refused([module, "--entry", "nobody"], "nobody")
    refused([folder / "missing.mlir"], "missing.mlir")
    refused([module, "--mode", "sideways"], "sideways", status=2)
    open_shape = folder / "open.mlir"
    open_shape.write_text("func.func @main(%x: tensor<?xf64>) -> tensor<?xf64> {\n"
                          "  %0 = stablehlo.sine %x : tensor<?xf64>\n  return %0 : tensor<?xf64>\n}\n")
    refused([open_shape], f"{open_shape}:1:", "known shapes")
    out.write_text("older")
    call("grad", module, "--wrt", "1", "-o", out, status=1)
    expect(out.read_text() == "older", "a file that was there changed though the command failed")


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    module = folder / "model.mlir"
    module.write_text(PROGRAM)
    inputs = [write_npy(folder / "x.npy", "<f8", (3,), X), write_npy(folder / "n.npy", "<i4", (), [N]),
              write_npy(folder / "y.npy", "<f8", (), Y)]
    test_values(folder, module, inputs)
    test_second_order(folder, module, inputs)
    test_loop(folder)
    test_complex(folder)
    test_refused(folder, module)
print("\n".join(FAULTS) if FAULTS else "passed")
sys.exit(1 if FAULTS else 0)
