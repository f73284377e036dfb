// Operations that make, move, cut and join elements, and must be refused.
func.func @iota_dimension() {
  // expected-error@+1 {{iota_dimension must be from 0 to below 2, but has 2}}
  %0 = stablehlo.iota dim = 2 : tensor<2x3xf32>
  func.return
}

// -----
func.func @iota_dynamic() {
  // expected-error@+1 {{output must be of static shape}}
  %0 = stablehlo.iota dim = 0 : tensor<?xf32>
  func.return
}

// -----
func.func @dynamic_iota_rank(%shape: tensor<3xi64>) {
  // expected-error@+1 {{output_shape must hold 2 numbers}}
  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<3xi64>) -> tensor<?x?xf32>
  func.return
}

// -----
func.func @reshape_count(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{result must have as many elements as the operand, 6, but has 5}}
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<5xf32>
  func.return
}

// -----
func.func @dynamic_reshape_constant(%x: tensor<2x3xf32>) {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  // expected-error@+1 {{result must have the shape [3, 2] by the operands}}
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  func.return
}

// -----
func.func @bitcast_ratio(%x: tensor<2xf32>) {
  // expected-error@+1 {{must have one dimension more}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x2xi8>
  func.return
}

// -----
func.func @bitcast_complex(%x: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{must not convert between real and complex numbers}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2xcomplex<f32>>) -> tensor<2xi64>
  func.return
}

// -----
func.func @broadcast_sizes(%x: tensor<3xf32>) {
  // expected-error@+1 {{entries of broadcast_sizes must be at least 0}}
  %0 = stablehlo.broadcast %x, sizes = [-1] : (tensor<3xf32>) -> tensor<1x3xf32>
  func.return
}

// -----
func.func @broadcast_dimensions_unique(%x: tensor<1x1xf32>) {
  // expected-error@+1 {{broadcast_dimensions must be unique}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 1] : (tensor<1x1xf32>) -> tensor<2x3xf32>
  func.return
}

// -----
func.func @broadcast_dimensions_count(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{broadcast_dimensions must have 2 entries}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----
func.func @broadcast_size(%x: tensor<2xf32>) {
  // expected-error@+1 {{dimension 1 of the result must be of size 2}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2xf32>) -> tensor<2x3xf32>
  func.return
}

// -----
func.func @dynamic_broadcast_known(%x: tensor<1xf32>, %shape: tensor<2xi64>) {
  // expected-error@+1 {{known_expanding_dimensions with known_nonexpanding_dimensions must be unique}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%x, %shape) {broadcast_dimensions = array<i64: 1>,
    known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>}
    : (tensor<1xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}

// -----
func.func @transpose_permutation(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{permutation must be from 0 to below 2, but has 2}}
  %0 = stablehlo.transpose %x, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----
func.func @transpose_result(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{result must have the shape [3, 2]}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----
func.func @reverse_twice(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{dimensions must be unique, but 0 is there twice}}
  %0 = stablehlo.reverse %x, dims = [0, 0] : tensor<2x3xf32>
  func.return
}

// -----
func.func @concatenate_shapes(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  // expected-error@+1 {{inputs must have one shape but for dimension 1}}
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x7xf32>
  func.return
}

// -----
func.func @concatenate_nothing() {
  // expected-error@+1 {{expected 1 or more operands}}
  %0 = "stablehlo.concatenate"() {dimension = 0 : i64} : () -> tensor<2xf32>
  func.return
}

// -----
func.func @concatenate_result(%x: tensor<2xf32>) {
  // expected-error@+1 {{result must be 'tensor<4xf32>' by the operands, but is 'tensor<5xf32>'}}
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<5xf32>
  func.return
}

// -----
func.func @slice_limit(%x: tensor<4xf32>) {
  // expected-error@+1 {{slice 1:5 must lie in dimension 0}}
  %0 = stablehlo.slice %x [1:5] : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @slice_stride(%x: tensor<4xf32>) {
  // expected-error@+1 {{entries of strides must be at least 1}}
  %0 = stablehlo.slice %x [0:4:0] : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @dynamic_slice_size(%x: tensor<4xf32>, %at: tensor<i32>) {
  // expected-error@+1 {{slice_sizes must not exceed the operand}}
  %0 = stablehlo.dynamic_slice %x, %at, sizes = [5] : (tensor<4xf32>, tensor<i32>) -> tensor<5xf32>
  func.return
}

// -----
func.func @dynamic_slice_index_types(%x: tensor<4x4xf32>, %at: tensor<i32>, %and: tensor<i64>) {
  // expected-error@+1 {{start indices must be of one type}}
  %0 = stablehlo.dynamic_slice %x, %at, %and, sizes = [1, 1]
    : (tensor<4x4xf32>, tensor<i32>, tensor<i64>) -> tensor<1x1xf32>
  func.return
}

// -----
func.func @update_size(%x: tensor<4xf32>, %y: tensor<5xf32>, %at: tensor<i32>) {
  // expected-error@+1 {{update must fit in 'tensor<4xf32>'}}
  %0 = stablehlo.dynamic_update_slice %x, %y, %at : (tensor<4xf32>, tensor<5xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @pad_negative(%x: tensor<2xf32>, %zero: tensor<f32>) {
  // expected-error@+1 {{padding must leave a size of at least 0}}
  %0 = stablehlo.pad %x, %zero, low = [-2], high = [-1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<0xf32>
  func.return
}

// -----
func.func @dimension_size(%x: tensor<2xf32>) {
  // expected-error@+1 {{dimension must be from 0 to below 1}}
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2xf32>) -> tensor<i32>
  func.return
}

// -----
func.func @torch_index(%x: tensor<2x3xf32>, %at: tensor<4xi32>) {
  // expected-error@+1 {{result must be 'tensor<2x4xf32>' by the operands}}
  %0 = "stablehlo.torch_index_select"(%x, %at) {dim = 1 : i64, batch_dims = 0 : i64}
    : (tensor<2x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>
  func.return
}
