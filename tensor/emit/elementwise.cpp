// The elementwise operations.
#include "tensor/emit/scalar.h"

#include "tensor/interpret/types.h"
#include "tensor/ir/dialects.h"
#include "tensor/vector_math/functions.h"

#include "llvm/IR/Module.h"

#include <cmath>

using namespace llvm;

namespace cotangent::emit {
namespace {

ElementType type_of_value(mlir::Value value) { return interpret::facts_of(value.getType()).type; }

bool is_unsigned_like(ElementType type) { return is_unsigned(type) || type == ElementType::Bool; }

} // namespace

void ScalarEmitter::check_bound(Value *argument, double bound) {
  if (!beyond_bound_) {
    BasicBlock &entry = builder_.GetInsertBlock()->getParent()->getEntryBlock();
    IRBuilder<> top(&entry, entry.begin());
    beyond_bound_ = top.CreateAlloca(top.getInt32Ty());
    top.CreateStore(top.getInt32(0), beyond_bound_);
  }
  Type *type = argument->getType();
  Value *size = builder_.CreateUnaryIntrinsic(Intrinsic::fabs, argument);
  Value *beyond = builder_.CreateAnd(builder_.CreateFCmpOGT(size, ConstantFP::get(type, bound)),
                                     builder_.CreateFCmpOLT(size, ConstantFP::getInfinity(type)));
  Value *noted = builder_.CreateLoad(builder_.getInt32Ty(), beyond_bound_);
  builder_.CreateStore(builder_.CreateOr(noted, builder_.CreateZExt(beyond, builder_.getInt32Ty())), beyond_bound_);
}

Value *ScalarEmitter::vector_function(const vector_math::Function &facts, ArrayRef<Value *> operands) {
  Type *type = operands[0]->getType();
  double bound = type->isDoubleTy() ? facts.bound_f64 : facts.bound_f32;
  bool any = std::isfinite(bound) && options_.any_argument;
  if (std::isfinite(bound) && !any)
    check_bound(operands[0], bound);
  Module *module = builder_.GetInsertBlock()->getModule();
  SmallVector<Type *> types(operands.size(), type);
  std::string symbol = std::string("ct_") + facts.name + (any ? "_any" : "") + (type->isDoubleTy() ? "_f64" : "_f32");
  FunctionCallee callee = module->getOrInsertFunction(symbol, FunctionType::get(type, types, false));
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  return builder_.CreateCall(callee, operands);
}

Scalar ScalarEmitter::by_reference(mlir::Operation &operation, ArrayRef<Scalar> operands, ElementType type,
                                   ElementType result) {
  Function *function = builder_.GetInsertBlock()->getParent();
  Module *module = function->getParent();
  IRBuilder<> entry(&function->getEntryBlock(), function->getEntryBlock().begin());
  Type *cell = ArrayType::get(builder_.getInt64Ty(), 2);
  SmallVector<Value *> arguments;
  std::string name = "ct_function." + operation.getName().getStringRef().str();
  arguments.push_back(module->getOrInsertGlobal(name, builder_.getInt8Ty()));
  arguments.push_back(builder_.getInt32(static_cast<uint32_t>(type)));
  Value *zero = builder_.getInt64(0);
  for (const Scalar &operand : operands) {
    Value *memory = entry.CreateAlloca(cell);
    store(type, operand, memory, zero);
    arguments.push_back(memory);
  }
  Value *memory = entry.CreateAlloca(cell);
  arguments.push_back(memory);
  SmallVector<Type *> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  FunctionCallee apply = module->getOrInsertFunction(operands.size() == 1 ? "ct_apply_unary" : "ct_apply_binary",
                                                     FunctionType::get(builder_.getVoidTy(), types, false));
  cast<Function>(apply.getCallee())->setDoesNotThrow();
  builder_.CreateCall(apply, arguments);
  return load(result, memory, zero);
}

Value *ScalarEmitter::integer_unary(StringRef name, ElementType type, Value *operand) {
  Type *llvm_type = operand->getType();
  Value *zero = ConstantInt::get(llvm_type, 0), *one = ConstantInt::get(llvm_type, 1);
  if (name == "abs")
    return is_signed(type) ? builder_.CreateBinaryIntrinsic(Intrinsic::abs, operand, builder_.getFalse()) : operand;
  if (name == "negate")
    return builder_.CreateNeg(operand);
  if (name == "not")
    return builder_.CreateNot(operand);
  if (name == "sign") {
    Value *positive = builder_.CreateSelect(builder_.CreateICmpEQ(operand, zero), zero, one);
    return is_signed(type) ? builder_.CreateSelect(builder_.CreateICmpSLT(operand, zero),
                                                   ConstantInt::getSigned(llvm_type, -1), positive)
                           : positive;
  }
  if (name == "popcnt")
    return builder_.CreateUnaryIntrinsic(Intrinsic::ctpop, operand);
  if (name == "count_leading_zeros")
    return builder_.CreateBinaryIntrinsic(Intrinsic::ctlz, operand, builder_.getFalse());
  if (name == "square")
    return builder_.CreateMul(operand, operand);
  return nullptr;
}

Value *ScalarEmitter::float_unary(StringRef name, Value *operand) {
  Type *type = operand->getType();
  auto intrinsic = [&](Intrinsic::ID id) { return builder_.CreateUnaryIntrinsic(id, operand); };
  Value *infinity = ConstantFP::getInfinity(type);
  if (name == "abs")
    return intrinsic(Intrinsic::fabs);
  if (name == "negate")
    return builder_.CreateFNeg(operand);
  if (name == "ceil")
    return intrinsic(Intrinsic::ceil);
  if (name == "floor")
    return intrinsic(Intrinsic::floor);
  if (name == "round_nearest_even")
    return intrinsic(Intrinsic::roundeven);
  if (name == "round_nearest_afz")
    return intrinsic(Intrinsic::round);
  if (name == "sqrt")
    return intrinsic(Intrinsic::sqrt);
  if (name == "square")
    return builder_.CreateFMul(operand, operand);
  if (name == "sign") { // zeros and NaN stay
    Value *one = builder_.CreateBinaryIntrinsic(Intrinsic::copysign, ConstantFP::get(type, 1), operand);
    return builder_.CreateSelect(builder_.CreateFCmpONE(operand, ConstantFP::getZero(type)), one, operand);
  }
  if (name == "is_finite")
    return builder_.CreateFCmpONE(intrinsic(Intrinsic::fabs), infinity);
  if (name == "is_inf")
    return builder_.CreateFCmpOEQ(intrinsic(Intrinsic::fabs), infinity);
  if (name == "is_pos_inf")
    return builder_.CreateFCmpOEQ(operand, infinity);
  if (name == "is_neg_inf")
    return builder_.CreateFCmpOEQ(operand, ConstantFP::getInfinity(type, true));
  if (auto *vector = vector_math::function_of_operation(std::string_view(name)); vector && !options_.strict)
    return vector_function(*vector, {operand});
  return nullptr;
}

Value *ScalarEmitter::integer_binary(StringRef name, ElementType type, Value *lhs, Value *rhs) {
  Type *llvm_type = lhs->getType();
  bool without_sign = is_unsigned_like(type), boolean = type == ElementType::Bool;
  Value *zero = ConstantInt::get(llvm_type, 0), *ones = Constant::getAllOnesValue(llvm_type);
  if (name == "add")
    return boolean ? builder_.CreateOr(lhs, rhs) : builder_.CreateAdd(lhs, rhs);
  if (name == "subtract")
    return boolean ? builder_.CreateXor(lhs, rhs) : builder_.CreateSub(lhs, rhs);
  if (name == "multiply")
    return boolean ? builder_.CreateAnd(lhs, rhs) : builder_.CreateMul(lhs, rhs);
  if (name == "and")
    return builder_.CreateAnd(lhs, rhs);
  if (name == "or")
    return builder_.CreateOr(lhs, rhs);
  if (name == "xor")
    return builder_.CreateXor(lhs, rhs);
  if (name == "maximum")
    return builder_.CreateBinaryIntrinsic(without_sign ? Intrinsic::umax : Intrinsic::smax, lhs, rhs);
  if (name == "minimum")
    return builder_.CreateBinaryIntrinsic(without_sign ? Intrinsic::umin : Intrinsic::smin, lhs, rhs);
  if (name == "divide" || name == "remainder") {
    bool quotient = name == "divide";
    Value *by_zero = builder_.CreateICmpEQ(rhs, zero);
    Value *one = ConstantInt::get(llvm_type, 1);
    if (without_sign) {
      Value *safe = builder_.CreateSelect(by_zero, one, rhs);
      Value *value = quotient ? builder_.CreateUDiv(lhs, safe) : builder_.CreateURem(lhs, safe);
      return builder_.CreateSelect(by_zero, quotient ? ones : lhs, value);
    }
    Value *negated = builder_.CreateICmpEQ(rhs, ones); // the lowest integer by -1 would trap
    Value *safe = builder_.CreateSelect(builder_.CreateOr(by_zero, negated), one, rhs);
    Value *value = quotient ? builder_.CreateSDiv(lhs, safe) : builder_.CreateSRem(lhs, safe);
    value = builder_.CreateSelect(negated, quotient ? builder_.CreateNeg(lhs) : zero, value);
    return builder_.CreateSelect(by_zero, quotient ? ones : lhs, value);
  }
  if (name.starts_with("shift_")) {
    Value *width = ConstantInt::get(llvm_type, llvm_type->getIntegerBitWidth());
    Value *inside = builder_.CreateICmpULT(rhs, width);
    if (name == "shift_right_arithmetic") {
      Value *most = ConstantInt::get(llvm_type, llvm_type->getIntegerBitWidth() - 1);
      return builder_.CreateAShr(lhs, builder_.CreateSelect(inside, rhs, most));
    }
    Value *amount = builder_.CreateSelect(inside, rhs, zero);
    Value *shifted = name == "shift_left" ? builder_.CreateShl(lhs, amount) : builder_.CreateLShr(lhs, amount);
    return builder_.CreateSelect(inside, shifted, zero);
  }
  return nullptr;
}

Value *ScalarEmitter::float_binary(StringRef name, Value *lhs, Value *rhs) {
  if (name == "add")
    return builder_.CreateFAdd(lhs, rhs);
  if (name == "subtract")
    return builder_.CreateFSub(lhs, rhs);
  if (name == "multiply")
    return builder_.CreateFMul(lhs, rhs);
  if (name == "divide")
    return builder_.CreateFDiv(lhs, rhs);
  if (name == "maximum")
    return builder_.CreateBinaryIntrinsic(Intrinsic::maximum, lhs, rhs);
  if (name == "minimum")
    return builder_.CreateBinaryIntrinsic(Intrinsic::minimum, lhs, rhs);
  if (auto *vector = vector_math::function_of_operation(std::string_view(name)); vector && !options_.strict)
    return vector_function(*vector, {lhs, rhs});
  return nullptr;
}

/// Where both parts of a quotient are NaN, what annex G of the C standard gives for zeros and infinities.
Scalar ScalarEmitter::unless_undefined(const Scalar &quotient, const Scalar &lhs, const Scalar &rhs) {
  Type *type = quotient.real->getType();
  Value *infinity = ConstantFP::getInfinity(type), *zero = ConstantFP::getZero(type);
  auto both = [&](auto test, const Scalar &value) {
    return builder_.CreateAnd(test(value.real), test(value.imaginary));
  };
  auto finite = [&](Value *part) { return float_unary("is_finite", part); };
  auto no_number = [&](Value *part) { return builder_.CreateFCmpUNO(part, part); };
  auto infinite = [&](const Scalar &value) {
    return builder_.CreateOr(float_unary("is_inf", value.real), float_unary("is_inf", value.imaginary));
  };
  // Ones for infinities and zeros for the others, with their signs.
  auto unit = [&](const Scalar &value) {
    auto part = [&](Value *number) {
      Value *size = builder_.CreateSelect(float_unary("is_inf", number), ConstantFP::get(type, 1), zero);
      return builder_.CreateBinaryIntrinsic(Intrinsic::copysign, size, number);
    };
    return Scalar{part(value.real), part(value.imaginary)};
  };
  auto product = [&](Value *factor, const Scalar &first, const Scalar &second) { // with the conjugate of the second
    auto multiply = [&](Value *one, Value *other) { return builder_.CreateFMul(one, other); };
    Value *real = builder_.CreateFAdd(multiply(first.real, second.real), multiply(first.imaginary, second.imaginary));
    Value *imaginary =
        builder_.CreateFSub(multiply(first.imaginary, second.real), multiply(first.real, second.imaginary));
    return Scalar{multiply(factor, real), multiply(factor, imaginary)};
  };
  Value *undefined = both(no_number, quotient);
  Value *by_zero = both([&](Value *part) { return builder_.CreateFCmpOEQ(part, zero); }, rhs);
  Value *limit = builder_.CreateBinaryIntrinsic(Intrinsic::copysign, infinity, rhs.real);
  Scalar result = quotient;
  result = select(builder_.CreateAnd(infinite(rhs), both(finite, lhs)), product(zero, lhs, unit(rhs)), result);
  result = select(builder_.CreateAnd(infinite(lhs), both(finite, rhs)), product(infinity, unit(lhs), rhs), result);
  result = select(by_zero, {builder_.CreateFMul(limit, lhs.real), builder_.CreateFMul(limit, lhs.imaginary)}, result);
  return select(undefined, result, quotient);
}

Scalar ScalarEmitter::complex_binary(StringRef name, ElementType type, const Scalar &lhs, const Scalar &rhs) {
  auto multiply = [&](Value *first, Value *second) { return builder_.CreateFMul(first, second); };
  if (name == "add")
    return {builder_.CreateFAdd(lhs.real, rhs.real), builder_.CreateFAdd(lhs.imaginary, rhs.imaginary)};
  if (name == "subtract")
    return {builder_.CreateFSub(lhs.real, rhs.real), builder_.CreateFSub(lhs.imaginary, rhs.imaginary)};
  if (name == "multiply" && !options_.strict)
    return {builder_.CreateFSub(multiply(lhs.real, rhs.real), multiply(lhs.imaginary, rhs.imaginary)),
            builder_.CreateFAdd(multiply(lhs.real, rhs.imaginary), multiply(lhs.imaginary, rhs.real))};
  if (name == "divide" && type == ElementType::C64 && !options_.strict) { // in double nothing overflows
    auto wide = [&](Value *part) { return builder_.CreateFPExt(part, builder_.getDoubleTy()); };
    Value *a = wide(lhs.real), *b = wide(lhs.imaginary), *c = wide(rhs.real), *d = wide(rhs.imaginary);
    Value *norm = builder_.CreateFAdd(multiply(c, c), multiply(d, d));
    Value *real = builder_.CreateFDiv(builder_.CreateFAdd(multiply(a, c), multiply(b, d)), norm);
    Value *imaginary = builder_.CreateFDiv(builder_.CreateFSub(multiply(b, c), multiply(a, d)), norm);
    Scalar quotient = unless_undefined({real, imaginary}, {a, b}, {c, d});
    return {builder_.CreateFPTrunc(quotient.real, builder_.getFloatTy()),
            builder_.CreateFPTrunc(quotient.imaginary, builder_.getFloatTy())};
  }
  return {};
}

Scalar ScalarEmitter::compare(mlir::Operation &operation, ElementType type, const Scalar &lhs, const Scalar &rhs) {
  auto comparison = mlir::cast<stablehlo::CompareOp>(operation);
  using Direction = stablehlo::ComparisonDirection;
  Direction direction = comparison.getComparisonDirection();
  bool total = comparison.getCompareType() == stablehlo::ComparisonType::TOTALORDER;
  auto ordered = [&](CmpInst::Predicate eq, CmpInst::Predicate ne, CmpInst::Predicate lt, CmpInst::Predicate le,
                     CmpInst::Predicate gt, CmpInst::Predicate ge) {
    switch (direction) {
    case Direction::EQ:
      return eq;
    case Direction::NE:
      return ne;
    case Direction::LT:
      return lt;
    case Direction::LE:
      return le;
    case Direction::GT:
      return gt;
    case Direction::GE:
      return ge;
    }
    return eq;
  };
  auto signed_predicate = [&] {
    return ordered(CmpInst::ICMP_EQ, CmpInst::ICMP_NE, CmpInst::ICMP_SLT, CmpInst::ICMP_SLE, CmpInst::ICMP_SGT,
                   CmpInst::ICMP_SGE);
  };
  auto float_predicate = [&] {
    return ordered(CmpInst::FCMP_OEQ, CmpInst::FCMP_UNE, CmpInst::FCMP_OLT, CmpInst::FCMP_OLE, CmpInst::FCMP_OGT,
                   CmpInst::FCMP_OGE);
  };
  if (is_complex(type)) { // lexicographically
    if (direction == Direction::EQ || direction == Direction::NE) {
      Value *equal = builder_.CreateAnd(builder_.CreateFCmpOEQ(lhs.real, rhs.real),
                                        builder_.CreateFCmpOEQ(lhs.imaginary, rhs.imaginary));
      return {direction == Direction::EQ ? equal : builder_.CreateNot(equal)};
    }
    CmpInst::Predicate predicate = float_predicate();
    CmpInst::Predicate strict =
        direction == Direction::LT || direction == Direction::LE ? CmpInst::FCMP_OLT : CmpInst::FCMP_OGT;
    Value *first = builder_.CreateFCmp(strict, lhs.real, rhs.real);
    Value *same = builder_.CreateFCmpOEQ(lhs.real, rhs.real);
    Value *second = builder_.CreateFCmp(predicate, lhs.imaginary, rhs.imaginary);
    return {builder_.CreateOr(first, builder_.CreateAnd(same, second))};
  }
  if (is_float(type) && total) {
    // The bits of a number as an integer, those of negative ones turned round.
    auto place = [&](Value *value) {
      ElementType integer = type == ElementType::F64 ? ElementType::I64 : ElementType::I32;
      Value *bits = builder_.CreateBitCast(value, type_of(integer));
      unsigned width = bits->getType()->getIntegerBitWidth();
      Value *sign = builder_.CreateAShr(bits, ConstantInt::get(bits->getType(), width - 1));
      return builder_.CreateXor(bits, builder_.CreateLShr(sign, ConstantInt::get(bits->getType(), 1)));
    };
    return {builder_.CreateICmp(signed_predicate(), place(lhs.real), place(rhs.real))};
  }
  if (is_float(type))
    return {builder_.CreateFCmp(float_predicate(), lhs.real, rhs.real)};
  if (is_unsigned_like(type))
    return {builder_.CreateICmp(ordered(CmpInst::ICMP_EQ, CmpInst::ICMP_NE, CmpInst::ICMP_ULT, CmpInst::ICMP_ULE,
                                        CmpInst::ICMP_UGT, CmpInst::ICMP_UGE),
                                lhs.real, rhs.real)};
  return {builder_.CreateICmp(signed_predicate(), lhs.real, rhs.real)};
}

Scalar ScalarEmitter::unary(mlir::Operation &operation, ElementType type, ElementType result, const Scalar &operand) {
  StringRef name = operation.getName().stripDialect();
  if (name == "real")
    return {operand.real};
  if (name == "imag")
    return {operand.imaginary ? operand.imaginary : ConstantFP::getZero(operand.real->getType())};
  if (is_complex(type)) {
    if (name == "conj")
      return {operand.real, builder_.CreateFNeg(operand.imaginary)};
    if (name == "negate")
      return {builder_.CreateFNeg(operand.real), builder_.CreateFNeg(operand.imaginary)};
    if (name == "abs" && type == ElementType::C64 && !options_.strict) {
      auto wide = [&](Value *part) { return builder_.CreateFPExt(part, builder_.getDoubleTy()); };
      Value *real = wide(operand.real), *imaginary = wide(operand.imaginary);
      Value *norm = builder_.CreateFAdd(builder_.CreateFMul(real, real), builder_.CreateFMul(imaginary, imaginary));
      Value *root = builder_.CreateUnaryIntrinsic(Intrinsic::sqrt, norm);
      Value *infinite = builder_.CreateOr(float_unary("is_inf", real), float_unary("is_inf", imaginary));
      root = builder_.CreateSelect(infinite, ConstantFP::getInfinity(root->getType()), root);
      return {builder_.CreateFPTrunc(root, builder_.getFloatTy())};
    }
    return by_reference(operation, {operand}, type, result);
  }
  if (name == "conj")
    return operand;
  if (!is_float(type)) {
    Value *value = integer_unary(name, type, operand.real);
    return value ? Scalar{value} : by_reference(operation, {operand}, type, result);
  }
  Value *value = float_unary(name, operand.real);
  if (!value)
    return by_reference(operation, {operand}, type, result);
  return value->getType()->isIntegerTy(1) ? Scalar{value} : rounded(result, value);
}

Scalar ScalarEmitter::binary(mlir::Operation &operation, ElementType type, ElementType result, const Scalar &lhs,
                             const Scalar &rhs) {
  StringRef name = operation.getName().stripDialect();
  if (name == "complex")
    return {lhs.real, rhs.real};
  if (is_complex(type)) {
    Scalar value = complex_binary(name, type, lhs, rhs);
    return value.real ? value : by_reference(operation, {lhs, rhs}, type, result);
  }
  if (is_float(type)) {
    Value *value = float_binary(name, lhs.real, rhs.real);
    return value ? rounded(result, value) : by_reference(operation, {lhs, rhs}, type, result);
  }
  Value *value = integer_binary(name, type, lhs.real, rhs.real);
  return value ? Scalar{value} : by_reference(operation, {lhs, rhs}, type, result);
}

/// On the bits: those of the mantissa that go are rounded away, carrying into the exponent; see the interpreter's
/// version for formats without mantissa.
Scalar ScalarEmitter::reduce_precision(mlir::Operation &operation, ElementType type, const Scalar &operand) {
  auto reduce = mlir::cast<stablehlo::ReducePrecisionOp>(operation);
  const FloatFormat &format = facts_of(type).format;
  const auto exponent_bits = static_cast<int>(reduce.getExponentBits());
  const auto mantissa_bits = static_cast<int>(reduce.getMantissaBits());
  const ElementType bits_type = facts_of(type).bits == 64   ? ElementType::U64
                                : facts_of(type).bits == 32 ? ElementType::U32
                                                            : ElementType::U16;
  Type *integer = type_of(bits_type), *real = operand.real->getType();
  auto number = [&](uint64_t value) { return ConstantInt::get(integer, value); };
  Value *result = operand.real;
  if (const int gone = format.mantissa_bits - mantissa_bits; gone > 0) {
    Value *bits = bitcast(type, bits_type, operand).real;
    Value *last = builder_.CreateAnd(builder_.CreateLShr(bits, number(static_cast<uint64_t>(gone))), number(1));
    if (mantissa_bits == 0) {
      const uint64_t exponents = ((uint64_t(1) << format.exponent_bits) - 1) << format.mantissa_bits;
      Value *normal = builder_.CreateICmpNE(builder_.CreateAnd(bits, number(exponents)), number(0));
      last = builder_.CreateZExt(normal, integer);
    }
    Value *rounded = builder_.CreateAdd(bits, builder_.CreateAdd(last, number((uint64_t(1) << (gone - 1)) - 1)));
    rounded = builder_.CreateAnd(rounded, ConstantInt::getSigned(integer, -(int64_t(1) << gone)));
    result = bitcast(bits_type, type, {rounded}).real;
  }
  Value *infinity = ConstantFP::getInfinity(real);
  auto signed_like = [&](Value *size) {
    return builder_.CreateBinaryIntrinsic(Intrinsic::copysign, size, operand.real);
  };
  if (exponent_bits < format.exponent_bits) {
    const int bias = (1 << (exponent_bits - 1)) - 1;
    Value *size = builder_.CreateUnaryIntrinsic(Intrinsic::fabs, result);
    Value *large = builder_.CreateFCmpOGE(size, ConstantFP::get(real, std::ldexp(1.0, bias + 1)));
    Value *small = builder_.CreateFCmpOLT(size, ConstantFP::get(real, std::ldexp(1.0, 1 - bias)));
    result = builder_.CreateSelect(large, signed_like(infinity), result);
    result = builder_.CreateSelect(small, signed_like(ConstantFP::getZero(real)), result);
  }
  Value *finite = float_unary("is_finite", operand.real);
  Value *otherwise = operand.real;
  if (mantissa_bits == 0)
    otherwise = signed_like(infinity);
  return {builder_.CreateSelect(finite, result, otherwise)};
}

Scalar ScalarEmitter::elementwise(mlir::Operation &operation, ArrayRef<Scalar> operands) {
  ElementType type = type_of_value(operation.getOperand(0)), result = type_of_value(operation.getResult(0));
  if (mlir::isa<stablehlo::ConvertOp>(operation))
    return convert(type, result, operands[0]);
  if (mlir::isa<stablehlo::BitcastConvertOp>(operation))
    return bitcast(type, result, operands[0]);
  if (mlir::isa<stablehlo::ReducePrecisionOp>(operation))
    return reduce_precision(operation, type, operands[0]);
  if (mlir::isa<stablehlo::CompareOp>(operation))
    return compare(operation, type, operands[0], operands[1]);
  if (mlir::isa<stablehlo::SelectOp>(operation))
    return select(operands[0].real, operands[1], operands[2]);
  if (mlir::isa<stablehlo::ClampOp>(operation)) {
    auto choose = [&](StringRef name, const Scalar &first, const Scalar &second) -> Scalar {
      if (is_float(type))
        return {float_binary(name, first.real, second.real)};
      return {integer_binary(name, type, first.real, second.real)};
    };
    return choose("minimum", choose("maximum", operands[1], operands[0]), operands[2]);
  }
  return operands.size() == 1 ? unary(operation, type, result, operands[0])
                              : binary(operation, type, result, operands[0], operands[1]);
}

} // namespace cotangent::emit
