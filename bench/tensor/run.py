"""Times the programs in bench/tensor/programs and the workloads in bench/tensor/traced, with --peers beside XLA (JAX) and
NumPy in the same run.

usage: run.py --cotangent PATH [--peers] [--repeats N] [NAME...]    COTANGENT_BENCH_CORES=2: two threads

Inputs are the same random numbers for all. Times are the median of blocks of calls, in ms; ours are those of `cotangent run
--time`, from C++ to C++, XLA's include the call from Python (about 0.02 ms). The largest difference of the results stands
in units of the largest result. Needs NumPy; --peers needs jax.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

# Before NumPy and XLA make their threads.
CORES = os.environ.setdefault("COTANGENT_BENCH_CORES", "1")
for _variable in ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"]:
    os.environ[_variable] = CORES
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-int(CORES):])
if CORES == "1":
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"

import numpy as np

from traced import table as traced

DTYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "complex<f32>": np.complex64}
NUMPY = {
    "fft2": lambda x: np.fft.fft2(x).astype(np.complex64),
    "sort": np.sort,
    "argsort": lambda x: np.argsort(x, kind="stable"),
    "gather": lambda table, rows: table[rows],
    "add_1000": lambda x, y: x + y,
}


def arguments_of(text):
    signature = re.search(r"func\.func public @main\((.*?)\) -> ", text, re.DOTALL).group(1)
    for sizes, element in re.findall(r"tensor<((?:\d+x)*)(complex<f\d+>|\w+)>", signature):
        yield [int(size) for size in sizes.split("x") if size], DTYPES[element]


def make_input(shape, dtype, name, generator):
    if np.issubdtype(dtype, np.integer):
        return generator.integers(0, 50000, shape).astype(dtype)
    if name == "cholesky_solve" and shape[0] == shape[-1]:
        root = generator.random(shape)
        return (root @ root.T + shape[0] * np.eye(shape[0])).astype(dtype)
    values = generator.random(shape) * 0.9 + 0.1
    if np.issubdtype(dtype, np.complexfloating):
        values = values + 1j * generator.random(shape)
    return np.asarray(values, dtype)


def median_ms(call, seconds=0.3):
    call()
    start = time.perf_counter()
    call()
    once = max(time.perf_counter() - start, 1e-6)
    inner = max(1, int(0.02 / once))
    times = []
    end = time.perf_counter() + seconds
    while len(times) < 5 or time.perf_counter() < end:
        start = time.perf_counter()
        for _ in range(inner):
            call()
        times.append((time.perf_counter() - start) / inner * 1e3)
    return statistics.median(times)


class Xla:
    def __init__(self):
        import jax
        from jaxlib import xla_client

        jax.config.update("jax_enable_x64", True)
        self.jax, self.client = jax, xla_client
        jax.jit(lambda x: x + 1)(1.0).block_until_ready()
        jax.scipy.linalg.cholesky(np.eye(2)).block_until_ready()  # makes the LAPACK calls known

    def measure(self, text, inputs):
        device = self.jax.devices()[0]
        start = time.perf_counter()
        program = device.client.compile_and_load(text.encode(), self.client.DeviceList((device,)),
                                                 self.client.CompileOptions())
        compile_ms = (time.perf_counter() - start) * 1e3
        buffers = [self.jax.device_put(array) for array in inputs]

        def call():
            parts = program.execute_sharded(buffers).disassemble_into_single_device_arrays()
            for part in parts:
                part[0].block_until_ready()
            return parts

        results = [np.asarray(part[0]) for part in call()]
        return results, median_ms(call), compile_ms


def difference(ours, theirs):
    worst = 0.0
    for mine, other in zip(ours, theirs):
        scale = np.abs(other).max() or 1.0
        worst = max(worst, float(np.abs(mine.astype(np.complex128) - other).max() / scale))
    return worst


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cotangent", required=True)
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--repeats", type=int, default=0)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()

    os.environ["COTANGENT_CACHE"] = "off"
    xla = Xla() if options.peers else None
    columns = ["ours ms", "compile"] + (["XLA ms", "compile", "ratio", "NumPy ms", "difference"] if xla else [])
    programs = [path for path in sorted((pathlib.Path(__file__).parent / "programs").glob("*.mlir"))
                if not options.names or path.stem in options.names]
    if programs:
        print(f"{'program':22s}" + "".join(f"{column:>12s}" for column in columns))
    for path in programs:
        text = path.read_text()
        generator = np.random.default_rng(0)
        inputs = [make_input(shape, dtype, path.stem, generator) for shape, dtype in arguments_of(text)]
        with tempfile.TemporaryDirectory() as folder:
            words = [options.cotangent, "run", str(path), "--output-dir", folder, "--threads", CORES]
            for number, array in enumerate(inputs):
                np.save(f"{folder}/input{number}.npy", array)
                words += ["--input", f"{folder}/input{number}.npy"]
            once = json.loads(subprocess.run(words + ["--time", "3"], capture_output=True, check=True).stdout)
            repeats = options.repeats or max(5, min(20000, int(400 / max(once["median_ms"], 1e-3))))
            timed = json.loads(subprocess.run(words + ["--time", str(repeats)], capture_output=True, check=True).stdout)
            line = f"{path.stem:22s}{timed['median_ms']:12.4g}{timed['compile_ms']:12.1f}"
            if xla:
                results, milliseconds, compile_ms = xla.measure(text, inputs)
                ours = [np.load(f"{folder}/result{number}.npy") for number in range(len(results))]
                numpy_ms = f"{median_ms(lambda: NUMPY[path.stem](*inputs)):12.4g}" if path.stem in NUMPY else f"{'':12s}"
                if path.stem.startswith("matmul"):
                    numpy_ms = f"{median_ms(lambda: inputs[0] @ inputs[1]):12.4g}"
                line += (f"{milliseconds:12.4g}{compile_ms:12.1f}{timed['median_ms'] / milliseconds:12.2f}{numpy_ms}"
                         f"{difference(ours, results):12.1e}")
        print(line, flush=True)
    if not options.names or set(options.names) & set(traced.peers.INPUTS):
        traced.run(options.cotangent, options.names, options.peers, CORES, difference)


if __name__ == "__main__":
    main()
