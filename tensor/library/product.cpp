#include "tensor/library/product.h"

#include "tensor/library/product_copy.h"
#include "tensor/library/product_matrix.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace cotangent::library {

namespace {

/// A dimension of the product with the strides of each array, 0 where it does not occur.
struct Axis {
  int64_t size, a, b, c;
};
using Axes = std::vector<Axis>;

/// The dimensions by their role.
struct Roles {
  Axes batch, rows, columns, inner;
};

int64_t size_of(const Axes &axes) {
  int64_t size = 1;
  for (const Axis &axis : axes)
    size *= axis.size;
  return size;
}

std::vector<int64_t> free_dimensions(const Shape &shape, const std::vector<int64_t> &batching,
                                     const std::vector<int64_t> &contracting) {
  std::vector<int64_t> result;
  for (int64_t dimension = 0; dimension < static_cast<int64_t>(shape.size()); ++dimension)
    if (std::ranges::find(batching, dimension) == batching.end() &&
        std::ranges::find(contracting, dimension) == contracting.end())
      result.push_back(dimension);
  return result;
}

Roles roles_of(const Product &product) {
  const reference::DotDimensions &given = product.dimensions;
  const std::vector<int64_t> a = product.lhs_strides.empty() ? strides_of(product.lhs) : product.lhs_strides;
  const std::vector<int64_t> b = product.rhs_strides.empty() ? strides_of(product.rhs) : product.rhs_strides;
  const auto at = [](const std::vector<int64_t> &list, int64_t dimension) {
    return list[static_cast<size_t>(dimension)];
  };
  Roles roles;
  for (size_t i = 0; i < given.lhs_batching_dimensions.size(); ++i) {
    const int64_t left = given.lhs_batching_dimensions[i], right = given.rhs_batching_dimensions[i];
    roles.batch.push_back({at(product.lhs, left), at(a, left), at(b, right), 0});
  }
  for (size_t i = 0; i < given.lhs_contracting_dimensions.size(); ++i) {
    const int64_t left = given.lhs_contracting_dimensions[i], right = given.rhs_contracting_dimensions[i];
    roles.inner.push_back({at(product.lhs, left), at(a, left), at(b, right), 0});
  }
  for (int64_t dimension :
       free_dimensions(product.lhs, given.lhs_batching_dimensions, given.lhs_contracting_dimensions))
    roles.rows.push_back({at(product.lhs, dimension), at(a, dimension), 0, 0});
  for (int64_t dimension :
       free_dimensions(product.rhs, given.rhs_batching_dimensions, given.rhs_contracting_dimensions))
    roles.columns.push_back({at(product.rhs, dimension), 0, at(b, dimension), 0});
  int64_t stride = 1;
  for (Axes *axes : {&roles.columns, &roles.rows, &roles.batch})
    for (size_t i = axes->size(); i-- > 0; stride *= (*axes)[i].size)
      (*axes)[i].c = stride;
  return roles;
}

/// Drops dimensions of size 1 and joins neighbours that lie one behind the other in every array.
void join(Axes &axes) {
  std::erase_if(axes, [](const Axis &axis) { return axis.size == 1; });
  for (size_t at = axes.size(); at-- > 1;) {
    Axis &outer = axes[at - 1];
    const Axis inner = axes[at];
    if (outer.a == inner.a * inner.size && outer.b == inner.b * inner.size && outer.c == inner.c * inner.size) {
      outer = {outer.size * inner.size, inner.a, inner.b, inner.c};
      axes.erase(axes.begin() + static_cast<ptrdiff_t>(at));
    }
  }
}

bool is_joined(const Axes &axes, int64_t Axis::*stride) {
  for (size_t at = 1; at < axes.size(); ++at)
    if (axes[at - 1].*stride != axes[at].*stride * axes[at].size)
      return false;
  return true;
}

/// Gives the dimensions dense strides in one array, from the last to the first, starting with `stride`; the copy that
/// brings them there. Dimensions of the batch that repeat stay repeated.
int64_t lay_out(Axes &axes, int64_t Axis::*stride, int64_t next, bool keep_repeated, StridedCopy &copy) {
  for (size_t at = axes.size(); at-- > 0;) {
    Axis &axis = axes[at];
    if (keep_repeated && axis.*stride == 0)
      continue;
    copy.dimensions.push_back({axis.size, axis.*stride, next});
    axis.*stride = next;
    next *= axis.size;
  }
  return next;
}

/// Which copies have to be made, and the product of matrices that remains. Sizes in numbers, not elements.
struct Plan {
  std::optional<StridedCopy> lhs_copy, rhs_copy;
  int64_t lhs_numbers = 0, rhs_numbers = 0; // of the copies
  MatrixProduct matrices;
};

constexpr int64_t enough_rows = 24, enough_columns = 64; // fewer are not worth products of their own

void copy_lhs(Roles &roles, bool complex, ElementType type, Plan &plan) {
  plan.lhs_copy = StridedCopy{type, complex ? CopyForm::Pairs : CopyForm::Plain, 0, {}};
  int64_t next = lay_out(roles.inner, &Axis::a, complex ? 2 : 1, false, *plan.lhs_copy);
  next = lay_out(roles.rows, &Axis::a, next, false, *plan.lhs_copy);
  plan.lhs_numbers = lay_out(roles.batch, &Axis::a, next, true, *plan.lhs_copy);
  plan.lhs_copy->simplify();
}

void copy_rhs(Roles &roles, bool complex, ElementType type, Plan &plan) {
  plan.rhs_copy = StridedCopy{type, complex ? CopyForm::Rotated : CopyForm::Plain, 0, {}};
  int64_t next = lay_out(roles.columns, &Axis::b, complex ? 2 : 1, false, *plan.rhs_copy);
  plan.rhs_copy->rotated_distance = next;
  next = lay_out(roles.inner, &Axis::b, complex ? 2 * next : next, false, *plan.rhs_copy);
  plan.rhs_numbers = lay_out(roles.batch, &Axis::b, next, true, *plan.rhs_copy);
  plan.rhs_copy->simplify();
}

/// The largest dimension of the rows and the last one of the columns make the matrices; others number the products.
void fill_matrices(Roles &roles, Plan &plan) {
  for (Axes *axes : {&roles.batch, &roles.rows, &roles.columns, &roles.inner})
    join(*axes);
  MatrixProduct &matrices = plan.matrices;
  if (!roles.rows.empty()) {
    const auto largest = std::ranges::max_element(roles.rows, {}, &Axis::size);
    matrices.rows = largest->size;
    matrices.a_row = largest->a;
    matrices.c_row = largest->c;
    roles.rows.erase(largest);
  }
  if (!roles.columns.empty()) {
    matrices.columns = roles.columns.back().size;
    matrices.b_column = roles.columns.back().b;
    roles.columns.pop_back();
  }
  if (!roles.inner.empty()) {
    matrices.inner = roles.inner.back().size;
    matrices.a_step = roles.inner.back().a;
    matrices.b_step = roles.inner.back().b;
  }
  for (const Axes *axes : {&roles.batch, &roles.rows, &roles.columns})
    for (const Axis &axis : *axes)
      matrices.batch.push_back({axis.size, axis.a, axis.b, axis.c});
}

/// As pairs of real numbers: [re im] * [[re im] [-im re]]; the copy of rhs has both rows.
void make_real(MatrixProduct &matrices, int64_t rotated_distance) {
  matrices.columns *= 2;
  matrices.b_column = 1;
  if (matrices.inner == 1)
    matrices.b_step = 2 * rotated_distance;
  matrices.inner *= 2;
  matrices.b_step /= 2;
  matrices.a_step = 1;
  matrices.c_row *= 2;
  for (BatchDimension &dimension : matrices.batch)
    dimension.c *= 2;
}

bool lhs_needs_copy(const Roles &roles, bool complex) {
  if (roles.inner.size() > 1 && !is_joined(roles.inner, &Axis::a))
    return true;
  if (complex && !roles.inner.empty() && roles.inner.back().a != 1)
    return true;
  if (roles.rows.empty() && !roles.inner.empty() && roles.inner.back().a != 1)
    return true;
  const auto sizes_enough = [](const Axis &axis) { return axis.size >= enough_rows; };
  return roles.rows.size() > 1 && std::ranges::none_of(roles.rows, sizes_enough);
}

bool rhs_needs_copy(const Roles &roles) {
  if (roles.inner.size() > 1 && !is_joined(roles.inner, &Axis::b))
    return true;
  if (roles.columns.size() > 1 && roles.columns.back().size < enough_columns)
    return true;
  const bool along = roles.inner.empty() || roles.inner.back().b == 1;
  return !along && (roles.columns.empty() || roles.columns.back().b != 1);
}

Plan plan_for(const Product &product, NumberType number) {
  Roles roles = roles_of(product);
  // The order of summed dimensions is free: this one joins best.
  std::ranges::sort(roles.inner, [](const Axis &left, const Axis &right) {
    return std::pair(left.a, left.b) > std::pair(right.a, right.b);
  });
  for (Axes *axes : {&roles.batch, &roles.rows, &roles.columns, &roles.inner})
    join(*axes);
  const bool complex = is_complex(product.operand_type), in_place = is_stored_as(product.operand_type, number);
  Plan plan;
  const bool copies_rhs = complex || !in_place || rhs_needs_copy(roles);
  if (!in_place || lhs_needs_copy(roles, complex))
    copy_lhs(roles, complex, product.operand_type, plan);
  else if (complex)
    for (Axes *axes : {&roles.batch, &roles.rows, &roles.inner})
      for (Axis &axis : *axes)
        axis.a *= 2;
  if (copies_rhs)
    copy_rhs(roles, complex, product.operand_type, plan);
  fill_matrices(roles, plan);
  if (complex)
    make_real(plan.matrices, plan.rhs_copy->rotated_distance);
  return plan;
}

constexpr int64_t rounded_up(int64_t bytes) { return (bytes + 63) / 64 * 64; }

template <class Number> class ProductCall : public Call {
public:
  ProductCall(const Plan &plan, ElementType result_type, int64_t result_count, bool converts)
      : lhs_copy_(plan.lhs_copy), rhs_copy_(plan.rhs_copy), multiplier_(plan.matrices) {
    const int64_t size = sizeof(Number), parts = is_complex(result_type) ? 2 : 1;
    rhs_start_ = rounded_up(plan.lhs_numbers * size);
    result_start_ = rhs_start_ + rounded_up(plan.rhs_numbers * size);
    multiplier_start_ = result_start_;
    if (converts) {
      conversion_ = StridedResult{result_type, {{result_count, parts, 1}}};
      multiplier_start_ += rounded_up(result_count * parts * size);
    }
  }

  int64_t workspace_bytes() const override { return multiplier_start_ + multiplier_.workspace_bytes(); }

  void run(const void *const *operands, void *const *results, const Workspace &workspace) const override {
    const Number *lhs = static_cast<const Number *>(operands[0]), *rhs = static_cast<const Number *>(operands[1]);
    if (lhs_copy_) {
      Number *const copied = at(workspace, 0);
      lhs_copy_->run(operands[0], copied, workspace.threads);
      lhs = copied;
    }
    if (rhs_copy_) {
      Number *const copied = at(workspace, rhs_start_);
      rhs_copy_->run(operands[1], copied, workspace.threads);
      rhs = copied;
    }
    Number *const result = conversion_ ? at(workspace, result_start_) : static_cast<Number *>(results[0]);
    multiplier_.run(lhs, rhs, result, workspace.memory + multiplier_start_, workspace.threads);
    if (conversion_)
      conversion_->run(result, results[0], workspace.threads);
  }

private:
  static Number *at(const Workspace &workspace, int64_t start) {
    return reinterpret_cast<Number *>(workspace.memory + start);
  }

  std::optional<StridedCopy> lhs_copy_, rhs_copy_;
  std::optional<StridedResult> conversion_;
  MatrixMultiplier<Number> multiplier_;
  int64_t rhs_start_, result_start_, multiplier_start_;
};

/// The call for a result without elements.
class EmptyCall : public Call {
public:
  void run(const void *const *, void *const *, const Workspace &) const override {}
};

} // namespace

CallPointer make_product(const Product &product) {
  const std::optional<NumberType> number = can_compute(product.operand_type, product.result_type);
  if (!number)
    return nullptr;
  const Roles roles = roles_of(product);
  const int64_t count = size_of(roles.batch) * size_of(roles.rows) * size_of(roles.columns);
  if (count == 0)
    return std::make_unique<EmptyCall>();
  const Plan plan = plan_for(product, *number);
  const auto make = [&]<class Number>(Number) -> CallPointer {
    return std::make_unique<ProductCall<Number>>(plan, product.result_type, count,
                                                 !is_stored_as(product.result_type, *number));
  };
  switch (*number) {
  case NumberType::Float:
    return make(float());
  case NumberType::Double:
    return make(double());
  case NumberType::Unsigned32:
    return make(uint32_t());
  case NumberType::Unsigned64:
    break;
  }
  return make(uint64_t());
}

} // namespace cotangent::library
