// The traced arrays inside objects, as a list.
#pragma once

#include "cotangent/tracing/interface.h"
#include "cotangent/tracing/walk.h"

namespace cotangent {

/// What make_tracer does with a value.
enum class TraceMode {
  ConcreteToTraced,  ///< concrete leaves become traced
  TracedTrack,       ///< every traced leaf, once
  NoStopTracedTrack, ///< every traced leaf, by every path
  TracedSetPath,     ///< fresh traced leaves of the same structure
  TracedToConcrete,  ///< traced leaves become concrete
  ArrayToConcrete,   ///< data of the host becomes concrete arrays
  TracedToTypes,     ///< a key of structure, types and constants
};

namespace detail {

template <class T, std::size_t N> Leaf leaf_of(TracedArray<T, N> &array, std::string path) {
  return {TracedParts::handle(array),
          &TracedParts::handle(array),
          TracedParts::shape(array).data(),
          N,
          element_name<T>,
          std::move(path)};
}

/// The traced leaves of an object, in order.
template <class T> void append_leaves(Leaves &leaves, T &object, const Path &path) {
  LeafWalk<SameTypes>()(object, path,
                        [&](auto &leaf, const Path &place) { leaves.push_back(leaf_of(leaf, place.text())); });
}
template <class T> Leaves leaves_of(T &object, const Path &path) {
  Leaves leaves;
  append_leaves(leaves, object, path);
  return leaves;
}
inline std::vector<TraceHandle> handles_of(LeafSpan leaves) {
  std::vector<TraceHandle> handles;
  for (const Leaf &leaf : leaves)
    handles.push_back(*leaf.handle);
  return handles;
}

/// Data of the host that to_device takes becomes a concrete array.
struct HostToConcrete {
  template <class T>
  static constexpr bool changes =
      !std::is_arithmetic_v<T> && !TensorLike<T> && requires(const T &value) { to_device(value); };
};
template <class T> struct ChangedLeaf<HostToConcrete, T> {
  using type = decltype(to_device(std::declval<const T &>()));
};

} // namespace detail

/// One walk over a value in one of the modes of tracing. `leaf` is called for each leaf with its path ("layers[1].bias"
/// behind `root`), in order: in modes that make a value it returns the new leaf, in modes that track it takes the leaf.
/// TracedToTypes takes no leaf and returns the key.
template <TraceMode Mode, class... Numbers, class T, class Function>
auto make_tracer(T &&value, std::string_view root, Function leaf, Track<Numbers...> = {}) {
  using namespace detail;
  Path path(root);
  auto with_text = [&](auto &&array, const Path &place) { return leaf(array, place.text()); };
  if constexpr (Mode == TraceMode::ConcreteToTraced)
    return map_value<ToTraced<Numbers...>>(value, path, with_text);
  else if constexpr (Mode == TraceMode::TracedSetPath)
    return map_value<SameTypes>(value, path, with_text);
  else if constexpr (Mode == TraceMode::TracedToConcrete)
    return map_value<ToConcrete>(value, path, with_text);
  else if constexpr (Mode == TraceMode::ArrayToConcrete)
    return map_value<HostToConcrete>(value, path, with_text);
  else if constexpr (Mode == TraceMode::TracedTrack)
    LeafWalk<SameTypes>()(value, path, with_text);
  else if constexpr (Mode == TraceMode::NoStopTracedTrack)
    LeafWalk<SameTypes, true>()(value, path, with_text);
}
template <TraceMode Mode, class... Numbers, class T>
  requires(Mode == TraceMode::TracedToTypes)
std::string make_tracer(const T &value, Track<Numbers...> = {}) {
  detail::KeyBytes key;
  detail::KeyWalk<detail::ToTraced<Numbers...>, detail::KeyBytes> walk(key);
  walk(value, detail::Path(""));
  return std::move(key.bytes) + typeid(T).name();
}

} // namespace cotangent
