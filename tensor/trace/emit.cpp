#include "tensor/trace/emit.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::trace {

std::string shape_text(Numbers shape) {
  std::string text = "(";
  for (size_t at = 0; at < shape.size(); ++at)
    text += (at ? ", " : "") + std::to_string(shape[at]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

stablehlo::Shape shape_from(detail::Sizes sizes) { return stablehlo::Shape(sizes.begin(), sizes.end()); }

Values Emit::all(detail::Handles handles) const {
  Values values;
  for (TraceHandle handle : handles)
    values.push_back((*this)(handle));
  return values;
}

// --- numbers ---------------------------------------------------------------------------------------------------------
namespace {

Value extreme(Build &build, Type element, bool highest) {
  if (isa<FloatType>(element))
    return build.scalar(element,
                        highest ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity());
  auto type = cast<IntegerType>(element);
  bool is_signed = !type.isUnsigned() && type.getWidth() > 1;
  APInt number = highest
                     ? (is_signed ? APInt::getSignedMaxValue(type.getWidth()) : APInt::getMaxValue(type.getWidth()))
                     : (is_signed ? APInt::getSignedMinValue(type.getWidth()) : APInt::getMinValue(type.getWidth()));
  return build.make<stablehlo::ConstantOp>(DenseElementsAttr::get(RankedTensorType::get({}, element), number));
}

} // namespace

Value Emit::lowest(Type element) { return extreme(*this, element, false); }
Value Emit::highest(Type element) { return extreme(*this, element, true); }

Value Emit::converted(Value value, Type element) {
  if (is_complex(value) && !isa<ComplexType>(element)) {
    if (element.isInteger(1))
      return compare(value, zeros_like(value), ComparisonDirection::NE);
    value = real(value);
  }
  return convert(value, element);
}

Value Emit::without_derivative(Value value) {
  if (!is_floating(value))
    return value;
  auto type = ranked(value.getType());
  Type bits = builder.getIntegerType(type.getElementTypeBitWidth());
  return make<BitcastConvertOp>(type, make<BitcastConvertOp>(with_element(type, bits), value));
}

// --- shapes ----------------------------------------------------------------------------------------------------------
namespace {

std::string list_of_shapes(ValueRange values) {
  std::string text;
  for (size_t at = 0; at < values.size(); ++at)
    text += (at == 0 ? "" : at + 1 == values.size() ? " and " : ", ") + shape_text(values[at]);
  return text;
}

/// What one of two shapes that do not fit may lack.
std::string likely_cause(ValueRange values) {
  if (values.size() != 2)
    return "";
  Numbers left = shape_of(values[0]), right = shape_of(values[1]);
  if (left.size() == right.size() && left.size() > 1 && llvm::equal(left, llvm::reverse(right)))
    return "; one of them may have to be transposed (ct::transpose)";
  Numbers lower = left.size() < right.size() ? left : right, higher = left.size() < right.size() ? right : left;
  if (!lower.empty() && lower.size() < higher.size() && llvm::equal(lower, higher.take_front(lower.size())))
    return "; dimensions are aligned at the end: give the one of rank " + std::to_string(lower.size()) +
           " further dimensions of size 1 at its end (ct::expand_dims, ct::reshape)";
  return "";
}

} // namespace

stablehlo::Shape Emit::broadcast_shape(ValueRange values) {
  size_t rank = 0;
  for (Value value : values)
    rank = std::max(rank, static_cast<size_t>(rank_of(value)));
  stablehlo::Shape shape(rank, 1);
  for (Value value : values) {
    Numbers own = shape_of(value);
    for (size_t at = 0; at < own.size(); ++at) {
      int64_t &size = shape[rank - own.size() + at];
      if (size != own[at] && size != 1 && own[at] != 1)
        throw Error("bad-shape", "the shapes " + list_of_shapes(values) + " do not fit together: dimension " +
                                     std::to_string(rank - own.size() + at) + " of the result has sizes " +
                                     std::to_string(size) + " and " + std::to_string(own[at]) +
                                     ", which are neither equal nor 1" + likely_cause(values));
      size = size == 1 ? own[at] : size;
    }
  }
  return shape;
}

Value Emit::broadcast_to(Value value, Numbers shape) {
  Numbers own = shape_of(value);
  auto fits = [&] {
    if (own.size() > shape.size())
      return false;
    for (size_t at = 0; at < own.size(); ++at)
      if (own[at] != 1 && own[at] != shape[shape.size() - own.size() + at])
        return false;
    return true;
  };
  if (!fits())
    throw Error("bad-shape", "the shape " + shape_text(own) + " does not broadcast to " + shape_text(shape) +
                                 ": dimensions are aligned at the end, and their sizes must be equal or 1");
  stablehlo::Shape dimensions;
  for (size_t at = shape.size() - own.size(); at < shape.size(); ++at)
    dimensions.push_back(static_cast<int64_t>(at));
  return broadcast(value, dimensions, shape);
}

void Emit::broadcast_together(Values &values) {
  stablehlo::Shape shape = broadcast_shape(values);
  for (Value &value : values)
    value = broadcast_to(value, shape);
}

Value Emit::spread(Value reduced, Numbers dimensions, Numbers shape) {
  return broadcast(reduced, all_but(static_cast<int64_t>(shape.size()), dimensions), shape);
}

Value Emit::keep_dimensions(Value reduced, Numbers dimensions) {
  stablehlo::Shape shape;
  size_t from = 0;
  for (size_t at = 0; at < static_cast<size_t>(rank_of(reduced)) + dimensions.size(); ++at)
    shape.push_back(llvm::is_contained(dimensions, static_cast<int64_t>(at)) ? 1 : shape_of(reduced)[from++]);
  return reshape(reduced, shape);
}

Value Emit::move_dimension(Value value, int64_t from, int64_t to) {
  stablehlo::Shape permutation = all_but(rank_of(value), {from});
  permutation.insert(permutation.begin() + to, from);
  return transpose(value, permutation);
}

Value Emit::insert_dimension(Value value, int64_t at) {
  stablehlo::Shape shape(shape_of(value));
  shape.insert(shape.begin() + at, 1);
  return reshape(value, shape);
}

Value Emit::drop_dimension(Value value, int64_t at) {
  stablehlo::Shape shape(shape_of(value));
  shape.erase(shape.begin() + at);
  return reshape(value, shape);
}

// --- functions -------------------------------------------------------------------------------------------------------
Value Emit::absolute(Value value) {
  if (is_unsigned(value))
    return value;
  return make<AbsOp>(with_element(ranked(value.getType()), stablehlo::real_part(element_of(value))), value);
}

Value Emit::reduce_min(Value value, Numbers dimensions) {
  return reduce<MinimumOp>(value, highest(element_of(value)), dimensions);
}

Value Emit::wrapped(Value index, int64_t size) {
  if (is_unsigned(index))
    return index;
  Value shifted = add(index, splat_like(index, static_cast<double>(size)));
  return select(less(index, zeros_like(index)), shifted, index);
}

Value Emit::take(Value value, Value indices, int64_t dimension) {
  int64_t rank = rank_of(value), count = rank_of(indices);
  stablehlo::Shape offsets, sizes(shape_of(value));
  for (int64_t at = 0; at < rank - 1; ++at)
    offsets.push_back(at < dimension ? at : at + count);
  sizes[static_cast<size_t>(dimension)] = 1;
  auto numbers =
      GatherDimensionNumbersAttr::get(builder.getContext(), offsets, {dimension}, {}, {}, {dimension}, count);
  return gather(value, indices, numbers, sizes);
}

} // namespace cotangent::trace
