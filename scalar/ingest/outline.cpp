#include "scalar/ingest/outline.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <functional>

using namespace llvm;

namespace cotangent::scalar {

/// A sum to which the body adds in several steps starts from nothing and is added at the end. Negative zero: adding to it changes nothing.
static Value *separate(BodyOfLoop::Sum &sum, BasicBlock &exiting) {
  Instruction *amount = sum.update;
  sum.phi->replaceAllUsesWith(ConstantFP::getNegativeZero(sum.phi->getType()));
  IRBuilder<> builder(exiting.getTerminator());
  builder.SetCurrentDebugLocation(amount->getDebugLoc());
  auto *added = cast<Instruction>(builder.CreateFAdd(sum.phi, amount));
  amount->replaceUsesWithIf(added, [&](const Use &use) { return use.getUser() != added; });
  sum.update = added;
  return amount;
}

/// Sums as additions: a fused multiply-add or a subtraction shows the amount that is added.
static Value *amount_of(BodyOfLoop::Sum &sum) {
  Instruction *update = sum.update;
  IRBuilder<> builder(update);
  if (auto *operation = dyn_cast<FPMathOperator>(update))
    builder.setFastMathFlags(operation->getFastMathFlags());
  Value *amount = nullptr;
  if (auto *fused = dyn_cast<IntrinsicInst>(update))
    amount = builder.CreateFMul(fused->getArgOperand(0), fused->getArgOperand(1));
  else if (update->getOpcode() == Instruction::FSub)
    amount = builder.CreateFNeg(update->getOperand(1));
  else
    return update->getOperand(update->getOperand(0) == sum.phi ? 1 : 0);
  auto *added = cast<Instruction>(builder.CreateFAdd(sum.phi, amount));
  added->setDebugLoc(update->getDebugLoc());
  update->replaceAllUsesWith(added);
  update->eraseFromParent();
  sum.update = added;
  return amount;
}

Function *take_out_body(PrivateProgram &program, BodyOfLoop loop) {
  Function &function = *loop.header->getParent();
  LLVMContext &context = function.getContext();
  BasicBlock *exiting = loop.latch->getSinglePredecessor();
  std::vector<std::pair<Instruction *, Value *>> all;
  for (auto &sum : loop.sums) {
    Value *amount = sum.on_the_way ? separate(sum, *exiting) : amount_of(sum);
    all.emplace_back(sum.update, amount);
  }

  // The end of the loop keeps what advances it: a test and next values that need only the header's phis and outer values.
  SplitBlock(loop.header, loop.header->getFirstNonPHIIt());
  BasicBlock *first = loop.header->getSingleSuccessor();
  if (exiting == loop.header)
    exiting = first;
  BasicBlock *tail = SplitBlock(exiting, exiting->getTerminator()->getIterator());
  std::set<BasicBlock *> body;
  {
    SmallVector<BasicBlock *, 16> work{first};
    while (!work.empty()) {
      BasicBlock *at = work.pop_back_val();
      if (at == tail || !body.insert(at).second)
        continue;
      work.append(succ_begin(at), succ_end(at));
    }
  }
  std::map<Value *, Value *> advanced;
  std::function<Value *(Value *)> advance = [&](Value *value) -> Value * {
    auto *made = dyn_cast<Instruction>(value);
    if (!made || !body.count(made->getParent()))
      return value;
    if (auto found = advanced.find(made); found != advanced.end())
      return found->second;
    if (isa<PHINode>(made) || isa<CallBase>(made) || made->mayReadOrWriteMemory())
      return nullptr;
    Instruction *copy = made->clone();
    for (Use &operand : copy->operands()) {
      Value *moved = advance(operand.get());
      if (!moved) {
        copy->deleteValue();
        return nullptr;
      }
      operand.set(moved);
    }
    copy->insertBefore(tail->getTerminator()->getIterator());
    return advanced[made] = copy;
  };
  std::vector<Value *> amounts; // computed by the body
  for (auto &[update, amount] : all) {
    update->moveBefore(tail->getTerminator()->getIterator());
    auto *made = dyn_cast<Instruction>(amount);
    if (made && body.count(made->getParent()) && !is_contained(amounts, amount))
      amounts.push_back(amount);
  }
  if (amounts.empty())
    return nullptr;
  auto keep_outside = [&](Use &use) {
    Value *moved = advance(use.get());
    if (moved)
      use.set(moved);
    return moved != nullptr;
  };
  bool possible = true;
  for (Use &operand : tail->getTerminator()->operands())
    if (!isa<BasicBlock>(operand.get()))
      possible &= keep_outside(operand);
  for (PHINode &phi : loop.header->phis())
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
      if (phi.getIncomingBlock(i) == loop.latch && none_of(loop.sums, [&](auto &sum) { return sum.phi == &phi; }))
        possible &= keep_outside(phi.getOperandUse(i));
  for (BasicBlock *exit : successors(tail))
    for (PHINode &phi : exit->phis())
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
        if (phi.getIncomingBlock(i) == tail && none_of(loop.sums, [&](auto &sum) { return sum.update == phi.getIncomingValue(i); }))
          possible &= keep_outside(phi.getOperandUse(i));

  SetVector<Value *> inputs;
  std::set<Value *> outputs;
  for (BasicBlock *block : body)
    for (Instruction &instruction : *block) {
      for (Value *operand : instruction.operands())
        if (isa<Argument>(operand) || (isa<Instruction>(operand) && !body.count(cast<Instruction>(operand)->getParent())))
          inputs.insert(operand);
      for (User *user : instruction.users())
        if (!body.count(cast<Instruction>(user)->getParent()))
          outputs.insert(&instruction);
    }
  std::set<Value *> wanted(amounts.begin(), amounts.end());
  for (Value *output : outputs)
    possible &= wanted.count(output) != 0;
  for (BasicBlock *block : body)
    for (BasicBlock *next : successors(block))
      possible &= next == tail || body.count(next);
  if (!possible)
    return nullptr; // the loop is as it was, split at two places

  // In the order of the function, so that the result does not depend on addresses.
  std::vector<BasicBlock *> ordered;
  for (BasicBlock &block : function)
    if (body.count(&block))
      ordered.push_back(&block);
  SetVector<Value *> arguments;
  for (BasicBlock *block : ordered)
    for (Instruction &instruction : *block)
      for (Value *operand : instruction.operands())
        if (inputs.contains(operand))
          arguments.insert(operand);
  std::vector<Type *> parameters, results;
  for (Value *argument : arguments)
    parameters.push_back(argument->getType());
  for (Value *amount : amounts)
    results.push_back(amount->getType());
  Type *result = results.size() == 1 ? results[0] : static_cast<Type *>(StructType::get(context, results));
  Function *taken = Function::Create(FunctionType::get(result, parameters, false), GlobalValue::InternalLinkage, function.getName() + ".iteration", function.getParent());
  taken->copyAttributesFrom(&function);
  taken->setAttributes(AttributeList().addFnAttributes(context, AttrBuilder(context, function.getAttributes().getFnAttrs())));
  // The blocks move: values that come from outside become parameters.
  for (auto [argument, parameter] : zip(arguments, taken->args()))
    for (BasicBlock *block : ordered)
      for (Instruction &instruction : *block)
        instruction.replaceUsesOfWith(argument, &parameter);
  BasicBlock *call_block = BasicBlock::Create(context, "iteration", &function, tail);
  IRBuilder<> builder(call_block);
  CallInst *call = builder.CreateCall(taken, arguments.getArrayRef());
  call->setDebugLoc(loop.header->getTerminator()->getDebugLoc());
  call->setMetadata(fused_name, MDNode::get(context, {}));
  std::vector<Value *> outside;
  for (unsigned i = 0; i < amounts.size(); ++i)
    outside.push_back(amounts.size() == 1 ? call : builder.CreateExtractValue(call, i));
  builder.CreateBr(tail);
  BasicBlock *end = BasicBlock::Create(context, "end", taken);
  for (BasicBlock *block : ordered) {
    block->removeFromParent();
    block->insertInto(taken, end);
  }
  if (&taken->getEntryBlock() != first)
    first->moveBefore(&taken->getEntryBlock());
  loop.header->getTerminator()->replaceSuccessorWith(first, call_block);
  BasicBlock *last = nullptr;
  for (BasicBlock *block : ordered)
    if (is_contained(successors(block), tail))
      last = block;
  last->getTerminator()->replaceSuccessorWith(tail, end);
  for (PHINode &phi : tail->phis())
    phi.replaceIncomingBlockWith(last, call_block);
  IRBuilder<> ending(end);
  if (amounts.size() == 1) {
    ending.CreateRet(amounts[0]);
  } else {
    Value *packed = PoisonValue::get(result);
    for (unsigned i = 0; i < amounts.size(); ++i)
      packed = ending.CreateInsertValue(packed, amounts[i], i);
    ending.CreateRet(packed);
  }
  for (auto &[update, amount] : all)
    for (auto [made, value] : zip(amounts, outside))
      if (made == amount)
        update->replaceUsesOfWith(amount, value);
  program.functions.push_back(taken);
  return taken;
}

} // namespace cotangent::scalar
