// Operations that groups of processes compute together, on grids of replicas (rows) and partitions.
func.func private @gather(%x: tensor<1xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func private @gather_all(%x: tensor<1xi32>) -> tensor<4xi32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<1xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func private @gather_devices(%x: tensor<1xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<1xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

func.func @replicas_of_each_partition() {
  %a = stablehlo.constant dense<1> : tensor<1xi32>
  %b = stablehlo.constant dense<2> : tensor<1xi32>
  %c = stablehlo.constant dense<3> : tensor<1xi32>
  %d = stablehlo.constant dense<4> : tensor<1xi32>
  %0:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@gather, @gather], [@gather, @gather]]} : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[3, 1]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<[4, 2]> : tensor<2xi32>
  check.expect_eq_const %0#2, dense<[3, 1]> : tensor<2xi32>
  check.expect_eq_const %0#3, dense<[4, 2]> : tensor<2xi32>
  return
}

func.func @replicas_and_partitions_together() {
  %a = stablehlo.constant dense<1> : tensor<1xi32>
  %b = stablehlo.constant dense<2> : tensor<1xi32>
  %c = stablehlo.constant dense<3> : tensor<1xi32>
  %d = stablehlo.constant dense<4> : tensor<1xi32>
  %0:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@gather_all, @gather_all], [@gather_all, @gather_all]]} : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %0#0, dense<[3, 1, 4, 2]> : tensor<4xi32>
  check.expect_eq_const %0#3, dense<[3, 1, 4, 2]> : tensor<4xi32>
  return
}

func.func @devices_by_number() {
  %a = stablehlo.constant dense<1> : tensor<1xi32>
  %b = stablehlo.constant dense<2> : tensor<1xi32>
  %c = stablehlo.constant dense<3> : tensor<1xi32>
  %d = stablehlo.constant dense<4> : tensor<1xi32>
  %0:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@gather_devices, @gather_devices], [@gather_devices, @gather_devices]]} : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[4, 1]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<[2, 3]> : tensor<2xi32>
  check.expect_eq_const %0#2, dense<[2, 3]> : tensor<2xi32>
  check.expect_eq_const %0#3, dense<[4, 1]> : tensor<2xi32>
  return
}

// Eight replicas as "x" = 2 by "y" = 4; the upper half of y is a part of size 2, and so is the lower half.
func.func private @gather_x() -> tensor<2xui32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %x = stablehlo.reshape %id : (tensor<ui32>) -> tensor<1xui32>
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 4>]>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<1xui32>) -> tensor<2xui32>
  return %0 : tensor<2xui32>
}
func.func private @gather_part_of_y_and_x() -> tensor<4xui32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %x = stablehlo.reshape %id : (tensor<ui32>) -> tensor<1xui32>
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 4>]>, axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>, #stablehlo.axis_ref<name = "x">]>} : (tensor<1xui32>) -> tensor<4xui32>
  return %0 : tensor<4xui32>
}
func.func @groups_by_axes_of_a_mesh() {
  %0:8 = "interpreter.run_parallel"() {programs = [[@gather_x], [@gather_x], [@gather_x], [@gather_x], [@gather_x], [@gather_x], [@gather_x], [@gather_x]]} : () -> (tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>)
  check.expect_eq_const %0#1, dense<[1, 5]> : tensor<2xui32>
  check.expect_eq_const %0#6, dense<[2, 6]> : tensor<2xui32>
  %1:8 = "interpreter.run_parallel"() {programs = [[@gather_part_of_y_and_x], [@gather_part_of_y_and_x], [@gather_part_of_y_and_x], [@gather_part_of_y_and_x], [@gather_part_of_y_and_x], [@gather_part_of_y_and_x], [@gather_part_of_y_and_x], [@gather_part_of_y_and_x]]} : () -> (tensor<4xui32>, tensor<4xui32>, tensor<4xui32>, tensor<4xui32>, tensor<4xui32>, tensor<4xui32>, tensor<4xui32>, tensor<4xui32>)
  check.expect_eq_const %1#0, dense<[0, 4, 2, 6]> : tensor<4xui32>
  check.expect_eq_const %1#7, dense<[1, 5, 3, 7]> : tensor<4xui32>
  return
}

// The order of a group is the order of the sum: (1e8 + 1) - 1e8 is not (1e8 - 1e8) + 1 in f32. Rows need not be full.
func.func private @sum(%x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {replica_groups = dense<[[0, 3, 1], [2, -1, -1]]> : tensor<2x3xi64>} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @sum_in_the_order_of_the_group() {
  %large = stablehlo.constant dense<1.0e8> : tensor<f32>
  %negative = stablehlo.constant dense<-1.0e8> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0:4 = "interpreter.run_parallel"(%large, %one, %one, %negative) {programs = [[@sum], [@sum], [@sum], [@sum]]} : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
  check.expect_eq_const %0#0, dense<1.0> : tensor<f32>
  check.expect_eq_const %0#2, dense<1.0> : tensor<f32>
  check.expect_eq_const %0#3, dense<1.0> : tensor<f32>
  %1:4 = "interpreter.run_parallel"(%large, %negative, %one, %one) {programs = [[@sum], [@sum], [@sum], [@sum]]} : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
  check.expect_eq_const %1#1, dense<0.0> : tensor<f32>
  return
}

// Summed up in a wider type than that of the operands.
func.func private @sum_wide(%x: tensor<2xf16>) -> tensor<2xf64> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %sum = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %sum : tensor<f64>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf16>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}
func.func @sum_in_a_wider_type() {
  %a = stablehlo.constant dense<[65504.0, 2048.0]> : tensor<2xf16>
  %b = stablehlo.constant dense<[65504.0, 1.0]> : tensor<2xf16>
  %0:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@sum_wide], [@sum_wide]]} : (tensor<2xf16>, tensor<2xf16>) -> (tensor<2xf64>, tensor<2xf64>)
  check.expect_eq_const %0#0, dense<[131008.0, 2049.0]> : tensor<2xf64>
  check.expect_eq_const %0#1, dense<[131008.0, 2049.0]> : tensor<2xf64>
  return
}

// A computation that needs more than elementwise operations, and a value from outside.
func.func private @scaled(%x: tensor<2xi32>) -> tensor<2xi32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %id = stablehlo.replica_id : tensor<ui32>
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = func.call @combined(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %twice = stablehlo.multiply %sum, %two : tensor<i32>
    stablehlo.return %twice : tensor<i32>
  }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func private @combined(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %a, %b : tensor<i32>
  return %0 : tensor<i32>
}
func.func @no_groups_are_one_of_all() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %c = stablehlo.constant dense<[100, 200]> : tensor<2xi32>
  %0:3 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@scaled], [@scaled], [@scaled]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[244, 488]> : tensor<2xi32>
  check.expect_eq_const %0#2, dense<[244, 488]> : tensor<2xi32>
  return
}

func.func private @scatter_sums(%x: tensor<4x2xi32>) -> tensor<2x2xi32> {
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<4x2xi32>) -> tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}
func.func @parts_of_a_sum() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %b = stablehlo.constant dense<[[10, 20], [30, 40], [50, 60], [70, 80]]> : tensor<4x2xi32>
  %0:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@scatter_sums], [@scatter_sums]]} : (tensor<4x2xi32>, tensor<4x2xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
  check.expect_eq_const %0#0, dense<[[55, 66], [77, 88]]> : tensor<2x2xi32>
  check.expect_eq_const %0#1, dense<[[11, 22], [33, 44]]> : tensor<2x2xi32>
  return
}

// Three partitions transpose a matrix of which each has a row, in each of two replicas.
func.func private @transpose_rows(%x: tensor<1x3xi32>) -> tensor<3x1xi32> {
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 5, type = 0>} : (tensor<1x3xi32>) -> tensor<3x1xi32>
  return %0 : tensor<3x1xi32>
}
func.func @transpose_between_partitions() {
  %a = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %b = stablehlo.constant dense<[[4, 5, 6]]> : tensor<1x3xi32>
  %c = stablehlo.constant dense<[[7, 8, 9]]> : tensor<1x3xi32>
  %0:6 = "interpreter.run_parallel"(%a, %b, %c, %c, %b, %a) {programs = [[@transpose_rows, @transpose_rows, @transpose_rows], [@transpose_rows, @transpose_rows, @transpose_rows]]} : (tensor<1x3xi32>, tensor<1x3xi32>, tensor<1x3xi32>, tensor<1x3xi32>, tensor<1x3xi32>, tensor<1x3xi32>) -> (tensor<3x1xi32>, tensor<3x1xi32>, tensor<3x1xi32>, tensor<3x1xi32>, tensor<3x1xi32>, tensor<3x1xi32>)
  check.expect_eq_const %0#0, dense<[[1], [4], [7]]> : tensor<3x1xi32>
  check.expect_eq_const %0#2, dense<[[3], [6], [9]]> : tensor<3x1xi32>
  check.expect_eq_const %0#3, dense<[[7], [4], [1]]> : tensor<3x1xi32>
  return
}

// Each operand has its own root; who is in no group gets zeros without waiting for anybody.
func.func private @to_roots(%x: tensor<2xi32>, %y: tensor<f32>) -> (tensor<2xi32>, tensor<f32>) {
  %roots = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %0:2 = "stablehlo.collective_broadcast"(%x, %y, %roots) {replica_groups = dense<[[2, 0]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2xi32>, tensor<f32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<f32>)
  return %0#0, %0#1 : tensor<2xi32>, tensor<f32>
}
func.func @broadcast_from_two_roots() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %p = stablehlo.constant dense<0.5> : tensor<f32>
  %q = stablehlo.constant dense<1.5> : tensor<f32>
  %0:6 = "interpreter.run_parallel"(%a, %p, %b, %q, %b, %q) {programs = [[@to_roots], [@to_roots], [@to_roots]]} : (tensor<2xi32>, tensor<f32>, tensor<2xi32>, tensor<f32>, tensor<2xi32>, tensor<f32>) -> (tensor<2xi32>, tensor<f32>, tensor<2xi32>, tensor<f32>, tensor<2xi32>, tensor<f32>)
  check.expect_eq_const %0#0, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<1.5> : tensor<f32>
  check.expect_eq_const %0#2, dense<[0, 0]> : tensor<2xi32>
  check.expect_eq_const %0#3, dense<0.0> : tensor<f32>
  check.expect_eq_const %0#4, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %0#5, dense<1.5> : tensor<f32>
  return
}

func.func private @largest_at_root(%x: tensor<2xi32>, %root: tensor<1xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.collective_reduce"(%x, %root) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %most = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %most : tensor<i32>
  }) {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, has_dynamic_root} : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @reduce_to_a_root() {
  %a = stablehlo.constant dense<[1, 8]> : tensor<2xi32>
  %b = stablehlo.constant dense<[7, 2]> : tensor<2xi32>
  %first = stablehlo.constant dense<0> : tensor<1xi32>
  %second = stablehlo.constant dense<1> : tensor<1xi32>
  %0:4 = "interpreter.run_parallel"(%a, %second, %b, %second, %a, %first, %b, %first) {programs = [[@largest_at_root], [@largest_at_root], [@largest_at_root], [@largest_at_root]]} : (tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[0, 0]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<[7, 8]> : tensor<2xi32>
  check.expect_eq_const %0#2, dense<[7, 8]> : tensor<2xi32>
  check.expect_eq_const %0#3, dense<[0, 0]> : tensor<2xi32>
  return
}

// Partition 1 of each replica receives from partition 0, which receives nothing.
func.func private @shift(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @shift_between_partitions() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %0:4 = "interpreter.run_parallel"(%a, %b, %b, %a) {programs = [[@shift, @shift], [@shift, @shift]]} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %0#0, dense<[0.0, 0.0]> : tensor<2xf32>
  check.expect_eq_const %0#1, dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_eq_const %0#2, dense<[0.0, 0.0]> : tensor<2xf32>
  check.expect_eq_const %0#3, dense<[3.0, 4.0]> : tensor<2xf32>
  return
}

// A ring: after as many steps as processes, each has seen the values of all. The loops of all processes run in step.
func.func private @sum_of_ring(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %moving = %x, %sum = %zero) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %new_sum = stablehlo.add %sum, %moving : tensor<i32>
    %moved = "stablehlo.collective_permute"(%moving) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>} : (tensor<i32>) -> tensor<i32>
    %all = "stablehlo.cross-replica-sum"(%moved) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<i32>) -> tensor<i32>
    %expected = stablehlo.constant dense<111> : tensor<i32>
    check.expect_eq %all, %expected : tensor<i32>
    stablehlo.return %next, %moved, %new_sum : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %0#2 : tensor<i32>
}
func.func @ring() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<10> : tensor<i32>
  %c = stablehlo.constant dense<100> : tensor<i32>
  %0:3 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@sum_of_ring], [@sum_of_ring], [@sum_of_ring]]} : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<111> : tensor<i32>
  check.expect_eq_const %0#1, dense<111> : tensor<i32>
  check.expect_eq_const %0#2, dense<111> : tensor<i32>
  return
}

// Quantised values are moved as they are; their sums are those of the numbers they stand for.
func.func private @quantised(%x: tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> (tensor<4x!quant.uniform<i8:f32, 0.5:10>>, tensor<2x!quant.uniform<i8:f32, 0.5:10>>) {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:10>>
  %1 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  return %0, %1 : tensor<4x!quant.uniform<i8:f32, 0.5:10>>, tensor<2x!quant.uniform<i8:f32, 0.5:10>>
}
func.func @quantised_values() {
  %x = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf32>
  %y = stablehlo.constant dense<[-3.0, 0.0]> : tensor<2xf32>
  %a = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  %b = stablehlo.uniform_quantize %y : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  %0:4 = "interpreter.run_parallel"(%a, %b) {programs = [[@quantised], [@quantised]]} : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>, tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> (tensor<4x!quant.uniform<i8:f32, 0.5:10>>, tensor<2x!quant.uniform<i8:f32, 0.5:10>>, tensor<4x!quant.uniform<i8:f32, 0.5:10>>, tensor<2x!quant.uniform<i8:f32, 0.5:10>>)
  %all = stablehlo.uniform_dequantize %0#2 : (tensor<4x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<4xf32>
  check.expect_eq_const %all, dense<[1.0, 2.5, -3.0, 0.0]> : tensor<4xf32>
  %nothing = stablehlo.uniform_dequantize %0#1 : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<2xf32>
  check.expect_eq_const %nothing, dense<[0.0, 0.0]> : tensor<2xf32>
  %moved = stablehlo.uniform_dequantize %0#3 : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<2xf32>
  check.expect_eq_const %moved, dense<[1.0, 2.5]> : tensor<2xf32>
  return
}

func.func private @sum_quantised(%x: tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:10>> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:10>>, %b: tensor<!quant.uniform<i8:f32, 0.5:10>>):
    %sum = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 0.5:10>>
    stablehlo.return %sum : tensor<!quant.uniform<i8:f32, 0.5:10>>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 0.5:10>>
}
func.func @sum_of_quantised_values() {
  %x = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf32>
  %y = stablehlo.constant dense<[-3.0, 0.0]> : tensor<2xf32>
  %a = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  %b = stablehlo.uniform_quantize %y : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:10>>
  %0:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@sum_quantised], [@sum_quantised]]} : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>, tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> (tensor<2x!quant.uniform<i8:f32, 0.5:10>>, tensor<2x!quant.uniform<i8:f32, 0.5:10>>)
  %sum = stablehlo.uniform_dequantize %0#1 : (tensor<2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<2xf32>
  check.expect_eq_const %sum, dense<[-2.0, 2.5]> : tensor<2xf32>
  return
}

// Sizes that are known when the program runs, and dimensions without elements.
func.func private @gather_unknown(%x: tensor<?x2xi32>) -> tensor<?x2xi32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?x2xi32>) -> tensor<?x2xi32>
  return %0 : tensor<?x2xi32>
}
func.func private @gather_empty(%x: tensor<1x0xi32>) -> tensor<2x0xi32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1x0xi32>) -> tensor<2x0xi32>
  return %0 : tensor<2x0xi32>
}
func.func @unknown_and_empty_shapes() {
  %a = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %b = stablehlo.constant dense<[[3, 4]]> : tensor<1x2xi32>
  %0:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@gather_unknown], [@gather_unknown]]} : (tensor<1x2xi32>, tensor<1x2xi32>) -> (tensor<2x2xi32>, tensor<?x2xi32>)
  check.expect_eq_const %0#0, dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %empty = stablehlo.constant dense<> : tensor<1x0xi32>
  %1:2 = "interpreter.run_parallel"(%empty, %empty) {programs = [[@gather_empty], [@gather_empty]]} : (tensor<1x0xi32>, tensor<1x0xi32>) -> (tensor<2x0xi32>, tensor<2x0xi32>)
  check.expect_eq_const %1#1, dense<> : tensor<2x0xi32>
  return
}

// Begun now, taken later; in between, the processes compute and exchange something else.
func.func private @gather_meanwhile(%x: tensor<1xi32>) -> (tensor<2xi32>, tensor<i32>) {
  %future = "stablehlo.async_start"(%x) ({
  ^bb0(%inner: tensor<1xi32>):
    %0 = "stablehlo.all_gather"(%inner) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xi32>) -> tensor<2xi32>
    stablehlo.return %0 : tensor<2xi32>
  }) : (tensor<1xi32>) -> !stablehlo.future<tensor<2xi32>>
  %scalar = stablehlo.reshape %x : (tensor<1xi32>) -> tensor<i32>
  %sum = "stablehlo.cross-replica-sum"(%scalar) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i32>) -> tensor<i32>
  %all = "stablehlo.async_done"(%future) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  return %all, %sum : tensor<2xi32>, tensor<i32>
}
func.func @asynchronous() {
  %a = stablehlo.constant dense<3> : tensor<1xi32>
  %b = stablehlo.constant dense<4> : tensor<1xi32>
  %0:4 = "interpreter.run_parallel"(%a, %b) {programs = [[@gather_meanwhile], [@gather_meanwhile]]} : (tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<i32>, tensor<2xi32>, tensor<i32>)
  check.expect_eq_const %0#2, dense<[3, 4]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<7> : tensor<i32>
  return
}

// Processes that start grids of their own.
func.func private @inner_sum(%x: tensor<1xi32>) -> tensor<2xi32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %number = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %row = stablehlo.reshape %number : (tensor<i32>) -> tensor<1xi32>
  %sum = stablehlo.add %x, %row : tensor<1xi32>
  %0:2 = "interpreter.run_parallel"(%x, %sum) {programs = [[@gather], [@gather]]} : (tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  %1 = "stablehlo.cross-replica-sum"(%0#0) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}
func.func @grids_in_processes() {
  %a = stablehlo.constant dense<10> : tensor<1xi32>
  %b = stablehlo.constant dense<20> : tensor<1xi32>
  %0:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@inner_sum], [@inner_sum]]} : (tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[31, 30]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<[31, 30]> : tensor<2xi32>
  return
}

// Where a process stands; a program that runs alone is the only one of its grid.
func.func private @where() -> tensor<2xui32> {
  %replica = stablehlo.replica_id : tensor<ui32>
  %partition = stablehlo.partition_id : tensor<ui32>
  %0 = stablehlo.reshape %replica : (tensor<ui32>) -> tensor<1xui32>
  %1 = stablehlo.reshape %partition : (tensor<ui32>) -> tensor<1xui32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xui32>, tensor<1xui32>) -> tensor<2xui32>
  return %2 : tensor<2xui32>
}
func.func @places_in_the_grid() {
  %0:6 = "interpreter.run_parallel"() {programs = [[@where, @where, @where], [@where, @where, @where]]} : () -> (tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>)
  check.expect_eq_const %0#0, dense<[0, 0]> : tensor<2xui32>
  check.expect_eq_const %0#2, dense<[0, 2]> : tensor<2xui32>
  check.expect_eq_const %0#4, dense<[1, 1]> : tensor<2xui32>
  return
}
func.func @alone() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[1, 2]> : tensor<2xi32>
  %1 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<> : tensor<0x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<[0, 0]> : tensor<2xi32>
  %2 = stablehlo.replica_id : tensor<ui32>
  check.expect_eq_const %2, dense<0> : tensor<ui32>
  return
}
