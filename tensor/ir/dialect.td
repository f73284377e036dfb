// The dialect `stablehlo`: its types, and the kinds of types that operations name.
#ifndef COTANGENT_TENSOR_IR_DIALECT
#define COTANGENT_TENSOR_IR_DIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Stablehlo_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::cotangent::stablehlo";
  let useDefaultAttributePrinterParser = 0;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser, mlir::Type type) const override;
    void printAttribute(mlir::Attribute attribute, mlir::DialectAsmPrinter &printer) const override;
    mlir::Operation *materializeConstant(mlir::OpBuilder &builder, mlir::Attribute value, mlir::Type type,
                                         mlir::Location location) override;
  }];
}

// --- types of the dialect --------------------------------------------------------------------------------------------
class Stablehlo_Type<string name, string mnemonic_> : TypeDef<Stablehlo_Dialect, name> {
  let mnemonic = mnemonic_;
}
def Stablehlo_Token : Stablehlo_Type<"Token", "token"> {
  let summary = "an opaque value that orders operations";
}
def Stablehlo_Future : Stablehlo_Type<"Future", "future"> {
  let summary = "results of an operation that has started";
  let parameters = (ins ArrayRefParameter<"mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
}

// --- element types ---------------------------------------------------------------------------------------------------
def Bool : TypeAlias<I1, "bool">;
def SignedInteger : SignlessIntOfWidths<[2, 4, 8, 16, 32, 64]>;
def UnsignedInteger : UnsignedIntOfWidths<[2, 4, 8, 16, 32, 64]>;
def Integer : AnyTypeOf<[SignedInteger, UnsignedInteger], "integer of 2, 4, 8, 16, 32 or 64 bits">;
def FloatNumber : AnyTypeOf<[F4E2M1FN, F6E2M3FN, F6E3M2FN, F8E3M4, F8E4M3, F8E4M3FN, F8E4M3FNUZ, F8E4M3B11FNUZ, F8E5M2,
                             F8E5M2FNUZ, F8E8M0FNU, BF16, F16, F32, F64], "floating-point number">;
def ComplexNumber : AnyTypeOf<[Complex<F32>, Complex<F64>], "complex number of f32 or f64">;
def Quantized : Type<CPred<"mlir::isa<mlir::quant::UniformQuantizedType>($_self)">, "integer quantised per tensor">;
def QuantizedPerAxis
    : Type<CPred<"mlir::isa<mlir::quant::UniformQuantizedPerAxisType>($_self)">, "integer quantised per axis">;
def DimensionNumber : AnyTypeOf<[Index, SignedInteger, UnsignedInteger], "integer or index">;

defvar AnyElement = [FloatNumber, Bool, Integer, ComplexNumber, Quantized];
defvar AnyElementOrPerAxis = [FloatNumber, Bool, Integer, ComplexNumber, Quantized, QuantizedPerAxis];

// --- tensors ---------------------------------------------------------------------------------------------------------
class TensorsOf<list<Type> elements> : RankedTensorOf<elements>;

def AnyTensorValue : TensorsOf<AnyElement>;
def AnyTensorOrPerAxis : TensorsOf<AnyElementOrPerAxis>;
def PlainTensor : TensorsOf<[FloatNumber, Bool, Integer, ComplexNumber]>;
def BoolTensor : TensorsOf<[Bool]>;
def IntegerTensor : TensorsOf<[Integer]>;
def BoolOrIntegerTensor : TensorsOf<[Bool, Integer]>;
def FloatTensor : TensorsOf<[FloatNumber]>;
def FloatOrComplexTensor : TensorsOf<[FloatNumber, ComplexNumber]>;
def FloatOrQuantizedTensor : TensorsOf<[FloatNumber, Quantized]>;
def FloatOrAnyQuantizedTensor : TensorsOf<[FloatNumber, Quantized, QuantizedPerAxis]>;
def AnyQuantizedTensor : TensorsOf<[Quantized, QuantizedPerAxis]>;
def AnalyticTensor : TensorsOf<[FloatNumber, ComplexNumber, Quantized]>;
def NumberTensor : TensorsOf<[Integer, FloatNumber, ComplexNumber, Quantized]>;
def SignedNumberTensor : TensorsOf<[SignedInteger, FloatNumber, ComplexNumber, Quantized]>;
def SignedRealTensor : TensorsOf<[SignedInteger, FloatNumber, Quantized]>;
def IntegerOrFloatTensor : TensorsOf<[Integer, FloatNumber]>;
def BoolIntegerOrFloatTensor : TensorsOf<[Bool, Integer, FloatNumber]>;
def Float32Or64Tensor : TensorsOf<[F32, F64]>;
def ComplexTensor : TensorsOf<[ComplexNumber]>;
def PositionTensor : TensorsOf<[DimensionNumber]>;
def Int32Tensor : TensorsOf<[I32]>;
def UInt32Tensor : TensorsOf<[UI32]>;

def ScalarTensor : 0DTensorOf<AnyElement>;
def ScalarIntegerTensor : 0DTensorOf<[Integer]>;
def ShapeTensor : 1DTensorOf<[DimensionNumber]>;
def PaddingTensor : 2DTensorOf<[DimensionNumber]>;
def FloatVector : 1DTensorOf<[FloatNumber, Quantized]>;

def Token : Type<CPred<"mlir::isa<cotangent::stablehlo::TokenType>($_self)">, "token">;
def Future : Type<CPred<"mlir::isa<cotangent::stablehlo::FutureType>($_self)">, "future">;
def Buffer : MemRefOf<AnyElement>;
def AnyTupleValue : NestedTupleOf<[AnyTensorOrPerAxis, Buffer, Token]>;
def TensorOrToken : AnyTypeOf<[AnyTensorOrPerAxis, Token]>;
def CarriedValue : AnyTypeOf<[AnyTensorOrPerAxis, Token, Buffer]>;
def AnyValue : AnyTypeOf<[AnyTensorOrPerAxis, Token, AnyTupleValue, Buffer]>;
def ForeignValue : AnyTypeOf<[AnyTensorOrPerAxis, TensorOf<AnyElementOrPerAxis>, Token, AnyTupleValue, Buffer, Future]>;

// --- operations ------------------------------------------------------------------------------------------------------
/// Element types are equal, or quantised forms of the same types (parameters may differ).
def CompatibleElements : NativeOpTrait<"CompatibleElements"> {
  let cppNamespace = "::cotangent::stablehlo";
}

class Stablehlo_Op<string mnemonic, list<Trait> traits = []> : Op<Stablehlo_Dialect, mnemonic, traits>;

/// An operation whose constraints are more than its traits say: `verify` is in verify_*.cpp.
class Stablehlo_CheckedOp<string mnemonic, list<Trait> traits = []> : Stablehlo_Op<mnemonic, traits> {
  let hasVerifier = 1;
}

#endif
