#include "tools/cli/doctor.h"

#include "tools/cli/command.h"
#include "tools/compiler/installation.h"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

namespace cotangent::tools {
namespace {

namespace fs = std::filesystem;

/// One checked part: empty `fault` means it is there.
struct Finding {
  std::string part;
  std::string detail;
  std::string fault;
  std::string remedy;
};

std::string first_line(const std::string &text) { return text.substr(0, text.find('\n')); }

std::string install_package(const std::string &package) { return "apt-get install " + package; }

const std::string llvm = llvm_version();
const std::string rebuild = "build Cotangent again (./dev build), or install it again (cmake --install)";

Finding check_clang() {
  std::string clang = find_clang(true);
  CommandResult result = run_command(shell_word(clang) + " --version");
  Finding finding{"clang", first_line(result.output), "", install_package("clang-" + llvm)};
  if (result.status != 0)
    finding.fault = "cannot start " + clang;
  else if (result.output.find("version " + llvm + ".") == std::string::npos)
    finding.fault = clang + " is not version " + llvm + ": " + finding.detail;
  return finding;
}

Finding check_linker() {
  CommandResult where = run_command(shell_word(find_clang(true)) + " -print-prog-name=ld.lld");
  std::string linker = first_line(where.output);
  CommandResult result = run_command(shell_word(linker) + " --version");
  Finding finding{"lld", first_line(result.output), "", install_package("lld-" + llvm)};
  if (where.status != 0 || result.status != 0)
    finding.fault = "the linker lld is not installed beside clang";
  return finding;
}

/// A shared library of LLVM: found by its name, or beside clang.
Finding check_shared(const std::string &part, const std::string &stem, const std::string &package) {
  std::string name = stem + ".so." + llvm + ".1";
  Finding finding{part, name, "", install_package(package)};
  std::string beside_clang = "/usr/lib/llvm-" + llvm + "/lib/" + name;
  if (!dlopen(name.c_str(), RTLD_LAZY) && !dlopen(beside_clang.c_str(), RTLD_LAZY))
    finding.fault = dlerror();
  return finding;
}

/// A module of ours that must load and define a function.
Finding check_module(const std::string &part, const std::string &path, const char *function) {
  Finding finding{part, path, "", rebuild};
  if (void *library = dlopen(path.c_str(), RTLD_NOW); !library)
    finding.fault = dlerror();
  else if (!dlsym(library, function))
    finding.fault = "not what it should be: " + path + " lacks " + function;
  return finding;
}

/// The library behind factorisations; programs without those run without it.
Finding check_lapack(const std::string &engine) {
  Finding finding{"LAPACK", "", "", install_package("libopenblas0-serial")};
  void *library = dlopen(engine.c_str(), RTLD_NOW);
  void *address = library ? dlsym(library, "cotangent_lapack_status") : nullptr;
  if (!address) {
    finding.fault = "the tensor engine cannot say";
    return finding;
  }
  std::string status = reinterpret_cast<const char *(*)()>(address)();
  (status.starts_with("missing: ") ? finding.fault : finding.detail) = status;
  return finding;
}

Finding check_exists(const std::string &part, const fs::path &path) {
  std::error_code ignored;
  return {part, path, fs::exists(path, ignored) ? "" : "missing: " + path.string(), rebuild};
}

constexpr const char *probe_source = R"(#include <cotangent/autodiff.h>
static double square(double x) { return x * x; }
int main() { return cotangent::gradient(square, 3.0) == 6.0 ? 0 : 1; }
)";

/// Compiles and runs the smallest program that takes a derivative.
Finding check_program(const Installation &installation) {
  Finding finding{"a program", "the derivative of x*x at 3 is 6", "", "see the messages above; then run this again"};
  std::string folder = (fs::temp_directory_path() / "cotangent-doctor-XXXXXX").string();
  if (!mkdtemp(folder.data())) {
    finding.fault = "cannot make a folder in " + fs::temp_directory_path().string();
    return finding;
  }
  fs::path source = fs::path(folder) / "probe.cpp", program = fs::path(folder) / "probe";
  std::ofstream(source) << probe_source;
  std::string compiler = installation.prefix + "/bin/cotangent-c++";
  CommandResult built = run_command(shell_word(compiler) + " -O1 " + shell_word(source) + " -o " + shell_word(program));
  if (built.status != 0)
    finding.fault = "does not compile:\n" + built.output;
  else if (CommandResult ran = run_command(shell_word(program)); ran.status != 0)
    finding.fault = "gives a wrong result (status " + std::to_string(ran.status) + ")\n" + ran.output;
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  return finding;
}

/// Writes the finding; true if nothing is wrong.
bool report(std::ostream &output, const Finding &finding) {
  if (finding.fault.empty()) {
    output << "  ok       " << finding.part << ": " << finding.detail << "\n";
    return true;
  }
  output << "  missing  " << finding.part << ": " << finding.fault << "\n           remedy: " << finding.remedy << "\n";
  return false;
}

} // namespace

int run_doctor(std::ostream &output) {
  Installation installation = find_installation();
  output << "cotangent " << version() << " in " << installation.prefix << "\n";
  bool well = report(output, check_clang());
  well &= report(output, check_linker());
  well &= report(output, check_shared("LLVM library", "libLLVM", "libllvm" + llvm));
  well &= report(output, check_shared("MLIR library", "libMLIR", "libmlir-" + llvm));
  well &= report(output, check_module("plugin", installation.plugin, "llvmGetPassPluginInfo"));
  well &= report(output, check_module("tensor engine", installation.tensor, "cotangent_check_file"));
  well &= report(output, check_lapack(installation.tensor));
  well &= report(output, check_exists("runtime library", installation.runtime));
  well &= report(output, check_exists("headers", fs::path(installation.include) / "cotangent" / "autodiff.h"));
  if (well)
    well &= report(output, check_program(installation));
  output << (well ? "all is well\n" : "something is missing\n");
  return well ? 0 : 1;
}

} // namespace cotangent::tools
