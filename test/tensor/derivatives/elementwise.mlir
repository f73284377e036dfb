// Elementwise operations of stablehlo.

func.func @add(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.add %a, %b : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @add_same(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.add %x, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @subtract(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.subtract %a, %b : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @subtract_from_constant(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %c = stablehlo.constant dense<3.0> : tensor<2x3xf64>
  %y = stablehlo.subtract %c, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @negate(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.negate %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @multiply(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.multiply %a, %b : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @multiply_same(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.multiply %x, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-2, 2] [0.3, 3]
// special: 0.0, 2.0 -> 0.5, 0.0
func.func @divide(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.divide %a, %b : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-3, -0.3]
// special: 0.0 -> -inf
func.func @reciprocal(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %one = stablehlo.constant dense<1.0> : tensor<2x3xf64>
  %y = stablehlo.divide %one, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-2, 2] [0.3, 3]
func.func @multiply_by_reciprocal(%x: tensor<2x3xf64>, %z: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %one = stablehlo.constant dense<1.0> : tensor<2x3xf64>
  %r = stablehlo.divide %one, %z : tensor<2x3xf64>
  %y = stablehlo.multiply %x, %r : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-2, 2]
// special: 0.0 -> 0.0
// special: nan -> 0.0
func.func @power_0(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %n = stablehlo.constant dense<0.0> : tensor<2x3xf64>
  %y = stablehlo.power %x, %n : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-2, 2]
// special: 0.0 -> 1.0
func.func @power_1(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %n = stablehlo.constant dense<1.0> : tensor<2x3xf64>
  %y = stablehlo.power %x, %n : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-2, 2]
// special: 0.0 -> 0.0
// special: -3.0 -> -6.0
// special: 1e-200 -> 2e-200
func.func @power_2(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %n = stablehlo.constant dense<2.0> : tensor<2x3xf64>
  %y = stablehlo.power %x, %n : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-2, 2]
// special: 0.0 -> 0.0
// special: -2.0 -> 12.0
func.func @power_3(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %n = stablehlo.constant dense<3.0> : tensor<2x3xf64>
  %y = stablehlo.power %x, %n : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.3, 2]
// special: 0.0 -> -inf
// special: -2.0 -> -0.25
func.func @power_minus_1(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %n = stablehlo.constant dense<-1.0> : tensor<2x3xf64>
  %y = stablehlo.power %x, %n : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.1, 3]
// special: 0.0 -> inf
func.func @power_half(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %n = stablehlo.constant dense<0.5> : tensor<2x3xf64>
  %y = stablehlo.power %x, %n : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.1, 3]
// special: 0.0 -> 0.0
func.func @power_fraction(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %n = stablehlo.constant dense<1.7> : tensor<2x3xf64>
  %y = stablehlo.power %x, %n : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// special: 0.0 -> 0.0
func.func @power_of_broadcast(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %n = stablehlo.constant dense<3.0> : tensor<f64>
  %e = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  %y = stablehlo.power %x, %e : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @power_of_constant(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %n = stablehlo.constant dense<2.5> : tensor<2x3xf64>
  %y = stablehlo.power %n, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.5, 2]
// special: 2.0 -> 0.0
func.func @power_of_zero(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %n = stablehlo.constant dense<0.0> : tensor<2x3xf64>
  %y = stablehlo.power %n, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.1, 3] [-2, 2]
// special: 0.0, 0.0 -> 0.0, 0.0
// special: -2.0, 0.0 -> 0.0, 0.0
// special: nan, 0.0 -> 0.0, nan
// special: 0.0, 1.0 -> 1.0, 0.0
// special: 0.0, 2.0 -> 0.0, 0.0
// special: 0.0, 0.5 -> inf, 0.0
// special: 0.0, -1.0 -> -inf, -inf
// special: -2.0, 3.0 -> 12.0, 0.0
// special: 1e-200, 2.0 -> 2e-200, 0.0
func.func @power(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.power %a, %b : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-2, -0.3] [-3, 4]
// special: 0.0, 1 -> 1.0
// special: 0.0, 0 -> 0.0
// special: 0.0, 2 -> 0.0
// special: -2.0, 3 -> 12.0
func.func @power_integer(%x: tensor<2x3xf64>, %n: tensor<2x3xi32>) -> tensor<2x3xf64> {
  %e = stablehlo.convert %n : (tensor<2x3xi32>) -> tensor<2x3xf64>
  %y = stablehlo.power %x, %e : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [5.2, 5.8] [1.45, 1.7]
// special: 7.0, 2.0 -> 1.0, -3.0
// special: -7.0, 2.0 -> 1.0, 3.0
// special: 1.0, inf -> 1.0, 0.0
func.func @remainder(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.remainder %a, %b : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.1, 3]
// special: 0.0, 0.0 -> 0.0, 0.0
// special: 0.0, -1.0 -> -1.0, 0.0
// special: 1e-200, 1e-200 -> 5e199, -5e199
// special: 1e200, 0.0 -> 0.0, -1e-200
func.func @atan2(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.atan2 %a, %b : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// special: 2.0, 2.0 -> 0.5, 0.5
// special: 1.0, 2.0 -> 0.0, 1.0
// special: -0.0, 0.0 -> 0.5, 0.5
// special: 2.0, nan -> 0.0, 1.0
// special: nan, 2.0 -> 1.0, 0.0
func.func @maximum(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.maximum %a, %b : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// special: 2.0, 2.0 -> 0.5, 0.5
// special: 1.0, 2.0 -> 1.0, 0.0
// special: nan, 2.0 -> 1.0, 0.0
func.func @minimum(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.minimum %a, %b : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// special: 1.0 -> 1.0
func.func @maximum_same(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.maximum %x, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// special: 0.0 -> 0.5
// special: -1.0 -> 0.0
// special: 1.0 -> 1.0
func.func @rectified(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<2x3xf64>
  %y = stablehlo.maximum %x, %zero : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// An infinite slope behind a choice that is not taken does not become NaN.
// domain: [0.2, 2]
// special: -1.0 -> 0.0
// special: 4.0 -> 0.25
func.func @root_of_maximum(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<2x3xf64>
  %m = stablehlo.maximum %x, %zero : tensor<2x3xf64>
  %y = stablehlo.sqrt %m : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-1, -0.5] [-2, 2] [0.5, 1]
// special: 0.0, 1.0, 2.0 -> 0.0, 1.0, 0.0
// special: 0.0, -1.0, 2.0 -> 1.0, 0.0, 0.0
// special: 0.0, 3.0, 2.0 -> 0.0, 0.0, 1.0
// special: 0.0, 0.0, 2.0 -> 0.5, 0.5, 0.0
// special: 0.0, 2.0, 2.0 -> 0.0, 0.5, 0.5
// special: 2.0, 2.0, 2.0 -> 0.25, 0.25, 0.5
// special: 3.0, 1.0, 2.0 -> 0.0, 0.0, 1.0
func.func @clamp(%low: tensor<2x3xf64>, %x: tensor<2x3xf64>, %high: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.clamp %low, %x, %high : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-1, -0.5] [-2, 2] [0.5, 1]
func.func @clamp_scalar_bounds(%low: tensor<f64>, %x: tensor<2x3xf64>, %high: tensor<f64>) -> tensor<2x3xf64> {
  %y = stablehlo.clamp %low, %x, %high : (tensor<f64>, tensor<2x3xf64>, tensor<f64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// special: 0.3 -> 1.0
// special: 1.0 -> 0.5
// special: 2.0 -> 0.0
func.func @clamp_constant_bounds(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %low = stablehlo.constant dense<-1.0> : tensor<f64>
  %high = stablehlo.constant dense<1.0> : tensor<f64>
  %y = stablehlo.clamp %low, %x, %high : (tensor<f64>, tensor<2x3xf64>, tensor<f64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @select(%c: tensor<2x3xi1>, %a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.select %c, %a, %b : tensor<2x3xi1>, tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @select_by_scalar(%c: tensor<i1>, %a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %p = stablehlo.multiply %a, %b : tensor<2x3xf64>
  %y = stablehlo.select %c, %p, %b : tensor<i1>, tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @select_first(%c: tensor<2x3xi1>, %a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %s = stablehlo.multiply %a, %a : tensor<2x3xf64>
  %one = stablehlo.constant dense<1.0> : tensor<2x3xf64>
  %y = stablehlo.select %c, %s, %one : tensor<2x3xi1>, tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-2, -0.1]
// special: 0.0 -> 0.0
// special: -3.0 -> -1.0
// special: 3.0 -> 1.0
func.func @abs(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.abs %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.1, 3]
// special: 0.0 -> inf
// special: -8.0 -> 0.08333333333333333
func.func @cbrt(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.cbrt %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @cosine(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.cosine %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @exponential(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.exponential %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @exponential_minus_one(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.exponential_minus_one %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.1, 3]
// special: 0.0 -> inf
func.func @log(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.log %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-0.8, 3]
// special: -1.0 -> inf
func.func @log_plus_one(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.log_plus_one %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// special: 0.0 -> 0.25
// special: -inf -> 0.0
// special: inf -> 0.0
func.func @logistic(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.logistic %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.1, 3]
// special: 0.0 -> -inf
// special: inf -> 0.0
func.func @rsqrt(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.rsqrt %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @sine(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.sine %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [0.1, 3]
// special: 0.0 -> inf
// special: inf -> 0.0
func.func @sqrt(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.sqrt %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-0.9, 0.9]
func.func @tan(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.tan %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// special: 30.0 -> 0.0
func.func @tanh(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.tanh %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [2.1, 2.4]
// special: 2.0 -> 2.0
func.func @ceil(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %s = stablehlo.ceil %x : tensor<2x3xf64>
  %y = stablehlo.multiply %s, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [2.1, 2.4]
// special: 2.0 -> 2.0
func.func @floor(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %s = stablehlo.floor %x : tensor<2x3xf64>
  %y = stablehlo.multiply %s, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [2.1, 2.4]
// special: 2.0 -> 2.0
func.func @round_nearest_afz(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %s = stablehlo.round_nearest_afz %x : tensor<2x3xf64>
  %y = stablehlo.multiply %s, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [2.1, 2.4]
// special: 2.0 -> 2.0
func.func @round_nearest_even(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %s = stablehlo.round_nearest_even %x : tensor<2x3xf64>
  %y = stablehlo.multiply %s, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-2, -0.1]
// special: 0.0 -> 0.0
func.func @sign(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %s = stablehlo.sign %x : tensor<2x3xf64>
  %y = stablehlo.multiply %s, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @compare(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %c = stablehlo.compare LT, %a, %b : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
  %n = stablehlo.convert %c : (tensor<2x3xi1>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %n, %a : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [2.1, 2.4]
func.func @convert_to_integers(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %i = stablehlo.convert %x : (tensor<2x3xf64>) -> tensor<2x3xi32>
  %n = stablehlo.convert %i : (tensor<2x3xi32>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %n, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @convert_to_complex(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %z = stablehlo.convert %x : (tensor<2x3xf64>) -> tensor<2x3xcomplex<f64>>
  %w = stablehlo.multiply %z, %z : tensor<2x3xcomplex<f64>>
  %y = stablehlo.convert %w : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// Numbers that the narrower formats hold: differences see no rounding.
// tolerance: 1e-2
// orders: 1
// special: 3.0 -> 6.0
func.func @convert_precision(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %f = stablehlo.convert %x : (tensor<2x3xf64>) -> tensor<2x3xf32>
  %y = stablehlo.convert %f : (tensor<2x3xf32>) -> tensor<2x3xf64>
  %z = stablehlo.multiply %y, %x : tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

// tolerance: 1e-4
// special: 3.0 -> 6.0
func.func @reduce_precision(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %f = stablehlo.reduce_precision %x, format = e8m40 : tensor<2x3xf64>
  %y = stablehlo.multiply %f, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// The derivative of a number whose element type is its own.
// tolerance: 1
// special: 0.0 -> 0.25
func.func @half_precision(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %h = stablehlo.convert %x : (tensor<2x3xf64>) -> tensor<2x3xbf16>
  %s = stablehlo.logistic %h : tensor<2x3xbf16>
  %y = stablehlo.convert %s : (tensor<2x3xbf16>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// Random numbers move with their bounds, or with mean and deviation; the same are drawn again.
// domain: [-1, 0] [1, 2]
func.func @rng_uniform(%a: tensor<f64>, %b: tensor<f64>) -> tensor<2x3xf64> {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f64>, tensor<f64>, tensor<2xi64>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %r, %r : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-1, 0] [1, 2]
func.func @rng_normal(%a: tensor<f64>, %b: tensor<f64>) -> tensor<2x3xf64> {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.rng %a, %b, %shape, distribution = NORMAL : (tensor<f64>, tensor<f64>, tensor<2xi64>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %r, %r : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// The formulas in narrower types.
// tolerance: 1
// special: 0.0 -> 1.0
func.func @narrow_types(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %f = stablehlo.convert %x : (tensor<2x3xf64>) -> tensor<2x3xf32>
  %i = chlo.bessel_i1e %f : tensor<2x3xf32> -> tensor<2x3xf32>
  %h = stablehlo.convert %i : (tensor<2x3xf32>) -> tensor<2x3xf16>
  %s = stablehlo.tanh %h : tensor<2x3xf16>
  %n = stablehlo.sine %s : tensor<2x3xf16>
  %d = stablehlo.add %n, %n : tensor<2x3xf16>
  %y = stablehlo.convert %d : (tensor<2x3xf16>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
