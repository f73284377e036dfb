module @jit_chain attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1000xf32>, %arg1: tensor<1000xf32>) -> (tensor<1000xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<1000xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %2 = stablehlo.add %0, %1 : tensor<1000xf32>
    %cst_0 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %4 = stablehlo.multiply %2, %3 : tensor<1000xf32>
    %5 = stablehlo.subtract %arg1, %4 : tensor<1000xf32>
    %6 = stablehlo.multiply %2, %5 : tensor<1000xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %8 = stablehlo.add %6, %7 : tensor<1000xf32>
    %cst_2 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %10 = stablehlo.multiply %8, %9 : tensor<1000xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<1000xf32>
    %12 = stablehlo.multiply %8, %11 : tensor<1000xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %14 = stablehlo.add %12, %13 : tensor<1000xf32>
    %cst_4 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %16 = stablehlo.multiply %14, %15 : tensor<1000xf32>
    %17 = stablehlo.subtract %11, %16 : tensor<1000xf32>
    %18 = stablehlo.multiply %14, %17 : tensor<1000xf32>
    %cst_5 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %20 = stablehlo.add %18, %19 : tensor<1000xf32>
    %cst_6 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %22 = stablehlo.multiply %20, %21 : tensor<1000xf32>
    %23 = stablehlo.subtract %17, %22 : tensor<1000xf32>
    %24 = stablehlo.multiply %20, %23 : tensor<1000xf32>
    %cst_7 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %26 = stablehlo.add %24, %25 : tensor<1000xf32>
    %cst_8 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %28 = stablehlo.multiply %26, %27 : tensor<1000xf32>
    %29 = stablehlo.subtract %23, %28 : tensor<1000xf32>
    %30 = stablehlo.multiply %26, %29 : tensor<1000xf32>
    %cst_9 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %32 = stablehlo.add %30, %31 : tensor<1000xf32>
    %cst_10 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %34 = stablehlo.multiply %32, %33 : tensor<1000xf32>
    %35 = stablehlo.subtract %29, %34 : tensor<1000xf32>
    %36 = stablehlo.multiply %32, %35 : tensor<1000xf32>
    %cst_11 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %38 = stablehlo.add %36, %37 : tensor<1000xf32>
    %cst_12 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %40 = stablehlo.multiply %38, %39 : tensor<1000xf32>
    %41 = stablehlo.subtract %35, %40 : tensor<1000xf32>
    %42 = stablehlo.multiply %38, %41 : tensor<1000xf32>
    %cst_13 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %44 = stablehlo.add %42, %43 : tensor<1000xf32>
    %cst_14 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %46 = stablehlo.multiply %44, %45 : tensor<1000xf32>
    %47 = stablehlo.subtract %41, %46 : tensor<1000xf32>
    %48 = stablehlo.multiply %44, %47 : tensor<1000xf32>
    %cst_15 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %50 = stablehlo.add %48, %49 : tensor<1000xf32>
    %cst_16 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %52 = stablehlo.multiply %50, %51 : tensor<1000xf32>
    %53 = stablehlo.subtract %47, %52 : tensor<1000xf32>
    %54 = stablehlo.multiply %50, %53 : tensor<1000xf32>
    %cst_17 = stablehlo.constant dense<9.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %56 = stablehlo.add %54, %55 : tensor<1000xf32>
    %cst_18 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %58 = stablehlo.multiply %56, %57 : tensor<1000xf32>
    %59 = stablehlo.subtract %53, %58 : tensor<1000xf32>
    %60 = stablehlo.multiply %56, %59 : tensor<1000xf32>
    %cst_19 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %62 = stablehlo.add %60, %61 : tensor<1000xf32>
    %cst_20 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %64 = stablehlo.multiply %62, %63 : tensor<1000xf32>
    %65 = stablehlo.subtract %59, %64 : tensor<1000xf32>
    %66 = stablehlo.multiply %62, %65 : tensor<1000xf32>
    %cst_21 = stablehlo.constant dense<1.100000e+01> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %68 = stablehlo.add %66, %67 : tensor<1000xf32>
    %cst_22 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %70 = stablehlo.multiply %68, %69 : tensor<1000xf32>
    %71 = stablehlo.subtract %65, %70 : tensor<1000xf32>
    %72 = stablehlo.multiply %68, %71 : tensor<1000xf32>
    %cst_23 = stablehlo.constant dense<1.200000e+01> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %74 = stablehlo.add %72, %73 : tensor<1000xf32>
    %cst_24 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %76 = stablehlo.multiply %74, %75 : tensor<1000xf32>
    %77 = stablehlo.subtract %71, %76 : tensor<1000xf32>
    %78 = stablehlo.multiply %74, %77 : tensor<1000xf32>
    %cst_25 = stablehlo.constant dense<1.300000e+01> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %80 = stablehlo.add %78, %79 : tensor<1000xf32>
    %cst_26 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %82 = stablehlo.multiply %80, %81 : tensor<1000xf32>
    %83 = stablehlo.subtract %77, %82 : tensor<1000xf32>
    %84 = stablehlo.multiply %80, %83 : tensor<1000xf32>
    %cst_27 = stablehlo.constant dense<1.400000e+01> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %86 = stablehlo.add %84, %85 : tensor<1000xf32>
    %cst_28 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %88 = stablehlo.multiply %86, %87 : tensor<1000xf32>
    %89 = stablehlo.subtract %83, %88 : tensor<1000xf32>
    %90 = stablehlo.multiply %86, %89 : tensor<1000xf32>
    %cst_29 = stablehlo.constant dense<1.500000e+01> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %92 = stablehlo.add %90, %91 : tensor<1000xf32>
    %cst_30 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %94 = stablehlo.multiply %92, %93 : tensor<1000xf32>
    %95 = stablehlo.subtract %89, %94 : tensor<1000xf32>
    %96 = stablehlo.multiply %92, %95 : tensor<1000xf32>
    %cst_31 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %98 = stablehlo.add %96, %97 : tensor<1000xf32>
    %cst_32 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %100 = stablehlo.multiply %98, %99 : tensor<1000xf32>
    %101 = stablehlo.subtract %95, %100 : tensor<1000xf32>
    %102 = stablehlo.multiply %98, %101 : tensor<1000xf32>
    %cst_33 = stablehlo.constant dense<1.700000e+01> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %104 = stablehlo.add %102, %103 : tensor<1000xf32>
    %cst_34 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %106 = stablehlo.multiply %104, %105 : tensor<1000xf32>
    %107 = stablehlo.subtract %101, %106 : tensor<1000xf32>
    %108 = stablehlo.multiply %104, %107 : tensor<1000xf32>
    %cst_35 = stablehlo.constant dense<1.800000e+01> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %110 = stablehlo.add %108, %109 : tensor<1000xf32>
    %cst_36 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %112 = stablehlo.multiply %110, %111 : tensor<1000xf32>
    %113 = stablehlo.subtract %107, %112 : tensor<1000xf32>
    %114 = stablehlo.multiply %110, %113 : tensor<1000xf32>
    %cst_37 = stablehlo.constant dense<1.900000e+01> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %116 = stablehlo.add %114, %115 : tensor<1000xf32>
    %cst_38 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %118 = stablehlo.multiply %116, %117 : tensor<1000xf32>
    %119 = stablehlo.subtract %113, %118 : tensor<1000xf32>
    %120 = stablehlo.multiply %116, %119 : tensor<1000xf32>
    %cst_39 = stablehlo.constant dense<2.000000e+01> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %122 = stablehlo.add %120, %121 : tensor<1000xf32>
    %cst_40 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %124 = stablehlo.multiply %122, %123 : tensor<1000xf32>
    %125 = stablehlo.subtract %119, %124 : tensor<1000xf32>
    %126 = stablehlo.add %122, %125 : tensor<1000xf32>
    return %126 : tensor<1000xf32>
  }
}
