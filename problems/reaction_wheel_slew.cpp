#include <tandem/dynamics/model_builder.hpp>
#include <tandem/problems/all.hpp>
#include <tandem/problems/spacecraft_pictures.hpp>

#include <cmath>
#include <numbers>

namespace tandem::problems {
namespace {

/// A body that turns about its centre of mass, and three wheels about its axes.
Model body_and_wheels() {
  const auto here = Transform<double>::identity();
  const auto disc = [](const Vec3<double>& axis) {  // 0.1 kg m^2 about its axis, half of that across it
    const Vec3<double> moments = Vec3<double>(0.05, 0.05, 0.05) + axis * 0.05;
    return Inertia<double>::from_com(4.0, Vec3<double>::zero(),
                                     SymMat3<double>::diagonal(moments.x, moments.y, moments.z));
  };
  ModelBuilder builder("body and wheels");
  builder.set_gravity(Vec3<double>::zero())
      .add_body("body", "world", here, Joint::spherical("attitude"),
                Inertia<double>::from_com(100.0, Vec3<double>::zero(), SymMat3<double>::diagonal(14.0, 10.0, 12.0)))
      .add_body("wheel x", "body", here, Joint::revolute("x", Eigen::Vector3d::UnitX()), disc({1, 0, 0}))
      .add_body("wheel y", "body", here, Joint::revolute("y", Eigen::Vector3d::UnitY()), disc({0, 1, 0}))
      .add_body("wheel z", "body", here, Joint::revolute("z", Eigen::Vector3d::UnitZ()), disc({0, 0, 1}));
  return builder.build();
}

}  // namespace

/// minimise  integral of |u|^2,   J w' + w x (J w + h) = -u,   h' = u (of the wheels, about their axes),
///           |u_i| <= u_max,  |speed of each wheel| <= its limit,  rest to rest
///
/// Body and wheels as a tree of bodies: together they have no momentum and keep it so, thus the body turns one way as
/// the wheels turn the other, and stands still again when they do. The slew is so fast that wheels reach their greatest
/// speed and torque. The midpoint rule has a control of each interval's own, which suits the corners that the torque
/// has where a wheel comes to its limit and leaves it. Three components of the final quaternion are given; the fourth
/// follows from its length. Wie, Space Vehicle Dynamics and Control (1998), section 7.3.
Problem reaction_wheel_slew() {
  Problem problem("reaction-wheel-slew");
  problem.description() = {.title = "Turn a spacecraft by reaction wheels that saturate",
                           .source = "Wie, Space Vehicle Dynamics and Control (1998), section 7.3",
                           .teaches = "momentum exchange; bounds of states and controls that are both reached",
                           .reference = ReferenceValue{8.328821, 2e-4, "hermite-simpson, gauss and radau"}};
  problem.mesh() = {.transcription = "midpoint", .intervals = 400};
  constexpr double kTurn = 2.4, kHalf = 0.5 * kTurn;
  const double length = std::sqrt(14.0), s = std::sin(kHalf) / length;  // about (1, 2, 3)

  const Number max_torque = problem.number({"max_torque", 1.0, "N m", "of each wheel's motor", {}, 0.0});
  const Number max_speed = problem.number({"max_speed", 25.0, "rad/s", "of each wheel", {}, 0.0});
  const Number duration = problem.number({"duration", 11.0, "s", "time of the slew"});

  auto phase = problem.phase<13, 3>("slew");
  phase.time({.start = 0.0, .end = duration});
  phase.state("qw", {.start = 1.0, .end = std::cos(kHalf)});
  phase.state("qx", {.start = 0.0, .end = s});
  phase.state("qy", {.start = 0.0, .end = 2.0 * s});
  phase.state("qz", {.start = 0.0, .end = Range(0.0, 2.0), .guess = {{0.0, 3.0 * s}}});
  for (const char* name : {"wheel_x", "wheel_y", "wheel_z"}) phase.state(name, {.unit = "rad", .start = 0.0});
  for (const char* rate : {"wx", "wy", "wz"}) phase.state(rate, {.unit = "rad/s", .start = 0.0, .end = 0.0});
  for (const char* speed : {"speed_x", "speed_y", "speed_z"}) {
    phase.state(speed, {.unit = "rad/s", .bounds = {-max_speed, max_speed}, .start = 0.0});
  }
  for (const char* torque : {"tx", "ty", "tz"}) {
    phase.control(torque, {.unit = "N m", .bounds = {-max_torque, max_torque}});
  }
  phase.dynamics(MultibodyDynamics(body_and_wheels()).actuate("x").actuate("y").actuate("z"));
  phase.running_cost([](const auto& k) { return square(k.u[0]) + square(k.u[1]) + square(k.u[2]); });

  phase.drawing([=](const auto& k) {
    WheeledSpacecraftPose pose{{k.x[0], k.x[1], k.x[2], k.x[3]}, {std::cos(kHalf), s, 2.0 * s, 3.0 * s}, {}, {}};
    for (int i = 0; i < 3; ++i) pose.angles[i] = 0.1 * k.x[4 + i];  // slower than they are, for the eye
    for (int i = 0; i < 3; ++i) pose.speeds[i] = k.x[10 + i] / k[max_speed];
    return picture_of(pose);
  });
  return problem;
}

}  // namespace tandem::problems
