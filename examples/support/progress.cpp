#include "progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace examples {

namespace {

constexpr const char *clear_line = "\r\033[K";

std::string bar_text(double part) {
  constexpr int width = 30;
  const int full = std::clamp(static_cast<int>(part * width), 0, width);
  std::string text = "[";
  for (int at = 0; at < width; ++at)
    text += at < full ? "█" : "░";
  return text + "]";
}

} // namespace

Progress::Progress(std::string title, std::int64_t steps)
    : title_(std::move(title)), steps_(std::max<std::int64_t>(steps, 1)), terminal_(::isatty(STDOUT_FILENO) == 1) {}

double Progress::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

void Progress::show(std::int64_t done, const std::string &text) {
  const Clock::time_point now = Clock::now();
  if (!terminal_ || now - shown_ < std::chrono::milliseconds(100))
    return;
  shown_ = now;
  const double part = static_cast<double>(done) / static_cast<double>(steps_);
  std::printf("%s%s %s %3.0f %%  %s", clear_line, title_.c_str(), bar_text(part).c_str(), 100 * part, text.c_str());
  std::fflush(stdout);
}

void Progress::finish(const std::string &text) {
  std::printf("%s%s  %s\n", terminal_ ? clear_line : "", title_.c_str(), text.c_str());
  std::fflush(stdout);
}

} // namespace examples
