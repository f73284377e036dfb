// Sums, products, extremes and bits with constants that make them simple, and with equal operands.
#include "tensor/simplify/rewrite.h"

#include "tensor/interpret/types.h"
#include "tensor/reference/elementwise.h"

#include <cmath>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

// --- constants as elements -------------------------------------------------------------------------------------------
bool is_number(const Element &element, double number) {
  if (is_complex(element.type()))
    return element.as_complex() == std::complex<double>(number, 0);
  return is_float(element.type()) ? element.as_float() == number : element.as_integer() == static_cast<int64_t>(number);
}

bool has_sign(const Element &zero) {
  return is_complex(zero.type()) ? std::signbit(zero.as_complex().real()) && std::signbit(zero.as_complex().imag())
                                 : std::signbit(zero.as_float());
}

bool is_whole(const Element &element) { return !is_float(element.type()) && !is_complex(element.type()); }
bool all_ones(const Element &element) { return is_whole(element) && reference::not_(element).as_integer() == 0; }
bool same_number(const Element &first, const Element &second) {
  return is_float(first.type()) ? first.as_float() == second.as_float() : first.as_integer() == second.as_integer();
}

/// Whether adding a zero of this sign changes nothing; formats without a negative zero have one zero only.
bool zero_adds_nothing(const Element &element, const Edit &edit) {
  return is_number(element, 0) && (is_whole(element) || edit.options.assume_finite || has_sign(element));
}

/// x op c = x for all x.
bool is_neutral(Operation *operation, const Element &element, const Edit &edit) {
  const bool real = !is_complex(element.type());
  return TypeSwitch<Operation *, bool>(operation)
      .Case<AddOp>([&](auto) { return zero_adds_nothing(element, edit); })
      // x - 0 = x also for negative zeros; -0 would make a zero of them.
      .Case<SubtractOp>([&](auto) {
        return is_number(element, 0) &&
               (is_whole(element) || edit.options.assume_finite || (real && !has_sign(element)));
      })
      // The product of complex numbers adds 0 * x.
      .Case<MultiplyOp, DivideOp>([&](auto) { return is_number(element, 1) && (real || edit.options.assume_finite); })
      .Case<PowerOp>([&](auto) { return is_number(element, 1) && real; })
      .Case<AndOp>([&](auto) { return all_ones(element); })
      .Case<OrOp, XorOp, ShiftLeftOp, ShiftRightArithmeticOp, ShiftRightLogicalOp>(
          [&](auto) { return is_number(element, 0); })
      .Case<MaximumOp>([&](auto) { return real && same_number(element, Element::lowest(element.type())); })
      .Case<MinimumOp>([&](auto) { return real && same_number(element, Element::highest(element.type())); })
      .Default(false);
}

/// x op c = the result, for all x.
std::optional<Element> absorbed(Operation *operation, const Element &element, const Edit &edit) {
  const bool whole = is_whole(element), real = !is_complex(element.type());
  auto if_true = [&](bool condition, const Element &result) {
    return condition ? std::optional(result) : std::nullopt;
  };
  return TypeSwitch<Operation *, std::optional<Element>>(operation)
      .Case<MultiplyOp>(
          [&](auto) { return if_true(is_number(element, 0) && (whole || edit.options.assume_finite), element); })
      .Case<AndOp>([&](auto) { return if_true(is_number(element, 0), element); })
      .Case<OrOp>([&](auto) { return if_true(all_ones(element), element); })
      // NaN would win.
      .Case<MaximumOp>([&](auto) {
        return if_true(real && (whole || edit.options.assume_finite) &&
                           same_number(element, Element::highest(element.type())),
                       element);
      })
      .Case<MinimumOp>([&](auto) {
        return if_true(real && (whole || edit.options.assume_finite) &&
                           same_number(element, Element::lowest(element.type())),
                       element);
      })
      .Case<RemainderOp>([&](auto) { return if_true(whole && is_number(element, 1), Element::zero(element.type())); })
      .Case<PowerOp>([&](auto) { return if_true(real && is_number(element, 0), Element::one(element.type())); })
      .Default(std::nullopt);
}

/// The value beside a constant and that constant, of an operation with two operands; the constant is the right one
/// unless they commute.
std::optional<std::pair<Value, Element>> beside_constant(Operation *operation) {
  if (operation->getNumOperands() != 2)
    return std::nullopt;
  if (std::optional<Element> element = splat_of(operation->getOperand(1)))
    return std::pair(operation->getOperand(0), *element);
  if (operation->hasTrait<OpTrait::IsCommutative>())
    if (std::optional<Element> element = splat_of(operation->getOperand(0)))
      return std::pair(operation->getOperand(1), *element);
  return std::nullopt;
}

// --- rewrites --------------------------------------------------------------------------------------------------------
/// x + 0 = x, x * 1 = x, x and 1…1 = x, max(x, lowest) = x, x^1 = x, …: see `is_neutral`. For floating-point numbers
/// the zero that is added is -0, because 0 + -0 is 0.
bool neutral_element(Operation *operation, Edit &edit) {
  auto side = beside_constant(operation);
  return side && side->first.getType() == operation->getResult(0).getType() &&
         is_neutral(operation, side->second, edit) && edit.replace(operation, side->first);
}

/// x * 0 = 0 for integers, x and 0 = 0, x or 1…1 = 1…1, max(x, highest) = highest, x^0 = 1, …: see `absorbed`.
bool absorbing_element(Operation *operation, Edit &edit) {
  auto side = beside_constant(operation);
  if (!side)
    return false;
  std::optional<Element> result = absorbed(operation, side->second, edit);
  return result && edit.replace(operation, edit.splat(*result, operation->getResult(0).getType()));
}

/// x - x = 0, x xor x = 0 and x rem x = 0 for integers (x - x also for finite numbers); x and x = x, max(x, x) = x, …
bool same_operands(Operation *operation, Edit &edit) {
  if (operation->getNumOperands() != 2 || operation->getOperand(0) != operation->getOperand(1))
    return false;
  Value operand = operation->getOperand(0);
  if (isa<AndOp, OrOp, MaximumOp, MinimumOp>(operation))
    return edit.replace(operation, operand);
  bool zero = isa<XorOp>(operation) ||
              (isa<SubtractOp>(operation) && (is_integer_or_bool(operand) || edit.options.assume_finite)) ||
              (isa<RemainderOp>(operation) && is_integer_or_bool(operand));
  if (!zero)
    return false;
  Element result = Element::zero(*interpret::element_type_of(element_of(operand)));
  return is_number(result, 0) && edit.replace(operation, edit.splat(result, operand.getType()));
}

/// -(-x) = x, not not x = x, conj(conj(x)) = x: each flips bits of the representation and nothing else.
bool twice_undone(Operation *operation, Edit &edit) {
  if (!isa<NegateOp, NotOp, chlo::ConjOp>(operation))
    return false;
  Operation *inner = operation->getOperand(0).getDefiningOp();
  return inner && inner->getName() == operation->getName() &&
         inner->getOperand(0).getType() == operation->getResult(0).getType() &&
         edit.replace(operation, inner->getOperand(0));
}

/// f(g(x)) = g(x) where g gives only what f leaves: |·|, sign, rounding to integers of any kind.
bool done_already(Operation *operation, Edit &edit) {
  if (operation->getNumOperands() != 1)
    return false;
  Operation *inner = operation->getOperand(0).getDefiningOp();
  if (!inner || operation->getResult(0).getType() != operation->getOperand(0).getType())
    return false;
  auto rounds = [](Operation *which) { return isa<FloorOp, CeilOp, RoundNearestAfzOp, RoundNearestEvenOp>(which); };
  bool done = (rounds(operation) && rounds(inner)) ||
              (isa<AbsOp, SignOp>(operation) && inner->getName() == operation->getName());
  return done && !isa<ComplexType>(element_of(operation->getResult(0))) &&
         edit.replace(operation, operation->getOperand(0));
}

/// |-x| = |x|
bool absolute_of_negated(AbsOp operation, Edit &edit) {
  auto negated = source<NegateOp>(operation.getOperand());
  return negated && edit.replace_with<AbsOp>(operation, negated.getOperand());
}

/// x + -y = x - y, x - -y = x + y, -x * -y = x * y. Floating-point numbers: the same but for the sign of a NaN, so only
/// finite ones.
bool negated_operands(Operation *operation, Edit &edit) {
  if (!isa<AddOp, SubtractOp, MultiplyOp>(operation) ||
      !(isa<IntegerType>(element_of(operation->getResult(0))) || edit.options.assume_finite))
    return false;
  auto lhs = source<NegateOp>(operation->getOperand(0)), rhs = source<NegateOp>(operation->getOperand(1));
  if (isa<MultiplyOp>(operation))
    return lhs && rhs && edit.replace_with<MultiplyOp>(operation, lhs.getOperand(), rhs.getOperand());
  if (rhs && isa<SubtractOp>(operation))
    return edit.replace_with<AddOp>(operation, operation->getOperand(0), rhs.getOperand());
  if (rhs)
    return edit.replace_with<SubtractOp>(operation, operation->getOperand(0), rhs.getOperand());
  return lhs && isa<AddOp>(operation) &&
         edit.replace_with<SubtractOp>(operation, operation->getOperand(1), lhs.getOperand());
}

/// 0 - x = -x for integers, and for finite numbers.
bool zero_minus(SubtractOp operation, Edit &edit) {
  std::optional<Element> zero = splat_of(operation.getLhs());
  return zero && is_number(*zero, 0) && (is_whole(*zero) || edit.options.assume_finite) &&
         edit.replace_with<NegateOp>(operation, operation.getRhs());
}

/// (x op c) op d = x op (c op d) where that is exact: sums and products of integers, bits, extremes. With
/// `reassociate` sums and products of other numbers too.
bool constants_together(Operation *operation, Edit &edit) {
  Type element = operation->getNumResults() == 1 ? getElementTypeOrSelf(operation->getResult(0).getType()) : Type();
  bool sum_or_product = isa<AddOp, MultiplyOp>(operation);
  if (!(isa<AndOp, OrOp, XorOp>(operation) || (isa<MaximumOp, MinimumOp>(operation) && !isa<ComplexType>(element)) ||
        (sum_or_product && (isa<IntegerType>(element) || edit.options.reassociate))))
    return false;
  auto split = [](Operation *which) -> std::optional<std::pair<Value, Value>> {
    for (unsigned at : {1u, 0u})
      if (is_constant(which->getOperand(at)) && !is_constant(which->getOperand(1 - at)))
        return std::pair(which->getOperand(1 - at), which->getOperand(at));
    return std::nullopt;
  };
  auto outer = split(operation);
  Operation *inner = outer ? outer->first.getDefiningOp() : nullptr;
  if (!inner || inner->getName() != operation->getName())
    return false;
  auto parts = split(inner);
  if (!parts)
    return false;
  Numbers shape = shape_of(operation->getResult(0));
  bool splats = splat_of(parts->second) && splat_of(outer->second);
  if (!splats && count_of(shape) > edit.options.fold_limit)
    return false;
  Value constant = edit.elementwise(operation, {parts->second, outer->second}, shape);
  return edit.replace(operation, edit.elementwise(operation, {parts->first, constant}, shape));
}

/// x / 2^k = x * 2^-k, if that is a number of the type: both are the same real number, rounded once.
bool divide_by_power_of_two(DivideOp operation, Edit &edit) {
  std::optional<Element> divisor = splat_of(operation.getRhs());
  if (!divisor || !is_float(divisor->type()) || facts_of(divisor->type()).format.specials != Specials::Ieee)
    return false;
  int exponent = 0;
  double number = divisor->as_float();
  if (!std::isfinite(number) || std::fabs(std::frexp(number, &exponent)) != 0.5)
    return false;
  Element reciprocal = Element::of_float(divisor->type(), 1 / number);
  if (reciprocal.as_float() * number != 1 || std::fabs(number) == 1)
    return false;
  return edit.replace_with<MultiplyOp>(operation, operation.getLhs(), edit.splat(reciprocal, operation.getType()));
}

constexpr Rewrite table[] = {
    local<neutral_element>("neutral_element"),
    local<absorbing_element>("absorbing_element"),
    local<same_operands>("same_operands"),
    local<twice_undone>("twice_undone"),
    local<done_already>("done_already"),
    local<absolute_of_negated>("absolute_of_negated"),
    local<negated_operands>("negated_operands"),
    local<zero_minus>("zero_minus"),
    local<constants_together>("constants_together"),
    local<divide_by_power_of_two>("divide_by_power_of_two"),
};

} // namespace

Rewrites arithmetic_rewrites() { return table; }

} // namespace cotangent::simplify
