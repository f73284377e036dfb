// rewrite: neutral_element
func.func @integers(%x: tensor<4xi32>) -> tensor<4xi32> {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %one = stablehlo.constant dense<1> : tensor<4xi32>
  %ones = stablehlo.constant dense<-1> : tensor<4xi32>
  %lowest = stablehlo.constant dense<-2147483648> : tensor<4xi32>
  %highest = stablehlo.constant dense<2147483647> : tensor<4xi32>
  %0 = stablehlo.add %zero, %x : tensor<4xi32>
  %1 = stablehlo.subtract %0, %zero : tensor<4xi32>
  %2 = stablehlo.multiply %1, %one : tensor<4xi32>
  %3 = stablehlo.divide %2, %one : tensor<4xi32>
  %4 = stablehlo.power %3, %one : tensor<4xi32>
  %5 = stablehlo.and %ones, %4 : tensor<4xi32>
  %6 = stablehlo.or %5, %zero : tensor<4xi32>
  %7 = stablehlo.xor %6, %zero : tensor<4xi32>
  %8 = stablehlo.shift_left %7, %zero : tensor<4xi32>
  %9 = stablehlo.maximum %8, %lowest : tensor<4xi32>
  %10 = stablehlo.minimum %9, %highest : tensor<4xi32>
  return %10 : tensor<4xi32>
}
// after:
// func.func @integers(%arg0: tensor<4xi32>) -> tensor<4xi32> {
//   return %arg0 : tensor<4xi32>
// }
// -----
// rewrite: neutral_element
func.func @numbers(%x: tensor<4xf32>) -> tensor<4xf32> {
  %minus_zero = stablehlo.constant dense<-0.0> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %infinity = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
  %0 = stablehlo.add %x, %minus_zero : tensor<4xf32>
  %1 = stablehlo.subtract %0, %zero : tensor<4xf32>
  %2 = stablehlo.multiply %one, %1 : tensor<4xf32>
  %3 = stablehlo.divide %2, %one : tensor<4xf32>
  %4 = stablehlo.power %3, %one : tensor<4xf32>
  %5 = stablehlo.minimum %4, %infinity : tensor<4xf32>
  return %5 : tensor<4xf32>
}
// after:
// func.func @numbers(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//   return %arg0 : tensor<4xf32>
// }
// -----
// 0 + -0 is 0, and 1 / x and 1 - x are not x.
// rewrite: neutral_element
func.func @not_neutral(%x: tensor<4xf32>, %z: tensor<2xcomplex<f32>>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xcomplex<f32>>) {
  %minus_zero = stablehlo.constant dense<-0.0> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %complex = stablehlo.constant dense<(1.0, 0.0)> : tensor<2xcomplex<f32>>
  %0 = stablehlo.add %x, %zero : tensor<4xf32>
  %1 = stablehlo.subtract %x, %minus_zero : tensor<4xf32>
  %2 = stablehlo.divide %one, %x : tensor<4xf32>
  %3 = stablehlo.multiply %z, %complex : tensor<2xcomplex<f32>>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xcomplex<f32>>
}
// unchanged
// -----
// rewrite: neutral_element
// options: assume-finite=true
func.func @finite_numbers(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.add %x, %zero : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// after:
// func.func @finite_numbers(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//   return %arg0 : tensor<4xf32>
// }
// -----
// rewrite: absorbing_element
func.func @absorbed(%x: tensor<4xi32>, %y: tensor<4xf32>, %p: tensor<2xi1>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>, tensor<2xi1>, tensor<2xi1>) {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %one = stablehlo.constant dense<1> : tensor<4xi32>
  %highest = stablehlo.constant dense<2147483647> : tensor<4xi32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4xf32>
  %true = stablehlo.constant dense<true> : tensor<2xi1>
  %false = stablehlo.constant dense<false> : tensor<2xi1>
  %0 = stablehlo.multiply %x, %zero : tensor<4xi32>
  %1 = stablehlo.remainder %x, %one : tensor<4xi32>
  %2 = stablehlo.maximum %x, %highest : tensor<4xi32>
  %3 = stablehlo.power %y, %zeros : tensor<4xf32>
  %4 = stablehlo.and %p, %false : tensor<2xi1>
  %5 = stablehlo.or %true, %p : tensor<2xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>, tensor<2xi1>, tensor<2xi1>
}
// after:
// func.func @absorbed(%arg0: tensor<4xi32>, %arg1: tensor<4xf32>, %arg2: tensor<2xi1>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>, tensor<2xi1>, tensor<2xi1>) {
//   %c = stablehlo.constant dense<0> : tensor<4xi32>
//   %c_0 = stablehlo.constant dense<0> : tensor<4xi32>
//   %c_1 = stablehlo.constant dense<2147483647> : tensor<4xi32>
//   %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
//   %c_2 = stablehlo.constant dense<false> : tensor<2xi1>
//   %c_3 = stablehlo.constant dense<true> : tensor<2xi1>
//   return %c, %c_0, %c_1, %cst, %c_2, %c_3 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>, tensor<2xi1>, tensor<2xi1>
// }
// -----
// rewrite: absorbing_element
func.func @nan_is_not_absorbed(%y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zeros = stablehlo.constant dense<0.0> : tensor<4xf32>
  %infinity = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
  %0 = stablehlo.multiply %y, %zeros : tensor<4xf32>
  %1 = stablehlo.maximum %y, %infinity : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
// unchanged
// -----
// rewrite: same_operands
func.func @equal(%x: tensor<4xi32>, %y: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>) {
  %0 = stablehlo.subtract %x, %x : tensor<4xi32>
  %1 = stablehlo.xor %x, %x : tensor<4xi32>
  %2 = stablehlo.remainder %x, %x : tensor<4xi32>
  %3 = stablehlo.and %x, %x : tensor<4xi32>
  %4 = stablehlo.maximum %y, %y : tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>
}
// after:
// func.func @equal(%arg0: tensor<4xi32>, %arg1: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>) {
//   %c = stablehlo.constant dense<0> : tensor<4xi32>
//   %c_0 = stablehlo.constant dense<0> : tensor<4xi32>
//   %c_1 = stablehlo.constant dense<0> : tensor<4xi32>
//   return %c, %c_0, %c_1, %arg0, %arg1 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>
// }
// -----
// rewrite: same_operands
func.func @infinity_minus_infinity(%y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.subtract %y, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// unchanged
// -----
// rewrite: twice_undone
func.func @twice(%x: tensor<4xf32>, %y: tensor<4xi8>, %z: tensor<2xcomplex<f32>>) -> (tensor<4xf32>, tensor<4xi8>, tensor<2xcomplex<f32>>) {
  %0 = stablehlo.negate %x : tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  %2 = stablehlo.not %y : tensor<4xi8>
  %3 = stablehlo.not %2 : tensor<4xi8>
  %4 = chlo.conj %z : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  %5 = chlo.conj %4 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  return %1, %3, %5 : tensor<4xf32>, tensor<4xi8>, tensor<2xcomplex<f32>>
}
// after:
// func.func @twice(%arg0: tensor<4xf32>, %arg1: tensor<4xi8>, %arg2: tensor<2xcomplex<f32>>) -> (tensor<4xf32>, tensor<4xi8>, tensor<2xcomplex<f32>>) {
//   return %arg0, %arg1, %arg2 : tensor<4xf32>, tensor<4xi8>, tensor<2xcomplex<f32>>
// }
// -----
// rewrite: done_already
func.func @again(%x: tensor<4xf32>, %y: tensor<4xi8>) -> (tensor<4xf32>, tensor<4xi8>, tensor<4xf32>) {
  %0 = stablehlo.floor %x : tensor<4xf32>
  %1 = stablehlo.round_nearest_even %0 : tensor<4xf32>
  %2 = stablehlo.abs %y : tensor<4xi8>
  %3 = stablehlo.abs %2 : tensor<4xi8>
  %4 = stablehlo.sign %x : tensor<4xf32>
  %5 = stablehlo.sign %4 : tensor<4xf32>
  return %1, %3, %5 : tensor<4xf32>, tensor<4xi8>, tensor<4xf32>
}
// after:
// func.func @again(%arg0: tensor<4xf32>, %arg1: tensor<4xi8>) -> (tensor<4xf32>, tensor<4xi8>, tensor<4xf32>) {
//   %0 = stablehlo.floor %arg0 : tensor<4xf32>
//   %1 = stablehlo.abs %arg1 : tensor<4xi8>
//   %2 = stablehlo.sign %arg0 : tensor<4xf32>
//   return %0, %1, %2 : tensor<4xf32>, tensor<4xi8>, tensor<4xf32>
// }
// -----
// rewrite: absolute_of_negated
func.func @absolute(%x: tensor<4xf32>, %y: tensor<4xi8>) -> (tensor<4xf32>, tensor<4xi8>) {
  %0 = stablehlo.negate %x : tensor<4xf32>
  %1 = stablehlo.abs %0 : tensor<4xf32>
  %2 = stablehlo.negate %y : tensor<4xi8>
  %3 = stablehlo.abs %2 : tensor<4xi8>
  return %1, %3 : tensor<4xf32>, tensor<4xi8>
}
// after:
// func.func @absolute(%arg0: tensor<4xf32>, %arg1: tensor<4xi8>) -> (tensor<4xf32>, tensor<4xi8>) {
//   %0 = stablehlo.abs %arg0 : tensor<4xf32>
//   %1 = stablehlo.abs %arg1 : tensor<4xi8>
//   return %0, %1 : tensor<4xf32>, tensor<4xi8>
// }
// -----
// rewrite: negated_operands
func.func @negated(%x: tensor<4xi8>, %y: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
  %0 = stablehlo.negate %x : tensor<4xi8>
  %1 = stablehlo.negate %y : tensor<4xi8>
  %2 = stablehlo.add %x, %1 : tensor<4xi8>
  %3 = stablehlo.add %0, %y : tensor<4xi8>
  %4 = stablehlo.subtract %x, %1 : tensor<4xi8>
  %5 = stablehlo.multiply %0, %1 : tensor<4xi8>
  return %2, %3, %4, %5 : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}
// after:
// func.func @negated(%arg0: tensor<4xi8>, %arg1: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
//   %0 = stablehlo.subtract %arg0, %arg1 : tensor<4xi8>
//   %1 = stablehlo.subtract %arg1, %arg0 : tensor<4xi8>
//   %2 = stablehlo.add %arg0, %arg1 : tensor<4xi8>
//   %3 = stablehlo.multiply %arg0, %arg1 : tensor<4xi8>
//   return %0, %1, %2, %3 : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
// }
// -----
// rewrite: zero_minus
func.func @from_zero(%x: tensor<4xi8>) -> tensor<4xi8> {
  %zero = stablehlo.constant dense<0> : tensor<4xi8>
  %0 = stablehlo.subtract %zero, %x : tensor<4xi8>
  return %0 : tensor<4xi8>
}
// after:
// func.func @from_zero(%arg0: tensor<4xi8>) -> tensor<4xi8> {
//   %0 = stablehlo.negate %arg0 : tensor<4xi8>
//   return %0 : tensor<4xi8>
// }
// -----
// rewrite: zero_minus
func.func @from_zero_with_signs(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.subtract %zero, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// unchanged
// -----
// rewrite: constants_together, fold_constants
func.func @sums(%x: tensor<3xi32>, %y: tensor<3xf32>) -> (tensor<3xi32>, tensor<3xf32>) {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = stablehlo.constant dense<10> : tensor<3xi32>
  %0 = stablehlo.add %a, %x : tensor<3xi32>
  %1 = stablehlo.add %0, %b : tensor<3xi32>
  %c = stablehlo.constant dense<1.0> : tensor<3xf32>
  %d = stablehlo.constant dense<[-1.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %2 = stablehlo.maximum %y, %c : tensor<3xf32>
  %3 = stablehlo.maximum %2, %d : tensor<3xf32>
  return %1, %3 : tensor<3xi32>, tensor<3xf32>
}
// after:
// func.func @sums(%arg0: tensor<3xi32>, %arg1: tensor<3xf32>) -> (tensor<3xi32>, tensor<3xf32>) {
//   %c = stablehlo.constant dense<[11, 12, 13]> : tensor<3xi32>
//   %0 = stablehlo.add %arg0, %c : tensor<3xi32>
//   %cst = stablehlo.constant dense<[1.000000e+00, 2.000000e+00, 0x7FC00000]> : tensor<3xf32>
//   %1 = stablehlo.maximum %arg1, %cst : tensor<3xf32>
//   return %0, %1 : tensor<3xi32>, tensor<3xf32>
// }
// -----
// rewrite: constants_together
func.func @rounded_sums(%x: tensor<3xf32>) -> tensor<3xf32> {
  %a = stablehlo.constant dense<1.0> : tensor<3xf32>
  %b = stablehlo.constant dense<1.0e-8> : tensor<3xf32>
  %0 = stablehlo.add %x, %a : tensor<3xf32>
  %1 = stablehlo.add %0, %b : tensor<3xf32>
  return %1 : tensor<3xf32>
}
// unchanged
// -----
// rewrite: divide_by_power_of_two
func.func @quotients(%x: tensor<4xf32>, %y: tensor<4xf16>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>) {
  %four = stablehlo.constant dense<-4.0> : tensor<4xf32>
  %0 = stablehlo.divide %x, %four : tensor<4xf32>
  %tiny = stablehlo.constant dense<1.0e-40> : tensor<4xf32>
  %1 = stablehlo.divide %x, %tiny : tensor<4xf32>
  %eighth = stablehlo.constant dense<0.125> : tensor<4xf16>
  %2 = stablehlo.divide %y, %eighth : tensor<4xf16>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf16>
}
// after:
// func.func @quotients(%arg0: tensor<4xf32>, %arg1: tensor<4xf16>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>) {
//   %cst = stablehlo.constant dense<-2.500000e-01> : tensor<4xf32>
//   %0 = stablehlo.multiply %arg0, %cst : tensor<4xf32>
//   %cst_0 = stablehlo.constant dense<9.999940e-41> : tensor<4xf32>
//   %1 = stablehlo.divide %arg0, %cst_0 : tensor<4xf32>
//   %cst_1 = stablehlo.constant dense<8.000000e+00> : tensor<4xf16>
//   %2 = stablehlo.multiply %arg1, %cst_1 : tensor<4xf16>
//   return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf16>
// }
