// Zero shadows: values of the same structure whose floating-point content is zero.
#pragma once

#include <memory>
#include <type_traits>
#include <typeindex>
#include <typeinfo>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "cotangent/activity.h"
#include "cotangent/error.h"
#include "cotangent/text.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"

namespace cotangent {

/// Passed to make_zero: parts without derivative behind smart pointers are copied too, not shared.
struct CopyInactive {};
inline constexpr CopyInactive copy_inactive{};

namespace detail {

template <class T> inline constexpr bool is_sequence = false;
template <class T, class A> inline constexpr bool is_sequence<std::vector<T, A>> = true;
template <class T, class A> inline constexpr bool is_sequence<std::deque<T, A>> = true;
template <class T, class A> inline constexpr bool is_sequence<std::list<T, A>> = true;
template <class T, class A> inline constexpr bool is_sequence<std::forward_list<T, A>> = true;
template <class T> inline constexpr bool is_sequence<std::valarray<T>> = true;

template <class T> inline constexpr bool is_ordered_map = false;
template <class K, class T, class C, class A> inline constexpr bool is_ordered_map<std::map<K, T, C, A>> = true;
template <class K, class T, class C, class A> inline constexpr bool is_ordered_map<std::multimap<K, T, C, A>> = true;
template <class T> inline constexpr bool is_hash_map = false;
template <class K, class T, class H, class E, class A>
inline constexpr bool is_hash_map<std::unordered_map<K, T, H, E, A>> = true;
template <class T> inline constexpr bool is_set = false;
template <class T, class C, class A> inline constexpr bool is_set<std::set<T, C, A>> = true;
template <class T, class C, class A> inline constexpr bool is_set<std::multiset<T, C, A>> = true;
template <class T, class H, class E, class A> inline constexpr bool is_set<std::unordered_set<T, H, E, A>> = true;

template <class T> inline constexpr bool is_complex = false;
template <class T> inline constexpr bool is_complex<std::complex<T>> = true;
template <class T> inline constexpr bool is_optional = false;
template <class T> inline constexpr bool is_optional<std::optional<T>> = true;
template <class T> inline constexpr bool is_variant = false;
template <class... T> inline constexpr bool is_variant<std::variant<T...>> = true;
template <class T> inline constexpr bool is_unique = false;
template <class T, class D> inline constexpr bool is_unique<std::unique_ptr<T, D>> = true;
template <class T> inline constexpr bool is_shared = false;
template <class T> inline constexpr bool is_shared<std::shared_ptr<T>> = true;
template <class T> inline constexpr bool is_weak = false;
template <class T> inline constexpr bool is_weak<std::weak_ptr<T>> = true;
template <class T> inline constexpr bool is_tuple = false;
template <class... T> inline constexpr bool is_tuple<std::tuple<T...>> = true;
template <class A, class B> inline constexpr bool is_tuple<std::pair<A, B>> = true;
template <class T> inline constexpr bool is_inline_array = std::is_bounded_array_v<T>;
template <class T, std::size_t N> inline constexpr bool is_inline_array<std::array<T, N>> = true;

/// Whether a copy can be made of a value and of all it holds by value (the containers of the standard library claim so
/// even when their elements cannot be copied).
template <class T> consteval bool is_copyable() {
  using Type = std::remove_cv_t<T>;
  if constexpr (is_unique<Type>) {
    return false;
  } else if constexpr (is_ordered_map<Type> || is_hash_map<Type>) {
    return is_copyable<typename Type::mapped_type>();
  } else if constexpr (is_sequence<Type>) {
    return is_copyable<typename Type::value_type>();
  } else if constexpr (std::is_array_v<Type>) {
    return is_copyable<std::remove_extent_t<Type>>();
  } else if constexpr (form_of<Type>::form == Form::Inline || form_of<Type>::form == Form::Fields) {
    return std::is_copy_constructible_v<Type> && []<class... Parts>(TypeList<Parts...>) {
      return (is_copyable<Parts>() && ...);
    }(typename form_of<Type>::parts{});
  } else {
    return std::is_copy_constructible_v<Type>;
  }
}

template <class T>
inline constexpr bool is_raw_pointer =
    std::is_pointer_v<T> || std::is_reference_v<T> || form_of<std::remove_cv_t<T>>::form == Form::Indirect;

/// The shadow_traits know how to make objects of the dynamic type.
template <class T>
concept MakesObjects = requires(const T &value) {
  { shadow_traits<T>::make_zero_object(value) } -> std::convertible_to<std::unique_ptr<T>>;
};

template <class T>
concept RemakesObjects = requires(T &value) { shadow_traits<T>::remake_zero(value); };

inline constexpr const char *derived_object_error =
    "make_zero met an object of a derived class behind a pointer to its base; give ct::shadow_traits of the base a "
    "make_zero_object";

template <class T> consteval Text abstract_error() {
  return concatenate("cotangent: [bad-annotation] make_zero cannot tell of which class the object behind a pointer to '",
                     type_name<T>(), "' is; give ct::shadow_traits of it a make_zero_object");
}

/// The objects that one call of make_zero has met behind shared pointers.
class ZeroShadows {
public:
  explicit ZeroShadows(bool copy) : copy_(copy) {}

  /// A new value with the structure of `source` and zero content.
  template <class T> T make(const T &source) {
    if constexpr (HasShadowTraits<T>) {
      return shadow_traits<T>::make_zero(source);
    } else if constexpr (is_copyable<T>()) {
      T result(source);
      detach(result);
      return result;
    } else if constexpr (is_unique<T>) {
      COTANGENT_DETAIL_REQUIRE(
          (std::is_same_v<typename T::deleter_type, std::default_delete<typename T::element_type>> &&
           !std::is_array_v<typename form_of<T>::parts> &&
           std::is_same_v<T, std::unique_ptr<typename T::element_type>>),
          "cotangent: [bad-annotation] make_zero of a std::unique_ptr needs the default deleter and one object (not an "
          "array); specialise ct::shadow_traits");
      using Object = std::remove_cv_t<typename T::element_type>;
      COTANGENT_DETAIL_REQUIRE((MakesObjects<Object> || !std::is_abstract_v<Object>), abstract_error<Object>());
      if constexpr (MakesObjects<Object>) {
        return source ? T(shadow_traits<Object>::make_zero_object(*source)) : T();
      } else if constexpr (!std::is_abstract_v<Object>) {
        return source ? T(new Object(make_object(*source))) : T();
      }
    } else if constexpr (is_ordered_map<T> || is_hash_map<T>) {
      T result;
      for (const auto &[key, value] : source)
        result.emplace(key, make(value));
      return result;
    } else if constexpr (is_sequence<T>) {
      T result;
      for (const auto &element : source)
        result.insert(result.end(), make(element));
      return result;
    } else if constexpr (is_optional<T>) {
      return source ? T(make(*source)) : T();
    } else if constexpr (is_inline_array<T>) {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return T{make(source[I])...};
      }(std::make_index_sequence<std::tuple_size_v<T>>{});
    } else if constexpr (is_tuple<T>) {
      return std::apply([&](const auto &...fields) { return T(make(fields)...); }, source);
    } else if constexpr (HasFields<T>) {
      return with_fields(source, [&](const auto &...fields) { return T{make(fields)...}; });
    } else {
      COTANGENT_DETAIL_REQUIRE(
          (HasShadowTraits<T>),
          concatenate("cotangent: [bad-annotation] make_zero does not know how to make a zero of '", type_name<T>(),
                      "', which cannot be copied; specialise ct::shadow_traits"));
    }
  }

  /// Zeroes a fresh copy in place and gives it shadows of its own for what it shares with the original.
  template <class T> void detach(T &value) {
    using Type = std::remove_cv_t<T>;
    Type &object = const_cast<Type &>(value);
    if constexpr (HasShadowTraits<Type>) {
      if constexpr (requires { shadow_traits<Type>::remake_zero(object); }) {
        shadow_traits<Type>::remake_zero(object);
      } else {
        object = shadow_traits<Type>::make_zero(object);
      }
    } else if constexpr (is_shared<Type>) {
      if (activity_of<Type> != Activity::Any || copy_)
        object = shared(object);
    } else if constexpr (is_weak<Type>) {
      if (activity_of<Type> != Activity::Any || copy_)
        object = shared(object.lock());
    } else if constexpr (activity_of<Type> == Activity::Any) {
      return;
    } else {
      each_part(object, [&](auto &part) { this->detach(part); });
    }
  }

private:
  /// As `make`, for an object met through a pointer: its dynamic type must be the static one.
  template <class T> std::remove_cv_t<T> make_object(const T &source) {
    if constexpr (std::is_polymorphic_v<T>) {
      if (typeid(source) != typeid(T))
        throw Error("bad-annotation", derived_object_error);
    }
    return make<std::remove_cv_t<T>>(source);
  }

  template <class T> std::shared_ptr<T> shared(const std::shared_ptr<T> &source) {
    COTANGENT_DETAIL_REQUIRE(
        (!std::is_array_v<T>),
        "cotangent: [bad-annotation] make_zero of a std::shared_ptr to an array does not know its length; "
        "specialise ct::shadow_traits or use a container");
    using Object = std::remove_cv_t<T>;
    if (!source)
      return {};
    auto &known = made_[Key{source.get(), typeid(Object)}];
    if (known)
      return std::static_pointer_cast<T>(known);
    COTANGENT_DETAIL_REQUIRE((MakesObjects<Object> || !std::is_abstract_v<Object>), abstract_error<Object>());
    if constexpr (MakesObjects<Object>) {
      std::shared_ptr<Object> result = shadow_traits<Object>::make_zero_object(*source);
      known = result;
      return result;
    } else if constexpr (!std::is_abstract_v<Object>) {
      return shared_object<T>(source, known);
    }
  }

  template <class T> std::shared_ptr<T> shared_object(const std::shared_ptr<T> &source, std::shared_ptr<void> &known) {
    using Object = std::remove_cv_t<T>;
    struct Block {
      ~Block() {
        if (alive)
          reinterpret_cast<Object *>(bytes)->~Object();
      }
      alignas(Object) unsigned char bytes[sizeof(Object)];
      bool alive = false;
    };
    auto block = std::make_shared<Block>();
    std::shared_ptr<Object> result(block, reinterpret_cast<Object *>(block->bytes));
    known = result; // known before its content is made: a cycle comes back here
    ::new (static_cast<void *>(block->bytes)) Object(make_object(*source));
    block->alive = true;
    return result;
  }

public:
  /// Calls `function(part)` for the parts that a value holds or owns alone, and zeroes it if it is a number.
  template <class T, class F> static void each_part(T &object, F &&function) {
    if constexpr (FloatingPoint<T>) {
      object = T();
    } else if constexpr (is_complex<T>) {
      object = T();
    } else if constexpr (is_ordered_map<T> || is_hash_map<T>) {
      for (auto &entry : object)
        function(entry.second);
    } else if constexpr (is_set<T>) {
      return; // keys keep their order
    } else if constexpr (is_sequence<T>) {
      for (auto &&element : object)
        function(element);
    } else if constexpr (is_inline_array<T>) {
      for (auto &element : object)
        function(element);
    } else if constexpr (is_optional<T>) {
      if (object)
        function(*object);
    } else if constexpr (is_variant<T>) {
      if (!object.valueless_by_exception())
        std::visit([&](auto &held) { function(held); }, object);
    } else if constexpr (is_tuple<T>) {
      std::apply([&](auto &...fields) { (function(fields), ...); }, object);
    } else if constexpr (requires(T &atomic) { atomic.store(atomic.load()); }) {
      auto held = object.load();
      function(held);
      object.store(held);
    } else if constexpr (std::is_class_v<T> && form_of<T>::form == Form::Fields) {
      with_fields(object, [&](auto &...fields) { (function(fields), ...); });
    } else if constexpr (is_raw_pointer<T>) {
      COTANGENT_DETAIL_REQUIRE(
          (!is_raw_pointer<T>),
          concatenate(
              "cotangent: [bad-annotation] make_zero met '", type_name<T>(),
              "', which refers to memory it does not own: its extent and owner are unknown; make the shadow by hand, "
              "hold the memory in a container, or specialise ct::shadow_traits of the class that holds it"));
    } else {
      COTANGENT_DETAIL_REQUIRE((std::is_trivially_copyable_v<T>),
                               concatenate("cotangent: [bad-annotation] make_zero cannot see the fields of '",
                                           type_name<T>(), "'; specialise ct::shadow_traits for it"));
      if constexpr (std::is_trivially_copyable_v<T>)
        __builtin_memset(static_cast<void *>(&object), 0, sizeof(T));
    }
  }

private:
  struct Key {
    const void *address;
    std::type_index type;
    bool operator==(const Key &) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key &key) const {
      return std::hash<const void *>{}(key.address) ^ key.type.hash_code();
    }
  };

  std::unordered_map<Key, std::shared_ptr<void>, Hash> made_;
  bool copy_;
};

/// Zeroes in place all that a value owns, alone or shared; each shared object once.
class ZeroInPlace {
public:
  template <class T> void clear(T &value) {
    using Type = std::remove_cv_t<T>;
    Type &object = const_cast<Type &>(value);
    if constexpr (activity_of<Type> == Activity::Any) {
      return;
    } else if constexpr (HasShadowTraits<Type>) {
      if constexpr (requires { shadow_traits<Type>::remake_zero(object); }) {
        shadow_traits<Type>::remake_zero(object);
      } else {
        object = shadow_traits<Type>::make_zero(object);
      }
    } else if constexpr (is_unique<Type>) {
      using Object = std::remove_cv_t<typename Type::element_type>;
      if constexpr (MakesObjects<Object> && !RemakesObjects<Object>) {
        if (object)
          object = shadow_traits<Object>::make_zero_object(*object);
      } else if (object) {
        clear_object(*object);
      }
    } else if constexpr (is_shared<Type>) {
      if (object && seen_.insert(object.get()).second)
        clear_object(*object);
    } else if constexpr (is_weak<Type>) {
      if (auto strong = object.lock())
        clear(strong);
    } else if constexpr (requires {
                           object.data();
                           object.size();
                         } && form_of<Type>::form == Form::Indirect && !is_sequence<Type>) {
      for (auto &element : object)
        clear(element);
    } else {
      ZeroShadows::each_part(object, [&](auto &part) { this->clear(part); });
    }
  }

private:
  /// As `clear`, for an object met through a pointer.
  template <class T> void clear_object(T &object) {
    using Object = std::remove_cv_t<T>;
    COTANGENT_DETAIL_REQUIRE((RemakesObjects<Object> || !std::is_abstract_v<Object>),
                             concatenate("cotangent: [bad-annotation] remake_zero cannot tell of which class the object "
                                         "behind a pointer to '",
                                         type_name<Object>(), "' is; give ct::shadow_traits of it a remake_zero"));
    if constexpr (RemakesObjects<Object>) {
      shadow_traits<Object>::remake_zero(const_cast<Object &>(object));
    } else if constexpr (!std::is_abstract_v<Object>) {
      if constexpr (std::is_polymorphic_v<Object>) {
        if (typeid(object) != typeid(Object))
          throw Error("bad-annotation", "remake_zero met an object of a derived class behind a pointer to its base; give "
                                        "ct::shadow_traits of the base a remake_zero");
      }
      clear(object);
    }
  }

  std::unordered_set<const void *> seen_;
};

} // namespace detail

/// A value with the structure of `value` whose floating-point content is zero: through aggregates, arrays, containers
/// and smart pointers, an object met twice made once (aliasing and cycles are kept). What is not differentiable is
/// copied where it is held by value and shared where it is behind a shared pointer. Keys of sets and maps are kept.
/// Throws Error
/// ("bad-annotation") for a pointer to a base that leads to an object of a derived class.
template <class T> T make_zero(const T &value) {
  if constexpr (detail::FloatingPoint<T>) {
    return T();
  } else {
    return detail::ZeroShadows(false).make(value);
  }
}

/// The same; parts without derivative behind shared pointers are copied.
template <class T> T make_zero(const T &value, CopyInactive) { return detail::ZeroShadows(true).make(value); }

/// Zeroes the floating-point content of `value` in place.
template <class T> void remake_zero(T &value) { detail::ZeroInPlace().clear(value); }

} // namespace cotangent

#pragma clang diagnostic pop
