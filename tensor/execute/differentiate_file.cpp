#include "tensor/execute/differentiate_file.h"

#include "cotangent/error.h"
#include "tensor/differentiate/differentiate.h"
#include "tensor/execute/loaded_module.h"

#include "mlir/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"

#include <filesystem>
#include <fstream>

using namespace mlir;
namespace fs = std::filesystem;

namespace cotangent::execute {
namespace {

differentiate::Mode mode_named(const std::string &name) {
  if (name == "reverse")
    return differentiate::Mode::Reverse;
  if (name == "forward")
    return differentiate::Mode::Forward;
  if (name == "value-and-gradient")
    return differentiate::Mode::ValueAndGradient;
  throw Error("bad-argument", "there is no mode '" + name + "': choose reverse, forward or value-and-gradient");
}

std::string place_of(Operation *operation) {
  auto file = operation->getLoc()->findInstanceOf<FileLineColLoc>();
  return file ? file.getFilename().str() + ":" + std::to_string(file.getLine()) + ":" +
                    std::to_string(file.getColumn()) + ": "
              : "";
}

/// "FILE:LINE:COLUMN: error: MESSAGE". The message's own place stays, else it is that of the function.
Error with_place(const Error &error, const std::string &function_place, StringRef file) {
  StringRef message(error.message().data(), error.message().size());
  std::string place = function_place;
  if (message.starts_with(file)) {
    size_t end = message.find(": ", file.size());
    if (end != StringRef::npos) {
      place = message.take_front(end + 2).str();
      message = message.drop_front(end + 2);
    }
  }
  return Error(error.kind(), place + "error: " + message.str());
}

std::string file_in(const std::string &place) { return place.substr(0, place.find(':')); }

/// Complete or not at all: written beside its place, then renamed.
void write_text(const std::string &path, StringRef text) {
  SmallString<128> draft;
  std::error_code fault =
      llvm::sys::fs::createUniqueFile(path + ".%%%%%%", draft, llvm::sys::fs::all_read | llvm::sys::fs::all_write);
  if (fs::is_directory(path))
    fault = std::make_error_code(std::errc::is_a_directory);
  if (!fault) {
    std::ofstream file(draft.c_str(), std::ios::binary);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    file.close();
    if (!file)
      fault = std::make_error_code(std::errc::io_error);
  }
  if (!fault)
    fs::rename(draft.c_str(), path, fault);
  if (fault) {
    if (!draft.empty())
      llvm::sys::fs::remove(draft);
    throw Error("bad-file", path + ": error: " + fault.message());
  }
}

} // namespace

std::string derivative_text(LoadedModule &module, const GradientRequest &request, std::string *explanation) {
  func::FuncOp function = module.entry(request.entry);
  std::string place = place_of(function);
  for (auto other : module.module().getOps<func::FuncOp>())
    if (other != function)
      other.setPrivate();
  differentiate::DerivativeRequest wanted{mode_named(request.mode), request.with_respect_to, request.result};
  std::vector<differentiate::LoopPlan> plans;
  try {
    differentiate::differentiate(function, wanted, &plans);
  } catch (const Error &error) {
    throw with_place(error, place, file_in(place));
  }
  if (failed(verify(module.module())))
    throw Error("internal", place + "error: the derivative is no valid program");
  if (explanation)
    for (const differentiate::LoopPlan &plan : plans)
      *explanation += differentiate::to_text(plan) + "\n";
  std::string text;
  llvm::raw_string_ostream(text) << module.module() << "\n";
  return text;
}

GradientReport differentiate_file(const GradientRequest &request) {
  GradientReport report;
  auto fail = [&](std::string message) {
    report.output.clear();
    report.messages = message.find("error: ") == std::string::npos ? "error: " + message : std::move(message);
    report.messages += "\n";
    report.status = 1;
  };
  try {
    std::shared_ptr<LoadedModule> module = LoadedModule::read(request.module);
    std::string text = derivative_text(*module, request, request.explain ? &report.output : nullptr);
    if (!request.output.empty())
      write_text(request.output, text);
  } catch (const Error &error) {
    fail(std::string(error.message()));
  } catch (const std::bad_alloc &) {
    fail("error: the memory does not suffice");
  } catch (const std::exception &error) {
    fail(error.what());
  }
  return report;
}

} // namespace cotangent::execute

extern "C" void cotangent_differentiate_file(const cotangent::execute::GradientRequest &request,
                                             cotangent::execute::GradientReport &report) {
  report = cotangent::execute::differentiate_file(request);
}
