#include <tandem/ocp/solve.hpp>
#include <tandem/problems/all.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem {
namespace {

Problem with_equal_links() {
  Problem problem = problems::acrobot_co_design();
  for (const char* number : {"length_1", "mass_1"}) problem.set_role(number, Role::constant);
  return problem;
}

TEST(AcrobotCoDesign, WithEqualLinksIsTheAcrobot) {
  const Solution acrobot = solve(problems::acrobot_swing_up());
  SolveOptions options;
  options.guess = guess_from(acrobot);
  options.guess->numbers.clear();
  const Solution equal = solve(with_equal_links(), options);
  EXPECT_TRUE(equal.certificate.passes());
  EXPECT_NEAR(equal.objective, acrobot.objective, 1e-8);
}

TEST(AcrobotCoDesign, BeatsEqualLinksOfTheSameLengthAndMass) {
  const Solution designed = solve(problems::acrobot_co_design());
  EXPECT_TRUE(designed.certificate.passes());
  EXPECT_LT(designed.objective, 34.9187766 / 3.0);
  EXPECT_GT(designed.numbers.at("length_1"), 0.2);
  EXPECT_LT(designed.numbers.at("length_1"), 0.8);
}

// A design is best where no other of its neighbourhood has a cheaper motion: solving for the motion alone, with the
// links kept a little off, costs more, by the square of how far.
TEST(AcrobotCoDesign, IsTheBestOfTheDesignsAroundIt) {
  const Solution designed = solve(problems::acrobot_co_design());
  Problem kept = with_equal_links();
  kept.set("mass_1", designed.numbers.at("mass_1"));
  SolveOptions options;
  options.guess = guess_from(designed);
  options.guess->numbers.clear();
  const auto cost_of = [&](double change) {
    kept.set("length_1", designed.numbers.at("length_1") + change);
    return solve(kept, options).objective;
  };
  EXPECT_NEAR(cost_of(0.0), designed.objective, 1e-8);
  const double left = cost_of(-1e-3) - designed.objective, right = cost_of(1e-3) - designed.objective;
  EXPECT_GT(left, 0.0);
  EXPECT_GT(right, 0.0);
  EXPECT_NEAR(left, right, 0.05 * (left + right));  // the slope is zero: what differs is of third order
}

}  // namespace
}  // namespace tandem
