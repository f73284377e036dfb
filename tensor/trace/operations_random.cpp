// Random numbers.
#include "tensor/trace/emit.h"

#include "cotangent/operations/random.h"

#include <cmath>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::detail {
using namespace trace;

namespace {

struct Drawn {
  Value state, bits;
};

/// Random bits as unsigned integers.
Drawn draw_bits(Emit &build, Value state, unsigned width, Numbers shape) {
  Type element = IntegerType::get(build.builder.getContext(), width, IntegerType::Unsigned);
  auto operation = build.make_operation<RngBitGeneratorOp>(state.getType(), RankedTensorType::get(shape, element),
                                                           RngAlgorithm::PHILOX, state);
  return {operation.getOutputState(), operation.getOutput()};
}

Value shifted(Emit &build, Value bits, unsigned by) {
  return build.binary<ShiftRightLogicalOp>(bits, build.splat_like(bits, by));
}

/// The highest bits become those behind the point of a number in [1, 2).
Drawn draw_uniform(Emit &build, Value state, FloatType element, Numbers shape) {
  unsigned width = element.getWidth();
  unsigned mantissa = element.getFPMantissaWidth() - 1;
  Drawn drawn = draw_bits(build, state, width, shape);
  auto type = RankedTensorType::get(shape, element);
  Value one = build.make<BitcastConvertOp>(drawn.bits.getType(), build.splat(type, 1));
  Value bits = build.binary<OrOp>(shifted(build, drawn.bits, width - mantissa), one);
  return {drawn.state, build.subtract(build.make<BitcastConvertOp>(type, bits), build.splat(type, 1))};
}

Value inverse_error_function(Emit &build, Value value) { return build.make<chlo::ErfInvOp>(value.getType(), value); }

/// Half a step above the uniform number, so that neither end of (0, 1) is met.
Value inside(Emit &build, Value uniform) {
  auto element = cast<FloatType>(element_of(uniform));
  double half = std::ldexp(1.0, -static_cast<int>(element.getFPMantissaWidth()));
  return build.add(uniform, build.splat_like(uniform, half));
}

Value normal_of(Emit &build, Value uniform) {
  Value centered = build.subtract(build.scale(inside(build, uniform), 2), build.splat_like(uniform, 1));
  return build.scale(inverse_error_function(build, centered), std::sqrt(2.0));
}

Value exponential_of(Emit &build, Value uniform) { return build.negate(build.log(inside(build, uniform))); }

Drawn permutation(Emit &build, Value state, Type element, Numbers shape) {
  Drawn drawn = draw_bits(build, state, 64, shape);
  Value numbers = build.iota(RankedTensorType::get(shape, element), 0);
  auto sort = build.make_operation<SortOp>(TypeRange{drawn.bits.getType(), numbers.getType()},
                                           ValueRange{drawn.bits, numbers}, /*dimension=*/0, /*is_stable=*/true);
  Type bits = build.scalar_type(element_of(drawn.bits)), number = build.scalar_type(element);
  build.fill(sort.getComparator(), {bits, bits, number, number}, [](Build &inner, ValueRange arguments) {
    return Values{inner.compare(arguments[0], arguments[1], ComparisonDirection::LT)};
  });
  return {drawn.state, sort->getResult(1)};
}

Drawn integers(Emit &build, Value state, Type element, Numbers shape, Value low, Value high) {
  Drawn drawn = draw_bits(build, state, 64, shape);
  Value span = build.convert(build.subtract(high, low), element_of(drawn.bits));
  Value rest = build.binary<RemainderOp>(drawn.bits, build.broadcast_scalar(span, shape));
  return {drawn.state, build.add(build.convert(rest, element), build.broadcast_scalar(low, shape))};
}

Drawn draw_numbers(Emit &build, Random kind, Type element, Value state, Numbers shape, TraceHandle low,
                   TraceHandle high) {
  switch (kind) {
  case Random::bits:
    return draw_bits(build, state, element.getIntOrFloatBitWidth(), shape);
  case Random::permutation:
    return permutation(build, state, element, shape);
  case Random::integers:
    return integers(build, state, element, shape, build(low), build(high));
  default:
    break;
  }
  Drawn drawn = draw_uniform(build, state, cast<FloatType>(element), shape);
  if (kind == Random::normal)
    drawn.bits = normal_of(build, drawn.bits);
  else if (kind == Random::exponential)
    drawn.bits = exponential_of(build, drawn.bits);
  else if (kind == Random::gumbel)
    drawn.bits = build.negate(build.log(exponential_of(build, drawn.bits)));
  return drawn;
}

} // namespace

void trace_random(Random kind, std::string_view element, TraceHandle state, Sizes shape, TraceHandle low,
                  TraceHandle high, TraceHandle results[2], Place place) {
  emit_all("random", place, results, [&](Emit &build) {
    Drawn drawn = draw_numbers(build, kind, element_type(build.builder.getContext(), element), build(state),
                               shape_from(shape), low, high);
    return Values{drawn.state, drawn.bits};
  });
}

void trace_split(TraceHandle state, TraceHandle results[2], Place place) {
  emit_all("split", place, results, [&](Emit &build) {
    Drawn drawn = draw_bits(build, build(state), 64, {2});
    return Values{drawn.state, drawn.bits};
  });
}

/// The uniform number is spread over the values that the distribution function has between the bounds.
TraceHandle trace_truncated(TraceHandle uniform, double low, double high, Place place) {
  return emit("truncated_normal", place, [&](Emit &build) {
    if (!(low < high))
      throw Error("bad-argument",
                  "the lower bound " + std::to_string(low) + " is not below the upper bound " + std::to_string(high));
    Value numbers = build(uniform);
    double from = std::erf(low / std::sqrt(2.0)), to = std::erf(high / std::sqrt(2.0));
    Value spread = build.add(build.scale(inside(build, numbers), to - from), build.splat_like(numbers, from));
    Value result = build.scale(inverse_error_function(build, spread), std::sqrt(2.0));
    return build.minimum(build.maximum(result, build.splat_like(result, low)), build.splat_like(result, high));
  });
}

TraceHandle trace_largest(TraceHandle values, Place place) {
  return emit("categorical", place, [&](Emit &build) {
    Value numbers = build(values);
    int64_t last = rank_of(numbers) - 1;
    Value positions = build.positions(shape_of(numbers), last);
    Value start = build.lowest(element_of(numbers)), first = build.scalar(build.integer_type(), 0);
    Shape kept(shape_of(numbers).drop_back());
    auto reduce = build.make_operation<ReduceOp>(
        TypeRange{with_shape(ranked(numbers.getType()), kept), with_shape(ranked(positions.getType()), kept)},
        ValueRange{numbers, positions}, ValueRange{start, first}, Numbers{last});
    Type number = build.scalar_type(element_of(numbers)), position = build.scalar_type(build.integer_type());
    build.fill(reduce.getBody(), {number, position, number, position}, [](Build &inner, ValueRange arguments) {
      Value later = inner.compare(arguments[2], arguments[0], ComparisonDirection::GT);
      return Values{inner.select(later, arguments[2], arguments[0]), inner.select(later, arguments[3], arguments[1])};
    });
    return reduce->getResult(1);
  });
}

} // namespace cotangent::detail
