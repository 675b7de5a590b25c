#include <tandem/dynamics/loop_equations.hpp>

#include <tandem/dynamics/spanning.hpp>

#include "linkages.hpp"
#include "multipliers.hpp"
#include <gtest/gtest.h>

/// Against Kane's equations in the world's axes.
namespace tandem::loop_equations_test {

TEST(LoopEquations, AreThoseOfKanesWayOnRandomLinkages) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    test::LinkageCase c(seed);
    Eigen::VectorXd tree_q(c.model.tree().nq()), tree_v(c.model.tree().nv());
    span(c.model, c.model.parameters(), c.ws, c.q, c.v, tree_q, tree_v);
    tree_v += 0.3 * c.dice.vector(c.model.tree().nv());  // also where velocities break them
    LoopEquations equations(c.model);
    equations.evaluate(c.model.parameters(), c.ws, tree_q, tree_v);
    const test::Constraints expected(c.model, tree_q, tree_v);
    ASSERT_EQ(equations.rows(), expected.A.rows());
    EXPECT_LT(equations.gap().norm(), 1e-12) << seed;
    EXPECT_LT((equations.jacobian() - expected.A).norm(), 1e-12 * (1 + expected.A.norm())) << seed;
    EXPECT_LT((equations.turning() - expected.rest).norm(), 1e-11 * (1 + expected.rest.norm())) << seed;
  }
}

TEST(LoopEquations, HaveAJacobianThatIsTheDerivativeOfTheGap) {
  const Model model = test::four_bar();
  Workspace<double> ws(model);
  Eigen::Vector3d q(0.9, 0.3, 1.2);  // open
  LoopEquations equations(model);
  equations.evaluate(model.parameters(), ws, q, Eigen::Vector3d::Zero());
  const Eigen::MatrixXd A = equations.jacobian();
  for (int i = 0; i < 3; ++i) {
    const double h = 1e-6;
    Eigen::VectorXd gaps[2];
    for (const int side : {0, 1}) {
      Eigen::Vector3d moved = q;
      moved(i) += side == 0 ? -h : h;
      equations.evaluate(model.parameters(), ws, moved, Eigen::Vector3d::Zero());
      gaps[side] = equations.gap();
    }
    EXPECT_LT(((gaps[1] - gaps[0]) / (2 * h) - A.col(i)).norm(), 1e-9);
  }
}

TEST(LoopEquations, NameLoopsAndCouplings) {
  const Model linkage = test::four_bar();
  const LoopEquations loop(linkage);
  ASSERT_EQ(loop.rows(), 2);
  EXPECT_EQ(loop.name_of(1), "loop 'pin'");
  EXPECT_STREQ(loop.unit_of(1), "m");
  EXPECT_FALSE(loop.is_coupling(1));
  const Model wheels = test::planar("wheels")
                           .add_body("a", "world", test::at(0, 0), test::hinge("a"), test::rod(1, 1))
                           .add_body("b", "world", test::at(0, 0), test::hinge("b"), test::rod(1, 1))
                           .couple("b", {{"a", 2.0}})
                           .build();
  const LoopEquations coupling(wheels);
  ASSERT_EQ(coupling.rows(), 1);
  EXPECT_EQ(coupling.name_of(0), "coupling of 'b'");
  EXPECT_STREQ(coupling.unit_of(0), "rad");
  EXPECT_TRUE(coupling.is_coupling(0));
}

TEST(LoopEquations, AreNoneOfATree) {
  const Model tree =
      test::planar("rod").add_body("a", "world", test::at(0, 0), test::hinge("a"), test::rod(1, 1)).build();
  EXPECT_EQ(LoopEquations(tree).rows(), 0);
}

}  // namespace tandem::loop_equations_test
