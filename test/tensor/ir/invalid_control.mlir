// Control flow, tuples and foreign functions that must be refused.
func.func @if_results(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-error@+1 {{values that true_branch returns must have the types}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %p : tensor<i1>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  func.return
}

// -----
func.func @if_arguments(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-error@+1 {{true_branch must take arguments of the types ()}}
  %0 = "stablehlo.if"(%p) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  func.return
}

// -----
func.func @case_without_branches(%i: tensor<i32>) {
  // expected-error@+1 {{needs at least one branch}}
  "stablehlo.case"(%i) : (tensor<i32>) -> ()
  func.return
}

// -----
func.func @while_condition(%x: tensor<f32>) {
  // expected-error@+1 {{values that cond returns must have the types (tensor<i1>)}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  func.return
}

// -----
func.func @tuple_member(%x: tuple<tensor<f32>>) {
  // expected-error@+1 {{index must be from 0 to below 1, but has 1}}
  %0 = "stablehlo.get_tuple_element"(%x) {index = 1 : i32} : (tuple<tensor<f32>>) -> tensor<f32>
  func.return
}

// -----
func.func @call_layouts(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{needs both operand_layouts and result_layouts, or neither}}
  %0 = stablehlo.custom_call @f(%x) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>]}
    : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----
func.func @composite_missing(%x: tensor<f32>) {
  // expected-error@+1 {{decomposition must be a function}}
  %0 = stablehlo.composite "my.op" %x {decomposition = @nothing} : (tensor<f32>) -> tensor<f32>
  func.return
}

// -----
func.func @infeed_token(%t: !stablehlo.token) {
  // expected-error@+1 {{the last result must be a token}}
  %0 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> tensor<f32>
  func.return
}
