#include <tandem/ocp/answers/phase_hamiltonian.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace tandem::phase_hamiltonian_test {

constexpr double kRounding = 1e-14;

/// x' = v, v' = gain u with cost gain u^2 + t, a path constraint x v and the integral of x v^2.
Problem moved(bool maximised = false, bool timed = true) {
  Problem problem("moved");
  const Number gain = problem.number({"gain", 0.8, "", "", Role::design, 0.1, 2.0});
  if (maximised) problem.maximise();
  auto phase = problem.phase<2, 1>("move");
  phase.state("x", {}).state("v", {}).control("u", {});
  phase.dynamics([=](const auto& k) { return rates(k.x[1], k[gain] * k.u[0]); });
  if (timed) {
    phase.running_cost([=](const auto& k) { return k[gain] * square(k.u[0]) + k.t; });
  } else {
    phase.running_cost([=](const auto& k) { return k[gain] * square(k.u[0]); });
  }
  phase.path_constraint("limit", {-kInfinity, 5.0}, [](const auto& k) { return k.x[0] * k.x[1]; });
  phase.integral_constraint("area", {0.0, 9.0}, [](const auto& k) { return k.x[0] * square(k.x[1]); });
  return problem;
}

constexpr double kArea = 0.25;  // the multiplier of the integral

/// One interval of the trapezoid from 0 to 2.
Solution answer() {
  Solution solution;
  solution.numbers = {{"gain", 0.8}};
  solution.transcription = "trapezoid";
  solution.multipliers["move/integral/area"] = {kArea};
  PhaseSolution series;
  series.time = series.control_time = Eigen::Vector2d(0.0, 2.0);
  series.states = (Eigen::Matrix2d() << 1.0, 2.0, 0.5, 3.0).finished();
  series.controls = Eigen::RowVector2d(-1.0, 1.5);
  series.costates = (Eigen::Matrix2d() << 0.1, 0.3, 0.2, 0.4).finished();
  series.costates_before = (Eigen::Matrix2d() << 0.5, 0.7, 0.6, -0.4).finished();
  series.path_multipliers = Eigen::RowVector2d(0.3, 0.9);
  series.integrals = Eigen::RowVector2d(0.0, 4.0);
  solution.phases.push_back(series);
  return solution;
}

const Eigen::Vector2d kState(2.0, 3.0), kCostate(0.7, -0.4);
const Eigen::VectorXd kControl = Eigen::VectorXd::Constant(1, 1.5), kPath = Eigen::VectorXd::Constant(1, 0.9);

// H = sign (gain u^2 + t) + l1 v + l2 gain u + nu x v^2, with mu x v in the derivatives only.
TEST(PhaseHamiltonian, HasItsClosedValueAndDerivatives) {
  for (const bool maximised : {false, true}) {
    const Problem problem = moved(maximised);
    const Solution solution = answer();
    PhaseHamiltonian hamiltonian(problem, solution, 0);
    const double sign = maximised ? -1.0 : 1.0, cost = 0.8 * 2.25 + 0.5;
    EXPECT_EQ(hamiltonian.sign(), sign);
    const Hamiltonian h = hamiltonian.at(kState, kControl, 0.5, kCostate, kPath);
    EXPECT_NEAR(h.value, sign * cost + 0.7 * 3.0 - 0.4 * 1.2 + kArea * 18.0, kRounding);
    EXPECT_NEAR(h.largest_term, kArea * 18.0, kRounding);
    EXPECT_NEAR(h.by_time, sign, kRounding);
    EXPECT_NEAR(h.by_state(0), 0.9 * 3.0 + kArea * 9.0, kRounding);
    EXPECT_NEAR(h.by_state(1), 0.7 + 0.9 * 2.0 + kArea * 12.0, kRounding);
    EXPECT_NEAR(h.by_control(0), sign * 2.4 - 0.4 * 0.8, kRounding);
    EXPECT_NEAR(h.control_terms(0), 2.4, kRounding);
    EXPECT_NEAR(h.control_curvature(0, 0), sign * 1.6, kRounding);
    EXPECT_NEAR(h.by_numbers(0), sign * 2.25 - 0.4 * 1.5, kRounding);
    EXPECT_NEAR(h.number_terms(0), 2.25 + 0.4 * 1.5, kRounding);
    EXPECT_NEAR(h.path_values(0), 6.0, kRounding);
    EXPECT_LT((h.path_by_state - Eigen::RowVector2d(3.0, 2.0)).norm(), kRounding);
  }
}

TEST(PhaseHamiltonian, TakesTheAnswersSeriesAtAKnot) {
  const Problem problem = moved();
  const Solution solution = answer();
  PhaseHamiltonian hamiltonian(problem, solution, 0);
  const auto expect_same = [](const Hamiltonian& one, const Hamiltonian& other) {
    EXPECT_EQ(one.value, other.value);
    EXPECT_EQ(one.by_state, other.by_state);
    EXPECT_EQ(one.by_control, other.by_control);
  };
  const Eigen::VectorXd first_path = Eigen::VectorXd::Constant(1, 0.3), first = Eigen::VectorXd::Constant(1, -1.0);
  expect_same(hamiltonian.at_knot(0),
              hamiltonian.at(Eigen::Vector2d(1.0, 0.5), first, 0.0, Eigen::Vector2d(0.1, 0.2), first_path));
  // At the end there is no costate after the knot, and no interval that starts there.
  expect_same(hamiltonian.at_knot(1), hamiltonian.at(kState, kControl, 2.0, kCostate, kPath));
  EXPECT_EQ(hamiltonian.control_at_knot(1)(0), 1.5);
  EXPECT_EQ(hamiltonian.path_multipliers(0, 1)(0), 0.9);
  EXPECT_EQ(hamiltonian.path_multipliers(0, -1)(0), 0.0);
}

TEST(PhaseHamiltonian, KnowsWhetherTimeIsExplicit) {
  const Solution solution = answer();
  const Problem timed = moved(), autonomous = moved(false, false);
  EXPECT_FALSE(PhaseHamiltonian(timed, solution, 0).is_autonomous());
  EXPECT_TRUE(PhaseHamiltonian(autonomous, solution, 0).is_autonomous());
}

TEST(PhaseHamiltonian, KnowsTheDesignNumbersAndTheMultipliersOfIntegrals) {
  const Solution solution = answer();
  const Problem problem = moved();
  const PhaseHamiltonian hamiltonian(problem, solution, 0);
  EXPECT_EQ(hamiltonian.design_numbers(), std::vector<int>{0});
  EXPECT_EQ(hamiltonian.integral_multipliers(), std::vector<double>{kArea});
  EXPECT_EQ(hamiltonian.paths(), 1);
}

}  // namespace tandem::phase_hamiltonian_test
