// The hand of an arm from a URDF file draws a circle: inverse kinematics finds the posture to start from, a servo the
// forces that hold the hand on its path, and what the motors would need is compared with what the file says they have.
//
//   follow_path arm.urdf

#include <tandem/dynamics/inverse_kinematics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/servo.hpp>
#include <tandem/dynamics/simulation.hpp>
#include <tandem/dynamics/urdf.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <numbers>
#include <vector>

namespace {

using namespace tandem;

/// A circle of 0.2 m about (0.6, 0, 0.5), upright before the arm, from rest to rest in two pi seconds.
std::vector<TimeJet> circle(const TimeJet& t) {
  const TimeJet angle = t - sin(t);
  return {TimeJet(0.6), 0.2 * sin(angle), 0.5 - 0.2 * cos(angle)};
}

/// The largest distance of the hand from where it is to be.
double largest_miss(const Model& model, const Simulation& motion) {
  Workspace<double> ws(model);
  FrameMotion<double> hand;
  double miss = 0.0;
  for (Eigen::Index k = 0; k < motion.time.size(); ++k) {
    const Eigen::VectorXd q = motion.q.col(k), v = motion.v.col(k), a = motion.a.col(k);
    frame_motion(model, ws, q, v, a, model.find_frame("hand"), hand);
    const std::vector<TimeJet> wanted = circle(TimeJet(motion.time(k)));
    const Eigen::Vector3d at(wanted[0].value, wanted[1].value, wanted[2].value);
    miss = std::max(miss, (hand.placement.translation.eigen() - at).norm());
  }
  return miss;
}

bool draws_circle(const Model& model) {
  const FrameTarget start{"hand", Eigen::Vector3d(0.6, 0.0, 0.3), {}};
  const InverseKinematics posture = inverse_kinematics(model, {&start, 1}, {.start = Eigen::Vector3d(0.0, 1.0, -1.5)});
  fmt::print("start: {}\n", posture.message);
  if (!posture.reached) return false;

  Servo servo(model);
  servo.keep("hand", {Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY(), Eigen::Vector3d::UnitZ()}, circle);
  servo.by({"turn", "shoulder", "elbow"});
  SimulationOptions options;
  options.duration = 2.0 * std::numbers::pi;
  options.servo = &servo;
  const Simulation motion = simulate(model, posture.q, Eigen::VectorXd(Eigen::Vector3d::Zero()), options);

  const double miss = largest_miss(model, motion);
  fmt::print("the hand is never farther from its circle than {:.1e} m\n", miss);
  bool is_strong_enough = true;
  for (int d = 0; d < model.nv(); ++d) {
    const double need = motion.tau.row(d).cwiseAbs().maxCoeff(), most = model.body(d + 1).joint.limits.effort;
    fmt::print("{:>8} needs {:5.1f} of {:3} N m\n", model.velocity_name(d), need, most);
    is_strong_enough = is_strong_enough && need <= most;
  }
  return miss < 1e-9 && is_strong_enough;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::puts("follow_path FILE.urdf"), 2;
  try {
    return draws_circle(tandem::load_urdf(argv[1])) ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 1;
  }
}
