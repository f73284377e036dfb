// The C convention of Enzyme, second half: the call of the derivative, and its results in the shape that the caller declared.
#include "driver/pipelines/differentiate.h"
#include "scalar/emit/tape.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace cotangent::driver {

namespace {

/// One call of a marker while it becomes a call of the derivative.
class EnzymeReplacement {
public:
  EnzymeReplacement(Request &request, Derivative &derivative)
      : request(request), derivative(derivative), old(*request.call), function(*request.function), module(*old.getModule()), layout(module.getDataLayout()), builder(&old),
        width(request.signature.width) {}

  Request &request;
  Derivative &derivative;
  CallBase &old;
  Function &function;
  Module &module;
  const DataLayout &layout;
  IRBuilder<> builder;
  unsigned width;
  Value *handle = nullptr; // of the tape

  bool adjoint() const { return request.half == Half::Adjoint; }
  bool takes_tape() const { return adjoint() || request.from_tape; }
  bool forward() const { return request.half == Half::Forward; }

  SmallVector<Value *, 8> arguments() {
    SmallVector<Value *, 8> list;
    for (auto [index, parameter] : enumerate(request.parameters)) {
      Type *type = function.getArg(index)->getType();
      if (index == 0 && function.hasStructRetAttr())
        make_result_memory(parameter);
      Value *primal = convert(parameter.primal, type);
      list.push_back(primal);
      if (derivative.takes_shadow[index])
        for (unsigned lane = 0; lane < width; ++lane)
          list.push_back(parameter.shadows.empty() ? primal : shadow(parameter, lane, type));
      else if (forward() && derivative.takes_tangent[index])
        for (unsigned lane = 0; lane < width; ++lane)
          list.push_back(convert(parameter.shadows[lane], type));
    }
    if (derivative.result_active && (adjoint() || request.half == Half::Reverse))
      add_seeds(list);
    if (request.half == Half::Augmented) {
      handle = builder.CreateCall(module.getOrInsertFunction("cotangent_tape_new", builder.getPtrTy(), builder.getInt64Ty()), {builder.getInt64(derivative.stamp)});
      list.push_back(handle);
    } else if (takes_tape()) {
      handle = convert(request.tape, builder.getPtrTy());
      if (request.tape_in_memory)
        handle = builder.CreateAlignedLoad(builder.getPtrTy(), handle, Align(1));
      list.push_back(handle);
      if (request.keep_tape && adjoint())
        kept_top = scalar::TapeRecord(handle).top(builder);
    }
    return list;
  }

  void after_call() {
    if (request.half == Half::Augmented && request.tape_in_memory)
      builder.CreateAlignedStore(handle, request.tape, Align(1));
    if (!takes_tape())
      return;
    if (kept_top)
      scalar::TapeRecord(handle).set_top(builder, kept_top);
    else if (!request.keep_tape)
      builder.CreateCall(module.getOrInsertFunction("cotangent_tape_free", FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false)), {handle});
  }

  /// What the caller gets, in Enzyme's order: tape, primal, then the derivatives.
  std::vector<Value *> results(CallBase *made) {
    std::vector<Value *> values;
    if (request.half == Half::Augmented && !request.tape_in_memory)
      values.push_back(handle);
    if (function.hasStructRetAttr()) {
      Type *type = function.getParamStructRetType(0);
      if (request.return_primal)
        values.push_back(builder.CreateLoad(type, request.parameters[0].primal));
      if (forward() && !request.no_return_shadow)
        for (Value *tangent : request.parameters[0].shadows)
          values.push_back(builder.CreateLoad(type, tangent));
    } else if (request.return_primal) {
      values.push_back(builder.CreateExtractValue(made, 0));
    }
    Type *type = function.getReturnType();
    unsigned position = adjoint() || type->isVoidTy() ? 0 : 1;
    bool wants_shadow = !type->isVoidTy() && !request.no_return_shadow && (forward() || (request.half == Half::Augmented && type->isPointerTy()));
    if (wants_shadow)
      for (unsigned lane = 0; lane < width; ++lane) {
        if (derivative.result_active || derivative.result_shadowed)
          values.push_back(builder.CreateExtractValue(made, 1 + lane));
        else
          values.push_back(type->isPointerTy() ? builder.CreateExtractValue(made, 0) : static_cast<Value *>(Constant::getNullValue(type)));
      }
    if (adjoint() || request.half == Half::Reverse)
      for (auto [index, parameter] : enumerate(request.parameters)) {
        if (parameter.annotation != scalar::Annotation::Active)
          continue;
        for (unsigned lane = 0; lane < width; ++lane)
          values.push_back(derivative.takes_tangent[index] ? builder.CreateExtractValue(made, position++)
                                                           : static_cast<Value *>(Constant::getNullValue(function.getArg(index)->getType())));
      }
    return values;
  }

  /// Hands the values over as the declared type of the call; false if they do not fit.
  bool give(ArrayRef<Value *> values, Value *&result) {
    Type *type = request.result_slot ? old.getParamStructRetType(0) : old.getType();
    result = type->isVoidTy() || request.result_slot ? nullptr : Constant::getNullValue(type);
    if (type->isVoidTy() || (!request.result_slot && old.use_empty()) || values.empty())
      return true;
    std::vector<Value *> scalars;
    for (Value *value : values)
      take_scalars(value, scalars);
    std::vector<std::pair<uint64_t, Type *>> places;
    scalars_of(type, layout, 0, places);
    Value *memory = request.result_slot ? request.result_slot : local(type);
    if (!assign(scalars, places)) {
      // The bytes of a structure that C passes in other pieces.
      std::vector<Type *> types;
      for (Value *value : values)
        types.push_back(value->getType());
      auto *natural = StructType::get(module.getContext(), types);
      if (layout.getTypeAllocSize(natural) != layout.getTypeAllocSize(type))
        return false;
      for (unsigned i = 0; i < values.size(); ++i)
        builder.CreateAlignedStore(values[i], builder.CreateStructGEP(natural, memory, i), Align(1));
    } else {
      for (unsigned i = 0; i < places.size(); ++i)
        builder.CreateAlignedStore(convert(scalars[i], places[i].second), builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory, places[i].first), Align(1));
    }
    if (!request.result_slot)
      result = builder.CreateLoad(type, memory);
    return true;
  }

private:
  Value *kept_top = nullptr;

  Value *local(Type *type) {
    BasicBlock &entry = old.getFunction()->getEntryBlock();
    return IRBuilder<>(&entry, entry.begin()).CreateAlloca(type);
  }

  /// As C converts an argument: floating values to the width of the parameter, integers likewise.
  Value *convert(Value *value, Type *type) {
    Type *from = value->getType();
    if (from == type)
      return value;
    if (from->isFloatingPointTy())
      return builder.CreateFPCast(value, type);
    if (from->isPointerTy())
      return builder.CreatePtrToInt(value, type);
    if (type->isPointerTy())
      return builder.CreateIntToPtr(builder.CreateSExtOrTrunc(value, builder.getInt64Ty()), type);
    return builder.CreateSExtOrTrunc(value, type);
  }

  Value *shadow(const Parameter &parameter, unsigned lane, Type *type) {
    if (!parameter.stride)
      return convert(parameter.shadows[lane], type);
    Value *distance = builder.CreateMul(builder.CreateSExtOrTrunc(parameter.stride, builder.getInt64Ty()), builder.getInt64(lane));
    return builder.CreatePtrAdd(convert(parameter.shadows[0], type), distance);
  }

  /// The function writes its result through a pointer; so are its tangents or seeds.
  void make_result_memory(Parameter &parameter) {
    Type *type = function.getParamStructRetType(0);
    parameter.primal = local(type);
    if (parameter.annotation == scalar::Annotation::Constant)
      return;
    for (unsigned lane = 0; lane < width; ++lane) {
      parameter.shadows.push_back(local(type));
      builder.CreateStore(Constant::getNullValue(type), parameter.shadows.back());
    }
    std::vector<Value *> seeds = seeds_of(type);
    for (unsigned lane = 0; lane < seeds.size(); ++lane)
      builder.CreateStore(seeds[lane], parameter.shadows[lane]);
  }

  void add_seeds(SmallVectorImpl<Value *> &list) {
    std::vector<Value *> seeds = seeds_of(function.getReturnType());
    list.append(seeds.begin(), seeds.end());
  }

  /// One seed of the type per lane; nothing given means 1.
  std::vector<Value *> seeds_of(Type *type) {
    std::vector<Value *> seeds;
    if (forward())
      return seeds;
    std::vector<std::pair<uint64_t, Type *>> places;
    scalars_of(type, layout, 0, places);
    bool in_memory = request.seeds.size() == 1 && request.seeds[0]->getType()->isPointerTy();
    std::vector<Value *> scalars;
    if (!in_memory)
      for (Value *seed : request.seeds)
        take_scalars(seed, scalars);
    for (unsigned lane = 0; lane < width; ++lane) {
      if (in_memory) {
        seeds.push_back(builder.CreateAlignedLoad(type, builder.CreateConstInBoundsGEP1_64(type, request.seeds[0], lane), Align(1)));
        continue;
      }
      if (scalars.empty()) {
        seeds.push_back(ConstantFP::get(places[0].second, 1.0));
        continue;
      }
      if (places.size() == 1 && type == places[0].second) {
        seeds.push_back(convert(scalars[lane], type));
        continue;
      }
      Value *memory = local(type);
      for (unsigned i = 0; i < places.size(); ++i)
        builder.CreateAlignedStore(convert(scalars[lane * places.size() + i], places[i].second), builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory, places[i].first), Align(1));
      seeds.push_back(builder.CreateLoad(type, memory));
    }
    return seeds;
  }

  void take_scalars(Value *value, std::vector<Value *> &scalars) {
    Type *type = value->getType();
    if (auto *vector = dyn_cast<FixedVectorType>(type)) {
      for (unsigned i = 0; i < vector->getNumElements(); ++i)
        scalars.push_back(builder.CreateExtractElement(value, i));
    } else if (type->isAggregateType()) {
      unsigned count = type->isStructTy() ? type->getStructNumElements() : type->getArrayNumElements();
      for (unsigned i = 0; i < count; ++i)
        take_scalars(builder.CreateExtractValue(value, i), scalars);
    } else {
      scalars.push_back(value);
    }
  }

  static bool fits(Type *from, Type *to) { return from == to || (from->isFloatingPointTy() && to->isFloatingPointTy()) || (from->isPointerTy() && to->isIntegerTy(64)); }

  /// Puts the values in the order of the places: as they are, or each place takes the next value of its kind. The augmented sweep may
  /// be declared with less than it gives (only the tape).
  bool assign(std::vector<Value *> &scalars, ArrayRef<std::pair<uint64_t, Type *>> places) const {
    bool fewer = request.half == Half::Augmented && places.size() < scalars.size();
    if (places.size() != scalars.size() && !fewer)
      return false;
    std::vector<Value *> ordered, rest = scalars;
    for (auto &[offset, type] : places) {
      auto next = find_if(rest, [&, wanted = type](Value *value) { return fits(value->getType(), wanted); });
      if (next == rest.end())
        return false;
      ordered.push_back(*next);
      rest.erase(next);
    }
    scalars = ordered;
    return true;
  }
};

} // namespace

void Differentiator::replace_enzyme(Request &request, Derivative &derivative) {
  CallBase &old = *request.call;
  EnzymeReplacement replacement(request, derivative);
  SmallVector<Value *, 8> arguments = replacement.arguments();
  CallBase *made = call_derivative(replacement.builder, old, request.half == Half::Adjoint ? derivative.backward : derivative.forward, arguments);
  made->setDebugLoc(old.getDebugLoc());
  replacement.after_call();
  Value *result = nullptr;
  if (!replacement.give(replacement.results(made), result)) {
    report(bad_request(old, "the declared result of the call is not what the derivative of '" + request.function->getName().str() + "' gives",
                       "the primal first where it is asked for, then the derivatives in the order of the arguments; with a width, an array of them each"),
           old);
    result = PoisonValue::get(old.getType());
  }
  if (!old.getType()->isVoidTy())
    old.replaceAllUsesWith(result);
  if (auto *invoke = dyn_cast<InvokeInst>(&old))
    replacement.builder.CreateBr(invoke->getNormalDest());
  old.eraseFromParent();
}

/// Nobody need define the variables that mark arguments: what unoptimised code still reads of them has no meaning any more.
void Differentiator::define_marks() {
  for (GlobalVariable &variable : module.globals())
    if (variable.isDeclaration() && variable.getValueType()->isIntegerTy() && is_mark(variable)) {
      variable.setInitializer(Constant::getNullValue(variable.getValueType()));
      variable.setLinkage(GlobalValue::InternalLinkage);
      variable.setVisibility(GlobalValue::DefaultVisibility);
      variable.setDSOLocal(true);
    }
}

/// The handle of a tape is a pointer, whatever lies behind it.
void Differentiator::replace_size(CallBase &call) {
  IRBuilder<> builder(&call);
  if (auto *invoke = dyn_cast<InvokeInst>(&call)) {
    invoke->getUnwindDest()->removePredecessor(invoke->getParent());
    builder.CreateBr(invoke->getNormalDest());
  }
  if (call.getType()->isIntegerTy())
    call.replaceAllUsesWith(ConstantInt::get(call.getType(), 8));
  else if (!call.getType()->isVoidTy())
    call.replaceAllUsesWith(PoisonValue::get(call.getType()));
  call.eraseFromParent();
}

} // namespace cotangent::driver
