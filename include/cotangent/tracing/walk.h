// Walks through values: leaves in order, values mapped to another type, values brought up to date, keys of structure.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <typeindex>
#include <typeinfo>

#include "cotangent/error.h"
#include "cotangent/tracing/path.h"
#include "cotangent/tracing/types.h"

namespace cotangent::detail {

/// Objects behind shared pointers that a walk has met.
struct MetObject {
  const void *address;
  std::type_index type;
  friend bool operator==(const MetObject &, const MetObject &) = default;
};
struct MetObjectHash {
  std::size_t operator()(const MetObject &object) const {
    return std::hash<const void *>()(object.address) ^ object.type.hash_code();
  }
};
template <class T> MetObject met(const T *object) { return {object, typeid(T)}; }

template <class T> inline constexpr bool is_number_sequence = false;
template <class T>
  requires(walk_of<T> == Walk::Sequence)
inline constexpr bool is_number_sequence<T> = walk_of<typename T::value_type> == Walk::Number;

template <class T> std::string text_of_key(const T &key) {
  if constexpr (std::is_arithmetic_v<T>)
    return std::to_string(key);
  else if constexpr (std::is_enum_v<T>)
    return std::to_string(static_cast<long long>(key));
  else if constexpr (std::is_convertible_v<const T &, std::string_view>)
    return "\"" + std::string(std::string_view(key)) + "\"";
  else
    return "entry";
}

/// Calls use(key, value) for the entries of a map in the order of the keys.
template <class M, class Use> void for_each_entry(M &map, Use use) {
  if constexpr (requires { typename std::remove_cv_t<M>::hasher; }) {
    std::vector<decltype(&*map.begin())> entries;
    for (auto &entry : map)
      entries.push_back(&entry);
    std::sort(entries.begin(), entries.end(), [](auto *left, auto *right) { return left->first < right->first; });
    for (auto *entry : entries)
      use(entry->first, entry->second);
  } else {
    for (auto &entry : map)
      use(entry.first, entry.second);
  }
}

/// Calls use(part, path) for the parts of a value, except what is behind shared pointers.
template <class T, class Use> void for_each_part(T &value, const Path &path, Use use) {
  constexpr Walk walk = walk_of<T>;
  if constexpr (walk == Walk::Sequence || walk == Walk::Inline) {
    std::size_t at = 0;
    for (auto &part : value)
      use(part, Path(path, at++));
  } else if constexpr (walk == Walk::Tuple) {
    std::size_t at = 0;
    std::apply([&](auto &...parts) { (use(parts, Path(path, at++)), ...); }, value);
  } else if constexpr (walk == Walk::Fields) {
    std::size_t at = 0;
    with_all_fields(value,
                    [&](auto &...fields) { (use(fields, Path(path, field_names<std::remove_cv_t<T>>[at++])), ...); });
  } else if constexpr (walk == Walk::Map) {
    for_each_entry(value, [&](const auto &key, auto &part) {
      std::string text = text_of_key(key);
      use(part, Path::entry(path, text));
    });
  } else if constexpr (walk == Walk::Optional || walk == Walk::Unique) {
    if (value)
      use(*value, path);
  } else if constexpr (walk == Walk::Variant) {
    if (!value.valueless_by_exception())
      std::visit([&](auto &held) { use(held, path); }, value);
  }
}

// --- leaves in order -------------------------------------------------------------------------------------------------

/// Calls use(leaf, path) for the leaves that the mapping changes. Objects behind shared pointers are visited once, or
/// every time they are met if `Again`; cycles end in any case.
template <class Mapping, bool Again = false> class LeafWalk {
public:
  template <class T, class Use> void operator()(T &value, const Path &path, const Use &use) {
    using Type = std::remove_cv_t<T>;
    if constexpr (Mapping::template changes<Type>) {
      use(value, path);
    } else if constexpr (!contains<Mapping, Type>) {
      return;
    } else if constexpr (walk_of<Type> == Walk::Shared) {
      if (!value || !seen_.emplace(met(value.get())).second)
        return;
      (*this)(*value, path, use);
      if constexpr (Again)
        seen_.erase(met(value.get()));
    } else {
      for_each_part(value, path, [&](auto &part, const Path &place) { (*this)(part, place, use); });
    }
  }

private:
  std::unordered_set<MetObject, MetObjectHash> seen_;
};

// --- mapped values ---------------------------------------------------------------------------------------------------

template <class T, class... Seen> consteval bool copies_by_value();
template <class T, class... Seen, class... Parts> consteval bool parts_copy_by_value(TypeList<Parts...>) {
  return (copies_by_value<std::remove_cv_t<Parts>, T, Seen...>() && ...);
}
/// Whether a copy can be made; std::vector claims so even when its elements cannot be copied.
template <class T, class... Seen> consteval bool copies_by_value() {
  if constexpr (is_one_of<T, Seen...> || walk_of<T> == Walk::Shared)
    return true;
  else if constexpr (std::is_array_v<T>)
    return copies_by_value<std::remove_cv_t<std::remove_extent_t<T>>, Seen...>();
  else if constexpr (walk_of<T> == Walk::Unique || !std::is_copy_constructible_v<T>)
    return false;
  else if constexpr (walk_of<T> == Walk::Opaque)
    return true;
  else
    return parts_copy_by_value<T, Seen...>(walk_parts<T>{});
}

/// Makes a value of the mapped type: leaf(array, path) gives the mapped leaves. Objects shared by several pointers stay
/// shared; cycles end.
template <class Mapping, class Leaf> class ValueMap {
public:
  explicit ValueMap(Leaf leaf) : leaf_(std::move(leaf)) {}

  template <class T> mapped_t<Mapping, std::remove_cv_t<T>> operator()(const T &value, const Path &path) {
    using To = mapped_t<Mapping, std::remove_cv_t<T>>;
    constexpr Walk walk = walk_of<T>;
    if constexpr (Mapping::template changes<T>) {
      return leaf_(value, path);
    } else if constexpr (!contains<Mapping, T> && copies_by_value<T>()) {
      return value;
    } else if constexpr (walk == Walk::Sequence) {
      To result;
      std::size_t at = 0;
      for (const auto &part : value)
        result.push_back((*this)(part, Path(path, at++)));
      return result;
    } else if constexpr (walk == Walk::Inline || walk == Walk::Tuple) {
      return elements<To>(value, path, std::make_index_sequence<std::tuple_size_v<T>>{});
    } else if constexpr (walk == Walk::Map) {
      To result;
      for_each_entry(value, [&](const auto &key, const auto &part) {
        std::string text = text_of_key(key);
        result.emplace(key, (*this)(part, Path::entry(path, text)));
      });
      return result;
    } else if constexpr (walk == Walk::Optional) {
      return value ? To((*this)(*value, path)) : To();
    } else if constexpr (walk == Walk::Variant) {
      return alternative<To>(value, path, std::make_index_sequence<std::variant_size_v<T>>{});
    } else if constexpr (walk == Walk::Unique) {
      using Object = typename To::element_type;
      return value ? To(new Object((*this)(*value, path))) : To();
    } else if constexpr (walk == Walk::Shared) {
      return shared<To>(value, path);
    } else {
      static_assert(walk == Walk::Fields, "cotangent: [TracedType] a value that cannot be copied cannot be traced");
      return fields<To>(value, path, std::make_index_sequence<AllFieldTypes<T>::size>{});
    }
  }

private:
  template <class To, class T, std::size_t... Index>
  To elements(const T &value, const Path &path, std::index_sequence<Index...>) {
    using std::get;
    return To{(*this)(get<Index>(value), Path(path, Index))...};
  }

  template <class To, class T, std::size_t... Index>
  To alternative(const T &value, const Path &path, std::index_sequence<Index...>) {
    std::optional<To> result;
    (void)((value.index() == Index &&
            (result.emplace(std::in_place_index<Index>, (*this)(std::get<Index>(value), path)), true)) ||
           ...);
    return std::move(*result);
  }

  template <class To, class T> To shared(const T &value, const Path &path) {
    using Object = std::remove_cv_t<typename To::element_type>;
    if (!value)
      return To();
    std::shared_ptr<void> &known = objects_[met(value.get())];
    if (known)
      return std::static_pointer_cast<Object>(known);
    if constexpr (std::is_default_constructible_v<Object> && std::is_move_assignable_v<Object>) {
      auto result = std::make_shared<Object>();
      known = result; // before its content, which may lead back here
      *result = (*this)(*value, path);
      return result;
    } else {
      auto result = std::make_shared<Object>((*this)(*value, path));
      objects_[met(value.get())] = result;
      return result;
    }
  }

  template <class To, class T, std::size_t... Index>
  To fields(const T &value, const Path &path, std::index_sequence<Index...>) {
    constexpr auto &names = field_names<T>;
    if constexpr (std::is_default_constructible_v<To> && std::is_move_assignable_v<To>) {
      To result{};
      with_all_fields(value, [&](const auto &...from) {
        with_all_fields(result, [&](auto &...to) { (assign(to, from, Path(path, names[Index])), ...); });
      });
      return result;
    } else {
      return with_all_fields(value,
                             [&](const auto &...from) { return To{(*this)(from, Path(path, names[Index]))...}; });
    }
  }

  template <class To, class From> void assign(To &to, const From &from, const Path &path) {
    if constexpr (std::is_array_v<To>) {
      for (std::size_t at = 0; at < std::extent_v<To>; ++at)
        assign(to[at], from[at], Path(path, at));
    } else {
      to = (*this)(from, path);
    }
  }

  Leaf leaf_;
  std::unordered_map<MetObject, std::shared_ptr<void>, MetObjectHash> objects_;
};
template <class Mapping, class T, class Leaf> auto map_value(const T &value, const Path &path, Leaf leaf) {
  return ValueMap<Mapping, Leaf>(std::move(leaf))(value, path);
}

/// A copy in which no object is shared with the original.
template <class T> std::remove_cv_t<T> copy_value(const T &value) {
  return map_value<SameTypes>(value, Path(""), [](const auto &leaf, const Path &) { return leaf; });
}

// --- values brought up to date ---------------------------------------------------------------------------------------

/// Gives `to` the content of `from`, whose type is mapped by Mapping to that of `to` where they differ. Objects that
/// are there in both stay where they are.
template <class Mapping, class Leaf> class ValueUpdate {
public:
  explicit ValueUpdate(Leaf leaf) : leaf_(leaf), make_(leaf) {}

  template <class From, class To> void operator()(const From &from, To &to, const Path &path) {
    constexpr Walk walk = walk_of<From>;
    if constexpr (Mapping::template changes<From>) {
      if constexpr (walk_of<To> == Walk::Number)
        to = leaf_(from, path).to_host()[0];
      else
        to = leaf_(from, path);
    } else if constexpr (walk == Walk::Fields) {
      fields(from, to, path, std::make_index_sequence<AllFieldTypes<From>::size>{});
    } else if constexpr (walk == Walk::Tuple) {
      elements(from, to, path, std::make_index_sequence<std::tuple_size_v<From>>{});
    } else if constexpr (walk == Walk::Inline) {
      auto part = std::begin(to);
      for (const auto &other : from)
        (*this)(other, *part++, path);
    } else if constexpr (walk == Walk::Sequence && contains<Mapping, From>) {
      if (to.size() != from.size())
        return replace(from, to, path);
      auto part = to.begin();
      for (const auto &other : from)
        (*this)(other, *part++, path);
    } else if constexpr (walk == Walk::Map && contains<Mapping, From>) {
      bool same = to.size() == from.size();
      for (const auto &entry : from)
        same = same && to.count(entry.first) != 0;
      if (!same)
        return replace(from, to, path);
      for (const auto &entry : from)
        (*this)(entry.second, to.find(entry.first)->second, path);
    } else if constexpr (walk == Walk::Optional || walk == Walk::Unique) {
      if (static_cast<bool>(from) && static_cast<bool>(to))
        (*this)(*from, *to, path);
      else
        replace(from, to, path);
    } else if constexpr (walk == Walk::Shared) {
      if (!from || !to)
        replace(from, to, path);
      else if (seen_.emplace(met(from.get())).second)
        (*this)(*from, *to, path);
    } else if constexpr (walk == Walk::Variant) {
      if (from.index() != to.index())
        return replace(from, to, path);
      alternatives(from, to, path, std::make_index_sequence<std::variant_size_v<From>>{});
    } else if constexpr (walk != Walk::Opaque && std::is_assignable_v<To &, const From &>) {
      to = from;
    }
  }

private:
  template <class From, class To> void replace(const From &from, To &to, const Path &path) {
    if constexpr (requires { to = make_(from, path); })
      to = make_(from, path);
    else
      throw Error("unsupported", path.text() + ": a container with tracked numbers changes its size while traced");
  }
  template <class From, class To, std::size_t... Index>
  void fields(const From &from, To &to, const Path &path, std::index_sequence<Index...>) {
    with_all_fields(from, [&](const auto &...source) {
      with_all_fields(to,
                      [&](auto &...target) { ((*this)(source, target, Path(path, field_names<From>[Index])), ...); });
    });
  }
  template <class From, class To, std::size_t... Index>
  void elements(const From &from, To &to, const Path &path, std::index_sequence<Index...>) {
    ((*this)(std::get<Index>(from), std::get<Index>(to), Path(path, Index)), ...);
  }
  template <class From, class To, std::size_t... Index>
  void alternatives(const From &from, To &to, const Path &path, std::index_sequence<Index...>) {
    ((from.index() == Index ? (*this)(std::get<Index>(from), std::get<Index>(to), path) : void()), ...);
  }

  Leaf leaf_;
  ValueMap<Mapping, Leaf> make_;
  std::unordered_set<MetObject, MetObjectHash> seen_;
};

template <class Mapping, class From, class To, class Leaf>
void update_value(const From &from, To &to, const Path &path, Leaf leaf) {
  ValueUpdate<Mapping, Leaf> update(leaf);
  update(from, to, path);
}

// --- keys
// --------------------------------------------------------------------------------------------------------------

/// Tells a sink all that decides whether a traced program fits a value: shapes of leaves, sizes of containers, numbers
/// and text that are constants of the program, which pointers are null or lead to the same object. (Types of leaves are
/// decided by the value's type.)
template <class Mapping, class Sink> class KeyWalk {
public:
  explicit KeyWalk(Sink &sink) : sink_(sink) {}

  template <class T> void operator()(const T &value, const Path &path) {
    constexpr Walk walk = walk_of<T>;
    if constexpr (Mapping::template changes<T> || walk == Walk::Tensor) {
      sink_.leaf(value, path);
    } else if constexpr (walk == Walk::Number) {
      sink_.number(value, path);
    } else if constexpr (walk == Walk::Text) {
      sink_.text(std::string_view(value), path);
    } else if constexpr (is_number_sequence<T>) {
      sink_.count("size", value.size(), path);
      std::size_t at = 0;
      for (typename T::value_type number : value)
        sink_.number(number, Path(path, at++));
    } else if constexpr (walk == Walk::Shared) {
      shared(value, path);
    } else if constexpr (walk != Walk::Opaque) {
      if constexpr (walk == Walk::Sequence || walk == Walk::Map || walk == Walk::Set)
        sink_.count("size", value.size(), path);
      else if constexpr (walk == Walk::Optional || walk == Walk::Unique)
        sink_.count("presence", static_cast<bool>(value) ? 1 : 0, path);
      else if constexpr (walk == Walk::Variant)
        sink_.count("alternative", value.index(), path);
      if constexpr (walk == Walk::Map)
        for_each_entry(value, [&](const auto &key, const auto &) { (*this)(key, path); });
      if constexpr (walk == Walk::Set)
        set(value, path);
      for_each_part(value, path, [&](const auto &part, const Path &place) { (*this)(part, place); });
    }
  }

private:
  template <class T> void set(const T &value, const Path &path) {
    std::vector<const typename T::value_type *> keys;
    for (const auto &key : value)
      keys.push_back(&key);
    if constexpr (requires { typename T::hasher; })
      std::sort(keys.begin(), keys.end(), [](auto *left, auto *right) { return *left < *right; });
    for (const auto *key : keys)
      (*this)(*key, path);
  }

  template <class T> void shared(const T &value, const Path &path) {
    if (!value)
      return sink_.count("object", 0, path);
    auto [place, fresh] = seen_.try_emplace(met(value.get()), seen_.size() + 1);
    sink_.count("object", place->second, path);
    if (fresh)
      (*this)(*value, path);
  }

  Sink &sink_;
  std::unordered_map<MetObject, std::size_t, MetObjectHash> seen_;
};

/// A key as bytes.
struct KeyBytes {
  std::string bytes;

  template <class T> void leaf(const T &value, const Path &) {
    if constexpr (TensorLike<T>)
      append(value.shape().data(), sizeof(std::int64_t) * value.shape().size());
  }
  template <class T> void number(const T &value, const Path &) { append(&value, sizeof(T)); }
  void text(std::string_view value, const Path &path) {
    count("length", value.size(), path);
    bytes.append(value);
  }
  void count(std::string_view, std::size_t number, const Path &) { append(&number, sizeof(number)); }

private:
  void append(const void *from, std::size_t size) { bytes.append(static_cast<const char *>(from), size); }
};

/// A key as lines for people.
struct KeyLine {
  std::string path, text;
  friend bool operator==(const KeyLine &, const KeyLine &) = default;
};
struct KeyLines {
  std::vector<KeyLine> lines;

  template <class T> void leaf(const T &value, const Path &path) {
    std::string text;
    if constexpr (TensorLike<T>) {
      for (std::int64_t size : value.shape())
        text += std::to_string(size) + "x";
      lines.push_back({path.text(), "an array " + text.append(element_name<typename T::value_type>)});
    }
  }
  template <class T> void number(const T &value, const Path &path) {
    if constexpr (is_small_float<T>)
      lines.push_back({path.text(), "the number " + text_of_key(static_cast<float>(value))});
    else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
      lines.push_back({path.text(), "the number " + text_of_key(value)});
    else
      lines.push_back(
          {path.text(), "the number " + text_of_key(value.real()) + " + " + text_of_key(value.imag()) + "i"});
  }
  void text(std::string_view value, const Path &path) {
    lines.push_back({path.text(), "the text \"" + std::string(value) + "\""});
  }
  void count(std::string_view what, std::size_t number, const Path &path) {
    lines.push_back({path.text(), std::string(what) + " " + std::to_string(number)});
  }
};

} // namespace cotangent::detail
