// Just above the middle between two numbers of bf16, which f64 does not tell from it.
func.func @rounded_once() {
  %c = stablehlo.constant dense<[1157425104234217473, -1157425104234217473]> : tensor<2xi64>
  %x = stablehlo.optimization_barrier %c : tensor<2xi64>
  %b = stablehlo.convert %x : (tensor<2xi64>) -> tensor<2xbf16>
  %e = stablehlo.convert %b : (tensor<2xbf16>) -> tensor<2xi64>
  check.expect_eq_const %e, dense<[1161928703861587968, -1161928703861587968]> : tensor<2xi64>
  return
}

// The second element of the first update is not at index 0, though 64 bits wrap.
func.func @indices_beyond_63_bits() {
  %c = stablehlo.constant dense<[[18446744073709551615],[9223372036854775808],[2]]> : tensor<3x1xui64>
  %x = stablehlo.optimization_barrier %c : tensor<3x1xui64>
  %v = stablehlo.constant dense<[1,2,3,4,5]> : tensor<5xi32>
  %y = stablehlo.optimization_barrier %v : tensor<5xi32>
  %g = "stablehlo.gather"(%y, %x) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2>}> : (tensor<5xi32>, tensor<3x1xui64>) -> tensor<3x2xi32>
  check.expect_eq_const %g, dense<[[4,5],[4,5],[3,4]]> : tensor<3x2xi32>
  %s = "stablehlo.scatter"(%y, %x, %g) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<5xi32>, tensor<3x1xui64>, tensor<3x2xi32>) -> tensor<5xi32>
  check.expect_eq_const %s, dense<[1,2,3,4,5]> : tensor<5xi32>
  return
}

// As annex G of the C standard says.
func.func @complex_quotients() {
  %c = stablehlo.constant dense<[(3.0, -1.0), (1.0, 1.0), (0x7F800000, 0x7F800000), (1.0, 2.0)]> : tensor<4xcomplex<f32>>
  %d = stablehlo.constant dense<[(0.0, 0.0), (0x7F800000, 1.0), (0.0, 1.0), (1.0, 2.0)]> : tensor<4xcomplex<f32>>
  %x = stablehlo.optimization_barrier %c : tensor<4xcomplex<f32>>
  %y = stablehlo.optimization_barrier %d : tensor<4xcomplex<f32>>
  %0 = stablehlo.divide %x, %y : tensor<4xcomplex<f32>>
  check.expect_eq_const %0, dense<[(0x7F800000, 0xFF800000), (0.0, 0.0), (0x7F800000, 0xFF800000), (1.0, 0.0)]> : tensor<4xcomplex<f32>>
  return
}
