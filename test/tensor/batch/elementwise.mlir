func.func @unary(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = stablehlo.abs %x : tensor<2x3xf32>
  %1 = stablehlo.ceil %x : tensor<2x3xf32>
  %2 = stablehlo.cbrt %x : tensor<2x3xf32>
  %3 = stablehlo.cosine %x : tensor<2x3xf32>
  %4 = stablehlo.exponential %x : tensor<2x3xf32>
  %5 = stablehlo.exponential_minus_one %x : tensor<2x3xf32>
  %6 = stablehlo.floor %x : tensor<2x3xf32>
  %7 = stablehlo.log %x : tensor<2x3xf32>
  %8 = stablehlo.log_plus_one %x : tensor<2x3xf32>
  %9 = stablehlo.logistic %x : tensor<2x3xf32>
  %10 = stablehlo.negate %x : tensor<2x3xf32>
  %11 = stablehlo.round_nearest_afz %x : tensor<2x3xf32>
  %12 = stablehlo.round_nearest_even %x : tensor<2x3xf32>
  %13 = stablehlo.rsqrt %x : tensor<2x3xf32>
  %14 = stablehlo.sign %x : tensor<2x3xf32>
  %15 = stablehlo.sine %x : tensor<2x3xf32>
  %16 = stablehlo.sqrt %x : tensor<2x3xf32>
  %17 = stablehlo.tan %x : tensor<2x3xf32>
  %18 = stablehlo.tanh %x : tensor<2x3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// domain: [-200, 200]
func.func @unary_integer(%x: tensor<4xi16>) -> (tensor<4xi16>, tensor<4xi16>, tensor<4xi16>, tensor<4xi16>, tensor<4xi16>, tensor<4xi16>) {
  %0 = stablehlo.abs %x : tensor<4xi16>
  %1 = stablehlo.negate %x : tensor<4xi16>
  %2 = stablehlo.sign %x : tensor<4xi16>
  %3 = stablehlo.not %x : tensor<4xi16>
  %4 = stablehlo.popcnt %x : tensor<4xi16>
  %5 = stablehlo.count_leading_zeros %x : tensor<4xi16>
  return %0, %1, %2, %3, %4, %5 : tensor<4xi16>, tensor<4xi16>, tensor<4xi16>, tensor<4xi16>, tensor<4xi16>, tensor<4xi16>
}

func.func @binary(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = stablehlo.add %x, %y : tensor<2x3xf32>
  %1 = stablehlo.atan2 %x, %y : tensor<2x3xf32>
  %2 = stablehlo.divide %x, %y : tensor<2x3xf32>
  %3 = stablehlo.maximum %x, %y : tensor<2x3xf32>
  %4 = stablehlo.minimum %x, %y : tensor<2x3xf32>
  %5 = stablehlo.multiply %x, %y : tensor<2x3xf32>
  %6 = stablehlo.power %x, %y : tensor<2x3xf32>
  %7 = stablehlo.remainder %x, %y : tensor<2x3xf32>
  %8 = stablehlo.subtract %x, %y : tensor<2x3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// domain: [-50, 50] [0, 5]
func.func @binary_integer(%x: tensor<4xi16>, %y: tensor<4xi16>) -> (tensor<4xi16>, tensor<4xi16>, tensor<4xi16>, tensor<4xi16>, tensor<4xi16>, tensor<4xi16>) {
  %0 = stablehlo.and %x, %y : tensor<4xi16>
  %1 = stablehlo.or %x, %y : tensor<4xi16>
  %2 = stablehlo.xor %x, %y : tensor<4xi16>
  %3 = stablehlo.shift_left %x, %y : tensor<4xi16>
  %4 = stablehlo.shift_right_arithmetic %x, %y : tensor<4xi16>
  %5 = stablehlo.shift_right_logical %x, %y : tensor<4xi16>
  return %0, %1, %2, %3, %4, %5 : tensor<4xi16>, tensor<4xi16>, tensor<4xi16>, tensor<4xi16>, tensor<4xi16>, tensor<4xi16>
}

func.func @complex_numbers(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> (tensor<2x3xcomplex<f32>>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xcomplex<f32>>, tensor<2x3xf32>) {
  %0 = stablehlo.complex %x, %y : tensor<2x3xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  %2 = stablehlo.imag %0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  %3 = stablehlo.exponential %0 : tensor<2x3xcomplex<f32>>
  %4 = stablehlo.abs %0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  return %0, %1, %2, %3, %4 : tensor<2x3xcomplex<f32>>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xcomplex<f32>>, tensor<2x3xf32>
}

func.func @to_other_types(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xf64>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = stablehlo.compare LT, %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %1 = stablehlo.is_finite %x : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %2 = stablehlo.convert %x : (tensor<2x3xf32>) -> tensor<2x3xf64>
  %3 = stablehlo.reduce_precision %y, format = e5m2 : tensor<2x3xf32>
  %4 = stablehlo.select %0, %x, %y : tensor<2x3xi1>, tensor<2x3xf32>
  return %0, %1, %2, %3, %4 : tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xf64>, tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @quantized(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.add %0, %0 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

func.func @select_scalar(%p: tensor<i1>, %x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.select %p, %x, %y : tensor<i1>, tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// domain: [-1, 0] [-2, 2] [0, 1]
func.func @clamp_scalars(%a: tensor<f32>, %x: tensor<2x3xf32>, %b: tensor<f32>) -> tensor<2x3xf32> {
  %0 = stablehlo.clamp %a, %x, %b : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// domain: [-1, 0] [-2, 2] [0, 1]
func.func @clamp_mixed(%a: tensor<2x3xf32>, %x: tensor<2x3xf32>, %b: tensor<f32>) -> tensor<2x3xf32> {
  %0 = stablehlo.clamp %a, %x, %b : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @barrier(%x: tensor<2x3xf32>, %y: tensor<4xi16>) -> (tensor<2x3xf32>, tensor<4xi16>) {
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<2x3xf32>, tensor<4xi16>
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<4xi16>
}

func.func @chlo_unary(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = chlo.acos %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %1 = chlo.acosh %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %2 = chlo.asin %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %3 = chlo.asinh %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %4 = chlo.atan %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %5 = chlo.atanh %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %6 = chlo.bessel_i1e %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %7 = chlo.conj %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %8 = chlo.cosh %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %9 = chlo.digamma %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %10 = chlo.erf %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %11 = chlo.erf_inv %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %12 = chlo.erfc %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %13 = chlo.lgamma %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %14 = chlo.sinh %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %15 = chlo.square %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %16 = chlo.tan %x : tensor<2x3xf32> -> tensor<2x3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @chlo_predicates(%x: tensor<2x3xf32>) -> (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>) {
  %0 = chlo.is_inf %x : tensor<2x3xf32> -> tensor<2x3xi1>
  %1 = chlo.is_neg_inf %x : tensor<2x3xf32> -> tensor<2x3xi1>
  %2 = chlo.is_pos_inf %x : tensor<2x3xf32> -> tensor<2x3xi1>
  return %0, %1, %2 : tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>
}

// domain: [1.5, 3]
func.func @chlo_binary(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = chlo.next_after %x, %y : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  %1 = chlo.polygamma %x, %y : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  %2 = chlo.zeta %x, %y : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// domain: [-3000, 3000]
func.func @chlo_mulhi(%x: tensor<4xi16>, %y: tensor<4xi16>) -> tensor<4xi16> {
  %0 = chlo.mulhi %x, %y : tensor<4xi16>, tensor<4xi16> -> tensor<4xi16>
  return %0 : tensor<4xi16>
}

func.func @constant_like(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "chlo.constant_like"(%x) {value = 2.5 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.add %0, %x : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

func.func @printed(%x: tensor<f32>) -> tensor<f32> {
  interpreter.print %x : tensor<f32>
  return %x : tensor<f32>
}

func.func @broadcasting(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = chlo.broadcast_atan2 %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2 = chlo.broadcast_divide %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %3 = chlo.broadcast_maximum %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %4 = chlo.broadcast_minimum %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %5 = chlo.broadcast_multiply %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %6 = chlo.broadcast_next_after %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %7 = chlo.broadcast_power %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %8 = chlo.broadcast_remainder %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %9 = chlo.broadcast_subtract %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// domain: [1.5, 3]
func.func @broadcasting_special(%x: tensor<3xf32>, %y: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = chlo.broadcast_polygamma %x, %y : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = chlo.broadcast_zeta %x, %y : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}

// domain: [-50, 50] [0, 5]
func.func @broadcasting_integers(%x: tensor<2x4xi16>, %y: tensor<4xi16>) -> (tensor<2x4xi16>, tensor<2x4xi16>, tensor<2x4xi16>, tensor<2x4xi16>, tensor<2x4xi16>, tensor<2x4xi16>) {
  %0 = chlo.broadcast_and %x, %y : (tensor<2x4xi16>, tensor<4xi16>) -> tensor<2x4xi16>
  %1 = chlo.broadcast_or %x, %y : (tensor<2x4xi16>, tensor<4xi16>) -> tensor<2x4xi16>
  %2 = chlo.broadcast_xor %x, %y : (tensor<2x4xi16>, tensor<4xi16>) -> tensor<2x4xi16>
  %3 = chlo.broadcast_shift_left %x, %y : (tensor<2x4xi16>, tensor<4xi16>) -> tensor<2x4xi16>
  %4 = chlo.broadcast_shift_right_arithmetic %x, %y : (tensor<2x4xi16>, tensor<4xi16>) -> tensor<2x4xi16>
  %5 = chlo.broadcast_shift_right_logical %x, %y : (tensor<2x4xi16>, tensor<4xi16>) -> tensor<2x4xi16>
  return %0, %1, %2, %3, %4, %5 : tensor<2x4xi16>, tensor<2x4xi16>, tensor<2x4xi16>, tensor<2x4xi16>, tensor<2x4xi16>, tensor<2x4xi16>
}

func.func @broadcasting_scalar(%x: tensor<f32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @broadcasting_dimensions(%x: tensor<2xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_subtract %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @broadcasting_ones(%x: tensor<2x1xf32>, %y: tensor<1x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xcomplex<f32>>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %1 = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xi1>
  %2 = chlo.broadcast_complex %x, %y : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xcomplex<f32>>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xcomplex<f32>>
}

func.func @broadcasting_select(%p: tensor<i1>, %x: tensor<3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
