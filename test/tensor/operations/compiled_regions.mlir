// Kernels with regions that use constants from outside, and empty operands.

// Both functions have the same text but for the constant.
func.func private @at_least_ten(%x: tensor<3xi32>) -> tensor<i32> {
  %init = stablehlo.constant dense<0> : tensor<i32>
  %least = stablehlo.constant dense<10> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %init) across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %larger = stablehlo.maximum %a, %b : tensor<i32>
    %bounded = stablehlo.maximum %larger, %least : tensor<i32>
    stablehlo.return %bounded : tensor<i32>
  }
  return %0 : tensor<i32>
}
func.func private @at_least_twenty(%x: tensor<3xi32>) -> tensor<i32> {
  %init = stablehlo.constant dense<0> : tensor<i32>
  %least = stablehlo.constant dense<20> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %init) across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %larger = stablehlo.maximum %a, %b : tensor<i32>
    %bounded = stablehlo.maximum %larger, %least : tensor<i32>
    stablehlo.return %bounded : tensor<i32>
  }
  return %0 : tensor<i32>
}
func.func @constants_of_regions() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %ten = func.call @at_least_ten(%x) : (tensor<3xi32>) -> tensor<i32>
  %twenty = func.call @at_least_twenty(%x) : (tensor<3xi32>) -> tensor<i32>
  check.expect_eq_const %ten, dense<10> : tensor<i32>
  check.expect_eq_const %twenty, dense<20> : tensor<i32>
  return
}

func.func @resource_in_a_region() {
  %x = stablehlo.iota dim = 0 : tensor<5xf32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense_resource<thousand> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %init) across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %larger = stablehlo.maximum %a, %b : tensor<f32>
    %bounded = stablehlo.maximum %larger, %least : tensor<f32>
    stablehlo.return %bounded : tensor<f32>
  }
  check.expect_eq_const %0, dense<1000.0> : tensor<f32>
  return
}

// Groups of dimensions that are reshaped together cannot be found by their numbers of elements.
func.func @reshape_of_nothing() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %init = stablehlo.constant dense<7> : tensor<i32>
  %none = stablehlo.slice %x [1:1] : (tensor<3xi32>) -> tensor<0xi32>
  %0 = stablehlo.reshape %none : (tensor<0xi32>) -> tensor<0x5xi32>
  %1 = stablehlo.reduce(%0 init: %init) applies stablehlo.add across dimensions = [0] : (tensor<0x5xi32>, tensor<i32>) -> tensor<5xi32>
  check.expect_eq_const %1, dense<7> : tensor<5xi32>
  return
}

{-# dialect_resources: { builtin: { thousand: "0x0400000000007A44" } } #-}
