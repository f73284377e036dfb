#include "tensor/execute/loaded_module.h"

#include "cotangent/error.h"
#include "tensor/ir/dialects.h"
#include "tensor/simplify/simplify.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace cotangent::execute {
namespace {

/// Functions that call each other in a circle would never end: this language has no recursion.
std::string recursion_fault(ModuleOp module) {
  llvm::DenseMap<Operation *, int> state; // 1: being visited, 2: done
  auto visit = [&](auto &&visit, func::FuncOp function) -> Operation * {
    int &mark = state[function];
    if (mark != 0)
      return mark == 1 ? function.getOperation() : nullptr;
    mark = 1;
    Operation *circle = nullptr;
    function.walk([&](Operation *operation) {
      for (const char *name : {"callee", "decomposition"})
        if (auto symbol = operation->getAttrOfType<FlatSymbolRefAttr>(name); symbol && !circle)
          if (auto callee = dyn_cast_or_null<func::FuncOp>(SymbolTable::lookupSymbolIn(module, symbol)))
            circle = visit(visit, callee);
    });
    state[function] = 2;
    return circle;
  };
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    if (Operation *circle = visit(visit, function)) {
      std::string text;
      llvm::raw_string_ostream out(text);
      if (auto place = circle->getLoc()->findInstanceOf<FileLineColLoc>())
        out << place.getFilename().str() << ":" << place.getLine() << ":" << place.getColumn() << ": ";
      out << "error: function '" << cast<func::FuncOp>(circle).getName() << "' calls itself; programs cannot recurse";
      return text;
    }
  return "";
}

/// Reports operations of dialects that are not known here.
bool refuse_unknown(ModuleOp module) {
  bool refused = false;
  module.walk([&](Operation *operation) {
    if (!operation->isRegistered()) {
      operation->emitError() << "there is no operation '" << operation->getName() << "'";
      refused = true;
    }
  });
  return refused;
}

/// "FILE:LINE:COLUMN: error: …" at the first byte that is no UTF-8, else empty.
std::string encoding_fault(StringRef text, StringRef name) {
  size_t at = 0;
  if (llvm::json::isUTF8(text, &at))
    return "";
  StringRef before = text.take_front(at);
  size_t line_start = before.rfind('\n') + 1; // npos + 1 is 0
  return (name + ":" + Twine(before.count('\n') + 1) + ":" + Twine(at - line_start + 1) +
          ": error: this is not UTF-8 text")
      .str();
}

} // namespace

std::string nesting_fault(StringRef text, StringRef name) {
  int depth = 0;
  int64_t line = 1, line_start = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    char letter = text[at];
    if (letter == '\n') {
      ++line;
      line_start = static_cast<int64_t>(at) + 1;
    } else if (letter == '"') {
      for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
        if (text[at] == '\\')
          ++at;
      if (at < text.size() && text[at] == '\n')
        --at;
    } else if (letter == '/' && text.substr(at).starts_with("//")) {
      at = text.find('\n', at);
      if (at == StringRef::npos)
        break;
      --at;
    } else if (letter == '-' && text.substr(at).starts_with("->")) {
      ++at;
    } else if (StringRef("([{<").contains(letter)) {
      if (++depth > deepest_nesting)
        return (name + ":" + Twine(line) + ":" + Twine(static_cast<int64_t>(at) - line_start + 1) +
                ": error: brackets are nested more than " + Twine(deepest_nesting) + " deep")
            .str();
    } else if (StringRef(")]}>").contains(letter)) {
      depth = std::max(depth - 1, 0);
    }
  }
  return "";
}

// Exporters leave attributes of dialects that only inform; their operations mean something and are refused.
LoadedModule::LoadedModule(const DialectRegistry &registry) : context_(registry, MLIRContext::Threading::DISABLED) {
  context_.allowUnregisteredDialects();
}

std::unique_ptr<llvm::MemoryBuffer> read_text(const std::string &path) {
  if (llvm::sys::fs::is_directory(path))
    throw Error("bad-file", path + ": error: this is a directory");
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    throw Error("bad-file", path + ": error: " + buffer.getError().message());
  return std::move(*buffer);
}

std::shared_ptr<LoadedModule> LoadedModule::read(const std::string &path) {
  return parse(read_text(path)->getBuffer(), path);
}

std::shared_ptr<LoadedModule> LoadedModule::parse(StringRef text, const std::string &name) {
  if (std::string fault = nesting_fault(text, name); !fault.empty())
    throw Error("bad-module", fault);
  if (std::string fault = encoding_fault(text, name); !fault.empty())
    throw Error("bad-module", fault);
  DialectRegistry registry;
  ir::register_dialects(registry);
  std::shared_ptr<LoadedModule> loaded(new LoadedModule(registry));
  loaded->name_ = name;
  std::string faults;
  {
    llvm::raw_string_ostream faults_out(faults);
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, name), llvm::SMLoc());
    SourceMgrDiagnosticHandler handler(sources, &loaded->context_, faults_out);
    loaded->module_ = parseSourceFile<ModuleOp>(sources, &loaded->context_);
    if (loaded->module_ && refuse_unknown(loaded->module()))
      loaded->module_ = nullptr;
  }
  while (!faults.empty() && faults.back() == '\n')
    faults.pop_back();
  if (!loaded->module_)
    throw Error("bad-module", faults.empty() ? name + ": error: this is no module" : faults);
  if (std::string fault = recursion_fault(loaded->module()); !fault.empty())
    throw Error("bad-module", fault);
  return loaded;
}

std::shared_ptr<LoadedModule> LoadedModule::create(const std::string &name) {
  DialectRegistry registry;
  ir::register_dialects(registry);
  std::shared_ptr<LoadedModule> loaded(new LoadedModule(registry));
  loaded->name_ = name;
  loaded->context_.loadDialect<func::FuncDialect, stablehlo::StablehloDialect, chlo::ChloDialect>();
  loaded->module_ = ModuleOp::create(UnknownLoc::get(&loaded->context_));
  return loaded;
}

void LoadedModule::simplify() {
  if (!simplified_)
    simplify::simplify(module());
  simplified_ = true;
}

func::FuncOp LoadedModule::entry(const std::string &name) const {
  std::string wanted = name.empty() ? "main" : name;
  if (auto function = dyn_cast_or_null<func::FuncOp>(SymbolTable::lookupSymbolIn(module(), wanted))) {
    if (function.isExternal())
      throw Error("bad-entry", name_ + ": error: function '" + wanted + "' has no body");
    return function;
  }
  std::string names;
  func::FuncOp only;
  int count = 0;
  for (func::FuncOp function : module()->getRegion(0).front().getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal()) {
      names += (names.empty() ? "'" : ", '") + function.getName().str() + "'";
      only = function;
      ++count;
    }
  if (name.empty() && count == 1)
    return only;
  throw Error("bad-entry", name_ + ": error: there is no function '" + wanted + "'" +
                               (names.empty() ? "" : "; public functions are " + names) +
                               (name.empty() && count > 1 ? "; choose one with --entry" : ""));
}

} // namespace cotangent::execute
