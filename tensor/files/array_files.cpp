// What include/cotangent/array_files.h declares.
#include "cotangent/array_files.h"

#include "cotangent/save.h"

#include "runtime/arrays/npy.h"
#include "tensor/files/npz.h"

#include <optional>
#include <set>

namespace cotangent {

namespace {

AnyArray to_public(const Array &array) { return AnyArray(facts_of(array.type()).name, array.shape(), array.memory()); }

Array to_internal(const AnyArray &array, const std::string &name) {
  const std::optional<ElementType> type = element_type_named(array.element());
  if (!type || !array.memory())
    throw Error("bad-argument", name + " is no array");
  return Array(*type, array.shape(), array.memory());
}

std::optional<ElementType> wanted_type(std::string_view element) {
  if (element.empty())
    return std::nullopt;
  const std::optional<ElementType> type = element_type_named(element);
  if (!type)
    throw Error("bad-argument", "there is no element type '" + std::string(element) + "'");
  return type;
}

} // namespace

AnyArray load_npy(const std::string &path, std::string_view element) {
  return to_public(read_npy(path, wanted_type(element)));
}

void save_npy(const std::string &path, const AnyArray &array) { write_npy(to_internal(array, "what is saved"), path); }

AnyArray load_npz(const std::string &path, const std::string &name, std::string_view element) {
  return to_public(NpzReader(path).read(name, wanted_type(element)));
}

NamedArrays load_npz(const std::string &path) {
  const NpzReader reader(path);
  NamedArrays arrays;
  for (const std::string &name : reader.names())
    arrays.emplace(name, to_public(reader.read(name)));
  return arrays;
}

void save_npz(const std::string &path, const NamedArrays &arrays) {
  std::vector<NpzEntry> entries;
  for (const auto &[name, array] : arrays)
    entries.push_back({name, to_internal(array, "'" + name + "'")});
  write_npz(path, entries);
}

std::vector<AnyArray> detail::load_npz_leaves(const std::string &path, const std::vector<SavedLeaf> &leaves) {
  const NpzReader reader(path);
  std::set<std::string_view> names;
  std::vector<AnyArray> arrays;
  for (const SavedLeaf &leaf : leaves) {
    names.insert(leaf.name);
    arrays.push_back(to_public(reader.read(leaf.name, wanted_type(leaf.element))));
  }
  for (const std::string &name : reader.names())
    if (!names.contains(name))
      throw Error("bad-npz", path + ": the object that is loaded has no '" + name + "'");
  return arrays;
}

void detail::save_npz_leaves(const std::string &path, const std::vector<NamedArray> &arrays) {
  std::vector<NpzEntry> entries;
  for (const NamedArray &named : arrays)
    entries.push_back({named.name, to_internal(named.array, "'" + named.name + "'")});
  write_npz(path, entries);
}

} // namespace cotangent
