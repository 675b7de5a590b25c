#include <tandem/dynamics/loop_projection.hpp>

#include <tandem/dynamics/loop_equations.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/dynamics/spanning.hpp>

#include "linkages.hpp"
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>
#include <numbers>

namespace tandem::loop_projection_test {

double gap_of(const Model& model, const ProjectedState& state) {
  LoopEquations equations(model);
  Workspace<double> ws(model);
  equations.evaluate(model.parameters(), ws, state.q, state.v);
  return equations.gap().cwiseAbs().maxCoeff();
}
double broken_by(const Model& model, const ProjectedState& state) {
  LoopEquations equations(model);
  Workspace<double> ws(model);
  equations.evaluate(model.parameters(), ws, state.q, state.v);
  return (equations.jacobian() * state.v).cwiseAbs().maxCoeff();
}

class Projection : public testing::TestWithParam<const char*> {};

TEST_P(Projection, ClosesAnyGuessInTenSteps) {
  const Model model = make_model(GetParam());
  test::Dice dice(5);
  for (int guess = 0; guess < 300; ++guess) {
    Eigen::VectorXd q = model.tree().neutral_configuration();
    for (int i = 0; i < q.size(); ++i) q(i) += dice.number(-std::numbers::pi, std::numbers::pi);
    const ProjectedState state = project(model, q, dice.vector(model.tree().nv()));
    EXPECT_LE(state.steps, 10) << guess;
    EXPECT_LT(gap_of(model, state), 1e-12) << guess;
  }
}

TEST_P(Projection, ClosesInSixStepsFromATenthOfARadian) {
  const Model model = make_model(GetParam());
  test::Dice dice(6);
  Workspace<double> ws(model);
  Eigen::VectorXd tree_q(model.tree().nq()), tree_v(model.tree().nv());
  span(model, model.parameters(), ws, model.neutral_configuration(), Eigen::VectorXd::Zero(model.nv()), tree_q, tree_v);
  for (int guess = 0; guess < 30; ++guess) {
    Eigen::VectorXd q = tree_q, v = dice.vector(model.tree().nv());
    for (int i = 0; i < q.size(); ++i) q(i) += dice.number(-0.1, 0.1);
    const ProjectedState state = project(model, q, v);
    EXPECT_LE(state.steps, 6) << guess;
    EXPECT_LT(broken_by(model, state), 1e-12) << guess;
    check_consistent(model, model.parameters(), state.q, state.v);
  }
}

INSTANTIATE_TEST_SUITE_P(Linkages, Projection,
                         testing::Values("four-bar", "slider-crank", "pin-in-slot", "cardan-shaft", "differential"));

// These fold flat, where two branches meet: from there Newton's method is no longer of second order.
TEST(ProjectionOfStates, ClosesGuessesNextToChangePoints) {
  for (const char* name : {"parallelogram", "rectangle-on-slide", "four-bar-leg", "backhoe"}) {
    const Model model = make_model(name);
    test::Dice dice(5);
    for (int guess = 0; guess < 100; ++guess) {
      Eigen::VectorXd q = model.tree().neutral_configuration();
      for (int i = 0; i < q.size(); ++i) q(i) += dice.number(-std::numbers::pi, std::numbers::pi);
      const ProjectedState state = project(model, q, Eigen::VectorXd::Zero(model.tree().nv()));
      EXPECT_LE(state.steps, 15) << name << " " << guess;
      EXPECT_LT(gap_of(model, state), 1e-12) << name << " " << guess;
    }
  }
}

TEST(ProjectionOfStates, LeavesAConsistentOneAsItIs) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    test::LinkageCase c(seed);
    Eigen::VectorXd tree_q(c.model.tree().nq()), tree_v(c.model.tree().nv());
    span(c.model, c.model.parameters(), c.ws, c.q, c.v, tree_q, tree_v);
    const ProjectedState state = project(c.model, tree_q, tree_v);
    EXPECT_LT((state.q - tree_q).norm(), 1e-12) << seed;
    EXPECT_LT((state.v - tree_v).norm(), 1e-12 * (1 + tree_v.norm())) << seed;
    EXPECT_LT((own_coordinates(c.model, state.q) - c.q).norm(), 1e-12) << seed;
    EXPECT_LT((own_velocities(c.model, state.v) - c.v).norm(), 1e-12 * (1 + c.v.norm())) << seed;
  }
}

TEST(ProjectionOfStates, TakesTheLeastOffVelocities) {
  // What is taken off is across all that the loops allow.
  const Model model = test::four_bar();
  Workspace<double> ws(model);
  Eigen::VectorXd tree_q(3), G(3);
  span(model, model.parameters(), ws, model.neutral_configuration(), Eigen::VectorXd::Ones(1), tree_q, G);
  const Eigen::Vector3d v(1, -2, 0.5);
  const ProjectedState state = project(model, tree_q, v);
  EXPECT_NEAR(G.dot(v - state.v), 0, 1e-12);
  EXPECT_LT(Eigen::Vector3d(state.v).cross(Eigen::Vector3d(G)).norm(), 1e-12);
}

TEST(ProjectionOfStates, SaysWhichLoopCannotBeClosedAndByHowMuch) {
  const Model model = test::four_bar();
  Parameters<double> parameters = model.parameters();
  const int rocker = model.body_index("rocker");
  parameters.set_placement(rocker, kWorld, test::at(2, 0));  // 1.7 m reach
  std::string sentence;
  try {
    project(model, parameters, Eigen::Vector3d(0.1, 0.1, 3.0), Eigen::Vector3d::Zero());
  } catch (const NumericalError& error) {
    sentence = error.what();
  }
  EXPECT_TRUE(test::says(sentence, "loop 'pin': cannot be closed from here, it misses by 0.3"));
}

TEST(ProjectionOfStates, RefusesOpenLoopsAndVelocitiesThatBreakThem) {
  const Model model = test::four_bar();
  const ProjectedState state = project(model, model.neutral_configuration(), Eigen::Vector3d::Zero());
  const auto check = [&](const Eigen::Vector3d& q, const Eigen::Vector3d& v) {
    check_consistent(model, model.parameters(), q, v);
  };
  EXPECT_TRUE(test::refuses(([&] { check(state.q, Eigen::Vector3d(0, 0, 1)); }),
                            "model 'four-bar': velocities break loop 'pin', by 0.6 m/s"));
  EXPECT_TRUE(
      test::refuses(([&] { check(state.q + Eigen::Vector3d(0, 0, 0.1), state.v); }), "loop 'pin' is open by 0.0"));
}

TEST(ProjectionOfStates, NormalizesQuaternionsOfATree) {
  const Model ball =
      test::planar("ball").add_body("ball", "world", test::at(0, 0), Joint::spherical("ball"), test::rod(1, 1)).build();
  const ProjectedState state = project(ball, Eigen::Vector4d(1.5, 0, 0, 0), Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(state.q, Eigen::Vector4d(1, 0, 0, 0));
  EXPECT_EQ(state.v, Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(state.steps, 0);
}

}  // namespace tandem::loop_projection_test
