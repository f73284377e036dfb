// Arrays in the memory of a device.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cotangent/error.h"
#include "cotangent/small_floats.h"

namespace cotangent {

template <class T> class Matrix;

namespace detail {

/// The name of an element type in the text of modules.
template <class T> inline constexpr std::string_view element_name = "";
template <> inline constexpr std::string_view element_name<bool> = "i1";
template <> inline constexpr std::string_view element_name<std::int8_t> = "i8";
template <> inline constexpr std::string_view element_name<std::int16_t> = "i16";
template <> inline constexpr std::string_view element_name<std::int32_t> = "i32";
template <> inline constexpr std::string_view element_name<std::int64_t> = "i64";
template <> inline constexpr std::string_view element_name<std::uint8_t> = "ui8";
template <> inline constexpr std::string_view element_name<std::uint16_t> = "ui16";
template <> inline constexpr std::string_view element_name<std::uint32_t> = "ui32";
template <> inline constexpr std::string_view element_name<std::uint64_t> = "ui64";
template <> inline constexpr std::string_view element_name<float> = "f32";
template <> inline constexpr std::string_view element_name<double> = "f64";
template <class Format> inline constexpr std::string_view element_name<SmallFloat<Format>> = Format::name;
template <> inline constexpr std::string_view element_name<std::complex<float>> = "complex<f32>";
template <> inline constexpr std::string_view element_name<std::complex<double>> = "complex<f64>";

/// A result of a run that may not have ended yet.
class PendingResult;
bool is_there(const PendingResult &result);
/// Waits for it. Throws what the run threw.
const std::shared_ptr<std::byte[]> &memory_of(const PendingResult &result);

/// Elements that are there, or will be.
class Buffer {
public:
  Buffer() = default;
  explicit Buffer(std::shared_ptr<std::byte[]> memory) : memory_(std::move(memory)) {}
  explicit Buffer(std::shared_ptr<const PendingResult> result) : result_(std::move(result)) {}

  bool is_there() const { return !result_ || detail::is_there(*result_); }
  /// Waits for them. Throws what the computation threw.
  const std::shared_ptr<std::byte[]> &memory() const { return result_ ? memory_of(*result_) : memory_; }

private:
  std::shared_ptr<std::byte[]> memory_;
  std::shared_ptr<const PendingResult> result_;
};

/// Memory for so many bytes, aligned to 64, not initialised; throws Error ("too-large").
std::shared_ptr<std::byte[]> device_memory(std::size_t bytes);

} // namespace detail

/// C++ types that arrays have as elements.
template <class T>
concept ArrayElement = !detail::element_name<T>.empty();

/// An array whose element type and rank are known when the program runs. Copies share the elements, which do not
/// change.
class AnyArray {
public:
  AnyArray() = default;
  AnyArray(std::string_view element, std::vector<std::int64_t> shape, std::shared_ptr<std::byte[]> memory)
      : element_(element), shape_(std::move(shape)), memory_(std::move(memory)) {}

  /// As in the text of modules: "f32", "ui8", "complex<f64>".
  const std::string &element() const { return element_; }
  const std::vector<std::int64_t> &shape() const { return shape_; }
  /// "2x3xf32"
  std::string type() const {
    std::string text;
    for (std::int64_t size : shape_)
      text += std::to_string(size) + "x";
    return text + element_;
  }
  const std::shared_ptr<std::byte[]> &memory() const { return memory_; }

private:
  std::string element_;
  std::vector<std::int64_t> shape_;
  std::shared_ptr<std::byte[]> memory_;
};

/// An array of rank N. Copies share the elements, which do not change. They may still be computed: whoever reads them
/// waits, and gets the error of the computation.
template <class T, std::size_t N> class ConcreteArray {
public:
  static_assert(ArrayElement<T>, "cotangent: arrays of this element type are not known");
  using value_type = T;
  static constexpr std::size_t rank = N;

  ConcreteArray() : ConcreteArray(std::array<std::int64_t, N>{}, detail::device_memory(N == 0 ? sizeof(T) : 1)) {}
  ConcreteArray(const std::array<std::int64_t, N> &shape, std::shared_ptr<std::byte[]> memory)
      : shape_(shape), buffer_(std::move(memory)) {}
  ConcreteArray(const std::array<std::int64_t, N> &shape, detail::Buffer buffer)
      : shape_(shape), buffer_(std::move(buffer)) {}
  /// Throws Error ("bad-argument") if the element type or the rank is another one.
  explicit ConcreteArray(const AnyArray &array) : buffer_(array.memory()) {
    if (array.element() != detail::element_name<T> || array.shape().size() != N)
      throw Error("bad-argument", "an array of type " + array.type() + " is no array of rank " + std::to_string(N) +
                                      " of " + std::string(detail::element_name<T>));
    for (std::size_t at = 0; at < N; ++at)
      shape_[at] = array.shape()[at];
  }
  operator AnyArray() const {
    return AnyArray(detail::element_name<T>, std::vector<std::int64_t>(shape_.begin(), shape_.end()), memory());
  }

  const std::array<std::int64_t, N> &shape() const { return shape_; }
  std::size_t size() const {
    std::int64_t count = 1;
    for (std::int64_t size : shape_)
      count *= size;
    return static_cast<std::size_t>(count);
  }
  const std::shared_ptr<std::byte[]> &memory() const { return buffer_.memory(); }
  /// The elements in row-major order.
  const T *data() const { return reinterpret_cast<const T *>(memory().get()); }
  std::vector<T> to_host() const {
    const T *elements = data();
    return std::vector<T>(elements, elements + size());
  }
  /// Until the elements are there. Throws the error of the computation that they come from.
  void wait() const { memory(); }
  const detail::Buffer &buffer() const { return buffer_; }

private:
  std::array<std::int64_t, N> shape_{};
  detail::Buffer buffer_;
};

/// Row-major elements under a shape; throws Error ("bad-argument") if there are more or fewer than elements.
template <ArrayElement T, std::size_t N>
ConcreteArray<T, N> to_device(std::span<const T> elements, const std::array<std::int64_t, N> &shape) {
  ConcreteArray<T, N> array(shape, detail::device_memory(elements.size_bytes()));
  if (array.size() != elements.size())
    throw Error("bad-argument",
                std::to_string(elements.size()) + " elements do not fill an array of type " + AnyArray(array).type());
  T *to = const_cast<T *>(array.data());
  for (std::size_t at = 0; at < elements.size(); ++at)
    to[at] = elements[at];
  return array;
}
template <ArrayElement T> ConcreteArray<T, 1> to_device(const std::vector<T> &elements) {
  if constexpr (std::is_same_v<T, bool>) {
    ConcreteArray<bool, 1> array({static_cast<std::int64_t>(elements.size())}, detail::device_memory(elements.size()));
    for (std::size_t at = 0; at < elements.size(); ++at)
      const_cast<bool *>(array.data())[at] = elements[at];
    return array;
  } else {
    return to_device(std::span<const T>(elements),
                     std::array<std::int64_t, 1>{static_cast<std::int64_t>(elements.size())});
  }
}
template <ArrayElement T> ConcreteArray<T, 2> to_device(const Matrix<T> &matrix) {
  return to_device(
      std::span<const T>(matrix.data(), matrix.size()),
      std::array<std::int64_t, 2>{static_cast<std::int64_t>(matrix.rows()), static_cast<std::int64_t>(matrix.cols())});
}
/// An array of rank 0.
template <ArrayElement T> ConcreteArray<T, 0> to_device(T number) {
  return to_device(std::span<const T>(&number, 1), std::array<std::int64_t, 0>{});
}

} // namespace cotangent
