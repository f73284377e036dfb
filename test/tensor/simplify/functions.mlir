// rewrite: inline_calls, unused_functions
func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @square(%x) : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.add %0, %0 : tensor<f32>
  return %1 : tensor<f32>
}
func.func private @square(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.multiply %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func @calls(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @twice(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @square(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
// after:
// func.func @calls(%arg0: tensor<f32>) -> tensor<f32> {
//   %0 = stablehlo.multiply %arg0, %arg0 : tensor<f32>
//   %1 = stablehlo.add %0, %0 : tensor<f32>
//   %2 = stablehlo.multiply %1, %1 : tensor<f32>
//   return %2 : tensor<f32>
// }
// -----
// rewrite: inline_calls
func.func private @forever(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @again(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @again(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @forever(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @begin(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @again(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
// unchanged
// -----
// rewrite: inline_composites
func.func private @decomposition(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.multiply %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func @composite(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.composite "my.square" %x {decomposition = @decomposition} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
// after:
// func.func private @decomposition(%arg0: tensor<f32>) -> tensor<f32> {
//   %0 = stablehlo.multiply %arg0, %arg0 : tensor<f32>
//   return %0 : tensor<f32>
// }
// func.func @composite(%arg0: tensor<f32>) -> tensor<f32> {
//   %0 = stablehlo.multiply %arg0, %arg0 : tensor<f32>
//   return %0 : tensor<f32>
// }
// -----
// rewrite: unused_functions
func.func private @used_by_unused() {
  return
}
func.func private @unused() {
  call @used_by_unused() : () -> ()
  return
}
func.func @kept(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
// after:
// func.func @kept(%arg0: tensor<f32>) -> tensor<f32> {
//   return %arg0 : tensor<f32>
// }
// -----
// rewrite: common_subexpressions
func.func @again(%x: tensor<4xf32>, %y: tensor<4xf32>, %v: tensor<f32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<f32>, tensor<f32>) {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.add %y, %x : tensor<4xf32>
  %2 = stablehlo.divide %0, %1 : tensor<4xf32>
  %3 = stablehlo.reduce(%0 init: %v) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %4 = stablehlo.reduce(%1 init: %v) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %5 = stablehlo.subtract %3, %4 : tensor<f32>
  %6 = "stablehlo.if"(%p) ({
    %7 = stablehlo.subtract %3, %4 : tensor<f32>
    stablehlo.return %7 : tensor<f32>
  }, {
    stablehlo.return %v : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %2, %5, %6 : tensor<4xf32>, tensor<f32>, tensor<f32>
}
// after:
// func.func @again(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>) -> (tensor<4xf32>, tensor<f32>, tensor<f32>) {
//   %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
//   %1 = stablehlo.divide %0, %0 : tensor<4xf32>
//   %2 = stablehlo.reduce(%0 init: %arg2) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
//   %3 = stablehlo.subtract %2, %2 : tensor<f32>
//   %4 = "stablehlo.if"(%arg3) ({
//     stablehlo.return %3 : tensor<f32>
//   }, {
//     stablehlo.return %arg2 : tensor<f32>
//   }) : (tensor<i1>) -> tensor<f32>
//   return %1, %3, %4 : tensor<4xf32>, tensor<f32>, tensor<f32>
// }
// -----
// Random numbers are drawn anew, and a reduction keeps its own constants.
// rewrite: common_subexpressions
func.func @not_the_same(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<2> : tensor<1xi64>
  %0 = stablehlo.rng %zero, %one, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
  %1 = stablehlo.rng %zero, %one, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
  %2 = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %own = stablehlo.constant dense<1.0> : tensor<f32>
    %3 = stablehlo.multiply %b, %own : tensor<f32>
    %4 = stablehlo.add %a, %3 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<f32>
}
// unchanged
