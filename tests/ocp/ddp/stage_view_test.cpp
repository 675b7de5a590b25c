#include <tandem/ocp/ddp/stage_view.hpp>

#include <gtest/gtest.h>
#include <ocp/full_matrix.hpp>
#include <ocp/rich_problem.hpp>
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

/// The view of a problem about an arbitrary trajectory, with arbitrary multipliers; every bound is felt by a shift of
/// its rows.
struct Viewed {
  explicit Viewed(int degree, const Problem& problem = swing(), double reach = 3.0)
      : nlp(problem, uniform_mesh("shooting-rk4", 5, degree)), view(nlp), rows(view.rows()) {
    z = nlp.unknowns_from(straight_line_guess(nlp.problem()));
    for (int i = 0; i < z.size(); ++i) z(i) += (view.map().is_border(i) ? 0.1 : reach) * std::sin(3.0 + 2.0 * i);
    rows.start(1.7);
    duals.costates.resize(view.states(), view.steps() + 1);
    for (int i = 0; i < duals.costates.size(); ++i) duals.costates(i) = std::cos(1.0 + i);
    duals.nu = VectorXd::LinSpaced(view.equations(), 0.5, 1.5);
    view.evaluate(z, rows, values);
    view.linearise(z, values, duals, rows, Curvature::exact);
  }

  /// What the multipliers of the StagedNlp say of the Lagrangian's gradient at z, augmented rows included.
  VectorXd gradient_of_the_whole() {
    const int size = static_cast<int>(z.size()), count = nlp.layout().constraints();
    VectorXd gradient(size), multipliers, bounds;
    nlp.gradient(z, gradient);
    view.fill_multipliers(duals, rows, multipliers);
    view.fill_bound_multipliers(LqStep(view.problem()), duals, rows, bounds);
    std::vector<double> slopes(nlp.jacobian_pattern().size());
    nlp.jacobian(z, slopes);
    return gradient + test::full_matrix(nlp.jacobian_pattern(), slopes, count, size).transpose() * multipliers + bounds;
  }

  StagedNlp nlp;
  StageView view;
  AugmentedRows rows;
  VectorXd z;
  Duals duals;
  StageView::Values values;
};

/// The swing, and a problem with two phases, a ring, linkages, free times and a design number; each with both kinds of
/// controls.
std::vector<std::unique_ptr<Viewed>> all_views() {
  std::vector<std::unique_ptr<Viewed>> views;
  for (const int degree : {0, 1}) {
    views.push_back(std::make_unique<Viewed>(degree));
    views.push_back(std::make_unique<Viewed>(
        degree, test::rich_problem({.integrals = true, .second_phase = true, .ring = true}), 0.8));
  }
  return views;
}

/// An arbitrary change of all unknowns.
VectorXd some_change(const Viewed& at) {
  VectorXd dz(at.z.size());
  for (int i = 0; i < dz.size(); ++i) dz(i) = std::sin(5.0 * i);
  return dz;
}

/// The same by stages.
LqStep by_stages(const StageView& view, const VectorXd& dz) {
  const StageMap& map = view.map();
  LqStep step(view.problem());
  for (int k = 0; k <= map.steps(); ++k) {
    step.states.col(k).head(map.states_of(k)) = dz.segment(map.state_at(k), map.states_of(k));
  }
  for (int k = 0; k < map.steps(); ++k) {
    step.controls.col(k).head(map.controls_of(k)) = dz.segment(map.control_at(k), map.controls_of(k));
  }
  step.border = dz.tail(map.border());
  return step;
}

TEST(StageView, NamesItsStatesAndEquations) {
  const Viewed constant(0), linear(1);
  EXPECT_EQ(constant.view.states(), 3);
  EXPECT_EQ(constant.view.state_name(1, 2), "integral 'turning'");
  EXPECT_EQ(linear.view.states(), 4);
  EXPECT_EQ(linear.view.state_name(1, 2), "control 'torque'");
  EXPECT_EQ(linear.view.state_name(1, 3), "integral 'turning'");
  ASSERT_EQ(constant.view.equations(), 2);
  EXPECT_EQ(constant.view.equation_name(0), "state 'rate'");
  EXPECT_EQ(constant.view.equation_name(1), "end constraint 'height'");
  EXPECT_DOUBLE_EQ(constant.view.time(constant.z, 2), 0.8);
}

TEST(StageView, NamesPhasesLinkagesAndCopies) {
  const Viewed rich(0, test::rich_problem({.integrals = true, .second_phase = true, .ring = true}));
  EXPECT_EQ(rich.view.steps(), 11);
  EXPECT_EQ(rich.view.map().border(), 3 + 1 + 3);  // three times, one number, the start's copy
  EXPECT_EQ(rich.view.state_name(7, 1), "phase 'second': state 'd'");
  std::string names;
  for (int i = 0; i < rich.view.equations(); ++i) names += rich.view.equation_name(i) + "; ";
  EXPECT_EQ(names,
            "phase 'only': state 'b'; end constraint 'half'; linkage 'only-to-only.a'; linkage 'only-to-only.c'; "
            "linkage 'product'; "
            "linkage 'only-to-second.b'; phase 'only': state 'a'; phase 'only': state 'b'; phase 'only': state 'c'; ");
}

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

// The derivative of the Lagrangian along any change is the same by stages and by the multipliers given back; pushes of
// boxes are no part of either.
TEST(StageView, GivesMultipliersOfTheWholeBack) {
  for (const auto& at : all_views()) {
    const LqProblem& lq = at->view.problem();
    const VectorXd dz = some_change(*at);
    const LqStep step = by_stages(at->view, dz);
    double sum = lq.q.dot(step.states.col(lq.steps())) + lq.y.dot(step.border);
    for (int k = 0; k < lq.steps(); ++k) {
      const LqStage& s = lq.stages[k];
      const VectorXd dx = step.states.col(k), du = step.controls.col(k);
      sum += s.q.dot(dx) + s.r.dot(du);
      sum += at->duals.costates.col(k + 1).dot(s.A * dx + s.B * du + s.C * step.border - step.states.col(k + 1));
    }
    for (int i = 0; i < lq.equations(); ++i) sum += at->duals.nu(i) * (left_of(lq, step, i) - lq.e(i));
    EXPECT_NEAR(at->gradient_of_the_whole().dot(dz), sum, 1e-11 * std::abs(sum));
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

std::string refusal_of(const std::string& name, const std::string& transcription = "shooting-rk4") {
  StagedNlp nlp(make_problem(name), uniform_mesh(transcription, 10));
  return test::refusal([&] { const StageView view(nlp); });
}

TEST(StageView, RefusesByNameWhatItHasNoPlaceFor) {
  EXPECT_TRUE(test::says(refusal_of("scalar-lqr", "trapezoid"), "shooting-rk4, not trapezoid"));
}

}  // namespace
}  // namespace tandem::ddp
