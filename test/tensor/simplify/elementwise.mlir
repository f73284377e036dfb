// rewrite: elementwise_of_moves
func.func @transposed_operands(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = stablehlo.add %0, %1 : tensor<3x2xf32>
  return %2 : tensor<3x2xf32>
}
// after:
// func.func @transposed_operands(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<3x2xf32> {
//   %0 = stablehlo.add %arg0, %arg1 : tensor<2x3xf32>
//   %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
//   return %1 : tensor<3x2xf32>
// }
// -----
// rewrite: elementwise_of_moves
func.func @reshaped_operands(%p: tensor<i1>, %x: tensor<6xf32>, %y: tensor<6xf32>) -> (tensor<3x2xf32>, tensor<3x2xi1>) {
  %0 = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.reshape %y : (tensor<6xf32>) -> tensor<3x2xf32>
  %2 = stablehlo.select %p, %0, %1 : tensor<i1>, tensor<3x2xf32>
  %3 = stablehlo.compare LT, %0, %1 : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xi1>
  return %2, %3 : tensor<3x2xf32>, tensor<3x2xi1>
}
// after:
// func.func @reshaped_operands(%arg0: tensor<i1>, %arg1: tensor<6xf32>, %arg2: tensor<6xf32>) -> (tensor<3x2xf32>, tensor<3x2xi1>) {
//   %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<6xf32>
//   %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<3x2xf32>
//   %2 = stablehlo.compare  LT, %arg1, %arg2 : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
//   %3 = stablehlo.reshape %2 : (tensor<6xi1>) -> tensor<3x2xi1>
//   return %1, %3 : tensor<3x2xf32>, tensor<3x2xi1>
// }
// -----
// rewrite: move_of_elementwise
func.func @there_and_back(%x: tensor<2x3xf32>, %y: tensor<2x3x4xi32>) -> (tensor<2x3xf32>, tensor<2x3x4xi32>) {
  %two = stablehlo.constant dense<2.0> : tensor<3x2xf32>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.divide %two, %0 : tensor<3x2xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %3 = stablehlo.reshape %y : (tensor<2x3x4xi32>) -> tensor<24xi32>
  %4 = stablehlo.negate %3 : tensor<24xi32>
  %5 = stablehlo.reshape %4 : (tensor<24xi32>) -> tensor<2x3x4xi32>
  return %2, %5 : tensor<2x3xf32>, tensor<2x3x4xi32>
}
// after:
// func.func @there_and_back(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3x4xi32>) -> (tensor<2x3xf32>, tensor<2x3x4xi32>) {
//   %cst = stablehlo.constant dense<2.000000e+00> : tensor<2x3xf32>
//   %0 = stablehlo.divide %cst, %arg0 : tensor<2x3xf32>
//   %1 = stablehlo.negate %arg1 : tensor<2x3x4xi32>
//   return %0, %1 : tensor<2x3xf32>, tensor<2x3x4xi32>
// }
// -----
// rewrite: elementwise_of_broadcasts
func.func @broadcast_operands(%x: tensor<3xf32>, %y: tensor<3xf32>, %s: tensor<f32>) -> tensor<2x3xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<2x3xf32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %3 = stablehlo.multiply %0, %1 : tensor<2x3xf32>
  %4 = stablehlo.divide %3, %2 : tensor<2x3xf32>
  %5 = stablehlo.power %4, %two : tensor<2x3xf32>
  %6 = stablehlo.convert %5 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %6 : tensor<2x3xf32>
}
// after:
// func.func @broadcast_operands(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<f32>) -> tensor<2x3xf32> {
//   %0 = stablehlo.multiply %arg0, %arg1 : tensor<3xf32>
//   %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<3xf32>
//   %2 = stablehlo.divide %0, %1 : tensor<3xf32>
//   %cst = stablehlo.constant dense<2.000000e+00> : tensor<3xf32>
//   %3 = stablehlo.power %2, %cst : tensor<3xf32>
//   %4 = stablehlo.convert %3 : tensor<3xf32>
//   %5 = stablehlo.broadcast_in_dim %4, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
//   return %5 : tensor<2x3xf32>
// }
// -----
// rewrite: elementwise_of_broadcasts
func.func @broadcast_to_other_places(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<3xf32>) -> tensor<3x3xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<3x3xf32>
  return %2 : tensor<3x3xf32>
}
// unchanged
// -----
// rewrite: map_to_elementwise
func.func @map(%x: tensor<4xf32>, %y: tensor<4xf32>, %s: tensor<f32>) -> tensor<4xf32> {
  %0 = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %1 = stablehlo.multiply %a, %b : tensor<f32>
    %2 = stablehlo.add %1, %one : tensor<f32>
    %3 = stablehlo.maximum %2, %s : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// after:
// func.func @map(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<f32>) -> tensor<4xf32> {
//   %0 = stablehlo.multiply %arg0, %arg1 : tensor<4xf32>
//   %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
//   %1 = stablehlo.add %0, %cst : tensor<4xf32>
//   %2 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<4xf32>
//   %3 = stablehlo.maximum %1, %2 : tensor<4xf32>
//   return %3 : tensor<4xf32>
// }
