// Functions that make arrays and move their elements.
#include "tensor/trace/emit.h"

#include "cotangent/operations/shaping.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::detail {
using namespace trace;

namespace {

/// Replaces -1 by what is left.
Shape resolved(Value operand, Shape shape) {
  int64_t known = 1, open = 0;
  for (int64_t size : shape) {
    open += size == -1 ? 1 : 0;
    known *= size == -1 ? 1 : size;
    if (size < -1)
      throw Error("bad-shape", "a size is " + std::to_string(size));
  }
  int64_t count = count_of(shape_of(operand));
  if (open > 1)
    throw Error("bad-shape", "more than one size of " + shape_text(shape) + " is left open (-1)");
  if (open == 1 && known > 0 && count % known == 0)
    for (int64_t &size : shape)
      size = size == -1 ? count / known : size;
  if (llvm::is_contained(shape, -1) || count_of(shape) != count)
    throw Error("bad-shape", "the " + std::to_string(count) + " elements of shape " + shape_text(operand) +
                                 " do not fit into the shape " + shape_text(shape));
  return shape;
}

Value matrix_positions(Emit &build, Value matrices, int64_t from_end) {
  return build.positions(shape_of(matrices), rank_of(matrices) - from_end);
}

} // namespace

void refuse_sizes(const char *function, Sizes shape, const std::string &why, Place place) {
  named(function, place,
        [&]() -> void { throw Error("bad-shape", "of the shape " + shape_text(shape_from(shape)) + " " + why); });
  throw Error("internal", "an error was not thrown");
}

TraceHandle trace_reshape(TraceHandle operand, Sizes shape, Place place) {
  return emit("reshape", place, [&](Emit &build) {
    Value value = build(operand);
    return build.reshape(value, resolved(value, shape_from(shape)));
  });
}

TraceHandle trace_transpose(TraceHandle operand, Sizes permutation, Place place) {
  return emit("transpose", place,
              [&](Emit &build) { return build.transpose(build(operand), shape_from(permutation)); });
}

TraceHandle trace_broadcast_to(TraceHandle operand, Sizes shape, Place place) {
  return emit("broadcast_to", place,
              [&](Emit &build) { return build.broadcast_to(build(operand), shape_from(shape)); });
}

TraceHandle trace_flip(TraceHandle operand, Sizes dimensions, Place place) {
  return emit("flip", place, [&](Emit &build) { return build.reverse(build(operand), shape_from(dimensions)); });
}

TraceHandle trace_roll(TraceHandle operand, int64_t shift, int64_t dimension, Place place) {
  return emit("roll", place, [&](Emit &build) {
    Value value = build(operand);
    int64_t size = Emit::size_of(value, dimension);
    if (size == 0)
      return value;
    int64_t cut = size - ((shift % size) + size) % size;
    if (cut == size)
      return value;
    return build.concatenate(
        {build.slice_dimension(value, dimension, cut, size), build.slice_dimension(value, dimension, 0, cut)},
        dimension);
  });
}

TraceHandle trace_concatenate(Handles operands, int64_t dimension, Place place) {
  return emit("concatenate", place, [&](Emit &build) {
    Values values = build.all(operands);
    if (values.empty())
      throw Error("bad-argument", "there is nothing to join");
    for (Value value : values)
      for (int64_t at = 0; at < rank_of(value); ++at)
        if (at != dimension && Emit::size_of(value, at) != Emit::size_of(values[0], at))
          throw Error("bad-shape", "the shapes " + shape_text(values[0]) + " and " + shape_text(value) +
                                       " differ in dimension " + std::to_string(at) + "; only dimension " +
                                       std::to_string(dimension) + ", along which they are joined, may differ");
    return build.concatenate(values, dimension);
  });
}

TraceHandle trace_slice(TraceHandle operand, Sizes start, Sizes limit, Sizes step, Place place) {
  return emit("slice", place, [&](Emit &build) {
    return build.slice(build(operand), shape_from(start), shape_from(limit), shape_from(step));
  });
}

TraceHandle trace_pad(TraceHandle operand, TraceHandle padding, Sizes low, Sizes high, Place place) {
  return emit("pad", place, [&](Emit &build) {
    Value value = build(operand);
    return build.pad(value, build(padding), shape_from(low), shape_from(high),
                     filled(static_cast<size_t>(rank_of(value)), 0));
  });
}

TraceHandle trace_tile(TraceHandle operand, Sizes repeats, Place place) {
  return emit("tile", place, [&](Emit &build) {
    Value value = build(operand);
    Shape wide, result, dimensions;
    for (auto [at, size] : llvm::enumerate(shape_of(value))) {
      if (repeats[at] < 0)
        throw Error("bad-argument", "an array cannot be repeated " + std::to_string(repeats[at]) + " times");
      wide.append({repeats[at], size});
      dimensions.push_back(static_cast<int64_t>(2 * at + 1));
      result.push_back(repeats[at] * size);
    }
    return build.reshape(build.broadcast(value, dimensions, wide), result);
  });
}

TraceHandle trace_repeat(TraceHandle operand, int64_t count, int64_t dimension, Place place) {
  return emit("repeat", place, [&](Emit &build) {
    Value value = build(operand);
    if (count < 0)
      throw Error("bad-argument", "elements cannot be repeated " + std::to_string(count) + " times");
    Shape wide(shape_of(value)), result(shape_of(value));
    wide.insert(wide.begin() + dimension + 1, count);
    result[static_cast<size_t>(dimension)] *= count;
    return build.reshape(build.broadcast(value, all_but(rank_of(value) + 1, {dimension + 1}), wide), result);
  });
}

TraceHandle trace_iota(std::string_view element, Sizes shape, int64_t dimension, Place place) {
  return emit("iota", place, [&](Emit &build) {
    if (dimension < 0 || dimension >= static_cast<int64_t>(shape.size()))
      throw Error("bad-argument", "there is no dimension " + std::to_string(dimension));
    return build.iota(RankedTensorType::get(shape_from(shape), element_type(build.builder.getContext(), element)),
                      dimension);
  });
}

TraceHandle trace_triangle(TraceHandle operand, bool lower, int64_t offset, Place place) {
  return emit(lower ? "tril" : "triu", place, [&](Emit &build) {
    Value value = build(operand);
    Value row = matrix_positions(build, value, 2), column = matrix_positions(build, value, 1);
    Value shifted = build.add(row, build.splat_like(row, static_cast<double>(offset)));
    Value kept = build.compare(column, shifted, lower ? ComparisonDirection::LE : ComparisonDirection::GE);
    return build.select(kept, value, build.zeros_like(value));
  });
}

TraceHandle trace_diagonal(TraceHandle operand, Place place) {
  return emit("diagonal", place, [&](Emit &build) {
    Value value = build(operand);
    int64_t rank = rank_of(value), size = std::min(Emit::size_of(value, rank - 2), Emit::size_of(value, rank - 1));
    Type index = build.integer_type();
    Value numbers = build.iota(RankedTensorType::get({size, 2}, index), 0);
    Shape sizes(shape_of(value));
    sizes[static_cast<size_t>(rank - 2)] = sizes[static_cast<size_t>(rank - 1)] = 1;
    auto dimensions = GatherDimensionNumbersAttr::get(build.builder.getContext(), first_numbers(rank - 2),
                                                      {rank - 2, rank - 1}, {}, {}, {rank - 2, rank - 1}, 1);
    return build.gather(value, numbers, dimensions, sizes, /*sorted=*/true);
  });
}

TraceHandle trace_diagonal_matrix(TraceHandle operand, Place place) {
  return emit("diag", place, [&](Emit &build) {
    Value value = build(operand);
    Shape shape(shape_of(value));
    shape.push_back(shape.back());
    Value wide = build.broadcast(value, first_numbers(rank_of(value)), shape);
    Value kept = build.equal(matrix_positions(build, wide, 2), matrix_positions(build, wide, 1));
    return build.select(kept, wide, build.zeros_like(wide));
  });
}

TraceHandle trace_one_hot(TraceHandle labels, int64_t classes, std::string_view element, Place place) {
  return emit("one_hot", place, [&](Emit &build) {
    Value value = build(labels);
    Shape shape(shape_of(value));
    shape.push_back(classes);
    Value wide = build.broadcast(value, first_numbers(rank_of(value)), shape);
    Value numbers = build.iota(with_shape(ranked(value.getType()), shape), rank_of(value));
    return build.convert(build.equal(wide, numbers), element_type(build.builder.getContext(), element));
  });
}

} // namespace cotangent::detail
