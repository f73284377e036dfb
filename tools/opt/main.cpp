// cotangent-opt: one stage of the scalar engine on LLVM IR text, or of the tensor engine on module text (.mlir); the
// result is text again.
#include "tools/opt/stage.h"
#include "tools/opt/tensor_stage.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cotangent;

namespace {

/// Made only when the scalar engine is asked: the tensor engine has options of its own with the same names.
struct Options {
  cl::OptionCategory category{"cotangent-opt"};
  cl::opt<std::string> file{cl::Positional, cl::desc("FILE.ll (- for the standard input)"), cl::Required,
                            cl::cat(category)};
  cl::opt<std::string> function_name{"function",
                                     cl::desc("the function to differentiate; default: the only definition"),
                                     cl::value_desc("name"), cl::cat(category)};
  cl::opt<tools::Stage> stage{
      "stage", cl::desc("what to print"), cl::init(tools::Stage::Plan), cl::cat(category),
      cl::values(clEnumValN(tools::Stage::Primal, "primal", "the private program in normal form"),
                 clEnumValN(tools::Stage::Facts, "facts", "what is active, and the memory objects"),
                 clEnumValN(tools::Stage::Plan, "plan", "what is kept, recomputed and taped (default)"),
                 clEnumValN(tools::Stage::Derivative, "derivative", "the generated functions"))};
  cl::opt<tools::Sweeps> mode{
      "mode", cl::desc("how to differentiate"), cl::init(tools::Sweeps::Reverse), cl::cat(category),
      cl::values(clEnumValN(tools::Sweeps::Forward, "forward", "tangents"),
                 clEnumValN(tools::Sweeps::Reverse, "reverse", "adjoints, both sweeps in one function (default)"),
                 clEnumValN(tools::Sweeps::Split, "split", "adjoints, the sweeps apart"))};
  cl::opt<unsigned> width{"width", cl::desc("derivatives at once; default 1"), cl::value_desc("N"), cl::init(1),
                          cl::cat(category)};
  cl::list<std::string> activity{"activity",
                                 cl::desc("one for each parameter: const, dup, dupnoneed or active; default: numbers "
                                          "active (dup in forward mode), pointers dup, all else const"),
                                 cl::value_desc("list"), cl::CommaSeparated, cl::cat(category)};
  cl::opt<bool> optimise{"optimise", cl::desc("run the optimising pipeline on the derivatives"), cl::cat(category)};
};

int fail(const Twine &message) {
  errs() << "cotangent-opt: error: " << message << "\n";
  return 1;
}

Function *choose(Module &module, const std::string &file, const std::string &function_name, std::string &error) {
  if (!function_name.empty()) {
    Function *function = module.getFunction(function_name);
    if (!function || function->isDeclaration())
      error = function ? "function '" + function_name + "' has no body in " + file
                       : "there is no function '" + function_name + "' in " + file;
    return error.empty() ? function : nullptr;
  }
  Function *only = nullptr;
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (only)
      error = file + " defines several functions: choose one with --function";
    only = &function;
  }
  if (!only)
    error = file + " defines no function";
  return error.empty() ? only : nullptr;
}

} // namespace

int main(int count, char **words) {
  if (tools::names_tensor_module(count, words))
    return tools::run_tensor_stage(count, words);
  Options options;
  cl::HideUnrelatedOptions(options.category);
  const cl::opt<std::string> &file = options.file;
  std::string faults;
  raw_string_ostream fault_stream(faults);
  if (!cl::ParseCommandLineOptions(count, words, "one stage of the scalar engine: LLVM IR text in, text out\n",
                                   &fault_stream)) {
    errs() << faults;
    return 2;
  }
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseIRFile(file, diagnostic, context);
  if (!module) {
    diagnostic.print("cotangent-opt", errs());
    return 1;
  }
  std::string error;
  raw_string_ostream broken(error);
  if (verifyModule(*module, &broken))
    return fail(file + " is not valid: " + error);
  error.clear();
  Function *function = choose(*module, options.file, options.function_name, error);
  if (!function)
    return fail(error);
  tools::StageRequest request{
      options.stage, options.mode, options.width, {options.activity.begin(), options.activity.end()}, options.optimise};
  scalar::Signature signature;
  error = tools::make_signature(*function, request, signature);
  if (!error.empty()) {
    errs() << "cotangent-opt: error: " << error << "\n";
    return 2;
  }
  return tools::run_stage(*function, signature, request, outs(), errs()) ? 0 : 1;
}
