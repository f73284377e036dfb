// Buffers that share memory.

// The wider result must not lie where the narrower operand lies.
func.func @wider_results() {
  %i = stablehlo.iota dim = 0 : tensor<1000xi8>
  %x = stablehlo.optimization_barrier %i : tensor<1000xi8>
  %s = stablehlo.add %x, %x : tensor<1000xi8>
  %narrow = stablehlo.optimization_barrier %s : tensor<1000xi8>
  %w = stablehlo.convert %narrow : (tensor<1000xi8>) -> tensor<1000xi32>
  %wide = stablehlo.optimization_barrier %w : tensor<1000xi32>
  %i32 = stablehlo.iota dim = 0 : tensor<1000xi32>
  %bits = stablehlo.constant dense<24> : tensor<1000xi32>
  %two = stablehlo.add %i32, %i32 : tensor<1000xi32>
  %high = stablehlo.shift_left %two, %bits : tensor<1000xi32>
  %expected = stablehlo.shift_right_arithmetic %high, %bits : tensor<1000xi32>
  check.expect_eq %wide, %expected : tensor<1000xi32>
  return
}

// Values of different types in one buffer, one after the other.
func.func @types_of_one_width() {
  %i = stablehlo.iota dim = 0 : tensor<9xf32>
  %x = stablehlo.optimization_barrier %i : tensor<9xf32>
  %s = stablehlo.add %x, %x : tensor<9xf32>
  %floats = stablehlo.optimization_barrier %s : tensor<9xf32>
  %c = stablehlo.convert %floats : (tensor<9xf32>) -> tensor<9xi32>
  %integers = stablehlo.optimization_barrier %c : tensor<9xi32>
  %d = stablehlo.add %integers, %integers : tensor<9xi32>
  %doubled = stablehlo.optimization_barrier %d : tensor<9xi32>
  check.expect_eq_const %doubled, dense<[0, 4, 8, 12, 16, 20, 24, 28, 32]> : tensor<9xi32>
  return
}

func.func @bytes_and_truth_values() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %x = stablehlo.constant dense<1> : tensor<ui8>
  %y = stablehlo.constant dense<2> : tensor<ui8>
  %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<ui8>, tensor<ui8>
  cond {
    %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %b, %a : tensor<i32>, tensor<ui8>, tensor<ui8>
  }
  %greater = stablehlo.compare GT, %0#1, %0#2 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  %chosen = "stablehlo.if"(%greater) ({
    stablehlo.return %one : tensor<i32>
  }, {
    stablehlo.return %zero : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  check.expect_eq_const %greater, dense<true> : tensor<i1>
  check.expect_eq_const %chosen, dense<1> : tensor<i32>
  return
}

// Rows are read and replaced: in place only once they were read, whatever the order in the program.
func.func @read_and_replaced() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %new = stablehlo.constant dense<[[9, 8]]> : tensor<1x2xi32>
  %rows = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %none = stablehlo.constant dense<0> : tensor<1x2xi32>
  %r:4 = stablehlo.while(%i = %zero, %a = %rows, %sum = %none, %all = %zero) : tensor<i32>, tensor<3x2xi32>, tensor<1x2xi32>, tensor<i32>
  cond {
    %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %changed = stablehlo.dynamic_update_slice %a, %new, %i, %zero : (tensor<3x2xi32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>) -> tensor<3x2xi32>
    %now = stablehlo.reduce(%changed init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x2xi32>, tensor<i32>) -> tensor<i32>
    %row = stablehlo.dynamic_slice %a, %i, %zero, sizes = [1, 2] : (tensor<3x2xi32>, tensor<i32>, tensor<i32>) -> tensor<1x2xi32>
    %sums = stablehlo.add %sum, %row : tensor<1x2xi32>
    %whole = stablehlo.add %all, %now : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %changed, %sums, %whole : tensor<i32>, tensor<3x2xi32>, tensor<1x2xi32>, tensor<i32>
  }
  check.expect_eq_const %r#1, dense<[[9, 8], [9, 8], [9, 8]]> : tensor<3x2xi32>
  check.expect_eq_const %r#2, dense<[[9, 12]]> : tensor<1x2xi32>
  check.expect_eq_const %r#3, dense<131> : tensor<i32>
  return
}

func.func @replaced_then_read() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %new = stablehlo.constant dense<[[9, 8]]> : tensor<1x2xi32>
  %rows = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %none = stablehlo.constant dense<0> : tensor<1x2xi32>
  %r:3 = stablehlo.while(%i = %zero, %a = %rows, %sum = %none) : tensor<i32>, tensor<3x2xi32>, tensor<1x2xi32>
  cond {
    %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %changed = stablehlo.dynamic_update_slice %a, %new, %i, %zero : (tensor<3x2xi32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>) -> tensor<3x2xi32>
    %row = stablehlo.dynamic_slice %a, %i, %zero, sizes = [1, 2] : (tensor<3x2xi32>, tensor<i32>, tensor<i32>) -> tensor<1x2xi32>
    %sums = stablehlo.add %sum, %row : tensor<1x2xi32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %changed, %sums : tensor<i32>, tensor<3x2xi32>, tensor<1x2xi32>
  }
  check.expect_eq_const %r#1, dense<[[9, 8], [9, 8], [9, 8]]> : tensor<3x2xi32>
  check.expect_eq_const %r#2, dense<[[9, 12]]> : tensor<1x2xi32>
  return
}
