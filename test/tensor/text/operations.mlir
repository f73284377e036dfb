// Text that must come back as it went in.
module {
  func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3x2xf32>, %arg2: tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<2x2xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %3 = stablehlo.slice %0 [0:2, 0:1] : (tensor<2x2xf32>) -> tensor<2x1xf32>
    %4 = stablehlo.reduce_precision %2, format = e5m10 : tensor<2x2xf32>
    %5 = stablehlo.compare  LT, %0, %4,  TOTALORDER : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %6 = stablehlo.select %5, %0, %4 : tensor<2x2xi1>, tensor<2x2xf32>
    %7 = stablehlo.add %6, %6 {mhlo.frontend_attributes = {count = "1"}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=2, j=2}, custom>} : tensor<2x2xf32>
    %8:2 = stablehlo.optimization_barrier %7, %3 : tensor<2x2xf32>, tensor<2x1xf32>
    return %8#0 : tensor<2x2xf32>
  }
}
