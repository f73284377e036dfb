#include "tensor/execute/jit.h"

#include "cotangent/error.h"
#include "tensor/execute/object_cache.h"
#include "tensor/execute/runtime.h"
#include "tensor/execute/vector_bitcode.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;

namespace cotangent::execute {
namespace {

[[noreturn]] void refuse(llvm::Error error) {
  throw cotangent::Error("internal", "the program cannot be compiled: " + toString(std::move(error)));
}
template <class T> T value_of(Expected<T> value) {
  if (!value)
    refuse(value.takeError());
  return std::move(*value);
}

/// What this machine is, found out once.
struct Host {
  orc::JITTargetMachineBuilder builder;
  std::string cpu, features;
  bool wide_vectors = false;

  static const Host &get() {
    static const Host host = [] {
      InitializeNativeTarget();
      InitializeNativeTargetAsmPrinter();
      orc::JITTargetMachineBuilder builder = value_of(orc::JITTargetMachineBuilder::detectHost());
      builder.setCodeGenOptLevel(CodeGenOptLevel::Default);
      Host found{builder, builder.getCPU(), builder.getFeatures().getString(), false};
      found.wide_vectors = StringRef(found.features).contains("+avx512f");
      return found;
    }();
    return host;
  }
};

void set_target(Module &module, const Host &host) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", host.cpu);
    function.addFnAttr("target-features", host.features);
    function.removeFnAttr("tune-cpu");
    function.removeFnAttr("min-legal-vector-width");
    if (host.wide_vectors)
      function.addFnAttr("prefer-vector-width", "512");
  }
}

/// Takes in the vector functions that the module calls; most vanish in their callers.
void link_vector_functions(Module &module) {
  bool wanted = false;
  for (const Function &function : module)
    wanted |= function.isDeclaration() && function.getName().starts_with("ct_") &&
              (function.getName().ends_with("_f32") || function.getName().ends_with("_f64"));
  if (!wanted)
    return;
  MemoryBufferRef bytes(StringRef(reinterpret_cast<const char *>(vector_bitcode), vector_bitcode_size), "vector_math");
  std::unique_ptr<Module> library = value_of(getLazyBitcodeModule(bytes, module.getContext()));
  library->setDataLayout(module.getDataLayout());
  library->setTargetTriple(module.getTargetTriple());
  std::set<std::string> own;
  for (const Function &function : module)
    if (!function.isDeclaration())
      own.insert(function.getName().str());
  if (Linker::linkModules(module, std::move(library), Linker::LinkOnlyNeeded))
    throw cotangent::Error("internal", "the vector functions cannot be linked");
  for (Function &function : module)
    if (!function.isDeclaration() && !own.contains(function.getName().str())) {
      function.setLinkage(Function::InternalLinkage);
      if (!function.hasFnAttribute(Attribute::NoInline))
        function.addFnAttr(Attribute::AlwaysInline);
    }
}

void optimize(Module &module, TargetMachine &machine) {
  PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  tuning.SLPVectorization = true;
  PassBuilder builder(&machine, tuning);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2).run(module, modules);
}

std::unique_ptr<MemoryBuffer> assemble(Module &module, TargetMachine &machine) {
  SmallVector<char, 0> object;
  raw_svector_ostream out(object);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, out, nullptr, CodeGenFileType::ObjectFile))
    throw cotangent::Error("internal", "this machine's code cannot be written");
  passes.run(module);
  return std::make_unique<SmallVectorMemoryBuffer>(std::move(object), "program");
}

/// Finds what programs call in this library: see runtime.h.
class RuntimeSymbols : public orc::DefinitionGenerator {
public:
  llvm::Error tryToGenerate(orc::LookupState &, orc::LookupKind, orc::JITDylib &library, orc::JITDylibLookupFlags,
                            const orc::SymbolLookupSet &symbols) override {
    orc::SymbolMap found;
    for (const auto &[name, flags] : symbols)
      if (void *address = runtime_symbol(*name))
        found[name] = {orc::ExecutorAddr::fromPtr(address), JITSymbolFlags::Exported};
    return found.empty() ? llvm::Error::success() : library.define(orc::absoluteSymbols(std::move(found)));
  }
};

} // namespace

struct Code::State {
  std::unique_ptr<orc::LLJIT> jit;
};
Code::Code() = default;
Code::~Code() = default;
Code::Code(Code &&) noexcept = default;
Code &Code::operator=(Code &&) noexcept = default;

Code compile(std::unique_ptr<Module> module, std::unique_ptr<LLVMContext> context, const JitOptions &options) {
  const Host &host = Host::get();
  orc::JITTargetMachineBuilder target = host.builder;
  std::unique_ptr<TargetMachine> machine = value_of(target.createTargetMachine());
  module->setDataLayout(machine->createDataLayout());
  module->setTargetTriple(machine->getTargetTriple());
#ifndef NDEBUG
  std::string fault;
  raw_string_ostream fault_out(fault);
  if (verifyModule(*module, &fault_out))
    throw cotangent::Error("internal", "the emitted program is malformed: " + fault);
#endif
  SmallVector<char, 0> bitcode;
  raw_svector_ostream bitcode_out(bitcode);
  WriteBitcodeToFile(*module, bitcode_out);
  std::string key = object_key(bitcode, {host.cpu, host.features, options.strict ? "strict" : "fast"});
  std::unique_ptr<MemoryBuffer> object = options.use_disk_cache ? find_object(key) : nullptr;
  Code code;
  code.from_disk = object != nullptr;
  if (!object) {
    link_vector_functions(*module);
    set_target(*module, host);
    optimize(*module, *machine);
    object = assemble(*module, *machine);
    if (options.use_disk_cache)
      keep_object(key, object->getBuffer());
  }
  module.reset();
  context.reset();
  code.state_ = std::make_unique<Code::State>();
  orc::LLJITBuilder builder;
  builder.setJITTargetMachineBuilder(target);
  code.state_->jit = value_of(builder.create());
  orc::JITDylib &library = code.state_->jit->getMainJITDylib();
  library.addGenerator(std::make_unique<RuntimeSymbols>());
  library.addGenerator(value_of(
      orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(code.state_->jit->getDataLayout().getGlobalPrefix())));
  if (llvm::Error error = code.state_->jit->addObjectFile(std::move(object)))
    refuse(std::move(error));
  code.entry = value_of(code.state_->jit->lookup("cotangent_entry")).toPtr<Entry>();
  return code;
}

} // namespace cotangent::execute
