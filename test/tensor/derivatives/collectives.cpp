// Derivatives of programs of several processes: forward against central differences, reverse against forward by inner
// products, both over all processes together.
#include "cotangent/error.h"
#include "tensor/differentiate/differentiate.h"
#include "tensor/interpret/evaluator.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <cmath>
#include <doctest/doctest.h>
#include <random>

using namespace cotangent;

namespace {

constexpr unsigned processes = 4;
using Numbers64 = std::vector<double>; // of one process

/// A program of one argument and one result, both tensors of f64.
struct Program {
  const char *name, *argument, *result, *operation;
};

const Program programs[] = {
    {"all_reduce by add", "2x3", "2x3", R"("stablehlo.all_reduce"(%x) ({
        ^bb0(%a: tensor<f64>, %b: tensor<f64>):
          %s = stablehlo.add %a, %b : tensor<f64>
          stablehlo.return %s : tensor<f64>
      }) {replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>})"},
    {"all_reduce by maximum", "2x3", "2x3", R"("stablehlo.all_reduce"(%x) ({
        ^bb0(%a: tensor<f64>, %b: tensor<f64>):
          %s = stablehlo.maximum %b, %a : tensor<f64>
          stablehlo.return %s : tensor<f64>
      }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>})"},
    {"reduce_scatter", "2x4", "2x2", R"("stablehlo.reduce_scatter"(%x) ({
        ^bb0(%a: tensor<f64>, %b: tensor<f64>):
          %s = stablehlo.add %a, %b : tensor<f64>
          stablehlo.return %s : tensor<f64>
      }) {scatter_dimension = 1 : i64, replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>})"},
    {"all_gather", "2x1", "2x4",
     R"("stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[2, 0, 1, 3]]> : tensor<1x4xi64>})"},
    {"all_to_all", "4x1", "2x2", R"("stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64,
        split_count = 2 : i64, replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>})"},
    {"collective_permute", "3", "3",
     R"("stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 3], [3, 0]]> : tensor<3x2xi64>})"},
    {"collective_broadcast", "3", "3",
     R"("stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>})"},
    {"collective_reduce", "3", "3", R"("stablehlo.collective_reduce"(%x) ({
        ^bb0(%a: tensor<f64>, %b: tensor<f64>):
          %s = stablehlo.add %a, %b : tensor<f64>
          stablehlo.return %s : tensor<f64>
      }) {replica_groups = dense<[[1, 3], [2, 0]]> : tensor<2x2xi64>})"},
    {"cross-replica-sum", "3", "3",
     R"("stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>})"},
};

std::string tensor(const char *shape) { return "tensor<" + std::string(shape) + "xf64>"; }

/// sin, the operation, and the square of what it gives.
std::string text_of(const Program &program) {
  const std::string from = tensor(program.argument), to = tensor(program.result);
  return "func.func @f(%v: " + from + ") -> " + to + " {\n  %x = stablehlo.sine %v : " + from +
         "\n  %y = " + program.operation + " : (" + from + ") -> " + to + "\n  %z = stablehlo.multiply %y, %y : " + to +
         "\n  return %z : " + to + "\n}";
}

class Processes {
public:
  explicit Processes(const std::string &text) {
    ir::register_dialects(registry_);
    context_ = std::make_unique<mlir::MLIRContext>(registry_, mlir::MLIRContext::Threading::DISABLED);
    context_->loadAllAvailableDialects();
    module_ = mlir::parseSourceString<mlir::ModuleOp>(text, context_.get());
    REQUIRE(module_);
  }

  mlir::func::FuncOp function() { return module_->lookupSymbol<mlir::func::FuncOp>("f"); }

  void differentiate(differentiate::Mode mode) {
    differentiate::DerivativeRequest request;
    request.mode = mode;
    differentiate::differentiate(function(), request);
    REQUIRE(mlir::succeeded(mlir::verify(*module_)));
  }

  /// Runs a process for each entry; gives the last result of each.
  std::vector<Numbers64> run(const std::vector<std::vector<Numbers64>> &arguments) {
    mlir::OpBuilder builder(context_.get());
    builder.setInsertionPointToEnd(module_->getBody());
    mlir::FunctionType one = function().getFunctionType();
    llvm::SmallVector<mlir::Type> inputs, outputs;
    llvm::SmallVector<mlir::Attribute> rows;
    for (unsigned process = 0; process < processes; ++process) {
      llvm::append_range(inputs, one.getInputs());
      llvm::append_range(outputs, one.getResults());
      rows.push_back(builder.getArrayAttr({mlir::FlatSymbolRefAttr::get(context_.get(), "f")}));
    }
    mlir::Location location = builder.getUnknownLoc();
    auto main = mlir::func::FuncOp::create(builder, location, "main", builder.getFunctionType(inputs, outputs));
    builder.setInsertionPointToEnd(main.addEntryBlock());
    auto parallel = interpreter::RunParallelOp::create(builder, location, outputs, main.getArguments(), nullptr,
                                                       builder.getArrayAttr(rows));
    mlir::func::ReturnOp::create(builder, location, parallel.getResults());
    interpret::Values values;
    for (const std::vector<Numbers64> &process : arguments)
      for (auto [numbers, type] : llvm::zip_equal(process, one.getInputs())) {
        Array array(ElementType::F64, interpret::facts_of(type).shape);
        for (int64_t at = 0; at < array.count(); ++at)
          array.set(at, Element::of_float(ElementType::F64, numbers[static_cast<size_t>(at)]));
        values.push_back(array);
      }
    interpret::Values all = interpret::Evaluator(*module_).call(main, values);
    main.erase();
    std::vector<Numbers64> results;
    for (unsigned process = 1; process <= processes; ++process) {
      const Array &array = all[process * one.getNumResults() - 1].array;
      Numbers64 &numbers = results.emplace_back();
      for (int64_t at = 0; at < array.count(); ++at)
        numbers.push_back(array.get(at).as_float());
    }
    return results;
  }

private:
  mlir::DialectRegistry registry_;
  std::unique_ptr<mlir::MLIRContext> context_;
  mlir::OwningOpRef<mlir::ModuleOp> module_;
};

std::vector<Numbers64> random_numbers(const char *shape, std::mt19937 &random) {
  int64_t count = 1;
  for (const char *at = shape; *at; ++at)
    if (*at != 'x')
      count *= *at - '0';
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<Numbers64> result(processes, Numbers64(static_cast<size_t>(count)));
  for (Numbers64 &numbers : result)
    for (double &to : numbers)
      to = number(random);
  return result;
}

std::vector<std::vector<Numbers64>> together(const std::vector<Numbers64> &first,
                                             const std::vector<Numbers64> &second) {
  std::vector<std::vector<Numbers64>> result;
  for (size_t at = 0; at < first.size(); ++at)
    result.push_back({first[at], second[at]});
  return result;
}

double inner_product(const std::vector<Numbers64> &first, const std::vector<Numbers64> &second) {
  double sum = 0;
  for (size_t process = 0; process < first.size(); ++process)
    for (auto [left, right] : llvm::zip_equal(first[process], second[process]))
      sum += left * right;
  return sum;
}

} // namespace

TEST_CASE("forward against differences, reverse against forward") {
  std::mt19937 random(1);
  for (const Program &program : programs) {
    INFO(program.name);
    const std::string text = text_of(program);
    Processes plain(text), forward(text), reverse(text);
    forward.differentiate(differentiate::Mode::Forward);
    reverse.differentiate(differentiate::Mode::Reverse);
    const std::vector<Numbers64> x = random_numbers(program.argument, random),
                                 direction = random_numbers(program.argument, random),
                                 cotangent = random_numbers(program.result, random);
    const std::vector<Numbers64> tangent = forward.run(together(x, direction));
    constexpr double step = 1e-6;
    auto moved = [&](double by) {
      std::vector<std::vector<Numbers64>> arguments;
      for (size_t process = 0; process < processes; ++process) {
        arguments.push_back({x[process]});
        for (size_t at = 0; at < x[process].size(); ++at)
          arguments[process][0][at] += by * direction[process][at];
      }
      return plain.run(arguments);
    };
    const std::vector<Numbers64> above = moved(step), below = moved(-step);
    for (size_t process = 0; process < processes; ++process)
      for (size_t at = 0; at < tangent[process].size(); ++at)
        CHECK((above[process][at] - below[process][at]) / (2 * step) ==
              doctest::Approx(tangent[process][at]).epsilon(1e-6));
    const std::vector<Numbers64> gradient = reverse.run(together(x, cotangent));
    CHECK(inner_product(cotangent, tangent) == doctest::Approx(inner_product(gradient, direction)).epsilon(1e-12));
  }
}

TEST_CASE("processes with the same largest number share equally") {
  Processes reverse(text_of(programs[1]));
  reverse.differentiate(differentiate::Mode::Reverse);
  const Numbers64 small(6, 0.25), large(6, 0.5), ones(6, 1);
  const std::vector<Numbers64> gradient =
      reverse.run(together({large, small, large, small}, std::vector<Numbers64>(processes, ones)));
  // Each of the four results is sin(x)^2; two processes share.
  const double whole = 4 * 2 * std::sin(0.5) * std::cos(0.5);
  for (size_t process = 0; process < processes; ++process)
    for (double number : gradient[process])
      CHECK(number == doctest::Approx(process % 2 ? 0 : whole / 2));
}

TEST_CASE("what has no derivative across processes is refused") {
  Processes product(R"(
    func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> {
      %0 = "stablehlo.all_reduce"(%x) ({
      ^bb0(%a: tensor<f64>, %b: tensor<f64>):
        %s = stablehlo.multiply %a, %b : tensor<f64>
        stablehlo.return %s : tensor<f64>
      }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf64>) -> tensor<2xf64>
      return %0 : tensor<2xf64>
    })");
  CHECK_THROWS_WITH_AS(product.differentiate(differentiate::Mode::Reverse), doctest::Contains("use all_gather"), Error);
}
