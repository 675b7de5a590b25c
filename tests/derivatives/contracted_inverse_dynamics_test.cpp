#include <tandem/derivatives/contracted_inverse_dynamics.hpp>

#include <tandem/derivatives/inverse_dynamics_derivatives.hpp>

#include "blocks.hpp"
#include "dynamics/random_tree.hpp"
#include "support/refusal.hpp"
#include <gtest/gtest.h>

namespace tandem::contracted_inverse_dynamics_test {

using namespace test;

TEST(ContractedInverseDynamics, IsTheSumOfTheRowsOfTheDerivatives) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv();
    const Eigen::VectorXd y = c.dice.vector(nv);
    DerivativeWorkspace<double> rows(c.model);
    Eigen::MatrixXd q = garbage(nv, nv), v = q, a = q;
    inverse_dynamics_derivatives(c.model, c.model.parameters(), rows, c.q, c.v, c.a, q, v, a, c.wrenches);
    ContractedWorkspace<double> ws(c.model);
    Eigen::VectorXd by_q = garbage(nv, 1), by_v = by_q, by_a = by_q;
    contracted_inverse_dynamics_derivatives(c.model, c.model.parameters(), ws, c.q, c.v, c.a, y, by_q, by_v, by_a,
                                            c.wrenches);
    expect_block(by_q, q.transpose() * y, q.norm() + a.norm(), c.model.name() + " by q");
    expect_block(by_v, v.transpose() * y, v.norm() + a.norm(), c.model.name() + " by v");
    expect_block(by_a, a.transpose() * y, a.norm(), c.model.name() + " by a");
  }
}

TEST(ContractedVelocityHessian, IsTheSlopeOfTheGradient) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv();
    const Eigen::VectorXd y = c.dice.vector(nv), rest = Eigen::VectorXd::Zero(nv);
    ContractedWorkspace<double> ws(c.model);
    Eigen::MatrixXd by_v_v = garbage(nv, nv), expected = by_v_v;
    contracted_velocity_hessian(c.model, c.model.parameters(), ws.sweeps, c.q, y, by_v_v);
    // The gradient is affine in v: its change by a unit is its slope.
    Eigen::VectorXd by_q(nv), at_rest(nv), moving(nv), by_a(nv);
    contracted_inverse_dynamics_derivatives(c.model, c.model.parameters(), ws, c.q, rest, rest, y, by_q, at_rest, by_a);
    for (int k = 0; k < nv; ++k) {
      contracted_inverse_dynamics_derivatives(c.model, c.model.parameters(), ws, c.q, Eigen::VectorXd::Unit(nv, k),
                                              rest, y, by_q, moving, by_a);
      expected.col(k) = moving - at_rest;
    }
    expect_block(by_v_v, expected, by_a.norm() + at_rest.norm() + y.norm(), c.model.name());
  }
}

TEST(ContractedInverseDynamics, RefusesWeightsOfAnotherLength) {
  RandomCase c(1);
  ContractedWorkspace<double> ws(c.model);
  Eigen::VectorXd out(c.model.nv());
  EXPECT_TRUE(test::refuses(
      [&] {
        contracted_inverse_dynamics_derivatives(c.model, c.model.parameters(), ws, c.q, c.v, c.a,
                                                Eigen::VectorXd(c.model.nv() + 1), out, out, out);
      },
      "y: "));
}

}  // namespace tandem::contracted_inverse_dynamics_test
