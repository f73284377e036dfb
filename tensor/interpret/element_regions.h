// Regions of reductions, sorts and scatters as functions of elements.
#pragma once

#include "tensor/interpret/evaluator.h"
#include "tensor/reference/elementwise.h"
#include "tensor/reference/reduction.h"

namespace cotangent::interpret {

/// A region on scalars. One that consists of elementwise operations runs on elements directly, any other through
/// arrays of one element.
class ElementRegion {
public:
  ElementRegion(Evaluator &evaluator, mlir::Region &region, const Scope &scope);

  /// The inputs are converted to the types of the region's arguments. The result lasts until the next call.
  std::span<const Element> operator()(std::span<const Element> inputs) const;
  ElementType result_type(size_t at) const { return result_types_[at]; }

  reference::Combine combine() const;

private:
  struct Instruction {
    reference::UnaryFunction unary = nullptr;
    reference::BinaryFunction binary = nullptr;
    mlir::Operation *operation = nullptr; // compare, convert, select, clamp
    std::vector<size_t> operands;
    size_t result = 0;
  };
  bool compile();
  Element execute(const Instruction &instruction) const;

  Evaluator &evaluator_;
  mlir::Region &region_;
  const Scope &scope_;
  bool compiled_ = false;
  std::vector<ElementType> argument_types_, result_types_;
  std::vector<Instruction> instructions_;
  std::vector<size_t> returned_;
  mutable std::vector<Element> slots_, results_;
};

} // namespace cotangent::interpret
