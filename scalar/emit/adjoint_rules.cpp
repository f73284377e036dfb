// Adjoints of instructions that compute.
#include "rules/check/dependency.h"
#include "scalar/emit/adjoint_sweep.h"
#include "scalar/rules/table_reader.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace cotangent::scalar {

void AdjointSweep::reverse(const Instruction &instruction, Builder &builder) {
  if (auto *result = dyn_cast<ReturnInst>(&instruction)) {
    if (derivatives.result_active(&original)) {
      bool tape_last = !combined || (plan.fused && plan.uses_tape());
      unsigned first = backward.arg_size() - width - (tape_last ? 1 : 0); // split: the tape is last
      for (unsigned lane = 0; lane < width; ++lane)
        add(result->getReturnValue(), lane, backward.getArg(first + lane), builder);
    }
    return;
  }
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return reverse_load(*load, builder);
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return reverse_store(*store, builder);
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
    emptied = {};
    if (update->getOperation() == AtomicRMWInst::FAdd && facts.active_memory(update->getPointerOperand(), update->getType())) {
      Lanes pointers = shadow_value(update->getPointerOperand(), builder);
      for (unsigned lane = 0; lane < width; ++lane) {
        Value *arrived = builder.CreateAlignedLoad(update->getType(), pointers[lane], update->getAlign());
        if (facts.decided_at_run_time(update->getPointerOperand()))
          arrived = zero_if_constant(builder, arrived, primal_value(update->getPointerOperand(), builder), pointers[lane]);
        add(update->getValOperand(), lane, arrived, builder);
      }
    }
    return;
  }
  if (auto *call = dyn_cast<CallBase>(&instruction)) {
    CallInfo info = facts.call(*call);
    if (info.role != CallRole::Scalar && !(isa<IntrinsicInst>(call) && info.role == CallRole::Inactive))
      return reverse_call(*call, builder);
  }
  if (!facts.active(&instruction))
    return;
  std::string rule = scalar_rule_of(instruction);
  if (auto *operation = dyn_cast<FPMathOperator>(&instruction))
    builder.setFastMathFlags(operation->getFastMathFlags());
  if (!rule.empty())
    reverse_rule(instruction, rule, builder);
  else
    reverse_linear(instruction, builder);
  builder.clearFastMathFlags();
}

void AdjointSweep::reverse_rule(const Instruction &instruction, const std::string &rule, Builder &builder) {
  auto dependencies = rules::dependencies(rule);
  Lanes arrived;
  for (unsigned lane = 0; lane < width; ++lane)
    arrived.push_back(take(&instruction, lane, builder));
  for (unsigned i = 0; i < dependencies.size(); ++i) {
    const Value *operand = instruction.getOperand(i);
    if (dependencies[i].constant_zero || !facts.active(operand))
      continue;
    SmallVector<Value *, 3> inputs;
    for (unsigned j = 0; j < dependencies.size(); ++j) // only the type counts where the formula does not touch the input
      inputs.push_back(dependencies[i].inputs[j] ? primal_value(instruction.getOperand(j), builder) : static_cast<Value *>(PoisonValue::get(instruction.getOperand(j)->getType())));
    Value *result = dependencies[i].result ? primal_value(&instruction, builder) : static_cast<Value *>(PoisonValue::get(instruction.getType()));
    Value *partial = emit_partial(builder, rule, i, inputs, result);
    auto *constant = dyn_cast<ConstantFP>(partial);
    for (unsigned lane = 0; lane < width; ++lane) {
      Value *amount = arrived[lane];
      if (constant && constant->isExactlyValue(-1.0))
        amount = builder.CreateFNeg(amount);
      else if (!constant || !constant->isExactlyValue(1.0))
        amount = builder.CreateFMul(amount, partial);
      if (facts.signature.options.strong_zero && amount != arrived[lane]) {
        Constant *zero = Constant::getNullValue(amount->getType());
        amount = builder.CreateSelect(builder.CreateFCmpOEQ(arrived[lane], zero), zero, amount);
      }
      if (facts.signature.options.nan_check)
        emit_nan_check(builder, amount, instruction, rule);
      add(operand, lane, amount, builder);
    }
  }
}

void AdjointSweep::reverse_linear(const Instruction &instruction, Builder &builder) {
  for (unsigned lane = 0; lane < width; ++lane) {
    Value *arrived = take(&instruction, lane, builder);
    Constant *zero = Constant::getNullValue(arrived->getType());
    const Value *first = instruction.getNumOperands() ? instruction.getOperand(0) : nullptr;
    if (auto *select = dyn_cast<SelectInst>(&instruction)) {
      Value *condition = primal_value(select->getCondition(), builder);
      add(select->getTrueValue(), lane, builder.CreateSelect(condition, arrived, zero), builder);
      add(select->getFalseValue(), lane, builder.CreateSelect(condition, zero, arrived), builder);
    } else if (isa<FPTruncInst, FPExtInst>(instruction)) {
      add(first, lane, builder.CreateFPCast(arrived, first->getType()), builder);
    } else if (isa<FreezeInst, BitCastInst>(instruction)) {
      add(first, lane, arrived, builder);
    } else if (auto *extract = dyn_cast<ExtractElementInst>(&instruction)) {
      add(first, lane, builder.CreateInsertElement(Constant::getNullValue(first->getType()), arrived, primal_value(extract->getIndexOperand(), builder)), builder);
    } else if (auto *insert = dyn_cast<InsertElementInst>(&instruction)) {
      Value *index = primal_value(insert->getOperand(2), builder);
      add(insert->getOperand(1), lane, builder.CreateExtractElement(arrived, index), builder);
      add(first, lane, builder.CreateInsertElement(arrived, Constant::getNullValue(insert->getOperand(1)->getType()), index), builder);
    } else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
      unsigned count = cast<FixedVectorType>(first->getType())->getNumElements();
      Value *sums[2] = {Constant::getNullValue(first->getType()), Constant::getNullValue(first->getType())};
      for (auto [position, from] : enumerate(shuffle->getShuffleMask())) {
        if (from < 0)
          continue;
        Value *&sum = sums[static_cast<unsigned>(from) >= count];
        uint64_t element = static_cast<unsigned>(from) % count;
        Value *amount = builder.CreateExtractElement(arrived, position);
        sum = builder.CreateInsertElement(sum, builder.CreateFAdd(builder.CreateExtractElement(sum, element), amount), element);
      }
      add(shuffle->getOperand(0), lane, sums[0], builder);
      add(shuffle->getOperand(1), lane, sums[1], builder);
    } else if (auto *part = dyn_cast<ExtractValueInst>(&instruction)) {
      add(first, lane, builder.CreateInsertValue(Constant::getNullValue(first->getType()), arrived, part->getIndices()), builder);
    } else if (auto *whole = dyn_cast<InsertValueInst>(&instruction)) {
      const Value *element = whole->getInsertedValueOperand();
      add(element, lane, builder.CreateExtractValue(arrived, whole->getIndices()), builder);
      add(first, lane, builder.CreateInsertValue(arrived, Constant::getNullValue(element->getType()), whole->getIndices()), builder);
    } else if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
      if (call->getIntrinsicID() == Intrinsic::vector_reduce_fadd) {
        add(call->getArgOperand(0), lane, arrived, builder);
        add(call->getArgOperand(1), lane, builder.CreateVectorSplat(cast<VectorType>(call->getArgOperand(1)->getType())->getElementCount(), arrived), builder);
      } else if (call->getIntrinsicID() == Intrinsic::arithmetic_fence) {
        add(call->getArgOperand(0), lane, arrived, builder);
      }
    }
  }
}

} // namespace cotangent::scalar
