// Operations that apply a region to many elements, and must be refused.
func.func @reduce_dimension(%x: tensor<2x3xf32>, %zero: tensor<f32>) {
  // expected-error@+1 {{dimensions must be from 0 to below 2, but has 2}}
  %0 = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

// -----
func.func @reduce_result(%x: tensor<2x3xf32>, %zero: tensor<f32>) {
  // expected-error@+1 {{results must have the types (tensor<2xf32>), but have (tensor<3xf32>)}}
  %0 = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  func.return
}

// -----
func.func @reduce_narrower(%x: tensor<2xf32>, %zero: tensor<f32>) {
  // expected-error@+1 {{body must accumulate in a type that holds its inputs}}
  %0 = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    stablehlo.return %a : tensor<f16>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f16>
  func.return
}

// -----
func.func @reduce_body_results(%x: tensor<2xf32>, %zero: tensor<f32>) {
  // expected-error@+1 {{body must return 1 values}}
  %0 = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  func.return
}

// -----
func.func @reduce_start(%x: tensor<2xf32>, %zero: tensor<1xf32>) {
  // expected-error@+1 {{initial values must be scalars}}
  %0 = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<1xf32>) -> tensor<f32>
  func.return
}

// -----
func.func @window_size(%x: tensor<4xf32>, %zero: tensor<f32>) {
  // expected-error@+1 {{entries of window_dimensions must be at least 1}}
  %0 = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @window_padding(%x: tensor<4xf32>, %zero: tensor<f32>) {
  // expected-error@+1 {{padding must be of shape [1, 2]}}
  %0 = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>, padding = dense<0> : tensor<2x2xi64>}
    : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  func.return
}

// -----
func.func @window_result(%x: tensor<4xf32>, %zero: tensor<f32>) {
  // expected-error@+1 {{results must have the types (tensor<3xf32>)}}
  %0 = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @sort_comparator(%x: tensor<4xf32>) {
  // expected-error@+1 {{comparator must return 'tensor<i1>'}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @sort_without_return(%x: tensor<4xf32>) {
  // expected-error@+1 {{comparator must end with stablehlo.return}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
  }) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @map_dimensions(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{dimensions must be all of the inputs'}}
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----
func.func @normalisation_features(%x: tensor<2x3xf32>, %v: tensor<2xf32>) {
  // expected-error@+1 {{needs vectors of 3 features}}
  %0 = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) {epsilon = 1.0 : f32, feature_index = 1 : i64}
    : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  func.return
}
