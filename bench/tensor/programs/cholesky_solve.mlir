module @jit_solve attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<512x512xf64>, %arg1: tensor<512x8xf64>) -> (tensor<512x8xf64> {jax.result_info = "result[0]"}, tensor<f64> {jax.result_info = "result[1]"}) {
    %0 = call @cholesky(%arg0) : (tensor<512x512xf64>) -> tensor<512x512xf64>
    %1 = call @_cho_solve(%0, %arg1) : (tensor<512x512xf64>, tensor<512x8xf64>) -> tensor<512x8xf64>
    %2 = call @_diag(%0) : (tensor<512x512xf64>) -> tensor<512xf64>
    %3 = stablehlo.log %2 : tensor<512xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<512xf64>, tensor<f64>) -> tensor<f64>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %5 = stablehlo.multiply %cst_0, %4 : tensor<f64>
    return %1, %5 : tensor<512x8xf64>, tensor<f64>
  }
  func.func private @cholesky(%arg0: tensor<512x512xf64>) -> tensor<512x512xf64> {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<512x512xf64>) -> tensor<512x512xf64>
    %1 = stablehlo.add %arg0, %0 : tensor<512x512xf64>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<512x512xf64>
    %3 = stablehlo.divide %1, %2 : tensor<512x512xf64>
    %4:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%3) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], []) {i=512, j=512, k=512, l=512}, custom>} : (tensor<512x512xf64>) -> (tensor<512x512xf64>, tensor<i32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %6 = stablehlo.compare EQ, %4#1, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<512x512xf64>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<512x512xi1>
    %10 = stablehlo.select %9, %4#0, %8 : tensor<512x512xi1>, tensor<512x512xf64>
    %11 = stablehlo.iota dim = 0 : tensor<512x512xi64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %12 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<512x512xi64>
    %13 = stablehlo.add %11, %12 : tensor<512x512xi64>
    %14 = stablehlo.iota dim = 1 : tensor<512x512xi64>
    %15 = stablehlo.compare GE, %13, %14, SIGNED : (tensor<512x512xi64>, tensor<512x512xi64>) -> tensor<512x512xi1>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<512x512xf64>
    %17 = stablehlo.select %15, %10, %16 : tensor<512x512xi1>, tensor<512x512xf64>
    return %17 : tensor<512x512xf64>
  }
  func.func private @_cho_solve(%arg0: tensor<512x512xf64>, %arg1: tensor<512x8xf64>) -> tensor<512x8xf64> {
    %0 = stablehlo.custom_call @lapack_dtrsm_ffi(%arg0, %arg1) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=512, j=512, k=512, l=8, m=512, n=8}, custom>} : (tensor<512x512xf64>, tensor<512x8xf64>) -> tensor<512x8xf64>
    %1 = stablehlo.custom_call @lapack_dtrsm_ffi(%arg0, %0) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=512, j=512, k=512, l=8, m=512, n=8}, custom>} : (tensor<512x512xf64>, tensor<512x8xf64>) -> tensor<512x8xf64>
    return %1 : tensor<512x8xf64>
  }
  func.func private @_diag(%arg0: tensor<512x512xf64>) -> tensor<512xf64> {
    %0 = call @diagonal(%arg0) : (tensor<512x512xf64>) -> tensor<512xf64>
    return %0 : tensor<512xf64>
  }
  func.func private @diagonal(%arg0: tensor<512x512xf64>) -> tensor<512xf64> {
    %0 = stablehlo.iota dim = 0 : tensor<512x512xi64>
    %1 = stablehlo.iota dim = 1 : tensor<512x512xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<512x512xi64>
    %3 = stablehlo.add %0, %2 : tensor<512x512xi64>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<512x512xi64>, tensor<512x512xi64>) -> tensor<512x512xi1>
    %5 = stablehlo.convert %4 : (tensor<512x512xi1>) -> tensor<512x512xf64>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %6 = "stablehlo.case"(%c_0) ({
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }, {
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %7 = "stablehlo.case"(%6) ({
      %8 = stablehlo.iota dim = 0 : tensor<512xi64>
      %9 = stablehlo.iota dim = 0 : tensor<512xi64>
      %c_1 = stablehlo.constant dense<0> : tensor<i64>
      %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<512xi64>
      %11 = stablehlo.compare LT, %8, %10, SIGNED : (tensor<512xi64>, tensor<512xi64>) -> tensor<512xi1>
      %c_2 = stablehlo.constant dense<512> : tensor<i64>
      %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<512xi64>
      %13 = stablehlo.add %8, %12 : tensor<512xi64>
      %14 = stablehlo.select %11, %13, %8 : tensor<512xi1>, tensor<512xi64>
      %c_3 = stablehlo.constant dense<0> : tensor<i64>
      %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<512xi64>
      %16 = stablehlo.compare LT, %9, %15, SIGNED : (tensor<512xi64>, tensor<512xi64>) -> tensor<512xi1>
      %c_4 = stablehlo.constant dense<512> : tensor<i64>
      %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i64>) -> tensor<512xi64>
      %18 = stablehlo.add %9, %17 : tensor<512xi64>
      %19 = stablehlo.select %16, %18, %9 : tensor<512xi1>, tensor<512xi64>
      %20 = stablehlo.convert %14 : (tensor<512xi64>) -> tensor<512xi32>
      %21 = stablehlo.convert %19 : (tensor<512xi64>) -> tensor<512xi32>
      %22 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<512xi32>) -> tensor<512x1xi32>
      %23 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<512xi32>) -> tensor<512x1xi32>
      %24 = stablehlo.concatenate %22, %23, dim = 1 : (tensor<512x1xi32>, tensor<512x1xi32>) -> tensor<512x2xi32>
      %25 = "stablehlo.gather"(%arg0, %24) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<512x512xf64>, tensor<512x2xi32>) -> tensor<512xf64>
      stablehlo.return %25 : tensor<512xf64>
    }) : (tensor<i32>) -> tensor<512xf64>
    return %7 : tensor<512xf64>
  }
}
