// Random operations at places that indices name, inside and outside.
#include "generator.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::random_programs {

namespace {

Values starts_in(Generator &make, Numbers shape) {
  Type element = make.index_element();
  Values starts;
  for (int64_t size : shape)
    starts.push_back(make.index(element, size));
  return starts;
}

Shape part_of(Generator &make, Numbers shape) {
  Shape sizes;
  for (int64_t size : shape)
    sizes.push_back(make.chance(0.4) ? size : make.number(std::min<int64_t>(size, 1), size));
  return sizes;
}

bool dynamic_slice(Generator &make) {
  Value x = make.any();
  if (rank_of(x) == 0)
    return false;
  Shape sizes = part_of(make, shape_of(x));
  make.add(make.build.make<DynamicSliceOp>(with_shape(ranked(x.getType()), sizes), x, starts_in(make, shape_of(x)), sizes),
           make.bound(x));
  return true;
}

bool dynamic_update_slice(Generator &make) {
  Value x = make.any();
  if (rank_of(x) == 0)
    return false;
  Value update = make.of(part_of(make, shape_of(x)), is_complex(x));
  make.add(make.build.make<DynamicUpdateSliceOp>(x.getType(), x, update, starts_in(make, shape_of(x))),
           std::max(make.bound(x), make.bound(update)));
  return true;
}

/// Dimension numbers of gathers and scatters; those of the result of a gather are those of the updates of a scatter.
struct Placement {
  Shape offset, collapsed, operand_batching, indices_batching, index_map, slice_sizes;
  Shape indices, result; // shapes
  int64_t vector_dimension = 0, largest = 1;
};

Placement random_placement(Generator &make, Numbers operand) {
  Placement place;
  const auto rank = static_cast<int64_t>(operand.size());
  Shape window, indexable;
  for (int64_t dimension = 0; dimension < rank; ++dimension) {
    int64_t size = operand[static_cast<size_t>(dimension)];
    double kind = make.real_number(0, 1);
    if (kind < 0.2)
      place.operand_batching.push_back(dimension);
    else if (kind < 0.6 && size > 0)
      place.collapsed.push_back(dimension);
    else
      window.push_back(make.chance(0.5) ? size : make.number(std::min<int64_t>(size, 1), size));
    bool is_window = kind >= 0.6 || (kind >= 0.2 && size == 0);
    place.slice_sizes.push_back(is_window ? window.back() : std::min<int64_t>(size, 1));
    if (kind >= 0.2 && make.chance(0.7)) {
      indexable.push_back(dimension);
      place.largest = std::max(place.largest, size);
    }
  }
  for (int64_t at : make.permutation(static_cast<int64_t>(indexable.size())))
    place.index_map.push_back(indexable[static_cast<size_t>(at)]);
  // the dimensions of indices in front of which none is the vector yet
  Shape batch;
  for (int64_t left = make.number(0, 2); left > 0; --left)
    batch.push_back(make.number(1, 3));
  for (int64_t dimension : place.operand_batching) {
    int64_t at = make.number(0, static_cast<int64_t>(batch.size()));
    batch.insert(batch.begin() + at, operand[static_cast<size_t>(dimension)]);
    for (int64_t &before : place.indices_batching)
      before += before >= at ? 1 : 0;
    place.indices_batching.push_back(at);
  }
  place.indices = batch;
  const auto length = static_cast<int64_t>(place.index_map.size());
  place.vector_dimension = make.number(0, static_cast<int64_t>(batch.size()));
  if (length == 1 && make.chance(0.5))
    place.vector_dimension = static_cast<int64_t>(batch.size()); // the numbers are indices
  else {
    place.indices.insert(place.indices.begin() + place.vector_dimension, length);
    for (int64_t &dimension : place.indices_batching)
      dimension += dimension >= place.vector_dimension ? 1 : 0;
  }
  Shape order = make.permutation(static_cast<int64_t>(batch.size() + window.size()));
  place.offset.assign(order.begin(), order.begin() + static_cast<int64_t>(window.size()));
  llvm::sort(place.offset);
  size_t next_batch = 0, next_window = 0;
  for (int64_t dimension = 0; dimension < static_cast<int64_t>(order.size()); ++dimension)
    place.result.push_back(llvm::is_contained(place.offset, dimension) ? window[next_window++] : batch[next_batch++]);
  return place;
}

bool gather(Generator &make) {
  Value x = make.any();
  if (rank_of(x) == 0)
    return false;
  Placement place = random_placement(make, shape_of(x));
  if (cotangent::count_of(place.result) > Generator::most_elements || place.result.size() > 5)
    return false;
  auto numbers = GatherDimensionNumbersAttr::get(x.getContext(), place.offset, place.collapsed, place.operand_batching,
                                                 place.indices_batching, place.index_map, place.vector_dimension);
  Value indices = make.indices(place.indices, make.index_element(), place.largest);
  make.add(make.build.gather(x, indices, numbers, place.slice_sizes), make.bound(x));
  return true;
}

Value combined(Generator &make, Build &build, int64_t kind, Value old, Value update) {
  switch (kind) {
  case 0:
  case 1:
    return build.add(old, update);
  case 2:
    return update;
  case 3:
    return build.multiply(old, update);
  case 4:
    return build.binary<MaximumOp>(old, update);
  case 5:
    return build.binary<MinimumOp>(old, update);
  case 6:
    return build.subtract(old, update);
  default:
    return build.add(build.scale(old, 0.5), make.chance(0.5) ? build.analytic<SineOp>(update) : update);
  }
}

bool scatter(Generator &make) {
  Value x = make.any();
  if (rank_of(x) == 0)
    return false;
  Placement place = random_placement(make, shape_of(x));
  if (cotangent::count_of(place.result) > Generator::most_elements || place.result.size() > 5)
    return false;
  auto numbers =
      ScatterDimensionNumbersAttr::get(x.getContext(), place.offset, place.collapsed, place.operand_batching,
                                       place.indices_batching, place.index_map, place.vector_dimension);
  Value indices = make.indices(place.indices, make.index_element(), place.largest);
  Value update = make.of(place.result, is_complex(x));
  int64_t kind = make.number(0, is_complex(x) ? 2 : 7);
  if (kind == 3)
    update = make.bounded(update, 1.25);
  auto operation = make.build.make_operation<ScatterOp>(TypeRange{x.getType()}, ValueRange{x}, indices,
                                                        ValueRange{update}, numbers, false, false);
  Type element = tensor({}, element_of(x));
  make.build.fill(operation.getUpdateComputation(), {element, element}, [&](Build &build, ValueRange arguments) {
    return Values{combined(make, build, kind, arguments[0], arguments[1])};
  });
  const double a = make.bound(x), b = make.bound(update);
  const auto count = static_cast<double>(std::max<int64_t>(cotangent::count_of(place.result), 1));
  make.add(operation->getResult(0), kind == 3 ? 50 * a : a + b * count);
  return true;
}

} // namespace

llvm::ArrayRef<Family> indexing_families() {
  static const Family families[] = {
      {"dynamic_slice", 4, dynamic_slice},
      {"dynamic_update_slice", 4, dynamic_update_slice},
      {"gather", 4, gather},
      {"scatter", 4, scatter},
  };
  return families;
}

} // namespace cotangent::random_programs
