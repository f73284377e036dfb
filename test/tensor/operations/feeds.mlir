// What enters and leaves a grid of processes, and values written down on the way.
func.func private @first() -> (tensor<2xi32>, tensor<f32>) {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.constant dense<0.5> : tensor<f32>
  return %0, %1 : tensor<2xi32>, tensor<f32>
}
func.func private @second() -> (tensor<2xi32>, tensor<f32>) {
  %0 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %1 = stablehlo.constant dense<1.5> : tensor<f32>
  return %0, %1 : tensor<2xi32>, tensor<f32>
}
func.func private @take(%token: !stablehlo.token) -> (tensor<2xi32>, tensor<f32>) {
  %0:3 = "stablehlo.infeed"(%token) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2xi32>, tensor<f32>, !stablehlo.token)
  return %0#0, %0#1 : tensor<2xi32>, tensor<f32>
}

// All processes take from one queue.
func.func @infeed() {
  %token = stablehlo.create_token : !stablehlo.token
  %0:4 = "interpreter.run_parallel"(%token, %token) {infeed = [@first, @second], programs = [[@take, @take]]} : (!stablehlo.token, !stablehlo.token) -> (tensor<2xi32>, tensor<f32>, tensor<2xi32>, tensor<f32>)
  check.expect_eq_const %0#0, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<0.5> : tensor<f32>
  check.expect_eq_const %0#2, dense<[3, 4]> : tensor<2xi32>
  check.expect_eq_const %0#3, dense<1.5> : tensor<f32>
  return
}

func.func private @quantised_feed() -> tensor<2x!quant.uniform<i8:f32, 0.5:10>> {
  %0 = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf32>
  %1 = stablehlo.uniform_quantize %0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  return %1 : tensor<2x!quant.uniform<i8:f32, 0.5:10>>
}
func.func private @take_quantised() -> tensor<2xf32> {
  %token = stablehlo.create_token : !stablehlo.token
  %0:2 = "stablehlo.infeed"(%token) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2x!quant.uniform<i8:f32, 0.5:10>>, !stablehlo.token)
  %1 = "stablehlo.outfeed"(%0#0, %0#1) {outfeed_config = ""} : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>, !stablehlo.token) -> !stablehlo.token
  %2 = stablehlo.uniform_dequantize %0#0 : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
func.func @quantised_infeed_and_outfeed() {
  %0 = "interpreter.run_parallel"() {infeed = [@quantised_feed], programs = [[@take_quantised]]} : () -> tensor<2xf32>
  check.expect_eq_const %0, dense<[1.0, 2.5]> : tensor<2xf32>
  return
}

func.func @outfeed_of_a_program_that_runs_alone() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %token = stablehlo.create_token : !stablehlo.token
  %0 = "stablehlo.outfeed"(%x, %token) {outfeed_config = ""} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return
}

// Probes count how often they are reached, in all processes together; names may have any letters.
func.func private @probed(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = interpreter.probe %x, probe_id = "a/b c" : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @probes_in_processes() {
  %x = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf32>
  %y = stablehlo.constant dense<[0x7FC00000, -0.0]> : tensor<2xf32>
  %0:2 = "interpreter.run_parallel"(%y, %x) {programs = [[@probed], [@probed]]} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  check.expect_serialized_eq %x, probe_id = "a/b c", iter = 1 : tensor<2xf32>
  return
}
func.func @quantised_probe() {
  %x = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  %0 = interpreter.probe %q, probe_id = "q" : tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  check.expect_serialized_eq %q, probe_id = "q" : tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  return
}
