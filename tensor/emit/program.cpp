#include "tensor/emit/program.h"

#include "tensor/emit/kernel.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace llvm;
using cotangent::plan::BufferId;
using cotangent::plan::Place;
using cotangent::plan::Step;

namespace cotangent::emit {
namespace {

class ProgramEmitter {
public:
  ProgramEmitter(const plan::Program &program, LLVMContext &context, const EmitOptions &options)
      : program_(program), options_(options), builder_(context) {
    emitted_.module = std::make_unique<Module>("program", context);
  }

  EmittedProgram emit() {
    Type *pointer = builder_.getPtrTy();
    entry_ =
        Function::Create(FunctionType::get(builder_.getInt32Ty(), {pointer, pointer, pointer, pointer, pointer}, false),
                         Function::ExternalLinkage, "cotangent_entry", *emitted_.module);
    entry_->setDoesNotThrow();
    entry_->addParamAttr(4, Attribute::NoAlias);
    entry_->addParamAttr(4, Attribute::getWithAlignment(builder_.getContext(), Align(64)));
    builder_.SetInsertPoint(BasicBlock::Create(builder_.getContext(), "entry", entry_));
    emit_steps(program_.steps);
    builder_.CreateRet(builder_.getInt32(0));
    return std::move(emitted_);
  }

private:
  const plan::Buffer &buffer(BufferId id) const { return program_.buffers[static_cast<size_t>(id)]; }

  /// Tables are read once, at the beginning.
  Value *pointer_to(BufferId id) {
    const plan::Buffer &which = buffer(id);
    if (which.place == Place::Arena)
      return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), entry_->getArg(4),
                                                 static_cast<uint64_t>(which.at));
    Value *&known = pointers_[id];
    if (!known) {
      unsigned table = which.place == Place::Argument ? 1 : which.place == Place::Result ? 2 : 3;
      IRBuilder<> top(&entry_->getEntryBlock(), entry_->getEntryBlock().begin());
      Value *slot =
          top.CreateConstInBoundsGEP1_64(top.getPtrTy(), entry_->getArg(table), static_cast<uint64_t>(which.at));
      known = top.CreateLoad(top.getPtrTy(), slot);
    }
    return known;
  }

  Value *table_of(const std::vector<BufferId> &buffers, size_t more = 0) {
    IRBuilder<> top(&entry_->getEntryBlock(), entry_->getEntryBlock().begin());
    Type *type = ArrayType::get(builder_.getPtrTy(), std::max<size_t>(buffers.size() + more, 1));
    Value *table = top.CreateAlloca(type);
    for (size_t at = 0; at < buffers.size(); ++at)
      builder_.CreateStore(pointer_to(buffers[at]), builder_.CreateConstInBoundsGEP2_64(type, table, 0, at));
    return table;
  }

  /// The operands, and the code of the region that the call uses.
  Value *table_with_region(const plan::LibraryStep &library) {
    plan::Kernel kernel;
    kernel.root = library.operation;
    for (auto [value, place] : library.region_operands)
      kernel.leaves.push_back({value, static_cast<BufferId>(place)});
    Function *&function = comparators_[KernelEmitter::text_of(kernel)];
    if (!function)
      function = KernelEmitter(*emitted_.module, program_, kernel, options_)
                     .emit_comparator("comparator_" + std::to_string(comparators_.size()));
    Value *table = table_of(library.operands, 1);
    builder_.CreateStore(function,
                         builder_.CreateConstInBoundsGEP1_64(builder_.getPtrTy(), table, library.operands.size()));
    return table;
  }

  Function *kernel_function(const plan::Kernel &kernel) {
    std::string text = KernelEmitter::text_of(kernel);
    Function *&function = kernels_[text];
    if (!function)
      function =
          KernelEmitter(*emitted_.module, program_, kernel, options_).emit("kernel_" + std::to_string(kernels_.size()));
    return function;
  }

  /// part(buffers, begin, end): the kernel with its pointers from a table.
  Function *part_of(Function *kernel, size_t count) {
    Function *&part = parts_[kernel];
    if (part)
      return part;
    Type *pointer = builder_.getPtrTy(), *number = builder_.getInt64Ty();
    part = Function::Create(FunctionType::get(builder_.getVoidTy(), {pointer, number, number}, false),
                            Function::InternalLinkage, kernel->getName() + "_part", *emitted_.module);
    part->setDoesNotThrow();
    IRBuilder<> builder(BasicBlock::Create(builder_.getContext(), "entry", part));
    SmallVector<Value *> arguments;
    for (size_t at = 0; at < count; ++at)
      arguments.push_back(
          builder.CreateLoad(pointer, builder.CreateConstInBoundsGEP1_64(pointer, part->getArg(0), at)));
    arguments.push_back(part->getArg(1));
    arguments.push_back(part->getArg(2));
    builder.CreateCall(kernel, arguments);
    builder.CreateRetVoid();
    return part;
  }

  void emit_kernel(const plan::Kernel &kernel) {
    for (BufferId result : kernel.results)
      if (buffer(result).bytes == 0)
        return;
    Function *function = kernel_function(kernel);
    std::vector<BufferId> parameters = KernelEmitter::parameters(kernel);
    int64_t size = KernelEmitter::outer_size(kernel);
    if (kernel.work >= parallel_work && size > 1) {
      auto grain = std::max<int64_t>(
          1, static_cast<int64_t>(static_cast<double>(size) * parallel_work / 2 / static_cast<double>(kernel.work)));
      Type *pointer = builder_.getPtrTy(), *number = builder_.getInt64Ty();
      FunctionCallee parallel = emitted_.module->getOrInsertFunction(
          "ct_parallel", FunctionType::get(builder_.getVoidTy(), {pointer, pointer, pointer, number, number}, false));
      cast<Function>(parallel.getCallee())->setDoesNotThrow();
      builder_.CreateCall(parallel, {entry_->getArg(0), part_of(function, parameters.size()), table_of(parameters),
                                     builder_.getInt64(static_cast<uint64_t>(size)),
                                     builder_.getInt64(static_cast<uint64_t>(grain))});
    } else {
      call_kernel(function, parameters, size);
    }
    if (kernel.parts.count != 0) {
      Function *&end = ends_[function];
      if (!end)
        end = KernelEmitter(*emitted_.module, program_, kernel, options_)
                  .emit_end_of_parts(function->getName().str() + "_end");
      call_kernel(end, parameters, 0);
    }
  }

  void call_kernel(Function *function, const std::vector<BufferId> &parameters, int64_t size) {
    SmallVector<Value *> arguments;
    for (BufferId id : parameters)
      arguments.push_back(pointer_to(id));
    arguments.push_back(builder_.getInt64(0));
    arguments.push_back(builder_.getInt64(static_cast<uint64_t>(size)));
    builder_.CreateCall(function, arguments);
  }

  void emit_library(const plan::LibraryStep &library) {
    Type *pointer = builder_.getPtrTy(), *status = builder_.getInt32Ty();
    FunctionCallee call = emitted_.module->getOrInsertFunction(
        "ct_library", FunctionType::get(status, {pointer, status, pointer, pointer, pointer}, false));
    cast<Function>(call.getCallee())->setDoesNotThrow();
    Value *operands = library.region_operands.empty() ? table_of(library.operands) : table_with_region(library);
    Value *workspace = library.workspace >= 0 ? pointer_to(library.workspace)
                                              : static_cast<Value *>(ConstantPointerNull::get(builder_.getPtrTy()));
    Value *result = builder_.CreateCall(call, {entry_->getArg(0),
                                               builder_.getInt32(static_cast<uint32_t>(emitted_.libraries.size())),
                                               operands, table_of(library.results), workspace});
    emitted_.libraries.push_back(&library);
    BasicBlock *failed = block("failed"), *well = block("well");
    builder_.CreateCondBr(builder_.CreateICmpNE(result, builder_.getInt32(0)), failed, well);
    builder_.SetInsertPoint(failed);
    builder_.CreateRet(result);
    builder_.SetInsertPoint(well);
  }

  /// Constants of zeros are not read.
  void emit_copy(const plan::Copy &copy) {
    const plan::Buffer &from = buffer(copy.from);
    auto bytes = static_cast<uint64_t>(buffer(copy.to).bytes);
    if (from.place == Place::Constant) {
      const Array &constant = program_.constants[static_cast<size_t>(from.at)];
      const std::byte *first = constant.bytes();
      if (all_of(ArrayRef(first, bytes), [](std::byte byte) { return byte == std::byte(0); })) {
        builder_.CreateMemSet(pointer_to(copy.to), builder_.getInt8(0), bytes, Align(64));
        return;
      }
    }
    builder_.CreateMemCpy(pointer_to(copy.to), Align(64), pointer_to(copy.from), Align(64), bytes);
  }

  BasicBlock *block(const char *name) { return BasicBlock::Create(builder_.getContext(), name, entry_); }

  void emit_loop(const plan::Loop &loop) {
    BasicBlock *condition = block("condition"), *body = block("body"), *after = block("after");
    builder_.CreateBr(condition);
    builder_.SetInsertPoint(condition);
    emit_steps(*loop.condition);
    ScalarEmitter scalars(builder_, options_);
    Scalar predicate = scalars.load(ElementType::Bool, pointer_to(loop.predicate), builder_.getInt64(0));
    builder_.CreateCondBr(predicate.real, body, after);
    builder_.SetInsertPoint(body);
    emit_steps(*loop.body);
    builder_.CreateBr(condition);
    builder_.SetInsertPoint(after);
  }

  void emit_branch(const plan::Branch &branch) {
    ScalarEmitter scalars(builder_, options_);
    ElementType type = branch.by_index ? ElementType::I32 : ElementType::Bool;
    Scalar selector = scalars.load(type, pointer_to(branch.selector), builder_.getInt64(0));
    BasicBlock *after = block("after");
    std::vector<BasicBlock *> blocks;
    for (size_t at = 0; at < branch.branches.size(); ++at)
      blocks.push_back(block("branch"));
    if (!branch.by_index) {
      builder_.CreateCondBr(selector.real, blocks[0], blocks[1]);
    } else {
      SwitchInst *choice = builder_.CreateSwitch(selector.real, blocks.back());
      for (size_t at = 0; at + 1 < blocks.size(); ++at)
        choice->addCase(builder_.getInt32(static_cast<uint32_t>(at)), blocks[at]);
    }
    for (size_t at = 0; at < blocks.size(); ++at) {
      builder_.SetInsertPoint(blocks[at]);
      emit_steps(branch.branches[at]);
      builder_.CreateBr(after);
    }
    builder_.SetInsertPoint(after);
  }

  void emit_steps(const plan::Steps &steps) {
    for (const Step &step : steps)
      switch (step.kind) {
      case Step::Kind::Kernel:
        emit_kernel(step.kernel);
        break;
      case Step::Kind::Library:
        emit_library(step.library);
        break;
      case Step::Kind::Copy:
        emit_copy(step.copy);
        break;
      case Step::Kind::Loop:
        emit_loop(step.loop);
        break;
      case Step::Kind::Branch:
        emit_branch(step.branch);
        break;
      }
  }

  const plan::Program &program_;
  EmitOptions options_;
  IRBuilder<> builder_;
  EmittedProgram emitted_;
  Function *entry_ = nullptr;
  DenseMap<BufferId, Value *> pointers_;
  std::map<std::string, Function *> kernels_, comparators_;
  DenseMap<Function *, Function *> parts_; // the same with pointers from a table
  DenseMap<Function *, Function *> ends_;  // of reductions in parts
};

} // namespace

EmittedProgram emit_program(const plan::Program &program, LLVMContext &context, const EmitOptions &options) {
  return ProgramEmitter(program, context, options).emit();
}

} // namespace cotangent::emit
