#include <tandem/dynamics/models.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>

#include "random_tree.hpp"
#include <Eigen/Cholesky>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <string>

namespace tandem::models_test {

using test::Dice;

TEST(Models, AreAllMadeByTheNamesTheyAreListedWith) {
  const std::vector<ModelEntry> entries = model_entries();
  EXPECT_GE(entries.size(), 15U);
  for (const ModelEntry& entry : entries) {
    const ModelExample example = make_model_example(entry.example);
    EXPECT_EQ(example.q.size(), example.model.nq()) << entry.name;
    EXPECT_EQ(example.v.size(), example.model.nv()) << entry.name;
    EXPECT_FALSE(entry.title.empty()) << entry.name;
    EXPECT_FALSE(entry.source.empty()) << entry.name;
    EXPECT_NO_THROW(example.model.check(example.model.parameters())) << entry.name;
    for (const Body& body : example.model.bodies().subspan(1)) EXPECT_FALSE(body.shapes.empty()) << body.name;
  }
}

TEST(Models, HavePositiveDefiniteMassAndForwardDynamicsThatInvertsInverseDynamics) {
  Dice dice(5);
  for (const ModelEntry& entry : model_entries()) {
    const Model model = make_model(entry.example);
    Workspace<double> ws(model);
    const int nv = model.nv();
    for (int sample = 0; sample < 20; ++sample) {
      Eigen::VectorXd q = test::random_configuration(model, dice);
      normalize<double>(model, q);  // a long way leaves loops a little open
      const Eigen::VectorXd v = dice.vector(nv);
      const Eigen::VectorXd tau = dice.vector(nv);
      Eigen::VectorXd a(nv), back(nv), whirling(nv);
      Eigen::MatrixXd M(nv, nv);
      mass_matrix(model, ws, q, M);
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(M, Eigen::EigenvaluesOnly);
      ASSERT_GT(eigen.eigenvalues()(0), 0) << entry.name;
      const double cond = eigen.eigenvalues()(nv - 1) / eigen.eigenvalues()(0);
      forward_dynamics(model, ws, q, v, tau, a);
      inverse_dynamics(model, ws, q, v, a, back);
      // Weights and whirling, of which the forces are what is left: a digger's are ten thousand times them.
      bias(model, ws, q, v, whirling);
      const double terms = 1 + tau.norm() + whirling.norm();
      EXPECT_LT((back - tau).norm(), 1e-13 * (10 + cond) * terms) << entry.name;
    }
  }
}

TEST(Models, HaveTheFreedomsTheirNamesSay) {
  EXPECT_EQ(make_model("arm-7").nv(), 7);
  EXPECT_EQ(make_model("quadruped-18").nv(), 18);
  EXPECT_EQ(make_model("humanoid-36").nv(), 36);
  EXPECT_EQ(make_model("spinning-body").nv(), 6);
  EXPECT_EQ(make_model("spacecraft-with-booms").nv(), 10);
  EXPECT_EQ(make_model("chain-17").nv(), 17);
  EXPECT_EQ(make_model("pendulum-3").nv(), 3);
  EXPECT_EQ(make_model("binary-tree-12").nv(), 12);
  EXPECT_EQ(make_model("ball-chain-5").nv(), 15);
  EXPECT_EQ(make_model("hooke-chain-5").nv(), 10);
  EXPECT_EQ(make_model("quadrotor").nv(), 10);
}

TEST(Models, OfUnknownNamesAreRefusedWithTheNearest) {
  EXPECT_EQ(test::refusal([] { make_model("acrobat"); }), "no model is called 'acrobat'; did you mean 'acrobot'?");
  EXPECT_TRUE(test::says(test::refusal([] { make_model("chain"); }), "'chain-N'"));
  EXPECT_TRUE(test::says(test::refusal([] { make_model("chain-6x"); }), "no model is called 'chain-6x'"));
  EXPECT_EQ(test::refusal([] { make_model("chain-0"); }), "model 'chain-0': its numbers go from 1 to 4096");
  EXPECT_EQ(test::refusal([] { make_model("tree-5-99999999999"); }),
            "model 'tree-5-99999999999': its numbers go from 1 to 4096");
  EXPECT_TRUE(test::says(test::refusal([] { make_model(""); }), "no model is called ''"));
}

}  // namespace tandem::models_test
