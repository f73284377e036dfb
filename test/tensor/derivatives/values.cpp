// The derivatives of every public function of a file (environment variable PROGRAM), by value: forward against central
// differences, reverse against forward by inner products, and the same of the reverse derivative.
// Directives stand on comment lines above a function:
//   domain: [0.1, 3] [-2, 2]       where arguments are drawn from, in order; the last repeats; default [-2, 2]
//   orders: 1                      default 2
//   tolerance: 1e-5                of differences, relative; default 1e-6
//   special: 0, 2 -> 0.5, 1        all elements of the arguments; partials of the sum of result 0, for each argument
//                                  that has them (or for each element of the only one)
//   refused: text                  there is no derivative, and the message has the text
#include "arrays.h"

#include "mlir/Parser/Parser.h"

#include <cmath>
#include <cstdlib>
#include <doctest/doctest.h>
#include <fstream>
#include <random>
#include <regex>

using namespace cotangent;
using differentiate::Mode;
using namespace cotangent::derivatives;

namespace {

struct SpecialPoint {
  std::vector<double> inputs, partials;
};
struct Directives {
  std::vector<std::pair<double, double>> domains;
  int orders = 2;
  double tolerance = 1e-6;
  std::vector<SpecialPoint> special;
  std::string refused;

  std::pair<double, double> domain(size_t at) const {
    return domains.empty() ? std::pair(-2.0, 2.0) : domains[std::min(at, domains.size() - 1)];
  }
};

std::vector<double> numbers_in(const std::string &text) {
  std::vector<double> numbers;
  std::stringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');)
    numbers.push_back(std::stod(word));
  return numbers;
}

void read_directive(const std::string &line, Directives &directives) {
  static const std::regex interval(R"(\[([^,]+), ([^\]]+)\])");
  if (line.starts_with("// domain:"))
    for (std::sregex_iterator match(line.begin(), line.end(), interval), end; match != end; ++match)
      directives.domains.push_back({std::stod((*match)[1]), std::stod((*match)[2])});
  else if (line.starts_with("// orders:"))
    directives.orders = std::stoi(line.substr(10));
  else if (line.starts_with("// tolerance:"))
    directives.tolerance = std::stod(line.substr(13));
  else if (line.starts_with("// refused: "))
    directives.refused = line.substr(12);
  else if (line.starts_with("// special:")) {
    size_t arrow = line.find("->");
    directives.special.push_back({numbers_in(line.substr(11, arrow - 11)), numbers_in(line.substr(arrow + 2))});
  }
}

struct File {
  std::string text;
  std::vector<std::pair<std::string, Directives>> functions;
};

File read_file(const std::string &path) {
  static const std::regex function("func.func (public )?@([A-Za-z_0-9]+)");
  File file;
  std::ifstream stream(path);
  Directives pending;
  for (std::string line; std::getline(stream, line);) {
    file.text += line + "\n";
    std::smatch match;
    if (line.starts_with("//"))
      read_directive(line, pending);
    else if (std::regex_search(line, match, function))
      file.functions.push_back({match[2], std::exchange(pending, {})});
  }
  return file;
}

// --- derivatives -----------------------------------------------------------------------------------------------------
std::mt19937 random_numbers(1);

void check_close(const char *what, double value, double expected, double tolerance) {
  INFO(what, ": ", value, ", expected ", expected);
  CHECK(std::abs(value - expected) <= tolerance * std::max({1.0, std::abs(value), std::abs(expected)}));
}

void check_result(mlir::func::FuncOp function, int64_t result, const Arrays &inputs, const Directives &directives,
                  int orders) {
  INFO("order ", directives.orders - orders + 1, ", result ", result);
  Derivative forward(function, Mode::Forward, result), reverse(function, Mode::Reverse, result);
  Arrays directions = random_directions(inputs, random_numbers);
  mlir::Type type = function.getResultTypes()[static_cast<unsigned>(result)];
  Array cotangent = is_seeded(type) ? filled_array(type, 1) : random_array(type, {-1, 1}, random_numbers);
  Arrays with_directions = inputs, with_cotangent = inputs;
  with_directions.insert(with_directions.end(), directions.begin(), directions.end());
  if (!is_seeded(type))
    with_cotangent.push_back(cotangent);

  auto along = [&](double h) {
    return inner_product({cotangent}, {call(function, moved(inputs, directions, h))[static_cast<size_t>(result)]});
  };
  const double h = 1e-5;
  double exact = inner_product({cotangent}, {call(forward.function, with_directions).back()});
  check_close("forward against differences", exact, (along(h) - along(-h)) / (2 * h), directives.tolerance);
  Arrays gradients = call(reverse.function, with_cotangent);
  // where programs compute in less than f64 the two differ by its rounding
  double exactly = directives.tolerance > 1e-6 ? directives.tolerance : 1e-10;
  check_close("reverse against forward", inner_product(gradients, directions), exact, exactly);
  if (orders > 1)
    for (int64_t next = 0; next < std::min<int64_t>(static_cast<int64_t>(gradients.size()), 3); ++next)
      check_result(reverse.function, next, with_cotangent, directives, orders - 1);
}

void check_function(mlir::func::FuncOp function, const Directives &directives) {
  for (int repeat = 0; repeat < 2; ++repeat) {
    Arrays inputs;
    for (auto [at, type] : llvm::enumerate(function.getArgumentTypes()))
      inputs.push_back(random_array(type, directives.domain(at), random_numbers));
    for (auto [at, type] : llvm::enumerate(function.getResultTypes()))
      if (is_differentiable(type))
        check_result(function, static_cast<int64_t>(at), inputs, directives, directives.orders);
  }
}

void check_special(mlir::func::FuncOp function, const SpecialPoint &point) {
  Derivative reverse(function, Mode::Reverse, 0);
  Arrays inputs;
  for (auto [at, type] : llvm::enumerate(function.getArgumentTypes()))
    inputs.push_back(filled_array(type, point.inputs.at(at)));
  if (reverse.function.getNumArguments() > inputs.size())
    inputs.push_back(filled_array(function.getResultTypes()[0], 1));
  Arrays partials = call(reverse.function, inputs);
  bool by_element = partials.size() == 1 && static_cast<size_t>(partials[0].count()) == point.partials.size();
  REQUIRE((by_element || partials.size() == point.partials.size()));
  for (size_t k = 0; k < partials.size(); ++k)
    for (int64_t at = 0; at < partials[k].count(); ++at) {
      double value = number(partials[k], at).real();
      double expected = point.partials[by_element ? static_cast<size_t>(at) : k];
      INFO("at ", point.inputs[0], "…: partial ", k, " is ", value, ", expected ", expected);
      CHECK((std::isnan(expected) ? std::isnan(value)
                                  : value == expected || std::abs(value - expected) <= 1e-12 * std::abs(expected)));
    }
}

void check_refused(mlir::func::FuncOp function, const std::string &text) {
  std::string message;
  try {
    Derivative(function, Mode::Reverse, 0);
  } catch (const Error &error) {
    message = error.what();
  }
  INFO("the message is: ", message);
  CHECK(message.find(text) != std::string::npos);
}

} // namespace

TEST_CASE("derivatives by value") {
  const char *path = std::getenv("PROGRAM");
  REQUIRE(path);
  mlir::DialectRegistry registry;
  ir::register_dialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  File file = read_file(path);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(file.text, &context, path);
  REQUIRE(module);
  REQUIRE(!file.functions.empty());
  for (const auto &[name, directives] : file.functions) {
    auto function = module->lookupSymbol<mlir::func::FuncOp>(name);
    REQUIRE(function);
    if (!function.isPublic())
      continue;
    INFO(path, ": @", name);
    try {
      if (!directives.refused.empty()) {
        check_refused(function, directives.refused);
        continue;
      }
      check_function(function, directives);
      for (const SpecialPoint &point : directives.special)
        check_special(function, point);
    } catch (const std::exception &error) {
      FAIL_CHECK(std::string(error.what()));
    }
  }
}
