#include <tandem/derivatives/on_frame.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/problems/all.hpp>
#include <tandem/problems/model_pictures.hpp>

#include <array>
#include <span>
#include <string>

namespace tandem::problems {
namespace {

/// Of each joint at the start, half-way with the hand under the ball, and with the hand about where it is to be.
constexpr std::array<std::array<double, 3>, 7> kPostures{{{-0.8, -0.3, 0.25},
                                                          {0.7, 0.45, 0.9},
                                                          {0.0, 0.4, 0.95},
                                                          {1.2, 1.9, 1.2},
                                                          {0.0, 0.0, 0.0},
                                                          {-0.3, -0.1, -0.1},
                                                          {0.0, 0.0, 0.0}}};

/// Free of weight, with the motors' own inertia at each joint.
MultibodyDynamics arm_in_orbit(const Model& model, Number rotor) {
  MultibodyDynamics arm(model);
  arm.actuate_all().number("gravity z", 0.0);
  for (int i = 0; i < model.nv(); ++i) arm.number("rotor inertia of '" + model.velocity_name(i) + "'", rotor);
  return arm;
}

}  // namespace

/// The hand of an arm of seven joints on a spacecraft goes from rest to a point, where it rests, round a ball in its
/// way.
///
///   minimise  integral of |tau|^2,   M(q) q'' = tau - C(q, q'),
///   |hand(q) - ball| >= radius all along,  hand(q(T)) = target,  q'(T) = 0,
///   joints, rates and torques within the model's limits
///
/// The posture at the end is free: seven joints, three numbers of the hand. Costs and constraints are written on the
/// hand as a frame of the model. The arm passes under the ball, folded, and grazes it. With gravity the cheapest motion
/// has nothing to do with the ball: it folds the arm over its foot, at the limits of the joints' rates, to hold it
/// there.
Problem arm_reach() {
  Problem problem("arm-reach");
  problem.description() = {.title = "Bring the hand of a seven-joint arm to a point round an obstacle",
                           .source = "the model arm-7 of the collection",
                           .teaches = "constraints on a frame of a model; the posture at the end is found",
                           .reference = ReferenceValue{14.73245, 5e-4, "Hermite-Simpson and Gauss, refined to 1e-6"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 100};

  const Number duration = problem.number({"duration", 2.0, "s", "time of the motion"});
  const Number rotor = problem.number({"rotor", 0.3, "kg m^2", "inertia of each motor, beyond its gear", {}, 0.0});
  const Number target_x = problem.number({"target_x", 0.54, "m", "where the hand is to be"});
  const Number target_y = problem.number({"target_y", 0.55, "m", "where the hand is to be"});
  const Number target_z = problem.number({"target_z", 0.55, "m", "where the hand is to be"});
  const Number ball_x = problem.number({"ball_x", 0.75, "m", "centre of the ball"});
  const Number ball_y = problem.number({"ball_y", 0.0, "m", "centre of the ball"});
  const Number ball_z = problem.number({"ball_z", 0.5, "m", "centre of the ball"});
  const Number radius = problem.number({"radius", 0.25, "m", "of the ball, with room for the hand", {}, 0.0});

  const Model model = make_model("arm-7");
  const MultibodyDynamics arm = arm_in_orbit(model, rotor);
  auto phase = problem.phase<14, 7>("reach");
  phase.time({.start = 0.0, .end = duration});
  for (int i = 0; i < model.nq(); ++i) {
    const auto& [from, middle, to] = kPostures[i];
    const JointLimits& limits = model.body(i + 1).joint.limits;
    phase.state(
        model.coordinate_name(i),
        {.unit = "rad", .bounds = {limits.lower, limits.upper}, .start = from, .guess = {{from, to, {{0.5, middle}}}}});
  }
  for (int i = 0; i < model.nv(); ++i) {
    const double most = model.body(i + 1).joint.limits.velocity;
    phase.state(model.velocity_name(i) + "_rate", {.unit = "rad/s", .bounds = {-most, most}, .start = 0.0, .end = 0.0});
  }
  for (int i = 0; i < model.nv(); ++i) {
    const double most = model.body(i + 1).joint.limits.effort;
    phase.control(model.velocity_name(i) + "_torque", {.unit = "N m", .bounds = {-most, most}});
  }
  phase.dynamics(arm);
  phase.running_cost([](const auto& k) { return sum_of_squares(k.u); });

  // Squared, so that it is smooth at the centre too.
  phase.path_constraint("clearance", {0.0, kInfinity}, on_frame(arm, "flange", [=](const auto& k, const auto& hand) {
                          return square(hand.position.x - k[ball_x]) + square(hand.position.y - k[ball_y]) +
                                 square(hand.position.z - k[ball_z]) - square(k[radius]);
                        }));
  phase.end_constraint("hand-x", target_x,
                       on_frame(arm, "flange", [](const auto&, const auto& hand) { return hand.position.x; }));
  phase.end_constraint("hand-y", target_y,
                       on_frame(arm, "flange", [](const auto&, const auto& hand) { return hand.position.y; }));
  phase.end_constraint("hand-z", target_z,
                       on_frame(arm, "flange", [](const auto&, const auto& hand) { return hand.position.z; }));

  phase.drawing([=](const auto& k) {
    const std::span<const double> q = std::span(k.x).template first<7>();
    Picture picture;
    picture.view = Picture::View{0.9, 0.35};
    picture.circle(on_picture({k[ball_x], k[ball_y], k[ball_z]}), 0.8 * k[radius], "ground");
    picture.circle(on_picture({k[target_x], k[target_y], k[target_z]}), 0.03, "target");
    draw(picture, model, q);
    picture.trace(place_of(model, q, model.find_frame("flange")));
    return picture;
  });
  return problem;
}

}  // namespace tandem::problems
