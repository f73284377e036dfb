// The call of a marker function that the compiler plugin replaces by a derivative.
//
// Nothing defines the markers: a program built without the plugin does not link, and the name of the missing symbol
// says why.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"

extern "C" {
void cotangent_plugin_missing_build_with_cotangent_cxx_forward(const void *wrapper, ...);
void cotangent_plugin_missing_build_with_cotangent_cxx_reverse(const void *wrapper, ...);
void cotangent_plugin_missing_build_with_cotangent_cxx_augmented(const void *wrapper, ...);
void cotangent_plugin_missing_build_with_cotangent_cxx_adjoint(const void *wrapper, ...);

/// Bytes that a tape holds; 0 for null.
unsigned long cotangent_tape_bytes(const void *handle) noexcept;
/// Frees a tape and the shadows it owns; null is allowed.
void cotangent_tape_free(void *handle) noexcept;
}

namespace cotangent::detail {

/// What is asked of the plugin: one marker each.
enum class Request { Forward, Reverse, Augmented, Adjoint };

// Bits of the marker's options.
inline constexpr int option_strong_zero = 1;
inline constexpr int option_runtime_activity = 2;
inline constexpr int option_atomic_add = 4;
inline constexpr int option_nan_check = 8;
inline constexpr int option_shadow_init = 16;
inline constexpr int option_skip_primal = 32;

// Kinds of a wrapper parameter.
inline constexpr int kind_constant = 0;
inline constexpr int kind_duplicated = 1;
inline constexpr int kind_no_need = 2;
inline constexpr int kind_unchanged = 8;

// Return kinds.
inline constexpr int returns_nothing = 0;
inline constexpr int returns_constant = 1;
inline constexpr int returns_differentiated = 2;

// A *cell* describes one or several consecutive arguments of the marker. It has
//   static constexpr int entries        how many arguments
//   static constexpr bool is_integer(i) whether argument i is an integer constant
//   static constexpr int integer(i)     that constant
//   void* address(i)                    any other argument

/// A pointer of the fixed part of the marker's arguments, such as the slot of the primal value.
struct PointerCell {
  static constexpr int entries = 1;
  static constexpr bool is_integer(int) { return false; }
  static constexpr int integer(int) { return 0; }
  void *pointer;

  [[gnu::always_inline]] void *address(int) const { return pointer; }
};

/// A copyable reference to a cell, passed by value so that naming it stays a constant expression.
template <class C> struct Handle {
  C *cell;
};

/// Which cell and which of its entries the marker argument number `Index` is.
template <int Index, class... Cells> struct EntryAt {
  static constexpr auto find() {
    struct Place {
      int cell = 0;
      int entry = Index;
      bool is_integer = false;
      int integer = 0;
    } found_place;
    bool found = false;
    (
        [&] {
          if (found)
            return;
          if (found_place.entry < Cells::entries) {
            found = true;
            found_place.is_integer = Cells::is_integer(found_place.entry);
            found_place.integer = found_place.is_integer ? Cells::integer(found_place.entry) : 0;
          } else {
            found_place.entry -= Cells::entries;
            ++found_place.cell;
          }
        }(),
        ...);
    return found_place;
  }
  static constexpr auto place = find();

  static consteval int get(const Handle<Cells> &...)
    requires(place.is_integer)
  {
    return place.integer;
  }
  [[gnu::always_inline]] static void *get(const Handle<Cells> &...cells)
    requires(!place.is_integer)
  {
    return cells...[place.cell].cell->address(place.entry);
  }
};

template <Request R, auto Wrapper, int Width, int Options, int ReturnKind, int... Index, class... Cells>
[[gnu::always_inline]] inline void call_marker(std::integer_sequence<int, Index...>, Handle<Cells>... cells) {
  if constexpr (R == Request::Forward) {
    cotangent_plugin_missing_build_with_cotangent_cxx_forward(reinterpret_cast<const void *>(Wrapper), Width, Options,
                                                              ReturnKind, EntryAt<Index, Cells...>::get(cells...)...);
  } else if constexpr (R == Request::Reverse) {
    cotangent_plugin_missing_build_with_cotangent_cxx_reverse(reinterpret_cast<const void *>(Wrapper), Width, Options,
                                                              ReturnKind, EntryAt<Index, Cells...>::get(cells...)...);
  } else if constexpr (R == Request::Augmented) {
    cotangent_plugin_missing_build_with_cotangent_cxx_augmented(reinterpret_cast<const void *>(Wrapper), Width, Options,
                                                                ReturnKind, EntryAt<Index, Cells...>::get(cells...)...);
  } else {
    cotangent_plugin_missing_build_with_cotangent_cxx_adjoint(reinterpret_cast<const void *>(Wrapper), Width, Options,
                                                              ReturnKind, EntryAt<Index, Cells...>::get(cells...)...);
  }
}

/// Calls the marker of a request. All integers are constants of the call, whatever the optimisation level.
template <Request R, auto Wrapper, int Width, int Options, int ReturnKind, class... Cells>
[[gnu::always_inline]] inline void request(Cells &...cells) {
  call_marker<R, Wrapper, Width, Options, ReturnKind>(std::make_integer_sequence<int, (0 + ... + Cells::entries)>{},
                                                      Handle<Cells>{&cells}...);
}

} // namespace cotangent::detail

#pragma clang diagnostic pop
