// rewrite: transpose_of_nothing
func.func @identity(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.transpose %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// after:
// func.func @identity(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
//   return %arg0 : tensor<2x3xf32>
// }
// -----
// rewrite: transpose_of_transpose
func.func @twice(%x: tensor<2x3x4xf32>) -> (tensor<4x3x2xf32>, tensor<2x3x4xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0, 2] : (tensor<3x4x2xf32>) -> tensor<4x3x2xf32>
  %2 = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<3x4x2xf32>) -> tensor<2x3x4xf32>
  return %1, %2 : tensor<4x3x2xf32>, tensor<2x3x4xf32>
}
// after:
// func.func @twice(%arg0: tensor<2x3x4xf32>) -> (tensor<4x3x2xf32>, tensor<2x3x4xf32>) {
//   %0 = stablehlo.transpose %arg0, dims = [2, 1, 0] : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
//   return %0, %arg0 : tensor<4x3x2xf32>, tensor<2x3x4xf32>
// }
// -----
// rewrite: transpose_to_reshape
func.func @dimensions_of_size_one(%x: tensor<1x3x1x4xf32>) -> tensor<3x4x1x1xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 3, 2, 0] : (tensor<1x3x1x4xf32>) -> tensor<3x4x1x1xf32>
  return %0 : tensor<3x4x1x1xf32>
}
// after:
// func.func @dimensions_of_size_one(%arg0: tensor<1x3x1x4xf32>) -> tensor<3x4x1x1xf32> {
//   %0 = stablehlo.reshape %arg0 : (tensor<1x3x1x4xf32>) -> tensor<3x4x1x1xf32>
//   return %0 : tensor<3x4x1x1xf32>
// }
// -----
// rewrite: transpose_of_broadcast
func.func @broadcast(%x: tensor<3x4xf32>) -> tensor<4x2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<3x4xf32>) -> tensor<2x3x4xf32>
  %1 = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %1 : tensor<4x2x3xf32>
}
// after:
// func.func @broadcast(%arg0: tensor<3x4xf32>) -> tensor<4x2x3xf32> {
//   %0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 0] : (tensor<3x4xf32>) -> tensor<4x2x3xf32>
//   return %0 : tensor<4x2x3xf32>
// }
// -----
// rewrite: transpose_of_iota
func.func @iota() -> tensor<4x2x3xi32> {
  %0 = stablehlo.iota dim = 1 : tensor<2x3x4xi32>
  %1 = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<2x3x4xi32>) -> tensor<4x2x3xi32>
  return %1 : tensor<4x2x3xi32>
}
// after:
// func.func @iota() -> tensor<4x2x3xi32> {
//   %0 = stablehlo.iota dim = 2 : tensor<4x2x3xi32>
//   return %0 : tensor<4x2x3xi32>
// }
// -----
// rewrite: reverse_of_nothing
func.func @short_dimensions(%x: tensor<1x3xf32>) -> (tensor<1x3xf32>, tensor<1x3xf32>) {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<1x3xf32>
  %1 = stablehlo.reverse %x, dims = [0, 1] : tensor<1x3xf32>
  return %0, %1 : tensor<1x3xf32>, tensor<1x3xf32>
}
// after:
// func.func @short_dimensions(%arg0: tensor<1x3xf32>) -> (tensor<1x3xf32>, tensor<1x3xf32>) {
//   %0 = stablehlo.reverse %arg0, dims = [1] : tensor<1x3xf32>
//   return %arg0, %0 : tensor<1x3xf32>, tensor<1x3xf32>
// }
// -----
// rewrite: reverse_of_reverse
func.func @reversed_twice(%x: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  %0 = stablehlo.reverse %x, dims = [0, 1] : tensor<2x3x4xf32>
  %1 = stablehlo.reverse %0, dims = [1, 2] : tensor<2x3x4xf32>
  %2 = stablehlo.reverse %0, dims = [0, 1] : tensor<2x3x4xf32>
  return %1, %2 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
}
// after:
// func.func @reversed_twice(%arg0: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
//   %0 = stablehlo.reverse %arg0, dims = [0, 2] : tensor<2x3x4xf32>
//   return %0, %arg0 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
// }
// -----
// rewrite: reverse_of_broadcast
func.func @reversed_broadcast(%x: tensor<1x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<2x3xf32>
  %2 = stablehlo.reverse %0, dims = [0, 1] : tensor<2x3xf32>
  return %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>
}
// after:
// func.func @reversed_broadcast(%arg0: tensor<1x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
//   %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>
//   %1 = stablehlo.reverse %arg0, dims = [1] : tensor<1x3xf32>
//   %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>
//   return %0, %2 : tensor<2x3xf32>, tensor<2x3xf32>
// }
