// Products, factorisations and quantised arithmetic.
func.func @batched_product() {
  %a = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi8>
  %0 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x2x2xi8>, tensor<2x2x2xi8>) -> tensor<2x2x2xi32>
  check.expect_eq_const %0, dense<[[[7, 10], [15, 22]], [[67, 78], [91, 106]]]> : tensor<2x2x2xi32>
  return
}

func.func @cholesky_and_solve() {
  %a = stablehlo.constant dense<[[4.0, 2.0], [2.0, 5.0]]> : tensor<2x2xf64>
  %b = stablehlo.constant dense<[[2.0], [5.0]]> : tensor<2x1xf64>
  %factor = stablehlo.cholesky %a, lower = true : tensor<2x2xf64>
  check.expect_almost_eq_const %factor, dense<[[2.0, 0.0], [1.0, 2.0]]> : tensor<2x2xf64>
  %x = "stablehlo.triangular_solve"(%factor, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
  check.expect_almost_eq_const %x, dense<[[1.0], [2.0]]> : tensor<2x1xf64>
  return
}

func.func @quantised_sum() {
  %x = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  %sum = stablehlo.add %q, %q : tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  %back = stablehlo.uniform_dequantize %sum : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<2xf32>
  check.expect_eq_const %back, dense<[2.0, 5.0]> : tensor<2xf32>
  return
}
