// einsum and unary_einsum.
#include "tensor/reference/linear_algebra.h"
#include "tensor/reference/products.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>

namespace cotangent::reference {

namespace {

/// One dimension by its name. Those of an ellipsis are named by how far they are from its end, so that they line up:
/// -1 is the last one.
using Labels = std::vector<int>;

bool contains(const Labels &labels, int label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

/// "a...b" for an array of `rank` dimensions; for the result, `rank` says how many dimensions the ellipsis has instead.
Labels parse(std::string_view text, int64_t rank, bool is_result) {
  const auto letters = static_cast<int64_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }));
  Labels labels;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at, 3) == "...") {
      for (int64_t left = is_result ? rank : rank - letters; left > 0; --left)
        labels.push_back(static_cast<int>(-left));
      at += 2;
    } else if (std::isalpha(static_cast<unsigned char>(text[at]))) {
      labels.push_back(text[at]);
    }
  }
  return labels;
}

/// Sums the strides of all dimensions of that label: twice the same label walks along the diagonal. Dimensions of size
/// one broadcast.
std::vector<int64_t> strides_along(const Array &array, const Labels &labels, const Labels &wanted) {
  const std::vector<int64_t> strides = strides_of(array.shape());
  std::vector<int64_t> result;
  for (int label : wanted) {
    int64_t stride = 0;
    for (size_t dimension = 0; dimension < labels.size(); ++dimension)
      if (labels[dimension] == label && array.shape()[dimension] != 1)
        stride += strides[dimension];
    result.push_back(stride);
  }
  return result;
}

} // namespace

Array einsum(const Array &lhs, const Array &rhs, std::string_view config, ElementType result_type) {
  const size_t comma = config.find(','), arrow = config.find("->");
  const Labels left = parse(config.substr(0, comma), lhs.rank(), false);
  const Labels right = parse(config.substr(comma + 1, arrow - comma - 1), rhs.rank(), false);

  std::map<int, int64_t> sizes;
  Labels all;
  int64_t ellipsis = 0;
  const auto note = [&](const Labels &labels, const Array &array) {
    for (size_t dimension = 0; dimension < labels.size(); ++dimension) {
      const int label = labels[dimension];
      if (!contains(all, label))
        all.push_back(label);
      int64_t &size = sizes.try_emplace(label, 1).first->second;
      if (array.shape()[dimension] != 1)
        size = array.shape()[dimension];
      ellipsis = std::max<int64_t>(ellipsis, -label);
    }
  };
  note(left, lhs);
  note(right, rhs);

  const Labels kept = parse(config.substr(arrow + 2), ellipsis, true);
  Labels summed;
  for (int label : all)
    if (!contains(kept, label))
      summed.push_back(label);
  Shape shape, summed_shape;
  for (int label : kept)
    shape.push_back(sizes[label]);
  for (int label : summed)
    summed_shape.push_back(sizes[label]);
  const ContractionStrides left_strides{strides_along(lhs, left, kept), strides_along(lhs, left, summed)};
  const ContractionStrides right_strides{strides_along(rhs, right, kept), strides_along(rhs, right, summed)};
  return contract(lhs, left_strides, rhs, right_strides, shape, summed_shape, result_type);
}

Array unary_einsum(const Array &operand, std::string_view config, ElementType result_type) {
  // The product with a scalar one, which has no labels: ",ab->ba".
  return einsum(Array::scalar(Element::one(result_type)), operand, "," + std::string(config), result_type);
}

} // namespace cotangent::reference
