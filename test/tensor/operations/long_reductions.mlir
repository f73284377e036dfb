// Reductions of so many elements that they are done in parts.

func.func @to_one() {
  %i = stablehlo.iota dim = 0 : tensor<300007xi32>
  %a = stablehlo.constant dense<769> : tensor<300007xi32>
  %b = stablehlo.constant dense<1009> : tensor<300007xi32>
  %c = stablehlo.constant dense<500> : tensor<300007xi32>
  %m = stablehlo.multiply %i, %a : tensor<300007xi32>
  %r = stablehlo.remainder %m, %b : tensor<300007xi32>
  %s = stablehlo.subtract %r, %c : tensor<300007xi32>
  %f = stablehlo.reshape %s : (tensor<300007xi32>) -> tensor<300007xi32>
  %x = stablehlo.optimization_barrier %f : tensor<300007xi32>
  %z = stablehlo.constant dense<5> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<300007xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<1198594> : tensor<i32>
  return
}

func.func @both_dimensions() {
  %i = stablehlo.iota dim = 0 : tensor<287007xi32>
  %a = stablehlo.constant dense<769> : tensor<287007xi32>
  %b = stablehlo.constant dense<1009> : tensor<287007xi32>
  %c = stablehlo.constant dense<500> : tensor<287007xi32>
  %m = stablehlo.multiply %i, %a : tensor<287007xi32>
  %r = stablehlo.remainder %m, %b : tensor<287007xi32>
  %s = stablehlo.subtract %r, %c : tensor<287007xi32>
  %f = stablehlo.reshape %s : (tensor<287007xi32>) -> tensor<7x41001xi32>
  %x = stablehlo.optimization_barrier %f : tensor<7x41001xi32>
  %z = stablehlo.constant dense<-1000000> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<7x41001xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<508> : tensor<i32>
  return
}

func.func @to_few() {
  %i = stablehlo.iota dim = 0 : tensor<240018xi32>
  %a = stablehlo.constant dense<769> : tensor<240018xi32>
  %b = stablehlo.constant dense<1009> : tensor<240018xi32>
  %c = stablehlo.constant dense<500> : tensor<240018xi32>
  %m = stablehlo.multiply %i, %a : tensor<240018xi32>
  %r = stablehlo.remainder %m, %b : tensor<240018xi32>
  %s = stablehlo.subtract %r, %c : tensor<240018xi32>
  %f = stablehlo.reshape %s : (tensor<240018xi32>) -> tensor<40003x6xi32>
  %x = stablehlo.optimization_barrier %f : tensor<40003x6xi32>
  %z = stablehlo.constant dense<-3> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<40003x6xi32>, tensor<i32>) -> tensor<6xi32>
  check.expect_eq_const %0, dense<[158797, 160730, 160645, 157533, 160475, 161399]> : tensor<6xi32>
  return
}

func.func @outside() {
  %i = stablehlo.iota dim = 0 : tensor<210000xi32>
  %a = stablehlo.constant dense<769> : tensor<210000xi32>
  %b = stablehlo.constant dense<1009> : tensor<210000xi32>
  %c = stablehlo.constant dense<500> : tensor<210000xi32>
  %m = stablehlo.multiply %i, %a : tensor<210000xi32>
  %r = stablehlo.remainder %m, %b : tensor<210000xi32>
  %s = stablehlo.subtract %r, %c : tensor<210000xi32>
  %f = stablehlo.reshape %s : (tensor<210000xi32>) -> tensor<3x70000xi32>
  %x = stablehlo.optimization_barrier %f : tensor<3x70000xi32>
  %z = stablehlo.constant dense<7> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.minimum across dimensions = [1] : (tensor<3x70000xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[-500, -500, -500]> : tensor<3xi32>
  return
}

func.func @middle() {
  %i = stablehlo.iota dim = 0 : tensor<300000xi32>
  %a = stablehlo.constant dense<769> : tensor<300000xi32>
  %b = stablehlo.constant dense<1009> : tensor<300000xi32>
  %c = stablehlo.constant dense<500> : tensor<300000xi32>
  %m = stablehlo.multiply %i, %a : tensor<300000xi32>
  %r = stablehlo.remainder %m, %b : tensor<300000xi32>
  %s = stablehlo.subtract %r, %c : tensor<300000xi32>
  %f = stablehlo.reshape %s : (tensor<300000xi32>) -> tensor<2x30000x5xi32>
  %x = stablehlo.optimization_barrier %f : tensor<2x30000x5xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.xor across dimensions = [1] : (tensor<2x30000x5xi32>, tensor<i32>) -> tensor<2x5xi32>
  check.expect_eq_const %0, dense<[[-459, 471, 63, 321, -14], [-474, 325, 219, -176, -354]]> : tensor<2x5xi32>
  return
}

func.func @around() {
  %i = stablehlo.iota dim = 0 : tensor<240000xi32>
  %a = stablehlo.constant dense<769> : tensor<240000xi32>
  %b = stablehlo.constant dense<1009> : tensor<240000xi32>
  %c = stablehlo.constant dense<500> : tensor<240000xi32>
  %m = stablehlo.multiply %i, %a : tensor<240000xi32>
  %r = stablehlo.remainder %m, %b : tensor<240000xi32>
  %s = stablehlo.subtract %r, %c : tensor<240000xi32>
  %f = stablehlo.reshape %s : (tensor<240000xi32>) -> tensor<40000x3x2xi32>
  %x = stablehlo.optimization_barrier %f : tensor<40000x3x2xi32>
  %z = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 2] : (tensor<40000x3x2xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[319124, 318637, 321177]> : tensor<3xi32>
  return
}

// A sum and a largest element together; each start counts once.
func.func @pairs() {
  %i = stablehlo.iota dim = 0 : tensor<90000x4xi32>
  %j = stablehlo.iota dim = 1 : tensor<90000x4xi64>
  %x, %y = stablehlo.optimization_barrier %i, %j : tensor<90000x4xi32>, tensor<90000x4xi64>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i64>
  %0:2 = "stablehlo.reduce"(%x, %y, %two, %ten) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i64>, %c: tensor<i32>, %d: tensor<i64>):
    %1 = stablehlo.maximum %c, %a : tensor<i32>
    %2 = stablehlo.add %b, %d : tensor<i64>
    stablehlo.return %1, %2 : tensor<i32>, tensor<i64>
  }) {dimensions = array<i64: 0>} : (tensor<90000x4xi32>, tensor<90000x4xi64>, tensor<i32>, tensor<i64>) -> (tensor<4xi32>, tensor<4xi64>)
  check.expect_eq_const %0#0, dense<89999> : tensor<4xi32>
  check.expect_eq_const %0#1, dense<[10, 90010, 180010, 270010]> : tensor<4xi64>
  return
}

// Many results of many elements each, and what is computed on the way.
func.func @wide() {
  %i = stablehlo.iota dim = 0 : tensor<10000x70xf64>
  %x = stablehlo.optimization_barrier %i : tensor<10000x70xf64>
  %y = stablehlo.multiply %x, %x : tensor<10000x70xf64>
  %zero = stablehlo.constant dense<0.5> : tensor<f64>
  %0 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10000x70xf64>, tensor<f64>) -> tensor<70xf64>
  check.expect_eq_const %0, dense<333283335000.5> : tensor<70xf64>
  return
}

// Nothing but negative zeros; a NaN in one part; booleans.
func.func @special_numbers() {
  %n = stablehlo.constant dense<-0.0> : tensor<200000xf32>
  %x = stablehlo.optimization_barrier %n : tensor<200000xf32>
  %zero = stablehlo.constant dense<-0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<200000xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<f32>) -> tensor<ui32>
  check.expect_eq_const %1, dense<0x80000000> : tensor<ui32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<1xf32>
  %at = stablehlo.constant dense<123456> : tensor<i32>
  %y = stablehlo.dynamic_update_slice %x, %nan, %at : (tensor<200000xf32>, tensor<1xf32>, tensor<i32>) -> tensor<200000xf32>
  %2 = stablehlo.reduce(%y init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<200000xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.compare NE, %2, %2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  check.expect_eq_const %3, dense<true> : tensor<i1>
  %4 = stablehlo.compare NE, %y, %y : (tensor<200000xf32>, tensor<200000xf32>) -> tensor<200000xi1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %5 = stablehlo.reduce(%4 init: %false) applies stablehlo.or across dimensions = [0] : (tensor<200000xi1>, tensor<i1>) -> tensor<i1>
  %6 = stablehlo.reduce(%4 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<200000xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %5, dense<true> : tensor<i1>
  check.expect_eq_const %6, dense<false> : tensor<i1>
  return
}

// No order of its own: done one after the other.
func.func @no_sum() {
  %i = stablehlo.iota dim = 0 : tensor<100000xi32>
  %x = stablehlo.optimization_barrier %i : tensor<100000xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<100000xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %1 = stablehlo.add %b, %b : tensor<i32>
    %2 = stablehlo.maximum %a, %1 : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }
  check.expect_eq_const %0, dense<199998> : tensor<i32>
  return
}
