#include <tandem/derivatives/simulated_laws.hpp>

#include <tandem/derivatives/multibody_function.hpp>
#include <tandem/dynamics/force_laws.hpp>
#include <tandem/dynamics/model_builder.hpp>
#include <tandem/dynamics/simulation.hpp>

#include "support/refusal.hpp"
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace tandem::simulated_laws_test {

constexpr double kMass = 2.0, kGravity = 9.81;

/// A body that falls along z, its frame turned away from the world's.
Model faller(double friction = 0.0) {
  ModelBuilder builder("faller");
  Joint fall = Joint::prismatic("fall", Eigen::Vector3d::UnitX());
  fall.friction = friction, fall.slip = 1e-3;
  const Mat3<double> x_is_up =
      Mat3<double>::from(Eigen::AngleAxisd(-M_PI / 2, Eigen::Vector3d::UnitY()).toRotationMatrix());
  builder.add_body("stone", "world", Transform<double>::rotated(x_is_up), fall,
                   Inertia<double>::point(kMass, Vec3<double>::zero()));
  return builder.build();
}

SimulationOptions over(double duration, double step) {
  SimulationOptions options;
  options.duration = duration, options.step = step;
  return options;
}

Simulation fall(const MultibodyDynamics& dynamics, const SimulationOptions& options) {
  return simulate(dynamics.model(), Eigen::VectorXd::Zero(1), Eigen::VectorXd::Zero(1), options);
}

// m v' = m g - c v^2 from rest: v = v_t tanh(g t / v_t) with v_t = sqrt(m g / c).
TEST(SimulatedLaws, LetAStoneFallAgainstQuadraticDragInClosedForm) {
  const double factor = 0.4, v_t = std::sqrt(kMass * kGravity / factor);
  const MultibodyDynamics dynamics = MultibodyDynamics(faller()).wrench(
      "stone", [](const auto& k, const auto& stone) { return quadratic_drag(stone.velocity, k[Number{0}]); });
  const Simulation s = fall(dynamics, with_laws(over(2.0, 0.1), dynamics, {factor}));
  for (long k = 0; k < s.time.size(); ++k) {
    EXPECT_NEAR(-s.v(0, k), v_t * std::tanh(kGravity * s.time(k) / v_t), 1e-11) << s.time(k);
  }
  EXPECT_LT(s.audit.energy, 1e-11);
}

TEST(SimulatedLaws, ActWithDrivesAndPushes) {
  MultibodyDynamics dynamics(faller());
  dynamics.actuate("fall", 2.0).push("stone", Eigen::Vector3d(3.0, 0.0, 0.0));
  dynamics.force("fall", [](const auto& k, const auto& fall) { return k.u[0] * 0.0 * fall.rate + k.t; });
  const auto controls = [](double, In<double>, In<double>, Out<double> u) { u << 4.0, 5.0; };
  const Simulation s = fall(dynamics, with_laws(over(1.0, 0.5), dynamics, {}, controls));
  // v' = (8 + 5 + t)/m - g
  EXPECT_NEAR(s.v(0, 2), 13.0 / kMass - kGravity + 0.5 / kMass, 1e-12);
}

// Friction that is stronger than the weight holds but for its creep v = slip artanh(m g / friction).
TEST(SimulatedLaws, HaveTheFrictionOfJointsOnce) {
  const double friction = 30.0, creep = 1e-3 * std::atanh(kMass * kGravity / friction);
  const MultibodyDynamics dynamics(faller(friction));
  EXPECT_EQ(dynamics.laws().size(), 1U);
  const SimulationOptions options = over(0.1, 0.05);
  const Simulation alone = fall(dynamics, options), with = fall(dynamics, with_laws(options, dynamics));
  EXPECT_NEAR(-alone.v(0, 2), creep, 1e-12);
  EXPECT_EQ(alone.v(0, 2), with.v(0, 2));
  Eigen::Vector2d rates;
  const std::array<double, 2> x{0.0, -creep};
  MultibodyFunction{dynamics}(KnotView<double>{x, {}, 0.0, {}}, std::span<double>(rates.data(), 2));
  EXPECT_NEAR(rates(1), 0.0, 1e-12);
}

TEST(SimulatedLaws, SayWhichLawIsNotANumberAndWhen) {
  const auto late = [](const auto& k, const auto& stone) {
    using S = std::decay_t<decltype(k.t)>;
    return Vec3<S>(sqrt(S(0.25) - k.t), stone.velocity.x, S(0.0));
  };
  MultibodyDynamics dynamics(faller());
  dynamics.wrench("stone", late);
  SimulationOptions options = over(1.0, 0.1);
  options.integrator = Integrator::rk4;
  std::string message;
  try {
    fall(dynamics, with_laws(options, dynamics));
  } catch (const NumericalError& error) {
    message = error.what();
  }
  EXPECT_TRUE(test::says(message, "the wrench on 'stone' (body 'stone') is not finite at t = 0.3 s"));
  EXPECT_TRUE(test::refuses(
      [] {
        const MultibodyDynamics held = MultibodyDynamics(faller()).drive_motion("fall");
        with_laws({}, held);
      },
      "joint 'fall' is motion-driven"));
}

}  // namespace tandem::simulated_laws_test
