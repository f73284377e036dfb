// Elements moved, cut, joined and passed on. Products behind or before them make derivatives depend on the place.

func.func @reshape(%x: tensor<2x6xf64>, %w: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %r = stablehlo.reshape %x : (tensor<2x6xf64>) -> tensor<3x4xf64>
  %y = stablehlo.multiply %r, %w : tensor<3x4xf64>
  return %y : tensor<3x4xf64>
}

func.func @transpose(%x: tensor<2x3x4xf64>, %w: tensor<4x2x3xf64>) -> tensor<4x2x3xf64> {
  %t = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf64>) -> tensor<4x2x3xf64>
  %y = stablehlo.multiply %t, %w : tensor<4x2x3xf64>
  return %y : tensor<4x2x3xf64>
}

func.func @reverse(%x: tensor<2x3xf64>, %w: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %r = stablehlo.reverse %x, dims = [1] : tensor<2x3xf64>
  %y = stablehlo.multiply %r, %w : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @reverse_all(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %r = stablehlo.reverse %x, dims = [1, 0] : tensor<2x3xf64>
  %y = stablehlo.multiply %r, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @broadcast(%x: tensor<3xf64>, %w: tensor<2x4x3xf64>) -> tensor<2x4x3xf64> {
  %b = stablehlo.broadcast %x, sizes = [2, 4] : (tensor<3xf64>) -> tensor<2x4x3xf64>
  %y = stablehlo.multiply %b, %w : tensor<2x4x3xf64>
  return %y : tensor<2x4x3xf64>
}

func.func @broadcast_in_dim(%x: tensor<3xf64>, %w: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> {
  %b = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf64>) -> tensor<2x3x4xf64>
  %y = stablehlo.multiply %b, %w : tensor<2x3x4xf64>
  return %y : tensor<2x3x4xf64>
}

func.func @broadcast_scalar(%x: tensor<f64>, %w: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %b = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %b, %w : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// Sizes of 1 are repeated, or stay.
func.func @broadcast_ones(%x: tensor<1x3x1xf64>, %w: tensor<4x3x1x2xf64>) -> tensor<4x3x1x2xf64> {
  %b = stablehlo.broadcast_in_dim %x, dims = [0, 1, 2] : (tensor<1x3x1xf64>) -> tensor<4x3x1x2xf64>
  %y = stablehlo.multiply %b, %w : tensor<4x3x1x2xf64>
  return %y : tensor<4x3x1x2xf64>
}

func.func @broadcast_in_another_order(%x: tensor<3x1x2xf64>, %w: tensor<2x5x4x3xf64>) -> tensor<2x5x4x3xf64> {
  %b = stablehlo.broadcast_in_dim %x, dims = [3, 1, 0] : (tensor<3x1x2xf64>) -> tensor<2x5x4x3xf64>
  %y = stablehlo.multiply %b, %w : tensor<2x5x4x3xf64>
  return %y : tensor<2x5x4x3xf64>
}

func.func @slice(%x: tensor<5x4xf64>, %w: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %s = stablehlo.slice %x [1:4, 2:4] : (tensor<5x4xf64>) -> tensor<3x2xf64>
  %y = stablehlo.multiply %s, %w : tensor<3x2xf64>
  return %y : tensor<3x2xf64>
}

func.func @slice_with_strides(%x: tensor<9x7xf64>, %w: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %s = stablehlo.slice %x [1:8:3, 0:6:4] : (tensor<9x7xf64>) -> tensor<3x2xf64>
  %y = stablehlo.multiply %s, %w : tensor<3x2xf64>
  return %y : tensor<3x2xf64>
}

func.func @empty_slice(%x: tensor<5x4xf64>) -> tensor<5x4xf64> {
  %s = stablehlo.slice %x [2:2, 0:4] : (tensor<5x4xf64>) -> tensor<0x4xf64>
  %e = stablehlo.exponential %s : tensor<0x4xf64>
  %y = stablehlo.concatenate %e, %x, dim = 0 : (tensor<0x4xf64>, tensor<5x4xf64>) -> tensor<5x4xf64>
  return %y : tensor<5x4xf64>
}

// Starts are clamped.
// domain: [-2, 2] [-1, 6]
func.func @dynamic_slice(%x: tensor<5x4xf64>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<3x2xf64> {
  %s = stablehlo.dynamic_slice %x, %i, %j, sizes = [3, 2] : (tensor<5x4xf64>, tensor<i32>, tensor<i32>) -> tensor<3x2xf64>
  %y = stablehlo.multiply %s, %s : tensor<3x2xf64>
  return %y : tensor<3x2xf64>
}

// domain: [-2, 2] [-2, 2] [-1, 6]
func.func @dynamic_update_slice(%x: tensor<5x4xf64>, %u: tensor<3x2xf64>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<5x4xf64> {
  %s = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<5x4xf64>, tensor<3x2xf64>, tensor<i32>, tensor<i32>) -> tensor<5x4xf64>
  %y = stablehlo.multiply %s, %x : tensor<5x4xf64>
  return %y : tensor<5x4xf64>
}

// domain: [-2, 2] [-1, 6]
func.func @update_of_constant(%u: tensor<3xf64>, %i: tensor<i64>) -> tensor<5xf64> {
  %zeros = stablehlo.constant dense<1.0> : tensor<5xf64>
  %s = stablehlo.dynamic_update_slice %zeros, %u, %i : (tensor<5xf64>, tensor<3xf64>, tensor<i64>) -> tensor<5xf64>
  %y = stablehlo.multiply %s, %s : tensor<5xf64>
  return %y : tensor<5xf64>
}

// domain: [-2, 2] [-1, 6]
func.func @update_by_constant(%x: tensor<5xf64>, %i: tensor<i64>) -> tensor<5xf64> {
  %u = stablehlo.constant dense<1.0> : tensor<3xf64>
  %s = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<5xf64>, tensor<3xf64>, tensor<i64>) -> tensor<5xf64>
  %y = stablehlo.multiply %s, %s : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @concatenate(%a: tensor<2x3xf64>, %b: tensor<2x1xf64>, %c: tensor<2x4xf64>) -> tensor<2x8xf64> {
  %j = stablehlo.concatenate %a, %b, %c, dim = 1 : (tensor<2x3xf64>, tensor<2x1xf64>, tensor<2x4xf64>) -> tensor<2x8xf64>
  %y = stablehlo.multiply %j, %j : tensor<2x8xf64>
  return %y : tensor<2x8xf64>
}

func.func @concatenate_twice(%a: tensor<2x3xf64>) -> tensor<4x3xf64> {
  %s = stablehlo.sine %a : tensor<2x3xf64>
  %j = stablehlo.concatenate %a, %s, dim = 0 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<4x3xf64>
  return %j : tensor<4x3xf64>
}

func.func @concatenate_with_constants(%a: tensor<2x3xf64>) -> tensor<2x6xf64> {
  %c = stablehlo.constant dense<1.0> : tensor<2x1xf64>
  %d = stablehlo.constant dense<2.0> : tensor<2x2xf64>
  %j = stablehlo.concatenate %c, %a, %d, dim = 1 : (tensor<2x1xf64>, tensor<2x3xf64>, tensor<2x2xf64>) -> tensor<2x6xf64>
  %y = stablehlo.multiply %j, %j : tensor<2x6xf64>
  return %y : tensor<2x6xf64>
}

func.func @pad(%x: tensor<2x3xf64>, %p: tensor<f64>, %w: tensor<3x6xf64>) -> tensor<3x6xf64> {
  %q = stablehlo.pad %x, %p, low = [1, 0], high = [0, 3], interior = [0, 0] : (tensor<2x3xf64>, tensor<f64>) -> tensor<3x6xf64>
  %y = stablehlo.multiply %q, %w : tensor<3x6xf64>
  return %y : tensor<3x6xf64>
}

func.func @pad_between(%x: tensor<2x3xf64>, %p: tensor<f64>, %w: tensor<5x8xf64>) -> tensor<5x8xf64> {
  %q = stablehlo.pad %x, %p, low = [1, 2], high = [2, 1], interior = [0, 1] : (tensor<2x3xf64>, tensor<f64>) -> tensor<5x8xf64>
  %y = stablehlo.multiply %q, %w : tensor<5x8xf64>
  return %y : tensor<5x8xf64>
}

func.func @pad_and_cut(%x: tensor<4x5xf64>, %p: tensor<f64>, %w: tensor<4x5xf64>) -> tensor<4x5xf64> {
  %q = stablehlo.pad %x, %p, low = [-1, 2], high = [1, -2], interior = [0, 0] : (tensor<4x5xf64>, tensor<f64>) -> tensor<4x5xf64>
  %y = stablehlo.multiply %q, %w : tensor<4x5xf64>
  return %y : tensor<4x5xf64>
}

// Nine elements with gaps, of which five stay, the first of them a gap.
func.func @pad_between_and_cut(%x: tensor<3xf64>, %p: tensor<f64>, %w: tensor<4xf64>) -> tensor<4xf64> {
  %q = stablehlo.pad %x, %p, low = [-2], high = [-1], interior = [2] : (tensor<3xf64>, tensor<f64>) -> tensor<4xf64>
  %y = stablehlo.multiply %q, %w : tensor<4xf64>
  return %y : tensor<4xf64>
}

// Nothing of the operand is left.
func.func @pad_cuts_all(%x: tensor<3xf64>, %p: tensor<f64>) -> tensor<2xf64> {
  %q = stablehlo.pad %x, %p, low = [-5], high = [4], interior = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<2xf64>
  %y = stablehlo.multiply %q, %q : tensor<2xf64>
  return %y : tensor<2xf64>
}

func.func @pad_of_nothing(%x: tensor<0x2xf64>, %p: tensor<f64>) -> tensor<3x2xf64> {
  %q = stablehlo.pad %x, %p, low = [1, 0], high = [2, 0], interior = [0, 0] : (tensor<0x2xf64>, tensor<f64>) -> tensor<3x2xf64>
  %y = stablehlo.multiply %q, %q : tensor<3x2xf64>
  return %y : tensor<3x2xf64>
}

// special: 1.0, inf -> 1.0, 2.0
func.func @infinite_padding(%x: tensor<3xf64>, %p: tensor<f64>) -> tensor<5xf64> {
  %q = stablehlo.pad %x, %p, low = [1], high = [1], interior = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<5xf64>
  return %q : tensor<5xf64>
}

func.func @pad_with_constant(%x: tensor<3xf64>) -> tensor<5xf64> {
  %p = stablehlo.constant dense<2.0> : tensor<f64>
  %q = stablehlo.pad %x, %p, low = [1], high = [1], interior = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<5xf64>
  %y = stablehlo.multiply %q, %q : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func @pad_constant(%p: tensor<f64>) -> tensor<5xf64> {
  %x = stablehlo.constant dense<2.0> : tensor<3xf64>
  %q = stablehlo.pad %x, %p, low = [1], high = [1], interior = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<5xf64>
  %y = stablehlo.multiply %q, %q : tensor<5xf64>
  return %y : tensor<5xf64>
}

// special: 2.0, 3.0 -> 4.0, 0.0
func.func @optimization_barrier(%x: tensor<2x3xf64>, %z: tensor<4xf64>) -> (tensor<2x3xf64>, tensor<4xf64>) {
  %n = stablehlo.constant dense<1> : tensor<i32>
  %b:3 = stablehlo.optimization_barrier %x, %n, %z : tensor<2x3xf64>, tensor<i32>, tensor<4xf64>
  %y = stablehlo.multiply %b#0, %x : tensor<2x3xf64>
  return %y, %b#2 : tensor<2x3xf64>, tensor<4xf64>
}

func.func @tuple(%x: tensor<2x3xf64>, %z: tensor<4xf64>) -> (tensor<2x3xf64>, tensor<4xf64>) {
  %n = stablehlo.constant dense<1> : tensor<i32>
  %inner = stablehlo.tuple %z, %n : tuple<tensor<4xf64>, tensor<i32>>
  %t = stablehlo.tuple %x, %inner : tuple<tensor<2x3xf64>, tuple<tensor<4xf64>, tensor<i32>>>
  %a = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2x3xf64>, tuple<tensor<4xf64>, tensor<i32>>>) -> tensor<2x3xf64>
  %i = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2x3xf64>, tuple<tensor<4xf64>, tensor<i32>>>) -> tuple<tensor<4xf64>, tensor<i32>>
  %b = stablehlo.get_tuple_element %i[0] : (tuple<tensor<4xf64>, tensor<i32>>) -> tensor<4xf64>
  %y = stablehlo.multiply %a, %x : tensor<2x3xf64>
  %w = stablehlo.multiply %b, %b : tensor<4xf64>
  return %y, %w : tensor<2x3xf64>, tensor<4xf64>
}

func.func @get_dimension_size(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x3xf64>) -> tensor<i32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f64>
  %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %b, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @iota(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %i = stablehlo.iota dim = 1 : tensor<2x3xf64>
  %y = stablehlo.multiply %i, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// The same bits.
func.func @bitcast_to_itself(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %b = stablehlo.bitcast_convert %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %b, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// The sign bit as a number.
// special: -3.0 -> -1.0
func.func @bitcast_to_integers(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %b = stablehlo.bitcast_convert %x : (tensor<2x3xf64>) -> tensor<2x3xi64>
  %zero = stablehlo.constant dense<0> : tensor<2x3xi64>
  %negative = stablehlo.compare LT, %b, %zero : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi1>
  %n = stablehlo.negate %x : tensor<2x3xf64>
  %y = stablehlo.select %negative, %n, %x : tensor<2x3xi1>, tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// refused: the bits of a number are read as other numbers
func.func @bitcast_to_others(%x: tensor<2x3xf64>) -> tensor<2x3x2xf32> {
  %b = stablehlo.bitcast_convert %x : (tensor<2x3xf64>) -> tensor<2x3x2xf32>
  return %b : tensor<2x3x2xf32>
}

func.func @dynamic_reshape(%x: tensor<2x6xf64>, %w: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %shape = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %r = stablehlo.dynamic_reshape %x, %shape : (tensor<2x6xf64>, tensor<2xi64>) -> tensor<3x4xf64>
  %y = stablehlo.multiply %r, %w : tensor<3x4xf64>
  return %y : tensor<3x4xf64>
}

func.func @dynamic_broadcast_in_dim(%x: tensor<3x1xf64>, %w: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> {
  %shape = stablehlo.constant dense<[2, 3, 4]> : tensor<3xi64>
  %b = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1, 2] : (tensor<3x1xf64>, tensor<3xi64>) -> tensor<2x3x4xf64>
  %y = stablehlo.multiply %b, %w : tensor<2x3x4xf64>
  return %y : tensor<2x3x4xf64>
}

func.func @real_dynamic_slice(%x: tensor<9x7xf64>) -> tensor<3x2xf64> {
  %start = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %limit = stablehlo.constant dense<[8, 6]> : tensor<2xi64>
  %strides = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %s = stablehlo.real_dynamic_slice %x, %start, %limit, %strides : (tensor<9x7xf64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<3x2xf64>
  %y = stablehlo.multiply %s, %s : tensor<3x2xf64>
  return %y : tensor<3x2xf64>
}

// domain: [-2, 2] [0, 4]
func.func @real_dynamic_slice_anywhere(%x: tensor<9xf64>, %start: tensor<1xi64>) -> tensor<3xf64> {
  %size = stablehlo.constant dense<3> : tensor<1xi64>
  %strides = stablehlo.constant dense<1> : tensor<1xi64>
  %limit = stablehlo.add %start, %size : tensor<1xi64>
  %s = stablehlo.real_dynamic_slice %x, %start, %limit, %strides : (tensor<9xf64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf64>
  %y = stablehlo.multiply %s, %s : tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @dynamic_pad(%x: tensor<3xf64>, %p: tensor<f64>, %w: tensor<4xf64>) -> tensor<4xf64> {
  %low = stablehlo.constant dense<-2> : tensor<1xi64>
  %high = stablehlo.constant dense<-1> : tensor<1xi64>
  %interior = stablehlo.constant dense<2> : tensor<1xi64>
  %q = stablehlo.dynamic_pad %x, %p, %low, %high, %interior : (tensor<3xf64>, tensor<f64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xf64>
  %y = stablehlo.multiply %q, %w : tensor<4xf64>
  return %y : tensor<4xf64>
}

func.func @dynamic_iota(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %i = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi64>) -> tensor<2x3xf64>
  %y = stablehlo.multiply %i, %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
