#include "tensor/rules/element_regions.h"

#include "tensor/rules/expansion.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

/// Through conversions between kinds of floating-point numbers.
Value unconverted(Value value) {
  while (auto convert = value.getDefiningOp<stablehlo::ConvertOp>()) {
    if (!is_differentiable(convert.getOperand()) || is_complex(convert.getOperand()) != is_complex(value))
      break;
    value = convert.getOperand();
  }
  return value;
}

bool is_choice(Value value, Value accumulator, Value other) {
  if (value == accumulator || value == other)
    return true;
  auto select = value.getDefiningOp<SelectOp>();
  return select && is_choice(select.getOnTrue(), accumulator, other) &&
         is_choice(select.getOnFalse(), accumulator, other);
}

bool is_lifted_by_name(Operation *operation) {
  return operation->hasTrait<OpTrait::Elementwise>() || isa<SelectOp, ClampOp, BitcastConvertOp>(operation);
}

bool moves_nothing(Operation *operation) { // from one scalar to another
  return isa<ReshapeOp, BroadcastInDimOp, BroadcastOp, TransposeOp, OptimizationBarrierOp>(operation) &&
         operation->getNumOperands() == 1;
}

[[noreturn]] void refuse_region(Operation *owner, Operation *inner, const std::string &what) {
  refuse(owner, "its region has the operation " + inner->getName().getStringRef().str() + ", " + what);
}

} // namespace

Fold fold_of(Region &region, size_t at) {
  Block &block = region.front();
  auto index = static_cast<unsigned>(at);
  Value accumulator = block.getArgument(index), value = block.getArgument(index + block.getNumArguments() / 2);
  Value result = unconverted(block.getTerminator()->getOperand(index));
  if (result == value)
    return Fold::Second;
  if (is_choice(result, accumulator, value))
    return Fold::Choice;
  Operation *operation = result.getDefiningOp();
  if (!operation || operation->getNumOperands() != 2)
    return Fold::Other;
  Value first = unconverted(operation->getOperand(0)), second = unconverted(operation->getOperand(1));
  if (!(first == accumulator && second == value) && !(first == value && second == accumulator))
    return Fold::Other;
  return llvm::TypeSwitch<Operation *, Fold>(operation)
      .Case<AddOp>([](auto) { return Fold::Sum; })
      .Case<MultiplyOp>([](auto) { return Fold::Product; })
      .Case<MaximumOp>([](auto) { return Fold::Maximum; })
      .Case<MinimumOp>([](auto) { return Fold::Minimum; })
      .Default([](auto) { return Fold::Other; });
}

Values lift(Build &build, Region &region, ValueRange arguments, Operation *owner) {
  Block &block = region.front();
  Shape shape(shape_of(arguments.front()));
  IRMapping lifted;
  lifted.map(block.getArguments(), arguments);
  auto find = [&](Value value) {
    if (lifted.contains(value))
      return lifted.lookup(value);
    if (rank_of(value) != 0)
      refuse(owner, "its region uses a value that is no scalar");
    return build.broadcast_scalar(value, shape);
  };
  for (Operation &operation : block.without_terminator()) {
    if (auto constant = dyn_cast<stablehlo::ConstantOp>(operation)) {
      auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
      if (!elements || elements.getNumElements() != 1)
        refuse_region(owner, &operation, "whose value is no scalar");
      auto type = RankedTensorType::get(shape, element_of(constant.getOutput()));
      lifted.map(constant.getOutput(), build.make<stablehlo::ConstantOp>(elements.resizeSplat(type)));
      continue;
    }
    Values operands = llvm::map_to_vector<6>(operation.getOperands(), find);
    if (moves_nothing(&operation)) {
      lifted.map(operation.getResult(0), operands[0]);
      continue;
    }
    if (!is_lifted_by_name(&operation))
      refuse_region(owner, &operation,
                    "which cannot be applied to whole tensors; derivatives know regions of "
                    "elementwise operations");
    OperationState state(build.location, operation.getName());
    state.addOperands(operands);
    for (Value result : operation.getResults())
      state.addTypes(RankedTensorType::get(shape, element_of(result)));
    state.addAttributes(operation.getAttrs());
    lifted.map(operation.getResults(), build.builder.create(state)->getResults());
  }
  return llvm::map_to_vector<6>(block.getTerminator()->getOperands(), find);
}

SmallVector<Values> partials_of(Build &build, Region &region, ValueRange arguments, Operation *owner) {
  for (Operation &inner : region.front())
    if (llvm::any_of(arguments, is_complex) && isa<RealOp, ImagOp, AbsOp, ComplexOp, chlo::ConjOp>(inner))
      refuse_region(owner, &inner, "so that it may have no complex derivative");
  SmallVector<Values> partials(region.front().getTerminator()->getNumOperands());
  for (size_t at = 0; at < arguments.size(); ++at) {
    Value argument = arguments[at];
    if (!is_differentiable(argument)) {
      for (Values &row : partials)
        row.push_back(nullptr);
      continue;
    }
    // A value of its own, so that it alone varies, even if it is among the arguments twice.
    auto varied = build.make_operation<UnrealizedConversionCastOp>(TypeRange(argument.getType()), ValueRange());
    Values with_varied(arguments);
    with_varied[at] = varied.getResult(0);
    Expansion expansion = expand(build, varied.getResult(0), build.splat_like(argument, 1),
                                 [&](Build &inside) { return lift(inside, region, with_varied, owner); });
    for (auto [row, tangent] : llvm::zip(partials, expansion.tangents)) {
      if (tangent == varied.getResult(0))
        tangent = argument;
      row.push_back(tangent);
    }
    varied.getResult(0).replaceAllUsesWith(argument);
    varied.erase();
  }
  return partials;
}

void fill_following(Build &build, Region &target, Region &source, ArrayRef<size_t> followed, Type position) {
  Block &block = source.front();
  size_t count = block.getNumArguments() / 2;
  auto scalar = RankedTensorType::get({}, position);
  SmallVector<Type> half, types;
  for (Value argument : block.getArguments().take_front(count))
    half.push_back(argument.getType());
  half.append(followed.size(), scalar);
  types = half;
  llvm::append_range(types, half);
  build.fill(target, types, [&](Build &inside, ValueRange arguments) {
    IRMapping mapping;
    mapping.map(block.getArguments().take_front(count), arguments.take_front(count));
    mapping.map(block.getArguments().drop_front(count), arguments.drop_front(half.size()).take_front(count));
    for (Operation &operation : block.without_terminator())
      inside.builder.clone(operation, mapping);
    Values results;
    for (Value result : block.getTerminator()->getOperands())
      results.push_back(mapping.lookupOrDefault(result));
    for (auto [at, index] : llvm::enumerate(followed)) {
      Value first = arguments[index], second = arguments[half.size() + index];
      Value first_position = arguments[count + at], second_position = arguments[half.size() + count + at];
      if (Fold fold = fold_of(source, index); fold == Fold::Maximum || fold == Fold::Minimum) {
        auto direction = fold == Fold::Maximum ? ComparisonDirection::GT : ComparisonDirection::LT;
        Value there = inside.compare(first_position, inside.zeros_like(first_position), ComparisonDirection::GE);
        Value kept = inside.binary<AndOp>(inside.compare(first, second, ComparisonDirection::EQ), there);
        kept = inside.binary<OrOp>(kept, inside.compare(first, second, direction));
        kept = inside.binary<OrOp>(kept, inside.compare(first, first, ComparisonDirection::NE));
        results.push_back(inside.select(kept, first_position, second_position));
        continue;
      }
      auto position_of = [&](auto &self, Value value) -> Value {
        if (value == block.getArgument(static_cast<unsigned>(index)))
          return first_position;
        auto select = value.template getDefiningOp<SelectOp>();
        if (!select)
          return second_position;
        return inside.select(mapping.lookupOrDefault(select.getPred()), self(self, select.getOnTrue()),
                             self(self, select.getOnFalse()));
      };
      results.push_back(
          position_of(position_of, unconverted(block.getTerminator()->getOperand(static_cast<unsigned>(index)))));
    }
    return results;
  });
}

Type position_element(Build &build, Numbers shape) {
  return count_of(shape) > std::numeric_limits<int32_t>::max() ? build.builder.getI64Type()
                                                               : build.builder.getI32Type();
}

Value flat_positions(Build &build, Numbers shape) {
  auto type = RankedTensorType::get({count_of(shape)}, position_element(build, shape));
  return build.reshape(build.iota(type, 0), shape);
}

Value take(Build &build, Value operand, Value positions, Value otherwise) {
  Shape shape(shape_of(positions));
  auto type = RankedTensorType::get(shape, element_of(operand));
  Value other = otherwise ? build.broadcast_scalar(otherwise, shape) : build.zeros(type);
  if (count_of(shape_of(operand)) == 0)
    return other;
  Value zero = build.zeros_like(positions);
  Value there = build.compare(positions, zero, ComparisonDirection::GE);
  auto numbers = GatherDimensionNumbersAttr::get(build.builder.getContext(), {}, {0}, {}, {}, {0}, rank_of(positions));
  Value flat = build.reshape(operand, {count_of(shape_of(operand))});
  Value taken = build.gather(flat, build.binary<MaximumOp>(positions, zero), numbers, {1});
  return build.select(there, taken, other);
}

} // namespace cotangent::tensor_rules
