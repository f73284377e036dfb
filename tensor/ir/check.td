// The dialect `check`: what a test states about values. The meaning of each is in tensor/interpret/checks.h.
include "dialect.td"

def Check_Dialect : Dialect {
  let name = "check";
  let cppNamespace = "::cotangent::check";
}
class Check_Op<string mnemonic, list<Trait> traits = []> : Op<Check_Dialect, mnemonic, traits>;

def ExpectEqOp : Check_Op<"expect_eq", [SameTypeOperands]> {
  let arguments = (ins AnyTensorValue:$lhs, AnyTensorValue:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs)";
}
def ExpectEqConstOp : Check_Op<"expect_eq_const", [AllTypesMatch<["lhs", "value"]>]> {
  let arguments = (ins AnyTensorValue:$lhs, ElementsAttr:$value);
  let assemblyFormat = "$lhs `,` $value attr-dict";
}
def ExpectAlmostEqOp : Check_Op<"expect_almost_eq", [SameTypeOperands]> {
  let arguments = (ins FloatOrComplexTensor:$lhs, FloatOrComplexTensor:$rhs,
                   DefaultValuedOptionalAttr<F64Attr, "1e-4">:$tolerance);
  let assemblyFormat = "$lhs `,` $rhs (`,` `tolerance` `=` $tolerance^)? attr-dict `:` type($lhs)";
}
def ExpectAlmostEqConstOp : Check_Op<"expect_almost_eq_const", [AllTypesMatch<["lhs", "value"]>]> {
  let arguments = (ins FloatOrComplexTensor:$lhs, ElementsAttr:$value,
                   DefaultValuedOptionalAttr<F64Attr, "1e-4">:$tolerance);
  let assemblyFormat = "$lhs `,` $value (`,` `tolerance` `=` $tolerance^)? attr-dict";
}
def ExpectCloseOp : Check_Op<"expect_close", [AllTypesMatch<["actual", "expected"]>]> {
  let arguments = (ins FloatOrComplexTensor:$actual, FloatOrComplexTensor:$expected,
                   DefaultValuedAttr<UI64Attr, "1">:$max_ulp_difference,
                   DefaultValuedOptionalAttr<UI64Attr, "0">:$min_ulp_difference);
  let assemblyFormat = [{
    $actual `,` $expected `,` `max_ulp_difference` `=` $max_ulp_difference
    (`,` `min_ulp_difference` `=` $min_ulp_difference^)? `:` attr-dict type($actual) `,` type($expected)
  }];
}
def ExpectSerializedEqOp : Check_Op<"expect_serialized_eq"> {
  let arguments = (ins AnyTensorValue:$expected, StrAttr:$probe_id,
                   DefaultValuedOptionalAttr<UI32Attr, "0">:$iteration);
  let assemblyFormat = "$expected `,` `probe_id` `=` $probe_id (`,` `iter` `=` $iteration^)? attr-dict `:` type($expected)";
}
