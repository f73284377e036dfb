// The innermost loops of matrix products, in one version per instruction set of the processor.
#pragma once

#include <cstdint>

namespace cotangent::library {

/// Where one more stretch of a sum lies, in elements from the start of each operand.
struct Stretch {
  int64_t a, b;
};

/// One rectangle of a result: c[r][j] = sum over stretches and p < count of a[r * a_row + p * a_step] *
/// b[p * b_step + j], added up in that order.
template <class Number> struct Tile {
  const Number *a;
  int64_t a_row, a_step;
  const Number *b;
  int64_t b_step;
  Number *c;
  int64_t c_row;
  int64_t count;
  const Stretch *stretches;
  int64_t stretch_count;
  int64_t last_columns; // in the last vector of each row
  bool add;             // to what c holds
};

/// c[i][j] = sum over p < count of a[i * a_row + p] * b[j * b_row + p]: both operands lie along the sum.
template <class Number> struct DotTile {
  const Number *a;
  int64_t a_row;
  const Number *b;
  int64_t b_row;
  Number *c;
  int64_t c_row, c_column;
  int64_t count;
};

inline constexpr int most_tile_rows = 12, most_tile_vectors = 2, most_dots = 4;
inline constexpr int most_panel_bytes = most_tile_vectors * 64; // of one row of a panel

/// Number is float, double, uint32_t or uint64_t.
template <class Number> struct ProductKernels {
  int tile_rows;                                                         // at most most_tile_rows
  int vector_columns;                                                    // elements of a vector
  void (*tile[most_tile_rows][most_tile_vectors])(const Tile<Number> &); // by rows - 1, vectors - 1
  /// The same with a[r * a_row + p * a_step + j] in each column: products of elements, not of matrices.
  void (*elementwise[most_tile_rows][most_tile_vectors])(const Tile<Number> &);
  void (*dots[most_dots][most_dots])(const DotTile<Number> &); // by rows of a - 1, of b - 1
  /// c[j] = sum over p < count of x[p * x_step] * b[p * b_step + j] for j < columns.
  void (*add_rows)(const Number *x, int64_t x_step, const Number *b, int64_t b_step, int64_t count, int64_t columns,
                   Number *c);
  /// to[p * to_step + j] = from[j * from_row + p]: rows become columns.
  void (*transpose)(const Number *from, int64_t from_row, int64_t rows, int64_t columns, Number *to, int64_t to_step);

  int64_t panel_columns() const { return int64_t{most_tile_vectors} * vector_columns; }
};

/// Of the best instruction set that this processor has.
template <class Number> const ProductKernels<Number> &product_kernels();

/// "avx512", "avx2" or "generic": what `product_kernels` chose.
const char *product_kernel_name();

} // namespace cotangent::library
