#include "bench/tensor/traced/measure.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace bench {

Times times_of(std::vector<double> blocks) {
  std::sort(blocks.begin(), blocks.end());
  return {blocks[blocks.size() / 2], blocks.front()};
}

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:"))
      return std::stod(line.substr(6)) / 1024;
  return 0;
}

void reset_peak_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }

void save_results(const std::string &folder, const std::vector<ct::AnyArray> &arrays) {
  for (std::size_t at = 0; at < arrays.size(); ++at)
    ct::save_npy(folder + "/result" + std::to_string(at) + ".npy", arrays[at]);
}

void print_line(double compile_ms, const Times &times, double memory, int threads) {
  std::printf("{\"compile_ms\": %.2f, \"median_ms\": %.6g, \"min_ms\": %.6g, \"peak_mb\": %.1f, \"threads\": %d}\n",
              compile_ms, times.median, times.smallest, memory, threads);
}

} // namespace bench
