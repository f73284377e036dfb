"""The workloads of this folder in JAX. As a program it measures one as measure.h does: peers.py NAME INPUTS RESULTS"""

import json
import math
import os
import statistics
import sys
import time

import numpy as np


def single(values):
    return np.ascontiguousarray(values, np.float32)


def normal(generator, *shape, scale=1.0):
    return single(generator.normal(size=shape) * scale)


def mlp_inputs(generator):
    sizes = [784, 512, 256, 10]
    weights = []
    for before, after in zip(sizes, sizes[1:]):
        weights += [normal(generator, before, after, scale=before**-0.5), single(np.zeros(after))]
    return weights + [normal(generator, 128, 784), generator.integers(0, 10, 128).astype(np.int32)]


def convolutional_inputs(generator):
    return [normal(generator, 5, 5, 1, 16, scale=0.2), single(np.zeros(16)), normal(generator, 5, 5, 16, 32, scale=0.05),
            single(np.zeros(32)), normal(generator, 7 * 7 * 32, 10, scale=0.025), single(np.zeros(10)),
            normal(generator, 64, 28, 28, 1), generator.integers(0, 10, 64).astype(np.int32)]


def transformer_inputs(generator):
    size, wide = 256, 1024
    matrix = lambda before, after: normal(generator, before, after, scale=before**-0.5)
    return ([matrix(size, size) for _ in range(4)] + [matrix(size, wide), matrix(wide, size), single(np.zeros(wide)),
             single(np.zeros(size))] + [single(np.full(size, value)) for value in [1, 0, 1, 0]] + [normal(generator, 8, 128, size)])


def price_inputs(dtype):
    ranges = [(10, 100), (10, 100), (0.1, 2), (0, 0.05), (0.1, 0.6)]
    return lambda generator: [generator.uniform(*ends, 4_000_000).astype(dtype) for ends in ranges]


def lstm_inputs(generator):
    size = 128
    return [normal(generator, size, 4 * size, scale=1 / 12), normal(generator, size, 4 * size, scale=1 / 12),
            single(np.zeros(4 * size)), normal(generator, 200, 16, size)]


def mixture_inputs(generator):
    points, size, parts = 1000, 20, 25
    return [generator.normal(size=parts), generator.normal(size=(parts, size)),
            generator.normal(size=(parts, size + size * (size - 1) // 2)) * 0.3, generator.normal(size=(points, size))]


def cholesky_inputs(generator):
    matrix = generator.normal(size=(512, 512))
    return [matrix @ matrix.T / 512 + np.eye(512), generator.normal(size=(512, 16))]


def embedding_inputs(generator):
    return [normal(generator, 10000, 16), generator.integers(0, 10000, 1_000_000).astype(np.int32),
            normal(generator, 1_000_000, 16)]


NUMBERS = single([10, 28, 8 / 3])
INPUTS = {
    "a_mlp_step": mlp_inputs,
    "b_convolutional_step": convolutional_inputs,
    "c_transformer_gradient": transformer_inputs,
    "d_logsumexp_gradient": lambda generator: [normal(generator, 4096, 1024)],
    "e_black_scholes_f32": price_inputs(np.float32),
    "e_black_scholes_f64": price_inputs(np.float64),
    "e_black_scholes_gradient_f32": price_inputs(np.float32),
    "e_black_scholes_gradient_f64": price_inputs(np.float64),
    "f_lstm_gradient": lstm_inputs,
    "g_runge_kutta_gradient": lambda generator: [single([1, 1, 1]), NUMBERS],
    "g_runge_kutta_gradient_256": lambda generator: [normal(generator, 3, 256), NUMBERS],
    "h_mixture_gradient": mixture_inputs,
    "j_mlp_hessian": lambda generator: [normal(generator, 207, scale=0.4), normal(generator, 32, 10), normal(generator, 32, 1)],
    "l_normalize_gradient": lambda generator: [normal(generator, 4096, 1024), single(np.ones(1024)), single(np.zeros(1024))],
    "n_cholesky_gradient": cholesky_inputs,
    "p_embedding_gradient": embedding_inputs,
    "q_convolution_gradient": lambda generator: [normal(generator, 8, 56, 56, 64), normal(generator, 3, 3, 64, 64, scale=0.05)],
}


def inputs(name):
    return INPUTS[name](np.random.default_rng(0))


def functions():
    """By name: functions of the inputs, with the positions of arguments whose memory is given up."""
    import jax
    import jax.numpy as jnp
    from jax import lax
    from jax.scipy.linalg import cho_solve
    from jax.scipy.special import logsumexp

    layout = ("NHWC", "HWIO", "NHWC")
    convolve = lambda x, kernel: lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=layout)

    def cross_entropy(logits, labels):
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], axis=1))

    def mlp_loss(weights, x, labels):
        for at in [0, 2]:
            x = jax.nn.relu(x @ weights[at] + weights[at + 1])
        return cross_entropy(x @ weights[4] + weights[5], labels)

    def convolutional_loss(weights, x, labels):
        pool = lambda y: lax.reduce_window(y, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        for at in [0, 2]:
            x = pool(jax.nn.relu(convolve(x, weights[at]) + weights[at + 1]))
        return cross_entropy(x.reshape(x.shape[0], -1) @ weights[4] + weights[5], labels)

    def descent(loss):
        def step(*arrays):
            *weights, x, labels = arrays
            value, gradient = jax.value_and_grad(loss)(weights, x, labels)
            return value, [weight - np.float32(0.01) * slope for weight, slope in zip(weights, gradient)]
        return step

    def layer_norm(x, scale, offset):
        mean = x.mean(-1, keepdims=True)
        variance = ((x - mean) ** 2).mean(-1, keepdims=True)
        return (x - mean) * lax.rsqrt(variance + np.float32(1e-5)) * scale + offset

    def block(query, key, value, out, wide, narrow, wide_bias, narrow_bias, scale1, offset1, scale2, offset2, x):
        batch, length, size = x.shape
        heads = 4
        y = layer_norm(x, scale1, offset1)
        part = lambda weight: (y @ weight).reshape(batch, length, heads, size // heads).transpose(0, 2, 1, 3)
        scores = jnp.einsum("bhqd,bhkd->bhqk", part(query), part(key)) / np.float32(math.sqrt(size // heads))
        seen = jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, axis=-1), part(value))
        x = x + seen.transpose(0, 2, 1, 3).reshape(batch, length, size) @ out
        return x + jax.nn.gelu(layer_norm(x, scale2, offset2) @ wide + wide_bias) @ narrow + narrow_bias

    def prices(price, strike, years, rate, volatility):
        half = price.dtype.type(0.5)
        normal = lambda z: half * (price.dtype.type(1) + lax.erf(z * price.dtype.type(math.sqrt(0.5))))
        deviation = volatility * jnp.sqrt(years)
        first = (jnp.log(price / strike) + (rate + half * volatility * volatility) * years) / deviation
        discounted = strike * jnp.exp(-rate * years)
        call = price * normal(first) - discounted * normal(first - deviation)
        return call, call - price + discounted

    price_gradient = jax.grad(lambda *x: prices(*x)[0].sum(), argnums=(0, 1, 2, 3, 4))

    def lstm(weights, recurrent, bias, inputs):
        def step(carry, x):
            hidden, memory = carry
            enter, forget, new, out = jnp.split(x @ weights + hidden @ recurrent + bias, 4, axis=1)
            memory = jax.nn.sigmoid(forget) * memory + jax.nn.sigmoid(enter) * jnp.tanh(new)
            return (jax.nn.sigmoid(out) * jnp.tanh(memory), memory), None
        zero = jnp.zeros(inputs.shape[1:], jnp.float32)
        (hidden, _), _ = lax.scan(step, (zero, zero), inputs)
        return (hidden * hidden).sum()

    def runge_kutta(start, numbers):
        step = np.float32(0.005)
        def slope(y):
            return jnp.stack([numbers[0] * (y[1] - y[0]), y[0] * (numbers[1] - y[2]) - y[1], y[0] * y[1] - numbers[2] * y[2]])
        def advance(y, _):
            first = slope(y)
            second = slope(y + np.float32(0.5) * step * first)
            third = slope(y + np.float32(0.5) * step * second)
            fourth = slope(y + step * third)
            return y + step / np.float32(6) * (first + np.float32(2) * second + np.float32(2) * third + fourth), None
        return lax.scan(advance, start, None, length=1000)[0].sum()

    def mixture(weights, means, factors, points):
        count, size = points.shape
        below = np.tril_indices(size, -1)
        diagonal, sums = jnp.exp(factors[:, :size]), factors[:, :size].sum(1)
        triangles = jnp.zeros((means.shape[0], size, size)).at[:, below[0], below[1]].set(factors[:, size:])
        centered = points[:, None, :] - means[None]
        scaled = diagonal[None] * centered + jnp.einsum("kij,nkj->nki", triangles, centered)
        inner = weights + sums - 0.5 * (scaled**2).sum(2)
        prior = 0.5 * ((diagonal**2).sum() + (factors[:, size:] ** 2).sum()) - sums.sum()
        return logsumexp(inner, axis=1).sum() - count * logsumexp(weights) + prior

    def mean_error(weights, x, y):
        first = jnp.tanh(x @ weights[:100].reshape(10, 10) + weights[100:110])
        second = jnp.tanh(first @ weights[110:190].reshape(10, 8) + weights[190:198])
        return ((second @ weights[198:206].reshape(8, 1) + weights[206:] - y) ** 2).mean()

    def cholesky(matrix, right):
        factor = jnp.linalg.cholesky(matrix)
        return (cho_solve((factor, True), right) * right).sum() + 2 * jnp.log(jnp.diagonal(factor)).sum()

    pair = (0, 1)
    return {
        "a_mlp_step": (descent(mlp_loss), tuple(range(6))),
        "b_convolutional_step": (descent(convolutional_loss), tuple(range(6))),
        "c_transformer_gradient": (jax.grad(lambda *x: (block(*x) ** 2).mean(), argnums=tuple(range(13))), ()),
        "d_logsumexp_gradient": (jax.grad(lambda x: logsumexp(x, axis=1).sum()), ()),
        "e_black_scholes_f32": (prices, ()),
        "e_black_scholes_f64": (prices, ()),
        "e_black_scholes_gradient_f32": (price_gradient, ()),
        "e_black_scholes_gradient_f64": (price_gradient, ()),
        "f_lstm_gradient": (jax.grad(lstm, argnums=(0, 1, 2)), ()),
        "g_runge_kutta_gradient": (jax.grad(runge_kutta, argnums=pair), ()),
        "g_runge_kutta_gradient_256": (jax.grad(runge_kutta, argnums=pair), ()),
        "h_mixture_gradient": (jax.grad(mixture, argnums=(0, 1, 2)), ()),
        "j_mlp_hessian": (jax.hessian(mean_error), ()),
        "l_normalize_gradient": (jax.grad(lambda x, scale, offset: (layer_norm(jax.nn.softmax(x), scale, offset) ** 2).sum(),
                                          argnums=(0, 1, 2)), ()),
        "n_cholesky_gradient": (jax.grad(cholesky, argnums=pair), ()),
        "p_embedding_gradient": (jax.grad(lambda table, rows, weights: (jnp.take(table, rows, axis=0) * weights).sum()), ()),
        "q_convolution_gradient": (jax.grad(lambda x, kernel: (convolve(x, kernel) ** 2).sum() * np.float32(0.5),
                                            argnums=pair), ()),
    }


def peak_memory():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM:"))


def measure(name, folder, results, seconds=1.0):
    import jax

    arrays = [np.load(f"{folder}/input{number}.npy") for number in range(len(os.listdir(folder)))]
    jax.config.update("jax_enable_x64", any(array.dtype == np.float64 for array in arrays))
    function, given_up = functions()[name]
    jax.jit(lambda x: x * 2).lower(np.float32(1)).compile()
    arguments = [jax.device_put(array) for array in arrays]
    with open("/proc/self/clear_refs", "w") as peak:
        peak.write("5")
    before = peak_memory()
    start = time.perf_counter()
    jitted = jax.jit(function, donate_argnums=given_up)
    jitted.lower(*arguments).compile()
    compile_ms = (time.perf_counter() - start) * 1e3
    kept = [array.copy() if at in given_up else array for at, array in enumerate(arguments)]
    for number, array in enumerate(jax.tree.leaves(jitted(*kept))):
        np.save(f"{results}/result{number}.npy", array)

    def call():
        result = jax.block_until_ready(jitted(*arguments))
        if given_up:
            arguments[: len(given_up)] = result[1]

    call()
    start = time.perf_counter()
    call()
    inner = max(1, int(0.02 / (time.perf_counter() - start)))
    blocks = []
    end = time.perf_counter() + seconds
    while len(blocks) < 5 or time.perf_counter() < end:
        start = time.perf_counter()
        for _ in range(inner):
            call()
        blocks.append((time.perf_counter() - start) / inner * 1e3)
    print(json.dumps({"compile_ms": compile_ms, "median_ms": statistics.median(blocks), "min_ms": min(blocks),
                      "peak_mb": peak_memory() - before}))


if __name__ == "__main__":
    measure(*sys.argv[1:4])
