// cotangent: the program that looks after an installation and shows what is in it.

#include "tools/cli/check.h"
#include "tools/cli/doctor.h"
#include "tools/cli/explain.h"
#include "tools/cli/grad.h"
#include "tools/cli/rules.h"
#include "tools/cli/run.h"
#include "tools/compiler/installation.h"

#include <CLI/CLI.hpp>
#include <iostream>

int main(int count, char **words) {
  using namespace cotangent::tools;
  CLI::App app{"Cotangent: automatic differentiation for C++"};
  app.name("cotangent");
  app.require_subcommand(1);
  int status = 0;

  app.add_subcommand("version", "print the version")->callback([] {
    std::cout << "cotangent " << version() << " (LLVM " << llvm_version() << ")\n";
  });
  app.add_subcommand("doctor", "check what is installed, and say how to get what is missing")->callback([&] {
    status = run_doctor(std::cout);
  });
  std::vector<std::string> check_files;
  CLI::App *check = app.add_subcommand(
      "check",
      "run the functions without arguments in module files (.mlir); `check` operations in them state what must hold");
  std::string check_backend = "cpu";
  bool check_strict = false;
  check->add_option("files", check_files, "the files")->required();
  check->add_option("--backend", check_backend, "cpu (compiled) or interpreter")
      ->check(CLI::IsMember({"cpu", "interpreter"}))
      ->capture_default_str();
  check->add_flag("--strict", check_strict, "cpu: round after each operation, as the interpreter does");
  check->callback([&] { status = run_check(check_files, check_backend, check_strict, std::cout, std::cerr); });

  cotangent::execute::RunRequest run_request;
  CLI::App *run = app.add_subcommand("run", "run a function of a module file (.mlir) on .npy files");
  add_run_options(*run, run_request);
  run->callback([&] { status = run_run(run_request, std::cout, std::cerr); });

  cotangent::execute::GradientRequest grad_request;
  CLI::App *grad =
      app.add_subcommand("grad", "write a module with the derivative of a function of a module file (.mlir)");
  add_grad_options(*grad, grad_request);
  grad->callback([&] { status = run_grad(grad_request, std::cout, std::cerr); });

  CLI::App *cache = app.add_subcommand("cache", "say how many compiled programs are kept on disk, and where");
  CLI::App *cache_clear = cache->add_subcommand("clear", "remove them");
  cache->callback([&] { status = run_cache(cache_clear->parsed(), std::cout, std::cerr); });

  bool rules_json = false;
  CLI::App *rules = app.add_subcommand("rules", "print the rules: what has a derivative, and how it is treated");
  rules->add_flag("--json", rules_json, "as JSON");
  rules->callback([&] { print_rules(std::cout, std::cerr, rules_json); });

  bool explain_json = false;
  std::string file;
  std::vector<std::string> flags;
  CLI::App *explain = app.add_subcommand(
      "explain", "say what the derivatives of a source file save, where and why: explain FILE.cpp [-- COMPILER FLAGS]");
  explain->add_flag("--json", explain_json, "one JSON object per derivative and line");
  explain->add_option("file", file, "the source file")->required();
  explain->add_option("flags", flags, "flags of the compiler, after --");
  explain->callback([&] { status = run_explain(file, flags, explain_json, std::cout, std::cerr); });
  // One entry per subcommand: its options here, its work in a file of its own beside this one.

  try {
    app.parse(count, words);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 2; // help is no error
  }
  return status;
}
