"""Writes loss.mlir and predict.mlir, the modules of this example, with JAX: python3 export.py FOLDER"""

import pathlib
import sys

import jax
import jax.numpy as jnp

POINTS, HIDDEN = 256, 32


def predict(weights_1, biases_1, weights_2, biases_2, weights_3, biases_3, points):
    """A network of two hidden layers: points of the plane [n, 2] to scores [n]."""
    hidden = jnp.tanh(points @ weights_1 + biases_1)
    hidden = jnp.tanh(hidden @ weights_2 + biases_2)
    return (hidden @ weights_3 + biases_3)[:, 0]


def loss(*arguments):
    """The mean of log(1 + exp(-label * score)), with labels -1 and 1."""
    *parameters, points, labels = arguments
    return jnp.mean(jnp.logaddexp(0.0, -labels * predict(*parameters, points)))


def main():
    folder = pathlib.Path(sys.argv[1])
    shapes = [(2, HIDDEN), (HIDDEN,), (HIDDEN, HIDDEN), (HIDDEN,), (HIDDEN, 1), (1,), (POINTS, 2)]
    arguments = [jax.ShapeDtypeStruct(shape, jnp.float32) for shape in shapes]
    labels = jax.ShapeDtypeStruct((POINTS,), jnp.float32)
    (folder / "loss.mlir").write_text(jax.jit(loss).lower(*arguments, labels).as_text())
    (folder / "predict.mlir").write_text(jax.jit(predict).lower(*arguments).as_text())


main()
