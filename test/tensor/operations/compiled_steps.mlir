// What was once left to the interpreter inside of compiled programs.

func.func @random_bits() {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %state = stablehlo.optimization_barrier %s : tensor<2xui64>
  %0:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui8>)
  check.expect_eq_const %0#0, dense<[1, 5]> : tensor<2xui64>
  check.expect_eq_const %0#1, dense<[[0x54, 0xd3, 0xd3], [0x3b, 0x3, 0x61]]> : tensor<2x3xui8>
  %1:2 = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<100x7xui32>)
  %2:2 = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<100x7xi32>)
  %3 = stablehlo.bitcast_convert %2#1 : (tensor<100x7xi32>) -> tensor<100x7xui32>
  check.expect_eq %1#1, %3 : tensor<100x7xui32>
  check.expect_eq_const %1#0, dense<[1, 177]> : tensor<2xui64>
  return
}

// By the distance from a number that the comparator takes from outside, among equals by a third operand.
func.func @comparators() {
  %c0 = stablehlo.constant dense<[[5, -3, 9, 1], [2, 2, 8, -4]]> : tensor<2x4xi32>
  %c1 = stablehlo.constant dense<[[0.5, 1.5, 2.5, 3.5], [4.5, 5.5, 6.5, 7.5]]> : tensor<2x4xf64>
  %c2 = stablehlo.constant dense<[[0, 1, 2, 3], [1, 0, 2, 3]]> : tensor<2x4xi8>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %x, %y, %z, %center = stablehlo.optimization_barrier %c0, %c1, %c2, %c3 : tensor<2x4xi32>, tensor<2x4xf64>, tensor<2x4xi8>, tensor<i32>
  %0:3 = "stablehlo.sort"(%x, %y, %z) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f64>, %d: tensor<f64>, %e: tensor<i8>, %f: tensor<i8>):
    %1 = stablehlo.subtract %a, %center : tensor<i32>
    %2 = stablehlo.abs %1 : tensor<i32>
    %3 = stablehlo.subtract %b, %center : tensor<i32>
    %4 = stablehlo.abs %3 : tensor<i32>
    %5 = stablehlo.compare EQ, %2, %4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = "stablehlo.if"(%5) ({
      %7 = stablehlo.compare LT, %e, %f : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    }, {
      %8 = stablehlo.compare LT, %2, %4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    }) : (tensor<i1>) -> tensor<i1>
    stablehlo.return %6 : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<2x4xi32>, tensor<2x4xf64>, tensor<2x4xi8>) -> (tensor<2x4xi32>, tensor<2x4xf64>, tensor<2x4xi8>)
  check.expect_eq_const %0#0, dense<[[5, 1, -3, 9], [2, 2, 8, -4]]> : tensor<2x4xi32>
  check.expect_eq_const %0#1, dense<[[0.5, 3.5, 1.5, 2.5], [5.5, 4.5, 6.5, 7.5]]> : tensor<2x4xf64>
  check.expect_eq_const %0#2, dense<[[0, 3, 1, 2], [0, 1, 2, 3]]> : tensor<2x4xi8>
  // Both comparators have the same operations, but not the same operands.
  %9 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.negate %a : tensor<i32>
    %2 = stablehlo.compare LT, %1, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.or %3, %3 : tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<2x4xi32>) -> tensor<2x4xi32>
  %10 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.negate %a : tensor<i32>
    %2 = stablehlo.compare LT, %1, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.compare LT, %b, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.or %3, %3 : tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<2x4xi32>) -> tensor<2x4xi32>
  check.expect_eq_const %9, dense<[[2, -3, 8, -4], [5, 2, 9, 1]]> : tensor<2x4xi32>
  check.expect_eq_const %10, dense<[[5, 2, 9, 1], [2, -3, 8, -4]]> : tensor<2x4xi32>
  return
}

// The larger number and what belongs to it; the second place lies outside.
func.func @scatter_of_pairs() {
  %c0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %c1 = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi64>
  %c2 = stablehlo.constant dense<[[0], [7], [3], [0], [2]]> : tensor<5x1xi32>
  %c3 = stablehlo.constant dense<[5.0, 9.0, 3.5, 4.5, 3.5]> : tensor<5xf32>
  %c4 = stablehlo.constant dense<[50, 90, 35, 45, 36]> : tensor<5xi64>
  %x, %y, %i, %u, %v = stablehlo.optimization_barrier %c0, %c1, %c2, %c3, %c4 : tensor<4xf32>, tensor<4xi64>, tensor<5x1xi32>, tensor<5xf32>, tensor<5xi64>
  %0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<i64>, %c: tensor<f32>, %d: tensor<i64>):
    %1 = stablehlo.compare GT, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %c : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %b, %d : tensor<i1>, tensor<i64>
    stablehlo.return %2, %3 : tensor<f32>, tensor<i64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xf32>, tensor<4xi64>, tensor<5x1xi32>, tensor<5xf32>, tensor<5xi64>) -> (tensor<4xf32>, tensor<4xi64>)
  check.expect_eq_const %0#0, dense<[5.0, 2.0, 3.5, 4.0]> : tensor<4xf32>
  check.expect_eq_const %0#1, dense<[50, 20, 36, 40]> : tensor<4xi64>
  // The operands stay as they are, also where both are one.
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %4 = stablehlo.add %y, %y : tensor<4xi64>
  %5 = stablehlo.optimization_barrier %4 : tensor<4xi64>
  %6:2 = "stablehlo.scatter"(%5, %5, %i, %v, %v) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<i64>, %d: tensor<i64>):
    %1 = stablehlo.add %a, %d : tensor<i64>
    %2 = stablehlo.subtract %b, %c : tensor<i64>
    stablehlo.return %1, %2 : tensor<i64>, tensor<i64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xi64>, tensor<4xi64>, tensor<5x1xi32>, tensor<5xi64>, tensor<5xi64>) -> (tensor<4xi64>, tensor<4xi64>)
  check.expect_eq_const %6#0, dense<[115, 40, 96, 115]> : tensor<4xi64>
  check.expect_eq_const %6#1, dense<[-75, 40, 24, 45]> : tensor<4xi64>
  return
}

// Windows that reach beyond the end: what is inside counts.
func.func @scatter_of_windows() {
  %c0 = stablehlo.constant dense<0.0> : tensor<3x4xf32>
  %c1 = stablehlo.constant dense<[[0, 0], [1, 3], [2, -1]]> : tensor<3x2xi32>
  %c2 = stablehlo.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]], [[5.0, 6.0]]]> : tensor<3x1x2xf32>
  %x, %i, %u = stablehlo.optimization_barrier %c0, %c1, %c2 : tensor<3x4xf32>, tensor<3x2xi32>, tensor<3x1x2xf32>
  %factor = stablehlo.slice %u [0:1, 0:1, 1:2] : (tensor<3x1x2xf32>) -> tensor<1x1x1xf32>
  %two = stablehlo.reshape %factor : (tensor<1x1x1xf32>) -> tensor<f32>
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.multiply %b, %two : tensor<f32>
    %2 = stablehlo.add %a, %1 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<3x2xi32>, tensor<3x1x2xf32>) -> tensor<3x4xf32>
  check.expect_eq_const %0, dense<[[2.0, 4.0, 0.0, 0.0], [0.0, 0.0, 0.0, 6.0], [12.0, 0.0, 0.0, 0.0]]> : tensor<3x4xf32>
  return
}

func.func @promoted_sums() {
  %c0 = stablehlo.iota dim = 0 : tensor<600xbf16>
  %c1 = stablehlo.constant dense<1.0> : tensor<bf16>
  %x, %start = stablehlo.optimization_barrier %c0, %c1 : tensor<600xbf16>, tensor<bf16>
  %0 = "stablehlo.reduce"(%x, %start) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<600xbf16>, tensor<bf16>) -> tensor<f32>
  check.expect_eq_const %0, dense<1.797010e+05> : tensor<f32>
  %2 = "stablehlo.reduce_window"(%x, %start) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 200>, window_strides = array<i64: 200>} : (tensor<600xbf16>, tensor<bf16>) -> tensor<3xf32>
  check.expect_eq_const %2, dense<[19901.0, 59901.0, 99901.0]> : tensor<3xf32>
  return
}

// The largest number of each window and the number that stands beside it, as derivatives of pooling have it.
func.func @windows_of_pairs() {
  %c0 = stablehlo.constant dense<[[3.0, 1.0, 4.0], [1.0, 5.0, 9.0], [2.0, 6.0, 5.0]]> : tensor<3x3xf64>
  %c1 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf64>
  %c2 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %c3 = stablehlo.constant dense<0.0> : tensor<f64>
  %x, %y, %lowest, %zero = stablehlo.optimization_barrier %c0, %c1, %c2, %c3 : tensor<3x3xf64>, tensor<3x3xf64>, tensor<f64>, tensor<f64>
  %0:2 = "stablehlo.reduce_window"(%x, %y, %lowest, %zero) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
    %1 = stablehlo.compare GE, %a, %c : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %2:2 = "stablehlo.if"(%1) ({
      stablehlo.return %a, %b : tensor<f64>, tensor<f64>
    }, {
      stablehlo.return %c, %d : tensor<f64>, tensor<f64>
    }) : (tensor<i1>) -> (tensor<f64>, tensor<f64>)
    stablehlo.return %2#0, %2#1 : tensor<f64>, tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>} : (tensor<3x3xf64>, tensor<3x3xf64>, tensor<f64>, tensor<f64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  check.expect_eq_const %0#0, dense<[[5.0, 9.0], [6.0, 9.0]]> : tensor<2x2xf64>
  check.expect_eq_const %0#1, dense<[[5.0, 6.0], [8.0, 6.0]]> : tensor<2x2xf64>
  return
}

// By one of three bodies, which an index from outside chooses.
func.func @chosen_reductions() {
  %c0 = stablehlo.constant dense<[5, 7, 9]> : tensor<3xi32>
  %x = stablehlo.optimization_barrier %c0 : tensor<3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<4> : tensor<i32>
  %all = stablehlo.constant dense<0> : tensor<4xi32>
  %0:2 = stablehlo.while(%i = %zero, %found = %all) : tensor<i32>, tensor<4xi32>
    cond {
      %1 = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %2 = "stablehlo.reduce"(%x, %zero) ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %3 = "stablehlo.case"(%i) ({
          %4 = stablehlo.add %a, %b : tensor<i32>
          stablehlo.return %4 : tensor<i32>
        }, {
          %4 = stablehlo.xor %a, %b : tensor<i32>
          stablehlo.return %4 : tensor<i32>
        }, {
          %4 = stablehlo.maximum %a, %b : tensor<i32>
          stablehlo.return %4 : tensor<i32>
        }) : (tensor<i32>) -> tensor<i32>
        stablehlo.return %3 : tensor<i32>
      }) {dimensions = array<i64: 0>} : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
      %5 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
      %6 = stablehlo.dynamic_update_slice %found, %5, %i : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
      %7 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %7, %6 : tensor<i32>, tensor<4xi32>
    }
  check.expect_eq_const %0#1, dense<[21, 11, 9, 9]> : tensor<4xi32>
  return
}

func.func @other_widths() {
  %c0 = stablehlo.constant dense<[0x3ff0000000000000, 0x123456789abcdef0]> : tensor<2xui64>
  %x = stablehlo.optimization_barrier %c0 : tensor<2xui64>
  %0 = stablehlo.bitcast_convert %x : (tensor<2xui64>) -> tensor<2x4xui16>
  check.expect_eq_const %0, dense<[[0, 0, 0, 0x3ff0], [0xdef0, 0x9abc, 0x5678, 0x1234]]> : tensor<2x4xui16>
  %1 = stablehlo.optimization_barrier %0 : tensor<2x4xui16>
  %2 = stablehlo.bitcast_convert %1 : (tensor<2x4xui16>) -> tensor<2xf64>
  check.expect_eq_const %2, dense<[0x3FF0000000000000, 0x123456789ABCDEF0]> : tensor<2xf64>
  return
}

func.func @precisions() {
  %c0 = stablehlo.constant dense<[1.0, -1.1, 65520.0, 65519.0, 1.0e-5, 1.0e-8, 0x7F800000, -3.3, 0.0]> : tensor<9xf32>
  %x = stablehlo.optimization_barrier %c0 : tensor<9xf32>
  %0 = stablehlo.reduce_precision %x, format = e5m10 : tensor<9xf32>
  check.expect_eq_const %0, dense<[1.0, -1.09960938, 0x7F800000, 65504.0, 0.0, 0.0, 0x7F800000, -3.30078125, 0.0]> : tensor<9xf32>
  %1 = stablehlo.reduce_precision %x, format = e8m0 : tensor<9xf32>
  check.expect_eq_const %1, dense<[1.0, -1.0, 65536.0, 65536.0, 7.62939453E-6, 7.4505806E-9, 0x7F800000, -4.0, 0.0]> : tensor<9xf32>
  return
}

// Two features; the formulas of the specification written out beside them.
func.func @batch_norm() {
  %c0 = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0], [2.0, 0.0]], [[5.0, 1.0], [-1.0, 2.0], [2.0, 3.0]]]> : tensor<2x3x2xf32>
  %c1 = stablehlo.constant dense<[2.0, 0.5]> : tensor<2xf32>
  %c2 = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %x, %scale, %offset = stablehlo.optimization_barrier %c0, %c1, %c2 : tensor<2x3x2xf32>, tensor<2xf32>, tensor<2xf32>
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) {epsilon = 1.0 : f32, feature_index = 2 : i64} : (tensor<2x3x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %0#1, dense<[2.0, 2.0]> : tensor<2xf32>
  check.expect_almost_eq_const %0#2, dense<[3.33333325, 1.66666663]> : tensor<2xf32>
  %1 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %0#1, %0#2) {epsilon = 1.0 : f32, feature_index = 2 : i64} : (tensor<2x3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3x2xf32>
  check.expect_almost_eq %0#0, %1 : tensor<2x3x2xf32>
  check.expect_almost_eq_const %1, dense<[[[0.039230704, -1.0], [1.96076930, -0.387627542], [1.0, -1.61237240]], [[3.88230801, -1.30618620], [-1.88230801, -1.0], [1.0, -0.693813741]]]> : tensor<2x3x2xf32>
  // Gradients sum to zero, and so do their products with the centred numbers but for what epsilon leaves.
  %2:3 = "stablehlo.batch_norm_grad"(%x, %scale, %0#1, %0#2, %x) {epsilon = 1.0 : f32, feature_index = 2 : i64} : (tensor<2x3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x3x2xf32>) -> (tensor<2x3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %2#2, dense<[12.0, 12.0]> : tensor<2xf32>
  check.expect_almost_eq_const %2#1, dense<[9.60768986, 6.12372446]> : tensor<2xf32>
  check.expect_almost_eq_const %2#0, dense<[[[-0.221715629, 0.0], [0.221715629, 0.229639679], [0.0, -0.229639679]], [[0.665146888, -0.114819840], [-0.665146888, 0.0], [0.0, 0.114819840]]]> : tensor<2x3x2xf32>
  return
}
