// Control flow, tuples, calls of foreign functions, and what crosses the border of the program.
#ifndef COTANGENT_TENSOR_IR_CONTROL
#define COTANGENT_TENSOR_IR_CONTROL

include "attributes.td"

def ReturnOp : Stablehlo_Op<"return", [Pure, Terminator]> {
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
}
def IfOp : Stablehlo_CheckedOp<"if", [
    RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins BoolTensor:$pred);
  let regions = (region SizedRegion<1>:$true_branch, SizedRegion<1>:$false_branch);
  let results = (outs Variadic<CarriedValue>);
}
def CaseOp : Stablehlo_CheckedOp<"case", [
    RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins Int32Tensor:$index);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let results = (outs Variadic<CarriedValue>);
}
def WhileOp : Stablehlo_CheckedOp<"while", [RecursiveMemoryEffects, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let arguments = (ins Variadic<CarriedValue>:$operand);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let results = (outs Variadic<CarriedValue>);
  let hasCustomAssemblyFormat = 1;
}
def OptimizationBarrierOp : Stablehlo_CheckedOp<"optimization_barrier", [Pure]> {
  let arguments = (ins Variadic<TensorOrToken>:$operand);
  let results = (outs Variadic<TensorOrToken>:$result);
  let assemblyFormat = [{
    attr-dict ($operand^ `:` custom<PairwiseType>(type($operand), type($result))) : (`(` `)`)?
  }];
}
def TupleOp : Stablehlo_CheckedOp<"tuple", [Pure]> {
  let arguments = (ins Variadic<AnyValue>:$val);
  let results = (outs AnyTupleValue:$result);
  let assemblyFormat = "$val attr-dict `:` custom<TupleType>(type($val), type($result))";
}
def GetTupleElementOp : Stablehlo_CheckedOp<"get_tuple_element", [Pure]> {
  let arguments = (ins AnyTupleValue:$operand, ConfinedAttr<I32Attr, [IntNonNegative]>:$index);
  let results = (outs AnyValue:$result);
  let assemblyFormat = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)";
}

// --- functions of others ---------------------------------------------------------------------------------------------
def CustomCallOp : Stablehlo_CheckedOp<"custom_call", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let arguments = (ins Variadic<ForeignValue>:$inputs, StrAttr:$call_target_name, DefaultFalse:$has_side_effect,
                   OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
                   DefaultValuedOptionalAttr<CustomCallApiVersion,
                     "cotangent::stablehlo::CustomCallApiVersion::API_VERSION_ORIGINAL">:$api_version,
                   DefaultValuedOptionalAttr<FlatSymbols, "{}">:$called_computations,
                   OptionalAttr<Layouts>:$operand_layouts, OptionalAttr<Layouts>:$result_layouts,
                   DefaultValuedOptionalAttr<OutputOperandAliases, "{}">:$output_operand_aliases,
                   OptionalAttr<ArrayAttr>:$result_tilings);
  let results = (outs Variadic<ForeignValue>);
  let assemblyFormat = [{
    custom<CallTarget>($call_target_name) `(` $inputs `)` attr-dict `:` functional-type(operands, results)
  }];
}
/// An operation that others know by name and everybody by its decomposition.
def CompositeOp : Stablehlo_Op<"composite", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins Variadic<AnyValue>:$inputs, StrAttr:$name,
                   DefaultValuedOptionalAttr<DictionaryAttr, "{}">:$composite_attributes,
                   FlatSymbolRefAttr:$decomposition, DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let regions = (region VariadicRegion<AnyRegion>:$composite_regions);
  let results = (outs Variadic<AnyValue>);
  let assemblyFormat = [{
    $name operands (` ` `(` $composite_regions^ `)`)? attr-dict `:` functional-type(operands, results)
  }];
}

// --- tokens ----------------------------------------------------------------------------------------------------------
def AfterAllOp : Stablehlo_Op<"after_all", [Pure]> {
  let arguments = (ins Variadic<Token>:$inputs);
  let results = (outs Token:$result);
  let assemblyFormat = [{
    $inputs attr-dict `:` custom<SameVariadicType>(ref($inputs), type($inputs), type($result))
  }];
}
def CreateTokenOp : Stablehlo_Op<"create_token", [Pure]> {
  let results = (outs Token:$output);
  let assemblyFormat = "attr-dict `:` type(results)";
}
def InfeedOp : Stablehlo_CheckedOp<"infeed"> {
  let arguments = (ins Token:$token, DefaultValuedStrAttr<StrAttr, "">:$infeed_config, OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<TensorOrToken>);
}
def OutfeedOp : Stablehlo_Op<"outfeed"> {
  let arguments = (ins Variadic<AnyTensorOrPerAxis>:$inputs, Token:$token,
                   DefaultValuedStrAttr<StrAttr, "">:$outfeed_config);
  let results = (outs Token:$result);
}

#endif
