// rewrite: reshape_of_nothing
func.func @same_shape(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// after:
// func.func @same_shape(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
//   return %arg0 : tensor<2x3xf32>
// }
// -----
// rewrite: reshape_of_reshape
func.func @twice(%x: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<2x3xf32>) {
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<3x2xf32>
  %2 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<2x3xf32>
  return %1, %2 : tensor<3x2xf32>, tensor<2x3xf32>
}
// after:
// func.func @twice(%arg0: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<2x3xf32>) {
//   %0 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<3x2xf32>
//   return %0, %arg0 : tensor<3x2xf32>, tensor<2x3xf32>
// }
// -----
// rewrite: reshape_of_iota
func.func @iota() -> (tensor<1x3x1x2xi32>, tensor<3x2xi32>) {
  %0 = stablehlo.iota dim = 0 : tensor<3x2xi32>
  %1 = stablehlo.reshape %0 : (tensor<3x2xi32>) -> tensor<1x3x1x2xi32>
  %2 = stablehlo.iota dim = 3 : tensor<1x3x1x2xi32>
  %3 = stablehlo.reshape %2 : (tensor<1x3x1x2xi32>) -> tensor<3x2xi32>
  return %1, %3 : tensor<1x3x1x2xi32>, tensor<3x2xi32>
}
// after:
// func.func @iota() -> (tensor<1x3x1x2xi32>, tensor<3x2xi32>) {
//   %0 = stablehlo.iota dim = 1 : tensor<1x3x1x2xi32>
//   %1 = stablehlo.iota dim = 1 : tensor<3x2xi32>
//   return %0, %1 : tensor<1x3x1x2xi32>, tensor<3x2xi32>
// }
// -----
// rewrite: reshape_of_broadcast
func.func @reshaped_broadcast(%x: tensor<3xf32>, %y: tensor<1x3xf32>, %s: tensor<1xf32>) -> (tensor<2x1x3xf32>, tensor<2x3xf32>, tensor<4xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
  %2 = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<1x3xf32>) -> tensor<2x1x3xf32>
  %3 = stablehlo.reshape %2 : (tensor<2x1x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<1xf32>) -> tensor<2x2xf32>
  %5 = stablehlo.reshape %4 : (tensor<2x2xf32>) -> tensor<4xf32>
  return %1, %3, %5 : tensor<2x1x3xf32>, tensor<2x3xf32>, tensor<4xf32>
}
// after:
// func.func @reshaped_broadcast(%arg0: tensor<3xf32>, %arg1: tensor<1x3xf32>, %arg2: tensor<1xf32>) -> (tensor<2x1x3xf32>, tensor<2x3xf32>, tensor<4xf32>) {
//   %0 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<3xf32>) -> tensor<2x1x3xf32>
//   %1 = stablehlo.reshape %arg1 : (tensor<1x3xf32>) -> tensor<3xf32>
//   %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
//   %3 = stablehlo.reshape %arg2 : (tensor<1xf32>) -> tensor<f32>
//   %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<4xf32>
//   return %0, %2, %4 : tensor<2x1x3xf32>, tensor<2x3xf32>, tensor<4xf32>
// }
// -----
// rewrite: broadcast_to_broadcast_in_dim
func.func @in_front(%x: tensor<3x4xf32>) -> tensor<1x2x3x4xf32> {
  %0 = stablehlo.broadcast %x, sizes = [1, 2] : (tensor<3x4xf32>) -> tensor<1x2x3x4xf32>
  return %0 : tensor<1x2x3x4xf32>
}
// after:
// func.func @in_front(%arg0: tensor<3x4xf32>) -> tensor<1x2x3x4xf32> {
//   %0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<3x4xf32>) -> tensor<1x2x3x4xf32>
//   return %0 : tensor<1x2x3x4xf32>
// }
// -----
// rewrite: broadcast_of_nothing
func.func @nothing_repeated(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x1x3xf32>, tensor<3x2xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
  %2 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x1x3xf32>, tensor<3x2xf32>
}
// after:
// func.func @nothing_repeated(%arg0: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x1x3xf32>, tensor<3x2xf32>) {
//   %0 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
//   %1 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
//   return %arg0, %0, %1 : tensor<2x3xf32>, tensor<2x1x3xf32>, tensor<3x2xf32>
// }
// -----
// rewrite: broadcast_of_broadcast
func.func @broadcast_twice(%x: tensor<3x1xf32>) -> tensor<2x4x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<3x1xf32>) -> tensor<4x3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2] : (tensor<4x3xf32>) -> tensor<2x4x3xf32>
  return %1 : tensor<2x4x3xf32>
}
// after:
// func.func @broadcast_twice(%arg0: tensor<3x1xf32>) -> tensor<2x4x3xf32> {
//   %0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 1] : (tensor<3x1xf32>) -> tensor<2x4x3xf32>
//   return %0 : tensor<2x4x3xf32>
// }
// -----
// rewrite: broadcast_of_reshape
func.func @reshaped_before(%x: tensor<3xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.reshape %x : (tensor<3xf32>) -> tensor<3x1xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}
// after:
// func.func @reshaped_before(%arg0: tensor<3xf32>) -> tensor<3x4xf32> {
//   %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<3xf32>) -> tensor<3x4xf32>
//   return %0 : tensor<3x4xf32>
// }
// -----
// rewrite: broadcast_of_transpose
func.func @transposed_before(%x: tensor<3x4x5xf32>) -> tensor<5x2x3x4xf32> {
  %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<3x4x5xf32>) -> tensor<5x3x4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 2, 3] : (tensor<5x3x4xf32>) -> tensor<5x2x3x4xf32>
  return %1 : tensor<5x2x3x4xf32>
}
// after:
// func.func @transposed_before(%arg0: tensor<3x4x5xf32>) -> tensor<5x2x3x4xf32> {
//   %0 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3, 0] : (tensor<3x4x5xf32>) -> tensor<5x2x3x4xf32>
//   return %0 : tensor<5x2x3x4xf32>
// }
// -----
// rewrite: broadcast_of_iota
func.func @broadcast_iota() -> tensor<2x3xi32> {
  %0 = stablehlo.iota dim = 0 : tensor<3xi32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<3xi32>) -> tensor<2x3xi32>
  return %1 : tensor<2x3xi32>
}
// after:
// func.func @broadcast_iota() -> tensor<2x3xi32> {
//   %0 = stablehlo.iota dim = 1 : tensor<2x3xi32>
//   return %0 : tensor<2x3xi32>
// }
