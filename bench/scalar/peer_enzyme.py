#!/usr/bin/env python3
"""Enzyme through the Python package enzyme-ad: GMM and the kernels that return a number, from the same C++ headers.

    python3 peer_enzyme.py EXAMPLE_DATA_FOLDER

One JSON line per problem. Times include the call from Python (some microseconds).
"""
import json
import os
import re
import statistics
import sys
import time
from pathlib import Path

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")

import jax
import jax.numpy as jnp
import numpy as np
from enzyme_ad.jax import cpp_call

jax.config.update("jax_enable_x64", True)

HERE = Path(__file__).resolve().parent
GMM_SOURCE = (HERE / "../../examples/adbench/gmm.h").read_text()
KERNELS_SOURCE = (HERE / "kernels.h").read_text()

# The package's compiler finds neither the headers behind <cmath> nor operator new: declare the few functions, use malloc.
FUNCTIONS = ("exp", "log", "sqrt", "erf", "lgamma")
MATHEMATICS = ('extern "C" { ' + " ".join(f"double {name}(double);" for name in FUNCTIONS)
               + " void* malloc(std::size_t); void free(void*); }\nnamespace std { "
               + " ".join(f"using ::{name};" for name in FUNCTIONS) + " }\n")


def wrapped(source, call, argument_count):
    """C++ text with a function `run` that stores `call` (over pointers x0, x1, ...) in its result."""
    sizes = ", ".join(f"std::size_t N{i}" for i in range(argument_count))
    parameters = "".join(f", const enzyme::tensor<double, N{i}>& a{i}" for i in range(argument_count))
    pointers = " ".join(f"const double* x{i} = &a{i}[0];" for i in range(argument_count))
    text = source.replace("#pragma once", "").replace("#include <cmath>", MATHEMATICS)
    text = re.sub(r"new (double|Real)\[(.*?)\];", r"static_cast<\1*>(malloc(sizeof(\1) * (\2)));", text)
    text = re.sub(r"delete\[\] (\w+);", r"free(\1);", text)
    return f"{text}\ntemplate <{sizes}>\nvoid run(enzyme::tensor<double, 1>& result{parameters}) {{ {pointers} result[0] = {call}; }}\n"


def median_ms(function, repeats=7, block_ms=10.0):
    function()
    start = time.perf_counter()
    function()
    calls = max(1, int(block_ms / 1e3 / max(time.perf_counter() - start, 1e-6)))
    samples = []
    for _ in range(repeats):
        start = time.perf_counter()
        for _ in range(calls):
            function()
        samples.append((time.perf_counter() - start) / calls * 1e3)
    return statistics.median(samples)


def run(name, size, source, call, arguments, differentiated):
    arguments = [jnp.asarray(a, dtype=jnp.float64) for a in arguments]
    text = wrapped(source, call, len(arguments))
    shape = [jax.core.ShapedArray([1], jnp.float64)]

    def value(*x):
        return cpp_call(*x, out_shapes=shape, source=text, fn="run")[0][0]

    primal = jax.jit(value)
    gradient = jax.jit(jax.value_and_grad(value, argnums=tuple(range(differentiated))))
    _, shadows = gradient(*arguments)
    directions = [np.where(np.random.default_rng(i).random(a.shape) < 0.5, -1.0, 1.0) for i, a in enumerate(arguments[:differentiated])]

    def moved(distance):
        changed = [a + distance * d for a, d in zip(arguments, directions)] + arguments[differentiated:]
        return float(primal(*changed))

    h = 1e-4
    expected = (8 * (moved(h) - moved(-h)) - (moved(2 * h) - moved(-2 * h))) / (12 * h)
    actual = sum(float(jnp.vdot(s, d)) for s, d in zip(shadows, directions))
    norm = float(np.sqrt(sum(float(jnp.vdot(s, s)) for s in shadows)))
    primal_ms = median_ms(lambda: primal(*arguments).block_until_ready())
    peer_ms = median_ms(lambda: jax.block_until_ready(gradient(*arguments)))
    print(json.dumps({"peer": "enzyme", "name": name, "size": size, "primal_ms": float(f"{primal_ms:.5g}"),
                      "peer_ms": float(f"{peer_ms:.5g}"), "ratio_peer": round(peer_ms / primal_ms, 3),
                      "difference_error": float(f"{abs(expected - actual) / norm:.2g}")}), flush=True)


def gmm(path, size):
    numbers = path.read_text().split()
    d, k, n = (int(v) for v in numbers[:3])
    values = np.array([float(v) for v in numbers[3:]])
    ends = np.cumsum([k, k * d, k * (d * (d + 1) // 2), n * d])
    arguments = np.split(values[: ends[-1]], ends[:-1])
    gamma, m = values[ends[-1]], int(values[ends[-1] + 1])
    run("gmm", size, GMM_SOURCE, f"adbench::gmm_objective({d}, {k}, {n}, x0, x1, x2, x3, {float(gamma)}, {m})", arguments, 3)


def main():
    data = Path(sys.argv[1])
    random = np.random.default_rng(1)
    problems = [
        lambda: gmm(data / "gmm/n1000_d2_K10.txt", "d2 K10 n1000"),
        lambda: gmm(data / "gmm/n1000_d20_K25.txt", "d20 K25 n1000"),
        lambda: run("ode", "lorenz rk4 2000 steps", KERNELS_SOURCE, "bench::lorenz<double>(2000, 1e-3, x0, x1)",
                    [[1.0, 2.0, 20.0], [10.0, 28.0, 8.0 / 3.0]], 2),
        lambda: run("stencil", "heat 128x128 50 steps", KERNELS_SOURCE, "bench::heat<double>(128, 50, 0.2, x0)",
                    [random.normal(size=128 * 128)], 1),
        lambda: run("nbody", "300", KERNELS_SOURCE, "bench::gravitational_energy<double>(300, x0, x1)",
                    [random.normal(size=900), random.uniform(0.1, 1.0, size=300)], 1),
        lambda: run("black_scholes", "20000", KERNELS_SOURCE, "bench::black_scholes<double>(20000, x0, x1, x2, x3, x4)",
                    [random.uniform(low, high, size=20000) for low, high in ((50, 150), (50, 150), (0, 0.1), (0.1, 0.6), (0.1, 3))], 5),
        lambda: run("logsumexp", "100000", KERNELS_SOURCE, "bench::log_sum_exp<double>(100000, x0)", [random.normal(size=100000) * 3], 1),
    ]
    for problem in problems:
        try:
            problem()
        except Exception as error:  # one unsupported problem must not hide the others
            print(f"enzyme: left out: {str(error).splitlines()[0] if str(error) else type(error).__name__}", file=sys.stderr)


if __name__ == "__main__":
    main()
