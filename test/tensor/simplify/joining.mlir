// rewrite: pad_with_nothing
func.func @no_padding(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.pad %x, %v, low = [0], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// after:
// func.func @no_padding(%arg0: tensor<4xf32>, %arg1: tensor<f32>) -> tensor<4xf32> {
//   return %arg0 : tensor<4xf32>
// }
// -----
// rewrite: pad_with_nothing
func.func @one_in_one_out(%x: tensor<2xf32>, %v: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.pad %x, %v, low = [0], high = [-1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// unchanged
// -----
// rewrite: pad_of_empty
func.func @nothing_padded(%x: tensor<0x2xf32>, %v: tensor<f32>) -> tensor<3x2xf32> {
  %0 = stablehlo.pad %x, %v, low = [1, 0], high = [2, 0], interior = [0, 0] : (tensor<0x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
// after:
// func.func @nothing_padded(%arg0: tensor<0x2xf32>, %arg1: tensor<f32>) -> tensor<3x2xf32> {
//   %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
//   return %0 : tensor<3x2xf32>
// }
// -----
// rewrite: pad_of_pad
func.func @padded_twice(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<9xf32> {
  %0 = stablehlo.pad %x, %v, low = [1], high = [0], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
  %1 = stablehlo.pad %0, %v, low = [1], high = [2], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<9xf32>
  return %1 : tensor<9xf32>
}
// after:
// func.func @padded_twice(%arg0: tensor<3xf32>, %arg1: tensor<f32>) -> tensor<9xf32> {
//   %0 = stablehlo.pad %arg0, %arg1, low = [2], high = [2], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<9xf32>
//   return %0 : tensor<9xf32>
// }
// -----
// rewrite: cutting_pad
func.func @cut(%x: tensor<5x4xf32>, %v: tensor<f32>) -> tensor<3x6xf32> {
  %0 = stablehlo.pad %x, %v, low = [-1, 2], high = [-1, 0], interior = [0, 0] : (tensor<5x4xf32>, tensor<f32>) -> tensor<3x6xf32>
  return %0 : tensor<3x6xf32>
}
// after:
// func.func @cut(%arg0: tensor<5x4xf32>, %arg1: tensor<f32>) -> tensor<3x6xf32> {
//   %0 = stablehlo.slice %arg0 [1:4, 0:4] : (tensor<5x4xf32>) -> tensor<3x4xf32>
//   %1 = stablehlo.pad %0, %arg1, low = [0, 2], high = [0, 0], interior = [0, 0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x6xf32>
//   return %1 : tensor<3x6xf32>
// }
// -----
// rewrite: concatenate_of_one
func.func @one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.concatenate %x, dim = 0 : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// after:
// func.func @one(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//   return %arg0 : tensor<4xf32>
// }
// -----
// rewrite: concatenate_of_empty
func.func @empty(%x: tensor<4xf32>, %y: tensor<0xf32>, %z: tensor<2xf32>) -> tensor<6xf32> {
  %0 = stablehlo.concatenate %x, %y, %z, dim = 0 : (tensor<4xf32>, tensor<0xf32>, tensor<2xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
// after:
// func.func @empty(%arg0: tensor<4xf32>, %arg1: tensor<0xf32>, %arg2: tensor<2xf32>) -> tensor<6xf32> {
//   %0 = stablehlo.concatenate %arg0, %arg2,  dim = 0 : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
//   return %0 : tensor<6xf32>
// }
// -----
// rewrite: concatenate_of_concatenate
func.func @nested(%x: tensor<4xf32>, %y: tensor<1xf32>, %z: tensor<2xf32>) -> tensor<7xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<4xf32>, tensor<1xf32>) -> tensor<5xf32>
  %1 = stablehlo.concatenate %0, %z, dim = 0 : (tensor<5xf32>, tensor<2xf32>) -> tensor<7xf32>
  return %1 : tensor<7xf32>
}
// after:
// func.func @nested(%arg0: tensor<4xf32>, %arg1: tensor<1xf32>, %arg2: tensor<2xf32>) -> tensor<7xf32> {
//   %0 = stablehlo.concatenate %arg0, %arg1, %arg2,  dim = 0 : (tensor<4xf32>, tensor<1xf32>, tensor<2xf32>) -> tensor<7xf32>
//   return %0 : tensor<7xf32>
// }
// -----
// rewrite: concatenate_of_slices
func.func @neighbours(%x: tensor<9x2xf32>) -> (tensor<9x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) {
  %0 = stablehlo.slice %x [0:4, 0:2] : (tensor<9x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.slice %x [4:9, 0:2] : (tensor<9x2xf32>) -> tensor<5x2xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<4x2xf32>, tensor<5x2xf32>) -> tensor<9x2xf32>
  %3 = stablehlo.slice %x [1:4:2, 0:2] : (tensor<9x2xf32>) -> tensor<2x2xf32>
  %4 = stablehlo.slice %x [5:8:2, 0:2] : (tensor<9x2xf32>) -> tensor<2x2xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  %6 = stablehlo.concatenate %4, %3, dim = 0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  return %2, %5, %6 : tensor<9x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>
}
// after:
// func.func @neighbours(%arg0: tensor<9x2xf32>) -> (tensor<9x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) {
//   %0 = stablehlo.slice %arg0 [1:4:2, 0:2] : (tensor<9x2xf32>) -> tensor<2x2xf32>
//   %1 = stablehlo.slice %arg0 [5:8:2, 0:2] : (tensor<9x2xf32>) -> tensor<2x2xf32>
//   %2 = stablehlo.slice %arg0 [1:8:2, 0:2] : (tensor<9x2xf32>) -> tensor<4x2xf32>
//   %3 = stablehlo.concatenate %1, %0,  dim = 0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
//   return %arg0, %2, %3 : tensor<9x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>
// }
// -----
// rewrite: concatenate_of_broadcasts
func.func @broadcasts(%s: tensor<f32>, %x: tensor<3xf32>) -> (tensor<5x3xf32>, tensor<5x6xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<3x3xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<5x3xf32>
  %3 = stablehlo.concatenate %2, %2, dim = 1 : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x6xf32>
  return %2, %3 : tensor<5x3xf32>, tensor<5x6xf32>
}
// after:
// func.func @broadcasts(%arg0: tensor<f32>, %arg1: tensor<3xf32>) -> (tensor<5x3xf32>, tensor<5x6xf32>) {
//   %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<5x3xf32>
//   %1 = stablehlo.concatenate %0, %0,  dim = 1 : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x6xf32>
//   return %0, %1 : tensor<5x3xf32>, tensor<5x6xf32>
// }
