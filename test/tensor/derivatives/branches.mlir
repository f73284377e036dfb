// Branches and calls.

// domain: [-2, 2] [-2, 2] [0, 1]
func.func @if(%x: tensor<2xf64>, %y: tensor<2xf64>, %p: tensor<i1>) -> (tensor<2xf64>, tensor<2xf64>) {
  %r:2 = "stablehlo.if"(%p) ({
    %a = stablehlo.sine %x : tensor<2xf64>
    %b = stablehlo.multiply %a, %y : tensor<2xf64>
    stablehlo.return %b, %x : tensor<2xf64>, tensor<2xf64>
  }, {
    %a = stablehlo.exponential %x : tensor<2xf64>
    %c = stablehlo.constant dense<3.0> : tensor<2xf64>
    stablehlo.return %a, %c : tensor<2xf64>, tensor<2xf64>
  }) : (tensor<i1>) -> (tensor<2xf64>, tensor<2xf64>)
  return %r#0, %r#1 : tensor<2xf64>, tensor<2xf64>
}

// domain: [-1, 4] [-2, 2]
func.func @case(%i: tensor<i32>, %x: tensor<f64>) -> tensor<f64> {
  %s = stablehlo.sine %x : tensor<f64>
  %r = "stablehlo.case"(%i) ({
    %a = stablehlo.multiply %s, %x : tensor<f64>
    stablehlo.return %a : tensor<f64>
  }, {
    %c = stablehlo.constant dense<3.0> : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }, {
    stablehlo.return %s : tensor<f64>
  }) : (tensor<i32>) -> tensor<f64>
  %y = stablehlo.multiply %r, %s : tensor<f64>
  return %y : tensor<f64>
}

func.func @branch_in_loop(%x: tensor<2xf64>, %w: tensor<2x2xf64>) -> tensor<2xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<2xf64>
    cond {
      %n = stablehlo.constant dense<5> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %1 = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %1 : tensor<i32>
      %two = stablehlo.constant dense<2> : tensor<i32>
      %m = stablehlo.remainder %i, %two : tensor<i32>
      %z = "stablehlo.case"(%m) ({
        %p = stablehlo.dot_general %w, %y, contracting_dims = [1] x [0] : (tensor<2x2xf64>, tensor<2xf64>) -> tensor<2xf64>
        %q = stablehlo.tanh %p : tensor<2xf64>
        stablehlo.return %q : tensor<2xf64>
      }, {
        %q = stablehlo.multiply %y, %x : tensor<2xf64>
        %e = stablehlo.sine %q : tensor<2xf64>
        stablehlo.return %e : tensor<2xf64>
      }) : (tensor<i32>) -> tensor<2xf64>
      stablehlo.return %j, %z : tensor<i32>, tensor<2xf64>
    }
  return %r#1 : tensor<2xf64>
}

// domain: [0, 1] [-2, 2]
func.func @loop_in_branch(%p: tensor<i1>, %x: tensor<2xf64>) -> tensor<2xf64> {
  %r = "stablehlo.if"(%p) ({
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %l:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<2xf64>
      cond {
        %n = stablehlo.constant dense<3> : tensor<i32>
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %1 = stablehlo.constant dense<1> : tensor<i32>
        %j = stablehlo.add %i, %1 : tensor<i32>
        %s = stablehlo.sine %y : tensor<2xf64>
        %z = stablehlo.multiply %s, %x : tensor<2xf64>
        stablehlo.return %j, %z : tensor<i32>, tensor<2xf64>
      }
    stablehlo.return %l#1 : tensor<2xf64>
  }, {
    %q = stablehlo.multiply %x, %x : tensor<2xf64>
    stablehlo.return %q : tensor<2xf64>
  }) : (tensor<i1>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @square(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y = stablehlo.multiply %x, %x : tensor<2xf64>
  return %y : tensor<2xf64>
}
func.func private @twice(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y = func.call @square(%x) : (tensor<2xf64>) -> tensor<2xf64>
  %z = stablehlo.sine %y : tensor<2xf64>
  %w = func.call @square(%z) : (tensor<2xf64>) -> tensor<2xf64>
  return %w : tensor<2xf64>
}
func.func @calls(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y = func.call @twice(%x) : (tensor<2xf64>) -> tensor<2xf64>
  %z = stablehlo.composite "my.square" %y {decomposition = @square} : (tensor<2xf64>) -> tensor<2xf64>
  %w = stablehlo.optimization_barrier %z : tensor<2xf64>
  return %w : tensor<2xf64>
}

// refused: only tensors of floating-point
func.func @integer_result(%x: tensor<2xf64>) -> tensor<2xi32> {
  %y = stablehlo.convert %x : (tensor<2xf64>) -> tensor<2xi32>
  return %y : tensor<2xi32>
}
