#include <tandem/ocp/solvers/ddp/start_saddle.hpp>

#include <tandem/ocp/solvers/ddp/box_rule.hpp>

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace tandem::ddp::start_saddle_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// V = 1/2 (x - 3)^2 + 1/2 (p - 2)^2 + nu (x + p - 4), x and p in boxes.
struct Saddle {
  LqProblem shape{LqSizes{.states = 1, .controls = 1, .steps = 1, .equations = 1, .border = 1}};
  MatrixXd P = MatrixXd::Ones(1, 1), Pi{{0.0, 1.0}}, W{{1.0, 1.0}, {1.0, 0.0}};
  VectorXd p{{-3.0}}, w{{-2.0, -4.0}};
  LqStep step{shape};
  StartSaddle start{shape};

  Saddle() {
    shape.start_lower.setConstant(-1e20);
    shape.start_upper.setConstant(1e20);
  }
  StartSaddle::Result solve(const Convexity& convexity = {}, double nu_before = 0.0) {
    return start.solve(shape, {P, Pi, W, p, w}, convexity, VectorXd::Constant(1, nu_before), step);
  }
  /// Until the active set comes to rest.
  void settle() {
    for (int pass = 0; pass < 10; ++pass) {
      ASSERT_EQ(solve(), StartSaddle::Result::done);
      step.costates(0, 0) = p(0) + P(0, 0) * step.states(0, 0) + Pi(0, 1) * step.nu(0);
      start.find_pushes({P, Pi, W, p, w}, step);
      if (start.change_set(shape, step) == 0) return;
    }
    FAIL() << "not settled";
  }
};

// Half of what 3 + 2 is above 4 each.
TEST(StartSaddle, SharesAnEquationBetweenStateAndBorder) {
  Saddle saddle;
  saddle.settle();
  EXPECT_DOUBLE_EQ(saddle.step.states(0, 0), 2.5);
  EXPECT_DOUBLE_EQ(saddle.step.border(0), 1.5);
  EXPECT_DOUBLE_EQ(saddle.step.nu(0), 0.5);
}

TEST(StartSaddle, LeavesToTheStateWhatTheBordersBoxDoesNotGive) {
  Saddle saddle;
  saddle.shape.border_lower.setConstant(1.75);
  saddle.settle();
  EXPECT_DOUBLE_EQ(saddle.step.border(0), 1.75);
  EXPECT_DOUBLE_EQ(saddle.step.states(0, 0), 2.25);
  EXPECT_DOUBLE_EQ(saddle.step.nu(0), 0.75);
  EXPECT_DOUBLE_EQ(saddle.step.border_pushes(0), -(1.75 - 2.0 + 0.75));
}

TEST(StartSaddle, SaysWhenNothingIsLeftToMeetAnEquation) {
  Saddle saddle;
  saddle.shape.border_lower = saddle.shape.border_upper = VectorXd::Constant(1, 1.0);
  saddle.shape.start_lower = saddle.shape.start_upper = VectorXd::Constant(1, 1.0);
  EXPECT_EQ(saddle.solve(), StartSaddle::Result::out_of_reach);
  EXPECT_EQ(saddle.solve({.end_slack = 0.5}, 7.0), StartSaddle::Result::done);
  EXPECT_DOUBLE_EQ(saddle.step.nu(0), (1.0 + 1.0 - 4.0) / 0.5 + 7.0);
}

TEST(StartSaddle, SaysWhenTheBorderIsNotConvex) {
  Saddle saddle;
  saddle.W(0, 0) = -1.0;
  EXPECT_EQ(saddle.solve(), StartSaddle::Result::not_convex);
  EXPECT_EQ(saddle.solve({.regularization = 1.5}), StartSaddle::Result::done);
}

TEST(BoxRule, HoldsWhatIsPastABoundAndLetsGoWhatPullsAway) {
  EXPECT_EQ(held_next(0, 1.5, 0.0, -1.0, 1.0), 1);
  EXPECT_EQ(held_next(0, -1.5, 0.0, -1.0, 1.0), -1);
  EXPECT_EQ(held_next(0, 0.5, 0.0, -1.0, 1.0), 0);
  EXPECT_EQ(held_next(1, 1.0, 0.3, -1.0, 1.0), 1);
  EXPECT_EQ(held_next(1, 1.0, -0.3, -1.0, 1.0), 0);
  EXPECT_EQ(held_next(-1, -1.0, 0.3, -1.0, 1.0), 0);
  EXPECT_EQ(held_next(0, 7.0, 0.0, 2.0, 2.0), 1);
  EXPECT_EQ(held_value(-1, -1.0, 1.0), -1.0);
  EXPECT_EQ(held_value(0, -1.0, 1.0), 0.0);
}

}  // namespace tandem::ddp::start_saddle_test
