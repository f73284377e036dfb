// Functions that mean something else inside a derivative, as they are in the primal.
#include <cstring>

#include "cotangent/context.h"

extern "C" int cotangent_plugin_within_autodiff(void) noexcept { return 0; }

extern "C" void cotangent_plugin_ignore_derivatives(void *to, const void *from, unsigned long size) noexcept {
  std::memcpy(to, from, size);
}
