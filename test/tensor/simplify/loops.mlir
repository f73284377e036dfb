// rewrite: loop_that_never_runs
func.func @never(%x: tensor<f32>) -> (tensor<i32>, tensor<f32>) {
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %0:2 = stablehlo.while(%i = %ten, %y = %x) : tensor<i32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.negate %y : tensor<f32>
    stablehlo.return %i, %1 : tensor<i32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<f32>
}
// after:
// func.func @never(%arg0: tensor<f32>) -> (tensor<i32>, tensor<f32>) {
//   %c = stablehlo.constant dense<10> : tensor<i32>
//   return %c, %arg0 : tensor<i32>, tensor<f32>
// }
// -----
// The condition does something, once.
// rewrite: loop_that_never_runs
func.func @never_but_seen(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.while(%y = %x) : tensor<f32>
  cond {
    %false = stablehlo.constant dense<false> : tensor<i1>
    interpreter.print %y : tensor<f32>
    stablehlo.return %false : tensor<i1>
  } do {
    stablehlo.return %y : tensor<f32>
  }
  return %0 : tensor<f32>
}
// unchanged
// -----
// rewrite: unchanged_carried
func.func @unchanged(%x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:4 = stablehlo.while(%i = %zero, %a = %x, %b = %y, %c = %y) : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>
  cond {
    %five = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.multiply %c, %a : tensor<f32>
    stablehlo.return %1, %a, %y, %2 : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>
  }
  return %0#1, %0#2, %0#3 : tensor<f32>, tensor<f32>, tensor<f32>
}
// after:
// func.func @unchanged(%arg0: tensor<f32>, %arg1: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
//   %c = stablehlo.constant dense<0> : tensor<i32>
//   %c_0 = stablehlo.constant dense<1> : tensor<i32>
//   %0:2 = stablehlo.while(%arg2 = %c, %arg3 = %arg1) : tensor<i32>, tensor<f32>
//   cond {
//     %c_1 = stablehlo.constant dense<5> : tensor<i32>
//     %1 = stablehlo.compare  LT, %arg2, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//     stablehlo.return %1 : tensor<i1>
//   } do {
//     %1 = stablehlo.add %arg2, %c_0 : tensor<i32>
//     %2 = stablehlo.multiply %arg3, %arg0 : tensor<f32>
//     stablehlo.return %1, %2 : tensor<i32>, tensor<f32>
//   }
//   return %arg0, %arg1, %0#1 : tensor<f32>, tensor<f32>, tensor<f32>
// }
// -----
// rewrite: unused_carried
func.func @unused(%x: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:4 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x) : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>
  cond {
    %five = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.add %a, %b : tensor<f32>
    %3 = stablehlo.add %b, %c : tensor<f32>
    %4 = stablehlo.multiply %c, %c : tensor<f32>
    stablehlo.return %1, %2, %3, %4 : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>
  }
  return %0#3 : tensor<f32>
}
// after:
// func.func @unused(%arg0: tensor<f32>) -> tensor<f32> {
//   %c = stablehlo.constant dense<0> : tensor<i32>
//   %c_0 = stablehlo.constant dense<1> : tensor<i32>
//   %0:2 = stablehlo.while(%arg1 = %c, %arg2 = %arg0) : tensor<i32>, tensor<f32>
//   cond {
//     %c_1 = stablehlo.constant dense<5> : tensor<i32>
//     %1 = stablehlo.compare  LT, %arg1, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//     stablehlo.return %1 : tensor<i1>
//   } do {
//     %1 = stablehlo.add %arg1, %c_0 : tensor<i32>
//     %2 = stablehlo.multiply %arg2, %arg2 : tensor<f32>
//     stablehlo.return %1, %2 : tensor<i32>, tensor<f32>
//   }
//   return %0#1 : tensor<f32>
// }
// -----
// Each depends on the next one, and nobody on the first.
// rewrite: unused_carried
func.func @needed_by_others(%x: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:4 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x) : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>
  cond {
    %five = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.add %a, %b : tensor<f32>
    %3 = stablehlo.add %b, %c : tensor<f32>
    %4 = stablehlo.multiply %c, %c : tensor<f32>
    stablehlo.return %1, %2, %3, %4 : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>
  }
  return %0#2 : tensor<f32>
}
// after:
// func.func @needed_by_others(%arg0: tensor<f32>) -> tensor<f32> {
//   %c = stablehlo.constant dense<0> : tensor<i32>
//   %c_0 = stablehlo.constant dense<1> : tensor<i32>
//   %0:3 = stablehlo.while(%arg1 = %c, %arg2 = %arg0, %arg3 = %arg0) : tensor<i32>, tensor<f32>, tensor<f32>
//   cond {
//     %c_1 = stablehlo.constant dense<5> : tensor<i32>
//     %1 = stablehlo.compare  LT, %arg1, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//     stablehlo.return %1 : tensor<i1>
//   } do {
//     %1 = stablehlo.add %arg1, %c_0 : tensor<i32>
//     %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
//     %3 = stablehlo.multiply %arg3, %arg3 : tensor<f32>
//     stablehlo.return %1, %2, %3 : tensor<i32>, tensor<f32>, tensor<f32>
//   }
//   return %0#1 : tensor<f32>
// }
// -----
// rewrite: equal_carried
func.func @equal(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %x) : tensor<i32>, tensor<f32>, tensor<f32>
  cond {
    %five = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %1, %2, %2 : tensor<i32>, tensor<f32>, tensor<f32>
  }
  return %0#1, %0#2 : tensor<f32>, tensor<f32>
}
// after:
// func.func @equal(%arg0: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
//   %c = stablehlo.constant dense<0> : tensor<i32>
//   %c_0 = stablehlo.constant dense<1> : tensor<i32>
//   %0:2 = stablehlo.while(%arg1 = %c, %arg2 = %arg0) : tensor<i32>, tensor<f32>
//   cond {
//     %c_1 = stablehlo.constant dense<5> : tensor<i32>
//     %1 = stablehlo.compare  LT, %arg1, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//     stablehlo.return %1 : tensor<i1>
//   } do {
//     %1 = stablehlo.add %arg1, %c_0 : tensor<i32>
//     %2 = stablehlo.multiply %arg2, %arg2 : tensor<f32>
//     stablehlo.return %1, %2 : tensor<i32>, tensor<f32>
//   }
//   return %0#1, %0#1 : tensor<f32>, tensor<f32>
// }
// -----
// rewrite: loop_invariant_code
func.func @invariant(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %v) : tensor<i32>, tensor<f32>
  cond {
    %five = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.exponential %x : tensor<4xf32>
    %3 = stablehlo.reduce(%2 init: %v) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %4 = stablehlo.multiply %a, %3 : tensor<f32>
    stablehlo.return %1, %4 : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}
// after:
// func.func @invariant(%arg0: tensor<4xf32>, %arg1: tensor<f32>) -> tensor<f32> {
//   %c = stablehlo.constant dense<0> : tensor<i32>
//   %c_0 = stablehlo.constant dense<1> : tensor<i32>
//   %c_1 = stablehlo.constant dense<5> : tensor<i32>
//   %0 = stablehlo.exponential %arg0 : tensor<4xf32>
//   %1 = stablehlo.reduce(%0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
//   %2:2 = stablehlo.while(%arg2 = %c, %arg3 = %arg1) : tensor<i32>, tensor<f32>
//   cond {
//     %3 = stablehlo.compare  LT, %arg2, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//     stablehlo.return %3 : tensor<i1>
//   } do {
//     %3 = stablehlo.add %arg2, %c_0 : tensor<i32>
//     %4 = stablehlo.multiply %arg3, %1 : tensor<f32>
//     stablehlo.return %3, %4 : tensor<i32>, tensor<f32>
//   }
//   return %2#1 : tensor<f32>
// }
// -----
// A loop in the loop might not end, and shapes that are not known might not fit.
// rewrite: loop_invariant_code
func.func @not_speculated(%x: tensor<4xf32>, %shape: tensor<1xi32>, %p: tensor<i1>) -> tensor<4xf32> {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0:2 = stablehlo.while(%q = %p, %a = %x) : tensor<i1>, tensor<4xf32>
  cond {
    stablehlo.return %q : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_reshape %x, %shape : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
    %2 = stablehlo.while(%r = %p) : tensor<i1>
    cond {
      stablehlo.return %r : tensor<i1>
    } do {
      stablehlo.return %false : tensor<i1>
    }
    %3 = stablehlo.not %q : tensor<i1>
    %4 = stablehlo.and %3, %2 : tensor<i1>
    stablehlo.return %4, %1 : tensor<i1>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
// unchanged
