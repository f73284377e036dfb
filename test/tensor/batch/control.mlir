// The condition is the same for all examples: only what depends on them is batched.
func.func @counted(%x: tensor<2xf32>, %y: tensor<f32>) -> (tensor<2xf32>, tensor<i32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %start = stablehlo.constant dense<1.0> : tensor<f32>
  %0:4 = stablehlo.while(%i = %zero, %a = %x, %s = %start, %t = %start) : tensor<i32>, tensor<2xf32>, tensor<f32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %v = stablehlo.multiply %a, %b : tensor<2xf32>
    %w = stablehlo.add %s, %y : tensor<f32>
    stablehlo.return %n, %v, %w, %s : tensor<i32>, tensor<2xf32>, tensor<f32>, tensor<f32>
  }
  return %0#1, %0#0, %0#3 : tensor<2xf32>, tensor<i32>, tensor<f32>
}

// Each example stops at its own time.
// domain: [1, 3] [0.1, 40] [0, 20]
func.func @own_time(%x: tensor<f32>, %limit: tensor<f32>, %most: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%a = %x, %i = %zero) : tensor<f32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %a, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %d = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %e = stablehlo.and %c, %d : tensor<i1>
    stablehlo.return %e : tensor<i1>
  } do {
    %b = stablehlo.multiply %a, %x : tensor<f32>
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %b, %n : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

// domain: [-2, 2] [0, 4]
func.func @nested(%x: tensor<3xf32>, %count: tensor<i32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<3xf32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<3xf32>
  cond {
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %m = stablehlo.add %i, %count : tensor<i32>
    %1:2 = stablehlo.while(%j = %i, %b = %a) : tensor<i32>, tensor<3xf32>
    cond {
      %c = stablehlo.compare LT, %j, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %d = stablehlo.multiply %b, %half : tensor<3xf32>
      %e = stablehlo.add %d, %x : tensor<3xf32>
      %k = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %k, %e : tensor<i32>, tensor<3xf32>
    }
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %1#1 : tensor<i32>, tensor<3xf32>
  }
  return %0#1 : tensor<3xf32>
}

func.func @branches(%p: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<i32>) {
  %0:2 = "stablehlo.if"(%p) ({
    %1 = stablehlo.sine %x : tensor<2xf32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %1, %c : tensor<2xf32>, tensor<i32>
  }, {
    %c = stablehlo.constant dense<2> : tensor<i32>
    stablehlo.return %y, %c : tensor<2xf32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<2xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<i32>
}

// domain: [-1, 4] [-2, 2]
func.func @cases(%i: tensor<i32>, %x: tensor<2xf32>, %y: tensor<f32>) -> (tensor<2xf32>, tensor<f32>) {
  %0:2 = "stablehlo.case"(%i) ({
    %1 = stablehlo.sine %x : tensor<2xf32>
    stablehlo.return %1, %y : tensor<2xf32>, tensor<f32>
  }, {
    %1 = stablehlo.add %x, %x : tensor<2xf32>
    %2 = func.call @twice(%y) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %1, %2 : tensor<2xf32>, tensor<f32>
  }, {
    %1 = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %1, %y : tensor<2xf32>, tensor<f32>
  }) : (tensor<i32>) -> (tensor<2xf32>, tensor<f32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<f32>
}

func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}

func.func private @pass_on(%x: tensor<f32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<f32>) {
  %0 = func.call @twice(%x) : (tensor<f32>) -> tensor<f32>
  return %y, %0 : tensor<2xf32>, tensor<f32>
}

func.func @calls(%x: tensor<f32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<f32>) {
  %0:2 = func.call @pass_on(%x, %y) : (tensor<f32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<f32>)
  %1 = stablehlo.composite "test.twice" %0#1 {decomposition = @twice} : (tensor<f32>) -> tensor<f32>
  return %0#0, %1 : tensor<2xf32>, tensor<f32>
}

func.func @tuples(%x: tensor<f32>, %y: tensor<2xf32>) -> (tensor<f32>, tensor<2xf32>) {
  %0 = stablehlo.tuple %x, %y : tuple<tensor<f32>, tensor<2xf32>>
  %1 = stablehlo.tuple %0, %x : tuple<tuple<tensor<f32>, tensor<2xf32>>, tensor<f32>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tuple<tensor<f32>, tensor<2xf32>>, tensor<f32>>) -> tuple<tensor<f32>, tensor<2xf32>>
  %3 = stablehlo.get_tuple_element %2[1] : (tuple<tensor<f32>, tensor<2xf32>>) -> tensor<2xf32>
  %4 = stablehlo.get_tuple_element %1[1] : (tuple<tuple<tensor<f32>, tensor<2xf32>>, tensor<f32>>) -> tensor<f32>
  return %4, %3 : tensor<f32>, tensor<2xf32>
}
