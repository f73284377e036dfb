// Between MLIR's types and attributes and the arrays that the interpreter computes on.
#pragma once

#include "runtime/arrays/array.h"
#include "tensor/ir/dialects.h"
#include "tensor/reference/quantize.h"

#include <optional>

namespace cotangent::interpret {

/// Of a tensor's element; quantised types: of what they stand for. `index` is I64. Null for types that no array has.
std::optional<ElementType> element_type_of(mlir::Type element);

/// How a quantised element type stands for numbers; null for others.
std::optional<reference::Quantization> quantization_of(mlir::Type element);

/// A tensor type with what is known when the program is read.
struct TensorFacts {
  ElementType type = ElementType::Bool;
  Shape shape; // -1: not known before the program runs
};
/// Throws Error [unsupported] for tensors that no array can hold.
TensorFacts facts_of(mlir::Type type);

/// The value of a constant. A quantised constant gives its storage.
Array array_of(mlir::ElementsAttr value);
std::vector<int64_t> integers_of(std::optional<llvm::ArrayRef<int64_t>> numbers);
/// Pairs of an n x 2 attribute.
std::vector<std::pair<int64_t, int64_t>> pairs_of(std::optional<mlir::DenseIntElementsAttr> pairs);

} // namespace cotangent::interpret
