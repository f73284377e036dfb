// Medians of repeated measurements.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

namespace adbench {

struct TimingOptions {
  int repeats = 7;
  double block_milliseconds = 5.0; // least length of one measurement; short functions run several times in it
};

inline double elapsed_milliseconds(const std::function<void()> &function, int calls) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i)
    function();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// Median milliseconds per call of each function. Their measurements alternate, so a disturbance meets all of them
// alike.
inline std::vector<double> median_milliseconds(const std::vector<std::function<void()>> &functions,
                                               TimingOptions options = {}) {
  std::vector<int> calls;
  for (const auto &function : functions) {
    function(); // warms caches and allocator
    const double once = elapsed_milliseconds(function, 1);
    calls.push_back(std::max(1, static_cast<int>(options.block_milliseconds / std::max(once, 1e-5))));
  }
  std::vector<std::vector<double>> samples(functions.size());
  for (int r = 0; r < options.repeats; ++r)
    for (std::size_t i = 0; i < functions.size(); ++i)
      samples[i].push_back(elapsed_milliseconds(functions[i], calls[i]) / calls[i]);
  std::vector<double> medians;
  for (auto &sample : samples) {
    std::nth_element(sample.begin(), sample.begin() + options.repeats / 2, sample.end());
    medians.push_back(sample[options.repeats / 2]);
  }
  return medians;
}

} // namespace adbench
