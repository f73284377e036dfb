// Operations that apply a function given as a region to many elements.
#ifndef COTANGENT_TENSOR_IR_REDUCTION
#define COTANGENT_TENSOR_IR_REDUCTION

include "attributes.td"

def ReduceOp : Stablehlo_CheckedOp<"reduce", [
    RecursiveMemoryEffects, SameVariadicOperandSize, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins Variadic<AnyTensorValue>:$inputs, Variadic<AnyTensorValue>:$init_values,
                   DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<AnyTensorValue>);
  let hasCustomAssemblyFormat = 1;
}
def ReduceWindowOp : Stablehlo_CheckedOp<"reduce_window", [
    RecursiveMemoryEffects, SameVariadicOperandSize, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins Variadic<AnyTensorValue>:$inputs, Variadic<AnyTensorValue>:$init_values,
                   DenseI64ArrayAttr:$window_dimensions, OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                   OptionalAttr<DenseI64ArrayAttr>:$base_dilations, OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
                   OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<AnyTensorValue>);
}
def SelectAndScatterOp : Stablehlo_CheckedOp<"select_and_scatter", [RecursiveMemoryEffects]> {
  let arguments = (ins AnyTensorValue:$operand, AnyTensorValue:$source, AnyTensorValue:$init_value,
                   OptionalAttr<DenseI64ArrayAttr>:$window_dimensions, OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                   OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let results = (outs AnyTensorValue:$result);
}
def SortOp : Stablehlo_CheckedOp<"sort", [RecursiveMemoryEffects, SameOperandsAndResultShape]> {
  let arguments = (ins Variadic<AnyTensorValue>:$inputs, DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                   DefaultFalse:$is_stable);
  let regions = (region SizedRegion<1>:$comparator);
  let results = (outs Variadic<AnyTensorValue>);
}
def MapOp : Stablehlo_CheckedOp<"map", [
    RecursiveMemoryEffects, SameOperandsAndResultShape, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins Variadic<AnyTensorValue>:$inputs, DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs AnyTensorValue:$result);
}

// --- batch normalisation ---------------------------------------------------------------------------------------------
def BatchNormGradOp : Stablehlo_CheckedOp<"batch_norm_grad", [Pure, CompatibleElements]> {
  let arguments = (ins FloatOrQuantizedTensor:$operand, FloatVector:$scale, FloatVector:$mean, FloatVector:$variance,
                   FloatOrQuantizedTensor:$grad_output, F32Attr:$epsilon, DimensionAttr:$feature_index);
  let results = (outs FloatOrQuantizedTensor:$grad_operand, FloatVector:$grad_scale, FloatVector:$grad_offset);
}
def BatchNormInferenceOp : Stablehlo_CheckedOp<"batch_norm_inference", [Pure, CompatibleElements]> {
  let arguments = (ins FloatOrQuantizedTensor:$operand, FloatVector:$scale, FloatVector:$offset, FloatVector:$mean,
                   FloatVector:$variance, F32Attr:$epsilon, DimensionAttr:$feature_index);
  let results = (outs FloatOrQuantizedTensor:$result);
}
def BatchNormTrainingOp : Stablehlo_CheckedOp<"batch_norm_training", [Pure, CompatibleElements]> {
  let arguments = (ins FloatOrQuantizedTensor:$operand, FloatVector:$scale, FloatVector:$offset, F32Attr:$epsilon,
                   DimensionAttr:$feature_index);
  let results = (outs FloatOrQuantizedTensor:$output, FloatVector:$batch_mean, FloatVector:$batch_var);
}

#endif
