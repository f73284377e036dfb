// Convolutions and pooling.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "cotangent/operations/operand.h"

namespace cotangent {

/// How far windows reach over the ends of an array.
enum class Padding {
  valid, // not at all
  same   // so that a stride of 1 keeps the sizes; with stride s the sizes are divided by s, rounded up
};

/// Of a convolution over S dimensions.
template <std::size_t S> struct ConvolutionOptions {
  std::array<std::int64_t, S> strides = detail_ones();
  Padding padding = Padding::valid;
  /// Zeros at the low and high ends, instead of `padding`, if use_margins is set; negative numbers cut off.
  std::array<std::array<std::int64_t, 2>, S> margins{};
  bool use_margins = false;
  std::array<std::int64_t, S> input_dilation = detail_ones();  // steps between elements of the input: zeros in between
  std::array<std::int64_t, S> kernel_dilation = detail_ones(); // the same of the kernel
  /// The channels of input and output fall into so many groups, which do not see each other.
  std::int64_t groups = 1;

private:
  static constexpr std::array<std::int64_t, S> detail_ones() {
    std::array<std::int64_t, S> result{};
    for (std::int64_t &number : result)
      number = 1;
    return result;
  }
};

/// Of pooling over S dimensions.
template <std::size_t S> struct PoolOptions {
  std::array<std::int64_t, S> window{};
  std::array<std::int64_t, S> strides{}; // 0: those of the window
  Padding padding = Padding::valid;
};

namespace detail {

/// Sizes of the options of a convolution; S numbers each, margins 2 S.
struct ConvolutionNumbers {
  Sizes strides, margins, input_dilation, kernel_dilation;
  Padding padding;
  bool use_margins;
  std::int64_t groups;
};
TraceHandle trace_convolution(TraceHandle input, TraceHandle kernel, const ConvolutionNumbers &numbers, Place place);
enum class Pool { maximum, average };
TraceHandle trace_pool(Pool pool, TraceHandle input, Sizes window, Sizes strides, Padding padding, Place place);

template <TensorLike A, std::size_t S> auto pooled(Pool pool, const A &x, const PoolOptions<S> &options, Place place) {
  using T = element_t<A>;
  static_assert(rank_of_operand<A> == S + 2, "arrays that are pooled are [batch, sizes..., channels]");
  static_assert(kind_of<T> != Kind::complex, "complex numbers are not pooled");
  return array_of<T, S + 2>(
      trace_pool(pool, handle_of(x, place), options.window, options.strides, options.padding, place));
}

} // namespace detail

/// Cross-correlation, as networks use it: the input is [batch, sizes..., channels], the kernel [sizes..., channels /
/// groups, features], the result [batch, sizes..., features].
template <TensorLike A, TensorLike B>
auto convolution(const A &input, const B &kernel, const ConvolutionOptions<rank_of_operand<A> - 2> &options = {},
                 detail::Place place = detail::Place::current()) {
  static_assert(rank_of_operand<A> >= 3 && rank_of_operand<A> == rank_of_operand<B>,
                "the input is [batch, sizes..., channels], the kernel [sizes..., channels / groups, features]");
  using T = promoted_t<A, B>;
  static_assert(detail::kind_of<T> >= detail::Kind::real, "convolutions are of real or complex numbers");
  constexpr std::size_t spatial = rank_of_operand<A> - 2;
  std::array<std::int64_t, 2 * spatial> margins{};
  for (std::size_t at = 0; at < 2 * spatial; ++at)
    margins[at] = options.margins[at / 2][at % 2];
  const detail::ConvolutionNumbers numbers{options.strides,         margins,         options.input_dilation,
                                           options.kernel_dilation, options.padding, options.use_margins,
                                           options.groups};
  return detail::array_of<T, spatial + 2>(detail::trace_convolution(
      detail::handle_as<T>(input, place), detail::handle_as<T>(kernel, place), numbers, place));
}

/// Images [batch, height, width, channels] with a kernel [height, width, channels, features].
template <TensorLike A, TensorLike B>
auto conv2d(const A &input, const B &kernel, Padding padding = Padding::valid, std::int64_t stride = 1,
            detail::Place place = detail::Place::current()) {
  static_assert(rank_of_operand<A> == 4, "images are [batch, height, width, channels]");
  ConvolutionOptions<2> options;
  options.padding = padding;
  options.strides = {stride, stride};
  return convolution(input, kernel, options, place);
}

/// The largest element of each window.
template <TensorLike A>
auto max_pool(const A &x, const PoolOptions<rank_of_operand<A> - 2> &options,
              detail::Place place = detail::Place::current()) {
  return detail::pooled(detail::Pool::maximum, x, options, place);
}
/// The mean of each window; what the window has beyond the ends does not count.
template <TensorLike A>
auto avg_pool(const A &x, const PoolOptions<rank_of_operand<A> - 2> &options,
              detail::Place place = detail::Place::current()) {
  static_assert(detail::is_real<element_t<A>>, "means are real numbers");
  return detail::pooled(detail::Pool::average, x, options, place);
}
/// Windows of one size in all dimensions, side by side.
template <TensorLike A> auto max_pool(const A &x, std::int64_t window, detail::Place place = detail::Place::current()) {
  PoolOptions<rank_of_operand<A> - 2> options;
  options.window.fill(window);
  return max_pool(x, options, place);
}
template <TensorLike A> auto avg_pool(const A &x, std::int64_t window, detail::Place place = detail::Place::current()) {
  PoolOptions<rank_of_operand<A> - 2> options;
  options.window.fill(window);
  return avg_pool(x, options, place);
}

} // namespace cotangent
