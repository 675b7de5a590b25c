#include <tandem/ocp/answers/singular_arcs.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_flow.hpp>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

namespace tandem::singular_arcs_test {

struct Found {
  explicit Found(const std::string& name, int intervals, const std::string& transcription)
      : lone(make_problem(name), test::solved(name, intervals, transcription)),
        least(lone.flow),
        arcs(lone.flow, least) {}

  int count() const {
    int sum = 0;
    for (int k = 0; k < lone.answer.intervals(); ++k) sum += arcs.is_singular(k) ? 1 : 0;
    return sum;
  }

  test::LoneFlow lone;
  LeastHamiltonian least;
  SingularArcs arcs;
};

// The force is -1 until 1.414 and position - velocity after, towards 0 at 5: with 100 intervals from the 28th on.
TEST(SingularArcs, BeginWhereTheControlLeavesItsBounds) {
  const Found found("singular-regulator", 100, "radau");
  EXPECT_FALSE(found.arcs.is_singular(0, 26));
  EXPECT_TRUE(found.arcs.is_singular(0, 29));
  EXPECT_TRUE(found.arcs.is_singular(50));
  ASSERT_EQ(found.arcs.notes().size(), 1U);
  EXPECT_TRUE(test::says(found.arcs.notes()[0], "control 'force' is singular from 1.4"));
}

TEST(SingularArcs, AreNoneAtASwitch) {
  const Found found("double-integrator-time", 51, "hermite-simpson");
  EXPECT_EQ(found.count(), 0);
  EXPECT_TRUE(found.arcs.notes().empty());
}

TEST(SingularArcs, AreNoneOfAControlInWhichTheHamiltonianIsCurved) {
  EXPECT_EQ(Found("cart-pole-swing-up", 20, "hermite-simpson").count(), 0);
}

// Between -1 and 1, half-way through an interval that pushes by 0.2: 0.2 * (u + 1) with u the mean control.
TEST(SingularArcs, AverageTheSwitchingFunction) {
  const Found found("singular-regulator", 100, "radau");
  double mean = 0.0;
  for (int s = 0; s < 16; ++s) mean += found.lone.answer.control_within(60, (s + 0.5) / 16)(0) / 16;
  EXPECT_NEAR(found.arcs.averaged_excess(0, 60, 0.2), 0.2 * (mean + 1.0), 1e-14);
  EXPECT_NEAR(found.arcs.averaged_excess(0, 60, -0.2), 0.2 * (1.0 - mean), 1e-14);
}

}  // namespace tandem::singular_arcs_test
