// Arrays computed element by element.
#pragma once

#include "runtime/arrays/array.h"
#include "tensor/reference/elementwise.h"

namespace cotangent::reference {

/// An array whose elements are function(position).
template <class Function> Array each(ElementType type, const Shape &shape, Function function) {
  Array result(type, shape);
  for (int64_t position = 0; position < result.count(); ++position)
    result.set(position, function(position));
  return result;
}

inline Array each(ElementType type, UnaryFunction function, const Array &operand) {
  return each(type, operand.shape(), [&](int64_t position) { return function(operand.get(position)); });
}
/// Both operands have one shape.
inline Array each(ElementType type, BinaryFunction function, const Array &lhs, const Array &rhs) {
  return each(type, lhs.shape(), [&](int64_t position) { return function(lhs.get(position), rhs.get(position)); });
}

} // namespace cotangent::reference
