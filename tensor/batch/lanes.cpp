// An operation without a batched form, run once for each example.
#include "tensor/batch/rule.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::batch {

namespace {

Values starts_at(Build &build, Value lane, int64_t rank) {
  Values starts{lane};
  starts.append(static_cast<size_t>(rank), build.zeros_like(lane));
  return starts;
}

Value example(Build &build, Value batched, Value lane) {
  Shape shape(shape_of(batched).drop_front());
  Value part =
      build.dynamic_slice(batched, starts_at(build, lane, static_cast<int64_t>(shape.size())), with_front(1, shape));
  return build.reshape(part, shape);
}

Value with_example(Build &build, Value batched, Value lane, Value part) {
  Numbers shape = shape_of(part);
  return build.dynamic_update_slice(batched, build.reshape(part, with_front(1, shape)),
                                    starts_at(build, lane, static_cast<int64_t>(shape.size())));
}

bool is_plain(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !stablehlo::is_quantized(tensor.getElementType());
}

} // namespace

Values loop_over_lanes(const Request &request) {
  Operation *operation = request.operation;
  if (!llvm::all_of(operation->getResultTypes(), is_plain))
    refuse(operation, "only results that are tensors of plain numbers can be computed example by example");
  Type integer = request.build.builder.getI64Type();
  Values state{request.build.scalar(integer, 0)};
  for (Type type : request.result_types())
    state.push_back(request.build.zeros(type));
  if (request.size() == 0)
    return Values(llvm::drop_begin(state));
  auto condition = [&](Build &build, ValueRange state) {
    return build.compare(state[0], build.scalar(integer, static_cast<double>(request.size())), ComparisonDirection::LT);
  };
  auto body = [&](Build &build, ValueRange state) {
    IRMapping mapping;
    operation->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Value batched = request.batcher.find(operand); batched && !mapping.contains(operand))
          mapping.map(operand, example(build, batched, state[0]));
    });
    Operation *copy = build.builder.clone(*operation, mapping);
    Values next{build.add(state[0], build.scalar(integer, 1))};
    for (auto [all, part] : llvm::zip_equal(state.drop_front(), copy->getResults()))
      next.push_back(with_example(build, all, state[0], part));
    return next;
  };
  return Values(request.build.while_loop(state, condition, body).drop_front());
}

} // namespace cotangent::batch
