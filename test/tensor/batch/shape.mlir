func.func @reshape(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

func.func @dynamic_reshape(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %shape = stablehlo.constant dense<6> : tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// refused: cannot differ from example to example
func.func @reshape_by_example(%x: tensor<2x3xf32>, %shape: tensor<1xi32>) -> tensor<6xf32> {
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// domain: [0, 200]
func.func @bitcast_convert(%x: tensor<3x2xi16>, %y: tensor<3xi32>) -> (tensor<3xi32>, tensor<3x4xi8>) {
  %0 = stablehlo.bitcast_convert %x : (tensor<3x2xi16>) -> tensor<3xi32>
  %1 = stablehlo.bitcast_convert %y : (tensor<3xi32>) -> tensor<3x4xi8>
  return %0, %1 : tensor<3xi32>, tensor<3x4xi8>
}

func.func @broadcast(%x: tensor<3xf32>, %y: tensor<f32>) -> (tensor<2x4x3xf32>, tensor<2xf32>) {
  %0 = stablehlo.broadcast %x, sizes = [2, 4] : (tensor<3xf32>) -> tensor<2x4x3xf32>
  %1 = stablehlo.broadcast %y, sizes = [2] : (tensor<f32>) -> tensor<2xf32>
  return %0, %1 : tensor<2x4x3xf32>, tensor<2xf32>
}

func.func @broadcast_in_dim(%x: tensor<3x1xf32>) -> tensor<4x2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [2, 1] : (tensor<3x1xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}

func.func @dynamic_broadcast_in_dim(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @transpose(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}

func.func @reverse(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.reverse %x, dims = [1] : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @concatenate(%x: tensor<2x3xf32>, %y: tensor<2x1xf32>) -> tensor<2x7xf32> {
  %0 = stablehlo.concatenate %x, %y, %x, dim = 1 : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}

func.func @slice(%x: tensor<4x5xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.slice %x [1:3, 0:4:2] : (tensor<4x5xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

func.func @real_dynamic_slice(%x: tensor<4x5xf32>) -> tensor<2x2xf32> {
  %start = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %limit = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %strides = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %strides : (tensor<4x5xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// domain: [-2, 2] [0, 2]
func.func @real_dynamic_slice_by_example(%x: tensor<5xf32>, %start: tensor<1xi32>) -> tensor<3xf32> {
  %size = stablehlo.constant dense<3> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %limit = stablehlo.add %start, %size : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %one : (tensor<5xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func @pad(%x: tensor<2x3xf32>, %y: tensor<f32>) -> tensor<4x6xf32> {
  %0 = stablehlo.pad %x, %y, low = [1, -1], high = [1, 2], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

func.func @dynamic_pad(%x: tensor<2xf32>, %y: tensor<f32>) -> tensor<6xf32> {
  %low = stablehlo.constant dense<1> : tensor<1xi32>
  %high = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = stablehlo.dynamic_pad %x, %y, %low, %high, %low : (tensor<2xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

func.func @get_dimension_size(%x: tensor<2x3xf32>) -> (tensor<i32>, tensor<2x3xf32>) {
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  %1 = stablehlo.negate %x : tensor<2x3xf32>
  return %0, %1 : tensor<i32>, tensor<2x3xf32>
}

func.func @only_constants(%x: tensor<2xf32>) -> (tensor<3xi32>, tensor<2xf32>, tensor<f32>) {
  %0 = stablehlo.iota dim = 0 : tensor<3xi32>
  %1 = stablehlo.constant dense<2.0> : tensor<f32>
  return %0, %x, %1 : tensor<3xi32>, tensor<2xf32>, tensor<f32>
}
