module @jit_runge_kutta attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3xf64>) -> (tensor<3xf64> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i64>, tensor<3xf64>
    cond {
      %c_1 = stablehlo.constant dense<1000> : tensor<i64>
      %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = func.call @closed_call(%iterArg_0) : (tensor<3xf64>) -> tensor<3xf64>
      %c_1 = stablehlo.constant dense<1> : tensor<i64>
      %2 = stablehlo.add %iterArg, %c_1 : tensor<i64>
      stablehlo.return %2, %1 : tensor<i64>, tensor<3xf64>
    }
    return %0#1 : tensor<3xf64>
  }
  func.func private @closed_call(%arg0: tensor<3xf64>) -> tensor<3xf64> {
    %0 = stablehlo.slice %arg0 [0:1] : (tensor<3xf64>) -> tensor<1xf64>
    %1 = stablehlo.reshape %0 : (tensor<1xf64>) -> tensor<f64>
    %2 = stablehlo.slice %arg0 [1:2] : (tensor<3xf64>) -> tensor<1xf64>
    %3 = stablehlo.reshape %2 : (tensor<1xf64>) -> tensor<f64>
    %4 = stablehlo.slice %arg0 [2:3] : (tensor<3xf64>) -> tensor<1xf64>
    %5 = stablehlo.reshape %4 : (tensor<1xf64>) -> tensor<f64>
    %6 = stablehlo.subtract %3, %1 : tensor<f64>
    %cst = stablehlo.constant dense<1.000000e+01> : tensor<f64>
    %7 = stablehlo.multiply %cst, %6 : tensor<f64>
    %cst_0 = stablehlo.constant dense<2.800000e+01> : tensor<f64>
    %8 = stablehlo.subtract %cst_0, %5 : tensor<f64>
    %9 = stablehlo.multiply %1, %8 : tensor<f64>
    %10 = stablehlo.subtract %9, %3 : tensor<f64>
    %11 = stablehlo.multiply %1, %3 : tensor<f64>
    %cst_1 = stablehlo.constant dense<2.6666666666666665> : tensor<f64>
    %12 = stablehlo.multiply %5, %cst_1 : tensor<f64>
    %13 = stablehlo.subtract %11, %12 : tensor<f64>
    %14 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %15 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %16 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %17 = stablehlo.concatenate %14, %15, %16, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<3xf64>
    %cst_2 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %18 = stablehlo.divide %cst_2, %cst_3 : tensor<f64>
    %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %20 = stablehlo.multiply %19, %17 : tensor<3xf64>
    %21 = stablehlo.add %arg0, %20 : tensor<3xf64>
    %22 = stablehlo.slice %21 [0:1] : (tensor<3xf64>) -> tensor<1xf64>
    %23 = stablehlo.reshape %22 : (tensor<1xf64>) -> tensor<f64>
    %24 = stablehlo.slice %21 [1:2] : (tensor<3xf64>) -> tensor<1xf64>
    %25 = stablehlo.reshape %24 : (tensor<1xf64>) -> tensor<f64>
    %26 = stablehlo.slice %21 [2:3] : (tensor<3xf64>) -> tensor<1xf64>
    %27 = stablehlo.reshape %26 : (tensor<1xf64>) -> tensor<f64>
    %28 = stablehlo.subtract %25, %23 : tensor<f64>
    %cst_4 = stablehlo.constant dense<1.000000e+01> : tensor<f64>
    %29 = stablehlo.multiply %cst_4, %28 : tensor<f64>
    %cst_5 = stablehlo.constant dense<2.800000e+01> : tensor<f64>
    %30 = stablehlo.subtract %cst_5, %27 : tensor<f64>
    %31 = stablehlo.multiply %23, %30 : tensor<f64>
    %32 = stablehlo.subtract %31, %25 : tensor<f64>
    %33 = stablehlo.multiply %23, %25 : tensor<f64>
    %cst_6 = stablehlo.constant dense<2.6666666666666665> : tensor<f64>
    %34 = stablehlo.multiply %27, %cst_6 : tensor<f64>
    %35 = stablehlo.subtract %33, %34 : tensor<f64>
    %36 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %37 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %38 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %39 = stablehlo.concatenate %36, %37, %38, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<3xf64>
    %cst_7 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %cst_8 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %40 = stablehlo.divide %cst_7, %cst_8 : tensor<f64>
    %41 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %42 = stablehlo.multiply %41, %39 : tensor<3xf64>
    %43 = stablehlo.add %arg0, %42 : tensor<3xf64>
    %44 = stablehlo.slice %43 [0:1] : (tensor<3xf64>) -> tensor<1xf64>
    %45 = stablehlo.reshape %44 : (tensor<1xf64>) -> tensor<f64>
    %46 = stablehlo.slice %43 [1:2] : (tensor<3xf64>) -> tensor<1xf64>
    %47 = stablehlo.reshape %46 : (tensor<1xf64>) -> tensor<f64>
    %48 = stablehlo.slice %43 [2:3] : (tensor<3xf64>) -> tensor<1xf64>
    %49 = stablehlo.reshape %48 : (tensor<1xf64>) -> tensor<f64>
    %50 = stablehlo.subtract %47, %45 : tensor<f64>
    %cst_9 = stablehlo.constant dense<1.000000e+01> : tensor<f64>
    %51 = stablehlo.multiply %cst_9, %50 : tensor<f64>
    %cst_10 = stablehlo.constant dense<2.800000e+01> : tensor<f64>
    %52 = stablehlo.subtract %cst_10, %49 : tensor<f64>
    %53 = stablehlo.multiply %45, %52 : tensor<f64>
    %54 = stablehlo.subtract %53, %47 : tensor<f64>
    %55 = stablehlo.multiply %45, %47 : tensor<f64>
    %cst_11 = stablehlo.constant dense<2.6666666666666665> : tensor<f64>
    %56 = stablehlo.multiply %49, %cst_11 : tensor<f64>
    %57 = stablehlo.subtract %55, %56 : tensor<f64>
    %58 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %59 = stablehlo.broadcast_in_dim %54, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %60 = stablehlo.broadcast_in_dim %57, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %61 = stablehlo.concatenate %58, %59, %60, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<3xf64>
    %cst_12 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %62 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %63 = stablehlo.multiply %62, %61 : tensor<3xf64>
    %64 = stablehlo.add %arg0, %63 : tensor<3xf64>
    %65 = stablehlo.slice %64 [0:1] : (tensor<3xf64>) -> tensor<1xf64>
    %66 = stablehlo.reshape %65 : (tensor<1xf64>) -> tensor<f64>
    %67 = stablehlo.slice %64 [1:2] : (tensor<3xf64>) -> tensor<1xf64>
    %68 = stablehlo.reshape %67 : (tensor<1xf64>) -> tensor<f64>
    %69 = stablehlo.slice %64 [2:3] : (tensor<3xf64>) -> tensor<1xf64>
    %70 = stablehlo.reshape %69 : (tensor<1xf64>) -> tensor<f64>
    %71 = stablehlo.subtract %68, %66 : tensor<f64>
    %cst_13 = stablehlo.constant dense<1.000000e+01> : tensor<f64>
    %72 = stablehlo.multiply %cst_13, %71 : tensor<f64>
    %cst_14 = stablehlo.constant dense<2.800000e+01> : tensor<f64>
    %73 = stablehlo.subtract %cst_14, %70 : tensor<f64>
    %74 = stablehlo.multiply %66, %73 : tensor<f64>
    %75 = stablehlo.subtract %74, %68 : tensor<f64>
    %76 = stablehlo.multiply %66, %68 : tensor<f64>
    %cst_15 = stablehlo.constant dense<2.6666666666666665> : tensor<f64>
    %77 = stablehlo.multiply %70, %cst_15 : tensor<f64>
    %78 = stablehlo.subtract %76, %77 : tensor<f64>
    %79 = stablehlo.broadcast_in_dim %72, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %80 = stablehlo.broadcast_in_dim %75, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %81 = stablehlo.broadcast_in_dim %78, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %82 = stablehlo.concatenate %79, %80, %81, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<3xf64>
    %cst_16 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %cst_17 = stablehlo.constant dense<6.000000e+00> : tensor<f64>
    %83 = stablehlo.divide %cst_16, %cst_17 : tensor<f64>
    %cst_18 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %84 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %85 = stablehlo.multiply %84, %39 : tensor<3xf64>
    %86 = stablehlo.add %17, %85 : tensor<3xf64>
    %cst_19 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %87 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %88 = stablehlo.multiply %87, %61 : tensor<3xf64>
    %89 = stablehlo.add %86, %88 : tensor<3xf64>
    %90 = stablehlo.add %89, %82 : tensor<3xf64>
    %91 = stablehlo.broadcast_in_dim %83, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %92 = stablehlo.multiply %91, %90 : tensor<3xf64>
    %93 = stablehlo.add %arg0, %92 : tensor<3xf64>
    return %93 : tensor<3xf64>
  }
}
