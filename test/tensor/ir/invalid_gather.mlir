// Gathers and scatters that must be refused.
func.func @gather_vector(%x: tensor<4x5xf32>, %at: tensor<3x1xi32>) {
  // expected-error@+1 {{index_vector_dim must be from 0 to below 3, but has 3}}
  %0 = "stablehlo.gather"(%x, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 5>}
    : (tensor<4x5xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>
  func.return
}

// -----
func.func @gather_map(%x: tensor<4x5xf32>, %at: tensor<3x2xi32>) {
  // expected-error@+1 {{start_index_map must have 2 entries}}
  %0 = "stablehlo.gather"(%x, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}
    : (tensor<4x5xf32>, tensor<3x2xi32>) -> tensor<3x5xf32>
  func.return
}

// -----
func.func @gather_rank(%x: tensor<4x5xf32>, %at: tensor<3x1xi32>) {
  // expected-error@+1 {{must name as many dimensions as the operand has, 2, but name 1}}
  %0 = "stablehlo.gather"(%x, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [1],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}
    : (tensor<4x5xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>
  func.return
}

// -----
func.func @gather_slice(%x: tensor<4x5xf32>, %at: tensor<3x1xi32>) {
  // expected-error@+1 {{slice_sizes must be 0 or 1 in collapsed and batching dimensions}}
  %0 = "stablehlo.gather"(%x, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 5>}
    : (tensor<4x5xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>
  func.return
}

// -----
func.func @gather_batching(%x: tensor<4x5xf32>, %at: tensor<3x1xi32>) {
  // expected-error@+1 {{batching dimensions must be of one size}}
  %0 = "stablehlo.gather"(%x, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [1],
    operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 5>} : (tensor<4x5xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>
  func.return
}

// -----
func.func @gather_result(%x: tensor<4x5xf32>, %at: tensor<3x1xi32>) {
  // expected-error@+1 {{result must have the shape [3, 5]}}
  %0 = "stablehlo.gather"(%x, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}
    : (tensor<4x5xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  func.return
}

// -----
func.func @scatter_updates(%x: tensor<4x5xf32>, %at: tensor<3x1xi32>, %new: tensor<3x6xf32>) {
  // expected-error@+1 {{dimension 1 of the updates must be at most 5}}
  %0 = "stablehlo.scatter"(%x, %at, %new) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<4x5xf32>, tensor<3x1xi32>, tensor<3x6xf32>) -> tensor<4x5xf32>
  func.return
}

// -----
func.func @scatter_computation(%x: tensor<4x5xf32>, %at: tensor<3x1xi32>, %new: tensor<3x5xf32>) {
  // expected-error@+1 {{update_computation must take arguments of the types}}
  %0 = "stablehlo.scatter"(%x, %at, %new) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<4x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  func.return
}
