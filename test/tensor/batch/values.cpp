// Every function of the files beside this one, made for many examples, computes what a loop over the examples computes.
// Directives stand on comment lines above a function:
//   domain: [0, 3] [-2, 2]   where arguments are drawn from, in order; the last repeats; default [-2, 2]
//   refused: text            batching throws an Error whose message has the text
//   random                   results are drawn: only types are compared
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "cotangent/error.h"
#include "tensor/batch/batch.h"
#include "tensor/batch/rule.h"
#include "tensor/interpret/evaluator.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <cmath>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <regex>
#include <set>
#include <sstream>

using namespace cotangent;

namespace {

struct Directives {
  std::vector<std::pair<double, double>> domains;
  std::string refused;
  bool random = false;

  std::pair<double, double> domain(size_t at) const {
    return domains.empty() ? std::pair(-2.0, 2.0) : domains[std::min(at, domains.size() - 1)];
  }
};

struct File {
  std::string name, text;
  std::map<std::string, Directives> directives; // by function
};

void read_directive(const std::string &line, Directives &directives) {
  static const std::regex interval(R"(\[([^,]+), ([^\]]+)\])");
  if (line.starts_with("// domain:"))
    for (std::sregex_iterator match(line.begin(), line.end(), interval), end; match != end; ++match)
      directives.domains.push_back({std::stod((*match)[1]), std::stod((*match)[2])});
  else if (line.starts_with("// refused: "))
    directives.refused = line.substr(12);
  else if (line == "// random")
    directives.random = true;
}

File read_file(const std::filesystem::path &path) {
  static const std::regex function("func.func @([a-z_0-9]+)");
  File file{path.filename().string(), "", {}};
  std::ifstream stream(path);
  Directives pending;
  for (std::string line; std::getline(stream, line);) {
    file.text += line + "\n";
    std::smatch match;
    if (line.starts_with("//"))
      read_directive(line, pending);
    else if (std::regex_search(line, match, function))
      file.directives[match[1]] = std::exchange(pending, {});
  }
  return file;
}

std::vector<File> all_files() {
  std::vector<File> files;
  for (const auto &entry : std::filesystem::directory_iterator(PROGRAMS))
    if (entry.path().extension() == ".mlir")
      files.push_back(read_file(entry.path()));
  std::sort(files.begin(), files.end(), [](const File &left, const File &right) { return left.name < right.name; });
  return files;
}

// --- arrays ----------------------------------------------------------------------------------------------------------
Array random_array(mlir::Type type, std::pair<double, double> domain, std::mt19937 &random) {
  interpret::TensorFacts facts = interpret::facts_of(type);
  Array array(facts.type, facts.shape);
  std::uniform_real_distribution<double> real(domain.first, domain.second);
  std::uniform_int_distribution<int64_t> integer(static_cast<int64_t>(domain.first),
                                                 static_cast<int64_t>(domain.second));
  for (int64_t at = 0; at < array.count(); ++at)
    array.set(at, is_complex(facts.type) ? Element::of_complex(facts.type, {real(random), real(random)})
                  : is_float(facts.type) ? Element::of_float(facts.type, real(random))
                  : facts.type == ElementType::Bool
                      ? Element::of_integer(facts.type, static_cast<int64_t>(random() % 2))
                      : Element::of_integer(facts.type, integer(random)));
  return array;
}

Array joined(const std::vector<Array> &examples, mlir::Type type) {
  interpret::TensorFacts facts = interpret::facts_of(type);
  facts.shape.insert(facts.shape.begin(), static_cast<int64_t>(examples.size()));
  Array array(facts.type, facts.shape);
  int64_t next = 0;
  for (const Array &example : examples)
    for (int64_t at = 0; at < example.count(); ++at)
      array.set(next++, example.get(at));
  return array;
}

bool same_number(double first, double second) {
  return (std::isnan(first) && std::isnan(second)) || (first == second && std::signbit(first) == std::signbit(second));
}
bool same(const Element &left, const Element &right) {
  if (is_complex(left.type()))
    return same_number(left.as_complex().real(), right.as_complex().real()) &&
           same_number(left.as_complex().imag(), right.as_complex().imag());
  return is_float(left.type()) ? same_number(left.as_float(), right.as_float())
                               : left.as_integer() == right.as_integer();
}

/// The example stands at its place in the array of all.
bool is_example(const Array &all, const Array &example, int64_t lane) {
  if (all.type() != example.type() || Shape(all.shape().begin() + 1, all.shape().end()) != example.shape())
    return false;
  for (int64_t at = 0; at < example.count(); ++at)
    if (!same(all.get(lane * example.count() + at), example.get(at)))
      return false;
  return true;
}

// --- comparison ------------------------------------------------------------------------------------------------------
/// Batches some arguments and compares with a loop.
void compare(mlir::ModuleOp module, mlir::func::FuncOp function, const Directives &directives,
             const std::vector<bool> &batched, int64_t size) {
  std::mt19937 random(static_cast<unsigned>(size));
  llvm::SmallVector<bool> flags(batched.begin(), batched.end());
  mlir::func::FuncOp many = batch::batch_function(function, "many", flags, size);
  INFO("for ", size, " examples");
  REQUIRE(mlir::succeeded(mlir::verify(module)));
  interpret::Values inputs;
  std::vector<interpret::Values> by_example(static_cast<size_t>(size));
  for (unsigned at = 0; at < batched.size(); ++at) {
    mlir::Type type = function.getArgumentTypes()[at];
    std::vector<Array> examples;
    for (int64_t lane = 0; lane < (batched[at] ? size : 1); ++lane)
      examples.push_back(random_array(type, directives.domain(at), random));
    for (size_t lane = 0; lane < by_example.size(); ++lane)
      by_example[lane].push_back(examples[batched[at] ? lane : 0]);
    inputs.push_back(batched[at] ? joined(examples, type) : examples[0]);
  }
  interpret::Values results = interpret::Evaluator(module).call(many, inputs);
  REQUIRE(results.size() == function.getNumResults());
  for (const interpret::Value &result : results)
    CHECK(result.array.shape().front() == size);
  for (size_t lane = 0; lane < by_example.size() && !directives.random; ++lane) {
    interpret::Values expected = interpret::Evaluator(module).call(function, by_example[lane]);
    for (size_t at = 0; at < expected.size(); ++at) {
      INFO("example ", lane, ", result ", at);
      CHECK(is_example(results[at].array, expected[at].array, static_cast<int64_t>(lane)));
    }
  }
  many.erase();
}

void compare_all(mlir::ModuleOp module, mlir::func::FuncOp function, const Directives &directives) {
  const size_t count = function.getNumArguments();
  std::vector<bool> all(count, true);
  if (!directives.refused.empty()) {
    std::string message;
    try {
      batch::batch_function(function, "many", llvm::SmallVector<bool>(all.begin(), all.end()), 3);
    } catch (const Error &error) {
      message = error.what();
    }
    INFO("the message is: ", message);
    CHECK(message.find(directives.refused) != std::string::npos);
    return;
  }
  for (int64_t size : {3, 1, 0})
    compare(module, function, directives, all, size);
  for (size_t at = 0; count > 1 && at < count; ++at) {
    INFO("argument ", at, " alone");
    std::vector<bool> one(count, false);
    one[at] = true;
    compare(module, function, directives, one, 3);
  }
  if (count > 2)
    for (size_t at = 0; at < count; ++at) {
      INFO("all but argument ", at);
      std::vector<bool> others(count, true);
      others[at] = false;
      compare(module, function, directives, others, 2);
    }
}

struct Context {
  mlir::DialectRegistry registry;
  std::unique_ptr<mlir::MLIRContext> context;
  Context() {
    ir::register_dialects(registry);
    context = std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
  }
  mlir::OwningOpRef<mlir::ModuleOp> parse(const std::string &text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
    REQUIRE(module);
    return module;
  }
};

} // namespace

TEST_CASE("many examples at once are the examples one by one") {
  Context context;
  for (const File &file : all_files()) {
    INFO(file.name);
    auto module = context.parse(file.text);
    for (mlir::func::FuncOp function : llvm::to_vector(module->getOps<mlir::func::FuncOp>())) {
      if (!function.isPublic())
        continue;
      INFO("@", function.getName().str());
      try {
        compare_all(*module, function, file.directives.at(function.getName().str()));
      } catch (const Error &error) {
        FAIL_CHECK(std::string(error.what()));
      }
    }
  }
}

TEST_CASE("every operation has a rule or a reason, and every rule a program") {
  Context context;
  std::set<std::string> shown;
  for (const File &file : all_files())
    context.parse(file.text)->walk(
        [&](mlir::Operation *operation) { shown.insert(operation->getName().getStringRef().str()); });
  for (mlir::RegisteredOperationName operation : context.context->getRegisteredOperations()) {
    const std::string dialect = operation.getDialectNamespace().str(), name = operation.getStringRef().str();
    if (dialect != "stablehlo" && dialect != "chlo" && dialect != "check" && dialect != "interpreter" &&
        name != "func.call")
      continue;
    INFO(name);
    const batch::Rule *rule = batch::find_rule(name);
    REQUIRE(rule);
    CHECK((rule->apply != nullptr) == rule->reason.empty());
    if (rule->apply)
      CHECK(shown.count(name) == 1);
  }
}

TEST_CASE("in place: operations of a block, the batch along any dimension") {
  Context context;
  auto module = context.parse(R"(
    func.func @f(%x: tensor<2x4xf32>, %y: tensor<2xf32>) -> tensor<2x4xf32> {
      return %x : tensor<2x4xf32>
    })");
  auto function = module->lookupSymbol<mlir::func::FuncOp>("f");
  mlir::Block &body = function.getBody().front();
  mlir::OpBuilder builder(body.getTerminator());
  Build build(builder, function.getLoc());
  // One column at a time: sin(column) * y, and a value that does not depend on the column.
  auto one = build.make_operation<mlir::UnrealizedConversionCastOp>(body.getArgument(1).getType(), mlir::ValueRange{});
  mlir::Value sine = build.analytic<stablehlo::SineOp>(one.getResult(0));
  mlir::Value alone = build.add(body.getArgument(1), body.getArgument(1));
  mlir::Value product = build.multiply(sine, body.getArgument(1));
  batch::Argument argument{one.getResult(0), body.getArgument(0), 1};
  Values results = batch::batch_operations(builder, std::next(one->getIterator()), body.getTerminator()->getIterator(),
                                           {argument}, {product, alone}, 4);
  CHECK(one->use_empty());
  one->erase();
  CHECK(shape_of(results[0]) == Numbers({4, 2}));
  CHECK(shape_of(results[1]) == Numbers({4, 2}));
  CHECK(mlir::succeeded(mlir::verify(*module)));
  body.getTerminator()->setOperand(0, build.transpose(results[0], {1, 0}));
  CHECK(mlir::succeeded(mlir::verify(*module)));
  std::mt19937 random(1);
  interpret::Values inputs{random_array(function.getArgumentTypes()[0], {-2, 2}, random),
                           random_array(function.getArgumentTypes()[1], {-2, 2}, random)};
  Array result = interpret::Evaluator(*module).call(function, inputs)[0].array;
  for (int64_t at = 0; at < result.count(); ++at)
    CHECK(result.get(at).as_float() ==
          doctest::Approx(std::sin(inputs[0].array.get(at).as_float()) * inputs[1].array.get(at / 4).as_float()));
}

TEST_CASE("batches of batches") {
  Context context;
  auto module = context.parse(R"(
    func.func @f(%x: tensor<3xf32>, %i: tensor<i32>) -> tensor<2xf32> {
      %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<3xf32>, tensor<i32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    })");
  auto function = module->lookupSymbol<mlir::func::FuncOp>("f");
  auto once = batch::batch_function(function, "once", {true, false}, 4);
  auto twice = batch::batch_function(once, "twice", {false, true}, 5);
  CHECK(mlir::succeeded(mlir::verify(*module)));
  std::mt19937 random(1);
  interpret::Values inputs{random_array(once.getArgumentTypes()[0], {-2, 2}, random),
                           random_array(twice.getArgumentTypes()[1], {-1, 3}, random)};
  Array result = interpret::Evaluator(*module).call(twice, inputs)[0].array;
  CHECK(result.shape() == Shape{5, 4, 2});
  for (int64_t i = 0; i < 5; ++i)
    for (int64_t x = 0; x < 4; ++x)
      for (int64_t at = 0; at < 2; ++at) {
        const int64_t start = std::clamp<int64_t>(inputs[1].array.get(i).as_integer(), 0, 1);
        CHECK(same(result.get((i * 4 + x) * 2 + at), inputs[0].array.get(x * 3 + start + at)));
      }
}

TEST_CASE("what cannot be is said") {
  Context context;
  auto module = context.parse(R"(
    func.func @unknown(%x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = stablehlo.sine %x : tensor<?xf32>
      return %0 : tensor<?xf32>
    })");
  auto function = module->lookupSymbol<mlir::func::FuncOp>("unknown");
  CHECK_THROWS_WITH_AS(batch::batch_function(function, "many", {true}, 2),
                       doctest::Contains("dimensions that are known"), Error);
  CHECK_THROWS_WITH_AS(batch::batch_function(function, "many", {}, 2), doctest::Contains("1 arguments"), Error);
  CHECK(llvm::hasSingleElement(module->getOps<mlir::func::FuncOp>()));
}
