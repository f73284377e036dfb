// A check that does not hold: the message says where, how many elements, and which is the first.
func.func @second_element_differs() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  check.expect_eq_const %x, dense<[[1, 2], [5, 4]]> : tensor<2x2xi32>
  return
}
