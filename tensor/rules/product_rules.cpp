// dot and dot_general, and the table of all products.
#include "tensor/rules/products.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

Value in_element(Build &build, Value value, Type element) {
  return build.convert(isa<ComplexType>(element) ? value : build.real(value), element);
}

Type common_element(Type first, Type second) {
  auto rank = [](Type type) {
    unsigned width = stablehlo::real_part(type).getIntOrFloatBitWidth();
    return std::pair(isa<ComplexType>(type) ? 2 : isa<FloatType>(type) ? 1 : 0, width);
  };
  return rank(first) < rank(second) ? second : first;
}

Values forward_product(const ForwardRequest &request, Multiply multiply) {
  if (!is_differentiable(request.result()))
    return {Value()};
  Value first, second;
  if (Value tangent = request.tangents[0])
    first = multiply(tangent, request.operand(1));
  if (Value tangent = request.tangents[1])
    second = multiply(request.operand(0), tangent);
  return {first && second ? request.build.add(first, second) : first ? first : second};
}

Values transpose_product(const TransposeRequest &request,
                         llvm::function_ref<Value(size_t side, Value cotangent, Value other)> transpose) {
  Build &build = request.build;
  size_t side = request.linear[0] ? 0 : 1;
  Value other = request.operand(1 - side);
  Type element = common_element(element_of(request.cotangent()), element_of(other));
  Value cotangent = transpose(side, in_element(build, request.cotangent(), element),
                              build.conjugate(in_element(build, other, element)));
  return cotangent_of(request, side, in_element(build, cotangent, element_of(request.operand(side))));
}

namespace {

/// The dimensions of a factor by what becomes of them.
struct Side {
  Shape batch, contracting, free;
};

struct Product {
  Side sides[2];
  ArrayAttr precision;
  DotAlgorithmAttr algorithm;
};

Side side_of(Value factor, Numbers batch, Numbers contracting) {
  Shape used(batch);
  llvm::append_range(used, contracting);
  return {Shape(batch), Shape(contracting), all_but(rank_of(factor), used)};
}

Product product_of(Operation *operation) {
  Value lhs = operation->getOperand(0), rhs = operation->getOperand(1);
  if (auto dot = dyn_cast<DotOp>(operation))
    return {{side_of(lhs, {}, {rank_of(lhs) - 1}), side_of(rhs, {}, {0})}, dot.getPrecisionConfigAttr(), nullptr};
  auto dot = cast<DotGeneralOp>(operation);
  DotDimensionNumbersAttr numbers = dot.getDotDimensionNumbers();
  return {{side_of(lhs, numbers.getLhsBatchingDimensions(), numbers.getLhsContractingDimensions()),
           side_of(rhs, numbers.getRhsBatchingDimensions(), numbers.getRhsContractingDimensions())},
          dot.getPrecisionConfigAttr(),
          dot.getAlgorithmAttr()};
}

Value multiply(Build &build, const Product &product, Value lhs, Value rhs, Type element) {
  const auto &[left, right] = product.sides;
  auto numbers = DotDimensionNumbersAttr::get(build.builder.getContext(), left.batch, right.batch, left.contracting,
                                              right.contracting);
  Value result = build.dot_general(lhs, rhs, numbers, element, product.precision);
  if (product.algorithm)
    result.getDefiningOp<DotGeneralOp>().setAlgorithmAttr(product.algorithm);
  return result;
}

Values forward_dot(const ForwardRequest &request) {
  Product product = product_of(request.operation);
  return forward_product(request, [&](Value lhs, Value rhs) {
    return multiply(request.build, product, lhs, rhs, element_of(request.result()));
  });
}

ArrayAttr swapped(ArrayAttr precision) {
  return precision && precision.size() == 2 ? ArrayAttr::get(precision.getContext(), {precision[1], precision[0]})
                                            : precision;
}

/// The numbers in ascending order, and with them where each of them was.
Shape order_of(Numbers numbers) {
  Shape order = first_numbers(static_cast<int64_t>(numbers.size()));
  llvm::sort(order, [&](int64_t left, int64_t right) {
    return numbers[static_cast<size_t>(left)] < numbers[static_cast<size_t>(right)];
  });
  return order;
}

Shape joined(std::initializer_list<Numbers> lists) {
  Shape all;
  for (Numbers list : lists)
    llvm::append_range(all, list);
  return all;
}

Shape range(int64_t start, size_t count) {
  Shape numbers = first_numbers(static_cast<int64_t>(count));
  for (int64_t &number : numbers)
    number += start;
  return numbers;
}

/// For x[b, i, k] and y[b, j, k] with result z[b, i, j]: the cotangent of x is that of z times y, contracted over j.
/// Its dimensions come out as b, i, k or b, k, i, whatever the order of the factors is; the order that needs no
/// transpose is taken, if there is one.
Value cotangent_of_side(Build &build, const Product &product, size_t at, Value cotangent, Value other) {
  const Side &mine = product.sides[at], &others = product.sides[1 - at];
  auto batches = static_cast<int64_t>(mine.batch.size());
  int64_t left_free = static_cast<int64_t>(product.sides[0].free.size());
  Side of_cotangent{first_numbers(batches), range(at == 0 ? batches + left_free : batches, others.free.size()), {}};
  Side of_other{others.batch, others.free, {}};
  // Free dimensions of the other factor, which were contracted before, come in ascending order.
  Shape contracted = picked(mine.contracting, order_of(others.contracting));
  Shape cotangent_first = joined({mine.batch, mine.free, contracted}),
        other_first = joined({mine.batch, contracted, mine.free});
  bool swap = llvm::is_sorted(other_first) && !llvm::is_sorted(cotangent_first);
  Product transposed{{of_cotangent, of_other}, at == 0 ? product.precision : swapped(product.precision), nullptr};
  bool same_types = element_of(cotangent) == element_of(other);
  if (product.algorithm && same_types &&
      product.algorithm.getLhsPrecisionType() == product.algorithm.getRhsPrecisionType())
    transposed.algorithm = product.algorithm;
  if (swap) {
    std::swap(transposed.sides[0], transposed.sides[1]);
    std::swap(cotangent, other);
    transposed.precision = swapped(transposed.precision);
  }
  Value result = multiply(build, transposed, cotangent, other, element_of(cotangent));
  return build.transpose(result, inverse(swap ? other_first : cotangent_first));
}

Values transpose_dot(const TransposeRequest &request) {
  Product product = product_of(request.operation);
  if (element_of(request.operand(0)) != element_of(request.cotangent()) ||
      element_of(request.operand(1)) != element_of(request.cotangent()))
    product.algorithm = nullptr;
  return transpose_product(request, [&](size_t side, Value cotangent, Value other) {
    return cotangent_of_side(request.build, product, side, cotangent, other);
  });
}

} // namespace

llvm::ArrayRef<Rule> product_rules() {
  static const Rule rules[] = {
      {"stablehlo.dot", forward_dot, transpose_dot},
      {"stablehlo.dot_general", forward_dot, transpose_dot},
      {"stablehlo.einsum", forward_einsum},
      {"stablehlo.unary_einsum", forward_unary_einsum},
      {"stablehlo.convolution", forward_convolution, transpose_convolution},
      {"stablehlo.dynamic_conv", forward_dynamic_convolution},
      {"chlo.ragged_dot", forward_ragged_dot, transpose_ragged_dot},
  };
  return rules;
}

} // namespace cotangent::tensor_rules
