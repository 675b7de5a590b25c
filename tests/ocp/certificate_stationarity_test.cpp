#include <tandem/ocp/certificate_stationarity.hpp>

#include <tandem/ocp/phase_hamiltonian.hpp>

#include <gtest/gtest.h>
#include <ocp/steady_push.hpp>

namespace tandem {
namespace {

using test::steady_answer;
using test::SteadyPush;

constexpr double kRounding = 1e-14;

PhaseStationarity stationarity_of(const SteadyPush& push, const Solution& solution, double costate_scale = 2.0) {
  const Problem problem = push.problem();
  PhaseHamiltonian hamiltonian(problem, solution, 0);
  return examine_stationarity(hamiltonian, costate_scale);
}

TEST(CertificateStationarity, FindsNothingWhereTheControlIsBest) {
  const PhaseStationarity found = stationarity_of({}, steady_answer());
  EXPECT_LT(found.worst.value, kRounding);
  EXPECT_EQ(found.of_intervals.size(), 4U);
  EXPECT_TRUE(found.notes.empty());
}

// H = u^2 + lambda u = -1 all along, without explicit time; the price is in it with the integral of u^2 = 1.
TEST(CertificateStationarity, IntegratesTheHamiltonianAndItsDerivativesByNumbers) {
  const PhaseStationarity found = stationarity_of({}, steady_answer());
  EXPECT_NEAR(found.mean_to_end, -1.0, kRounding);
  EXPECT_NEAR(found.mean_to_start, -1.0, kRounding);
  EXPECT_NEAR(found.largest_term, 2.0, kRounding);
  EXPECT_NEAR(found.by_numbers(0), 1.0, kRounding);
  EXPECT_NEAR(found.number_scale(0), 1.0 + 1.0, kRounding);
}

// A knot's control stands in two intervals with half their weight: dH/du moves by 2 * 0.4, of terms up to 2 * 1.4.
TEST(CertificateStationarity, AveragesASlopeOverTheIntervalsThatKnowTheControl) {
  Solution solution = steady_answer();
  solution.phases[0].controls(0, 2) += 0.4;
  const PhaseStationarity found = stationarity_of({}, solution);
  EXPECT_NEAR(found.worst.value, 0.4 / 2.8, kRounding);
  EXPECT_TRUE(found.worst.where == "control 'u' in interval 1 from 0.25" ||
              found.worst.where == "control 'u' in interval 2 from 0.5")
      << found.worst.where;
  EXPECT_NEAR(found.of_intervals[1], found.of_intervals[2], kRounding);
  EXPECT_LT(found.of_intervals[0], kRounding);
  EXPECT_LT(found.of_intervals[3], kRounding);
}

// With the control at its upper bound a slope of -1 is held by it, one of +1 is not: 1 of terms up to 2.
TEST(CertificateStationarity, LetsABoundHoldASlopeOfOneSign) {
  const SteadyPush held{.controls = {-kInfinity, 1.0}};
  Solution solution = steady_answer();
  const auto with_costate = [&](double costate) {
    solution.phases[0].costates.setConstant(costate);
    solution.phases[0].costates_before.setConstant(costate);
    return stationarity_of(held, solution).worst.value;
  };
  EXPECT_EQ(with_costate(-3.0), 0.0);
  EXPECT_NEAR(with_costate(-1.0), 1.0 / 2.0, kRounding);
}

// A multiplier of 0.4 where the push of 1 is far below its limit of 2: over one second 0.4, of costates of 1.
TEST(CertificateStationarity, RefusesAPathConstraintThatPushesOffItsBounds) {
  Solution solution = steady_answer();
  solution.phases[0].path_multipliers.setConstant(0.4);
  const PhaseStationarity found = stationarity_of({.has_path = true}, solution, 1.0);
  EXPECT_NEAR(found.worst.value, 0.4, kRounding);
  EXPECT_EQ(found.worst.where, "multiplier of path constraint 'slow'");
  EXPECT_NEAR(found.of_intervals[0], 0.4 / 2.0, kRounding);  // what it does to dH/du
}

}  // namespace
}  // namespace tandem
