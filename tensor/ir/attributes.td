// Attributes of operations: choices by name, and dimension numbers.
#ifndef COTANGENT_TENSOR_IR_ATTRIBUTES
#define COTANGENT_TENSOR_IR_ATTRIBUTES

include "dialect.td"

// --- choices: `#stablehlo<comparison_direction LT>` ------------------------------------------------------------------
class Choice<string name, list<I32EnumAttrCase> cases> : I32EnumAttr<name, name, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::cotangent::stablehlo";
}
class ChoiceAttr<EnumAttrInfo choice, string mnemonic> : EnumAttr<Stablehlo_Dialect, choice, mnemonic>;

def Precision : Choice<"Precision", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>, I32EnumAttrCase<"HIGHEST", 2>]>;
def PrecisionAttr : ChoiceAttr<Precision, "precision">;
def PrecisionConfig : TypedArrayAttrBase<PrecisionAttr, "one precision for each operand">;

def ResultAccuracyMode : Choice<"ResultAccuracyMode", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGHEST", 1>, I32EnumAttrCase<"TOLERANCE", 2>]>;
def ResultAccuracyModeAttr : ChoiceAttr<ResultAccuracyMode, "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

def FftType : Choice<"FftType", [
  I32EnumAttrCase<"FFT", 0>, I32EnumAttrCase<"IFFT", 1>, I32EnumAttrCase<"RFFT", 2>, I32EnumAttrCase<"IRFFT", 3>]>;
def FftTypeAttr : ChoiceAttr<FftType, "fft_type">;

def ComparisonDirection : Choice<"ComparisonDirection", [
  I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>, I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
  I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def ComparisonDirectionAttr : ChoiceAttr<ComparisonDirection, "comparison_direction">;

def ComparisonType : Choice<"ComparisonType", [
  I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>, I32EnumAttrCase<"TOTALORDER", 2>,
  I32EnumAttrCase<"SIGNED", 3>, I32EnumAttrCase<"UNSIGNED", 4>]>;
def ComparisonTypeAttr : ChoiceAttr<ComparisonType, "comparison_type">;

def Transpose : Choice<"Transpose", [
  I32EnumAttrCase<"TRANSPOSE_INVALID", 0>, I32EnumAttrCase<"NO_TRANSPOSE", 1>, I32EnumAttrCase<"TRANSPOSE", 2>,
  I32EnumAttrCase<"ADJOINT", 3>]>;
def TransposeAttr : ChoiceAttr<Transpose, "transpose">;

def RngDistribution : Choice<"RngDistribution", [I32EnumAttrCase<"UNIFORM", 1>, I32EnumAttrCase<"NORMAL", 2>]>;
def RngDistributionAttr : ChoiceAttr<RngDistribution, "rng_distribution">;

def RngAlgorithm : Choice<"RngAlgorithm", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"THREE_FRY", 1>, I32EnumAttrCase<"PHILOX", 2>]>;
def RngAlgorithmAttr : ChoiceAttr<RngAlgorithm, "rng_algorithm">;

/// Stored as a plain i32.
def CustomCallApiVersion : I32EnumAttr<"CustomCallApiVersion", "how the called function expects its arguments", [
  I32EnumAttrCase<"API_VERSION_UNSPECIFIED", 0>, I32EnumAttrCase<"API_VERSION_ORIGINAL", 1>,
  I32EnumAttrCase<"API_VERSION_STATUS_RETURNING", 2>, I32EnumAttrCase<"API_VERSION_STATUS_RETURNING_UNIFIED", 3>,
  I32EnumAttrCase<"API_VERSION_TYPED_FFI", 4>]> {
  let cppNamespace = "::cotangent::stablehlo";
}

// --- dimension numbers -----------------------------------------------------------------------------------------------
class Stablehlo_Attr<string name, string mnemonic_> : AttrDef<Stablehlo_Dialect, name> {
  let mnemonic = mnemonic_;
}
def Dimensions : ArrayRefParameter<"int64_t", "dimensions"> {
  let parser = "parse_dimension_list($_parser)";
  let printer = "print_dimension_list($_printer, $_self)";
}

def GatherDimensionNumbers : Stablehlo_Attr<"GatherDimensionNumbers", "gather"> {
  let parameters = (ins Dimensions:$offset_dims, Dimensions:$collapsed_slice_dims, Dimensions:$operand_batching_dims,
                    Dimensions:$start_indices_batching_dims, Dimensions:$start_index_map, "int64_t":$index_vector_dim);
  let hasCustomAssemblyFormat = 1;
}
def ScatterDimensionNumbers : Stablehlo_Attr<"ScatterDimensionNumbers", "scatter"> {
  let parameters = (ins Dimensions:$update_window_dims, Dimensions:$inserted_window_dims,
                    Dimensions:$input_batching_dims, Dimensions:$scatter_indices_batching_dims,
                    Dimensions:$scatter_dims_to_operand_dims, "int64_t":$index_vector_dim);
  let hasCustomAssemblyFormat = 1;
}
def DotDimensionNumbers : Stablehlo_Attr<"DotDimensionNumbers", "dot"> {
  let parameters = (ins Dimensions:$lhs_batching_dimensions, Dimensions:$rhs_batching_dimensions,
                    Dimensions:$lhs_contracting_dimensions, Dimensions:$rhs_contracting_dimensions);
  let hasCustomAssemblyFormat = 1;
}
/// Written `[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]`.
def ConvDimensionNumbers : Stablehlo_Attr<"ConvDimensionNumbers", "conv"> {
  let parameters = (ins "int64_t":$input_batch_dimension, "int64_t":$input_feature_dimension,
                    Dimensions:$input_spatial_dimensions, "int64_t":$kernel_input_feature_dimension,
                    "int64_t":$kernel_output_feature_dimension, Dimensions:$kernel_spatial_dimensions,
                    "int64_t":$output_batch_dimension, "int64_t":$output_feature_dimension,
                    Dimensions:$output_spatial_dimensions);
  let hasCustomAssemblyFormat = 1;
}
def DotAlgorithm : Stablehlo_Attr<"DotAlgorithm", "dot_algorithm"> {
  let parameters = (ins "mlir::Type":$lhs_precision_type, "mlir::Type":$rhs_precision_type,
                    "mlir::Type":$accumulation_type, "int64_t":$lhs_component_count, "int64_t":$rhs_component_count,
                    "int64_t":$num_primitive_operations, "bool":$allow_imprecise_accumulation);
  let assemblyFormat = [{
    `<` `lhs_precision_type` `=` $lhs_precision_type `,` `rhs_precision_type` `=` $rhs_precision_type `,`
        `accumulation_type` `=` $accumulation_type `,` `lhs_component_count` `=` $lhs_component_count `,`
        `rhs_component_count` `=` $rhs_component_count `,`
        `num_primitive_operations` `=` $num_primitive_operations `,`
        `allow_imprecise_accumulation` `=` $allow_imprecise_accumulation `>`
  }];
  let genVerifyDecl = 1;
}
def OutputOperandAlias : Stablehlo_Attr<"OutputOperandAlias", "output_operand_alias"> {
  let parameters = (ins Dimensions:$output_tuple_indices, "int64_t":$operand_index, Dimensions:$operand_tuple_indices);
  let assemblyFormat = [{
    `<` `output_tuple_indices` `=` $output_tuple_indices `,` `operand_index` `=` $operand_index `,`
        `operand_tuple_indices` `=` $operand_tuple_indices `>`
  }];
}
def ChannelHandle : Stablehlo_Attr<"ChannelHandle", "channel_handle"> {
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
  let assemblyFormat = "`<` struct(params) `>`";
}
/// Upper bounds of dynamic dimensions, as encoding of a tensor type: `tensor<?x4xf32, #stablehlo.bounds<3, ?>>`.
def TypeExtensions : Stablehlo_Attr<"TypeExtensions", "type_extensions"> {
  let parameters = (ins ArrayRefParameter<"int64_t">:$bounds);
  let assemblyFormat = "`<` `bounds` `=` ` ` custom<Bounds>($bounds) `>`";
}
def ResultAccuracy : Stablehlo_Attr<"ResultAccuracy", "result_accuracy"> {
  let parameters = (ins "llvm::APFloat":$atol, "llvm::APFloat":$rtol, "int64_t":$ulps,
                    "cotangent::stablehlo::ResultAccuracyMode":$mode);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

// --- meshes: groups of processes by the axes of a grid ---------------------------------------------------------------
def SubAxisInfo : Stablehlo_Attr<"SubAxisInfo", "sub_axis_info"> {
  let parameters = (ins "int64_t":$pre_size, "int64_t":$size);
  let assemblyFormat = "`(` $pre_size `)` `` $size";
}
def AxisRef : Stablehlo_Attr<"AxisRef", "axis_ref"> {
  let parameters = (ins StringRefParameter<"name of the axis">:$name, OptionalParameter<"SubAxisInfoAttr">:$sub_axis_info);
  let assemblyFormat = "`<` struct(params) `>`";
}
def MeshAxis : Stablehlo_Attr<"MeshAxis", "mesh_axis"> {
  let parameters = (ins StringRefParameter<"name of the axis">:$name, "int64_t":$size);
  let assemblyFormat = "`<` struct(params) `>`";
}
def Mesh : Stablehlo_Attr<"Mesh", "mesh"> {
  let parameters = (ins ArrayRefParameter<"cotangent::stablehlo::MeshAxisAttr">:$axes,
                    OptionalParameter<"mlir::DenseIntElementsAttr">:$device_ids);
  let assemblyFormat = "`<` `axes` `` `=` `` `[` $axes `]` (`,` `device_ids` `` `=` `` $device_ids^)? `>`";
}
def ReplicaGroupMeshAxes : Stablehlo_Attr<"ReplicaGroupMeshAxes", "replica_group_mesh_axes"> {
  let parameters = (ins "mlir::Attribute":$mesh, "mlir::ArrayAttr":$axes);
  let assemblyFormat = "`<` struct(params) `>`";
}

// --- attributes made of others ---------------------------------------------------------------------------------------
def ReplicaGroups : AnyAttrOf<[I64ElementsAttr, ReplicaGroupMeshAxes]>;
def LayoutAttr : Attr<CPred<[{
    mlir::isa<mlir::DenseIntElementsAttr>($_self) &&
    mlir::cast<mlir::DenseIntElementsAttr>($_self).getType().getElementType().isIndex()}]>, "layout: dense integers of index"> {
  let storageType = "mlir::DenseIntElementsAttr";
  let returnType = "mlir::DenseIntElementsAttr";
  let convertFromStorage = "$_self";
}
def Layouts : TypedArrayAttrBase<LayoutAttr, "a layout for each value">;
def FlatSymbols : TypedArrayAttrBase<FlatSymbolRefAttr, "symbols">;
def OutputOperandAliases : TypedArrayAttrBase<OutputOperandAlias, "results that share memory with operands">;
def DimensionAttr : ConfinedAttr<I64Attr, [IntNonNegative]>;
def CountAttr : ConfinedAttr<I64Attr, [IntPositive]>;
def DefaultFalse : DefaultValuedOptionalAttr<BoolAttr, "false">;

#endif
