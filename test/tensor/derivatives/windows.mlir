// Windows: sums, extremes, running folds and other functions; selected elements; batch normalisation.

func.func @sum(%x: tensor<4x5xf64>, %w: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2, 3>} : (tensor<4x5xf64>, tensor<f64>) -> tensor<3x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<3x3xf64>
  return %y : tensor<3x3xf64>
}

func.func @sum_strides(%x: tensor<5x6xf64>, %w: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 3>} : (tensor<5x6xf64>, tensor<f64>) -> tensor<2x2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x2xf64>
  return %y : tensor<2x2xf64>
}

func.func @sum_padding(%x: tensor<3x4xf64>, %w: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>} : (tensor<3x4xf64>, tensor<f64>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @sum_negative_padding(%x: tensor<6xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[-1, -2]]> : tensor<1x2xi64>} : (tensor<6xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @sum_base_dilation(%x: tensor<4xf64>, %w: tensor<4xf64>) -> tensor<4xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
  %y = stablehlo.multiply %s, %w : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @sum_window_dilation(%x: tensor<8xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, window_dilations = array<i64: 2>} : (tensor<8xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @sum_everything(%x: tensor<4x3xf64>, %w: tensor<5x6xf64>) -> tensor<5x6xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 3, 2>, window_dilations = array<i64: 2, 1>, padding = dense<[[2, -1], [1, 2]]> : tensor<2x2xi64>} : (tensor<4x3xf64>, tensor<f64>) -> tensor<5x6xf64>
  %y = stablehlo.multiply %s, %w : tensor<5x6xf64>
  return %y : tensor<5x6xf64>
}

func.func @sum_running(%x: tensor<6x2xf64>, %w: tensor<6x2xf64>) -> tensor<6x2xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 6, 1>, padding = dense<[[5, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<6x2xf64>, tensor<f64>) -> tensor<6x2xf64>
  %y = stablehlo.multiply %s, %w : tensor<6x2xf64>
  return %y : tensor<6x2xf64>
}

func.func @sum_running_back(%x: tensor<2x5xf64>, %w: tensor<2x5xf64>) -> tensor<2x5xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [0, 4]]> : tensor<2x2xi64>} : (tensor<2x5xf64>, tensor<f64>) -> tensor<2x5xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x5xf64>
  return %y : tensor<2x5xf64>
}

func.func @sum_none(%x: tensor<2xf64>, %w: tensor<0xf64>) -> tensor<0xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 3>} : (tensor<2xf64>, tensor<f64>) -> tensor<0xf64>
  %y = stablehlo.multiply %s, %w : tensor<0xf64>
  return %y : tensor<0xf64>
}

func.func @sum_empty(%x: tensor<0xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 1>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<0xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @sum_start(%x: tensor<4xf64>, %w: tensor<5xf64>, %i: tensor<f64>) -> tensor<5xf64> {
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<4xf64>, tensor<f64>) -> tensor<5xf64>
  %y = stablehlo.multiply %s, %w : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @maximum(%x: tensor<4x5xf64>, %w: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2, 3>} : (tensor<4x5xf64>, tensor<f64>) -> tensor<3x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<3x3xf64>
  return %y : tensor<3x3xf64>
}

func.func @maximum_strides(%x: tensor<5x6xf64>, %w: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 3>} : (tensor<5x6xf64>, tensor<f64>) -> tensor<2x2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x2xf64>
  return %y : tensor<2x2xf64>
}

func.func @maximum_padding(%x: tensor<3x4xf64>, %w: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>} : (tensor<3x4xf64>, tensor<f64>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @maximum_negative_padding(%x: tensor<6xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[-1, -2]]> : tensor<1x2xi64>} : (tensor<6xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @maximum_base_dilation(%x: tensor<4xf64>, %w: tensor<4xf64>) -> tensor<4xf64> {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
  %y = stablehlo.multiply %s, %w : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @maximum_window_dilation(%x: tensor<8xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, window_dilations = array<i64: 2>} : (tensor<8xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @maximum_everything(%x: tensor<4x3xf64>, %w: tensor<5x6xf64>) -> tensor<5x6xf64> {
  %i = stablehlo.constant dense<-0.4> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 3, 2>, window_dilations = array<i64: 2, 1>, padding = dense<[[2, -1], [1, 2]]> : tensor<2x2xi64>} : (tensor<4x3xf64>, tensor<f64>) -> tensor<5x6xf64>
  %y = stablehlo.multiply %s, %w : tensor<5x6xf64>
  return %y : tensor<5x6xf64>
}

func.func @maximum_running(%x: tensor<6x2xf64>, %w: tensor<6x2xf64>) -> tensor<6x2xf64> {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 6, 1>, padding = dense<[[5, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<6x2xf64>, tensor<f64>) -> tensor<6x2xf64>
  %y = stablehlo.multiply %s, %w : tensor<6x2xf64>
  return %y : tensor<6x2xf64>
}

func.func @maximum_running_back(%x: tensor<2x5xf64>, %w: tensor<2x5xf64>) -> tensor<2x5xf64> {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [0, 4]]> : tensor<2x2xi64>} : (tensor<2x5xf64>, tensor<f64>) -> tensor<2x5xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x5xf64>
  return %y : tensor<2x5xf64>
}

func.func @maximum_none(%x: tensor<2xf64>, %w: tensor<0xf64>) -> tensor<0xf64> {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 3>} : (tensor<2xf64>, tensor<f64>) -> tensor<0xf64>
  %y = stablehlo.multiply %s, %w : tensor<0xf64>
  return %y : tensor<0xf64>
}

func.func @maximum_empty(%x: tensor<0xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 1>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<0xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @maximum_start(%x: tensor<4xf64>, %w: tensor<5xf64>, %i: tensor<f64>) -> tensor<5xf64> {
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<4xf64>, tensor<f64>) -> tensor<5xf64>
  %y = stablehlo.multiply %s, %w : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @minimum(%x: tensor<4x5xf64>, %w: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2, 3>} : (tensor<4x5xf64>, tensor<f64>) -> tensor<3x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<3x3xf64>
  return %y : tensor<3x3xf64>
}

func.func @minimum_strides(%x: tensor<5x6xf64>, %w: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 3>} : (tensor<5x6xf64>, tensor<f64>) -> tensor<2x2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x2xf64>
  return %y : tensor<2x2xf64>
}

func.func @minimum_padding(%x: tensor<3x4xf64>, %w: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>} : (tensor<3x4xf64>, tensor<f64>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @minimum_negative_padding(%x: tensor<6xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[-1, -2]]> : tensor<1x2xi64>} : (tensor<6xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @minimum_base_dilation(%x: tensor<4xf64>, %w: tensor<4xf64>) -> tensor<4xf64> {
  %i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
  %y = stablehlo.multiply %s, %w : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @minimum_window_dilation(%x: tensor<8xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, window_dilations = array<i64: 2>} : (tensor<8xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @minimum_everything(%x: tensor<4x3xf64>, %w: tensor<5x6xf64>) -> tensor<5x6xf64> {
  %i = stablehlo.constant dense<0.4> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 3, 2>, window_dilations = array<i64: 2, 1>, padding = dense<[[2, -1], [1, 2]]> : tensor<2x2xi64>} : (tensor<4x3xf64>, tensor<f64>) -> tensor<5x6xf64>
  %y = stablehlo.multiply %s, %w : tensor<5x6xf64>
  return %y : tensor<5x6xf64>
}

func.func @minimum_running(%x: tensor<6x2xf64>, %w: tensor<6x2xf64>) -> tensor<6x2xf64> {
  %i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 6, 1>, padding = dense<[[5, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<6x2xf64>, tensor<f64>) -> tensor<6x2xf64>
  %y = stablehlo.multiply %s, %w : tensor<6x2xf64>
  return %y : tensor<6x2xf64>
}

func.func @minimum_running_back(%x: tensor<2x5xf64>, %w: tensor<2x5xf64>) -> tensor<2x5xf64> {
  %i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [0, 4]]> : tensor<2x2xi64>} : (tensor<2x5xf64>, tensor<f64>) -> tensor<2x5xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x5xf64>
  return %y : tensor<2x5xf64>
}

func.func @minimum_none(%x: tensor<2xf64>, %w: tensor<0xf64>) -> tensor<0xf64> {
  %i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 3>} : (tensor<2xf64>, tensor<f64>) -> tensor<0xf64>
  %y = stablehlo.multiply %s, %w : tensor<0xf64>
  return %y : tensor<0xf64>
}

func.func @minimum_empty(%x: tensor<0xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 1>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<0xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %s, %w : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @minimum_start(%x: tensor<4xf64>, %w: tensor<5xf64>, %i: tensor<f64>) -> tensor<5xf64> {
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.minimum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<4xf64>, tensor<f64>) -> tensor<5xf64>
  %y = stablehlo.multiply %s, %w : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @sum_complex(%x: tensor<5xcomplex<f64>>, %w: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %i = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f64>>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
    %r = stablehlo.add %a, %b : tensor<complex<f64>>
    stablehlo.return %r : tensor<complex<f64>>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<5xcomplex<f64>>, tensor<complex<f64>>) -> tensor<2xcomplex<f64>>
  %y = stablehlo.multiply %s, %w : tensor<2xcomplex<f64>>
  return %y : tensor<2xcomplex<f64>>
}

func.func @maximum_of_constant_start(%x: tensor<6xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %i = stablehlo.constant dense<0.3> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<6xf64>, tensor<f64>) -> tensor<3xf64>
  %y = stablehlo.multiply %s, %w : tensor<3xf64>
  return %y : tensor<3xf64>
}

// The first of equal elements.
// domain: [0.5, 1]
func.func @maximum_of_equals(%x: tensor<f64>, %v: tensor<f64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %a = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f64>) -> tensor<4xf64>
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%p: tensor<f64>, %q: tensor<f64>):
    %r = stablehlo.maximum %p, %q : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf64>, tensor<f64>) -> tensor<2xf64>
  %t = stablehlo.multiply %s, %w : tensor<2xf64>
  return %t : tensor<2xf64>
}

func.func @product(%x: tensor<5xf64>, %w: tensor<4xf64>) -> tensor<4xf64> {
  %i = stablehlo.constant dense<1.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2>} : (tensor<5xf64>, tensor<f64>) -> tensor<4xf64>
  %y = stablehlo.multiply %s, %w : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @product_padding(%x: tensor<2x4xf64>, %w: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %i = stablehlo.constant dense<1.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>} : (tensor<2x4xf64>, tensor<f64>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @product_dilated(%x: tensor<4xf64>, %w: tensor<7xf64>) -> tensor<7xf64> {
  %i = stablehlo.constant dense<1.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 3>, padding = dense<[[1, 2]]> : tensor<1x2xi64>} : (tensor<4xf64>, tensor<f64>) -> tensor<7xf64>
  %y = stablehlo.multiply %s, %w : tensor<7xf64>
  return %y : tensor<7xf64>
}

func.func @product_start(%x: tensor<4xf64>, %w: tensor<5xf64>, %i: tensor<f64>) -> tensor<5xf64> {
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<4xf64>, tensor<f64>) -> tensor<5xf64>
  %y = stablehlo.multiply %s, %w : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @product_running(%x: tensor<5xf64>, %w: tensor<5xf64>) -> tensor<5xf64> {
  %i = stablehlo.constant dense<1.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 5>, padding = dense<[[4, 0]]> : tensor<1x2xi64>} : (tensor<5xf64>, tensor<f64>) -> tensor<5xf64>
  %y = stablehlo.multiply %s, %w : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @product_running_back(%x: tensor<5x2xf64>, %w: tensor<5x2xf64>) -> tensor<5x2xf64> {
  %i = stablehlo.constant dense<1.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 5, 1>, padding = dense<[[0, 4], [0, 0]]> : tensor<2x2xi64>} : (tensor<5x2xf64>, tensor<f64>) -> tensor<5x2xf64>
  %y = stablehlo.multiply %s, %w : tensor<5x2xf64>
  return %y : tensor<5x2xf64>
}

func.func @product_running_one(%x: tensor<1xf64>, %w: tensor<1xf64>) -> tensor<1xf64> {
  %i = stablehlo.constant dense<1.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<1xf64>, tensor<f64>) -> tensor<1xf64>
  %y = stablehlo.multiply %s, %w : tensor<1xf64>
  return %y : tensor<1xf64>
}

func.func @product_running_complex(%x: tensor<4xcomplex<f64>>, %w: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %i = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f64>>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
    %r = stablehlo.multiply %a, %b : tensor<complex<f64>>
    stablehlo.return %r : tensor<complex<f64>>
  }) {window_dimensions = array<i64: 4>, padding = dense<[[3, 0]]> : tensor<1x2xi64>} : (tensor<4xcomplex<f64>>, tensor<complex<f64>>) -> tensor<4xcomplex<f64>>
  %y = stablehlo.multiply %s, %w : tensor<4xcomplex<f64>>
  return %y : tensor<4xcomplex<f64>>
}

// special: 0.0 -> 1.0
func.func @product_running_zeros(%x: tensor<1xf64>) -> tensor<1xf64> {
  %i = stablehlo.constant dense<1.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %r = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 1>} : (tensor<1xf64>, tensor<f64>) -> tensor<1xf64>
  return %s : tensor<1xf64>
}

func.func @log_sum_exp_running(%x: tensor<6x2xf64>, %w: tensor<6x2xf64>) -> tensor<6x2xf64> {
  %i = stablehlo.constant dense<-1.0e3> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %m = stablehlo.maximum %a, %b : tensor<f64>
    %d = stablehlo.subtract %a, %b : tensor<f64>
    %e = stablehlo.abs %d : tensor<f64>
    %n = stablehlo.negate %e : tensor<f64>
    %f = stablehlo.exponential %n : tensor<f64>
    %l = stablehlo.log_plus_one %f : tensor<f64>
    %r = stablehlo.add %m, %l : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 6, 1>, padding = dense<[[5, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<6x2xf64>, tensor<f64>) -> tensor<6x2xf64>
  %y = stablehlo.multiply %s, %w : tensor<6x2xf64>
  return %y : tensor<6x2xf64>
}

func.func @log_sum_exp_running_back(%x: tensor<5xf64>, %w: tensor<5xf64>) -> tensor<5xf64> {
  %i = stablehlo.constant dense<-1.0e3> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %m = stablehlo.maximum %a, %b : tensor<f64>
    %d = stablehlo.subtract %a, %b : tensor<f64>
    %e = stablehlo.abs %d : tensor<f64>
    %n = stablehlo.negate %e : tensor<f64>
    %f = stablehlo.exponential %n : tensor<f64>
    %l = stablehlo.log_plus_one %f : tensor<f64>
    %r = stablehlo.add %m, %l : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 5>, padding = dense<[[0, 4]]> : tensor<1x2xi64>} : (tensor<5xf64>, tensor<f64>) -> tensor<5xf64>
  %y = stablehlo.multiply %s, %w : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @log_sum_exp_windows(%x: tensor<5xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %i = stablehlo.constant dense<-3.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %m = stablehlo.maximum %a, %b : tensor<f64>
    %d = stablehlo.subtract %a, %b : tensor<f64>
    %e = stablehlo.abs %d : tensor<f64>
    %n = stablehlo.negate %e : tensor<f64>
    %f = stablehlo.exponential %n : tensor<f64>
    %l = stablehlo.log_plus_one %f : tensor<f64>
    %r = stablehlo.add %m, %l : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<5xf64>, tensor<f64>) -> tensor<3xf64>
  %y = stablehlo.multiply %s, %w : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @horner_windows(%x: tensor<2x5xf64>, %w: tensor<2x3xf64>, %i: tensor<f64>) -> tensor<2x3xf64> {
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.constant dense<0.5> : tensor<f64>
    %m = stablehlo.multiply %a, %c : tensor<f64>
    %n = stablehlo.multiply %m, %a : tensor<f64>
    %r = stablehlo.add %n, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>} : (tensor<2x5xf64>, tensor<f64>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %s, %w : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// A value that follows the largest key of each window.
func.func @value_of_largest_key(%k: tensor<6xf64>, %v: tensor<6xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %j = stablehlo.constant dense<0.0> : tensor<f64>
  %s:2 = "stablehlo.reduce_window"(%k, %v, %i, %j) ({
  ^bb0(%a: tensor<f64>, %av: tensor<f64>, %b: tensor<f64>, %bv: tensor<f64>):
    %g = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %p = stablehlo.select %g, %a, %b : tensor<i1>, tensor<f64>
    %q = stablehlo.select %g, %av, %bv : tensor<i1>, tensor<f64>
    stablehlo.return %p, %q : tensor<f64>, tensor<f64>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<6xf64>, tensor<6xf64>, tensor<f64>, tensor<f64>) -> (tensor<3xf64>, tensor<3xf64>)
  %y = stablehlo.multiply %s#1, %w : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @select_and_add(%x: tensor<4x6xf64>, %s: tensor<2x3xf64>, %i: tensor<f64>, %w: tensor<4x6xf64>) -> tensor<4x6xf64> {
  %r = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x6xf64>, tensor<2x3xf64>, tensor<f64>) -> tensor<4x6xf64>
  %y = stablehlo.multiply %r, %w : tensor<4x6xf64>
  return %y : tensor<4x6xf64>
}

func.func @select_and_add_overlapping(%x: tensor<7xf64>, %s: tensor<5xf64>, %i: tensor<f64>, %w: tensor<7xf64>) -> tensor<7xf64> {
  %r = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 1>} : (tensor<7xf64>, tensor<5xf64>, tensor<f64>) -> tensor<7xf64>
  %y = stablehlo.multiply %r, %w : tensor<7xf64>
  return %y : tensor<7xf64>
}

func.func @select_smallest_and_add_padded(%x: tensor<3x4xf64>, %s: tensor<2x3xf64>, %i: tensor<f64>, %w: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %r = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare LE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>} : (tensor<3x4xf64>, tensor<2x3xf64>, tensor<f64>) -> tensor<3x4xf64>
  %y = stablehlo.multiply %r, %w : tensor<3x4xf64>
  return %y : tensor<3x4xf64>
}

func.func @select_and_multiply(%x: tensor<7xf64>, %s: tensor<5xf64>, %i: tensor<f64>, %w: tensor<7xf64>) -> tensor<7xf64> {
  %r = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 1>} : (tensor<7xf64>, tensor<5xf64>, tensor<f64>) -> tensor<7xf64>
  %y = stablehlo.multiply %r, %w : tensor<7xf64>
  return %y : tensor<7xf64>
}

func.func @select_and_keep_largest(%x: tensor<6xf64>, %s: tensor<5xf64>, %i: tensor<f64>, %w: tensor<6xf64>) -> tensor<6xf64> {
  %r = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare LE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.maximum %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 1>} : (tensor<6xf64>, tensor<5xf64>, tensor<f64>) -> tensor<6xf64>
  %y = stablehlo.multiply %r, %w : tensor<6xf64>
  return %y : tensor<6xf64>
}

// --- batch normalisation ---------------------------------------------------------------------------------------------
// domain: [-2, 2] [-2, 2] [-2, 2] [-2, 2] [0.5, 2]
func.func @batch_norm_inference(%x: tensor<2x3x4xf64>, %s: tensor<3xf64>, %o: tensor<3xf64>, %m: tensor<3xf64>, %v: tensor<3xf64>) -> tensor<2x3x4xf64> {
  %y = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) {epsilon = 0.1 : f32, feature_index = 1 : i64}
      : (tensor<2x3x4xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<2x3x4xf64>
  return %y : tensor<2x3x4xf64>
}

func.func @batch_norm_training(%x: tensor<4x3xf64>, %s: tensor<3xf64>, %o: tensor<3xf64>, %w: tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>, tensor<3xf64>) {
  %y:3 = "stablehlo.batch_norm_training"(%x, %s, %o) {epsilon = 0.1 : f32, feature_index = 1 : i64}
      : (tensor<4x3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>, tensor<3xf64>)
  %z = stablehlo.multiply %y#0, %w : tensor<4x3xf64>
  return %z, %y#1, %y#2 : tensor<4x3xf64>, tensor<3xf64>, tensor<3xf64>
}

func.func @batch_norm_training_first(%x: tensor<2x3x2xf64>, %s: tensor<2xf64>, %o: tensor<2xf64>, %w: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %y:3 = "stablehlo.batch_norm_training"(%x, %s, %o) {epsilon = 0.1 : f32, feature_index = 0 : i64}
      : (tensor<2x3x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x3x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %z = stablehlo.multiply %y#0, %w : tensor<2x3x2xf64>
  return %z : tensor<2x3x2xf64>
}

// domain: [-2, 2] [-2, 2] [-2, 2] [0.5, 2] [-2, 2]
func.func @batch_norm_grad(%x: tensor<3x2x2xf64>, %s: tensor<2xf64>, %m: tensor<2xf64>, %v: tensor<2xf64>, %g: tensor<3x2x2xf64>) -> (tensor<3x2x2xf64>, tensor<2xf64>, tensor<2xf64>) {
  %y:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) {epsilon = 0.1 : f32, feature_index = 2 : i64}
      : (tensor<3x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3x2x2xf64>) -> (tensor<3x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  return %y#0, %y#1, %y#2 : tensor<3x2x2xf64>, tensor<2xf64>, tensor<2xf64>
}

func.func @running_fold_whose_start_is_not_neutral(%x: tensor<4xf64>) -> tensor<4xf64> {
  %i = stablehlo.constant dense<-4.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %1 = stablehlo.exponential %a : tensor<f64>
    %2 = stablehlo.exponential %b : tensor<f64>
    %3 = stablehlo.add %1, %2 : tensor<f64>
    %r = stablehlo.log %3 : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 4>, padding = dense<[[3, 0]]> : tensor<1x2xi64>} : (tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
  return %s : tensor<4xf64>
}

func.func @running_fold_that_is_not_associative(%x: tensor<4xf64>) -> tensor<4xf64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %s = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %1 = stablehlo.sine %a : tensor<f64>
    %r = stablehlo.add %1, %b : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {window_dimensions = array<i64: 4>, padding = dense<[[0, 3]]> : tensor<1x2xi64>} : (tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
  return %s : tensor<4xf64>
}
