// rewrite: slice_of_nothing
func.func @all(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.slice %x [0:2, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// after:
// func.func @all(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
//   return %arg0 : tensor<2x3xf32>
// }
// -----
// rewrite: slice_of_slice
func.func @slice(%x: tensor<20x9xf32>) -> (tensor<3x3xf32>, tensor<0x9xf32>) {
  %0 = stablehlo.slice %x [1:20:2, 0:9] : (tensor<20x9xf32>) -> tensor<10x9xf32>
  %1 = stablehlo.slice %0 [2:9:3, 3:6] : (tensor<10x9xf32>) -> tensor<3x3xf32>
  %2 = stablehlo.slice %0 [10:10, 0:9] : (tensor<10x9xf32>) -> tensor<0x9xf32>
  return %1, %2 : tensor<3x3xf32>, tensor<0x9xf32>
}
// after:
// func.func @slice(%arg0: tensor<20x9xf32>) -> (tensor<3x3xf32>, tensor<0x9xf32>) {
//   %0 = stablehlo.slice %arg0 [5:18:6, 3:6] : (tensor<20x9xf32>) -> tensor<3x3xf32>
//   %1 = stablehlo.slice %arg0 [0:0:2, 0:9] : (tensor<20x9xf32>) -> tensor<0x9xf32>
//   return %0, %1 : tensor<3x3xf32>, tensor<0x9xf32>
// }
// -----
// rewrite: slice_of_transpose
func.func @transpose(%x: tensor<4x5x6xf32>) -> tensor<2x4x3xf32> {
  %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<4x5x6xf32>) -> tensor<6x4x5xf32>
  %1 = stablehlo.slice %0 [1:6:3, 0:4, 2:5] : (tensor<6x4x5xf32>) -> tensor<2x4x3xf32>
  return %1 : tensor<2x4x3xf32>
}
// after:
// func.func @transpose(%arg0: tensor<4x5x6xf32>) -> tensor<2x4x3xf32> {
//   %0 = stablehlo.slice %arg0 [0:4, 2:5, 1:6:3] : (tensor<4x5x6xf32>) -> tensor<4x3x2xf32>
//   %1 = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<4x3x2xf32>) -> tensor<2x4x3xf32>
//   return %1 : tensor<2x4x3xf32>
// }
// -----
// rewrite: slice_of_broadcast
func.func @broadcast(%x: tensor<5x1xf32>) -> tensor<2x3x2xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<5x1xf32>) -> tensor<4x5x6xf32>
  %1 = stablehlo.slice %0 [1:3, 2:5, 0:6:3] : (tensor<4x5x6xf32>) -> tensor<2x3x2xf32>
  return %1 : tensor<2x3x2xf32>
}
// after:
// func.func @broadcast(%arg0: tensor<5x1xf32>) -> tensor<2x3x2xf32> {
//   %0 = stablehlo.slice %arg0 [2:5, 0:1] : (tensor<5x1xf32>) -> tensor<3x1xf32>
//   %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2] : (tensor<3x1xf32>) -> tensor<2x3x2xf32>
//   return %1 : tensor<2x3x2xf32>
// }
// -----
// rewrite: slice_of_iota
func.func @iota() -> (tensor<3x2xi32>, tensor<3x4xi32>) {
  %0 = stablehlo.iota dim = 0 : tensor<5x4xi32>
  %1 = stablehlo.slice %0 [0:3, 1:3] : (tensor<5x4xi32>) -> tensor<3x2xi32>
  %2 = stablehlo.slice %0 [1:4, 0:4] : (tensor<5x4xi32>) -> tensor<3x4xi32>
  return %1, %2 : tensor<3x2xi32>, tensor<3x4xi32>
}
// after:
// func.func @iota() -> (tensor<3x2xi32>, tensor<3x4xi32>) {
//   %0 = stablehlo.iota dim = 0 : tensor<5x4xi32>
//   %1 = stablehlo.iota dim = 0 : tensor<3x2xi32>
//   %2 = stablehlo.slice %0 [1:4, 0:4] : (tensor<5x4xi32>) -> tensor<3x4xi32>
//   return %1, %2 : tensor<3x2xi32>, tensor<3x4xi32>
// }
// -----
// rewrite: slice_of_reverse
func.func @reverse(%x: tensor<7x3xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<7x3xf32>
  %1 = stablehlo.slice %0 [1:6:3, 1:3] : (tensor<7x3xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
// after:
// func.func @reverse(%arg0: tensor<7x3xf32>) -> tensor<2x2xf32> {
//   %0 = stablehlo.slice %arg0 [2:6:3, 1:3] : (tensor<7x3xf32>) -> tensor<2x2xf32>
//   %1 = stablehlo.reverse %0, dims = [0] : tensor<2x2xf32>
//   return %1 : tensor<2x2xf32>
// }
// -----
// rewrite: slice_of_concatenate
func.func @concatenate(%x: tensor<3x2xf32>, %y: tensor<4x2xf32>, %z: tensor<3x2xf32>) -> (tensor<2x1xf32>, tensor<3x2xf32>, tensor<5x2xf32>) {
  %0 = stablehlo.concatenate %x, %y, %z, dim = 0 : (tensor<3x2xf32>, tensor<4x2xf32>, tensor<3x2xf32>) -> tensor<10x2xf32>
  %1 = stablehlo.slice %0 [3:6:2, 0:1] : (tensor<10x2xf32>) -> tensor<2x1xf32>
  %2 = stablehlo.slice %0 [6:9, 0:2] : (tensor<10x2xf32>) -> tensor<3x2xf32>
  %3 = stablehlo.slice %0 [0:10:2, 0:2] : (tensor<10x2xf32>) -> tensor<5x2xf32>
  return %1, %2, %3 : tensor<2x1xf32>, tensor<3x2xf32>, tensor<5x2xf32>
}
// after:
// func.func @concatenate(%arg0: tensor<3x2xf32>, %arg1: tensor<4x2xf32>, %arg2: tensor<3x2xf32>) -> (tensor<2x1xf32>, tensor<3x2xf32>, tensor<5x2xf32>) {
//   %0 = stablehlo.concatenate %arg0, %arg1, %arg2,  dim = 0 : (tensor<3x2xf32>, tensor<4x2xf32>, tensor<3x2xf32>) -> tensor<10x2xf32>
//   %1 = stablehlo.slice %arg1 [0:3:2, 0:1] : (tensor<4x2xf32>) -> tensor<2x1xf32>
//   %2 = stablehlo.slice %arg1 [3:4, 0:2] : (tensor<4x2xf32>) -> tensor<1x2xf32>
//   %3 = stablehlo.slice %arg2 [0:2, 0:2] : (tensor<3x2xf32>) -> tensor<2x2xf32>
//   %4 = stablehlo.concatenate %2, %3,  dim = 0 : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
//   %5 = stablehlo.slice %0 [0:10:2, 0:2] : (tensor<10x2xf32>) -> tensor<5x2xf32>
//   return %1, %4, %5 : tensor<2x1xf32>, tensor<3x2xf32>, tensor<5x2xf32>
// }
// -----
// rewrite: slice_of_pad
func.func @pad(%x: tensor<4xf32>, %v: tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<6xf32>) {
  %0 = stablehlo.pad %x, %v, low = [3], high = [2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<9xf32>
  %1 = stablehlo.slice %0 [4:6] : (tensor<9xf32>) -> tensor<2xf32>
  %2 = stablehlo.slice %0 [0:2] : (tensor<9xf32>) -> tensor<2xf32>
  %3 = stablehlo.slice %0 [2:5] : (tensor<9xf32>) -> tensor<3xf32>
  %4 = stablehlo.slice %0 [2:8] : (tensor<9xf32>) -> tensor<6xf32>
  return %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<6xf32>
}
// after:
// func.func @pad(%arg0: tensor<4xf32>, %arg1: tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<6xf32>) {
//   %0 = stablehlo.pad %arg0, %arg1, low = [3], high = [2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<9xf32>
//   %1 = stablehlo.slice %arg0 [1:3] : (tensor<4xf32>) -> tensor<2xf32>
//   %2 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
//   %3 = stablehlo.slice %arg0 [0:2] : (tensor<4xf32>) -> tensor<2xf32>
//   %4 = stablehlo.pad %3, %arg1, low = [1], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
//   %5 = stablehlo.slice %0 [2:8] : (tensor<9xf32>) -> tensor<6xf32>
//   return %1, %2, %4, %5 : tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<6xf32>
// }
// -----
// rewrite: slice_of_elementwise
func.func @elementwise(%x: tensor<5xf32>, %y: tensor<5x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<5xf32>) -> tensor<5x4xf32>
  %1 = stablehlo.concatenate %y, dim = 0 : (tensor<5x4xf32>) -> tensor<5x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<5x4xf32>
  %3 = stablehlo.slice %2 [1:3, 0:4] : (tensor<5x4xf32>) -> tensor<2x4xf32>
  return %3 : tensor<2x4xf32>
}
// after:
// func.func @elementwise(%arg0: tensor<5xf32>, %arg1: tensor<5x4xf32>) -> tensor<2x4xf32> {
//   %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<5xf32>) -> tensor<5x4xf32>
//   %1 = stablehlo.concatenate %arg1,  dim = 0 : (tensor<5x4xf32>) -> tensor<5x4xf32>
//   %2 = stablehlo.slice %0 [1:3, 0:4] : (tensor<5x4xf32>) -> tensor<2x4xf32>
//   %3 = stablehlo.slice %1 [1:3, 0:4] : (tensor<5x4xf32>) -> tensor<2x4xf32>
//   %4 = stablehlo.add %2, %3 : tensor<2x4xf32>
//   return %4 : tensor<2x4xf32>
// }
