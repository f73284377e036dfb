// Complex numbers: parts, and functions element by element.

func.func @real(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64> {
  %x = stablehlo.real %z : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %s = stablehlo.multiply %x, %x : tensor<2x3xf64>
  return %s : tensor<2x3xf64>
}

func.func @imag(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64> {
  %x = stablehlo.imag %z : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %s = stablehlo.multiply %x, %x : tensor<2x3xf64>
  return %s : tensor<2x3xf64>
}

func.func @parts_of_real(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %r = stablehlo.real %x : tensor<2x3xf64>
  %i = stablehlo.imag %x : tensor<2x3xf64>
  %e = stablehlo.exponential %i : tensor<2x3xf64>
  %s = stablehlo.multiply %r, %e : tensor<2x3xf64>
  return %s : tensor<2x3xf64>
}

func.func @complex(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xcomplex<f64>> {
  %z = stablehlo.complex %a, %b : tensor<2x3xcomplex<f64>>
  %w = stablehlo.multiply %z, %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @complex_of_one_part(%a: tensor<2x3xf64>) -> tensor<2x3xcomplex<f64>> {
  %b = stablehlo.constant dense<2.0> : tensor<2x3xf64>
  %z = stablehlo.complex %b, %a : tensor<2x3xcomplex<f64>>
  %w = stablehlo.exponential %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @conj(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %c = chlo.conj %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  %w = stablehlo.multiply %c, %z : tensor<2x3xcomplex<f64>>
  %v = stablehlo.multiply %w, %c : tensor<2x3xcomplex<f64>>
  return %v : tensor<2x3xcomplex<f64>>
}

// domain: [0.2, 2]
func.func @abs(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64> {
  %r = stablehlo.abs %z : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}

// domain: [-2, -0.2]
func.func @squared_length(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64> {
  %r = stablehlo.abs %z : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %s = stablehlo.multiply %r, %r : tensor<2x3xf64>
  return %s : tensor<2x3xf64>
}

// Nothing at zero.
// domain: [0.2, 2]
// special: 0.0 -> 0.0
func.func @abs_of_zero(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %z = stablehlo.complex %x, %x : tensor<2x3xcomplex<f64>>
  %r = stablehlo.abs %z : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}

// domain: [0.2, 2]
func.func @sign(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.sign %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @add(%a: tensor<2x3xcomplex<f64>>, %b: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.add %a, %b : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @subtract(%a: tensor<2x3xcomplex<f64>>, %b: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.subtract %a, %b : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @multiply(%a: tensor<2x3xcomplex<f64>>, %b: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.multiply %a, %b : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [-2, 2] [0.3, 2]
func.func @divide(%a: tensor<2x3xcomplex<f64>>, %b: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.divide %a, %b : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @negate(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.negate %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @multiply_same(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.multiply %z, %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @square(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = chlo.square %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.3, 2] [-1, 1]
func.func @power(%a: tensor<2x3xcomplex<f64>>, %b: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.power %a, %b : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.3, 2]
func.func @power_2(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %n = stablehlo.constant dense<(2.0,0.0)> : tensor<2x3xcomplex<f64>>
  %w = stablehlo.power %z, %n : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.3, 2]
func.func @power_3(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %n = stablehlo.constant dense<(3.0,0.0)> : tensor<2x3xcomplex<f64>>
  %w = stablehlo.power %z, %n : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.3, 2]
func.func @power_minus_1(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %n = stablehlo.constant dense<(-1.0,0.0)> : tensor<2x3xcomplex<f64>>
  %w = stablehlo.power %z, %n : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.3, 2]
func.func @power_half(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %n = stablehlo.constant dense<(0.5,0.0)> : tensor<2x3xcomplex<f64>>
  %w = stablehlo.power %z, %n : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.3, 2]
func.func @power_constant(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %n = stablehlo.constant dense<(0.5,1.5)> : tensor<2x3xcomplex<f64>>
  %w = stablehlo.power %z, %n : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.2, 0.9] [1, 2]
func.func @atan2(%a: tensor<2x3xcomplex<f64>>, %b: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.atan2 %a, %b : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @cosine(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.cosine %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @exponential(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.exponential %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @exponential_minus_one(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.exponential_minus_one %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @sine(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.sine %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @tanh(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.tanh %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [-1, 1]
func.func @logistic(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.logistic %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [-0.9, 0.9]
func.func @tan(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.tan %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.2, 2]
func.func @cbrt(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.cbrt %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.2, 2]
func.func @log(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.log %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.2, 2]
func.func @log_plus_one(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.log_plus_one %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.2, 2]
func.func @rsqrt(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.rsqrt %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.2, 2]
func.func @sqrt(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.sqrt %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// Off the branch cut.
// domain: [-2, -0.2]
func.func @sqrt_below(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.sqrt %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [-2, -0.2]
func.func @log_below(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.log %z : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.2, 0.8]
func.func @acos(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = chlo.acos %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [-3, -1.3]
func.func @acos_outside(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = chlo.acos %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.2, 0.8]
func.func @acosh(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = chlo.acosh %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [-3, -1.3]
func.func @acosh_outside(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = chlo.acosh %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.2, 0.8]
func.func @asin(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = chlo.asin %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [-3, -1.3]
func.func @asin_outside(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = chlo.asin %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.2, 0.8]
func.func @asinh(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = chlo.asinh %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [-3, -1.3]
func.func @asinh_outside(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = chlo.asinh %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.2, 0.8]
func.func @atan(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = chlo.atan %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [-3, -1.3]
func.func @atan_outside(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = chlo.atan %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [0.2, 0.8]
func.func @atanh(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = chlo.atanh %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [-3, -1.3]
func.func @atanh_outside(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = chlo.atanh %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @cosh(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = chlo.cosh %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @sinh(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = chlo.sinh %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// domain: [-0.9, 0.9]
func.func @tan_of_chlo(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = chlo.tan %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

// On a branch cut the derivative is that of the side that the sign of zero says.
// domain: [1.2, 3]
// special: 2.0 -> 0.5773502691896258
func.func @asin_above_cut(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<2x3xf64>
  %z = stablehlo.complex %x, %zero : tensor<2x3xcomplex<f64>>
  %w = chlo.asin %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  %y = stablehlo.imag %w : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [1.2, 3]
// special: 2.0 -> -0.5773502691896258
func.func @asin_below_cut(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %zero = stablehlo.constant dense<-0.0> : tensor<2x3xf64>
  %z = stablehlo.complex %x, %zero : tensor<2x3xcomplex<f64>>
  %w = chlo.asin %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  %y = stablehlo.imag %w : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [1.2, 3]
// special: 2.0 -> -0.5773502691896258
func.func @acos_above_cut(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<2x3xf64>
  %z = stablehlo.complex %x, %zero : tensor<2x3xcomplex<f64>>
  %w = chlo.acos %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  %y = stablehlo.imag %w : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [1.2, 3]
// special: 2.0 -> 0.5773502691896258
func.func @asinh_right_of_cut(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<2x3xf64>
  %z = stablehlo.complex %zero, %x : tensor<2x3xcomplex<f64>>
  %w = chlo.asinh %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  %y = stablehlo.real %w : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [1.2, 3]
// special: 2.0 -> -0.5773502691896258
func.func @asinh_left_of_cut(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %zero = stablehlo.constant dense<-0.0> : tensor<2x3xf64>
  %z = stablehlo.complex %zero, %x : tensor<2x3xcomplex<f64>>
  %w = chlo.asinh %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  %y = stablehlo.real %w : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// domain: [-3, -1.2]
// special: -2.0 -> -0.5773502691896258
func.func @acosh_above_cut(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<2x3xf64>
  %z = stablehlo.complex %x, %zero : tensor<2x3xcomplex<f64>>
  %w = chlo.acosh %z : tensor<2x3xcomplex<f64>> -> tensor<2x3xcomplex<f64>>
  %y = stablehlo.real %w : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @select(%c: tensor<2x3xi1>, %a: tensor<2x3xcomplex<f64>>, %b: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %p = stablehlo.multiply %a, %b : tensor<2x3xcomplex<f64>>
  %y = stablehlo.select %c, %p, %b : tensor<2x3xi1>, tensor<2x3xcomplex<f64>>
  return %y : tensor<2x3xcomplex<f64>>
}

// Ordered by the real part, then by the imaginary part.
func.func @maximum(%a: tensor<2x3xcomplex<f64>>, %b: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.maximum %a, %b : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @minimum(%a: tensor<2x3xcomplex<f64>>, %b: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.minimum %a, %b : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}

func.func @convert(%z: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %x = stablehlo.convert %z : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %e = stablehlo.exponential %x : tensor<2x3xf64>
  %w = stablehlo.convert %e : (tensor<2x3xf64>) -> tensor<2x3xcomplex<f64>>
  %v = stablehlo.multiply %w, %z : tensor<2x3xcomplex<f64>>
  return %v : tensor<2x3xcomplex<f64>>
}

// Moved elements.
func.func @reduced_broadcast(%z: tensor<3xcomplex<f64>>, %w: tensor<2x3xcomplex<f64>>) -> tensor<3x2xcomplex<f64>> {
  %b = stablehlo.broadcast_in_dim %z, dims = [1] : (tensor<3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %p = stablehlo.multiply %b, %w : tensor<2x3xcomplex<f64>>
  %t = stablehlo.transpose %p, dims = [1, 0] : (tensor<2x3xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  return %t : tensor<3x2xcomplex<f64>>
}

// refused: no derivative for complex numbers
func.func @remainder(%a: tensor<2x3xcomplex<f64>>, %b: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %w = stablehlo.remainder %a, %b : tensor<2x3xcomplex<f64>>
  return %w : tensor<2x3xcomplex<f64>>
}
