// Operations that make, move, cut and join elements.
#ifndef COTANGENT_TENSOR_IR_SHAPE
#define COTANGENT_TENSOR_IR_SHAPE

include "attributes.td"

def ConstantOp : Stablehlo_CheckedOp<"constant", [
    ConstantLike, Pure, DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyTensorOrPerAxis:$output);
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let builders = [OpBuilder<(ins "mlir::ElementsAttr":$value), [{ build($_builder, $_state, value.getType(), value); }]>];
}
def IotaOp : Stablehlo_CheckedOp<"iota", [Pure]> {
  let arguments = (ins DimensionAttr:$iota_dimension);
  let results = (outs NumberTensor:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
}
def DynamicIotaOp : Stablehlo_CheckedOp<"dynamic_iota", [Pure]> {
  let arguments = (ins ShapeTensor:$output_shape, DimensionAttr:$iota_dimension);
  let results = (outs NumberTensor:$result);
  let assemblyFormat = "$output_shape `,` `dim` `=` $iota_dimension attr-dict `:` functional-type(operands, results)";
}

def ReshapeOp : Stablehlo_CheckedOp<"reshape", [Pure, CompatibleElements]> {
  let arguments = (ins AnyTensorOrPerAxis:$operand);
  let results = (outs AnyTensorOrPerAxis:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def DynamicReshapeOp : Stablehlo_CheckedOp<"dynamic_reshape", [Pure]> {
  let arguments = (ins AnyTensorOrPerAxis:$operand, ShapeTensor:$output_shape);
  let results = (outs AnyTensorOrPerAxis:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def BitcastConvertOp : Stablehlo_CheckedOp<"bitcast_convert", [Pure]> {
  let arguments = (ins AnyTensorOrPerAxis:$operand);
  let results = (outs AnyTensorOrPerAxis:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def BroadcastOp : Stablehlo_CheckedOp<"broadcast", [Pure, SameOperandsAndResultElementType]> {
  let arguments = (ins AnyTensorValue:$operand, DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs AnyTensorOrPerAxis:$result);
  let assemblyFormat = "$operand `,` `sizes` `=` $broadcast_sizes attr-dict `:` functional-type(operands, results)";
}
def BroadcastInDimOp : Stablehlo_CheckedOp<"broadcast_in_dim", [Pure, CompatibleElements]> {
  let arguments = (ins AnyTensorOrPerAxis:$operand, DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs AnyTensorOrPerAxis:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type(operands, results)";
}
def DynamicBroadcastInDimOp : Stablehlo_CheckedOp<"dynamic_broadcast_in_dim", [Pure]> {
  let arguments = (ins AnyTensorOrPerAxis:$operand, ShapeTensor:$output_dimensions,
                   DenseI64ArrayAttr:$broadcast_dimensions,
                   OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
                   OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let results = (outs AnyTensorOrPerAxis:$result);
  let assemblyFormat = [{
    $operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions attr-dict
    `:` functional-type(operands, results)
  }];
}
def TransposeOp : Stablehlo_CheckedOp<"transpose", [Pure, CompatibleElements]> {
  let arguments = (ins AnyTensorOrPerAxis:$operand, DenseI64ArrayAttr:$permutation);
  let results = (outs AnyTensorOrPerAxis:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)";
}
def ReverseOp : Stablehlo_CheckedOp<"reverse", [Pure, SameOperandsAndResultElementType, SameOperandsAndResultShape]> {
  let arguments = (ins AnyTensorValue:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs AnyTensorValue:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict `:` custom<SameType>(type($operand), type($result))
  }];
}
def ConcatenateOp : Stablehlo_CheckedOp<"concatenate", [Pure, SameOperandsAndResultElementType]> {
  let arguments = (ins Variadic<AnyTensorValue>:$inputs, DimensionAttr:$dimension);
  let results = (outs AnyTensorValue:$result);
  let assemblyFormat = [{
    custom<OperandsWithComma>($inputs) `dim` `=` $dimension attr-dict `:` functional-type(operands, results)
  }];
}
def SliceOp : Stablehlo_CheckedOp<"slice", [Pure, SameOperandsAndResultElementType]> {
  let arguments = (ins AnyTensorValue:$operand, DenseI64ArrayAttr:$start_indices, DenseI64ArrayAttr:$limit_indices,
                   DenseI64ArrayAttr:$strides);
  let results = (outs AnyTensorValue:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict
    `:` functional-type(operands, results)
  }];
}
def RealDynamicSliceOp : Stablehlo_CheckedOp<"real_dynamic_slice", [
    Pure, AllElementTypesMatch<["operand", "result"]>,
    AllTypesMatch<["start_indices", "limit_indices", "strides"]>]> {
  let arguments = (ins AnyTensorValue:$operand, ShapeTensor:$start_indices, ShapeTensor:$limit_indices,
                   ShapeTensor:$strides);
  let results = (outs AnyTensorValue:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def DynamicSliceOp : Stablehlo_CheckedOp<"dynamic_slice", [Pure, AllElementTypesMatch<["operand", "result"]>]> {
  let arguments = (ins AnyTensorValue:$operand, Variadic<ScalarIntegerTensor>:$start_indices,
                   DenseI64ArrayAttr:$slice_sizes);
  let results = (outs AnyTensorValue:$result);
  let assemblyFormat = [{
    $operand `,` custom<OperandsWithComma>($start_indices) `sizes` `=` $slice_sizes attr-dict
    `:` functional-type(operands, results)
  }];
}
def DynamicUpdateSliceOp
    : Stablehlo_CheckedOp<"dynamic_update_slice", [Pure, AllElementTypesMatch<["operand", "update", "result"]>]> {
  let arguments = (ins AnyTensorValue:$operand, AnyTensorValue:$update, Variadic<ScalarIntegerTensor>:$start_indices);
  let results = (outs AnyTensorValue:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def PadOp : Stablehlo_CheckedOp<"pad", [Pure, SameOperandsAndResultElementType]> {
  let arguments = (ins AnyTensorValue:$operand, ScalarTensor:$padding_value, DenseI64ArrayAttr:$edge_padding_low,
                   DenseI64ArrayAttr:$edge_padding_high, DenseI64ArrayAttr:$interior_padding);
  let results = (outs AnyTensorValue:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,`
    `interior` `=` $interior_padding attr-dict `:` functional-type(operands, results)
  }];
}
def DynamicPadOp : Stablehlo_CheckedOp<"dynamic_pad", [
    Pure, AllElementTypesMatch<["operand", "padding_value", "result"]>,
    AllTypesMatch<["edge_padding_low", "edge_padding_high", "interior_padding"]>,
    AllRanksMatch<["operand", "result"]>]> {
  let arguments = (ins AnyTensorValue:$operand, ScalarTensor:$padding_value, ShapeTensor:$edge_padding_low,
                   ShapeTensor:$edge_padding_high, ShapeTensor:$interior_padding);
  let results = (outs AnyTensorValue:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def GetDimensionSizeOp : Stablehlo_CheckedOp<"get_dimension_size", [Pure]> {
  let arguments = (ins AnyTensorOrPerAxis:$operand, DimensionAttr:$dimension);
  let results = (outs Int32Tensor:$result);
  let assemblyFormat = "$operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)";
}
def SetDimensionSizeOp : Stablehlo_CheckedOp<"set_dimension_size", [Pure]> {
  let arguments = (ins AnyTensorValue:$operand, Int32Tensor:$size, DimensionAttr:$dimension);
  let results = (outs AnyTensorValue:$result);
  let assemblyFormat = "$operand `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)";
}

// --- gather and scatter ----------------------------------------------------------------------------------------------
def GatherOp : Stablehlo_CheckedOp<"gather", [Pure, AllElementTypesMatch<["operand", "result"]>]> {
  let arguments = (ins AnyTensorValue:$operand, PositionTensor:$start_indices, GatherDimensionNumbers:$dimension_numbers,
                   DenseI64ArrayAttr:$slice_sizes, DefaultFalse:$indices_are_sorted);
  let results = (outs AnyTensorValue:$result);
}
def DynamicGatherOp : Stablehlo_CheckedOp<"dynamic_gather", [Pure, AllElementTypesMatch<["operand", "result"]>]> {
  let arguments = (ins AnyTensorValue:$operand, PositionTensor:$start_indices, ShapeTensor:$slice_sizes,
                   GatherDimensionNumbers:$dimension_numbers, DefaultFalse:$indices_are_sorted);
  let results = (outs AnyTensorValue:$result);
}
def ScatterOp : Stablehlo_CheckedOp<"scatter", [RecursiveMemoryEffects, SameVariadicOperandSize]> {
  let arguments = (ins Variadic<AnyTensorValue>:$inputs, PositionTensor:$scatter_indices,
                   Variadic<AnyTensorValue>:$updates, ScatterDimensionNumbers:$scatter_dimension_numbers,
                   DefaultFalse:$indices_are_sorted, DefaultFalse:$unique_indices);
  let regions = (region SizedRegion<1>:$update_computation);
  let results = (outs Variadic<AnyTensorValue>);
}
def TorchIndexSelectOp : Stablehlo_CheckedOp<"torch_index_select", [Pure]> {
  let arguments = (ins AnyTensorValue:$operand, AnyTensorValue:$index, I64Attr:$dim, I64Attr:$batch_dims);
  let results = (outs AnyTensorValue:$result);
}

#endif
