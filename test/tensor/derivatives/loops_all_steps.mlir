// Loops whose steps read rows of arrays and use weights from outside: what the transposed loop adds up for the weights
// is done for all steps at once where that is right, and step by step where it is not.

// domain: [-0.5, 0.5]
func.func @recurrent_network(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %u: tensor<4x4xf64>, %b: tensor<4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %q = stablehlo.dot_general %h, %u, contracting_dims = [1] x [0] : (tensor<2x4xf64>, tensor<4x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %q : tensor<2x4xf64>
      %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf64>) -> tensor<2x4xf64>
      %t = stablehlo.add %s, %bb : tensor<2x4xf64>
      %h2 = stablehlo.tanh %t : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// The loop carries what it does not change, and returns it.
// domain: [-0.5, 0.5]
func.func @weights_are_carried(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %u: tensor<4x4xf64>, %b: tensor<4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>, tensor<3x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:6 = stablehlo.while(%i = %first, %xsc = %xs, %wc = %w, %uc = %u, %bc = %b, %h = %h0) : tensor<i32>, tensor<5x2x3xf64>, tensor<3x4xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xsc, %i, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %wc, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %q = stablehlo.dot_general %h, %uc, contracting_dims = [1] x [0] : (tensor<2x4xf64>, tensor<4x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %q : tensor<2x4xf64>
      %bb = stablehlo.broadcast_in_dim %bc, dims = [1] : (tensor<4xf64>) -> tensor<2x4xf64>
      %t = stablehlo.add %s, %bb : tensor<2x4xf64>
      %h2 = stablehlo.tanh %t : tensor<2x4xf64>
      stablehlo.return %j, %xsc, %wc, %uc, %bc, %h2 : tensor<i32>, tensor<5x2x3xf64>, tensor<3x4xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<2x4xf64>
    }
  return %r#5, %r#2 : tensor<2x4xf64>, tensor<3x4xf64>
}

// Products with the same weights that are added, and others that are not.
// domain: [-0.5, 0.5]
func.func @weights_used_twice(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %u: tensor<4x4xf64>, %b: tensor<4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %g = stablehlo.sine %u : tensor<4x4xf64>
      %q = stablehlo.dot_general %h, %u, contracting_dims = [1] x [0] : (tensor<2x4xf64>, tensor<4x4xf64>) -> tensor<2x4xf64>
      %q2 = stablehlo.dot_general %h, %g, contracting_dims = [1] x [0] : (tensor<2x4xf64>, tensor<4x4xf64>) -> tensor<2x4xf64>
      %q3 = stablehlo.dot_general %h, %u, contracting_dims = [1] x [1] : (tensor<2x4xf64>, tensor<4x4xf64>) -> tensor<2x4xf64>
      %s0 = stablehlo.add %q2, %q3 : tensor<2x4xf64>
      %s1 = stablehlo.multiply %s0, %p : tensor<2x4xf64>
      %s = stablehlo.add %s1, %q : tensor<2x4xf64>
      %h2 = stablehlo.sine %s : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// A product is an operand of two sums and of a product of elements.
// domain: [-0.5, 0.5]
func.func @product_read_twice(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %u: tensor<4x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>, tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %first, %h = %h0, %last = %h0) : tensor<i32>, tensor<2x4xf64>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %q = stablehlo.dot_general %h, %u, contracting_dims = [1] x [0] : (tensor<2x4xf64>, tensor<4x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %q : tensor<2x4xf64>
      %m = stablehlo.multiply %p, %s : tensor<2x4xf64>
      %h2 = stablehlo.tanh %m : tensor<2x4xf64>
      %l2 = stablehlo.add %p, %last : tensor<2x4xf64>
      stablehlo.return %j, %h2, %l2 : tensor<i32>, tensor<2x4xf64>, tensor<2x4xf64>
    }
  return %r#1, %r#2 : tensor<2x4xf64>, tensor<2x4xf64>
}

// A sum is part of another and carried on as well.
// domain: [-0.5, 0.5]
func.func @sum_is_carried_on(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %u: tensor<4x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>, tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %first, %h = %h0, %last = %h0) : tensor<i32>, tensor<2x4xf64>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %q = stablehlo.dot_general %h, %u, contracting_dims = [1] x [0] : (tensor<2x4xf64>, tensor<4x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %last : tensor<2x4xf64>
      %v = stablehlo.add %q, %s : tensor<2x4xf64>
      %h2 = stablehlo.tanh %v : tensor<2x4xf64>
      stablehlo.return %j, %h2, %s : tensor<i32>, tensor<2x4xf64>, tensor<2x4xf64>
    }
  return %r#1, %r#2 : tensor<2x4xf64>, tensor<2x4xf64>
}

// domain: [-0.5, 0.5]
func.func @sum_used_twice(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %u: tensor<4x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %q = stablehlo.dot_general %h, %u, contracting_dims = [1] x [0] : (tensor<2x4xf64>, tensor<4x4xf64>) -> tensor<2x4xf64>
      %e = stablehlo.sine %h : tensor<2x4xf64>
      %s = stablehlo.add %p, %e : tensor<2x4xf64>
      %v = stablehlo.add %q, %s : tensor<2x4xf64>
      %c = stablehlo.cosine %s : tensor<2x4xf64>
      %m = stablehlo.multiply %v, %c : tensor<2x4xf64>
      %h2 = stablehlo.tanh %m : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// domain: [-0.5, 0.5]
func.func @weights_on_the_left(%xs: tensor<5x3x2xf64>, %w: tensor<4x3xf64>, %u: tensor<4x4xf64>, %h0: tensor<4x2xf64>) -> (tensor<4x2xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<4x2xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 3, 2] : (tensor<5x3x2xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x2xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x3x2xf64>) -> tensor<3x2xf64>
      %p = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<4x3xf64>, tensor<3x2xf64>) -> tensor<4x2xf64>
      %q = stablehlo.dot_general %u, %h, contracting_dims = [0] x [0] : (tensor<4x4xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
      %s = stablehlo.add %p, %q : tensor<4x2xf64>
      %h2 = stablehlo.sine %s : tensor<4x2xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<4x2xf64>
    }
  return %r#1 : tensor<4x2xf64>
}

// domain: [-0.5, 0.5]
func.func @sums_over_two_dimensions(%xs: tensor<4x2x3xf64>, %w: tensor<3x2x2xf64>, %h0: tensor<2xf64>) -> (tensor<2xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2xf64>
    cond {
      %n = stablehlo.constant dense<4> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<4x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [0, 1] x [1, 0] : (tensor<2x3xf64>, tensor<3x2x2xf64>) -> tensor<2xf64>
      %s = stablehlo.multiply %p, %h : tensor<2xf64>
      %h2 = stablehlo.cosine %s : tensor<2xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2xf64>
    }
  return %r#1 : tensor<2xf64>
}

// The last steps read the same row.
// domain: [-0.5, 0.5]
func.func @clamped_rows(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %two = stablehlo.constant dense<2> : tensor<i32>
      %at = stablehlo.add %i, %two : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %at, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %h : tensor<2x4xf64>
      %h2 = stablehlo.sine %s : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// The last step reads the row that the one before reads.
// domain: [-0.5, 0.5]
func.func @rows_from_the_second(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<6> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %h : tensor<2x4xf64>
      %h2 = stablehlo.sine %s : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// Most steps read the last row.
// domain: [-0.5, 0.5]
func.func @every_second_row(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<10> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<2> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %h : tensor<2x4xf64>
      %h2 = stablehlo.sine %s : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// domain: [-0.5, 0.5]
func.func @rows_backwards(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<4> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<-1> : tensor<i32>
      %c = stablehlo.compare GT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<-1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %h : tensor<2x4xf64>
      %h2 = stablehlo.sine %s : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// domain: [-0.5, 0.5]
func.func @fewer_steps_than_rows(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %h : tensor<2x4xf64>
      %h2 = stablehlo.sine %s : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// domain: [-0.5, 0.5]
func.func @more_steps_than_rows(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<7> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %h : tensor<2x4xf64>
      %h2 = stablehlo.sine %s : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// domain: [-0.5, 0.5]
func.func @one_step(%xs: tensor<1x2x3xf64>, %w: tensor<3x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<1> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<1x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %h : tensor<2x4xf64>
      %h2 = stablehlo.sine %s : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// domain: [-0.5, 0.5]
func.func @none(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<0> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %h : tensor<2x4xf64>
      %h2 = stablehlo.sine %s : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// domain: [-0.5, 0.5]
func.func @two_steps(%xs: tensor<2x2x3xf64>, %w: tensor<3x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<2> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<2x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %h : tensor<2x4xf64>
      %h2 = stablehlo.sine %s : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// domain: [-0.5, 0.5]
func.func @overlapping_slices(%xs: tensor<5x3xf64>, %w: tensor<3x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<4> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x = stablehlo.dynamic_slice %xs, %i, %z, sizes = [2, 3] : (tensor<5x3xf64>, tensor<i32>, tensor<i32>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %h : tensor<2x4xf64>
      %h2 = stablehlo.sine %s : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// domain: [-0.5, 0.5]
func.func @array_read_as_a_whole_too(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %none = stablehlo.constant dense<0.0> : tensor<f64>
      %all = stablehlo.reduce(%xs init: %none) applies stablehlo.add across dimensions = [0] : (tensor<5x2x3xf64>, tensor<f64>) -> tensor<2x3xf64>
      %x0_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x0 = stablehlo.reshape %x0_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %x = stablehlo.multiply %x0, %all : tensor<2x3xf64>
      %p0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %p = stablehlo.dot_general %x0, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %s0 = stablehlo.add %p, %h : tensor<2x4xf64>
      %s = stablehlo.multiply %s0, %p0 : tensor<2x4xf64>
      %h2 = stablehlo.sine %s : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// Each step reads a row of an array that all steps make alike, and all of it.
// domain: [-0.5, 0.5]
func.func @array_made_in_the_loop(%xs: tensor<5x2x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %ys = stablehlo.negate %xs : tensor<5x2x4xf64>
      %none = stablehlo.constant dense<0.0> : tensor<f64>
      %all = stablehlo.reduce(%ys init: %none) applies stablehlo.add across dimensions = [0] : (tensor<5x2x4xf64>, tensor<f64>) -> tensor<2x4xf64>
      %x_slice = stablehlo.dynamic_slice %ys, %i, %z, %z, sizes = [1, 2, 4] : (tensor<5x2x4xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %x, %h : tensor<2x4xf64>
      %t = stablehlo.multiply %s, %all : tensor<2x4xf64>
      %h2 = stablehlo.sine %t : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// The same, with a second row, the last ones clamped.
// domain: [-0.5, 0.5]
func.func @array_made_in_the_loop_and_other_rows(%xs: tensor<5x2x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %ys = stablehlo.negate %xs : tensor<5x2x4xf64>
      %two = stablehlo.constant dense<2> : tensor<i32>
      %at = stablehlo.add %i, %two : tensor<i32>
      %y_slice = stablehlo.dynamic_slice %ys, %at, %z, %z, sizes = [1, 2, 4] : (tensor<5x2x4xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf64>
      %y = stablehlo.reshape %y_slice : (tensor<1x2x4xf64>) -> tensor<2x4xf64>
      %x_slice = stablehlo.dynamic_slice %ys, %i, %z, %z, sizes = [1, 2, 4] : (tensor<5x2x4xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %x, %h : tensor<2x4xf64>
      %t = stablehlo.multiply %s, %y : tensor<2x4xf64>
      %h2 = stablehlo.sine %t : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// A row and the next one.
// domain: [-0.5, 0.5]
func.func @two_rows_at_a_time(%xs: tensor<5x2x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %y_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 4] : (tensor<5x2x4xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf64>
      %y = stablehlo.reshape %y_slice : (tensor<1x2x4xf64>) -> tensor<2x4xf64>
      %x_slice = stablehlo.dynamic_slice %xs, %j, %z, %z, sizes = [1, 2, 4] : (tensor<5x2x4xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %x, %h : tensor<2x4xf64>
      %t = stablehlo.multiply %s, %y : tensor<2x4xf64>
      %h2 = stablehlo.sine %t : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// domain: [-0.5, 0.5]
func.func @weights_change(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %first, %h = %h0, %v = %w) : tensor<i32>, tensor<2x4xf64>, tensor<3x4xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %h : tensor<2x4xf64>
      %h2 = stablehlo.sine %s : tensor<2x4xf64>
      %v2 = stablehlo.sine %v : tensor<3x4xf64>
      stablehlo.return %j, %h2, %v2 : tensor<i32>, tensor<2x4xf64>, tensor<3x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// All steps compute the same weights.
// domain: [-0.5, 0.5]
func.func @weights_computed_in_the_loop(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %w2 = stablehlo.sine %w : tensor<3x4xf64>
      %w3 = stablehlo.multiply %w2, %w : tensor<3x4xf64>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w3, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %h : tensor<2x4xf64>
      %h2 = stablehlo.sine %s : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// domain: [-0.5, 0.5]
func.func @shifted_by_the_counter(%xs: tensor<5x2x3xf64>, %w: tensor<3x4xf64>, %h0: tensor<2x4xf64>) -> (tensor<2x4xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
      %s = stablehlo.add %p, %h : tensor<2x4xf64>
      %h3 = stablehlo.sine %s : tensor<2x4xf64>
      %k = stablehlo.convert %i : (tensor<i32>) -> tensor<f64>
      %kk = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f64>) -> tensor<2x4xf64>
      %h2 = stablehlo.multiply %h3, %kk : tensor<2x4xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// domain: [-0.5, 0.5]
func.func @matrix_and_vector(%xs: tensor<5x3xf64>, %w: tensor<3x3xf64>, %h0: tensor<3xf64>) -> (tensor<3xf64>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %first, %h = %h0) : tensor<i32>, tensor<3xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, sizes = [1, 3] : (tensor<5x3xf64>, tensor<i32>, tensor<i32>) -> tensor<1x3xf64>
      %x = stablehlo.reshape %x_slice : (tensor<1x3xf64>) -> tensor<3xf64>
      %p = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<3x3xf64>, tensor<3xf64>) -> tensor<3xf64>
      %q = stablehlo.dot_general %h, %w, contracting_dims = [0] x [0] : (tensor<3xf64>, tensor<3x3xf64>) -> tensor<3xf64>
      %s = stablehlo.add %p, %q : tensor<3xf64>
      %h2 = stablehlo.sine %s : tensor<3xf64>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<3xf64>
    }
  return %r#1 : tensor<3xf64>
}

// domain: [-1, 1]
func.func @complex_numbers(%xs: tensor<3x2xcomplex<f64>>, %w: tensor<2x2xcomplex<f64>>, %h0: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %h = %h0) : tensor<i32>, tensor<2xcomplex<f64>>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      %x_slice = stablehlo.dynamic_slice %xs, %i, %z, sizes = [1, 2] : (tensor<3x2xcomplex<f64>>, tensor<i32>, tensor<i32>) -> tensor<1x2xcomplex<f64>>
      %x = stablehlo.reshape %x_slice : (tensor<1x2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
      %p = stablehlo.dot_general %x, %w, contracting_dims = [0] x [0] : (tensor<2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
      %q = stablehlo.dot_general %w, %h, contracting_dims = [1] x [0] : (tensor<2x2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
      %s = stablehlo.add %p, %q : tensor<2xcomplex<f64>>
      %h2 = stablehlo.sine %s : tensor<2xcomplex<f64>>
      stablehlo.return %j, %h2 : tensor<i32>, tensor<2xcomplex<f64>>
    }
  return %r#1 : tensor<2xcomplex<f64>>
}

// The inner loop reads the same rows in each step of the outer one.
// domain: [-0.5, 0.5]
func.func @nested(%xs: tensor<4x2x3xf64>, %w: tensor<3x4xf64>, %u: tensor<4x4xf64>, %h0: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%o = %first, %g = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %c = stablehlo.compare LT, %o, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %f = stablehlo.constant dense<0> : tensor<i32>
      %y:2 = stablehlo.while(%i = %f, %h = %g) : tensor<i32>, tensor<2x4xf64>
        cond {
          %m = stablehlo.constant dense<4> : tensor<i32>
          %d = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %d : tensor<i1>
        } do {
          %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<4x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
          %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
          %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
          %q = stablehlo.dot_general %h, %u, contracting_dims = [1] x [0] : (tensor<2x4xf64>, tensor<4x4xf64>) -> tensor<2x4xf64>
          %s = stablehlo.add %p, %q : tensor<2x4xf64>
          %h2 = stablehlo.tanh %s : tensor<2x4xf64>
          %j = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
        }
      %k = stablehlo.add %o, %one : tensor<i32>
      stablehlo.return %k, %y#1 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// All steps of the outer loop multiply the same rows with the same weights.
// domain: [-0.5, 0.5]
func.func @nested_products_of_inputs(%xs: tensor<4x2x3xf64>, %w: tensor<3x4xf64>, %h0: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%o = %first, %g = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %c = stablehlo.compare LT, %o, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %f = stablehlo.constant dense<0> : tensor<i32>
      %y:2 = stablehlo.while(%i = %f, %h = %g) : tensor<i32>, tensor<2x4xf64>
        cond {
          %m = stablehlo.constant dense<4> : tensor<i32>
          %d = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %d : tensor<i1>
        } do {
          %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<4x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
          %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
          %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
          %s = stablehlo.multiply %p, %h : tensor<2x4xf64>
          %h2 = stablehlo.cosine %s : tensor<2x4xf64>
          %j = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
        }
      %k = stablehlo.add %o, %one : tensor<i32>
      stablehlo.return %k, %y#1 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// Each step of the outer loop has rows of its own for the inner one.
// domain: [-0.5, 0.5]
func.func @nested_rows_of_rows(%all: tensor<3x4x2x3xf64>, %w: tensor<3x4xf64>, %u: tensor<4x4xf64>, %h0: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%o = %first, %g = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %c = stablehlo.compare LT, %o, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %as = stablehlo.dynamic_slice %all, %o, %z, %z, %z, sizes = [1, 4, 2, 3] : (tensor<3x4x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x2x3xf64>
      %xs = stablehlo.reshape %as : (tensor<1x4x2x3xf64>) -> tensor<4x2x3xf64>
      %f = stablehlo.constant dense<0> : tensor<i32>
      %y:2 = stablehlo.while(%i = %f, %h = %g) : tensor<i32>, tensor<2x4xf64>
        cond {
          %m = stablehlo.constant dense<4> : tensor<i32>
          %d = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %d : tensor<i1>
        } do {
          %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<4x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
          %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
          %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
          %q = stablehlo.dot_general %h, %u, contracting_dims = [1] x [0] : (tensor<2x4xf64>, tensor<4x4xf64>) -> tensor<2x4xf64>
          %s = stablehlo.add %p, %q : tensor<2x4xf64>
          %h2 = stablehlo.tanh %s : tensor<2x4xf64>
          %j = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
        }
      %k = stablehlo.add %o, %one : tensor<i32>
      stablehlo.return %k, %y#1 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// domain: [-0.5, 0.5]
func.func @nested_with_weights_in_both(%all: tensor<3x4x2x3xf64>, %w: tensor<3x4xf64>, %u: tensor<4x4xf64>, %h0: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%o = %first, %g = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %c = stablehlo.compare LT, %o, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %as = stablehlo.dynamic_slice %all, %o, %z, %z, %z, sizes = [1, 4, 2, 3] : (tensor<3x4x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x2x3xf64>
      %xs = stablehlo.reshape %as : (tensor<1x4x2x3xf64>) -> tensor<4x2x3xf64>
      %f = stablehlo.constant dense<0> : tensor<i32>
      %y:2 = stablehlo.while(%i = %f, %h = %g) : tensor<i32>, tensor<2x4xf64>
        cond {
          %m = stablehlo.constant dense<4> : tensor<i32>
          %d = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %d : tensor<i1>
        } do {
          %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<4x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
          %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
          %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
          %q = stablehlo.dot_general %h, %u, contracting_dims = [1] x [0] : (tensor<2x4xf64>, tensor<4x4xf64>) -> tensor<2x4xf64>
          %s = stablehlo.add %p, %q : tensor<2x4xf64>
          %h2 = stablehlo.tanh %s : tensor<2x4xf64>
          %j = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
        }
      %g1 = stablehlo.dot_general %g, %u, contracting_dims = [1] x [0] : (tensor<2x4xf64>, tensor<4x4xf64>) -> tensor<2x4xf64>
      %g2 = stablehlo.multiply %g1, %y#1 : tensor<2x4xf64>
      %k = stablehlo.add %o, %one : tensor<i32>
      stablehlo.return %k, %g2 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}

// domain: [-0.5, 0.5] [-0.5, 0.5] [-0.5, 0.5] [-0.5, 0.5] [0, 4]
func.func @nested_in_a_loop_of_unknown_count(%xs: tensor<4x2x3xf64>, %w: tensor<3x4xf64>, %u: tensor<4x4xf64>, %h0: tensor<2x4xf64>, %n: tensor<i32>) -> tensor<2x4xf64> {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%o = %first, %g = %h0) : tensor<i32>, tensor<2x4xf64>
    cond {

      %c = stablehlo.compare LT, %o, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %f = stablehlo.constant dense<0> : tensor<i32>
      %y:2 = stablehlo.while(%i = %f, %h = %g) : tensor<i32>, tensor<2x4xf64>
        cond {
          %m = stablehlo.constant dense<4> : tensor<i32>
          %d = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %d : tensor<i1>
        } do {
          %x_slice = stablehlo.dynamic_slice %xs, %i, %z, %z, sizes = [1, 2, 3] : (tensor<4x2x3xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf64>
          %x = stablehlo.reshape %x_slice : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
          %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
          %q = stablehlo.dot_general %h, %u, contracting_dims = [1] x [0] : (tensor<2x4xf64>, tensor<4x4xf64>) -> tensor<2x4xf64>
          %s = stablehlo.add %p, %q : tensor<2x4xf64>
          %h2 = stablehlo.tanh %s : tensor<2x4xf64>
          %j = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %j, %h2 : tensor<i32>, tensor<2x4xf64>
        }
      %k = stablehlo.add %o, %one : tensor<i32>
      stablehlo.return %k, %y#1 : tensor<i32>, tensor<2x4xf64>
    }
  return %r#1 : tensor<2x4xf64>
}
