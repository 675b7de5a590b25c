#include <tandem/ocp/designs/codesign/certify_design.hpp>

#include <tandem/ocp/designs/codesign/limited.hpp>
#include <tandem/ocp/designs/codesign/pareto.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/codesign/spring_problem.hpp>
#include <support/refusal.hpp>

#include <cmath>
#include <string>

namespace tandem::certify_design_test {

using Eigen::Vector2d;
using Eigen::VectorXd;
using test::says;

/// The reasons of an answer that was spoilt.
template <class Design>
std::string reasons(const Codesign& problem, Design design, const std::function<void(Design&)>& spoil) {
  spoil(design);
  std::string all;
  for (const std::string& reason : certify(problem, design).reasons) all += reason + "\n";
  return all;
}

class CertifyLimitedDesign : public testing::Test {
 protected:
  std::string after(const std::function<void(LimitedDesign&)>& spoil) const {
    return reasons<LimitedDesign>(problem_, found_, spoil);
  }
  const Codesign problem_ = test::spring_problem();
  const LimitedDesign found_ = lightest_design(problem_, problem_.start());
};

TEST_F(CertifyLimitedDesign, PassesTheLightestToRounding) {
  EXPECT_EQ(after([](LimitedDesign&) {}), "");
  const Certificate certificate = certify(problem_, found_);
  EXPECT_EQ(certificate.kind, "structure");
  EXPECT_LE(certificate.line("objective_error").value, 1e-11);
  EXPECT_LE(certificate.line("feasibility").value, 1e-10);
}

TEST_F(CertifyLimitedDesign, FailsADesignThatIsMovedByAThousandth) {
  EXPECT_TRUE(says(after([](LimitedDesign& d) { d.design *= 0.999; }), "feasibility is"));
  EXPECT_TRUE(says(after([](LimitedDesign& d) { d.design *= 1.001; }), "objective_error is"));
  // Along the limit, where both hold on: the first spring softer, the second stiffer.
  const VectorXd x = logarithms(found_.design);
  const VectorXd normal =
      codesign::worst_price(problem_, found_.limits, x, std::log(found_.price)).phi.gradient.normalized();
  const Vector2d along(normal(1), -normal(0));
  const std::string beside = after([&](LimitedDesign& d) {
    d.design = exponentials(x + 1e-3 * along);
    d.structure_cost = problem_.structure_cost(d.design).value;
  });
  EXPECT_TRUE(says(beside, "stationarity is")) << beside;
}

TEST_F(CertifyLimitedDesign, FailsALimitThatIsPassedByItsName) {
  EXPECT_TRUE(says(after([](LimitedDesign& d) { d.limits.response *= 0.99; }), "(excess of response)"));
  EXPECT_TRUE(says(after([](LimitedDesign& d) { d.limits.effort *= 0.99; }), "(excess of effort)"));
}

TEST_F(CertifyLimitedDesign, FailsWrongClaims) {
  EXPECT_TRUE(says(after([](LimitedDesign& d) { d.structure_cost *= 1.0001; }),
                   "objective_error is 0.0001, its limit 1e-07 (the cost is not what is claimed)"));
  EXPECT_TRUE(says(after([](LimitedDesign& d) { d.multiplier *= -1.0; }), "multipliers is"));
  EXPECT_TRUE(says(after([](LimitedDesign& d) { d.multiplier *= 1.001; }), "stationarity is"));
  EXPECT_TRUE(says(after([](LimitedDesign& d) { d.price *= 1.1; }), "(excess of "));
  EXPECT_TRUE(says(after([](LimitedDesign& d) { d.design(1) = -1.0; }),
                   "there is no value to look at: springs: design number 'p2' = -1"));
}

TEST_F(CertifyLimitedDesign, SaysThatTheSolverDidNotFinish) {
  const std::string all = after([](LimitedDesign& d) {
    d.is_solved = false;
    d.message = "iteration limit";
  });
  EXPECT_EQ(all, "the solver did not finish: iteration limit\n");
}

TEST_F(CertifyLimitedDesign, SeesDerivativesThatAreNotTheirCosts) {
  Codesign wrong = problem_;
  wrong.structure_cost([](const DesignValues& k) {
    const auto v = k.sizes();
    NumberJet cost = v[0] + 2.0 * v[1];
    cost.gradient(1) *= 1.01;
    return cost;
  });
  const std::string all = reasons<LimitedDesign>(wrong, found_, [](LimitedDesign&) {});
  EXPECT_TRUE(says(all, "derivatives is")) << all;
  EXPECT_TRUE(says(all, "(structure's cost)")) << all;
}

/// (p1 + p2) against exp(c), c = (x - y)^2 k / 2 - x - y: minima along x = y for k > 0, saddles for k < 0, its
/// curvature.
Codesign trough(double curvature) {
  Codesign problem("trough");
  problem.design({.name = "p1", .value = 1.0, .lower = 1e-3});
  problem.design({.name = "p2", .value = 1.0, .lower = 1e-3});
  problem.structure_cost([](const DesignValues& k) {
    const auto v = k.sizes();
    return v[0] * v[1];
  });
  problem.control_cost([curvature](const DesignValues& k) {
    const auto v = k.sizes();
    const NumberJet x = log(v[0]), y = log(v[1]), apart = x - y;
    return exp(0.5 * curvature * apart * apart - x - y);
  });
  return problem;
}

/// The stationary point of equal weights: x = y = 0.
ParetoPoint middle() { return {0.5, 1.0, 1.0, 1.0, Vector2d::Ones()}; }

TEST(CertifyParetoPoint, PassesAMinimumAndFailsASaddleThere) {
  EXPECT_TRUE(certify(trough(1.0), middle()).passes());
  const Certificate saddle = certify(trough(-1.0), middle());
  ASSERT_EQ(saddle.reasons.size(), 1U);
  EXPECT_TRUE(says(saddle.reasons[0], "downward_curvature is"));
}

TEST(CertifyParetoPoint, FailsAPointThatIsMovedByAThousandthByTheSizeThatWasMoved) {
  const std::string all = reasons<ParetoPoint>(trough(0.0), middle(), [](ParetoPoint& p) { p.design *= 1.001; });
  EXPECT_TRUE(says(all, "stationarity is")) << all;
  const std::string one = reasons<ParetoPoint>(trough(4.0), middle(), [](ParetoPoint& p) { p.design(1) *= 1.001; });
  EXPECT_TRUE(says(one, "objective_error is")) << one;
  EXPECT_TRUE(
      says(reasons<ParetoPoint>(trough(1.0), middle(), [](ParetoPoint& p) { p.lambda = 0.501; }), "stationarity is"));
}

TEST(CertifyParetoPoint, FailsSizesPastTheirBoundsAndWrongClaims) {
  EXPECT_TRUE(says(reasons<ParetoPoint>(trough(1.0), middle(), [](ParetoPoint& p) { p.design(0) = 0.99e-3; }),
                   "feasibility is 0.0101, its limit 1e-06 (p1 is past its bound)"));
  EXPECT_TRUE(says(reasons<ParetoPoint>(trough(1.0), middle(), [](ParetoPoint& p) { p.objective *= 1.0001; }),
                   "(the cost is not what is claimed)"));
}

}  // namespace tandem::certify_design_test
