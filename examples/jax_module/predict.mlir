module @jit_predict attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32x1xf32>, %arg5: tensor<1xf32>, %arg6: tensor<256x2xf32>) -> (tensor<256xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg6, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x2xf32>, tensor<2x32xf32>) -> tensor<256x32xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<256x32xf32>
    %3 = stablehlo.add %0, %2 : tensor<256x32xf32>
    %4 = stablehlo.tanh %3 : tensor<256x32xf32>
    %5 = stablehlo.dot_general %4, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<32x32xf32>) -> tensor<256x32xf32>
    %6 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<256x32xf32>
    %8 = stablehlo.add %5, %7 : tensor<256x32xf32>
    %9 = stablehlo.tanh %8 : tensor<256x32xf32>
    %10 = stablehlo.dot_general %9, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<32x1xf32>) -> tensor<256x1xf32>
    %11 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<1xf32>) -> tensor<1x1xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<256x1xf32>
    %13 = stablehlo.add %10, %12 : tensor<256x1xf32>
    %14 = stablehlo.reshape %13 : (tensor<256x1xf32>) -> tensor<256xf32>
    return %14 : tensor<256xf32>
  }
}
