// Values of elementwise operations, with the points where types differ: wrapping, rounding, NaN, signed zeros.
func.func @integers_wrap() {
  %most = stablehlo.constant dense<[127, -128, 5]> : tensor<3xi8>
  %one = stablehlo.constant dense<[1, -1, 2]> : tensor<3xi8>
  %sum = stablehlo.add %most, %one : tensor<3xi8>
  check.expect_eq_const %sum, dense<[-128, 127, 7]> : tensor<3xi8>
  %quotient = stablehlo.divide %most, %one : tensor<3xi8>
  check.expect_eq_const %quotient, dense<[127, -128, 2]> : tensor<3xi8>
  return
}

func.func @half_precision_rounds_after_each_operation() {
  %large = stablehlo.constant dense<2048.0> : tensor<f16>
  %one = stablehlo.constant dense<1.0> : tensor<f16>
  %first = stablehlo.add %large, %one : tensor<f16>
  %second = stablehlo.add %first, %one : tensor<f16>
  check.expect_eq_const %second, dense<2048.0> : tensor<f16>
  return
}

func.func @maximum_keeps_nan_and_orders_zeros() {
  %lhs = stablehlo.constant dense<[0x7FC00000, -0.0, 1.0]> : tensor<3xf32>
  %rhs = stablehlo.constant dense<[1.0, 0.0, 2.0]> : tensor<3xf32>
  %most = stablehlo.maximum %lhs, %rhs : tensor<3xf32>
  check.expect_almost_eq_const %most, dense<[0x7FC00000, 0.0, 2.0]> : tensor<3xf32>
  %one = stablehlo.constant dense<1.0> : tensor<3xf32>
  %reciprocal = stablehlo.divide %one, %most : tensor<3xf32>
  check.expect_almost_eq_const %reciprocal, dense<[0x7FC00000, 0x7F800000, 0.5]> : tensor<3xf32>
  return
}

func.func @compare_and_select() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xui8>
  %y = stablehlo.constant dense<[3, 2, 1]> : tensor<3xui8>
  %less = stablehlo.compare LT, %x, %y, UNSIGNED : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  check.expect_eq_const %less, dense<[true, false, false]> : tensor<3xi1>
  %chosen = stablehlo.select %less, %x, %y : tensor<3xi1>, tensor<3xui8>
  check.expect_eq_const %chosen, dense<[1, 2, 1]> : tensor<3xui8>
  return
}

func.func @functions_that_two_dialects_have() {
  %x = stablehlo.constant dense<[0.5, -1.0]> : tensor<2xf64>
  %0 = chlo.tan %x : tensor<2xf64> -> tensor<2xf64>
  %1 = stablehlo.tan %x : tensor<2xf64>
  check.expect_eq %0, %1 : tensor<2xf64>
  check.expect_almost_eq_const %0, dense<[0.54630248984, -1.55740772465]> : tensor<2xf64>, tolerance = 1.0e-10
  return
}
