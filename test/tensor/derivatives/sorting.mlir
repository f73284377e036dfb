// Sorts by any comparator, and the largest elements.

func.func @ascending(%x: tensor<7xf64>, %w: tensor<7xf64>) -> tensor<7xf64> {
  %s = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<7xf64>) -> tensor<7xf64>
  %y = stablehlo.multiply %s, %w : tensor<7xf64>
  return %y : tensor<7xf64>
}

func.func @first_dimension(%x: tensor<4x2x3xf64>, %w: tensor<4x2x3xf64>) -> tensor<4x2x3xf64> {
  %s = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4x2x3xf64>) -> tensor<4x2x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<4x2x3xf64>
  return %y : tensor<4x2x3xf64>
}

func.func @last_dimension_by_default(%x: tensor<2x5xf64>, %w: tensor<2x5xf64>) -> tensor<2x5xf64> {
  %s = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x5xf64>) -> tensor<2x5xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x5xf64>
  return %y : tensor<2x5xf64>
}

// By a function of the key; the value goes along.
func.func @by_a_key(%k: tensor<2x5xf64>, %v: tensor<2x5xf64>, %w: tensor<2x5xf64>) -> (tensor<2x5xf64>, tensor<2x5xf64>) {
  %s:2 = "stablehlo.sort"(%k, %v) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
    %aa = stablehlo.abs %a : tensor<f64>
    %bb = stablehlo.abs %b : tensor<f64>
    %r = stablehlo.compare LT, %aa, %bb : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) {dimension = 1 : i64} : (tensor<2x5xf64>, tensor<2x5xf64>) -> (tensor<2x5xf64>, tensor<2x5xf64>)
  %y = stablehlo.multiply %s#0, %w : tensor<2x5xf64>
  %z = stablehlo.multiply %s#1, %y : tensor<2x5xf64>
  return %y, %z : tensor<2x5xf64>, tensor<2x5xf64>
}

// domain: [0, 3] [-2, 2]
func.func @by_integers_with_ties(%k: tensor<8xi32>, %v: tensor<8xf64>, %w: tensor<8xf64>) -> tensor<8xf64> {
  %s:2 = "stablehlo.sort"(%k, %v) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f64>, %d: tensor<f64>):
    %r = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<8xi32>, tensor<8xf64>) -> (tensor<8xi32>, tensor<8xf64>)
  %y = stablehlo.multiply %s#1, %w : tensor<8xf64>
  return %y : tensor<8xf64>
}

func.func @complex_numbers(%x: tensor<5xcomplex<f64>>, %w: tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>> {
  %s = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
    %ra = stablehlo.real %a : (tensor<complex<f64>>) -> tensor<f64>
    %rb = stablehlo.real %b : (tensor<complex<f64>>) -> tensor<f64>
    %c = stablehlo.compare LT, %ra, %rb : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>>
  %y = stablehlo.multiply %s, %w : tensor<5xcomplex<f64>>
  return %y : tensor<5xcomplex<f64>>
}

func.func @empty(%x: tensor<2x0xf64>) -> tensor<2x0xf64> {
  %s = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 1 : i64} : (tensor<2x0xf64>) -> tensor<2x0xf64>
  return %s : tensor<2x0xf64>
}

// special: 3 -> 1
func.func @one(%x: tensor<1xf64>) -> tensor<1xf64> {
  %s = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<1xf64>) -> tensor<1xf64>
  return %s : tensor<1xf64>
}

func.func @top_k(%x: tensor<2x6xf64>, %w: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %v, %i = chlo.top_k(%x, k = 3) : tensor<2x6xf64> -> (tensor<2x3xf64>, tensor<2x3xi32>)
  %y = stablehlo.multiply %v, %w : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @top_none(%x: tensor<4xf64>) -> tensor<0xf64> {
  %v, %i = chlo.top_k(%x, k = 0) : tensor<4xf64> -> (tensor<0xf64>, tensor<0xi32>)
  return %v : tensor<0xf64>
}
