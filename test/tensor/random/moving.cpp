// Random operations that move, cut and join elements.
#include "generator.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::random_programs {

namespace {

bool reshape(Generator &make) {
  Value x = make.any();
  int64_t left = cotangent::count_of(shape_of(x));
  Shape shape;
  if (left == 0)
    shape = {0, make.number(1, 3)};
  for (int64_t divisor : {2, 3, 4})
    if (left > 0 && left % divisor == 0 && make.chance(0.5)) {
      shape.push_back(divisor);
      left /= divisor;
    }
  if (left > 1 || make.chance(0.3))
    shape.push_back(left);
  if (cotangent::count_of(shape) != cotangent::count_of(shape_of(x)))
    return false;
  make.add(make.build.reshape(x, shape), make.bound(x));
  return true;
}

bool transpose(Generator &make) {
  Value x = make.any();
  if (rank_of(x) < 2)
    return false;
  make.add(make.build.transpose(x, make.permutation(rank_of(x))), make.bound(x));
  return true;
}

bool broadcast(Generator &make) {
  Value x = make.any();
  Shape order = make.permutation(rank_of(x)), shape, dimensions(static_cast<size_t>(rank_of(x)));
  for (int64_t dimension : order) {
    if (make.chance(0.3))
      shape.push_back(make.number(1, 3));
    dimensions[static_cast<size_t>(dimension)] = static_cast<int64_t>(shape.size());
    int64_t size = shape_of(x)[static_cast<size_t>(dimension)];
    shape.push_back(size == 1 && make.chance(0.5) ? make.number(1, 3) : size);
  }
  if (shape.empty() || make.chance(0.3))
    shape.push_back(make.number(1, 4));
  if (shape.size() > 4 || cotangent::count_of(shape) > Generator::most_elements)
    return false;
  Value result = make.build.make<BroadcastInDimOp>(with_shape(ranked(x.getType()), shape), x, dimensions);
  make.add(result, make.bound(x));
  return true;
}

bool reverse(Generator &make) {
  Value x = make.any();
  Shape dimensions = make.subset(rank_of(x), 0.6);
  if (dimensions.empty())
    return false;
  make.add(make.build.reverse(x, dimensions), make.bound(x));
  return true;
}

bool slice(Generator &make) {
  Value x = make.any();
  Shape start, limit, strides;
  for (int64_t size : shape_of(x)) {
    start.push_back(make.chance(0.5) ? 0 : make.number(0, std::max<int64_t>(size - 1, 0)));
    limit.push_back(make.chance(0.5) ? size : make.number(std::min(start.back() + 1, size), size));
    strides.push_back(make.chance(0.7) ? 1 : make.number(1, 3));
  }
  make.add(make.build.slice(x, start, limit, strides), make.bound(x));
  return true;
}

bool pad(Generator &make) {
  Value x = make.any();
  Shape low, high, interior, result;
  for (int64_t size : shape_of(x)) {
    interior.push_back(make.chance(0.7) ? 0 : make.number(1, 2));
    int64_t dilated = size == 0 ? 0 : (size - 1) * interior.back() + size;
    low.push_back(make.chance(0.4) ? 0 : make.number(-1, 2));
    high.push_back(make.chance(0.4) ? 0 : make.number(-1, 2));
    result.push_back(low.back() + dilated + high.back());
    if (result.back() < 0)
      return false;
  }
  if (cotangent::count_of(result) > Generator::most_elements)
    return false;
  Value padding = make.of({}, is_complex(x));
  make.add(make.build.pad(x, padding, low, high, interior), std::max(make.bound(x), make.bound(padding)));
  return true;
}

bool concatenate(Generator &make) {
  Value x = make.any();
  if (rank_of(x) == 0)
    return false;
  int64_t dimension = make.number(0, rank_of(x) - 1);
  Values parts;
  double bound = 0;
  for (int64_t left = make.number(1, 3); left > 0; --left) {
    Shape shape(shape_of(x));
    shape[static_cast<size_t>(dimension)] = make.number(1, 3);
    parts.push_back(make.chance(0.5) ? x : make.of(shape, is_complex(x)));
    bound = std::max(bound, make.bound(parts.back()));
  }
  Value result = make.build.concatenate(parts, dimension);
  if (cotangent::count_of(shape_of(result)) > Generator::most_elements)
    return false;
  make.add(result, bound);
  return true;
}

bool iota(Generator &make) {
  Value x = make.any();
  if (rank_of(x) == 0)
    return false;
  Value positions = make.build.iota(ranked(x.getType()), make.number(0, rank_of(x) - 1));
  make.add(make.build.multiply(x, positions), make.bound(x) * 12);
  return true;
}

bool tuple(Generator &make) {
  Value x = make.any(), y = make.any();
  Type both = TupleType::get(x.getContext(), {x.getType(), y.getType()});
  Value joined = make.build.make<TupleOp>(both, ValueRange{x, y});
  bool first = make.chance(0.5);
  Value part = make.build.make<GetTupleElementOp>((first ? x : y).getType(), joined,
                                                  make.build.builder.getI32IntegerAttr(first ? 0 : 1));
  make.add(part, make.bound(first ? x : y));
  return true;
}

} // namespace

llvm::ArrayRef<Family> moving_families() {
  static const Family families[] = {
      {"reshape", 2, reshape}, {"transpose", 3, transpose},     {"broadcast", 4, broadcast},
      {"reverse", 2, reverse}, {"slice", 4, slice},             {"pad", 3, pad},
      {"iota", 1, iota},       {"concatenate", 3, concatenate}, {"tuple", 1, tuple},
  };
  return families;
}

} // namespace cotangent::random_programs
