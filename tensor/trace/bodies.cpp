// Control flow out of traced bodies.
#include "cotangent/tracing/bodies.h"

#include "tensor/differentiate/binomial.h"
#include "tensor/trace/trace.h"

using namespace mlir;

namespace cotangent::detail {
using namespace trace;

void rethrow_at(const Error &error, std::string_view place) {
  rethrow_with(error, place.empty() ? "" : std::string(place) + ": ");
}

namespace {

Block &block_of(void *body) { return static_cast<Operation *>(body)->getRegion(0).front(); }
Operation *return_of(void *body) { return block_of(body).getTerminator(); }

/// Moves the body's region into an operation.
void move_region(void *body, Region &to) {
  auto *holder = static_cast<Operation *>(body);
  to.takeBody(holder->getRegion(0));
  holder->erase();
}

void erase_operand(Operation *operation, size_t at) { operation->eraseOperand(static_cast<unsigned>(at)); }

[[noreturn]] void refuse_type(const Leaf &leaf, Type expected, Type got, const std::string &what) {
  std::string text;
  llvm::raw_string_ostream(text) << leaf.path << ": " << what << ": " << expected << " and " << got;
  throw Error("bad-argument", text);
}

} // namespace

void make_branches(TraceHandle selector, std::span<void *const> bodies, LeafSpan outputs, size_t first_argument,
                   std::span<const TraceHandle> before, std::source_location location) {
  Trace &trace = current_trace();
  Value chosen = trace.value_of(selector, location);
  std::vector<size_t> kept; // outputs that some branch changes
  for (size_t at = outputs.size(); at-- > 0;) {
    Value first = return_of(bodies[0])->getOperand(static_cast<unsigned>(at));
    for (void *body : bodies)
      if (Type type = return_of(body)->getOperand(static_cast<unsigned>(at)).getType(); type != first.getType())
        refuse_type(outputs[at], first.getType(), type, text_of(location) + "the branches give different types");
    bool unchanged = at >= first_argument && llvm::all_of(bodies, [&](void *body) {
                       return return_of(body)->getOperand(static_cast<unsigned>(at)) ==
                              trace.value_of(before[at - first_argument], location);
                     });
    if (unchanged) {
      for (void *body : bodies)
        erase_operand(return_of(body), at);
      *outputs[at].handle = before[at - first_argument];
    } else {
      kept.insert(kept.begin(), at);
    }
  }
  TypeRange types = return_of(bodies[0])->getOperandTypes();
  llvm::SmallVector<Type> results(types.begin(), types.end());
  Operation *operation;
  if (element_of(chosen).isInteger(1)) {
    operation = stablehlo::IfOp::create(trace.builder(), trace.location_of(location), results, chosen);
  } else {
    Build build = build_at(location);
    Value index = build.convert(chosen, trace.builder().getI32Type());
    operation = stablehlo::CaseOp::create(trace.builder(), trace.location_of(location), results, index,
                                          static_cast<unsigned>(bodies.size()));
  }
  for (size_t at = 0; at < bodies.size(); ++at)
    move_region(bodies[at], operation->getRegion(static_cast<unsigned>(at)));
  for (size_t at = 0; at < kept.size(); ++at)
    *outputs[kept[at]].handle = trace.add(operation->getResult(static_cast<unsigned>(at)));
}

void make_loop(void *condition, void *body, LeafSpan state, int64_t checkpoints, std::source_location location) {
  Trace &trace = current_trace();
  Values starts;
  for (const Leaf &leaf : state)
    starts.push_back(trace.value_of(*leaf.handle, location));
  std::vector<size_t> carried;
  for (size_t at = state.size(); at-- > 0;) {
    auto number = static_cast<unsigned>(at);
    Value after = return_of(body)->getOperand(number);
    if (after.getType() != starts[at].getType())
      refuse_type(state[at], starts[at].getType(), after.getType(),
                  text_of(location) + "the body of a loop changes the type of a value that it carries on");
    if (after != block_of(body).getArgument(number)) {
      carried.insert(carried.begin(), at);
      continue;
    }
    // the loop does not change it
    for (void *region : {condition, body}) {
      block_of(region).getArgument(number).replaceAllUsesWith(starts[at]);
      block_of(region).eraseArgument(number);
    }
    erase_operand(return_of(body), at);
    starts.erase(starts.begin() + number);
  }
  auto loop =
      stablehlo::WhileOp::create(trace.builder(), trace.location_of(location), TypeRange(ValueRange(starts)), starts);
  if (checkpoints != 0)
    loop->setAttr(differentiate::slots_attribute, trace.builder().getI64IntegerAttr(checkpoints));
  move_region(condition, loop->getRegion(0));
  move_region(body, loop->getRegion(1));
  for (size_t at = 0; at < carried.size(); ++at)
    *state[carried[at]].handle = trace.add(loop->getResult(static_cast<unsigned>(at)));
}

namespace {

template <class Function> TraceHandle operation_at(std::source_location location, Function function) {
  return located(location, [&] {
    Build build = build_at(location);
    return trace::add(function(build));
  });
}

/// The index of a row and zeros for the other dimensions.
Values row_starts(Build &build, Value value, Value index) {
  Values starts(static_cast<size_t>(rank_of(value)), build.zeros_like(index));
  starts[0] = index;
  return starts;
}

} // namespace

TraceHandle make_number(int64_t number, std::string_view element, std::source_location location) {
  return operation_at(location, [&](Build &build) {
    Type type = element_type(build.builder.getContext(), element);
    return build.splat(RankedTensorType::get({}, type), static_cast<double>(number));
  });
}

TraceHandle make_less(TraceHandle left, TraceHandle right, std::source_location location) {
  return operation_at(location, [&](Build &build) {
    return build.compare(value_of(left, location), value_of(right, location), stablehlo::ComparisonDirection::LT);
  });
}

TraceHandle make_sum(TraceHandle left, TraceHandle right, std::source_location location) {
  return operation_at(location,
                      [&](Build &build) { return build.add(value_of(left, location), value_of(right, location)); });
}

TraceHandle make_convert(TraceHandle value, std::string_view element, std::source_location location) {
  return operation_at(location, [&](Build &build) {
    return build.convert(value_of(value, location), element_type(build.builder.getContext(), element));
  });
}

TraceHandle make_row(TraceHandle array, TraceHandle index, std::source_location location) {
  return operation_at(location, [&](Build &build) {
    Value value = value_of(array, location);
    stablehlo::Shape sizes(shape_of(value));
    sizes[0] = 1;
    Value row = build.dynamic_slice(value, row_starts(build, value, value_of(index, location)), sizes);
    return build.reshape(row, Numbers(sizes).drop_front());
  });
}

TraceHandle make_zeros(std::string_view element, std::span<const int64_t> shape, std::source_location location) {
  return operation_at(location, [&](Build &build) {
    return build.zeros(RankedTensorType::get(llvm::ArrayRef(shape.data(), shape.size()),
                                             element_type(build.builder.getContext(), element)));
  });
}

TraceHandle make_with_row(TraceHandle array, TraceHandle row, TraceHandle index, std::source_location location) {
  return operation_at(location, [&](Build &build) {
    Value value = value_of(array, location), update = value_of(row, location);
    stablehlo::Shape sizes(shape_of(update));
    sizes.insert(sizes.begin(), 1);
    return build.dynamic_update_slice(value, build.reshape(update, sizes),
                                      row_starts(build, value, value_of(index, location)));
  });
}

} // namespace cotangent::detail
