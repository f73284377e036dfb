#include <algorithm>
#include <cmath>
#include <vector>

#include "check_gradient.h"

namespace {

double in_place(double* x, int n) {
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < n; ++i) x[i] = std::sin(x[i]) * x[(i + 1) % n];
  }
  return x[0] * x[n - 1];
}

double overwritten_later(double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += x[i] * x[i];
    x[i] = 2;  // its old value is needed in the reverse sweep
  }
  x[0] = sum * sum;
  for (int i = 1; i < n; ++i) x[i] = x[i - 1] * 0.5;
  return sum;
}

double erased(double* x, int n) {
  double value = x[1];
  x[1] = x[0];
  x[0] = 0;
  for (int i = 2; i < n; ++i) x[i] = i;
  return value * x[1];
}

[[gnu::noinline]] void axpy(double* out, const double* in, double factor, int n) {
  for (int i = 0; i < n; ++i) out[i] += factor * in[i] * in[i];
}
double aliasing_arguments(double* x, int n) {
  axpy(x, x, 0.5, n);              // the same array
  axpy(x + 1, x, x[0], n - 1);     // shifted: each step reads what the one before wrote
  axpy(x, x + 1, x[n - 1], n - 1);
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  return sum;
}

void accumulate_into(double* a, double* b, double& c) {
  *a += *b * c;
  *b *= *a;
  c = *a * *b + c;
}
double aliasing_references(double* x, int) {
  accumulate_into(&x[0], &x[1], x[2]);
  accumulate_into(&x[0], &x[0], x[2]);
  accumulate_into(&x[1], &x[2], x[1]);
  accumulate_into(&x[2], &x[2], x[2]);
  return x[0] + x[1] * x[2];
}

// restrict holds in one run of the body of the loop only: rows of successive calls overlap.
inline void next_row(const double* __restrict in, double* __restrict out, const double* __restrict weights, int n) {
  for (int i = 0; i < n; ++i) out[i] = std::tanh(in[i] * weights[i]) + in[(i + 1) % n];
}
double restrict_in_a_loop(const double* x, int n) {
  std::vector<double> rows(2 * n, 0.25);
  for (int i = 0; i < n; ++i) rows[i] = x[i];
  for (int round = 0; round < 5; ++round) {
    next_row(&rows[round % 2 * n], &rows[(round + 1) % 2 * n], x, n);
  }
  double sum = 0;
  for (double value : rows) sum += value * value;
  return sum;
}

inline void restrict_increment(double* __restrict to, const double* __restrict from) { *to += *from * *from; }
double restrict_in_inlined_callees(double* x, int n) {
  for (int i = 0; i + 1 < n; ++i) restrict_increment(&x[i], &x[i + 1]);
  for (int i = n; --i > 0;) restrict_increment(&x[i], &x[i - 1]);
  return x[0] * x[n - 1];
}

// Two layers of a recurrent cell whose state is updated in place, time step by time step.
inline void cell(const double* __restrict weight, double* __restrict hidden, double* __restrict state,
                 const double* __restrict input, int size) {
  for (int i = 0; i < size; ++i) {
    double forget = 1 / (1 + std::exp(-(input[i] * weight[i] + weight[size + i])));
    double ingate = 1 / (1 + std::exp(-(hidden[i] * weight[2 * size + i] + weight[size + i])));
    double change = std::tanh(hidden[i] * weight[3 * size + i]);
    state[i] = state[i] * forget + ingate * change;
    hidden[i] = ingate * std::tanh(state[i]);
  }
}
double recurrent_layers(const double* x, int n) {
  const int size = 2, per_layer = 4 * size, inputs = n - 2 * per_layer;
  double states[2 * 2 * size] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8};
  double loss = 0;
  for (int t = 0; t + size <= inputs; ++t) {
    const double* input = x + 2 * per_layer + t;
    for (int layer = 0; layer < 2; ++layer) {
      double* own = states + layer * 2 * size;
      cell(x + layer * per_layer, own, own + size, input, size);
      input = own;
    }
    double sum = 0;
    for (int i = 0; i < size; ++i) sum += std::exp(input[i]);
    loss += input[0] - std::log(sum + 2);
  }
  return loss;
}

double swap_buffers(const double* x, int n) {
  double one[4] = {}, two[4] = {};
  double *now = one, *next = two;
  for (int i = 0; i < n; ++i) now[i] = x[i];
  for (int t = 0; t < 7; ++t) {
    for (int i = 0; i < n; ++i) next[i] = now[i] * now[(i + 1) % n] * 0.9 + now[i] * 0.3;
    double* old = now;
    now = next;
    next = old;
  }
  return now[0] + next[1];
}

double read_write_read(double* x, int) {
  double a = x[0];
  x[0] = std::exp(x[1]);
  double b = x[0] * a;
  x[1] = x[0] * b;
  x[0] = a;
  return a * b * x[1];
}

}  // namespace

TEST_CASE("memory of the caller is changed") {
  check_gradient<in_place>({0.5, 1.5, 0.75});
  check_gradient<overwritten_later>({0.5, 1.5, 0.75});
  check_gradient<erased>({0.5, 1.5, 0.75, 3});
  check_gradient<read_write_read>({0.5, 0.75});
}

TEST_CASE("arguments that overlap") {
  check_gradient<aliasing_arguments>({0.5, 0.25, 0.75, 1});
  check_gradient<aliasing_references>({0.5, 0.25, 0.75});
}

TEST_CASE("restrict holds for one run of a loop body") {
  check_gradient<restrict_in_a_loop>({0.5, 0.25, 0.75});
  check_gradient<restrict_in_inlined_callees>({0.5, 0.25, 0.75});
  check_gradient<recurrent_layers>({0.5, 0.25, 0.75, 0.1, 0.2, 0.3,  0.4, 0.5,  0.6, 0.7, -0.5,
                                    0.3, 0.6,  0.9, -1,  -0.7, 1.25, 0.5, -0.5, 0.9, 1.1});
}

TEST_CASE("buffers that change places") { check_gradient<swap_buffers>({0.5, 0.25, 0.75}); }
