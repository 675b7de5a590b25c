#include <tandem/dynamics/loop_coordinates.hpp>

#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/loop_projection.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/dynamics/spanning.hpp>

#include "linkages.hpp"
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <numbers>

namespace tandem::loop_coordinates_test {

TEST(LoopCoordinates, AreNikraveshsMatricesOfARectangleOnASlide) {
  const Model model = make_model("rectangle-on-slide");
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(4);
  const LoopCoordinates c =
      loop_coordinates(model, model.parameters(), model.tree().neutral_configuration(), still, {"slide", "second"});
  const double r = std::numbers::sqrt2;
  Eigen::MatrixXd DB(5, 4), C(2, 4), E(4, 2);
  DB << 0, 0, -r, -r, 0, 0, -r, -r, 0, -r, -r, 0, 0, 0, 0, 0, 0, 0, 0, 0;
  C << 0, 0, -r, -r, 0, -r, -r, 0;
  E << 1, 0, 0, 1, 0, -1, 0, 1;
  ASSERT_EQ(c.D.rows(), 5);
  ASSERT_EQ(c.D.cols(), 24);
  EXPECT_LT((c.D * c.B - DB).cwiseAbs().maxCoeff(), 1e-12);
  ASSERT_EQ(c.C.rows(), 2);
  EXPECT_LT((c.C - C).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((c.E - E).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((c.C * c.E).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(LoopCoordinates, ChooseIndependentJointsByPivots) {
  const Model model = make_model("rectangle-on-slide");
  const LoopCoordinates c =
      loop_coordinates(model, model.parameters(), model.tree().neutral_configuration(), Eigen::VectorXd::Zero(4));
  EXPECT_EQ(c.independent.size(), 2U);
  EXPECT_EQ(c.independent.front(), 0);  // what no loop holds
  EXPECT_LT((c.C * c.E).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_TRUE(test::refuses(([&] {
                              loop_coordinates(model, model.parameters(), model.tree().neutral_configuration(),
                                               Eigen::VectorXd::Zero(4), {"second", "third", "fourth"});
                            }),
                            "with 'second', 'third', 'fourth' independent, 2 of its 2 equations"));
}

TEST(LoopCoordinates, GiveTheAccelerationsOfRandomLinkages) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    test::LinkageCase c(seed);
    const Model& model = c.model;
    Eigen::VectorXd tree_q(model.tree().nq()), tree_v(model.tree().nv()), a(model.nv());
    span(model, model.parameters(), c.ws, c.q, c.v, tree_q, tree_v);
    forward_dynamics(model, c.ws, c.q, c.v, c.tau, a);
    const LoopCoordinates coordinates = loop_coordinates(model, model.parameters(), tree_q, tree_v);
    ASSERT_EQ(coordinates.E.cols(), model.nv());
    const Eigen::VectorXd tree_a =
        accelerate_independent(model, model.parameters(), coordinates, tree_q, tree_v, on_all_joints(model, c.tau));
    EXPECT_LT((own_velocities(model, tree_a) - a).norm(), 1e-10 * (1 + a.norm())) << seed;
    EXPECT_LT((coordinates.C * coordinates.E).cwiseAbs().maxCoeff(), 1e-12) << seed;
    EXPECT_LT((coordinates.D * (coordinates.B * tree_v)).norm(), 1e-11 * (1 + tree_v.norm())) << seed;
  }
}

}  // namespace tandem::loop_coordinates_test
