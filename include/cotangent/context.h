// What a function can ask or say about its own differentiation.
#pragma once

#include <memory>
#include <type_traits>

#include "cotangent/text.h"

extern "C" {
/// 0 in a primal, 1 in a derivative. Defined in the runtime library; the plugin replaces calls inside derivatives.
int cotangent_plugin_within_autodiff(void) noexcept;
/// Copies `size` bytes from `from` to `to`; to the plugin the copy has no derivative. Defined in the runtime library.
void cotangent_plugin_ignore_derivatives(void *to, const void *from, unsigned long size) noexcept;
}

namespace cotangent {

/// Whether the code runs as part of a derivative.
[[gnu::always_inline]] inline bool within_autodiff() { return cotangent_plugin_within_autodiff() != 0; }

/// A copy of `value` that carries no derivative. For numbers, pointers and other trivially copyable types.
template <class T> [[gnu::always_inline]] inline T ignore_derivatives(const T &value) {
  COTANGENT_DETAIL_REQUIRE((std::is_trivially_copyable_v<T>),
                           "cotangent: [bad-annotation] ct::ignore_derivatives takes trivially copyable values; apply "
                           "it to the numbers inside");
  union Copy {
    [[gnu::always_inline]] Copy() {}
    T object;
  } copy;
  cotangent_plugin_ignore_derivatives(std::addressof(copy.object), std::addressof(value), sizeof(T));
  return copy.object;
}

} // namespace cotangent
