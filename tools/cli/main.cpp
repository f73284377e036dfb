// cotangent: the program that looks after an installation and shows what is in it.

#include "tools/cli/doctor.h"
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
  // One entry per subcommand: its options here, its work in a file of its own beside this one.

  CLI11_PARSE(app, count, words);
  return status;
}
