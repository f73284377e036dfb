// gather and its kin. A gather moves its windows inside the operand, and a scatter leaves out what is outside; their
// transposes keep to that.
#include "tensor/rules/linear.h"
#include "tensor/rules/scatters.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

Values forward_gather(const ForwardRequest &request) {
  auto gather = cast<GatherOp>(request.operation);
  return {request.build.gather(request.tangents[0], gather.getStartIndices(), gather.getDimensionNumbers(),
                               gather.getSliceSizes(), gather.getIndicesAreSorted())};
}

/// The slice's sizes are known by the result's shape, but for dimensions that are collapsed.
Values forward_dynamic_gather(const ForwardRequest &request) {
  auto gather = cast<DynamicGatherOp>(request.operation);
  std::optional<stablehlo::Shape> sizes = stablehlo::constant_numbers(gather.getSliceSizes());
  if (!sizes)
    refuse(request.operation,
           "its slice sizes are not constant; shapes must be known when a program is differentiated");
  return {request.build.gather(request.tangents[0], gather.getStartIndices(), gather.getDimensionNumbers(), *sizes,
                               gather.getIndicesAreSorted())};
}

/// As a gather of whole lines, of one index each along the selected dimension.
Values forward_torch_index_select(const ForwardRequest &request) {
  auto select = cast<TorchIndexSelectOp>(request.operation);
  int64_t rank = rank_of(request.operand(0)), batch = static_cast<int64_t>(select.getBatchDims());
  int64_t dimension = static_cast<int64_t>(select.getDim());
  if (dimension < 0)
    dimension += rank;
  int64_t selected = rank_of(select.getIndex()) - batch; // dimensions in the place of the selected one
  stablehlo::Shape offsets, sizes(shape_of(request.operand(0)));
  sizes[static_cast<size_t>(dimension)] = 1;
  for (int64_t at = 0; at < rank; ++at)
    if (at < batch)
      sizes[static_cast<size_t>(at)] = 1;
    else if (at != dimension)
      offsets.push_back(at < dimension ? at : at + selected - 1);
  auto numbers =
      GatherDimensionNumbersAttr::get(request.build.builder.getContext(), offsets, {dimension}, first_numbers(batch),
                                      first_numbers(batch), {dimension}, rank_of(select.getIndex()));
  return {request.build.gather(request.tangents[0], select.getIndex(), numbers, sizes)};
}

Values transpose_gather(const TransposeRequest &request) {
  auto gather = cast<GatherOp>(request.operation);
  Build &build = request.build;
  GatherDimensionNumbersAttr numbers = gather.getDimensionNumbers();
  auto to = ScatterDimensionNumbersAttr::get(
      numbers.getContext(), numbers.getOffsetDims(), numbers.getCollapsedSliceDims(), numbers.getOperandBatchingDims(),
      numbers.getStartIndicesBatchingDims(), numbers.getStartIndexMap(), numbers.getIndexVectorDim());
  Value cotangent = request.cotangent(), zeros = build.zeros_like(request.operand(0));
  if (count_of(shape_of(cotangent)) == 0 || count_of(shape_of(zeros)) == 0)
    return cotangent_of(request, 0, zeros);
  Places places{gather.getStartIndices(),          to,
                stablehlo::Shape(shape_of(zeros)), stablehlo::Shape(shape_of(cotangent)),
                gather.getIndicesAreSorted(),      false};
  places.indices = clamped_indices(build, places);
  return cotangent_of(request, 0, add_at(build, places, zeros, cotangent));
}

} // namespace

llvm::ArrayRef<Rule> indexing_rules() {
  static const Rule rules[] = {
      {"stablehlo.gather", forward_gather, transpose_gather},
      {"stablehlo.dynamic_gather", forward_dynamic_gather},
      {"stablehlo.torch_index_select", forward_torch_index_select},
      {"stablehlo.scatter", forward_scatter, transpose_scatter,
       "maximum, minimum: equal elements share the tangent equally; of updates that replace one element the last "
       "counts"},
  };
  return rules;
}

} // namespace cotangent::tensor_rules
