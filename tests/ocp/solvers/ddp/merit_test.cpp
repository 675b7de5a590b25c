#include <tandem/ocp/solvers/ddp/merit.hpp>

#include <tandem/ocp/solvers/ddp/riccati.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/ddp/random_lq.hpp>

#include <cmath>

namespace tandem::ddp::merit_test {

using Eigen::VectorXd;

Eigen::MatrixXd gaps_of(const LqProblem& problem) {
  Eigen::MatrixXd gaps(problem.states(), problem.steps());
  for (int k = 0; k < problem.steps(); ++k) gaps.col(k) = problem.stages[k].c;
  return gaps;
}

/// A problem, its step, and the merit a length along it: of a quadratic cost and linear equations.
struct Along {
  explicit Along(unsigned seed)
      : problem(test::random_lq({.equations = 3, .border = 2, .at = {5, 12, 12}}, seed)),
        step(problem),
        merit(problem) {
    problem.start_lower.setZero();
    problem.start_upper.setZero();
    Riccati riccati(problem);
    EXPECT_TRUE(riccati.solve(problem, {}, VectorXd::Zero(3), step));
    merit.adapt(step.costates.rightCols(problem.steps()), step.nu);
    merit.make_falling(problem, gaps_of(problem), step);
  }

  double value(double length) const {
    StageView::Values values;
    const VectorXd dp = length * step.border;
    values.objective += problem.y.dot(dp) + 0.5 * dp.dot(problem.Y * dp);
    values.gaps.resize(problem.states(), problem.steps());
    for (int k = 0; k < problem.steps(); ++k) {
      const LqStage& lq = problem.stages[k];
      const VectorXd dx = length * step.states.col(k), du = length * step.controls.col(k);
      values.objective += dp.dot(lq.T.transpose() * dx + lq.U.transpose() * du);
      values.objective += lq.q.dot(dx) + lq.r.dot(du);
      values.objective += 0.5 * dx.dot(lq.Q * dx) + du.dot(lq.S * dx) + 0.5 * du.dot(lq.R * du);
      values.gaps.col(k) = lq.c + lq.A * dx + lq.B * du + lq.C * dp - length * step.states.col(k + 1);
    }
    const VectorXd last = length * step.states.col(problem.steps());
    values.objective += problem.q.dot(last) + 0.5 * last.dot(problem.Q * last);
    values.objective += last.dot(problem.T * dp);
    values.equations.resize(problem.equations());
    for (int i = 0; i < problem.equations(); ++i) {  // linear: what is left goes from e to 0
      values.equations(i) = problem.e(i) + length * (left_of(problem, step, i) - problem.e(i));
    }
    MeritTerms terms;
    merit.measure(values, terms);
    return merit.value(terms);
  }

  LqProblem problem;
  LqStep step;
  Merit merit;
};

TEST(Merit, HasTheSlopeThatItSays) {
  const Along along(1);
  constexpr double kLength = 1e-6;  // the cost's curvature leaves a part of 1e-6
  const double slope = along.merit.slope(along.problem, gaps_of(along.problem), along.step);
  EXPECT_NEAR((along.value(kLength) - along.value(0.0)) / kLength, slope, 1e-4 * std::abs(slope));
}

TEST(Merit, FallsAlongTheStepToASolution) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const Along along(seed);
    EXPECT_LT(along.merit.slope(along.problem, gaps_of(along.problem), along.step), 0.0) << seed;
    EXPECT_LT(along.value(1.0), along.value(0.0)) << seed;
  }
}

// Weights of a thousandth of the multipliers: closing gaps costs more than they weigh. Lifted, the slope is a tenth of
// what all gaps and equations weigh then.
TEST(Merit, IsLiftedUntilItFallsAlongTheStep) {
  int uphill = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const Along along(seed);
    const Eigen::MatrixXd gaps = gaps_of(along.problem);
    Merit light(along.problem);
    light.adapt(1e-3 * along.step.costates.rightCols(along.problem.steps()), 1e-3 * along.step.nu);
    if (light.slope(along.problem, gaps, along.step) <= 0.0) continue;  // the cost falls by itself
    ++uphill;
    const double slope = light.make_falling(along.problem, gaps, along.step);
    EXPECT_LT(slope, 0.0);
    EXPECT_NEAR(light.slope(along.problem, gaps, along.step), slope, 1e-9 * std::abs(slope));
    StageView::Values values;
    values.gaps = gaps;
    values.equations = along.problem.e;
    MeritTerms terms;
    light.measure(values, terms);
    EXPECT_NEAR(slope, -0.1 * light.penalty(terms), 1e-9 * std::abs(slope));
    light.forget();
    EXPECT_EQ(light.penalty(terms), 0.0);
  }
  EXPECT_GT(uphill, 0);
}

// With weights above the multipliers the solution of a convex problem is the merit's minimum too.
TEST(Merit, IsLeastAtTheFullStep) {
  const Along along(3);
  for (const double length : {0.9, 0.99, 1.01, 1.1}) EXPECT_GT(along.value(length), along.value(1.0));
}

// Weights 1 and 0.85 of a cost of 1 and one of 3; not below now; nothing once forgotten.
TEST(RecentMerits, AreAMeanInWhichLaterOnesWeighMore) {
  const Along along(4);
  RecentMerits recent(along.problem, 2);
  const auto terms = [&](double cost) {
    return MeritTerms{cost, VectorXd::Zero(along.problem.states()), VectorXd::Zero(along.problem.equations())};
  };
  EXPECT_EQ(recent.reference(along.merit, 0.5), 0.5);
  for (const double cost : {100.0, 3.0, 1.0}) recent.remember(terms(cost));  // the first is forgotten
  EXPECT_DOUBLE_EQ(recent.reference(along.merit, 0.0), (1.0 + 0.85 * 3.0) / 1.85);
  EXPECT_EQ(recent.reference(along.merit, 2.5), 2.5);
  recent.forget();
  EXPECT_EQ(recent.reference(along.merit, 0.5), 0.5);
}

// Sums of what is open, cost and augmented rows beside them; weighed by the weights of now.
TEST(Merit, MeasuresTermsThatItThenWeighs) {
  Along along(5);
  StageView::Values values;
  values.objective = 2.0;
  values.augmented = 0.25;
  values.gaps = Eigen::MatrixXd::Random(along.problem.states(), along.problem.steps());
  values.equations = VectorXd::Random(along.problem.equations());
  MeritTerms terms;
  along.merit.measure(values, terms);
  EXPECT_EQ(terms.cost, 2.25);
  EXPECT_LT((terms.gaps - values.gaps.cwiseAbs().rowwise().sum()).norm(), 1e-14);
  EXPECT_EQ(terms.equations, values.equations.cwiseAbs());
  const double before = along.merit.value(terms);
  EXPECT_NEAR(before, 2.25 + along.merit.penalty(terms), 1e-12 * before);
  along.step.costates *= 100.0;
  along.merit.adapt(along.step.costates.rightCols(along.problem.steps()), along.step.nu);
  EXPECT_GT(along.merit.value(terms), 10.0 * before);
}

}  // namespace tandem::ddp::merit_test
