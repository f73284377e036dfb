// Networks: layers as plain structs of arrays, initial weights, losses.
//
// A layer is a template over its arrays: outside of traced code it holds concrete arrays, inside traced ones.
//   auto layer = ct::dense(784, 128, generator);      // Dense<ConcreteArray<float, 2>, ConcreteArray<float, 1>>
//   auto y = ct::relu(layer(x));                      // inside traced code
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "cotangent/operations/elementwise.h"
#include "cotangent/operations/products.h"
#include "cotangent/operations/random.h"
#include "cotangent/operations/windows.h"

namespace cotangent {

// --- initial weights
// ------------------------------------------------------------------------------------------------------

namespace detail {

/// In [0, 1), the same on every machine.
inline double unit_number(std::mt19937_64 &generator) { return static_cast<double>(generator() >> 11) * 0x1p-53; }

template <class T, std::size_t N, class Draw>
ConcreteArray<T, N> drawn(const std::array<std::int64_t, N> &shape, Draw draw) {
  std::int64_t count = 1;
  for (std::int64_t size : shape)
    count *= size;
  std::vector<T> numbers(static_cast<std::size_t>(count));
  for (T &number : numbers)
    number = static_cast<T>(draw());
  return to_device(std::span<const T>(numbers), shape);
}

/// Inputs and outputs of one unit: of a kernel [sizes..., in, out].
template <std::size_t N> std::array<double, 2> fans(const std::array<std::int64_t, N> &shape) {
  static_assert(N >= 2, "weights have at least the dimensions [in, out]");
  double window = 1;
  for (std::size_t at = 0; at + 2 < N; ++at)
    window *= static_cast<double>(shape[at]);
  return {window * static_cast<double>(shape[N - 2]), window * static_cast<double>(shape[N - 1])};
}

} // namespace detail

/// Uniform in [low, high).
template <class T = float, std::size_t N>
ConcreteArray<T, N> uniform_weights(const std::array<std::int64_t, N> &shape, double low, double high,
                                    std::mt19937_64 &generator) {
  return detail::drawn<T>(shape, [&] { return low + (high - low) * detail::unit_number(generator); });
}
/// Normal, of mean 0 (Box and Muller, 1958).
template <class T = float, std::size_t N>
ConcreteArray<T, N> normal_weights(const std::array<std::int64_t, N> &shape, double deviation,
                                   std::mt19937_64 &generator) {
  return detail::drawn<T>(shape, [&] {
    double radius = std::sqrt(-2 * std::log(1 - detail::unit_number(generator)));
    return deviation * radius * std::cos(2 * 3.14159265358979323846 * detail::unit_number(generator));
  });
}
/// Uniform within sqrt(6 / (in + out)) (Glorot and Bengio, 2010); the shape is [sizes..., in, out].
template <class T = float, std::size_t N>
ConcreteArray<T, N> glorot_uniform(const std::array<std::int64_t, N> &shape, std::mt19937_64 &generator) {
  auto [in, out] = detail::fans(shape);
  double bound = std::sqrt(6 / (in + out));
  return uniform_weights<T>(shape, -bound, bound, generator);
}
/// Normal, of variance 2 / in (He et al., 2015); the shape is [sizes..., in, out].
template <class T = float, std::size_t N>
ConcreteArray<T, N> he_normal(const std::array<std::int64_t, N> &shape, std::mt19937_64 &generator) {
  return normal_weights<T>(shape, std::sqrt(2 / detail::fans(shape)[0]), generator);
}
/// All elements are this number.
template <class T = float, std::size_t N>
ConcreteArray<T, N> constant_weights(const std::array<std::int64_t, N> &shape, T number = 0) {
  return detail::drawn<T>(shape, [&] { return number; });
}

// --- activations --------------------------------------------------------------------------------------------------------------

/// max(x, 0); the derivative at 0 is 0.
template <TensorLike A> auto relu(const A &x, detail::Place place = detail::Place::current()) {
  return detail::unary(detail::Unary::relu, x, place);
}
/// log(1 + exp(x))
template <TensorLike A> auto softplus(const A &x, detail::Place place = detail::Place::current()) {
  return detail::real_analytic(detail::Unary::softplus, x, place);
}
/// log(sigmoid(x))
template <TensorLike A> auto log_sigmoid(const A &x, detail::Place place = detail::Place::current()) {
  return detail::real_analytic(detail::Unary::log_sigmoid, x, place);
}
/// x times the distribution function of the normal distribution (Hendrycks and Gimpel, 2016).
template <TensorLike A> auto gelu(const A &x, detail::Place place = detail::Place::current()) {
  return detail::real_analytic(detail::Unary::gelu, x, place);
}
/// The approximation of gelu by tanh, from the same paper.
template <TensorLike A> auto gelu_tanh(const A &x, detail::Place place = detail::Place::current()) {
  return detail::real_analytic(detail::Unary::gelu_tanh, x, place);
}
/// x sigmoid(x)
template <TensorLike A> auto silu(const A &x, detail::Place place = detail::Place::current()) {
  return detail::real_analytic(detail::Unary::silu, x, place);
}
/// x where x > 0, else slope * x.
template <TensorLike A>
auto leaky_relu(const A &x, double slope = 0.01, detail::Place place = detail::Place::current()) {
  return where(greater(x, 0, place), x, multiply(x, slope, place), place);
}
/// x where x > 0, else alpha (exp(x) - 1) (Clevert et al., 2016).
template <TensorLike A> auto elu(const A &x, double alpha = 1, detail::Place place = detail::Place::current()) {
  return where(greater(x, 0, place), x, multiply(expm1(minimum(x, 0, place), place), alpha, place), place);
}

// --- functions of the layers
// ----------------------------------------------------------------------------------------------

namespace detail {

TraceHandle trace_layer_norm(TraceHandle x, TraceHandle scale, TraceHandle offset, double epsilon, Place place);
TraceHandle trace_attention(TraceHandle query, TraceHandle key, TraceHandle value, TraceHandle mask, Place place);
TraceHandle trace_lookup(TraceHandle table, TraceHandle indices, Place place);
TraceHandle trace_dropout(TraceHandle x, TraceHandle uniform, double rate, Place place);
enum class Loss { squared_error, huber, binary_cross_entropy };
TraceHandle trace_loss(Loss loss, TraceHandle prediction, TraceHandle target, double parameter, Place place);
TraceHandle trace_cross_entropy(TraceHandle logits, TraceHandle labels, Place place);
/// The gates of an LSTM or GRU side by side: part number `part` of so many along the last dimension.
TraceHandle trace_part(TraceHandle x, std::int64_t part, std::int64_t parts, Place place);
template <class T, std::size_t N>
TracedArray<T, N> part_of_last(const TracedArray<T, N> &x, std::int64_t part, std::int64_t parts, Place place) {
  return array_of<T, N>(trace_part(x.handle(), part, parts, place));
}

} // namespace detail

/// Along the last dimension to mean 0 and variance 1, then times scale plus offset (Ba et al., 2016).
template <TensorLike X, TensorLike S, TensorLike B>
auto layer_norm(const X &x, const S &scale, const B &offset, double epsilon = 1e-5,
                detail::Place place = detail::Place::current()) {
  using T = promoted_t<X, S, B>;
  return detail::array_of<T, rank_of_operand<X>>(
      detail::trace_layer_norm(detail::handle_as<T>(x, place), detail::handle_as<T>(scale, place),
                               detail::handle_as<T>(offset, place), epsilon, place));
}

/// softmax(query key^T / sqrt(size)) value (Vaswani et al., 2017); all are [..., length, size].
template <TensorLike Q, TensorLike K, TensorLike V>
auto attention(const Q &query, const K &key, const V &value, detail::Place place = detail::Place::current()) {
  using T = promoted_t<Q, K, V>;
  static_assert(rank_of_operand<Q> >= 2 && rank_of_operand<Q> == rank_of_operand<K> &&
                    rank_of_operand<K> == rank_of_operand<V>,
                "query, key and value are [..., length, size]");
  return detail::array_of<T, rank_of_operand<Q>>(
      detail::trace_attention(detail::handle_as<T>(query, place), detail::handle_as<T>(key, place),
                              detail::handle_as<T>(value, place), {}, place));
}
/// Where the mask [length of queries, length of keys] is false a query does not see a key.
template <TensorLike Q, TensorLike K, TensorLike V, TensorLike M>
auto attention(const Q &query, const K &key, const V &value, const M &mask,
               detail::Place place = detail::Place::current()) {
  using T = promoted_t<Q, K, V>;
  return detail::array_of<T, rank_of_operand<Q>>(
      detail::trace_attention(detail::handle_as<T>(query, place), detail::handle_as<T>(key, place),
                              detail::handle_as<T>(value, place), detail::handle_as<bool>(mask, place), place));
}

/// Each element is zero with probability `rate`, and divided by 1 - rate otherwise (Srivastava et al., 2014).
template <TensorLike X>
auto dropout(const X &x, double rate, TracedRng &rng, detail::Place place = detail::Place::current()) {
  using T = element_t<X>;
  auto numbers = uniform<T>(rng, x.shape(), place);
  return detail::array_of<T, rank_of_operand<X>>(
      detail::trace_dropout(detail::handle_of(x, place), numbers.handle(), rate, place));
}

/// Rows of a table at positions; positions beyond the ends are moved to them.
template <TensorLike Table, TensorLike I>
auto embedding(const Table &table, const I &indices, detail::Place place = detail::Place::current()) {
  static_assert(rank_of_operand<Table> == 2 && detail::kind_of<element_t<I>> == detail::Kind::integer,
                "the table is [rows, size], the positions are integers");
  return detail::array_of<element_t<Table>, rank_of_operand<I> + 1>(
      detail::trace_lookup(detail::handle_of(table, place), detail::handle_of(indices, place), place));
}

// --- losses: means over all elements
// -----------------------------------------------------------------------------------------

/// The mean of (prediction - target)².
template <Operand P, Operand T>
auto mean_squared_error(const P &prediction, const T &target, detail::Place place = detail::Place::current()) {
  using E = promoted_t<P, T>;
  return TracedNumber<E>(detail::trace_loss(detail::Loss::squared_error, detail::handle_as<E>(prediction, place),
                                            detail::handle_as<E>(target, place), 0, place),
                         {});
}
/// The mean of d²/2 where |d| <= delta and of delta (|d| - delta / 2) elsewhere, d the difference (Huber, 1964).
template <Operand P, Operand T>
auto huber(const P &prediction, const T &target, double delta = 1, detail::Place place = detail::Place::current()) {
  using E = promoted_t<P, T>;
  return TracedNumber<E>(detail::trace_loss(detail::Loss::huber, detail::handle_as<E>(prediction, place),
                                            detail::handle_as<E>(target, place), delta, place),
                         {});
}
/// The mean of -t log(p) - (1 - t) log(1 - p) with p = 1 / (1 + exp(-logit)).
template <Operand P, Operand T>
auto binary_cross_entropy(const P &logits, const T &target, detail::Place place = detail::Place::current()) {
  using E = promoted_t<P, T>;
  return TracedNumber<E>(detail::trace_loss(detail::Loss::binary_cross_entropy, detail::handle_as<E>(logits, place),
                                            detail::handle_as<E>(target, place), 0, place),
                         {});
}
/// The mean of -log(softmax(logits)[label]) over all examples: logits are [..., classes], labels are integers [...].
template <TensorLike L, TensorLike I>
auto cross_entropy(const L &logits, const I &labels, detail::Place place = detail::Place::current()) {
  static_assert(rank_of_operand<L> == rank_of_operand<I> + 1, "labels have all dimensions of the logits but the last");
  static_assert(detail::kind_of<element_t<I>> == detail::Kind::integer, "labels are integers");
  return TracedNumber<element_t<L>>(
      detail::trace_cross_entropy(detail::handle_of(logits, place), detail::handle_of(labels, place), place), {});
}

// --- layers
// --------------------------------------------------------------------------------------------------------------------

/// x weight + bias, along the last dimension of x.
template <class Weight, class Bias> struct Dense {
  Weight weight; // [in, out]
  Bias bias;     // [out]
  template <TensorLike X> auto operator()(const X &x) const { return add(dot(x, weight), bias); }
};
template <class T = float>
Dense<ConcreteArray<T, 2>, ConcreteArray<T, 1>> dense(std::int64_t in, std::int64_t out, std::mt19937_64 &generator) {
  return {glorot_uniform<T>(std::array<std::int64_t, 2>{in, out}, generator),
          constant_weights<T>(std::array<std::int64_t, 1>{out})};
}

/// A convolution of images [batch, height, width, in].
template <class Weight, class Bias> struct Conv2d {
  Weight weight; // [height, width, in, out]
  Bias bias;     // [out]
  Padding padding = Padding::valid;
  std::int64_t stride = 1;
  template <TensorLike X> auto operator()(const X &x) const { return add(conv2d(x, weight, padding, stride), bias); }
};
template <class T = float>
Conv2d<ConcreteArray<T, 4>, ConcreteArray<T, 1>>
conv2d_layer(std::int64_t window, std::int64_t in, std::int64_t out, std::mt19937_64 &generator,
             Padding padding = Padding::valid, std::int64_t stride = 1) {
  return {he_normal<T>(std::array<std::int64_t, 4>{window, window, in, out}, generator),
          constant_weights<T>(std::array<std::int64_t, 1>{out}), padding, stride};
}

template <class Scale, class Offset> struct LayerNorm {
  Scale scale;
  Offset offset;
  double epsilon = 1e-5;
  template <TensorLike X> auto operator()(const X &x) const { return layer_norm(x, scale, offset, epsilon); }
};
template <class T = float> LayerNorm<ConcreteArray<T, 1>, ConcreteArray<T, 1>> layer_norm_layer(std::int64_t size) {
  return {constant_weights<T>(std::array<std::int64_t, 1>{size}, 1),
          constant_weights<T>(std::array<std::int64_t, 1>{size})};
}

template <class Table> struct Embedding {
  Table table; // [rows, size]
  template <TensorLike I> auto operator()(const I &indices) const { return embedding(table, indices); }
};
template <class T = float>
Embedding<ConcreteArray<T, 2>> embedding_layer(std::int64_t rows, std::int64_t size, std::mt19937_64 &generator) {
  return {normal_weights<T>(std::array<std::int64_t, 2>{rows, size}, 1, generator)};
}

/// Long short-term memory (Hochreiter and Schmidhuber, 1997, with the forget gate of Gers et al., 2000). Gates stand
/// side by side: input, forget, candidate, output.
template <class Weight, class Bias> struct LstmCell {
  Weight input;     // [in, 4 hidden]
  Weight recurrent; // [hidden, 4 hidden]
  Bias bias;        // [4 hidden]
  /// {hidden, memory} after one step.
  template <TensorLike X, TensorLike H>
  auto operator()(const X &x, const H &hidden, const H &memory, detail::Place place = detail::Place::current()) const {
    auto gates = add(add(dot(x, input, place), dot(hidden, recurrent, place), place), bias, place);
    auto in = sigmoid(detail::part_of_last(gates, 0, 4, place), place);
    auto forget = sigmoid(detail::part_of_last(gates, 1, 4, place), place);
    auto candidate = tanh(detail::part_of_last(gates, 2, 4, place), place);
    auto out = sigmoid(detail::part_of_last(gates, 3, 4, place), place);
    auto next = add(multiply(forget, memory, place), multiply(in, candidate, place), place);
    auto shown = multiply(out, tanh(next, place), place);
    return std::pair(shown, next);
  }
};
template <class T = float>
LstmCell<ConcreteArray<T, 2>, ConcreteArray<T, 1>> lstm_cell(std::int64_t in, std::int64_t hidden,
                                                             std::mt19937_64 &generator) {
  return {glorot_uniform<T>(std::array<std::int64_t, 2>{in, 4 * hidden}, generator),
          glorot_uniform<T>(std::array<std::int64_t, 2>{hidden, 4 * hidden}, generator),
          constant_weights<T>(std::array<std::int64_t, 1>{4 * hidden})};
}

/// Gated recurrent unit (Cho et al., 2014). Gates stand side by side: reset, update, candidate.
template <class Weight, class Bias> struct GruCell {
  Weight input;     // [in, 3 hidden]
  Weight recurrent; // [hidden, 3 hidden]
  Bias bias;        // [3 hidden]
  /// The hidden state after one step.
  template <TensorLike X, TensorLike H>
  auto operator()(const X &x, const H &hidden, detail::Place place = detail::Place::current()) const {
    auto of_input = add(dot(x, input, place), bias, place);
    auto of_state = dot(hidden, recurrent, place);
    auto gate = [&](std::int64_t part) {
      return sigmoid(
          add(detail::part_of_last(of_input, part, 3, place), detail::part_of_last(of_state, part, 3, place), place),
          place);
    };
    auto reset = gate(0), keep = gate(1);
    auto candidate = tanh(add(detail::part_of_last(of_input, 2, 3, place),
                              multiply(reset, detail::part_of_last(of_state, 2, 3, place), place), place),
                          place);
    return add(multiply(keep, hidden, place), multiply(subtract(1, keep, place), candidate, place), place);
  }
};
template <class T = float>
GruCell<ConcreteArray<T, 2>, ConcreteArray<T, 1>> gru_cell(std::int64_t in, std::int64_t hidden,
                                                           std::mt19937_64 &generator) {
  return {glorot_uniform<T>(std::array<std::int64_t, 2>{in, 3 * hidden}, generator),
          glorot_uniform<T>(std::array<std::int64_t, 2>{hidden, 3 * hidden}, generator),
          constant_weights<T>(std::array<std::int64_t, 1>{3 * hidden})};
}

} // namespace cotangent
