// The dialect `chlo`: operations that have a meaning in terms of stablehlo's, kept whole as long as that helps.
include "dialect.td"

def Chlo_Dialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::cotangent::chlo";
  let dependentDialects = ["cotangent::stablehlo::StablehloDialect"];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    mlir::Operation *materializeConstant(mlir::OpBuilder &builder, mlir::Attribute value, mlir::Type type,
                                         mlir::Location location) override;
  }];
}
class Chlo_Op<string mnemonic, list<Trait> traits = []> : Op<Chlo_Dialect, mnemonic, traits>;

// --- attributes ------------------------------------------------------------------------------------------------------
class Chlo_Choice<string name, list<I32EnumAttrCase> cases> : I32EnumAttr<name, name, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::cotangent::chlo";
}
def Chlo_ComparisonDirection : Chlo_Choice<"ComparisonDirection", [
  I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>, I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
  I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def Chlo_ComparisonDirectionAttr : EnumAttr<Chlo_Dialect, Chlo_ComparisonDirection, "comparison_direction">;
def Chlo_ComparisonType : Chlo_Choice<"ComparisonType", [
  I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>, I32EnumAttrCase<"TOTALORDER", 2>,
  I32EnumAttrCase<"SIGNED", 3>, I32EnumAttrCase<"UNSIGNED", 4>]>;
def Chlo_ComparisonTypeAttr : EnumAttr<Chlo_Dialect, Chlo_ComparisonType, "comparison_type">;
def Chlo_Precision : Chlo_Choice<"Precision", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>, I32EnumAttrCase<"HIGHEST", 2>]>;
def Chlo_PrecisionAttr : EnumAttr<Chlo_Dialect, Chlo_Precision, "precision">;
def Chlo_PrecisionConfig : TypedArrayAttrBase<Chlo_PrecisionAttr, "one precision for each operand">;

def Chlo_Dimensions : ArrayRefParameter<"int64_t", "dimensions"> {
  let parser = "stablehlo::parse_dimension_list($_parser)";
  let printer = "stablehlo::print_dimension_list($_printer, $_self)";
}
def RaggedDotDimensionNumbers : AttrDef<Chlo_Dialect, "RaggedDotDimensionNumbers"> {
  let mnemonic = "ragged_dot";
  let parameters = (ins Chlo_Dimensions:$lhs_batching_dimensions, Chlo_Dimensions:$rhs_batching_dimensions,
                    Chlo_Dimensions:$lhs_contracting_dimensions, Chlo_Dimensions:$rhs_contracting_dimensions,
                    Chlo_Dimensions:$lhs_ragged_dimensions, Chlo_Dimensions:$rhs_group_dimensions);
  let hasCustomAssemblyFormat = 1;
}

// --- elementwise -----------------------------------------------------------------------------------------------------
class Chlo_Unary<string mnemonic, Type operand_type, Type result_type = operand_type>
    : Chlo_Op<mnemonic, [Pure, Elementwise, SameOperandsAndResultShape]> {
  let arguments = (ins operand_type:$operand);
  let results = (outs result_type:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}
class Chlo_UnarySame<string mnemonic, Type type> : Chlo_Unary<mnemonic, type> { let hasVerifier = 1; }
def AcosOp : Chlo_UnarySame<"acos", FloatOrComplexTensor>;
def AcoshOp : Chlo_UnarySame<"acosh", FloatOrComplexTensor>;
def AsinOp : Chlo_UnarySame<"asin", FloatOrComplexTensor>;
def AsinhOp : Chlo_UnarySame<"asinh", FloatOrComplexTensor>;
def AtanOp : Chlo_UnarySame<"atan", FloatOrComplexTensor>;
def AtanhOp : Chlo_UnarySame<"atanh", FloatOrComplexTensor>;
def BesselI1eOp : Chlo_UnarySame<"bessel_i1e", FloatOrComplexTensor>;
def ConjOp : Chlo_UnarySame<"conj", FloatOrComplexTensor>;
def CoshOp : Chlo_UnarySame<"cosh", FloatOrComplexTensor>;
def DigammaOp : Chlo_UnarySame<"digamma", FloatTensor>;
def ErfOp : Chlo_UnarySame<"erf", FloatTensor>;
def ErfInvOp : Chlo_UnarySame<"erf_inv", FloatTensor>;
def ErfcOp : Chlo_UnarySame<"erfc", FloatTensor>;
def IsInfOp : Chlo_Unary<"is_inf", FloatTensor, BoolTensor>;
def IsNegInfOp : Chlo_Unary<"is_neg_inf", FloatTensor, BoolTensor>;
def IsPosInfOp : Chlo_Unary<"is_pos_inf", FloatTensor, BoolTensor>;
def LgammaOp : Chlo_UnarySame<"lgamma", FloatTensor>;
def SinhOp : Chlo_UnarySame<"sinh", FloatOrComplexTensor>;
def SquareOp : Chlo_UnarySame<"square", FloatOrComplexTensor>;
def TanOp : Chlo_UnarySame<"tan", FloatOrComplexTensor>;

class Chlo_Binary<string mnemonic, Type type, string first, string second, list<Trait> traits = []>
    : Chlo_Op<mnemonic, [Pure, Elementwise, SameOperandsAndResultShape, CompatibleElements] # traits> {
  let results = (outs type:$result);
  let assemblyFormat = "$" # first # " `,` $" # second # " attr-dict `:` type($" # first # ") `,` type($" # second #
                       ") `->` type($result)";
}
def MulhiOp : Chlo_Binary<"mulhi", IntegerTensor, "lhs", "rhs", [Commutative]> {
  let arguments = (ins IntegerTensor:$lhs, IntegerTensor:$rhs);
}
def NextAfterOp : Chlo_Binary<"next_after", FloatTensor, "x", "y"> {
  let arguments = (ins FloatTensor:$x, FloatTensor:$y);
}
def PolygammaOp : Chlo_Binary<"polygamma", FloatTensor, "n", "x"> {
  let arguments = (ins FloatTensor:$n, FloatTensor:$x);
}
def ZetaOp : Chlo_Binary<"zeta", FloatTensor, "x", "q"> {
  let arguments = (ins FloatTensor:$x, FloatTensor:$q);
}

// --- elementwise with broadcasting as in NumPy -----------------------------------------------------------------------
class Chlo_Broadcast<string mnemonic, Type type = AnyTensorOrPerAxis, Type result_type = type,
                     list<Trait> traits = []> : Chlo_Op<mnemonic, [Pure] # traits> {
  let arguments = (ins type:$lhs, type:$rhs, OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions);
  let results = (outs result_type:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type(results)";
  let hasVerifier = 1;
}
def BroadcastAddOp : Chlo_Broadcast<"broadcast_add">;
def BroadcastAndOp : Chlo_Broadcast<"broadcast_and", BoolOrIntegerTensor>;
def BroadcastAtan2Op : Chlo_Broadcast<"broadcast_atan2">;
def BroadcastComplexOp : Chlo_Broadcast<"broadcast_complex", FloatTensor, ComplexTensor>;
def BroadcastDivideOp : Chlo_Broadcast<"broadcast_divide">;
def BroadcastMaximumOp : Chlo_Broadcast<"broadcast_maximum">;
def BroadcastMinimumOp : Chlo_Broadcast<"broadcast_minimum">;
def BroadcastMultiplyOp : Chlo_Broadcast<"broadcast_multiply">;
def BroadcastNextAfterOp : Chlo_Broadcast<"broadcast_next_after", FloatTensor>;
def BroadcastOrOp : Chlo_Broadcast<"broadcast_or", BoolOrIntegerTensor>;
def BroadcastPolygammaOp : Chlo_Broadcast<"broadcast_polygamma", FloatTensor>;
def BroadcastPowerOp : Chlo_Broadcast<"broadcast_power">;
def BroadcastRemainderOp : Chlo_Broadcast<"broadcast_remainder">;
def BroadcastShiftLeftOp : Chlo_Broadcast<"broadcast_shift_left">;
def BroadcastShiftRightArithmeticOp : Chlo_Broadcast<"broadcast_shift_right_arithmetic">;
def BroadcastShiftRightLogicalOp : Chlo_Broadcast<"broadcast_shift_right_logical">;
def BroadcastSubtractOp : Chlo_Broadcast<"broadcast_subtract">;
def BroadcastXorOp : Chlo_Broadcast<"broadcast_xor", BoolOrIntegerTensor>;
def BroadcastZetaOp : Chlo_Broadcast<"broadcast_zeta", FloatTensor>;
def BroadcastCompareOp : Chlo_Broadcast<"broadcast_compare", AnyTensorValue, BoolTensor> {
  let arguments = (ins AnyTensorValue:$lhs, AnyTensorValue:$rhs, OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions,
                   Chlo_ComparisonDirectionAttr:$comparison_direction, OptionalAttr<Chlo_ComparisonTypeAttr>:$compare_type);
}
def BroadcastSelectOp : Chlo_Op<"broadcast_select", [Pure]> {
  let arguments = (ins BoolTensor:$pred, AnyTensorValue:$on_true, AnyTensorValue:$on_false);
  let results = (outs AnyTensorValue:$result);
  let assemblyFormat = [{
    $pred `,` $on_true `,` $on_false attr-dict `:` `(` type($pred) `,` type($on_true) `,` type($on_false) `)`
    `->` type(results)
  }];
  let hasVerifier = 1;
}

// --- the rest --------------------------------------------------------------------------------------------------------
def ConstantOp : Chlo_Op<"constant", [ConstantLike, Pure, AllTypesMatch<["value", "output"]>]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyTensorValue:$output);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}
def ConstantLikeOp : Chlo_Op<"constant_like", [Pure, SameOperandsAndResultShape]> {
  let arguments = (ins TypedAttrInterface:$value, AnyTensorValue:$operand);
  let results = (outs AnyTensorValue:$result);
  let hasVerifier = 1;
}
def TopKOp : Chlo_Op<"top_k", [Pure]> {
  let arguments = (ins AnyTensorValue:$operand, I64Attr:$k, DefaultValuedOptionalAttr<BoolAttr, "true">:$is_stable);
  let results = (outs AnyTensorValue:$values, AnyTensorValue:$indices);
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict
    `:` type($operand) `->` `(` type($values) `,` type($indices) `)`
  }];
  let hasVerifier = 1;
}
def RaggedDotOp : Chlo_Op<"ragged_dot", [Pure]> {
  let arguments = (ins AnyTensorValue:$lhs, AnyTensorValue:$rhs, IntegerTensor:$group_sizes,
                   RaggedDotDimensionNumbers:$ragged_dot_dimension_numbers,
                   OptionalAttr<Chlo_PrecisionConfig>:$precision_config);
  let results = (outs AnyTensorValue:$result);
  let hasVerifier = 1;
}
def ScanOp : Chlo_Op<"scan", [AttrSizedOperandSegments, AttrSizedResultSegments, IsolatedFromAbove,
                              RecursiveMemoryEffects, OpAsmOpInterface]> {
  let arguments = (ins Variadic<AnyTensorValue>:$inputs, Variadic<AnyTensorValue>:$inits, ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension,
                   OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$scan_dim_size, DefaultValuedOptionalAttr<BoolAttr, "false">:$is_reverse,
                   OptionalAttr<BoolAttr>:$is_associative);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<AnyTensorValue>:$outputs, Variadic<AnyTensorValue>:$carries);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}
