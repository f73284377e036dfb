// Products of vectors, matrices and more, in any order of dimensions.

func.func @dot_matrices(%x: tensor<2x3xf64>, %y: tensor<3x4xf64>) -> tensor<2x4xf64> {
  %z = stablehlo.dot %x, %y : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
  return %z : tensor<2x4xf64>
}

func.func @dot_vectors(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<f64> {
  %z = stablehlo.dot %x, %y : (tensor<3xf64>, tensor<3xf64>) -> tensor<f64>
  return %z : tensor<f64>
}

func.func @dot_matrix_vector(%x: tensor<2x3xf64>, %y: tensor<3xf64>) -> tensor<2xf64> {
  %z = stablehlo.dot %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2xf64>
  return %z : tensor<2xf64>
}

func.func @dot_vector_matrix(%x: tensor<3xf64>, %y: tensor<3x2xf64>) -> tensor<2xf64> {
  %z = stablehlo.dot %x, %y : (tensor<3xf64>, tensor<3x2xf64>) -> tensor<2xf64>
  return %z : tensor<2xf64>
}

func.func @square(%x: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %z = stablehlo.dot %x, %x : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  return %z : tensor<3x3xf64>
}

// special: 2, 3 -> 3, 2
func.func @dot_of_one(%x: tensor<1xf64>, %y: tensor<1xf64>) -> tensor<f64> {
  %z = stablehlo.dot %x, %y : (tensor<1xf64>, tensor<1xf64>) -> tensor<f64>
  return %z : tensor<f64>
}

func.func @dot_complex(%x: tensor<2x3xcomplex<f64>>, %y: tensor<3x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>> {
  %z = stablehlo.dot %x, %y : (tensor<2x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
  return %z : tensor<2x2xcomplex<f64>>
}

func.func @general_batch(%x: tensor<2x3x4xf64>, %y: tensor<2x4x5xf64>) -> tensor<2x3x5xf64> {
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1]
      : (tensor<2x3x4xf64>, tensor<2x4x5xf64>) -> tensor<2x3x5xf64>
  return %z : tensor<2x3x5xf64>
}

func.func @general_transposed(%x: tensor<4x3xf64>, %y: tensor<2x4xf64>) -> tensor<3x2xf64> {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [0] x [1] : (tensor<4x3xf64>, tensor<2x4xf64>) -> tensor<3x2xf64>
  return %z : tensor<3x2xf64>
}

func.func @general_batch_inside(%x: tensor<3x2x4xf64>, %y: tensor<4x5x2xf64>) -> tensor<2x3x5xf64> {
  %z = stablehlo.dot_general %x, %y, batching_dims = [1] x [2], contracting_dims = [2] x [0]
      : (tensor<3x2x4xf64>, tensor<4x5x2xf64>) -> tensor<2x3x5xf64>
  return %z : tensor<2x3x5xf64>
}

func.func @general_two_of_each(%x: tensor<2x3x4x2x3x2xf64>, %y: tensor<3x2x2x2x3x4xf64>) -> tensor<3x2x4x2x2x3xf64> {
  %z = stablehlo.dot_general %x, %y, batching_dims = [1, 0] x [0, 1], contracting_dims = [4, 3] x [4, 2]
      : (tensor<2x3x4x2x3x2xf64>, tensor<3x2x2x2x3x4xf64>) -> tensor<3x2x4x2x2x4xf64>
  %s = stablehlo.slice %z [0:3, 0:2, 0:4, 0:2, 0:2, 0:3] : (tensor<3x2x4x2x2x4xf64>) -> tensor<3x2x4x2x2x3xf64>
  return %s : tensor<3x2x4x2x2x3xf64>
}

func.func @general_all_contracted(%x: tensor<2x3xf64>, %y: tensor<3x2xf64>) -> tensor<f64> {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [0, 1] x [1, 0] : (tensor<2x3xf64>, tensor<3x2xf64>) -> tensor<f64>
  return %z : tensor<f64>
}

func.func @general_outer(%x: tensor<2xf64>, %y: tensor<3xf64>) -> tensor<2x3xf64> {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [] x [] : (tensor<2xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @general_batch_only(%x: tensor<2x3xf64>, %y: tensor<3x2xf64>) -> tensor<2x3xf64> {
  %z = stablehlo.dot_general %x, %y, batching_dims = [0, 1] x [1, 0], contracting_dims = [] x []
      : (tensor<2x3xf64>, tensor<3x2xf64>) -> tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @general_empty(%x: tensor<2x0xf64>, %y: tensor<0x3xf64>) -> tensor<2x3xf64> {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x0xf64>, tensor<0x3xf64>) -> tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @general_complex(%x: tensor<2x3x2xcomplex<f64>>, %y: tensor<3x2x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>> {
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [1], contracting_dims = [2] x [2]
      : (tensor<2x3x2xcomplex<f64>>, tensor<3x2x2xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %s = stablehlo.slice %z [0:2, 0:3, 1:3] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  return %s : tensor<2x3x2xcomplex<f64>>
}

// Sums in a wider type than that of the operands; the operands are rounded, so differences are coarse.
// orders: 1
// tolerance: 1e-1
// domain: [1, 2]
func.func @general_wider_result(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) -> tensor<2x2xf64> {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf64>
  return %z : tensor<2x2xf64>
}

func.func @chain(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>, %c: tensor<4x2xf64>) -> tensor<2x2xf64> {
  %d = stablehlo.dot %a, %b : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
  %e = stablehlo.tanh %d : tensor<2x4xf64>
  %f = stablehlo.dot %e, %c : (tensor<2x4xf64>, tensor<4x2xf64>) -> tensor<2x2xf64>
  return %f : tensor<2x2xf64>
}

// --- einsum ----------------------------------------------------------------------------------------------------------
func.func @einsum_matrices(%x: tensor<2x3xf64>, %y: tensor<3x4xf64>) -> tensor<4x2xf64> {
  %z = stablehlo.einsum %x, %y, config = "ij,jk->ki" : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<4x2xf64>
  return %z : tensor<4x2xf64>
}

func.func @einsum_batch(%x: tensor<2x3x4xf64>, %y: tensor<4x2x2xf64>) -> tensor<3x2x2xf64> {
  %z = stablehlo.einsum %x, %y, config = "bik,kbj->ijb" : (tensor<2x3x4xf64>, tensor<4x2x2xf64>) -> tensor<3x2x2xf64>
  return %z : tensor<3x2x2xf64>
}

func.func @einsum_diagonal(%x: tensor<3x3x2xf64>, %y: tensor<3x2xf64>) -> tensor<2xf64> {
  %z = stablehlo.einsum %x, %y, config = "iij,ik->j" : (tensor<3x3x2xf64>, tensor<3x2xf64>) -> tensor<2xf64>
  return %z : tensor<2xf64>
}

func.func @einsum_summed_alone(%x: tensor<2x3xf64>, %y: tensor<2x4xf64>) -> tensor<2xf64> {
  %z = stablehlo.einsum %x, %y, config = "ij,ik->i" : (tensor<2x3xf64>, tensor<2x4xf64>) -> tensor<2xf64>
  return %z : tensor<2xf64>
}

func.func @einsum_ellipsis(%x: tensor<2x3x4xf64>, %y: tensor<4x2xf64>) -> tensor<2x3x2xf64> {
  %z = stablehlo.einsum %x, %y, config = "...k,kj->...j" : (tensor<2x3x4xf64>, tensor<4x2xf64>) -> tensor<2x3x2xf64>
  return %z : tensor<2x3x2xf64>
}

func.func @einsum_broadcast(%x: tensor<1x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %z = stablehlo.einsum %x, %y, config = "ij,ij->ij" : (tensor<1x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}

func.func @einsum_of_ones(%x: tensor<1x1xf64>, %y: tensor<1xf64>) -> tensor<1xf64> {
  %z = stablehlo.einsum %x, %y, config = "ii,i->i" : (tensor<1x1xf64>, tensor<1xf64>) -> tensor<1xf64>
  return %z : tensor<1xf64>
}

func.func @einsum_complex(%x: tensor<2x3xcomplex<f64>>, %y: tensor<3x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>> {
  %z = stablehlo.einsum %x, %y, config = "ij,jk->ik"
      : (tensor<2x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
  return %z : tensor<2x2xcomplex<f64>>
}

func.func @unary_einsum_transpose(%x: tensor<2x3xf64>, %w: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %z = stablehlo.unary_einsum %x, config = "ij->ji" : (tensor<2x3xf64>) -> tensor<3x2xf64>
  %y = stablehlo.multiply %z, %w : tensor<3x2xf64>
  return %y : tensor<3x2xf64>
}

func.func @unary_einsum_trace(%x: tensor<3x2x3xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %z = stablehlo.unary_einsum %x, config = "iji->j" : (tensor<3x2x3xf64>) -> tensor<2xf64>
  %y = stablehlo.multiply %z, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @unary_einsum_sum(%x: tensor<3x2xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %z = stablehlo.unary_einsum %x, config = "ij->i" : (tensor<3x2xf64>) -> tensor<3xf64>
  %y = stablehlo.multiply %z, %w : tensor<3xf64>
  return %y : tensor<3xf64>
}

// --- products in groups ----------------------------------------------------------------------------------------------
func.func @ragged_rows(%x: tensor<5x3xf64>, %y: tensor<2x3x4xf64>) -> tensor<5x4xf64> {
  %g = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %z = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1],
      rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}
      : (tensor<5x3xf64>, tensor<2x3x4xf64>, tensor<2xi64>) -> tensor<5x4xf64>
  return %z : tensor<5x4xf64>
}

func.func @ragged_rows_left_over(%x: tensor<3x6xf64>, %y: tensor<3x4x3xf64>) -> tensor<6x4xf64> {
  %g = stablehlo.constant dense<[2, 0, 3]> : tensor<3xi32>
  %z = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [0],
      rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}
      : (tensor<3x6xf64>, tensor<3x4x3xf64>, tensor<3xi32>) -> tensor<6x4xf64>
  return %z : tensor<6x4xf64>
}

func.func @ragged_rows_in_batches(%x: tensor<2x5x3xf64>, %y: tensor<3x2x2x4xf64>) -> tensor<2x5x4xf64> {
  %g = stablehlo.constant dense<[[2, 3], [4, 0]]> : tensor<2x2xi64>
  %z = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2],
      rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = [2]>}
      : (tensor<2x5x3xf64>, tensor<3x2x2x4xf64>, tensor<2x2xi64>) -> tensor<2x5x4xf64>
  return %z : tensor<2x5x4xf64>
}

func.func @ragged_sums(%x: tensor<3x5xf64>, %y: tensor<5x2xf64>) -> tensor<2x3x2xf64> {
  %g = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
  %z = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1],
      rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>}
      : (tensor<3x5xf64>, tensor<5x2xf64>, tensor<2xi64>) -> tensor<2x3x2xf64>
  return %z : tensor<2x3x2xf64>
}

func.func @ragged_sums_in_batches(%x: tensor<5x2x3xf64>, %y: tensor<2x2x5xf64>) -> tensor<3x2x3x2xf64> {
  %g = stablehlo.constant dense<[[1, 3, 0], [2, 2, 1]]> : tensor<2x3xi64>
  %z = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [1], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [0],
      rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>}
      : (tensor<5x2x3xf64>, tensor<2x2x5xf64>, tensor<2x3xi64>) -> tensor<3x2x3x2xf64>
  return %z : tensor<3x2x3x2xf64>
}

func.func @ragged_batch(%x: tensor<4x2x3xf64>, %y: tensor<4x3x2xf64>) -> tensor<4x2x2xf64> {
  %g = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %z = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2],
      rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>}
      : (tensor<4x2x3xf64>, tensor<4x3x2xf64>, tensor<2xi64>) -> tensor<4x2x2xf64>
  return %z : tensor<4x2x2xf64>
}

func.func @ragged_complex(%x: tensor<4x2xcomplex<f64>>, %y: tensor<2x2x2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>> {
  %g = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %z = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1],
      rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}
      : (tensor<4x2xcomplex<f64>>, tensor<2x2x2xcomplex<f64>>, tensor<2xi64>) -> tensor<4x2xcomplex<f64>>
  return %z : tensor<4x2xcomplex<f64>>
}
