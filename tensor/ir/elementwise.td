// Operations that work element by element.
#ifndef COTANGENT_TENSOR_IR_ELEMENTWISE
#define COTANGENT_TENSOR_IR_ELEMENTWISE

include "attributes.td"

class Stablehlo_Unary<string mnemonic, Type operand_type, list<Trait> traits = [CompatibleElements],
                      Type result_type = operand_type>
    : Stablehlo_Op<mnemonic, [Pure, Elementwise, SameOperandsAndResultShape] # traits> {
  let arguments = (ins operand_type:$operand);
  let results = (outs result_type:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<SameType>(type($operand), type($result))";
}
/// Analytic functions may be asked for a certain accuracy; ours is that of the tables, which satisfies any.
class Stablehlo_Analytic<string mnemonic>
    : Stablehlo_Op<mnemonic, [Pure, Elementwise, SameOperandsAndResultShape, CompatibleElements]> {
  let arguments = (ins AnalyticTensor:$operand, OptionalAttr<ResultAccuracy>:$result_accuracy);
  let results = (outs AnalyticTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<SameType>(type($operand), type($result))";
}

def AbsOp : Stablehlo_Unary<"abs", SignedNumberTensor, [], SignedRealTensor> { let hasVerifier = 1; }
def CeilOp : Stablehlo_Unary<"ceil", FloatOrQuantizedTensor>;
def ConvertOp : Stablehlo_Unary<"convert", PlainTensor, []>;
def CountLeadingZerosOp : Stablehlo_Unary<"count_leading_zeros", IntegerTensor>;
def FloorOp : Stablehlo_Unary<"floor", FloatOrQuantizedTensor>;
def ImagOp : Stablehlo_Unary<"imag", FloatOrComplexTensor, [], FloatTensor> { let hasVerifier = 1; }
def NegateOp : Stablehlo_Unary<"negate", NumberTensor>;
def NotOp : Stablehlo_Unary<"not", BoolOrIntegerTensor>;
def PopcntOp : Stablehlo_Unary<"popcnt", IntegerTensor>;
def RealOp : Stablehlo_Unary<"real", FloatOrComplexTensor, [], FloatTensor> { let hasVerifier = 1; }
def RoundNearestAfzOp : Stablehlo_Unary<"round_nearest_afz", FloatOrQuantizedTensor>;
def RoundNearestEvenOp : Stablehlo_Unary<"round_nearest_even", FloatOrQuantizedTensor>;
def SignOp : Stablehlo_Unary<"sign", SignedNumberTensor>;
def UniformQuantizeOp : Stablehlo_Unary<"uniform_quantize", FloatOrAnyQuantizedTensor, [], AnyQuantizedTensor> {
  let hasVerifier = 1;
}
def UniformDequantizeOp : Stablehlo_Unary<"uniform_dequantize", AnyQuantizedTensor, [], FloatTensor> {
  let hasVerifier = 1;
}

def CbrtOp : Stablehlo_Analytic<"cbrt">;
def CosineOp : Stablehlo_Analytic<"cosine">;
def ExponentialOp : Stablehlo_Analytic<"exponential">;
def ExponentialMinusOneOp : Stablehlo_Analytic<"exponential_minus_one">;
def LogOp : Stablehlo_Analytic<"log">;
def LogPlusOneOp : Stablehlo_Analytic<"log_plus_one">;
def LogisticOp : Stablehlo_Analytic<"logistic">;
def RsqrtOp : Stablehlo_Analytic<"rsqrt">;
def SineOp : Stablehlo_Analytic<"sine">;
def SqrtOp : Stablehlo_Analytic<"sqrt">;
def TanOp : Stablehlo_Analytic<"tan">;
def TanhOp : Stablehlo_Analytic<"tanh">;

def IsFiniteOp : Stablehlo_Op<"is_finite", [Pure, Elementwise, SameOperandsAndResultShape]> {
  let arguments = (ins FloatOrQuantizedTensor:$x);
  let results = (outs BoolTensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}
def ReducePrecisionOp
    : Stablehlo_Op<"reduce_precision", [Pure, Elementwise, SameOperandsAndResultShape, CompatibleElements]> {
  let arguments = (ins FloatOrQuantizedTensor:$operand, ConfinedAttr<I32Attr, [IntPositive]>:$exponent_bits,
                   ConfinedAttr<I32Attr, [IntNonNegative]>:$mantissa_bits);
  let results = (outs FloatOrQuantizedTensor:$output);
  let assemblyFormat = [{
    $operand `,` `format` `=` custom<FloatFormat>($exponent_bits, $mantissa_bits) attr-dict
    `:` custom<SameType>(type($operand), type($output))
  }];
}

class Stablehlo_Binary<string mnemonic, Type type, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, [Pure, Elementwise, SameOperandsAndResultShape, CompatibleElements] # traits> {
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` custom<SameType>(type($lhs), type($rhs), type($result))";
}

def AddOp : Stablehlo_Binary<"add", AnyTensorOrPerAxis, [Commutative]>;
def AndOp : Stablehlo_Binary<"and", BoolOrIntegerTensor, [Commutative]>;
def Atan2Op : Stablehlo_Binary<"atan2", AnalyticTensor>;
def DivideOp : Stablehlo_Binary<"divide", NumberTensor>;
def MaximumOp : Stablehlo_Binary<"maximum", AnyTensorValue, [Commutative]>;
def MinimumOp : Stablehlo_Binary<"minimum", AnyTensorValue, [Commutative]>;
def MultiplyOp : Stablehlo_Binary<"multiply", AnyTensorValue, [Commutative]>;
def OrOp : Stablehlo_Binary<"or", BoolOrIntegerTensor, [Commutative]>;
def PowerOp : Stablehlo_Binary<"power", NumberTensor>;
def RemainderOp : Stablehlo_Binary<"remainder", NumberTensor>;
def ShiftLeftOp : Stablehlo_Binary<"shift_left", IntegerTensor>;
def ShiftRightArithmeticOp : Stablehlo_Binary<"shift_right_arithmetic", IntegerTensor>;
def ShiftRightLogicalOp : Stablehlo_Binary<"shift_right_logical", IntegerTensor>;
def SubtractOp : Stablehlo_Binary<"subtract", NumberTensor>;
def XorOp : Stablehlo_Binary<"xor", BoolOrIntegerTensor, [Commutative]>;

def ComplexOp : Stablehlo_CheckedOp<"complex", [Pure, Elementwise, SameOperandsAndResultShape, SameTypeOperands]> {
  let arguments = (ins Float32Or64Tensor:$lhs, Float32Or64Tensor:$rhs);
  let results = (outs ComplexTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` custom<ComplexType>(type($lhs), type($rhs), type($result))";
}
def CompareOp : Stablehlo_CheckedOp<"compare", [Pure, Elementwise, SameOperandsAndResultShape]> {
  let arguments = (ins AnyTensorValue:$lhs, AnyTensorValue:$rhs, ComparisonDirectionAttr:$comparison_direction,
                   OptionalAttr<ComparisonTypeAttr>:$compare_type);
  let results = (outs BoolTensor:$result);
  let assemblyFormat = [{
    $comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict `:` functional-type(operands, results)
  }];
}
def SelectOp : Stablehlo_CheckedOp<"select", [Pure]> {
  let arguments = (ins BoolTensor:$pred, AnyTensorValue:$on_true, AnyTensorValue:$on_false);
  let results = (outs AnyTensorValue:$result);
  let assemblyFormat = [{
    operands attr-dict `:` custom<SelectType>(type($pred), type($on_true), type($on_false), type($result))
  }];
}
def ClampOp : Stablehlo_CheckedOp<"clamp", [Pure, CompatibleElements]> {
  let arguments = (ins AnyTensorValue:$min, AnyTensorValue:$operand, AnyTensorValue:$max);
  let results = (outs AnyTensorValue:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict
    `:` custom<SameType>(type($min), type($operand), type($max), type($result))
  }];
}

#endif
