#include "tools/compiler/command_line.h"

#include "tools/compiler/response_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string_view>

namespace cotangent::tools {
namespace {

using std::string;
using std::string_view;

constexpr string_view flag_prefix = "-fcotangent-";

constexpr std::array known_flags = {
    string_view("strong-zero"),  string_view("runtime-activity"), string_view("nan-check"),
    string_view("atomic-add"),   string_view("verify-each"),      string_view("explain"),
    string_view("explain=text"), string_view("explain=json"),     string_view("dump=facts"),
    string_view("dump=plan"),    string_view("dump=primal"),      string_view("dump=derivative"),
};

// Options of clang whose value is the next argument, which is therefore no input.
constexpr std::array options_with_value = {
    string_view("-o"),
    string_view("-x"),
    string_view("-I"),
    string_view("-D"),
    string_view("-U"),
    string_view("-L"),
    string_view("-F"),
    string_view("-B"),
    string_view("-T"),
    string_view("-u"),
    string_view("-z"),
    string_view("-e"),
    string_view("-include"),
    string_view("-imacros"),
    string_view("-isystem"),
    string_view("-idirafter"),
    string_view("-iquote"),
    string_view("-iprefix"),
    string_view("-isysroot"),
    string_view("-MF"),
    string_view("-MT"),
    string_view("-MQ"),
    string_view("-MJ"),
    string_view("-Xclang"),
    string_view("-Xlinker"),
    string_view("-Xassembler"),
    string_view("-Xpreprocessor"),
    string_view("-target"),
    string_view("-arch"),
    string_view("-mllvm"),
    string_view("-Xanalyzer"),
    string_view("-gcc-toolchain"),
    string_view("--param"),
    string_view("-rpath"),
    string_view("-include-pch"),
    string_view("--sysroot"),
};

// With one of these clang stops before it links, or does not compile at all.
constexpr std::array options_without_link = {
    string_view("-c"),           string_view("-S"),
    string_view("-E"),           string_view("-M"),
    string_view("-MM"),          string_view("-fsyntax-only"),
    string_view("--analyze"),    string_view("--precompile"),
    string_view("-emit-ast"),    string_view("-emit-interface-stubs"),
    string_view("-r"),           string_view("--version"),
    string_view("--help"),       string_view("-help"),
    string_view("-dumpversion"), string_view("-dumpmachine"),
    string_view("-extract-api"), string_view("--compile"),
    string_view("--preprocess"), string_view("--assemble"),
};

constexpr std::array cxx_extensions = {
    string_view(".cpp"), string_view(".cc"),   string_view(".cxx"), string_view(".c++"), string_view(".C"),
    string_view(".CPP"), string_view(".hpp"),  string_view(".hh"),  string_view(".hxx"), string_view(".H"),
    string_view(".ii"),  string_view(".cppm"), string_view(".cp"),  string_view(".c"),   string_view(".h"),
};

template <typename List> bool contains(const List &list, string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// What the arguments ask for, as far as it matters here.
struct Reading {
  bool has_input = false;
  bool links = true;
  bool has_standard = false;
  bool only_cxx_sources = true; // every source is C++, so a C++ standard may be named
  bool has_source = false;
  bool has_plugin = false;
  string linker = "lld";
};

/// What comes after `prefix`, if the argument starts with it.
bool value_after(string_view argument, string_view prefix, string &value) {
  if (!argument.starts_with(prefix))
    return false;
  value = argument.substr(prefix.size());
  return true;
}

Reading read_arguments(const std::vector<string> &arguments, const Installation &installation) {
  Reading reading;
  string language, value;
  auto set_language = [&](string_view name) {
    language = name;
    if (language != "none" && !language.starts_with("c++"))
      reading.only_cxx_sources = false;
  };
  for (size_t index = 0; index < arguments.size(); ++index) {
    string_view argument = arguments[index];
    if (argument == "-" || !argument.starts_with("-")) {
      reading.has_input = true;
      bool named = !language.empty() && language != "none";
      string extension = std::filesystem::path(argument).extension();
      reading.has_source |= named || contains(cxx_extensions, extension);
    } else if (contains(options_with_value, argument)) {
      if (argument == "-x" && index + 1 < arguments.size())
        set_language(arguments[index + 1]);
      ++index;
    } else if (contains(options_without_link, argument) || argument.starts_with("-print-") ||
               argument.starts_with("--print-")) {
      reading.links = false;
    } else if (value_after(argument, "-x", value)) {
      set_language(value);
    } else if (argument.starts_with("-std=") || argument.starts_with("--std=") || argument == "-ansi") {
      reading.has_standard = true;
    } else if (value_after(argument, "-fuse-ld=", value)) {
      reading.linker = value;
    } else if (value_after(argument, "-fpass-plugin=", value)) {
      reading.has_plugin |= value == installation.plugin;
    } else if (argument.starts_with("-l") || argument.starts_with("-Wl,")) {
      reading.has_input = true;
    }
  }
  return reading;
}

/// Moves the flags of the project out of the arguments.
void take_flags(std::vector<string> &arguments, ClangCommand &command) {
  std::vector<string> kept;
  string flag;
  for (string &argument : arguments) {
    if (!value_after(argument, flag_prefix, flag)) {
      kept.push_back(std::move(argument));
    } else if (!contains(known_flags, flag)) {
      command.error = "unknown argument '" + argument + "'; the flags are:";
      for (string_view known : known_flags)
        command.error += "\n  " + string(flag_prefix) + string(known);
      return;
    } else {
      command.plugin_flags += (command.plugin_flags.empty() ? "" : " ") + flag;
    }
  }
  arguments = std::move(kept);
}

/// True for folders that clang searches without being told; naming them would change the order of the search.
bool is_system_include(const string &folder) { return folder == "/usr/include" || folder == "/usr/local/include"; }

} // namespace

ClangCommand make_clang_command(const std::vector<string> &given, bool cxx, const Installation &installation) {
  ClangCommand command;
  std::vector<string> expanded = expand_response_files(given);
  Reading reading = read_arguments(expanded, installation);
  auto is_flag = [](const string &argument) { return argument.starts_with(flag_prefix); };
  // Response files stay as they are unless a flag of ours stands in one.
  std::vector<string> arguments = given;
  if (std::any_of(expanded.begin(), expanded.end(), is_flag))
    arguments = std::move(expanded);
  take_flags(arguments, command);
  if (!command.error.empty())
    return command;

  std::vector<string> &result = command.arguments;
  auto add = [&](std::initializer_list<string> words) { result.insert(result.end(), words); };
  bool links = reading.links && reading.has_input;
  add({"--start-no-unused-arguments"});
  if (!reading.has_plugin)
    add({"-fpass-plugin=" + installation.plugin});
  if (cxx) // headers learn that derivatives of C++ functions can be had
    add({"-DCOTANGENT_AUTODIFF=1"});
  // Keeps source places in the program for error messages; nothing of it is written to the output.
  add({"-Rpass=cotangent"});
  if (!is_system_include(installation.include))
    add({"-isystem", installation.include});
  if (cxx && !reading.has_standard && reading.has_source && reading.only_cxx_sources)
    add({"-std=gnu++20"});
  if (links)
    add({"-fuse-ld=lld"});
  add({"--end-no-unused-arguments"});

  result.insert(result.end(), arguments.begin(), arguments.end());

  if (links) {
    add({"--start-no-unused-arguments"});
    // Bitcode may come from -flto objects although this command does not say so; without any lld loads nothing.
    if (reading.linker == "lld")
      add({"-Xlinker", "--load-pass-plugin=" + installation.plugin});
    // Passed as words for the linker, for as inputs a `-x c++` before them would make them source files.
    // Its entry points are wanted before link-time optimisation decides which copies of inline functions stay.
    add({"-Xlinker", "--undefined=cotangent_throw_runtime_exception", "-Xlinker", "--undefined=cotangent_free_deferred", "-Xlinker", installation.runtime});
    // The tensor engine is linked to programs that use it (<cotangent/tensor.h>); a static program cannot have it.
    auto is_static = [](const string &argument) { return argument == "-static" || argument == "-static-pie"; };
    if (cxx && std::none_of(expanded.begin(), expanded.end(), is_static)) {
      string folder = std::filesystem::path(installation.tensor).parent_path().string();
      add({"-Xlinker", "--push-state", "-Xlinker", "--as-needed", "-Xlinker", installation.tensor, "-Xlinker",
           "--pop-state", "-Xlinker", "-rpath", "-Xlinker", folder});
    }
    if (!cxx)
      add({"-Xlinker", "--push-state", "-Xlinker", "--as-needed", "-lstdc++", "-lm", "-Xlinker", "--pop-state"});
    add({"--end-no-unused-arguments"});
  }
  return command;
}

} // namespace cotangent::tools
