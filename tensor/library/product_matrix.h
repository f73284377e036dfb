// Products of matrices that lie in memory with strides: how the kernels are put to work, by sizes and layout.
#pragma once

#include "tensor/library/product_kernel.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cotangent::library {

/// One dimension that numbers independent products: its size and, in elements, the strides of the three arrays.
struct BatchDimension {
  int64_t size, a, b, c;
};

/// c[i][j] = sum over p of a[i][p] * b[p][j], for each index of the batch dimensions. Strides are in elements; c has
/// stride 1 along j. Each operand has stride 1 (or size 1) in one of its dimensions.
struct MatrixProduct {
  int64_t rows = 1, columns = 1, inner = 1;
  int64_t a_row = 0, a_step = 0;
  int64_t b_step = 0, b_column = 0;
  int64_t c_row = 0;
  std::vector<BatchDimension> batch;

  int64_t batch_count() const;
};

/// Runs tasks 0..count-1, on several threads if there are several of both.
template <class Task> void for_each_task(int64_t count, int threads, const Task &task) {
  if (threads <= 1 || count <= 1) {
    for (int64_t at = 0; at < count; ++at)
      task(at);
    return;
  }
#pragma omp parallel for schedule(dynamic) num_threads(static_cast<int>(count < threads ? count : threads))
  for (int64_t at = 0; at < count; ++at)
    task(at);
}

/// How many threads that much work is worth: one below about 50 microseconds.
int threads_for(double operations, int threads);

/// Products of one size and layout; Number is float, double, uint32_t or uint64_t. The order of each sum follows from
/// the sizes and the layout alone.
template <class Number> class MatrixMultiplier {
public:
  explicit MatrixMultiplier(MatrixProduct product);
  int64_t workspace_bytes() const;
  void run(const Number *a, const Number *b, Number *c, std::byte *workspace, int threads) const;

private:
  enum class Method { Zero, VectorDots, VectorRows, Dots, Direct, Stream, Blocked };
  struct Place {
    int64_t a, b, c;
  };
  struct Blocks;

  Method choose() const;
  Place place_of(int64_t item) const;
  void fill_zero(Number *c) const;
  void run_vector_dots(const Number *a, const Number *b, Number *c, int threads) const;
  void run_vector_rows(const Number *a, const Number *b, Number *c, int threads) const;
  void run_dots(const Number *a, const Number *b, Number *c, int threads) const;
  void run_direct(const Number *a, const Number *b, Number *c, int threads) const;
  void run_stream(const Number *a, const Number *b, Number *c, int threads) const;
  void run_blocked(const Number *a, const Number *b, Number *c, Number *workspace, int threads) const;
  void multiply_block(const Number *a, const Number *b, Number *c, const Blocks &block, Number *workspace,
                      int threads) const;
  void multiply_panel(const Number *a, const Number *b, Number *c, int64_t rows, int64_t columns) const;
  void run_tiles(Tile<Number> tile, int64_t rows, int64_t columns) const;

  MatrixProduct product_;
  const ProductKernels<Number> &kernels_;
  Method method_;
};

} // namespace cotangent::library
