// The workloads: gradients that libraries are often measured by. Their inputs and the same functions in JAX are in
// peers.py.
#pragma once

#include "bench/tensor/traced/measure.h"

namespace bench {

// networks.cpp
void mlp_step(const Options &options); // a: gradient descent of 784-512-256-10, 128 examples
void convolutional_step(
    const Options &options); // b: the same of two 5x5 convolutions with pooling and a layer, 64 images
void transformer_gradient(const Options &options); // c: attention and two layers, 8 x 128 x 256, 4 heads
void embedding_gradient(const Options &options);   // p: 1 million rows of a table of 10,000 x 16
void convolution_gradient(const Options &options); // q: 3x3, 64 to 64 channels, 8 images of 56 x 56

// arrays.cpp
void logsumexp_gradient(const Options &options); // d: of the rows of 4096 x 1024
void black_scholes_f32(const Options &options);  // e: prices of 4 million options
void black_scholes_f64(const Options &options);
void black_scholes_gradient_f32(const Options &options);
void black_scholes_gradient_f64(const Options &options);
void normalize_gradient(const Options &options); // l: softmax and layer norm of 4096 x 1024

// loops.cpp
void lstm_gradient(const Options &options);            // f: 200 steps, 128 units, 16 sequences
void runge_kutta_gradient(const Options &options);     // g: 1,000 steps of the Lorenz system
void runge_kutta_gradient_256(const Options &options); // of 256 of them

// models.cpp
void mixture_gradient(const Options &options);  // h: Gaussian mixture, 1,000 points, 20 dimensions, 25 parts, f64
void mlp_hessian(const Options &options);       // j: of 10-10-8-1, 207 weights
void cholesky_gradient(const Options &options); // n: factor, solve, logarithm of the determinant, 512, f64

} // namespace bench
