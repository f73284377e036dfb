// Processes that wait for each other, or for somebody who has finished: the message says where.
func.func private @receive_first(%x: tensor<i32>) -> tensor<i32> {
  %token = stablehlo.create_token : !stablehlo.token
  %0:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  %1 = "stablehlo.send"(%x, %0#1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  return %0#0 : tensor<i32>
}
func.func private @sum(%x: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @nothing(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func @waiting() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = "interpreter.run_parallel"(%x, %x, %x) {programs = [[@receive_first], [@nothing], [@sum]]} : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
  return
}
