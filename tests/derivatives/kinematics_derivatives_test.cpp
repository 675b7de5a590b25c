#include <tandem/derivatives/kinematics_derivatives.hpp>

#include "blocks.hpp"
#include "complex_step.hpp"
#include "dynamics/random_tree.hpp"
#include <gtest/gtest.h>

namespace tandem::kinematics_derivatives_test {

using namespace test;

Frame tool_of(const Model& model) {
  return {"tool", model.body_count() - 1, Transform<double>::translated({0.1, -0.2, 0.3})};
}

enum class Part { kVelocity, kAcceleration };

ComplexFunction motion_of(const Model& model, Part part) {
  return [&model, part](const ComplexCase& c) -> VectorX<Complex> {
    Workspace<Complex> ws(model);
    FrameMotion<Complex> motion;
    frame_motion(model, c.parameters, ws, c.q, c.v, c.x, tool_of(model), motion);
    return part == Part::kVelocity ? motion.velocity.eigen() : motion.acceleration.eigen();
  };
}

TEST(FrameMotionDerivatives, AgreeWithComplexStepsOnRandomTrees) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    RandomCase c(seed);
    DerivativeWorkspace<double> ws(c.model);
    FrameMotionDerivatives<double> d(c.model);
    d.velocity_by_q.setConstant(NAN), d.acceleration_by_q.setConstant(NAN);
    d.acceleration_by_v.setConstant(NAN), d.jacobian.setConstant(NAN);
    frame_motion_derivatives(c.model, c.model.parameters(), ws, c.q, c.v, c.a, tool_of(c.model), d);
    const ComplexCase at = complex_case(c.model, c.q, c.v, c.a, c.wrenches);
    const ComplexFunction velocity = motion_of(c.model, Part::kVelocity),
                          acceleration = motion_of(c.model, Part::kAcceleration);
    const std::string tree = c.model.name();
    const double terms = 1 + d.jacobian.norm();
    expect_block(d.velocity_by_q, complex_by_q(c.model, at, velocity), terms, tree + " velocity by q");
    expect_block(d.jacobian, complex_by_v(at, velocity), terms, tree + " velocity by v");
    expect_block(d.acceleration_by_q, complex_by_q(c.model, at, acceleration), terms, tree + " acceleration by q");
    expect_block(d.acceleration_by_v, complex_by_v(at, acceleration), terms, tree + " acceleration by v");
    expect_block(d.jacobian, complex_by_x(at, acceleration), terms, tree + " acceleration by a");
  }
}

TEST(FrameJacobianDerivatives, AgreeWithComplexStepsOnRandomTrees) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv();
    const ComplexFunction jacobian = [&](const ComplexCase& at) -> VectorX<Complex> {
      Workspace<Complex> ws(c.model);
      MatrixX<Complex> J(6, nv);
      frame_jacobian(c.model, at.parameters, ws, at.q, tool_of(c.model), J);
      return J.reshaped();
    };
    DerivativeWorkspace<double> ws(c.model);
    Eigen::MatrixXd by_q = garbage(6 * nv, nv);
    frame_jacobian_derivatives(c.model, c.model.parameters(), ws, c.q, tool_of(c.model), by_q);
    const ComplexCase at = complex_case(c.model, c.q, c.v, c.a, c.wrenches);
    expect_block(by_q, complex_by_q(c.model, at, jacobian), 1, c.model.name());
  }
}

}  // namespace tandem::kinematics_derivatives_test
