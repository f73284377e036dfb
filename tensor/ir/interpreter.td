// The dialect `interpreter`: several processes in one program, and looking at values while it runs.
include "dialect.td"

def Interpreter_Dialect : Dialect {
  let name = "interpreter";
  let cppNamespace = "::cotangent::interpreter";
}
class Interpreter_Op<string mnemonic, list<Trait> traits = []> : Op<Interpreter_Dialect, mnemonic, traits>;

/// A grid of processes, replicas by partitions. Inputs and results are those of process (0, 0), then (0, 1), and so on.
def RunParallelOp : Interpreter_Op<"run_parallel"> {
  let arguments = (ins Variadic<TensorOrToken>:$inputs, OptionalAttr<FlatSymbolRefArrayAttr>:$infeed,
                   TypedArrayAttrBase<FlatSymbolRefArrayAttr, "rows of symbols">:$programs);
  let results = (outs Variadic<TensorOrToken>:$results);
  let hasVerifier = 1;
}
def PrintOp : Interpreter_Op<"print"> {
  let arguments = (ins AnyTensorValue:$operand);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}
def ProbeOp : Interpreter_Op<"probe", [SameOperandsAndResultType]> {
  let arguments = (ins AnyTensorValue:$operand, StrAttr:$probe_id);
  let results = (outs AnyTensorValue:$result);
  let assemblyFormat = "$operand `,` `probe_id` `=` $probe_id attr-dict `:` type($result)";
}
