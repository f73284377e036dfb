#include "tensor/differentiate/all_steps.h"

#include "tensor/differentiate/loop_facts.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::differentiate {

namespace {

/// Bytes that the results of a product for all steps may have.
constexpr int64_t most_bytes = int64_t{256} << 20;
/// Elements that an operation may make of fewer: the transposed loop adds up so many in each step.
constexpr int64_t most_expanded = int64_t{1} << 16;

int64_t elements_of(Value value) { return count_of(shape_of(value)); }

Shape moved_by_one(Numbers dimensions) {
  Shape moved(dimensions);
  for (int64_t &dimension : moved)
    ++dimension;
  return moved;
}

} // namespace

AllSteps::AllSteps(Build &build, LinearisedLoop &loop, int64_t count, ValueRange tapes)
    : build_(build), loop_(loop), count_(count) {
  if (count < 2)
    return;
  for (auto [value, tape] : llvm::zip(loop.kept.values, tapes))
    forms_[value] = {{}, tape};
  for (Operation *operation : loop.linear_part) {
    if (operation->getNumResults() != 1 || operation->getNumRegions() != 0 ||
        !isa<RankedTensorType>(operation->getResult(0).getType()) || visit_fixed(operation))
      continue;
    if (auto product = dyn_cast<DotGeneralOp>(operation))
      visit_product(product);
    else if (auto sum = dyn_cast<AddOp>(operation))
      visit_sum(sum);
  }
}

Value AllSteps::made(Value value) {
  operations_.push_back(value.getDefiningOp());
  return value;
}

Value AllSteps::made_rows(Value value) {
  made_rows_.insert(value);
  return made(value);
}

AllSteps::Form AllSteps::form_of(Value value) const {
  if (auto found = forms_.find(value); found != forms_.end())
    return found->second;
  if (auto argument = dyn_cast<BlockArgument>(value); argument && argument.getOwner() == &loop_.body()) {
    size_t at = argument.getArgNumber();
    if (at < loop_.carried())
      return is_invariant(loop_.loop, at) ? Form{loop_.loop.getOperands()[at], {}} : Form();
    size_t tangent = at - loop_.carried();
    return loop_.result_tangents[tangent] == value ? Form{loop_.active_starts[tangent], {}} : Form();
  }
  return value.getParentBlock() == &loop_.body() ? row_of_array(value) : Form{value, {}};
}

/// Of reshape(dynamic_slice(array, k, …)) with k = 0, 1, … and as many rows as steps.
AllSteps::Form AllSteps::row_of_array(Value value) const {
  auto reshape = value.getDefiningOp<ReshapeOp>();
  auto slice = reshape ? reshape.getOperand().getDefiningOp<DynamicSliceOp>() : DynamicSliceOp();
  if (!slice || shape_of(slice).empty() || shape_of(slice)[0] != 1 ||
      Numbers(shape_of(slice)).drop_front() != shape_of(value))
    return {};
  Value array = form_of(slice.getOperand()).fixed;
  auto counter = dyn_cast<BlockArgument>(slice.getStartIndices()[0]);
  if (!array || !counter || counter.getOwner() != &loop_.body() || counter.getArgNumber() >= loop_.carried() ||
      shape_of(array)[0] != count_ || shape_of(array).drop_front() != Numbers(shape_of(slice)).drop_front())
    return {};
  std::optional<Induction> induction = induction_of(loop_.loop, counter.getArgNumber());
  auto start = loop_.loop.getOperands()[counter.getArgNumber()].getDefiningOp<stablehlo::ConstantOp>();
  auto elements = start ? dyn_cast<DenseIntElementsAttr>(start.getValue()) : DenseIntElementsAttr();
  bool from_zero = elements && elements.isSplat() && elements.getSplatValue<APInt>().isZero();
  return induction && induction->step == 1 && from_zero ? Form{{}, array} : Form();
}

bool AllSteps::visit_fixed(Operation *operation) {
  IRMapping mapping;
  int64_t largest = most_expanded;
  for (Value operand : operation->getOperands()) {
    Value fixed = form_of(operand).fixed;
    if (!fixed || !isa<RankedTensorType>(operand.getType()))
      return false;
    mapping.map(operand, fixed);
    largest = std::max(largest, elements_of(operand));
  }
  if (!isMemoryEffectFree(operation) || elements_of(operation->getResult(0)) > largest)
    return false;
  forms_[operation->getResult(0)] = {made(build_.builder.clone(*operation, mapping)->getResult(0)), {}};
  return true;
}

bool AllSteps::visit_product(DotGeneralOp product) {
  DotDimensionNumbersAttr numbers = product.getDotDimensionNumbers();
  Form left = form_of(product.getLhs()), right = form_of(product.getRhs());
  bool rows_left = left.rows && right.fixed, rows_right = left.fixed && right.rows;
  if ((!rows_left && !rows_right) || !numbers.getLhsBatchingDimensions().empty())
    return false;
  Value rows = rows_left ? left.rows : right.rows, fixed = rows_left ? right.fixed : left.fixed;
  int64_t bytes = bytes_of(product.getType());
  if (elements_of(fixed) <= elements_of(product) || bytes > most_bytes / std::max<int64_t>(count_, 1))
    return false;
  Numbers of_left = numbers.getLhsContractingDimensions(), of_right = numbers.getRhsContractingDimensions();
  auto all = DotDimensionNumbersAttr::get(build_.builder.getContext(), {}, {},
                                          moved_by_one(rows_left ? of_left : of_right), rows_left ? of_right : of_left);
  ArrayAttr precision = product.getPrecisionConfigAttr();
  if (rows_right && precision && precision.size() == 2)
    precision = build_.builder.getArrayAttr({precision[1], precision[0]});
  Value result = made_rows(build_.dot_general(rows, fixed, all, element_of(product), precision));
  if (rows_right) { // the dimensions of the left side come first
    int64_t rank = rank_of(result), free_of_rows = rank_of(rows) - 1 - static_cast<int64_t>(of_right.size());
    Shape order{0};
    for (int64_t at = 1 + free_of_rows; at < rank; ++at)
      order.push_back(at);
    for (int64_t at = 1; at < 1 + free_of_rows; ++at)
      order.push_back(at);
    if (!llvm::is_sorted(order))
      result = made_rows(build_.transpose(result, order));
  }
  forms_[product] = {{}, result};
  return true;
}

AllSteps::Sum AllSteps::take_sum(Value value) {
  Form form = form_of(value);
  if (form.rows)
    return {{}, form.rows};
  auto found = sums_.find(value);
  if (found == sums_.end() || !value.hasOneUse() || llvm::is_contained(loop_.result_tangents, value))
    return {{value}, {}};
  Sum sum = std::move(found->second);
  sums_.erase(found);
  taken_.insert(value);
  return sum;
}

Value AllSteps::sum_of_rows(Value left, Value right) {
  return left && right ? made_rows(build_.add(left, right)) : left ? left : right;
}

bool AllSteps::visit_sum(AddOp sum) {
  Sum left = take_sum(sum.getLhs()), right = take_sum(sum.getRhs());
  if (!left.rows && !right.rows)
    return false;
  Sum both{std::move(left.values), sum_of_rows(left.rows, right.rows)};
  llvm::append_range(both.values, right.values);
  Values others;
  for (Value value : both.values) {
    Value fixed = form_of(value).fixed;
    if (!fixed) {
      others.push_back(value);
      continue;
    }
    Shape dimensions;
    for (int64_t at = 1; at < rank_of(both.rows); ++at)
      dimensions.push_back(at);
    both.rows = sum_of_rows(both.rows, made(build_.broadcast(fixed, dimensions, shape_of(both.rows))));
  }
  if (others.empty())
    forms_[sum] = {{}, both.rows};
  else
    sums_[sum] = {std::move(others), both.rows};
  return true;
}

Value AllSteps::read_row(Build &build, Value rows, Value k) const {
  Value row = row_of(build, rows, k);
  if (made_rows_.contains(rows))
    row.getDefiningOp<ReshapeOp>().getOperand().getDefiningOp()->setAttr(once_mark, build.builder.getUnitAttr());
  return row;
}

Values AllSteps::copy_linear_part(Build &build, IRMapping &mapping, Value k) const {
  auto prepare = [&](Value value) {
    if (mapping.contains(value) || value.getParentBlock() != &loop_.body())
      return;
    Form form = form_of(value);
    if (form.fixed)
      mapping.map(value, form.fixed);
    else if (form.rows)
      mapping.map(value, read_row(build, form.rows, k));
  };
  for (Operation *operation : loop_.linear_part) {
    Value only = operation->getNumResults() == 1 ? operation->getResult(0) : Value();
    if (only && (forms_.contains(only) || taken_.contains(only)))
      continue;
    if (auto sum = sums_.find(only); sum != sums_.end()) {
      Value value = read_row(build, sum->second.rows, k);
      for (Value other : sum->second.values) {
        prepare(other);
        value = build.add(value, mapping.lookupOrDefault(other));
      }
      mapping.map(operation->getResult(0), value);
      continue;
    }
    llvm::for_each(operation->getOperands(), prepare);
    llvm::for_each(captured_by(operation), prepare);
    build.builder.clone(*operation, mapping);
  }
  Values results;
  for (auto [tangent, start] : llvm::zip(loop_.result_tangents, loop_.active_starts)) {
    if (tangent)
      prepare(tangent);
    results.push_back(tangent ? mapping.lookupOrDefault(tangent) : build.zeros_like(start));
  }
  return results;
}

} // namespace cotangent::differentiate
