#include "tensor/execute/run_file.h"

#include "cotangent/error.h"
#include "runtime/arrays/npy.h"
#include "runtime/arrays/text.h"
#include "tensor/execute/executable.h"
#include "tensor/execute/object_cache.h"
#include "tensor/library/lapack.h"
#include "tensor/library/product_kernel.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <sys/resource.h>

namespace fs = std::filesystem;

namespace cotangent::execute {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Reads the inputs; a fault names the file, the argument and both types.
std::vector<Array> read_inputs(const std::vector<std::string> &files,
                               const std::vector<interpret::TensorFacts> &arguments) {
  if (files.size() != arguments.size()) {
    std::string types;
    for (const interpret::TensorFacts &argument : arguments)
      types += (types.empty() ? "" : ", ") + text_of(argument);
    throw Error("bad-argument", "error: the function takes " + std::to_string(arguments.size()) + " arguments" +
                                    (types.empty() ? "" : " (" + types + ")") + ", but " +
                                    std::to_string(files.size()) + " inputs are given; name each with --input");
  }
  std::vector<Array> inputs;
  for (size_t at = 0; at < files.size(); ++at) {
    const interpret::TensorFacts &wanted = arguments[at];
    Array input;
    try {
      input = read_npy(files[at], wanted.type);
    } catch (const Error &error) {
      throw Error(error.kind(), std::string("error: argument ") + std::to_string(at) + " (" + text_of(wanted) +
                                    "): " + std::string(error.message()));
    }
    if (!fits(input, wanted))
      throw Error("bad-argument", files[at] + ": error: argument " + std::to_string(at) + " must be " +
                                      text_of(wanted) + ", but the file holds " +
                                      type_text(input.type(), input.shape()));
    inputs.push_back(std::move(input));
  }
  return inputs;
}

bool is_result_file(const fs::path &path) {
  std::string name = path.filename().string();
  constexpr std::string_view front = "result", back = ".npy";
  if (!name.starts_with(front) || !name.ends_with(back) || name.size() <= front.size() + back.size())
    return false;
  return std::ranges::all_of(name.substr(front.size(), name.size() - front.size() - back.size()),
                             [](char letter) { return letter >= '0' && letter <= '9'; });
}

/// All results are written beside their places first, so that a full disk leaves the folder as it was.
void write_results(const std::vector<Array> &results, const std::string &folder) {
  std::error_code fault;
  fs::create_directories(folder, fault);
  if (!fs::is_directory(folder))
    throw Error("bad-file", folder + ": error: the output folder cannot be made" +
                                (fault ? ": " + fault.message() : " (there is a file of this name)"));
  std::vector<fs::path> drafts;
  try {
    for (size_t at = 0; at < results.size(); ++at) {
      drafts.push_back(fs::path(folder) / (".draft" + std::to_string(at) + ".npy"));
      write_npy(results[at], drafts.back().string());
    }
  } catch (const Error &error) {
    for (const fs::path &draft : drafts)
      fs::remove(draft, fault);
    throw Error(error.kind(), "error: " + std::string(error.message()));
  }
  std::vector<fs::path> older;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, fault))
    if (is_result_file(entry.path()))
      older.push_back(entry.path());
  for (const fs::path &path : older)
    fs::remove(path, fault);
  for (size_t at = 0; at < results.size(); ++at)
    fs::rename(drafts[at], fs::path(folder) / ("result" + std::to_string(at) + ".npy"), fault);
  if (fault)
    throw Error("bad-file", folder + ": error: " + fault.message());
}

std::string time_runs(const Executable &executable, const std::vector<Array> &inputs, int repeats,
                      double compile_milliseconds) {
  std::vector<double> times;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    Clock::time_point start = Clock::now();
    executable.run(inputs);
    times.push_back(milliseconds_since(start));
  }
  std::ranges::sort(times);
  size_t middle = times.size() / 2;
  double median = times.size() % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  char line[256];
  std::snprintf(line, sizeof line,
                "{\"median_ms\": %.6g, \"minimum_ms\": %.6g, \"maximum_ms\": %.6g, \"compile_ms\": %.6g, "
                "\"from_disk_cache\": %s, \"peak_memory_mb\": %.6g, \"repeats\": %d}\n",
                median, times.front(), times.back(), compile_milliseconds, executable.from_disk() ? "true" : "false",
                static_cast<double>(usage.ru_maxrss) / 1024, repeats);
  return line;
}

void run(const RunRequest &request, RunReport &report) {
  std::shared_ptr<LoadedModule> module = LoadedModule::read(request.module);
  mlir::func::FuncOp function = module->entry(request.entry);
  CompileOptions options;
  options.backend = request.backend == "interpreter" ? Backend::Interpreter : Backend::Cpu;
  options.threads = request.threads;
  options.strict = request.strict;
  options.print = true;
  std::vector<interpret::TensorFacts> arguments = argument_facts(function);
  const bool only_plan = request.show_plan && request.inputs.empty() && !arguments.empty();
  std::vector<Array> inputs = only_plan ? std::vector<Array>() : read_inputs(request.inputs, arguments);
  Clock::time_point start = Clock::now();
  std::shared_ptr<const Executable> executable = make_executable(module, function, options);
  double compile_milliseconds = milliseconds_since(start);
  if (request.show_plan)
    report.output += executable->plan();
  if (only_plan)
    return;
  std::vector<Array> results = executable->run(inputs);
  if (!request.output_folder.empty())
    write_results(results, request.output_folder);
  if (request.repeats > 0)
    report.output += time_runs(*executable, inputs, request.repeats, compile_milliseconds);
  else if (request.output_folder.empty() && !request.show_plan)
    for (size_t at = 0; at < results.size(); ++at)
      report.output += "result" + std::to_string(at) + ": " + type_text(results[at].type(), results[at].shape()) +
                       "\n" + array_text(results[at]) + "\n";
}

} // namespace

RunReport run_file(const RunRequest &request) {
  RunReport report;
  auto fail = [&](std::string message) {
    report.output.clear();
    report.messages = message.find("error: ") == std::string::npos ? "error: " + message : std::move(message);
    report.messages += "\n";
    report.status = 1;
  };
  try {
    run(request, report);
  } catch (const Error &error) {
    fail(std::string(error.message()));
  } catch (const std::bad_alloc &) {
    fail("error: the memory does not suffice");
  } catch (const std::exception &error) {
    fail(error.what());
  }
  return report;
}

} // namespace cotangent::execute

extern "C" void cotangent_run_file(const cotangent::execute::RunRequest &request,
                                   cotangent::execute::RunReport &report) {
  report = cotangent::execute::run_file(request);
}

extern "C" const char *cotangent_object_cache(bool clear) {
  using namespace cotangent::execute;
  static std::string text;
  CacheFacts facts = clear ? clear_cache() : cache_facts();
  if (facts.folder.empty())
    return "the cache is off\n";
  text = facts.folder + ": " + (clear ? "removed " : "") + std::to_string(facts.files) + " programs, " +
         std::to_string(facts.bytes) + " bytes\n";
  return text.c_str();
}

extern "C" const char *cotangent_lapack_status() {
  static std::string text;
  const cotangent::library::LapackStatus &status = cotangent::library::lapack_status();
  if (status.library.empty())
    text =
        "missing: " + (status.fault.empty() ? "neither OpenBLAS nor the reference LAPACK is installed" : status.fault);
  else
    text = status.library + (status.core.empty() ? "" : ", kernels for " + status.core) +
           (status.configuration.empty() ? "" : " (" + status.configuration + ")") +
           "; own products: " + cotangent::library::product_kernel_name();
  return text.c_str();
}
