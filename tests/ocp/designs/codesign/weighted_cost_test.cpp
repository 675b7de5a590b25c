#include <tandem/ocp/designs/codesign/weighted_cost.hpp>

#include <tandem/core/error.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/codesign/spring_problem.hpp>

#include <array>
#include <cmath>
#include <vector>

namespace tandem::codesign::weighted_cost_test {

using Eigen::VectorXd;

TEST(WeightedCost, HasTheSlopesThatDifferencesHave) {
  const Codesign problem = test::spring_problem();
  const VectorXd x = Eigen::Vector2d(0.3, -0.4);
  const double tau = 0.7, h = 1e-5;
  const WeightedCost here = weighted_cost(problem, x, tau);
  for (int i = 0; i < 2; ++i) {
    const WeightedCost above = weighted_cost(problem, x + h * VectorXd::Unit(2, i), tau),
                       below = weighted_cost(problem, x - h * VectorXd::Unit(2, i), tau);
    EXPECT_NEAR(here.value.gradient(i), (above.value.value - below.value.value) / (2.0 * h), 1e-9);
    EXPECT_LE((here.value.hessian.col(i) - (above.value.gradient - below.value.gradient) / (2.0 * h)).norm(), 1e-9);
  }
  const VectorXd later = weighted_cost(problem, x, tau + h).value.gradient,
                 sooner = weighted_cost(problem, x, tau - h).value.gradient;
  EXPECT_LE((here.gradient_slope - (later - sooner) / (2.0 * h)).norm(), 1e-9);
}

/// Costs p + 1/p below 10 and a deeper valley, p / 20 + 20 / p - 1, above; none at all below 0.5.
Codesign two_valleys() {
  Codesign problem("valleys");
  problem.design({.name = "p", .value = 1.5, .lower = 0.1, .upper = 1000.0});
  problem.structure_cost([](const DesignValues& k) {
    const auto v = k.sizes()[0];
    return v.value < 10.0 ? v : v * (1.0 / 20.0) - 0.5;
  });
  problem.control_cost([](const DesignValues& k) {
    const double p = k.sizes()[0].value;
    require(p >= 0.5, "no controller");
    const auto one = NumberJet::constant(p < 10.0 ? 1.0 : 20.0, 1);
    return one / k.sizes()[0] + (p < 10.0 ? 0.0 : -0.5);
  });
  return problem;
}

TEST(LeastWeightedCost, IsTheLeastThatItsStartsLeadTo) {
  const Codesign problem = two_valleys();
  const auto least_from = [&](std::vector<double> sizes) {
    std::vector<VectorXd> starts;
    for (const double size : sizes) starts.push_back(VectorXd::Constant(1, std::log(size)));
    const auto x = least_weighted_cost(problem, 0.0, starts);
    return x ? std::exp((*x)(0)) : 0.0;
  };
  EXPECT_NEAR(least_from({1.5}), 1.0, 1e-6);  // to IPOPT's tolerance of a slope
  EXPECT_NEAR(least_from({1.5, 25.0}), 20.0, 1e-5);
  EXPECT_NEAR(least_from({0.2, 1.5}), 1.0, 1e-6);
  EXPECT_EQ(least_from({0.2}), 0.0);
  EXPECT_EQ(least_from({}), 0.0);
}

}  // namespace tandem::codesign::weighted_cost_test
