// Compile-time text: the messages of static assertions, names of types and of fields.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
#pragma clang diagnostic ignored "-Wundefined-var-template"
#pragma clang diagnostic ignored "-Wundefined-internal"

/// A static assertion inside a function template whose message stands alone, without the condition's types.
#define COTANGENT_DETAIL_REQUIRE(CONDITION, ...)                                                                       \
  if constexpr (CONDITION) {                                                                                           \
  } else                                                                                                               \
    static_assert(false, __VA_ARGS__)

namespace cotangent::detail {

/// A string built during compilation; usable as the message of a static assertion. Longer text is cut.
class Text {
public:
  constexpr Text() = default;
  constexpr explicit Text(std::string_view text) { append(text); }

  constexpr const char *data() const { return characters_; }
  constexpr std::size_t size() const { return length_; }
  constexpr std::string_view view() const { return {characters_, length_}; }

  constexpr Text &append(std::string_view text) {
    for (char character : text) {
      if (length_ + 1 < sizeof(characters_))
        characters_[length_++] = character;
    }
    return *this;
  }
  constexpr Text &append(const Text &text) { return append(text.view()); }

  constexpr Text &append_number(std::size_t number) {
    char digits[24] = {};
    std::size_t count = 0;
    do {
      digits[count++] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    while (count != 0)
      append(std::string_view(&digits[--count], 1));
    return *this;
  }

private:
  char characters_[1024] = {};
  std::size_t length_ = 0;
};

/// Concatenates strings, string views and texts.
template <class... Parts> consteval Text concatenate(const Parts &...parts) {
  Text text;
  (text.append(parts), ...);
  return text;
}

template <class T> consteval std::string_view type_name() {
  constexpr std::string_view whole = __PRETTY_FUNCTION__;
  constexpr std::size_t start = whole.find("T = ") + 4;
  return whole.substr(start, whole.size() - start - 1);
}

template <class... T> struct TypeList {
  static constexpr std::size_t size = sizeof...(T);
};

template <class T>
concept Complete = requires { sizeof(T); };

/// A class whose fields structured bindings can reach: all of them public and in one class.
template <class T>
concept HasFields =
    std::is_class_v<T> && Complete<T> && !std::is_empty_v<T> && requires { __builtin_structured_binding_size(T); };

/// Calls `function(field...)` with every field of an object, in order of declaration.
template <class T, class F>
[[gnu::always_inline]] inline constexpr decltype(auto) with_fields(T &object, F &&function) {
  auto &[... fields] = object;
  return function(fields...);
}

template <class T> auto list_of_fields(T &object) {
  auto &[... fields] = object;
  return TypeList<decltype(fields)...>{};
}

/// The declared types of the fields of a class.
template <HasFields T> using FieldTypes = decltype(list_of_fields(*static_cast<std::remove_const_t<T> *>(nullptr)));

template <class T> struct Imagined {
  T value;
};
template <class T> extern const Imagined<T> imagined;

template <auto Address> consteval std::string_view name_of_address() { return __PRETTY_FUNCTION__; }

template <class T, std::size_t Index> consteval auto address_of_field() {
  auto &[... fields] = imagined<T>.value;
  return &fields...[Index];
}

/// The name of a field, or its number where the compiler does not know the name.
template <class T, std::size_t Index> consteval Text field_name() {
  if constexpr (requires { name_of_address<address_of_field<T, Index>()>(); }) {
    constexpr std::string_view whole = name_of_address<address_of_field<T, Index>()>();
    constexpr std::string_view mark = ".value.";
    constexpr std::size_t position = whole.rfind(mark);
    if constexpr (position != std::string_view::npos) {
      constexpr std::size_t start = position + mark.size();
      return Text(whole.substr(start, whole.size() - start - 1));
    }
  }
  return Text("field ").append_number(Index);
}

} // namespace cotangent::detail

#pragma clang diagnostic pop
