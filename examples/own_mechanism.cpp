// A mechanism of your own: describe its bodies, say what drives them, and the whole command works for it.
//
//   own_mechanism solve --set payload=3 --report arm.html
//   own_mechanism verify

#include <tandem/cli/run.hpp>
#include <tandem/dynamics/model_builder.hpp>

/// Two rods of 1 kg and 1 m that move in a vertical plane, z up; something at the hand.
tandem::Model arm() {
  using namespace tandem;
  const Eigen::Vector3d axis = -Eigen::Vector3d::UnitY();
  const auto rod = Inertia<double>::rod(1.0, {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0});
  const auto end = Transform<double>::translated({1.0, 0.0, 0.0});
  ModelBuilder builder("arm");
  builder.add_body("upper", "world", Transform<double>::identity(), Joint::revolute("shoulder", axis), rod)
      .add_body("fore", "upper", end, Joint::revolute("elbow", axis), rod)
      .add_body("payload", "fore", end, Joint::fixed("grip"), Inertia<double>::point(1.0, {0.0, 0.0, 0.0}));
  return builder.build();
}

tandem::Problem lift() {
  using namespace tandem;
  Problem problem("lift");
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 120};
  const Number payload = problem.number({"payload", 1.0, "kg", "mass at the hand"});

  auto phase = problem.phase<4, 2>("lift");  // states: the joints' angles, then their rates
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("shoulder", {.unit = "rad", .start = -1.5, .end = 0.5});
  phase.state("elbow", {.unit = "rad", .start = 0.0, .end = 0.5});
  phase.state("shoulder_rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.state("elbow_rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.control("shoulder_torque", {.unit = "N m"});
  phase.control("elbow_torque", {.unit = "N m"});
  phase.dynamics(MultibodyDynamics(arm()).actuate("shoulder").actuate("elbow").number("mass of 'payload'", payload));
  phase.running_cost([](const auto& k) { return square(k.u[0]) + square(k.u[1]); });
  return problem;
}

int main(int argc, char** argv) { return tandem::run(argc, argv, lift); }
