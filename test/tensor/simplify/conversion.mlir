// rewrite: convert_to_same
func.func @same(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.convert %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// after:
// func.func @same(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//   return %arg0 : tensor<4xf32>
// }
// -----
// rewrite: convert_of_convert
func.func @exact(%x: tensor<4xf16>, %i: tensor<4xi8>, %u: tensor<4xui16>, %b: tensor<4xbf16>, %p: tensor<4xi1>) -> (tensor<4xf16>, tensor<4xf16>, tensor<4xui16>, tensor<4xi8>, tensor<4xf32>, tensor<4xi32>) {
  %0 = stablehlo.convert %x : (tensor<4xf16>) -> tensor<4xf64>
  %1 = stablehlo.convert %0 : (tensor<4xf64>) -> tensor<4xf16>
  %2 = stablehlo.convert %i : (tensor<4xi8>) -> tensor<4xi32>
  %3 = stablehlo.convert %2 : (tensor<4xi32>) -> tensor<4xf16>
  %4 = stablehlo.convert %u : (tensor<4xui16>) -> tensor<4xf32>
  %5 = stablehlo.convert %4 : (tensor<4xf32>) -> tensor<4xui16>
  %6 = stablehlo.convert %i : (tensor<4xi8>) -> tensor<4xui8>
  %7 = stablehlo.convert %6 : (tensor<4xui8>) -> tensor<4xi8>
  %8 = stablehlo.convert %b : (tensor<4xbf16>) -> tensor<4xf64>
  %9 = stablehlo.convert %8 : (tensor<4xf64>) -> tensor<4xf32>
  %10 = stablehlo.convert %p : (tensor<4xi1>) -> tensor<4xf32>
  %11 = stablehlo.convert %10 : (tensor<4xf32>) -> tensor<4xi32>
  return %1, %3, %5, %7, %9, %11 : tensor<4xf16>, tensor<4xf16>, tensor<4xui16>, tensor<4xi8>, tensor<4xf32>, tensor<4xi32>
}
// after:
// func.func @exact(%arg0: tensor<4xf16>, %arg1: tensor<4xi8>, %arg2: tensor<4xui16>, %arg3: tensor<4xbf16>, %arg4: tensor<4xi1>) -> (tensor<4xf16>, tensor<4xf16>, tensor<4xui16>, tensor<4xi8>, tensor<4xf32>, tensor<4xi32>) {
//   %0 = stablehlo.convert %arg1 : (tensor<4xi8>) -> tensor<4xf16>
//   %1 = stablehlo.convert %arg3 : (tensor<4xbf16>) -> tensor<4xf32>
//   %2 = stablehlo.convert %arg4 : (tensor<4xi1>) -> tensor<4xi32>
//   return %arg0, %0, %arg2, %arg1, %1, %2 : tensor<4xf16>, tensor<4xf16>, tensor<4xui16>, tensor<4xi8>, tensor<4xf32>, tensor<4xi32>
// }
// -----
// rewrite: convert_of_convert
func.func @rounded(%x: tensor<4xf32>, %i: tensor<4xi32>, %j: tensor<4xi8>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4xf16>, tensor<4xi8>) {
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
  %1 = stablehlo.convert %0 : (tensor<4xbf16>) -> tensor<4xf32>
  %2 = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xf32>
  %3 = stablehlo.convert %2 : (tensor<4xf32>) -> tensor<4xi32>
  %4 = stablehlo.convert %j : (tensor<4xi8>) -> tensor<4xui32>
  %5 = stablehlo.convert %4 : (tensor<4xui32>) -> tensor<4xf32>
  %6 = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xi16>
  %7 = stablehlo.convert %6 : (tensor<4xi16>) -> tensor<4xi32>
  %8 = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xf32>
  %9 = stablehlo.convert %8 : (tensor<4xf32>) -> tensor<4xf16>
  %10 = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xf64>
  %11 = stablehlo.convert %10 : (tensor<4xf64>) -> tensor<4xi8>
  return %1, %3, %5, %7, %9, %11 : tensor<4xf32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4xf16>, tensor<4xi8>
}
// unchanged
// -----
// rewrite: convert_of_iota
func.func @iota() -> (tensor<2x4xf32>, tensor<128xi8>) {
  %0 = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %1 = stablehlo.convert %0 : (tensor<2x4xi32>) -> tensor<2x4xf32>
  %2 = stablehlo.iota dim = 0 : tensor<128xi32>
  %3 = stablehlo.convert %2 : (tensor<128xi32>) -> tensor<128xi8>
  return %1, %3 : tensor<2x4xf32>, tensor<128xi8>
}
// after:
// func.func @iota() -> (tensor<2x4xf32>, tensor<128xi8>) {
//   %0 = stablehlo.iota dim = 1 : tensor<2x4xf32>
//   %1 = stablehlo.iota dim = 0 : tensor<128xi8>
//   return %0, %1 : tensor<2x4xf32>, tensor<128xi8>
// }
// -----
// rewrite: convert_of_iota
func.func @iota_that_wraps() -> tensor<257xi32> {
  %0 = stablehlo.iota dim = 0 : tensor<257xi8>
  %1 = stablehlo.convert %0 : (tensor<257xi8>) -> tensor<257xi32>
  return %1 : tensor<257xi32>
}
// unchanged
// -----
// rewrite: bits_of_bits
func.func @bits(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4x2xi16>
  %1 = stablehlo.bitcast_convert %0 : (tensor<4x2xi16>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// after:
// func.func @bits(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//   return %arg0 : tensor<4xf32>
// }
// -----
// rewrite: reduce_precision_to_same
func.func @precision(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce_precision %x, format = e8m23 : tensor<4xf32>
  %1 = stablehlo.reduce_precision %0, format = e5m10 : tensor<4xf32>
  %2 = stablehlo.reduce_precision %1, format = e5m10 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
// after:
// func.func @precision(%arg0: tensor<4xf32>) -> tensor<4xf32> {
//   %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<4xf32>
//   return %0 : tensor<4xf32>
// }
