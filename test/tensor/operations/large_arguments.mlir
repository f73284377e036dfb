// Sine, cosine and tangent far beyond what fast reductions of the argument reach, beside ordinary arguments; also where
// the result could take the place of the operand.
func.func @doubles() {
  %x = stablehlo.constant dense<[1.0, 1.0e15, -3.0e200, 1.7976931348623157e308]> : tensor<4xf64>
  %0 = stablehlo.sine %x : tensor<4xf64>
  check.expect_almost_eq_const %0, dense<[0.8414709848078965, 0.8582727931702358, 0.8637018946301561, 0.004961954789184062]> : tensor<4xf64>
  %1 = stablehlo.cosine %x : tensor<4xf64>
  check.expect_almost_eq_const %1, dense<[0.5403023058681398, -0.5131937377869702, -0.5040030130984127, -0.9999876894265599]> : tensor<4xf64>
  func.return
}
func.func @singles() {
  %x = stablehlo.constant dense<[0.5, 3.0e30, -1.0e38, 2.0]> : tensor<4xf32>
  %0 = stablehlo.sine %x : tensor<4xf32>
  %1 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf64>
  %2 = stablehlo.sine %1 : tensor<4xf64>
  %3 = stablehlo.convert %2 : (tensor<4xf64>) -> tensor<4xf32>
  check.expect_almost_eq %0, %3 : tensor<4xf32>
  func.return
}
func.func @in_place() {
  %x = stablehlo.constant dense<[1.0, 1.0e15, -3.0e200, 1.0e300]> : tensor<4xf64>
  %y = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %b = stablehlo.optimization_barrier %x : tensor<4xf64>
  %0 = stablehlo.add %b, %y : tensor<4xf64>
  %c = stablehlo.optimization_barrier %0 : tensor<4xf64>
  %1 = stablehlo.sine %c : tensor<4xf64>
  %d = stablehlo.optimization_barrier %1 : tensor<4xf64>
  %z = stablehlo.constant dense<[2.0, 1000000000000002.0, -3.0e200, 1.0e300]> : tensor<4xf64>
  %2 = stablehlo.sine %z : tensor<4xf64>
  check.expect_almost_eq %d, %2 : tensor<4xf64>
  func.return
}
