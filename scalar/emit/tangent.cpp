// Forward mode: tangents beside primals.
#include "rules/check/dependency.h"
#include "scalar/emit/primal_sweep.h"
#include "scalar/rules/table_reader.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace cotangent::scalar {

namespace {

class TangentSweep : public PrimalSweep {
public:
  TangentSweep(Derivatives &derivatives, const Function &original, Function &target) : PrimalSweep(derivatives, original, target, Sweep::Tangent) {}

  void run() {
    sweep_body();
    for (const PHINode *phi : tangent_phis)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        Lanes incoming = tangent(phi->getIncomingValue(i), derivatives.derivative_type(phi));
        for (unsigned lane = 0; lane < width; ++lane)
          cast<PHINode>(tangents[phi][lane])->addIncoming(incoming[lane], cast<BasicBlock>(primal(phi->getIncomingBlock(i))));
      }
  }

private:
  DenseMap<const Value *, Lanes> tangents;
  std::vector<const PHINode *> tangent_phis;

  /// Tangents of a value; zeros if it has none.
  Lanes tangent(const Value *value, Type *type = nullptr) {
    auto found = tangents.find(value);
    if (found != tangents.end())
      return found->second;
    if (isa<Argument>(value) && facts.active(value))
      return shadows[value];
    if (!type)
      type = derivatives.derivative_type(value);
    return Lanes(width, Constant::getNullValue(type));
  }

  void after(const Instruction &instruction) override {
    if (auto *result = dyn_cast<ReturnInst>(&instruction))
      return finish(*result);
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      return store_tangent(*store);
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
      if (update->getOperation() == AtomicRMWInst::FAdd && facts.active_memory(update->getPointerOperand(), update->getType())) {
        IRBuilder<> builder(cast<Instruction>(primal(update)));
        Lanes pointers = shadow(update->getPointerOperand()), values = tangent(update->getValOperand());
        if (facts.decided_at_run_time(update->getPointerOperand()))
          for (Value *&pointer : pointers)
            pointer = unless_constant(builder, update->getType(), primal(update->getPointerOperand()), pointer);
        for (unsigned lane = 0; lane < width; ++lane)
          tangents[update].push_back(builder.CreateAtomicRMW(AtomicRMWInst::FAdd, pointers[lane], values[lane], update->getAlign(), update->getOrdering()));
      }
      return;
    }
    if (!facts.active(&instruction) || facts.has_shadow(&instruction))
      return;
    if (isa<CallBase>(instruction) && facts.call(cast<CallBase>(instruction)).role == CallRole::Private)
      return; // done with the call
    compute(instruction);
  }

  void store_tangent(const StoreInst &store) {
    Type *type = store.getValueOperand()->getType();
    if (!facts.shadowed(store.getPointerOperand()))
      return;
    bool bits = type->isIntegerTy() && facts.active_memory(store.getPointerOperand(), type) && !facts.stores_integer(store) && !moves_shadow(store);
    if (!contains_floating(type) && !bits)
      return;
    IRBuilder<> builder(cast<Instruction>(primal(&store)));
    Lanes pointers = shadow(store.getPointerOperand()), values = tangent(store.getValueOperand());
    for (unsigned lane = 0; lane < width; ++lane) {
      if (facts.decided_at_run_time(store.getPointerOperand()))
        pointers[lane] = unless_constant(builder, values[lane]->getType(), primal(store.getPointerOperand()), pointers[lane]);
      derivatives.aliases.shadow(builder.CreateAlignedStore(values[lane], pointers[lane], store.getAlign()), store.getPointerOperand());
    }
  }

  void finish(const ReturnInst &result) {
    auto *copy = cast<ReturnInst>(primal(&result));
    if (!result.getReturnValue())
      return;
    IRBuilder<> builder(copy);
    Value *packed = PoisonValue::get(target.getReturnType());
    packed = builder.CreateInsertValue(packed, primal(result.getReturnValue()), 0);
    Lanes extra;
    if (derivatives.result_active(&original))
      extra = tangent(result.getReturnValue());
    else if (derivatives.result_shadowed(&original))
      extra = shadow(result.getReturnValue());
    for (unsigned lane = 0; lane < extra.size(); ++lane)
      packed = builder.CreateInsertValue(packed, extra[lane], lane + 1);
    builder.CreateRet(packed);
    copy->eraseFromParent();
  }

  void active_call(const CallBase &call) override {
    Function *callee = derivatives.tangent(call.getCalledFunction());
    auto *copy = cast<CallBase>(primal(&call));
    IRBuilder<> builder(copy);
    SmallVector<Value *, 8> arguments;
    for (auto [parameter, argument] : zip(call.getCalledFunction()->args(), call.args())) {
      arguments.push_back(primal(argument));
      if (facts.has_shadow(&parameter)) {
        arguments.append(shadow(argument));
      } else if (facts.active(&parameter)) {
        Type *type = derivatives.derivative_type(&parameter);
        for (Value *lane : tangent(argument, type))
          arguments.push_back(builder.CreateBitCast(lane, type));
      }
    }
    CallBase *made;
    if (auto *invoke = dyn_cast<InvokeInst>(copy)) {
      made = builder.CreateInvoke(callee, invoke->getNormalDest(), invoke->getUnwindDest(), arguments);
      builder.SetInsertPoint(invoke->getNormalDest(), invoke->getNormalDest()->getFirstInsertionPt());
    } else {
      made = builder.CreateCall(callee, arguments);
    }
    if (!call.getType()->isVoidTy()) {
      Value *result = builder.CreateExtractValue(made, 0);
      copy->replaceAllUsesWith(result);
      map[&call] = result;
      Lanes extra;
      if (callee->getReturnType()->getStructNumElements() > 1)
        for (unsigned lane = 0; lane < width; ++lane)
          extra.push_back(builder.CreateExtractValue(made, lane + 1));
      if (!extra.empty())
        (derivatives.result_active(call.getCalledFunction()) ? tangents : shadows)[&call] = extra;
    }
    copy->eraseFromParent();
  }

  void compute(const Instruction &instruction) {
    Type *type = derivatives.derivative_type(&instruction);
    if (derivatives.plan.refused.count(&instruction)) { // an exception where it is reached
      tangents[&instruction] = Lanes(width, Constant::getNullValue(type));
      return;
    }
    IRBuilder<> builder = builder_after(instruction);
    if (auto *operation = dyn_cast<FPMathOperator>(&instruction))
      builder.setFastMathFlags(operation->getFastMathFlags());
    Lanes own;
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      for (unsigned lane = 0; lane < width; ++lane)
        own.push_back(PHINode::Create(type, phi->getNumIncomingValues(), phi->getName() + ".tangent", cast<Instruction>(primal(phi))->getIterator()));
      tangents[phi] = own;
      tangent_phis.push_back(phi);
      return;
    }
    std::string rule = scalar_rule_of(instruction);
    if (!rule.empty()) {
      tangents[&instruction] = by_rule(builder, instruction, rule);
      return;
    }
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      Lanes pointers = shadow(load->getPointerOperand());
      for (unsigned lane = 0; lane < width; ++lane) {
        LoadInst *read = builder.CreateAlignedLoad(type, pointers[lane], load->getAlign(), load->isVolatile());
        derivatives.aliases.shadow(read, load->getPointerOperand());
        own.push_back(read);
      }
      for (unsigned lane = 0; lane < width && facts.decided_at_run_time(load->getPointerOperand()); ++lane)
        own[lane] = zero_if_constant(builder, own[lane], primal(load->getPointerOperand()), pointers[lane]);
      tangents[load] = own;
      return;
    }
    if (auto *cast_ = dyn_cast<BitCastInst>(&instruction)) {
      Lanes from = tangent(cast_->getOperand(0));
      for (unsigned lane = 0; lane < width; ++lane)
        own.push_back(from[lane]->getType() == type ? from[lane] : builder.CreateBitCast(from[lane], type));
      tangents[&instruction] = own;
      return;
    }
    // Linear in its active operands: the same operation on tangents.
    SmallVector<Lanes, 3> operands;
    for (const Value *operand : instruction.operands()) {
      bool plain = (isa<SelectInst>(instruction) && operand == instruction.getOperand(0)) || (isa<ExtractElementInst>(instruction) && operand == instruction.getOperand(1)) ||
                   (isa<InsertElementInst>(instruction) && operand == instruction.getOperand(2)) || isa<Function>(operand);
      operands.push_back(plain ? Lanes(width, primal(operand)) : tangent(operand));
    }
    for (unsigned lane = 0; lane < width; ++lane) {
      if (isa<SelectInst>(instruction)) {
        own.push_back(builder.CreateSelect(operands[0][lane], operands[1][lane], operands[2][lane]));
        continue;
      }
      if (isa<FreezeInst>(instruction)) {
        own.push_back(builder.CreateFreeze(operands[0][lane]));
        continue;
      }
      Instruction *copy = instruction.clone();
      for (unsigned i = 0; i < operands.size(); ++i)
        copy->setOperand(i, operands[i][lane]);
      own.push_back(builder.Insert(copy));
    }
    tangents[&instruction] = own;
  }

  Lanes by_rule(IRBuilder<> &builder, const Instruction &instruction, const std::string &rule) {
    auto dependencies = rules::dependencies(rule);
    SmallVector<Value *, 3> inputs;
    for (unsigned i = 0; i < dependencies.size(); ++i)
      inputs.push_back(primal(instruction.getOperand(i)));
    Lanes sum(width, Constant::getNullValue(instruction.getType()));
    for (unsigned i = 0; i < dependencies.size(); ++i) {
      if (dependencies[i].constant_zero || !facts.active(instruction.getOperand(i)))
        continue;
      Lanes part = tangent(instruction.getOperand(i));
      Value *partial = emit_partial(builder, rule, i, inputs, primal(&instruction));
      auto *constant = dyn_cast<ConstantFP>(partial);
      for (unsigned lane = 0; lane < width; ++lane) {
        Value *product = part[lane];
        if (constant && constant->isExactlyValue(-1.0))
          product = builder.CreateFNeg(product);
        else if (!constant || !constant->isExactlyValue(1.0))
          product = builder.CreateFMul(product, partial);
        if (facts.signature.options.strong_zero && product != part[lane])
          product = builder.CreateSelect(builder.CreateFCmpOEQ(part[lane], Constant::getNullValue(product->getType())), Constant::getNullValue(product->getType()), product);
        if (facts.signature.options.nan_check)
          emit_nan_check(builder, product, instruction, rule);
        sum[lane] = add_derivatives(builder, sum[lane], product);
      }
    }
    return sum;
  }
};

} // namespace

void emit_tangent(Derivatives &derivatives, const Function &primal, Function &target) { TangentSweep(derivatives, primal, target).run(); }

} // namespace cotangent::scalar
