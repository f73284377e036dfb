// rewrite: compare_with_itself
func.func @itself(%x: tensor<4xi32>, %y: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %0 = stablehlo.compare GE, %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %1 = stablehlo.compare NE, %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %2 = stablehlo.compare LT, %y, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = stablehlo.compare EQ, %y, %y, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1, %2, %3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}
// after:
// func.func @itself(%arg0: tensor<4xi32>, %arg1: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
//   %c = stablehlo.constant dense<true> : tensor<4xi1>
//   %c_0 = stablehlo.constant dense<false> : tensor<4xi1>
//   %c_1 = stablehlo.constant dense<false> : tensor<4xi1>
//   %c_2 = stablehlo.constant dense<true> : tensor<4xi1>
//   return %c, %c_0, %c_1, %c_2 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
// }
// -----
// This is how programs ask for NaN.
// rewrite: compare_with_itself
func.func @nan(%y: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>) {
  %0 = stablehlo.compare NE, %y, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = stablehlo.compare GE, %y, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}
// unchanged
// -----
// rewrite: compare_with_extreme
func.func @extreme(%x: tensor<4xui8>, %y: tensor<4xi8>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %zero = stablehlo.constant dense<0> : tensor<4xui8>
  %highest = stablehlo.constant dense<127> : tensor<4xi8>
  %0 = stablehlo.compare LT, %x, %zero : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %1 = stablehlo.compare GE, %x, %zero : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %2 = stablehlo.compare GT, %y, %highest : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %3 = stablehlo.compare GE, %y, %highest : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  return %0, %1, %2, %3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}
// after:
// func.func @extreme(%arg0: tensor<4xui8>, %arg1: tensor<4xi8>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
//   %c = stablehlo.constant dense<127> : tensor<4xi8>
//   %c_0 = stablehlo.constant dense<false> : tensor<4xi1>
//   %c_1 = stablehlo.constant dense<true> : tensor<4xi1>
//   %c_2 = stablehlo.constant dense<false> : tensor<4xi1>
//   %0 = stablehlo.compare  GE, %arg1, %c : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
//   return %c_0, %c_1, %c_2, %0 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
// }
// -----
// rewrite: not_of_compare
func.func @opposite(%x: tensor<4xi8>, %y: tensor<4xi8>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %0 = stablehlo.compare LT, %x, %y : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %1 = stablehlo.not %0 : tensor<4xi1>
  %2 = stablehlo.compare EQ, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = stablehlo.not %2 : tensor<4xi1>
  %4 = stablehlo.compare LT, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %5 = stablehlo.not %4 : tensor<4xi1>
  return %1, %3, %5 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}
// after:
// func.func @opposite(%arg0: tensor<4xi8>, %arg1: tensor<4xi8>, %arg2: tensor<4xf32>, %arg3: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
//   %0 = stablehlo.compare  GE, %arg0, %arg1 : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
//   %1 = stablehlo.compare  NE, %arg2, %arg3 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
//   %2 = stablehlo.compare  LT, %arg2, %arg3 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
//   %3 = stablehlo.not %2 : tensor<4xi1>
//   return %0, %1, %3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
// }
// -----
// rewrite: select_constant
func.func @constant_predicate(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %true = stablehlo.constant dense<true> : tensor<4xi1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.select %true, %x, %y : tensor<4xi1>, tensor<4xf32>
  %1 = stablehlo.select %false, %x, %y : tensor<i1>, tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
// after:
// func.func @constant_predicate(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
//   return %arg0, %arg1 : tensor<4xf32>, tensor<4xf32>
// }
// -----
// rewrite: select_same
func.func @same_on_both_sides(%p: tensor<4xi1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.select %p, %x, %x : tensor<4xi1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}
// after:
// func.func @same_on_both_sides(%arg0: tensor<4xi1>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
//   return %arg1 : tensor<4xf32>
// }
// -----
// rewrite: select_of_not
func.func @negated_predicate(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.not %p : tensor<i1>
  %1 = stablehlo.select %0, %x, %y : tensor<i1>, tensor<4xf32>
  return %1 : tensor<4xf32>
}
// after:
// func.func @negated_predicate(%arg0: tensor<i1>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
//   %0 = stablehlo.select %arg0, %arg2, %arg1 : tensor<i1>, tensor<4xf32>
//   return %0 : tensor<4xf32>
// }
// -----
// rewrite: select_of_booleans
func.func @booleans(%p: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>) {
  %true = stablehlo.constant dense<true> : tensor<4xi1>
  %false = stablehlo.constant dense<false> : tensor<4xi1>
  %0 = stablehlo.select %p, %true, %false : tensor<4xi1>, tensor<4xi1>
  %1 = stablehlo.select %p, %false, %true : tensor<4xi1>, tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}
// after:
// func.func @booleans(%arg0: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>) {
//   %0 = stablehlo.not %arg0 : tensor<4xi1>
//   return %arg0, %0 : tensor<4xi1>, tensor<4xi1>
// }
// -----
// rewrite: select_of_select
func.func @nested(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.select %p, %x, %y : tensor<4xi1>, tensor<4xf32>
  %1 = stablehlo.select %p, %0, %z : tensor<4xi1>, tensor<4xf32>
  return %1 : tensor<4xf32>
}
// after:
// func.func @nested(%arg0: tensor<4xi1>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>, %arg3: tensor<4xf32>) -> tensor<4xf32> {
//   %0 = stablehlo.select %arg0, %arg1, %arg3 : tensor<4xi1>, tensor<4xf32>
//   return %0 : tensor<4xf32>
// }
// -----
// rewrite: clamp_without_bound
func.func @open(%x: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %most = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %highest = stablehlo.constant dense<2147483647> : tensor<4xi32>
  %0 = stablehlo.clamp %least, %x, %most : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.clamp %least, %x, %one : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.clamp %zero, %i, %highest : tensor<4xi32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>
}
// after:
// func.func @open(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>) {
//   %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
//   %c = stablehlo.constant dense<0> : tensor<4xi32>
//   %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
//   %1 = stablehlo.minimum %arg0, %0 : tensor<4xf32>
//   %2 = stablehlo.maximum %arg1, %c : tensor<4xi32>
//   return %arg0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>
// }
// -----
// rewrite: clamp_of_clamp
func.func @clamped_twice(%a: tensor<f32>, %x: tensor<4xf32>, %b: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.clamp %a, %x, %b : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.clamp %a, %0, %b : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// after:
// func.func @clamped_twice(%arg0: tensor<f32>, %arg1: tensor<4xf32>, %arg2: tensor<f32>) -> tensor<4xf32> {
//   %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
//   return %0 : tensor<4xf32>
// }
// -----
// rewrite: complex_of_parts
func.func @together(%z: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.real %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %1 = stablehlo.imag %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %2 = stablehlo.complex %0, %1 : tensor<4xcomplex<f32>>
  return %2 : tensor<4xcomplex<f32>>
}
// after:
// func.func @together(%arg0: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
//   return %arg0 : tensor<4xcomplex<f32>>
// }
// -----
// rewrite: part_of_complex
func.func @apart(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.complex %x, %y : tensor<4xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %2 = stablehlo.imag %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %2, %1 : tensor<4xf32>, tensor<4xf32>
}
// after:
// func.func @apart(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
//   return %arg1, %arg0 : tensor<4xf32>, tensor<4xf32>
// }
// -----
// rewrite: part_of_real
func.func @parts_of_real_numbers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.real %x : tensor<4xf32>
  %1 = stablehlo.imag %x : tensor<4xf32>
  %2 = chlo.conj %x : tensor<4xf32> -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
// after:
// func.func @parts_of_real_numbers(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
//   %cst = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
//   return %arg0, %cst, %arg0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
// }
