// Processes that meet in different operations, with different arrays, or are not in any group; and one that fails.
func.func private @sum(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
func.func private @gather(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
func.func private @channel_of_both(%x: tensor<?xi32>) -> tensor<?xi32> {
  %token = stablehlo.create_token : !stablehlo.token
  %0 = "stablehlo.send"(%x, %token) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<?xi32>, !stablehlo.token) -> !stablehlo.token
  %1 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 0>} : (tensor<?xi32>) -> tensor<?xi32>
  return %1 : tensor<?xi32>
}
func.func private @expects_no_change(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?xi32>) -> tensor<?xi32>
  check.expect_eq %0, %x : tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func @a_operations() {
  %x = stablehlo.constant dense<1> : tensor<1xi32>
  %0:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@sum], [@gather]]} : (tensor<1xi32>, tensor<1xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  return
}
func.func @b_shapes() {
  %x = stablehlo.constant dense<1> : tensor<1xi32>
  %y = stablehlo.constant dense<1> : tensor<2xi32>
  %0:2 = "interpreter.run_parallel"(%x, %y) {programs = [[@sum], [@sum]]} : (tensor<1xi32>, tensor<2xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  return
}
func.func @c_groups() {
  %x = stablehlo.constant dense<1> : tensor<1xi32>
  %0:3 = "interpreter.run_parallel"(%x, %x, %x) {programs = [[@sum], [@sum], [@sum]]} : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}
func.func @d_channel() {
  %x = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = "interpreter.run_parallel"(%x) {programs = [[@channel_of_both]]} : (tensor<1xi32>) -> tensor<?xi32>
  return
}
func.func @e_failing() {
  %x = stablehlo.constant dense<1> : tensor<1xi32>
  %0:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@sum], [@expects_no_change]]} : (tensor<1xi32>, tensor<1xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  return
}
func.func @f_result() {
  %x = stablehlo.constant dense<1> : tensor<1xi32>
  %0:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@gather], [@gather]]} : (tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<3xi32>)
  return
}
