#include <tandem/ocp/solvers/ddp/stage_view.hpp>

#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/ddp/viewed.hpp>
#include <ocp/support/full_matrix.hpp>
#include <ocp/support/rich_problem.hpp>

#include <cmath>
#include <memory>
#include <utility>

namespace tandem::ddp::stage_view_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::all_views;
using test::by_stages;
using test::some_change;
using test::Viewed;

// Central differences of step 1e-5 leave 1e-10 of third derivatives.
TEST(StageView, LinearisesGapsAndEquations) {
  for (const auto& at : all_views()) {
    const LqProblem lq = at->view.problem();
    const VectorXd dz = some_change(*at);
    const LqStep step = by_stages(at->view, dz);
    constexpr double kStep = 1e-5;
    StageView::Values ahead, behind;
    at->view.evaluate(at->z + kStep * dz, at->rows, ahead);
    at->view.evaluate(at->z - kStep * dz, at->rows, behind);
    for (int k = 0; k < lq.steps(); ++k) {
      const LqStage& s = lq.stages[k];
      const VectorXd slope = (ahead.gaps.col(k) - behind.gaps.col(k)) / (2 * kStep);
      const VectorXd said = s.A * step.states.col(k) + s.B * step.controls.col(k) + s.C * step.border;
      EXPECT_LT((slope - said + step.states.col(k + 1)).cwiseAbs().maxCoeff(), 1e-8) << "step " << k;
      EXPECT_EQ((s.c - at->values.gaps.col(k)).norm(), 0.0);
    }
    for (int i = 0; i < lq.equations(); ++i) {
      const double slope = (ahead.equations(i) - behind.equations(i)) / (2 * kStep);
      EXPECT_NEAR(left_of(lq, step, i) - lq.e(i), slope, 1e-8) << at->view.equation_name(i);
    }
    double cost = lq.q.dot(step.states.col(lq.steps())) + lq.y.dot(step.border);
    for (int k = 0; k < lq.steps(); ++k) {
      cost += lq.stages[k].q.dot(step.states.col(k)) + lq.stages[k].r.dot(step.controls.col(k));
    }
    const double before = behind.objective + behind.augmented, after = ahead.objective + ahead.augmented;
    EXPECT_NEAR(cost, (after - before) / (2 * kStep), 1e-8 * std::max(1.0, std::abs(cost)));
  }
}

// d'Hd of the whole, by the staged problem's own Hessian, and rho (c_z d)^2 of the rows that are felt.
TEST(StageView, GivesTheCurvatureOfTheLagrangianByStages) {
  for (const auto& at : all_views()) {
    const LqProblem& lq = at->view.problem();
    const VectorXd dz = some_change(*at);
    const LqStep step = by_stages(at->view, dz);
    const VectorXd last = step.states.col(lq.steps()), dp = step.border;
    double by_stages = last.dot(lq.Q * last + 2.0 * lq.T * dp) + dp.dot(lq.Y * dp);
    for (int k = 0; k < lq.steps(); ++k) {
      const LqStage& s = lq.stages[k];
      const VectorXd dx = step.states.col(k), du = step.controls.col(k);
      by_stages += dx.dot(s.Q * dx + 2.0 * s.T * dp) + 2.0 * du.dot(s.S * dx + s.U * dp) + du.dot(s.R * du);
    }
    const int size = static_cast<int>(at->z.size()), rows = at->nlp.layout().constraints();
    VectorXd multipliers;
    at->view.fill_multipliers(at->duals, at->rows, multipliers);
    std::vector<double> values(at->nlp.hessian_pattern().size()), slopes(at->nlp.jacobian_pattern().size());
    at->nlp.hessian(at->z, 1.0, multipliers, values);
    at->nlp.jacobian(at->z, slopes);
    const MatrixXd lower = test::full_matrix(at->nlp.hessian_pattern(), values, size, size);
    const MatrixXd jacobian = test::full_matrix(at->nlp.jacobian_pattern(), slopes, rows, size);
    double whole = 2.0 * dz.dot(lower * dz) - dz.dot(lower.diagonal().cwiseProduct(dz));
    int felt = 0;
    for (int i = 0; i < at->rows.size(); ++i) {
      if (at->rows.push(i) == 0.0) continue;
      const double slope = at->rows[i].row >= 0 ? jacobian.row(at->rows[i].row).dot(dz) : dz(at->rows[i].unknown);
      whole += at->rows.weight() * slope * slope;
      ++felt;
    }
    EXPECT_NEAR(by_stages, whole, 1e-11 * std::abs(whole));
    EXPECT_GE(at->rows.size(), 10);
    EXPECT_GT(felt, 0);
  }
}

TEST(StageView, MovesAllUnknownsByAStep) {
  for (const auto& at : all_views()) {
    const VectorXd dz = some_change(*at);
    VectorXd moved;
    at->view.move(at->z, by_stages(at->view, dz), 0.5, moved);
    EXPECT_LT((moved - at->z - 0.5 * dz).cwiseAbs().maxCoeff(), 1e-15);
  }
}

TEST(StageView, LeavesTheCurvatureOfTheStepsOutOfGaussNewton) {
  Viewed at(0);
  const double with = at.view.problem().stages[1].Q(0, 0);
  at.view.linearise(at.z, at.values, at.duals, at.rows, Curvature::gauss_newton);
  const double without = at.view.problem().stages[1].Q(0, 0);
  Duals none = at.duals;
  none.costates.setZero();
  at.view.linearise(at.z, at.values, none, at.rows, Curvature::exact);
  EXPECT_EQ(without, at.view.problem().stages[1].Q(0, 0));
  EXPECT_NE(with, without);
}

TEST(StageView, PutsBoxesAboutTheTrajectory) {
  Viewed at(0);
  const LqProblem& lq = at.view.problem();
  const double u = at.z(at.view.map().control_at(2));
  EXPECT_DOUBLE_EQ(lq.stages[2].lower(0), -3.0 - u);
  EXPECT_DOUBLE_EQ(lq.stages[2].upper(0), 3.0 - u);
  EXPECT_EQ(lq.start_lower(0), lq.start_upper(0));
  EXPECT_LT(lq.start_lower(1), lq.start_upper(1));
}

// What is past a step's own controls is held at 0, and so is the start of a phase where it is given.
TEST(StageView, BoxesTheStartOfALaterPhaseAsControlsOfTheJoint) {
  const Viewed rich(0, test::rich_problem({.integrals = true, .second_phase = true}));
  const StageMap& map = rich.view.map();
  ASSERT_TRUE(map.is_joint(5));
  const LqStage& joint = rich.view.problem().stages[5];
  EXPECT_EQ(map.controls_of(5), 3);  // two states, one integral
  const double d = rich.z(map.state_at(6, 1));
  EXPECT_DOUBLE_EQ(joint.lower(1), -3.0 - d);
  EXPECT_DOUBLE_EQ(joint.upper(1), 3.0 - d);
  EXPECT_EQ(joint.lower(2), joint.upper(2));
  const LqStage& later = rich.view.problem().stages[6];
  EXPECT_EQ(later.lower(1), 0.0);
  EXPECT_EQ(later.upper(1), 0.0);
  EXPECT_EQ(rich.view.problem().border_lower(0), 0.1 - rich.z(map.border_at()));
}

/// The border's box of a minimum time within [0.1, 50], about a time.
std::pair<double, double> box_about(double time) {
  StagedNlp nlp(make_problem("double-integrator-time"), uniform_mesh("shooting-rk4", 5));
  StageView view(nlp);
  VectorXd z = nlp.unknowns_from(straight_line_guess(nlp.problem()));
  z.tail(1).setConstant(time);
  AugmentedRows rows = view.rows();
  rows.start(1.0);
  Duals duals = view.no_duals();
  StageView::Values values;
  view.evaluate(z, rows, values);
  const LqProblem& lq = view.linearise(z, values, duals, rows, Curvature::exact);
  EXPECT_LE(lq.border_lower(0), lq.border_upper(0)) << time;
  return {lq.border_lower(0), lq.border_upper(0)};
}

// A quarter of the duration down, a half up; towards its bounds from outside; and up from nothing at all.
TEST(StageView, LimitsHowFarAStepMovesATime) {
  EXPECT_EQ(box_about(2.0), std::pair(-0.5, 1.0));
  EXPECT_EQ(box_about(0.01), std::pair(0.005, 0.005));
  EXPECT_EQ(box_about(1000.0), std::pair(-250.0, -250.0));
  EXPECT_GT(box_about(0.0).second, 0.0);
}

}  // namespace tandem::ddp::stage_view_test
