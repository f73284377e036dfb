// The loops of product_kernel.h for vectors of `vector_bytes`; included once per instruction set, inside a namespace
// that has vector_bytes, tile_rows, and load_first/store_first (the first elements of a vector; the others are zero
// and stay as they are).

template <class Number> constexpr int lanes = vector_bytes / static_cast<int>(sizeof(Number));

template <class Number> inline VectorOf<Number> load(const Number *from) {
  VectorOf<Number> result;
  __builtin_memcpy(&result, from, sizeof result);
  return result;
}
template <class Number> inline void store(Number *to, VectorOf<Number> value) {
  __builtin_memcpy(to, &value, sizeof value);
}
template <class Number> inline VectorOf<Number> splat(Number value) {
  return value - VectorOf<Number>{}; // minus zero keeps the sign of zeros
}

/// Each row has one factor per step (an element of a), or with Elementwise one per column, next to each other.
template <class Number, int Rows, int Vectors, bool Elementwise> void tile(const Tile<Number> &given) {
  using Vector = VectorOf<Number>;
  constexpr int bases = (Rows + 2) / 3; // a pointer reaches three rows by the addressing modes of x86
  const Tile<Number> t = given;
  const int last = static_cast<int>(t.last_columns);
#pragma clang loop unroll(full)
  for (int row = 0; row < Rows; ++row)
#pragma clang loop unroll(full)
    for (int vector = 0; vector < Vectors; ++vector)
      __builtin_prefetch(t.c + row * t.c_row + vector * lanes<Number>, 1);
  Vector sums[Rows][Vectors] = {};
  for (int64_t stretch = 0; stretch < t.stretch_count; ++stretch) {
    const Number *a[bases];
#pragma clang loop unroll(full)
    for (int base = 0; base < bases; ++base)
      a[base] = t.a + t.stretches[stretch].a + 3 * base * t.a_row;
    const Number *b = t.b + t.stretches[stretch].b;
    for (int64_t p = 0; p < t.count; ++p) {
      Vector right[Vectors];
#pragma clang loop unroll(full)
      for (int vector = 0; vector + 1 < Vectors; ++vector)
        right[vector] = load(b + vector * lanes<Number>);
      right[Vectors - 1] = load_first(b + (Vectors - 1) * lanes<Number>, last);
#pragma clang loop unroll(full)
      for (int row = 0; row < Rows; ++row) {
        const Number *left = a[row / 3] + (row % 3) * t.a_row;
#pragma clang loop unroll(full)
        for (int vector = 0; vector < Vectors; ++vector)
          if constexpr (!Elementwise)
            sums[row][vector] += splat(*left) * right[vector];
          else if (vector + 1 < Vectors)
            sums[row][vector] += load(left + vector * lanes<Number>) * right[vector];
          else
            sums[row][vector] += load_first(left + vector * lanes<Number>, last) * right[vector];
      }
#pragma clang loop unroll(full)
      for (int base = 0; base < bases; ++base)
        a[base] += t.a_step;
      b += t.b_step;
    }
  }
#pragma clang loop unroll(full)
  for (int row = 0; row < Rows; ++row) {
    Number *c = t.c + row * t.c_row;
#pragma clang loop unroll(full)
    for (int vector = 0; vector < Vectors; ++vector, c += lanes<Number>) {
      const bool partial = vector + 1 == Vectors;
      Vector sum = sums[row][vector];
      if (t.add)
        sum += partial ? load_first(c, last) : load(c);
      if (partial)
        store_first(c, sum, last);
      else
        store(c, sum);
    }
  }
}

/// The sum of the lanes, by halves.
template <class Number> inline Number lane_sum(VectorOf<Number> value) {
  Number parts[lanes<Number>];
  __builtin_memcpy(parts, &value, sizeof value);
#pragma clang loop unroll(full)
  for (int half = lanes<Number> / 2; half > 0; half /= 2)
#pragma clang loop unroll(full)
    for (int lane = 0; lane < half; ++lane)
      parts[lane] += parts[lane + half];
  return parts[0];
}

template <class Number, int Rows, int Columns> void dots(const DotTile<Number> &t) {
  using Vector = VectorOf<Number>;
  constexpr int unroll = Rows * Columns >= 8 ? 1 : Rows * Columns >= 4 ? 2 : 4, width = lanes<Number>;
  Vector sums[unroll][Rows][Columns] = {};
  const auto step = [&](auto load_at, int64_t p, int part) __attribute__((always_inline)) {
    Vector left[Rows];
#pragma clang loop unroll(full)
    for (int row = 0; row < Rows; ++row)
      left[row] = load_at(t.a + row * t.a_row + p);
#pragma clang loop unroll(full)
    for (int column = 0; column < Columns; ++column) {
      const Vector right = load_at(t.b + column * t.b_row + p);
#pragma clang loop unroll(full)
      for (int row = 0; row < Rows; ++row)
        sums[part][row][column] += left[row] * right;
    }
  };
  int64_t p = 0;
  for (; p + unroll * width <= t.count; p += unroll * width)
#pragma clang loop unroll(full)
    for (int part = 0; part < unroll; ++part)
      step([](const Number *from) __attribute__((always_inline)) { return load(from); }, p + part * width, part);
  for (; p < t.count; p += width) {
    const int first = static_cast<int>(t.count - p < width ? t.count - p : width);
    step([first](const Number *from) __attribute__((always_inline)) { return load_first(from, first); }, p, 0);
  }
#pragma clang loop unroll(full)
  for (int row = 0; row < Rows; ++row)
#pragma clang loop unroll(full)
    for (int column = 0; column < Columns; ++column) {
      Vector sum = sums[0][row][column];
#pragma clang loop unroll(full)
      for (int part = 1; part < unroll; ++part)
        sum += sums[part][row][column];
      t.c[row * t.c_row + column * t.c_column] = lane_sum<Number>(sum);
    }
}

/// Adds `Rows` rows at once to all columns, or starts with them.
template <class Number, int Rows>
inline void add_some_rows(const Number *x, int64_t x_step, const Number *b, int64_t b_step, int64_t columns, Number *c,
                          bool add) {
  using Vector = VectorOf<Number>;
  Vector left[Rows];
#pragma clang loop unroll(full)
  for (int row = 0; row < Rows; ++row)
    left[row] = splat(x[row * x_step]);
  const auto sum_at = [&](Vector sum, auto load_at, int64_t column) __attribute__((always_inline)) {
#pragma clang loop unroll(full)
    for (int row = 0; row < Rows; ++row)
      sum += left[row] * load_at(b + row * b_step + column);
    return sum;
  };
  const auto whole = [](const Number *from) __attribute__((always_inline)) { return load(from); };
  int64_t column = 0;
  for (; column + lanes<Number> <= columns; column += lanes<Number>)
    store(c + column, sum_at(add ? load(c + column) : Vector{}, whole, column));
  if (column < columns) {
    const int first = static_cast<int>(columns - column);
    const auto part = [first](const Number *from) __attribute__((always_inline)) { return load_first(from, first); };
    store_first(c + column, sum_at(add ? part(c + column) : Vector{}, part, column), first);
  }
}

template <class Number>
void add_rows(const Number *x, int64_t x_step, const Number *b, int64_t b_step, int64_t count, int64_t columns,
              Number *c) {
  int64_t p = 0;
  for (; p + 8 <= count; p += 8)
    add_some_rows<Number, 8>(x + p * x_step, x_step, b + p * b_step, b_step, columns, c, p > 0);
  for (; p < count; ++p)
    add_some_rows<Number, 1>(x + p * x_step, x_step, b + p * b_step, b_step, columns, c, p > 0);
}

/// A square of 4 x 4 or 8 x 8 elements at a time, in registers.
template <class Number, int Side> struct Square {
  typedef Number Row __attribute__((vector_size(Side * sizeof(Number))));
  Row rows[Side];
  /// Swaps the off-diagonal blocks of `Block` x `Block` in each block of twice the side.
  template <int Block> void swap_blocks() {
#pragma clang loop unroll(full)
    for (int row = 0; row < Side; ++row)
      if ((row & Block) == 0) {
        const Row upper = rows[row], lower = rows[row + Block];
        if constexpr (Side == 4 && Block == 2) {
          rows[row] = __builtin_shufflevector(upper, lower, 0, 1, 4, 5);
          rows[row + Block] = __builtin_shufflevector(upper, lower, 2, 3, 6, 7);
        } else if constexpr (Side == 4) {
          rows[row] = __builtin_shufflevector(upper, lower, 0, 4, 2, 6);
          rows[row + Block] = __builtin_shufflevector(upper, lower, 1, 5, 3, 7);
        } else if constexpr (Block == 4) {
          rows[row] = __builtin_shufflevector(upper, lower, 0, 1, 2, 3, 8, 9, 10, 11);
          rows[row + Block] = __builtin_shufflevector(upper, lower, 4, 5, 6, 7, 12, 13, 14, 15);
        } else if constexpr (Block == 2) {
          rows[row] = __builtin_shufflevector(upper, lower, 0, 1, 8, 9, 4, 5, 12, 13);
          rows[row + Block] = __builtin_shufflevector(upper, lower, 2, 3, 10, 11, 6, 7, 14, 15);
        } else {
          rows[row] = __builtin_shufflevector(upper, lower, 0, 8, 2, 10, 4, 12, 6, 14);
          rows[row + Block] = __builtin_shufflevector(upper, lower, 1, 9, 3, 11, 5, 13, 7, 15);
        }
      }
  }
};

template <class Number>
void transpose(const Number *from, int64_t from_row, int64_t rows, int64_t columns, Number *to, int64_t to_step) {
  constexpr int side = lanes<Number> >= 8 ? 8 : 4;
  for (int64_t row = 0; row < rows; row += side)
    for (int64_t column = 0; column < columns; column += side) {
      const Number *source = from + row * from_row + column;
      Number *target = to + column * to_step + row;
      if (row + side > rows || column + side > columns) {
        for (int64_t j = 0; j < columns - column && j < side; ++j)
          for (int64_t i = 0; i < rows - row && i < side; ++i)
            target[j * to_step + i] = source[i * from_row + j];
        continue;
      }
      Square<Number, side> square;
#pragma clang loop unroll(full)
      for (int i = 0; i < side; ++i)
        __builtin_memcpy(&square.rows[i], source + i * from_row, sizeof square.rows[i]);
      if constexpr (side == 8)
        square.template swap_blocks<4>();
      square.template swap_blocks<2>();
      square.template swap_blocks<1>();
#pragma clang loop unroll(full)
      for (int j = 0; j < side; ++j)
        __builtin_memcpy(target + j * to_step, &square.rows[j], sizeof square.rows[j]);
    }
}

template <class Number, int Rows> void fill_table(ProductKernels<Number> &kernels) {
  if constexpr (Rows <= tile_rows) {
    kernels.tile[Rows - 1][0] = tile<Number, Rows, 1, false>;
    kernels.tile[Rows - 1][1] = tile<Number, Rows, 2, false>;
    kernels.elementwise[Rows - 1][0] = tile<Number, Rows, 1, true>;
    kernels.elementwise[Rows - 1][1] = tile<Number, Rows, 2, true>;
  }
  if constexpr (Rows <= most_dots) {
    kernels.dots[Rows - 1][0] = dots<Number, Rows, 1>;
    kernels.dots[Rows - 1][1] = dots<Number, Rows, 2>;
    kernels.dots[Rows - 1][2] = dots<Number, Rows, 3>;
    kernels.dots[Rows - 1][3] = dots<Number, Rows, 4>;
  }
  if constexpr (Rows < most_tile_rows)
    fill_table<Number, Rows + 1>(kernels);
}

template <class Number> ProductKernels<Number> make_kernels() {
  ProductKernels<Number> kernels = {};
  kernels.tile_rows = tile_rows;
  kernels.vector_columns = lanes<Number>;
  fill_table<Number, 1>(kernels);
  kernels.add_rows = add_rows<Number>;
  kernels.transpose = transpose<Number>;
  return kernels;
}
