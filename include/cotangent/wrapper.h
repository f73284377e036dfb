// The function that the plugin differentiates: one per call, all parameters pointers to objects.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "cotangent/callee.h"
#include "cotangent/text.h"

namespace cotangent::detail {

/// How a wrapper gives back what the function returns.
enum class ReturnForm {
  Nothing, ///< void, or not wanted
  Direct,  ///< float, double, long double
  Slot,    ///< anything else: constructed in a slot that is the last parameter
};

/// One parameter of a wrapper: the object it points to, and whether the function takes it as an rvalue.
template <class T, bool Moved> struct Parameter {
  using type = T;
  using passed = std::conditional_t<Moved, T &&, T &>;
};

/// `call` reads, copies or refers to the objects as the user's function asks, and calls it. It is a static member of a
/// class template so that its address is a constant.
template <ReturnForm Form, class Result, class Callee, class... Parameters> struct Wrapper;

template <class Result, class Callee, class... P> struct Wrapper<ReturnForm::Nothing, Result, Callee, P...> {
  static void call(Callee *callee, typename P::type *...objects) {
    static_cast<void>(invoke(*callee, static_cast<typename P::passed>(*objects)...));
  }
};

template <class Result, class Callee, class... P> struct Wrapper<ReturnForm::Direct, Result, Callee, P...> {
  static Result call(Callee *callee, typename P::type *...objects) {
    return invoke(*callee, static_cast<typename P::passed>(*objects)...);
  }
};

template <class Result, class Callee, class... P> struct Wrapper<ReturnForm::Slot, Result, Callee, P...> {
  static void call(Callee *callee, typename P::type *...objects, Result *slot) {
    ::new (static_cast<void *>(slot)) Result(invoke(*callee, static_cast<typename P::passed>(*objects)...));
  }
};

template <class Callee, class... Passed>
concept CallableWith = std::is_invocable_v<Callee &, Passed...>;

} // namespace cotangent::detail
