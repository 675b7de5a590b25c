#include <tandem/ocp/designs/codesign/verify_codesign.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/codesign/spring_problem.hpp>
#include <support/refusal.hpp>

#include <algorithm>

namespace tandem::verify_codesign_test {

using Eigen::VectorXd;

const BlockReport& block_of(const DerivativeReport& report, const std::string& name) {
  const auto at = std::find_if(report.blocks.begin(), report.blocks.end(),
                               [&](const BlockReport& block) { return block.name == name; });
  EXPECT_NE(at, report.blocks.end()) << name;
  return *at;
}

TEST(VerifyCodesign, ComparesEveryCostInBothOrders) {
  const DerivativeReport report = verify_codesign(test::spring_problem(), {5, 1});
  EXPECT_TRUE(report.agrees()) << to_text(report);
  EXPECT_EQ(report.name, "springs");
  for (const char* name : {"structure cost", "control cost", "mean squares", "feedback"}) {
    EXPECT_LT(block_of(report, name).max_relative_difference, 1e-9) << name;
    EXPECT_LT(block_of(report, std::string(name) + ", second order").max_relative_difference, 1e-9) << name;
  }
  for (const char* name : {"effort", "response"}) EXPECT_LT(block_of(report, name).max_relative_difference, 1e-9);
}

/// The least spring weight against 1 / (p1 p2), by derivatives that may be wrong.
Codesign two_springs(double in_gradient, double in_hessian) {
  Codesign problem("two");
  for (const char* name : {"p1", "p2"}) problem.design({.name = name, .value = 2.0, .lower = 0.1});
  problem.structure_cost([](const DesignValues& k) {
    const auto v = k.sizes();
    return v[0] + v[1];
  });
  problem.control_cost([=](const DesignValues& k) {
    const auto v = k.sizes();
    NumberJet cost = NumberJet::constant(1.0, 2) / (v[0] * v[1]);
    cost.gradient(1) += in_gradient;
    cost.hessian(0, 1) += in_hessian;
    return cost;
  });
  return problem;
}

TEST(VerifyCodesign, FindsPlantedErrorsAndNamesTheNumbers) {
  EXPECT_TRUE(verify_codesign(two_springs(0.0, 0.0)).agrees());
  const BlockReport first = block_of(verify_codesign(two_springs(1e-6, 0.0)), "control cost");
  EXPECT_FALSE(first.agrees);
  EXPECT_EQ(first.worst.column, "p2");
  const BlockReport second = block_of(verify_codesign(two_springs(0.0, 1e-6)), "control cost, second order");
  EXPECT_FALSE(second.agrees);
  EXPECT_EQ(second.worst.row, "p1");
  EXPECT_EQ(second.worst.column, "p2");
}

TEST(VerifyCodesign, TakesDesignsAtTheirBounds) {
  Codesign problem = two_springs(0.0, 0.0);
  problem.set("p1", 0.1);
  const DerivativeReport report = verify_codesign(problem);
  EXPECT_TRUE(report.agrees()) << to_text(report);
}

TEST(VerifyCodesign, RefusesCostsWithoutAValueAndOptionsThatAskForNothing) {
  Codesign problem = two_springs(0.0, 0.0);
  problem.control_cost([](const DesignValues&) -> NumberJet { refuse("no controller"); });
  EXPECT_TRUE(test::refuses([&] { verify_codesign(problem); }, "two: no controller"));
  EXPECT_TRUE(test::refuses([&] { verify_codesign(problem, {0, 1}); }, "0 states were asked for"));
}

}  // namespace tandem::verify_codesign_test
