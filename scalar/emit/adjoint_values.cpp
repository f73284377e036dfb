// Where the backward half gets values of the forward half from; and the homes of adjoints.
#include "scalar/emit/adjoint_sweep.h"
#include "scalar/ingest/outline.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cotangent::scalar {

Lanes AdjointSweep::value_of(Quantity quantity, Builder &builder) {
  if (auto *constant = dyn_cast<Constant>(quantity.value))
    return quantity.shadow ? shadow_constant(constant) : Lanes{const_cast<Constant *>(constant)};
  auto known_value = cached.find(quantity);
  if (known_value != cached.end())
    return known_value->second;
  auto decision = plan.keep.find(quantity);
  Lanes result;
  if (const LoopFacts *inner = decision == plan.keep.end() || decision->second == Keep::Free || decision->second == Keep::Slot ? nullptr : inner_loop_for(quantity)) {
    auto [entry, fresh] = hoisted.try_emplace({quantity, inner});
    if (fresh) {
      Builder homes_builder = entry_builder();
      for (unsigned lane = 0; lane < (quantity.shadow ? width : 1); ++lane)
        entry->second.push_back(homes_builder.CreateAlloca(quantity.value->getType(), nullptr, "outer"));
      hoists.emplace_back(quantity, inner);
    }
    for (AllocaInst *slot : entry->second)
      result.push_back(builder.CreateLoad(slot->getAllocatedType(), slot));
    return cached[quantity] = result;
  }
  if (decision == plan.keep.end()) {
    Problem problem;
    problem.function = &original;
    if (auto *instruction = dyn_cast<Instruction>(quantity.value))
      problem.place = instruction->getDebugLoc();
    problem.kind = "internal";
    std::string text;
    raw_string_ostream(text) << *quantity.value;
    problem.message = "the reverse sweep reads a value that the plan does not keep:" + text + (quantity.shadow ? " (shadow)" : "");
    derivatives.plan.problems.push_back(problem);
    return Lanes(quantity.shadow ? width : 1, PoisonValue::get(quantity.value->getType()));
  }
  switch (decision->second) {
  case Keep::Free:
    if (auto *phi = dyn_cast<PHINode>(quantity.value))
      result = {builder.CreateLoad(builder.getInt64Ty(), counters.at(known.loop_of(phi->getParent())))};
    else if (auto *argument = dyn_cast<Argument>(quantity.value); argument && !combined)
      result = own_argument(*argument, quantity.shadow);
    else
      result = quantity.shadow ? shadow(quantity.value) : Lanes{primal(quantity.value)};
    break;
  case Keep::Recompute:
    result = recompute(quantity, builder);
    break;
  case Keep::Slot:
    for (AllocaInst *slot : slots.at(quantity))
      result.push_back(builder.CreateLoad(slot->getAllocatedType(), slot));
    break;
  case Keep::Tape:
    result = read_tape(quantity, builder);
    break;
  }
  return cached[quantity] = result;
}

/// The outermost loop between the level of the quantity and the block being emitted; null if they are of one level.
const LoopFacts *AdjointSweep::inner_loop_for(Quantity quantity) const {
  const LoopFacts *home = loop_of(quantity);
  const LoopFacts *inner = nullptr;
  for (const LoopFacts *loop = current_loop; loop != home; loop = loop->parent) {
    if (!loop)
      return nullptr; // an edge into the loop of the quantity
    inner = loop;
  }
  return inner;
}

void AdjointSweep::emit_hoisted() {
  while (!hoists.empty()) {
    auto [quantity, inner] = hoists.back();
    hoists.pop_back();
    std::vector<AllocaInst *> slots_of = hoisted.at({quantity, inner});
    for (auto &[end, exit] : loop_entries[inner]) {
      Builder builder(end);
      cached.clear();
      current_loop = known.loop_of(exit);
      Lanes values = value_of(quantity, builder);
      for (unsigned lane = 0; lane < values.size(); ++lane)
        builder.CreateStore(values[lane], slots_of[lane]);
    }
  }
}

/// Split mode: the backward function of the request takes the arguments again.
Lanes AdjointSweep::own_argument(const Argument &wanted, bool shadowed) {
  unsigned position = 0;
  for (const Argument &argument : original.args()) {
    unsigned first = position++;
    if (facts.has_shadow(&argument))
      position += width;
    if (&argument != &wanted)
      continue;
    if (!shadowed)
      return {backward.getArg(first)};
    Lanes lanes;
    for (unsigned lane = 0; lane < width; ++lane)
      lanes.push_back(backward.getArg(first + 1 + lane));
    return lanes;
  }
  return {};
}

Lanes AdjointSweep::read_tape(Quantity quantity, Builder &builder) {
  TapeEntry entry;
  const LevelPlan *level = level_of(quantity, &entry);
  Value *offset = builder.CreateLoad(builder.getInt64Ty(), begins.at(level->loop));
  if (level->layout == Layout::Array) {
    Value *iteration = builder.CreateLoad(builder.getInt64Ty(), counters.at(level->loop));
    offset = builder.CreateAdd(offset, builder.CreateMul(iteration, builder.getInt64(level->bytes)));
  }
  Value *place = backward_tape->address(builder, builder.CreateAdd(offset, builder.getInt64(entry.offset)));
  Lanes result;
  unsigned count = quantity.shadow ? width : 1;
  for (unsigned lane = 0; lane < count; ++lane) {
    LoadInst *kept = builder.CreateAlignedLoad(quantity.value->getType(), builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), place, lane * (entry.bytes / count)), Align(1));
    derivatives.aliases.tape(kept);
    result.push_back(kept);
  }
  return result;
}

Lanes AdjointSweep::recompute(Quantity quantity, Builder &builder) {
  unsigned count = quantity.shadow ? width : 1;
  auto *instruction = cast<Instruction>(quantity.value);
  auto operand = [&](const Value *value) {
    bool shadowed = quantity.shadow && facts.has_shadow(value);
    Lanes lanes = value_of({value, shadowed}, builder);
    lanes.resize(count, lanes[0]);
    return lanes;
  };
  Lanes result;
  if (auto *phi = dyn_cast<PHINode>(instruction)) {
    if (auto induction = induction_of(*phi, facts)) {
      Lanes start = operand(induction->start);
      Value *step = primal_value(induction->step, builder);
      Value *iteration = builder.CreateLoad(builder.getInt64Ty(), counters.at(induction->loop));
      Value *distance = builder.CreateMul(builder.CreateIntCast(iteration, step->getType(), false), step);
      for (unsigned lane = 0; lane < count; ++lane) {
        if (phi->getType()->isPointerTy()) {
          auto *next = cast<GetElementPtrInst>(phi->getIncomingValueForBlock(induction->loop->loop->getLoopLatch()));
          result.push_back(builder.CreateGEP(next->getSourceElementType(), start[lane], distance));
        } else {
          result.push_back(induction->negative ? builder.CreateSub(start[lane], distance) : builder.CreateAdd(start[lane], distance));
        }
      }
      return result;
    }
    if (const Instruction *closed = closed_form_of(*phi))
      return operand(closed);
    return operand(phi->getIncomingValue(0));
  }
  SmallVector<Lanes, 4> operands;
  for (const Value *value : instruction->operands()) {
    bool plain = quantity.shadow && ((isa<GetElementPtrInst>(instruction) && value != cast<GetElementPtrInst>(instruction)->getPointerOperand()) ||
                                     (isa<SelectInst>(instruction) && value == cast<SelectInst>(instruction)->getCondition()));
    if (isa<Function>(value))
      operands.push_back(Lanes(count, const_cast<Value *>(value)));
    else
      operands.push_back(plain ? Lanes(count, primal_value(value, builder)) : operand(value));
  }
  for (unsigned lane = 0; lane < count; ++lane) {
    Instruction *copy = instruction->clone();
    for (unsigned i = 0; i < operands.size(); ++i)
      copy->setOperand(i, operands[i][lane]);
    copy->dropUnknownNonDebugMetadata();
    if (auto *load = dyn_cast<LoadInst>(instruction)) {
      if (quantity.shadow)
        derivatives.aliases.shadow(copy, load->getPointerOperand());
      else
        derivatives.aliases.primal(copy);
    }
    builder.Insert(copy);
    result.push_back(copy);
  }
  return result;
}

AllocaInst *AdjointSweep::home(const Value *value, unsigned lane) {
  AllocaInst *&known_home = homes[{value, lane}];
  if (!known_home) {
    Builder builder = entry_builder();
    Type *type = derivatives.derivative_type(value);
    known_home = builder.CreateAlloca(type, nullptr, value->getName() + ".adjoint");
    builder.CreateStore(Constant::getNullValue(type), known_home);
  }
  return known_home;
}

bool AdjointSweep::is_local(const Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || isa<PHINode>(instruction))
    return false;
  auto [entry, fresh] = locals.try_emplace(value);
  if (fresh)
    entry->second = all_of(instruction->users(), [&](const User *user) {
      auto *use = cast<Instruction>(user);
      return use->getParent() == instruction->getParent() && !isa<PHINode>(use) && !use->getMetadata(fused_name); // the adjoint of a fused loop comes in the forward half
    });
  return entry->second;
}

Value *AdjointSweep::take(const Value *value, unsigned lane, Builder &builder) {
  if (is_local(value)) {
    auto found = pending.find({value, lane});
    if (found == pending.end())
      return Constant::getNullValue(derivatives.derivative_type(value));
    Value *amount = found->second;
    pending.erase(found);
    return amount;
  }
  AllocaInst *place = home(value, lane);
  Value *amount = builder.CreateLoad(place->getAllocatedType(), place);
  builder.CreateStore(Constant::getNullValue(place->getAllocatedType()), place);
  return amount;
}

Value *AdjointSweep::as_bits(Builder &builder, Value *value, Type *type) { return value->getType() == type ? value : builder.CreateBitCast(value, type); }

void AdjointSweep::add(const Value *value, unsigned lane, Value *amount, Builder &builder) {
  if (isa<Constant>(value) || !facts.active(value))
    return;
  if (is_local(value)) {
    Value *&sum = pending[{value, lane}];
    amount = as_bits(builder, amount, derivatives.derivative_type(value));
    sum = sum ? add_derivatives(builder, sum, amount) : amount;
    return;
  }
  AllocaInst *place = home(value, lane);
  Type *type = place->getAllocatedType();
  builder.CreateStore(add_derivatives(builder, builder.CreateLoad(type, place), as_bits(builder, amount, type)), place);
}

} // namespace cotangent::scalar
