// Products whose rows come in groups. With lhs in the order batch, free, contracting and rhs in the order (group,)
// batch, contracting, free, each cotangent is such a product again; which of its dimensions is the ragged one says what
// the groups of the product are for.
#include "tensor/rules/products.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

using Dimensions = chlo::RaggedDotDimensionNumbersAttr;

Shape joined(std::initializer_list<Numbers> lists) {
  Shape all;
  for (Numbers list : lists)
    llvm::append_range(all, list);
  return all;
}

Shape range(int64_t start, int64_t count) {
  Shape numbers = first_numbers(count);
  for (int64_t &number : numbers)
    number += start;
  return numbers;
}

bool has(Numbers list, int64_t number) { return llvm::is_contained(list, number); }

/// Dimension numbers of one product.
struct Ragged {
  Shape lhs_batch, rhs_batch, lhs_contracting, rhs_contracting;
  int64_t ragged;
  Shape group; // of rhs: one dimension or none
};

class RaggedProduct {
public:
  RaggedProduct(Build &build, chlo::RaggedDotOp operation)
      : build_(build), operation_(operation), numbers_(operation.getRaggedDotDimensionNumbers()) {
    Numbers lhs_batch = numbers_.getLhsBatchingDimensions(), rhs_batch = numbers_.getRhsBatchingDimensions();
    Numbers lhs_contracting = numbers_.getLhsContractingDimensions(),
            rhs_contracting = numbers_.getRhsContractingDimensions();
    Numbers group = numbers_.getRhsGroupDimensions();
    Shape lhs_free = all_but(rank_of(operation.getLhs()), joined({lhs_batch, lhs_contracting}));
    Shape rhs_free = all_but(rank_of(operation.getRhs()), joined({group, rhs_batch, rhs_contracting}));
    lhs_order_ = joined({lhs_batch, lhs_free, lhs_contracting});
    rhs_order_ = joined({group, rhs_batch, rhs_contracting, rhs_free});
    int64_t ragged = numbers_.getLhsRaggedDimensions()[0];
    ragged_ = inverse(lhs_order_)[static_cast<size_t>(ragged)];
    summed_ = has(lhs_contracting, ragged);
    groups_ = static_cast<int64_t>(group.size());
    batch_ = static_cast<int64_t>(lhs_batch.size());
    rows_ = static_cast<int64_t>(lhs_free.size());
    inner_ = static_cast<int64_t>(lhs_contracting.size());
    columns_ = static_cast<int64_t>(rhs_free.size());
  }

  Value multiply(Value lhs, Value rhs) { return make(lhs, rhs, numbers_, element_of(operation_.getResult())); }

  Value lhs_cotangent(Value cotangent, Value rhs) {
    rhs = build_.transpose(rhs, rhs_order_);
    Value result;
    if (!summed_) { // the result's rows have the groups of those of lhs
      result = multiply(cotangent, rhs,
                        {range(0, batch_), range(groups_, batch_), range(batch_ + rows_, columns_),
                         range(groups_ + batch_ + inner_, columns_), ragged_, range(0, groups_)});
    } else { // lhs[b, i, k] = sum over j of rhs[b, k, j] cotangent[group of k, b, i, j]
      result = multiply(rhs, cotangent,
                        {range(0, batch_),
                         range(1, batch_),
                         range(batch_ + inner_, columns_),
                         range(1 + batch_ + rows_, columns_),
                         ragged_ - rows_,
                         {0}});
      Shape order = joined({range(0, batch_), range(batch_ + inner_, rows_), range(batch_, inner_)});
      result = build_.transpose(result, order);
    }
    return build_.transpose(result, inverse(lhs_order_));
  }

  Value rhs_cotangent(Value cotangent, Value lhs) {
    lhs = build_.transpose(lhs, lhs_order_);
    Value result;
    if (!summed_) { // rhs[group, b, k, j] = sum over the rows i of that group of lhs[b, i, k] cotangent[b, i, j]
      result = multiply(lhs, cotangent,
                        {range(0, batch_), range(0, batch_), range(batch_, rows_), range(batch_, rows_), ragged_, {}});
    } else { // rhs[b, k, j] = sum over i of lhs[b, i, k] cotangent[group of k, b, i, j]
      result =
          multiply(lhs, cotangent,
                   {range(0, batch_), range(1, batch_), range(batch_, rows_), range(1 + batch_, rows_), ragged_, {0}});
    }
    return build_.transpose(result, inverse(rhs_order_));
  }

private:
  Value multiply(Value lhs, Value rhs, const Ragged &ragged) {
    return make(lhs, rhs,
                Dimensions::get(build_.builder.getContext(), ragged.lhs_batch, ragged.rhs_batch, ragged.lhs_contracting,
                                ragged.rhs_contracting, Shape{ragged.ragged}, ragged.group),
                element_of(lhs));
  }

  Value make(Value lhs, Value rhs, Dimensions numbers, Type element) {
    Numbers lhs_batch = numbers.getLhsBatchingDimensions(), lhs_contracting = numbers.getLhsContractingDimensions();
    Shape shape;
    if (has(lhs_contracting, numbers.getLhsRaggedDimensions()[0]))
      shape.push_back(shape_of(operation_.getGroupSizes()).back());
    llvm::append_range(shape, picked(shape_of(lhs), lhs_batch));
    llvm::append_range(shape, picked(shape_of(lhs), all_but(rank_of(lhs), joined({lhs_batch, lhs_contracting}))));
    Shape rhs_used = joined(
        {numbers.getRhsGroupDimensions(), numbers.getRhsBatchingDimensions(), numbers.getRhsContractingDimensions()});
    llvm::append_range(shape, picked(shape_of(rhs), all_but(rank_of(rhs), rhs_used)));
    return build_.make<chlo::RaggedDotOp>(RankedTensorType::get(shape, element), lhs, rhs, operation_.getGroupSizes(),
                                          numbers, operation_.getPrecisionConfigAttr());
  }

  Build &build_;
  chlo::RaggedDotOp operation_;
  Dimensions numbers_;
  Shape lhs_order_, rhs_order_;
  bool summed_;                            // the ragged dimension is contracted
  int64_t ragged_, groups_;                // of the ordered lhs; whether the ordered rhs has one in front
  int64_t batch_, rows_, inner_, columns_; // how many dimensions: batching, free in lhs, contracting, free in rhs
};

} // namespace

Values forward_ragged_dot(const ForwardRequest &request) {
  RaggedProduct product(request.build, cast<chlo::RaggedDotOp>(request.operation));
  return forward_product(request, [&](Value lhs, Value rhs) { return product.multiply(lhs, rhs); });
}

Values transpose_ragged_dot(const TransposeRequest &request) {
  RaggedProduct product(request.build, cast<chlo::RaggedDotOp>(request.operation));
  return transpose_product(request, [&](size_t side, Value cotangent, Value other) {
    return side == 0 ? product.lhs_cotangent(cotangent, other) : product.rhs_cotangent(cotangent, other);
  });
}

} // namespace cotangent::tensor_rules
