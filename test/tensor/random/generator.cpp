#include "generator.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::random_programs {

int64_t count_of(Value value, Numbers dimensions) { return cotangent::count_of(picked(shape_of(value), dimensions)); }

Generator::Generator(ModuleOp module, uint64_t seed, const std::vector<std::string> &families)
    : module(module), build(builder_, module.getLoc()), builder_(module.getContext()), random_(seed) {
  for (llvm::ArrayRef<Family> some : {elementwise_families(), moving_families(), indexing_families(),
                                      folding_families(), product_families(), control_families()})
    for (const Family &family : some)
      if (families.empty() || llvm::is_contained(families, std::string(family.name)))
        families_.push_back(family);
}

// --- chance ----------------------------------------------------------------------------------------------------------
int64_t Generator::number(int64_t least, int64_t most) {
  return least + static_cast<int64_t>(random_() % static_cast<uint64_t>(most - least + 1));
}

double Generator::real_number(double least, double most) {
  return least + (most - least) * static_cast<double>(random_() >> 11) * 0x1p-53;
}

Shape Generator::shape(int64_t least_rank, int64_t most_rank, int64_t elements) {
  for (;;) {
    Shape sizes;
    for (int64_t rank = number(least_rank, most_rank); rank > 0; --rank)
      sizes.push_back(chance(0.02) ? 0 : number(1, 4));
    if (cotangent::count_of(sizes) <= elements)
      return sizes;
  }
}

Shape Generator::permutation(int64_t rank) {
  Shape result = first_numbers(rank);
  for (int64_t at = rank; at > 1; --at)
    std::swap(result[static_cast<size_t>(at - 1)], result[static_cast<size_t>(number(0, at - 1))]);
  return result;
}

Shape Generator::subset(int64_t count, double probability) {
  Shape result;
  for (int64_t at = 0; at < count; ++at)
    if (chance(probability))
      result.push_back(at);
  return result;
}

// --- values ----------------------------------------------------------------------------------------------------------
Value Generator::any() {
  size_t count = values_.size() - first_;
  size_t back = static_cast<size_t>(number(0, chance(0.6) ? std::min<int64_t>(static_cast<int64_t>(count), 4) - 1
                                                          : static_cast<int64_t>(count) - 1));
  return values_[values_.size() - 1 - back];
}

Value Generator::any_real() {
  Value value = any();
  if (!is_complex(value))
    return value;
  double limit = bound(value);
  switch (number(0, 2)) {
  case 0:
    return note(build.real(value), limit);
  case 1:
    return note(build.imag(value), limit);
  default:
    return note(build.make<AbsOp>(build.real(value).getType(), value), limit);
  }
}

Value Generator::any_complex() {
  Value value = any();
  if (is_complex(value))
    return value;
  Value other = chance(0.3) ? constant(shape_of(value), false) : of(shape_of(value), false);
  return note(build.complex(value, other), std::hypot(bound(value), bound(other)));
}

Value Generator::of(Numbers shape, bool complex) {
  Values same;
  for (size_t at = first_; at < values_.size(); ++at)
    if (shape_of(values_[at]) == shape && is_complex(values_[at]) == complex)
      same.push_back(values_[at]);
  if (!same.empty() && chance(0.7))
    return same[same.size() - 1 - static_cast<size_t>(number(0, static_cast<int64_t>(same.size()) - 1))];
  if (chance(0.05))
    return constant(shape, complex);
  for (int tries = 0; tries < 4; ++tries)
    if (Value value = any(); is_complex(value) == complex)
      return fit(value, shape);
  if (complex) {
    Value real = fit(any_real(), shape), imaginary = fit(any_real(), shape);
    return note(build.complex(real, imaginary), std::hypot(bound(real), bound(imaginary)));
  }
  return fit(any_real(), shape);
}

Value Generator::fit(Value value, Numbers shape) {
  const int64_t have = cotangent::count_of(shape_of(value)), want = cotangent::count_of(shape);
  const double limit = bound(value);
  if (shape_of(value) == shape)
    return value;
  if (have == 0 || want == 0)
    return constant(shape, is_complex(value));
  if (have < want) { // repeat what stands in the same order
    Shape dimensions;
    for (auto [at, size] : llvm::enumerate(shape))
      if (dimensions.size() < static_cast<size_t>(rank_of(value)))
        if (int64_t next = shape_of(value)[dimensions.size()]; next == size || next == 1)
          dimensions.push_back(static_cast<int64_t>(at));
    if (dimensions.size() == static_cast<size_t>(rank_of(value)) && chance(0.8))
      return note(build.broadcast(value, dimensions, shape), limit);
  }
  Value flat = build.reshape(value, {have});
  if (have < want && chance(0.5)) {
    int64_t low = number(0, want - have);
    Value padding = build.scalar(element_of(value), real_number(-1, 1));
    flat = build.pad(flat, padding, {low}, {want - have - low}, {0});
  } else if (have < want)
    flat = build.concatenate(Values(static_cast<size_t>((want + have - 1) / have), flat), 0);
  int64_t now = shape_of(flat)[0];
  int64_t start = number(0, now - want);
  return note(build.reshape(build.slice_dimension(flat, 0, start, start + want), shape), std::max(limit, 1.0));
}

Value Generator::constant(Numbers shape, bool complex, double limit) {
  Type real = builder_.getF64Type();
  if (complex)
    return note(build.complex(constant(shape, false, limit), constant(shape, false, limit)), 1.5 * limit);
  if (chance(0.3))
    return note(build.splat(tensor(shape, real), std::round(real_number(-limit, limit) * 4) / 4), limit);
  SmallVector<double> numbers;
  for (int64_t left = cotangent::count_of(shape); left > 0; --left)
    numbers.push_back(std::round(real_number(-limit, limit) * 64) / 64);
  return note(build.make<stablehlo::ConstantOp>(DenseElementsAttr::get(tensor(shape, real), ArrayRef<double>(numbers))),
              limit);
}

Value Generator::index(Type element, int64_t size) {
  if (!counters_.empty() && chance(0.6)) {
    Value counter = build.convert(one_of(counters_), element);
    return chance(0.7) ? counter : build.subtract(counter, build.scalar(element, 1));
  }
  return indices({}, element, size);
}

Value Generator::indices(Numbers shape, Type element, int64_t size) {
  if (chance(0.4)) { // what the numbers say
    Value value = of(shape, false);
    Value scaled = build.scale(value, static_cast<double>(std::max<int64_t>(size, 1)) / std::max(bound(value), 0.5));
    return build.convert(build.unary<FloorOp>(chance(0.8) ? build.unary<AbsOp>(scaled) : scaled), element);
  }
  SmallVector<APInt> numbers;
  for (int64_t left = cotangent::count_of(shape); left > 0; --left)
    numbers.emplace_back(element.getIntOrFloatBitWidth(),
                         static_cast<uint64_t>(chance(0.15) ? number(-2, size + 2) : number(0, std::max<int64_t>(size - 1, 0))),
                         /*isSigned=*/false, /*implicitTrunc=*/true);
  return build.make<stablehlo::ConstantOp>(DenseElementsAttr::get(tensor(shape, element), numbers));
}

Value Generator::condition(Numbers shape) {
  static constexpr ComparisonDirection directions[] = {ComparisonDirection::GT, ComparisonDirection::LE,
                                                       ComparisonDirection::LT, ComparisonDirection::GE};
  Value left = of(shape, false);
  Value right = chance(0.5) ? constant(shape, false, bound(left) / 2) : of(shape, false);
  return build.compare(left, right, one_of(directions));
}

// --- bounds ----------------------------------------------------------------------------------------------------------
double Generator::bound(Value value) const {
  auto found = bounds_.find(value);
  if (found == bounds_.end())
    throw Error("internal", "a value of a random program has no bound");
  return found->second;
}

Value Generator::note(Value value, double bound) {
  auto [place, is_new] = bounds_.try_emplace(value, bound);
  if (!is_new)
    place->second = std::min(place->second, bound);
  return value;
}

Value Generator::bounded(Value value, double limit) {
  double now = bound(value);
  if (now <= limit)
    return value;
  if (!is_complex(value) && limit >= 1 && chance(0.5))
    return note(chance(0.5) ? build.analytic<SineOp>(value) : build.analytic<TanhOp>(value), 1);
  return note(build.scale(value, std::ldexp(1.0, static_cast<int>(std::floor(std::log2(limit / now))))), limit);
}

void Generator::add(Value value, double bound) {
  note(value, bound);
  values_.push_back(bound > 8 ? bounded(value, 3) : value);
}

bool Generator::is_known_since(Value value, size_t since) const {
  return llvm::is_contained(llvm::ArrayRef(values_).drop_front(since), value);
}

// --- operations ------------------------------------------------------------------------------------------------------
void Generator::in_scope(llvm::function_ref<void()> make) {
  size_t values = values_.size(), counters = counters_.size();
  ++depth_;
  make();
  --depth_;
  values_.truncate(values);
  counters_.truncate(counters);
}

void Generator::in_new_scope(llvm::function_ref<void()> make) {
  size_t first = std::exchange(first_, values_.size());
  Values counters = std::exchange(counters_, {});
  in_scope(make);
  first_ = first;
  counters_ = std::move(counters);
}

bool Generator::make_operation() {
  int64_t weights = 0;
  for (const Family &family : families_)
    weights += family.weight;
  int64_t at = number(0, weights - 1);
  for (const Family &family : families_)
    if ((at -= family.weight) < 0)
      return family.make(*this);
  return false;
}

void Generator::make_operations(int64_t count) {
  for (int tries = 0; count > 0 && tries < 40; ++tries)
    if (make_operation())
      --count;
}

func::FuncOp Generator::make_function() {
  SmallVector<Type> arguments;
  const bool with_complex = chance(0.25);
  for (int64_t left = number(1, 3); left > 0; --left) {
    Type real = builder_.getF64Type();
    arguments.push_back(
        tensor(shape(0, 3, 24), with_complex && chance(0.6) ? Type(ComplexType::get(real)) : real));
  }
  builder_.setInsertionPointToEnd(module.getBody());
  auto function = func::FuncOp::create(builder_, build.location, "f", builder_.getFunctionType(arguments, {}));
  builder_.setInsertionPointToEnd(function.addEntryBlock());
  for (Value argument : function.getArguments())
    add(argument, (is_complex(argument) ? std::sqrt(2.0) : 1.0) * argument_limit);
  make_operations(number(4, 15));
  Values results{values_.back()};
  if (chance(0.8))
    results.push_back(any());
  func::ReturnOp::create(builder_, build.location, results);
  function.setFunctionType(builder_.getFunctionType(arguments, ValueRange(results).getTypes()));
  return function;
}

} // namespace cotangent::random_programs
