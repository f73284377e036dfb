#include "tensor/plan/native.h"
#include "tensor/plan/program.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace cotangent::plan {
namespace {

class Writer {
public:
  Writer(const Program &program, llvm::raw_ostream &out) : program_(program), out_(out) {}

  void write() {
    out_ << "program @" << program_.name << ", arena of " << program_.arena_bytes << " bytes\n";
    write(program_.steps, 1);
    out_ << "  return";
    write_all(program_.results);
    out_ << "\n";
  }

private:
  void write(BufferId id) {
    const Buffer &buffer = program_.buffers[static_cast<size_t>(id)];
    constexpr const char *places[] = {"argument ", "result ", "constant ", "+"};
    out_ << " [" << places[static_cast<int>(buffer.place)] << buffer.at << " " << type_text(buffer.type, buffer.shape)
         << "]";
  }
  void write_all(const std::vector<BufferId> &ids) {
    for (BufferId id : ids)
      write(id);
  }

  /// The operations inside the loops, users before what they use.
  void write_inside(Operation &operation, const Kernel &kernel, llvm::DenseSet<Operation *> &seen) {
    if (!seen.insert(&operation).second)
      return;
    out_ << " " << operation.getName().stripDialect();
    for (mlir::Value operand : operation.getOperands())
      if (!llvm::any_of(kernel.leaves, [&](const Leaf &leaf) { return leaf.value == operand; }) &&
          operand.getDefiningOp())
        write_inside(*operand.getDefiningOp(), kernel, seen);
  }

  void write(const Step &step, int depth) {
    out_.indent(static_cast<unsigned>(2 * depth));
    switch (step.kind) {
    case Step::Kind::Kernel: {
      out_ << "loops";
      llvm::DenseSet<Operation *> seen;
      write_inside(*step.kernel.root, step.kernel, seen);
      for (Operation *sibling : step.kernel.siblings) {
        out_ << ",";
        write_inside(*sibling, step.kernel, seen);
      }
      if (step.kernel.parts.count != 0)
        out_ << " in " << step.kernel.parts.count << " parts";
      out_ << (step.kernel.in_place ? ", in place" : "") << ":";
      for (const Leaf &leaf : step.kernel.leaves)
        write(leaf.buffer);
      out_ << " ->";
      write_all(step.kernel.results);
      out_ << "\n";
      return;
    }
    case Step::Kind::Library:
      out_ << step.library.name << ":";
      write_all(step.library.operands);
      out_ << " ->";
      write_all(step.library.results);
      out_ << "\n";
      return;
    case Step::Kind::Copy:
      out_ << "copy";
      write(step.copy.from);
      out_ << " ->";
      write(step.copy.to);
      out_ << "\n";
      return;
    case Step::Kind::Loop:
      out_ << "while";
      write(step.loop.predicate);
      out_ << " after\n";
      write(*step.loop.condition, depth + 1);
      out_.indent(static_cast<unsigned>(2 * depth)) << "do\n";
      write(*step.loop.body, depth + 1);
      return;
    case Step::Kind::Branch:
      out_ << "by";
      write(step.branch.selector);
      out_ << "\n";
      for (size_t at = 0; at < step.branch.branches.size(); ++at) {
        out_.indent(static_cast<unsigned>(2 * depth)) << "branch " << at << "\n";
        write(step.branch.branches[at], depth + 1);
      }
      return;
    }
  }
  void write(const Steps &steps, int depth) {
    for (const Step &step : steps)
      write(step, depth);
  }

  const Program &program_;
  llvm::raw_ostream &out_;
};

} // namespace

std::string text_of(const Program &program) {
  std::string text;
  llvm::raw_string_ostream out(text);
  Writer(program, out).write();
  return text;
}

} // namespace cotangent::plan
