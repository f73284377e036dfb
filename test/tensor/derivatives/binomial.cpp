// Schedules of checkpoints: they reverse every step with the right state, and no schedule does fewer steps again.
#include "tensor/differentiate/binomial.h"

#include <algorithm>
#include <doctest/doctest.h>

using cotangent::differentiate::binomial_schedule;
using cotangent::differentiate::BinomialSchedule;

namespace {

/// The least number of steps done again, by dynamic programming over where the next state is put.
std::vector<std::vector<int64_t>> best(int64_t most_steps, int64_t most_slots) {
  std::vector<std::vector<int64_t>> cost(static_cast<size_t>(most_slots + 1),
                                         std::vector<int64_t>(static_cast<size_t>(most_steps + 1)));
  for (int64_t n = 0; n <= most_steps; ++n)
    cost[1][static_cast<size_t>(n)] = n * (n - 1) / 2;
  for (size_t s = 2; s <= static_cast<size_t>(most_slots); ++s)
    for (size_t n = 2; n <= static_cast<size_t>(most_steps); ++n) {
      int64_t least = cost[s - 1][n];
      for (size_t m = 1; m < n; ++m)
        least = std::min(least, static_cast<int64_t>(m) + cost[s - 1][n - m] + cost[s][m]);
      cost[s][n] = least;
    }
  return cost;
}

/// Runs a schedule on states that are numbers of steps.
void check(const BinomialSchedule &schedule, int64_t steps, int64_t slots) {
  std::vector<int64_t> memory(static_cast<size_t>(slots + 1), -1);
  memory[0] = 0;
  REQUIRE(schedule.restored.size() == static_cast<size_t>(steps));
  REQUIRE(schedule.first.size() == static_cast<size_t>(steps + 1));
  for (int64_t step = steps - 1; step >= 0; --step) {
    auto index = static_cast<size_t>(steps - 1 - step);
    int64_t state = memory[static_cast<size_t>(schedule.restored[index])];
    for (int64_t at = schedule.first[index]; at < schedule.first[index + 1]; ++at) {
      const BinomialSchedule::Advance &advance = schedule.advances[static_cast<size_t>(at)];
      state += advance.steps;
      REQUIRE(advance.slot <= slots);
      memory[static_cast<size_t>(advance.slot)] = state;
    }
    REQUIRE(state == step);
  }
}

} // namespace

TEST_CASE("schedules are right, and the cheapest") {
  constexpr int64_t most_steps = 60, most_slots = 7;
  auto least = best(most_steps, most_slots);
  for (int64_t slots = 1; slots <= most_slots; ++slots)
    for (int64_t steps = 1; steps <= most_steps; ++steps) {
      INFO(steps, " steps, ", slots, " slots");
      BinomialSchedule schedule = binomial_schedule(steps, slots);
      check(schedule, steps, slots);
      CHECK(schedule.steps_again() == least[static_cast<size_t>(slots)][static_cast<size_t>(steps)]);
    }
}

TEST_CASE("long ones") {
  BinomialSchedule schedule = binomial_schedule(100000, 20);
  check(schedule, 100000, 20);
  // at most t = 6 times, for C(25, 5) < 100000 <= C(26, 6); then t n - C(20 + t, t - 1) steps in all
  CHECK(schedule.steps_again() == 6 * 100000 - 65780);
}
