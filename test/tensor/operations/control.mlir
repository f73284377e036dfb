// Loops, branches, calls and regions.
func.func private @double(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %x, %x : tensor<i32>
  return %0 : tensor<i32>
}

func.func @loop_with_a_call() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %x = %one) : tensor<i32>, tensor<i32>
  cond {
    %more = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %twice = func.call @double(%x) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %next, %twice : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %0#1, dense<1024> : tensor<i32>
  return
}

func.func @case_out_of_range_takes_the_last_branch() {
  %index = stablehlo.constant dense<-3> : tensor<i32>
  %0 = "stablehlo.case"(%index) ({
    %a = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %a : tensor<i32>
  }, {
    %b = stablehlo.constant dense<2> : tensor<i32>
    stablehlo.return %b : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<2> : tensor<i32>
  return
}

// Two values reduced together: the largest element and where it is.
func.func @argmax() {
  %x = stablehlo.constant dense<[[1.0, 7.0, 3.0], [9.0, 2.0, 4.0]]> : tensor<2x3xf64>
  %at = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %least = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %least), (%at init: %none) across dimensions = [1] : (tensor<2x3xf64>, tensor<2x3xi32>, tensor<f64>, tensor<i32>) -> (tensor<2xf64>, tensor<2xi32>)
    reducer(%a: tensor<f64>, %b: tensor<f64>) (%i: tensor<i32>, %j: tensor<i32>) {
    %more = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %value = stablehlo.select %more, %a, %b : tensor<i1>, tensor<f64>
    %place = stablehlo.select %more, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %value, %place : tensor<f64>, tensor<i32>
  }
  check.expect_eq_const %0#0, dense<[7.0, 9.0]> : tensor<2xf64>
  check.expect_eq_const %0#1, dense<[1, 0]> : tensor<2xi32>
  return
}
