func.func @cholesky_lower(%x: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %h = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x3xf64>) -> tensor<3x3xf64>
  %xx = stablehlo.dot_general %x, %h, contracting_dims = [1] x [0] : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %eye = stablehlo.constant dense<[[3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]]> : tensor<3x3xf64>
  %a = stablehlo.add %xx, %eye : tensor<3x3xf64>
  %l = stablehlo.cholesky %a, lower = true : tensor<3x3xf64>
  return %l : tensor<3x3xf64>
}

func.func @cholesky_upper(%x: tensor<2x3x3xf64>) -> tensor<2x3x3xf64> {
  %h = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  %xx = stablehlo.dot_general %x, %h, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  %eye = stablehlo.constant dense<[[[3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]], [[3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]]]> : tensor<2x3x3xf64>
  %a = stablehlo.add %xx, %eye : tensor<2x3x3xf64>
  %l = stablehlo.cholesky %a, lower = false : tensor<2x3x3xf64>
  return %l : tensor<2x3x3xf64>
}

func.func @cholesky_complex_lower(%x: tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>> {
  %hr = stablehlo.real %x : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xf64>
  %hi = stablehlo.imag %x : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xf64>
  %hn = stablehlo.negate %hi : tensor<2x3x3xf64>
  %hc = stablehlo.complex %hr, %hn : tensor<2x3x3xcomplex<f64>>
  %h = stablehlo.transpose %hc, dims = [0, 2, 1] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %xx = stablehlo.dot_general %x, %h, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %eye = stablehlo.constant dense<[[[(3.0, 0.0), (0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (3.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0), (3.0, 0.0)]], [[(3.0, 0.0), (0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (3.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0), (3.0, 0.0)]]]> : tensor<2x3x3xcomplex<f64>>
  %a = stablehlo.add %xx, %eye : tensor<2x3x3xcomplex<f64>>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x3x3xcomplex<f64>>
  return %l : tensor<2x3x3xcomplex<f64>>
}

func.func @cholesky_complex_upper(%x: tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>> {
  %hr = stablehlo.real %x : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
  %hi = stablehlo.imag %x : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
  %hn = stablehlo.negate %hi : tensor<3x3xf64>
  %hc = stablehlo.complex %hr, %hn : tensor<3x3xcomplex<f64>>
  %h = stablehlo.transpose %hc, dims = [1, 0] : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %xx = stablehlo.dot_general %x, %h, contracting_dims = [1] x [0] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %eye = stablehlo.constant dense<[[(3.0, 0.0), (0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (3.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0), (3.0, 0.0)]]> : tensor<3x3xcomplex<f64>>
  %a = stablehlo.add %xx, %eye : tensor<3x3xcomplex<f64>>
  %l = stablehlo.cholesky %a, lower = false : tensor<3x3xcomplex<f64>>
  return %l : tensor<3x3xcomplex<f64>>
}

// domain: [0.5, 3]
func.func @cholesky_one(%x: tensor<1x1xf64>) -> tensor<1x1xf64> {
  %l = stablehlo.cholesky %x, lower = true : tensor<1x1xf64>
  return %l : tensor<1x1xf64>
}

func.func @cholesky_of_nothing(%x: tensor<2x0x0xf64>) -> tensor<2x0x0xf64> {
  %l = stablehlo.cholesky %x : tensor<2x0x0xf64>
  return %l : tensor<2x0x0xf64>
}

// The derivative of sqrt.

// domain: [0.5, 3]
// special: 4.0 -> 0.25
func.func @cholesky_value(%x: tensor<1x1xf64>) -> tensor<1x1xf64> {
  %l = stablehlo.cholesky %x, lower = true : tensor<1x1xf64>
  return %l : tensor<1x1xf64>
}

// log det by the diagonal of the factor, and a solution with it.

func.func @gaussian_process(%x: tensor<3x3xf64>, %y: tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<3x3xf64>) {
  %h = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x3xf64>) -> tensor<3x3xf64>
  %xx = stablehlo.dot_general %x, %h, contracting_dims = [1] x [0] : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %eye = stablehlo.constant dense<[[3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]]> : tensor<3x3xf64>
  %a = stablehlo.add %xx, %eye : tensor<3x3xf64>
  %l = stablehlo.cholesky %a, lower = true : tensor<3x3xf64>
  %u = "stablehlo.triangular_solve"(%l, %y) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  %v = "stablehlo.triangular_solve"(%l, %u) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  %one = stablehlo.constant dense<1.0> : tensor<3x3xf64>
  %mask = stablehlo.constant dense<[[true, false, false], [false, true, false], [false, false, true]]> : tensor<3x3xi1>
  %d = stablehlo.select %mask, %l, %one : tensor<3x3xi1>, tensor<3x3xf64>
  %log = stablehlo.log %d : tensor<3x3xf64>
  return %v, %log : tensor<3x2xf64>, tensor<3x3xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_left_lower_no_transpose(%a: tensor<2x3x3xf64>, %b: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}
    : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_left_lower_transpose_unit(%a: tensor<3x3xf64>, %b: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}
    : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_left_lower_adjoint(%a: tensor<3x3xf64>, %b: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}
    : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_left_upper_no_transpose_unit(%a: tensor<2x3x3xf64>, %b: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}
    : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_left_upper_transpose(%a: tensor<3x3xf64>, %b: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}
    : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_left_upper_adjoint_unit(%a: tensor<3x3xf64>, %b: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}
    : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_right_lower_no_transpose(%a: tensor<2x3x3xf64>, %b: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}
    : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_right_lower_transpose_unit(%a: tensor<3x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}
    : (tensor<3x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_right_lower_adjoint(%a: tensor<3x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}
    : (tensor<3x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_right_upper_no_transpose_unit(%a: tensor<2x3x3xf64>, %b: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}
    : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_right_upper_transpose(%a: tensor<3x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}
    : (tensor<3x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_right_upper_adjoint_unit(%a: tensor<3x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}
    : (tensor<3x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_complex_left_lower_no_transpose(%a: tensor<2x3x3xcomplex<f64>>, %b: tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}
    : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  return %0 : tensor<2x3x2xcomplex<f64>>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_complex_left_lower_transpose_unit(%a: tensor<3x3xcomplex<f64>>, %b: tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}
    : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  return %0 : tensor<3x2xcomplex<f64>>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_complex_left_lower_adjoint(%a: tensor<3x3xcomplex<f64>>, %b: tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}
    : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  return %0 : tensor<3x2xcomplex<f64>>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_complex_left_upper_no_transpose_unit(%a: tensor<2x3x3xcomplex<f64>>, %b: tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}
    : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  return %0 : tensor<2x3x2xcomplex<f64>>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_complex_left_upper_transpose(%a: tensor<3x3xcomplex<f64>>, %b: tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}
    : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  return %0 : tensor<3x2xcomplex<f64>>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_complex_left_upper_adjoint_unit(%a: tensor<3x3xcomplex<f64>>, %b: tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}
    : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  return %0 : tensor<3x2xcomplex<f64>>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_complex_right_lower_no_transpose(%a: tensor<2x3x3xcomplex<f64>>, %b: tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}
    : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  return %0 : tensor<2x2x3xcomplex<f64>>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_complex_right_lower_transpose_unit(%a: tensor<3x3xcomplex<f64>>, %b: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}
    : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  return %0 : tensor<2x3xcomplex<f64>>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_complex_right_lower_adjoint(%a: tensor<3x3xcomplex<f64>>, %b: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}
    : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  return %0 : tensor<2x3xcomplex<f64>>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_complex_right_upper_no_transpose_unit(%a: tensor<2x3x3xcomplex<f64>>, %b: tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}
    : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  return %0 : tensor<2x2x3xcomplex<f64>>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_complex_right_upper_transpose(%a: tensor<3x3xcomplex<f64>>, %b: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}
    : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  return %0 : tensor<2x3xcomplex<f64>>
}

// domain: [0.5, 2] [-2, 2]
func.func @solve_complex_right_upper_adjoint_unit(%a: tensor<3x3xcomplex<f64>>, %b: tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}
    : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  return %0 : tensor<2x3xcomplex<f64>>
}

func.func @potrf_dl(%x: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %h = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x3xf64>) -> tensor<3x3xf64>
  %xx = stablehlo.dot_general %x, %h, contracting_dims = [1] x [0] : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %eye = stablehlo.constant dense<[[3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]]> : tensor<3x3xf64>
  %a = stablehlo.add %xx, %eye : tensor<3x3xf64>
  %0:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {api_version = 4 : i32, mhlo.backend_config = {uplo = 76 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]
  } : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<i32>)
  return %0#0 : tensor<3x3xf64>
}

func.func @potrf_du(%x: tensor<2x3x3xf64>) -> tensor<2x3x3xf64> {
  %h = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  %xx = stablehlo.dot_general %x, %h, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  %eye = stablehlo.constant dense<[[[3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]], [[3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]]]> : tensor<2x3x3xf64>
  %a = stablehlo.add %xx, %eye : tensor<2x3x3xf64>
  %0:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {api_version = 4 : i32, mhlo.backend_config = {uplo = 85 : ui8},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>],
    result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2xi32>)
  return %0#0 : tensor<2x3x3xf64>
}

func.func @potrf_zl(%x: tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>> {
  %hr = stablehlo.real %x : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xf64>
  %hi = stablehlo.imag %x : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xf64>
  %hn = stablehlo.negate %hi : tensor<2x3x3xf64>
  %hc = stablehlo.complex %hr, %hn : tensor<2x3x3xcomplex<f64>>
  %h = stablehlo.transpose %hc, dims = [0, 2, 1] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %xx = stablehlo.dot_general %x, %h, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %eye = stablehlo.constant dense<[[[(3.0, 0.0), (0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (3.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0), (3.0, 0.0)]], [[(3.0, 0.0), (0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (3.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0), (3.0, 0.0)]]]> : tensor<2x3x3xcomplex<f64>>
  %a = stablehlo.add %xx, %eye : tensor<2x3x3xcomplex<f64>>
  %0:2 = stablehlo.custom_call @lapack_zpotrf_ffi(%a) {api_version = 4 : i32, mhlo.backend_config = {uplo = 76 : ui8},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>],
    result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
  return %0#0 : tensor<2x3x3xcomplex<f64>>
}

func.func @potrf_zu(%x: tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>> {
  %hr = stablehlo.real %x : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
  %hi = stablehlo.imag %x : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
  %hn = stablehlo.negate %hi : tensor<3x3xf64>
  %hc = stablehlo.complex %hr, %hn : tensor<3x3xcomplex<f64>>
  %h = stablehlo.transpose %hc, dims = [1, 0] : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %xx = stablehlo.dot_general %x, %h, contracting_dims = [1] x [0] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %eye = stablehlo.constant dense<[[(3.0, 0.0), (0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (3.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0), (3.0, 0.0)]]> : tensor<3x3xcomplex<f64>>
  %a = stablehlo.add %xx, %eye : tensor<3x3xcomplex<f64>>
  %0:2 = stablehlo.custom_call @lapack_zpotrf_ffi(%a) {api_version = 4 : i32, mhlo.backend_config = {uplo = 85 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]
  } : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<i32>)
  return %0#0 : tensor<3x3xcomplex<f64>>
}

func.func @getrf_d_3_3(%x: tensor<2x3x3xf64>) -> tensor<2x3x3xf64> {
  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>],
    result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xi32>, tensor<2xi32>)
  return %0#0 : tensor<2x3x3xf64>
}

func.func @getrf_d_4_2(%x: tensor<4x2xf64>) -> tensor<4x2xf64> {
  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<> : tensor<0xindex>]
  } : (tensor<4x2xf64>) -> (tensor<4x2xf64>, tensor<2xi32>, tensor<i32>)
  return %0#0 : tensor<4x2xf64>
}

func.func @getrf_d_2_4(%x: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<> : tensor<0xindex>]
  } : (tensor<2x4xf64>) -> (tensor<2x4xf64>, tensor<2xi32>, tensor<i32>)
  return %0#0 : tensor<2x4xf64>
}

func.func @getrf_z_3_3(%x: tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>> {
  %0:3 = stablehlo.custom_call @lapack_zgetrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<> : tensor<0xindex>]
  } : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xi32>, tensor<i32>)
  return %0#0 : tensor<3x3xcomplex<f64>>
}

func.func @getrf_z_4_3(%x: tensor<2x4x3xcomplex<f64>>) -> tensor<2x4x3xcomplex<f64>> {
  %0:3 = stablehlo.custom_call @lapack_zgetrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>],
    result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<2x4x3xcomplex<f64>>) -> (tensor<2x4x3xcomplex<f64>>, tensor<2x3xi32>, tensor<2xi32>)
  return %0#0 : tensor<2x4x3xcomplex<f64>>
}

func.func @getrf_d_1_1(%x: tensor<1x1xf64>) -> tensor<1x1xf64> {
  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<> : tensor<0xindex>]
  } : (tensor<1x1xf64>) -> (tensor<1x1xf64>, tensor<1xi32>, tensor<i32>)
  return %0#0 : tensor<1x1xf64>
}

// The last pivot of a singular matrix is zero: the derivative of the product of pivots is there all the same.

// domain: [1, 2]
// special: 1.0 -> 1.0, -1.0, -1.0, 1.0
func.func @determinant_of_singular(%x: tensor<2x2xf64>) -> tensor<1x1xf64> {
  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<> : tensor<0xindex>]
  } : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xi32>, tensor<i32>)
  %1 = stablehlo.slice %0#0 [0:1, 0:1] : (tensor<2x2xf64>) -> tensor<1x1xf64>
  %2 = stablehlo.slice %0#0 [1:2, 1:2] : (tensor<2x2xf64>) -> tensor<1x1xf64>
  %3 = stablehlo.multiply %1, %2 : tensor<1x1xf64>
  return %3 : tensor<1x1xf64>
}

func.func @geqrf_d_4_3(%x: tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3xf64>) {
  %0:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>],
    result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]
  } : (tensor<2x4x3xf64>) -> (tensor<2x4x3xf64>, tensor<2x3xf64>)
  return %0#0, %0#1 : tensor<2x4x3xf64>, tensor<2x3xf64>
}

func.func @geqrf_d_3_3(%x: tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>) {
  %0:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>)
  return %0#0, %0#1 : tensor<3x3xf64>, tensor<3xf64>
}

func.func @geqrf_d_2_4(%x: tensor<2x4xf64>) -> (tensor<2x4xf64>, tensor<2xf64>) {
  %0:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<2x4xf64>) -> (tensor<2x4xf64>, tensor<2xf64>)
  return %0#0, %0#1 : tensor<2x4xf64>, tensor<2xf64>
}

func.func @geqrf_z_3_3(%x: tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xcomplex<f64>>) {
  %0:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xcomplex<f64>>)
  return %0#0, %0#1 : tensor<3x3xcomplex<f64>>, tensor<3xcomplex<f64>>
}

func.func @geqrf_z_4_2(%x: tensor<2x4x2xcomplex<f64>>) -> (tensor<2x4x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) {
  %0:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>],
    result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]
  } : (tensor<2x4x2xcomplex<f64>>) -> (tensor<2x4x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>)
  return %0#0, %0#1 : tensor<2x4x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>
}

func.func @geqrf_z_2_3(%x: tensor<2x3xcomplex<f64>>) -> (tensor<2x3xcomplex<f64>>, tensor<2xcomplex<f64>>) {
  %0:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<2x3xcomplex<f64>>) -> (tensor<2x3xcomplex<f64>>, tensor<2xcomplex<f64>>)
  return %0#0, %0#1 : tensor<2x3xcomplex<f64>>, tensor<2xcomplex<f64>>
}

func.func @geqrf_d_1_1(%x: tensor<1x1xf64>) -> (tensor<1x1xf64>, tensor<1xf64>) {
  %0:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<1x1xf64>) -> (tensor<1x1xf64>, tensor<1xf64>)
  return %0#0, %0#1 : tensor<1x1xf64>, tensor<1xf64>
}

func.func @geqp3(%x: tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>) {
  %free = stablehlo.constant dense<0> : tensor<3xi32>
  %0:3 = stablehlo.custom_call @lapack_dgeqp3_ffi(%x, %free) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<4x3xf64>, tensor<3xi32>) -> (tensor<4x3xf64>, tensor<3xi32>, tensor<3xf64>)
  return %0#0, %0#2 : tensor<4x3xf64>, tensor<3xf64>
}

func.func @orgqr_any_factors(%x: tensor<2x4x3xf64>, %tau: tensor<2x2xf64>) -> tensor<2x4x3xf64> {
  %0 = stablehlo.custom_call @lapack_dorgqr_ffi(%x, %tau) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>],
    result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]
  } : (tensor<2x4x3xf64>, tensor<2x2xf64>) -> tensor<2x4x3xf64>
  return %0 : tensor<2x4x3xf64>
}

func.func @q_of_qr_d(%x: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %0:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>)
  %1 = stablehlo.custom_call @lapack_dorgqr_ffi(%0#0, %0#1) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>]
  } : (tensor<4x3xf64>, tensor<3xf64>) -> tensor<4x3xf64>
  return %1 : tensor<4x3xf64>
}

func.func @ormqr_left(%x: tensor<4x3xf64>, %tau: tensor<3xf64>, %c: tensor<4x2xf64>) -> tensor<4x2xf64> {
  %0 = stablehlo.custom_call @lapack_dormqr_ffi(%x, %tau, %c) {api_version = 4 : i32, mhlo.backend_config = {left = true, transpose = false},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>]
  } : (tensor<4x3xf64>, tensor<3xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
  return %0 : tensor<4x2xf64>
}

func.func @ormqr_left_transposed(%x: tensor<4x3xf64>, %tau: tensor<3xf64>, %c: tensor<4x2xf64>) -> tensor<4x2xf64> {
  %0 = stablehlo.custom_call @lapack_dormqr_ffi(%x, %tau, %c) {api_version = 4 : i32, mhlo.backend_config = {left = true, transpose = true},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>]
  } : (tensor<4x3xf64>, tensor<3xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
  return %0 : tensor<4x2xf64>
}

func.func @ormqr_right(%x: tensor<4x3xf64>, %tau: tensor<3xf64>, %c: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %0 = stablehlo.custom_call @lapack_dormqr_ffi(%x, %tau, %c) {api_version = 4 : i32, mhlo.backend_config = {left = false, transpose = false},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>]
  } : (tensor<4x3xf64>, tensor<3xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}

func.func @ormqr_right_transposed(%x: tensor<4x3xf64>, %tau: tensor<3xf64>, %c: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %0 = stablehlo.custom_call @lapack_dormqr_ffi(%x, %tau, %c) {api_version = 4 : i32, mhlo.backend_config = {left = false, transpose = true},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>]
  } : (tensor<4x3xf64>, tensor<3xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}

func.func @ungqr_any_factors(%x: tensor<2x4x3xcomplex<f64>>, %tau: tensor<2x2xcomplex<f64>>) -> tensor<2x4x3xcomplex<f64>> {
  %0 = stablehlo.custom_call @lapack_zungqr_ffi(%x, %tau) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>],
    result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]
  } : (tensor<2x4x3xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> tensor<2x4x3xcomplex<f64>>
  return %0 : tensor<2x4x3xcomplex<f64>>
}

func.func @q_of_qr_z(%x: tensor<4x3xcomplex<f64>>) -> tensor<4x3xcomplex<f64>> {
  %0:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<4x3xcomplex<f64>>) -> (tensor<4x3xcomplex<f64>>, tensor<3xcomplex<f64>>)
  %1 = stablehlo.custom_call @lapack_zungqr_ffi(%0#0, %0#1) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>]
  } : (tensor<4x3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<4x3xcomplex<f64>>
  return %1 : tensor<4x3xcomplex<f64>>
}

func.func @unmqr_left(%x: tensor<4x3xcomplex<f64>>, %tau: tensor<3xcomplex<f64>>, %c: tensor<4x2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>> {
  %0 = stablehlo.custom_call @lapack_zunmqr_ffi(%x, %tau, %c) {api_version = 4 : i32, mhlo.backend_config = {left = true, transpose = false},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>]
  } : (tensor<4x3xcomplex<f64>>, tensor<3xcomplex<f64>>, tensor<4x2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>>
  return %0 : tensor<4x2xcomplex<f64>>
}

func.func @unmqr_left_transposed(%x: tensor<4x3xcomplex<f64>>, %tau: tensor<3xcomplex<f64>>, %c: tensor<4x2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>> {
  %0 = stablehlo.custom_call @lapack_zunmqr_ffi(%x, %tau, %c) {api_version = 4 : i32, mhlo.backend_config = {left = true, transpose = true},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>]
  } : (tensor<4x3xcomplex<f64>>, tensor<3xcomplex<f64>>, tensor<4x2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>>
  return %0 : tensor<4x2xcomplex<f64>>
}

func.func @unmqr_right(%x: tensor<4x3xcomplex<f64>>, %tau: tensor<3xcomplex<f64>>, %c: tensor<2x4xcomplex<f64>>) -> tensor<2x4xcomplex<f64>> {
  %0 = stablehlo.custom_call @lapack_zunmqr_ffi(%x, %tau, %c) {api_version = 4 : i32, mhlo.backend_config = {left = false, transpose = false},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>]
  } : (tensor<4x3xcomplex<f64>>, tensor<3xcomplex<f64>>, tensor<2x4xcomplex<f64>>) -> tensor<2x4xcomplex<f64>>
  return %0 : tensor<2x4xcomplex<f64>>
}

func.func @unmqr_right_transposed(%x: tensor<4x3xcomplex<f64>>, %tau: tensor<3xcomplex<f64>>, %c: tensor<2x4xcomplex<f64>>) -> tensor<2x4xcomplex<f64>> {
  %0 = stablehlo.custom_call @lapack_zunmqr_ffi(%x, %tau, %c) {api_version = 4 : i32, mhlo.backend_config = {left = false, transpose = true},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>]
  } : (tensor<4x3xcomplex<f64>>, tensor<3xcomplex<f64>>, tensor<2x4xcomplex<f64>>) -> tensor<2x4xcomplex<f64>>
  return %0 : tensor<2x4xcomplex<f64>>
}

// domain: [0.5, 2] [-2, 2]
func.func @trsm_d_llnn(%a: tensor<2x3x3xf64>, %b: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  %0 = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {api_version = 4 : i32, mhlo.backend_config = {side = 76 : ui8, uplo = 76 : ui8, trans_x = 78 : ui8, diag = 78 : ui8},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>],
    result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]
  } : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @trsm_d_rutu(%a: tensor<2x3x3xf64>, %b: tensor<2x2x3xf64>) -> tensor<2x2x3xf64> {
  %0 = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {api_version = 4 : i32, mhlo.backend_config = {side = 82 : ui8, uplo = 85 : ui8, trans_x = 84 : ui8, diag = 85 : ui8},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>],
    result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]
  } : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}

// domain: [0.5, 2] [-2, 2]
func.func @trsm_z_lucn(%a: tensor<2x3x3xcomplex<f64>>, %b: tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>> {
  %0 = stablehlo.custom_call @lapack_ztrsm_ffi(%a, %b) {api_version = 4 : i32, mhlo.backend_config = {side = 76 : ui8, uplo = 85 : ui8, trans_x = 67 : ui8, diag = 78 : ui8},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>],
    result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]
  } : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  return %0 : tensor<2x3x2xcomplex<f64>>
}

// domain: [0.5, 2] [-2, 2]
func.func @trsm_z_rltn(%a: tensor<2x3x3xcomplex<f64>>, %b: tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>> {
  %0 = stablehlo.custom_call @lapack_ztrsm_ffi(%a, %b) {api_version = 4 : i32, mhlo.backend_config = {side = 82 : ui8, uplo = 76 : ui8, trans_x = 84 : ui8, diag = 78 : ui8},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>],
    result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]
  } : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  return %0 : tensor<2x2x3xcomplex<f64>>
}

// domain: [-1, 1] [3, 4] [-1, 1] [-2, 2]
func.func @gtsv_d(%l: tensor<2x4xf64>, %d: tensor<2x4xf64>, %u: tensor<2x4xf64>, %b: tensor<2x4x2xf64>) -> tensor<2x4x2xf64> {
  %0:5 = stablehlo.custom_call @lapack_dgtsv_ffi(%l, %d, %u, %b) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>],
    result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<2x4xf64>, tensor<2x4xf64>, tensor<2x4xf64>, tensor<2x4x2xf64>) -> (tensor<2x4xf64>, tensor<2x4xf64>, tensor<2x4xf64>, tensor<2x4x2xf64>, tensor<2xi32>)
  return %0#3 : tensor<2x4x2xf64>
}

// domain: [-1, 1] [3, 4] [-1, 1] [-2, 2]
func.func @gtsv_z(%l: tensor<4xcomplex<f64>>, %d: tensor<4xcomplex<f64>>, %u: tensor<4xcomplex<f64>>, %b: tensor<4x2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>> {
  %0:5 = stablehlo.custom_call @lapack_zgtsv_ffi(%l, %d, %u, %b) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]
  } : (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4x2xcomplex<f64>>) -> (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4x2xcomplex<f64>>, tensor<i32>)
  return %0#3 : tensor<4x2xcomplex<f64>>
}

// refused: what LAPACK leaves of its input
func.func @gtsv_remains(%l: tensor<4xf64>, %d: tensor<4xf64>, %u: tensor<4xf64>, %b: tensor<4x2xf64>) -> tensor<4xf64> {
  %0:5 = stablehlo.custom_call @lapack_dgtsv_ffi(%l, %d, %u, %b) {api_version = 4 : i32, mhlo.backend_config = {},
    operand_layouts = [dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]
  } : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4x2xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4x2xf64>, tensor<i32>)
  return %0#1 : tensor<4xf64>
}

// tolerance: 1e-5
func.func @syevd_l(%x: tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xf64>) {
  %0:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>],
    result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2x3x3xf64>, tensor<2x3xf64>
}

// tolerance: 1e-5
func.func @heevd_l(%x: tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>) {
  %0:3 = stablehlo.custom_call @lapack_zheevd_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<> : tensor<0xindex>]
  } : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<i32>)
  %zero = stablehlo.constant dense<0.0> : tensor<3xf64>
  %e = stablehlo.exponential %0#1 : tensor<3xf64>
  %w = stablehlo.complex %e, %zero : tensor<3xcomplex<f64>>
  %b = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %s = stablehlo.multiply %0#0, %b : tensor<3x3xcomplex<f64>>
  %hr = stablehlo.real %0#0 : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
  %hi = stablehlo.imag %0#0 : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
  %hn = stablehlo.negate %hi : tensor<3x3xf64>
  %hc = stablehlo.complex %hr, %hn : tensor<3x3xcomplex<f64>>
  %h = stablehlo.transpose %hc, dims = [1, 0] : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %r = stablehlo.dot_general %s, %h, contracting_dims = [1] x [0] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  return %r, %0#1 : tensor<3x3xcomplex<f64>>, tensor<3xf64>
}

// tolerance: 1e-5
func.func @syevd_u(%x: tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xf64>) {
  %0:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>],
    result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2x3x3xf64>, tensor<2x3xf64>
}

// tolerance: 1e-5
func.func @heevd_u(%x: tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>) {
  %0:3 = stablehlo.custom_call @lapack_zheevd_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<> : tensor<0xindex>]
  } : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<i32>)
  %zero = stablehlo.constant dense<0.0> : tensor<3xf64>
  %e = stablehlo.exponential %0#1 : tensor<3xf64>
  %w = stablehlo.complex %e, %zero : tensor<3xcomplex<f64>>
  %b = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %s = stablehlo.multiply %0#0, %b : tensor<3x3xcomplex<f64>>
  %hr = stablehlo.real %0#0 : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
  %hi = stablehlo.imag %0#0 : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xf64>
  %hn = stablehlo.negate %hi : tensor<3x3xf64>
  %hc = stablehlo.complex %hr, %hn : tensor<3x3xcomplex<f64>>
  %h = stablehlo.transpose %hc, dims = [1, 0] : (tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  %r = stablehlo.dot_general %s, %h, contracting_dims = [1] x [0] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  return %r, %0#1 : tensor<3x3xcomplex<f64>>, tensor<3xf64>
}

// tolerance: 1e-5
func.func @syevd_values(%x: tensor<3x3xf64>) -> tensor<3xf64> {
  %0:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {mode = 78 : ui8, uplo = 76 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<> : tensor<0xindex>]
  } : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>, tensor<i32>)
  return %0#1 : tensor<3xf64>
}

// Equal eigenvalues: the trace has a derivative all the same.

// orders: 1
// special: 2.0 -> 1.0, 0.0, 0.0, 1.0
func.func @syevd_equal_values(%x: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %z = stablehlo.constant dense<[[0.0, 1.0], [1.0, 0.0]]> : tensor<2x2xf64>
  %eye = stablehlo.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf64>
  %a = stablehlo.multiply %x, %eye : tensor<2x2xf64>
  %0:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<> : tensor<0xindex>]
  } : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<i32>)
  %w = stablehlo.broadcast_in_dim %0#1, dims = [1] : (tensor<2xf64>) -> tensor<2x2xf64>
  %s = stablehlo.multiply %0#0, %w : tensor<2x2xf64>
  %h = stablehlo.transpose %0#0, dims = [1, 0] : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %r = stablehlo.dot_general %s, %h, contracting_dims = [1] x [0] : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}

// tolerance: 1e-5
func.func @gesdd_3_3_s(%x: tensor<2x3x3xf64>) -> (tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<2x3x3xf64>) {
  %0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {mode = 83 : ui8},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>],
    result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<2x3x3xf64>, tensor<2xi32>)
  return %0#1, %0#2, %0#3 : tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<2x3x3xf64>
}

// tolerance: 1e-5
func.func @gesdd_4_2_s(%x: tensor<4x2xf64>) -> (tensor<2xf64>, tensor<4x2xf64>, tensor<2x2xf64>) {
  %0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {mode = 83 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]
  } : (tensor<4x2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>, tensor<4x2xf64>, tensor<2x2xf64>, tensor<i32>)
  return %0#1, %0#2, %0#3 : tensor<2xf64>, tensor<4x2xf64>, tensor<2x2xf64>
}

// tolerance: 1e-5
func.func @gesdd_2_4_s(%x: tensor<2x4xf64>) -> (tensor<2xf64>, tensor<2x2xf64>, tensor<2x4xf64>) {
  %0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {mode = 83 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]
  } : (tensor<2x4xf64>) -> (tensor<2x4xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2x4xf64>, tensor<i32>)
  return %0#1, %0#2, %0#3 : tensor<2xf64>, tensor<2x2xf64>, tensor<2x4xf64>
}

// tolerance: 1e-5
func.func @gesdd_3_3_a(%x: tensor<3x3xf64>) -> (tensor<3xf64>, tensor<3x3xf64>, tensor<3x3xf64>) {
  %0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {mode = 65 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]
  } : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<i32>)
  return %0#1, %0#2, %0#3 : tensor<3xf64>, tensor<3x3xf64>, tensor<3x3xf64>
}

// tolerance: 1e-5
func.func @gesvd_values(%x: tensor<3x2xf64>) -> tensor<2xf64> {
  %0:5 = stablehlo.custom_call @lapack_dgesvd_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {mode = 78 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]
  } : (tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>, tensor<3x2xf64>, tensor<2x2xf64>, tensor<i32>)
  return %0#1 : tensor<2xf64>
}

// The space that is left over, by the projection on it.

// tolerance: 1e-5
func.func @gesdd_rest(%x: tensor<3x1xf64>) -> tensor<3x3xf64> {
  %0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {mode = 65 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]
  } : (tensor<3x1xf64>) -> (tensor<3x1xf64>, tensor<1xf64>, tensor<3x3xf64>, tensor<1x1xf64>, tensor<i32>)
  %q = stablehlo.slice %0#2 [0:3, 1:3] : (tensor<3x3xf64>) -> tensor<3x2xf64>
  %h = stablehlo.transpose %q, dims = [1, 0] : (tensor<3x2xf64>) -> tensor<2x3xf64>
  %r = stablehlo.dot_general %q, %h, contracting_dims = [1] x [0] : (tensor<3x2xf64>, tensor<2x3xf64>) -> tensor<3x3xf64>
  return %r : tensor<3x3xf64>
}

// tolerance: 1e-5
func.func @gesdd_complex_3_3(%x: tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>) {
  %0:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {mode = 83 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]
  } : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>)
  %r = stablehlo.dot_general %0#2, %0#3, contracting_dims = [1] x [0] : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>>
  return %r, %0#1 : tensor<3x3xcomplex<f64>>, tensor<3xf64>
}

// tolerance: 1e-5
func.func @gesdd_complex_4_2(%x: tensor<4x2xcomplex<f64>>) -> (tensor<4x2xcomplex<f64>>, tensor<2xf64>) {
  %0:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {mode = 83 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]
  } : (tensor<4x2xcomplex<f64>>) -> (tensor<4x2xcomplex<f64>>, tensor<2xf64>, tensor<4x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  %r = stablehlo.dot_general %0#2, %0#3, contracting_dims = [1] x [0] : (tensor<4x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>>
  return %r, %0#1 : tensor<4x2xcomplex<f64>>, tensor<2xf64>
}

// tolerance: 1e-5
func.func @gesdd_complex_2_3(%x: tensor<2x3xcomplex<f64>>) -> (tensor<2x3xcomplex<f64>>, tensor<2xf64>) {
  %0:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {mode = 83 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]
  } : (tensor<2x3xcomplex<f64>>) -> (tensor<2x3xcomplex<f64>>, tensor<2xf64>, tensor<2x2xcomplex<f64>>, tensor<2x3xcomplex<f64>>, tensor<i32>)
  %r = stablehlo.dot_general %0#2, %0#3, contracting_dims = [1] x [0] : (tensor<2x2xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  return %r, %0#1 : tensor<2x3xcomplex<f64>>, tensor<2xf64>
}

// domain: [-0.3, 0.3]
// tolerance: 1e-5
func.func @geev_real(%x: tensor<3x3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) {
  %d = stablehlo.constant dense<[[1.0, 0.0, 0.0], [0.0, 4.0, 3.0], [0.0, -3.0, 4.0]]> : tensor<3x3xf64>
  %a = stablehlo.add %x, %d : tensor<3x3xf64>
  %0:5 = stablehlo.custom_call @lapack_dgeev_ffi(%a) {api_version = 4 : i32, mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]
  } : (tensor<3x3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>, tensor<i32>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<3xf64>, tensor<3xf64>, tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>
}

// domain: [-0.3, 0.3]
// tolerance: 1e-5
func.func @geev_complex(%x: tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>) {
  %d = stablehlo.constant dense<[[[(1.0, 0.0), (0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (4.0, 1.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0), (-3.0, 0.0)]], [[(1.0, 0.0), (2.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (-4.0, 1.0), (0.0, 0.0)], [(1.0, 0.0), (0.0, 0.0), (9.0, 0.0)]]]> : tensor<2x3x3xcomplex<f64>>
  %a = stablehlo.add %x, %d : tensor<2x3x3xcomplex<f64>>
  %0:4 = stablehlo.custom_call @lapack_zgeev_ffi(%a) {api_version = 4 : i32, mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8},
    operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>],
    result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[0]> : tensor<1xindex>]
  } : (tensor<2x3x3xcomplex<f64>>) -> (tensor<2x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
  return %0#0, %0#1, %0#2 : tensor<2x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>
}

// domain: [-0.3, 0.3]
// tolerance: 1e-5
func.func @geev_values(%x: tensor<2x2xf64>) -> tensor<2xf64> {
  %d = stablehlo.constant dense<[[1.0, 0.0], [0.0, 4.0]]> : tensor<2x2xf64>
  %a = stablehlo.add %x, %d : tensor<2x2xf64>
  %0:5 = stablehlo.custom_call @lapack_dgeev_ffi(%a) {api_version = 4 : i32, mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]
  } : (tensor<2x2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  return %0#0 : tensor<2xf64>
}

// refused: the Schur form has no derivative here
func.func @gees(%x: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %0:6 = stablehlo.custom_call @lapack_dgees_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<[0]> : tensor<1xindex>, dense<> : tensor<0xindex>, dense<> : tensor<0xindex>]
  } : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i32>, tensor<i32>)
  return %0#0 : tensor<2x2xf64>
}

// refused: condensed form
func.func @gehrd(%x: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %0:3 = stablehlo.custom_call @lapack_dgehrd_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {low = 1 : i32, high = 2 : i32},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<> : tensor<0xindex>]
  } : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<1xf64>, tensor<i32>)
  return %0#0 : tensor<2x2xf64>
}

func.func @sharding(%x: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %1 = stablehlo.sine %0 : tensor<2x2xf64>
  return %1 : tensor<2x2xf64>
}
