// rewrite: dot_to_dot_general
func.func @dot(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {
  %0 = stablehlo.dot %x, %y, precision = [HIGH, DEFAULT] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// after:
// func.func @dot(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2xf32> {
//   %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
//   return %0 : tensor<2xf32>
// }
// -----
// rewrite: product_of_transpose
func.func @transposed_operands(%x: tensor<3x2xf32>, %y: tensor<4x5x3xf32>) -> (tensor<2x4x5xf32>, tensor<2x5x4xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.transpose %y, dims = [2, 0, 1] : (tensor<4x5x3xf32>) -> tensor<3x4x5xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4x5xf32>) -> tensor<2x4x5xf32>
  %3 = stablehlo.transpose %y, dims = [2, 1, 0] : (tensor<4x5x3xf32>) -> tensor<3x5x4xf32>
  %4 = stablehlo.dot_general %0, %3, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x5x4xf32>) -> tensor<2x5x4xf32>
  return %2, %4 : tensor<2x4x5xf32>, tensor<2x5x4xf32>
}
// after:
// func.func @transposed_operands(%arg0: tensor<3x2xf32>, %arg1: tensor<4x5x3xf32>) -> (tensor<2x4x5xf32>, tensor<2x5x4xf32>) {
//   %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [2] : (tensor<3x2xf32>, tensor<4x5x3xf32>) -> tensor<2x4x5xf32>
//   %1 = stablehlo.transpose %arg1, dims = [2, 1, 0] : (tensor<4x5x3xf32>) -> tensor<3x5x4xf32>
//   %2 = stablehlo.dot_general %arg0, %1, contracting_dims = [0] x [0] : (tensor<3x2xf32>, tensor<3x5x4xf32>) -> tensor<2x5x4xf32>
//   return %0, %2 : tensor<2x4x5xf32>, tensor<2x5x4xf32>
// }
// -----
// rewrite: product_of_transpose
func.func @batches(%x: tensor<2x6x3xf32>, %y: tensor<6x3x4xf32>) -> tensor<6x2x4xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<2x6x3xf32>) -> tensor<6x2x3xf32>
  %1 = stablehlo.dot_general %0, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<6x2x3xf32>, tensor<6x3x4xf32>) -> tensor<6x2x4xf32>
  return %1 : tensor<6x2x4xf32>
}
// after:
// func.func @batches(%arg0: tensor<2x6x3xf32>, %arg1: tensor<6x3x4xf32>) -> tensor<6x2x4xf32> {
//   %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<2x6x3xf32>, tensor<6x3x4xf32>) -> tensor<6x2x4xf32>
//   return %0 : tensor<6x2x4xf32>
// }
// -----
// rewrite: transpose_of_product
func.func @transposed_product(%x: tensor<6x2x3xf32>, %y: tensor<6x3x4x5xf32>) -> tensor<6x4x5x2xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH, DEFAULT] : (tensor<6x2x3xf32>, tensor<6x3x4x5xf32>) -> tensor<6x2x4x5xf32>
  %1 = stablehlo.transpose %0, dims = [0, 2, 3, 1] : (tensor<6x2x4x5xf32>) -> tensor<6x4x5x2xf32>
  return %1 : tensor<6x4x5x2xf32>
}
// after:
// func.func @transposed_product(%arg0: tensor<6x2x3xf32>, %arg1: tensor<6x3x4x5xf32>) -> tensor<6x4x5x2xf32> {
//   %0 = stablehlo.dot_general %arg1, %arg0, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, HIGH] : (tensor<6x3x4x5xf32>, tensor<6x2x3xf32>) -> tensor<6x4x5x2xf32>
//   return %0 : tensor<6x4x5x2xf32>
// }
// -----
// rewrite: product_of_broadcast
func.func @repeated_rows(%x: tensor<3xf32>, %y: tensor<3x4xf32>, %z: tensor<2x3xf32>, %s: tensor<f32>) -> (tensor<2x4xf32>, tensor<2x5x6xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.dot_general %0, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<3xf32>) -> tensor<3x5x6xf32>
  %3 = stablehlo.dot_general %z, %2, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x5x6xf32>) -> tensor<2x5x6xf32>
  return %1, %3 : tensor<2x4xf32>, tensor<2x5x6xf32>
}
// after:
// func.func @repeated_rows(%arg0: tensor<3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<2x3xf32>, %arg3: tensor<f32>) -> (tensor<2x4xf32>, tensor<2x5x6xf32>) {
//   %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0] : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<4xf32>
//   %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
//   %2 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
//   %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xf32>) -> tensor<2x5x6xf32>
//   return %1, %3 : tensor<2x4xf32>, tensor<2x5x6xf32>
// }
