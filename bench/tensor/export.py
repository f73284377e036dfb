"""Writes the programs of this folder: functions of JAX as modules. Needs jax; run it when a program is added.

usage: export.py FOLDER [NAME...]
"""

import pathlib
import sys

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def of(dtype, *shape):
    return jax.ShapeDtypeStruct(shape, dtype)


F32, F64, I32 = jnp.float32, jnp.float64, jnp.int32


def black_scholes(price, strike, years, rate, volatility):
    root = volatility * jnp.sqrt(years)
    first = (jnp.log(price / strike) + (rate + volatility * volatility / 2) * years) / root
    normal = lambda x: (1 + jax.scipy.special.erf(x / jnp.sqrt(2.0).astype(x.dtype))) / 2
    return price * normal(first) - strike * jnp.exp(-rate * years) * normal(first - root)


def lorenz(state):
    x, y, z = state
    return jnp.stack([10 * (y - x), x * (28 - z) - y, x * y - z * (8 / 3)])


def runge_kutta(state):
    def step(_, state):
        h = jnp.asarray(0.01, state.dtype)
        first = lorenz(state)
        second = lorenz(state + h / 2 * first)
        third = lorenz(state + h / 2 * second)
        fourth = lorenz(state + h * third)
        return state + h / 6 * (first + 2 * second + 2 * third + fourth)

    return jax.lax.fori_loop(0, 1000, step, state)


def lstm(inputs, weights, recurrent, bias):
    def step(carried, now):
        hidden, cell = carried
        gates = now @ weights + hidden @ recurrent + bias
        enter, forget, out, new = jnp.split(gates, 4, axis=-1)
        cell = jax.nn.sigmoid(forget) * cell + jax.nn.sigmoid(enter) * jnp.tanh(new)
        hidden = jax.nn.sigmoid(out) * jnp.tanh(cell)
        return (hidden, cell), hidden

    zero = jnp.zeros((inputs.shape[1], recurrent.shape[0]), inputs.dtype)
    return jax.lax.scan(step, (zero, zero), inputs)[1]


def normalise(x, scale, shift):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / jnp.sqrt(variance + 1e-5) * scale + shift


def transformer_block(x, wq, wk, wv, wo, w1, w2, scale, shift):
    heads, width = 8, x.shape[-1] // 8
    split = lambda y: y.reshape(*y.shape[:2], heads, width).transpose(0, 2, 1, 3)
    y = normalise(x, scale, shift)
    query, key, value = split(y @ wq), split(y @ wk), split(y @ wv)
    weights = jax.nn.softmax(query @ key.transpose(0, 1, 3, 2) / width**0.5, axis=-1)
    x = x + (weights @ value).transpose(0, 2, 1, 3).reshape(x.shape) @ wo
    return x + jax.nn.gelu(normalise(x, scale, shift) @ w1) @ w2


def chain(x, y):
    for number in range(21):
        x = x * y + number
        y = y - x * 0.01
    return x + y


def solve(matrix, right):
    factor = jnp.linalg.cholesky(matrix)
    return jax.scipy.linalg.cho_solve((factor, True), right), 2 * jnp.log(jnp.diag(factor)).sum()


def convolution(x, kernel):
    return jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


MLP = [of(F32, 128, 784), of(F32, 784, 512), of(F32, 512), of(F32, 512, 256), of(F32, 256), of(F32, 256, 10), of(F32, 10)]
BLOCK = [of(F32, 4, 128, 256)] + [of(F32, 256, 256)] * 4 + [of(F32, 256, 1024), of(F32, 1024, 256), of(F32, 256), of(F32, 256)]


def mlp(x, w1, b1, w2, b2, w3, b3):
    return jax.nn.relu(jax.nn.relu(x @ w1 + b1) @ w2 + b2) @ w3 + b3


PROGRAMS = {
    "add_1000": (lambda x, y: x + y, [of(F32, 1000)] * 2),
    "chain_1000": (chain, [of(F32, 1000)] * 2),
    "tanh_4m": (jnp.tanh, [of(F32, 4096, 1024)]),
    "logsumexp": (lambda x: jax.scipy.special.logsumexp(x, axis=1), [of(F32, 4096, 1024)]),
    "softmax": (lambda x: jax.nn.softmax(x, axis=-1), [of(F32, 4096, 1024)]),
    "layer_norm": (normalise, [of(F32, 4096, 1024), of(F32, 1024), of(F32, 1024)]),
    "black_scholes_f32": (black_scholes, [of(F32, 4194304)] * 5),
    "black_scholes_f64": (black_scholes, [of(F64, 4194304)] * 5),
    "runge_kutta": (runge_kutta, [of(F64, 3)]),
    "runge_kutta_256": (runge_kutta, [of(F32, 3, 256)]),
    "lstm": (lstm, [of(F32, 200, 16, 128), of(F32, 128, 512), of(F32, 128, 512), of(F32, 512)]),
    "mlp": (mlp, MLP),
    "transformer_block": (transformer_block, BLOCK),
    "fft2": (jnp.fft.fft2, [of(jnp.complex64, 1024, 1024)]),
    "cholesky_solve": (solve, [of(F64, 512, 512), of(F64, 512, 8)]),
    "sort": (jnp.sort, [of(F32, 1000000)]),
    "argsort": (jnp.argsort, [of(F32, 1000000)]),
    "gather": (lambda table, rows: table[rows], [of(F32, 50000, 64), of(I32, 100000)]),
    "convolution_3x3": (convolution, [of(F32, 8, 56, 56, 64), of(F32, 3, 3, 64, 64)]),
    **{f"matmul_{size}_{name}": (lambda x, y: x @ y, [of(dtype, size, size)] * 2)
       for size in [64, 128, 256, 512, 1024, 2048] for name, dtype in [("f32", F32), ("f64", F64)]},
}


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, (function, arguments) in PROGRAMS.items():
        if len(sys.argv) == 2 or name in sys.argv[2:]:
            (folder / f"{name}.mlir").write_text(jax.jit(function).lower(*arguments).as_text())


if __name__ == "__main__":
    main()
