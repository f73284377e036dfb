// Stretches of a program that are differentiated or batched in place.
#pragma once

#include <memory>

#include "cotangent/tracing/interface.h"

namespace cotangent::trace {
struct Stretch;
}

namespace cotangent::detail {

struct StretchCloser {
  void operator()(trace::Stretch *stretch) const noexcept;
};
/// Ends the stretch when it is destroyed.
using StretchHandle = std::unique_ptr<trace::Stretch, StretchCloser>;

/// What follows depends on these inputs: their handles become values of their own.
StretchHandle open_stretch(LeafSpan inputs, std::source_location location);
/// Cotangents of the inputs for those of outputs. A handle without a trace stands for zero.
void reverse_stretch(trace::Stretch &stretch, std::span<const TraceHandle> outputs,
                     std::span<const TraceHandle> cotangents, std::span<TraceHandle> gradients);
/// Tangents of the outputs for those of the inputs.
void forward_stretch(trace::Stretch &stretch, std::span<const TraceHandle> tangents,
                     std::span<const TraceHandle> outputs, std::span<TraceHandle> results);
/// The same numbers, without a derivative.
TraceHandle make_constant(TraceHandle value, std::source_location location);
TraceHandle make_ones(std::string_view element, std::span<const std::int64_t> shape, std::source_location location);

/// What follows is computed for one example: the handles of the lanes become examples of the batched values.
StretchHandle open_lanes(LeafSpan lanes, std::span<const TraceHandle> batched);
/// It is computed for all examples instead, which lie along these dimensions; results are replaced by those of all
/// examples (along dimension 0). Other values of the stretch are gone.
void close_lanes(StretchHandle stretch, std::span<const std::int64_t> dimensions, std::int64_t size,
                 std::span<TraceHandle> results);

} // namespace cotangent::detail
