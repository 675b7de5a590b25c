#include <tandem/ocp/search/solve.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

/// Gears and linkages whose numbers are designed with their motion.
namespace tandem::linkage_designs_test {

Solution solved(const std::string& name, const std::vector<std::pair<std::string, double>>& numbers) {
  Problem problem = make_problem(name);
  for (const auto& [number, value] : numbers) problem.set(number, value);
  return solve(problem);
}

TEST(GearedArmEffort, FindsTheMatchedGear) {
  for (const double rotor : {1e-4, 1e-3, 1e-2}) {
    const double inertia = 2, angle = 1.3, duration = 0.8;
    const Solution solution =
        solved("geared-arm-effort", {{"inertia", inertia}, {"rotor", rotor}, {"angle", angle}, {"duration", duration}});
    EXPECT_EQ(solution.status, Status::solved);
    EXPECT_NEAR(solution.numbers.at("ratio"), std::sqrt(inertia / rotor), 1e-6 * std::sqrt(inertia / rotor));
    const double cost = 48 * inertia * rotor * angle * angle / std::pow(duration, 3);
    EXPECT_NEAR(solution.objective, cost, 1e-9 * cost) << rotor;
  }
}

TEST(FourBarSynthesis, FindsTheLengthsThatDrewTheCurve) {
  const std::vector<std::pair<std::string, double>> wanted{{"ground", 0.9}, {"crank", 0.3}, {"coupler", 0.8},
                                                           {"rocker", 0.6}, {"along", 0.5}, {"across", 0.3}};
  // As stated, a fifth off, and a fifth off the other way.
  for (const double away : {0.0, 0.2, -0.2}) {
    std::vector<std::pair<std::string, double>> start;
    double sign = 1;
    for (const auto& [name, length] : wanted) {
      if (away != 0) start.emplace_back(name, length * (1 + sign * away));
      sign = -sign;
    }
    const Solution solution = solved("four-bar-synthesis", start);
    EXPECT_EQ(solution.status, Status::solved);
    for (const auto& [name, length] : wanted) {
      EXPECT_NEAR(solution.numbers.at(name), length, 1e-8) << name << " from " << away;
    }
  }
}

}  // namespace tandem::linkage_designs_test
