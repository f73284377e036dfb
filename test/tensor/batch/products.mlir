func.func @dot(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>, %v: tensor<3xf32>) -> (tensor<2x4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<f32>) {
  %0 = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot %x, %v : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %2 = stablehlo.dot %v, %y : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<4xf32>
  %3 = stablehlo.dot %v, %v : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return %0, %1, %2, %3 : tensor<2x4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<f32>
}

func.func @dot_general(%x: tensor<2x5x3xf32>, %y: tensor<4x3x5xf32>) -> tensor<5x2x4xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [1] x [2], contracting_dims = [2] x [1] : (tensor<2x5x3xf32>, tensor<4x3x5xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

func.func @dot_general_integers(%x: tensor<2x3x2xi8>, %y: tensor<2x3x4xi8>) -> tensor<2x4xi32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x3x2xi8>, tensor<2x3x4xi8>) -> tensor<2x2x4xi32>
  %1 = stablehlo.slice %0 [0:1, 0:2, 0:4] : (tensor<2x2x4xi32>) -> tensor<1x2x4xi32>
  %2 = stablehlo.reshape %1 : (tensor<1x2x4xi32>) -> tensor<2x4xi32>
  return %2 : tensor<2x4xi32>
}

func.func @einsum(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> (tensor<4x2xf32>, tensor<3xf32>) {
  %0 = stablehlo.einsum %x, %y, config = "ab,bc->ca" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.unary_einsum %x, config = "ab->b" : (tensor<2x3xf32>) -> tensor<3xf32>
  return %0, %1 : tensor<4x2xf32>, tensor<3xf32>
}

func.func @convolution(%x: tensor<2x6x5x3xf32>, %k: tensor<3x2x3x4xf32>) -> tensor<2x3x6x4xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {stride = [2, 1], pad = [[1, 0], [2, 0]], rhs_dilate = [1, 1]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x5x3xf32>, tensor<3x2x3x4xf32>) -> tensor<2x3x6x4xf32>
  return %0 : tensor<2x3x6x4xf32>
}

func.func @convolution_feature_groups(%x: tensor<4x2x6xf32>, %k: tensor<6x2x3xf32>) -> tensor<6x2x8xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [f, b, 0]x[o, i, 0]->[f, b, 0],
    window = {stride = [1], pad = [[0, -1]], lhs_dilate = [2], reverse = [true]}
    {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x2x6xf32>, tensor<6x2x3xf32>) -> tensor<6x2x8xf32>
  return %0 : tensor<6x2x8xf32>
}

func.func @convolution_batch_groups(%x: tensor<6x3x5xf32>, %k: tensor<2x3x4xf32>) -> tensor<3x4x4xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0]x[0, i, o]->[b, 0, f],
    window = {stride = [1], pad = [[0, 0]]}
    {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<6x3x5xf32>, tensor<2x3x4xf32>) -> tensor<3x4x4xf32>
  return %0 : tensor<3x4x4xf32>
}

func.func @dynamic_conv(%x: tensor<1x5x2xf32>, %k: tensor<3x2x2xf32>) -> tensor<1x4x2xf32> {
  %padding = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi32>
  %0 = "stablehlo.dynamic_conv"(%x, %k, %padding) {
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64
  } : (tensor<1x5x2xf32>, tensor<3x2x2xf32>, tensor<1x2xi32>) -> tensor<1x4x2xf32>
  return %0 : tensor<1x4x2xf32>
}

func.func @cholesky(%x: tensor<2x3x3xf64>) -> tensor<2x3x3xf64> {
  %eye = stablehlo.constant dense<[[[4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]], [[5.0, 0.0, 0.0], [0.0, 5.0, 0.0], [0.0, 0.0, 5.0]]]> : tensor<2x3x3xf64>
  %0 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  %1 = stablehlo.add %0, %eye : tensor<2x3x3xf64>
  %2 = stablehlo.cholesky %1, lower = true : tensor<2x3x3xf64>
  return %2 : tensor<2x3x3xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @triangular_solve_left(%a: tensor<3x3xf64>, %b: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @triangular_solve_right(%a: tensor<2x3x3xf64>, %b: tensor<2x4x3xf64>) -> tensor<2x4x3xf64> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xf64>, tensor<2x4x3xf64>) -> tensor<2x4x3xf64>
  return %0 : tensor<2x4x3xf64>
}

func.func @fft(%x: tensor<3x4xf64>) -> (tensor<3x3xcomplex<f64>>, tensor<3x4xf64>) {
  %0 = stablehlo.fft %x, type = RFFT, length = [3, 4] : (tensor<3x4xf64>) -> tensor<3x3xcomplex<f64>>
  %1 = stablehlo.fft %0, type = IRFFT, length = [4] : (tensor<3x3xcomplex<f64>>) -> tensor<3x4xf64>
  return %0, %1 : tensor<3x3xcomplex<f64>>, tensor<3x4xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-2, 2] [0.5, 2]
func.func @batch_norm_inference(%x: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) {epsilon = 0.1 : f32, feature_index = 1 : i64}
    : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

func.func @batch_norm_training(%x: tensor<2x4x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) -> (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) {epsilon = 0.1 : f32, feature_index = 2 : i64}
    : (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [0.5, 2] [-2, 2]
func.func @batch_norm_grad(%x: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>, %g: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %g) {epsilon = 0.1 : f32, feature_index = 1 : i64}
    : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>
}

// random
func.func @rng(%a: tensor<f32>, %b: tensor<f32>) -> (tensor<2x3xf32>, tensor<4xf32>) {
  %0 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %1 = stablehlo.constant dense<4> : tensor<1xi64>
  %2 = stablehlo.rng %a, %b, %0, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  %3 = stablehlo.rng %a, %b, %1, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %2, %3 : tensor<2x3xf32>, tensor<4xf32>
}

// random
// domain: [0, 3] [5, 9]
func.func @rng_integers(%a: tensor<i32>, %b: tensor<i32>) -> tensor<2xi32> {
  %0 = stablehlo.constant dense<2> : tensor<1xi64>
  %1 = stablehlo.rng %a, %b, %0, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// domain: [0, 1000]
func.func @rng_bit_generator(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<3x2xui32>) {
  %0, %1 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x2xui32>)
  return %0, %1 : tensor<2xui64>, tensor<3x2xui32>
}

// domain: [-2, 2] [-2, 2] [0, 2]
func.func @ragged_dot(%x: tensor<5x3xf32>, %y: tensor<2x3x4xf32>, %groups: tensor<2xi32>) -> tensor<5x4xf32> {
  %0 = "chlo.ragged_dot"(%x, %y, %groups) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [],
    rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0],
    rhs_group_dimensions = [0]>} : (tensor<5x3xf32>, tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

func.func @foreign_lu(%x: tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xi32>) {
  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>]
  } : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xi32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2x3x3xf64>, tensor<2x3xi32>
}

// domain: [0.5, 2] [-2, 2]
func.func @foreign_triangular(%a: tensor<3x3xf64>, %b: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %0 = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {api_version = 4 : i32,
    mhlo.backend_config = {side = 76 : ui8, uplo = 76 : ui8, trans_x = 78 : ui8, diag = 78 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]
  } : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}

func.func @sharding(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// refused: side effects
func.func @side_effects(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @write(%x) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// refused: stablehlo.all_reduce: what processes exchange
func.func @collective(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
