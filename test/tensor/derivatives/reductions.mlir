// Reductions by sums, products, extremes, choices and any other function.

func.func @sum(%x: tensor<2x3x4xf64>, %w: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<2x4xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x4xf64>
  return %y : tensor<2x4xf64>
}

func.func @sum_of_all(%x: tensor<2x3xf64>, %w: tensor<f64>) -> tensor<f64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
  %y = stablehlo.multiply %s, %w : tensor<f64>
  return %y : tensor<f64>
}

func.func @sum_unordered_dimensions(%x: tensor<2x3x4xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 2, 0>} : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %y = stablehlo.multiply %s, %w : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @sum_of_nothing(%x: tensor<2x0xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<2x0xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @sum_with_start(%x: tensor<2x3xf64>, %w: tensor<3xf64>, %i: tensor<f64>) -> tensor<3xf64> {
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<2x3xf64>, tensor<f64>) -> tensor<3xf64>
  %y = stablehlo.multiply %s, %w : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @sum_without_dimensions(%x: tensor<2x3xf64>, %w: tensor<2x3xf64>, %i: tensor<f64>) -> tensor<2x3xf64> {
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64>} : (tensor<2x3xf64>, tensor<f64>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @sum_complex(%x: tensor<2x3xcomplex<f64>>, %w: tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>> {
  %i = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f64>>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
    %r = stablehlo.add %a, %b : tensor<complex<f64>>
    stablehlo.return %r : tensor<complex<f64>>
  }) {dimensions = array<i64: 0>} : (tensor<2x3xcomplex<f64>>, tensor<complex<f64>>) -> tensor<3xcomplex<f64>>
  %y = stablehlo.multiply %s, %w : tensor<3xcomplex<f64>>
  return %y : tensor<3xcomplex<f64>>
}

func.func @product(%x: tensor<2x5xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<1.0> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<2x5xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @product_first(%x: tensor<6x2xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<1.0> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<6x2xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @product_of_two_dimensions(%x: tensor<3x2x2xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<1.0> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 0, 2>} : (tensor<3x2x2xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @product_with_start(%x: tensor<2x4xf64>, %w: tensor<2xf64>, %i: tensor<f64>) -> tensor<2xf64> {
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<2x4xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @product_of_nothing(%x: tensor<2x0xf64>, %w: tensor<2xf64>, %i: tensor<f64>) -> tensor<2xf64> {
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<2x0xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @product_of_one(%x: tensor<2x1xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<1.0> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<2x1xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @product_complex(%x: tensor<2x3xcomplex<f64>>, %w: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %i = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f64>>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
    %r = stablehlo.multiply %a, %b : tensor<complex<f64>>
    stablehlo.return %r : tensor<complex<f64>>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xcomplex<f64>>, tensor<complex<f64>>) -> tensor<2xcomplex<f64>>
  %y = stablehlo.multiply %s, %w : tensor<2xcomplex<f64>>
  return %y : tensor<2xcomplex<f64>>
}

// special: 0.0 -> 0.0
// special: 3.0 -> 3.0
func.func @product_zeros(%x: tensor<2xf64>) -> tensor<f64> {
  %i = stablehlo.constant dense<1.0> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}

// special: 0.0 -> 0.0
// special: 2.0 -> 4.0
func.func @product_of_three_zeros(%x: tensor<3xf64>) -> tensor<f64> {
  %i = stablehlo.constant dense<1.0> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}

// One factor is zero: its partial derivative is the product of the others, and second derivatives are right too.
// domain: [-2, 2] [0, 0] [-2, 2]
func.func @product_with_a_zero(%x: tensor<4xf64>, %z: tensor<1xf64>, %w: tensor<f64>) -> tensor<f64> {
  %t = stablehlo.concatenate %x, %z, dim = 0 : (tensor<4xf64>, tensor<1xf64>) -> tensor<5xf64>
  %i = stablehlo.constant dense<1.0> : tensor<f64>
  %p = "stablehlo.reduce"(%t, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
  %y = stablehlo.multiply %p, %w : tensor<f64>
  return %y : tensor<f64>
}

// domain: [-2, 2] [0, 0] [-2, 2]
func.func @product_with_two_zeros(%x: tensor<3xf64>, %z: tensor<2xf64>, %w: tensor<f64>) -> tensor<f64> {
  %t = stablehlo.concatenate %x, %z, dim = 0 : (tensor<3xf64>, tensor<2xf64>) -> tensor<5xf64>
  %i = stablehlo.constant dense<1.0> : tensor<f64>
  %p = "stablehlo.reduce"(%t, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
  %y = stablehlo.multiply %p, %w : tensor<f64>
  return %y : tensor<f64>
}

func.func @maximum(%x: tensor<3x4xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %y = stablehlo.multiply %s, %w : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @minimum(%x: tensor<3x4x2xf64>, %w: tensor<4xf64>) -> tensor<4xf64> {
  %i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 0, 2>} : (tensor<3x4x2xf64>, tensor<f64>) -> tensor<4xf64>
  %y = stablehlo.multiply %s, %w : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @maximum_with_start(%x: tensor<3x4xf64>, %w: tensor<3xf64>, %i: tensor<f64>) -> tensor<3xf64> {
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %y = stablehlo.multiply %s, %w : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @maximum_with_constant_start(%x: tensor<3x4xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %i = stablehlo.constant dense<0.5> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %y = stablehlo.multiply %s, %w : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @maximum_of_one(%x: tensor<3x1xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<3x1xf64>, tensor<f64>) -> tensor<3xf64>
  %y = stablehlo.multiply %s, %w : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @maximum_of_nothing(%x: tensor<2x0xf64>, %w: tensor<2xf64>, %i: tensor<f64>) -> tensor<2xf64> {
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<2x0xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

// special: 1.5 -> 0.25
// special: inf -> 0.25
// special: -inf -> 0.25
func.func @maximum_ties(%x: tensor<4xf64>) -> tensor<f64> {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}

// special: -1.0 -> 0.5
func.func @minimum_ties(%x: tensor<2xf64>) -> tensor<f64> {
  %i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}

// special: 0.0 -> 0.25
// special: -1.0 -> 0.0
// special: 1.0 -> 0.3333333333333333
func.func @maximum_tied_with_start(%x: tensor<3xf64>) -> tensor<f64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}

// special: nan -> 0.5
func.func @maximum_nan(%x: tensor<2xf64>) -> tensor<f64> {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}

func.func @maximum_complex(%x: tensor<2x3xcomplex<f64>>, %w: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %i = stablehlo.constant dense<(0xFFF0000000000000, 0xFFF0000000000000)> : tensor<complex<f64>>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
    %r = stablehlo.maximum %a, %b : tensor<complex<f64>>
    stablehlo.return %r : tensor<complex<f64>>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xcomplex<f64>>, tensor<complex<f64>>) -> tensor<2xcomplex<f64>>
  %y = stablehlo.multiply %s, %w : tensor<2xcomplex<f64>>
  return %y : tensor<2xcomplex<f64>>
}

// orders: 1
// tolerance: 1e-1
// domain: [1, 2]
func.func @wider_accumulator(%x: tensor<2x3xf32>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f64>) -> tensor<2xf64>
  return %s : tensor<2xf64>
}

// orders: 1
// tolerance: 1e-1
// domain: [1, 2]
func.func @wider_product(%x: tensor<2x3xf32>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<1.0> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f64>) -> tensor<2xf64>
  return %s : tensor<2xf64>
}

// A sum and a maximum together.
func.func @several_independent(%x: tensor<2x4xf64>, %v: tensor<2x4xf64>, %w: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %j = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s:2 = "stablehlo.reduce"(%x, %v, %i, %j) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
    %p = stablehlo.add %a, %c : tensor<f64>
    %q = stablehlo.maximum %b, %d : tensor<f64>
    stablehlo.return %p, %q : tensor<f64>, tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<2x4xf64>, tensor<2x4xf64>, tensor<f64>, tensor<f64>) -> (tensor<2xf64>, tensor<2xf64>)
  %y = stablehlo.multiply %s#0, %w : tensor<2xf64>
  %z = stablehlo.multiply %s#1, %w : tensor<2xf64>
  return %y, %z : tensor<2xf64>, tensor<2xf64>
}

// The largest element and where it is: the tangent follows it.
func.func @largest_with_position(%x: tensor<3x4xf64>, %w: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xi32>) {
  %p = stablehlo.iota dim = 1 : tensor<3x4xi32>
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %j = stablehlo.constant dense<0> : tensor<i32>
  %s:2 = "stablehlo.reduce"(%x, %p, %i, %j) ({
  ^bb0(%a: tensor<f64>, %ap: tensor<i32>, %b: tensor<f64>, %bp: tensor<i32>):
    %g = stablehlo.compare GT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %n = stablehlo.compare NE, %a, %a : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %k = stablehlo.or %g, %n : tensor<i1>
    %e = stablehlo.compare EQ, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %l = stablehlo.compare LT, %ap, %bp : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %m = stablehlo.and %e, %l : tensor<i1>
    %o = stablehlo.or %k, %m : tensor<i1>
    %v = stablehlo.select %k, %a, %b : tensor<i1>, tensor<f64>
    %q = stablehlo.select %o, %ap, %bp : tensor<i1>, tensor<i32>
    stablehlo.return %v, %q : tensor<f64>, tensor<i32>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf64>, tensor<3x4xi32>, tensor<f64>, tensor<i32>) -> (tensor<3xf64>, tensor<3xi32>)
  %y = stablehlo.multiply %s#0, %w : tensor<3xf64>
  return %y, %s#1 : tensor<3xf64>, tensor<3xi32>
}

// The value that goes with the smallest key; the start can be chosen too.
func.func @value_of_smallest_key(%k: tensor<4x3xf64>, %v: tensor<4x3xf64>, %j: tensor<f64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %i = stablehlo.constant dense<-0.7> : tensor<f64>
  %s:2 = "stablehlo.reduce"(%k, %v, %i, %j) ({
  ^bb0(%a: tensor<f64>, %av: tensor<f64>, %b: tensor<f64>, %bv: tensor<f64>):
    %g = stablehlo.compare LT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %v0 = stablehlo.select %g, %a, %b : tensor<i1>, tensor<f64>
    %v1 = stablehlo.select %g, %av, %bv : tensor<i1>, tensor<f64>
    stablehlo.return %v0, %v1 : tensor<f64>, tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<4x3xf64>, tensor<4x3xf64>, tensor<f64>, tensor<f64>) -> (tensor<3xf64>, tensor<3xf64>)
  %y = stablehlo.multiply %s#1, %w : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @last(%x: tensor<4x3xf64>, %i: tensor<f64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    stablehlo.return %b : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<4x3xf64>, tensor<f64>) -> tensor<3xf64>
  %y = stablehlo.multiply %s, %w : tensor<3xf64>
  return %y : tensor<3xf64>
}

// --- any function ----------------------------------------------------------------------------------------------------
func.func @log_sum_exp(%x: tensor<3x4xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %i = stablehlo.constant dense<-5.0> : tensor<f64>
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %m = stablehlo.maximum %a, %b : tensor<f64>
    %d = stablehlo.subtract %a, %b : tensor<f64>
    %e = stablehlo.abs %d : tensor<f64>
    %n = stablehlo.negate %e : tensor<f64>
    %f = stablehlo.exponential %n : tensor<f64>
    %l = stablehlo.log_plus_one %f : tensor<f64>
    %r = stablehlo.add %m, %l : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %y = stablehlo.multiply %s, %w : tensor<3xf64>
  return %y : tensor<3xf64>
}

// Not associative: a fold from left to right (Horner's scheme).
func.func @horner(%x: tensor<2x3x2xf64>, %i: tensor<f64>) -> tensor<3xf64> {
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.constant dense<0.5> : tensor<f64>
    %m = stablehlo.multiply %a, %c : tensor<f64>
    %n = stablehlo.multiply %m, %a : tensor<f64>
    %r = stablehlo.add %n, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 2, 0>} : (tensor<2x3x2xf64>, tensor<f64>) -> tensor<3xf64>
  return %s : tensor<3xf64>
}

// Two accumulators that mix: products of affine functions.
func.func @affine(%p: tensor<4x2xf64>, %q: tensor<4x2xf64>, %i: tensor<f64>, %j: tensor<f64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %s:2 = "stablehlo.reduce"(%p, %q, %i, %j) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
    %e = stablehlo.multiply %a, %c : tensor<f64>
    %f = stablehlo.multiply %b, %c : tensor<f64>
    %g = stablehlo.add %f, %d : tensor<f64>
    stablehlo.return %e, %g : tensor<f64>, tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<4x2xf64>, tensor<4x2xf64>, tensor<f64>, tensor<f64>) -> (tensor<2xf64>, tensor<2xf64>)
  return %s#0, %s#1 : tensor<2xf64>, tensor<2xf64>
}

// The same tensor as both inputs.
func.func @one_input_twice(%p: tensor<4xf64>, %i: tensor<f64>) -> tensor<f64> {
  %s:2 = "stablehlo.reduce"(%p, %p, %i, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
    %e = stablehlo.multiply %a, %c : tensor<f64>
    %f = stablehlo.multiply %b, %c : tensor<f64>
    %g = stablehlo.add %f, %d : tensor<f64>
    stablehlo.return %e, %g : tensor<f64>, tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<4xf64>, tensor<4xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<f64>)
  return %s#1 : tensor<f64>
}

func.func @fold_of_nothing(%x: tensor<0x2xf64>, %i: tensor<f64>) -> tensor<2xf64> {
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %m = stablehlo.multiply %a, %a : tensor<f64>
    %r = stablehlo.add %m, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<0x2xf64>, tensor<f64>) -> tensor<2xf64>
  return %s : tensor<2xf64>
}

func.func @complex_fold(%x: tensor<3x2xcomplex<f64>>, %i: tensor<complex<f64>>) -> tensor<2xcomplex<f64>> {
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
    %m = stablehlo.multiply %a, %b : tensor<complex<f64>>
    %r = stablehlo.add %m, %b : tensor<complex<f64>>
    stablehlo.return %r : tensor<complex<f64>>
  }) {dimensions = array<i64: 0>} : (tensor<3x2xcomplex<f64>>, tensor<complex<f64>>) -> tensor<2xcomplex<f64>>
  return %s : tensor<2xcomplex<f64>>
}

// refused: complex derivative
func.func @complex_fold_without_derivative(%x: tensor<3xcomplex<f64>>, %i: tensor<complex<f64>>) -> tensor<complex<f64>> {
  %s = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
    %p = stablehlo.real %a : (tensor<complex<f64>>) -> tensor<f64>
    %q = stablehlo.imag %b : (tensor<complex<f64>>) -> tensor<f64>
    %r = stablehlo.complex %p, %q : tensor<complex<f64>>
    stablehlo.return %r : tensor<complex<f64>>
  }) {dimensions = array<i64: 0>} : (tensor<3xcomplex<f64>>, tensor<complex<f64>>) -> tensor<complex<f64>>
  return %s : tensor<complex<f64>>
}

func.func @map(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %0 = "stablehlo.map"(%x, %y) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %1 = stablehlo.sine %a : tensor<f64>
    %2 = stablehlo.multiply %1, %b : tensor<f64>
    %3 = stablehlo.add %2, %a : tensor<f64>
    stablehlo.return %3 : tensor<f64>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

func.func @map_of_one_value(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = "stablehlo.map"(%x, %x) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %1 = stablehlo.exponential %a : tensor<f64>
    %2 = stablehlo.multiply %1, %b : tensor<f64>
    stablehlo.return %2 : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
