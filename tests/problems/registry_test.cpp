#include <tandem/problems/registry.hpp>

#include <tandem/core/names.hpp>
#include <tandem/ocp/answers/certificate_lines.hpp>
#include <tandem/ocp/search/polish/solve_certified.hpp>
#include <tandem/problems/all.hpp>

#include <gtest/gtest.h>
#include <support/plain_name.hpp>
#include <support/refusal.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tandem::registry_test {

/// Every problem of the registry, with no options given.
class EveryProblem : public testing::TestWithParam<std::string> {};

// The certificate is content with its own mesh, or asks for a finer one.
TEST_P(EveryProblem, IsSolvedToItsReferenceOnItsOwnMesh) {
  const Problem problem = make_problem(GetParam());
  ASSERT_TRUE(problem.description().reference);
  const Solution solution = solve(problem);
  const ReferenceValue& reference = *problem.description().reference;
  EXPECT_EQ(solution.status, Status::solved);
  EXPECT_NEAR(solution.objective, reference.objective, reference.tolerance);
  EXPECT_LE(solution.iterations, 100);
  EXPECT_TRUE(solution.certificate.passes() || wants_finer_mesh(solution.certificate))
      << solution.certificate.reasons[0];
}

// As `tandem solve NAME` does it.
TEST_P(EveryProblem, IsCertifiedByPlainSolve) {
  const Problem problem = make_problem(GetParam());
  const CertifiedSolve found = solve_certified(problem);
  EXPECT_TRUE(found.solution.certificate.passes())
      << (found.solution.certificate.reasons.empty() ? "" : found.solution.certificate.reasons[0]);
  EXPECT_NEAR(found.solution.objective, problem.description().reference->objective,
              problem.description().reference->tolerance);
}

TEST_P(EveryProblem, SaysWhatItIs) {
  const Problem problem = make_problem(GetParam());
  EXPECT_EQ(problem.name(), GetParam());
  EXPECT_TRUE(is_plain_name(problem.name()));
  EXPECT_FALSE(problem.description().title.empty());
  EXPECT_FALSE(problem.description().source.empty());
  EXPECT_FALSE(problem.description().teaches.empty());
  for (const NamedNumber& number : problem.numbers()) EXPECT_FALSE(number.meaning.empty()) << number.name;
}

TEST_P(EveryProblem, IsSound) { EXPECT_NO_THROW(make_problem(GetParam()).validate()); }

TEST_P(EveryProblem, IsAFreshCopyEachTime) {
  Problem changed = make_problem(GetParam());
  const NamedNumber first = changed.numbers()[0];
  changed.set(first.name, first.value * 1.5);
  EXPECT_EQ(make_problem(GetParam()).value(first.name), first.value);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryProblem, testing::ValuesIn(problem_names()), test::PlainName());

TEST(Registry, KnowsItsProblemsInTheOrderOfTheAlphabet) {
  const std::vector<std::string> names = problem_names();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_EQ(names.size(), 50U);
}

TEST(Registry, RefusesAnUnknownNameWithTheNearest) {
  EXPECT_TRUE(test::refuses([] { make_problem("brachistocrone"); },
                            "no problem is called 'brachistocrone'; did you mean 'brachistochrone'?"));
  EXPECT_TRUE(test::refuses([] { make_problem("cart-pole"); },
                            "did you mean 'cart-pole-friction', 'cart-pole-minimum-time' or 'cart-pole-multibody'?"));
}

// ---- closed forms for other numbers ---------------------------------------------------------------------------------

double objective_with(const std::string& name, const std::vector<std::pair<std::string, double>>& numbers) {
  Problem problem = make_problem(name);
  for (const auto& [key, value] : numbers) problem.set(key, value);
  return solve(problem).objective;
}

// References of the cycloid: the textbook's values for other gravities.
TEST(Brachistochrone, AgreesWithTheCycloidForOtherGravities) {
  EXPECT_NEAR(objective_with("brachistochrone", {{"gravity", 9.8}}), 0.824759143157, 1e-8);
  EXPECT_NEAR(objective_with("brachistochrone", {{"gravity", 32.174}}), 0.455184691682, 1e-8);
}

// Closed forms and switch equations for other numbers, on the problems' own meshes.
TEST(SpeedLimit, CostsWhatItsClosedFormSays) {
  // Junctions at 1/4 and 3/4: knots of 40 intervals.
  EXPECT_NEAR(objective_with("double-integrator-speed-limit", {{"limit", 1.2}}), 16.0 * 1.728 / (9.0 * 0.2), 1e-8);
}

TEST(HarmonicOscillatorTime, TakesAHalfTurnForEachTwoUnitsOfForce) {
  EXPECT_NEAR(objective_with("harmonic-oscillator-time", {{"start", 8.0}, {"max_force", 2.0}}), 2.0 * std::numbers::pi,
              1e-5);
}

TEST(FlexibleHub, AgreesWithTheSwitchEquationsForAFasterMode) {
  EXPECT_NEAR(objective_with("flexible-hub", {{"frequency", 5.0}}), 2.049917348095, 1e-5);
}

TEST(FlexibleHub, IsTwoMassesOnASpringInOtherCoordinates) {
  EXPECT_NEAR(objective_with("flexible-hub", {{"frequency", std::numbers::sqrt2}, {"angle", 2.0}}), 4.217866510451,
              1e-5);
}

TEST(Hypersensitive, KnowsItsEndsInTheOtherOrderToo) {
  EXPECT_NEAR(objective_with("hypersensitive", {{"start", 1.0}, {"end", 1.5}}), 3.3620569049430022, 3.4e-8);
}

TEST(SolarArray, ScalesWithTorqueTimeAndInertia) {
  EXPECT_NEAR(objective_with("solar-array", {{"max_torque", 2.0}, {"inertia", 0.5}, {"duration", 1.0}}),
              0.3007828461568226 * 2.0 / 0.5, 1e-5);
}

// The angle is flat about the best spring: an error of 3e-6 in it leaves 5e-3 in the spring.
TEST(SolarArray, ChoosesItsSpring) {
  EXPECT_NEAR(solve(make_problem("solar-array")).numbers.at("stiffness"), 0.8543228985, 1e-2);
}

TEST(CoDesignTransfer, ChoosesItsSpring) {
  EXPECT_NEAR(solve(make_problem("co-design-transfer")).numbers.at("stiffness"), 6.92448098, 1e-5);
}

TEST(BouncingMass, CostsWhatItsClosedFormSays) {
  for (const double e : {0.0, 1.0}) {
    const double expected = 4.0 * (24.0 - 9.0 * (1.0 + e) * (1.0 + e) / (1.0 + e * e));
    EXPECT_NEAR(objective_with("bouncing-mass", {{"distance", 2.0}, {"bounce", e}}), expected, 1e-8);
  }
}

TEST(PeriodicFollower, CostsWhatItsFrequencyResponseSays) {
  const double w = std::numbers::pi;
  EXPECT_NEAR(objective_with("periodic-follower", {{"period", 2.0}}), (1.0 + w * w) / (2.0 + w * w), 1e-9);
}

TEST(ScalarLqr, GrowsWithTheSquareOfItsStart) {
  EXPECT_NEAR(objective_with("scalar-lqr", {{"start", 3.0}, {"duration", 0.5}}), 4.5 * std::tanh(0.5), 1e-9);
}

TEST(BrysonDenham, CostsFourNinthsOfItsLimitsInverse) {
  EXPECT_NEAR(objective_with("bryson-denham", {{"limit", 1.0 / 18.0}}), 8.0, 1e-8);  // junctions at 1/6 and 5/6
}

// ---- the picture of the cart-pole -----------------------------------------------------------------------------------

TEST(CartPole, IsDrawnWithItsPoleUpAtTheEnd) {
  const Problem problem = problems::cart_pole_swing_up();
  const std::vector<double> x{1.0, std::numbers::pi, 0.0, 0.0}, u{0.0}, numbers = problem.number_values();
  const Picture picture = problem.phases().front().drawing(KnotView<double>{x, u, 2.0, numbers});
  ASSERT_EQ(picture.traced.size(), 1U);
  EXPECT_NEAR(picture.traced[0][0], 1.0, 1e-15);
  EXPECT_NEAR(picture.traced[0][1], 0.5, 1e-15);  // the pole's length above the hinge
}

TEST(Brachistochrone, IsDrawnWithDepthDownwards) {
  const Problem problem = problems::brachistochrone();
  const std::vector<double> x{0.5, 1.5, 3.0}, u{0.0}, numbers = problem.number_values();
  const Picture picture = problem.phases().front().drawing(KnotView<double>{x, u, 0.5, numbers});
  ASSERT_EQ(picture.traced.size(), 1U);
  EXPECT_EQ(picture.traced[0][1], -1.5);
}

}  // namespace tandem::registry_test
