#include <tandem/ocp/answers/series/unknown_sizes.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>

#include <cmath>

namespace tandem::unknown_sizes_test {

/// bryson-denham on four intervals: position 0, 0.1, 1/9, 0.1, 0; velocity 1, 0.5, 0, -0.5, -1; force -2 at all nodes.
struct Point {
  Point() : nlp(make_problem("bryson-denham"), uniform_mesh("trapezoid", 4)), z(nlp.layout().variables()) {
    const double positions[] = {0.0, 0.1, 1.0 / 9.0 - 1e-8, 0.1, 0.0};
    for (int k = 0; k <= 4; ++k) {
      z(nlp.layout(0).state(k)) = positions[k];
      z(nlp.layout(0).state(k) + 1) = 1.0 - 0.5 * k;
      z(nlp.layout(0).knot_control(k)) = -2.0;
    }
  }
  StagedNlp nlp;
  Eigen::VectorXd z;
};

TEST(UnknownSizes, AreRangesOrMagnitudes) {
  const Point point;
  const UnknownSizes sizes = unknown_sizes(point.nlp, point.z);
  const PhaseLayout& layout = point.nlp.layout(0);
  EXPECT_NEAR(sizes.size(layout.state(3)), 1.0 / 9.0, 1e-7);
  EXPECT_EQ(sizes.size(layout.state(3) + 1), 2.0);
  EXPECT_EQ(sizes.size(layout.knot_control(3)), 2.0);
}

// Half an interval at the ends, a whole one inside; intervals are quarters.
TEST(UnknownSizes, WeighANodeByThePartThatItStandsFor) {
  const Point point;
  const UnknownSizes sizes = unknown_sizes(point.nlp, point.z);
  const PhaseLayout& layout = point.nlp.layout(0);
  EXPECT_NEAR(sizes.weight(layout.knot_control(0)), std::sqrt(8.0), 1e-14);
  EXPECT_NEAR(sizes.weight(layout.knot_control(2)), 2.0, 1e-14);
  EXPECT_EQ(sizes.weight(layout.state(2)), 1.0);
}

TEST(UnknownSizes, KnowWhatIsFixedAndWhatIsAtItsBound) {
  const Point point;
  const UnknownSizes sizes = unknown_sizes(point.nlp, point.z);
  const PhaseLayout& layout = point.nlp.layout(0);
  EXPECT_TRUE(sizes.is_fixed(layout.state(0)));
  EXPECT_EQ(sizes.side(layout.state(1)), 0);
  EXPECT_EQ(sizes.side(layout.state(2)), -1);
  EXPECT_EQ(side_of(1.0 + 1e-9, 1.0, 2.0, 1e-8), 1);
  EXPECT_EQ(side_of(1.9, 1.0, 2.0, 1e-8), 0);
  EXPECT_EQ(side_of(2.1, 1.0, 2.0, 1e-8), -1);
}

// Of u^2 / 2 with u = -2 over 1 s.
TEST(UnknownSizes, MeasureTheObjective) {
  Point point;
  EXPECT_NEAR(objective_size(point.nlp, point.z), 2.0, 1e-14);
  StagedNlp in_time(make_problem("double-integrator-time"), uniform_mesh("trapezoid", 4));
  const Guess guess = straight_line_guess(in_time.problem());
  EXPECT_NEAR(objective_size(in_time, in_time.unknowns_from(guess)), 3.0, 1e-14);  // the guessed time
}

}  // namespace tandem::unknown_sizes_test
