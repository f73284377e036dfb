// Runs a planned call: makes the slots of the return, calls the marker, gathers the result.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cotangent/cells.h"
#include "cotangent/plan.h"
#include "cotangent/request.h"
#include "cotangent/scalars.h"

namespace cotangent::detail {

/// Storage of one object, constructed by the wrapper.
template <class T> union Storage {
  [[gnu::always_inline]] Storage() {}
  [[gnu::always_inline]] ~Storage() {}
  T object;

  /// Zero bytes: where the plugin writes a shadow.
  [[gnu::always_inline]] void blank() { __builtin_memset(static_cast<void *>(this), 0, sizeof(T)); }
  [[gnu::always_inline]] T take() {
    T result(std::move(object));
    object.~T();
    return result;
  }
};

/// Moves `Width` objects out of their storage: one alone, several as an array.
template <int Width, class T> [[gnu::always_inline]] inline auto take_shadows(Storage<T> *shadows) {
  if constexpr (Width == 1) {
    return shadows[0].take();
  } else {
    return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
      return std::array<T, Width>{shadows[I].take()...};
    }(std::make_index_sequence<Width>{});
  }
}

/// `Width` numbers: one alone, several as an array.
template <int Width, class T> [[gnu::always_inline]] inline auto numbers(const T *values) {
  if constexpr (Width == 1) {
    return values[0];
  } else {
    std::array<T, Width> result;
    for (int lane = 0; lane < Width; ++lane)
      result[lane] = values[lane];
    return result;
  }
}

/// The value as a `Result`: itself where it is one that stays, so that it need not be copied.
template <class Result, class V> [[gnu::always_inline]] inline decltype(auto) as_result(V &&value) {
  constexpr bool refer = std::is_lvalue_reference_v<V> && std::is_same_v<std::remove_cvref_t<V>, Result>;
  return static_cast<std::conditional_t<refer, const Result &, Result>>(value);
}

/// The seed of one lane.
template <int Width, class Result, class S>
[[gnu::always_inline]] inline decltype(auto) seed_of_lane(const S &seed, int lane) {
  if constexpr (std::is_same_v<S, NoSeed>) {
    return Result(1);
  } else if constexpr ((std::is_same_v<S, Result> && Width == 1) ||
                       (std::is_convertible_v<const S &, Result> && (Width == 1 || is_direct<Result>))) {
    return as_result<Result>(seed);
  } else {
    return as_result<Result>(seed[static_cast<std::size_t>(lane)]);
  }
}

template <class P, class T> [[gnu::always_inline]] inline auto slot_cell(Storage<T> &primal, Storage<T> *shadows) {
  ObjectCell<P::slot_kind, T, P::width> cell{{}, &primal.object, {}};
  if constexpr (P::slot_kind != kind_constant) {
    for (int lane = 0; lane < P::width; ++lane)
      cell.shadows[lane] = &shadows[lane];
  }
  return cell;
}

/// A tuple of the value if `Wanted`, of nothing otherwise.
template <bool Wanted, class T> [[gnu::always_inline]] inline auto tuple_if(T &&value) {
  if constexpr (Wanted) {
    return std::tuple<std::remove_cvref_t<T>>(std::forward<T>(value));
  } else {
    return std::tuple<>();
  }
}

/// Forward mode: a tuple of the primal, if wanted, and the tangent(s), if the return is not constant.
template <class P, class... Cells> [[gnu::always_inline]] inline auto run_forward(Cells &&...cells) {
  using Result = typename P::Result;
  constexpr auto wrapper = &P::Call::call;
  if constexpr (P::form == ReturnForm::Nothing) {
    request<Request::Forward, wrapper, P::width, P::options, P::return_kind>(cells...);
    return std::tuple<>();
  } else if constexpr (P::form == ReturnForm::Direct) {
    Result primal = 0;
    Result tangents[P::width] = {};
    PointerCell primal_slot{P::wants_primal ? &primal : nullptr};
    if constexpr (P::return_kind == returns_differentiated) {
      PointerCell tangent_slot{tangents};
      request<Request::Forward, wrapper, P::width, P::options, P::return_kind>(primal_slot, tangent_slot, cells...);
    } else {
      request<Request::Forward, wrapper, P::width, P::options, P::return_kind>(primal_slot, cells...);
    }
    return std::tuple_cat(tuple_if<P::wants_primal>(primal), tuple_if<P::returns_shadow>(numbers<P::width>(tangents)));
  } else {
    Storage<Result> primal;
    if constexpr (P::returns_shadow) {
      Storage<Result> shadows[P::width];
      for (auto &shadow : shadows)
        shadow.blank();
      auto slot = slot_cell<P>(primal, shadows);
      request<Request::Forward, wrapper, P::width, P::options, P::return_kind>(cells..., slot);
      auto value = tuple_if<P::wants_primal>(primal.take());
      return std::tuple_cat(std::move(value), tuple_if<true>(take_shadows<P::width>(shadows)));
    } else {
      auto slot = slot_cell<P, Result>(primal, nullptr);
      request<Request::Forward, wrapper, P::width, P::options, P::return_kind>(cells..., slot);
      return tuple_if<P::wants_primal>(primal.take());
    }
  }
}

/// Reverse mode, both sweeps at once, for returns whose seed exists before the call: a tuple of the primal, if wanted,
/// and the adjoints of the Active arguments.
template <class P, class S, class... Cells>
[[gnu::always_inline]] inline auto run_reverse(const S &seed, Cells &&...cells) {
  using Result = typename P::Result;
  constexpr auto wrapper = &P::Call::call;
  if constexpr (P::form == ReturnForm::Nothing) {
    request<Request::Reverse, wrapper, P::width, P::options, P::return_kind>(cells...);
    return std::tuple_cat(cells.adjoint()...);
  } else if constexpr (P::form == ReturnForm::Direct) {
    Result primal = 0;
    PointerCell primal_slot{P::wants_primal ? &primal : nullptr};
    if constexpr (P::return_kind == returns_differentiated) {
      Result seeds[P::width];
      for (int lane = 0; lane < P::width; ++lane)
        seeds[lane] = seed_of_lane<P::width, Result>(seed, lane);
      PointerCell seed_slot{seeds};
      request<Request::Reverse, wrapper, P::width, P::options, P::return_kind>(primal_slot, seed_slot, cells...);
    } else {
      request<Request::Reverse, wrapper, P::width, P::options, P::return_kind>(primal_slot, cells...);
    }
    return std::tuple_cat(tuple_if<P::wants_primal>(primal), cells.adjoint()...);
  } else {
    Storage<Result> primal;
    if constexpr (P::role == AnnotationKind::Const) {
      auto slot = slot_cell<P, Result>(primal, nullptr);
      request<Request::Reverse, wrapper, P::width, P::options, P::return_kind>(cells..., slot);
    } else {
      Storage<Result> shadows[P::width];
      for (int lane = 0; lane < P::width; ++lane) {
        if constexpr (P::role == AnnotationKind::Active) {
          ::new (static_cast<void *>(&shadows[lane])) Result(seed_of_lane<P::width, Result>(seed, lane));
        } else {
          shadows[lane].blank();
        }
      }
      auto slot = slot_cell<P>(primal, shadows);
      request<Request::Reverse, wrapper, P::width, P::options, P::return_kind>(cells..., slot);
      if constexpr (P::role == AnnotationKind::Active) {
        for (auto &shadow : shadows)
          shadow.object.~Result();
      }
    }
    auto value = tuple_if<P::wants_primal>(primal.take());
    return std::tuple_cat(std::move(value), cells.adjoint()...);
  }
}

} // namespace cotangent::detail
