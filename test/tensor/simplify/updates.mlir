// rewrite: dynamic_slice_to_slice
func.func @constant_place(%x: tensor<5x4xf32>, %i: tensor<i32>) -> tensor<2x4xf32> {
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %nine, %i, sizes = [2, 4] : (tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
// after:
// func.func @constant_place(%arg0: tensor<5x4xf32>, %arg1: tensor<i32>) -> tensor<2x4xf32> {
//   %0 = stablehlo.slice %arg0 [3:5, 0:4] : (tensor<5x4xf32>) -> tensor<2x4xf32>
//   return %0 : tensor<2x4xf32>
// }
// -----
// rewrite: update_of_all
func.func @all(%x: tensor<4xf32>, %y: tensor<4xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// after:
// func.func @all(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<i32>) -> tensor<4xf32> {
//   return %arg1 : tensor<4xf32>
// }
// -----
// rewrite: update_with_nothing
func.func @nothing(%x: tensor<4xf32>, %y: tensor<0xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<4xf32>, tensor<0xf32>, tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// after:
// func.func @nothing(%arg0: tensor<4xf32>, %arg1: tensor<0xf32>, %arg2: tensor<i32>) -> tensor<4xf32> {
//   return %arg0 : tensor<4xf32>
// }
// -----
// rewrite: update_in_range
func.func @outside(%x: tensor<4x4xf32>, %y: tensor<2x2xf32>) -> tensor<4x4xf32> {
  %a = stablehlo.constant dense<-1> : tensor<i32>
  %b = stablehlo.constant dense<9> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %y, %a, %b : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// after:
// func.func @outside(%arg0: tensor<4x4xf32>, %arg1: tensor<2x2xf32>) -> tensor<4x4xf32> {
//   %c = stablehlo.constant dense<0> : tensor<i32>
//   %c_0 = stablehlo.constant dense<2> : tensor<i32>
//   %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %c, %c_0 : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
//   return %0 : tensor<4x4xf32>
// }
// -----
// rewrite: update_of_update
func.func @overwritten(%x: tensor<4xf32>, %y: tensor<2xf32>, %z: tensor<2xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  %1 = stablehlo.dynamic_update_slice %0, %z, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// after:
// func.func @overwritten(%arg0: tensor<4xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>, %arg3: tensor<i32>) -> tensor<4xf32> {
//   %0 = stablehlo.dynamic_update_slice %arg0, %arg2, %arg3 : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
//   return %0 : tensor<4xf32>
// }
// -----
// rewrite: update_with_own_slice
func.func @own(%x: tensor<4xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  %1 = stablehlo.dynamic_update_slice %x, %0, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// after:
// func.func @own(%arg0: tensor<4xf32>, %arg1: tensor<i32>) -> tensor<4xf32> {
//   return %arg0 : tensor<4xf32>
// }
// -----
// rewrite: dynamic_slice_of_update
func.func @back(%x: tensor<4xf32>, %y: tensor<2xf32>, %i: tensor<i32>) -> tensor<2xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  %1 = stablehlo.dynamic_slice %0, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
// after:
// func.func @back(%arg0: tensor<4xf32>, %arg1: tensor<2xf32>, %arg2: tensor<i32>) -> tensor<2xf32> {
//   return %arg1 : tensor<2xf32>
// }
// -----
// rewrite: slice_of_update
func.func @parts(%x: tensor<9xf32>, %y: tensor<4xf32>) -> (tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %y, %three : (tensor<9xf32>, tensor<4xf32>, tensor<i32>) -> tensor<9xf32>
  %1 = stablehlo.slice %0 [4:7:2] : (tensor<9xf32>) -> tensor<2xf32>
  %2 = stablehlo.slice %0 [0:3] : (tensor<9xf32>) -> tensor<3xf32>
  %3 = stablehlo.slice %0 [2:5] : (tensor<9xf32>) -> tensor<3xf32>
  return %1, %2, %3 : tensor<2xf32>, tensor<3xf32>, tensor<3xf32>
}
// after:
// func.func @parts(%arg0: tensor<9xf32>, %arg1: tensor<4xf32>) -> (tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) {
//   %c = stablehlo.constant dense<3> : tensor<i32>
//   %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %c : (tensor<9xf32>, tensor<4xf32>, tensor<i32>) -> tensor<9xf32>
//   %1 = stablehlo.slice %arg1 [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
//   %2 = stablehlo.slice %arg0 [0:3] : (tensor<9xf32>) -> tensor<3xf32>
//   %3 = stablehlo.slice %0 [2:5] : (tensor<9xf32>) -> tensor<3xf32>
//   return %1, %2, %3 : tensor<2xf32>, tensor<3xf32>, tensor<3xf32>
// }
