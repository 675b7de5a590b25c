#include <tandem/ocp/answers/certificate_intervals.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_flow.hpp>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <functional>

namespace tandem::certificate_intervals_test {

/// The line of an answer that was changed by hand.
Worst after(const std::string& name, int intervals, const std::function<void(PhaseSolution&)>& change) {
  const Problem problem = make_problem(name);
  Solution solution = test::solved(problem, intervals);
  change(solution.phases[0]);
  test::LoneFlow lone(problem, solution);
  return examine_intervals(lone.answer, play(lone.flow));
}

TEST(CertificateIntervals, MeasureWhatTheTranscriptionLeaves) {
  const Worst worst = after("cart-pole-swing-up", 100, [](PhaseSolution&) {});
  EXPECT_NEAR(worst.value, 5.22e-7, 1e-9);
  EXPECT_TRUE(test::says(worst.where, "state 'velocity' in interval 42 from 0.84"));
}

// The position goes from 0 to 1: what one knot is moved by is what its interval misses, over that range.
TEST(CertificateIntervals, SeeAStateThatWasMoved) {
  const Worst worst = after("double-integrator-energy", 10, [](PhaseSolution& phase) { phase.states(0, 4) += 1e-3; });
  EXPECT_NEAR(worst.value, 1e-3, 1e-12);
  EXPECT_TRUE(test::says(worst.where, "state 'position' in interval"));
}

TEST(CertificateIntervals, SeeAnIntegralThatWasMoved) {
  const Worst worst = after("hanging-chain", 20, [](PhaseSolution& phase) { phase.integrals(0, 7) += 0.01; });
  EXPECT_TRUE(test::says(worst.where, "integral 'length' in interval"));
  EXPECT_GT(worst.value, 2e-3);
}

TEST(CertificateIntervals, AreNoNumberWhereAStateIsNone) {
  const Worst worst = after("double-integrator-energy", 10, [](PhaseSolution& phase) {
    phase.states(1, 3) = std::numeric_limits<double>::quiet_NaN();
  });
  EXPECT_TRUE(std::isnan(worst.value));
}

}  // namespace tandem::certificate_intervals_test
