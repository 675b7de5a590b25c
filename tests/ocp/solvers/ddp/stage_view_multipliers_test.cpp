#include <tandem/ocp/solvers/ddp/stage_view.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/ddp/viewed.hpp>

namespace tandem::ddp::stage_view_multipliers_test {

using Eigen::VectorXd;
using test::all_views;
using test::by_stages;
using test::some_change;
using test::Viewed;

// The derivative of the Lagrangian along any change is the same by stages and by the multipliers given back; pushes of
// boxes are no part of either.
TEST(StageViewMultipliers, AreThoseOfTheWhole) {
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

// Costates at starts, of repeated controls and of states that lie past a knot's own are in no row.
TEST(StageViewMultipliers, AreReadAsTheyWereWritten) {
  auto views = all_views();
  views.push_back(std::make_unique<Viewed>(0, test::swing(), 3.0, "midpoint"));
  for (const auto& at : views) {
    AugmentedRows none;
    none.start(1.0);
    VectorXd written, again;
    at->view.fill_multipliers(at->duals, none, written);
    Duals read = at->view.no_duals();
    at->view.read_multipliers(written, read);
    at->view.fill_multipliers(read, none, again);
    EXPECT_LT((written - again).cwiseAbs().maxCoeff(), 1e-15);
    EXPECT_GT(written.cwiseAbs().maxCoeff(), 0.5);
  }
}

// Positive where an upper bound holds, each in its unknown's place; the end's multiplier in the state's.
TEST(StageViewMultipliers, PutBoundsMultipliersIntoTheirUnknownsPlaces) {
  const Viewed at(0);
  const StageMap& map = at.view.map();
  LqStep pushes(at.view.problem());
  pushes.pushes(0, 2) = 0.7;
  pushes.start_pushes(1) = -0.3;
  AugmentedRows none;
  none.start(1.0);
  VectorXd out;
  at.view.fill_bound_multipliers(pushes, at.duals, none, out);
  EXPECT_EQ(out(map.control_at(2)), 0.7);
  EXPECT_EQ(out(map.state_at(0, 1)), -0.3);
  EXPECT_EQ(out(map.state_at(5, 1)), at.duals.nu(0));
  EXPECT_EQ(at.view.equation_name(0), "state 'rate'");
}

}  // namespace tandem::ddp::stage_view_multipliers_test
