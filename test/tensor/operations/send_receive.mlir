// Messages between processes.
func.func private @sender(%x: tensor<2xi32>, %token: !stablehlo.token) -> !stablehlo.token {
  %twice = stablehlo.add %x, %x : tensor<2xi32>
  %0 = "stablehlo.send"(%x, %token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  %1 = "stablehlo.send"(%twice, %0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return %1 : !stablehlo.token
}
func.func private @receiver(%token: !stablehlo.token) -> (tensor<2xi32>, tensor<2xi32>) {
  %0:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %1:2 = "stablehlo.recv"(%0#1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  return %0#0, %1#0 : tensor<2xi32>, tensor<2xi32>
}

// The receiver comes first and waits.
func.func @messages_arrive_in_order() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %token = stablehlo.create_token : !stablehlo.token
  %0:3 = "interpreter.run_parallel"(%token, %x, %token) {programs = [[@receiver], [@sender]]} : (!stablehlo.token, tensor<2xi32>, !stablehlo.token) -> (tensor<2xi32>, tensor<2xi32>, !stablehlo.token)
  check.expect_eq_const %0#0, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<[2, 4]> : tensor<2xi32>
  return
}

// The question goes one way, the answer the other.
func.func private @asks(%x: tensor<i32>) -> tensor<i32> {
  %token = stablehlo.create_token : !stablehlo.token
  %0 = "stablehlo.send"(%x, %token) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  %1:2 = "stablehlo.recv"(%0) {channel_handle = #stablehlo.channel_handle<handle = 8, type = 1>} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return %1#0 : tensor<i32>
}
func.func private @answers() {
  %token = stablehlo.create_token : !stablehlo.token
  %0:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  %1 = stablehlo.multiply %0#0, %0#0 : tensor<i32>
  %2 = "stablehlo.send"(%1, %0#1) {channel_handle = #stablehlo.channel_handle<handle = 8, type = 1>} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  return
}
func.func @question_and_answer() {
  %x = stablehlo.constant dense<12> : tensor<i32>
  %0 = "interpreter.run_parallel"(%x) {programs = [[@asks], [@answers]]} : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<144> : tensor<i32>
  return
}

// All run the same program: the first in the chain receives nothing, and nobody takes what the last has.
func.func private @chain(%x: tensor<i32>) -> (tensor<i32>, tensor<2xf32>) {
  %y = stablehlo.constant dense<[0.5, 1.5]> : tensor<2xf32>
  %token = stablehlo.create_token : !stablehlo.token
  %0 = "stablehlo.send"(%x, %y, %token) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<i32>, tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %1:3 = "stablehlo.recv"(%0) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<i32>, tensor<2xf32>, !stablehlo.token)
  return %1#0, %1#1 : tensor<i32>, tensor<2xf32>
}
func.func @messages_between_pairs() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %0:6 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@chain], [@chain], [@chain]]} : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<2xf32>, tensor<i32>, tensor<2xf32>, tensor<i32>, tensor<2xf32>)
  check.expect_eq_const %0#0, dense<0> : tensor<i32>
  check.expect_eq_const %0#1, dense<[0.0, 0.0]> : tensor<2xf32>
  check.expect_eq_const %0#2, dense<1> : tensor<i32>
  check.expect_eq_const %0#3, dense<[0.5, 1.5]> : tensor<2xf32>
  check.expect_eq_const %0#4, dense<2> : tensor<i32>
  return
}

// Quantised values are sent as they are stored.
func.func private @send_quantised(%x: tensor<2xf32>) {
  %token = stablehlo.create_token : !stablehlo.token
  %q = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  %0 = "stablehlo.send"(%q, %token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>, !stablehlo.token) -> !stablehlo.token
  return
}
func.func private @receive_quantised() -> tensor<2xf32> {
  %token = stablehlo.create_token : !stablehlo.token
  %0:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2x!quant.uniform<i8:f32, 0.5:10>>, !stablehlo.token)
  %1 = stablehlo.uniform_dequantize %0#0 : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func @quantised_messages_between_partitions() {
  %x = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf32>
  %0 = "interpreter.run_parallel"(%x) {programs = [[@send_quantised, @receive_quantised]]} : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[1.0, 2.5]> : tensor<2xf32>
  return
}
