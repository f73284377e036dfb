// Loops: counted, counted while the program runs, until a condition holds; nested, in branches, with values from outside.

func.func @power_by_loop(%x: tensor<3xf64>) -> tensor<3xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1.0> : tensor<3xf64>
  %r:2 = stablehlo.while(%i = %zero, %y = %one) : tensor<i32>, tensor<3xf64>
    cond {
      %n = stablehlo.constant dense<4> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %1 = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %1 : tensor<i32>
      %z = stablehlo.multiply %y, %x : tensor<3xf64>
      stablehlo.return %j, %z : tensor<i32>, tensor<3xf64>
    }
  return %r#1 : tensor<3xf64>
}

// The state goes through a sine and a product with a captured matrix; the counter is read.
func.func @recurrence(%x: tensor<3xf64>, %w: tensor<3x3xf64>) -> (tensor<3xf64>, tensor<f64>) {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %start = stablehlo.constant dense<0.0> : tensor<f64>
  %r:3 = stablehlo.while(%i = %zero, %s = %x, %sum = %start) : tensor<i64>, tensor<3xf64>, tensor<f64>
    cond {
      %n = stablehlo.constant dense<7> : tensor<i64>
      %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %two = stablehlo.constant dense<2> : tensor<i64>
      %j = stablehlo.add %i, %two : tensor<i64>
      %p = stablehlo.dot_general %w, %s, contracting_dims = [1] x [0] : (tensor<3x3xf64>, tensor<3xf64>) -> tensor<3xf64>
      %t = stablehlo.sine %p : tensor<3xf64>
      %k = stablehlo.convert %i : (tensor<i64>) -> tensor<f64>
      %kk = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f64>) -> tensor<3xf64>
      %u = stablehlo.add %t, %kk : tensor<3xf64>
      %v = stablehlo.cosine %u : tensor<3xf64>
      %q = stablehlo.multiply %v, %s : tensor<3xf64>
      %init = stablehlo.constant dense<0.0> : tensor<f64>
      %m = stablehlo.reduce(%q init: %init) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
      %sum2 = stablehlo.add %sum, %m : tensor<f64>
      stablehlo.return %j, %v, %sum2 : tensor<i64>, tensor<3xf64>, tensor<f64>
    }
  return %r#1, %r#2 : tensor<3xf64>, tensor<f64>
}

// The loop reads a row of an array in each step and writes another.
func.func @scan(%xs: tensor<5x2xf64>, %h: tensor<2xf64>) -> (tensor<5x2xf64>, tensor<2xf64>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %out = stablehlo.constant dense<0.0> : tensor<5x2xf64>
  %r:4 = stablehlo.while(%i = %zero, %in = %xs, %s = %h, %ys = %out) : tensor<i32>, tensor<5x2xf64>, tensor<2xf64>, tensor<5x2xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %o = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %row = stablehlo.dynamic_slice %in, %i, %z, sizes = [1, 2] : (tensor<5x2xf64>, tensor<i32>, tensor<i32>) -> tensor<1x2xf64>
      %x = stablehlo.reshape %row : (tensor<1x2xf64>) -> tensor<2xf64>
      %p = stablehlo.multiply %x, %s : tensor<2xf64>
      %t = stablehlo.tanh %p : tensor<2xf64>
      %s2 = stablehlo.add %t, %x : tensor<2xf64>
      %up = stablehlo.reshape %s2 : (tensor<2xf64>) -> tensor<1x2xf64>
      %ys2 = stablehlo.dynamic_update_slice %ys, %up, %i, %z : (tensor<5x2xf64>, tensor<1x2xf64>, tensor<i32>, tensor<i32>) -> tensor<5x2xf64>
      %j = stablehlo.add %i, %o : tensor<i32>
      stablehlo.return %j, %in, %s2, %ys2 : tensor<i32>, tensor<5x2xf64>, tensor<2xf64>, tensor<5x2xf64>
    }
  return %r#3, %r#2 : tensor<5x2xf64>, tensor<2xf64>
}

// domain: [-2, 2] [0, 6]
func.func @count_of_an_argument(%x: tensor<2xf64>, %n: tensor<i32>) -> tensor<2xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<2xf64>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %1 = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %1 : tensor<i32>
      %s = stablehlo.sine %y : tensor<2xf64>
      %z = stablehlo.multiply %s, %x : tensor<2xf64>
      stablehlo.return %j, %z : tensor<i32>, tensor<2xf64>
    }
  return %r#1 : tensor<2xf64>
}

// Newton's method: the condition looks at the values.
// domain: [1, 3]
func.func @until_converged(%a: tensor<f64>) -> tensor<f64> {
  %r = stablehlo.while(%y = %a) : tensor<f64>
    cond {
      %s = stablehlo.multiply %y, %y : tensor<f64>
      %d = stablehlo.subtract %s, %a : tensor<f64>
      %e = stablehlo.abs %d : tensor<f64>
      %small = stablehlo.constant dense<1.0e-13> : tensor<f64>
      %c = stablehlo.compare GT, %e, %small : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %half = stablehlo.constant dense<0.5> : tensor<f64>
      %q = stablehlo.divide %a, %y : tensor<f64>
      %t = stablehlo.add %y, %q : tensor<f64>
      %z = stablehlo.multiply %t, %half : tensor<f64>
      stablehlo.return %z : tensor<f64>
    }
  return %r : tensor<f64>
}

func.func @no_steps(%x: tensor<2xf64>) -> tensor<2xf64> {
  %zero = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<2xf64>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %c = stablehlo.compare NE, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %1 = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.subtract %i, %1 : tensor<i32>
      %z = stablehlo.sine %y : tensor<2xf64>
      stablehlo.return %j, %z : tensor<i32>, tensor<2xf64>
    }
  return %r#1 : tensor<2xf64>
}

// domain: [0.1, 0.3]
func.func @counting_down(%x: tensor<2xf64>) -> tensor<2xf64> {
  %start = stablehlo.constant dense<6> : tensor<i32>
  %r:2 = stablehlo.while(%i = %start, %y = %x) : tensor<i32>, tensor<2xf64>
    cond {
      %n = stablehlo.constant dense<2> : tensor<i32>
      %c = stablehlo.compare LE, %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %1 = stablehlo.constant dense<2> : tensor<i32>
      %j = stablehlo.subtract %i, %1 : tensor<i32>
      %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f64>
      %g = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f64>) -> tensor<2xf64>
      %p = stablehlo.multiply %y, %g : tensor<2xf64>
      %z = stablehlo.sine %p : tensor<2xf64>
      stablehlo.return %j, %z : tensor<i32>, tensor<2xf64>
    }
  return %r#1 : tensor<2xf64>
}

func.func @nested(%x: tensor<2xf64>, %a: tensor<2xf64>) -> tensor<2xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<2xf64>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %1 = stablehlo.constant dense<1> : tensor<i32>
      %q:2 = stablehlo.while(%k = %i, %z = %y) : tensor<i32>, tensor<2xf64>
        cond {
          %n = stablehlo.constant dense<4> : tensor<i32>
          %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        } do {
          %l = stablehlo.add %k, %1 : tensor<i32>
          %m = stablehlo.multiply %z, %a : tensor<2xf64>
          %u = stablehlo.sine %m : tensor<2xf64>
          %v = stablehlo.add %u, %y : tensor<2xf64>
          stablehlo.return %l, %v : tensor<i32>, tensor<2xf64>
        }
      %j = stablehlo.add %i, %1 : tensor<i32>
      %w = stablehlo.multiply %q#1, %x : tensor<2xf64>
      stablehlo.return %j, %w : tensor<i32>, tensor<2xf64>
    }
  return %r#1 : tensor<2xf64>
}

func.func @nested_counted(%x: tensor<2xf64>) -> tensor<2xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<2xf64>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %1 = stablehlo.constant dense<1> : tensor<i32>
      %q:2 = stablehlo.while(%k = %zero, %z = %y) : tensor<i32>, tensor<2xf64>
        cond {
          %n = stablehlo.constant dense<2> : tensor<i32>
          %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        } do {
          %l = stablehlo.add %k, %1 : tensor<i32>
          %u = stablehlo.sine %z : tensor<2xf64>
          %v = stablehlo.multiply %u, %y : tensor<2xf64>
          stablehlo.return %l, %v : tensor<i32>, tensor<2xf64>
        }
      %j = stablehlo.add %i, %1 : tensor<i32>
      %e = stablehlo.cosine %q#1 : tensor<2xf64>
      stablehlo.return %j, %e : tensor<i32>, tensor<2xf64>
    }
  return %r#1 : tensor<2xf64>
}

// Values change places; one is carried but never changes.
func.func @rotation(%x: tensor<f64>, %y: tensor<f64>, %s: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:4 = stablehlo.while(%i = %zero, %a = %x, %b = %y, %c = %s) : tensor<i32>, tensor<f64>, tensor<f64>, tensor<f64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %1 = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %1 : tensor<i32>
      %p = stablehlo.multiply %a, %c : tensor<f64>
      %q = stablehlo.sine %p : tensor<f64>
      %w = stablehlo.add %q, %b : tensor<f64>
      stablehlo.return %j, %b, %w, %c : tensor<i32>, tensor<f64>, tensor<f64>, tensor<f64>
    }
  return %r#1, %r#2 : tensor<f64>, tensor<f64>
}

// A value that is no longer differentiable after the first step, and an integer made of one.
func.func @forgotten(%x: tensor<f64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %b = %one) : tensor<i32>, tensor<f64>, tensor<f64>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %1 = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %1 : tensor<i32>
      %f = stablehlo.floor %a : tensor<f64>
      %p = stablehlo.multiply %a, %b : tensor<f64>
      %q = stablehlo.add %p, %x : tensor<f64>
      stablehlo.return %j, %f, %q : tensor<i32>, tensor<f64>, tensor<f64>
    }
  return %r#2 : tensor<f64>
}

// domain: [-0.5, 0.5]
func.func @complex_state(%z: tensor<2xcomplex<f64>>, %c: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %z) : tensor<i32>, tensor<2xcomplex<f64>>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %1 = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %1 : tensor<i32>
      %p = stablehlo.multiply %y, %c : tensor<2xcomplex<f64>>
      %q = stablehlo.sine %p : tensor<2xcomplex<f64>>
      stablehlo.return %j, %q : tensor<i32>, tensor<2xcomplex<f64>>
    }
  return %r#1 : tensor<2xcomplex<f64>>
}

// refused: known shapes
func.func @unknown_shape(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = stablehlo.sine %x : tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @scan_of_rows(%x: tensor<2x3xf64>, %c: tensor<2xf64>) -> (tensor<2x3xf64>, tensor<2xf64>) {
  %0, %1 = chlo.scan (%x) inits (%c) dimension = 1 attributes {is_reverse = true} {
  ^bb0(%row: tensor<2xf64>, %sum: tensor<2xf64>):
    %2 = stablehlo.multiply %row, %sum : tensor<2xf64>
    %3 = stablehlo.sine %2 : tensor<2xf64>
    %4 = stablehlo.add %3, %row : tensor<2xf64>
    stablehlo.return %3, %4 : tensor<2xf64>, tensor<2xf64>
  } : (tensor<2x3xf64>, tensor<2xf64>) -> (tensor<2x3xf64>, tensor<2xf64>)
  return %0, %1 : tensor<2x3xf64>, tensor<2xf64>
}

// What the derivative needs of a tuple are its members.
func.func @tuple_in_loop(%x: tensor<3xf64>, %w: tensor<2xf64>) -> tensor<3xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<3xf64>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %1 = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %1 : tensor<i32>
      %s = stablehlo.sine %y : tensor<3xf64>
      %t = stablehlo.tuple %w, %s : tuple<tensor<2xf64>, tensor<3xf64>>
      %m = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xf64>, tensor<3xf64>>) -> tensor<3xf64>
      %z = stablehlo.multiply %m, %y : tensor<3xf64>
      stablehlo.return %j, %z : tensor<i32>, tensor<3xf64>
    }
  return %r#1 : tensor<3xf64>
}
