// Calls of C++ functions from traced programs.
#include "cotangent/external_call.h"

#include "tensor/differentiate/custom.h"
#include "tensor/library/external.h"
#include "tensor/rules/rule.h"
#include "tensor/trace/trace.h"

using namespace mlir;

namespace cotangent::trace {
namespace {

static_assert(sizeof(detail::ExternalSlot) == sizeof(library::ExternalSlot));

/// A call being made: its types, and the functions of the program around it.
class ExternalCall {
public:
  ExternalCall(const detail::External &external, std::source_location location)
      : external_(external), trace_(current_trace()), location_(location), place_(trace_.location_of(location)) {}

  void take(std::span<const TraceHandle> arguments, std::span<const std::span<const int64_t>> shapes,
            std::span<const int64_t> extents) {
    for (TraceHandle handle : arguments)
      arguments_.push_back(trace_.value_of(handle, location_));
    size_t argument = 0, shape = 0;
    for (const auto [at, parameter] : llvm::enumerate(external_.parameters)) {
      RankedTensorType type;
      if (!parameter.is_output) {
        type = ranked(arguments_[argument++].getType());
      } else {
        Numbers sizes = shape < shapes.size() ? Numbers(shapes[shape].data(), shapes[shape].size()) : Numbers();
        ++shape;
        if (llvm::any_of(sizes, [](int64_t size) { return size < 0; }))
          refuse(at, "is given a shape with a negative size");
        type = RankedTensorType::get(sizes, element_type(trace_.context(), parameter.element));
      }
      const int64_t count = count_of(type.getShape());
      if (extents[at] >= 0 && count != extents[at])
        refuse(at, "takes " + std::to_string(extents[at]) + " elements, but is given " + std::to_string(count));
      (parameter.is_output ? outputs_ : inputs_).push_back(type);
      if (parameter.is_differentiable)
        (parameter.is_output ? active_outputs_ : active_inputs_).push_back(type);
      parameters_.push_back(
          {parameter.is_output, parameter.is_differentiable, count, static_cast<int64_t>(parameter.element_bytes)});
    }
  }

  Operation *make() {
    if (!external_.reverse)
      return make_call(library::ExternalKind::Primal, external_.primal, arguments_, outputs_);
    using library::ExternalKind;
    auto primal = function("external", inputs_, [&](ValueRange arguments) {
      return Values(make_call(ExternalKind::Primal, external_.primal, arguments, outputs_)->getResults());
    });
    auto forward = function("external_forward", inputs_, [&](ValueRange arguments) {
      Values results(make_call(ExternalKind::Primal, external_.primal, arguments, outputs_)->getResults());
      llvm::append_range(results, arguments); // the residuals
      return results;
    });
    auto reverse = function("external_adjoint", joined(inputs_, active_outputs_), [&](ValueRange arguments) {
      return Values(make_call(ExternalKind::Reverse, external_.reverse, arguments, active_inputs_)->getResults());
    });
    auto tangent = function("external_tangent", joined(inputs_, active_inputs_), [&](ValueRange arguments) {
      // The results must not depend on tangents, so they come from a call of their own.
      Values results(make_call(ExternalKind::Primal, external_.primal, arguments.take_front(inputs_.size()), outputs_)
                         ->getResults());
      auto both = make_call(ExternalKind::Forward, external_.forward, arguments, joined(outputs_, active_outputs_));
      llvm::append_range(results, both->getResults().drop_front(outputs_.size()));
      return results;
    });
    OpBuilder &builder = trace_.builder();
    OperationState state(place_, stablehlo::CompositeOp::getOperationName(), arguments_, outputs_);
    state.addAttribute("name", builder.getStringAttr(differentiate::custom_vjp_name));
    state.addAttribute("decomposition", primal);
    state.addAttribute(
        "composite_attributes",
        builder.getDictionaryAttr({builder.getNamedAttr("captured", builder.getDenseI64ArrayAttr({0, 0, 0})),
                                   builder.getNamedAttr("forward", forward), builder.getNamedAttr("reverse", reverse),
                                   builder.getNamedAttr("tangent", tangent)}));
    return builder.create(state);
  }

private:
  using Types = llvm::SmallVector<Type>;

  [[noreturn]] void refuse(size_t parameter, const std::string &what) const {
    throw Error("bad-argument", text_of(location_) + "parameter " + std::to_string(parameter + 1) +
                                    " of the function of ct::external_call " + what);
  }
  static Types joined(Types first, const Types &second) {
    first.append(second);
    return first;
  }

  Operation *make_call(library::ExternalKind kind, detail::ExternalFunction function, ValueRange operands,
                       const Types &results) {
    std::string target = library::register_external(kind, external_.name,
                                                    reinterpret_cast<library::ExternalFunction>(function), parameters_);
    OperationState state(place_, stablehlo::CustomCallOp::getOperationName(), operands, results);
    OpBuilder &builder = trace_.builder();
    state.addAttribute("call_target_name", builder.getStringAttr(target));
    state.addAttribute("api_version", builder.getI32IntegerAttr(4));
    const char *reason = external_.reverse
                             ? "this would be a second derivative of a C++ function, and there are first derivatives "
                               "of such functions only"
                             : "the file that calls it was compiled without the scalar engine; compile it by "
                               "cotangent-c++, or link Cotangent::autodiff in CMake";
    state.addAttribute(tensor_rules::reason_attribute, builder.getStringAttr(reason));
    return builder.create(state);
  }

  FlatSymbolRefAttr function(const char *name, const Types &arguments, llvm::function_ref<Values(ValueRange)> body) {
    std::vector<TraceHandle> handles = trace_.open_function(name, arguments, place_);
    Values results = body(values_of(handles, location_));
    func::FuncOp made = trace_.outlined(trace_.close_function(results, place_)).function;
    return FlatSymbolRefAttr::get(made.getSymNameAttr());
  }

  const detail::External &external_;
  Trace &trace_;
  std::source_location location_;
  Location place_;
  Values arguments_;
  Types inputs_, outputs_, active_inputs_, active_outputs_;
  std::vector<library::ExternalParameter> parameters_;
};

} // namespace
} // namespace cotangent::trace

namespace cotangent::detail {

void make_external(const External &external, std::span<const TraceHandle> arguments,
                   std::span<const std::span<const int64_t>> shapes, std::span<const int64_t> extents,
                   std::span<TraceHandle> results, Place place) {
  trace::ExternalCall call(external, place);
  call.take(arguments, shapes, extents);
  Operation *made = call.make();
  for (size_t at = 0; at < results.size(); ++at)
    results[at] = trace::add(made->getResult(static_cast<unsigned>(at)));
}

} // namespace cotangent::detail
