#include <tandem/derivatives/dynamics_products.hpp>

#include <tandem/derivatives/forward_dynamics_derivatives.hpp>
#include <tandem/derivatives/inverse_dynamics_derivatives.hpp>

#include "blocks.hpp"
#include "dynamics/random_tree.hpp"
#include "dynamics/scalars.hpp"
#include "support/refusal.hpp"
#include <gtest/gtest.h>

namespace tandem::dynamics_products_test {

using namespace test;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The Jacobian of hybrid dynamics and five directions.
struct Case : RandomCase {
  Case(unsigned seed, bool all_force)
      : RandomCase(seed),
        drives(all_force ? std::vector<Drive>(model.body_count(), Drive::force) : alternating_drives(model)),
        sweeps(model),
        products(model),
        wanted(model.nv()),
        by_q(model.nv(), model.nv()),
        by_v(by_q),
        by_known(by_q),
        dq(directions()),
        dv(directions()),
        dx(directions()) {
    hybrid_dynamics_derivatives(model, model.parameters(), sweeps, q, v, std::span<const Drive>(drives), a, wanted,
                                by_q, by_v, by_known, wrenches);
  }
  MatrixXd directions() {
    MatrixXd m(model.nv(), 5);
    for (int k = 0; k < 5; ++k) m.col(k) = dice.vector(model.nv());
    return m;
  }
  /// What a solve loses.
  double scale() const {
    return (1 + by_known.norm() * by_known.inverse().norm()) * (by_q.norm() + by_v.norm() + by_known.norm());
  }
  std::vector<Drive> drives;
  DerivativeWorkspace<double> sweeps;
  ProductWorkspace products;
  VectorXd wanted;
  MatrixXd by_q, by_v, by_known, dq, dv, dx;
};

TEST(InverseDynamicsJvp, IsTheJacobianTimesDirections) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    Case c(seed, true);
    const int nv = c.model.nv();
    MatrixXd q(nv, nv), v = q, a = q, change = garbage(nv, 5);
    inverse_dynamics_derivatives(c.model, c.model.parameters(), c.sweeps, c.q, c.v, c.a, q, v, a, c.wrenches);
    inverse_dynamics_jvp(c.model, c.model.parameters(), c.products, c.q, c.v, c.a, c.dq, c.dv, c.dx, change,
                         c.wrenches);
    expect_block(change, q * c.dq + v * c.dv + a * c.dx, 1e3 * (q.norm() + v.norm() + a.norm()), c.model.name());
  }
}

TEST(HybridDynamicsJvp, IsTheJacobianTimesDirections) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    Case c(seed, false);
    MatrixXd change = garbage(c.model.nv(), 5);
    VectorXd wanted(c.model.nv());
    hybrid_dynamics_jvp(c.model, c.model.parameters(), c.products, c.q, c.v, c.drives, c.a, c.dq, c.dv, c.dx, wanted,
                        change, c.wrenches);
    const MatrixXd expected = c.by_q * c.dq + c.by_v * c.dv + c.by_known * c.dx;
    expect_block(change, expected, 1e3 * c.scale(), c.model.name());
    expect_block(wanted, c.wanted, 1e3 * c.scale(), c.model.name());
  }
}

TEST(HybridDynamicsVjp, IsWeightsTimesTheJacobian) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    Case c(seed, false);
    const VectorXd w = c.dice.vector(c.model.nv());
    VectorXd wanted(c.model.nv()), by_q = wanted, by_v = wanted, by_known = wanted;
    hybrid_dynamics_vjp(c.model, c.model.parameters(), c.products, c.q, c.v, c.drives, c.a, w, wanted, by_q, by_v,
                        by_known, c.wrenches);
    expect_block(by_q, c.by_q.transpose() * w, 1e3 * c.scale(), c.model.name());
    expect_block(by_v, c.by_v.transpose() * w, 1e3 * c.scale(), c.model.name());
    expect_block(by_known, c.by_known.transpose() * w, 1e3 * c.scale(), c.model.name());
  }
}

TEST(ForwardDynamicsProducts, AreThoseOfItsJacobian) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    Case c(seed, true);
    const int nv = c.model.nv();
    MatrixXd change = garbage(nv, 5);
    VectorXd a(nv), by_q(nv), by_v(nv), by_tau(nv);
    const VectorXd mu = c.dice.vector(nv);
    forward_dynamics_jvp(c.model, c.model.parameters(), c.products, c.q, c.v, c.a, c.dq, c.dv, c.dx, a, change,
                         c.wrenches);
    expect_block(change, c.by_q * c.dq + c.by_v * c.dv + c.by_known * c.dx, 1e3 * c.scale(), c.model.name());
    forward_dynamics_vjp(c.model, c.model.parameters(), c.products, c.q, c.v, c.a, mu, a, by_q, by_v, by_tau,
                         c.wrenches);
    expect_block(by_q, c.by_q.transpose() * mu, 1e3 * c.scale(), c.model.name());
    expect_block(by_v, c.by_v.transpose() * mu, 1e3 * c.scale(), c.model.name());
    expect_block(by_tau, c.by_known.transpose() * mu, 1e3 * c.scale(), c.model.name());
  }
}

TEST(InverseDynamicsJvp, RefusesDirectionsOfAnotherLength) {
  Case c(1, true);
  MatrixXd change(c.model.nv(), 5);
  EXPECT_TRUE(test::refuses(
      [&] {
        inverse_dynamics_jvp(c.model, c.model.parameters(), c.products, c.q, c.v, c.a, MatrixXd(1, 4), c.dv, c.dx,
                             change);
      },
      "dq is 1 x 4"));
}

}  // namespace tandem::dynamics_products_test
