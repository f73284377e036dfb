#include "tensor/interpret/element_regions.h"

#include "tensor/interpret/comparison.h"
#include "tensor/reference/combine.h"

using namespace mlir;

namespace cotangent::interpret {

namespace {

ElementType scalar_type(Type type) { return facts_of(type).type; }

} // namespace

ElementRegion::ElementRegion(Evaluator &evaluator, Region &region, const Scope &scope)
    : evaluator_(evaluator), region_(region), scope_(scope) {
  Block &block = region.front();
  for (BlockArgument argument : block.getArguments())
    argument_types_.push_back(scalar_type(argument.getType()));
  for (Type type : block.back().getOperandTypes())
    result_types_.push_back(scalar_type(type));
  compiled_ = compile();
}

bool ElementRegion::compile() {
  DenseMap<mlir::Value, size_t> slot_of;
  Block &block = region_.front();
  for (BlockArgument argument : block.getArguments()) {
    slot_of[argument] = slots_.size();
    slots_.push_back(Element::zero(scalar_type(argument.getType())));
  }
  auto slot = [&](mlir::Value value) -> size_t {
    auto found = slot_of.find(value);
    if (found != slot_of.end())
      return found->second;
    slots_.push_back(scope_.find(value).array.get(0)); // from outside the region
    return slot_of[value] = slots_.size() - 1;
  };
  auto is_scalar = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() == 0 && !isa<quant::QuantizedType>(tensor.getElementType());
  };
  for (Operation &operation : block) {
    if (!llvm::all_of(operation.getOperandTypes(), is_scalar) || !llvm::all_of(operation.getResultTypes(), is_scalar))
      return false;
    if (isa<stablehlo::ReturnOp>(operation)) {
      for (mlir::Value operand : operation.getOperands())
        returned_.push_back(slot(operand));
      return true;
    }
    if (operation.getNumResults() != 1)
      return false;
    if (auto constant = dyn_cast<stablehlo::ConstantOp>(operation)) {
      slots_.push_back(array_of(constant.getValue()).get(0));
      slot_of[constant.getResult()] = slots_.size() - 1;
      continue;
    }
    Instruction instruction;
    StringRef name = operation.getName().getStringRef();
    if (operation.getNumOperands() == 1)
      instruction.unary = reference::unary_function(std::string_view(name));
    if (operation.getNumOperands() == 2)
      instruction.binary = reference::binary_function(std::string_view(name));
    if (isa<stablehlo::CompareOp, stablehlo::ConvertOp, stablehlo::SelectOp, stablehlo::ClampOp>(operation))
      instruction.operation = &operation;
    if (!instruction.unary && !instruction.binary && !instruction.operation)
      return false;
    for (mlir::Value operand : operation.getOperands())
      instruction.operands.push_back(slot(operand));
    instruction.result = slots_.size();
    slots_.emplace_back();
    slot_of[operation.getResult(0)] = instruction.result;
    instructions_.push_back(std::move(instruction));
  }
  return false;
}

Element ElementRegion::execute(const Instruction &instruction) const {
  auto operand = [&](size_t at) -> const Element & { return slots_[instruction.operands[at]]; };
  if (instruction.unary)
    return instruction.unary(operand(0));
  if (instruction.binary)
    return instruction.binary(operand(0), operand(1));
  if (auto compare = dyn_cast<stablehlo::CompareOp>(instruction.operation))
    return interpret::compare(compare, operand(0), operand(1));
  if (isa<stablehlo::ConvertOp>(instruction.operation))
    return reference::convert(operand(0), scalar_type(instruction.operation->getResult(0).getType()));
  if (isa<stablehlo::SelectOp>(instruction.operation))
    return reference::select(operand(0), operand(1), operand(2));
  return reference::clamp(operand(0), operand(1), operand(2));
}

std::span<const Element> ElementRegion::operator()(std::span<const Element> inputs) const {
  if (compiled_) {
    for (size_t at = 0; at < inputs.size(); ++at)
      slots_[at] = reference::promoted(inputs[at], argument_types_[at]);
    for (const Instruction &instruction : instructions_)
      slots_[instruction.result] = execute(instruction);
    results_.clear();
    for (size_t slot : returned_)
      results_.push_back(slots_[slot]);
    return results_;
  }
  // Values of quantised types are their integers inside of regions.
  auto quantization = [](Type type) { return quantization_of(getElementTypeOrSelf(type)); };
  Block &block = region_.front();
  Values arrays;
  for (size_t at = 0; at < inputs.size(); ++at) {
    Array input = Array::scalar(reference::promoted(inputs[at], argument_types_[at]));
    auto stored = quantization(block.getArgument(static_cast<unsigned>(at)).getType());
    arrays.push_back(stored ? reference::uniform_quantize(input, *stored) : input);
  }
  Values returned = evaluator_.run_region(region_, arrays, scope_);
  results_.clear();
  for (auto [operand, value] : llvm::zip(block.back().getOperands(), returned)) {
    auto stored = quantization(operand.getType());
    results_.push_back((stored ? reference::uniform_dequantize(value.array, *stored) : value.array).get(0));
  }
  return results_;
}

reference::Combine ElementRegion::combine() const {
  return [this](std::span<Element> accumulators, std::span<const Element> values) {
    std::vector<Element> inputs(accumulators.begin(), accumulators.end());
    inputs.insert(inputs.end(), values.begin(), values.end());
    std::span<const Element> results = (*this)(inputs);
    for (size_t at = 0; at < accumulators.size(); ++at)
      accumulators[at] = results[at];
  };
}

} // namespace cotangent::interpret
