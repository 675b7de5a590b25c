#pragma once

#include <tandem/core/pack.hpp>
#include <tandem/derivatives/recursive_jacobian.hpp>
#include <tandem/dynamics/model_builder.hpp>

#include <array>

namespace tandem::test {

/// A mass m on a slide with a spring k and a damper d, pushed with a gear: a = (gear u - k q - d v)/m, m and k being
/// named numbers.
inline constexpr double kGear = 3.0, kDamper = 0.25;

inline MultibodyDynamics slider() {
  ModelBuilder builder("slider");
  Joint slide = Joint::prismatic("slide", Eigen::Vector3d::UnitX());
  slide.damping = kDamper;
  builder.add_body("mass", "world", Transform<double>::identity(), slide,
                   Inertia<double>::point(1.0, Vec3<double>::zero()));
  return MultibodyDynamics(builder.build())
      .actuate("slide", kGear)
      .number("mass of 'mass'", Affine(Number{0}))
      .number("stiffness of 'slide'", Affine(Number{1}));
}

/// Four knots [q; v; u; time; m; k].
struct SliderKnots {
  enum Input { q, v, u, time, m, k };
  std::array<Pack4, 6> inputs;

  SliderKnots() {
    for (int lane = 0; lane < 4; ++lane) {
      const std::array<double, 6> knot{0.3 + lane, -0.7 * lane, 0.4 - lane, 9.0, 1.5 + 0.1 * lane, 2.0 + lane};
      for (int i = 0; i < 6; ++i) inputs[i].set(lane, knot[i]);
    }
  }
  double of(Input input, int lane) const { return inputs[input][lane]; }
  double acceleration(int lane) const {
    return (kGear * of(u, lane) - of(k, lane) * of(q, lane) - kDamper * of(v, lane)) / of(m, lane);
  }
};

}  // namespace tandem::test
