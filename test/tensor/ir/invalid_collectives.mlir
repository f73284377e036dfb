// Operations of several processes that must be refused.
func.func @groups_unique(%x: tensor<2xf32>) {
  // expected-error@+1 {{replica_groups must be unique, but process 0 is there twice}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}
    : (tensor<2xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @groups_present(%x: tensor<2xf32>) {
  // expected-error@+1 {{replica_groups must have each process below their number, 2, but have 2}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}
    : (tensor<2xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @gather_size(%x: tensor<2xf32>) {
  // expected-error@+1 {{result must have the operands of a group of 2 side by side}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
    : (tensor<2xf32>) -> tensor<6xf32>
  func.return
}

// -----
func.func @global_ids(%x: tensor<2xf32>) {
  // expected-error@+1 {{use_global_device_ids needs a channel_handle with a positive handle}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    use_global_device_ids} : (tensor<2xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @split_count(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{split_count must be the size of the replica groups, 2, but is 4}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 4 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<1x16xf32>
  func.return
}

// -----
func.func @permute_sources(%x: tensor<2xf32>) {
  // expected-error@+1 {{sources of source_target_pairs must be unique}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}
    : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----
func.func @scatter_parts(%x: tensor<4xf32>) {
  // expected-error@+1 {{result must have an equal part for each process of a group}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
    : (tensor<4xf32>) -> tensor<1xf32>
  func.return
}

// -----
func.func @no_mesh(%x: tensor<2xf32>) {
  // expected-error@+1 {{replica_groups name the mesh @mesh, but there is none}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64,
    replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}
    : (tensor<2xf32>) -> tensor<4xf32>
  func.return
}
