// Products, convolutions, factorisations and transforms that must be refused.
func.func @dot_contracted(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error@+1 {{the last dimension of lhs must be of the size of the first of rhs}}
  %0 = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----
func.func @dot_general_unique(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{dimension numbers of lhs must be unique}}
  %0 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [0] x [1]
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----
func.func @dot_general_sizes(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{contracting dimensions must be of one size}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [1]
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}

// -----
func.func @dot_general_result(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{result must have the shape [3, 3]}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0]
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  func.return
}

// -----
func.func @convolution_features(%x: tensor<1x8x2xf32>, %k: tensor<3x3x4xf32>) {
  // expected-error@+1 {{the input feature count of the kernel must be 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
    {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
    : (tensor<1x8x2xf32>, tensor<3x3x4xf32>) -> tensor<1x6x4xf32>
  func.return
}

// -----
func.func @convolution_groups(%x: tensor<2x8x2xf32>, %k: tensor<3x1x4xf32>) {
  // expected-error@+1 {{must be positive and one of them 1}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
    {feature_group_count = 2 : i64, batch_group_count = 2 : i64}
    : (tensor<2x8x2xf32>, tensor<3x1x4xf32>) -> tensor<1x6x4xf32>
  func.return
}

// -----
func.func @convolution_result(%x: tensor<1x8x2xf32>, %k: tensor<3x2x4xf32>) {
  // expected-error@+1 {{result must have the shape [1, 6, 4]}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
    {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
    : (tensor<1x8x2xf32>, tensor<3x2x4xf32>) -> tensor<1x8x4xf32>
  func.return
}

// -----
func.func @cholesky_square(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{a must be of rank 2 or more with its last two dimensions equal}}
  %0 = stablehlo.cholesky %x, lower = true : tensor<2x3xf32>
  func.return
}

// -----
func.func @solve_rows(%a: tensor<2x2xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{b must have 2 rows}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  func.return
}

// -----
func.func @fft_real(%x: tensor<4xf32>) {
  // expected-error@+1 {{operand must be complex for FFT}}
  %0 = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  func.return
}

// -----
func.func @fft_result(%x: tensor<4xf32>) {
  // expected-error@+1 {{result must be 'tensor<3xcomplex<f32>>'}}
  %0 = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  func.return
}

// -----
func.func @random_state(%x: tensor<3xui64>) {
  // expected-error@+1 {{initial_state must have 2 elements for THREE_FRY}}
  %0, %1 = stablehlo.rng_bit_generator %x, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  func.return
}
