// Random loops, branches and calls around more random operations.
#include "generator.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::random_programs {

namespace {

constexpr int deepest = 2;

/// Values of the types for the end of a body, no larger than the bounds.
Values finish(Generator &make, TypeRange types, ArrayRef<double> bounds) {
  Values results;
  for (auto [type, bound] : llvm::zip(types, bounds))
    results.push_back(make.bounded(make.of(ranked(type).getShape(), isa<ComplexType>(ranked(type).getElementType())), bound));
  return results;
}

// --- loops -------------------------------------------------------------------------------------------------------------
enum class Stop { AfterSteps, AtLimitOfValue, WhenLarge };

struct Loop {
  Values starts;
  SmallVector<double> bounds;
  size_t counter = 0; // place among what is carried
  int64_t first = 0, step = 1, steps = 0;
  Stop stop = Stop::AfterSteps;
  Value limit; // of a count that is not constant

  int64_t last() const { return first + step * steps; }
};

Loop random_loop(Generator &make) {
  Loop loop;
  loop.steps = make.chance(0.1) ? 0 : make.number(1, 4);
  loop.step = make.one_of(Numbers({1, 1, 1, 1, 2, -1}));
  loop.first = loop.step < 0 ? loop.steps - 1 : make.chance(0.8) ? 0 : make.number(1, 2);
  for (int64_t left = make.number(1, 3); left > 0; --left) {
    Value start = make.any();
    if (make.chance(0.2))
      start = make.constant(make.chance(0.5) ? Numbers(make.shape(0, 2, 16)) : shape_of(start), is_complex(start));
    loop.starts.push_back(start);
    loop.bounds.push_back(std::max(make.bound(start), 1.0));
  }
  loop.counter = static_cast<size_t>(make.number(0, static_cast<int64_t>(loop.starts.size())));
  Type element = make.index_element();
  loop.starts.insert(loop.starts.begin() + static_cast<int64_t>(loop.counter),
                     make.build.scalar(element, static_cast<double>(loop.first)));
  loop.bounds.insert(loop.bounds.begin() + static_cast<int64_t>(loop.counter), 0);
  loop.stop = make.one_of(std::array{Stop::AfterSteps, Stop::AfterSteps, Stop::AtLimitOfValue, Stop::WhenLarge});
  if (loop.stop == Stop::AtLimitOfValue) {
    loop.step = 1;
    loop.first = 0;
    loop.starts[loop.counter] = make.build.scalar(element, 0);
    Value size = make.bounded(make.scalar(), 4);
    loop.limit = make.build.convert(make.build.unary<CeilOp>(make.build.unary<AbsOp>(size)), element);
  }
  return loop;
}

/// Whether to go on, from what is carried.
Value goes_on(Generator &make, const Loop &loop, ValueRange carried) {
  Build &build = make.build;
  Value counter = carried[loop.counter];
  if (loop.stop == Stop::AtLimitOfValue)
    return make.chance(0.5) ? build.compare(counter, loop.limit, ComparisonDirection::LT)
                            : build.compare(loop.limit, counter, ComparisonDirection::GT);
  Value last = build.scalar(element_of(counter), static_cast<double>(loop.last()));
  Value before = build.compare(counter, last, make.chance(0.3)    ? ComparisonDirection::NE
                                              : loop.step > 0 ? ComparisonDirection::LT
                                                              : ComparisonDirection::GT);
  if (loop.stop == Stop::AfterSteps)
    return before;
  for (Value value : carried)
    if (is_differentiable(value) && cotangent::count_of(shape_of(value)) > 0) {
      Value number = make.fit(is_complex(value) ? make.note(build.real(value), 4) : value, {});
      Value small = build.compare(number, make.constant({}, false, 1.5), ComparisonDirection::LT);
      return build.make<AndOp>(small.getType(), small, before);
    }
  return before;
}

/// Rows of what is carried are read and written at the counter.
void use_rows(Generator &make, const Loop &loop, MutableArrayRef<Value> carried, Value counter) {
  Build &build = make.build;
  for (auto [at, value] : llvm::enumerate(carried)) {
    if (at == loop.counter || rank_of(value) == 0 || make.chance(0.4))
      continue;
    Type element = element_of(counter);
    auto starts = [&](Value row) {
      Values result(static_cast<size_t>(rank_of(value)), build.scalar(element, 0));
      result[0] = row;
      return result;
    };
    Shape row(shape_of(value));
    row[0] = std::min<int64_t>(row[0], 1);
    auto place = [&]() -> Value {
      if (make.chance(0.5))
        return counter;
      if (make.chance(0.5))
        return build.subtract(counter, build.scalar(element, 1));
      return build.scalar(element, static_cast<double>(shape_of(value)[0] - 1));
    };
    Value read = build.make<DynamicSliceOp>(with_shape(ranked(value.getType()), row), value, starts(place()), row);
    make.add(read, loop.bounds[at]);
    make.make_operations(make.number(0, 2));
    if (make.chance(0.7)) {
      Value update = make.bounded(make.of(row, is_complex(value)), loop.bounds[at]);
      value = build.make<DynamicUpdateSliceOp>(value.getType(), value, update,
                                               starts(make.chance(0.8) ? counter : place()));
      make.note(value, loop.bounds[at]);
      if (make.chance(0.5))
        make.add(value, loop.bounds[at]);
    } else
      value = {};
  }
}

Values loop_body(Generator &make, const Loop &loop, ValueRange carried) {
  Values results(loop.starts.size());
  make.in_scope([&] {
    Value counter = carried[loop.counter];
    make.add_counter(counter);
    for (auto [at, value] : llvm::enumerate(carried))
      if (at != loop.counter)
        make.add(value, loop.bounds[at]);
    Values rows(carried);
    use_rows(make, loop, rows, counter);
    make.make_operations(make.number(1, 4));
    for (auto [at, value] : llvm::enumerate(carried)) {
      if (at == loop.counter)
        results[at] = make.build.add(value, make.build.scalar(element_of(value), static_cast<double>(loop.step)));
      else if (rows[at] && rows[at] != value)
        results[at] = rows[at];
      else if (make.chance(0.1))
        results[at] = value; // goes through as it is
      else
        results[at] = finish(make, value.getType(), loop.bounds[at]).front();
    }
  });
  return results;
}

bool while_loop(Generator &make) {
  if (make.depth() >= deepest)
    return false;
  Loop loop = random_loop(make);
  ResultRange results = make.build.while_loop(
      loop.starts, [&](Build &, ValueRange carried) {
        for (auto [at, value] : llvm::enumerate(carried))
          make.note(value, loop.bounds[at]);
        return goes_on(make, loop, carried);
      },
      [&](Build &, ValueRange carried) { return loop_body(make, loop, carried); });
  bool used = false;
  for (auto [at, result] : llvm::enumerate(results))
    if (at != loop.counter && (!used || make.chance(0.7))) {
      make.add(result, loop.bounds[at]);
      used = true;
    }
  return true;
}

// --- branches ----------------------------------------------------------------------------------------------------------
struct Outcome {
  SmallVector<Type> types;
  SmallVector<double> bounds;
};

Outcome random_outcome(Generator &make) {
  Outcome outcome;
  for (int64_t left = make.number(1, 2); left > 0; --left) {
    Value like = make.any();
    outcome.types.push_back(like.getType());
    outcome.bounds.push_back(std::max(make.bound(like), 1.0));
  }
  return outcome;
}

Values branch(Generator &make, const Outcome &outcome) {
  Values results;
  make.in_scope([&] {
    make.make_operations(make.number(0, 4));
    results = finish(make, outcome.types, outcome.bounds);
  });
  return results;
}

void add_results(Generator &make, ValueRange results, const Outcome &outcome) {
  for (auto [result, bound] : llvm::zip(results, outcome.bounds))
    if (results.size() == 1 || make.chance(0.8))
      make.add(result, bound);
}

bool if_else(Generator &make) {
  if (make.depth() >= deepest)
    return false;
  Outcome outcome = random_outcome(make);
  Value condition = make.condition({});
  add_results(make,
              make.build.if_else(
                  condition, outcome.types, [&](Build &) { return branch(make, outcome); },
                  [&](Build &) { return branch(make, outcome); }),
              outcome);
  return true;
}

bool case_of(Generator &make) {
  if (make.depth() >= deepest)
    return false;
  Outcome outcome = random_outcome(make);
  const int64_t branches = make.number(1, 3);
  Value index = make.index(make.build.builder.getI32Type(), branches);
  auto operation = make.build.make_operation<CaseOp>(outcome.types, index, static_cast<unsigned>(branches));
  for (Region &region : operation.getBranches())
    make.build.fill(region, {}, [&](Build &, ValueRange) { return branch(make, outcome); });
  add_results(make, operation->getResults(), outcome);
  return true;
}

// --- calls -------------------------------------------------------------------------------------------------------------
bool call(Generator &make) {
  if (make.depth() >= deepest)
    return false;
  OpBuilder &builder = make.build.builder;
  Values operands;
  SmallVector<double> bounds;
  for (int64_t left = make.number(1, 2); left > 0; --left) {
    operands.push_back(make.any());
    bounds.push_back(make.bound(operands.back()));
  }
  func::FuncOp function;
  Outcome outcome;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(make.module.getBody());
    function = func::FuncOp::create(builder, make.build.location, make.new_name(),
                                    builder.getFunctionType(ValueRange(operands).getTypes(), {}));
    function.setPrivate();
    builder.setInsertionPointToEnd(function.addEntryBlock());
    make.in_new_scope([&] {
      for (auto [argument, bound] : llvm::zip(function.getArguments(), bounds))
        make.add(argument, bound);
      make.make_operations(make.number(1, 4));
      outcome = random_outcome(make);
      Values results = finish(make, outcome.types, outcome.bounds);
      func::ReturnOp::create(builder, make.build.location, results);
    });
    function.setFunctionType(builder.getFunctionType(ValueRange(operands).getTypes(), outcome.types));
  }
  for (int64_t left = make.chance(0.3) ? 2 : 1; left > 0; --left) {
    auto operation = func::CallOp::create(builder, make.build.location, function, operands);
    add_results(make, operation.getResults(), outcome);
    for (auto [operand, bound] : llvm::zip(operands, bounds))
      operand = make.bounded(make.like(operand), bound);
  }
  return true;
}

} // namespace

llvm::ArrayRef<Family> control_families() {
  static const Family families[] = {
      {"while", 6, while_loop}, {"if", 3, if_else}, {"case", 2, case_of}, {"call", 2, call},
  };
  return families;
}

} // namespace cotangent::random_programs
