#include <tandem/ocp/ddp/riccati.hpp>

#include <tandem/ocp/sweep/sweep_factor.hpp>

#include <gtest/gtest.h>
#include <ocp/ddp/random_lq.hpp>
#include <support/allocations.hpp>

#include <Eigen/Dense>

#include <cmath>

namespace tandem::ddp {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::LqKind;
using test::random_lq;

const VectorXd& no_multipliers(const LqProblem& problem) {
  static VectorXd zero;
  zero.setZero(problem.end_rows());
  return zero;
}

LqStep solved(const LqProblem& problem, Riccati& riccati, const Convexity& convexity = {}) {
  LqStep step(problem);
  EXPECT_TRUE(riccati.solve(problem, convexity, no_multipliers(problem), step));
  EXPECT_TRUE(riccati.settled());
  return step;
}

/// The first-order conditions of a step, written out; the largest remainder.
double remainder(const LqProblem& problem, const LqStep& s) {
  double most = 0.0;
  const auto see = [&](const VectorXd& v) { most = std::max(most, v.size() == 0 ? 0.0 : v.cwiseAbs().maxCoeff()); };
  for (int k = 0; k < problem.steps(); ++k) {
    const LqStage& lq = problem.stages[k];
    const VectorXd dx = s.states.col(k), du = s.controls.col(k), next = s.costates.col(k + 1);
    see(lq.A * dx + lq.B * du + lq.c - s.states.col(k + 1));
    see(lq.Q * dx + lq.S.transpose() * du + lq.q + lq.A.transpose() * next - s.costates.col(k));
    see(lq.S * dx + lq.R * du + lq.r + lq.B.transpose() * next + s.pushes.col(k));
  }
  const VectorXd last = s.states.col(problem.steps());
  see(problem.Q * last + problem.q + problem.E.transpose() * s.end - s.costates.col(problem.steps()));
  see(problem.E * last + problem.e);
  see(s.costates.col(0) + s.start_pushes);
  return most;
}

/// The same problem without boxes as one symmetric system for the sweep: stage k holds [dx_k; du_k] and the multipliers
/// of the equations that end in dx_k, for k = 0 those of a given start. Unknowns come first in every stage.
class StageKkt {
 public:
  explicit StageKkt(const LqProblem& problem) : problem_(problem) {
    const int nx = problem.states(), nu = problem.controls();
    for (int k = 0; k <= problem.steps(); ++k) {
      x_.push_back(add_rows(nx, k));
      u_.push_back(k < problem.steps() ? add_rows(nu, k) : -1);
      lambda_.push_back(add_rows(nx, k));
    }
    nu_ = add_rows(problem.end_rows(), problem.steps());
    right_.setZero(static_cast<int>(stages_.size()));
    for (int k = 0; k < problem.steps(); ++k) add_step(k);
    block(x_.back(), x_.back(), problem.Q, true);
    block(nu_, x_.back(), problem.E, false);
    right_.segment(x_.back(), nx) = -problem.q;
    right_.segment(nu_, problem.end_rows()) = -problem.e;
    for (int k = 0; k <= problem.steps(); ++k) block(lambda_[k], x_[k], -MatrixXd::Identity(nx, nx), false);
    right_.segment(lambda_[0], nx) = -problem.start_lower;
  }

  /// [dx, du, lambda, nu] of the sweep, as a step.
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
    step.end = z.segment(nu_, problem_.end_rows());
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
    block(lambda_[k + 1], x_[k], lq.A, false);
    block(lambda_[k + 1], u_[k], lq.B, false);
    right_.segment(x_[k], problem_.states()) = -lq.q;
    right_.segment(u_[k], problem_.controls()) = -lq.r;
    right_.segment(lambda_[k + 1], problem_.states()) = -lq.c;
  }

  const LqProblem& problem_;
  std::vector<int> stages_, rows_, cols_, x_, u_, lambda_;
  int nu_ = 0;
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
TEST(Riccati, AgreesWithTheSweepOnGapsEndsAndCrossTerms) {
  for (const int end_rows : {0, 2, 4}) {
    const LqProblem problem = random_lq({.end_rows = end_rows}, 2);
    Riccati riccati(problem);
    const LqStep step = solved(problem, riccati);
    sweep::Inertia inertia;
    const LqStep other = StageKkt(problem).solve(inertia);
    EXPECT_EQ(inertia.negative, problem.states() * (problem.steps() + 1) + end_rows);
    EXPECT_LT((step.states - other.states).cwiseAbs().maxCoeff(), 1e-10);
    EXPECT_LT((step.controls - other.controls).cwiseAbs().maxCoeff(), 1e-10);
    const double scale = step.costates.cwiseAbs().maxCoeff();
    EXPECT_LT((step.costates - other.costates).cwiseAbs().maxCoeff(), 1e-10 * scale);
    EXPECT_LT((step.end - other.end).norm(), 1e-10 * scale);
  }
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

TEST(Riccati, MeetsTheFirstOrderConditionsWithAFreeStart) {
  for (const int end_rows : {0, 2}) {
    const LqProblem problem = random_lq({.end_rows = end_rows, .free_start = true}, 4);
    Riccati riccati(problem);
    EXPECT_LT(remainder(problem, solved(problem, riccati)), 1e-9);
  }
}

// The weight adds E'(E dx + e) to the costates, which vanishes with E dx + e.
TEST(Riccati, FindsTheSameStepWhateverTheEndWeight) {
  const LqProblem problem = random_lq({.end_rows = 2}, 5);
  Riccati riccati(problem);
  const LqStep plain = solved(problem, riccati), weighted = solved(problem, riccati, {0.0, 100.0, 0.0});
  EXPECT_LT((plain.controls - weighted.controls).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((plain.end - weighted.end).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT(remainder(problem, weighted), 1e-9);
}

/// A problem whose boxes hold at some steps and not at others.
LqProblem boxed(unsigned seed, int end_rows) {
  LqProblem problem = random_lq({.end_rows = end_rows}, seed);
  for (LqStage& stage : problem.stages) {
    stage.lower.setConstant(-0.7);
    stage.upper.setConstant(0.9);
  }
  return problem;
}

TEST(Riccati, HoldsControlsWithinTheirBoxesByTheirFirstOrderConditions) {
  for (unsigned seed = 10; seed < 30; ++seed) {
    const LqProblem problem = boxed(seed, seed % 2 == 0 ? 0 : 1);
    Riccati riccati(problem);
    const LqStep step = solved(problem, riccati);
    EXPECT_LT(remainder(problem, step), 1e-9) << seed;
    int held = 0;
    for (int k = 0; k < problem.steps(); ++k) {
      for (int i = 0; i < problem.controls(); ++i) {
        const double u = step.controls(i, k), push = step.pushes(i, k);
        EXPECT_GE(u, -0.7 - 1e-12);
        EXPECT_LE(u, 0.9 + 1e-12);
        if (push != 0.0) {
          EXPECT_EQ(u, push > 0.0 ? 0.9 : -0.7);
          EXPECT_EQ(riccati.gain(k).row(i).cwiseAbs().maxCoeff(), 0.0);
          ++held;
        }
      }
    }
    EXPECT_GT(held, 0) << seed;
    EXPECT_LT(held, problem.steps() * problem.controls()) << seed;
  }
}

TEST(Riccati, HoldsAFreeStartWithinItsBox) {
  LqProblem problem = random_lq({.free_start = true}, 31);
  problem.start_lower.setConstant(-0.1);
  problem.start_upper.setConstant(0.1);
  Riccati riccati(problem);
  const LqStep step = solved(problem, riccati);
  EXPECT_LT(remainder(problem, step), 1e-9);
  EXPECT_LE(step.states.col(0).cwiseAbs().maxCoeff(), 0.1 + 1e-12);
  for (int i = 0; i < problem.states(); ++i) EXPECT_GE(step.start_pushes(i) * step.states(i, 0), 0.0);
  EXPECT_GT(step.start_pushes.cwiseAbs().maxCoeff(), 0.0);
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
  LqProblem problem = random_lq({.end_rows = 2}, 7);
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
  EXPECT_LT((missed - step.end).cwiseAbs().maxCoeff(), 1e-9 * missed.cwiseAbs().maxCoeff());
  EXPECT_LE(step.controls.cwiseAbs().maxCoeff(), 1e-3 + 1e-12);
}

TEST(Riccati, AllocatesNothingAfterConstruction) {
  const LqProblem problem = boxed(12, 1);
  Riccati riccati(problem);
  LqStep step(problem);
  const VectorXd zero = VectorXd::Zero(1);
  EXPECT_EQ(test::allocations_in([&] { riccati.solve(problem, {0.0, 10.0, 0.0}, zero, step); }), 0);
}

}  // namespace
}  // namespace tandem::ddp
