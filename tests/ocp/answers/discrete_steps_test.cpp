#include <tandem/ocp/answers/discrete_steps.hpp>

#include <tandem/ocp/answers/solution.hpp>
#include <tandem/ocp/statement/guess.hpp>

#include <gtest/gtest.h>
#include <ocp/support/rich_problem.hpp>

#include <cmath>

namespace tandem::discrete_steps_test {

using Eigen::VectorXd;

/// An answer that nobody solved for, on uneven steps: an arbitrary trajectory, times, number and multipliers.
struct Made {
  explicit Made(int degree)
      : nlp(test::rich_problem({.integrals = true}), mesh_with_ends("shooting-rk4", degree, {0.0, 0.2, 0.55, 1.0})) {
    z = nlp.unknowns_from(straight_line_guess(nlp.problem()));
    for (int i = 0; i < nlp.layout().border_offset(); ++i) z(i) = 0.8 * std::sin(3.0 + 2.0 * i);
    multipliers = VectorXd::LinSpaced(nlp.layout().constraints(), -1.0, 2.0);
    const PhaseLayout& own = nlp.layout(0);  // the costate of an integral is one number
    for (int k = 1; k < own.intervals(); ++k) {
      multipliers.segment(own.quadrature(k), 2) = multipliers.segment(own.quadrature(0), 2);
    }
  }

  Solution solution(const VectorXd& at) {
    NlpSolution answer;
    answer.unknowns = at;
    answer.multipliers = multipliers;
    answer.bound_multipliers.setZero(at.size());
    return make_solution(nlp, answer);
  }
  DiscreteStep step(const VectorXd& at, int k) { return DiscreteSteps(nlp.problem(), solution(at), 0).at(k); }

  StagedNlp nlp;
  VectorXd z, multipliers;
};

// The transcription says the same of its steps: x_{k+1} - phi is its defect.
TEST(DiscreteSteps, AreThoseOfTheTranscription) {
  for (const int degree : {0, 1}) {
    Made made(degree);
    VectorXd g(made.nlp.layout().constraints());
    made.nlp.constraints(made.z, g);
    for (int k = 0; k < 3; ++k) {
      const PhaseLayout& own = made.nlp.layout(0);
      const VectorXd next = made.z.segment(own.state(k + 1), 3);
      EXPECT_LT((made.step(made.z, k).end - next + g.segment(own.defect(k, 0), 3)).norm(), 1e-13);
    }
  }
}

// Central differences of step 1e-5 leave 1e-10 of third derivatives.
TEST(DiscreteSteps, KnowTheirDerivativesByStateControlsTimesAndNumbers) {
  for (const int degree : {0, 1}) {
    Made made(degree);
    const PhaseLayout& own = made.nlp.layout(0);
    constexpr int kStepIndex = 1;
    std::vector<int> unknowns;
    for (int i = 0; i < 3; ++i) unknowns.push_back(own.state(kStepIndex) + i);
    for (int n = 0; n <= degree; ++n) {
      for (int i = 0; i < 2; ++i) unknowns.push_back(own.node_control(kStepIndex, n) + i);
    }
    unknowns.insert(unknowns.end(), {own.start_time(), own.end_time(), own.free_number(0)});
    const DiscreteStep step = made.step(made.z, kStepIndex);
    ASSERT_EQ(step.end_by.cols(), static_cast<int>(unknowns.size()));
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
      constexpr double kChange = 1e-5;
      VectorXd ahead = made.z, behind = made.z;
      ahead(unknowns[i]) += kChange;
      behind(unknowns[i]) -= kChange;
      const VectorXd slope = (made.step(ahead, kStepIndex).end - made.step(behind, kStepIndex).end) / (2.0 * kChange);
      EXPECT_LT((slope - step.end_by.col(static_cast<int>(i))).cwiseAbs().maxCoeff(), 1e-8) << i;
    }
  }
}

// The Lagrangian's derivative by all that a step depends on, costs and integrands included, is the transcription's.
TEST(DiscreteSteps, AddUpToTheTranscriptionsLagrangian) {
  for (const int degree : {0, 1}) {
    Made made(degree);
    const PhaseLayout& own = made.nlp.layout(0);
    const Solution solution = made.solution(made.z);
    DiscreteSteps steps(made.nlp.problem(), solution, 0);
    for (int k = 0; k < 3; ++k) {
      const VectorXd whole = made.nlp.interval_gradients(made.z, made.multipliers).col(k);
      const DiscreteStep step = steps.at(k);
      const Eigen::RowVectorXd said =
          step.cost_by - made.multipliers.segment(own.defect(k, 0), 3).transpose() * step.end_by;
      const VectorXd times = said.tail(3).transpose();
      // Path constraints at the left knot are the interval's own where controls are constant.
      const Eigen::RowVectorXd push =
          made.multipliers.segment(own.path(k, 0), 2).transpose() * step.paths_by.rightCols(3);
      const VectorXd own_path = degree == 0 ? VectorXd(push.transpose()) : VectorXd(VectorXd::Zero(3));
      EXPECT_LT((times + own_path - whole.tail(3)).cwiseAbs().maxCoeff(), 1e-12) << k;
    }
  }
}

}  // namespace tandem::discrete_steps_test
