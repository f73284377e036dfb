// Random numbers from a state that is part of the program: the same state gives the same numbers, everywhere.
//
// Each function advances the generator it is given. The bits are those of Philox 4x32 (Salmon et al., 2011), a
// generator that computes them from a counter; ct::split gives independent generators.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "cotangent/operations/operand.h"

namespace cotangent {

/// A generator; the state is its key and its counter.
template <class State> struct Rng {
  State state;
};
using ConcreteRng = Rng<ConcreteArray<std::uint64_t, 1>>;
using TracedRng = Rng<TracedArray<std::uint64_t, 1>>;

/// A generator; different seeds give independent numbers.
inline ConcreteRng make_rng(std::uint64_t seed) {
  // the constants of splitmix64 (Steele et al., 2014) spread seeds that lie close together
  std::uint64_t key = seed + 0x9e3779b97f4a7c15;
  key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9;
  key = (key ^ (key >> 27)) * 0x94d049bb133111eb;
  const std::array<std::uint64_t, 2> state{key ^ (key >> 31), 0};
  return {to_device(std::span<const std::uint64_t>(state), std::array<std::int64_t, 1>{2})};
}

namespace detail {

enum class Random { bits, uniform, normal, exponential, gumbel, permutation, integers };
/// The new state, and the numbers. `low` and `high` (of rank 0) are bounds of integers.
void trace_random(Random kind, std::string_view element, TraceHandle state, Sizes shape, TraceHandle low,
                  TraceHandle high, TraceHandle results[2], Place place);
/// States of generators: of the one that was split, and of the new one.
void trace_split(TraceHandle state, TraceHandle results[2], Place place);
TraceHandle trace_truncated(TraceHandle uniform, double low, double high, Place place);
TraceHandle trace_largest(TraceHandle values, Place place);

template <class T, std::size_t N>
TracedArray<T, N> draw(Random kind, TracedRng &rng, const std::array<std::int64_t, N> &shape, Place place,
                       TraceHandle low = {}, TraceHandle high = {}) {
  TraceHandle results[2];
  trace_random(kind, element_name<T>, rng.state.handle(), shape, low, high, results, place);
  rng.state = array_of<std::uint64_t, 1>(results[0]);
  return array_of<T, N>(results[1]);
}

} // namespace detail

/// A generator whose numbers are independent of those that the given one gives from now on.
inline TracedRng split(TracedRng &rng, detail::Place place = detail::Place::current()) {
  detail::TraceHandle results[2];
  detail::trace_split(rng.state.handle(), results, place);
  rng.state = detail::array_of<std::uint64_t, 1>(results[0]);
  return {detail::array_of<std::uint64_t, 1>(results[1])};
}

/// Random bits; T is an unsigned integer.
template <class T, std::size_t N>
TracedArray<T, N> random_bits(TracedRng &rng, const std::array<std::int64_t, N> &shape,
                              detail::Place place = detail::Place::current()) {
  static_assert(std::is_unsigned_v<T> && !std::is_same_v<T, bool>, "bits are unsigned integers");
  return detail::draw<T>(detail::Random::bits, rng, shape, place);
}

/// Uniform in [0, 1), in steps of the type's precision at 1; T is float or double.
template <class T = float, std::size_t N>
TracedArray<T, N> uniform(TracedRng &rng, const std::array<std::int64_t, N> &shape,
                          detail::Place place = detail::Place::current()) {
  static_assert(std::is_floating_point_v<T>, "uniform numbers are float or double");
  return detail::draw<T>(detail::Random::uniform, rng, shape, place);
}

/// Of mean 0 and variance 1, by the inverse of the distribution function; T is float or double.
template <class T = float, std::size_t N>
TracedArray<T, N> normal(TracedRng &rng, const std::array<std::int64_t, N> &shape,
                         detail::Place place = detail::Place::current()) {
  static_assert(std::is_floating_point_v<T>, "normal numbers are float or double");
  return detail::draw<T>(detail::Random::normal, rng, shape, place);
}

/// Normal numbers that lie in [low, high].
template <class T = float, std::size_t N>
TracedArray<T, N> truncated_normal(TracedRng &rng, double low, double high, const std::array<std::int64_t, N> &shape,
                                   detail::Place place = detail::Place::current()) {
  auto numbers = uniform<T>(rng, shape, place);
  return TracedArray<T, N>(detail::trace_truncated(numbers.handle(), low, high, place), shape);
}

/// Of mean 1; T is float or double.
template <class T = float, std::size_t N>
TracedArray<T, N> exponential_numbers(TracedRng &rng, const std::array<std::int64_t, N> &shape,
                                      detail::Place place = detail::Place::current()) {
  return detail::draw<T>(detail::Random::exponential, rng, shape, place);
}

/// -log(-log(u)) of uniform u.
template <class T = float, std::size_t N>
TracedArray<T, N> gumbel(TracedRng &rng, const std::array<std::int64_t, N> &shape,
                         detail::Place place = detail::Place::current()) {
  return detail::draw<T>(detail::Random::gumbel, rng, shape, place);
}

/// Integers in [low, high). The remainder of 64 random bits is taken: the numbers are equally likely up to
/// (high - low) / 2^64.
template <class T = std::int32_t, std::size_t N, Operand A, Operand B>
TracedArray<T, N> random_integers(TracedRng &rng, const A &low, const B &high, const std::array<std::int64_t, N> &shape,
                                  detail::Place place = detail::Place::current()) {
  static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool>, "the numbers are integers");
  return detail::draw<T>(detail::Random::integers, rng, shape, place, detail::handle_as<T>(low, place),
                         detail::handle_as<T>(high, place));
}

/// The numbers 0 to count - 1 in random order.
template <class T = std::int32_t>
TracedArray<T, 1> permutation(TracedRng &rng, std::int64_t count, detail::Place place = detail::Place::current()) {
  return detail::draw<T>(detail::Random::permutation, rng, std::array<std::int64_t, 1>{count}, place);
}

/// True with probability p, which may be an array that broadcasts to the shape.
template <Operand P, std::size_t N>
TracedArray<bool, N> bernoulli(TracedRng &rng, const P &p, const std::array<std::int64_t, N> &shape,
                               detail::Place place = detail::Place::current()) {
  using T = std::conditional_t<std::is_same_v<element_t<P>, double> && TensorLike<P>, double, float>;
  return less(uniform<T>(rng, shape, place), p, place);
}

/// Positions along the last dimension, each with a probability proportional to exp(logits) there (by the largest of
/// logits + gumbel; Gumbel, 1954).
template <TensorLike A>
auto categorical(TracedRng &rng, const A &logits, detail::Place place = detail::Place::current()) {
  using T = element_t<A>;
  constexpr std::size_t rank = rank_of_operand<A>;
  static_assert(rank > 0 && std::is_floating_point_v<T>,
                "logits are float or double and have a dimension to choose in");
  auto noise = gumbel<T>(rng, logits.shape(), place);
  return detail::array_of<std::int32_t, rank - 1>(detail::trace_largest(add(logits, noise, place).handle(), place));
}

} // namespace cotangent
