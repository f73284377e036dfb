// Sums of products over any number of dimensions with affine places, cut into tiles for the kernels of products.
#pragma once

#include "tensor/library/product_kernel.h"

#include <vector>

namespace cotangent::library {

/// A dimension with its stride in each of the three arrays, 0 where it does not occur.
struct TileAxis {
  int64_t size, a, b, c;
};

/// c[o, r, j] = sum over i of a[o, r, i] * b[o, i, j], or of a[o, r, i, j] * b[o, i, j] if `elementwise`; j runs over
/// `columns` that have stride 1 in b and c (and in a).
struct TiledSum {
  std::vector<TileAxis> result; // o and r: which of them becomes r is found by size
  std::vector<TileAxis> summed;
  int64_t columns = 1;
  bool elementwise = false;
  int64_t a_start = 0, b_start = 0, c_start = 0;
};

template <class Number> class TiledSumRunner {
public:
  explicit TiledSumRunner(TiledSum sum);
  void run(const Number *a, const Number *b, Number *c, int threads) const;

private:
  struct Part;
  void run_part(const Part &part, const Number *a, const Number *b, Number *c) const;

  TiledSum sum_; // without r, and without the dimension whose elements follow each other in a stretch
  TileAxis rows_, steps_;
  std::vector<Stretch> stretches_;
  int64_t stretches_at_once_, positions_;
  const ProductKernels<Number> &kernels_;
};

} // namespace cotangent::library
