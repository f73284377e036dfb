// Products, convolutions, factorisations, transforms, random bits.
#ifndef COTANGENT_TENSOR_IR_LINEAR_ALGEBRA
#define COTANGENT_TENSOR_IR_LINEAR_ALGEBRA

include "attributes.td"

def DotOp : Stablehlo_CheckedOp<"dot", [Pure]> {
  let arguments = (ins AnyTensorValue:$lhs, AnyTensorOrPerAxis:$rhs, OptionalAttr<PrecisionConfig>:$precision_config);
  let results = (outs AnyTensorOrPerAxis:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<PrecisionConfig>($precision_config) attr-dict `:` functional-type(operands, results)
  }];
}
def DotGeneralOp : Stablehlo_CheckedOp<"dot_general", [Pure]> {
  let arguments = (ins AnyTensorValue:$lhs, AnyTensorOrPerAxis:$rhs, DotDimensionNumbers:$dot_dimension_numbers,
                   OptionalAttr<PrecisionConfig>:$precision_config, OptionalAttr<DotAlgorithm>:$algorithm);
  let results = (outs AnyTensorOrPerAxis:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDimensions>($dot_dimension_numbers) ``
    custom<PrecisionAndAlgorithm>($precision_config, $algorithm) attr-dict `:` functional-type(operands, results)
  }];
}
def EinsumOp : Stablehlo_Op<"einsum", [Pure]> {
  let arguments = (ins AnyTensorValue:$lhs, AnyTensorValue:$rhs, StrAttr:$einsum_config);
  let results = (outs AnyTensorValue:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)
  }];
}
def UnaryEinsumOp : Stablehlo_Op<"unary_einsum", [Pure]> {
  let arguments = (ins AnyTensorValue:$operand, StrAttr:$einsum_config);
  let results = (outs AnyTensorValue:$result);
  let assemblyFormat = "$operand `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)";
}
def ConvolutionOp : Stablehlo_CheckedOp<"convolution", [Pure]> {
  let arguments = (ins AnyTensorValue:$lhs, AnyTensorOrPerAxis:$rhs, OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                   OptionalAttr<I64ElementsAttr>:$padding, OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
                   OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation, OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                   ConvDimensionNumbers:$dimension_numbers, CountAttr:$feature_group_count,
                   CountAttr:$batch_group_count, OptionalAttr<PrecisionConfig>:$precision_config);
  let results = (outs AnyTensorOrPerAxis:$result);
  let assemblyFormat = [{
    `(` operands `)` `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers) `,`
    `window` `=` `{` custom<WindowAttributes>($window_strides, $padding, $lhs_dilation, $rhs_dilation,
                                              $window_reversal) `}`
    attr-dict `:` functional-type(operands, results)
  }];
}
def DynamicConvOp : Stablehlo_CheckedOp<"dynamic_conv", [Pure]> {
  let arguments = (ins AnyTensorValue:$lhs, AnyTensorValue:$rhs, PaddingTensor:$padding,
                   OptionalAttr<DenseI64ArrayAttr>:$window_strides, OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
                   OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation, OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                   ConvDimensionNumbers:$dimension_numbers, CountAttr:$feature_group_count,
                   CountAttr:$batch_group_count, OptionalAttr<PrecisionConfig>:$precision_config);
  let results = (outs AnyTensorValue:$result);
}
def CholeskyOp : Stablehlo_CheckedOp<"cholesky", [Pure, CompatibleElements, SameOperandsAndResultShape]> {
  let arguments = (ins AnalyticTensor:$a, DefaultFalse:$lower);
  let results = (outs AnalyticTensor:$result);
  let assemblyFormat = "$a (`,` `lower` `=` $lower^)? attr-dict `:` custom<SameType>(type($a), type($result))";
}
def TriangularSolveOp : Stablehlo_CheckedOp<"triangular_solve", [Pure, CompatibleElements]> {
  let arguments = (ins FloatOrComplexTensor:$a, FloatOrComplexTensor:$b, BoolAttr:$left_side, BoolAttr:$lower,
                   BoolAttr:$unit_diagonal, TransposeAttr:$transpose_a);
  let results = (outs FloatOrComplexTensor:$result);
}
def FftOp : Stablehlo_CheckedOp<"fft", [Pure]> {
  let arguments = (ins FloatOrComplexTensor:$operand, FftTypeAttr:$fft_type, DenseI64ArrayAttr:$fft_length);
  let results = (outs FloatOrComplexTensor:$result);
  let assemblyFormat = [{
    $operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length attr-dict `:` functional-type(operands, results)
  }];
}

// --- random numbers --------------------------------------------------------------------------------------------------
/// Not pure: each execution draws new numbers.
def RngOp : Stablehlo_CheckedOp<"rng", [AllElementTypesMatch<["a", "b", "result"]>]> {
  let arguments = (ins 0DTensorOf<[Bool, Integer, FloatNumber]>:$a, 0DTensorOf<[Bool, Integer, FloatNumber]>:$b,
                   ShapeTensor:$shape, RngDistributionAttr:$rng_distribution);
  let results = (outs BoolIntegerOrFloatTensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict `:` functional-type(operands, results)
  }];
}
def RngBitGeneratorOp : Stablehlo_CheckedOp<"rng_bit_generator", [
    Pure, DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let arguments = (ins RngAlgorithmAttr:$rng_algorithm, IntegerOrFloatTensor:$initial_state);
  let results = (outs IntegerOrFloatTensor:$output_state, IntegerOrFloatTensor:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:` functional-type(operands, results)
  }];
}

#endif
