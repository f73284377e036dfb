// From the requests of a module to derivatives in it. The stages in order are in differentiate.cpp.
#pragma once

#include "driver/pipelines/explain.h"
#include "llvm/IR/DiagnosticInfo.h"
#include <set>

namespace cotangent::driver {

struct Settings {
  bool explain_text = false, explain_json = false, dump_facts = false, dump_plan = false, dump_primal = false, dump_derivative = false, verify_each = false;
  bool optimise = false; // run a short pipeline on the derivatives (the user's pipeline does not optimise)
  bool final_stage = true; // bodies that are missing now will not come later
  scalar::Options options;
  static Settings from_environment();
};

/// The finished derivatives of one function and signature.
struct Derivative {
  llvm::Function *forward = nullptr;  // tangent, combined or augmented
  llvm::Function *backward = nullptr; // adjoint
  std::vector<bool> takes_shadow;     // parameters whose shadows the functions take
  std::vector<bool> takes_tangent;    // floating parameters: forward takes tangents, reverse returns adjoints
  bool result_active = false, result_shadowed = false;
  std::vector<scalar::Problem> problems, warnings;
  uint64_t stamp = 0; // split mode: both halves have it, also in different files
  bool may_improve = false; // a body is missing that linking may bring
};

struct InlineLimits {
  unsigned rounds = 32;             // levels of calls
  unsigned instructions = UINT_MAX; // of the function, before a round
};
/// Inlines the calls in a function whose callee is wanted, and those that come with them.
bool inline_calls(llvm::Function &function, InlineLimits limits, llvm::function_ref<bool(const llvm::Function &callee)> wanted);

class Differentiator {
public:
  Differentiator(llvm::Module &module, Settings settings) : module(module), settings(settings) {}
  /// Replaces every request; true if the module changed. Problems are reported as diagnostics of the compiler.
  bool run();

private:
  llvm::Module &module;
  Settings settings;
  std::map<std::string, Derivative> known;
  std::map<std::string, scalar::PrivateProgram> programs; // by function and what it receives; shared by all its derivatives

  std::vector<llvm::CallBase *> requests();
  bool inline_request_functions();
  void find_known_contents();
  void drop_primals();
  llvm::CallBase *innermost(std::vector<llvm::CallBase *> &calls);
  Derivative &derivative(const Request &request);
  void replace(Request &request, Derivative &derivative);
  void replace_own(Request &request, Derivative &derivative);
  void replace_enzyme(Request &request, Derivative &derivative);
  void replace_size(llvm::CallBase &call);
  void define_marks();
  void find_recorders();
  void make_replayed(const Request &request, scalar::Signature signature, Derivative &result);
  llvm::CallBase *call_derivative(llvm::IRBuilder<> &builder, llvm::CallBase &old, llvm::Function *callee, llvm::ArrayRef<llvm::Value *> arguments);
  void report(const scalar::Problem &problem, llvm::CallBase &request, llvm::DiagnosticSeverity severity = llvm::DS_Error);
  void give_up(llvm::CallBase &request);
  std::set<std::string> reported;
  std::vector<Explanation> explanations;
};
} // namespace cotangent::driver
