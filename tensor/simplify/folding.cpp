// Operations on constants are computed here and now, by the interpreter.
#include "tensor/interpret/evaluator.h"
#include "tensor/simplify/rewrite.h"

#include "cotangent/error.h"
#include "tensor/reference/elementwise.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

/// Operations whose result is more than a function of their operands, or that others must still see.
bool must_stay(Operation *operation) {
  return isa<RngBitGeneratorOp, OptimizationBarrierOp, ReplicaIdOp, PartitionIdOp, WhileOp, IfOp, CaseOp, CustomCallOp,
             CompositeOp>(operation);
}

bool can_be_computed(Operation *operation) {
  return isa<StablehloDialect, chlo::ChloDialect>(operation->getDialect()) && operation->getNumOperands() > 0 &&
         operation->getNumResults() > 0 && !operation->hasTrait<OpTrait::ConstantLike>() && !must_stay(operation) &&
         isMemoryEffectFree(operation);
}

/// A broadcast says more than its elements do: only small ones are written out.
constexpr int64_t most_repeated = 64;
bool repeats_much(Operation *operation) {
  return isa<BroadcastOp, BroadcastInDimOp>(operation) && count_of(shape_of(operation->getResult(0))) > most_repeated;
}

/// The results with these values of operands; nothing if the interpreter refuses.
std::optional<interpret::Values> compute(Operation *operation, const interpret::Scope &scope) {
  try {
    interpret::Evaluator evaluator(operation->getParentOfType<ModuleOp>());
    return evaluator.evaluate(*operation, scope);
  } catch (const Error &) {
    return std::nullopt;
  }
}

/// An operation whose operands, and what its regions use from outside, are constants, becomes its value.
bool fold_constants(Operation *operation, Edit &edit) {
  if (!can_be_computed(operation) || repeats_much(operation))
    return false;
  llvm::SetVector<Value> used(operation->operand_begin(), operation->operand_end());
  for (Region &region : operation->getRegions())
    getUsedValuesDefinedAbove(region, used);
  auto is_small = [&](Type type) { return cast<RankedTensorType>(type).getNumElements() <= edit.options.fold_limit; };
  if (!llvm::all_of(operation->getResultTypes(), is_small) ||
      !llvm::all_of(used, [&](Value value) { return is_constant(value) && is_small(value.getType()); }))
    return false;
  interpret::Scope scope;
  for (Value value : used)
    scope.define(value, interpret::array_of(constant_of(value)));
  std::optional<interpret::Values> values = compute(operation, scope);
  if (!values)
    return false;
  SmallVector<DenseElementsAttr> attributes;
  for (auto [value, type] : llvm::zip(*values, operation->getResultTypes())) {
    auto tensor = cast<RankedTensorType>(type);
    if (Numbers(value.array.shape()) != tensor.getShape())
      return false;
    attributes.push_back(attribute_of(value.array, tensor));
  }
  SmallVector<Value> results =
      llvm::map_to_vector(attributes, [&](DenseElementsAttr attribute) { return edit.constant(attribute); });
  return edit.replace(operation, results);
}

/// f(c, c, …) = f(c) everywhere: an elementwise operation on constants of one value each, however large.
bool fold_splats(Operation *operation, Edit &edit) {
  if (!is_elementwise(operation) || !can_be_computed(operation))
    return false;
  SmallVector<Element> elements;
  for (Value operand : operation->getOperands()) {
    std::optional<Element> element = splat_of(operand);
    if (!element)
      return false;
    elements.push_back(*element);
  }
  // A copy on scalars, outside of the program.
  Block block;
  OpBuilder builder(operation->getContext());
  builder.setInsertionPointToStart(&block);
  IRMapping mapping;
  interpret::Scope scope;
  for (auto [operand, element] : llvm::zip(operation->getOperands(), elements)) {
    auto scalar = RankedTensorType::get({}, element_of(operand));
    Value value = ConstantOp::create(builder, edit.location, splat_attribute(element, scalar));
    mapping.map(operand, value);
    scope.define(value, Array::scalar(element));
  }
  Operation *copy = builder.clone(*operation, mapping);
  auto type = cast<RankedTensorType>(operation->getResult(0).getType());
  copy->getResult(0).setType(RankedTensorType::get({}, type.getElementType()));
  std::optional<interpret::Values> values = compute(copy, scope);
  return values && edit.replace(operation, edit.splat((*values)[0].array.get(0), type));
}

/// Moving elements that are all the same gives as many of the same: the shape is all that changes. Padding and updates
/// must have that value too.
bool move_of_splat(Operation *operation, Edit &edit) {
  unsigned values = 1; // operands that are moved; the others are positions
  if (isa<ConcatenateOp>(operation))
    values = operation->getNumOperands();
  else if (isa<PadOp, DynamicUpdateSliceOp>(operation))
    values = 2;
  else if (!isa<ReshapeOp, TransposeOp, BroadcastOp, BroadcastInDimOp, SliceOp, DynamicSliceOp, ReverseOp, GatherOp>(
               operation))
    return false;
  auto first = dyn_cast_or_null<DenseElementsAttr>(constant_of(operation->getOperand(0)));
  if (!first || !splat_of(operation->getOperand(0)))
    return false;
  auto same = [&](DenseElementsAttr other) {
    return other && other.isSplat() &&
           other.getRawData() == first.getRawData(); // the value's bits: splats hold one element
  };
  for (Value operand : operation->getOperands().take_front(values))
    if (!splat_of(operand) || !same(dyn_cast_or_null<DenseElementsAttr>(constant_of(operand))))
      return false;
  auto type = cast<RankedTensorType>(operation->getResult(0).getType());
  return edit.replace(operation, edit.constant(first.resizeSplat(type)));
}

/// iota along a dimension of size 1 is zero everywhere.
bool iota_of_one(IotaOp operation, Edit &edit) {
  auto type = cast<RankedTensorType>(operation.getType());
  if (type.getDimSize(static_cast<unsigned>(operation.getIotaDimension())) != 1)
    return false;
  std::optional<ElementType> element = interpret::element_type_of(type.getElementType());
  return edit.replace(operation,
                      edit.splat(reference::convert(Element::of_integer(ElementType::I32, 0), *element), type));
}

constexpr Rewrite table[] = {
    local<fold_constants>("fold_constants"),
    local<fold_splats>("fold_splats"),
    local<move_of_splat>("move_of_splat"),
    local<iota_of_one>("iota_of_one"),
};

} // namespace

Rewrites folding_rewrites() { return table; }

} // namespace cotangent::simplify
