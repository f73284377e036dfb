// Elementwise loops over the same arrays become one, with several results.

// Running means, and a step along their quotient: each result is needed by the next.
func.func @moments() {
  %i = stablehlo.iota dim = 0 : tensor<100xf32>
  %g0 = stablehlo.optimization_barrier %i : tensor<100xf32>
  %g = stablehlo.add %g0, %g0 : tensor<100xf32>
  %half = stablehlo.constant dense<0.5> : tensor<100xf32>
  %four = stablehlo.constant dense<4.0> : tensor<100xf32>
  %m0 = stablehlo.multiply %g, %half : tensor<100xf32>
  %m = stablehlo.add %m0, %four : tensor<100xf32>
  %v0 = stablehlo.multiply %g, %g : tensor<100xf32>
  %v = stablehlo.add %v0, %four : tensor<100xf32>
  %q = stablehlo.divide %v, %half : tensor<100xf32>
  %p = stablehlo.subtract %m, %q : tensor<100xf32>
  %mean, %square, %step, %gradient = stablehlo.optimization_barrier %m, %v, %p, %g : tensor<100xf32>, tensor<100xf32>, tensor<100xf32>, tensor<100xf32>
  %back = stablehlo.subtract %mean, %four : tensor<100xf32>
  check.expect_eq %back, %i : tensor<100xf32>
  %ii = stablehlo.multiply %i, %i : tensor<100xf32>
  %quarter = stablehlo.subtract %square, %four : tensor<100xf32>
  %wanted = stablehlo.multiply %ii, %four : tensor<100xf32>
  check.expect_eq %quarter, %wanted : tensor<100xf32>
  %sum = stablehlo.add %step, %square : tensor<100xf32>
  %sums = stablehlo.add %sum, %square : tensor<100xf32>
  check.expect_eq %sums, %mean : tensor<100xf32>
  %twice = stablehlo.add %i, %i : tensor<100xf32>
  check.expect_eq %gradient, %twice : tensor<100xf32>
  return
}

// A loop that carries what the joined kernel changes in place: each operand has a result that could take its place,
// and the values go round.
func.func @in_place_in_a_loop() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %a0 = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %b0 = stablehlo.constant dense<[0, 1, 0, 1, 0]> : tensor<5xi32>
  %c0 = stablehlo.constant dense<[7, 5, 3, 1, 9]> : tensor<5xi32>
  %r:4 = stablehlo.while(%i = %zero, %a = %a0, %b = %b0, %c = %c0) : tensor<i32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>
  cond {
    %more = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %x = stablehlo.add %a, %b : tensor<5xi32>
    %y = stablehlo.subtract %b, %c : tensor<5xi32>
    %z = stablehlo.add %x, %y : tensor<5xi32>
    stablehlo.return %next, %y, %z, %x : tensor<i32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>
  }
  // a, b, c = b - c, a + 2 b - c, a + b
  check.expect_eq_const %r#1, dense<[-7, -4, -3, 0, -9]> : tensor<5xi32>
  check.expect_eq_const %r#2, dense<[-48, -25, -18, 5, -58]> : tensor<5xi32>
  check.expect_eq_const %r#3, dense<[-41, -21, -15, 5, -49]> : tensor<5xi32>
  return
}

// The second reads the first turned round, so all of it must be there; and the operand itself.
func.func @other_elements() {
  %i = stablehlo.iota dim = 0 : tensor<9xi32>
  %x0 = stablehlo.optimization_barrier %i : tensor<9xi32>
  %x = stablehlo.add %x0, %x0 : tensor<9xi32>
  %y = stablehlo.add %x, %x0 : tensor<9xi32>
  %turned = stablehlo.reverse %y, dims = [0] : tensor<9xi32>
  %z = stablehlo.subtract %x, %turned : tensor<9xi32>
  %s = stablehlo.slice %y [1:2] : (tensor<9xi32>) -> tensor<1xi32>
  %all = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<1xi32>) -> tensor<9xi32>
  %w = stablehlo.multiply %x, %all : tensor<9xi32>
  %r:4 = stablehlo.optimization_barrier %x, %y, %z, %w : tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>
  check.expect_eq_const %r#0, dense<[0, 2, 4, 6, 8, 10, 12, 14, 16]> : tensor<9xi32>
  check.expect_eq_const %r#1, dense<[0, 3, 6, 9, 12, 15, 18, 21, 24]> : tensor<9xi32>
  check.expect_eq_const %r#2, dense<[-24, -19, -14, -9, -4, 1, 6, 11, 16]> : tensor<9xi32>
  check.expect_eq_const %r#3, dense<[0, 6, 12, 18, 24, 30, 36, 42, 48]> : tensor<9xi32>
  return
}

// What stands between needs the first, and the second needs what stands between.
func.func @something_in_between() {
  %i = stablehlo.iota dim = 0 : tensor<6xi32>
  %x = stablehlo.optimization_barrier %i : tensor<6xi32>
  %y = stablehlo.add %x, %x : tensor<6xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6xi32>, tensor<i32>) -> tensor<i32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<i32>) -> tensor<6xi32>
  %z = stablehlo.add %x, %sums : tensor<6xi32>
  %w = stablehlo.subtract %z, %y : tensor<6xi32>
  %r:3 = stablehlo.optimization_barrier %y, %z, %w : tensor<6xi32>, tensor<6xi32>, tensor<6xi32>
  check.expect_eq_const %r#0, dense<[0, 2, 4, 6, 8, 10]> : tensor<6xi32>
  check.expect_eq_const %r#1, dense<[30, 31, 32, 33, 34, 35]> : tensor<6xi32>
  check.expect_eq_const %r#2, dense<[30, 29, 28, 27, 26, 25]> : tensor<6xi32>
  return
}

// One function, planned for two calls: its operations are the same, their values are not.
func.func private @both(%x: tensor<4xi32>, %y: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %sum = stablehlo.add %x, %y : tensor<4xi32>
  %difference = stablehlo.subtract %x, %y : tensor<4xi32>
  return %sum, %difference : tensor<4xi32>, tensor<4xi32>
}
func.func @two_calls() {
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %x = stablehlo.optimization_barrier %i : tensor<4xi32>
  %three = stablehlo.constant dense<3> : tensor<4xi32>
  %0:2 = func.call @both(%x, %three) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  %1:2 = func.call @both(%0#0, %x) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  %2:2 = func.call @both(%x, %0#1) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %1#0, dense<[3, 5, 7, 9]> : tensor<4xi32>
  check.expect_eq_const %1#1, dense<3> : tensor<4xi32>
  check.expect_eq_const %2#0, dense<[-3, -1, 1, 3]> : tensor<4xi32>
  check.expect_eq_const %2#1, dense<3> : tensor<4xi32>
  return
}

// Results of other widths than the operand that ends there.
func.func @widths() {
  %i = stablehlo.iota dim = 0 : tensor<1000xi8>
  %x = stablehlo.optimization_barrier %i : tensor<1000xi8>
  %s0 = stablehlo.add %x, %x : tensor<1000xi8>
  %s = stablehlo.optimization_barrier %s0 : tensor<1000xi8>
  %wide = stablehlo.convert %s : (tensor<1000xi8>) -> tensor<1000xi32>
  %narrow = stablehlo.negate %s : tensor<1000xi8>
  %negative = stablehlo.compare LT, %s, %narrow : (tensor<1000xi8>, tensor<1000xi8>) -> tensor<1000xi1>
  %r:3 = stablehlo.optimization_barrier %wide, %narrow, %negative : tensor<1000xi32>, tensor<1000xi8>, tensor<1000xi1>
  %twice = stablehlo.add %i, %i : tensor<1000xi8>
  %wider = stablehlo.convert %twice : (tensor<1000xi8>) -> tensor<1000xi32>
  check.expect_eq %r#0, %wider : tensor<1000xi32>
  %sum = stablehlo.add %r#1, %twice : tensor<1000xi8>
  %none = stablehlo.constant dense<0> : tensor<1000xi8>
  check.expect_eq %sum, %none : tensor<1000xi8>
  %below = stablehlo.compare LT, %twice, %r#1 : (tensor<1000xi8>, tensor<1000xi8>) -> tensor<1000xi1>
  check.expect_eq %r#2, %below : tensor<1000xi1>
  return
}

// Rows, columns and parts of the operand next to whole ones.
func.func @with_parts_of_arrays() {
  %i = stablehlo.iota dim = 1 : tensor<3x128xi32>
  %x = stablehlo.optimization_barrier %i : tensor<3x128xi32>
  %row = stablehlo.slice %x [1:2, 0:128] : (tensor<3x128xi32>) -> tensor<1x128xi32>
  %rows = stablehlo.broadcast_in_dim %row, dims = [0, 1] : (tensor<1x128xi32>) -> tensor<3x128xi32>
  %y = stablehlo.add %x, %rows : tensor<3x128xi32>
  %z = stablehlo.multiply %x, %y : tensor<3x128xi32>
  %w = stablehlo.subtract %z, %x : tensor<3x128xi32>
  %r:3 = stablehlo.optimization_barrier %y, %z, %w : tensor<3x128xi32>, tensor<3x128xi32>, tensor<3x128xi32>
  %twice = stablehlo.add %i, %i : tensor<3x128xi32>
  check.expect_eq %r#0, %twice : tensor<3x128xi32>
  %product = stablehlo.multiply %i, %twice : tensor<3x128xi32>
  check.expect_eq %r#1, %product : tensor<3x128xi32>
  %less = stablehlo.subtract %product, %i : tensor<3x128xi32>
  check.expect_eq %r#2, %less : tensor<3x128xi32>
  return
}

// More results and operands than go into one kernel.
func.func @many() {
  %i = stablehlo.iota dim = 0 : tensor<16xi32>
  %x = stablehlo.optimization_barrier %i : tensor<16xi32>
  %one = stablehlo.constant dense<1> : tensor<16xi32>
  %a = stablehlo.add %x, %one : tensor<16xi32>
  %b = stablehlo.add %x, %a : tensor<16xi32>
  %c = stablehlo.add %a, %b : tensor<16xi32>
  %d = stablehlo.add %b, %c : tensor<16xi32>
  %e = stablehlo.add %c, %d : tensor<16xi32>
  %f = stablehlo.add %d, %e : tensor<16xi32>
  %g = stablehlo.add %e, %f : tensor<16xi32>
  %h = stablehlo.add %f, %g : tensor<16xi32>
  %j = stablehlo.add %g, %h : tensor<16xi32>
  %k = stablehlo.add %h, %j : tensor<16xi32>
  %r:11 = stablehlo.optimization_barrier %a, %b, %c, %d, %e, %f, %g, %h, %j, %k, %x : tensor<16xi32>, tensor<16xi32>, tensor<16xi32>, tensor<16xi32>, tensor<16xi32>, tensor<16xi32>, tensor<16xi32>, tensor<16xi32>, tensor<16xi32>, tensor<16xi32>, tensor<16xi32>
  %89 = stablehlo.constant dense<89> : tensor<16xi32>
  %144 = stablehlo.constant dense<55> : tensor<16xi32>
  %scaled = stablehlo.multiply %i, %89 : tensor<16xi32>
  %last = stablehlo.add %scaled, %144 : tensor<16xi32>
  %3 = stablehlo.constant dense<3> : tensor<16xi32>
  %2 = stablehlo.constant dense<2> : tensor<16xi32>
  %scaled2 = stablehlo.multiply %i, %3 : tensor<16xi32>
  %third = stablehlo.add %scaled2, %2 : tensor<16xi32>
  check.expect_eq %r#9, %last : tensor<16xi32>
  check.expect_eq %r#2, %third : tensor<16xi32>
  check.expect_eq %r#10, %i : tensor<16xi32>
  return
}

// One row of what ends here is needed by all rows of the results.
func.func @a_row_of_the_operand() {
  %i = stablehlo.iota dim = 0 : tensor<3x128xi32>
  %j = stablehlo.optimization_barrier %i : tensor<3x128xi32>
  %one = stablehlo.constant dense<1> : tensor<3x128xi32>
  %x0 = stablehlo.add %j, %one : tensor<3x128xi32>
  %x = stablehlo.optimization_barrier %x0 : tensor<3x128xi32>
  %row = stablehlo.slice %x [0:1, 0:128] : (tensor<3x128xi32>) -> tensor<1x128xi32>
  %rows = stablehlo.broadcast_in_dim %row, dims = [0, 1] : (tensor<1x128xi32>) -> tensor<3x128xi32>
  %four = stablehlo.constant dense<4> : tensor<3x128xi32>
  %y = stablehlo.multiply %x, %four : tensor<3x128xi32>
  %z = stablehlo.subtract %x, %rows : tensor<3x128xi32>
  %r:2 = stablehlo.optimization_barrier %y, %z : tensor<3x128xi32>, tensor<3x128xi32>
  check.expect_eq %r#1, %i : tensor<3x128xi32>
  %scaled = stablehlo.multiply %i, %four : tensor<3x128xi32>
  %moved = stablehlo.add %scaled, %four : tensor<3x128xi32>
  check.expect_eq %r#0, %moved : tensor<3x128xi32>
  return
}

// The second needs the last row of the first before that is computed.
func.func @a_row_of_the_other_result() {
  %i = stablehlo.iota dim = 0 : tensor<3x128xi32>
  %x = stablehlo.optimization_barrier %i : tensor<3x128xi32>
  %y = stablehlo.add %x, %x : tensor<3x128xi32>
  %row = stablehlo.slice %y [2:3, 0:128] : (tensor<3x128xi32>) -> tensor<1x128xi32>
  %rows = stablehlo.broadcast_in_dim %row, dims = [0, 1] : (tensor<1x128xi32>) -> tensor<3x128xi32>
  %z = stablehlo.subtract %rows, %x : tensor<3x128xi32>
  %r:2 = stablehlo.optimization_barrier %y, %z : tensor<3x128xi32>, tensor<3x128xi32>
  %twice = stablehlo.add %i, %i : tensor<3x128xi32>
  check.expect_eq %r#0, %twice : tensor<3x128xi32>
  %four = stablehlo.constant dense<4> : tensor<3x128xi32>
  %left = stablehlo.subtract %four, %i : tensor<3x128xi32>
  check.expect_eq %r#1, %left : tensor<3x128xi32>
  return
}
