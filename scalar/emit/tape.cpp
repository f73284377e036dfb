#include "scalar/emit/tape.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cotangent::scalar {

StructType *tape_type(LLVMContext &context) {
  return StructType::get(context, {PointerType::get(context, 0), Type::getInt64Ty(context), Type::getInt64Ty(context), PointerType::get(context, 0)});
}

Function *tape_reserve(Module &module) {
  const char *name = "cotangent.tape.reserve";
  if (Function *known = module.getFunction(name))
    return known;
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::get(context, 0), *integer = Type::getInt64Ty(context);
  StructType *record = tape_type(context);
  auto *function = Function::Create(FunctionType::get(integer, {pointer, integer}, false), GlobalValue::InternalLinkage, name, module);
  function->addFnAttr(Attribute::AlwaysInline);
  function->setDoesNotThrow();
  BasicBlock *entry = BasicBlock::Create(context, "entry", function), *grow = BasicBlock::Create(context, "grow", function), *done = BasicBlock::Create(context, "done", function);
  IRBuilder<> builder(entry);
  Value *tape = function->getArg(0);
  Value *top_place = builder.CreateStructGEP(record, tape, 1), *limit_place = builder.CreateStructGEP(record, tape, 2);
  Value *top = builder.CreateLoad(integer, top_place);
  Value *wanted = builder.CreateAdd(top, function->getArg(1));
  Value *full = builder.CreateICmpUGT(wanted, builder.CreateLoad(integer, limit_place));
  builder.CreateCondBr(full, grow, done, MDBuilder(context).createBranchWeights(1, 2000));
  builder.SetInsertPoint(grow);
  // Twice what is wanted: the cost of moving is spread over what is stored.
  Value *size = builder.CreateAdd(builder.CreateMul(wanted, builder.getInt64(2)), builder.getInt64(4096));
  FunctionCallee callee = module.getOrInsertFunction("cotangent_tape_grow", FunctionType::get(pointer, {pointer, integer}, false));
  if (auto *known = dyn_cast<Function>(callee.getCallee()))
    known->setDoesNotThrow();
  Value *memory = builder.CreateCall(callee, {builder.CreateLoad(pointer, tape), size});
  builder.CreateStore(memory, tape);
  builder.CreateStore(size, limit_place);
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  builder.CreateStore(wanted, top_place);
  builder.CreateRet(top);
  return function;
}

Value *TapeRecord::reserve(IRBuilder<> &builder, Value *bytes) const {
  return builder.CreateCall(tape_reserve(*builder.GetInsertBlock()->getModule()), {record, bytes});
}

Value *TapeRecord::top(IRBuilder<> &builder) const { return builder.CreateLoad(builder.getInt64Ty(), builder.CreateStructGEP(tape_type(builder.getContext()), record, 1)); }

void TapeRecord::set_top(IRBuilder<> &builder, Value *top) const { builder.CreateStore(top, builder.CreateStructGEP(tape_type(builder.getContext()), record, 1)); }

Value *TapeRecord::release(IRBuilder<> &builder, Value *bytes) const {
  Value *lower = builder.CreateSub(top(builder), bytes);
  set_top(builder, lower);
  return lower;
}

Value *TapeRecord::address(IRBuilder<> &builder, Value *offset) const { return builder.CreatePtrAdd(builder.CreateLoad(builder.getPtrTy(), record), offset); }

void TapeRecord::clear(IRBuilder<> &builder) const {
  StructType *type = tape_type(builder.getContext());
  builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()), record);
  builder.CreateStore(builder.getInt64(0), builder.CreateStructGEP(type, record, 1));
  builder.CreateStore(builder.getInt64(0), builder.CreateStructGEP(type, record, 2));
  builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()), builder.CreateStructGEP(type, record, 3));
}

Value *TapeRecord::deferred(IRBuilder<> &builder) const { return builder.CreateStructGEP(tape_type(builder.getContext()), record, 3); }

Value *TapeRecord::most(IRBuilder<> &builder, Value *top) const {
  Value *limit = builder.CreateLoad(builder.getInt64Ty(), builder.CreateStructGEP(tape_type(builder.getContext()), record, 2));
  Value *asked = builder.CreateLShr(builder.CreateSub(limit, builder.getInt64(4096)), builder.getInt64(1)); // see tape_reserve
  asked = builder.CreateSelect(builder.CreateICmpEQ(limit, builder.getInt64(0)), builder.getInt64(0), asked);
  return builder.CreateBinaryIntrinsic(Intrinsic::umax, asked, top);
}

void TapeRecord::free(IRBuilder<> &builder, Value *peak) const {
  Module *module = builder.GetInsertBlock()->getModule();
  FunctionCallee callee = module->getOrInsertFunction("cotangent_tape_release", FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(), builder.getInt64Ty()}, false));
  if (auto *known = dyn_cast<Function>(callee.getCallee()))
    known->setDoesNotThrow();
  builder.CreateCall(callee, {builder.CreateLoad(builder.getPtrTy(), record), peak});
}

void move_content(IRBuilder<> &builder, Value *to, Value *from, Value *bytes) {
  FunctionCallee callee = builder.GetInsertBlock()->getModule()->getOrInsertFunction("cotangent_move_content", builder.getVoidTy(), builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty());
  if (auto *known = dyn_cast<Function>(callee.getCallee())) {
    known->setDoesNotThrow();
    known->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  }
  builder.CreateCall(callee, {to, from, bytes});
}

Value *grown_shadow(IRBuilder<> &builder, Value *old, Value *bytes) {
  FunctionCallee allocate = builder.GetInsertBlock()->getModule()->getOrInsertFunction("calloc", builder.getPtrTy(), builder.getInt64Ty(), builder.getInt64Ty());
  Value *grown = builder.CreateCall(allocate, {builder.getInt64(1), bytes});
  move_content(builder, grown, old, bytes);
  return grown;
}

} // namespace cotangent::scalar
