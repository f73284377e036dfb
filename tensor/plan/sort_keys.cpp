#include "tensor/plan/sort_keys.h"

#include "tensor/interpret/types.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::plan {
namespace {

/// A value of the comparator that stands for an element of an operand.
struct KeyValue {
  unsigned argument = 0; // 2 i: the left element of operand i, 2 i + 1: the right one
  bool canonical = false;
  library::SortPart part = library::SortPart::Whole;
};

bool is_constant(mlir::Value value, llvm::function_ref<bool(const APFloat &)> holds) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto elements = constant ? dyn_cast<DenseFPElementsAttr>(constant.getValue()) : nullptr;
  return elements && elements.isSplat() && holds(elements.getSplatValue<APFloat>());
}

std::optional<KeyValue> key_value(mlir::Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return KeyValue{argument.getArgNumber(), false, library::SortPart::Whole};
  if (auto real = value.getDefiningOp<RealOp>())
    if (auto inner = key_value(real.getOperand()))
      return KeyValue{inner->argument, false, library::SortPart::Real};
  if (auto imaginary = value.getDefiningOp<ImagOp>())
    if (auto inner = key_value(imaginary.getOperand()))
      return KeyValue{inner->argument, false, library::SortPart::Imaginary};
  // select(x != x, NaN, select(x == 0, 0, x)): all NaNs alike, both zeros alike.
  auto nan_select = value.getDefiningOp<SelectOp>();
  if (!nan_select || !is_constant(nan_select.getOnTrue(), [](const APFloat &number) { return number.isNaN(); }))
    return std::nullopt;
  auto zero_select = nan_select.getOnFalse().getDefiningOp<SelectOp>();
  if (!zero_select || !is_constant(zero_select.getOnTrue(), [](const APFloat &number) { return number.isPosZero(); }))
    return std::nullopt;
  mlir::Value inner = zero_select.getOnFalse();
  auto unequal = nan_select.getPred().getDefiningOp<CompareOp>();
  auto equal = zero_select.getPred().getDefiningOp<CompareOp>();
  auto is_inner = [&](mlir::Value candidate) { return candidate == inner || candidate == zero_select.getResult(); };
  if (!unequal || !equal || unequal.getComparisonDirection() != ComparisonDirection::NE ||
      equal.getComparisonDirection() != ComparisonDirection::EQ || !is_inner(unequal.getLhs()) ||
      !is_inner(unequal.getRhs()) || equal.getLhs() != inner ||
      !is_constant(equal.getRhs(), [](const APFloat &number) { return number.isZero(); }))
    return std::nullopt;
  std::optional<KeyValue> key = key_value(inner);
  if (key)
    key->canonical = true;
  return key;
}

/// The key of a comparison of a left with a right element of one operand.
std::optional<library::SortKey> key_of(mlir::Value value, bool equality) {
  auto compare = value.getDefiningOp<CompareOp>();
  if (!compare)
    return std::nullopt;
  std::optional<KeyValue> left = key_value(compare.getLhs()), right = key_value(compare.getRhs());
  ComparisonDirection direction = compare.getComparisonDirection();
  if (!left || !right || left->argument / 2 != right->argument / 2 || left->part != right->part ||
      left->canonical != right->canonical)
    return std::nullopt;
  bool swapped = left->argument % 2 == 1;
  if (left->argument == right->argument)
    return std::nullopt;
  library::SortKey key;
  key.operand = left->argument / 2;
  key.part = left->part;
  bool total = compare.getCompareType() == ComparisonType::TOTALORDER;
  if (left->canonical)
    key.order = library::SortOrder::Canonical;
  else
    key.order = total ? library::SortOrder::Total : library::SortOrder::Plain;
  if (equality)
    return direction == ComparisonDirection::EQ ? std::optional(key) : std::nullopt;
  if (direction != ComparisonDirection::LT && direction != ComparisonDirection::GT)
    return std::nullopt;
  if (left->canonical && !total)
    return std::nullopt; // NaN would be equal to everything
  key.descending = (direction == ComparisonDirection::GT) != swapped;
  return key;
}

bool same_key(const library::SortKey &first, const library::SortKey &second) {
  return first.operand == second.operand && first.part == second.part;
}

/// less = compare, or compare | (equal & less), or select(equal, less, compare).
bool collect(mlir::Value less, std::vector<library::SortKey> &keys) {
  mlir::Value first, equal, rest;
  if (auto either = less.getDefiningOp<OrOp>()) {
    first = either.getLhs();
    auto both = either.getRhs().getDefiningOp<AndOp>();
    if (!both) {
      first = either.getRhs();
      both = either.getLhs().getDefiningOp<AndOp>();
    }
    if (!both)
      return false;
    equal = both.getLhs();
    rest = both.getRhs();
    if (!key_of(equal, true))
      std::swap(equal, rest);
  } else if (auto select = less.getDefiningOp<SelectOp>()) {
    equal = select.getPred();
    rest = select.getOnTrue();
    first = select.getOnFalse();
  } else {
    std::optional<library::SortKey> key = key_of(less, false);
    if (key)
      keys.push_back(*key);
    return key.has_value();
  }
  std::optional<library::SortKey> key = key_of(first, false), same = key_of(equal, true);
  if (!key || !same || !same_key(*key, *same))
    return false;
  keys.push_back(*key);
  return collect(rest, keys);
}

} // namespace

std::vector<library::SortKey> sort_keys(SortOp operation) {
  std::vector<library::SortKey> keys;
  Block &block = operation.getComparator().front();
  for (Type type : block.getArgumentTypes())
    if (!isa<RankedTensorType>(type))
      return {};
  bool whole = collect(block.back().getOperand(0), keys);
  for (const library::SortKey &key : keys) // complex numbers as a whole have an order of their own
    if (key.part == library::SortPart::Whole &&
        isa<ComplexType>(getElementTypeOrSelf(operation.getInputs()[static_cast<unsigned>(key.operand)].getType())))
      whole = false;
  return whole ? keys : std::vector<library::SortKey>();
}

} // namespace cotangent::plan
