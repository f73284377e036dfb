// Objects with arrays inside, saved to .npz files and loaded again.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "cotangent/array_files.h"
#include "cotangent/host_data.h"
#include "cotangent/tracing/walk.h"

namespace cotangent {

namespace detail {

/// What is one array in a file: arrays, numbers, and (nested) sequences of numbers.
struct SavedLeaves {
  template <class T>
  static constexpr bool changes = Concrete<T> || ArrayElement<T> ||
                                  ((walk_of<T> == Walk::Sequence || walk_of<T> == Walk::Inline) && NestedRange<T>);
};

template <class T> struct SavedType : SavedType<decltype(to_device(std::declval<const T &>()))> {};
template <class T, std::size_t N> struct SavedType<ConcreteArray<T, N>> {
  using Array = ConcreteArray<T, N>;
  static constexpr std::string_view element = element_name<T>;
};

/// "layers[0].weight"
inline std::string saved_name(const Path &path) {
  std::string name = path.text();
  if (name.starts_with("."))
    name.erase(0, 1);
  return name.empty() ? "value" : name;
}

struct SavedLeaf {
  std::string name;
  std::string_view element;
};
struct NamedArray {
  std::string name;
  AnyArray array;
};

/// The arrays of an .npz file that has those and no others. Throws Error ("bad-npz", "bad-npy").
std::vector<AnyArray> load_npz_leaves(const std::string &path, const std::vector<SavedLeaf> &leaves);
void save_npz_leaves(const std::string &path, const std::vector<NamedArray> &arrays);

/// Throws Error ("bad-npz") unless the array in the file fits: the same rank, and the same shape if the object's has
/// elements.
template <class T>
void require_saved_shape(const T &leaf, const AnyArray &array, const std::string &path, const std::string &name) {
  using Array = typename SavedType<T>::Array;
  const Array found = typed<Array>(array, "bad-npz", path + ": " + name);
  if constexpr (Concrete<T>)
    if (leaf.size() != 0 && leaf.shape() != found.shape())
      throw Error("bad-npz",
                  path + ": " + name + " is " + array.type() + ", but the object has " + AnyArray(leaf).type());
}

} // namespace detail

/// Writes all arrays and numbers inside an object (a struct, a tuple, containers of them, …) as an .npz file. Their
/// names are the paths to them: "layers[0].weight"; an object that is one array itself is "value". Sequences of numbers
/// are one array each. Throws Error ("bad-npz"); the file appears as a whole or not at all.
template <class T> void save(const std::string &path, const T &object) {
  static_assert(detail::contains<detail::SavedLeaves, T>,
                "cotangent: [bad-argument] there is nothing to save in this type");
  std::vector<detail::NamedArray> arrays;
  detail::LeafWalk<detail::SavedLeaves>()(object, detail::Path(""), [&](const auto &leaf, const detail::Path &place) {
    if constexpr (Concrete<decltype(leaf)>) {
      leaf.wait();
      arrays.push_back({detail::saved_name(place), leaf});
    } else {
      arrays.push_back({detail::saved_name(place), to_device(leaf)});
    }
  });
  detail::save_npz_leaves(path, arrays);
}

/// Gives the arrays and numbers inside an object the values that `save` wrote. The file must hold just those names, of
/// the same types; arrays that have elements keep their shape, empty ones take the file's. Containers keep their sizes,
/// except sequences of numbers. Throws Error ("bad-npz", "bad-npy") that names the path; the object is then as before.
template <class T> void load(const std::string &path, T &object) {
  static_assert(detail::contains<detail::SavedLeaves, T>,
                "cotangent: [bad-argument] there is nothing to load in this type");
  const auto walk = [&](auto use) { detail::LeafWalk<detail::SavedLeaves>()(object, detail::Path(""), use); };
  std::vector<detail::SavedLeaf> leaves;
  walk([&]<class Leaf>(const Leaf &, const detail::Path &place) {
    leaves.push_back({detail::saved_name(place), detail::SavedType<Leaf>::element});
  });
  const std::vector<AnyArray> arrays = detail::load_npz_leaves(path, leaves);
  std::size_t at = 0;
  walk([&](const auto &leaf, const detail::Path &) {
    detail::require_saved_shape(leaf, arrays[at], path, leaves[at].name);
    ++at;
  });
  at = 0;
  walk([&]<class Leaf>(Leaf &leaf, const detail::Path &) {
    const typename detail::SavedType<Leaf>::Array array(arrays[at++]);
    if constexpr (Concrete<Leaf>)
      leaf = array;
    else
      leaf = to_host<Leaf>(array);
  });
}

} // namespace cotangent
