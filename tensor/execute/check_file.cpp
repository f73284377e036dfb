#include "tensor/execute/check_file.h"

#include "cotangent/error.h"
#include "tensor/execute/executable.h"
#include "tensor/ir/dialects.h"

#include "llvm/Support/FileSystem.h"

#include <exception>

using namespace mlir;

namespace cotangent::execute {
namespace {

/// Lines of a chunk keep their numbers in the file: what stands before it is blank.
std::string with_lines_before(StringRef whole, StringRef chunk) {
  auto lines = whole.take_front(static_cast<size_t>(chunk.data() - whole.data())).count('\n');
  return std::string(lines, '\n') + chunk.str();
}

/// Where interpreter.probe writes during one check; only there if the module has such operations.
class ProbeFolder {
public:
  explicit ProbeFolder(ModuleOp module) {
    bool probes = module.walk([](interpreter::ProbeOp) { return WalkResult::interrupt(); }).wasInterrupted();
    if (!probes)
      return;
    if (std::error_code error = llvm::sys::fs::createUniqueDirectory("cotangent-probes", path_))
      throw cotangent::Error("bad-file", "cannot make a folder for probes: " + error.message());
  }
  ProbeFolder(const ProbeFolder &) = delete;
  ProbeFolder &operator=(const ProbeFolder &) = delete;
  ~ProbeFolder() {
    if (!path_.empty())
      llvm::sys::fs::remove_directories(path_);
  }
  std::string path() const { return path_.str().str(); }

private:
  SmallString<128> path_;
};

std::string run_check(std::shared_ptr<LoadedModule> module, func::FuncOp function, CompileOptions options) {
  try {
    ProbeFolder folder(module->module());
    options.probe_folder = folder.path();
    make_executable(std::move(module), function, options)->run({});
    return "";
  } catch (const std::exception &error) {
    return error.what();
  }
}

void check_chunk(const CheckRequest &request, const std::string &text, CheckReport &report) {
  CompileOptions options;
  options.backend = request.backend == "interpreter" ? Backend::Interpreter : Backend::Cpu;
  options.strict = request.strict;
  options.print = true;
  options.simplify = false; // tests have constants as inputs: nothing would be left to run
  std::shared_ptr<LoadedModule> module = LoadedModule::parse(text, request.path);
  SmallVector<ModuleOp> modules{module->module()};
  llvm::append_range(modules, module->module().getOps<ModuleOp>());
  for (ModuleOp inner : modules)
    for (func::FuncOp function : inner.getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal() && function.getNumArguments() == 0)
        report.results.push_back({function.getName().str(), run_check(module, function, options)});
}

} // namespace

CheckReport check_file(const CheckRequest &request) {
  CheckReport report;
  auto note_faults = [&](auto &&work) {
    try {
      work();
    } catch (const cotangent::Error &error) {
      report.fault += std::string(error.message()) + "\n";
    }
  };
  note_faults([&] {
    std::unique_ptr<llvm::MemoryBuffer> buffer = read_text(request.path);
    StringRef whole = buffer->getBuffer(), rest = whole;
    while (!rest.empty()) {
      auto [chunk, after] = rest.split("\n// -----");
      note_faults([&] { check_chunk(request, with_lines_before(whole, chunk), report); });
      rest = after;
    }
  });
  return report;
}

} // namespace cotangent::execute

extern "C" void cotangent_check_file(const cotangent::execute::CheckRequest &request,
                                     cotangent::execute::CheckReport &report) {
  report = cotangent::execute::check_file(request);
}
