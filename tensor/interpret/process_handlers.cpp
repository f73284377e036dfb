// Which process of a grid runs. A program that is run alone is the only process of its grid.
#include "tensor/interpret/evaluator.h"

using namespace mlir;

namespace cotangent::interpret {
namespace {

Values replica_id(Step &step) {
  return {Array::scalar(Element::of_integer(ElementType::U32, step.evaluator.process().replica))};
}
Values partition_id(Step &step) {
  return {Array::scalar(Element::of_integer(ElementType::U32, step.evaluator.process().partition))};
}

} // namespace

void add_process_handlers(HandlerTable &table) {
  table["stablehlo.replica_id"] = replica_id;
  table["stablehlo.partition_id"] = partition_id;
}

} // namespace cotangent::interpret
