// A probe between a planet and its moon, moved in small steps.
#pragma once

#include <cotangent/tensor.h>

#include <cstdint>

namespace examples {

namespace ct = cotangent;

/// In the plane: arrays of two numbers.
template <class Vector> struct Probe {
  Vector position, velocity;
};

/// The planet stands still in the middle and has mass 1; the moon goes round it at distance 2 and has a tenth of that.
struct Flight {
  std::int64_t steps = 1000;
  double duration = 4;

  double step() const { return duration / static_cast<double>(steps); }

  template <class Time> auto moon(const Time &time) const {
    auto angle = time / std::pow(2.0, 1.5); // Kepler's third law
    return 2.0 * ct::stack(ct::cos(angle), ct::sin(angle));
  }

  template <class Vector> static auto pull(double mass, const Vector &towards) {
    auto squared = ct::sum(towards * towards) + 1e-3; // softened: no collisions
    return mass * towards / (squared * ct::sqrt(squared));
  }

  template <class Vector, class Time> auto acceleration(const Vector &position, const Time &time) const {
    return pull(1.0, 0.0 - position) + pull(0.1, moon(time) - position);
  }

  /// Leapfrog: half a step of the velocity, one of the position, half a step of the velocity.
  template <class P, class Index> void advance(P &probe, const Index &index) const {
    auto time = ct::astype<double>(index) * step();
    probe.velocity = probe.velocity + 0.5 * step() * acceleration(probe.position, time);
    probe.position = probe.position + step() * probe.velocity;
    probe.velocity = probe.velocity + 0.5 * step() * acceleration(probe.position, time + step());
  }

  /// Where a probe is in the end.
  template <class Vector> auto land(const Vector &position, const Vector &velocity) const {
    Probe<Vector> probe{position, velocity};
    ct::for_range(
        0, static_cast<std::int32_t>(steps), [&](const auto &index, auto &state) { advance(state, index); }, probe);
    return probe.position;
  }

  /// The positions after each step [steps, 2].
  template <class Vector> auto path(const Vector &position, const Vector &velocity) const {
    auto one_step = [&](const auto &state, const auto &index) {
      auto probe = state;
      advance(probe, index);
      return std::pair(probe, probe.position);
    };
    return ct::scan(one_step, Probe<Vector>{position, velocity}, ct::arange(steps)).second;
  }
};

} // namespace examples
