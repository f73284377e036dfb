#include "tensor/differentiate/expand_calls.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::differentiate {

namespace {

class ScanLoop {
public:
  ScanLoop(Build &build, chlo::ScanOp scan)
      : build_(build), scan_(scan), dimension_(static_cast<int64_t>(scan.getDimension())) {
    ValueRange inputs = scan.getInputs();
    size_ = inputs.empty() ? static_cast<int64_t>(scan.getScanDimSize().value_or(0))
                           : shape_of(inputs.front())[static_cast<size_t>(dimension_)];
  }

  /// Carries the counter, the outputs and the scan's own values.
  Values make() {
    Values starts{number(build_, 0)};
    for (Value output : scan_.getOutputs())
      starts.push_back(build_.zeros(output.getType()));
    llvm::append_range(starts, scan_.getInits());
    ResultRange results = build_.while_loop(
        starts,
        [&](Build &inner, ValueRange arguments) {
          return inner.compare(arguments[0], number(inner, size_), ComparisonDirection::LT);
        },
        [&](Build &inner, ValueRange arguments) { return step(inner, arguments); });
    return Values(results.drop_front());
  }

private:
  static Value number(Build &build, int64_t value) {
    return build.scalar(build.builder.getI32Type(), static_cast<double>(value));
  }
  Values starts_at(Build &build, Value array, Value row) const {
    Values starts(static_cast<size_t>(rank_of(array)), number(build, 0));
    starts[static_cast<size_t>(dimension_)] = row;
    return starts;
  }
  Values step(Build &build, ValueRange arguments) {
    size_t outputs = scan_.getOutputs().size();
    Value row = scan_.getIsReverse() ? build.subtract(number(build, size_ - 1), arguments[0]) : arguments[0];
    Block &body = scan_.getBody().front();
    Values given;
    for (Value input : scan_.getInputs()) {
      Shape one(shape_of(input)), without = picked(one, all_but(rank_of(input), {dimension_}));
      one[static_cast<size_t>(dimension_)] = 1;
      given.push_back(build.reshape(build.dynamic_slice(input, starts_at(build, input, row), one), without));
    }
    llvm::append_range(given, arguments.drop_front(1 + outputs));
    IRMapping mapping;
    mapping.map(body.getArguments(), given);
    for (Operation &operation : body.without_terminator())
      build.builder.clone(operation, mapping);
    Values results{build.add(arguments[0], number(build, 1))};
    for (auto [at, value] : llvm::enumerate(body.getTerminator()->getOperands())) {
      Value now = mapping.lookupOrDefault(value);
      if (at < outputs) {
        Value whole = arguments[1 + at];
        Shape one(shape_of(whole));
        one[static_cast<size_t>(dimension_)] = 1;
        now = build.dynamic_update_slice(whole, build.reshape(now, one), starts_at(build, whole, row));
      }
      results.push_back(now);
    }
    return results;
  }

  Build &build_;
  chlo::ScanOp scan_;
  int64_t dimension_, size_ = 0;
};

} // namespace

Values expand_scan(Build &build, Operation *scan) { return ScanLoop(build, cast<chlo::ScanOp>(scan)).make(); }

} // namespace cotangent::differentiate
