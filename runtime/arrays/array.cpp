// Memory and shapes of arrays.
#include "runtime/arrays/array.h"

#include "cotangent/error.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace cotangent {

namespace {

constexpr size_t alignment = 64;

[[noreturn]] void refuse_size(ElementType type, const Shape &shape, const std::string &bytes) {
  throw Error("too-large", "an array of type " + type_text(type, shape) + " needs " + bytes +
                               " bytes of memory, more than can be had");
}

/// Linux grants more memory than there is and ends the program later, so the size is compared with the machine's.
bool exceeds_machine(uint64_t bytes) {
  static const long pages = ::sysconf(_SC_PHYS_PAGES), page_size = ::sysconf(_SC_PAGESIZE);
  return pages > 0 && page_size > 0 && bytes / static_cast<uint64_t>(page_size) >= static_cast<uint64_t>(pages);
}

/// Zeros; pages that nobody writes stay unmapped. Null if the memory cannot be had.
std::shared_ptr<std::byte[]> zeroed_memory(uint64_t bytes) {
  if (bytes > SIZE_MAX - alignment || exceeds_machine(bytes))
    return nullptr;
  void *const whole = std::calloc(static_cast<size_t>(bytes) + alignment, 1);
  if (whole == nullptr)
    return nullptr;
  const uintptr_t start = reinterpret_cast<uintptr_t>(whole);
  std::byte *const first = static_cast<std::byte *>(whole) + (alignment - start % alignment) % alignment;
  return {first, [whole](std::byte *) { std::free(whole); }};
}

} // namespace

int64_t element_count(const Shape &shape) {
  if (std::ranges::any_of(shape, [](int64_t size) { return size < 0; }))
    throw Error("bad-shape", "a size of an array is below zero");
  if (std::ranges::find(shape, 0) != shape.end())
    return 0;
  int64_t count = 1;
  for (int64_t size : shape)
    if (__builtin_mul_overflow(count, size, &count))
      throw Error("too-large", "an array has more elements than 64 bits can count");
  return count;
}

Array::Array(ElementType type, Shape shape) : type_(type), shape_(std::move(shape)) {
  try {
    count_ = element_count(shape_);
  } catch (const Error &error) {
    if (error.kind() != "too-large")
      throw;
    refuse_size(type_, shape_, "more than 2^63");
  }
  int64_t bytes;
  if (__builtin_mul_overflow(count_, int64_t{facts_of(type_).bytes}, &bytes))
    refuse_size(type_, shape_, "more than 2^63");
  bytes_ = zeroed_memory(static_cast<uint64_t>(bytes));
  if (!bytes_)
    refuse_size(type_, shape_, std::to_string(bytes));
}

Array::Array(ElementType type, Shape shape, std::shared_ptr<std::byte[]> bytes)
    : type_(type), shape_(std::move(shape)), count_(element_count(shape_)), bytes_(std::move(bytes)) {}

Array Array::view(ElementType type, Shape shape, std::byte *bytes) {
  return Array(type, std::move(shape), {bytes, [](std::byte *) {}});
}

Array Array::filled(const Element &value, Shape shape) {
  Array array(value.type(), std::move(shape));
  if (array.count() == 0)
    return array;
  array.set(0, value);
  const int64_t whole = array.byte_count();
  for (int64_t done = facts_of(value.type()).bytes; done < whole; done *= 2)
    std::memcpy(array.bytes() + done, array.bytes(), static_cast<size_t>(std::min(done, whole - done)));
  return array;
}

Array Array::of_integers(ElementType type, Shape shape, std::span<const int64_t> values) {
  Array array(type, std::move(shape));
  if (static_cast<uint64_t>(array.count()) != values.size())
    throw Error("bad-shape", "an array of type " + type_text(type, array.shape()) + " has " +
                                 std::to_string(array.count()) + " elements, but " + std::to_string(values.size()) +
                                 " values were given");
  for (int64_t position = 0; position < array.count(); ++position) {
    const int64_t value = values[static_cast<size_t>(position)];
    if (is_float(type))
      array.set(position, Element::of_float(type, static_cast<double>(value)));
    else if (is_complex(type))
      array.set(position, Element::of_complex(type, static_cast<double>(value)));
    else
      array.set(position, Element::of_integer(type, value));
  }
  return array;
}

Array Array::reshaped(Shape shape) const {
  if (element_count(shape) != count_)
    throw Error("bad-shape", "an array of type " + type_text(type_, shape_) + " cannot take the shape of " +
                                 type_text(type_, shape) + ": the number of elements differs");
  Array result = *this;
  result.shape_ = std::move(shape);
  return result;
}

std::string type_text(ElementType type, const Shape &shape) {
  std::string text;
  for (int64_t size : shape)
    text.append(std::to_string(size)).append("x");
  return text.append(facts_of(type).name);
}

std::vector<int64_t> strides_of(const Shape &shape) {
  std::vector<int64_t> strides(shape.size());
  uint64_t stride = 1; // of an empty array the product of the other sizes may be beyond 64 bits: it wraps, unused
  for (size_t dimension = shape.size(); dimension-- > 0;) {
    strides[dimension] = static_cast<int64_t>(stride);
    stride *= static_cast<uint64_t>(shape[dimension]);
  }
  return strides;
}

} // namespace cotangent
