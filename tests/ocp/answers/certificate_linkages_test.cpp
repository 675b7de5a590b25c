#include <tandem/ocp/answers/certificate_linkages.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tandem::certificate_linkages_test {

/// Two phases x' = u; the linkage [x_after - factor x_before; t_after - t_before] lies within +-0.5.
Problem linked() {
  Problem problem("linked");
  const Number factor = problem.number({"factor", 1.5, "", "", Role::design, 1.0, 2.0});
  const auto add = [&](const char* name) {
    auto phase = problem.phase<1, 1>(name);
    phase.state("x", {}).control("u", {});
    phase.dynamics([](const auto& k) { return rates(k.u[0]); });
    phase.running_cost([](const auto& k) { return square(k.u[0]); });
    return phase;
  };
  const auto first = add("first"), second = add("second");
  problem.link("jump", first, second, {-0.5, 0.5}, [=](const auto& before, const auto& after) {
    return rates(after.x[0] - after[factor] * before.x[0], after.t - before.t);
  });
  return problem;
}

/// One interval each: the first ends with x = 2 at 1, the second starts with `after` at 1.2.
Solution answer(double after) {
  Solution solution;
  solution.numbers = {{"factor", 1.5}};
  solution.transcription = "trapezoid";
  for (int i = 0; i < 2; ++i) {
    PhaseSolution series;
    series.time = series.control_time = i == 0 ? Eigen::Vector2d(0.0, 1.0) : Eigen::Vector2d(1.2, 2.0);
    series.states = i == 0 ? Eigen::RowVector2d(0.0, 2.0) : Eigen::RowVector2d(after, 0.0);
    series.controls = Eigen::RowVector2d::Zero();
    solution.phases.push_back(series);
  }
  return solution;
}

TEST(CertificateLinkages, FindNothingInsideTheBounds) { EXPECT_EQ(examine_linkages(linked(), answer(3.3)).value, 0.0); }

// Both ends' ranges can move the row by 1.5 * 2 + after.
TEST(CertificateLinkages, NameTheRowThatIsViolatedAndItsTimeByWhatCanMoveIt) {
  const Worst above = examine_linkages(linked(), answer(4.0)), below = examine_linkages(linked(), answer(1.75));
  EXPECT_NEAR(above.value, 0.5 / 7.0, 1e-15);  // 4 - 1.5 * 2 is 1
  EXPECT_EQ(above.where, "linkage 'jump[0]' at 1.2");
  EXPECT_NEAR(below.value, 0.75 / 4.75, 1e-15);
}

TEST(CertificateLinkages, SeeNotANumber) {
  EXPECT_TRUE(std::isnan(examine_linkages(linked(), answer(std::numeric_limits<double>::quiet_NaN())).value));
}

// 4 - 1.5 * 2 is 0.5 above its bound: by its multiplier, and over what can move it.
TEST(CertificateLinkages, PriceWhatIsMissed) {
  Solution solution = answer(4.0);
  solution.multipliers["linkage/jump"] = {-3.0, 100.0};
  EndMisses misses;
  see_linkage_misses(linked(), solution, misses);
  EXPECT_NEAR(misses.cost, 1.5, 1e-15);
  EXPECT_NEAR(misses.moved, 0.5 / 7.0, 1e-15);
  EXPECT_EQ(misses.worst.where, "linkage 'jump[0]', missed");
}

TEST(CertificateLinkages, LetAMultiplierPushAtABoundTheRightWayOnly) {
  Solution solution = answer(3.5);  // the first row is at its upper bound, the second inside
  EXPECT_EQ(examine_linkage_multipliers(linked(), solution).value, 0.0);
  solution.multipliers["linkage/jump"] = {0.7, 0.0};
  EXPECT_EQ(examine_linkage_multipliers(linked(), solution).value, 0.0);
  solution.multipliers["linkage/jump"] = {-0.7, 0.2};
  const Worst worst = examine_linkage_multipliers(linked(), solution);
  EXPECT_NEAR(worst.value, 0.7 * 6.5, 1e-14);  // times 1.5 * 2 + 3.5
  EXPECT_EQ(worst.where, "multiplier of linkage 'jump[0]'");
  solution.multipliers["linkage/jump"] = {0.7, 0.2};
  EXPECT_EQ(examine_linkage_multipliers(linked(), solution).where, "multiplier of linkage 'jump[1]'");
}

// mu1 (x+ - factor x-) + mu2 (t+ - t-), by [x-; t-], by [x+; t+] and by the factor.
TEST(CertificateLinkages, PushAtBothEndsAndAtTheNumbers) {
  Solution solution = answer(3.3);
  solution.multipliers["linkage/jump"] = {0.4, -0.3};
  const LinkagePushes pushes = linkage_pushes(linked(), solution);
  EXPECT_LT((pushes.by_end[0] - Eigen::Vector2d(-1.5 * 0.4, 0.3)).norm(), 1e-15);
  EXPECT_LT((pushes.by_start[1] - Eigen::Vector2d(0.4, -0.3)).norm(), 1e-15);
  EXPECT_EQ(pushes.by_start[0], Eigen::Vector2d::Zero());
  EXPECT_EQ(pushes.by_end[1], Eigen::Vector2d::Zero());
  EXPECT_NEAR(pushes.by_numbers(0), -2.0 * 0.4, 1e-15);
}

TEST(CertificateLinkages, PushNothingWithoutMultipliersOfTheirLength) {
  Solution solution = answer(3.3);
  solution.multipliers["linkage/jump"] = {0.4};
  const LinkagePushes pushes = linkage_pushes(linked(), solution);
  EXPECT_EQ(pushes.by_end[0], Eigen::Vector2d::Zero());
  EXPECT_EQ(pushes.by_numbers(0), 0.0);
}

}  // namespace tandem::certificate_linkages_test
