// The table of rules, and pieces that several families use.
#include "tensor/batch/rule.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::batch {

const Rule *find_rule(llvm::StringRef name) {
  static const llvm::StringMap<const Rule *> table = [] {
    llvm::StringMap<const Rule *> table;
    for (llvm::ArrayRef<Rule> family : {elementwise_rules(), broadcasting_rules(), shape_rules(), indexing_rules(),
                                        product_rules(), reduction_rules(), control_rules(), refused_rules()})
      for (const Rule &rule : family)
        table[llvm::StringRef(rule.name)] = &rule;
    return table;
  }();
  return table.lookup(name);
}

void refuse(Operation *operation, std::string_view reason) {
  std::string place;
  operation->getLoc()->walk([&](Location location) {
    auto file = dyn_cast<FileLineColLoc>(location);
    if (!file)
      return WalkResult::advance();
    place =
        file.getFilename().str() + ":" + std::to_string(file.getLine()) + ":" + std::to_string(file.getColumn()) + ": ";
    return WalkResult::interrupt();
  });
  throw Error("no-batching", place + operation->getName().getStringRef().str() + ": " + std::string(reason));
}

Values Request::fronts() const {
  Values values;
  for (size_t at = 0; at < batched.size(); ++at)
    values.push_back(front(at));
  return values;
}

SmallVector<Type> Request::result_types() const {
  SmallVector<Type> types;
  for (Type type : operation->getResultTypes())
    types.push_back(batched_type(type, size()));
  return types;
}

// --- lists -----------------------------------------------------------------------------------------------------------
Shape shifted(Numbers dimensions) {
  Shape result;
  for (int64_t dimension : dimensions)
    result.push_back(dimension + 1);
  return result;
}
Shape behind_batch(Numbers dimensions) { return with_front(0, shifted(dimensions)); }
Shape with_front(int64_t number, Numbers numbers) {
  Shape result{number};
  result.append(numbers.begin(), numbers.end());
  return result;
}

// --- the batch as part of a dimension --------------------------------------------------------------------------------
Value fold(Build &build, Value value, int64_t dimension, int64_t groups) {
  Shape shape(shape_of(value));
  const int64_t size = shape.front(), whole = shape[static_cast<size_t>(dimension + 1)];
  Shape split(shape), order, joined(Numbers(shape).drop_front());
  split[static_cast<size_t>(dimension + 1)] = groups;
  split.insert(split.begin() + dimension + 2, whole / groups);
  for (int64_t at = 1; at < static_cast<int64_t>(split.size()); ++at) {
    order.push_back(at);
    if (at == dimension + 1)
      order.push_back(0);
  }
  joined[static_cast<size_t>(dimension)] = whole * size;
  return build.reshape(build.transpose(build.reshape(value, split), order), joined);
}

Value unfold(Build &build, Value value, int64_t dimension, int64_t size, int64_t part, int64_t groups) {
  Shape split(shape_of(value)), order{dimension + 1};
  split[static_cast<size_t>(dimension)] = groups;
  split.insert(split.begin() + dimension + 1, {size, part / groups});
  for (int64_t at = 0; at < static_cast<int64_t>(split.size()); ++at)
    if (at != dimension + 1)
      order.push_back(at);
  Shape joined(shape_of(value));
  joined[static_cast<size_t>(dimension)] = part;
  return build.reshape(build.transpose(build.reshape(value, split), order), with_front(size, joined));
}

// --- numbers by example ----------------------------------------------------------------------------------------------
Value spread(Build &build, Value lanes, Numbers shape) { return build.broadcast(lanes, {0}, shape); }

Value choose(Build &build, Value condition, Value on_true, Value on_false) {
  if (auto tuple = dyn_cast<TupleType>(on_true.getType())) {
    Values parts;
    for (auto [at, type] : llvm::enumerate(tuple.getTypes())) {
      auto index = static_cast<uint32_t>(at);
      parts.push_back(choose(build, condition, build.make<GetTupleElementOp>(type, on_true, index),
                             build.make<GetTupleElementOp>(type, on_false, index)));
    }
    return build.make<TupleOp>(tuple, parts);
  }
  if (!isa<RankedTensorType>(on_true.getType()))
    return on_true;
  return build.select(spread(build, condition, shape_of(on_true)), on_true, on_false);
}

Value pad_lanes(Build &build, Value value, Value padding, Numbers low, Numbers high, Numbers interior) {
  Type boolean = build.builder.getI1Type();
  Shape shape(shape_of(value).drop_front());
  Value inside =
      build.pad(build.splat(RankedTensorType::get(shape, boolean), 1), build.scalar(boolean, 0), low, high, interior);
  Value corner = build.scalar(element_of(value), 0); // any number does
  Value padded = build.pad(value, corner, with_front(0, low), with_front(0, high), with_front(0, interior));
  inside = build.broadcast(inside, shifted(first_numbers(rank_of(inside))), shape_of(padded));
  return build.select(inside, padded, spread(build, padding, shape_of(padded)));
}

} // namespace cotangent::batch
