#include <tandem/ocp/search/solve.hpp>
#include <tandem/ocp/transcription/tableau.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::spline_test {

constexpr int kPieces = 8;
constexpr double kEnd = 2.0;

/// x_1^(d) = u, at rest from 0 to 1, least integral of u^2.
Problem chain_of_integrators(int d) {
  Problem problem("chain");
  auto phase = problem.phase("move", d, 1);
  phase.time({.start = 0.0, .end = kEnd});
  for (int i = 0; i < d; ++i) phase.state("x" + std::to_string(i), {.start = 0.0, .end = i == 0 ? 1.0 : 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) {
    std::vector rates(k.x.begin() + 1, k.x.end());
    rates.push_back(k.u[0]);
    return rates;
  });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return problem;
}

/// The least sum of h u_k^2 over splines of degree d: x_i(end) = sum of u_k int (end - t)^(d-1-i) / (d-1-i)! over piece
/// k.
double least_of_splines(int d) {
  const double h = kEnd / kPieces;
  Eigen::MatrixXd ends(d, kPieces);
  for (int i = 0; i < d; ++i) {
    for (int k = 0; k < kPieces; ++k) {
      const double from = kEnd - k * h, to = from - h, power = d - i;
      ends(i, k) = (std::pow(from, power) - std::pow(to, power)) / std::tgamma(power + 1.0);
    }
  }
  const Eigen::VectorXd wanted = Eigen::VectorXd::Unit(d, 0);
  return h * wanted.dot((ends * ends.transpose()).ldlt().solve(wanted));
}

TEST(Spline, FindsTheBestSplineOfEveryDegree) {
  for (const int d : {1, 2, 3, 4, 5}) {
    const Solution found =
        solve(chain_of_integrators(d), {.transcription = "spline", .intervals = kPieces, .degree = d});
    EXPECT_TRUE(found.is_solved()) << d;
    EXPECT_NEAR(found.objective, least_of_splines(d), 1e-8 * least_of_splines(d)) << d;
  }
}

TEST(Spline, HasControlsThatAreConstantOnEachInterval) {
  const Solution found = solve(chain_of_integrators(3), {.transcription = "spline", .intervals = kPieces});
  EXPECT_EQ(found.phases[0].controls.cols(), kPieces);
  EXPECT_EQ(make_tableau("spline", 0).point_count(), 3);
}

// The best control of all is a polynomial; the certificate sees how much a held one is dearer.
TEST(Spline, IsCertifiedAsWhatItIs) {
  const double best = std::pow(kEnd, -5) * 720.0;  // 720 / T^5 for d = 3
  const Solution coarse = solve(chain_of_integrators(3), {.transcription = "spline", .intervals = kPieces});
  EXPECT_GT(coarse.objective, best * (1.0 + 1e-3));
  EXPECT_FALSE(coarse.certificate.passes());
  double last = coarse.objective - best;
  for (const int pieces : {16, 32}) {
    const Solution finer = solve(chain_of_integrators(3), {.transcription = "spline", .intervals = pieces});
    EXPECT_NEAR((finer.objective - best) / last, 0.25, 0.05) << pieces;
    last = finer.objective - best;
  }
}

}  // namespace tandem::spline_test
