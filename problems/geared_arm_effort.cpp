#include <tandem/dynamics/model_builder.hpp>
#include <tandem/problems/all.hpp>
#include <tandem/problems/model_pictures.hpp>

#include <numbers>
#include <span>

namespace tandem::problems {
namespace {

/// A uniform rod of 1 m and 3 kg about the vertical: 1 kg m^2 about its joint.
Model arm_behind_a_gear() {
  ModelBuilder builder("arm behind a gear");
  builder
      .add_body("arm", "world", Transform<double>::identity(), Joint::revolute("joint", Eigen::Vector3d::UnitZ()),
                Inertia<double>::rod(3.0, Vec3<double>::zero(), {1.0, 0.0, 0.0}))
      .add_shape("arm",
                 {.geometry = BoxShape{{1.0, 0.08, 0.08}}, .placement = Transform<double>::translated({0.5, 0, 0})});
  return builder.build();
}

}  // namespace

/// An arm turns by a given angle from rest to rest in a given time; the motor's torque and the ratio of its gear are
/// sought that take least effort.
///
///   minimise  integral of u^2 over the motion and mu,   (I + mu^2 J) q'' = mu u,   q(0) = 0,  q(T) = theta
///
/// A low gear leaves the arm's inertia to the motor, a high one its own. For a ratio the best motion is a cubic and
/// costs 12 theta^2/T^3 (I/mu + mu J)^2; the best ratio is sqrt(I/J), with which arm and rotor take the same: 48 I J
/// theta^2/T^3. The control is the torque at the joint, mu u.
Problem geared_arm_effort() {
  Problem problem("geared-arm-effort");
  problem.description() = {.title = "Turn an arm with the gear that takes least effort",
                           .source = "the matched gear: ratio sqrt(I/J), 48 I J theta^2/T^3",
                           .teaches = "a gear's ratio as a design number of the model's dynamics",
                           .reference = ReferenceValue{1.536, 1e-7, "48 I J theta^2/T^3"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 20};

  const Number inertia = problem.number({"inertia", 1.0, "kg m^2", "of the arm about its joint", {}, 1e-6});
  const Number rotor = problem.number({"rotor", 1e-3, "kg m^2", "inertia of the motor's rotor", {}, 1e-9});
  const Number ratio =
      problem.number({"ratio", 10.0, "", "turns of the motor to one of the arm", Role::design, 1, 1e3});
  const Number angle = problem.number({"angle", 2.0, "rad", "that the arm turns by"});
  const Number duration = problem.number({"duration", 0.5, "s", "time of the motion", {}, 1e-3});

  const Model model = arm_behind_a_gear();
  auto phase = problem.phase<2, 1>("turn");
  phase.time({.start = 0.0, .end = duration});
  phase.state("joint", {.unit = "rad", .start = 0.0, .end = angle});
  phase.state("joint_rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.control("joint_torque", {.unit = "N m", .guess = {{20.0, -20.0}}});
  phase.dynamics(MultibodyDynamics(model)
                     .actuate("joint")
                     .number("inertia zz of 'arm'", inertia)
                     .number("rotor inertia of 'joint'", [=](const auto& k) { return square(k[ratio]) * k[rotor]; }));
  phase.running_cost([=](const auto& k) { return square(k.u[0] / k[ratio]); });

  phase.drawing([=](const auto& k) {
    Picture picture;
    picture.view = Picture::View{0.9, 0.5};
    draw(picture, model, std::span(k.x).template first<1>());
    return picture;
  });
  return problem;
}

}  // namespace tandem::problems
