// The functions of include/cotangent/tracing/interface.h that begin and end traces, bodies and functions.
#include "cotangent/tracing/interface.h"

#include "tensor/differentiate/custom.h"
#include "tensor/trace/program.h"
#include "tensor/trace/trace.h"

using namespace mlir;

namespace cotangent::trace {

RankedTensorType type_of(MLIRContext *context, const detail::Leaf &leaf) {
  return RankedTensorType::get(llvm::ArrayRef(leaf.shape, leaf.rank), element_type(context, leaf.element));
}

llvm::SmallVector<Type> types_of(MLIRContext *context, detail::LeafSpan leaves) {
  llvm::SmallVector<Type> types;
  for (const detail::Leaf &leaf : leaves)
    types.push_back(type_of(context, leaf));
  return types;
}

Values values_of(std::span<const TraceHandle> handles, std::source_location location) {
  Values values;
  for (TraceHandle handle : handles)
    values.push_back(value_of(handle, location));
  return values;
}

namespace {

void set_handles(detail::LeafSpan leaves, llvm::ArrayRef<TraceHandle> handles) {
  for (size_t at = 0; at < leaves.size(); ++at)
    *leaves[at].handle = handles[at];
}

} // namespace
} // namespace cotangent::trace

namespace cotangent::detail {
using namespace trace;

bool is_tracing() noexcept { return has_trace(); }

bool is_alive(TraceHandle handle) noexcept { return has_trace() && current_trace().is_alive(handle); }

TraceHandle capture(const AnyArray &array, std::source_location location) {
  return current_trace().capture(array, location);
}

std::string type_of_leaf(const Leaf &leaf) {
  std::string text;
  for (size_t at = 0; at < leaf.rank; ++at)
    text += std::to_string(leaf.shape[at]) + "x";
  return text.append(leaf.element);
}

std::string text_of_traced(std::string_view element, const int64_t *shape, size_t rank, TraceHandle handle) {
  std::string text = "TracedArray<" + std::string(element) + ", " + std::to_string(rank) + ">";
  if (handle.trace == 0)
    return text + " without a value";
  text += " of shape (";
  for (size_t at = 0; at < rank; ++at)
    text += (at == 0 ? "" : ", ") + std::to_string(shape[at]);
  return text + ")";
}

void begin_trace(LeafSpan arguments) {
  auto trace = std::make_unique<Trace>("the traced program");
  for (const Leaf &leaf : arguments) {
    Location name = NameLoc::get(StringAttr::get(trace->context(), leaf.path));
    *leaf.handle = trace->add_argument(trace::type_of(trace->context(), leaf), name);
  }
  push_trace(*trace.release());
}

std::shared_ptr<const Program> finish_trace(LeafSpan results, const ProgramOptions &options) {
  Trace &trace = current_trace();
  Values values;
  for (const Leaf &leaf : results) {
    try {
      values.push_back(trace.value_of(leaf.value, std::source_location()));
    } catch (const Error &error) {
      throw Error(error.kind(), leaf.path + ": " + std::string(error.message()));
    }
  }
  trace.finish(values, UnknownLoc::get(trace.context()));
  return make_program(trace.loaded(), trace.hidden(), options);
}

void end_trace() noexcept {
  Trace *trace = &current_trace();
  pop_trace();
  delete trace;
}

void open_body(LeafSpan arguments, std::source_location location) {
  Trace &trace = current_trace();
  set_handles(arguments, trace.open_body(types_of(trace.context(), arguments), trace.location_of(location)));
}

void add_body_argument(const Leaf &leaf) {
  Trace &trace = current_trace();
  Location location = UnknownLoc::get(trace.context());
  *leaf.handle = trace.add(trace.block()->addArgument(trace::type_of(trace.context(), leaf), location));
}

void *close_body(std::span<const TraceHandle> results, std::source_location location) {
  Trace &trace = current_trace();
  return trace.close_body(values_of(results, location), trace.location_of(location));
}

void abandon_body() noexcept { current_trace().abandon_body(); }

void erase_body(void *body) noexcept { static_cast<Operation *>(body)->erase(); }

void open_function(std::string_view name, LeafSpan arguments, std::source_location location) {
  Trace &trace = current_trace();
  set_handles(arguments, trace.open_function(std::string(name), types_of(trace.context(), arguments),
                                             trace.location_of(location)));
}

uint32_t close_function(std::span<const TraceHandle> results, std::source_location location) {
  Trace &trace = current_trace();
  return trace.close_function(values_of(results, location), trace.location_of(location));
}

namespace {

Operation *make_composite(std::string_view name, func::FuncOp callee, ValueRange operands,
                          llvm::ArrayRef<NamedAttribute> attributes, std::source_location location) {
  Trace &trace = current_trace();
  OpBuilder &builder = trace.builder();
  OperationState state(trace.location_of(location), stablehlo::CompositeOp::getOperationName(), operands,
                       callee.getResultTypes());
  state.addAttribute("name", builder.getStringAttr(name));
  state.addAttribute("decomposition", FlatSymbolRefAttr::get(callee.getSymNameAttr()));
  state.addAttribute("composite_attributes", builder.getDictionaryAttr(attributes));
  return builder.create(state);
}

void set_results(Operation *operation, std::span<TraceHandle> results) {
  for (size_t at = 0; at < results.size(); ++at)
    results[at] = current_trace().add(operation->getResult(static_cast<unsigned>(at)));
}

} // namespace

void make_call(uint32_t function, CallKind kind, std::span<const TraceHandle> arguments, std::span<TraceHandle> results,
               std::source_location location) {
  Trace &trace = current_trace();
  const Trace::Outlined &outlined = trace.outlined(function);
  Values operands = values_of(arguments, location);
  for (TraceHandle handle : outlined.captured)
    operands.push_back(value_of(handle, location));
  func::FuncOp callee = outlined.function;
  Operation *call = kind == CallKind::Checkpoint
                        ? make_composite(differentiate::checkpoint_name, callee, operands, {}, location)
                        : func::CallOp::create(trace.builder(), trace.location_of(location), callee, operands);
  set_results(call, results);
}

void make_custom(const CustomRule &rule, std::span<const TraceHandle> arguments, std::span<TraceHandle> results,
                 std::source_location location) {
  Trace &trace = current_trace();
  OpBuilder &builder = trace.builder();
  const bool is_vjp = rule.kind == RuleKind::Vjp;
  func::FuncOp primal = trace.outlined(rule.primal).function;
  Values operands = values_of(arguments, location);
  llvm::SmallVector<int64_t> captured;
  // What the other functions capture are arguments of the primal too: all functions can be called with operands.
  llvm::SmallVector<uint32_t> functions{rule.primal, rule.forward};
  if (is_vjp)
    functions.push_back(rule.reverse);
  for (uint32_t number : functions) {
    const Trace::Outlined &outlined = trace.outlined(number);
    captured.push_back(static_cast<int64_t>(outlined.captured.size()));
    for (TraceHandle handle : outlined.captured) {
      Value value = value_of(handle, location);
      operands.push_back(value);
      if (number != rule.primal)
        primal.front().addArgument(value.getType(), value.getLoc());
    }
  }
  primal.setFunctionType(builder.getFunctionType(primal.front().getArgumentTypes(), primal.getResultTypes()));
  auto symbol = [&](uint32_t number) -> Attribute {
    func::FuncOp function = trace.outlined(number).function;
    return FlatSymbolRefAttr::get(function.getSymNameAttr());
  };
  llvm::SmallVector<NamedAttribute> attributes{builder.getNamedAttr("captured", builder.getDenseI64ArrayAttr(captured)),
                                               builder.getNamedAttr("forward", symbol(rule.forward))};
  if (is_vjp)
    attributes.push_back(builder.getNamedAttr("reverse", symbol(rule.reverse)));
  set_results(make_composite(is_vjp ? differentiate::custom_vjp_name : differentiate::custom_jvp_name, primal, operands,
                             attributes, location),
              results);
}

std::shared_ptr<void> &trace_slot(const std::string &name) { return current_trace().slot(name); }

} // namespace cotangent::detail
