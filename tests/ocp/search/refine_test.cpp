#include <tandem/ocp/search/refine.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace tandem::refine_test {

/// An answer on equal intervals with these parts of its bar, whose scale is 1.
Solution with_parts(const std::vector<double>& errors, const std::string& transcription = "hermite-simpson") {
  Solution solution;
  solution.transcription = transcription;
  const int n = static_cast<int>(errors.size());
  PhaseSolution phase;
  for (int k = 0; k <= n; ++k) phase.interval_ends.push_back(static_cast<double>(k) / n);
  solution.phases.push_back(phase);
  PhaseParts parts;
  parts.errors = Eigen::Map<const Eigen::VectorXd>(errors.data(), n);
  parts.bounds.setZero(n);
  parts.singular.assign(n, false);
  solution.certificate.parts.push_back(parts);
  solution.certificate.error_bar = ErrorBar{parts.errors.cwiseAbs().sum(), 1.0, 1.0};
  return solution;
}

void expect_ends(const std::vector<Mesh>& meshes, const std::vector<double>& expected) {
  ASSERT_EQ(meshes.size(), 1);
  ASSERT_EQ(meshes[0].ends.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(meshes[0].ends[i], expected[i], 1e-15) << i;
}

// ---- which intervals are cut ----------------------------------------------------------------------------------------

// 0.5 and 0.45 are 95 % of the bar, 0.5 alone is not 90 %; a sign does not matter.
TEST(Refinement, CutsTheFewestIntervalsThatHoldNineTenthsOfTheBar) {
  expect_ends(refined_meshes(with_parts({0.02, -0.45, 0.03, 0.5}), 0.9), {0.0, 0.25, 0.375, 0.5, 0.75, 0.875, 1.0});
  expect_ends(refined_meshes(with_parts({0.02, 0.02, 0.01, 0.95}), 0.9), {0.0, 0.25, 0.5, 0.75, 0.875, 1.0});
}

// Where bounds are passed, their prices count.
TEST(Refinement, CutsByWhatBoundsAddToo) {
  Solution solution = with_parts({0.02, 0.02, 0.01, 0.01});
  solution.certificate.parts[0].bounds(1) = 0.95;
  expect_ends(refined_meshes(solution, 0.9), {0.0, 0.25, 0.375, 0.5, 0.75, 1.0});
}

// A tenth of its share of the tolerance is small enough, whatever the rest adds.
TEST(Refinement, LeavesIntervalsThatAreBelowATenthOfTheirShare) {
  const Solution solution = with_parts({0.1, 0.1, 0.1, 0.1});
  expect_ends(refined_meshes(solution, 5.0), {0.0, 0.25, 0.5, 0.75, 1.0});  // a share is 1.25
}

// A part falls by m^5 with Hermite-Simpson: 3^5 = 243 brings 200 shares below one, four pieces are the most.
TEST(Refinement, CutsIntoAsManyPiecesAsTheOrderAsksFor) {
  expect_ends(refined_meshes(with_parts({0.0, 1.0}), 2.0 / 20.0), {0.0, 0.5, 0.75, 1.0});  // 20 shares, 2^5 = 32
  expect_ends(refined_meshes(with_parts({0.0, 1.0}), 2.0 / 200.0), {0.0, 0.5, 0.5 + 0.5 / 3.0, 0.5 + 1.0 / 3.0, 1.0});
  expect_ends(refined_meshes(with_parts({0.0, 1.0}), 1e-9), {0.0, 0.5, 0.625, 0.75, 0.875, 1.0});
  // the trapezoid's falls by m^3 = 27 at most
  expect_ends(refined_meshes(with_parts({0.0, 1.0}, "trapezoid"), 2.0 / 20.0),
              {0.0, 0.5, 0.5 + 0.5 / 3.0, 0.5 + 1.0 / 3.0, 1.0});
}

TEST(Refinement, CutsIntervalsWithoutNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_ends(refined_meshes(with_parts({1e-9, nan, 1e-9, 1e-9}), 1e-6), {0.0, 0.25, 0.375, 0.5, 0.75, 1.0});
}

// ---- where ends go --------------------------------------------------------------------------------------------------

TEST(Refinement, PutsAnEndWhereAControlSwitches) {
  Solution solution = with_parts({1e-7, 1.0, 1e-7, 1e-7});
  solution.certificate.parts[0].events = {{1, 0.4, "switch of 'u'"}};
  expect_ends(refined_meshes(solution, 1e-6), {0.0, 0.25, 0.35, 0.5, 0.75, 1.0});
}

// Within a quarter of an interval from its end, the end goes there instead.
TEST(Refinement, MovesAnEndThatIsNearASwitch) {
  Solution solution = with_parts({1e-7, 1.0, 1e-7, 1e-7});
  solution.certificate.parts[0].events = {{1, 0.1, "switch of 'u'"}};
  expect_ends(refined_meshes(solution, 1e-6), {0.0, 0.275, 0.5, 0.75, 1.0});
  solution.certificate.parts[0].events = {{1, 0.9, "switch of 'u'"}};
  expect_ends(refined_meshes(solution, 1e-6), {0.0, 0.25, 0.475, 0.75, 1.0});
}

TEST(Refinement, KeepsTheEndsOfThePhase) {
  Solution solution = with_parts({1.0, 1e-9});
  solution.certificate.parts[0].events = {{0, 0.1, "switch of 'u'"}};
  expect_ends(refined_meshes(solution, 1e-6), {0.0, 0.05, 0.5, 1.0});
}

// ---- joining --------------------------------------------------------------------------------------------------------

// As one, two intervals would have 2^5 times their parts: still below a fifth of a share.
TEST(Refinement, JoinsNeighboursThatAreNegligibleTogether) {
  const Solution solution = with_parts({1.0, 1e-12, 1e-12, 1e-12, 1e-12});
  expect_ends(refined_meshes(solution, 0.1), {0.0, 0.2 / 3.0, 0.4 / 3.0, 0.2, 0.6, 1.0});
  // within four tolerances no more, or what one round joins the next one would cut
  expect_ends(refined_meshes(solution, 0.5), {0.0, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0});
}

TEST(Refinement, LeavesNeighboursThatWouldNotBe) {
  // a share is 0.1, a fifth of it 0.02: 2 * 32 * 6e-4 is above
  expect_ends(refined_meshes(with_parts({1.0, 6e-4, 6e-4, 6e-4, 6e-4}), 0.5), {0.0, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0});
}

// ---- answers --------------------------------------------------------------------------------------------------------

Solution refined_to(const Problem& problem, double tolerance, const std::string& transcription = {}) {
  SolveOptions options;
  options.refine = tolerance;
  if (!transcription.empty()) options.transcription = transcription;
  return solve(problem, options);
}

double bar_of(const Solution& solution) { return solution.certificate.error_bar->relative(); }

TEST(Refinement, HasNoRoundWhereTheBarIsBelowTheTolerance) {
  const Solution solution = refined_to(make_problem("scalar-lqr"), 1e-6);
  EXPECT_TRUE(solution.rounds.empty());
  EXPECT_EQ(solution.intervals(), 50);
}

// No round that is kept has a smaller bar than the answer, if it was certified as the answer is.
TEST(Refinement, NeverReplacesABetterAnswer) {
  for (const char* name : {"bryson-denham", "double-integrator-time", "cart-pole-swing-up", "hypersensitive"}) {
    const Solution solution = refined_to(make_problem(name), 1e-9, "hermite-simpson");
    for (const RefinementRound& round : solution.rounds) {
      if (round.certified != solution.certificate.passes()) {
        EXPECT_TRUE(solution.certificate.passes()) << name;
      } else {
        EXPECT_GE(round.bar, bar_of(solution)) << name;
      }
    }
  }
}

TEST(Refinement, EndsAtTheMostIntervals) {
  SolveOptions options;
  options.refine = 1e-12;
  options.intervals = 20;
  options.most_intervals = 60;
  const Solution solution = solve(make_problem("cart-pole-swing-up"), options);
  EXPECT_LE(solution.intervals(), 60);
  EXPECT_GT(solution.intervals(), 20);
}

TEST(Refinement, BringsASmoothMotionBelowTheTolerance) {
  const Solution solution = refined_to(make_problem("cart-pole-swing-up"), 1e-7);
  EXPECT_LE(bar_of(solution), 1e-7);
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_LT(std::abs(solution.objective - 58.8076674580), 1e-7 * 58.8);
}

// From ten intervals, none of which ends at the junctions 1/3 and 2/3: they are found by halving.
TEST(Refinement, FindsTheJunctionsOfAStateBound) {
  for (const auto& [transcription, most] : {std::pair{"radau", 40}, {"hermite-simpson", 80}}) {
    SolveOptions options;
    options.refine = 1e-8;
    options.transcription = transcription;
    options.intervals = 10;
    const Solution solution = solve(make_problem("bryson-denham"), options);
    EXPECT_TRUE(solution.certificate.passes()) << transcription;
    EXPECT_LE(bar_of(solution), 1e-8) << transcription;
    EXPECT_LE(solution.intervals(), most) << transcription;
    EXPECT_NEAR(solution.objective, 4.0, 4e-8) << transcription;
  }
}

TEST(Refinement, FindsTheSwitchesOfLeastTimes) {
  for (const auto& [name, truth] :
       {std::pair{"double-integrator-time", 2.0}, {"two-mass-spring", 4.21786651}, {"flexible-hub", 4.28191216}}) {
    const Solution solution = refined_to(make_problem(name), 1e-8);
    EXPECT_TRUE(solution.certificate.passes()) << name;
    EXPECT_LE(bar_of(solution), 1e-8) << name;
    EXPECT_LE(solution.intervals(), 150) << name;
    EXPECT_NEAR(solution.objective, truth, 1e-8 * truth + 5e-9) << name;  // truth has nine digits
  }
}

// Between its ends the motion rests for 9,900 of 10,000 seconds: nothing is cut there, and intervals are joined.
TEST(Refinement, RefinesOnlyTheEndsOfAMotionThatRestsBetween) {
  const Problem problem = test::problem_with("hypersensitive", {{"duration", 1e4}});
  const Solution solution = refined_to(problem, 1e-8);
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_LE(bar_of(solution), 1e-8);
  EXPECT_NEAR(solution.objective, 1.33080690494, 2e-8);
  EXPECT_LE(solution.intervals(), 100);
  const Eigen::VectorXd& t = solution.phases[0].time;
  const double at_first = 1e4 / problem.mesh().intervals;
  for (int k = 0; k < solution.intervals(); ++k) {
    if (t(k) > 50.0 && t(k + 1) < 9950.0) {
      EXPECT_GT(t(k + 1) - t(k), 0.999 * at_first) << t(k);
    }
  }
}

}  // namespace tandem::refine_test
