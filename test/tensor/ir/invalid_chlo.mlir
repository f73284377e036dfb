// Operations of the dialect chlo that must be refused.
func.func @broadcast_sizes(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{operands must have sizes that are equal or 1}}
  %0 = chlo.broadcast_add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

// -----
func.func @broadcast_elements(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  // expected-error@+1 {{operands must have one element type}}
  %0 = chlo.broadcast_add %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  func.return
}

// -----
func.func @unary_elements(%x: tensor<2xf32>) {
  // expected-error@+1 {{needs operands and results of one element type}}
  %0 = chlo.tan %x : tensor<2xf32> -> tensor<2xf64>
  func.return
}

// -----
func.func @top_count(%x: tensor<4xf32>) {
  // expected-error@+1 {{k must be from 0 to the last dimension}}
  %0, %1 = chlo.top_k(%x, k = 5) : tensor<4xf32> -> (tensor<5xf32>, tensor<5xi32>)
  func.return
}

// -----
func.func @ragged_groups(%x: tensor<11x5xf32>, %y: tensor<3x5x7xf32>, %sizes: tensor<2xi64>) {
  // expected-error@+1 {{the group dimension of rhs must be of size 2}}
  %0 = "chlo.ragged_dot"(%x, %y, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1],
    rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}
    : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<2xi64>) -> tensor<11x7xf32>
  func.return
}

// -----
func.func @scan_body(%x: tensor<4x2xf32>, %start: tensor<2xf32>) {
  // expected-error@+1 {{body must take arguments of the types}}
  %0, %1 = chlo.scan (%x) inits (%start) dimension = 0 attributes {} {
  ^bb0(%a: tensor<4xf32>, %b: tensor<2xf32>):
    stablehlo.return %b, %b : tensor<2xf32>, tensor<2xf32>
  } : (tensor<4x2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>)
  func.return
}
