#include <tandem/core/pack.hpp>
#include <tandem/derivatives/contracted_inverse_dynamics.hpp>
#include <tandem/derivatives/dual.hpp>

#include "blocks.hpp"
#include "dynamics/random_tree.hpp"
#include <gtest/gtest.h>

namespace tandem::sweeps_contracted_test {

using test::Dice;
using test::RandomCase;

using DualPack = Dual<Pack4>;

/// The gradient of y'ID in a scalar.
template <class S>
struct Gradient {
  VectorX<S> by_q, by_v, by_a;

  Gradient(const Model& model, const VectorX<S>& q, const VectorX<S>& v, const VectorX<S>& a, const VectorX<S>& y)
      : by_q(model.nv()), by_v(model.nv()), by_a(model.nv()) {
    ContractedWorkspace<S> ws(model);
    contracted_inverse_dynamics_derivatives<S>(model, model.parameters().template cast<S>(), ws, q, v, a, y, by_q, by_v,
                                               by_a);
  }
};

TEST(ContractedSweeps, GiveEachLaneOfAPackItsOwnState) {
  for (unsigned seed = 0; seed < test::kDerivativeTrees; ++seed) {
    const Model model = test::random_tree(seed);
    Dice dice(seed + 4000);
    VectorX<Pack4> q(model.nq()), v(model.nv()), a(model.nv()), y(model.nv());
    std::vector<Gradient<double>> expected;
    for (int lane = 0; lane < 4; ++lane) {
      const Eigen::VectorXd ql = test::random_configuration(model, dice), vl = dice.vector(model.nv()),
                            al = dice.vector(model.nv()), yl = dice.vector(model.nv());
      for (int i = 0; i < model.nq(); ++i) q(i).set(lane, ql(i));
      for (int i = 0; i < model.nv(); ++i) v(i).set(lane, vl(i)), a(i).set(lane, al(i)), y(i).set(lane, yl(i));
      expected.emplace_back(model, ql, vl, al, yl);
    }
    const Gradient<Pack4> packs(model, q, v, a, y);
    const auto in_lane = [](const VectorX<Pack4>& all, int lane) -> Eigen::VectorXd {
      return Eigen::VectorXd::NullaryExpr(all.size(), [&](Eigen::Index i) { return all(i)[lane]; });
    };
    for (int lane = 0; lane < 4; ++lane) {
      const Gradient<double>& one = expected[lane];
      const double terms = one.by_q.norm() + one.by_v.norm() + one.by_a.norm();
      test::expect_block(in_lane(packs.by_q, lane), one.by_q, terms, model.name() + " by q");
      test::expect_block(in_lane(packs.by_v, lane), one.by_v, terms, model.name() + " by v");
      test::expect_block(in_lane(packs.by_a, lane), one.by_a, terms, model.name() + " by a");
    }
  }
}

// A slope along velocities is a column of contracted_velocity_hessian(); M y knows no velocity.
TEST(ContractedSweeps, HaveSlopesAlongVelocitiesThatAreTheVelocityHessian) {
  for (unsigned seed = 0; seed < test::kDerivativeTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv();
    const Eigen::VectorXd weights = c.dice.vector(nv), along = c.dice.vector(nv);
    const auto constant = [](const Eigen::VectorXd& x) -> VectorX<DualPack> {
      VectorX<DualPack> out(x.size());
      for (long i = 0; i < x.size(); ++i) out(i) = DualPack(Pack4(x(i)));
      return out;
    };
    VectorX<DualPack> v = constant(c.v);
    for (int i = 0; i < nv; ++i) v(i).slope = Pack4(along(i));
    const Gradient<DualPack> gradient(c.model, constant(c.q), v, constant(c.a), constant(weights));
    DerivativeWorkspace<double> ws(c.model);
    Eigen::MatrixXd hessian(nv, nv);
    contracted_velocity_hessian(c.model, c.model.parameters(), ws, c.q, weights, hessian);
    Eigen::VectorXd slope(nv), of_mass(nv);
    for (int i = 0; i < nv; ++i) slope(i) = gradient.by_v(i).slope[1], of_mass(i) = gradient.by_a(i).slope[1];
    test::expect_block(slope, hessian * along, hessian.norm() + weights.norm(), c.model.name());
    EXPECT_TRUE(of_mass.isZero(0.0)) << c.model.name();
  }
}

}  // namespace tandem::sweeps_contracted_test
