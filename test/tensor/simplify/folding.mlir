// rewrite: fold_constants
func.func @sum_of_constants() -> tensor<3xi8> {
  %a = stablehlo.constant dense<[127, -128, 5]> : tensor<3xi8>
  %b = stablehlo.constant dense<[1, -1, 2]> : tensor<3xi8>
  %0 = stablehlo.add %a, %b : tensor<3xi8>
  return %0 : tensor<3xi8>
}
// after:
// func.func @sum_of_constants() -> tensor<3xi8> {
//   %c = stablehlo.constant dense<[-128, 127, 7]> : tensor<3xi8>
//   return %c : tensor<3xi8>
// }
// -----
// rewrite: fold_constants
func.func @element_types_of_all_widths() -> (tensor<2xi1>, tensor<2xi4>, tensor<2xbf16>, tensor<2xcomplex<f32>>, tensor<0xf32>, tensor<2xui64>, tensor<2xf8E4M3FN>, tensor<3xf4E2M1FN>) {
  %a = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %0 = stablehlo.not %a : tensor<2xi1>
  %b = stablehlo.constant dense<[7, -8]> : tensor<2xi4>
  %1 = stablehlo.negate %b : tensor<2xi4>
  %c = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xbf16>
  %2 = stablehlo.divide %c, %c : tensor<2xbf16>
  %d = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %3 = stablehlo.multiply %d, %d : tensor<2xcomplex<f32>>
  %e = stablehlo.constant dense<> : tensor<0xf32>
  %4 = stablehlo.negate %e : tensor<0xf32>
  %f = stablehlo.constant dense<[18446744073709551615, 1]> : tensor<2xui64>
  %5 = stablehlo.add %f, %f : tensor<2xui64>
  %g = stablehlo.constant dense<[1.5, 448.0]> : tensor<2xf8E4M3FN>
  %6 = stablehlo.negate %g : tensor<2xf8E4M3FN>
  %h = stablehlo.constant dense<[0.5, 6.0, 1.0]> : tensor<3xf4E2M1FN>
  %7 = stablehlo.negate %h : tensor<3xf4E2M1FN>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<2xi1>, tensor<2xi4>, tensor<2xbf16>, tensor<2xcomplex<f32>>, tensor<0xf32>, tensor<2xui64>, tensor<2xf8E4M3FN>, tensor<3xf4E2M1FN>
}
// after:
// func.func @element_types_of_all_widths() -> (tensor<2xi1>, tensor<2xi4>, tensor<2xbf16>, tensor<2xcomplex<f32>>, tensor<0xf32>, tensor<2xui64>, tensor<2xf8E4M3FN>, tensor<3xf4E2M1FN>) {
//   %c = stablehlo.constant dense<[false, true]> : tensor<2xi1>
//   %c_0 = stablehlo.constant dense<[-7, -8]> : tensor<2xi4>
//   %cst = stablehlo.constant dense<1.000000e+00> : tensor<2xbf16>
//   %cst_1 = stablehlo.constant dense<[(-3.000000e+00,4.000000e+00), (-7.000000e+00,2.400000e+01)]> : tensor<2xcomplex<f32>>
//   %cst_2 = stablehlo.constant dense<> : tensor<0xf32>
//   %c_3 = stablehlo.constant dense<[18446744073709551614, 2]> : tensor<2xui64>
//   %cst_4 = stablehlo.constant dense<[-1.500000e+00, -4.480000e+02]> : tensor<2xf8E4M3FN>
//   %cst_5 = stablehlo.constant dense<[-5.000000e-01, -6.000000e+00, -1.000000e+00]> : tensor<3xf4E2M1FN>
//   return %c, %c_0, %cst, %cst_1, %cst_2, %c_3, %cst_4, %cst_5 : tensor<2xi1>, tensor<2xi4>, tensor<2xbf16>, tensor<2xcomplex<f32>>, tensor<0xf32>, tensor<2xui64>, tensor<2xf8E4M3FN>, tensor<3xf4E2M1FN>
// }
// -----
// rewrite: fold_constants
func.func @reduction_of_a_constant() -> tensor<2xf32> {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %b = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// after:
// func.func @reduction_of_a_constant() -> tensor<2xf32> {
//   %cst = stablehlo.constant dense<[6.000000e+00, 1.500000e+01]> : tensor<2xf32>
//   return %cst : tensor<2xf32>
// }
// -----
// Neither random numbers, nor what others must see, nor what the process decides.
// rewrite: fold_constants
func.func @what_is_not_folded() -> (tensor<2xui64>, tensor<2xui32>, tensor<2xf32>, tensor<ui32>) {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %state, %bits = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)
  %b = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.optimization_barrier %b : tensor<2xf32>
  %1 = stablehlo.custom_call @Sharding(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.replica_id : tensor<ui32>
  return %state, %bits, %1, %2 : tensor<2xui64>, tensor<2xui32>, tensor<2xf32>, tensor<ui32>
}
// unchanged
// -----
// rewrite: fold_constants
// options: fold-limit=2
func.func @larger_than_the_limit() -> tensor<3xi32> {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %0 = stablehlo.negate %a : tensor<3xi32>
  return %0 : tensor<3xi32>
}
// unchanged
// -----
// rewrite: fold_constants
func.func @broadcasts_stay_unless_they_are_small() -> (tensor<100x2xi32>, tensor<2x2xi32>) {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2xi32>) -> tensor<100x2xi32>
  %1 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2xi32>) -> tensor<2x2xi32>
  return %0, %1 : tensor<100x2xi32>, tensor<2x2xi32>
}
// after:
// func.func @broadcasts_stay_unless_they_are_small() -> (tensor<100x2xi32>, tensor<2x2xi32>) {
//   %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
//   %0 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<2xi32>) -> tensor<100x2xi32>
//   %c_0 = stablehlo.constant dense<[[1, 2], [1, 2]]> : tensor<2x2xi32>
//   return %0, %c_0 : tensor<100x2xi32>, tensor<2x2xi32>
// }
// -----
// rewrite: fold_splats
func.func @same_everywhere() -> tensor<300x300xf32> {
  %a = stablehlo.constant dense<4.0> : tensor<300x300xf32>
  %b = stablehlo.constant dense<-2.0> : tensor<300x300xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.sqrt %a : tensor<300x300xf32>
  %1 = stablehlo.compare LT, %0, %b : (tensor<300x300xf32>, tensor<300x300xf32>) -> tensor<300x300xi1>
  %2 = stablehlo.select %1, %0, %b : tensor<300x300xi1>, tensor<300x300xf32>
  %3 = stablehlo.clamp %c, %2, %c : (tensor<f32>, tensor<300x300xf32>, tensor<f32>) -> tensor<300x300xf32>
  return %3 : tensor<300x300xf32>
}
// after:
// func.func @same_everywhere() -> tensor<300x300xf32> {
//   %cst = stablehlo.constant dense<0.000000e+00> : tensor<300x300xf32>
//   return %cst : tensor<300x300xf32>
// }
// -----
// rewrite: move_of_splat
func.func @moved_elements_that_are_all_the_same() -> tensor<200x100xf32> {
  %a = stablehlo.constant dense<1.5> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<100x100xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<100x100xf32>) -> tensor<100x100xf32>
  %2 = stablehlo.pad %1, %a, low = [50, 0], high = [50, 0], interior = [0, 0] : (tensor<100x100xf32>, tensor<f32>) -> tensor<200x100xf32>
  return %2 : tensor<200x100xf32>
}
// after:
// func.func @moved_elements_that_are_all_the_same() -> tensor<200x100xf32> {
//   %cst = stablehlo.constant dense<1.500000e+00> : tensor<200x100xf32>
//   return %cst : tensor<200x100xf32>
// }
// -----
// rewrite: move_of_splat
func.func @padding_with_another_value() -> tensor<4xf32> {
  %a = stablehlo.constant dense<0.0> : tensor<2xf32>
  %b = stablehlo.constant dense<-0.0> : tensor<f32>
  %0 = stablehlo.pad %a, %b, low = [1], high = [1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// unchanged
// -----
// rewrite: iota_of_one
func.func @iota_of_one_element() -> tensor<3x1xi32> {
  %0 = stablehlo.iota dim = 1 : tensor<3x1xi32>
  return %0 : tensor<3x1xi32>
}
// after:
// func.func @iota_of_one_element() -> tensor<3x1xi32> {
//   %c = stablehlo.constant dense<0> : tensor<3x1xi32>
//   return %c : tensor<3x1xi32>
// }
