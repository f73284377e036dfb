// Random programs: their derivatives, how they are compiled and how they are made for many examples, by value.
// Without environment variables a fixed set of seeds; by hand: SEED (the first), COUNT, FAMILIES (names with commas:
// programs of these operations only), REDUCE (1: prints a small part that still fails, in processes of its own).
#include "checker.h"
#include "generator.h"
#include "reduce.h"

#include <cstdlib>
#include <doctest/doctest.h>
#include <iostream>

using namespace cotangent;
using namespace cotangent::random_programs;

namespace {

std::string variable(const char *name, const char *otherwise) {
  const char *value = std::getenv(name);
  return value ? value : otherwise;
}

struct Program {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
  Arrays inputs;

  Program(const mlir::DialectRegistry &registry, uint64_t seed, const std::vector<std::string> &families)
      : context(registry, mlir::MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
    module = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
    function = Generator(*module, seed, families).make_function();
    std::mt19937 random(static_cast<unsigned>(seed));
    for (mlir::Type type : function.getArgumentTypes())
      inputs.push_back(random_array(type, {-argument_limit, argument_limit}, random));
  }
};

} // namespace

TEST_CASE("derivatives of random programs") {
  const bool by_hand = std::getenv("SEED") || std::getenv("COUNT");
  const auto first = static_cast<uint64_t>(std::stoll(variable("SEED", "1")));
  const auto count = static_cast<uint64_t>(std::stoll(variable("COUNT", by_hand ? "1" : "60")));
  std::vector<std::string> families;
  std::stringstream names(variable("FAMILIES", ""));
  for (std::string name; std::getline(names, name, ',');)
    families.push_back(name);
  mlir::DialectRegistry registry;
  ir::register_dialects(registry);
  Counts counts;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    if (by_hand)
      std::cerr << "seed " << seed << std::endl;
    Program program(registry, seed, families);
    if (std::getenv("REDUCE")) {
      std::cout << reduced(program.function, program.inputs, seed) << std::endl;
      continue;
    }
    std::string text = text_of(*program.module), faults;
    for (const std::string &fault : Checker(program.function, program.inputs, seed, counts).run())
      faults += "  " + fault + "\n";
    INFO("seed ", seed, ":\n", faults, text);
    CHECK(faults.empty());
  }
  if (by_hand)
    std::cout << counts.programs << " programs, " << counts.differences << " differences (" << counts.second
              << " of the second order, " << counts.zeros << " zeros, " << counts.kinks << " not smooth), " << counts.compiled << " compiled, " << counts.batched << " batched\n";
  CHECK(counts.kinks * 5 <= counts.differences);
}
