module @jit_runge_kutta attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x256xf32>) -> (tensor<3x256xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i64>, tensor<3x256xf32>
    cond {
      %c_1 = stablehlo.constant dense<1000> : tensor<i64>
      %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = func.call @closed_call(%iterArg_0) : (tensor<3x256xf32>) -> tensor<3x256xf32>
      %c_1 = stablehlo.constant dense<1> : tensor<i64>
      %2 = stablehlo.add %iterArg, %c_1 : tensor<i64>
      stablehlo.return %2, %1 : tensor<i64>, tensor<3x256xf32>
    }
    return %0#1 : tensor<3x256xf32>
  }
  func.func private @closed_call(%arg0: tensor<3x256xf32>) -> tensor<3x256xf32> {
    %0 = stablehlo.slice %arg0 [0:1, 0:256] : (tensor<3x256xf32>) -> tensor<1x256xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x256xf32>) -> tensor<256xf32>
    %2 = stablehlo.slice %arg0 [1:2, 0:256] : (tensor<3x256xf32>) -> tensor<1x256xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x256xf32>) -> tensor<256xf32>
    %4 = stablehlo.slice %arg0 [2:3, 0:256] : (tensor<3x256xf32>) -> tensor<1x256xf32>
    %5 = stablehlo.reshape %4 : (tensor<1x256xf32>) -> tensor<256xf32>
    %6 = stablehlo.subtract %3, %1 : tensor<256xf32>
    %cst = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %8 = stablehlo.multiply %7, %6 : tensor<256xf32>
    %cst_0 = stablehlo.constant dense<2.800000e+01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %10 = stablehlo.subtract %9, %5 : tensor<256xf32>
    %11 = stablehlo.multiply %1, %10 : tensor<256xf32>
    %12 = stablehlo.subtract %11, %3 : tensor<256xf32>
    %13 = stablehlo.multiply %1, %3 : tensor<256xf32>
    %cst_1 = stablehlo.constant dense<2.66666675> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %15 = stablehlo.multiply %5, %14 : tensor<256xf32>
    %16 = stablehlo.subtract %13, %15 : tensor<256xf32>
    %17 = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %18 = stablehlo.broadcast_in_dim %12, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %19 = stablehlo.broadcast_in_dim %16, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %20 = stablehlo.concatenate %17, %18, %19, dim = 0 : (tensor<1x256xf32>, tensor<1x256xf32>, tensor<1x256xf32>) -> tensor<3x256xf32>
    %cst_2 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %21 = stablehlo.divide %cst_2, %cst_3 : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<3x256xf32>
    %23 = stablehlo.multiply %22, %20 : tensor<3x256xf32>
    %24 = stablehlo.add %arg0, %23 : tensor<3x256xf32>
    %25 = stablehlo.slice %24 [0:1, 0:256] : (tensor<3x256xf32>) -> tensor<1x256xf32>
    %26 = stablehlo.reshape %25 : (tensor<1x256xf32>) -> tensor<256xf32>
    %27 = stablehlo.slice %24 [1:2, 0:256] : (tensor<3x256xf32>) -> tensor<1x256xf32>
    %28 = stablehlo.reshape %27 : (tensor<1x256xf32>) -> tensor<256xf32>
    %29 = stablehlo.slice %24 [2:3, 0:256] : (tensor<3x256xf32>) -> tensor<1x256xf32>
    %30 = stablehlo.reshape %29 : (tensor<1x256xf32>) -> tensor<256xf32>
    %31 = stablehlo.subtract %28, %26 : tensor<256xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %33 = stablehlo.multiply %32, %31 : tensor<256xf32>
    %cst_5 = stablehlo.constant dense<2.800000e+01> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %35 = stablehlo.subtract %34, %30 : tensor<256xf32>
    %36 = stablehlo.multiply %26, %35 : tensor<256xf32>
    %37 = stablehlo.subtract %36, %28 : tensor<256xf32>
    %38 = stablehlo.multiply %26, %28 : tensor<256xf32>
    %cst_6 = stablehlo.constant dense<2.66666675> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %40 = stablehlo.multiply %30, %39 : tensor<256xf32>
    %41 = stablehlo.subtract %38, %40 : tensor<256xf32>
    %42 = stablehlo.broadcast_in_dim %33, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %43 = stablehlo.broadcast_in_dim %37, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %44 = stablehlo.broadcast_in_dim %41, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %45 = stablehlo.concatenate %42, %43, %44, dim = 0 : (tensor<1x256xf32>, tensor<1x256xf32>, tensor<1x256xf32>) -> tensor<3x256xf32>
    %cst_7 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %cst_8 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %46 = stablehlo.divide %cst_7, %cst_8 : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<3x256xf32>
    %48 = stablehlo.multiply %47, %45 : tensor<3x256xf32>
    %49 = stablehlo.add %arg0, %48 : tensor<3x256xf32>
    %50 = stablehlo.slice %49 [0:1, 0:256] : (tensor<3x256xf32>) -> tensor<1x256xf32>
    %51 = stablehlo.reshape %50 : (tensor<1x256xf32>) -> tensor<256xf32>
    %52 = stablehlo.slice %49 [1:2, 0:256] : (tensor<3x256xf32>) -> tensor<1x256xf32>
    %53 = stablehlo.reshape %52 : (tensor<1x256xf32>) -> tensor<256xf32>
    %54 = stablehlo.slice %49 [2:3, 0:256] : (tensor<3x256xf32>) -> tensor<1x256xf32>
    %55 = stablehlo.reshape %54 : (tensor<1x256xf32>) -> tensor<256xf32>
    %56 = stablehlo.subtract %53, %51 : tensor<256xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %58 = stablehlo.multiply %57, %56 : tensor<256xf32>
    %cst_10 = stablehlo.constant dense<2.800000e+01> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %60 = stablehlo.subtract %59, %55 : tensor<256xf32>
    %61 = stablehlo.multiply %51, %60 : tensor<256xf32>
    %62 = stablehlo.subtract %61, %53 : tensor<256xf32>
    %63 = stablehlo.multiply %51, %53 : tensor<256xf32>
    %cst_11 = stablehlo.constant dense<2.66666675> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %65 = stablehlo.multiply %55, %64 : tensor<256xf32>
    %66 = stablehlo.subtract %63, %65 : tensor<256xf32>
    %67 = stablehlo.broadcast_in_dim %58, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %68 = stablehlo.broadcast_in_dim %62, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %69 = stablehlo.broadcast_in_dim %66, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %70 = stablehlo.concatenate %67, %68, %69, dim = 0 : (tensor<1x256xf32>, tensor<1x256xf32>, tensor<1x256xf32>) -> tensor<3x256xf32>
    %cst_12 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<3x256xf32>
    %72 = stablehlo.multiply %71, %70 : tensor<3x256xf32>
    %73 = stablehlo.add %arg0, %72 : tensor<3x256xf32>
    %74 = stablehlo.slice %73 [0:1, 0:256] : (tensor<3x256xf32>) -> tensor<1x256xf32>
    %75 = stablehlo.reshape %74 : (tensor<1x256xf32>) -> tensor<256xf32>
    %76 = stablehlo.slice %73 [1:2, 0:256] : (tensor<3x256xf32>) -> tensor<1x256xf32>
    %77 = stablehlo.reshape %76 : (tensor<1x256xf32>) -> tensor<256xf32>
    %78 = stablehlo.slice %73 [2:3, 0:256] : (tensor<3x256xf32>) -> tensor<1x256xf32>
    %79 = stablehlo.reshape %78 : (tensor<1x256xf32>) -> tensor<256xf32>
    %80 = stablehlo.subtract %77, %75 : tensor<256xf32>
    %cst_13 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %82 = stablehlo.multiply %81, %80 : tensor<256xf32>
    %cst_14 = stablehlo.constant dense<2.800000e+01> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %84 = stablehlo.subtract %83, %79 : tensor<256xf32>
    %85 = stablehlo.multiply %75, %84 : tensor<256xf32>
    %86 = stablehlo.subtract %85, %77 : tensor<256xf32>
    %87 = stablehlo.multiply %75, %77 : tensor<256xf32>
    %cst_15 = stablehlo.constant dense<2.66666675> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %89 = stablehlo.multiply %79, %88 : tensor<256xf32>
    %90 = stablehlo.subtract %87, %89 : tensor<256xf32>
    %91 = stablehlo.broadcast_in_dim %82, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %92 = stablehlo.broadcast_in_dim %86, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %93 = stablehlo.broadcast_in_dim %90, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %94 = stablehlo.concatenate %91, %92, %93, dim = 0 : (tensor<1x256xf32>, tensor<1x256xf32>, tensor<1x256xf32>) -> tensor<3x256xf32>
    %cst_16 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %cst_17 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %95 = stablehlo.divide %cst_16, %cst_17 : tensor<f32>
    %cst_18 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<3x256xf32>
    %97 = stablehlo.multiply %96, %45 : tensor<3x256xf32>
    %98 = stablehlo.add %20, %97 : tensor<3x256xf32>
    %cst_19 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<3x256xf32>
    %100 = stablehlo.multiply %99, %70 : tensor<3x256xf32>
    %101 = stablehlo.add %98, %100 : tensor<3x256xf32>
    %102 = stablehlo.add %101, %94 : tensor<3x256xf32>
    %103 = stablehlo.broadcast_in_dim %95, dims = [] : (tensor<f32>) -> tensor<3x256xf32>
    %104 = stablehlo.multiply %103, %102 : tensor<3x256xf32>
    %105 = stablehlo.add %arg0, %104 : tensor<3x256xf32>
    return %105 : tensor<3x256xf32>
  }
}
