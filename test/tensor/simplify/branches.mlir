// rewrite: known_if
func.func @if(%x: tensor<f32>) -> tensor<f32> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.if"(%true) ({
    %1 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}
// after:
// func.func @if(%arg0: tensor<f32>) -> tensor<f32> {
//   %0 = stablehlo.negate %arg0 : tensor<f32>
//   return %0 : tensor<f32>
// }
// -----
// rewrite: known_case
func.func @case(%x: tensor<f32>, %i: tensor<i32>) -> (tensor<f32>, tensor<f32>) {
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %0 = "stablehlo.case"(%nine) ({
    stablehlo.return %x : tensor<f32>
  }, {
    %2 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  %1 = "stablehlo.case"(%i) ({
    %2 = stablehlo.abs %x : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
// after:
// func.func @case(%arg0: tensor<f32>, %arg1: tensor<i32>) -> (tensor<f32>, tensor<f32>) {
//   %0 = stablehlo.negate %arg0 : tensor<f32>
//   %1 = stablehlo.abs %arg0 : tensor<f32>
//   return %0, %1 : tensor<f32>, tensor<f32>
// }
// -----
// rewrite: same_in_all_branches
func.func @same(%p: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = "stablehlo.if"(%p) ({
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }, {
    stablehlo.return %y, %y : tensor<f32>, tensor<f32>
  }) : (tensor<i1>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}
// after:
// func.func @same(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
//   %0:2 = "stablehlo.if"(%arg0) ({
//     stablehlo.return %arg1, %arg2 : tensor<f32>, tensor<f32>
//   }, {
//     stablehlo.return %arg2, %arg2 : tensor<f32>, tensor<f32>
//   }) : (tensor<i1>) -> (tensor<f32>, tensor<f32>)
//   return %0#0, %arg2 : tensor<f32>, tensor<f32>
// }
// -----
// rewrite: unused_branch_result
func.func @unused(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %0:2 = "stablehlo.if"(%p) ({
    %1 = stablehlo.sine %x : tensor<f32>
    stablehlo.return %1, %x : tensor<f32>, tensor<f32>
  }, {
    %1 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %x, %1 : tensor<f32>, tensor<f32>
  }) : (tensor<i1>) -> (tensor<f32>, tensor<f32>)
  return %0#1 : tensor<f32>
}
// after:
// func.func @unused(%arg0: tensor<i1>, %arg1: tensor<f32>) -> tensor<f32> {
//   %0 = "stablehlo.if"(%arg0) ({
//     stablehlo.return %arg1 : tensor<f32>
//   }, {
//     %1 = stablehlo.negate %arg1 : tensor<f32>
//     stablehlo.return %1 : tensor<f32>
//   }) : (tensor<i1>) -> tensor<f32>
//   return %0 : tensor<f32>
// }
// -----
// rewrite: element_of_tuple
func.func @tuple(%x: tensor<f32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.tuple %x, %y : tuple<tensor<f32>, tensor<2xf32>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<f32>, tensor<2xf32>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
// after:
// func.func @tuple(%arg0: tensor<f32>, %arg1: tensor<2xf32>) -> tensor<2xf32> {
//   return %arg1 : tensor<2xf32>
// }
