// Operations that several processes take part in.
#ifndef COTANGENT_TENSOR_IR_COLLECTIVES
#define COTANGENT_TENSOR_IR_COLLECTIVES

include "attributes.td"

def ReplicaIdOp : Stablehlo_Op<"replica_id", [Pure]> {
  let results = (outs UInt32Tensor:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
}
def PartitionIdOp : Stablehlo_Op<"partition_id", [Pure]> {
  let results = (outs UInt32Tensor:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
}
def SendOp : Stablehlo_Op<"send"> {
  let arguments = (ins Variadic<AnyTensorOrPerAxis>:$inputs, Token:$token, ChannelHandle:$channel_handle,
                   DefaultFalse:$is_host_transfer, OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Token:$result);
}
def RecvOp : Stablehlo_CheckedOp<"recv"> {
  let arguments = (ins Token:$token, ChannelHandle:$channel_handle, DefaultFalse:$is_host_transfer,
                   OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<TensorOrToken>);
}
def AllGatherOp : Stablehlo_CheckedOp<"all_gather", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins Variadic<AnyTensorValue>:$operands, DimensionAttr:$all_gather_dim,
                   ReplicaGroups:$replica_groups, OptionalAttr<ChannelHandle>:$channel_handle,
                   UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<AnyTensorValue>);
}
def AllReduceOp : Stablehlo_CheckedOp<"all_reduce", [
    SingleBlockImplicitTerminator<"ReturnOp">, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins Variadic<AnyTensorValue>:$operands, ReplicaGroups:$replica_groups,
                   OptionalAttr<ChannelHandle>:$channel_handle, UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<AnyTensorValue>);
}
def ReduceScatterOp : Stablehlo_CheckedOp<"reduce_scatter", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins AnyTensorValue:$operand, DimensionAttr:$scatter_dimension, ReplicaGroups:$replica_groups,
                   OptionalAttr<ChannelHandle>:$channel_handle, UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs AnyTensorValue:$result);
}
def AllToAllOp : Stablehlo_CheckedOp<"all_to_all", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins Variadic<AnyTensorValue>:$operands, DimensionAttr:$split_dimension,
                   DimensionAttr:$concat_dimension, CountAttr:$split_count, ReplicaGroups:$replica_groups,
                   OptionalAttr<ChannelHandle>:$channel_handle);
  let results = (outs Variadic<AnyTensorValue>);
}
def CollectiveBroadcastOp
    : Stablehlo_CheckedOp<"collective_broadcast", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins Variadic<AnyTensorValue>:$operands, ReplicaGroups:$replica_groups,
                   OptionalAttr<ChannelHandle>:$channel_handle, UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<AnyTensorValue>);
}
def CollectiveReduceOp : Stablehlo_CheckedOp<"collective_reduce", [
    SingleBlockImplicitTerminator<"ReturnOp">, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins Variadic<AnyTensorValue>:$operands, ReplicaGroups:$replica_groups,
                   OptionalAttr<ChannelHandle>:$channel_handle, UnitAttr:$use_global_device_ids,
                   UnitAttr:$has_dynamic_root);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<AnyTensorValue>);
}
def CollectivePermuteOp : Stablehlo_CheckedOp<"collective_permute", [SameOperandsAndResultElementType]> {
  let arguments = (ins AnyTensorValue:$operand, I64ElementsAttr:$source_target_pairs,
                   OptionalAttr<ChannelHandle>:$channel_handle);
  let results = (outs AnyTensorValue:$result);
}
def CrossReplicaSumOp : Stablehlo_Op<"cross-replica-sum", [CompatibleElements, SameOperandsAndResultShape]> {
  let arguments = (ins AnyTensorValue:$operand, I64ElementsAttr:$replica_groups);
  let results = (outs AnyTensorValue:$result);
}
def AsyncStartOp : Stablehlo_Op<"async_start", [SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins Variadic<AnyTensorValue>:$operands);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Future:$result);
}
def AsyncDoneOp : Stablehlo_CheckedOp<"async_done"> {
  let arguments = (ins Future:$operand);
  let results = (outs Variadic<AnyTensorValue>);
}

#endif
