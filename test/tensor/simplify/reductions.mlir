// rewrite: reduce_of_empty
func.func @empty(%x: tensor<0x3xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  %0 = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
// after:
// func.func @empty(%arg0: tensor<0x3xf32>, %arg1: tensor<f32>) -> tensor<3xf32> {
//   %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<3xf32>
//   return %0 : tensor<3xf32>
// }
// -----
// rewrite: reduce_of_ones
func.func @size_one(%x: tensor<1x3x1xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x3x1xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
// after:
// func.func @size_one(%arg0: tensor<1x3x1xf32>) -> tensor<3xf32> {
//   %cst = stablehlo.constant dense<0.000000e+00> : tensor<3xf32>
//   %0 = stablehlo.reshape %arg0 : (tensor<1x3x1xf32>) -> tensor<3xf32>
//   %1 = stablehlo.add %cst, %0 : tensor<3xf32>
//   return %1 : tensor<3xf32>
// }
// -----
// rewrite: reduce_of_ones
func.func @two_values(%x: tensor<1x3xf32>, %i: tensor<1x3xi32>, %v: tensor<f32>, %j: tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %0:2 = stablehlo.reduce(%x init: %v), (%i init: %j) across dimensions = [0] : (tensor<1x3xf32>, tensor<1x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%k: tensor<i32>, %l: tensor<i32>) {
    %more = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %value = stablehlo.select %more, %a, %b : tensor<i1>, tensor<f32>
    %place = stablehlo.select %more, %k, %l : tensor<i1>, tensor<i32>
    stablehlo.return %value, %place : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}
// after:
// func.func @two_values(%arg0: tensor<1x3xf32>, %arg1: tensor<1x3xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>) {
//   %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<3xf32>
//   %1 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<i32>) -> tensor<3xi32>
//   %2 = stablehlo.reshape %arg0 : (tensor<1x3xf32>) -> tensor<3xf32>
//   %3 = stablehlo.reshape %arg1 : (tensor<1x3xi32>) -> tensor<3xi32>
//   %4 = stablehlo.compare  GE, %0, %2 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
//   %5 = stablehlo.select %4, %0, %2 : tensor<3xi1>, tensor<3xf32>
//   %6 = stablehlo.select %4, %1, %3 : tensor<3xi1>, tensor<3xi32>
//   return %5, %6 : tensor<3xf32>, tensor<3xi32>
// }
// -----
// rewrite: reduce_of_broadcast
func.func @largest_of_equal(%x: tensor<3x4xf32>, %v: tensor<f32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 3] : (tensor<3x4xf32>) -> tensor<2x3x5x4xf32>
  %1 = stablehlo.reduce(%0 init: %v) applies stablehlo.maximum across dimensions = [2, 3] : (tensor<2x3x5x4xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
// after:
// func.func @largest_of_equal(%arg0: tensor<3x4xf32>, %arg1: tensor<f32>) -> tensor<2x3xf32> {
//   %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<3x4xf32>) -> tensor<2x3x4xf32>
//   %1 = stablehlo.reduce(%0 init: %arg1) applies stablehlo.maximum across dimensions = [2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
//   return %1 : tensor<2x3xf32>
// }
// -----
// rewrite: reduce_of_broadcast
func.func @sum_of_equal_integers(%x: tensor<3x1xi8>) -> tensor<3xi8> {
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<3x1xi8>) -> tensor<3x7xi8>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x7xi8>, tensor<i8>) -> tensor<3xi8>
  return %1 : tensor<3xi8>
}
// after:
// func.func @sum_of_equal_integers(%arg0: tensor<3x1xi8>) -> tensor<3xi8> {
//   %c = stablehlo.constant dense<0> : tensor<i8>
//   %c_0 = stablehlo.constant dense<7> : tensor<3x1xi8>
//   %0 = stablehlo.multiply %arg0, %c_0 : tensor<3x1xi8>
//   %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<3x1xi8>, tensor<i8>) -> tensor<3xi8>
//   return %1 : tensor<3xi8>
// }
// -----
// Seven times x is not x + x + … bit for bit.
// rewrite: reduce_of_broadcast
func.func @sum_of_equal_numbers(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
// unchanged
// -----
// rewrite: reduce_of_broadcast
// options: reassociate=true
func.func @sum_of_equal_numbers(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<3xf32>) -> tensor<3x7xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
// after:
// func.func @sum_of_equal_numbers(%arg0: tensor<3xf32>) -> tensor<3xf32> {
//   %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//   %cst_0 = stablehlo.constant dense<7.000000e+00> : tensor<3xf32>
//   %0 = stablehlo.multiply %arg0, %cst_0 : tensor<3xf32>
//   %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
//   return %1 : tensor<3xf32>
// }
// -----
// rewrite: reduce_of_transpose
func.func @same_order(%x: tensor<2x3x4xf32>, %v: tensor<f32>) -> tensor<4x2xf32> {
  %0 = stablehlo.transpose %x, dims = [2, 1, 0] : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  %1 = stablehlo.reduce(%0 init: %v) applies stablehlo.add across dimensions = [1] : (tensor<4x3x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
// after:
// func.func @same_order(%arg0: tensor<2x3x4xf32>, %arg1: tensor<f32>) -> tensor<4x2xf32> {
//   %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
//   %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
//   return %1 : tensor<4x2xf32>
// }
// -----
// rewrite: reduce_of_transpose
func.func @another_order(%x: tensor<2x3x4xi32>, %v: tensor<i32>, %y: tensor<2x3xf32>, %w: tensor<f32>) -> (tensor<3xi32>, tensor<f32>) {
  %0 = stablehlo.transpose %x, dims = [2, 1, 0] : (tensor<2x3x4xi32>) -> tensor<4x3x2xi32>
  %1 = stablehlo.reduce(%0 init: %v) applies stablehlo.add across dimensions = [0, 2] : (tensor<4x3x2xi32>, tensor<i32>) -> tensor<3xi32>
  %2 = stablehlo.transpose %y, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %3 = stablehlo.reduce(%2 init: %w) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
  return %1, %3 : tensor<3xi32>, tensor<f32>
}
// after:
// func.func @another_order(%arg0: tensor<2x3x4xi32>, %arg1: tensor<i32>, %arg2: tensor<2x3xf32>, %arg3: tensor<f32>) -> (tensor<3xi32>, tensor<f32>) {
//   %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<3xi32>
//   %1 = stablehlo.transpose %arg2, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
//   %2 = stablehlo.reduce(%1 init: %arg3) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
//   return %0, %2 : tensor<3xi32>, tensor<f32>
// }
// -----
// rewrite: reduce_of_reduce
func.func @in_two_steps(%x: tensor<2x3x4xi32>, %y: tensor<2x3x4xf32>, %v: tensor<i32>) -> (tensor<3xi32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  %1 = stablehlo.reduce(%0 init: %v) applies stablehlo.add across dimensions = [1] : (tensor<3x4xi32>, tensor<i32>) -> tensor<3xi32>
  %2 = stablehlo.reduce(%y init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
  %3 = stablehlo.reduce(%2 init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %1, %3 : tensor<3xi32>, tensor<2xf32>
}
// after:
// func.func @in_two_steps(%arg0: tensor<2x3x4xi32>, %arg1: tensor<2x3x4xf32>, %arg2: tensor<i32>) -> (tensor<3xi32>, tensor<2xf32>) {
//   %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
//   %0 = stablehlo.reduce(%arg0 init: %arg2) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<3xi32>
//   %1 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.maximum across dimensions = [1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2xf32>
//   return %0, %1 : tensor<3xi32>, tensor<2xf32>
// }
// -----
// rewrite: sort_of_one
func.func @one_to_sort(%x: tensor<4x1xf32>) -> tensor<4x1xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x1xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}
// after:
// func.func @one_to_sort(%arg0: tensor<4x1xf32>) -> tensor<4x1xf32> {
//   return %arg0 : tensor<4x1xf32>
// }
