#include "tensor/interpret/check_file.h"

#include "tensor/interpret/evaluator.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <exception>

using namespace mlir;

namespace cotangent::interpret {
namespace {

/// Lines of a chunk keep their numbers in the file: what stands before it is blank.
std::string with_lines_before(StringRef whole, StringRef chunk) {
  auto lines = whole.take_front(static_cast<size_t>(chunk.data() - whole.data())).count('\n');
  return std::string(lines, '\n') + chunk.str();
}

std::string run_check(ModuleOp module, func::FuncOp function) {
  try {
    Evaluator evaluator(module);
    evaluator.output = &llvm::outs();
    evaluator.call(function, {});
    return "";
  } catch (const std::exception &error) {
    return error.what();
  }
}

void check_chunk(MLIRContext &context, const std::string &path, const std::string &text, CheckReport &report) {
  llvm::raw_string_ostream faults(report.fault);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, path), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context, faults);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return;
  SmallVector<ModuleOp> modules{*module};
  llvm::append_range(modules, module->getOps<ModuleOp>());
  for (ModuleOp inner : modules)
    for (func::FuncOp function : inner.getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal() && function.getNumArguments() == 0)
        report.results.push_back({function.getName().str(), run_check(inner, function)});
}

} // namespace

CheckReport check_file(const std::string &path) {
  CheckReport report;
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) {
    report.fault = path + ": error: " + buffer.getError().message() + "\n";
    return report;
  }
  DialectRegistry registry;
  ir::register_dialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  StringRef whole = (*buffer)->getBuffer(), rest = whole;
  while (!rest.empty()) {
    auto [chunk, after] = rest.split("\n// -----");
    check_chunk(context, path, with_lines_before(whole, chunk), report);
    rest = after;
  }
  return report;
}

} // namespace cotangent::interpret

extern "C" void cotangent_check_file(const std::string &path, cotangent::interpret::CheckReport &report) {
  report = cotangent::interpret::check_file(path);
}
