// Compile-time errors of types that cannot be traced: NoFieldMatch and TracedType.
#pragma once

#include "cotangent/tracing/types.h"

namespace cotangent::detail {

template <class T> struct ArgumentsOf {
  using type = TypeList<>;
};
template <template <class...> class Class, class... P> struct ArgumentsOf<Class<P...>> {
  using type = TypeList<P...>;
};

template <class Mapping, class... P> consteval bool any_parameter_contains(TypeList<P...>) {
  return (contains<Mapping, P> || ...);
}

template <class T> inline constexpr bool holds_no_value = std::is_empty_v<T>;
template <class T> inline constexpr bool holds_no_value<T *> = false;

/// Why an opaque type cannot be looked into although it leads to arrays; empty if it does not.
template <class Mapping, class T> consteval Text opaque_fault() {
  if constexpr (std::is_pointer_v<T>) {
    if constexpr (contains<Mapping, std::remove_pointer_t<T>>)
      return Text("a pointer that does not own what it points to; use std::unique_ptr or std::shared_ptr");
  } else if constexpr (std::is_reference_v<T>) {
    if constexpr (contains<Mapping, T>)
      return Text("a reference; hold the value itself, or use std::shared_ptr");
  } else if constexpr (std::is_same_v<T, AnyArray>) {
    return Text("an array whose type is known only when the program runs; convert it to ct::ConcreteArray<T, N>");
  } else if constexpr (std::is_class_v<T> && Complete<T>) {
    if constexpr (!std::is_empty_v<T> && any_parameter_contains<Mapping>(typename ArgumentsOf<T>::type{}) &&
                  !requires(T callable) { callable.target_type(); })
      return Text("a class whose fields cannot be seen: it is no aggregate, or fields stand in it and in a base; name "
                  "its fields inside the class with COTANGENT_FIELDS(...)");
  }
  return Text();
}

template <class Mapping, class T, std::size_t Index, class Field, class Derived> consteval Text field_mismatch() {
  if constexpr (std::is_same_v<mapped_t<Mapping, Field>, Derived>) {
    return Text();
  } else {
    return concatenate("\n  field '", field_name_of<T, Index>(), "': derived type '",
                       type_name<mapped_t<Mapping, Field>>(), "', existing type '", type_name<Derived>(), "'");
  }
}

template <class Mapping, class T, class... F, class... G, std::size_t... Index>
consteval Text field_mismatches(TypeList<F...>, TypeList<G...>, std::index_sequence<Index...>) {
  return concatenate(field_mismatch<Mapping, T, Index, F, G>()...);
}

/// The fields of a class whose types the mapped class does not have.
template <class Mapping, class T> consteval Text class_fault() {
  using Mapped = mapped_t<Mapping, T>;
  if constexpr (!ReachableFields<Mapped>) {
    return concatenate("\n  '", type_name<Mapped>(), "' has no fields that can be reached");
  } else {
    using Fields = AllFieldTypes<T>;
    using Derived = AllFieldTypes<Mapped>;
    if constexpr (Fields::size != Derived::size)
      return concatenate("\n  '", type_name<Mapped>(), "' has another number of fields");
    else
      return field_mismatches<Mapping, T>(Fields{}, Derived{}, std::make_index_sequence<Fields::size>{});
  }
}

template <class Mapping, class T, class... Seen> consteval Text traced_type_fault(const Text &path);

template <class Mapping, class T, class... Seen, class... F, std::size_t... Index>
consteval Text fault_in_fields(const Text &path, TypeList<F...>, std::index_sequence<Index...>) {
  Text fault;
  ((fault.size() == 0 ? void(fault = traced_type_fault<Mapping, std::remove_cv_t<F>, T, Seen...>(
                                 concatenate(path, ".", field_name_of<T, Index>())))
                      : void()),
   ...);
  return fault;
}
template <class Mapping, class T, class... Seen, class... P>
consteval Text fault_in_parts(const Text &path, TypeList<P...>) {
  Text fault;
  std::size_t at = 0;
  auto look = [&]<class Part>(TypeList<Part>) {
    Text inner = path;
    if constexpr (walk_of<T> == Walk::Tuple)
      inner.append("[").append_number(at++).append("]");
    else if constexpr (walk_of<T> == Walk::Sequence || walk_of<T> == Walk::Inline || walk_of<T> == Walk::Map)
      inner.append("[...]");
    if (fault.size() == 0)
      fault = traced_type_fault<Mapping, std::remove_cv_t<Part>, T, Seen...>(inner);
  };
  (look(TypeList<P>{}), ...);
  return fault;
}

/// The message of the first part of a T that cannot be mapped; empty if there is none.
template <class Mapping, class T, class... Seen> consteval Text traced_type_fault(const Text &path) {
  if constexpr (is_one_of<T, Seen...> || Mapping::template changes<T>) {
    return Text();
  } else if constexpr (walk_of<T> == Walk::Opaque) {
    constexpr Text fault = opaque_fault<Mapping, T>();
    if constexpr (fault.size() != 0)
      return concatenate("cotangent: [TracedType] ", path, " of type '", type_name<T>(),
                         "' leads to arrays but cannot be traced: it is ", fault);
    return Text();
  } else if constexpr (walk_of<T> == Walk::Fields) {
    constexpr bool changed = contains<Mapping, T>;
    if constexpr (changed) {
      constexpr Text fault = class_fault<Mapping, T>();
      if constexpr (fault.size() != 0)
        return concatenate("cotangent: [NoFieldMatch] ", path, ": the template parameters of '", type_name<T>(),
                           "' do not give the types that its fields have in '", type_name<mapped_t<Mapping, T>>(),
                           "':", fault, "\n  make the type of each such field depend on a template parameter");
    }
    return fault_in_fields<Mapping, T, Seen...>(path, AllFieldTypes<T>{},
                                                std::make_index_sequence<AllFieldTypes<T>::size>{});
  } else {
    return fault_in_parts<Mapping, T, Seen...>(path, walk_parts<T>{});
  }
}

/// Of the arguments of a traced function.
template <class Mapping, class... Arguments> consteval Text arguments_fault() {
  Text fault;
  std::size_t at = 0;
  auto look = [&]<class Argument>(TypeList<Argument>) {
    if (fault.size() == 0)
      fault = traced_type_fault<Mapping, Argument>(Text("argument ").append_number(at));
    ++at;
  };
  (look(TypeList<std::remove_cvref_t<Arguments>>{}), ...);
  return fault;
}

} // namespace cotangent::detail
