// Elementwise operations of chlo.

// domain: [-0.9, 0.9]
// special: 1.0 -> -inf
// special: -1.0 -> -inf
func.func @acos(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.acos %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [1.1, 4]
// special: 1.0 -> inf
// special: 1e200 -> 1e-200
func.func @acosh(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.acosh %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-0.9, 0.9]
// special: 1.0 -> inf
// special: -1.0 -> inf
func.func @asin(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.asin %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// special: 1e200 -> 1e-200
// special: 0.0 -> 1.0
// special: inf -> 0.0
func.func @asinh(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.asinh %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// special: inf -> 0.0
func.func @atan(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.atan %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-0.9, 0.9]
// special: 1.0 -> inf
func.func @atanh(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.atanh %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @cosh(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.cosh %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @sinh(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.sinh %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-0.9, 0.9]
func.func @tan(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.tan %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// special: 0.0 -> 0.0
func.func @square(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.square %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// special: inf -> 0.0
// special: 0.0 -> 1.1283791670955126
func.func @erf(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.erf %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// special: inf -> 0.0
func.func @erfc(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.erfc %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-0.9, 0.9]
// special: 0.0 -> 0.8862269254527580
// special: 1.0 -> inf
func.func @erf_inv(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.erf_inv %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.2, 4]
// special: 1.0 -> -0.5772156649015329
func.func @lgamma(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.lgamma %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.4, 4]
// special: 1.0 -> 1.6449340668482264
func.func @digamma(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.digamma %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-0.8, -0.2]
func.func @lgamma_of_negative(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.lgamma %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.5, 4]
func.func @polygamma(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %n = stablehlo.constant dense<2.0> : tensor<2x3xf64>
  %y = chlo.polygamma %n, %x : tensor<2x3xf64>, tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0, 3] [0.7, 4]
// special: 0, 1.0 -> 1.6449340668482264
func.func @polygamma_of_integers(%n: tensor<2x3xi32>, %x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %f = stablehlo.convert %n : (tensor<2x3xi32>) -> tensor<2x3xf64>
  %y = chlo.polygamma %f, %x : tensor<2x3xf64>, tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// refused: no derivative in its operand 0
func.func @polygamma_in_the_order(%n: tensor<2x3xf64>, %x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.polygamma %n, %x : tensor<2x3xf64>, tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.5, 4]
func.func @zeta(%q: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %s = stablehlo.constant dense<2.5> : tensor<2x3xf64>
  %y = chlo.zeta %s, %q : tensor<2x3xf64>, tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// refused: no derivative in the exponent
func.func @zeta_in_the_exponent(%s: tensor<2x3xf64>, %q: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.zeta %s, %q : tensor<2x3xf64>, tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.1, 6]
// special: 0.0 -> 0.5
func.func @bessel_i1e(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.bessel_i1e %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-30, -10]
// tolerance: 1e-5
func.func @bessel_i1e_far(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.bessel_i1e %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.1, 6]
// orders: 1
// special: 0.5 -> 0.17577286089453498
// special: 19.0 -> -0.002261718389981202
// special: 20.5 -> -0.0020279339170779606
// special: 100.0 -> -0.00019721525628487255
// special: -3.0 -> -0.019435263567909073
func.func @bessel_i1e_known(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.bessel_i1e %x : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [1, 1.2] [2, 2.2]
// special: 1.0, 2.0 -> 2.0, 0.0
func.func @next_after(%x: tensor<2x3xf64>, %d: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %n = chlo.next_after %x, %d : tensor<2x3xf64>, tensor<2x3xf64> -> tensor<2x3xf64>
  %y = stablehlo.multiply %n, %n : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @is_inf(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %c = chlo.is_inf %x : tensor<2x3xf64> -> tensor<2x3xi1>
  %z = stablehlo.constant dense<0.0> : tensor<2x3xf64>
  %s = stablehlo.sine %x : tensor<2x3xf64>
  %y = stablehlo.select %c, %z, %s : tensor<2x3xi1>, tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @is_neg_inf(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %c = chlo.is_neg_inf %x : tensor<2x3xf64> -> tensor<2x3xi1>
  %z = stablehlo.constant dense<0.0> : tensor<2x3xf64>
  %s = stablehlo.sine %x : tensor<2x3xf64>
  %y = stablehlo.select %c, %z, %s : tensor<2x3xi1>, tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @is_pos_inf(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %c = chlo.is_pos_inf %x : tensor<2x3xf64> -> tensor<2x3xi1>
  %z = stablehlo.constant dense<0.0> : tensor<2x3xf64>
  %s = stablehlo.sine %x : tensor<2x3xf64>
  %y = stablehlo.select %c, %z, %s : tensor<2x3xi1>, tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// special: 1.0 -> 3.0
func.func @constant_like(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %c = "chlo.constant_like"(%x) <{value = 3.0 : f64}> : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %c, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// Broadcast as NumPy does.

func.func @broadcast_add(%a: tensor<2x3xf64>, %b: tensor<3xf64>) -> tensor<2x3xf64> {
  %y = chlo.broadcast_add %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @broadcast_subtract(%a: tensor<2x3xf64>, %b: tensor<3xf64>) -> tensor<2x3xf64> {
  %y = chlo.broadcast_subtract %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @broadcast_multiply(%a: tensor<2x3xf64>, %b: tensor<3xf64>) -> tensor<2x3xf64> {
  %y = chlo.broadcast_multiply %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-2, 2] [0.3, 2]
func.func @broadcast_divide(%a: tensor<2x3xf64>, %b: tensor<3xf64>) -> tensor<2x3xf64> {
  %y = chlo.broadcast_divide %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.3, 2] [-2, 2]
func.func @broadcast_power(%a: tensor<2x3xf64>, %b: tensor<3xf64>) -> tensor<2x3xf64> {
  %y = chlo.broadcast_power %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @broadcast_maximum(%a: tensor<2x3xf64>, %b: tensor<3xf64>) -> tensor<2x3xf64> {
  %y = chlo.broadcast_maximum %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @broadcast_minimum(%a: tensor<2x3xf64>, %b: tensor<3xf64>) -> tensor<2x3xf64> {
  %y = chlo.broadcast_minimum %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.2, 2]
func.func @broadcast_atan2(%a: tensor<2x3xf64>, %b: tensor<3xf64>) -> tensor<2x3xf64> {
  %y = chlo.broadcast_atan2 %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [5.2, 5.8] [1.45, 1.7]
func.func @broadcast_remainder(%a: tensor<2x3xf64>, %b: tensor<3xf64>) -> tensor<2x3xf64> {
  %y = chlo.broadcast_remainder %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [1, 2] [3, 4]
func.func @broadcast_next_after(%a: tensor<2x3xf64>, %b: tensor<3xf64>) -> tensor<2x3xf64> {
  %y = chlo.broadcast_next_after %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @broadcast_first(%a: tensor<3xf64>, %b: tensor<2x1xf64>) -> tensor<2x3xf64> {
  %y = chlo.broadcast_multiply %a, %b : (tensor<3xf64>, tensor<2x1xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-2, 2] [0.3, 2]
func.func @broadcast_given_dimensions(%a: tensor<2xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.broadcast_divide %a, %b {broadcast_dimensions = array<i64: 0>} : (tensor<2xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-1, 2] [0.3, 2]
func.func @broadcast_scalar(%a: tensor<f64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.broadcast_power %b, %a : (tensor<2x3xf64>, tensor<f64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @broadcast_complex(%a: tensor<2x3xf64>, %b: tensor<3xf64>) -> tensor<2x3xcomplex<f64>> {
  %z = chlo.broadcast_complex %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xcomplex<f64>>
  %w = stablehlo.multiply %z, %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.5, 4]
func.func @broadcast_polygamma(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %n = stablehlo.constant dense<1.0> : tensor<f64>
  %y = chlo.broadcast_polygamma %n, %x : (tensor<f64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.5, 4]
func.func @broadcast_zeta(%q: tensor<3xf64>) -> tensor<2x3xf64> {
  %s = stablehlo.constant dense<[[2.5], [3.0]]> : tensor<2x1xf64>
  %y = chlo.broadcast_zeta %s, %q : (tensor<2x1xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @broadcast_select(%c: tensor<2x1xi1>, %a: tensor<2x3xf64>, %b: tensor<3xf64>) -> tensor<2x3xf64> {
  %s = stablehlo.multiply %a, %a : tensor<2x3xf64>
  %y = chlo.broadcast_select %c, %s, %b : (tensor<2x1xi1>, tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @broadcast_compare(%a: tensor<2x3xf64>, %b: tensor<3xf64>) -> tensor<2x3xf64> {
  %c = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xi1>
  %s = stablehlo.multiply %a, %a : tensor<2x3xf64>
  %y = stablehlo.select %c, %s, %a : tensor<2x3xi1>, tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
