// Places in a tensor that indices name, for windows of gathers and scatters.
#pragma once

#include "tensor/rules/rule.h"

namespace cotangent::tensor_rules {

/// Windows of an operand at indices, and how a scatter's numbers name their dimensions.
struct Places {
  mlir::Value indices;
  stablehlo::ScatterDimensionNumbersAttr numbers;
  stablehlo::Shape operand, updates; // shapes
  bool sorted = false, unique = false;

  /// Sizes of a window in the operand's dimensions.
  stablehlo::Shape window() const;
};

/// Indices moved inside, so that whole windows are, as a gather does it. The same indices if that is known.
mlir::Value clamped_indices(Build &build, const Places &places);
/// What a scatter that replaces would write over: the elements of a tensor of the operand's shape, in the shape of the
/// updates. Zero for updates that are outside and have no effect.
mlir::Value read_back(Build &build, const Places &places, mlir::Value value);
mlir::Value add_at(Build &build, const Places &places, mlir::Value value, mlir::Value updates);
mlir::Value replace_at(Build &build, const Places &places, mlir::Value value, mlir::Value updates);
/// Of updates to one element the last one stays; false for the others, and for those outside.
mlir::Value stays(Build &build, const Places &places);

Values forward_scatter(const ForwardRequest &request);
Values transpose_scatter(const TransposeRequest &request);

} // namespace cotangent::tensor_rules
