// Operations whose results have no tangents: they are no floating-point numbers, do not depend on operands that are,
// or do not change with them almost everywhere.
#include "tensor/rules/rule.h"

using namespace mlir;

namespace cotangent::tensor_rules {
namespace {

Values refuse_quantized(const ForwardRequest &request) {
  refuse(request.operation, "quantised numbers have no tangents");
}

constexpr std::string_view steps = "steps are flat";

} // namespace

llvm::ArrayRef<Rule> constant_rules() {
  static const Rule rules[] = {
      {"stablehlo.ceil", nullptr, nullptr, steps},
      {"stablehlo.floor", nullptr, nullptr, steps},
      {"stablehlo.round_nearest_afz", nullptr, nullptr, steps},
      {"stablehlo.round_nearest_even", nullptr, nullptr, steps},
      {"stablehlo.compare"},
      {"stablehlo.is_finite"},
      {"stablehlo.and"},
      {"stablehlo.not"},
      {"stablehlo.or"},
      {"stablehlo.xor"},
      {"stablehlo.count_leading_zeros"},
      {"stablehlo.popcnt"},
      {"stablehlo.shift_left"},
      {"stablehlo.shift_right_arithmetic"},
      {"stablehlo.shift_right_logical"},
      {"stablehlo.constant"},
      {"stablehlo.iota"},
      {"stablehlo.dynamic_iota"},
      {"stablehlo.get_dimension_size"},
      {"stablehlo.rng_bit_generator"},
      {"stablehlo.create_token"},
      {"stablehlo.after_all"},
      {"stablehlo.infeed", nullptr, nullptr, "what comes from the host depends on nothing"},
      {"stablehlo.outfeed", nullptr, nullptr, "what goes to the host has no influence"},
      {"stablehlo.uniform_quantize", refuse_quantized, nullptr, "refused"},
      {"stablehlo.uniform_dequantize", refuse_quantized, nullptr, "refused"},
      {"chlo.is_inf"},
      {"chlo.is_neg_inf"},
      {"chlo.is_pos_inf"},
      {"chlo.mulhi"},
      {"chlo.constant"},
      {"chlo.constant_like"},
      {"chlo.broadcast_and"},
      {"chlo.broadcast_compare"},
      {"chlo.broadcast_or"},
      {"chlo.broadcast_shift_left"},
      {"chlo.broadcast_shift_right_arithmetic"},
      {"chlo.broadcast_shift_right_logical"},
      {"chlo.broadcast_xor"},
  };
  return rules;
}

} // namespace cotangent::tensor_rules
