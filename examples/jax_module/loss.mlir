module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32x1xf32>, %arg5: tensor<1xf32>, %arg6: tensor<256x2xf32>, %arg7: tensor<256xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.negate %arg7 : tensor<256xf32>
    %1 = stablehlo.dot_general %arg6, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x2xf32>, tensor<2x32xf32>) -> tensor<256x32xf32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<256x32xf32>
    %4 = stablehlo.add %1, %3 : tensor<256x32xf32>
    %5 = stablehlo.tanh %4 : tensor<256x32xf32>
    %6 = stablehlo.dot_general %5, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<32x32xf32>) -> tensor<256x32xf32>
    %7 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<256x32xf32>
    %9 = stablehlo.add %6, %8 : tensor<256x32xf32>
    %10 = stablehlo.tanh %9 : tensor<256x32xf32>
    %11 = stablehlo.dot_general %10, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<32x1xf32>) -> tensor<256x1xf32>
    %12 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<1xf32>) -> tensor<1x1xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<256x1xf32>
    %14 = stablehlo.add %11, %13 : tensor<256x1xf32>
    %15 = stablehlo.reshape %14 : (tensor<256x1xf32>) -> tensor<256xf32>
    %16 = stablehlo.multiply %0, %15 : tensor<256xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %18 = stablehlo.maximum %17, %16 : tensor<256xf32>
    %19 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %20 = stablehlo.subtract %19, %16 : tensor<256xf32>
    %21 = stablehlo.compare NE, %20, %20, FLOAT : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xi1>
    %22 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %23 = stablehlo.add %22, %16 : tensor<256xf32>
    %24 = stablehlo.abs %20 : tensor<256xf32>
    %25 = stablehlo.negate %24 : tensor<256xf32>
    %26 = stablehlo.exponential %25 : tensor<256xf32>
    %27 = stablehlo.log_plus_one %26 : tensor<256xf32>
    %28 = stablehlo.add %18, %27 : tensor<256xf32>
    %29 = stablehlo.select %21, %23, %28 : tensor<256xi1>, tensor<256xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %31 = stablehlo.divide %30, %cst_1 : tensor<f32>
    return %31 : tensor<f32>
  }
}
