// rewrite: known_result_shape
func.func @known_shapes(%x: tensor<6xf32>) -> (tensor<2x3xf32>, tensor<2x6xf32>, tensor<2x3xi32>) {
  %a = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %b = stablehlo.constant dense<[2, 6]> : tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %a : (tensor<6xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %x, %b, dims = [1] : (tensor<6xf32>, tensor<2xi32>) -> tensor<2x6xf32>
  %2 = stablehlo.dynamic_iota %a, dim = 1 : (tensor<2xi32>) -> tensor<2x3xi32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x6xf32>, tensor<2x3xi32>
}
// after:
// func.func @known_shapes(%arg0: tensor<6xf32>) -> (tensor<2x3xf32>, tensor<2x6xf32>, tensor<2x3xi32>) {
//   %0 = stablehlo.reshape %arg0 : (tensor<6xf32>) -> tensor<2x3xf32>
//   %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<6xf32>) -> tensor<2x6xf32>
//   %2 = stablehlo.iota dim = 1 : tensor<2x3xi32>
//   return %0, %1, %2 : tensor<2x3xf32>, tensor<2x6xf32>, tensor<2x3xi32>
// }
// -----
// rewrite: known_slice
func.func @slice(%x: tensor<6xf32>) -> tensor<2xf32> {
  %a = stablehlo.constant dense<1> : tensor<1xi32>
  %b = stablehlo.constant dense<5> : tensor<1xi32>
  %c = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<6xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// after:
// func.func @slice(%arg0: tensor<6xf32>) -> tensor<2xf32> {
//   %0 = stablehlo.slice %arg0 [1:5:2] : (tensor<6xf32>) -> tensor<2xf32>
//   return %0 : tensor<2xf32>
// }
// -----
// rewrite: known_padding
func.func @pad(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<7xf32> {
  %a = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.dynamic_pad %x, %v, %a, %a, %a : (tensor<3xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
// after:
// func.func @pad(%arg0: tensor<3xf32>, %arg1: tensor<f32>) -> tensor<7xf32> {
//   %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [1], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>
//   return %0 : tensor<7xf32>
// }
// -----
// rewrite: known_gather
func.func @gather(%x: tensor<5x4xf32>, %i: tensor<3xi32>) -> tensor<3x4xf32> {
  %a = stablehlo.constant dense<[1, 4]> : tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %a) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<5x4xf32>, tensor<3xi32>, tensor<2xi32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
// after:
// func.func @gather(%arg0: tensor<5x4xf32>, %arg1: tensor<3xi32>) -> tensor<3x4xf32> {
//   %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<5x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>
//   return %0 : tensor<3x4xf32>
// }
// -----
// rewrite: known_size
func.func @size(%x: tensor<5x4xf32>) -> tensor<i32> {
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<5x4xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}
// after:
// func.func @size(%arg0: tensor<5x4xf32>) -> tensor<i32> {
//   %c = stablehlo.constant dense<4> : tensor<i32>
//   return %c : tensor<i32>
// }
// -----
// rewrite: explicit_broadcast
func.func @broadcasting(%x: tensor<3xf32>, %y: tensor<2x1xf32>, %z: tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x1xf32>, tensor<2xf32>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %1 = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3xf32>, tensor<2x1xf32>) -> tensor<2x3xi1>
  %2 = chlo.broadcast_divide %z, %y {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %3 = chlo.broadcast_next_after %z, %z : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2, %3 : tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x1xf32>, tensor<2xf32>
}
// after:
// func.func @broadcasting(%arg0: tensor<3xf32>, %arg1: tensor<2x1xf32>, %arg2: tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x1xf32>, tensor<2xf32>) {
//   %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
//   %1 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
//   %2 = stablehlo.add %0, %1 : tensor<2x3xf32>
//   %3 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
//   %4 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
//   %5 = stablehlo.compare  LT, %3, %4 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
//   %6 = stablehlo.broadcast_in_dim %arg2, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
//   %7 = stablehlo.divide %6, %arg1 : tensor<2x1xf32>
//   %8 = chlo.next_after %arg2, %arg2 : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
//   return %2, %5, %7, %8 : tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x1xf32>, tensor<2xf32>
// }
// -----
// rewrite: explicit_select
func.func @broadcasting_select(%p: tensor<i1>, %q: tensor<3xi1>, %x: tensor<3xf32>, %y: tensor<2x1xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %1 = chlo.broadcast_select %q, %x, %y : (tensor<3xi1>, tensor<3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}
// after:
// func.func @broadcasting_select(%arg0: tensor<i1>, %arg1: tensor<3xi1>, %arg2: tensor<3xf32>, %arg3: tensor<2x1xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
//   %0 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
//   %1 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
//   %2 = stablehlo.select %arg0, %0, %1 : tensor<i1>, tensor<2x3xf32>
//   %3 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xi1>) -> tensor<2x3xi1>
//   %4 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
//   %5 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
//   %6 = stablehlo.select %3, %4, %5 : tensor<2x3xi1>, tensor<2x3xf32>
//   return %2, %6 : tensor<2x3xf32>, tensor<2x3xf32>
// }
// -----
// rewrite: known_constant_like
func.func @like(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "chlo.constant_like"(%x) <{value = 2.5 : f32}> : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
// after:
// func.func @like(%arg0: tensor<3xf32>) -> tensor<3xf32> {
//   %cst = stablehlo.constant dense<2.500000e+00> : tensor<3xf32>
//   return %cst : tensor<3xf32>
// }
