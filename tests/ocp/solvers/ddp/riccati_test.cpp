#include <tandem/ocp/solvers/ddp/riccati.hpp>

#include <tandem/ocp/solvers/sweep/sweep_factor.hpp>

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <ocp/solvers/ddp/random_lq.hpp>
#include <ocp/solvers/ddp/solved_lq.hpp>
#include <support/allocations.hpp>

#include <cmath>
#include <limits>

namespace tandem::ddp::riccati_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::LqKind;
using test::no_multipliers;
using test::random_lq;
using test::remainder;
using test::solved;

/// The same problem without boxes as one symmetric system for the sweep: stage k holds [dx_k; du_k] and the multipliers
/// of the equations that end in dx_k, for k = 0 those of a given start, and of the equations at the knot. Unknowns come
/// first in every stage; the border stands last.
class StageKkt {
 public:
  explicit StageKkt(const LqProblem& problem) : problem_(problem) {
    const int nx = problem.states(), nu = problem.controls();
    for (int k = 0; k <= problem.steps(); ++k) {
      x_.push_back(add_rows(nx, k));
      u_.push_back(k < problem.steps() ? add_rows(nu, k) : -1);
      lambda_.push_back(add_rows(nx, k));
    }
    for (const int knot : problem.knots) nu_.push_back(add_rows(1, knot));
    p_ = add_rows(problem.border(), problem.steps() + 1);
    right_.setZero(static_cast<int>(stages_.size()));
    for (int k = 0; k < problem.steps(); ++k) add_step(k);
    block(x_.back(), x_.back(), problem.Q, true);
    block(p_, x_.back(), problem.T.transpose(), false);
    block(p_, p_, problem.Y, true);
    right_.segment(x_.back(), nx) = -problem.q;
    right_.segment(p_, problem.border()) = -problem.y;
    for (int i = 0; i < problem.equations(); ++i) add_equation(i);
    for (int k = 0; k <= problem.steps(); ++k) block(lambda_[k], x_[k], -MatrixXd::Identity(nx, nx), false);
    right_.segment(lambda_[0], nx) = -problem.start_lower;
  }

  /// [dx, du, dp, lambda, nu] of the sweep, as a step.
  LqStep solve(sweep::Inertia& inertia) {
    sweep::SweepFactor factor(sweep::StageChain(problem_.steps() + 1, stages_, rows_, cols_));
    EXPECT_EQ(factor.factorise(values_), sweep::FactorStatus::done);
    inertia = factor.inertia();
    VectorXd z(right_.size());
    factor.solve_refined(values_, right_, z);
    LqStep step(problem_);
    for (int k = 0; k <= problem_.steps(); ++k) {
      step.states.col(k) = z.segment(x_[k], problem_.states());
      if (k < problem_.steps()) step.controls.col(k) = z.segment(u_[k], problem_.controls());
      step.costates.col(k) = z.segment(lambda_[k], problem_.states());
    }
    for (int i = 0; i < problem_.equations(); ++i) step.nu(i) = z(nu_[i]);
    step.border = z.segment(p_, problem_.border());
    return step;
  }

 private:
  int add_rows(int count, int stage) {
    const int first = static_cast<int>(stages_.size());
    stages_.insert(stages_.end(), count, stage);
    return first;
  }
  void block(int row, int col, const MatrixXd& values, bool is_diagonal) {
    for (int j = 0; j < values.cols(); ++j) {
      for (int i = is_diagonal ? j : 0; i < values.rows(); ++i) {
        rows_.push_back(row + i);
        cols_.push_back(col + j);
        values_.push_back(values(i, j));
      }
    }
  }
  void add_step(int k) {
    const LqStage& lq = problem_.stages[k];
    block(x_[k], x_[k], lq.Q, true);
    block(u_[k], x_[k], lq.S, false);
    block(u_[k], u_[k], lq.R, true);
    block(p_, x_[k], lq.T.transpose(), false);
    block(p_, u_[k], lq.U.transpose(), false);
    block(lambda_[k + 1], x_[k], lq.A, false);
    block(lambda_[k + 1], u_[k], lq.B, false);
    block(p_, lambda_[k + 1], lq.C.transpose(), false);
    right_.segment(x_[k], problem_.states()) = -lq.q;
    right_.segment(u_[k], problem_.controls()) = -lq.r;
    right_.segment(lambda_[k + 1], problem_.states()) = -lq.c;
  }
  void add_equation(int i) {
    const int knot = problem_.knots[i];
    block(nu_[i], x_[knot], problem_.E.row(i), false);
    if (knot < problem_.steps()) block(nu_[i], u_[knot], problem_.F.row(i), false);
    block(p_, nu_[i], problem_.G.row(i).transpose(), false);
    right_(nu_[i]) = -problem_.e(i);
  }

  const LqProblem& problem_;
  std::vector<int> stages_, rows_, cols_, x_, u_, lambda_, nu_;
  int p_ = 0;
  std::vector<double> values_;
  VectorXd right_;
};

// K = -(R + B'PB)^-1 (S + B'PA), P = Q + A'PA + (S + B'PA)'K, from the textbooks.
TEST(Riccati, GivesTheGainsOfTheRiccatiEquation) {
  const LqProblem problem = random_lq({}, 1);
  Riccati riccati(problem);
  solved(problem, riccati);
  MatrixXd P = problem.Q;
  for (int k = problem.steps() - 1; k >= 0; --k) {
    const LqStage& lq = problem.stages[k];
    const MatrixXd Hux = lq.S + lq.B.transpose() * P * lq.A;
    const MatrixXd K = -(lq.R + lq.B.transpose() * P * lq.B).inverse() * Hux;
    P = lq.Q + lq.A.transpose() * P * lq.A + Hux.transpose() * K;
    EXPECT_LT((riccati.gain(k) - K).cwiseAbs().maxCoeff(), 1e-10 * K.cwiseAbs().maxCoeff()) << k;
    EXPECT_LT((riccati.value_hessian(k) - P).cwiseAbs().maxCoeff(), 1e-10 * P.cwiseAbs().maxCoeff()) << k;
  }
}

// The backward pass and the factors along the stages are one elimination; the inertia says that it is to a minimum.
void expect_the_solution_of_the_sweep(const LqProblem& problem) {
  Riccati riccati(problem);
  const LqStep step = solved(problem, riccati);
  sweep::Inertia inertia;
  const LqStep other = StageKkt(problem).solve(inertia);
  EXPECT_EQ(inertia.negative, problem.states() * (problem.steps() + 1) + problem.equations());
  EXPECT_LT((step.states - other.states).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_LT((step.controls - other.controls).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_LT((step.border - other.border).norm(), 1e-10);
  const double scale = step.costates.cwiseAbs().maxCoeff();
  EXPECT_LT((step.costates - other.costates).cwiseAbs().maxCoeff(), 1e-10 * scale);
  EXPECT_LT((step.nu - other.nu).norm(), 1e-10 * scale);
  EXPECT_LT(remainder(problem, step), 1e-9);
}

TEST(Riccati, AgreesWithTheSweepOnGapsEndsAndCrossTerms) {
  for (const int equations : {0, 2, 4}) expect_the_solution_of_the_sweep(random_lq({.equations = equations}, 2));
}

TEST(Riccati, AgreesWithTheSweepOnABorder) {
  for (const int border : {1, 3}) {
    for (const int equations : {0, 2}) {
      SCOPED_TRACE(testing::Message() << border << " unknowns, " << equations << " equations");
      expect_the_solution_of_the_sweep(random_lq({.equations = equations, .border = border}, 40));
    }
  }
}

// Equations between a state, a control and the border at knots on the way, as joints of phases have them.
TEST(Riccati, AgreesWithTheSweepOnEquationsAlongTheWay) {
  expect_the_solution_of_the_sweep(random_lq({.equations = 3, .border = 2, .at = {5, 5, 12}}, 41));
  expect_the_solution_of_the_sweep(random_lq({.equations = 2, .at = {3, 9}}, 42));
}

// Gains are derivatives of the solution by the state where it starts, as the sweep has them: moved starts, moved
// answers.
TEST(Riccati, GivesTheGainsOfTheSweep) {
  LqProblem problem = random_lq({}, 3);
  Riccati riccati(problem);
  solved(problem, riccati);
  sweep::Inertia inertia;
  const VectorXd at = StageKkt(problem).solve(inertia).controls.col(0);
  for (int i = 0; i < problem.states(); ++i) {
    LqProblem moved = problem;
    moved.start_lower(i) += 1.0;
    moved.start_upper(i) += 1.0;
    const VectorXd change = StageKkt(moved).solve(inertia).controls.col(0) - at;
    EXPECT_LT((change - riccati.gain(0).col(i)).cwiseAbs().maxCoeff(), 1e-10);
  }
}

// The border moved by hand and held there: what the controls do then is what the gain says.
TEST(Riccati, GivesTheGainsByTheBorder) {
  const LqProblem problem = random_lq({.border = 2}, 43);
  Riccati riccati(problem);
  LqProblem held = problem;
  const LqStep step = solved(problem, riccati);
  const MatrixXd gain = riccati.border_gain(0);
  for (int i = 0; i < 2; ++i) {
    held.border_lower = held.border_upper = step.border + VectorXd::Unit(2, i);
    Riccati other(held);
    const VectorXd change = solved(held, other).controls.col(0) - step.controls.col(0);
    EXPECT_LT((change - gain.col(i)).cwiseAbs().maxCoeff(), 1e-10);
  }
}

TEST(Riccati, MeetsTheFirstOrderConditionsWithAFreeStart) {
  for (const int equations : {0, 2}) {
    for (const int border : {0, 2}) {
      const LqProblem problem = random_lq({.equations = equations, .border = border, .free_start = true}, 4);
      Riccati riccati(problem);
      EXPECT_LT(remainder(problem, solved(problem, riccati)), 1e-9);
    }
  }
}

// The weight adds E'(E dx + e) to the costates, which vanishes with E dx + e.
TEST(Riccati, FindsTheSameStepWhateverTheEndWeight) {
  const LqProblem problem = random_lq({.equations = 3, .border = 2, .at = {4, 12, 12}}, 5);
  Riccati riccati(problem);
  const LqStep plain = solved(problem, riccati), weighted = solved(problem, riccati, {0.0, 100.0, 0.0});
  EXPECT_LT((plain.controls - weighted.controls).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((plain.nu - weighted.nu).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT(remainder(problem, weighted), 1e-9);
}

TEST(Riccati, NamesTheStageThatIsNotConvex) {
  LqProblem problem = random_lq({}, 6);
  problem.stages[5].R.diagonal().array() -= 1e6;
  Riccati riccati(problem);
  LqStep step(problem);
  const BackwardResult result = riccati.solve(problem, {}, no_multipliers(problem), step);
  EXPECT_EQ(result.kind, BackwardResult::Kind::not_convex);
  EXPECT_EQ(result.stage, 5);
  EXPECT_TRUE(riccati.solve(problem, {.regularization = 2e6}, no_multipliers(problem), step));
}

// Boxes too narrow for the end: the sets do not settle or no control is left to reach it. A slack lets it be missed.
TEST(Riccati, GoesAsNearToAnEndOutOfReachAsItsSlackIsWorth) {
  LqProblem problem = random_lq({.equations = 2}, 7);
  for (LqStage& stage : problem.stages) {
    stage.lower.setConstant(-1e-3);
    stage.upper.setConstant(1e-3);
  }
  Riccati riccati(problem);
  LqStep step(problem);
  const BackwardResult strict = riccati.solve(problem, {}, no_multipliers(problem), step);
  EXPECT_TRUE(!strict || !riccati.settled());
  riccati.release_all();
  ASSERT_TRUE(riccati.solve(problem, {.end_slack = 1.0}, no_multipliers(problem), step));
  ASSERT_TRUE(riccati.settled());
  const VectorXd missed = problem.E * step.states.col(problem.steps()) + problem.e;
  EXPECT_LT((missed - step.nu).cwiseAbs().maxCoeff(), 1e-9 * missed.cwiseAbs().maxCoeff());
  EXPECT_LE(step.controls.cwiseAbs().maxCoeff(), 1e-3 + 1e-12);
}

TEST(Riccati, RefusesAStepThatIsNotFinite) {
  const LqProblem problem = random_lq({.equations = 1, .border = 1}, 8);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const int k : {0, 6, 11}) {
    LqProblem gap = problem, slope = problem;
    gap.stages[k].c(1) = nan;
    slope.stages[k].q(2) = nan;
    for (const LqProblem& spoilt : {gap, slope}) {
      Riccati riccati(spoilt);
      LqStep step(spoilt);
      EXPECT_FALSE(riccati.solve(spoilt, {}, no_multipliers(spoilt), step)) << k;
    }
  }
  LqProblem free = random_lq({}, 9);  // without equations nothing else notices
  free.stages[4].c(0) = nan;
  Riccati riccati(free);
  LqStep step(free);
  EXPECT_EQ(riccati.solve(free, {}, no_multipliers(free), step).kind, BackwardResult::Kind::not_finite);
}

TEST(Riccati, AllocatesNothingAfterConstruction) {
  LqProblem problem = random_lq({.equations = 2, .border = 2, .at = {6, 12}}, 12);
  for (LqStage& stage : problem.stages) {
    stage.lower.setConstant(-0.7);
    stage.upper.setConstant(0.9);
  }
  Riccati riccati(problem);
  LqStep step(problem);
  const VectorXd zero = VectorXd::Zero(2);
  EXPECT_EQ(test::allocations_in([&] { riccati.solve(problem, {0.0, 10.0, 0.0}, zero, step); }), 0);
}

}  // namespace tandem::ddp::riccati_test
