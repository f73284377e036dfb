#include "tensor/plan/calls.h"

#include "tensor/ir/dialects.h"
#include "tensor/plan/native.h"

#include <cstring>

using namespace mlir;

namespace cotangent::plan {

std::vector<mlir::Value> captured_values(Operation &operation) {
  llvm::SetVector<mlir::Value> captured;
  for (Region &region : operation.getRegions())
    region.walk([&](Operation *inner) {
      for (mlir::Value operand : inner->getOperands())
        if (!operation.isAncestor(operand.getParentBlock()->getParentOp()))
          captured.insert(operand);
    });
  return {captured.begin(), captured.end()};
}

ElementType stored_type(Type type) {
  if (auto quantization = interpret::quantization_of(getElementTypeOrSelf(type)))
    return quantization->storage;
  return interpret::facts_of(type).type;
}

namespace {

Array view(Type type, const void *memory) {
  auto *bytes = static_cast<std::byte *>(const_cast<void *>(memory));
  return Array::view(stored_type(type), interpret::facts_of(type).shape, bytes);
}

class InterpretedCall : public library::Call {
public:
  InterpretedCall(Operation &operation, std::vector<mlir::Value> captured, std::shared_ptr<InterpreterState> state)
      : operation_(operation), captured_(std::move(captured)), state_(std::move(state)) {}

  void run(const void *const *operands, void *const *results, const library::Workspace &) const override {
    interpret::Scope scope;
    size_t at = 0;
    auto define = [&](mlir::Value value) {
      if (isa<RankedTensorType>(value.getType()))
        scope.define(value, view(value.getType(), operands[at++]));
      else
        scope.define(value, interpret::Value());
    };
    for (mlir::Value operand : operation_.getOperands())
      define(operand);
    for (mlir::Value value : captured_)
      define(value);
    std::lock_guard guard(state_->lock);
    interpret::Values values = state_->evaluator.evaluate(operation_, scope);
    size_t result = 0;
    for (auto [type, value] : llvm::zip(operation_.getResultTypes(), values))
      if (isa<RankedTensorType>(type)) {
        if (value.array.shape() != interpret::facts_of(type).shape)
          interpret::fail(operation_, "bad-shape", "the result has another shape than its type");
        if (value.array.byte_count() != 0)
          std::memcpy(results[result], value.array.bytes(), static_cast<size_t>(value.array.byte_count()));
        ++result;
      }
  }

private:
  Operation &operation_;
  std::vector<mlir::Value> captured_;
  std::shared_ptr<InterpreterState> state_;
};

} // namespace

std::shared_ptr<const library::Call> interpreted_call(Operation &operation, std::vector<mlir::Value> captured,
                                                      std::shared_ptr<InterpreterState> state) {
  return std::make_shared<InterpretedCall>(operation, std::move(captured), std::move(state));
}

} // namespace cotangent::plan
