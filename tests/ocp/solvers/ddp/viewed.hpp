#pragma once

#include <tandem/ocp/solvers/ddp/stage_view.hpp>

#include <ocp/support/full_matrix.hpp>
#include <ocp/support/rich_problem.hpp>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace tandem::test {

/// A swing with all that the view has a place for: a bounded state, an integral, a path constraint, given ends, and end
/// constraints that are an equation and a range.
inline Problem swing() {
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
  explicit Viewed(int degree, const Problem& problem = swing(), double reach = 3.0,
                  const std::string& transcription = "shooting-rk4")
      : nlp(problem, uniform_mesh(transcription, 5, degree)), view(nlp), rows(view.rows()) {
    z = nlp.unknowns_from(straight_line_guess(nlp.problem()));
    for (int i = 0; i < z.size(); ++i) z(i) += (view.map().is_border(i) ? 0.1 : reach) * std::sin(3.0 + 2.0 * i);
    rows.start(1.7);
    duals = view.no_duals();
    for (int i = 0; i < duals.of_gaps.size(); ++i) duals.of_gaps(i) = std::sin(2.0 + i);
    for (int i = 0; i < duals.costates.size(); ++i) duals.costates(i) = std::cos(1.0 + i);
    duals.nu = Eigen::VectorXd::LinSpaced(view.equations(), 0.5, 1.5);
    view.evaluate(z, rows, values);
    view.linearise(z, values, duals, rows, ddp::Curvature::exact);
  }

  /// What the multipliers of the StagedNlp say of the Lagrangian's gradient at z, augmented rows included.
  Eigen::VectorXd gradient_of_the_whole() {
    const int size = static_cast<int>(z.size()), count = nlp.layout().constraints();
    Eigen::VectorXd gradient(size), multipliers, bounds;
    nlp.gradient(z, gradient);
    view.fill_multipliers(duals, rows, multipliers);
    view.fill_bound_multipliers(ddp::LqStep(view.problem()), duals, rows, bounds);
    std::vector<double> slopes(nlp.jacobian_pattern().size());
    nlp.jacobian(z, slopes);
    return gradient + full_matrix(nlp.jacobian_pattern(), slopes, count, size).transpose() * multipliers + bounds;
  }

  StagedNlp nlp;
  ddp::StageView view;
  ddp::AugmentedRows rows;
  Eigen::VectorXd z;
  ddp::Duals duals;
  ddp::StageView::Values values;
};

/// The swing, and a problem with two phases, a ring, linkages, free times and a design number; each with both kinds of
/// controls.
inline std::vector<std::unique_ptr<Viewed>> all_views() {
  std::vector<std::unique_ptr<Viewed>> views;
  for (const int degree : {0, 1}) {
    views.push_back(std::make_unique<Viewed>(degree));
    views.push_back(
        std::make_unique<Viewed>(degree, rich_problem({.integrals = true, .second_phase = true, .ring = true}), 0.8));
  }
  return views;
}

/// An arbitrary change of all unknowns.
inline Eigen::VectorXd some_change(const Viewed& at) {
  Eigen::VectorXd dz(at.z.size());
  for (int i = 0; i < dz.size(); ++i) dz(i) = std::sin(5.0 * i);
  return dz;
}

/// The same by stages.
inline ddp::LqStep by_stages(const ddp::StageView& view, const Eigen::VectorXd& dz) {
  const ddp::StageMap& map = view.map();
  ddp::LqStep step(view.problem());
  for (int k = 0; k <= map.steps(); ++k) {
    step.states.col(k).head(map.states_of(k)) = dz.segment(map.state_at(k), map.states_of(k));
  }
  for (int k = 0; k < map.steps(); ++k) {
    step.controls.col(k).head(map.controls_of(k)) = dz.segment(map.control_at(k), map.controls_of(k));
  }
  step.border = dz.tail(map.border());
  return step;
}

}  // namespace tandem::test
