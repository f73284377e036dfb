func.func @main(%x: tensor<2x3xf32>, %n: tensor<i32>) -> (tensor<2xf32>, tensor<2x3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %3 = stablehlo.multiply %x, %2 : tensor<2x3xf32>
  func.return %0, %3 : tensor<2xf32>, tensor<2x3xf32>
}
func.func @double(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
