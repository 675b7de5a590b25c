#include <tandem/core/pack.hpp>
#include <tandem/derivatives/dual.hpp>
#include <tandem/derivatives/kinematics_derivatives.hpp>

#include "dynamics/random_tree.hpp"
#include <gtest/gtest.h>

namespace tandem::kinematics_dual_test {

using namespace test;
using Dual4 = Dual<Pack4>;

template <class S>
VectorX<S> in(const Eigen::VectorXd& numbers) {
  VectorX<S> packs(numbers.size());
  for (long i = 0; i < numbers.size(); ++i) packs(i) = S(numbers(i));
  return packs;
}

// Along a velocity the slopes of a frame's velocity and acceleration are columns that the sweeps have.
TEST(KinematicsInDuals, HaveTheSlopesOfTheSweeps) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    RandomCase c(seed);
    const Frame tool = c.model.find_frame("tool");
    const Parameters<Dual4> parameters = c.model.parameters().cast<Dual4>();
    DerivativeWorkspace<double> ws(c.model);
    FrameMotionDerivatives<double> expected(c.model);
    frame_motion_derivatives(c.model, c.model.parameters(), ws, c.q, c.v, c.a, tool, expected);
    Workspace<Dual4> along(c.model);
    const VectorX<Dual4> q = in<Dual4>(c.q), a = in<Dual4>(c.a);
    VectorX<Dual4> v = in<Dual4>(c.v);
    for (int d = 0; d < c.model.nv(); ++d) {
      v(d).slope = Pack4(1.0);
      FrameMotion<Dual4> motion;
      frame_motion<Dual4>(c.model, parameters, along, q, v, a, tool, motion);
      const Eigen::Matrix<Dual4, 6, 1> velocity = motion.velocity.eigen(), acceleration = motion.acceleration.eigen();
      for (int k = 0; k < 6; ++k) {
        EXPECT_NEAR(velocity(k).slope[1], expected.jacobian(k, d), 1e-12);
        EXPECT_NEAR(acceleration(k).slope[2], expected.acceleration_by_v(k, d), 1e-12 * (1 + expected.jacobian.norm()));
      }
      v(d).slope = Pack4(0.0);
    }
  }
}

}  // namespace tandem::kinematics_dual_test
