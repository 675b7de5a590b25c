#include <tandem/ocp/ddp/stage_view.hpp>

#include <gtest/gtest.h>
#include <ocp/full_matrix.hpp>
#include <support/refusal.hpp>
#include <tandem/problems/registry.hpp>

#include <cmath>
#include <memory>

namespace tandem::ddp {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A swing with all that the view has a place for: a bounded state, an integral, a path constraint, given ends, and end
/// constraints that are an equation and a range.
Problem swing() {
  Problem problem("swing");
  auto phase = problem.phase<2, 1>("swing");
  phase.time({.start = 0.0, .end = 2.0});
  phase.state("angle", {.bounds = {-4.0, 4.0}, .start = 0.3});
  phase.state("rate", {.start = Range(-1.0, 1.0), .end = 0.0});
  phase.control("torque", {.bounds = {-3.0, 3.0}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0] - 2.0 * sin(k.x[0]) - 0.1 * k.x[1] * k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]) + square(k.x[0]) * k.x[1]; });
  phase.end_cost([](const auto& k) { return cos(k.x[0]); });
  phase.path_constraint("power", {-5.0, 5.0}, [](const auto& k) { return k.x[1] * k.u[0]; });
  phase.integral_constraint("turning", {0.0, 3.0}, [](const auto& k) { return square(k.x[1]); });
  phase.end_constraint("height", 1.0, [](const auto& k) { return sin(k.x[0]); });
  phase.end_constraint("reach", {-2.0, 2.0}, [](const auto& k) { return k.x[0] * k.x[1]; });
  return problem;
}

/// The view of it about an arbitrary trajectory, with arbitrary multipliers; every bound is felt by a shift of its
/// rows.
struct Viewed {
  explicit Viewed(int degree) : nlp(swing(), uniform_mesh("shooting-rk4", 5, degree)), view(nlp), rows(view.rows()) {
    z = nlp.unknowns_from(straight_line_guess(nlp.problem()));
    for (int i = 0; i < z.size(); ++i) z(i) += 3.0 * std::sin(3.0 + 2.0 * i);
    rows.start(1.7);
    duals.costates.resize(view.states(), view.steps() + 1);
    for (int i = 0; i < duals.costates.size(); ++i) duals.costates(i) = std::cos(1.0 + i);
    duals.end = VectorXd::LinSpaced(view.end_rows(), 0.5, 1.5);
    view.evaluate(z, rows, values);
    view.linearise(z, values, duals, rows, Curvature::exact);
  }

  /// The unknowns' share of a step of the stages.
  VectorXd unknowns(const MatrixXd& states, const MatrixXd& controls) const {
    VectorXd dz = VectorXd::Zero(z.size());
    for (int k = 0; k <= view.steps(); ++k) dz.segment(view.state_at(k, 0), view.states()) = states.col(k);
    for (int k = 0; k < view.steps(); ++k) dz.segment(view.control_at(k, 0), view.controls()) = controls.col(k);
    return dz;
  }

  StagedNlp nlp;
  StageView view;
  AugmentedRows rows;
  VectorXd z;
  Duals duals;
  StageView::Values values;
};

/// A step in which repeated controls are repeated.
LqStep some_step(const StageView& view) {
  LqStep step(view.problem());
  for (int i = 0; i < step.states.size(); ++i) step.states(i) = std::sin(5.0 * i);
  for (int i = 0; i < step.controls.size(); ++i) step.controls(i) = std::cos(7.0 * i);
  for (int k = 0; view.repeats_controls() && k < view.steps(); ++k) {
    step.states.block(2, k + 1, 1, 1) = step.controls.col(k);
  }
  return step;
}

TEST(StageView, NamesItsStatesAndEnds) {
  const Viewed constant(0), linear(1);
  EXPECT_EQ(constant.view.states(), 3);
  EXPECT_EQ(constant.view.state_name(2), "integral 'turning'");
  EXPECT_EQ(linear.view.states(), 4);
  EXPECT_EQ(linear.view.state_name(2), "control 'torque'");
  EXPECT_EQ(linear.view.state_name(3), "integral 'turning'");
  ASSERT_EQ(constant.view.end_rows(), 2);
  EXPECT_EQ(constant.view.end_name(0), "state 'rate'");
  EXPECT_EQ(constant.view.end_name(1), "end constraint 'height'");
  EXPECT_DOUBLE_EQ(constant.view.time(constant.z, 2), 0.8);
}

// Central differences of step 1e-5 leave 1e-10 of third derivatives.
TEST(StageView, LinearisesGapsAndEnds) {
  for (const int degree : {0, 1}) {
    Viewed at(degree);
    const LqProblem lq = at.view.problem();
    const LqStep step = some_step(at.view);
    const VectorXd dz = at.unknowns(step.states, step.controls);
    constexpr double kStep = 1e-5;
    StageView::Values ahead, behind;
    at.view.evaluate(at.z + kStep * dz, at.rows, ahead);
    at.view.evaluate(at.z - kStep * dz, at.rows, behind);
    for (int k = 0; k < lq.steps(); ++k) {
      const LqStage& s = lq.stages[k];
      const VectorXd slope = (ahead.gaps.col(k) - behind.gaps.col(k)) / (2 * kStep);
      const VectorXd said = s.A * step.states.col(k) + s.B * step.controls.col(k) - step.states.col(k + 1);
      EXPECT_LT((slope - said).cwiseAbs().maxCoeff(), 1e-8) << "degree " << degree << ", step " << k;
      EXPECT_EQ((s.c - at.values.gaps.col(k)).norm(), 0.0);
    }
    const VectorXd slope = (ahead.ends - behind.ends) / (2 * kStep);
    EXPECT_LT((slope - lq.E * step.states.rightCols(1)).cwiseAbs().maxCoeff(), 1e-8);
    double cost = lq.q.dot(step.states.col(lq.steps()));
    for (int k = 0; k < lq.steps(); ++k) {
      cost += lq.stages[k].q.dot(step.states.col(k)) + lq.stages[k].r.dot(step.controls.col(k));
    }
    const double before = behind.objective + behind.augmented, after = ahead.objective + ahead.augmented;
    EXPECT_NEAR(cost, (after - before) / (2 * kStep), 1e-7) << degree;
  }
}

// d'Hd of the whole, by the staged problem's own Hessian, and rho (c_z d)^2 of the rows that are felt.
TEST(StageView, GivesTheCurvatureOfTheLagrangianByStages) {
  for (const int degree : {0, 1}) {
    Viewed at(degree);
    const LqProblem& lq = at.view.problem();
    const LqStep step = some_step(at.view);
    const VectorXd dz = at.unknowns(step.states, step.controls);
    double by_stages = step.states.col(lq.steps()).dot(lq.Q * step.states.col(lq.steps()));
    for (int k = 0; k < lq.steps(); ++k) {
      const LqStage& s = lq.stages[k];
      const VectorXd dx = step.states.col(k), du = step.controls.col(k);
      by_stages += dx.dot(s.Q * dx) + 2.0 * du.dot(s.S * dx) + du.dot(s.R * du);
    }
    const int size = static_cast<int>(at.z.size()), rows = at.nlp.layout().constraints();
    VectorXd multipliers;
    at.view.fill_multipliers(at.duals, at.rows, multipliers);
    std::vector<double> values(at.nlp.hessian_pattern().size()), slopes(at.nlp.jacobian_pattern().size());
    at.nlp.hessian(at.z, 1.0, multipliers, values);
    at.nlp.jacobian(at.z, slopes);
    const MatrixXd lower = test::full_matrix(at.nlp.hessian_pattern(), values, size, size);
    const MatrixXd jacobian = test::full_matrix(at.nlp.jacobian_pattern(), slopes, rows, size);
    double whole = 2.0 * dz.dot(lower * dz) - dz.dot(lower.diagonal().cwiseProduct(dz));
    int felt = 0;
    for (int i = 0; i < at.rows.size(); ++i) {
      if (at.rows.push(i) == 0.0) continue;
      const double slope = at.rows[i].row >= 0 ? jacobian.row(at.rows[i].row).dot(dz) : dz(at.rows[i].unknown);
      whole += at.rows.weight() * slope * slope;
      ++felt;
    }
    EXPECT_NEAR(by_stages, whole, 1e-11 * std::abs(whole)) << degree;
    EXPECT_GE(at.rows.size(), 10);
    EXPECT_GT(felt, 0);
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
  const double u = at.z(at.view.control_at(2, 0));
  EXPECT_DOUBLE_EQ(lq.stages[2].lower(0), -3.0 - u);
  EXPECT_DOUBLE_EQ(lq.stages[2].upper(0), 3.0 - u);
  EXPECT_EQ(lq.start_lower(0), lq.start_upper(0));
  EXPECT_LT(lq.start_lower(1), lq.start_upper(1));
}

std::string refusal_of(const std::string& name, const std::string& transcription = "shooting-rk4") {
  StagedNlp nlp(make_problem(name), uniform_mesh(transcription, 10));
  return test::refusal([&] { const StageView view(nlp); });
}

TEST(StageView, RefusesByNameWhatItHasNoPlaceFor) {
  EXPECT_TRUE(test::says(refusal_of("bouncing-mass"), "phases; DDP takes one"));
  EXPECT_TRUE(test::says(refusal_of("periodic-follower"), "DDP takes no linkages"));
  EXPECT_TRUE(test::says(refusal_of("brachistochrone"), "DDP takes fixed start and end times"));
  EXPECT_TRUE(test::says(refusal_of("solar-array"), "DDP takes no design numbers, such as 'stiffness'"));
  EXPECT_TRUE(test::says(refusal_of("scalar-lqr", "trapezoid"), "shooting-rk4, not trapezoid"));
}

}  // namespace
}  // namespace tandem::ddp
