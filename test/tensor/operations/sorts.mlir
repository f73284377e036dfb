// Keys of 16 bits with negative numbers beside a second operand: none of them is a NaN.
func.func @short_keys() {
  %x = stablehlo.constant dense<[3.0, -1.0, 2.0, 0.5, -2.0, 7.0, 1.0, 0.0]> : tensor<8xbf16>
  %y = stablehlo.convert %x : (tensor<8xbf16>) -> tensor<8xf16>
  %i = stablehlo.iota dim = 0 : tensor<8xi32>
  %0:2 = "stablehlo.sort"(%x, %i) ({
  ^bb0(%a: tensor<bf16>, %c: tensor<bf16>, %d: tensor<i32>, %e: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %c : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<8xbf16>, tensor<8xi32>) -> (tensor<8xbf16>, tensor<8xi32>)
  check.expect_eq_const %0#1, dense<[4, 1, 7, 3, 6, 2, 0, 5]> : tensor<8xi32>
  %2:2 = "stablehlo.sort"(%y, %i) ({
  ^bb0(%a: tensor<f16>, %c: tensor<f16>, %d: tensor<i32>, %e: tensor<i32>):
    %3 = stablehlo.compare GT, %a, %c : (tensor<f16>, tensor<f16>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<8xf16>, tensor<8xi32>) -> (tensor<8xf16>, tensor<8xi32>)
  check.expect_eq_const %2#1, dense<[5, 0, 2, 6, 3, 7, 1, 4]> : tensor<8xi32>
  func.return
}
