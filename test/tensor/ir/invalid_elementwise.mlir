// Operations element by element that must be refused.
func.func @abs_of_complex(%x: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{result must have elements of 'f32'}}
  %0 = "stablehlo.abs"(%x) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  func.return
}

// -----
func.func @real_part_type(%x: tensor<2xcomplex<f64>>) {
  // expected-error@+1 {{result must have elements of 'f64'}}
  %0 = "stablehlo.real"(%x) : (tensor<2xcomplex<f64>>) -> tensor<2xf32>
  func.return
}

// -----
func.func @complex_parts(%x: tensor<2xf32>) {
  // expected-error@+1 {{result must have elements of 'complex<f32>'}}
  %0 = "stablehlo.complex"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  func.return
}

// -----
func.func @clamp_bound_shape(%low: tensor<3xf32>, %x: tensor<2xf32>, %high: tensor<f32>) {
  // expected-error@+1 {{min must have the shape [2]}}
  %0 = "stablehlo.clamp"(%low, %x, %high) : (tensor<3xf32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

// -----
func.func @compare_elements(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  // expected-error@+1 {{operands must have one element type}}
  %0 = stablehlo.compare LT, %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  func.return
}

// -----
func.func @compare_kind(%x: tensor<2xf32>) {
  // expected-error@+1 {{compare_type SIGNED does not fit elements of 'f32'}}
  %0 = stablehlo.compare LT, %x, %x, SIGNED : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  func.return
}

// -----
func.func @select_branches(%p: tensor<i1>, %x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error@+1 {{on_false must be 'tensor<2xf32>' by the operands}}
  %0 = "stablehlo.select"(%p, %x, %y) : (tensor<i1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----
func.func @select_predicate(%p: tensor<3xi1>, %x: tensor<2xf32>) {
  // expected-error@+1 {{pred must have the shape [2]}}
  %0 = "stablehlo.select"(%p, %x, %x) : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----
func.func @dequantize_type(%x: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) {
  // expected-error@+1 {{result must have elements of 'f32'}}
  %0 = "stablehlo.uniform_dequantize"(%x) : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf64>
  func.return
}

// -----
func.func @quantize_type(%x: tensor<2xf64>) {
  // expected-error@+1 {{result must express 'f64'}}
  %0 = "stablehlo.uniform_quantize"(%x) : (tensor<2xf64>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  func.return
}
