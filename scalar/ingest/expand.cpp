// Library functions with several results, and complex ones, as the real operations that the rule table knows.
#include "scalar/ingest/program.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace cotangent::scalar {

namespace {

struct Complex {
  Value *re, *im;
};

class Expander {
public:
  explicit Expander(CallBase &call) : call(call), builder(&call) { builder.SetCurrentDebugLocation(call.getDebugLoc()); }

  /// True if the call has been replaced.
  bool run() {
    StringRef name = call.getCalledFunction()->getName();
    if (name == "posix_memalign" && call.arg_size() == 3) {
      Type *size = call.getArgOperand(2)->getType();
      FunctionCallee allocate = call.getModule()->getOrInsertFunction("aligned_alloc", builder.getPtrTy(), size, size);
      Value *memory = builder.CreateCall(allocate, {call.getArgOperand(1), call.getArgOperand(2)});
      builder.CreateStore(memory, call.getArgOperand(0));
      constexpr int out_of_memory = 12; // ENOMEM
      return replace(builder.CreateSelect(builder.CreateIsNull(memory), builder.getInt32(out_of_memory), builder.getInt32(0)));
    }
    return several_results(name) || complex(name);
  }

private:
  CallBase &call;
  IRBuilder<> builder;

  Value *unary(Intrinsic::ID id, Value *x) { return builder.CreateUnaryIntrinsic(id, x); }
  Value *library(const char *name, ArrayRef<Value *> arguments) {
    Type *type = arguments[0]->getType();
    std::string symbol = name;
    if (type->isFloatTy())
      symbol += 'f';
    else if (type->isX86_FP80Ty())
      symbol += 'l';
    SmallVector<Type *, 2> types(arguments.size(), type);
    FunctionCallee callee = call.getModule()->getOrInsertFunction(symbol, FunctionType::get(type, types, false));
    return builder.CreateCall(callee, arguments);
  }
  /// Calls the function itself for what is not differentiated (a sign, a quotient).
  CallInst *plain_copy() {
    auto *copy = builder.CreateCall(call.getFunctionType(), call.getCalledOperand(), SmallVector<Value *, 4>(call.args()));
    copy->setMetadata(inactive_name, MDNode::get(call.getContext(), {}));
    return copy;
  }
  bool replace(Value *result) {
    if (!call.getType()->isVoidTy())
      call.replaceAllUsesWith(result);
    if (auto *invoke = dyn_cast<InvokeInst>(&call)) {
      builder.CreateBr(invoke->getNormalDest());
      invoke->getUnwindDest()->removePredecessor(invoke->getParent());
    }
    call.eraseFromParent();
    return true;
  }
  static bool is_function(StringRef name, StringRef base) { return name == base || name == (base + "f").str() || name == (base + "l").str(); }

  /// {fraction, whole part} of x.
  std::pair<Value *, Value *> fraction(Value *x) {
    Type *type = x->getType();
    Value *whole = unary(Intrinsic::trunc, x);
    Value *infinite = builder.CreateFCmpOEQ(unary(Intrinsic::fabs, x), ConstantFP::getInfinity(type));
    Value *rest = builder.CreateFSub(x, builder.CreateSelect(infinite, Constant::getNullValue(type), whole));
    rest = builder.CreateSelect(infinite, Constant::getNullValue(type), rest);
    return {builder.CreateBinaryIntrinsic(Intrinsic::copysign, rest, x), whole};
  }
  /// {mantissa, exponent} of x: the exponent is an integer, so x times a power of two is all that varies.
  std::pair<Value *, Value *> mantissa(Value *x, Type *integer) {
    Type *type = x->getType();
    auto *parts = builder.CreateIntrinsic(Intrinsic::frexp, {type, integer}, {x});
    cast<Instruction>(parts)->setMetadata(inactive_name, MDNode::get(call.getContext(), {}));
    Value *finite = builder.CreateFCmpOLT(unary(Intrinsic::fabs, x), ConstantFP::getInfinity(type));
    Value *exponent = builder.CreateSelect(finite, builder.CreateExtractValue(parts, 1), Constant::getNullValue(integer));
    return {builder.CreateIntrinsic(Intrinsic::ldexp, {type, integer}, {x, builder.CreateNeg(exponent)}), exponent};
  }
  bool replace_pair(Value *first, Value *second) {
    Value *result = PoisonValue::get(call.getType());
    return replace(builder.CreateInsertValue(builder.CreateInsertValue(result, first, 0), second, 1));
  }

public:
  /// Intrinsics that return two values.
  bool run_intrinsic(Intrinsic::ID id) {
    Value *x = call.getArgOperand(0);
    if (id == Intrinsic::sincos)
      return replace_pair(unary(Intrinsic::sin, x), unary(Intrinsic::cos, x));
    if (id == Intrinsic::modf) {
      auto [rest, whole] = fraction(x);
      return replace_pair(rest, whole);
    }
    if (id == Intrinsic::frexp) {
      auto [part, exponent] = mantissa(x, call.getType()->getStructElementType(1));
      return replace_pair(part, exponent);
    }
    return false;
  }

private:
  bool several_results(StringRef name) {
    if (call.arg_size() == 0 || !call.getArgOperand(0)->getType()->isFloatingPointTy())
      return false;
    Value *x = call.getArgOperand(0);
    if (is_function(name, "sincos") && call.arg_size() == 3) {
      builder.CreateStore(unary(Intrinsic::sin, x), call.getArgOperand(1));
      builder.CreateStore(unary(Intrinsic::cos, x), call.getArgOperand(2));
      return replace(nullptr);
    }
    if (is_function(name, "modf") && call.arg_size() == 2) {
      auto [rest, whole] = fraction(x);
      builder.CreateStore(whole, call.getArgOperand(1));
      return replace(rest);
    }
    if (is_function(name, "frexp") && call.arg_size() == 2) {
      auto [part, exponent] = mantissa(x, builder.getInt32Ty());
      builder.CreateStore(exponent, call.getArgOperand(1));
      return replace(part);
    }
    if (is_function(name, "remquo") && call.arg_size() == 3) {
      plain_copy();
      return replace(library("remainder", {x, call.getArgOperand(1)}));
    }
    if ((name == "lgamma_r" || name == "lgammaf_r" || name == "lgammal_r") && call.arg_size() == 2) {
      plain_copy();
      return replace(library("lgamma", {x}));
    }
    return false;
  }

  // --- complex functions: real and imaginary parts as the calling convention of x86-64 passes them ---
  std::vector<Complex> inputs() {
    std::vector<Value *> parts;
    for (Value *argument : call.args()) {
      if (argument->getType()->isVectorTy()) {
        parts.push_back(builder.CreateExtractElement(argument, uint64_t(0)));
        parts.push_back(builder.CreateExtractElement(argument, uint64_t(1)));
      } else if (argument->getType()->isFloatingPointTy()) {
        parts.push_back(argument);
      } else {
        return {};
      }
    }
    std::vector<Complex> result;
    for (size_t i = 0; i + 1 < parts.size(); i += 2)
      result.push_back({parts[i], parts[i + 1]});
    return parts.size() % 2 ? std::vector<Complex>() : result;
  }
  bool replace(Complex value) {
    Value *result = PoisonValue::get(call.getType());
    if (call.getType()->isStructTy()) {
      result = builder.CreateInsertValue(builder.CreateInsertValue(result, value.re, 0), value.im, 1);
    } else {
      result = builder.CreateInsertElement(builder.CreateInsertElement(result, value.re, uint64_t(0)), value.im, uint64_t(1));
    }
    return replace(result);
  }
  Value *mul(Value *a, Value *b) { return builder.CreateFMul(a, b); }
  Value *add(Value *a, Value *b) { return builder.CreateFAdd(a, b); }
  Value *sub(Value *a, Value *b) { return builder.CreateFSub(a, b); }
  Value *div(Value *a, Value *b) { return builder.CreateFDiv(a, b); }
  Value *number(Value *like, double value) { return ConstantFP::get(like->getType(), value); }
  Value *modulus(Complex z) { return library("hypot", {z.re, z.im}); }
  Value *argument_of(Complex z) { return builder.CreateBinaryIntrinsic(Intrinsic::atan2, z.im, z.re); }

  Complex product(Complex a, Complex b) { return {sub(mul(a.re, b.re), mul(a.im, b.im)), add(mul(a.re, b.im), mul(a.im, b.re))}; }
  /// R. L. Smith, Algorithm 116, CACM 5 (1962): divides by the larger part first, so that squares do not overflow.
  Complex quotient(Complex a, Complex b) {
    Value *first = builder.CreateFCmpOGE(unary(Intrinsic::fabs, b.re), unary(Intrinsic::fabs, b.im));
    Value *large = builder.CreateSelect(first, b.re, b.im), *small = builder.CreateSelect(first, b.im, b.re);
    Value *ratio = div(small, large);
    Value *scale = add(large, mul(small, ratio));
    Value *re = builder.CreateSelect(first, add(a.re, mul(a.im, ratio)), add(mul(a.re, ratio), a.im));
    Value *im = builder.CreateSelect(first, sub(a.im, mul(a.re, ratio)), sub(mul(a.im, ratio), a.re));
    return {div(re, scale), div(im, scale)};
  }
  Complex exponential(Complex z) {
    Value *size = unary(Intrinsic::exp, z.re);
    return {mul(size, unary(Intrinsic::cos, z.im)), mul(size, unary(Intrinsic::sin, z.im))};
  }
  Complex logarithm(Complex z) { return {unary(Intrinsic::log, modulus(z)), argument_of(z)}; }
  Complex root(Complex z) {
    Value *half = mul(add(unary(Intrinsic::fabs, z.re), modulus(z)), number(z.re, 0.5));
    Value *large = unary(Intrinsic::sqrt, half);
    Value *zero = builder.CreateFCmpOEQ(large, number(z.re, 0));
    Value *small = div(unary(Intrinsic::fabs, z.im), mul(builder.CreateSelect(zero, number(z.re, 1), large), number(z.re, 2)));
    Value *right = builder.CreateFCmpOGE(z.re, number(z.re, 0));
    return {builder.CreateSelect(right, large, small), builder.CreateBinaryIntrinsic(Intrinsic::copysign, builder.CreateSelect(right, small, large), z.im)};
  }
  Complex sine(Complex z) {
    return {mul(unary(Intrinsic::sin, z.re), unary(Intrinsic::cosh, z.im)), mul(unary(Intrinsic::cos, z.re), unary(Intrinsic::sinh, z.im))};
  }
  Complex cosine(Complex z) {
    return {mul(unary(Intrinsic::cos, z.re), unary(Intrinsic::cosh, z.im)), builder.CreateFNeg(mul(unary(Intrinsic::sin, z.re), unary(Intrinsic::sinh, z.im)))};
  }
  Complex turned(Complex z) { return {builder.CreateFNeg(z.im), z.re}; }   // i z
  Complex unturned(Complex z) { return {z.im, builder.CreateFNeg(z.re)}; } // z / i

  bool complex(StringRef name) {
    bool arithmetic = name == "__muldc3" || name == "__mulsc3" || name == "__divdc3" || name == "__divsc3" || name == "__mulxc3" || name == "__divxc3";
    if (!arithmetic && !name.starts_with("c"))
      return false;
    bool complex_result = call.getType()->isStructTy() || call.getType()->isVectorTy();
    std::vector<Complex> z;
    auto take = [&](StringRef base, size_t count) {
      if (!(is_function(name, base) && !name.ends_with("l")) && !(arithmetic && name.starts_with(base)))
        return false;
      z = inputs();
      return z.size() == count;
    };
    if (!complex_result) {
      if (take("cabs", 1))
        return replace(modulus(z[0]));
      if (take("carg", 1))
        return replace(argument_of(z[0]));
      return false;
    }
    if (take("__mul", 2))
      return replace(product(z[0], z[1]));
    if (take("__div", 2))
      return replace(quotient(z[0], z[1]));
    if (take("cexp", 1))
      return replace(exponential(z[0]));
    if (take("clog", 1))
      return replace(logarithm(z[0]));
    if (take("csqrt", 1))
      return replace(root(z[0]));
    if (take("cpow", 2))
      return replace(exponential(product(z[1], logarithm(z[0]))));
    if (take("csin", 1))
      return replace(sine(z[0]));
    if (take("ccos", 1))
      return replace(cosine(z[0]));
    if (take("ctan", 1))
      return replace(quotient(sine(z[0]), cosine(z[0])));
    if (take("csinh", 1)) // sinh z = -i sin(i z)
      return replace(unturned(sine(turned(z[0]))));
    if (take("ccosh", 1))
      return replace(cosine(turned(z[0])));
    if (take("ctanh", 1)) {
      Complex w = turned(z[0]);
      return replace(unturned(quotient(sine(w), cosine(w))));
    }
    if (take("conj", 1))
      return replace(Complex{z[0].re, builder.CreateFNeg(z[0].im)});
    return false;
  }
};

} // namespace

void expand_library(Function &function) {
  std::vector<CallBase *> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction); call && !call->getMetadata(inactive_name))
      if (Function *callee = call->getCalledFunction(); callee && callee->isDeclaration())
        calls.push_back(call);
  for (CallBase *call : calls) {
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(call))
      Expander(*call).run_intrinsic(intrinsic->getIntrinsicID());
    else
      Expander(*call).run();
  }
}

} // namespace cotangent::scalar
