#include "tensor/library/product_matrix.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

namespace cotangent::library {

namespace {

constexpr int64_t line_bytes = 64;
constexpr int64_t inner_block_bytes = 2048;                // of a row of A, in one step of the sum
constexpr int64_t block_rows = 1536, block_columns = 2048; // that are packed at once
constexpr int64_t task_tiles = 16, task_panels = 16;       // at most, in one task
constexpr int64_t direct_bytes = int64_t{192} << 10;       // of operands in one step that the kernels read in place
constexpr int64_t few_rows = 8;                            // fewer dots at once than loads of B would take
constexpr int64_t stream_rows = 24, stream_inner = 16;     // of A and of B, when B comes from memory

int64_t divide_up(int64_t number, int64_t by) { return (number + by - 1) / by; }

/// Where part `part` of `parts` nearly equal ones starts.
int64_t part_start(int64_t size, int64_t parts, int64_t part) {
  return size / parts * part + std::min(size % parts, part);
}

/// Rows of packed A start in different places of the cache: an odd number of lines apart.
template <class Number> int64_t packed_row(int64_t inner) {
  return (divide_up(inner * static_cast<int64_t>(sizeof(Number)), line_bytes) | 1) * line_bytes /
         static_cast<int64_t>(sizeof(Number));
}
template <class Number> int64_t inner_block(int64_t inner) {
  const int64_t most = inner_block_bytes / static_cast<int64_t>(sizeof(Number));
  return divide_up(inner, divide_up(inner, most));
}

} // namespace

int64_t MatrixProduct::batch_count() const {
  int64_t count = 1;
  for (const BatchDimension &dimension : batch)
    count *= dimension.size;
  return count;
}

int threads_for(double operations, int threads) { return operations < 4e6 ? 1 : threads; }

/// One step of the blocked product: rows x columns of C, and a part of the sum.
template <class Number> struct MatrixMultiplier<Number>::Blocks {
  int64_t rows, columns, inner;
  bool add;
};

template <class Number>
MatrixMultiplier<Number>::MatrixMultiplier(MatrixProduct product)
    : product_(std::move(product)), kernels_(product_kernels<Number>()), method_(choose()) {}

template <class Number> typename MatrixMultiplier<Number>::Method MatrixMultiplier<Number>::choose() const {
  const MatrixProduct &p = product_;
  if (p.inner == 0)
    return Method::Zero;
  const bool a_along = p.a_step == 1 || p.inner == 1, b_along = p.b_step == 1 || p.inner == 1;
  if (p.columns == 1 || p.rows == 1) {
    if (p.columns == 1 ? p.a_row == 1 && p.c_row == 1 : p.b_column == 1)
      return Method::VectorRows;
    if (a_along && b_along)
      return Method::VectorDots;
  }
  if (a_along && b_along && p.b_column != 1 && std::min(p.rows, p.columns) <= few_rows && p.inner >= 16)
    return Method::Dots;
  const int64_t size = static_cast<int64_t>(sizeof(Number)), step = inner_block<Number>(p.inner);
  if ((p.rows + p.columns) * step * size <= direct_bytes)
    return Method::Direct;
  return p.b_column == 1 && p.rows <= stream_rows ? Method::Stream : Method::Blocked;
}

template <class Number>
typename MatrixMultiplier<Number>::Place MatrixMultiplier<Number>::place_of(int64_t item) const {
  Place place = {0, 0, 0};
  for (size_t at = product_.batch.size(); at-- > 0;) {
    const BatchDimension &dimension = product_.batch[at];
    const int64_t index = item % dimension.size;
    item /= dimension.size;
    place.a += index * dimension.a;
    place.b += index * dimension.b;
    place.c += index * dimension.c;
  }
  return place;
}

template <class Number> void MatrixMultiplier<Number>::fill_zero(Number *c) const {
  for (int64_t item = 0, count = product_.batch_count(); item < count; ++item)
    for (int64_t row = 0; row < product_.rows; ++row)
      std::fill_n(c + place_of(item).c + row * product_.c_row, product_.columns, Number(0));
}

/// The matrix is the operand that has several rows (columns of b); each of them meets the vector.
template <class Number>
void MatrixMultiplier<Number>::run_vector_dots(const Number *a, const Number *b, Number *c, int threads) const {
  const MatrixProduct &p = product_;
  const bool left = p.columns == 1;
  const int64_t rows = left ? p.rows : p.columns, row_stride = left ? p.a_row : p.b_column;
  const int64_t chunk = std::max<int64_t>(4, (int64_t{1} << 16) / std::max<int64_t>(p.inner, 1) / 4 * 4);
  const int64_t chunks = divide_up(rows, chunk);
  for_each_task(chunks * p.batch_count(), threads, [&](int64_t task) {
    const Place place = place_of(task / chunks);
    const int64_t start = task % chunks * chunk, end = std::min(rows, start + chunk);
    const Number *matrix = (left ? a + place.a : b + place.b), *vector = (left ? b + place.b : a + place.a);
    const int64_t c_row = left ? p.c_row : 1;
    for (int64_t row = start; row < end; row += most_dots) {
      const int64_t count = std::min<int64_t>(most_dots, end - row);
      kernels_.dots[count - 1][0](
          {matrix + row * row_stride, row_stride, vector, 0, c + place.c + row * c_row, c_row, 0, p.inner});
    }
  });
}

/// The vector's elements weigh the rows of the matrix, which is b (or a, transposed).
template <class Number>
void MatrixMultiplier<Number>::run_vector_rows(const Number *a, const Number *b, Number *c, int threads) const {
  const MatrixProduct &p = product_;
  const bool right = p.rows == 1 && p.b_column == 1;
  const int64_t columns = right ? p.columns : p.rows, step = right ? p.b_step : p.a_step;
  const int64_t chunk = (int64_t{8} << 10) / static_cast<int64_t>(sizeof(Number));
  const int64_t chunks = divide_up(columns, chunk);
  for_each_task(chunks * p.batch_count(), threads, [&](int64_t task) {
    const Place place = place_of(task / chunks);
    const int64_t start = task % chunks * chunk, count = std::min(columns - start, chunk);
    const Number *matrix = (right ? b + place.b : a + place.a), *vector = (right ? a + place.a : b + place.b);
    kernels_.add_rows(vector, right ? p.a_step : p.b_step, matrix + start, step, p.inner, count, c + place.c + start);
  });
}

template <class Number>
void MatrixMultiplier<Number>::run_dots(const Number *a, const Number *b, Number *c, int threads) const {
  const MatrixProduct &p = product_;
  const int64_t row_tiles = divide_up(p.rows, most_dots), column_tiles = divide_up(p.columns, most_dots);
  const int64_t chunk = std::max<int64_t>(1, (int64_t{1} << 14) / p.inner / row_tiles);
  const int64_t chunks = divide_up(column_tiles, chunk);
  for_each_task(chunks * p.batch_count(), threads, [&](int64_t task) {
    const Place place = place_of(task / chunks);
    const int64_t first = task % chunks * chunk, last = std::min(column_tiles, first + chunk);
    for (int64_t tile = first; tile < last; ++tile)
      for (int64_t row = 0; row < p.rows; row += most_dots) {
        const int64_t column = tile * most_dots, rows = std::min<int64_t>(most_dots, p.rows - row),
                      columns = std::min<int64_t>(most_dots, p.columns - column);
        kernels_.dots[rows - 1][columns - 1]({a + place.a + row * p.a_row, p.a_row, b + place.b + column * p.b_column,
                                              p.b_column, c + place.c + row * p.c_row + column, p.c_row, 1, p.inner});
      }
  });
}

/// All rows of one panel of columns (at most panel_columns) after the other; operands lie as `tile` says.
template <class Number>
void MatrixMultiplier<Number>::run_tiles(Tile<Number> tile, int64_t rows, int64_t columns) const {
  const int64_t tiles = divide_up(rows, kernels_.tile_rows);
  const int64_t vectors = divide_up(columns, kernels_.vector_columns);
  tile.last_columns = columns - (vectors - 1) * kernels_.vector_columns;
  const Number *const a = tile.a;
  Number *const c = tile.c;
  for (int64_t at = 0; at < tiles; ++at) {
    const int64_t row = part_start(rows, tiles, at), end = part_start(rows, tiles, at + 1);
    tile.a = a + row * tile.a_row;
    tile.c = c + row * tile.c_row;
    kernels_.tile[end - row - 1][vectors - 1](tile);
  }
}

template <class Number>
void MatrixMultiplier<Number>::run_direct(const Number *a, const Number *b, Number *c, int threads) const {
  const MatrixProduct &p = product_;
  const int64_t panel = kernels_.panel_columns(), panels = divide_up(p.columns, panel);
  const int64_t tiles = divide_up(p.rows, kernels_.tile_rows), items = p.batch_count();
  // Small products are handed out by the item, large ones by panels and tiles.
  const bool split = threads > 1 && items < 4 * threads;
  const int64_t panel_tasks = split ? panels : 1;
  const int64_t row_tasks = split ? std::clamp<int64_t>(4 * threads / panels, 1, tiles) : 1;
  for_each_task(items * panel_tasks * row_tasks, threads, [&](int64_t task) {
    const Place place = place_of(task / (panel_tasks * row_tasks));
    const int64_t part = task % row_tasks, row = part_start(p.rows, row_tasks, part),
                  rows = part_start(p.rows, row_tasks, part + 1) - row;
    const int64_t first = split ? task / row_tasks % panel_tasks : 0, last = split ? first + 1 : panels;
    for (int64_t at = first; at < last; ++at)
      multiply_panel(a + place.a + row * p.a_row, b + place.b + at * panel * p.b_column,
                     c + place.c + row * p.c_row + at * panel, rows, std::min(panel, p.columns - at * panel));
  });
}

template <class Number>
void MatrixMultiplier<Number>::multiply_panel(const Number *a, const Number *b, Number *c, int64_t rows,
                                              int64_t columns) const {
  const MatrixProduct &p = product_;
  const int64_t step = inner_block<Number>(p.inner), panel = kernels_.panel_columns();
  const bool in_place = p.b_column == 1 || columns == 1;
  alignas(64) Number turned[inner_block_bytes / sizeof(Number) * most_panel_bytes / sizeof(Number)];
  const Stretch whole = {0, 0};
  for (int64_t at = 0; at < p.inner; at += step) {
    const int64_t inner = std::min(step, p.inner - at);
    if (!in_place)
      kernels_.transpose(b + at * p.b_step, p.b_column, columns, inner, turned, panel);
    run_tiles({a + at * p.a_step, p.a_row, p.a_step, in_place ? b + at * p.b_step : turned, in_place ? p.b_step : panel,
               c, p.c_row, inner, &whole, 1, 0, at > 0},
              rows, columns);
  }
}

/// A few rows of B at a time, along whole rows, so that they come from memory in order and once.
template <class Number>
void MatrixMultiplier<Number>::run_stream(const Number *a, const Number *b, Number *c, int threads) const {
  const MatrixProduct &p = product_;
  const Stretch whole = {0, 0};
  const int64_t panel = kernels_.panel_columns(), chunk = 32 * panel, chunks = divide_up(p.columns, chunk);
  for_each_task(chunks * p.batch_count(), threads, [&](int64_t task) {
    const Place place = place_of(task / chunks);
    const int64_t start = task % chunks * chunk, end = std::min(p.columns, start + chunk);
    for (int64_t at = 0; at < p.inner; at += stream_inner)
      for (int64_t column = start; column < end; column += panel)
        run_tiles({a + place.a + at * p.a_step, p.a_row, p.a_step, b + place.b + at * p.b_step + column, p.b_step,
                   c + place.c + column, p.c_row, std::min(stream_inner, p.inner - at), &whole, 1, 0, at > 0},
                  p.rows, std::min(panel, end - column));
  });
}

namespace {

/// Pieces of `count` elements, the most frequent counts in a few moves each.
template <class Number, int... Frequent>
void copy_pieces(const Number *from, int64_t from_step, int64_t count, int64_t pieces, Number *to, int64_t to_step) {
  const auto copy = [&](auto bytes) {
    for (int64_t at = 0; at < pieces; ++at)
      std::memcpy(to + at * to_step, from + at * from_step, bytes);
  };
  if (!((count == Frequent && (copy(std::integral_constant<size_t, Frequent * sizeof(Number)>()), true)) || ...))
    copy(static_cast<size_t>(count) * sizeof(Number));
}

/// Rows of A, one after the other if they lie along the sum, else with `rows` next to each other at each step.
template <class Number>
void pack_rows(const Number *a, int64_t a_row, int64_t a_step, int64_t rows, int64_t inner, Number *to) {
  if (a_step == 1) {
    for (int64_t row = 0; row < rows; ++row)
      std::memcpy(to + row * packed_row<Number>(inner), a + row * a_row, static_cast<size_t>(inner) * sizeof(Number));
    return;
  }
  if (a_row == 1)
    return copy_pieces<Number, most_tile_rows, most_tile_rows - 1>(a, a_step, rows, inner, to, rows);
  for (int64_t p = 0; p < inner; ++p)
    for (int64_t row = 0; row < rows; ++row)
      to[p * rows + row] = a[p * a_step + row * a_row];
}

} // namespace

template <class Number> int64_t MatrixMultiplier<Number>::workspace_bytes() const {
  if (method_ != Method::Blocked)
    return 0;
  const int64_t inner = inner_block<Number>(product_.inner), panel = kernels_.panel_columns();
  const int64_t columns = divide_up(std::min(product_.columns, block_columns), panel) * panel;
  return (columns * inner + std::min(product_.rows, block_rows) * packed_row<Number>(inner)) *
         static_cast<int64_t>(sizeof(Number));
}

template <class Number>
void MatrixMultiplier<Number>::multiply_block(const Number *a, const Number *b, Number *c, const Blocks &block,
                                              Number *workspace, int threads) const {
  const MatrixProduct &p = product_;
  const int64_t panel = kernels_.panel_columns(), panels = divide_up(block.columns, panel);
  const int64_t tiles = divide_up(block.rows, kernels_.tile_rows);
  const int64_t row_stride = packed_row<Number>(block.inner);
  Number *const packed_b = workspace, *const packed_a = workspace + panels * panel * block.inner;
  for_each_task(panels + tiles, threads, [&](int64_t task) {
    if (task < panels) {
      const int64_t column = task * panel, columns = std::min(panel, block.columns - column);
      Number *const to = packed_b + column * block.inner;
      constexpr int widest = most_panel_bytes / static_cast<int>(sizeof(Number));
      if (p.b_column == 1 || columns == 1)
        copy_pieces<Number, widest, widest / 2>(b + column, p.b_step, columns, block.inner, to, panel);
      else
        kernels_.transpose(b + column * p.b_column, p.b_column, columns, block.inner, to, panel);
      return;
    }
    const int64_t row = part_start(block.rows, tiles, task - panels),
                  end = part_start(block.rows, tiles, task - panels + 1);
    pack_rows(a + row * p.a_row, p.a_row, p.a_step, end - row, block.inner, packed_a + row * row_stride);
  });

  // Which tiles a task takes does not matter to the sums, so it may depend on the number of threads.
  const int64_t rows_per_task = std::clamp<int64_t>(tiles / (threads > 1 ? 2 * threads : 1), 1, task_tiles);
  const int64_t row_tasks = divide_up(tiles, rows_per_task), column_tasks = divide_up(panels, task_panels);
  for_each_task(row_tasks * column_tasks, threads, [&](int64_t task) {
    const Stretch whole = {0, 0};
    const int64_t first_tile = task / column_tasks * rows_per_task;
    const int64_t last_tile = std::min(tiles, first_tile + rows_per_task);
    const int64_t first = task % column_tasks * task_panels, last = std::min(panels, first + task_panels);
    for (int64_t at = first; at < last; ++at) {
      const int64_t columns = std::min(panel, block.columns - at * panel);
      const int64_t vectors = divide_up(columns, kernels_.vector_columns);
      for (int64_t tile = first_tile; tile < last_tile; ++tile) {
        const int64_t row = part_start(block.rows, tiles, tile), rows = part_start(block.rows, tiles, tile + 1) - row;
        const bool along = p.a_step == 1;
        kernels_.tile[rows - 1][vectors - 1]({packed_a + row * row_stride, along ? row_stride : 1, along ? 1 : rows,
                                              packed_b + at * panel * block.inner, panel,
                                              c + row * p.c_row + at * panel, p.c_row, block.inner, &whole, 1,
                                              columns - (vectors - 1) * kernels_.vector_columns, block.add});
      }
    }
  });
}

template <class Number>
void MatrixMultiplier<Number>::run_blocked(const Number *a, const Number *b, Number *c, Number *workspace,
                                           int threads) const {
  const MatrixProduct &p = product_;
  const int64_t inner = inner_block<Number>(p.inner);
  for (int64_t item = 0, count = p.batch_count(); item < count; ++item) {
    const Place place = place_of(item);
    for (int64_t column = 0; column < p.columns; column += block_columns)
      for (int64_t at = 0; at < p.inner; at += inner)
        for (int64_t row = 0; row < p.rows; row += block_rows) {
          const Blocks block = {std::min(block_rows, p.rows - row), std::min(block_columns, p.columns - column),
                                std::min(inner, p.inner - at), at > 0};
          multiply_block(a + place.a + row * p.a_row + at * p.a_step, b + place.b + at * p.b_step + column * p.b_column,
                         c + place.c + row * p.c_row + column, block, workspace, threads);
        }
  }
}

template <class Number>
void MatrixMultiplier<Number>::run(const Number *a, const Number *b, Number *c, std::byte *workspace,
                                   int threads) const {
  const MatrixProduct &p = product_;
  const double products = static_cast<double>(p.rows) * static_cast<double>(p.columns) * static_cast<double>(p.inner) *
                          static_cast<double>(p.batch_count());
  switch (method_) {
  case Method::Zero:
    return fill_zero(c);
  case Method::VectorDots: // as fast as memory, about ten times slower than multiplying
    return run_vector_dots(a, b, c, threads_for(20 * products, threads));
  case Method::VectorRows:
    return run_vector_rows(a, b, c, threads_for(20 * products, threads));
  case Method::Dots:
    return run_dots(a, b, c, threads_for(8 * products, threads));
  case Method::Direct:
    return run_direct(a, b, c, threads_for(2 * products, threads));
  case Method::Stream:
    return run_stream(a, b, c, threads_for(8 * products, threads));
  case Method::Blocked:
    return run_blocked(a, b, c, reinterpret_cast<Number *>(workspace), threads_for(2 * products, threads));
  }
}

template class MatrixMultiplier<float>;
template class MatrixMultiplier<double>;
template class MatrixMultiplier<uint32_t>;
template class MatrixMultiplier<uint64_t>;

} // namespace cotangent::library
