// Stretches of a traced program: differentiated and batched in place.
#include "cotangent/vmap.h"

#include "tensor/batch/batch.h"
#include "tensor/differentiate/differentiate.h"
#include "tensor/trace/trace.h"

using namespace mlir;

namespace cotangent::trace {
namespace {

/// An operation that only marks a place.
Operation *make_mark(Trace &trace, Location location) {
  return UnrealizedConversionCastOp::create(trace.builder(), location, TypeRange(), ValueRange());
}

} // namespace

/// Operations of the block that is being traced, from a mark on.
struct Stretch {
  Trace &trace;
  Location location;
  Operation *begin; // mark
  Block *block;
  size_t first_entry;
  Values inputs;  // results of markers, or stand-ins of one lane
  Values batched; // of lanes
  llvm::SmallVector<Operation *> markers;

  Stretch(Trace &trace, Location location)
      : trace(trace), location(location), begin(make_mark(trace, location)), block(trace.block()),
        first_entry(trace.size()) {}

  void check_block() const {
    if (trace.block() != block)
      throw Error("bad-trace", "a derivative was begun in another body than that where it ends");
  }

  /// Calls work(range) for what was traced until now; what it makes at the builder's place comes behind. Values of the
  /// table follow replacements.
  template <class Work> void with_range(Work work) {
    check_block();
    Operation *end = make_mark(trace, location);
    llvm::DenseMap<Value, Value> replaced;
    auto on_replaced = [&](Value from, Value to) { replaced[from] = to; };
    differentiate::Range range{block, std::next(begin->getIterator()), end->getIterator()};
    struct Cleanup {
      Operation *end;
      ~Cleanup() { end->erase(); }
    } cleanup{end};
    work(range, on_replaced);
    if (replaced.empty())
      return;
    auto latest = [&](Value &value) {
      for (auto found = replaced.find(value); found != replaced.end(); found = replaced.find(value))
        value = found->second;
    };
    trace.for_each_since(first_entry, latest);
  }
};

} // namespace cotangent::trace

namespace cotangent::detail {
using namespace trace;

void StretchCloser::operator()(trace::Stretch *stretch) const noexcept {
  for (Operation *marker : stretch->markers) {
    if (marker->getNumOperands() == 0)
      continue; // of lanes that were given up: the trace ends with an error
    Value inside = marker->getResult(0), outside = marker->getOperand(0);
    inside.replaceAllUsesWith(outside);
    stretch->trace.for_each_since(stretch->first_entry, [&](Value &value) {
      if (value == inside)
        value = outside;
    });
    marker->erase();
  }
  stretch->begin->erase();
  delete stretch;
}

StretchHandle open_stretch(LeafSpan inputs, std::source_location location) {
  Trace &trace = current_trace();
  StretchHandle stretch(new trace::Stretch(trace, trace.location_of(location)));
  OpBuilder before(stretch->begin); // markers stand in front of the range
  for (const Leaf &leaf : inputs) {
    Value value = trace.value_of(*leaf.handle, location);
    auto marker = stablehlo::OptimizationBarrierOp::create(before, stretch->location, value.getType(), value);
    stretch->markers.push_back(marker);
    stretch->inputs.push_back(marker->getResult(0));
    *leaf.handle = trace.add(marker->getResult(0));
  }
  return stretch;
}

namespace {

/// Null for handles without a value.
Values optional_values(std::span<const TraceHandle> handles) {
  Values values;
  for (TraceHandle handle : handles)
    values.push_back(handle.trace == 0 ? Value() : value_of(handle, {}));
  return values;
}

void set_results(ValueRange values, std::span<TraceHandle> results) {
  for (size_t at = 0; at < results.size(); ++at)
    results[at] = values[at] ? trace::add(values[at]) : TraceHandle{};
}

} // namespace

void reverse_stretch(trace::Stretch &stretch, std::span<const TraceHandle> outputs,
                     std::span<const TraceHandle> cotangents, std::span<TraceHandle> gradients) {
  Values seeds = optional_values(cotangents);
  Values results;
  stretch.with_range([&](differentiate::Range range, differentiate::OnReplaced on_replaced) {
    Build build(stretch.trace.builder(), stretch.location);
    results =
        differentiate::reverse_in_place(build, range, stretch.inputs, optional_values(outputs), seeds, on_replaced);
  });
  set_results(results, gradients);
}

void forward_stretch(trace::Stretch &stretch, std::span<const TraceHandle> tangents,
                     std::span<const TraceHandle> outputs, std::span<TraceHandle> results) {
  Values found;
  stretch.with_range([&](differentiate::Range range, differentiate::OnReplaced on_replaced) {
    Build build(stretch.trace.builder(), stretch.location);
    found = differentiate::forward_in_place(build, range, stretch.inputs, optional_values(tangents),
                                            optional_values(outputs), on_replaced);
  });
  set_results(found, results);
}

namespace {

/// Bits have no derivative.
Value without_derivative(Build &build, Value value) {
  if (is_complex(value))
    return build.complex(without_derivative(build, build.real(value)), without_derivative(build, build.imag(value)));
  auto type = ranked(value.getType());
  Type bits = build.builder.getIntegerType(type.getElementTypeBitWidth());
  return build.make<stablehlo::BitcastConvertOp>(
      type, build.make<stablehlo::BitcastConvertOp>(with_element(type, bits), value));
}

} // namespace

TraceHandle make_constant(TraceHandle value, std::source_location location) {
  Build build = build_at(location);
  return trace::add(without_derivative(build, value_of(value, location)));
}

void require_equal_leaves(LeafSpan expected, LeafSpan given) {
  if (expected.size() != given.size())
    throw Error("bad-argument", "a tangent or seed has " + std::to_string(given.size()) +
                                    " arrays where its value has " + std::to_string(expected.size()));
  for (size_t at = 0; at < given.size(); ++at)
    if (type_of_leaf(expected[at]) != type_of_leaf(given[at]))
      throw Error("bad-argument",
                  given[at].path + ": expected " + type_of_leaf(expected[at]) + ", got " + type_of_leaf(given[at]));
}

TraceHandle make_ones(std::string_view element, std::span<const int64_t> shape, std::source_location location) {
  Build build = build_at(location);
  return trace::add(build.splat(RankedTensorType::get(llvm::ArrayRef(shape.data(), shape.size()),
                                                      element_type(build.builder.getContext(), element)),
                                1));
}

StretchHandle open_lanes(LeafSpan lanes, std::span<const TraceHandle> batched) {
  Trace &trace = current_trace();
  StretchHandle stretch(new trace::Stretch(trace, UnknownLoc::get(trace.context())));
  OpBuilder before(stretch->begin);
  for (size_t at = 0; at < lanes.size(); ++at) {
    Type type = trace::type_of(trace.context(), lanes[at]);
    auto one = UnrealizedConversionCastOp::create(before, stretch->location, type, ValueRange());
    stretch->markers.push_back(one);
    stretch->inputs.push_back(one->getResult(0));
    *lanes[at].handle = trace.add(one->getResult(0));
    stretch->batched.push_back(trace.value_of(batched[at], {}));
  }
  return stretch;
}

void close_lanes(StretchHandle stretch, std::span<const int64_t> dimensions, int64_t size,
                 std::span<TraceHandle> results) {
  stretch->check_block();
  std::vector<batch::Argument> arguments;
  for (size_t at = 0; at < stretch->inputs.size(); ++at)
    arguments.push_back({stretch->inputs[at], stretch->batched[at], dimensions[at]});
  Operation *end = make_mark(stretch->trace, stretch->location);
  Values outputs = optional_values(results);
  stretch->trace.for_each_since(stretch->first_entry, [&](Value &value) {
    Operation *operation = value.getDefiningOp();
    if (operation && operation->getBlock() == stretch->block && !operation->isBeforeInBlock(stretch->begin))
      value = {}; // of one example: will be gone
  });
  Values found = batch::batch_operations(stretch->trace.builder(), std::next(stretch->begin->getIterator()),
                                         end->getIterator(), arguments, outputs, size);
  end->erase();
  for (Operation *one : stretch->markers)
    one->erase();
  stretch->markers.clear();
  set_results(found, results);
}

int64_t count_of_lanes(LeafSpan leaves, std::span<const int64_t> dimensions) {
  if (leaves.empty())
    throw Error("bad-argument", "no argument of ct::vmap holds arrays: all are ct::Const");
  for (size_t at = 0; at < leaves.size(); ++at)
    if (dimensions[at] < 0 || dimensions[at] >= static_cast<int64_t>(leaves[at].rank))
      throw Error("bad-argument", leaves[at].path + " is " + type_of_leaf(leaves[at]) + " and has no dimension " +
                                      std::to_string(dimensions[at]) + " for the examples of ct::vmap");
  int64_t count = leaves[0].shape[dimensions[0]];
  for (size_t at = 0; at < leaves.size(); ++at)
    if (leaves[at].shape[dimensions[at]] != count)
      throw Error("bad-argument", leaves[at].path + " is " + type_of_leaf(leaves[at]) +
                                      " and has not as many examples as " + leaves[0].path + ", which is " +
                                      type_of_leaf(leaves[0]));
  return count;
}

TraceHandle make_unit_vectors(std::string_view element, std::span<const int64_t> shape, int64_t first,
                              std::source_location location) {
  Build build = build_at(location);
  Numbers sizes(shape.data(), shape.size());
  int64_t columns = count_of(sizes.drop_front());
  auto type = RankedTensorType::get({sizes[0], columns}, build.builder.getI64Type());
  Value row = build.iota(type, 0),
        column = build.add(build.iota(type, 1), build.splat(type, static_cast<double>(first)));
  Value equal = build.compare(row, column, stablehlo::ComparisonDirection::EQ);
  return trace::add(build.reshape(build.convert(equal, element_type(build.builder.getContext(), element)), sizes));
}

TraceHandle make_matrix(std::span<const TraceHandle> parts, bool transposed, int64_t rows,
                        std::span<const int64_t> shape, std::source_location location) {
  Build build = build_at(location);
  Values flat;
  for (TraceHandle part : parts) {
    Value value = value_of(part, location);
    flat.push_back(build.reshape(value, {rows, rows == 0 ? 0 : count_of(shape_of(value)) / rows}));
    if (element_of(flat.back()) != element_of(flat.front()))
      throw Error("unsupported", "a jacobian of arrays with different element types");
  }
  Value matrix = flat.size() == 1 ? flat[0] : build.concatenate(flat, 1);
  if (transposed)
    matrix = build.transpose(matrix, {1, 0});
  return trace::add(build.reshape(matrix, Numbers(shape.data(), shape.size())));
}

} // namespace cotangent::detail
