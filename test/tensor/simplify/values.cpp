// Every program in the files beside this one computes the same before and after, bit for bit.
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "cotangent/error.h"
#include "tensor/interpret/evaluator.h"
#include "tensor/simplify/simplify.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <regex>
#include <set>
#include <sstream>

using namespace cotangent;

namespace {

struct Part {
  std::string name, text;
  std::vector<std::string> rewrites;
};

std::vector<std::string> words_of(const std::string &text) {
  static const std::regex word("[a-z_0-9]+");
  return {std::sregex_token_iterator(text.begin(), text.end(), word), std::sregex_token_iterator()};
}

std::vector<Part> parts_of(const std::filesystem::path &path) {
  std::ifstream file(path);
  std::stringstream content;
  content << file.rdbuf();
  std::string text = content.str();
  static const std::regex separator("// -----\n"), rewrite("// rewrite: ([^\n]*)");
  std::vector<Part> parts;
  for (std::sregex_token_iterator part(text.begin(), text.end(), separator, -1), end; part != end; ++part) {
    parts.push_back({path.filename().string() + " part " + std::to_string(parts.size() + 1), *part, {}});
    std::smatch match;
    if (std::regex_search(parts.back().text, match, rewrite))
      parts.back().rewrites = words_of(match[1]);
  }
  return parts;
}

std::vector<Part> all_parts() {
  std::vector<std::filesystem::path> paths;
  for (const auto &entry : std::filesystem::directory_iterator(PROGRAMS))
    if (entry.path().extension() == ".mlir")
      paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<Part> parts;
  for (const auto &path : paths)
    for (Part &part : parts_of(path))
      parts.push_back(std::move(part));
  return parts;
}

// --- inputs ----------------------------------------------------------------------------------------------------------
double random_number(std::mt19937 &random) {
  static const double special[] = {0.0, -0.0, 1.0, -1.0, 3.5, INFINITY, -INFINITY, NAN, 1e-42, -3e38};
  if (random() % 2)
    return special[random() % std::size(special)];
  return std::uniform_real_distribution<double>(-4, 4)(random);
}

Element random_element(ElementType type, std::mt19937 &random) {
  if (is_complex(type))
    return Element::of_complex(type, {random_number(random), random_number(random)});
  if (is_float(type))
    return Element::of_float(type, random_number(random));
  if (type != ElementType::Bool && random() % 4 == 0)
    return random() % 2 ? Element::lowest(type) : Element::highest(type);
  return Element::of_integer(type, static_cast<int64_t>(random() % 8) - 2);
}

interpret::Values random_inputs(mlir::func::FuncOp function, unsigned seed) {
  std::mt19937 random(seed);
  interpret::Values inputs;
  for (mlir::Type type : function.getArgumentTypes()) {
    interpret::TensorFacts facts = interpret::facts_of(type);
    Array array(facts.type, facts.shape);
    for (int64_t at = 0; at < array.count(); ++at)
      array.set(at, random_element(facts.type, random));
    inputs.push_back(array);
  }
  return inputs;
}

// --- comparison ------------------------------------------------------------------------------------------------------
bool same_number(double first, double second) {
  return (std::isnan(first) && std::isnan(second)) || (first == second && std::signbit(first) == std::signbit(second));
}

bool same_bits(const Array &first, const Array &second) {
  if (first.type() != second.type() || first.shape() != second.shape())
    return false;
  for (int64_t at = 0; at < first.count(); ++at) {
    Element left = first.get(at), right = second.get(at);
    bool same = is_complex(left.type()) ? same_number(left.as_complex().real(), right.as_complex().real()) &&
                                              same_number(left.as_complex().imag(), right.as_complex().imag())
                : is_float(left.type()) ? same_number(left.as_float(), right.as_float())
                                        : left.as_integer() == right.as_integer();
    if (!same)
      return false;
  }
  return true;
}

/// Runs every public function of both modules on the same inputs. Returns how many runs were compared.
int compare(mlir::ModuleOp before, mlir::ModuleOp after) {
  int compared = 0;
  for (auto function : before.getOps<mlir::func::FuncOp>()) {
    if (!function.isPublic())
      continue;
    auto rewritten = after.lookupSymbol<mlir::func::FuncOp>(function.getName());
    REQUIRE(rewritten);
    unsigned runs = function.getNumArguments() == 0 ? 1 : 8;
    for (unsigned seed = 0; seed < runs; ++seed) {
      interpret::Values inputs = random_inputs(function, seed), expected;
      try {
        expected = interpret::Evaluator(before).call(function, inputs);
      } catch (const Error &) {
        continue; // shapes that arrive as values may be none
      }
      interpret::Values actual = interpret::Evaluator(after).call(rewritten, inputs);
      REQUIRE(actual.size() == expected.size());
      for (size_t at = 0; at < actual.size(); ++at) {
        INFO("seed ", seed, ", result ", at);
        CHECK(same_bits(actual[at].array, expected[at].array));
      }
      ++compared;
    }
  }
  return compared;
}

} // namespace

TEST_CASE("programs compute the same before and after") {
  mlir::DialectRegistry registry;
  ir::register_dialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  int compared = 0;
  for (const Part &part : all_parts()) {
    INFO(part.name);
    auto module = mlir::parseSourceString<mlir::ModuleOp>(part.text, &context);
    REQUIRE(module);
    mlir::OwningOpRef<mlir::ModuleOp> alone(module->clone()), all(module->clone());
    simplify::simplify_with(*alone, part.rewrites);
    REQUIRE(mlir::succeeded(mlir::verify(*alone)));
    compared += compare(*module, *alone);
    simplify::simplify(*all);
    REQUIRE(mlir::succeeded(mlir::verify(*all)));
    compared += compare(*module, *all);
  }
  CHECK(compared > 1000);
}

TEST_CASE("every rewrite has a program") {
  std::set<std::string> shown;
  for (const Part &part : all_parts())
    shown.insert(part.rewrites.begin(), part.rewrites.end());
  for (const std::string &name : simplify::rewrite_names()) {
    INFO(name);
    CHECK(shown.count(name) == 1);
  }
}

TEST_CASE("names that are none are refused") {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  CHECK_THROWS_AS(simplify::simplify_with(*module, {"no_such_rewrite"}), Error);
}
