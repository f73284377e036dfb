// The function of a differentiated call: a function, a functor, a member-function pointer, or one of these annotated.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "cotangent/annotations.h"

namespace cotangent::detail {

/// The function inside an optional annotation.
template <class F> struct callee_of {
  static constexpr AnnotationKind kind = AnnotationKind::Absent;
  using expression = F;
};
template <Annotation F> struct callee_of<F> {
  static constexpr AnnotationKind kind = annotation_of<std::remove_cvref_t<F>>::kind;
  using value = typename annotation_of<std::remove_cvref_t<F>>::value_type;
  using expression = std::conditional_t<std::is_const_v<std::remove_reference_t<F>> && !std::is_reference_v<value>,
                                        const value &, value &>;
};

/// The type of the object that the wrapper's first parameter points to: a pointer to a function, a pointer to a member,
/// or a class.
template <class F>
using callee_object_t = std::conditional_t<std::is_class_v<std::remove_reference_t<typename callee_of<F>::expression>>,
                                           std::remove_reference_t<typename callee_of<F>::expression>,
                                           std::decay_t<typename callee_of<F>::expression>>;

/// The class of a member-function pointer, and the same function as one that takes the object's address first.
template <class C> struct member_function;
#define COTANGENT_DETAIL_MEMBERS(CV, QUALIFIERS)                                                                       \
  template <class R, class C, class... A> struct member_function<R (C::*)(A...) CV QUALIFIERS> {                       \
    using object = CV C;                                                                                               \
    using plain = R (*)(CV C *, A...);                                                                                 \
  };                                                                                                                   \
  template <class R, class C, class... A> struct member_function<R (C::*)(A...) CV QUALIFIERS noexcept> {              \
    using object = CV C;                                                                                               \
    using plain = R (*)(CV C *, A...);                                                                                 \
  };
COTANGENT_DETAIL_MEMBERS(, )
COTANGENT_DETAIL_MEMBERS(const, )
COTANGENT_DETAIL_MEMBERS(, &)
COTANGENT_DETAIL_MEMBERS(const, &)
#undef COTANGENT_DETAIL_MEMBERS

/// Calls a member function by its address or, where the pointer means a virtual one, by the object's table. The language's own call reads that table from the
/// beginning of every object, also where only numbers lie there, and merges both addresses. Itanium ABI, 2.3: the address of the function, or one plus its
/// place in the table, and what is added to the object's address; such a function is called like one with that address as its first parameter.
template <class C, class Object, class... A>
[[gnu::always_inline]] inline decltype(auto) invoke_member(C &callee, Object *object, A &&...arguments) {
  using Plain = typename member_function<std::remove_cv_t<C>>::plain;
  using Bytes = std::conditional_t<std::is_const_v<Object>, const char, char>;
  struct Parts {
    std::uintptr_t function;
    std::ptrdiff_t adjustment;
  };
  const Parts parts = std::bit_cast<Parts>(callee);
  auto *adjusted = reinterpret_cast<Object *>(reinterpret_cast<Bytes *>(object) + parts.adjustment);
  if constexpr (std::is_polymorphic_v<Object>) {
    if (parts.function & 1) {
      const char *table = *reinterpret_cast<const char *const *>(adjusted);
      const auto function = *reinterpret_cast<const Plain *>(table + (parts.function - 1));
      return function(adjusted, static_cast<A &&>(arguments)...);
    }
  }
  return reinterpret_cast<Plain>(parts.function)(adjusted, static_cast<A &&>(arguments)...);
}

/// Calls a callee; a member-function pointer takes its object first.
template <class C, class... A> [[gnu::always_inline]] inline decltype(auto) invoke(C &callee, A &&...arguments) {
  if constexpr (std::is_member_function_pointer_v<std::remove_cv_t<C>>) {
    return [&](auto &&object, auto &&...rest) __attribute__((always_inline)) -> decltype(auto) {
      if constexpr (requires { typename member_function<std::remove_cv_t<C>>::plain; }) {
        typename member_function<std::remove_cv_t<C>>::object *address;
        if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(object)>>) {
          address = object;
        } else {
          address = std::addressof(object);
        }
        return invoke_member(callee, address, static_cast<decltype(rest)>(rest)...);
      } else if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(object)>>) {
        return (object->*callee)(static_cast<decltype(rest)>(rest)...);
      } else {
        return (static_cast<decltype(object)>(object).*callee)(static_cast<decltype(rest)>(rest)...);
      }
    }(static_cast<A &&>(arguments)...);
  } else {
    return callee(static_cast<A &&>(arguments)...);
  }
}

// The parameter types of a callee, where it has one signature only; `void` otherwise.
template <class C> struct signature_of {
  using parameters = void;
};
#define COTANGENT_DETAIL_SIGNATURES(QUALIFIERS)                                                                        \
  template <class R, class C, class... A> struct signature_of<R (C::*)(A...) QUALIFIERS> {                             \
    using parameters = TypeList<C &, A...>;                                                                            \
    using functor_parameters = TypeList<A...>;                                                                         \
  };                                                                                                                   \
  template <class R, class C, class... A> struct signature_of<R (C::*)(A...) QUALIFIERS noexcept> {                    \
    using parameters = TypeList<C &, A...>;                                                                            \
    using functor_parameters = TypeList<A...>;                                                                         \
  };
COTANGENT_DETAIL_SIGNATURES()
COTANGENT_DETAIL_SIGNATURES(const)
COTANGENT_DETAIL_SIGNATURES(&)
COTANGENT_DETAIL_SIGNATURES(const &)
#undef COTANGENT_DETAIL_SIGNATURES
template <class R, class... A> struct signature_of<R (*)(A...)> {
  using parameters = TypeList<A...>;
};
template <class R, class... A> struct signature_of<R (*)(A...) noexcept> {
  using parameters = TypeList<A...>;
};
template <class C>
  requires requires { &C::operator(); }
struct signature_of<C> {
  using parameters = typename signature_of<decltype(&C::operator())>::functor_parameters;
};

} // namespace cotangent::detail
