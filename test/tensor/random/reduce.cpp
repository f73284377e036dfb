#include "reduce.h"

#include "checker.h"

#include "llvm/ADT/STLExtras.h"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::random_programs {

namespace {

struct Part {
  OwningOpRef<ModuleOp> module;
  Arrays inputs;

  Part copy() const { return {OwningOpRef<ModuleOp>(module.get().clone()), inputs}; }
  func::FuncOp function() const { return module.get().lookupSymbol<func::FuncOp>("f"); }
};

void remove_unused(ModuleOp module) {
  bool changed = true;
  while (std::exchange(changed, false)) {
    SmallVector<Operation *> unused;
    module.walk<WalkOrder::PostOrder>([&](Operation *operation) {
      if (operation->use_empty() && operation->getNumResults() > 0)
        unused.push_back(operation);
    });
    for (Operation *operation : unused) { // what stands inside comes first
      operation->erase();
      changed = true;
    }
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>()))
      if (function.getName() != "f" && SymbolTable::symbolKnownUseEmpty(function, module)) {
        function.erase();
        changed = true;
      }
  }
}

/// Arguments that nobody uses go, those that are new have types that the function says.
void fit_signature(Part &part) {
  func::FuncOp function = part.function();
  Block &body = function.front();
  for (unsigned at = body.getNumArguments(); at-- > 0;)
    if (body.getArgument(at).use_empty() && body.getNumArguments() > 1) {
      body.eraseArgument(at);
      part.inputs.erase(part.inputs.begin() + at);
    }
  function.setFunctionType(FunctionType::get(function.getContext(), body.getArgumentTypes(),
                                             body.getTerminator()->getOperandTypes()));
}

/// What the checks say, one fault a line; "crashed" if they did.
std::string faults_of(const Part &part, uint64_t seed) {
  int ends[2];
  if (pipe(ends) != 0)
    throw Error("internal", "there is no pipe");
  pid_t child = fork();
  if (child == 0) {
    for (int signal_number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL})
      signal(signal_number, SIG_DFL);
    close(STDERR_FILENO);
    alarm(30);
    std::string text;
    Counts counts;
    for (const std::string &fault : Checker(part.function(), part.inputs, seed, counts).run())
      text += "  " + fault + "\n";
    [[maybe_unused]] ssize_t written = write(ends[1], text.data(), std::min<size_t>(text.size(), 4000));
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char letters[4096];
  for (ssize_t count; (count = read(ends[0], letters, sizeof letters)) > 0;)
    text.append(letters, static_cast<size_t>(count));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? text : "crashed";
}

/// The first words of the first fault.
std::string kind_of(const std::string &faults) {
  std::string first = faults.substr(0, faults.find('\n'));
  return first.substr(0, first.find_first_of(":0123456789"));
}

class Reducer {
public:
  Reducer(func::FuncOp function, const Arrays &inputs, uint64_t seed)
      : part_{OwningOpRef<ModuleOp>(function->getParentOfType<ModuleOp>().clone()), inputs}, seed_(seed),
        faults_(faults_of(part_, seed)) {}

  std::string run() {
    if (faults_.empty())
      return "nothing fails";
    accept(part_.copy());
    while (make_smaller())
      ;
    return faults_ + "\n" + text_of(*part_.module);
  }

private:
  /// What is not used any more may be what fails.
  bool accept(Part candidate) {
    Part with_unused = candidate.copy();
    remove_unused(*candidate.module);
    return fails(std::move(candidate)) || fails(std::move(with_unused));
  }

  bool fails(Part candidate) {
    fit_signature(candidate);
    if (failed(verify(*candidate.module)))
      return false;
    std::string faults = faults_of(candidate, seed_);
    if (faults.empty() || kind_of(faults) != kind_of(faults_))
      return false;
    part_ = std::move(candidate);
    faults_ = faults;
    return true;
  }

  static Operation *operation_at(ModuleOp module, int place) {
    Operation *found = nullptr;
    module.walk<WalkOrder::PreOrder>([&](Operation *operation) {
      if (place-- == 0)
        found = operation;
    });
    return found;
  }

  bool make_smaller() {
    int count = 0;
    part_.module.get().walk<WalkOrder::PreOrder>([&](Operation *) { ++count; });
    for (int place = 0; place < count; ++place)
      if (as_result(place))
        return true;
    for (int place = count; place-- > 0;)
      if (as_argument(place))
        return true;
    for (int place = count; place-- > 0;)
      if (by_operand(place) || by_constant(place))
        return true;
    return false;
  }

  /// The function ends with one of its values.
  bool as_result(int place) {
    Operation *operation = operation_at(*part_.module, place);
    Operation *end = part_.function().front().getTerminator();
    if (operation->getParentOp() != part_.function())
      return false;
    for (unsigned at = 0; at < operation->getNumResults(); ++at) {
      Value result = operation->getResult(at);
      if (!is_differentiable(result.getType()) || (end->getNumOperands() == 1 && end->getOperand(0) == result))
        continue;
      if (llvm::all_of(result.getUsers(), [&](Operation *user) { return user == end; }) && end->getNumOperands() == 1)
        continue;
      Part candidate = part_.copy();
      candidate.function().front().getTerminator()->setOperands(operation_at(*candidate.module, place)->getResult(at));
      if (accept(std::move(candidate)))
        return true;
    }
    return false;
  }

  /// What an operation gives becomes an argument.
  bool as_argument(int place) {
    Operation *operation = operation_at(*part_.module, place);
    if (operation->getParentOp() != part_.function() || isa<stablehlo::ConstantOp>(operation) ||
        operation->getNumResults() == 0 ||
        !llvm::all_of(operation->getResultTypes(), [](Type type) { return isa<RankedTensorType>(type); }))
      return false;
    Part seen = part_.copy();
    Operation *end = seen.function().front().getTerminator();
    end->setOperands(operation_at(*seen.module, place)->getResults());
    seen.function().setFunctionType(FunctionType::get(end->getContext(), seen.function().front().getArgumentTypes(),
                                                      end->getOperandTypes()));
    Arrays values;
    try {
      values = call(seen.function(), part_.inputs);
    } catch (const std::exception &) {
      return false;
    }
    Part candidate = part_.copy();
    operation = operation_at(*candidate.module, place);
    for (auto [result, value] : llvm::zip(operation->getResults(), values))
      if (!result.use_empty()) {
        result.replaceAllUsesWith(candidate.function().front().addArgument(result.getType(), operation->getLoc()));
        candidate.inputs.push_back(value);
      }
    return accept(std::move(candidate));
  }

  /// Functions of elements stay what they are: others may not be associative.
  static bool is_fixed(Operation *operation) {
    return operation->getNumResults() == 0 ||
           !isa<func::FuncOp, WhileOp, IfOp, CaseOp>(operation->getParentOp());
  }

  /// An operation is left out.
  bool by_operand(int place) {
    Operation *operation = operation_at(*part_.module, place);
    if (is_fixed(operation))
      return false;
    for (unsigned from = 0; from < operation->getNumOperands(); ++from)
      for (unsigned to = 0; to < operation->getNumResults(); ++to) {
        if (operation->getOperand(from).getType() != operation->getResult(to).getType() ||
            operation->getResult(to).use_empty())
          continue;
        Part candidate = part_.copy();
        Operation *same = operation_at(*candidate.module, place);
        same->getResult(to).replaceAllUsesWith(same->getOperand(from));
        if (accept(std::move(candidate)))
          return true;
      }
    return false;
  }

  bool by_constant(int place) {
    Operation *operation = operation_at(*part_.module, place);
    if (is_fixed(operation) || isa<stablehlo::ConstantOp>(operation))
      return false;
    for (unsigned at = 0; at < operation->getNumResults(); ++at) {
      if (!is_differentiable(operation->getResult(at).getType()) || operation->getResult(at).use_empty())
        continue;
      Part candidate = part_.copy();
      Operation *same = operation_at(*candidate.module, place);
      OpBuilder builder(same);
      Build build(builder, same->getLoc());
      same->getResult(at).replaceAllUsesWith(build.splat_like(same->getResult(at), 0.5));
      if (accept(std::move(candidate)))
        return true;
    }
    return false;
  }

  Part part_;
  uint64_t seed_;
  std::string faults_;
};

} // namespace

std::string reduced(func::FuncOp function, const Arrays &inputs, uint64_t seed) {
  return Reducer(function, inputs, seed).run();
}

} // namespace cotangent::random_programs
