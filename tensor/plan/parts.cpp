#include "tensor/plan/parts.h"

#include "tensor/ir/dialects.h"

#include <algorithm>

using namespace mlir;

namespace cotangent::plan {
namespace {

constexpr int64_t least_work = 60000; // nanoseconds
constexpr int64_t elements_of_a_part = 16384;
constexpr int64_t most_in_a_row = 32768;   // elements that come to one result in registers
constexpr int64_t most_in_a_column = 8192; // and in memory, one after the other
constexpr int64_t most_parts = 256, most_wide_parts = 64;
constexpr int64_t wide = 64; // results

/// A size from `least` to its double that leaves no shorter part and is a multiple of a high power of two, if there is
/// one.
int64_t even_size(int64_t length, int64_t least) {
  int64_t best = least, best_power = 0;
  for (int64_t size = least; size <= std::min(2 * least, length); ++size)
    if (int64_t power = std::min<int64_t>(size & -size, 64); length % size == 0 && power > best_power) {
      best = size;
      best_power = power;
    }
  return best;
}

} // namespace

std::optional<Element> neutral_element(Operation &reduction, size_t result) {
  Block &body = cast<stablehlo::ReduceOp>(reduction).getBody().front();
  size_t count = reduction.getNumResults();
  Operation *operation = body.back().getOperand(static_cast<unsigned>(result)).getDefiningOp();
  if (!operation || operation->getNumOperands() != 2)
    return std::nullopt;
  mlir::Value left = body.getArgument(static_cast<unsigned>(result));
  mlir::Value right = body.getArgument(static_cast<unsigned>(result + count));
  mlir::Value first = operation->getOperand(0), second = operation->getOperand(1);
  if (!(first == left && second == right) && !(first == right && second == left))
    return std::nullopt;
  ElementType type = interpret::facts_of(reduction.getResult(static_cast<unsigned>(result)).getType()).type;
  if (isa<stablehlo::AddOp>(operation)) {
    if (is_complex(type))
      return Element::of_complex(type, {-0.0, -0.0});
    return is_float(type) ? Element::of_float(type, -0.0) : Element::zero(type);
  }
  if (is_complex(type))
    return std::nullopt;
  if (isa<stablehlo::MultiplyOp>(operation))
    return Element::one(type);
  if (isa<stablehlo::MaximumOp>(operation))
    return Element::lowest(type);
  if (isa<stablehlo::MinimumOp>(operation))
    return Element::highest(type);
  if (isa<stablehlo::AndOp>(operation))
    return Element::of_integer(type, -1);
  if (isa<stablehlo::OrOp, stablehlo::XorOp>(operation))
    return Element::zero(type);
  return std::nullopt;
}

std::optional<Parts> parts_of(Operation &operation, int64_t work) {
  auto reduce = dyn_cast<stablehlo::ReduceOp>(operation);
  if (!reduce || work < least_work)
    return std::nullopt;
  for (size_t result = 0; result < operation.getNumResults(); ++result)
    if (!neutral_element(operation, result))
      return std::nullopt;
  ArrayRef<int64_t> shape = cast<RankedTensorType>(reduce.getInputs()[0].getType()).getShape();
  int64_t results = 1, reduced = 1, dimension = -1, innermost = -1;
  for (size_t at = 0; at < shape.size(); ++at) {
    bool is_reduced = llvm::is_contained(reduce.getDimensions(), static_cast<int64_t>(at));
    (is_reduced ? reduced : results) *= shape[at];
    if (is_reduced && (dimension < 0 || shape[at] > shape[static_cast<size_t>(dimension)]))
      dimension = static_cast<int64_t>(at);
    if (shape[at] != 1)
      innermost = static_cast<int64_t>(at);
  }
  bool columns = !llvm::is_contained(reduce.getDimensions(), innermost);
  if (results == 0 || reduced <= (columns ? most_in_a_column : most_in_a_row))
    return std::nullopt;
  Parts parts;
  parts.dimension = dimension;
  int64_t length = shape[static_cast<size_t>(dimension)];
  int64_t of_one = results * (reduced / length);
  int64_t most = results >= wide ? most_wide_parts : most_parts;
  parts.size = even_size(length, std::max({int64_t(1), elements_of_a_part / of_one, (length + most - 1) / most}));
  parts.count = (length + parts.size - 1) / parts.size;
  return parts.count < 2 ? std::nullopt : std::optional(parts);
}

} // namespace cotangent::plan
