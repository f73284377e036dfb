#include "tensor/library/convolution_tiles.h"

#include "tensor/library/product_matrix.h"

#include <algorithm>
#include <utility>

namespace cotangent::library {

namespace {

constexpr int64_t steps_at_once = 768;                        // of a sum, so that a panel of b stays in the cache
constexpr int64_t positions_at_once = 64, tiles_at_once = 16; // of the result, that see the same part of b

int64_t divide_up(int64_t number, int64_t by) { return (number + by - 1) / by; }

/// Joins dimensions that lie one behind the other in all arrays, wherever they stand.
void join(std::vector<TileAxis> &axes) {
  std::erase_if(axes, [](const TileAxis &axis) { return axis.size == 1; });
  for (bool changed = true; std::exchange(changed, false);)
    for (size_t outer = 0; outer < axes.size() && !changed; ++outer)
      for (size_t inner = 0; inner < axes.size() && !changed; ++inner) {
        const TileAxis &low = axes[inner];
        TileAxis &high = axes[outer];
        if (inner != outer && high.a == low.a * low.size && high.b == low.b * low.size && high.c == low.c * low.size) {
          high = {high.size * low.size, low.a, low.b, low.c};
          axes.erase(axes.begin() + static_cast<ptrdiff_t>(inner));
          changed = true;
        }
      }
}

/// Takes out the dimension with the greatest value of `worth`; one of size 1 if there is none that may be.
template <class Worth> TileAxis take_best(std::vector<TileAxis> &axes, Worth worth) {
  const auto best = std::ranges::max_element(axes, {}, worth);
  if (best == axes.end() || worth(*best) < 0)
    return {1, 0, 0, 0};
  const TileAxis result = *best;
  axes.erase(best);
  return result;
}

} // namespace

/// What one task does: positions of the result outside its rows.
template <class Number> struct TiledSumRunner<Number>::Part {
  int64_t first, last;
  int64_t first_row, last_row; // tiles of rows
  int64_t first_panel, last_panel;
};

template <class Number>
TiledSumRunner<Number>::TiledSumRunner(TiledSum sum) : sum_(std::move(sum)), kernels_(product_kernels<Number>()) {
  join(sum_.result);
  join(sum_.summed);
  const int64_t height = kernels_.tile_rows;
  // Full tiles are worth most; only dimensions that b does not have can be rows.
  rows_ = take_best(sum_.result, [&](const TileAxis &axis) {
    const double full = static_cast<double>(axis.size) / static_cast<double>(divide_up(axis.size, height) * height);
    return axis.b != 0 ? -1.0 : full;
  });
  steps_ = take_best(sum_.summed, [](const TileAxis &axis) { return axis.size; });
  stretches_ = {{0, 0}};
  for (const TileAxis &axis : sum_.summed) {
    std::vector<Stretch> longer;
    longer.reserve(stretches_.size() * static_cast<size_t>(axis.size));
    for (const Stretch &stretch : stretches_)
      for (int64_t at = 0; at < axis.size; ++at)
        longer.push_back({stretch.a + at * axis.a, stretch.b + at * axis.b});
    stretches_ = std::move(longer);
  }
  stretches_at_once_ = std::max<int64_t>(1, steps_at_once / std::max<int64_t>(steps_.size, 1));
  positions_ = 1;
  for (const TileAxis &axis : sum_.result)
    positions_ *= axis.size;
}

template <class Number>
void TiledSumRunner<Number>::run_part(const Part &part, const Number *a, const Number *b, Number *c) const {
  const int64_t width = kernels_.vector_columns, panel = kernels_.panel_columns();
  const int64_t tiles = divide_up(rows_.size, kernels_.tile_rows);
  const auto &kernels = sum_.elementwise ? kernels_.elementwise : kernels_.tile;
  const auto count = static_cast<int64_t>(stretches_.size());
  int64_t done = 0;
  do { // at least once: an empty sum is zero
    const int64_t at_once = std::min(stretches_at_once_, count - done);
    for (int64_t column = part.first_panel * panel; column < std::min(sum_.columns, part.last_panel * panel);
         column += panel) {
      const int64_t columns = std::min(panel, sum_.columns - column), vectors = divide_up(columns, width);
      for (int64_t position = part.first; position < part.last; ++position) {
        int64_t rest = position, a_start = sum_.a_start, b_start = sum_.b_start, c_start = sum_.c_start;
        for (size_t at = sum_.result.size(); at-- > 0; rest /= sum_.result[at].size) {
          const int64_t index = rest % sum_.result[at].size;
          a_start += index * sum_.result[at].a;
          b_start += index * sum_.result[at].b;
          c_start += index * sum_.result[at].c;
        }
        if (sum_.elementwise)
          a_start += column;
        for (int64_t tile = part.first_row; tile < part.last_row; ++tile) {
          const int64_t row = rows_.size * tile / tiles, height = rows_.size * (tile + 1) / tiles - row;
          kernels[height - 1][vectors - 1]({a + a_start + row * rows_.a, rows_.a, steps_.a, b + b_start + column,
                                            steps_.b, c + c_start + row * rows_.c + column, rows_.c, steps_.size,
                                            stretches_.data() + done, at_once, columns - (vectors - 1) * width,
                                            done > 0});
        }
      }
    }
    done += at_once;
  } while (done < count);
}

template <class Number>
void TiledSumRunner<Number>::run(const Number *a, const Number *b, Number *c, int threads) const {
  const int64_t tiles = divide_up(rows_.size, kernels_.tile_rows);
  const int64_t panels = divide_up(sum_.columns, kernels_.panel_columns());
  const double operations = 2.0 * static_cast<double>(positions_) * static_cast<double>(rows_.size * sum_.columns) *
                            static_cast<double>(steps_.size) * static_cast<double>(stretches_.size());
  const int used = threads_for(operations, threads);
  const int64_t wanted = used > 1 ? int64_t{4} * used : 1;
  const int64_t at_once = std::clamp<int64_t>(positions_ / wanted, 1, positions_at_once);
  const int64_t position_tasks = divide_up(positions_, at_once);
  // With few positions, tiles and panels are shared out as well.
  const int64_t row_tasks = std::clamp<int64_t>(wanted / position_tasks, divide_up(tiles, tiles_at_once), tiles);
  const int64_t panel_tasks = std::clamp<int64_t>(wanted / (position_tasks * row_tasks), 1, panels);
  for_each_task(position_tasks * row_tasks * panel_tasks, used, [&](int64_t task) {
    const int64_t panel = task % panel_tasks, row = task / panel_tasks % row_tasks,
                  first = task / (panel_tasks * row_tasks) * at_once;
    run_part({first, std::min(positions_, first + at_once), tiles * row / row_tasks, tiles * (row + 1) / row_tasks,
              panels * panel / panel_tasks, panels * (panel + 1) / panel_tasks},
             a, b, c);
  });
}

template class TiledSumRunner<float>;
template class TiledSumRunner<double>;
template class TiledSumRunner<uint32_t>;
template class TiledSumRunner<uint64_t>;

} // namespace cotangent::library
