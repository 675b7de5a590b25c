#include <tandem/core/pack.hpp>
#include <tandem/derivatives/dual.hpp>
#include <tandem/derivatives/inverse_dynamics_derivatives.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>

#include "blocks.hpp"
#include "dynamics/random_tree.hpp"
#include <gtest/gtest.h>

namespace tandem::recursions_dual_test {

using test::RandomCase;

using DualPack = Dual<Pack4>;
using SecondDualPack = Dual<DualPack>;

/// The forces of a random state in a scalar of slopes: `q`, `v`, `a` come with them.
template <class S>
VectorX<S> forces(const Model& model, const VectorX<S>& q, const VectorX<S>& v, const VectorX<S>& a) {
  Workspace<S> ws(model);
  VectorX<S> tau(model.nv());
  inverse_dynamics<S>(model, model.parameters().template cast<S>(), ws, q, v, a, tau);
  return tau;
}

// A velocity w of the configuration moves its coordinates by coordinate_rates(q, w): dID = ID_q w + ID_v y + ID_a z.
TEST(DualRecursions, HaveTheSlopesOfTheAnalyticDerivatives) {
  for (unsigned seed = 0; seed < test::kDerivativeTrees; ++seed) {
    RandomCase c(seed);
    const int nq = c.model.nq(), nv = c.model.nv();
    const Eigen::VectorXd w = c.dice.vector(nv), y = c.dice.vector(nv), z = c.dice.vector(nv);
    Eigen::VectorXd q_dot(nq);
    coordinate_rates<double>(c.model, c.q, w, q_dot);
    VectorX<DualPack> q(nq), v(nv), a(nv);
    for (int i = 0; i < nq; ++i) q(i) = DualPack(Pack4(c.q(i)), Pack4(q_dot(i)));
    for (int i = 0; i < nv; ++i) {
      v(i) = DualPack(Pack4(c.v(i)), Pack4(y(i)));
      a(i) = DualPack(Pack4(c.a(i)), Pack4(z(i)));
    }
    const VectorX<DualPack> tau = forces<DualPack>(c.model, q, v, a);
    DerivativeWorkspace<double> ws(c.model);
    Eigen::MatrixXd by_q(nv, nv), by_v(nv, nv), by_a(nv, nv);
    inverse_dynamics_derivatives(c.model, c.model.parameters(), ws, c.q, c.v, c.a, by_q, by_v, by_a);
    const Eigen::VectorXd expected = by_q * w + by_v * y + by_a * z;
    for (int lane = 0; lane < 4; lane += 3) {
      Eigen::VectorXd slope(nv);
      for (int i = 0; i < nv; ++i) slope(i) = tau(i).slope[lane];
      test::expect_block(slope, expected, by_q.norm() + by_v.norm() + by_a.norm(), c.model.name());
    }
  }
}

// Forces are quadratic in velocities: a second difference is exact, whatever its step.
TEST(DualRecursions, HaveTheSecondSlopesOfAQuadraticFunction) {
  for (unsigned seed = 0; seed < test::kDerivativeTrees; ++seed) {
    RandomCase c(seed);
    const int nq = c.model.nq(), nv = c.model.nv();
    const Eigen::VectorXd one = c.dice.vector(nv), other = c.dice.vector(nv);
    VectorX<SecondDualPack> q(nq), v(nv), a(nv);
    for (int i = 0; i < nq; ++i) q(i) = SecondDualPack(DualPack(Pack4(c.q(i))));
    for (int i = 0; i < nv; ++i) {
      v(i) = SecondDualPack(DualPack(Pack4(c.v(i)), Pack4(one(i))), DualPack(Pack4(other(i))));
      a(i) = SecondDualPack(DualPack(Pack4(c.a(i))));
    }
    const VectorX<SecondDualPack> tau = forces<SecondDualPack>(c.model, q, v, a);
    const auto at = [&](const Eigen::VectorXd& velocity) -> Eigen::VectorXd {
      return forces<double>(c.model, c.q, velocity, c.a);
    };
    const Eigen::VectorXd middle = at(c.v);
    const Eigen::VectorXd expected = at(c.v + one + other) - at(c.v + one) - at(c.v + other) + middle;
    Eigen::VectorXd slope(nv);
    for (int i = 0; i < nv; ++i) slope(i) = tau(i).slope.slope[2];
    EXPECT_LE((slope - expected).norm(), 1e-13 * (1 + middle.norm() + expected.norm())) << c.model.name();
  }
}

}  // namespace tandem::recursions_dual_test
