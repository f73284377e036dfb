// Convolutions: each attribute alone and in combination. Operands vary together, so products of tangents are seen in the
// second order.

func.func @plain(%x: tensor<2x7x3xf64>, %k: tensor<3x3x2xf64>) -> tensor<2x5x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<2x7x3xf64>, tensor<3x3x2xf64>) -> tensor<2x5x2xf64>
  return %y : tensor<2x5x2xf64>
}

func.func @stride(%x: tensor<2x8x3xf64>, %k: tensor<3x3x2xf64>) -> tensor<2x3x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<2x8x3xf64>, tensor<3x3x2xf64>) -> tensor<2x3x2xf64>
  return %y : tensor<2x3x2xf64>
}

func.func @stride_that_leaves_elements_out(%x: tensor<1x9x2xf64>, %k: tensor<2x2x3xf64>) -> tensor<1x3x3xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [3]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x9x2xf64>, tensor<2x2x3xf64>) -> tensor<1x3x3xf64>
  return %y : tensor<1x3x3xf64>
}

func.func @padding(%x: tensor<2x5x2xf64>, %k: tensor<3x2x2xf64>) -> tensor<2x6x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 1]]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<2x5x2xf64>, tensor<3x2x2xf64>) -> tensor<2x6x2xf64>
  return %y : tensor<2x6x2xf64>
}

func.func @padding_larger_than_the_window(%x: tensor<1x3x2xf64>, %k: tensor<2x2x2xf64>) -> tensor<1x9x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[4, 3]]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x3x2xf64>, tensor<2x2x2xf64>) -> tensor<1x9x2xf64>
  return %y : tensor<1x9x2xf64>
}

func.func @negative_padding(%x: tensor<1x8x2xf64>, %k: tensor<3x2x2xf64>) -> tensor<1x3x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[-2, -1]]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x8x2xf64>, tensor<3x2x2xf64>) -> tensor<1x3x2xf64>
  return %y : tensor<1x3x2xf64>
}

func.func @negative_and_positive_padding(%x: tensor<1x6x2xf64>, %k: tensor<3x2x2xf64>) -> tensor<1x3x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[-1, 3]]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x6x2xf64>, tensor<3x2x2xf64>) -> tensor<1x3x2xf64>
  return %y : tensor<1x3x2xf64>
}

func.func @input_dilation(%x: tensor<1x4x2xf64>, %k: tensor<3x2x2xf64>) -> tensor<1x5x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {lhs_dilate = [2]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x4x2xf64>, tensor<3x2x2xf64>) -> tensor<1x5x2xf64>
  return %y : tensor<1x5x2xf64>
}

func.func @input_dilation_and_stride(%x: tensor<1x4x2xf64>, %k: tensor<3x2x2xf64>) -> tensor<1x6x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 2]], lhs_dilate = [3]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x4x2xf64>, tensor<3x2x2xf64>) -> tensor<1x6x2xf64>
  return %y : tensor<1x6x2xf64>
}

func.func @kernel_dilation(%x: tensor<1x9x2xf64>, %k: tensor<3x2x2xf64>) -> tensor<1x3x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {rhs_dilate = [3]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x9x2xf64>, tensor<3x2x2xf64>) -> tensor<1x3x2xf64>
  return %y : tensor<1x3x2xf64>
}

func.func @reversal(%x: tensor<1x6x2xf64>, %k: tensor<3x2x2xf64>) -> tensor<1x5x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 0]], reverse = [1]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x6x2xf64>, tensor<3x2x2xf64>) -> tensor<1x5x2xf64>
  return %y : tensor<1x5x2xf64>
}

func.func @all_at_once(%x: tensor<2x5x2xf64>, %k: tensor<3x2x3xf64>) -> tensor<2x6x3xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[3, -1]], lhs_dilate = [3], rhs_dilate = [2], reverse = [1]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<2x5x2xf64>, tensor<3x2x3xf64>) -> tensor<2x6x3xf64>
  return %y : tensor<2x6x3xf64>
}

func.func @all_at_once_other(%x: tensor<1x6x2xf64>, %k: tensor<2x2x2xf64>) -> tensor<1x3x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [3], pad = [[-2, 4]], lhs_dilate = [2], rhs_dilate = [4], reverse = [1]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x6x2xf64>, tensor<2x2x2xf64>) -> tensor<1x3x2xf64>
  return %y : tensor<1x3x2xf64>
}

func.func @feature_groups(%x: tensor<1x5x6xf64>, %k: tensor<2x3x4xf64>) -> tensor<1x6x4xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {
    feature_group_count = 2 : i64, batch_group_count = 1 : i64
  } : (tensor<1x5x6xf64>, tensor<2x3x4xf64>) -> tensor<1x6x4xf64>
  return %y : tensor<1x6x4xf64>
}

func.func @depthwise(%x: tensor<2x5x3xf64>, %k: tensor<3x1x6xf64>) -> tensor<2x2x6xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2]} {
    feature_group_count = 3 : i64, batch_group_count = 1 : i64
  } : (tensor<2x5x3xf64>, tensor<3x1x6xf64>) -> tensor<2x2x6xf64>
  return %y : tensor<2x2x6xf64>
}

func.func @feature_groups_with_window(%x: tensor<1x6x4xf64>, %k: tensor<3x2x6xf64>) -> tensor<1x5x6xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 2]], lhs_dilate = [2], rhs_dilate = [2], reverse = [1]} {
    feature_group_count = 2 : i64, batch_group_count = 1 : i64
  } : (tensor<1x6x4xf64>, tensor<3x2x6xf64>) -> tensor<1x5x6xf64>
  return %y : tensor<1x5x6xf64>
}

func.func @batch_groups(%x: tensor<4x5x2xf64>, %k: tensor<2x2x6xf64>) -> tensor<2x5x6xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 0]]} {
    feature_group_count = 1 : i64, batch_group_count = 2 : i64
  } : (tensor<4x5x2xf64>, tensor<2x2x6xf64>) -> tensor<2x5x6xf64>
  return %y : tensor<2x5x6xf64>
}

func.func @batch_groups_with_window(%x: tensor<6x6x2xf64>, %k: tensor<3x2x3xf64>) -> tensor<2x5x3xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[2, 1]], lhs_dilate = [2], rhs_dilate = [2], reverse = [1]} {
    feature_group_count = 1 : i64, batch_group_count = 3 : i64
  } : (tensor<6x6x2xf64>, tensor<3x2x3xf64>) -> tensor<2x5x3xf64>
  return %y : tensor<2x5x3xf64>
}

func.func @nchw(%x: tensor<2x3x5x4xf64>, %k: tensor<2x3x3x2xf64>) -> tensor<2x2x5x4xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [0, 1]]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<2x3x5x4xf64>, tensor<2x3x3x2xf64>) -> tensor<2x2x5x4xf64>
  return %y : tensor<2x2x5x4xf64>
}

func.func @nhwc(%x: tensor<1x5x4x2xf64>, %k: tensor<3x2x2x3xf64>) -> tensor<1x3x4x3xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [1, 0]]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x5x4x2xf64>, tensor<3x2x2x3xf64>) -> tensor<1x3x4x3xf64>
  return %y : tensor<1x3x4x3xf64>
}

func.func @mixed_reversal(%x: tensor<1x2x5x4xf64>, %k: tensor<2x2x3x2xf64>) -> tensor<1x2x4x3xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 2], pad = [[0, 1], [2, 0]], reverse = [1, 0]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x2x5x4xf64>, tensor<2x2x3x2xf64>) -> tensor<1x2x4x3xf64>
  return %y : tensor<1x2x4x3xf64>
}

func.func @mixed_dilations(%x: tensor<1x2x4x3xf64>, %k: tensor<2x2x2x3xf64>) -> tensor<1x2x3x8xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 0], [-1, 4]], lhs_dilate = [1, 3], rhs_dilate = [2, 1], reverse = [0, 1]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x2x4x3xf64>, tensor<2x2x2x3xf64>) -> tensor<1x2x3x8xf64>
  return %y : tensor<1x2x3x8xf64>
}

func.func @two_dimensions_in_groups(%x: tensor<2x4x4x3xf64>, %k: tensor<6x2x2x2xf64>) -> tensor<2x6x2x1xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 1], rhs_dilate = [1, 2]} {
    feature_group_count = 2 : i64, batch_group_count = 1 : i64
  } : (tensor<2x4x4x3xf64>, tensor<6x2x2x2xf64>) -> tensor<2x6x2x1xf64>
  return %y : tensor<2x6x2x1xf64>
}

func.func @two_dimensions_in_batch_groups(%x: tensor<4x2x4x3xf64>, %k: tensor<4x2x2x2xf64>) -> tensor<2x4x4x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[0, 1], [0, 0]]} {
    feature_group_count = 1 : i64, batch_group_count = 2 : i64
  } : (tensor<4x2x4x3xf64>, tensor<4x2x2x2xf64>) -> tensor<2x4x4x2xf64>
  return %y : tensor<2x4x4x2xf64>
}

func.func @any_order_of_dimensions(%x: tensor<4x2x5x3xf64>, %k: tensor<2x3x2x3xf64>) -> tensor<3x3x3x4xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [0, f, 1, b]x[i, 1, 0, o]->[1, b, f, 0], window = {stride = [1, 2], pad = [[1, 0], [1, 1]]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<4x2x5x3xf64>, tensor<2x3x2x3xf64>) -> tensor<3x3x3x4xf64>
  return %y : tensor<3x3x3x4xf64>
}

func.func @any_order_in_groups(%x: tensor<3x5x4x2xf64>, %k: tensor<3x2x2x4xf64>) -> tensor<4x3x2x5xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [0, 1, f, b]x[1, i, 0, o]->[f, 0, b, 1], window = {pad = [[1, 0], [1, 1]], reverse = [1, 0]} {
    feature_group_count = 2 : i64, batch_group_count = 1 : i64
  } : (tensor<3x5x4x2xf64>, tensor<3x2x2x4xf64>) -> tensor<4x3x2x5xf64>
  return %y : tensor<4x3x2x5xf64>
}

func.func @any_order_in_batch_groups(%x: tensor<3x2x4x5xf64>, %k: tensor<2x4x2x3xf64>) -> tensor<5x4x2x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [0, f, b, 1]x[0, o, i, 1]->[1, f, 0, b], window = {pad = [[1, 0], [1, 1]], rhs_dilate = [2, 1]} {
    feature_group_count = 1 : i64, batch_group_count = 2 : i64
  } : (tensor<3x2x4x5xf64>, tensor<2x4x2x3xf64>) -> tensor<5x4x2x2xf64>
  return %y : tensor<5x4x2x2xf64>
}

func.func @three_dimensions(%x: tensor<1x3x2x3x2xf64>, %k: tensor<2x2x2x2x2xf64>) -> tensor<1x3x2x2x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {pad = [[0, 1], [1, 0], [0, 0]]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x3x2x3x2xf64>, tensor<2x2x2x2x2xf64>) -> tensor<1x3x2x2x2xf64>
  return %y : tensor<1x3x2x2x2xf64>
}

func.func @no_spatial_dimensions(%x: tensor<3x4xf64>, %k: tensor<4x2xf64>) -> tensor<3x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<3x4xf64>, tensor<4x2xf64>) -> tensor<3x2xf64>
  return %y : tensor<3x2xf64>
}

func.func @sizes_of_one(%x: tensor<1x1x1xf64>, %k: tensor<1x1x1xf64>) -> tensor<1x1x1xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x1x1xf64>, tensor<1x1x1xf64>) -> tensor<1x1x1xf64>
  return %y : tensor<1x1x1xf64>
}

func.func @window_of_one(%x: tensor<2x4x3xf64>, %k: tensor<1x3x2xf64>) -> tensor<2x2x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<2x4x3xf64>, tensor<1x3x2xf64>) -> tensor<2x2x2xf64>
  return %y : tensor<2x2x2xf64>
}

func.func @output_of_one(%x: tensor<2x3x2xf64>, %k: tensor<3x2x2xf64>) -> tensor<2x1x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<2x3x2xf64>, tensor<3x2x2xf64>) -> tensor<2x1x2xf64>
  return %y : tensor<2x1x2xf64>
}

func.func @no_output(%x: tensor<2x2x2xf64>, %k: tensor<3x2x2xf64>) -> tensor<2x0x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<2x2x2xf64>, tensor<3x2x2xf64>) -> tensor<2x0x2xf64>
  return %y : tensor<2x0x2xf64>
}

func.func @no_batch(%x: tensor<0x4x2xf64>, %k: tensor<3x2x2xf64>) -> tensor<0x2x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<0x4x2xf64>, tensor<3x2x2xf64>) -> tensor<0x2x2xf64>
  return %y : tensor<0x2x2xf64>
}

func.func @no_features(%x: tensor<2x4x0xf64>, %k: tensor<3x0x2xf64>) -> tensor<2x2x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<2x4x0xf64>, tensor<3x0x2xf64>) -> tensor<2x2x2xf64>
  return %y : tensor<2x2x2xf64>
}

func.func @no_outputs(%x: tensor<2x4x2xf64>, %k: tensor<3x2x0xf64>) -> tensor<2x2x0xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<2x4x2xf64>, tensor<3x2x0xf64>) -> tensor<2x2x0xf64>
  return %y : tensor<2x2x0xf64>
}

func.func @no_input(%x: tensor<2x0x2xf64>, %k: tensor<1x2x2xf64>) -> tensor<2x2x2xf64> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<2x0x2xf64>, tensor<1x2x2xf64>) -> tensor<2x2x2xf64>
  return %y : tensor<2x2x2xf64>
}

func.func @complex_numbers(%x: tensor<1x5x2xcomplex<f64>>, %k: tensor<3x2x2xcomplex<f64>>) -> tensor<1x3x2xcomplex<f64>> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 1]]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x5x2xcomplex<f64>>, tensor<3x2x2xcomplex<f64>>) -> tensor<1x3x2xcomplex<f64>>
  return %y : tensor<1x3x2xcomplex<f64>>
}

func.func @complex_groups(%x: tensor<1x4x4xcomplex<f64>>, %k: tensor<2x2x4xcomplex<f64>>) -> tensor<1x3x4xcomplex<f64>> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [1]} {
    feature_group_count = 2 : i64, batch_group_count = 1 : i64
  } : (tensor<1x4x4xcomplex<f64>>, tensor<2x2x4xcomplex<f64>>) -> tensor<1x3x4xcomplex<f64>>
  return %y : tensor<1x3x4xcomplex<f64>>
}

// The input is the kernel too.
func.func @square(%x: tensor<3x3x3xf64>) -> tensor<3x3x3xf64> {
  %y = stablehlo.convolution(%x, %x) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<3x3x3xf64>, tensor<3x3x3xf64>) -> tensor<3x3x3xf64>
  return %y : tensor<3x3x3xf64>
}

func.func @constant_padding_at_run_time(%x: tensor<1x5x2xf64>, %k: tensor<3x2x2xf64>) -> tensor<1x6x2xf64> {
  %p = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) {
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x5x2xf64>, tensor<3x2x2xf64>, tensor<1x2xi64>) -> tensor<1x6x2xf64>
  return %y : tensor<1x6x2xf64>
}

// refused: padding is not constant
func.func @padding_at_run_time(%x: tensor<1x5x2xf64>, %k: tensor<3x2x2xf64>, %p: tensor<1x2xi64>) -> tensor<1x6x2xf64> {
  %y = "stablehlo.dynamic_conv"(%x, %k, %p) {
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x5x2xf64>, tensor<3x2x2xf64>, tensor<1x2xi64>) -> tensor<1x6x2xf64>
  return %y : tensor<1x6x2xf64>
}
