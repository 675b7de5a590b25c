#include <tandem/ocp/answers/control_breaks.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_flow.hpp>

#include <cmath>

namespace tandem::control_breaks_test {

/// Coefficients of the product of (s - root).
std::vector<double> with_roots(const std::vector<double>& roots) {
  std::vector<double> c{1.0};
  for (const double root : roots) {
    c.push_back(0.0);
    for (std::size_t i = c.size() - 1; i > 0; --i) c[i] = c[i - 1] - root * c[i];
    c[0] *= -root;
  }
  return c;
}

void expect_roots(const std::vector<double>& of, const std::vector<double>& expected, double tolerance) {
  const std::vector<double> found = roots_inside(of);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], tolerance);
}

// Slopes at these roots are above 0.01, coefficients below 2: a rounding of 2e-16 moves a root by 2e-14.
TEST(RootsInside, AreTheKnownOnesOfPolynomialsUpToDegreeFive) {
  expect_roots(with_roots({0.3}), {0.3}, 1e-15);
  expect_roots(with_roots({0.2, 0.9}), {0.2, 0.9}, 2e-15);
  expect_roots(with_roots({0.1, 0.5, 0.8}), {0.1, 0.5, 0.8}, 2e-14);
  expect_roots(with_roots({0.05, 0.3, 0.6, 0.95}), {0.05, 0.3, 0.6, 0.95}, 2e-14);
  expect_roots(with_roots({-0.5, 0.1, 0.4, 0.7, 1.5}), {0.1, 0.4, 0.7}, 2e-14);
}

TEST(RootsInside, LeaveRootsOutsideAndAtTheEnds) {
  expect_roots(with_roots({-0.2, 1.3}), {}, 0.0);
  expect_roots(with_roots({0.0, 0.5, 1.0}), {0.5}, 1e-15);
  expect_roots({0.0, 1.0}, {}, 0.0);
  expect_roots({-1.0, 1.0}, {}, 0.0);
}

// A double root is one place; a triple one is as sharp as the cube root of rounding.
TEST(RootsInside, CountMultipleRootsOnce) {
  expect_roots(with_roots({0.5, 0.5}), {0.5}, 1e-15);
  expect_roots(with_roots({0.3, 0.3, 0.3}), {0.3}, 2e-5);
  expect_roots(with_roots({0.25, 0.25, 0.75}), {0.25, 0.75}, 1e-7);
}

TEST(RootsInside, AreNoneOfAPolynomialWithoutSign) {
  expect_roots({0.0, 0.0, 0.0}, {}, 0.0);
  expect_roots({1.0, 0.0, 1.0}, {}, 0.0);
  expect_roots({3.0}, {}, 0.0);
  expect_roots({}, {}, 0.0);
}

/// x' = u within these bounds.
Problem pushed(Range bounds) {
  Problem problem("pushed");
  auto phase = problem.phase<1, 1>("push");
  phase.state("x", {}).control("u", {.bounds = bounds});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return problem;
}

template <class Control>
std::vector<double> breaks_of(Range bounds, const std::string& transcription, int degree, const Control& control) {
  const auto zero = [](double) { return Eigen::VectorXd::Zero(1); };
  const auto u = [&](double t) { return Eigen::VectorXd::Constant(1, control(t)); };
  const Problem problem = pushed(bounds);
  const Solution solution = test::answer_of(problem, transcription, 1, test::Motion{zero, u, zero, 0.0, 1.0}, degree);
  return control_breaks(Played(problem, solution), 0);
}

void expect_breaks(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-14);
}

TEST(ControlBreaks, AreWhereALineMeetsItsBounds) {
  expect_breaks(breaks_of({-1.0, 1.0}, "trapezoid", 0, [](double t) { return 4.0 * t - 2.0; }), {0.0, 0.25, 0.75, 1.0});
}

// u = 1.5 - 8 (t - 1/2)^2 is 1 at 1/2 -+ 1/4 and 0 at 1/2 -+ sqrt(3)/4.
TEST(ControlBreaks, AreWhereAParabolaMeetsItsBounds) {
  const double root = std::sqrt(3.0) / 4.0;
  expect_breaks(breaks_of({0.0, 1.0}, "hermite-simpson", 0, [](double t) { return 1.5 - 8.0 * (t - 0.5) * (t - 0.5); }),
                {0.0, 0.5 - root, 0.25, 0.75, 0.5 + root, 1.0});
}

// Through four Gauss points, none of which is an end.
TEST(ControlBreaks, AreWhereACubicMeetsItsBounds) {
  const auto cubic = [](double t) { return 1.0 + 10.0 * (t - 0.2) * (t - 0.6) * (t - 0.7); };
  expect_breaks(breaks_of({-kInfinity, 1.0}, "gauss", 4, cubic), {0.0, 0.2, 0.6, 0.7, 1.0});
}

TEST(ControlBreaks, AreTheEndsAloneOfWhatStaysWithin) {
  const auto line = [](double t) { return t; };
  expect_breaks(breaks_of({0.0, 1.0}, "hermite-simpson", 0, line), {0.0, 1.0});
  expect_breaks(breaks_of({}, "hermite-simpson", 0, line), {0.0, 1.0});
  expect_breaks(breaks_of({-5.0, 5.0}, "midpoint", 0, line), {0.0, 1.0});
}

// Below 1e-7 of the range (here 2) nothing is seen, above it something is.
TEST(ControlBreaks, LeaveWhatIsNegligible) {
  const auto by = [](double over) { return [over](double t) { return 1.0 + over * (2.0 * t - 1.0); }; };
  EXPECT_EQ(breaks_of({-1.0, 1.0}, "trapezoid", 0, by(1e-7)).size(), 2);
  EXPECT_EQ(breaks_of({-1.0, 1.0}, "trapezoid", 0, by(4e-7)).size(), 3);
}

}  // namespace tandem::control_breaks_test
