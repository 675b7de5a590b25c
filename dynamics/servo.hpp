#pragma once

#include <tandem/core/jet.hpp>
#include <tandem/dynamics/arguments.hpp>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tandem {

/// A number that follows time, with its rate and acceleration: what a path makes of t.
using TimeJet = Jet<double, 1>;

/// Where a frame is to be: a number for each direction along which it is kept, of t with its derivatives. Generic
/// lambdas of t do: [](const auto& t) { return std::vector{1.9 - t, 0.1 * sin(t)}; }.
using ServoPath = std::function<std::vector<TimeJet>(const TimeJet& t)>;

/// What a servo does at one instant.
struct ServoMotion {
  Eigen::VectorXd accelerations;
  Eigen::VectorXd motors;                 ///< force of each motor, or of each kept direction where none were named
  Eigen::VectorXd forces;                 ///< the same as generalized forces: -Z'nu
  std::vector<Wrench<double>> reactions;  ///< of the joints on their bodies, as joint_wrenches() has them
  Eigen::MatrixXd matrix;                 ///< [M Z'; B 0]
  double condition() const;               ///< of `matrix`: largest over least singular value
};

/// Holds frames of a model on paths by forces that it finds (Ider, "Modeling of control forces for kinematical
/// constraints in multibody dynamics", (17)):
///
///   [M Z'; B 0] [a; nu] = [F - Q; h],
///
/// with B the derivatives of the kept places by the freedoms, h what their accelerations leave to joint accelerations,
/// Q the bias, F the other forces, and Z the directions in which the motors act, whose forces are -Z'nu. Without
/// motors Z = B: the normal multipliers, in which every joint takes part. What is kept are accelerations: a start off
/// the path stays off it, and is refused. O(n^3).
class Servo {
 public:
  explicit Servo(const Model& model);
  Servo(const Model& model, const Parameters<double>& parameters);

  /// Keeps a frame's origin on path(t) along directions in the world's axes; the others stay free. Refuses unknown
  /// frames, with the nearest names, and frames that no joint moves.
  Servo& keep(const std::string& frame, const std::vector<Eigen::Vector3d>& along, ServoPath path);
  Servo& keep(const Frame& frame, const std::vector<Eigen::Vector3d>& along, ServoPath path);

  /// The freedoms that motors drive, by name, one for each direction that is kept. Refuses unknown ones, and motors of
  /// which one does what others do: "rank 1 of 2".
  Servo& by(const std::vector<std::string>& motors);
  /// The same for motors that act on several freedoms: generalized forces by each motor's force, a row a motor.
  Servo& by_combinations(const Eigen::MatrixXd& directions);

  /// Refuses a start that is farther than `tolerance`, m and m/s, from the path: says which frame, how far, along what.
  void check_start(In<double> q, In<double> v, double t = 0, double tolerance = 1e-6);

  /// At a time and state, with other forces `tau` and wrenches. A NumericalError where the motors cannot hold what is
  /// asked, where no joint moves a frame along a kept direction, or where the kept directions depend on each other.
  ServoMotion move(double t, In<double> q, In<double> v, In<double> tau, ExternalWrenches<double> wrenches = {});

 private:
  struct Kept {
    Frame frame;
    std::vector<Eigen::Vector3d> along;
    ServoPath path;
  };
  /// The kept places at a state: rows B, rates B v and accelerations without those of the joints.
  struct Places {
    Eigen::MatrixXd B;
    Eigen::VectorXd at, rate, convective, wanted_at, wanted_rate, wanted_acceleration;
    std::vector<std::string> names;
  };

  long directions() const;
  Places places(double t, In<double> q, In<double> v);
  void check_motors() const;
  void check_moved(const Places& places, double t) const;
  Eigen::VectorXd solve_reach(const Eigen::MatrixXd& reach, const Eigen::VectorXd& wanted, double t) const;

  const Model* model_;
  Parameters<double> parameters_;
  Workspace<double> ws_;
  std::vector<Kept> kept_;
  Eigen::MatrixXd motors_;  ///< a row each; none: normal multipliers
};

}  // namespace tandem
