func.func @forward(%x: tensor<2x5xcomplex<f64>>) -> tensor<2x5xcomplex<f64>> {
  %0 = stablehlo.fft %x, type = FFT, length = [5] : (tensor<2x5xcomplex<f64>>) -> tensor<2x5xcomplex<f64>>
  return %0 : tensor<2x5xcomplex<f64>>
}

func.func @forward_two_dimensions(%x: tensor<3x2x4xcomplex<f64>>) -> tensor<3x2x4xcomplex<f64>> {
  %0 = stablehlo.fft %x, type = FFT, length = [2, 4] : (tensor<3x2x4xcomplex<f64>>) -> tensor<3x2x4xcomplex<f64>>
  return %0 : tensor<3x2x4xcomplex<f64>>
}

func.func @inverse(%x: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %0 = stablehlo.fft %x, type = IFFT, length = [4] : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}

func.func @inverse_three_dimensions(%x: tensor<2x3x4xcomplex<f64>>) -> tensor<2x3x4xcomplex<f64>> {
  %0 = stablehlo.fft %x, type = IFFT, length = [2, 3, 4] : (tensor<2x3x4xcomplex<f64>>) -> tensor<2x3x4xcomplex<f64>>
  return %0 : tensor<2x3x4xcomplex<f64>>
}

func.func @real_1(%x: tensor<3x1xf64>) -> tensor<3x1xcomplex<f64>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [1] : (tensor<3x1xf64>) -> tensor<3x1xcomplex<f64>>
  return %0 : tensor<3x1xcomplex<f64>>
}

func.func @real_inverse_1(%x: tensor<3x1xcomplex<f64>>) -> tensor<3x1xf64> {
  %0 = stablehlo.fft %x, type = IRFFT, length = [1] : (tensor<3x1xcomplex<f64>>) -> tensor<3x1xf64>
  return %0 : tensor<3x1xf64>
}

func.func @real_2(%x: tensor<3x2xf64>) -> tensor<3x2xcomplex<f64>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [2] : (tensor<3x2xf64>) -> tensor<3x2xcomplex<f64>>
  return %0 : tensor<3x2xcomplex<f64>>
}

func.func @real_inverse_2(%x: tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64> {
  %0 = stablehlo.fft %x, type = IRFFT, length = [2] : (tensor<3x2xcomplex<f64>>) -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}

func.func @real_5(%x: tensor<3x5xf64>) -> tensor<3x3xcomplex<f64>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [5] : (tensor<3x5xf64>) -> tensor<3x3xcomplex<f64>>
  return %0 : tensor<3x3xcomplex<f64>>
}

func.func @real_inverse_5(%x: tensor<3x3xcomplex<f64>>) -> tensor<3x5xf64> {
  %0 = stablehlo.fft %x, type = IRFFT, length = [5] : (tensor<3x3xcomplex<f64>>) -> tensor<3x5xf64>
  return %0 : tensor<3x5xf64>
}

func.func @real_6(%x: tensor<3x6xf64>) -> tensor<3x4xcomplex<f64>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [6] : (tensor<3x6xf64>) -> tensor<3x4xcomplex<f64>>
  return %0 : tensor<3x4xcomplex<f64>>
}

func.func @real_inverse_6(%x: tensor<3x4xcomplex<f64>>) -> tensor<3x6xf64> {
  %0 = stablehlo.fft %x, type = IRFFT, length = [6] : (tensor<3x4xcomplex<f64>>) -> tensor<3x6xf64>
  return %0 : tensor<3x6xf64>
}

func.func @real_two_dimensions(%x: tensor<2x3x4xf64>) -> tensor<2x3x3xcomplex<f64>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [3, 4] : (tensor<2x3x4xf64>) -> tensor<2x3x3xcomplex<f64>>
  return %0 : tensor<2x3x3xcomplex<f64>>
}

func.func @real_inverse_two_dimensions(%x: tensor<2x4x3xcomplex<f64>>) -> tensor<2x4x5xf64> {
  %0 = stablehlo.fft %x, type = IRFFT, length = [4, 5] : (tensor<2x4x3xcomplex<f64>>) -> tensor<2x4x5xf64>
  return %0 : tensor<2x4x5xf64>
}

func.func @real_three_dimensions(%x: tensor<2x3x5xf64>) -> tensor<2x3x3xcomplex<f64>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [2, 3, 5] : (tensor<2x3x5xf64>) -> tensor<2x3x3xcomplex<f64>>
  return %0 : tensor<2x3x3xcomplex<f64>>
}

func.func @real_inverse_three_dimensions(%x: tensor<3x2x3xcomplex<f64>>) -> tensor<3x2x4xf64> {
  %0 = stablehlo.fft %x, type = IRFFT, length = [3, 2, 4] : (tensor<3x2x3xcomplex<f64>>) -> tensor<3x2x4xf64>
  return %0 : tensor<3x2x4xf64>
}

func.func @power_spectrum(%x: tensor<6xf64>) -> tensor<4xf64> {
  %0 = stablehlo.fft %x, type = RFFT, length = [6] : (tensor<6xf64>) -> tensor<4xcomplex<f64>>
  %1 = stablehlo.abs %0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %2 = stablehlo.multiply %1, %1 : tensor<4xf64>
  return %2 : tensor<4xf64>
}

func.func @empty(%x: tensor<0x4xf64>) -> tensor<0x3xcomplex<f64>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<0x4xf64>) -> tensor<0x3xcomplex<f64>>
  return %0 : tensor<0x3xcomplex<f64>>
}
