#include "scalar/emit/derivatives.h"
#include "scalar/analysis/calls.h"
#include "scalar/ingest/places.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace cotangent::scalar {

bool Derivatives::result_shadowed(const Function *primal) {
  const ReturnInst *exit = facts.function_facts.at(primal).exit;
  return exit && exit->getReturnValue() && contains_pointer(exit->getReturnValue()->getType()) && facts.has_shadow(exit->getReturnValue());
}

bool Derivatives::result_active(const Function *primal) {
  const ReturnInst *exit = facts.function_facts.at(primal).exit;
  if (!exit || !exit->getReturnValue() || !contains_floating(exit->getReturnValue()->getType()))
    return false;
  if (primal == facts.program.root)
    return facts.signature.active_return;
  return facts.active(exit->getReturnValue()) || !isa<Instruction>(exit->getReturnValue());
}

Type *Derivatives::derivative_type(const Value *value) {
  if (value->getType()->isIntegerTy())
    if (Type *carried = carried_floating_type(value, facts))
      return carried;
  return value->getType();
}

void Derivatives::primal_parameters(const Function *primal, bool tangents, std::vector<Type *> &types) {
  for (const Argument &argument : primal->args()) {
    types.push_back(argument.getType());
    if (facts.has_shadow(&argument) || (tangents && facts.active(&argument)))
      types.insert(types.end(), width, facts.has_shadow(&argument) ? argument.getType() : derivative_type(&argument)); // an integer may carry a pointer
  }
}

Function *Derivatives::declare(const Function *primal, StringRef kind, ArrayRef<Type *> parameters, ArrayRef<Type *> results) {
  LLVMContext &context = module.getContext();
  Type *result = results.empty() ? Type::getVoidTy(context) : static_cast<Type *>(StructType::get(context, results));
  Function *function = Function::Create(FunctionType::get(result, parameters, false), GlobalValue::InternalLinkage,
                                        "cotangent." + kind + "." + facts.program.name + (primal == facts.program.root ? "" : "." + primal->getName()), module);
  function->setDSOLocal(true);
  for (auto attribute : primal->getAttributes().getFnAttrs())
    if (attribute.isStringAttribute() && attribute.getKindAsString().starts_with("target-"))
      function->addFnAttr(attribute);
  if (primal->hasFnAttribute(Attribute::UWTable))
    function->addFnAttr(primal->getFnAttribute(Attribute::UWTable));
  if (primal->hasPersonalityFn())
    function->setPersonalityFn(primal->getPersonalityFn());
  made.push_back(function);
  return function;
}

Function *Derivatives::tangent(const Function *primal) {
  Function *&known = tangents[primal];
  if (known)
    return known;
  std::vector<Type *> parameters, results;
  primal_parameters(primal, true, parameters);
  Type *result = primal->getReturnType();
  if (!result->isVoidTy()) {
    results.push_back(result);
    if (result_active(primal) || result_shadowed(primal))
      results.insert(results.end(), width, result);
  }
  known = declare(primal, "tangent", parameters, results);
  pending_tangents.emplace_back(primal, known);
  return known;
}

Function *Derivatives::augmented(const Function *primal) {
  Function *&known = augmenteds[primal];
  if (known)
    return known;
  std::vector<Type *> parameters, results;
  primal_parameters(primal, false, parameters);
  parameters.push_back(PointerType::get(module.getContext(), 0));
  Type *result = primal->getReturnType();
  if (!result->isVoidTy()) {
    results.push_back(result);
    if (result_shadowed(primal))
      results.insert(results.end(), width, result);
  }
  known = declare(primal, "augmented", parameters, results);
  pending_augmenteds.emplace_back(primal, known);
  adjoint(primal);
  return known;
}

Function *Derivatives::adjoint(const Function *primal) {
  Function *&known = adjoints[primal];
  if (known)
    return known;
  std::vector<Type *> parameters, results;
  if (primal == facts.program.root) // its caller may give other shadows to each half
    primal_parameters(primal, false, parameters);
  if (result_active(primal))
    parameters.insert(parameters.end(), width, primal->getReturnType());
  parameters.push_back(PointerType::get(module.getContext(), 0));
  for (const Argument &argument : primal->args())
    if (facts.active(&argument))
      results.insert(results.end(), width, derivative_type(&argument));
  known = declare(primal, "adjoint", parameters, results);
  pending_adjoints.emplace_back(primal, known);
  augmented(primal);
  return known;
}

Function *Derivatives::combined(const Function *primal) {
  Function *&known = combineds[primal];
  if (known)
    return known;
  std::vector<Type *> parameters, results;
  primal_parameters(primal, false, parameters);
  if (result_active(primal))
    parameters.insert(parameters.end(), width, primal->getReturnType());
  if (plan.functions.at(primal).fused && plan.functions.at(primal).uses_tape())
    parameters.push_back(PointerType::get(module.getContext(), 0));
  if (!primal->getReturnType()->isVoidTy())
    results.push_back(primal->getReturnType());
  for (const Argument &argument : primal->args())
    if (facts.active(&argument))
      results.insert(results.end(), width, derivative_type(&argument));
  known = declare(primal, "combined", parameters, results);
  pending_combineds.emplace_back(primal, known);
  return known;
}

void Derivatives::emit_all() {
  bool progress = true;
  while (progress) {
    progress = false;
    auto drain = [&](auto &pending, auto emit) {
      while (!pending.empty()) {
        auto [primal, target] = pending.back();
        pending.pop_back();
        progress = true;
        emit(primal, target);
      }
    };
    drain(pending_tangents, [&](const Function *primal, Function *target) { emit_tangent(*this, *primal, *target); });
    drain(pending_combineds, [&](const Function *primal, Function *target) { emit_combined(*this, *primal, *target); });
    drain(pending_augmenteds, [&](const Function *primal, Function *target) { emit_split(*this, *primal, *target, *adjoints.at(primal)); });
    pending_adjoints.clear();
  }
  for (auto *finished : {&tangents, &combineds, &augmenteds, &adjoints}) // elsewhere the facts hold in every call at once
    if (auto found = finished->find(facts.program.root); found != finished->end())
      aliases.declare(*found->second);
  for (auto *finished : {&tangents, &combineds, &adjoints})
    if (auto found = finished->find(facts.program.root); found != finished->end())
      clear_globals(*found->second);
}

/// Hidden shadows of globals are zero between calls.
void Derivatives::clear_globals(Function &function) {
  for (BasicBlock &block : function) {
    auto *end = dyn_cast<ReturnInst>(block.getTerminator());
    if (!end)
      continue;
    IRBuilder<> builder(end);
    for (auto &[key, shadow] : globals)
      if (!key.first->isConstant())
        builder.CreateMemSet(shadow, builder.getInt8(0), module.getDataLayout().getTypeAllocSize(key.first->getValueType()), MaybeAlign());
  }
}

GlobalVariable *Derivatives::shadow_global(const GlobalVariable *primal, unsigned lane) {
  GlobalVariable *&known = globals[{primal, lane}];
  if (!known) {
    Type *type = primal->getValueType();
    if (!type->isSized() || module.getDataLayout().getTypeAllocSize(type) == 0)
      return const_cast<GlobalVariable *>(primal); // type information and the like: nothing floating in it
    if (is_class_table(*primal))
      return const_cast<GlobalVariable *>(primal); // shadows of objects are destroyed by it too
    bool text = primal->isConstant() && primal->hasInitializer() && type->isArrayTy() && type->getArrayElementType()->isIntegerTy(); // copied like what stands beside it
    known = new GlobalVariable(module, type, false, GlobalValue::InternalLinkage, text ? const_cast<Constant *>(primal->getInitializer()) : Constant::getNullValue(type), "cotangent.shadow." + primal->getName(), nullptr,
                               GlobalValue::GeneralDynamicTLSModel);
    known->setAlignment(primal->getAlign());
  }
  return known;
}

Value *add_derivatives(IRBuilder<> &builder, Value *a, Value *b) {
  Type *type = a->getType();
  if (type->isFPOrFPVectorTy()) {
    if (auto *constant = dyn_cast<Constant>(a); constant && constant->isNullValue())
      return b;
    if (auto *constant = dyn_cast<Constant>(b); constant && constant->isNullValue())
      return a;
    auto *sum = builder.CreateFAdd(a, b);
    if (auto *instruction = dyn_cast<Instruction>(sum)) {
      instruction->setHasNoSignedZeros(true); // derivatives start as +0: x + 0 is x
      instruction->setHasAllowReassoc(true);  // the program fixes no order in which derivatives are added up
    }
    return sum;
  }
  if (type->isAggregateType()) {
    unsigned count = type->isStructTy() ? type->getStructNumElements() : type->getArrayNumElements();
    for (unsigned i = 0; i < count; ++i) {
      Type *element = type->isStructTy() ? type->getStructElementType(i) : type->getArrayElementType();
      if (contains_floating(element))
        a = builder.CreateInsertValue(a, add_derivatives(builder, builder.CreateExtractValue(a, i), builder.CreateExtractValue(b, i)), i);
    }
  }
  return a;
}

void emit_nan_check(IRBuilder<> &builder, Value *amount, const Instruction &instruction, const std::string &rule) {
  if (!amount->getType()->isFloatingPointTy())
    return;
  std::string place;
  if (const DebugLoc &where = instruction.getDebugLoc())
    place = place_text(where) + ": ";
  FunctionCallee check = builder.GetInsertBlock()->getModule()->getOrInsertFunction("cotangent_nan_check", builder.getVoidTy(), builder.getDoubleTy(), builder.getPtrTy());
  builder.CreateCall(check, {builder.CreateFPCast(amount, builder.getDoubleTy()), builder.CreateGlobalString(place + "a derivative of " + rule + " is not a number")});
}

} // namespace cotangent::scalar
