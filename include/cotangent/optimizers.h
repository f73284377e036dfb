// Optimisers: plain structs, and one function, ct::update, that changes a model (any struct of arrays) by its gradient
// inside traced code.
//
//   auto state = ct::initial_state(ct::Adam{}, model);                      // outside
//   auto train = ct::compile([](auto &model, auto &state, const auto &x) {
//     auto [loss, gradient] = ct::value_and_gradient(...);
//     ct::update(ct::Adam{.learning_rate = 1e-3f}, model, gradient, state);
//     return loss;
//   }, model, state, x);
//
// Arrays of integers and bool in the model are left alone.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "cotangent/operations/elementwise.h"
#include "cotangent/tracing/leaves.h"
#include "cotangent/transformations.h"

namespace cotangent {

/// Gradient descent: p -= learning_rate * gradient.
struct Sgd {
  float learning_rate = 0.01f;
};
/// Gradient descent with momentum (Polyak, 1964): v = momentum * v + gradient, p -= learning_rate * v; or, looking
/// ahead (Nesterov, 1983), p -= learning_rate * (gradient + momentum * v).
struct Momentum {
  float learning_rate = 0.01f;
  float momentum = 0.9f;
  bool nesterov = false;
};
/// Kingma and Ba, 2015, with the corrections for the first steps.
struct Adam {
  float learning_rate = 1e-3f;
  float beta1 = 0.9f, beta2 = 0.999f;
  float epsilon = 1e-8f;
};
/// Adam with decay of the weights apart from the gradient (Loshchilov and Hutter, 2019): p also loses
/// learning_rate * weight_decay * p.
struct AdamW {
  float learning_rate = 1e-3f;
  float beta1 = 0.9f, beta2 = 0.999f;
  float epsilon = 1e-8f;
  float weight_decay = 0.01f;
};

/// What an optimiser remembers from step to step.
template <class Step> struct SgdState {
  Step step; // how many there were
};
template <class Model, class Step> struct MomentumState {
  Model velocity;
  Step step;
};
template <class Model, class Step> struct AdamState {
  Model mean, square; // of the gradients, running
  Step step;
};

template <class Model> SgdState<ConcreteNumber<float>> initial_state(const Sgd &, const Model &) {
  return {to_device(0.0f)};
}
template <class Model> MomentumState<Model, ConcreteNumber<float>> initial_state(const Momentum &, const Model &model) {
  return {make_zero(model), to_device(0.0f)};
}
template <class Model> AdamState<Model, ConcreteNumber<float>> initial_state(const Adam &, const Model &model) {
  return {make_zero(model), make_zero(model), to_device(0.0f)};
}
template <class Model> AdamState<Model, ConcreteNumber<float>> initial_state(const AdamW &, const Model &model) {
  return {make_zero(model), make_zero(model), to_device(0.0f)};
}

namespace detail {

/// The lists have the same leaves in the same order; those of models and states get new values. The learning rate and
/// the step are of rank 0.
void update_sgd(LeafSpan model, LeafSpan gradient, TraceHandle learning_rate, Place place);
void update_momentum(LeafSpan model, LeafSpan gradient, LeafSpan velocity, TraceHandle learning_rate, float momentum,
                     bool nesterov, Place place);
void update_adam(LeafSpan model, LeafSpan gradient, LeafSpan mean, LeafSpan square, TraceHandle step,
                 TraceHandle learning_rate, const AdamW &options, Place place);
/// The norm before; leaves get new values.
TraceHandle clip_leaves(LeafSpan leaves, TraceHandle limit, Place place);
TraceHandle norm_of_leaves(LeafSpan leaves, Place place);

template <class T> Leaves leaves_to_update(T &object, const char *name) { return leaves_of(object, Path(name)); }

} // namespace detail

/// One step. The learning rate is that of the optimiser unless another one is given (a number, or a traced one that a
/// schedule computed from state.step).
template <class Model, class State, Operand Rate>
void update(const Sgd &, Model &model, const Model &gradient, State &state, const Rate &learning_rate,
            detail::Place place = detail::Place::current()) {
  Model given = gradient;
  detail::update_sgd(detail::leaves_to_update(model, "model"), detail::leaves_to_update(given, "gradient"),
                     detail::handle_as<float>(learning_rate, place), place);
  state.step = add(state.step, 1, place);
}
template <class Model, class State, Operand Rate>
void update(const Momentum &optimizer, Model &model, const Model &gradient, State &state, const Rate &learning_rate,
            detail::Place place = detail::Place::current()) {
  Model given = gradient;
  detail::update_momentum(detail::leaves_to_update(model, "model"), detail::leaves_to_update(given, "gradient"),
                          detail::leaves_to_update(state.velocity, "velocity"),
                          detail::handle_as<float>(learning_rate, place), optimizer.momentum, optimizer.nesterov,
                          place);
  state.step = add(state.step, 1, place);
}
template <class Model, class State, Operand Rate>
void update(const AdamW &optimizer, Model &model, const Model &gradient, State &state, const Rate &learning_rate,
            detail::Place place = detail::Place::current()) {
  Model given = gradient;
  state.step = add(state.step, 1, place);
  detail::update_adam(detail::leaves_to_update(model, "model"), detail::leaves_to_update(given, "gradient"),
                      detail::leaves_to_update(state.mean, "mean"), detail::leaves_to_update(state.square, "square"),
                      state.step.handle(), detail::handle_as<float>(learning_rate, place), optimizer, place);
}
template <class Model, class State, Operand Rate>
void update(const Adam &optimizer, Model &model, const Model &gradient, State &state, const Rate &learning_rate,
            detail::Place place = detail::Place::current()) {
  update(AdamW{optimizer.learning_rate, optimizer.beta1, optimizer.beta2, optimizer.epsilon, 0}, model, gradient, state,
         learning_rate, place);
}
template <class Optimizer, class Model, class State>
void update(const Optimizer &optimizer, Model &model, const Model &gradient, State &state,
            detail::Place place = detail::Place::current()) {
  update(optimizer, model, gradient, state, optimizer.learning_rate, place);
}

/// The root of the sum of the squares of all elements of all real arrays.
template <class T> TracedNumber<float> global_norm(const T &object, detail::Place place = detail::Place::current()) {
  T copy = object;
  return TracedNumber<float>(detail::norm_of_leaves(detail::leaves_to_update(copy, "object"), place), {});
}
/// Makes a gradient shorter so that its global norm is at most the limit; returns the norm before.
template <class T, Operand Limit>
TracedNumber<float> clip_by_global_norm(T &gradient, const Limit &limit,
                                        detail::Place place = detail::Place::current()) {
  return TracedNumber<float>(detail::clip_leaves(detail::leaves_to_update(gradient, "gradient"),
                                                 detail::handle_as<float>(limit, place), place),
                             {});
}

// --- schedules: a learning rate for each step
// ---------------------------------------------------------------------------

/// From the initial rate to final_rate in so many steps, along half a cosine (Loshchilov and Hutter, 2017).
struct CosineSchedule {
  float initial_rate, steps, final_rate = 0;
  template <Operand Step> auto operator()(const Step &step, detail::Place place = detail::Place::current()) const {
    auto part = minimum(multiply(step, 1 / steps, place), 1.0f, place);
    auto bend = add(cos(multiply(part, std::numbers::pi_v<float>, place), place), 1.0f, place);
    return add(multiply(bend, (initial_rate - final_rate) / 2, place), final_rate, place);
  }
};
/// The rate is multiplied by `factor` every `period` steps.
struct StepSchedule {
  float initial_rate, period, factor = 0.1f;
  template <Operand Step> auto operator()(const Step &step, detail::Place place = detail::Place::current()) const {
    auto times = floor(multiply(step, 1 / period, place), place);
    return multiply(exp(multiply(times, std::log(factor), place), place), initial_rate, place);
  }
};
/// Another schedule, multiplied by a factor that rises from 0 to 1 in so many steps.
template <class Schedule> struct Warmup {
  Schedule schedule;
  float steps;
  template <Operand Step> auto operator()(const Step &step, detail::Place place = detail::Place::current()) const {
    return multiply(schedule(step, place), minimum(multiply(step, 1 / steps, place), 1.0f, place), place);
  }
};

} // namespace cotangent
