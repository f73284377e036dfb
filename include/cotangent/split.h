// The two halves of reverse mode: the augmented forward sweep and the adjoint.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cotangent/error.h"
#include "cotangent/sweep.h"
#include "cotangent/tape.h"

namespace cotangent {

/// What an augmented forward sweep returns: the tape; the primal value (None unless `.with_primal()`); the shadow of a
/// `Duplicated` return (None for others). The shadow of a pointer is a pointer (a `std::array` of them at width N);
/// that of a class object is a reference to an object that lives as long as the tape: write the seed into it.
template <class Primal, class Shadow> struct AugmentedReturn {
  Tape tape;
  Primal primal;
  Shadow shadow;
};

namespace detail {

/// The result slots of a split call; they stay where they are between the halves.
template <class Result, int Width, bool HasShadows> struct RetainedReturn : Retained {
  Storage<Result> primal;
  std::array<Storage<Result>, HasShadows ? Width : 1> shadows;
  bool primal_alive = false;
  bool shadows_alive = false;

  ~RetainedReturn() override {
    if (primal_alive)
      primal.object.~Result();
    if (HasShadows && shadows_alive) {
      for (auto &shadow : shadows)
        shadow.object.~Result();
    }
  }

  /// The shadows as the caller sees them: an object, or an array of them.
  auto &visible() {
    if constexpr (Width == 1) {
      return shadows[0].object;
    } else {
      static_assert(sizeof(std::array<Result, Width>) == sizeof(shadows));
      return *reinterpret_cast<std::array<Result, Width> *>(&shadows);
    }
  }
};

template <class P>
using RetainedReturnOf = RetainedReturn<typename P::Result, P::width, P::role != AnnotationKind::Const>;

template <class P, class R> [[gnu::always_inline]] inline auto retained_slot(R &retained) {
  return slot_cell<P>(retained.primal, retained.shadows.data());
}

/// What the destructors of the shadows of a return read; the adjoint may write zeros over it.
template <class P> class PointersOf {
  static constexpr bool wanted =
      P::role != AnnotationKind::Const && !std::is_trivially_destructible_v<typename P::Result>;
  std::array<std::array<std::byte, wanted ? sizeof(typename P::Result) : 0>, wanted ? P::width : 0> content;

public:
  template <class Kept> explicit PointersOf(Kept &kept) {
    if constexpr (wanted) {
      for (std::size_t lane = 0; lane < content.size(); ++lane)
        std::memcpy(content[lane].data(), static_cast<const void *>(&kept.shadows[lane].object), content[lane].size());
    }
  }
  template <class Kept> void restore(Kept &kept) const {
    if constexpr (wanted) {
      for (std::size_t lane = 0; lane < content.size(); ++lane)
        std::memcpy(static_cast<void *>(&kept.shadows[lane].object), content[lane].data(), content[lane].size());
    }
  }
};

/// Runs the primal and saves what the adjoint needs.
template <class P, class... Cells> [[gnu::always_inline]] inline auto run_augmented(Cells &&...cells) {
  using Result = typename P::Result;
  constexpr auto wrapper = &P::Call::call;
  Tape tape;
  void *handle = nullptr;
  PointerCell tape_slot{&handle};
  const auto finish = [&]() __attribute__((always_inline)) {
    TapeAccess::handle(tape) = handle;
    TapeAccess::owner(tape) = reinterpret_cast<const void *>(wrapper);
  };
  if constexpr (P::form == ReturnForm::Nothing) {
    request<Request::Augmented, wrapper, P::width, P::options, P::return_kind>(tape_slot, cells...);
    finish();
    return AugmentedReturn<None, None>{std::move(tape), {}, {}};
  } else if constexpr (P::form == ReturnForm::Direct) {
    Result primal = 0;
    PointerCell primal_slot{P::wants_primal ? &primal : nullptr};
    request<Request::Augmented, wrapper, P::width, P::options, P::return_kind>(primal_slot, tape_slot, cells...);
    finish();
    if constexpr (P::wants_primal) {
      return AugmentedReturn<Result, None>{std::move(tape), primal, {}};
    } else {
      return AugmentedReturn<None, None>{std::move(tape), {}, {}};
    }
  } else {
    using Kept = RetainedReturnOf<P>;
    auto owned = std::make_unique<Kept>();
    Kept &kept = *owned;
    for (auto &shadow : kept.shadows)
      shadow.blank();
    auto slot = retained_slot<P>(kept);
    request<Request::Augmented, wrapper, P::width, P::options, P::return_kind>(tape_slot, cells..., slot);
    kept.primal_alive = true;
    kept.shadows_alive = true;
    TapeAccess::retained(tape) = std::move(owned);
    finish();
    const auto primal = [&]() -> decltype(auto) {
      if constexpr (P::wants_primal) {
        return Result(std::move(kept.primal.object));
      } else {
        return None{};
      }
    };
    using Primal = std::conditional_t<P::wants_primal, Result, None>;
    if constexpr (!P::returns_shadow) {
      return AugmentedReturn<Primal, None>{std::move(tape), primal(), {}};
    } else if constexpr (std::is_pointer_v<Result>) {
      using Shadow = std::remove_reference_t<decltype(kept.visible())>;
      return AugmentedReturn<Primal, Shadow>{std::move(tape), primal(), kept.visible()};
    } else {
      return AugmentedReturn<Primal, decltype(kept.visible())>{std::move(tape), primal(), kept.visible()};
    }
  }
}

/// Runs the reverse sweep: a tuple of the adjoints of the Active arguments. The tape is used up.
template <class P, class S, class... Cells>
[[gnu::always_inline]] inline auto run_adjoint(const S &seed, Tape &tape, Cells &&...cells) {
  using Result = typename P::Result;
  constexpr auto wrapper = &P::Call::call;
  if (TapeAccess::owner(tape) != reinterpret_cast<const void *>(wrapper)) {
    throw Error("bad-annotation", tape.usable() ? "the tape belongs to another function or to other annotations"
                                                : "the tape is empty: it was used by an adjoint or moved from");
  }
  // The marker uses the handle up; the slots of the return stay until it is done.
  const auto take_handle = [&]() __attribute__((always_inline)) {
    TapeAccess::owner(tape) = nullptr;
    return PointerCell{std::exchange(TapeAccess::handle(tape), nullptr)};
  };
  if constexpr (P::form == ReturnForm::Nothing) {
    PointerCell tape_handle = take_handle();
    request<Request::Adjoint, wrapper, P::width, P::options, P::return_kind>(tape_handle, cells...);
  } else if constexpr (P::form == ReturnForm::Direct) {
    PointerCell tape_handle = take_handle();
    if constexpr (P::return_kind == returns_differentiated) {
      Result seeds[P::width];
      for (int lane = 0; lane < P::width; ++lane)
        seeds[lane] = seed_of_lane<P::width, Result>(seed, lane);
      PointerCell seed_slot{seeds};
      request<Request::Adjoint, wrapper, P::width, P::options, P::return_kind>(seed_slot, tape_handle, cells...);
    } else {
      request<Request::Adjoint, wrapper, P::width, P::options, P::return_kind>(tape_handle, cells...);
    }
  } else {
    auto &kept = static_cast<RetainedReturnOf<P> &>(*TapeAccess::retained(tape));
    const PointersOf<P> pointers(kept);
    if constexpr (P::role == AnnotationKind::Active) {
      for (int lane = 0; lane < P::width; ++lane) {
        decltype(auto) value = seed_of_lane<P::width, Result>(seed, lane);
        if constexpr (P::seeds_memory) {
          accumulate(kept.shadows[static_cast<std::size_t>(lane)].object, value);
        } else {
          kept.shadows[static_cast<std::size_t>(lane)].object = value;
        }
      }
    }
    const std::unique_ptr<Retained> retained = std::move(TapeAccess::retained(tape));
    PointerCell tape_handle = take_handle();
    auto slot = retained_slot<P>(kept);
    request<Request::Adjoint, wrapper, P::width, P::options, P::return_kind>(tape_handle, cells..., slot);
    pointers.restore(kept);
  }
  return std::tuple_cat(cells.adjoint()...);
}

} // namespace detail
} // namespace cotangent
