// ADOL-C: records a tape by operator overloading, then one reverse sweep over it.
#include <adolc/adolc.h>

#include <algorithm>

#include "peer_problems.h"

int main(int argument_count, char **arguments) {
  if (argument_count != 2)
    return 2;
  // Buffers as large as the last recording needed, so that from the second run on nothing goes to disk.
  std::size_t entries = 1 << 16;
  bench::run_peers<true>(
      "adolc", arguments[1], [&](const auto &function, const std::vector<double> &x, double *result) {
        const int size = static_cast<int>(x.size());
        constexpr short tape = 1;
        trace_on(tape, 1, entries, entries, entries, entries);
        {
          std::vector<adouble> variables(x.size());
          for (int i = 0; i < size; ++i)
            variables[i] <<= x[i];
          adouble value = function(variables.data());
          double ignored;
          value >>= ignored;
        }
        trace_off();
        std::size_t counts[STAT_SIZE];
        tapestats(tape, counts);
        entries = 1024 +
                  std::max({counts[NUM_OPERATIONS], counts[NUM_LOCATIONS], counts[NUM_VALUES], counts[TAY_STACK_SIZE]});
        double seed = 1.0;
        fos_reverse(tape, 1, size, &seed, result);
      });
}
