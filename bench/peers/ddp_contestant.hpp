#pragma once

#include "tree.hpp"

#include <array>

/// Differential dynamic programming side by side: the same finite problems, Gauss-Newton Hessians and starts. Nothing
/// but plain numbers passes between a peer's library and ours, which are compiled with other flags.
namespace tandem::bench {

struct DdpAnswer {
  double cost;
  int iterations;
  double gap;  ///< largest one of the trajectory
};

class DdpContestant {
 public:
  virtual ~DdpContestant() = default;
  /// From the start that the problem has, at most so many iterations: what is timed.
  virtual DdpAnswer solve(int most_iterations) = 0;
};

/// A cart with a pole, upright at 0: x = (y, theta, y', theta'), mu = m_c + m_p sin^2,
///
///   y''     = (f + m_p g cos sin - m_p l sin theta'^2) / mu
///   theta'' = (f cos / l + (m_c + m_p) g sin / l - m_p cos sin theta'^2) / mu,
///
/// N semi-implicit steps of dt, each with a cost |w r|^2 / 2 (not times dt), r = (sin, 1 - cos, y, y', theta', f).
struct CartPoleTask {
  double cart = 1.0, pole = 0.1, length = 0.5, gravity = 9.81, dt = 0.05;
  int steps = 50;
  std::array<double, 4> start{0.0, 3.14, 0.0, 0.0};
  std::array<double, 6> weights{1.0, 1.0, 0.1, 0.001, 0.001, 1.0};
  std::array<double, 5> end_weights{100.0, 100.0, 1.0, 0.1, 0.01};
  double bound = 0.0;  ///< of the force; 0: none
};

/// An arm reaches with a tool: N semi-implicit steps of dt, each with a cost
///
///   dt (|p - p*|^2 / 2 + 1e-2 |x - x_0|^2 / 2 + 1e-4 |u|^2 / 2),
///
/// at the end 1e3 |p - p*|^2 / 2 + |v|^2 / 2; p is a point of the last body. From x_0 at rest, with the torques that
/// bear the weight there.
struct ArmTask {
  Tree tree;
  std::array<double, 7> start{
      0.0, -0.78539816339744831, 0.0, -2.3561944901923448, 0.0, 1.5707963267948966, 0.78539816339744831};
  std::array<double, 3> tool{0.0, 0.0, 0.2}, target{0.308954571331, 0.171224719694, 0.563952673835};
  double dt = 0.01;
  int steps = 100;
  double of_place = 1.0, of_state = 1e-2, of_control = 1e-4, of_end_place = 1e3, of_end_rate = 1.0;
  std::array<double, 7> bound{};  ///< of the torques; 0: none
};

}  // namespace tandem::bench

extern "C" {
using MakeCartPole = tandem::bench::DdpContestant*(const tandem::bench::CartPoleTask&);
using MakeArm = tandem::bench::DdpContestant*(const tandem::bench::ArmTask&);
MakeCartPole make_crocoddyl_cart_pole;
MakeArm make_crocoddyl_arm;
}
