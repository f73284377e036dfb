// Arrays in files of NumPy's formats: .npy holds one array, .npz any number of them by name.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <type_traits>

#include "cotangent/array.h"

namespace cotangent {

/// Arrays by name, as in an .npz file.
using NamedArrays = std::map<std::string, AnyArray>;

/// Reads an .npy file of any version, byte order and order of dimensions. `element` ("bf16") says what raw bytes are,
/// of types that NumPy lacks; else the type is the file's. Throws Error: "bad-npy" with path and reason, "too-large".
AnyArray load_npy(const std::string &path, std::string_view element = "");

/// Writes an .npy file, which appears as a whole or not at all. Throws Error ("bad-npy").
void save_npy(const std::string &path, const AnyArray &array);

/// All arrays of an .npz file, compressed or not. Throws Error: "bad-npz" for the container (no zip file, truncated),
/// "bad-npy" for an array in it, "too-large".
NamedArrays load_npz(const std::string &path);
/// One of them; a name that is not there is an Error ("bad-npz") that lists those that are.
AnyArray load_npz(const std::string &path, const std::string &name, std::string_view element = "");

/// Writes an .npz file, which appears as a whole or not at all; equal arrays make equal files. Throws Error
/// ("bad-npz").
void save_npz(const std::string &path, const NamedArrays &arrays);

namespace detail {

template <class Array> inline constexpr bool is_typed_array = false;
template <class T, std::size_t N> inline constexpr bool is_typed_array<ConcreteArray<T, N>> = true;

template <class Array> Array typed(const AnyArray &array, std::string_view kind, const std::string &place) {
  if (array.shape().size() != Array::rank)
    throw Error(kind, place + ": the array has rank " + std::to_string(array.shape().size()) + " (" + array.type() +
                          "), but rank " + std::to_string(Array::rank) + " is wanted");
  return Array(array);
}

} // namespace detail

/// `load_npy<ConcreteArray<float, 2>>(path)`; another element type or rank in the file is an Error ("bad-npy").
template <class Array>
  requires detail::is_typed_array<Array>
Array load_npy(const std::string &path) {
  return detail::typed<Array>(load_npy(path, detail::element_name<typename Array::value_type>), "bad-npy", path);
}
template <class Array>
  requires detail::is_typed_array<Array>
Array load_npz(const std::string &path, const std::string &name) {
  return detail::typed<Array>(load_npz(path, name, detail::element_name<typename Array::value_type>), "bad-npz",
                              path + ": " + name);
}

} // namespace cotangent
