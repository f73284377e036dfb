// A module read from text, with all that keeps it alive.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace cotangent::execute {

/// The text of a file; throws Error [bad-file].
std::unique_ptr<llvm::MemoryBuffer> read_text(const std::string &path);

class LoadedModule {
public:
  /// Throws Error: "bad-file" if it cannot be read, "bad-module" with all that the parser and the verifiers say, each
  /// line as "FILE:LINE:COLUMN: error: ...". `name` stands for the path in messages.
  static std::shared_ptr<LoadedModule> read(const std::string &path);
  /// A zero must stand behind the text.
  static std::shared_ptr<LoadedModule> parse(llvm::StringRef text, const std::string &name);

  /// Without functions, to be filled; the name is for messages.
  static std::shared_ptr<LoadedModule> create(const std::string &name);

  mlir::ModuleOp module() const { return *module_; }
  /// Simplifies the module, the first time.
  void simplify();
  /// The function of the name; empty: `main`, or the only public function. Throws Error [bad-entry].
  mlir::func::FuncOp entry(const std::string &name) const;

private:
  explicit LoadedModule(const mlir::DialectRegistry &registry);
  std::string name_;
  mlir::MLIRContext context_;
  mlir::OwningOpRef<mlir::ModuleOp> module_;
  bool simplified_ = false;
};

/// Brackets nested deeper than this are refused, because parsing recurses.
inline constexpr int deepest_nesting = 256;
/// "FILE:LINE:COLUMN: error: …" if the text's brackets are nested too deep, else empty.
std::string nesting_fault(llvm::StringRef text, llvm::StringRef name);

} // namespace cotangent::execute
