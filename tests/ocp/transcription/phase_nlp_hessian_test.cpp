#include <tandem/ocp/transcription/phase_nlp.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_phase.hpp>
#include <ocp/support/rich_problem.hpp>
#include <support/ridders.hpp>

#include <algorithm>

namespace tandem::phase_nlp_hessian_test {

using test::LonePhase;

constexpr const char* kTranscriptions[] = {"trapezoid", "hermite-simpson", "hermite-simpson-separated", "gauss",
                                           "shooting-rk4"};

/// With free times, a design number, path, end and integral constraints, on intervals of two lengths.
LonePhase rich(const char* transcription, bool maximised = false) {
  return LonePhase(test::rich_problem({.maximised = maximised, .integrals = true}),
                   mesh_with_ends(transcription, 0, {0.0, 0.3, 1.0}));
}

// Ridders' differences of gradients of size 1 are good to about 1e-12 of the largest entry.
TEST(PhaseNlpHessian, IsTheSlopeOfTheGradientOfTheLagrangian) {
  for (const char* transcription : kTranscriptions) {
    LonePhase lone = rich(transcription);
    for (const double factor : {1.0, 0.0}) {
      const Eigen::MatrixXd exact = lone.hessian(factor, lone.multipliers);
      const double scale = std::max(1.0, exact.cwiseAbs().maxCoeff());
      for (int i = 0; i < lone.z.size(); ++i) {
        const Eigen::VectorXd column = test::ridders([&](double step) -> Eigen::VectorXd {
          const Eigen::VectorXd z = lone.z + step * Eigen::VectorXd::Unit(lone.z.size(), i);
          return factor * lone.gradient(z) + lone.jacobian(z).transpose() * lone.multipliers;
        });
        EXPECT_LT((exact.col(i) - column).cwiseAbs().maxCoeff(), 1e-10 * scale) << transcription << ", unknown " << i;
      }
    }
  }
}

TEST(PhaseNlpHessian, IsLinearInTheFactorAndTheMultipliers) {
  for (const char* transcription : kTranscriptions) {
    LonePhase lone = rich(transcription);
    const Eigen::VectorXd none = Eigen::VectorXd::Zero(lone.multipliers.size());
    const Eigen::MatrixXd cost = lone.hessian(1.0, none), rows = lone.hessian(0.0, lone.multipliers),
                          both = lone.hessian(0.3, -2.0 * lone.multipliers);
    EXPECT_GT(cost.norm(), 0.1);
    EXPECT_GT(rows.norm(), 0.1);
    EXPECT_LT((both - (0.3 * cost - 2.0 * rows)).norm(), 1e-14 * (cost.norm() + rows.norm())) << transcription;
  }
}

TEST(PhaseNlpHessian, ChangesItsSignWithACostThatIsMaximised) {
  LonePhase least = rich("gauss"), most = rich("gauss", true);
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(least.multipliers.size());
  EXPECT_EQ(most.hessian(1.0, none), -least.hessian(1.0, none));
  EXPECT_EQ(most.hessian(0.0, most.multipliers), least.hessian(0.0, least.multipliers));
}

// x' = u and the integral of u^2 over two seconds by one trapezoid: h/2 * 2 at both knots, and nothing else.
TEST(PhaseNlpHessian, OfASumOfSquaresIsItsWeights) {
  Problem problem("squares");
  auto phase = problem.phase<1, 1>("only");
  phase.time({.start = 0.0, .end = 2.0});
  phase.state("x", {}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  LonePhase lone(problem, uniform_mesh("trapezoid", 1));
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(4, 4);
  for (int k = 0; k <= 1; ++k) expected(lone.phase().knot_control(k), lone.phase().knot_control(k)) = 2.0;
  EXPECT_EQ(lone.hessian(1.0, lone.multipliers), expected);
}

}  // namespace tandem::phase_nlp_hessian_test
