// Runs a function of a module file on .npy files.
#pragma once

#include <string>
#include <vector>

namespace cotangent::execute {

struct RunRequest {
  std::string module;
  std::string entry;               // empty: main, or the only public function
  std::vector<std::string> inputs; // .npy files in the order of the arguments
  std::string output_folder;       // empty: results are printed
  std::string backend = "cpu";     // or "interpreter"
  int threads = 1;
  int repeats = 0; // more than 0: time that many runs
  bool strict = false;
  bool show_plan = false;
};
struct RunReport {
  std::string output, messages;
  int status = 0; // 1: `messages` says why; nothing was written
};

/// Never throws. Results appear in the folder all together, after success, as result0.npy, result1.npy, …; older files
/// of these names go.
RunReport run_file(const RunRequest &request);

} // namespace cotangent::execute

extern "C" void cotangent_run_file(const cotangent::execute::RunRequest &request,
                                   cotangent::execute::RunReport &report);
/// What is kept on disk, as a sentence; `clear` removes it.
extern "C" const char *cotangent_object_cache(bool clear);
/// Which LAPACK and which matrix kernels run here, as a line; "missing: …" if there is no LAPACK.
extern "C" const char *cotangent_lapack_status();
