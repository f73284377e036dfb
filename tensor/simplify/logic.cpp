// Comparisons, choices, bounds, complex numbers by their parts.
#include "tensor/simplify/rewrite.h"

#include "tensor/interpret/types.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

// --- comparisons -----------------------------------------------------------------------------------------------------
bool is_total(CompareOp operation) {
  return is_integer_or_bool(operation.getLhs()) ||
         operation.getCompareType().value_or(ComparisonType::NOTYPE) == ComparisonType::TOTALORDER;
}

bool replace_by_bool(CompareOp operation, bool value, Edit &edit) {
  return edit.replace(operation, edit.splat(Element::of_bool(value), operation.getType()));
}

/// x = x, x <= x and x >= x hold and x != x does not, unless x may be NaN; x < x and x > x never hold.
bool compare_with_itself(CompareOp operation, Edit &edit) {
  if (operation.getLhs() != operation.getRhs())
    return false;
  ComparisonDirection direction = operation.getComparisonDirection();
  bool strict = direction == ComparisonDirection::LT || direction == ComparisonDirection::GT;
  if (!strict && !is_total(operation) && !edit.options.assume_finite)
    return false;
  return replace_by_bool(operation, !strict && direction != ComparisonDirection::NE, edit);
}

/// No integer is below the lowest or above the highest one, and all are on the other side.
bool compare_with_extreme(CompareOp operation, Edit &edit) {
  std::optional<Element> bound = splat_of(operation.getRhs());
  if (!bound || !is_integer_or_bool(operation.getLhs()))
    return false;
  int64_t number = bound->as_integer();
  bool lowest = number == Element::lowest(bound->type()).as_integer(),
       highest = number == Element::highest(bound->type()).as_integer();
  ComparisonDirection direction = operation.getComparisonDirection();
  if ((lowest && direction == ComparisonDirection::LT) || (highest && direction == ComparisonDirection::GT))
    return replace_by_bool(operation, false, edit);
  if ((lowest && direction == ComparisonDirection::GE) || (highest && direction == ComparisonDirection::LE))
    return replace_by_bool(operation, true, edit);
  return false;
}

ComparisonDirection opposite(ComparisonDirection direction) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return ComparisonDirection::NE;
  case ComparisonDirection::NE:
    return ComparisonDirection::EQ;
  case ComparisonDirection::GE:
    return ComparisonDirection::LT;
  case ComparisonDirection::GT:
    return ComparisonDirection::LE;
  case ComparisonDirection::LE:
    return ComparisonDirection::GT;
  case ComparisonDirection::LT:
    return ComparisonDirection::GE;
  }
  return direction;
}

/// not (x < y) is x >= y in a total order; not (x = y) is x != y in any.
bool not_of_compare(NotOp operation, Edit &edit) {
  auto compare = source<CompareOp>(operation.getOperand());
  if (!compare)
    return false;
  ComparisonDirection direction = compare.getComparisonDirection();
  bool equality = direction == ComparisonDirection::EQ || direction == ComparisonDirection::NE;
  if (!equality && !is_total(compare) && !edit.options.assume_finite)
    return false;
  auto context = operation.getContext();
  return edit.replace_with<CompareOp>(operation, compare.getLhs(), compare.getRhs(),
                                      ComparisonDirectionAttr::get(context, opposite(direction)),
                                      compare.getCompareTypeAttr());
}

// --- choices ---------------------------------------------------------------------------------------------------------
/// select(true, x, y) = x, select(false, x, y) = y
bool select_constant(SelectOp operation, Edit &edit) {
  std::optional<Element> predicate = splat_of(operation.getPred());
  return predicate && edit.replace(operation, predicate->as_bool() ? operation.getOnTrue() : operation.getOnFalse());
}

/// select(p, x, x) = x
bool select_same(SelectOp operation, Edit &edit) {
  auto first = constant_of(operation.getOnTrue()), second = constant_of(operation.getOnFalse());
  bool same = operation.getOnTrue() == operation.getOnFalse() || (first && first == second);
  return same && edit.replace(operation, operation.getOnTrue());
}

/// select(not p, x, y) = select(p, y, x)
bool select_of_not(SelectOp operation, Edit &edit) {
  auto negated = source<NotOp>(operation.getPred());
  return negated &&
         edit.replace_with<SelectOp>(operation, negated.getOperand(), operation.getOnFalse(), operation.getOnTrue());
}

/// select(p, true, false) = p, select(p, false, true) = not p
bool select_of_booleans(SelectOp operation, Edit &edit) {
  if (operation.getPred().getType() != operation.getType())
    return false;
  std::optional<Element> first = splat_of(operation.getOnTrue()), second = splat_of(operation.getOnFalse());
  if (!first || !second || first->as_bool() == second->as_bool())
    return false;
  return first->as_bool() ? edit.replace(operation, operation.getPred())
                          : edit.replace_with<NotOp>(operation, operation.getPred());
}

/// select(p, select(p, x, y), z) = select(p, x, z), and the same on the other side.
bool select_of_select(SelectOp operation, Edit &edit) {
  auto inner = [&](Value value) {
    auto select = source<SelectOp>(value);
    return select && select.getPred() == operation.getPred() ? select : SelectOp();
  };
  SelectOp on_true = inner(operation.getOnTrue()), on_false = inner(operation.getOnFalse());
  if (!on_true && !on_false)
    return false;
  return edit.replace_with<SelectOp>(operation, operation.getPred(),
                                     on_true ? on_true.getOnTrue() : operation.getOnTrue(),
                                     on_false ? on_false.getOnFalse() : operation.getOnFalse());
}

// --- bounds ----------------------------------------------------------------------------------------------------------
bool is_extreme(Value value, Element (*extreme)(ElementType)) {
  std::optional<Element> element = splat_of(value);
  if (!element || is_complex(element->type()))
    return false;
  Element expected = extreme(element->type());
  return is_float(element->type()) ? element->as_float() == expected.as_float()
                                   : element->as_integer() == expected.as_integer();
}

/// clamp(lowest, x, highest) = x; with one real bound it is max(x, bound) or min(x, bound).
bool clamp_without_bound(ClampOp operation, Edit &edit) {
  bool below = is_extreme(operation.getMin(), Element::lowest),
       above = is_extreme(operation.getMax(), Element::highest);
  if (!below && !above)
    return false;
  if (below && above)
    return edit.replace(operation, operation.getOperand());
  Value bound = below ? operation.getMax() : operation.getMin();
  if (bound.getType() != operation.getType())
    bound = edit.broadcast(bound, {}, shape_of(operation));
  return below ? edit.replace_with<MinimumOp>(operation, operation.getOperand(), bound)
               : edit.replace_with<MaximumOp>(operation, operation.getOperand(), bound);
}

/// clamp(a, clamp(a, x, b), b) = clamp(a, x, b)
bool clamp_of_clamp(ClampOp operation, Edit &edit) {
  auto inner = source<ClampOp>(operation.getOperand());
  return inner && inner.getMin() == operation.getMin() && inner.getMax() == operation.getMax() &&
         edit.replace(operation, inner);
}

// --- complex numbers -------------------------------------------------------------------------------------------------
/// complex(real(z), imag(z)) = z
bool complex_of_parts(ComplexOp operation, Edit &edit) {
  auto real = source<RealOp>(operation.getLhs());
  auto imag = source<ImagOp>(operation.getRhs());
  return real && imag && real.getOperand() == imag.getOperand() && real.getOperand().getType() == operation.getType() &&
         edit.replace(operation, real.getOperand());
}

/// real(complex(x, y)) = x, imag(complex(x, y)) = y
bool part_of_complex(Operation *operation, Edit &edit) {
  if (!isa<RealOp, ImagOp>(operation))
    return false;
  auto complex = source<ComplexOp>(operation->getOperand(0));
  return complex && edit.replace(operation, isa<RealOp>(operation) ? complex.getLhs() : complex.getRhs());
}

/// real(x) = x, imag(x) = 0 and conj(x) = x for real numbers.
bool part_of_real(Operation *operation, Edit &edit) {
  if (!isa<RealOp, ImagOp, chlo::ConjOp>(operation) || !is_real_float(operation->getOperand(0)))
    return false;
  Value operand = operation->getOperand(0);
  if (!isa<ImagOp>(operation))
    return edit.replace(operation, operand);
  Element zero = Element::zero(*interpret::element_type_of(element_of(operand)));
  return zero.as_float() == 0 && edit.replace(operation, edit.splat(zero, operation->getResult(0).getType()));
}

constexpr Rewrite table[] = {
    local<compare_with_itself>("compare_with_itself"),
    local<compare_with_extreme>("compare_with_extreme"),
    local<not_of_compare>("not_of_compare"),
    local<select_constant>("select_constant"),
    local<select_same>("select_same"),
    local<select_of_not>("select_of_not"),
    local<select_of_booleans>("select_of_booleans"),
    local<select_of_select>("select_of_select"),
    local<clamp_without_bound>("clamp_without_bound"),
    local<clamp_of_clamp>("clamp_of_clamp"),
    local<complex_of_parts>("complex_of_parts"),
    local<part_of_complex>("part_of_complex"),
    local<part_of_real>("part_of_real"),
};

} // namespace

Rewrites logic_rewrites() { return table; }

} // namespace cotangent::simplify
