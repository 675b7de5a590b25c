#include <tandem/ocp/transcription/phase_nlp.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_phase.hpp>
#include <ocp/support/rich_problem.hpp>

namespace tandem::phase_nlp_jacobian_test {

using test::LonePhase;

constexpr const char* kTranscriptions[] = {"trapezoid", "hermite-simpson", "hermite-simpson-separated", "gauss",
                                           "shooting-rk4"};

// One trapezoid of x' = u and q' = x u over h = 2: x1 - x0 - (u0 + u1) and q1 - q0 - (x0 u0 + x1 u1).
TEST(PhaseNlpJacobian, OfOneTrapezoidIsWhatOneWritesByHand) {
  LonePhase lone(test::two_seconds(), uniform_mesh("trapezoid", 1));
  const PhaseLayout& layout = lone.phase();
  const Eigen::MatrixXd jacobian = lone.jacobian(lone.z);
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(jacobian.rows(), jacobian.cols());
  for (const int knot : {0, 1}) {
    const double sign = knot == 0 ? -1.0 : 1.0;
    expected(layout.defect(0, 0), layout.state(knot)) = sign;
    expected(layout.defect(0, 0), layout.knot_control(knot)) = -1.0;
    expected(layout.quadrature(0), layout.integral(knot)) = sign;
    expected(layout.quadrature(0), layout.state(knot)) = -lone.z(layout.knot_control(knot));
    expected(layout.quadrature(0), layout.knot_control(knot)) = -lone.z(layout.state(knot));
  }
  EXPECT_LT((jacobian - expected).norm(), 1e-15);
}

// Times and numbers enter every interval: seven intervals are a pack of four and one that is not full.
TEST(PhaseNlpJacobian, IsThatOfEachIntervalAlone) {
  const Problem problem = test::rich_problem({.integrals = true});
  for (const char* transcription : kTranscriptions) {
    LonePhase lone(problem, mesh_with_ends(transcription, 0, {0.0, 0.1, 0.25, 0.3, 0.5, 0.6, 0.9, 1.0}));
    const PhaseLayout& layout = lone.phase();
    const Eigen::MatrixXd jacobian = lone.jacobian(lone.z);
    for (int k = 0; k < layout.intervals(); ++k) {
      for (int row = layout.defect(k, 0); row < layout.defect(k, 0) + layout.local_rows(); ++row) {
        Eigen::VectorXd outside = jacobian.row(row);
        for (int local = 0; local < layout.local_size(); ++local) outside(layout.global(k, local)) = 0.0;
        EXPECT_EQ(outside.norm(), 0.0) << transcription << ", row " << row;
        EXPECT_GT(jacobian.row(row).norm(), 0.0) << transcription << ", row " << row;
      }
    }
  }
}

// An interval's gradient is its rows' J' multipliers and its share of the cost; the shares of all are the gradient of
// the objective without an end.
TEST(PhaseNlpJacobian, MakesTheGradientsOfEachIntervalsLagrangian) {
  const Problem problem = test::rich_problem({.integrals = true});
  for (const char* transcription : kTranscriptions) {
    LonePhase lone(problem, mesh_with_ends(transcription, 0, {0.0, 0.1, 0.25, 0.3, 0.5, 1.0}));
    const PhaseLayout& layout = lone.phase();
    const Eigen::MatrixXd jacobian = lone.jacobian(lone.z);
    const auto gradients = [&](const Eigen::VectorXd& multipliers) {
      Eigen::MatrixXd out(layout.local_size(), layout.intervals());
      lone.nlp.interval_gradients(lone.z, multipliers, out);
      return out;
    };
    const Eigen::VectorXd none = Eigen::VectorXd::Zero(lone.multipliers.size());
    const Eigen::MatrixXd costs = gradients(none), rows = gradients(lone.multipliers) - costs;
    Eigen::VectorXd all_costs = Eigen::VectorXd::Zero(lone.z.size());
    for (int k = 0; k < layout.intervals(); ++k) {
      Eigen::VectorXd own = Eigen::VectorXd::Zero(lone.multipliers.size());
      own.segment(layout.defect(k, 0), layout.local_rows()) =
          lone.multipliers.segment(layout.defect(k, 0), layout.local_rows());
      const Eigen::VectorXd expected = jacobian.transpose() * own;
      for (int local = 0; local < layout.local_size(); ++local) {
        EXPECT_NEAR(rows(local, k), expected(layout.global(k, local)), 1e-13 * (1.0 + expected.norm()))
            << transcription << ", unknown " << local << " of interval " << k;
        all_costs(layout.global(k, local)) += costs(local, k);
      }
    }
    const Eigen::VectorXd gradient = lone.gradient(lone.z);
    const int inner = layout.state(layout.intervals()) - layout.first_variable();  // the end adds to what follows
    EXPECT_GT(gradient.head(inner).norm(), 0.0);
    EXPECT_LT((all_costs - gradient).head(inner).norm(), 1e-13 * gradient.norm()) << transcription;
  }
}

}  // namespace tandem::phase_nlp_jacobian_test
