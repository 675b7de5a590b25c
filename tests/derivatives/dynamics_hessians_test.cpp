#include <tandem/derivatives/dynamics_hessians.hpp>

#include <tandem/derivatives/model_hessian.hpp>
#include <tandem/dynamics/mass_matrix.hpp>

#include "blocks.hpp"
#include "dynamics/random_tree.hpp"
#include "dynamics/scalars.hpp"
#include "support/refusal.hpp"
#include <Eigen/LU>
#include <gtest/gtest.h>

namespace tandem::dynamics_hessians_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::RandomCase;

constexpr unsigned kTrees = 40;

struct Case : RandomCase {
  explicit Case(unsigned seed)
      : RandomCase(seed),
        setting{model, test::alternating_drives(model), wrenches, {"tool", 1}, {}},
        state{q, v, a},
        w(dice.vector(model.nv())) {}
  double condition() {
    MatrixXd M(model.nv(), model.nv());
    mass_matrix(model, ws, q, M);
    return M.norm() * M.inverse().norm();
  }
  ModelSetting setting;
  ModelState state;
  VectorXd w;
};

void expect_all_ways(ModelFunction function, double limit) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    Case c(seed);
    const double lost = function == ModelFunction::inverse_dynamics ? 1 : c.condition();
    const MatrixXd found = analytic_hessian(function, c.setting, c.state, c.w);
    for (const Way& way : ModelHessianWays(function, c.setting).at(c.state, c.w)) {
      EXPECT_LT((found - way.block).norm(), limit * lost * (1 + way.block.norm())) << way.name << ", tree " << seed;
    }
    EXPECT_EQ((found - found.transpose()).norm(), 0) << seed;
  }
}

TEST(InverseDynamicsHessian, IsThatOfTapesExpressionsAndComplexSteps) {
  expect_all_ways(ModelFunction::inverse_dynamics, 1e-12);
}

TEST(ForwardDynamicsHessian, IsThatOfTapesExpressionsAndComplexSteps) {
  expect_all_ways(ModelFunction::forward_dynamics, 1e-12);
}

TEST(HybridDynamicsHessian, IsThatOfTapesExpressionsAndComplexSteps) {
  expect_all_ways(ModelFunction::hybrid_dynamics, 1e-12);
}

// a = (tau - m g l sin q)/(m l^2) of a point mass: by q twice g/l sin q, nothing else.
TEST(ForwardDynamicsHessian, OfAPendulumIsClosed) {
  ModelBuilder builder("pendulum");
  builder.set_gravity({0, -9.81, 0});
  builder.add_body("bob", "world", Transform<double>::identity(), Joint::revolute("pin", {0, 0, 1}),
                   Inertia<double>::point(2, {0, -0.5, 0}));
  const Model model = builder.build();
  HessianWorkspace ws(model);
  MatrixXd hessian(3, 3);
  VectorXd a(1);
  const VectorXd q = VectorXd::Constant(1, 0.7), v = VectorXd::Constant(1, 1.1), tau = VectorXd::Constant(1, 0.3);
  forward_dynamics_hessian(model, model.parameters(), ws, q, v, tau, VectorXd::Constant(1, 3.0), a, hessian);
  EXPECT_NEAR(a(0), (0.3 - 2 * 9.81 * 0.5 * std::sin(0.7)) / 0.5, 1e-14);
  MatrixXd expected = MatrixXd::Zero(3, 3);
  expected(0, 0) = 3.0 * 9.81 / 0.5 * std::sin(0.7);
  EXPECT_LT((hessian - expected).norm(), 1e-13);
}

TEST(InverseDynamicsHessian, RefusesVectorsOfAnotherLength) {
  Case c(1);
  HessianWorkspace ws(c.model);
  MatrixXd hessian(1, 1);
  EXPECT_TRUE(test::refuses(
      [&] { inverse_dynamics_hessian(c.model, c.model.parameters(), ws, c.q, c.v, c.a, c.w, hessian); }, "hessian is"));
}

}  // namespace tandem::dynamics_hessians_test
