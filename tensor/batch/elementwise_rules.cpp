// Operations that work element by element.
#include "tensor/batch/rule.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::batch {

namespace {

Values elementwise(const Request &request) { return Values(request.repeat(request.fronts())->getResults()); }

/// A number for all elements of one example, or an element for each.
Value number_or_elements(const Request &request, size_t at, Numbers shape) {
  if (rank_of(request.operand(at)) > 0)
    return request.front(at);
  return request.batched[at] ? spread(request.build, request.batched[at], shape) : request.operand(at);
}

Values select(const Request &request) {
  Value on_true = request.front(1), on_false = request.front(2);
  return {request.build.select(number_or_elements(request, 0, shape_of(on_true)), on_true, on_false)};
}

Values clamp(const Request &request) {
  Value operand = request.front(1);
  auto bound = [&](size_t at) { return number_or_elements(request, at, shape_of(operand)); };
  return {request.build.make<ClampOp>(operand.getType(), bound(0), operand, bound(2))};
}

/// Results by operands, of which some are not batched.
Values optimization_barrier(const Request &request) {
  Values operands;
  for (size_t at = 0; at < request.batched.size(); ++at)
    operands.push_back(request.batched[at] ? request.batched[at] : request.operand(at));
  return Values(request.build.repeat(request.operation, operands, ValueRange(operands).getTypes())->getResults());
}

} // namespace

llvm::ArrayRef<Rule> elementwise_rules() {
  static const Rule rules[] = {
      {"stablehlo.abs", elementwise},
      {"stablehlo.ceil", elementwise},
      {"stablehlo.convert", elementwise},
      {"stablehlo.count_leading_zeros", elementwise},
      {"stablehlo.floor", elementwise},
      {"stablehlo.imag", elementwise},
      {"stablehlo.negate", elementwise},
      {"stablehlo.not", elementwise},
      {"stablehlo.popcnt", elementwise},
      {"stablehlo.real", elementwise},
      {"stablehlo.round_nearest_afz", elementwise},
      {"stablehlo.round_nearest_even", elementwise},
      {"stablehlo.sign", elementwise},
      {"stablehlo.uniform_quantize", elementwise},
      {"stablehlo.uniform_dequantize", elementwise},
      {"stablehlo.cbrt", elementwise},
      {"stablehlo.cosine", elementwise},
      {"stablehlo.exponential", elementwise},
      {"stablehlo.exponential_minus_one", elementwise},
      {"stablehlo.log", elementwise},
      {"stablehlo.log_plus_one", elementwise},
      {"stablehlo.logistic", elementwise},
      {"stablehlo.rsqrt", elementwise},
      {"stablehlo.sine", elementwise},
      {"stablehlo.sqrt", elementwise},
      {"stablehlo.tan", elementwise},
      {"stablehlo.tanh", elementwise},
      {"stablehlo.is_finite", elementwise},
      {"stablehlo.reduce_precision", elementwise},
      {"stablehlo.add", elementwise},
      {"stablehlo.and", elementwise},
      {"stablehlo.atan2", elementwise},
      {"stablehlo.divide", elementwise},
      {"stablehlo.maximum", elementwise},
      {"stablehlo.minimum", elementwise},
      {"stablehlo.multiply", elementwise},
      {"stablehlo.or", elementwise},
      {"stablehlo.power", elementwise},
      {"stablehlo.remainder", elementwise},
      {"stablehlo.shift_left", elementwise},
      {"stablehlo.shift_right_arithmetic", elementwise},
      {"stablehlo.shift_right_logical", elementwise},
      {"stablehlo.subtract", elementwise},
      {"stablehlo.xor", elementwise},
      {"stablehlo.complex", elementwise},
      {"stablehlo.compare", elementwise},
      {"stablehlo.select", select},
      {"stablehlo.clamp", clamp},
      {"stablehlo.optimization_barrier", optimization_barrier},
      {"chlo.acos", elementwise},
      {"chlo.acosh", elementwise},
      {"chlo.asin", elementwise},
      {"chlo.asinh", elementwise},
      {"chlo.atan", elementwise},
      {"chlo.atanh", elementwise},
      {"chlo.bessel_i1e", elementwise},
      {"chlo.conj", elementwise},
      {"chlo.cosh", elementwise},
      {"chlo.digamma", elementwise},
      {"chlo.erf", elementwise},
      {"chlo.erf_inv", elementwise},
      {"chlo.erfc", elementwise},
      {"chlo.is_inf", elementwise},
      {"chlo.is_neg_inf", elementwise},
      {"chlo.is_pos_inf", elementwise},
      {"chlo.lgamma", elementwise},
      {"chlo.sinh", elementwise},
      {"chlo.square", elementwise},
      {"chlo.tan", elementwise},
      {"chlo.mulhi", elementwise},
      {"chlo.next_after", elementwise},
      {"chlo.polygamma", elementwise},
      {"chlo.zeta", elementwise},
      {"chlo.constant_like", elementwise},
      {"interpreter.print", elementwise},
  };
  return rules;
}

// --- broadcasting as in NumPy ----------------------------------------------------------------------------------------
namespace {

/// With as many dimensions as the result: the dimensions go to `places`, or stand at the end.
Value aligned(const Request &request, size_t at, int64_t rank, std::optional<Numbers> places) {
  Numbers old = shape_of(request.operand(at));
  Shape shape = filled(static_cast<size_t>(rank), 1);
  for (size_t dimension = 0; dimension < old.size(); ++dimension) {
    const auto behind = static_cast<int64_t>(dimension) + rank - static_cast<int64_t>(old.size());
    shape[static_cast<size_t>(places ? (*places)[dimension] : behind)] = old[dimension];
  }
  Value batched = request.batched[at];
  return batched ? request.build.reshape(batched, with_front(request.size(), shape))
                 : request.build.reshape(request.operand(at), shape);
}

Values broadcasting(const Request &request) {
  Operation *operation = request.operation;
  const int64_t rank = rank_of(operation->getResult(0));
  auto places = operation->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
  Values operands;
  for (size_t at = 0; at < request.batched.size(); ++at) {
    const bool placed = places && rank_of(request.operand(at)) == places.size() && places.size() < rank;
    operands.push_back(aligned(request, at, rank, placed ? std::optional<Numbers>(places.asArrayRef()) : std::nullopt));
  }
  Operation *result = request.repeat(operands);
  result->removeAttr("broadcast_dimensions");
  return Values(result->getResults());
}

} // namespace

llvm::ArrayRef<Rule> broadcasting_rules() {
  static const Rule rules[] = {
      {"chlo.broadcast_add", broadcasting},
      {"chlo.broadcast_and", broadcasting},
      {"chlo.broadcast_atan2", broadcasting},
      {"chlo.broadcast_complex", broadcasting},
      {"chlo.broadcast_divide", broadcasting},
      {"chlo.broadcast_maximum", broadcasting},
      {"chlo.broadcast_minimum", broadcasting},
      {"chlo.broadcast_multiply", broadcasting},
      {"chlo.broadcast_next_after", broadcasting},
      {"chlo.broadcast_or", broadcasting},
      {"chlo.broadcast_polygamma", broadcasting},
      {"chlo.broadcast_power", broadcasting},
      {"chlo.broadcast_remainder", broadcasting},
      {"chlo.broadcast_shift_left", broadcasting},
      {"chlo.broadcast_shift_right_arithmetic", broadcasting},
      {"chlo.broadcast_shift_right_logical", broadcasting},
      {"chlo.broadcast_subtract", broadcasting},
      {"chlo.broadcast_xor", broadcasting},
      {"chlo.broadcast_zeta", broadcasting},
      {"chlo.broadcast_compare", broadcasting},
      {"chlo.broadcast_select", broadcasting},
  };
  return rules;
}

} // namespace cotangent::batch
