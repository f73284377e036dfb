// Elements taken and put at indices, inside and outside.

func.func @rows(%x: tensor<4x3xf64>, %w: tensor<5x3xf64>) -> tensor<5x3xf64> {
  %i = stablehlo.constant dense<[[0], [3], [1], [1], [2]]> : tensor<5x1xi32>
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
      slice_sizes = array<i64: 1, 3>, indices_are_sorted = false}
      : (tensor<4x3xf64>, tensor<5x1xi32>) -> tensor<5x3xf64>
  %y = stablehlo.multiply %g, %w : tensor<5x3xf64>
  return %y : tensor<5x3xf64>
}

// domain: [-2, 2] [-2, 2] [-3, 7]
func.func @rows_at_any_indices(%x: tensor<4x3xf64>, %w: tensor<5x3xf64>, %i: tensor<5xi32>) -> tensor<5x3xf64> {
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
      slice_sizes = array<i64: 1, 3>, indices_are_sorted = false}
      : (tensor<4x3xf64>, tensor<5xi32>) -> tensor<5x3xf64>
  %y = stablehlo.multiply %g, %w : tensor<5x3xf64>
  return %y : tensor<5x3xf64>
}

func.func @rows_sorted(%x: tensor<4x3xf64>, %w: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %i = stablehlo.constant dense<[[0], [1], [1]]> : tensor<3x1xi32>
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
      slice_sizes = array<i64: 1, 3>, indices_are_sorted = true}
      : (tensor<4x3xf64>, tensor<3x1xi32>) -> tensor<3x3xf64>
  %y = stablehlo.multiply %g, %w : tensor<3x3xf64>
  return %y : tensor<3x3xf64>
}

func.func @rows_at_constants_outside(%x: tensor<4x3xf64>, %w: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %i = stablehlo.constant dense<[[-1], [5], [2]]> : tensor<3x1xi32>
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
      slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}
      : (tensor<4x3xf64>, tensor<3x1xi32>) -> tensor<3x2xf64>
  %y = stablehlo.multiply %g, %w : tensor<3x2xf64>
  return %y : tensor<3x2xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 6]
func.func @windows_at_any_indices(%x: tensor<5x4xf64>, %w: tensor<3x2x3xf64>, %i: tensor<3x2xi64>) -> tensor<3x2x3xf64> {
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [1, 0], index_vector_dim = 1>,
      slice_sizes = array<i64: 2, 3>, indices_are_sorted = false}
      : (tensor<5x4xf64>, tensor<3x2xi64>) -> tensor<3x2x3xf64>
  %y = stablehlo.multiply %g, %w : tensor<3x2x3xf64>
  return %y : tensor<3x2x3xf64>
}

// domain: [-2, 2] [-2, 2] [-1, 5]
func.func @index_vectors_first(%x: tensor<5x4x2xf64>, %w: tensor<3x2x2xf64>, %i: tensor<2x3xi32>) -> tensor<3x2x2xf64> {
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 0>,
      slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false}
      : (tensor<5x4x2xf64>, tensor<2x3xi32>) -> tensor<3x2x2xf64>
  %y = stablehlo.multiply %g, %w : tensor<3x2x2xf64>
  return %y : tensor<3x2x2xf64>
}

// domain: [-2, 2] [-2, 2] [0, 9]
func.func @unsigned_indices(%x: tensor<4x3xf64>, %w: tensor<3x3xf64>, %i: tensor<3xui8>) -> tensor<3x3xf64> {
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
      slice_sizes = array<i64: 1, 3>, indices_are_sorted = false}
      : (tensor<4x3xf64>, tensor<3xui8>) -> tensor<3x3xf64>
  %y = stablehlo.multiply %g, %w : tensor<3x3xf64>
  return %y : tensor<3x3xf64>
}

// domain: [-2, 2] [-2, 2] [-9, 127]
func.func @small_indices(%x: tensor<200xf64>, %w: tensor<4xf64>, %i: tensor<4xi8>) -> tensor<4xf64> {
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
      slice_sizes = array<i64: 1>, indices_are_sorted = false}
      : (tensor<200xf64>, tensor<4xi8>) -> tensor<4xf64>
  %y = stablehlo.multiply %g, %w : tensor<4xf64>
  return %y : tensor<4xf64>
}

// domain: [-2, 2] [-2, 2] [-1, 6]
func.func @batches(%x: tensor<2x5x3xf64>, %w: tensor<2x4x3xf64>, %i: tensor<2x4x1xi32>) -> tensor<2x4x3xf64> {
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>,
      slice_sizes = array<i64: 1, 1, 3>, indices_are_sorted = false}
      : (tensor<2x5x3xf64>, tensor<2x4x1xi32>) -> tensor<2x4x3xf64>
  %y = stablehlo.multiply %g, %w : tensor<2x4x3xf64>
  return %y : tensor<2x4x3xf64>
}

// domain: [-2, 2] [-2, 2] [0, 4]
func.func @batches_elsewhere(%x: tensor<5x2x3xf64>, %w: tensor<4x3x2xf64>, %i: tensor<4x3x2xi32>) -> tensor<4x3x2xf64> {
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], operand_batching_dims = [1, 2], start_indices_batching_dims = [2, 1], start_index_map = [0], index_vector_dim = 3>,
      slice_sizes = array<i64: 1, 1, 1>, indices_are_sorted = false}
      : (tensor<5x2x3xf64>, tensor<4x3x2xi32>) -> tensor<4x3x2xf64>
  %y = stablehlo.multiply %g, %w : tensor<4x3x2xf64>
  return %y : tensor<4x3x2xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 6]
func.func @one_index(%x: tensor<5xf64>, %w: tensor<2xf64>, %i: tensor<1xi32>) -> tensor<2xf64> {
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>,
      slice_sizes = array<i64: 2>, indices_are_sorted = false}
      : (tensor<5xf64>, tensor<1xi32>) -> tensor<2xf64>
  %y = stablehlo.multiply %g, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @no_index_parts(%x: tensor<2x3xf64>, %w: tensor<4x2x3xf64>, %i: tensor<4x0xi32>) -> tensor<4x2x3xf64> {
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], index_vector_dim = 1>,
      slice_sizes = array<i64: 2, 3>, indices_are_sorted = false}
      : (tensor<2x3xf64>, tensor<4x0xi32>) -> tensor<4x2x3xf64>
  %y = stablehlo.multiply %g, %w : tensor<4x2x3xf64>
  return %y : tensor<4x2x3xf64>
}

func.func @nothing(%x: tensor<4x3xf64>, %w: tensor<0x3xf64>, %i: tensor<0xi32>) -> tensor<0x3xf64> {
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
      slice_sizes = array<i64: 1, 3>, indices_are_sorted = false}
      : (tensor<4x3xf64>, tensor<0xi32>) -> tensor<0x3xf64>
  %y = stablehlo.multiply %g, %w : tensor<0x3xf64>
  return %y : tensor<0x3xf64>
}

// domain: [-2, 2] [-2, 2] [-1, 1]
func.func @from_one(%x: tensor<1xf64>, %w: tensor<3xf64>, %i: tensor<3xi32>) -> tensor<3xf64> {
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
      slice_sizes = array<i64: 1>, indices_are_sorted = false}
      : (tensor<1xf64>, tensor<3xi32>) -> tensor<3xf64>
  %y = stablehlo.multiply %g, %w : tensor<3xf64>
  return %y : tensor<3xf64>
}

// domain: [-2, 2] [-2, 2] [-1, 5]
func.func @complex_rows(%x: tensor<4x2xcomplex<f64>>, %w: tensor<3x2xcomplex<f64>>, %i: tensor<3xi32>) -> tensor<3x2xcomplex<f64>> {
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
      slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}
      : (tensor<4x2xcomplex<f64>>, tensor<3xi32>) -> tensor<3x2xcomplex<f64>>
  %y = stablehlo.multiply %g, %w : tensor<3x2xcomplex<f64>>
  return %y : tensor<3x2xcomplex<f64>>
}

// domain: [-2, 2] [-2, 2] [-1, 5]
func.func @dynamic_gather(%x: tensor<4x3xf64>, %w: tensor<5x2xf64>, %i: tensor<5xi32>) -> tensor<5x2xf64> {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %g = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}
      : (tensor<4x3xf64>, tensor<5xi32>, tensor<2xi64>) -> tensor<5x2xf64>
  %y = stablehlo.multiply %g, %w : tensor<5x2xf64>
  return %y : tensor<5x2xf64>
}

// domain: [-2, 2] [-2, 2] [-1, 4]
func.func @torch_index_select(%x: tensor<2x4x3xf64>, %w: tensor<2x5x3xf64>, %i: tensor<5xi32>) -> tensor<2x5x3xf64> {
  %g = "stablehlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 0 : i64}
      : (tensor<2x4x3xf64>, tensor<5xi32>) -> tensor<2x5x3xf64>
  %y = stablehlo.multiply %g, %w : tensor<2x5x3xf64>
  return %y : tensor<2x5x3xf64>
}

// domain: [-2, 2] [-2, 2] [0, 3]
func.func @torch_index_select_in_batches(%x: tensor<2x3x4xf64>, %w: tensor<2x3x2x2xf64>, %i: tensor<2x2x2xi64>) -> tensor<2x3x2x2xf64> {
  %g = "stablehlo.torch_index_select"(%x, %i) {dim = 2 : i64, batch_dims = 1 : i64}
      : (tensor<2x3x4xf64>, tensor<2x2x2xi64>) -> tensor<2x3x2x2xf64>
  %y = stablehlo.multiply %g, %w : tensor<2x3x2x2xf64>
  return %y : tensor<2x3x2x2xf64>
}

// --- scatter ---------------------------------------------------------------------------------------------------------
// domain: [-2, 2] [-2, 2] [-2, 2] [-2, 5]
func.func @add_rows(%x: tensor<4x3xf64>, %u: tensor<5x3xf64>, %w: tensor<4x3xf64>, %i: tensor<5xi32>) -> tensor<4x3xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4x3xf64>, tensor<5xi32>, tensor<5x3xf64>) -> tensor<4x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}

func.func @add_unique(%x: tensor<4x3xf64>, %u: tensor<3x3xf64>, %w: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %i = stablehlo.constant dense<[3, -1, 0]> : tensor<3xi32>
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = true} : (tensor<4x3xf64>, tensor<3xi32>, tensor<3x3xf64>) -> tensor<4x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 3]
func.func @add_points(%x: tensor<3x4xf64>, %u: tensor<6xf64>, %w: tensor<3x4xf64>, %i: tensor<6x2xi32>) -> tensor<3x4xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<3x4xf64>, tensor<6x2xi32>, tensor<6xf64>) -> tensor<3x4xf64>
  %y = stablehlo.multiply %s, %w : tensor<3x4xf64>
  return %y : tensor<3x4xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-2, 5]
func.func @add_windows_partly_outside(%x: tensor<4x5xf64>, %u: tensor<3x2x3xf64>, %w: tensor<4x5xf64>, %i: tensor<3x2xi32>) -> tensor<4x5xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4x5xf64>, tensor<3x2xi32>, tensor<3x2x3xf64>) -> tensor<4x5xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x5xf64>
  return %y : tensor<4x5xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 4]
func.func @add_in_batches(%x: tensor<2x4x2xf64>, %u: tensor<2x3x2xf64>, %w: tensor<2x4x2xf64>, %i: tensor<2x3x1xi32>) -> tensor<2x4x2xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>,
      unique_indices = false} : (tensor<2x4x2xf64>, tensor<2x3x1xi32>, tensor<2x3x2xf64>) -> tensor<2x4x2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x4x2xf64>
  return %y : tensor<2x4x2xf64>
}

func.func @add_nothing(%x: tensor<4xf64>, %u: tensor<0xf64>, %w: tensor<4xf64>, %i: tensor<0xi32>) -> tensor<4xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4xf64>, tensor<0xi32>, tensor<0xf64>) -> tensor<4xf64>
  %y = stablehlo.multiply %s, %w : tensor<4xf64>
  return %y : tensor<4xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-2, 5]
func.func @replace_rows(%x: tensor<4x3xf64>, %u: tensor<5x3xf64>, %w: tensor<4x3xf64>, %i: tensor<5xi32>) -> tensor<4x3xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4x3xf64>, tensor<5xi32>, tensor<5x3xf64>) -> tensor<4x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}

func.func @replace_unique(%x: tensor<4x3xf64>, %u: tensor<3x3xf64>, %w: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %i = stablehlo.constant dense<[3, -1, 0]> : tensor<3xi32>
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = true} : (tensor<4x3xf64>, tensor<3xi32>, tensor<3x3xf64>) -> tensor<4x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 3]
func.func @replace_points(%x: tensor<3x4xf64>, %u: tensor<6xf64>, %w: tensor<3x4xf64>, %i: tensor<6x2xi32>) -> tensor<3x4xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<3x4xf64>, tensor<6x2xi32>, tensor<6xf64>) -> tensor<3x4xf64>
  %y = stablehlo.multiply %s, %w : tensor<3x4xf64>
  return %y : tensor<3x4xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-2, 5]
func.func @replace_windows_partly_outside(%x: tensor<4x5xf64>, %u: tensor<3x2x3xf64>, %w: tensor<4x5xf64>, %i: tensor<3x2xi32>) -> tensor<4x5xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4x5xf64>, tensor<3x2xi32>, tensor<3x2x3xf64>) -> tensor<4x5xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x5xf64>
  return %y : tensor<4x5xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 4]
func.func @replace_in_batches(%x: tensor<2x4x2xf64>, %u: tensor<2x3x2xf64>, %w: tensor<2x4x2xf64>, %i: tensor<2x3x1xi32>) -> tensor<2x4x2xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>,
      unique_indices = false} : (tensor<2x4x2xf64>, tensor<2x3x1xi32>, tensor<2x3x2xf64>) -> tensor<2x4x2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x4x2xf64>
  return %y : tensor<2x4x2xf64>
}

func.func @replace_nothing(%x: tensor<4xf64>, %u: tensor<0xf64>, %w: tensor<4xf64>, %i: tensor<0xi32>) -> tensor<4xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4xf64>, tensor<0xi32>, tensor<0xf64>) -> tensor<4xf64>
  %y = stablehlo.multiply %s, %w : tensor<4xf64>
  return %y : tensor<4xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-2, 5]
func.func @multiply_rows(%x: tensor<4x3xf64>, %u: tensor<5x3xf64>, %w: tensor<4x3xf64>, %i: tensor<5xi32>) -> tensor<4x3xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4x3xf64>, tensor<5xi32>, tensor<5x3xf64>) -> tensor<4x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}

func.func @multiply_unique(%x: tensor<4x3xf64>, %u: tensor<3x3xf64>, %w: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %i = stablehlo.constant dense<[3, -1, 0]> : tensor<3xi32>
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = true} : (tensor<4x3xf64>, tensor<3xi32>, tensor<3x3xf64>) -> tensor<4x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 3]
func.func @multiply_points(%x: tensor<3x4xf64>, %u: tensor<6xf64>, %w: tensor<3x4xf64>, %i: tensor<6x2xi32>) -> tensor<3x4xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<3x4xf64>, tensor<6x2xi32>, tensor<6xf64>) -> tensor<3x4xf64>
  %y = stablehlo.multiply %s, %w : tensor<3x4xf64>
  return %y : tensor<3x4xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-2, 5]
func.func @multiply_windows_partly_outside(%x: tensor<4x5xf64>, %u: tensor<3x2x3xf64>, %w: tensor<4x5xf64>, %i: tensor<3x2xi32>) -> tensor<4x5xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4x5xf64>, tensor<3x2xi32>, tensor<3x2x3xf64>) -> tensor<4x5xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x5xf64>
  return %y : tensor<4x5xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 4]
func.func @multiply_in_batches(%x: tensor<2x4x2xf64>, %u: tensor<2x3x2xf64>, %w: tensor<2x4x2xf64>, %i: tensor<2x3x1xi32>) -> tensor<2x4x2xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>,
      unique_indices = false} : (tensor<2x4x2xf64>, tensor<2x3x1xi32>, tensor<2x3x2xf64>) -> tensor<2x4x2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x4x2xf64>
  return %y : tensor<2x4x2xf64>
}

func.func @multiply_nothing(%x: tensor<4xf64>, %u: tensor<0xf64>, %w: tensor<4xf64>, %i: tensor<0xi32>) -> tensor<4xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4xf64>, tensor<0xi32>, tensor<0xf64>) -> tensor<4xf64>
  %y = stablehlo.multiply %s, %w : tensor<4xf64>
  return %y : tensor<4xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-2, 5]
func.func @maximum_rows(%x: tensor<4x3xf64>, %u: tensor<5x3xf64>, %w: tensor<4x3xf64>, %i: tensor<5xi32>) -> tensor<4x3xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4x3xf64>, tensor<5xi32>, tensor<5x3xf64>) -> tensor<4x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}

func.func @maximum_unique(%x: tensor<4x3xf64>, %u: tensor<3x3xf64>, %w: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %i = stablehlo.constant dense<[3, -1, 0]> : tensor<3xi32>
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = true} : (tensor<4x3xf64>, tensor<3xi32>, tensor<3x3xf64>) -> tensor<4x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 3]
func.func @maximum_points(%x: tensor<3x4xf64>, %u: tensor<6xf64>, %w: tensor<3x4xf64>, %i: tensor<6x2xi32>) -> tensor<3x4xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<3x4xf64>, tensor<6x2xi32>, tensor<6xf64>) -> tensor<3x4xf64>
  %y = stablehlo.multiply %s, %w : tensor<3x4xf64>
  return %y : tensor<3x4xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-2, 5]
func.func @maximum_windows_partly_outside(%x: tensor<4x5xf64>, %u: tensor<3x2x3xf64>, %w: tensor<4x5xf64>, %i: tensor<3x2xi32>) -> tensor<4x5xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4x5xf64>, tensor<3x2xi32>, tensor<3x2x3xf64>) -> tensor<4x5xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x5xf64>
  return %y : tensor<4x5xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 4]
func.func @maximum_in_batches(%x: tensor<2x4x2xf64>, %u: tensor<2x3x2xf64>, %w: tensor<2x4x2xf64>, %i: tensor<2x3x1xi32>) -> tensor<2x4x2xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>,
      unique_indices = false} : (tensor<2x4x2xf64>, tensor<2x3x1xi32>, tensor<2x3x2xf64>) -> tensor<2x4x2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x4x2xf64>
  return %y : tensor<2x4x2xf64>
}

func.func @maximum_nothing(%x: tensor<4xf64>, %u: tensor<0xf64>, %w: tensor<4xf64>, %i: tensor<0xi32>) -> tensor<4xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4xf64>, tensor<0xi32>, tensor<0xf64>) -> tensor<4xf64>
  %y = stablehlo.multiply %s, %w : tensor<4xf64>
  return %y : tensor<4xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-2, 5]
func.func @minimum_rows(%x: tensor<4x3xf64>, %u: tensor<5x3xf64>, %w: tensor<4x3xf64>, %i: tensor<5xi32>) -> tensor<4x3xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4x3xf64>, tensor<5xi32>, tensor<5x3xf64>) -> tensor<4x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}

func.func @minimum_unique(%x: tensor<4x3xf64>, %u: tensor<3x3xf64>, %w: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %i = stablehlo.constant dense<[3, -1, 0]> : tensor<3xi32>
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = true} : (tensor<4x3xf64>, tensor<3xi32>, tensor<3x3xf64>) -> tensor<4x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 3]
func.func @minimum_points(%x: tensor<3x4xf64>, %u: tensor<6xf64>, %w: tensor<3x4xf64>, %i: tensor<6x2xi32>) -> tensor<3x4xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<3x4xf64>, tensor<6x2xi32>, tensor<6xf64>) -> tensor<3x4xf64>
  %y = stablehlo.multiply %s, %w : tensor<3x4xf64>
  return %y : tensor<3x4xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-2, 5]
func.func @minimum_windows_partly_outside(%x: tensor<4x5xf64>, %u: tensor<3x2x3xf64>, %w: tensor<4x5xf64>, %i: tensor<3x2xi32>) -> tensor<4x5xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4x5xf64>, tensor<3x2xi32>, tensor<3x2x3xf64>) -> tensor<4x5xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x5xf64>
  return %y : tensor<4x5xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 4]
func.func @minimum_in_batches(%x: tensor<2x4x2xf64>, %u: tensor<2x3x2xf64>, %w: tensor<2x4x2xf64>, %i: tensor<2x3x1xi32>) -> tensor<2x4x2xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>,
      unique_indices = false} : (tensor<2x4x2xf64>, tensor<2x3x1xi32>, tensor<2x3x2xf64>) -> tensor<2x4x2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x4x2xf64>
  return %y : tensor<2x4x2xf64>
}

func.func @minimum_nothing(%x: tensor<4xf64>, %u: tensor<0xf64>, %w: tensor<4xf64>, %i: tensor<0xi32>) -> tensor<4xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4xf64>, tensor<0xi32>, tensor<0xf64>) -> tensor<4xf64>
  %y = stablehlo.multiply %s, %w : tensor<4xf64>
  return %y : tensor<4xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-2, 5]
func.func @mix_rows(%x: tensor<4x3xf64>, %u: tensor<5x3xf64>, %w: tensor<4x3xf64>, %i: tensor<5xi32>) -> tensor<4x3xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.multiply %a, %b : tensor<f64>
    %d = stablehlo.sine %a : tensor<f64>
    %r = stablehlo.add %c, %d : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4x3xf64>, tensor<5xi32>, tensor<5x3xf64>) -> tensor<4x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}

func.func @mix_unique(%x: tensor<4x3xf64>, %u: tensor<3x3xf64>, %w: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %i = stablehlo.constant dense<[3, -1, 0]> : tensor<3xi32>
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.multiply %a, %b : tensor<f64>
    %d = stablehlo.sine %a : tensor<f64>
    %r = stablehlo.add %c, %d : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = true} : (tensor<4x3xf64>, tensor<3xi32>, tensor<3x3xf64>) -> tensor<4x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 3]
func.func @mix_points(%x: tensor<3x4xf64>, %u: tensor<6xf64>, %w: tensor<3x4xf64>, %i: tensor<6x2xi32>) -> tensor<3x4xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.multiply %a, %b : tensor<f64>
    %d = stablehlo.sine %a : tensor<f64>
    %r = stablehlo.add %c, %d : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<3x4xf64>, tensor<6x2xi32>, tensor<6xf64>) -> tensor<3x4xf64>
  %y = stablehlo.multiply %s, %w : tensor<3x4xf64>
  return %y : tensor<3x4xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-2, 5]
func.func @mix_windows_partly_outside(%x: tensor<4x5xf64>, %u: tensor<3x2x3xf64>, %w: tensor<4x5xf64>, %i: tensor<3x2xi32>) -> tensor<4x5xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.multiply %a, %b : tensor<f64>
    %d = stablehlo.sine %a : tensor<f64>
    %r = stablehlo.add %c, %d : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4x5xf64>, tensor<3x2xi32>, tensor<3x2x3xf64>) -> tensor<4x5xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x5xf64>
  return %y : tensor<4x5xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 4]
func.func @mix_in_batches(%x: tensor<2x4x2xf64>, %u: tensor<2x3x2xf64>, %w: tensor<2x4x2xf64>, %i: tensor<2x3x1xi32>) -> tensor<2x4x2xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.multiply %a, %b : tensor<f64>
    %d = stablehlo.sine %a : tensor<f64>
    %r = stablehlo.add %c, %d : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>,
      unique_indices = false} : (tensor<2x4x2xf64>, tensor<2x3x1xi32>, tensor<2x3x2xf64>) -> tensor<2x4x2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x4x2xf64>
  return %y : tensor<2x4x2xf64>
}

func.func @mix_nothing(%x: tensor<4xf64>, %u: tensor<0xf64>, %w: tensor<4xf64>, %i: tensor<0xi32>) -> tensor<4xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.multiply %a, %b : tensor<f64>
    %d = stablehlo.sine %a : tensor<f64>
    %r = stablehlo.add %c, %d : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4xf64>, tensor<0xi32>, tensor<0xf64>) -> tensor<4xf64>
  %y = stablehlo.multiply %s, %w : tensor<4xf64>
  return %y : tensor<4xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 4]
func.func @multiply_in_batches_elsewhere(%x: tensor<4x2x3xf64>, %u: tensor<2x3x2xf64>, %w: tensor<4x2x3xf64>, %i: tensor<1x3x2xi32>) -> tensor<4x2x3xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>,
      unique_indices = false} : (tensor<4x2x3xf64>, tensor<1x3x2xi32>, tensor<2x3x2xf64>) -> tensor<4x2x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x2x3xf64>
  return %y : tensor<4x2x3xf64>
}

func.func @add_constant_indices(%x: tensor<4x3xf64>, %u: tensor<4x3xf64>, %w: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %i = stablehlo.constant dense<[0, 3, 1, 1]> : tensor<4xi32>
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4x3xf64>, tensor<4xi32>, tensor<4x3xf64>) -> tensor<4x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [0, 6]
func.func @add_unsigned_indices(%x: tensor<4x3xf64>, %u: tensor<3x3xf64>, %w: tensor<4x3xf64>, %i: tensor<3xui32>) -> tensor<4x3xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4x3xf64>, tensor<3xui32>, tensor<3x3xf64>) -> tensor<4x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 1]
func.func @replace_into_one(%x: tensor<1xf64>, %u: tensor<3xf64>, %w: tensor<1xf64>, %i: tensor<3xi32>) -> tensor<1xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<1xf64>, tensor<3xi32>, tensor<3xf64>) -> tensor<1xf64>
  %y = stablehlo.multiply %s, %w : tensor<1xf64>
  return %y : tensor<1xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 4]
func.func @add_complex(%x: tensor<4xcomplex<f64>>, %u: tensor<3xcomplex<f64>>, %w: tensor<4xcomplex<f64>>, %i: tensor<3xi32>) -> tensor<4xcomplex<f64>> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
    %r = stablehlo.add %a, %b : tensor<complex<f64>>
    stablehlo.return %r : tensor<complex<f64>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4xcomplex<f64>>, tensor<3xi32>, tensor<3xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  %y = stablehlo.multiply %s, %w : tensor<4xcomplex<f64>>
  return %y : tensor<4xcomplex<f64>>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 4]
func.func @replace_complex(%x: tensor<4xcomplex<f64>>, %u: tensor<3xcomplex<f64>>, %w: tensor<4xcomplex<f64>>, %i: tensor<3xi32>) -> tensor<4xcomplex<f64>> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
    stablehlo.return %b : tensor<complex<f64>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4xcomplex<f64>>, tensor<3xi32>, tensor<3xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  %y = stablehlo.multiply %s, %w : tensor<4xcomplex<f64>>
  return %y : tensor<4xcomplex<f64>>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 4]
func.func @multiply_complex(%x: tensor<4xcomplex<f64>>, %u: tensor<3xcomplex<f64>>, %w: tensor<4xcomplex<f64>>, %i: tensor<3xi32>) -> tensor<4xcomplex<f64>> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
    %r = stablehlo.multiply %a, %b : tensor<complex<f64>>
    stablehlo.return %r : tensor<complex<f64>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false} : (tensor<4xcomplex<f64>>, tensor<3xi32>, tensor<3xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  %y = stablehlo.multiply %s, %w : tensor<4xcomplex<f64>>
  return %y : tensor<4xcomplex<f64>>
}

// Of each pair one is added, and the other replaces.
// domain: [-2, 2] [-2, 2] [-2, 2] [-2, 2] [-1, 4]
func.func @several_independent(%x: tensor<4xf64>, %z: tensor<4xf64>, %u: tensor<5xf64>, %v: tensor<5xf64>, %i: tensor<5xi32>) -> (tensor<4xf64>, tensor<4xf64>) {
  %s:2 = "stablehlo.scatter"(%x, %z, %i, %u, %v) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
    %r = stablehlo.add %a, %c : tensor<f64>
    stablehlo.return %r, %d : tensor<f64>, tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
      : (tensor<4xf64>, tensor<4xf64>, tensor<5xi32>, tensor<5xf64>, tensor<5xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  %p = stablehlo.multiply %s#0, %s#1 : tensor<4xf64>
  return %p, %s#1 : tensor<4xf64>, tensor<4xf64>
}

// Affine functions, one after the other.
// domain: [-2, 2] [-2, 2] [-2, 2] [-2, 2] [-1, 4]
func.func @several_that_mix(%x: tensor<4xf64>, %z: tensor<4xf64>, %u: tensor<6xf64>, %v: tensor<6xf64>, %i: tensor<6xi32>) -> (tensor<4xf64>, tensor<4xf64>) {
  %s:2 = "stablehlo.scatter"(%x, %z, %i, %u, %v) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
    %e = stablehlo.multiply %a, %c : tensor<f64>
    %f = stablehlo.multiply %b, %c : tensor<f64>
    %g = stablehlo.add %f, %d : tensor<f64>
    stablehlo.return %e, %g : tensor<f64>, tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
      : (tensor<4xf64>, tensor<4xf64>, tensor<6xi32>, tensor<6xf64>, tensor<6xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  return %s#0, %s#1 : tensor<4xf64>, tensor<4xf64>
}

// A function of the old value only.
// domain: [-2, 2] [-2, 2] [-2, 2] [-1, 4]
func.func @apply(%x: tensor<4xf64>, %u: tensor<5xf64>, %w: tensor<4xf64>, %i: tensor<5xi32>) -> tensor<4xf64> {
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.sine %a : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
      : (tensor<4xf64>, tensor<5xi32>, tensor<5xf64>) -> tensor<4xf64>
  %y = stablehlo.multiply %s, %w : tensor<4xf64>
  return %y : tensor<4xf64>
}

// Equal ones share: the old value and both updates of an element.
// special: 1.0, 1.0 -> 0.3333333333333333, 0.3333333333333333
func.func @maximum_ties(%x: tensor<1xf64>, %u: tensor<2xf64>) -> tensor<1xf64> {
  %i = stablehlo.constant dense<0> : tensor<2x1xi32>
  %s = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
      : (tensor<1xf64>, tensor<2x1xi32>, tensor<2xf64>) -> tensor<1xf64>
  return %s : tensor<1xf64>
}
