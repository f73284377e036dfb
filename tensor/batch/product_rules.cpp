// Products, convolutions, factorisations, transforms, random numbers.
#include "tensor/batch/rule.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::batch {

namespace {

// --- products --------------------------------------------------------------------------------------------------------
/// The dimension from which the batch comes to the front.
Value to_front(Build &build, Value value, int64_t dimension) {
  return build.transpose(value, with_front(dimension, all_but(rank_of(value), {dimension})));
}

/// The batch is one of the dimensions that both factors go through, or a free one of the factor that has it.
DotDimensionNumbersAttr product_numbers(const Request &request, DotDimensionNumbersAttr old) {
  const bool left = request.batched[0] != nullptr, right = request.batched[1] != nullptr;
  auto batching = [&](Numbers numbers, bool batched) {
    return left && right ? behind_batch(numbers) : batched ? shifted(numbers) : Shape(numbers);
  };
  auto contracting = [](Numbers numbers, bool batched) { return batched ? shifted(numbers) : Shape(numbers); };
  return DotDimensionNumbersAttr::get(request.operation->getContext(), batching(old.getLhsBatchingDimensions(), left),
                                      batching(old.getRhsBatchingDimensions(), right),
                                      contracting(old.getLhsContractingDimensions(), left),
                                      contracting(old.getRhsContractingDimensions(), right));
}

Values product(const Request &request, DotDimensionNumbersAttr old, ArrayAttr precision, DotAlgorithmAttr algorithm) {
  Build &build = request.build;
  Value left = request.batched[0] ? request.batched[0] : request.operand(0);
  Value right = request.batched[1] ? request.batched[1] : request.operand(1);
  // Dimensions of a result: those that both factors have, the free ones of the left, the free ones of the right.
  const auto common = static_cast<int64_t>(old.getLhsBatchingDimensions().size());
  int64_t place = 0;
  if (!request.batched[1])
    place = common;
  else if (!request.batched[0])
    place = rank_of(left) - static_cast<int64_t>(old.getLhsContractingDimensions().size());
  Shape shape(request.result_type().getShape().drop_front());
  shape.insert(shape.begin() + place, request.size());
  Value result = build.make<DotGeneralOp>(with_shape(request.result_type(), shape), left, right,
                                          product_numbers(request, old), precision, algorithm);
  return {to_front(build, result, place)};
}

Values dot_general(const Request &request) {
  auto operation = cast<DotGeneralOp>(request.operation);
  return product(request, operation.getDotDimensionNumbers(), operation.getPrecisionConfigAttr(),
                 operation.getAlgorithmAttr());
}

Values dot(const Request &request) {
  auto operation = cast<DotOp>(request.operation);
  auto numbers =
      DotDimensionNumbersAttr::get(request.operation->getContext(), {}, {}, {rank_of(request.operand(0)) - 1}, {0});
  return product(request, numbers, operation.getPrecisionConfigAttr(), DotAlgorithmAttr());
}

/// A letter that a text does not have.
char unused_letter(llvm::StringRef text) {
  for (char letter = 'a'; letter <= 'z'; ++letter)
    if (!text.contains(letter))
      return letter;
  for (char letter = 'A'; letter <= 'Z'; ++letter)
    if (!text.contains(letter))
      return letter;
  return 0;
}

Values einsum(const Request &request) {
  llvm::StringRef config = request.operation->getAttrOfType<StringAttr>("einsum_config").getValue();
  const char letter = unused_letter(config);
  if (!letter)
    refuse(request.operation, "all letters are in use");
  auto [factors, result] = config.split("->");
  SmallVector<llvm::StringRef> parts;
  factors.split(parts, ',');
  std::string text;
  Values operands;
  for (auto [at, part] : llvm::enumerate(parts)) {
    text += at ? "," : "";
    if (request.batched[at])
      text += letter;
    text += part.trim();
    operands.push_back(request.batched[at] ? request.batched[at] : request.operand(at));
  }
  text += "->" + std::string(1, letter) + result.trim().str();
  Operation *product = request.repeat(operands);
  product->setAttr("einsum_config", StringAttr::get(request.operation->getContext(), text));
  return Values(product->getResults());
}

// --- convolutions ----------------------------------------------------------------------------------------------------
/// The dimensions that a convolution of many examples is made with.
struct ConvolutionForm {
  ConvDimensionNumbersAttr numbers;
  int64_t feature_groups, batch_groups;
};

int64_t size_at(Value value, uint64_t dimension) { return shape_of(value)[static_cast<size_t>(dimension)]; }

template <class Op> Values convolution(const Request &request) {
  auto operation = cast<Op>(request.operation);
  Build &build = request.build;
  auto numbers = operation.getDimensionNumbers();
  const auto feature_groups = static_cast<int64_t>(operation.getFeatureGroupCount());
  const auto batch_groups = static_cast<int64_t>(operation.getBatchGroupCount());
  const int64_t groups = feature_groups * batch_groups; // one of the two is 1
  if (request.batched.size() > 2 && request.batched[2])
    refuse(operation, "padding cannot differ from example to example");
  Numbers result_shape = request.result_type().getShape().drop_front();
  if (count_of(result_shape) * request.size() == 0)
    return {build.zeros(request.result_type())};

  Values operands(request.operation->getOperands());
  const bool both = request.batched[0] && request.batched[1];
  int64_t place = numbers.getOutputFeatureDimension(), outer = 1;
  if (both) { // examples are groups
    operands[0] = fold(build, request.batched[0],
                       batch_groups > 1 ? numbers.getInputBatchDimension() : numbers.getInputFeatureDimension());
    operands[1] = fold(build, request.batched[1], numbers.getKernelOutputFeatureDimension());
  } else if (request.batched[0]) { // examples are more of the batch
    operands[0] = fold(build, request.batched[0], numbers.getInputBatchDimension(), batch_groups);
    place = numbers.getOutputBatchDimension();
  } else { // examples are more features, in each group
    operands[1] = fold(build, request.batched[1], numbers.getKernelOutputFeatureDimension(), groups);
    outer = groups;
  }
  Shape shape(result_shape);
  shape[static_cast<size_t>(place)] *= request.size();
  auto result = cast<Op>(build.repeat(request.operation, operands, {with_shape(request.result_type(), shape)}));
  if (both && batch_groups > 1)
    result.setBatchGroupCount(static_cast<uint64_t>(request.size() * batch_groups));
  else if (both)
    result.setFeatureGroupCount(static_cast<uint64_t>(request.size() * feature_groups));
  return {unfold(build, result, place, request.size(), result_shape[static_cast<size_t>(place)], outer)};
}

// --- factorisations, transforms --------------------------------------------------------------------------------------
/// All dimensions in front are batches already.
Values more_batches(const Request &request) { return Values(request.repeat(request.fronts())->getResults()); }

Values triangular_solve(const Request &request) {
  Build &build = request.build;
  if (request.batched[0])
    return more_batches(request);
  // One matrix: the right sides of all examples stand beside each other.
  const int64_t rank = rank_of(request.operand(1));
  const int64_t dimension = cast<TriangularSolveOp>(request.operation).getLeftSide() ? rank - 1 : rank - 2;
  const int64_t part = size_at(request.operand(1), static_cast<uint64_t>(dimension));
  Value together = fold(build, request.batched[1], dimension);
  Operation *result = build.repeat(request.operation, {request.operand(0), together}, {together.getType()});
  return {unfold(build, result->getResult(0), dimension, request.size(), part)};
}

/// Statistics are those of features, so that examples are more features.
Values batch_norm(const Request &request) {
  Build &build = request.build;
  const auto dimension =
      static_cast<int64_t>(request.operation->getAttrOfType<IntegerAttr>("feature_index").getValue().getZExtValue());
  const int64_t rank = rank_of(request.operand(0)),
                features = size_at(request.operand(0), static_cast<uint64_t>(dimension));
  auto place = [&](int64_t value_rank) { return value_rank == rank && rank > 1 ? dimension : 0; };
  Values operands;
  for (size_t at = 0; at < request.batched.size(); ++at)
    operands.push_back(fold(build, request.front(at), place(rank_of(request.operand(at)))));
  SmallVector<Type> types;
  for (Type type : request.operation->getResultTypes()) {
    Shape shape(ranked(type).getShape());
    shape[static_cast<size_t>(place(ranked(type).getRank()))] *= request.size();
    types.push_back(with_shape(ranked(type), shape));
  }
  Values results;
  for (Value result : build.repeat(request.operation, operands, types)->getResults())
    results.push_back(unfold(build, result, place(rank_of(result)), request.size(), features));
  return results;
}

// --- random numbers --------------------------------------------------------------------------------------------------
/// Each example gets numbers of its own, moved to where they shall be.
Values rng(const Request &request) {
  auto operation = cast<RngOp>(request.operation);
  Build &build = request.build;
  Type element = element_of(request.operand(0));
  if (!isa<FloatType>(element) || request.batched[2])
    return loop_over_lanes(request);
  auto type = request.result_type();
  Value shape = build.integers(type.getShape(), build.builder.getI64Type());
  Value numbers = build.make<RngOp>(type, build.scalar(element, 0), build.scalar(element, 1), shape,
                                    operation.getRngDistribution());
  Value first = spread(build, request.front(0), type.getShape()),
        second = spread(build, request.front(1), type.getShape());
  if (operation.getRngDistribution() == RngDistribution::UNIFORM)
    second = build.subtract(second, first);
  return {build.add(build.multiply(numbers, second), first)};
}

} // namespace

llvm::ArrayRef<Rule> product_rules() {
  static const Rule rules[] = {
      {"stablehlo.dot", dot},
      {"stablehlo.dot_general", dot_general},
      {"stablehlo.einsum", einsum},
      {"stablehlo.unary_einsum", einsum},
      {"stablehlo.convolution", convolution<ConvolutionOp>},
      {"stablehlo.dynamic_conv", convolution<DynamicConvOp>},
      {"stablehlo.cholesky", more_batches},
      {"stablehlo.triangular_solve", triangular_solve},
      {"stablehlo.fft", more_batches},
      {"stablehlo.batch_norm_grad", batch_norm},
      {"stablehlo.batch_norm_inference", batch_norm},
      {"stablehlo.batch_norm_training", batch_norm},
      {"stablehlo.rng", rng},
      {"stablehlo.rng_bit_generator", loop_over_lanes},
      {"chlo.ragged_dot", loop_over_lanes},
  };
  return rules;
}

} // namespace cotangent::batch
