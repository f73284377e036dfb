module @jit_black_scholes attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4194304xf32>, %arg1: tensor<4194304xf32>, %arg2: tensor<4194304xf32>, %arg3: tensor<4194304xf32>, %arg4: tensor<4194304xf32>) -> (tensor<4194304xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.sqrt %arg2 : tensor<4194304xf32>
    %1 = stablehlo.multiply %arg4, %0 : tensor<4194304xf32>
    %2 = stablehlo.divide %arg0, %arg1 : tensor<4194304xf32>
    %3 = stablehlo.log %2 : tensor<4194304xf32>
    %4 = stablehlo.multiply %arg4, %arg4 : tensor<4194304xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4194304xf32>
    %6 = stablehlo.divide %4, %5 : tensor<4194304xf32>
    %7 = stablehlo.add %arg3, %6 : tensor<4194304xf32>
    %8 = stablehlo.multiply %7, %arg2 : tensor<4194304xf32>
    %9 = stablehlo.add %3, %8 : tensor<4194304xf32>
    %10 = stablehlo.divide %9, %1 : tensor<4194304xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %11 = stablehlo.sqrt %cst_0 : tensor<f64>
    %12 = stablehlo.convert %11 : (tensor<f64>) -> tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<4194304xf32>
    %14 = stablehlo.divide %10, %13 : tensor<4194304xf32>
    %15 = chlo.erf %14 : tensor<4194304xf32> -> tensor<4194304xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4194304xf32>
    %17 = stablehlo.add %16, %15 : tensor<4194304xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4194304xf32>
    %19 = stablehlo.divide %17, %18 : tensor<4194304xf32>
    %20 = stablehlo.multiply %arg0, %19 : tensor<4194304xf32>
    %21 = stablehlo.negate %arg3 : tensor<4194304xf32>
    %22 = stablehlo.multiply %21, %arg2 : tensor<4194304xf32>
    %23 = stablehlo.exponential %22 : tensor<4194304xf32>
    %24 = stablehlo.multiply %arg1, %23 : tensor<4194304xf32>
    %25 = stablehlo.subtract %10, %1 : tensor<4194304xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %26 = stablehlo.sqrt %cst_3 : tensor<f64>
    %27 = stablehlo.convert %26 : (tensor<f64>) -> tensor<f32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<4194304xf32>
    %29 = stablehlo.divide %25, %28 : tensor<4194304xf32>
    %30 = chlo.erf %29 : tensor<4194304xf32> -> tensor<4194304xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4194304xf32>
    %32 = stablehlo.add %31, %30 : tensor<4194304xf32>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4194304xf32>
    %34 = stablehlo.divide %32, %33 : tensor<4194304xf32>
    %35 = stablehlo.multiply %24, %34 : tensor<4194304xf32>
    %36 = stablehlo.subtract %20, %35 : tensor<4194304xf32>
    return %36 : tensor<4194304xf32>
  }
}
