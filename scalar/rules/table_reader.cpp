#include "scalar/rules/table_reader.h"
#include "rules/scalar/table.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include <functional>
#include <map>
#include <vector>

using namespace llvm;

namespace cotangent::scalar {

namespace reader {

struct Number {
  Value *value;
  IRBuilder<> *builder;
};
struct Integer {
  Value *value;
  IRBuilder<> *builder;
};
struct Condition {
  Value *value;
  IRBuilder<> *builder;
};

Number operator+(Number a, Number b) { return {a.builder->CreateFAdd(a.value, b.value), a.builder}; }
Number operator-(Number a, Number b) { return {a.builder->CreateFSub(a.value, b.value), a.builder}; }
Number operator*(Number a, Number b) {
  auto is_one = [](Value *value) {
    auto *constant = dyn_cast<ConstantFP>(value);
    return constant && constant->isExactlyValue(1.0);
  };
  if (is_one(a.value))
    return b;
  if (is_one(b.value))
    return a;
  return {a.builder->CreateFMul(a.value, b.value), a.builder};
}
Number operator/(Number a, Number b) { return {a.builder->CreateFDiv(a.value, b.value), a.builder}; }
Number operator-(Number a) { return {a.builder->CreateFNeg(a.value), a.builder}; }

Number constant(Number like, long double value) {
  Type *type = like.value->getType();
  if (type->getScalarType()->isX86_FP80Ty()) {
    uint64_t bits[2] = {0, 0};
    std::memcpy(bits, &value, 10);
    APFloat exact(APFloat::x87DoubleExtended(), APInt(80, ArrayRef<uint64_t>(bits, 2)));
    return {ConstantFP::get(type, exact), like.builder};
  }
  return {ConstantFP::get(type, static_cast<double>(value)), like.builder};
}

Condition less(Number a, Number b) { return {a.builder->CreateFCmpOLT(a.value, b.value), a.builder}; }
Condition less_equal(Number a, Number b) { return {a.builder->CreateFCmpOLE(a.value, b.value), a.builder}; }
Condition equal(Number a, Number b) { return {a.builder->CreateFCmpOEQ(a.value, b.value), a.builder}; }
Condition is_nan(Number a) { return {a.builder->CreateFCmpUNO(a.value, a.value), a.builder}; }
Condition both(Condition a, Condition b) { return {a.builder->CreateAnd(a.value, b.value), a.builder}; }
Condition either(Condition a, Condition b) { return {a.builder->CreateOr(a.value, b.value), a.builder}; }
Condition negate(Condition a) { return {a.builder->CreateNot(a.value), a.builder}; }
Number select(Condition c, Number a, Number b) { return {a.builder->CreateSelect(c.value, a.value, b.value), a.builder}; }

Number unary(Intrinsic::ID id, Number a) { return {a.builder->CreateUnaryIntrinsic(id, a.value), a.builder}; }
Number sin(Number a) { return unary(Intrinsic::sin, a); }
Number cos(Number a) { return unary(Intrinsic::cos, a); }
Number sinh(Number a) { return unary(Intrinsic::sinh, a); }
Number cosh(Number a) { return unary(Intrinsic::cosh, a); }
Number exp(Number a) { return unary(Intrinsic::exp, a); }
Number log(Number a) { return unary(Intrinsic::log, a); }
Number sqrt(Number a) { return unary(Intrinsic::sqrt, a); }
Number rint(Number a) { return unary(Intrinsic::rint, a); }
Number fabs(Number a) { return unary(Intrinsic::fabs, a); }
Number pow(Number a, Number b) { return {a.builder->CreateBinaryIntrinsic(Intrinsic::pow, a.value, b.value), a.builder}; }
Number copysign(Number a, Number b) { return {a.builder->CreateBinaryIntrinsic(Intrinsic::copysign, a.value, b.value), a.builder}; }

/// Calls a function of libm or of our runtime: name, with the suffix of the type.
Number library(const char *name, IRBuilder<> &builder, Type *type, ArrayRef<Value *> arguments) {
  std::string symbol = name;
  if (type->isFloatTy())
    symbol += 'f';
  else if (type->isX86_FP80Ty())
    symbol += 'l';
  SmallVector<Type *, 3> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  Module *module = builder.GetInsertBlock()->getModule();
  FunctionCallee callee = module->getOrInsertFunction(symbol, FunctionType::get(type, types, false));
  if (auto *function = dyn_cast<Function>(callee.getCallee())) {
    function->setDoesNotThrow();
    function->setDoesNotAccessMemory();
    function->setWillReturn();
  }
  return {builder.CreateCall(callee, arguments), &builder};
}
Number library(const char *name, Number a) { return library(name, *a.builder, a.value->getType(), {a.value}); }
Number j0(Number a) { return library("j0", a); }
Number j1(Number a) { return library("j1", a); }
Number y0(Number a) { return library("y0", a); }
Number y1(Number a) { return library("y1", a); }
Number digamma(Number a) { return library("cotangent_digamma", a); }
Number hypot(Number a, Number b) { return library("hypot", *a.builder, a.value->getType(), {a.value, b.value}); }

Value *as_int(Integer i) { return i.builder->CreateIntCast(i.value, i.builder->getInt32Ty(), true); }
Integer integer_constant(Number like, long n) { return {ConstantInt::getSigned(Type::getInt32Ty(like.value->getContext()), n), like.builder}; }
Integer offset(Integer i, long n) { return {i.builder->CreateAdd(i.value, ConstantInt::getSigned(i.value->getType(), n)), i.builder}; }
Number to_real(Number like, Integer i) { return {like.builder->CreateSIToFP(i.value, like.value->getType()), like.builder}; }
Number ldexp(Number x, Integer i) {
  return {x.builder->CreateIntrinsic(Intrinsic::ldexp, {x.value->getType(), x.builder->getInt32Ty()}, {x.value, as_int(i)}), x.builder};
}
Number powi(Number x, Integer i) {
  return {x.builder->CreateIntrinsic(Intrinsic::powi, {x.value->getType(), x.builder->getInt32Ty()}, {x.value, as_int(i)}), x.builder};
}
Number jn(Integer i, Number x) { return library("jn", *x.builder, x.value->getType(), {as_int(i), x.value}); }
Number yn(Integer i, Number x) { return library("yn", *x.builder, x.value->getType(), {as_int(i), x.value}); }
Number polygamma(Integer i, Number x) { return library("cotangent_polygamma", *x.builder, x.value->getType(), {as_int(i), x.value}); }

} // namespace reader

namespace {

using Emit = std::function<Value *(IRBuilder<> &, ArrayRef<Value *>, Value *)>;

template <class Rule, size_t Index> Emit reader_of(const Rule &rule) {
  if constexpr (!Rule::template has_formula<Index>) {
    return {};
  } else {
    auto formula = std::get<Index>(rule.partials);
    return [formula](IRBuilder<> &builder, ArrayRef<Value *> inputs, Value *result) {
      auto argument = [&]<size_t I>(std::integral_constant<size_t, I>) {
        if constexpr (Rule::template is_integer<I>)
          return reader::Integer{inputs[I], &builder};
        else
          return reader::Number{inputs[I], &builder};
      };
      return [&]<size_t... I>(std::index_sequence<I...>) {
        return formula(argument(std::integral_constant<size_t, I>{})..., reader::Number{result, &builder}).value;
      }(std::make_index_sequence<Rule::arity>{});
    };
  }
}

const std::map<std::string, std::vector<Emit>> &table() {
  static const auto result = [] {
    std::map<std::string, std::vector<Emit>> readers;
    rules::visit_scalar_rules([&](const auto &rule) {
      using Rule = std::decay_t<decltype(rule)>;
      [&]<size_t... I>(std::index_sequence<I...>) { readers[std::string(rule.name)] = {reader_of<Rule, I>(rule)...}; }(std::make_index_sequence<Rule::arity>{});
    });
    return readers;
  }();
  return result;
}

} // namespace

Value *emit_partial(IRBuilder<> &builder, const std::string &rule, unsigned index, ArrayRef<Value *> inputs, Value *result) {
  return table().at(rule).at(index)(builder, inputs, result);
}

} // namespace cotangent::scalar
