// A line of progress on the terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace examples {

/// Shows how far something is, at most ten times a second, on the last line of a terminal; where the output is no
/// terminal, only the text of `finish`.
class Progress {
public:
  Progress(std::string title, std::int64_t steps);
  /// `text` follows the bar: "loss 0.31".
  void show(std::int64_t done, const std::string &text);
  /// Replaces the bar.
  void finish(const std::string &text);
  double seconds() const;

private:
  using Clock = std::chrono::steady_clock;

  std::string title_;
  std::int64_t steps_;
  Clock::time_point start_ = Clock::now(), shown_{};
  bool terminal_;
};

} // namespace examples
