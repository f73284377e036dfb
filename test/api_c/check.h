/* For programs in C: the first value that is not near the expected one ends the program. */
#ifndef COTANGENT_TEST_API_C_CHECK_H
#define COTANGENT_TEST_API_C_CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK_NEAR(value, expected)                                                                                    \
  do {                                                                                                                 \
    double got_ = (double)(value), wanted_ = (double)(expected);                                                       \
    if (!(fabs(got_ - wanted_) <= 1e-6 * (1.0 + fabs(wanted_)))) {                                                     \
      fprintf(stderr, "%s:%d: %s is %.17g, not %.17g\n", __FILE__, __LINE__, #value, got_, wanted_);                   \
      abort();                                                                                                         \
    }                                                                                                                  \
  } while (0)

#define CHECK_TRUE(condition)                                                                                          \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);                                    \
      abort();                                                                                                         \
    }                                                                                                                  \
  } while (0)

#endif
