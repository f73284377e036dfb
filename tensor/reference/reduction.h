// Operations that fold, order or visit elements with a function given from outside.
//
// Wherever an operation folds, it does so from left to right in row-major order beginning with the initial value, and
// every application of the function rounds to the type of the accumulator. Result types may be wider than those of the
// inputs; none given means the types of the inputs.
#pragma once

#include "runtime/arrays/array.h"
#include "tensor/reference/combine.h"
#include "tensor/reference/window.h"

#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace cotangent::reference {

std::vector<Array> reduce(std::span<const Array> inputs, std::span<const Array> init_values,
                          const std::vector<int64_t> &dimensions, const Combine &body,
                          std::span<const ElementType> result_types = {});
Array reduce(const Array &input, const Array &init_value, const std::vector<int64_t> &dimensions, BinaryFunction body);

/// Places of a window in padding or between dilated elements hold the initial value, as the specification has it.
std::vector<Array> reduce_window(std::span<const Array> inputs, std::span<const Array> init_values,
                                 const Window &window, const Combine &body,
                                 std::span<const ElementType> result_types = {});
Array reduce_window(const Array &input, const Array &init_value, const Window &window, BinaryFunction body);

/// True if the first of two elements stays selected.
using Selector = std::function<bool(const Element &, const Element &)>;

/// The window has dimensions, strides and padding only; places in the padding are never selected, and a window of
/// nothing but padding gives nothing. `scatter` combines one accumulator with one value, of the result type.
Array select_and_scatter(const Array &operand, const Array &source, const Array &init_value, const Window &window,
                         const Selector &select, const Combine &scatter, ElementType result_type);

/// One element of each input in, one out.
using MapFunction = std::function<Element(std::span<const Element>)>;
Array map(std::span<const Array> inputs, const MapFunction &computation, ElementType result_type);

/// Gets two elements of each operand, (lhs0, rhs0, lhs1, rhs1, ...); true if lhs comes before rhs.
using Comparator = std::function<bool(std::span<const Element>)>;
/// Always stable; the dimension may be negative, counting from the end. Comparators that are no order do no harm.
std::vector<Array> sort(std::span<const Array> inputs, int64_t dimension, const Comparator &comparator);

struct TopK {
  Array values;
  Array indices; // i32
};
/// Along the last dimension, largest first, among equals the lower index first. Floating-point numbers are in total
/// order: NaN (of any sign) above infinity, -0 below +0. Complex numbers compare by the real, then the imaginary part.
TopK top_k(const Array &operand, int64_t k);

/// Gets a slice of each input without the scanned dimension, then the carries; gives a slice of each output, then the
/// next carries.
using ScanBody = std::function<std::vector<Array>(std::span<const Array>)>;
struct ArrayType {
  ElementType type;
  Shape shape;
};
/// chlo.scan: outputs, then the last carries. `output_types` are those of the whole outputs, which have the scanned
/// dimension at the same place; `scan_size` is its size (of the inputs too, where there are any).
std::vector<Array> scan(std::span<const Array> inputs, std::span<const Array> inits, int64_t dimension,
                        int64_t scan_size, bool is_reverse, std::span<const ArrayType> output_types,
                        const ScanBody &body);

/// Batch normalisation as the specification decomposes it: every step rounds to the element type.
Array batch_norm_inference(const Array &operand, const Array &scale, const Array &offset, const Array &mean,
                           const Array &variance, double epsilon, int64_t feature_index);
struct BatchNormTraining {
  Array output, batch_mean, batch_var;
};
BatchNormTraining batch_norm_training(const Array &operand, const Array &scale, const Array &offset, double epsilon,
                                      int64_t feature_index);
struct BatchNormGrad {
  Array grad_operand, grad_scale, grad_offset;
};
BatchNormGrad batch_norm_grad(const Array &operand, const Array &scale, const Array &mean, const Array &variance,
                              const Array &grad_output, double epsilon, int64_t feature_index);

} // namespace cotangent::reference
