#include <tandem/ocp/transcription/phase_nlp.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_phase.hpp>
#include <ocp/support/rich_problem.hpp>
#include <support/ridders.hpp>

#include <algorithm>

namespace tandem::phase_nlp_test {

using test::LonePhase;
using test::two_seconds;

// One interval of the trapezoid, h = 2, x = 1 and 4, u = 2 and 3, t = 3 at the end: the costs 2 (4 + 9)/2 and 4 * 3,
// the defect 4 - 1 - (2 + 3), the quadrature q1 - q0 - (1 * 2 + 4 * 3).
TEST(PhaseNlp, OfOneTrapezoidIsWhatOneWritesByHand) {
  LonePhase lone(two_seconds(), uniform_mesh("trapezoid", 1));
  const PhaseLayout& layout = lone.phase();
  Eigen::VectorXd z(lone.layout.variables());
  z(layout.state(0)) = 1.0, z(layout.state(1)) = 4.0;
  z(layout.knot_control(0)) = 2.0, z(layout.knot_control(1)) = 3.0;
  z(layout.integral(0)) = 0.5, z(layout.integral(1)) = 20.0;
  EXPECT_DOUBLE_EQ(lone.objective(z)(0), 13.0 + 12.0);
  const Eigen::VectorXd rows = lone.constraints(z);
  EXPECT_DOUBLE_EQ(rows(layout.defect(0, 0)), -2.0);
  EXPECT_DOUBLE_EQ(rows(layout.quadrature(0)), 19.5 - 14.0);
  EXPECT_EQ(lone.nlp.start_time(z), 1.0);
  EXPECT_EQ(lone.nlp.end_time(z), 3.0);
}

// Ridders' differences of functions of size 1 are good to about 1e-12 of the largest derivative.
TEST(PhaseNlp, HasTheDerivativesOfItsObjectiveAndItsConstraints) {
  for (const char* transcription : {"trapezoid", "hermite-simpson", "gauss", "shooting-rk4"}) {
    LonePhase lone(test::rich_problem({.integrals = true}), mesh_with_ends(transcription, 0, {0.0, 0.3, 1.0}));
    const Eigen::VectorXd gradient = lone.gradient(lone.z);
    const Eigen::MatrixXd jacobian = lone.jacobian(lone.z);
    const double scale = std::max({1.0, gradient.cwiseAbs().maxCoeff(), jacobian.cwiseAbs().maxCoeff()});
    for (int i = 0; i < lone.z.size(); ++i) {
      const auto moved = [&](double step) -> Eigen::VectorXd {
        return lone.z + step * Eigen::VectorXd::Unit(lone.z.size(), i);
      };
      const double cost = test::ridders([&](double step) { return lone.objective(moved(step)); })(0);
      const Eigen::VectorXd rows = test::ridders([&](double step) { return lone.constraints(moved(step)); });
      EXPECT_NEAR(gradient(i), cost, 1e-10 * scale) << transcription << ", unknown " << i;
      EXPECT_LT((jacobian.col(i) - rows).cwiseAbs().maxCoeff(), 1e-10 * scale) << transcription << ", unknown " << i;
    }
  }
}

TEST(PhaseNlp, StartsAndEndsWhereItsNumbersSay) {
  Problem problem = two_seconds();
  EXPECT_EQ(fixed_start(problem, 0), 1.0);
  EXPECT_EQ(fixed_end(problem, 0), 3.0);
}

TEST(PhaseNlp, HasNoRecursionsAtItsEnds) {
  EXPECT_EQ(plug_at_ends("recursive"), kDefaultPlug);
  EXPECT_EQ(plug_at_ends("tape"), "tape");
}

}  // namespace tandem::phase_nlp_test
