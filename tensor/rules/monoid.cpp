#include "tensor/rules/monoid.h"

#include "tensor/interpret/evaluator.h"

#include <cmath>
#include <complex>

using namespace mlir;

namespace cotangent::tensor_rules {

namespace {

using Number = std::complex<double>;

Number number_of(const Element &element) {
  return is_complex(element.type()) ? element.as_complex() : Number(element.as_float());
}

/// Up to rounding of the type. Outside of a function's domain there is nothing to compare.
bool same(const Element &left, const Element &right) {
  Number first = number_of(left), second = number_of(right);
  if (first == second || (std::isnan(std::abs(first)) && std::isnan(std::abs(second))))
    return true;
  double tolerance = std::ldexp(64.0, -facts_of(left.type()).format.mantissa_bits);
  return std::abs(first - second) <= tolerance * std::max(1.0, std::abs(first));
}

class Trial {
public:
  Trial(Region &function, ElementType type)
      : function_(function), type_(type), evaluator_(function.getParentOfType<ModuleOp>()) {}

  Element apply(const Element &left, const Element &right) {
    interpret::Values arguments{Array::scalar(left), Array::scalar(right)};
    return evaluator_.run_region(function_, arguments, interpret::Scope())[0].array.get(0);
  }
  bool is_neutral(const Element &start, const Element &value) {
    return same(apply(start, value), value) && same(apply(value, start), value);
  }
  bool is_associative(const Element &a, const Element &b, const Element &c) {
    return same(apply(apply(a, b), c), apply(a, apply(b, c)));
  }
  Element number(double real, double imaginary) const {
    return is_complex(type_) ? Element::of_complex(type_, {real, imaginary}) : Element::of_float(type_, real);
  }

private:
  Region &function_;
  ElementType type_;
  interpret::Evaluator evaluator_;
};

} // namespace

bool is_monoid(Region &function, Value start) {
  auto constant = start.getDefiningOp<stablehlo::ConstantOp>();
  if (!constant || function.getNumArguments() != 2)
    return false;
  std::optional<ElementType> type =
      interpret::element_type_of(ranked(function.getArgument(0).getType()).getElementType());
  if (!type || (!is_float(*type) && !is_complex(*type)))
    return false;
  try {
    Array first = interpret::array_of(cast<ElementsAttr>(constant.getValue()));
    if (first.type() != *type)
      return false;
    Trial trial(function, *type);
    const Element tried[] = {trial.number(0.375, 0.25), trial.number(-1.5, 0.625), trial.number(2.25, -0.875)};
    for (const Element &value : tried)
      if (!trial.is_neutral(first.get(0), value))
        return false;
    for (const Element &a : tried)
      for (const Element &b : tried)
        for (const Element &c : tried)
          if (!trial.is_associative(a, b, c))
            return false;
    return true;
  } catch (const Error &) { // values around it, and what the interpreter does not know
    return false;
  }
}

} // namespace cotangent::tensor_rules
