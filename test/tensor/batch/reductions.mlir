// domain: [-2, 2] [-1, 1]
func.func @sum(%x: tensor<2x3x4xi32>, %start: tensor<i32>) -> tensor<3xi32> {
  %0 = stablehlo.reduce(%x init: %start) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

func.func @extremes(%x: tensor<2x3xf32>, %y: tensor<f32>) -> (tensor<2xf32>, tensor<3xf32>) {
  %0 = stablehlo.reduce(%x init: %y) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.reduce(%x init: %y) applies stablehlo.minimum across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0, %1 : tensor<2xf32>, tensor<3xf32>
}

func.func @logic(%x: tensor<5xi1>, %y: tensor<i1>, %z: tensor<4xi8>, %w: tensor<i8>) -> (tensor<i1>, tensor<i1>, tensor<i1>, tensor<i8>, tensor<i8>, tensor<i8>) {
  %0 = stablehlo.reduce(%x init: %y) applies stablehlo.and across dimensions = [0] : (tensor<5xi1>, tensor<i1>) -> tensor<i1>
  %1 = stablehlo.reduce(%x init: %y) applies stablehlo.or across dimensions = [0] : (tensor<5xi1>, tensor<i1>) -> tensor<i1>
  %2 = stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [0] : (tensor<5xi1>, tensor<i1>) -> tensor<i1>
  %3 = stablehlo.reduce(%z init: %w) applies stablehlo.and across dimensions = [0] : (tensor<4xi8>, tensor<i8>) -> tensor<i8>
  %4 = stablehlo.reduce(%z init: %w) applies stablehlo.xor across dimensions = [0] : (tensor<4xi8>, tensor<i8>) -> tensor<i8>
  %5 = stablehlo.reduce(%z init: %w) applies stablehlo.maximum across dimensions = [0] : (tensor<4xi8>, tensor<i8>) -> tensor<i8>
  return %0, %1, %2, %3, %4, %5 : tensor<i1>, tensor<i1>, tensor<i1>, tensor<i8>, tensor<i8>, tensor<i8>
}

func.func @any_function(%x: tensor<2x3xf32>, %y: tensor<2x3xi32>, %a: tensor<f32>, %b: tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %0:2 = stablehlo.reduce(%x init: %a), (%y init: %b) across dimensions = [1] : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
    reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<i32>, %s: tensor<i32>) {
      %1 = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %2 = stablehlo.select %1, %p, %q : tensor<i1>, tensor<f32>
      %3 = stablehlo.select %1, %r, %s : tensor<i1>, tensor<i32>
      stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
    }
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

func.func @value_from_outside(%x: tensor<3xf32>, %y: tensor<f32>) -> (tensor<f32>, tensor<3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    reducer(%p: tensor<f32>, %q: tensor<f32>) {
      %1 = stablehlo.multiply %q, %y : tensor<f32>
      %2 = stablehlo.add %p, %1 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }
  %3 = "stablehlo.map"(%x) ({
  ^bb0(%p: tensor<f32>):
    %4 = stablehlo.maximum %p, %y : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<3xf32>) -> tensor<3xf32>
  return %0, %3 : tensor<f32>, tensor<3xf32>
}

func.func @reduce_window(%x: tensor<5x6xf32>, %y: tensor<f32>) -> tensor<2x8xf32> {
  %0 = "stablehlo.reduce_window"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {
    window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 2>,
    window_dilations = array<i64: 3, 2>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>
  } : (tensor<5x6xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

func.func @reduce_window_sum(%x: tensor<5xi32>, %y: tensor<i32>) -> tensor<6xi32> {
  %0 = "stablehlo.reduce_window"(%x, %y) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %m = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }) {window_dimensions = array<i64: 3>, padding = dense<[[1, 2]]> : tensor<1x2xi64>} : (tensor<5xi32>, tensor<i32>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

func.func @reduce_window_any_function(%x: tensor<5xf32>, %y: tensor<f32>) -> tensor<4xf32> {
  %0 = "stablehlo.reduce_window"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.multiply %a, %b : tensor<f32>
    %n = stablehlo.subtract %m, %a : tensor<f32>
    stablehlo.return %n : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<5xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @select_and_scatter(%x: tensor<4x5xf32>, %y: tensor<2x2xf32>, %z: tensor<f32>) -> tensor<4x5xf32> {
  %0 = "stablehlo.select_and_scatter"(%x, %y, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>, padding = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>}
    : (tensor<4x5xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

func.func @sort(%x: tensor<3x4xf32>, %y: tensor<3x4xi32>) -> (tensor<3x4xf32>, tensor<3x4xi32>, tensor<3x4xf32>) {
  %0:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %m = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<3x4xf32>, tensor<3x4xi32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
  %1 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }) {dimension = -1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0#0, %0#1, %1 : tensor<3x4xf32>, tensor<3x4xi32>, tensor<3x4xf32>
}

func.func @map(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.map"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.multiply %a, %b : tensor<f32>
    %s = stablehlo.sine %m : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @top_k(%x: tensor<3x5xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>) {
  %0, %1 = chlo.top_k(%x, k = 2) : tensor<3x5xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %0, %1 : tensor<3x2xf32>, tensor<3x2xi32>
}

func.func @scan(%x: tensor<3x4xf32>, %y: tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3xf32>) {
  %0, %1 = chlo.scan (%x) inits (%y) dimension = 1 attributes {is_reverse = true} {
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    %half = stablehlo.constant dense<0.5> : tensor<3xf32>
    %c = stablehlo.multiply %b, %half : tensor<3xf32>
    %d = stablehlo.add %a, %c : tensor<3xf32>
    stablehlo.return %d, %d : tensor<3xf32>, tensor<3xf32>
  } : (tensor<3x4xf32>, tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3xf32>)
  return %0, %1 : tensor<3x4xf32>, tensor<3xf32>
}
