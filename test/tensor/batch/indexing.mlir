// domain: [-2, 2] [-1, 4]
func.func @dynamic_slice(%x: tensor<4x5xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x3xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 3] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// domain: [-2, 2] [0, 255]
func.func @dynamic_slice_unsigned(%x: tensor<300xf32>, %i: tensor<ui8>) -> tensor<290xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [290] : (tensor<300xf32>, tensor<ui8>) -> tensor<290xf32>
  return %0 : tensor<290xf32>
}

// domain: [-2, 2] [-2, 2] [-1, 4]
func.func @dynamic_update_slice(%x: tensor<4x5xf32>, %y: tensor<2x3xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<4x5xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i, %j : (tensor<4x5xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// domain: [-2, 2] [-2, 2] [-100, 100]
func.func @dynamic_update_slice_small_numbers(%x: tensor<300xf32>, %y: tensor<2xf32>, %i: tensor<i8>) -> tensor<300xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<300xf32>, tensor<2xf32>, tensor<i8>) -> tensor<300xf32>
  return %0 : tensor<300xf32>
}

func.func @scalars(%x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = stablehlo.dynamic_slice %x, sizes = [] : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.dynamic_update_slice %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// domain: [-2, 2] [-1, 4]
func.func @gather(%x: tensor<4x5xf32>, %i: tensor<3x2xi32>) -> tensor<3x2x5xf32> {
  %0 = "stablehlo.gather"(%x, %i) {
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 5>, indices_are_sorted = false
  } : (tensor<4x5xf32>, tensor<3x2xi32>) -> tensor<3x2x5xf32>
  return %0 : tensor<3x2x5xf32>
}

// domain: [-2, 2] [-1, 4]
func.func @gather_vectors(%x: tensor<4x5xf32>, %i: tensor<2x3xi32>) -> tensor<2x3x1xf32> {
  %0 = "stablehlo.gather"(%x, %i) {
    dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], start_index_map = [1, 0], index_vector_dim = 0>,
    slice_sizes = array<i64: 2, 1>, indices_are_sorted = false
  } : (tensor<4x5xf32>, tensor<2x3xi32>) -> tensor<2x3x1xf32>
  return %0 : tensor<2x3x1xf32>
}

// domain: [-2, 2] [-1, 5]
func.func @gather_batching(%x: tensor<3x5xf32>, %i: tensor<3x2x1xi64>) -> tensor<3x2x2xf32> {
  %0 = "stablehlo.gather"(%x, %i) {
    dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0],
      start_index_map = [1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2>, indices_are_sorted = false
  } : (tensor<3x5xf32>, tensor<3x2x1xi64>) -> tensor<3x2x2xf32>
  return %0 : tensor<3x2x2xf32>
}

// domain: [-2, 2] [-1, 4]
func.func @dynamic_gather(%x: tensor<4x5xf32>, %i: tensor<3x1xi32>) -> tensor<3x5xf32> {
  %sizes = stablehlo.constant dense<[1, 5]> : tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) {
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<4x5xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// domain: [-2, 2] [0, 4]
func.func @torch_index_select(%x: tensor<2x5x3xf32>, %i: tensor<2x4xi32>) -> tensor<2x4x3xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<2x5x3xf32>, tensor<2x4xi32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// domain: [-2, 2] [-1, 4] [-2, 2]
func.func @scatter(%x: tensor<4x5xf32>, %i: tensor<3x2xi32>, %y: tensor<3x2xf32>) -> tensor<4x5xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>,
    indices_are_sorted = false, unique_indices = false
  } : (tensor<4x5xf32>, tensor<3x2xi32>, tensor<3x2xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// domain: [-2, 2] [-2, 2] [-1, 4] [-2, 2]
func.func @scatter_two(%x: tensor<2x5xf32>, %z: tensor<2x5xi32>, %i: tensor<2x3xi32>, %y: tensor<2x3xf32>, %w: tensor<2x3xi32>) -> (tensor<2x5xf32>, tensor<2x5xi32>) {
  %0:2 = "stablehlo.scatter"(%x, %z, %i, %y, %w) ({
  ^bb0(%a: tensor<f32>, %c: tensor<i32>, %b: tensor<f32>, %d: tensor<i32>):
    %s = stablehlo.subtract %b, %a : tensor<f32>
    %t = stablehlo.add %c, %d : tensor<i32>
    stablehlo.return %s, %t : tensor<f32>, tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0],
      scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>,
    indices_are_sorted = false, unique_indices = false
  } : (tensor<2x5xf32>, tensor<2x5xi32>, tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x5xf32>, tensor<2x5xi32>)
  return %0#0, %0#1 : tensor<2x5xf32>, tensor<2x5xi32>
}
