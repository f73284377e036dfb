// dot_general, dot and ragged_dot. What they share with einsum is `contract`: one sum of products per element of the
// result, with operands that are described by strides only.
#include "tensor/reference/linear_algebra.h"

#include "tensor/reference/products.h"
#include "tensor/reference/shape.h"

#include <algorithm>

namespace cotangent::reference {

namespace {

void append(std::vector<int64_t> &to, const std::vector<int64_t> &what) {
  to.insert(to.end(), what.begin(), what.end());
}

/// The dimensions of an array that are in none of the lists, ascending.
std::vector<int64_t> free_dimensions(const Array &array, std::vector<int64_t> batching,
                                     const std::vector<int64_t> &contracting, const std::vector<int64_t> &group = {}) {
  append(batching, contracting);
  append(batching, group);
  return other_dimensions(array.rank(), batching);
}

/// The shape of a product and how its operands lie under it: dimensions are batching, free in lhs, free in rhs.
struct Product {
  Product(const Array &lhs, const Array &rhs, const DotDimensions &dimensions, const std::vector<int64_t> &group = {})
      : lhs_free(free_dimensions(lhs, dimensions.lhs_batching_dimensions, dimensions.lhs_contracting_dimensions)),
        rhs_free(
            free_dimensions(rhs, dimensions.rhs_batching_dimensions, dimensions.rhs_contracting_dimensions, group)) {
    shape = picked(lhs.shape(), dimensions.lhs_batching_dimensions);
    append(shape, picked(lhs.shape(), lhs_free));
    append(shape, picked(rhs.shape(), rhs_free));
    summed = picked(lhs.shape(), dimensions.lhs_contracting_dimensions);
    this->lhs = lhs_strides(dimensions, strides_of(lhs.shape()));
    const std::vector<int64_t> strides = strides_of(rhs.shape());
    this->rhs.result = picked(strides, dimensions.rhs_batching_dimensions);
    this->rhs.result.resize(this->rhs.result.size() + lhs_free.size(), 0);
    append(this->rhs.result, picked(strides, rhs_free));
    this->rhs.summed = picked(strides, dimensions.rhs_contracting_dimensions);
  }

  /// For anything that is indexed by the dimensions of lhs.
  ContractionStrides lhs_strides(const DotDimensions &dimensions, const std::vector<int64_t> &strides) const {
    ContractionStrides result;
    result.result = picked(strides, dimensions.lhs_batching_dimensions);
    append(result.result, picked(strides, lhs_free));
    result.result.resize(result.result.size() + rhs_free.size(), 0);
    result.summed = picked(strides, dimensions.lhs_contracting_dimensions);
    return result;
  }

  std::vector<int64_t> lhs_free, rhs_free;
  Shape shape, summed;
  ContractionStrides lhs, rhs;
};

} // namespace

Array contract(const Array &lhs, const ContractionStrides &lhs_strides, const Array &rhs,
               const ContractionStrides &rhs_strides, const Shape &shape, const Shape &summed,
               ElementType result_type) {
  const std::vector<int64_t> lhs_summed = positions_of(summed, lhs_strides.summed);
  const std::vector<int64_t> rhs_summed = positions_of(summed, rhs_strides.summed);
  return compute_in(result_type, [&]<class Number>(Number) {
    const std::vector<Number> lhs_numbers = numbers_of<Number>(lhs), rhs_numbers = numbers_of<Number>(rhs);
    Array result(result_type, shape);
    for (Index index(shape); index; ++index) {
      // Positions, not pointers: with nothing to sum the arrays may be empty.
      const int64_t left = position_of(index, lhs_strides.result), right = position_of(index, rhs_strides.result);
      Number sum(0);
      for (size_t at = 0; at < lhs_summed.size(); ++at)
        add_product(sum, lhs_numbers[static_cast<size_t>(left + lhs_summed[at])],
                    rhs_numbers[static_cast<size_t>(right + rhs_summed[at])]);
      result.set(index.position(), rounded(result_type, sum));
    }
    return result;
  });
}

Array dot_general(const Array &lhs, const Array &rhs, const DotDimensions &dimensions, ElementType result_type) {
  const Product product(lhs, rhs, dimensions);
  return contract(lhs, product.lhs, rhs, product.rhs, product.shape, product.summed, result_type);
}

Array dot(const Array &lhs, const Array &rhs, ElementType result_type) {
  return dot_general(lhs, rhs, {{}, {}, {lhs.rank() - 1}, {0}}, result_type);
}

namespace {

enum class RaggedKind { Free, Contracting, Batching };

RaggedKind kind_of(const RaggedDotDimensions &dimensions) {
  const int64_t ragged = dimensions.lhs_ragged_dimensions[0];
  if (contains(dimensions.lhs_contracting_dimensions, ragged))
    return RaggedKind::Contracting;
  return contains(dimensions.lhs_batching_dimensions, ragged) ? RaggedKind::Batching : RaggedKind::Free;
}

/// Which group each place along the ragged dimension belongs to, -1 after the last; per index of the prefix, if any.
struct Groups {
  std::vector<int64_t> group_of;
  std::vector<int64_t> strides; // one per dimension of lhs, 0 for those that do not matter
};

Groups find_groups(const Array &lhs, const Array &group_sizes, const RaggedDotDimensions &dimensions,
                   const std::vector<int64_t> &lhs_free) {
  const int64_t ragged = dimensions.lhs_ragged_dimensions[0];
  const RaggedKind kind = kind_of(dimensions);
  std::vector<int64_t> along; // the dimensions of lhs that the groups are indexed by
  if (group_sizes.rank() > 1) {
    if (kind != RaggedKind::Batching)
      along = dimensions.lhs_batching_dimensions;
    const std::vector<int64_t> &same_kind = kind == RaggedKind::Batching      ? dimensions.lhs_batching_dimensions
                                            : kind == RaggedKind::Contracting ? dimensions.lhs_contracting_dimensions
                                                                              : lhs_free;
    for (auto outer = same_kind.begin(); *outer != ragged; ++outer)
      along.push_back(*outer);
  }
  const Shape prefix = picked(lhs.shape(), along);
  along.push_back(ragged);
  const Shape shape = picked(lhs.shape(), along);

  Groups groups;
  groups.strides.assign(static_cast<size_t>(lhs.rank()), 0);
  const std::vector<int64_t> strides = strides_of(shape);
  for (size_t at = 0; at < along.size(); ++at)
    groups.strides[static_cast<size_t>(along[at])] = strides[at];

  const int64_t count = group_sizes.shape().back(), places = lhs.size(ragged);
  groups.group_of.assign(static_cast<size_t>(element_count(shape)), -1);
  for (Index index(prefix); index; ++index) {
    int64_t place = 0;
    for (int64_t group = 0; group < count; ++group) {
      const int64_t size = group_sizes.get(index.position() * count + group).as_integer();
      for (int64_t in_group = 0; in_group < size && place < places; ++in_group, ++place)
        groups.group_of[static_cast<size_t>(index.position() * places + place)] = group;
    }
  }
  return groups;
}

} // namespace

Array ragged_dot(const Array &lhs, const Array &rhs, const Array &group_sizes, const RaggedDotDimensions &dimensions,
                 ElementType result_type) {
  const RaggedKind kind = kind_of(dimensions);
  Product product(lhs, rhs, dimensions, dimensions.rhs_group_dimensions);
  const Groups groups = find_groups(lhs, group_sizes, dimensions, product.lhs_free);
  ContractionStrides group_strides = product.lhs_strides(dimensions, groups.strides);
  const int64_t rhs_group_stride =
      kind == RaggedKind::Free ? strides_of(rhs.shape())[static_cast<size_t>(dimensions.rhs_group_dimensions[0])] : 0;
  if (kind == RaggedKind::Contracting) { // groups become the first dimension of the result, which no operand has
    product.shape.insert(product.shape.begin(), group_sizes.shape().back());
    for (ContractionStrides *strides : {&product.lhs, &product.rhs, &group_strides})
      strides->result.insert(strides->result.begin(), 0);
  }
  const std::vector<int64_t> lhs_summed = positions_of(product.summed, product.lhs.summed);
  const std::vector<int64_t> rhs_summed = positions_of(product.summed, product.rhs.summed);
  const std::vector<int64_t> group_summed = positions_of(product.summed, group_strides.summed);

  return compute_in(result_type, [&]<class Number>(Number) {
    const std::vector<Number> lhs_numbers = numbers_of<Number>(lhs), rhs_numbers = numbers_of<Number>(rhs);
    Array result(result_type, product.shape);
    for (Index index(product.shape); index; ++index) {
      const int64_t left = position_of(index, product.lhs.result), right = position_of(index, product.rhs.result);
      const int64_t place = position_of(index, group_strides.result);
      Number sum(0);
      for (size_t at = 0; at < lhs_summed.size(); ++at) {
        const int64_t group = groups.group_of[static_cast<size_t>(place + group_summed[at])];
        if (kind == RaggedKind::Contracting ? group != index[0] : group < 0)
          continue;
        add_product(sum, lhs_numbers[static_cast<size_t>(left + lhs_summed[at])],
                    rhs_numbers[static_cast<size_t>(right + rhs_summed[at] + group * rhs_group_stride)]);
      }
      result.set(index.position(), rounded(result_type, sum));
    }
    return result;
  });
}

} // namespace cotangent::reference
