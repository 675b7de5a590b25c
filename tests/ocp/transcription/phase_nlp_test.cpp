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

// A window of four intervals of eleven shares its last knot with the next one, and the last window is shorter.
TEST(PhaseNlp, IsTheSameInWindows) {
  std::vector<double> ends(12, 0.0);
  for (int k = 1; k < 12; ++k) ends[k] = ends[k - 1] + (k % 3 == 0 ? 0.05 : 0.1) / 0.95;
  ends.back() = 1.0;
  const Problem problem = test::rich_problem({.integrals = true});
  for (const std::string& transcription : test::general_transcriptions()) {
    const Mesh mesh = mesh_with_ends(transcription, 0, ends);
    LonePhase whole(problem, mesh), windows(problem, mesh, 4);
    EXPECT_EQ(windows.objective(whole.z), whole.objective(whole.z)) << transcription;
    EXPECT_EQ(windows.constraints(whole.z), whole.constraints(whole.z)) << transcription;
    EXPECT_EQ(windows.gradient(whole.z), whole.gradient(whole.z)) << transcription;
    EXPECT_EQ(windows.jacobian(whole.z), whole.jacobian(whole.z)) << transcription;
    EXPECT_EQ(windows.hessian(0.7, whole.multipliers), whole.hessian(0.7, whole.multipliers)) << transcription;
    const auto gradients = [&](LonePhase& lone) {
      Eigen::MatrixXd out(whole.phase().local_size(), whole.phase().intervals());
      lone.nlp.interval_gradients(whole.z, whole.multipliers, out);
      return out;
    };
    EXPECT_EQ(gradients(windows), gradients(whole)) << transcription;
    Eigen::VectorXd z = whole.z, other = whole.z;
    whole.nlp.fill_integrals(z);
    windows.nlp.fill_integrals(other);
    EXPECT_EQ(other, z) << transcription;
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
