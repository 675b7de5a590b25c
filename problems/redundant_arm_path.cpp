#include <tandem/derivatives/on_frame.hpp>
#include <tandem/dynamics/model_builder.hpp>
#include <tandem/problems/all.hpp>
#include <tandem/problems/arm_pictures.hpp>

#include <cmath>
#include <numbers>

namespace tandem::problems {
namespace {

/// Three uniform links of 1 m in the horizontal plane.
Model three_links() {
  const auto link = [](double mass, double inertia) {
    return Inertia<double>::from_com(mass, {0.5, 0.0, 0.0}, SymMat3<double>::diagonal(0.0, inertia, inertia));
  };
  const auto here = Transform<double>::identity(), end = Transform<double>::translated({1.0, 0.0, 0.0});
  const Eigen::Vector3d z = Eigen::Vector3d::UnitZ();
  ModelBuilder builder("three links");
  builder.set_gravity(Vec3<double>::zero())
      .add_body("upper", "world", here, Joint::revolute("shoulder", z), link(30.0, 10.0))
      .add_body("fore", "upper", end, Joint::revolute("elbow", z), link(18.0, 8.64))
      .add_body("last", "fore", end, Joint::revolute("wrist", z), link(18.0, 8.64))
      .add_frame("hand", "last", end);
  return builder.build();
}

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kFromShoulder = 60.0 * kDegree, kFromElbow = -10.0 * kDegree, kFromWrist = -90.0 * kDegree;
constexpr double kFromX = 1.908832, kFromY = 0.989282;  // of the hand then, for the picture

/// Rates of shoulder and wrist, the elbow at rest, at which the hand of the start moves by -1 m/s along x.
struct StartRates {
  double shoulder, wrist;
};
StartRates start_rates() {
  const double a = kFromShoulder, b = a + kFromElbow, c = b + kFromWrist;
  // hand' = w (-sin a - sin b, cos a + cos b) + w3 (-sin c, cos c), w the rate of the first two links, w3 of the last.
  const double w3_by_w = -(std::cos(a) + std::cos(b)) / std::cos(c);
  const double w = 1.0 / (std::sin(a) + std::sin(b) + w3_by_w * std::sin(c));
  return {w, w * (w3_by_w - 1.0)};
}

}  // namespace

/// Three links draw a straight line with their end at constant speed; of the motions of the joints that do it, the one
/// with least effort.
///
///   minimise  integral of |tau|^2,   M(q) q'' = tau - C(q, q'),   hand'' = 0,
///             from q = (60, -10, -90) degrees, the elbow at rest, the posture at the end free
///
/// The hand is kept by its acceleration, which the controls decide at once: started on the line with the line's
/// velocity it stays there. With multipliers normal to the constraint, as in a simulation, the motors need 55.684,
/// without the shoulder's motor 10.901 (dynamics/servo.hpp has both); this is the least of all.
///
/// S. K. Ider, "Modeling of control forces for kinematical constraints in multibody dynamics", Proc. 3rd Annual Conf.
/// on Aerospace Computational Control, JPL 1989; centres of mass at mid-link, no gravity.
Problem redundant_arm_path() {
  Problem problem("redundant-arm-path");
  problem.description() = {
      .title = "Draw a line with an arm of one joint too many, with least effort",
      .source = "Ider, Proc. 3rd Conf. Aerospace Computational Control (1989); its least effort",
      .teaches = "a frame held on a path by its acceleration; redundancy resolved by optimality",
      .reference = ReferenceValue{10.79759877, 1e-7, "Gauss and Hermite-Simpson, two meshes each"}};
  problem.mesh() = {.transcription = "gauss", .intervals = 20, .degree = 4};

  const Number speed = problem.number({"speed", 1.0, "m/s", "of the hand, along -x"});
  const Number duration = problem.number({"duration", 1.0, "s", "time of the motion"});

  auto phase = problem.phase<6, 3>("line");
  phase.time({.start = 0.0, .end = duration});
  phase.state("shoulder", {.unit = "rad", .start = kFromShoulder, .guess = {{kFromShoulder, 85.0 * kDegree}}});
  phase.state("elbow", {.unit = "rad", .start = kFromElbow, .guess = {{kFromElbow, -20.0 * kDegree}}});
  phase.state("wrist", {.unit = "rad", .start = kFromWrist, .guess = {{kFromWrist, -130.0 * kDegree}}});
  const StartRates rates = start_rates();
  phase.state("shoulder_rate", {.unit = "rad/s", .start = rates.shoulder * speed});
  phase.state("elbow_rate", {.unit = "rad/s", .start = 0.0});
  phase.state("wrist_rate", {.unit = "rad/s", .start = rates.wrist * speed});
  for (const char* torque : {"shoulder_torque", "elbow_torque", "wrist_torque"}) phase.control(torque, {.unit = "N m"});

  const MultibodyDynamics arm = MultibodyDynamics(three_links()).actuate("shoulder").actuate("elbow").actuate("wrist");
  phase.dynamics(arm);
  phase.running_cost([](const auto& k) { return sum_of_squares(k.u); });
  phase.path_constraint("steady-along", 0.0,
                        on_frame(arm, "hand", [](const auto&, const auto& hand) { return hand.acceleration.x; }));
  phase.path_constraint("steady-across", 0.0,
                        on_frame(arm, "hand", [](const auto&, const auto& hand) { return hand.acceleration.y; }));

  phase.drawing([=](const auto& k) {
    const double reach = k[speed] * k[duration];
    return picture_of(
        DrawingArmPose{{k.x[0], k.x[1], k.x[2]}, {1.0, 1.0, 1.0}, {kFromX, kFromY}, {kFromX - reach, kFromY}});
  });
  return problem;
}

}  // namespace tandem::problems
