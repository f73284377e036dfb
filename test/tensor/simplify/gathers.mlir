// rewrite: gather_of_one
func.func @one_row(%x: tensor<5x4xf32>, %i: tensor<1xi32>) -> tensor<4xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1, 4>}> : (tensor<5x4xf32>, tensor<1xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// after:
// func.func @one_row(%arg0: tensor<5x4xf32>, %arg1: tensor<1xi32>) -> tensor<4xf32> {
//   %0 = stablehlo.reshape %arg1 : (tensor<1xi32>) -> tensor<i32>
//   %c = stablehlo.constant dense<0> : tensor<i32>
//   %1 = stablehlo.dynamic_slice %arg0, %0, %c,  sizes = [1, 4] : (tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
//   %2 = stablehlo.reshape %1 : (tensor<1x4xf32>) -> tensor<4xf32>
//   return %2 : tensor<4xf32>
// }
// -----
// rewrite: gather_of_one
func.func @one_window(%x: tensor<5x4x3xf32>, %i: tensor<1x2xi64>) -> tensor<1x2x3xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [1], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 1, 3>}> : (tensor<5x4x3xf32>, tensor<1x2xi64>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}
// after:
// func.func @one_window(%arg0: tensor<5x4x3xf32>, %arg1: tensor<1x2xi64>) -> tensor<1x2x3xf32> {
//   %0 = stablehlo.reshape %arg1 : (tensor<1x2xi64>) -> tensor<2xi64>
//   %1 = stablehlo.slice %0 [1:2] : (tensor<2xi64>) -> tensor<1xi64>
//   %2 = stablehlo.reshape %1 : (tensor<1xi64>) -> tensor<i64>
//   %3 = stablehlo.slice %0 [0:1] : (tensor<2xi64>) -> tensor<1xi64>
//   %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
//   %c = stablehlo.constant dense<0> : tensor<i64>
//   %5 = stablehlo.dynamic_slice %arg0, %2, %4, %c,  sizes = [2, 1, 3] : (tensor<5x4x3xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x1x3xf32>
//   %6 = stablehlo.reshape %5 : (tensor<2x1x3xf32>) -> tensor<1x2x3xf32>
//   return %6 : tensor<1x2x3xf32>
// }
// -----
// rewrite: gather_at_iota
func.func @first_rows(%x: tensor<5x4xf32>) -> (tensor<3x4xf32>, tensor<5x4xf32>) {
  %0 = stablehlo.iota dim = 0 : tensor<3x1xi32>
  %1 = "stablehlo.gather"(%x, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<5x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  %2 = stablehlo.iota dim = 0 : tensor<4xi32>
  %3 = "stablehlo.gather"(%x, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 5, 1>}> : (tensor<5x4xf32>, tensor<4xi32>) -> tensor<5x4xf32>
  return %1, %3 : tensor<3x4xf32>, tensor<5x4xf32>
}
// after:
// func.func @first_rows(%arg0: tensor<5x4xf32>) -> (tensor<3x4xf32>, tensor<5x4xf32>) {
//   %0 = stablehlo.slice %arg0 [0:3, 0:4] : (tensor<5x4xf32>) -> tensor<3x4xf32>
//   return %0, %arg0 : tensor<3x4xf32>, tensor<5x4xf32>
// }
// -----
// rewrite: gather_at_iota
func.func @transposed(%x: tensor<5x4xf32>) -> tensor<4x5xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<5xi32>
  %1 = "stablehlo.gather"(%x, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<5x4xf32>, tensor<5xi32>) -> tensor<4x5xf32>
  return %1 : tensor<4x5xf32>
}
// after:
// func.func @transposed(%arg0: tensor<5x4xf32>) -> tensor<4x5xf32> {
//   %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
//   return %0 : tensor<4x5xf32>
// }
// -----
// rewrite: gather_of_iota
func.func @of_iota(%i: tensor<3x1xi64>) -> tensor<3xi32> {
  %0 = stablehlo.iota dim = 0 : tensor<10xi32>
  %1 = "stablehlo.gather"(%0, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<10xi32>, tensor<3x1xi64>) -> tensor<3xi32>
  return %1 : tensor<3xi32>
}
// after:
// func.func @of_iota(%arg0: tensor<3x1xi64>) -> tensor<3xi32> {
//   %0 = stablehlo.reshape %arg0 : (tensor<3x1xi64>) -> tensor<3xi64>
//   %c = stablehlo.constant dense<0> : tensor<i64>
//   %c_0 = stablehlo.constant dense<9> : tensor<i64>
//   %1 = stablehlo.clamp %c, %0, %c_0 : (tensor<i64>, tensor<3xi64>, tensor<i64>) -> tensor<3xi64>
//   %2 = stablehlo.convert %1 : (tensor<3xi64>) -> tensor<3xi32>
//   return %2 : tensor<3xi32>
// }
// -----
// rewrite: scatter_of_nothing
func.func @no_updates(%x: tensor<5xf32>, %i: tensor<0x1xi32>, %u: tensor<0xf32>) -> tensor<5xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<5xf32>, tensor<0x1xi32>, tensor<0xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
// after:
// func.func @no_updates(%arg0: tensor<5xf32>, %arg1: tensor<0x1xi32>, %arg2: tensor<0xf32>) -> tensor<5xf32> {
//   return %arg0 : tensor<5xf32>
// }
// -----
// rewrite: scatter_of_one
func.func @one_window_set(%x: tensor<5x4xf32>, %u: tensor<2xf32>) -> tensor<5x4xf32> {
  %i = stablehlo.constant dense<[3, 1]> : tensor<2xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<2xi32>, tensor<2xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}
// after:
// func.func @one_window_set(%arg0: tensor<5x4xf32>, %arg1: tensor<2xf32>) -> tensor<5x4xf32> {
//   %0 = stablehlo.reshape %arg1 : (tensor<2xf32>) -> tensor<1x2xf32>
//   %c = stablehlo.constant dense<3> : tensor<i64>
//   %c_0 = stablehlo.constant dense<1> : tensor<i64>
//   %1 = stablehlo.dynamic_update_slice %arg0, %0, %c, %c_0 : (tensor<5x4xf32>, tensor<1x2xf32>, tensor<i64>, tensor<i64>) -> tensor<5x4xf32>
//   return %1 : tensor<5x4xf32>
// }
// -----
// rewrite: scatter_of_one
func.func @one_element_added(%x: tensor<5xf32>, %u: tensor<f32>) -> tensor<5xf32> {
  %i = stablehlo.constant dense<3> : tensor<1xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<5xf32>, tensor<1xi32>, tensor<f32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
// after:
// func.func @one_element_added(%arg0: tensor<5xf32>, %arg1: tensor<f32>) -> tensor<5xf32> {
//   %0 = stablehlo.reshape %arg1 : (tensor<f32>) -> tensor<1xf32>
//   %1 = stablehlo.slice %arg0 [3:4] : (tensor<5xf32>) -> tensor<1xf32>
//   %2 = stablehlo.subtract %1, %0 : tensor<1xf32>
//   %c = stablehlo.constant dense<3> : tensor<i64>
//   %3 = stablehlo.dynamic_update_slice %arg0, %2, %c : (tensor<5xf32>, tensor<1xf32>, tensor<i64>) -> tensor<5xf32>
//   return %3 : tensor<5xf32>
// }
// -----
// rewrite: scatter_of_one
func.func @everything_set(%x: tensor<4xf32>, %u: tensor<1x4xf32>) -> tensor<4xf32> {
  %i = stablehlo.constant dense<0> : tensor<1x1xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>, tensor<1x1xi32>, tensor<1x4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// after:
// func.func @everything_set(%arg0: tensor<4xf32>, %arg1: tensor<1x4xf32>) -> tensor<4xf32> {
//   %0 = stablehlo.reshape %arg1 : (tensor<1x4xf32>) -> tensor<4xf32>
//   return %0 : tensor<4xf32>
// }
// -----
// What falls outside is dropped, element by element.
// rewrite: scatter_of_one
func.func @partly_outside(%x: tensor<5xf32>, %u: tensor<2xf32>) -> tensor<5xf32> {
  %i = stablehlo.constant dense<4> : tensor<1xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<5xf32>, tensor<1xi32>, tensor<2xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
// unchanged
