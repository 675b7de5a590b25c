#include <tandem/dynamics/model_builder.hpp>
#include <tandem/problems/all.hpp>
#include <tandem/problems/pictures.hpp>

#include <numbers>

namespace tandem::problems {
namespace {

/// Two massless links with a bob at the end of each; z up, angles from hanging.
Model two_links() {
  const auto here = Transform<double>::identity(), end = Transform<double>::translated({0.0, 0.0, -0.5});
  const auto no_mass = Inertia<double>::zero(), bob = Inertia<double>::point(1.0, Vec3<double>::zero());
  const Eigen::Vector3d axis = -Eigen::Vector3d::UnitY();
  ModelBuilder builder("acrobot");
  builder.add_body("upper", "world", here, Joint::revolute("shoulder", axis), no_mass)
      .add_body("lower", "upper", end, Joint::revolute("elbow", axis), no_mass)
      .add_body("middle bob", "upper", end, Joint::fixed("end of the upper link"), bob)
      .add_body("tip bob", "lower", end, Joint::fixed("end of the lower link"), bob);
  return builder.build();
}

}  // namespace

/// The swing-up of acrobot_swing_up.cpp, its dynamics by recursion over a tree of bodies. The elbow's angle is that
/// between the links, as a joint has it; there it is the lower link's against the vertical.
///
///   minimise  integral of u^2,   M(q) q'' = (0, u) - C(q, q') - g(q)
///
/// It has many local minima; the guess is the one there.
Problem acrobot_multibody() {
  Problem problem("acrobot-multibody");
  problem.description() = {.title = "Swing up two links with a torque at the elbow, as a tree of bodies",
                           .source = "OptimTraj, demo acrobot (Kelly)",
                           .teaches = "a joint's own angles: the same answer in other coordinates",
                           .reference = ReferenceValue{34.9187766, 1e-5, "acrobot-swing-up"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 300};
  constexpr double kHalf = 0.5 * std::numbers::pi, kUp = std::numbers::pi;

  const Number mass_1 = problem.number({"mass_1", 1.0, "kg", "at the elbow", {}, 1e-6});
  const Number mass_2 = problem.number({"mass_2", 1.0, "kg", "at the tip", {}, 1e-6});
  const Number length_1 = problem.number({"length_1", 0.5, "m", "of the upper link", {}, 1e-6});
  const Number length_2 = problem.number({"length_2", 0.5, "m", "of the lower link", {}, 1e-6});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  const Number max_torque = problem.number({"max_torque", 20.0, "N m", "bound of the torque", {}, 0.0});
  const Number duration = problem.number({"duration", 2.0, "s", "time of the swing-up"});

  auto phase = problem.phase<4, 1>("swing-up");
  phase.time({.start = 0.0, .end = duration});
  const Range turn(-4.0 * kHalf, 4.0 * kHalf);
  phase.state("shoulder", {.unit = "rad",
                           .bounds = turn,
                           .start = 0.0,
                           .end = kUp,
                           .guess = {{0.0, kUp, {{0.25, -kHalf}, {0.75, kHalf}}}}});
  phase.state(
      "elbow",
      {.unit = "rad", .bounds = turn, .start = 0.0, .end = 0.0, .guess = {{0.0, 0.0, {{0.25, kHalf}, {0.75, kHalf}}}}});
  phase.state("shoulder_rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.state("elbow_rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.control("torque", {.unit = "N m", .bounds = {-max_torque, max_torque}});

  phase.dynamics(MultibodyDynamics(two_links())
                     .actuate("elbow")
                     .number("mass of 'middle bob'", mass_1)
                     .number("mass of 'tip bob'", mass_2)
                     .number("shift z of 'middle bob'", -length_1)
                     .number("shift z of 'lower'", -length_1)
                     .number("shift z of 'tip bob'", -length_2)
                     .number("gravity z", -gravity));
  phase.running_cost([](const auto& k) { return square(k.u[0]); });

  phase.drawing([=](const auto& k) {
    return picture_of(TwoLinkPose{k.x[0], k.x[0] + k.x[1], k[length_1], k[length_2]});
  });
  return problem;
}

}  // namespace tandem::problems
