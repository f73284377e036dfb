// einsum and unary_einsum, as reductions and one dot_general.
#include "tensor/rules/products.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

/// A dimension by its letter. Those of an ellipsis are named by their distance from its end: -1 is the last.
using Labels = SmallVector<int>;

int64_t letters_of(StringRef text) {
  return llvm::count_if(text, [](char c) { return llvm::isAlpha(c); });
}

/// `ellipsis`: how many dimensions "..." stands for.
Labels parse(StringRef text, int64_t ellipsis) {
  Labels labels;
  while (!text.empty()) {
    if (text.consume_front("...")) {
      for (int64_t left = ellipsis; left > 0; --left)
        labels.push_back(static_cast<int>(-left));
      continue;
    }
    if (llvm::isAlpha(text.front()))
      labels.push_back(text.front());
    text = text.drop_front();
  }
  return labels;
}

/// A tensor with names for its dimensions.
struct Named {
  Value value;
  Labels labels;

  bool has(int label) const { return llvm::is_contained(labels, label); }
  int64_t place(int label) const { return llvm::find(labels, label) - labels.begin(); }
};

class Einsum {
public:
  Einsum(Build &build, StringRef operands, StringRef result, ArrayRef<Value> values) : build_(build) {
    SmallVector<StringRef> texts;
    operands.split(texts, ',');
    int64_t longest = 0;
    for (auto [text, value] : llvm::zip(texts, values)) {
      int64_t ellipsis = rank_of(value) - letters_of(text);
      longest = std::max(longest, ellipsis);
      labels_.push_back(parse(text, ellipsis));
      for (auto [label, size] : llvm::zip(labels_.back(), shape_of(value)))
        if (int64_t &known = sizes_.try_emplace(label, 1).first->second; size != 1)
          known = size;
    }
    result_ = parse(result, longest);
  }

  Value of_one(Value value) const { return in_order(reduced(prepared(value, 0), {})); }

  Value of_two(Value lhs, Value rhs, Type element) const {
    Named left = prepared(lhs, 0), right = prepared(rhs, 1);
    left = reduced(left, right.labels);
    right = reduced(right, left.labels);
    Shape batch[2], contracting[2];
    Labels order;
    for (int label : left.labels)
      if (right.has(label)) {
        bool kept = llvm::is_contained(result_, label);
        (kept ? batch : contracting)[0].push_back(left.place(label));
        (kept ? batch : contracting)[1].push_back(right.place(label));
        if (kept)
          order.push_back(label);
      }
    for (const auto &[side, other] : {std::pair(&left, &right), std::pair(&right, &left)})
      for (int label : side->labels)
        if (!other->has(label))
          order.push_back(label);
    auto numbers =
        DotDimensionNumbersAttr::get(build_.builder.getContext(), batch[0], batch[1], contracting[0], contracting[1]);
    return in_order({build_.dot_general(left.value, right.value, numbers, element), order});
  }

private:
  /// Each label once: of equal ones the diagonal is taken, and dimensions that broadcast are dropped.
  Named prepared(Value value, size_t at) const {
    Named named{value, labels_[at]};
    Shape shape;
    Labels kept;
    for (auto [label, size] : llvm::zip(named.labels, shape_of(value)))
      if (size != 1 || (sizes_.at(label) == 1 && !llvm::is_contained(kept, label))) {
        shape.push_back(size);
        kept.push_back(label);
      }
    named = {build_.reshape(value, shape), kept};
    for (size_t second = named.labels.size(); second-- > 0;) {
      int64_t first = named.place(named.labels[second]);
      if (first != static_cast<int64_t>(second))
        named = diagonal(named, first, static_cast<int64_t>(second));
    }
    return named;
  }

  Named diagonal(const Named &named, int64_t first, int64_t second) const {
    auto indices = RankedTensorType::get(shape_of(named.value), build_.builder.getI64Type());
    Value equal = build_.compare(build_.iota(indices, first), build_.iota(indices, second), ComparisonDirection::EQ);
    Value value = build_.select(equal, named.value, build_.zeros_like(named.value));
    Labels labels = named.labels;
    labels.erase(labels.begin() + second);
    return {build_.reduce_sum(value, {second}), labels};
  }

  /// Summed over what neither the result nor the other factor has.
  Named reduced(const Named &named, ArrayRef<int> others) const {
    Shape dimensions;
    Labels kept;
    for (auto [at, label] : llvm::enumerate(named.labels))
      if (llvm::is_contained(result_, label) || llvm::is_contained(others, label))
        kept.push_back(label);
      else
        dimensions.push_back(static_cast<int64_t>(at));
    return {build_.reduce_sum(named.value, dimensions), kept};
  }

  Value in_order(const Named &named) const {
    Shape permutation;
    for (int label : result_)
      permutation.push_back(named.place(label));
    return build_.transpose(named.value, permutation);
  }

  Build &build_;
  SmallVector<Labels> labels_;
  Labels result_;
  std::map<int, int64_t> sizes_;
};

} // namespace

Values forward_einsum(const ForwardRequest &request) {
  auto [operands, result] = cast<EinsumOp>(request.operation).getEinsumConfig().split("->");
  Einsum einsum(request.build, operands, result, {request.operand(0), request.operand(1)});
  return forward_product(request,
                         [&](Value lhs, Value rhs) { return einsum.of_two(lhs, rhs, element_of(request.result())); });
}

Values forward_unary_einsum(const ForwardRequest &request) {
  auto [operand, result] = cast<UnaryEinsumOp>(request.operation).getEinsumConfig().split("->");
  Value tangent = in_element(request.build, request.tangents[0], element_of(request.result()));
  return {Einsum(request.build, operand, result, {request.operand(0)}).of_one(tangent)};
}

} // namespace cotangent::tensor_rules
