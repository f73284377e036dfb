// Elements in memory and registers, and conversions between their types.
#include "tensor/emit/scalar.h"

using namespace llvm;

namespace cotangent::emit {

Type *ScalarEmitter::type_of(ElementType type) const {
  switch (part_of(type)) {
  case ElementType::F64:
    return builder_.getDoubleTy();
  case ElementType::F32:
  case ElementType::F16:
  case ElementType::BF16:
    return builder_.getFloatTy();
  case ElementType::Bool:
    return builder_.getInt1Ty();
  default:
    return builder_.getIntNTy(static_cast<unsigned>(facts_of(type).bits));
  }
}

Type *ScalarEmitter::memory_type(ElementType type) const {
  switch (part_of(type)) {
  case ElementType::F16:
    return builder_.getHalfTy();
  case ElementType::BF16:
    return builder_.getInt16Ty();
  case ElementType::Bool:
    return builder_.getInt8Ty();
  default:
    return type_of(type);
  }
}

Scalar ScalarEmitter::constant(const Element &element) const {
  Type *type = type_of(element.type());
  if (is_complex(element.type()))
    return {ConstantFP::get(type, element.as_complex().real()), ConstantFP::get(type, element.as_complex().imag())};
  if (!is_float(element.type()))
    return {ConstantInt::get(type, element.as_unsigned())};
  if (element.type() == ElementType::F64) // with the bits of a NaN
    return {ConstantFP::get(builder_.getContext(), APFloat(APFloat::IEEEdouble(), APInt(64, element.bits())))};
  if (element.type() == ElementType::F32)
    return {ConstantFP::get(builder_.getContext(), APFloat(APFloat::IEEEsingle(), APInt(32, element.bits())))};
  return {ConstantFP::get(type, element.as_float())};
}

Scalar ScalarEmitter::load(ElementType type, Value *base, Value *position) {
  Type *memory = memory_type(type);
  auto load_part = [&](Value *at) -> Value * {
    Value *address = builder_.CreateInBoundsGEP(memory, base, at);
    Value *value =
        builder_.CreateAlignedLoad(memory, address, Align(static_cast<uint64_t>(memory->getScalarSizeInBits()) / 8));
    if (type == ElementType::Bool)
      return builder_.CreateICmpNE(value, builder_.getInt8(0));
    if (type == ElementType::F16)
      return builder_.CreateFPExt(value, builder_.getFloatTy());
    if (type == ElementType::BF16)
      return from_bfloat(value);
    return value;
  };
  if (!is_complex(type))
    return {load_part(position)};
  Value *first = builder_.CreateNSWMul(position, builder_.getInt64(2));
  Value *real = load_part(first);
  return {real, load_part(builder_.CreateNSWAdd(first, builder_.getInt64(1)))};
}

void ScalarEmitter::store(ElementType type, const Scalar &value, Value *base, Value *position) {
  Type *memory = memory_type(type);
  auto store_part = [&](Value *part, Value *at) {
    if (type == ElementType::Bool)
      part = builder_.CreateZExt(part, memory);
    else if (type == ElementType::F16)
      part = builder_.CreateFPTrunc(part, memory);
    else if (type == ElementType::BF16)
      part = to_bfloat(part);
    builder_.CreateAlignedStore(part, builder_.CreateInBoundsGEP(memory, base, at),
                                Align(static_cast<uint64_t>(memory->getScalarSizeInBits()) / 8));
  };
  if (!is_complex(type))
    return store_part(value.real, position);
  Value *first = builder_.CreateNSWMul(position, builder_.getInt64(2));
  store_part(value.real, first);
  store_part(value.imaginary, builder_.CreateNSWAdd(first, builder_.getInt64(1)));
}

/// The float of 16 bits, and back: the upper half of its bits.
Value *ScalarEmitter::from_bfloat(Value *bits) {
  return builder_.CreateBitCast(builder_.CreateShl(builder_.CreateZExt(bits, builder_.getInt32Ty()), 16),
                                builder_.getFloatTy());
}
Value *ScalarEmitter::to_bfloat(Value *value) {
  Value *bits = builder_.CreateBitCast(value, builder_.getInt32Ty());
  return builder_.CreateTrunc(builder_.CreateLShr(bits, 16), builder_.getInt16Ty());
}

/// A float with the bits of the nearest bf16, ties to even.
Value *ScalarEmitter::rounded_to_bfloat(Value *value) {
  Type *i32 = builder_.getInt32Ty();
  Value *bits = builder_.CreateBitCast(value, i32);
  Value *odd = builder_.CreateAnd(builder_.CreateLShr(bits, 16), builder_.getInt32(1));
  Value *rounded = builder_.CreateAdd(bits, builder_.CreateAdd(odd, builder_.getInt32(0x7fff)));
  Value *nan = builder_.CreateFCmpUNO(value, value);
  Value *quiet = builder_.CreateOr(bits, builder_.getInt32(0x400000));
  Value *chosen = builder_.CreateAnd(builder_.CreateSelect(nan, quiet, rounded), builder_.getInt32(0xffff0000U));
  return builder_.CreateBitCast(chosen, builder_.getFloatTy());
}

/// A float or double as an element of a floating-point type.
Scalar ScalarEmitter::rounded(ElementType type, Value *value) {
  Type *single = builder_.getFloatTy();
  if (type == ElementType::F64)
    return {value->getType() == single ? builder_.CreateFPExt(value, builder_.getDoubleTy()) : value};
  if (type == ElementType::F16)
    return {builder_.CreateFPExt(builder_.CreateFPTrunc(value, builder_.getHalfTy()), single)};
  if (type == ElementType::F32)
    return {value->getType() == single ? value : builder_.CreateFPTrunc(value, single)};
  if (value->getType() != single) {
    // Rounding twice errs where the first result is a tie of the second: then the first one is made odd.
    Value *narrow = builder_.CreateFPTrunc(value, single);
    Value *back = builder_.CreateFPExt(narrow, value->getType());
    Value *bits = builder_.CreateBitCast(narrow, builder_.getInt32Ty());
    Value *inexact = builder_.CreateFCmpONE(back, value);
    Value *too_far = builder_.CreateFCmpOGT(builder_.CreateUnaryIntrinsic(Intrinsic::fabs, back),
                                            builder_.CreateUnaryIntrinsic(Intrinsic::fabs, value));
    Value *even = builder_.CreateICmpEQ(builder_.CreateAnd(bits, builder_.getInt32(1)), builder_.getInt32(0));
    Value *step = builder_.CreateSelect(too_far, builder_.getInt32(-1), builder_.getInt32(1));
    Value *odd = builder_.CreateSelect(builder_.CreateAnd(inexact, even), builder_.CreateAdd(bits, step), bits);
    value = builder_.CreateBitCast(odd, single);
  }
  return {rounded_to_bfloat(value)};
}

Scalar ScalarEmitter::select(Value *predicate, const Scalar &on_true, const Scalar &on_false) {
  Scalar result{builder_.CreateSelect(predicate, on_true.real, on_false.real)};
  if (on_true.imaginary)
    result.imaginary = builder_.CreateSelect(predicate, on_true.imaginary, on_false.imaginary);
  return result;
}

Value *ScalarEmitter::index_of(ElementType type, const Scalar &value) {
  bool zeros = is_unsigned(type) || type == ElementType::Bool;
  return zeros ? builder_.CreateZExt(value.real, builder_.getInt64Ty())
               : builder_.CreateSExt(value.real, builder_.getInt64Ty());
}

Scalar ScalarEmitter::from_index(ElementType type, Value *index) {
  if (is_complex(type)) {
    Value *real = builder_.CreateSIToFP(index, type_of(type));
    return {real, ConstantFP::getZero(real->getType())};
  }
  if (is_float(type)) // exact in double: no index reaches 2^53
    return rounded(
        type, builder_.CreateSIToFP(index, type == ElementType::F32 ? builder_.getFloatTy() : builder_.getDoubleTy()));
  return {builder_.CreateTrunc(index, type_of(type))};
}

Scalar ScalarEmitter::convert(ElementType from, ElementType to, const Scalar &operand) {
  if (from == to)
    return operand;
  if (is_complex(to)) {
    ElementType part = part_of(to);
    Value *imaginary =
        is_complex(from) ? convert(part_of(from), part, {operand.imaginary}).real : ConstantFP::getZero(type_of(to));
    return {convert(part_of(from), part, {operand.real}).real, imaginary};
  }
  from = part_of(from);
  Value *value = operand.real;
  if (to == ElementType::Bool)
    return {is_float(from) ? builder_.CreateFCmpUNE(value, ConstantFP::getZero(value->getType()))
                           : builder_.CreateICmpNE(value, ConstantInt::get(value->getType(), 0))};
  if (is_float(from) && is_float(to))
    return rounded(to, value);
  if (is_float(from))
    return {builder_.CreateIntrinsic(is_unsigned(to) ? Intrinsic::fptoui_sat : Intrinsic::fptosi_sat,
                                     {type_of(to), value->getType()}, {value})};
  bool zeros = is_unsigned(from) || from == ElementType::Bool;
  if (!is_float(to))
    return {zeros ? builder_.CreateZExtOrTrunc(value, type_of(to)) : builder_.CreateSExtOrTrunc(value, type_of(to))};
  auto to_float = [&](Type *type) {
    return zeros ? builder_.CreateUIToFP(value, type) : builder_.CreateSIToFP(value, type);
  };
  if (to == ElementType::F64 || to == ElementType::F32)
    return {to_float(type_of(to))};
  // 16 and fewer bits fit a float, 32 a double. Of wider ones those from 2^53 on would be rounded twice: their last
  // bits become one, which is set if any was. (Half is infinite there.)
  if (facts_of(from).bits == 64 && to == ElementType::BF16) {
    auto number = [&](uint64_t bits) { return builder_.getInt64(bits); };
    constexpr uint64_t exact = uint64_t(1) << 53;
    Value *fits = zeros ? builder_.CreateICmpULT(value, number(exact))
                        : builder_.CreateICmpULT(builder_.CreateAdd(value, number(exact)), number(2 * exact));
    Value *some = builder_.CreateICmpNE(builder_.CreateAnd(value, number(0x7ff)), number(0));
    Value *front = builder_.CreateAnd(value, number(~uint64_t(0x7ff)));
    Value *odd = builder_.CreateOr(front, builder_.CreateSelect(some, number(0x800), number(0)));
    value = builder_.CreateSelect(fits, value, odd);
  }
  return rounded(to, to_float(facts_of(from).bits <= 16 ? builder_.getFloatTy() : builder_.getDoubleTy()));
}

Scalar ScalarEmitter::bitcast(ElementType from, ElementType to, const Scalar &operand) {
  Value *value = operand.real;
  Type *bits = builder_.getIntNTy(static_cast<unsigned>(facts_of(to).bits));
  if (from == ElementType::F16)
    value = builder_.CreateBitCast(builder_.CreateFPTrunc(value, builder_.getHalfTy()), bits);
  else if (from == ElementType::BF16)
    value = to_bfloat(value);
  else if (is_float(from))
    value = builder_.CreateBitCast(value, bits);
  if (to == ElementType::F16)
    return {builder_.CreateFPExt(builder_.CreateBitCast(value, builder_.getHalfTy()), builder_.getFloatTy())};
  if (to == ElementType::BF16)
    return {from_bfloat(value)};
  return {is_float(to) ? builder_.CreateBitCast(value, type_of(to)) : value};
}

} // namespace cotangent::emit
