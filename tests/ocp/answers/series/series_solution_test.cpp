#include <tandem/ocp/answers/series/series_solution.hpp>

#include <tandem/ocp/answers/played.hpp>

#include <gtest/gtest.h>
#include <ocp/support/series_of.hpp>
#include <ocp/support/solved.hpp>
#include <ocp/support/speed_limit_problem.hpp>
#include <support/refusal.hpp>

#include <functional>
#include <limits>
#include <random>

namespace tandem::series_solution_test {

using test::series_of;

/// Largest difference of the costates of a phase, by the largest of each.
double costate_difference(const PhaseSolution& found, const PhaseSolution& expected) {
  double worst = 0.0;
  for (int i = 0; i < expected.costates.rows(); ++i) {
    const double size = expected.costates.row(i).cwiseAbs().maxCoeff();
    worst = std::max(worst, (found.costates.row(i) - expected.costates.row(i)).cwiseAbs().maxCoeff() / size);
  }
  return worst;
}

struct Known {
  std::string problem;
  int intervals;
  double costates;  ///< how near the fitted ones come: the error of the solver's, of order 4
};
const std::vector<Known> kKnown{{"cart-pole-swing-up", 100, 2e-5},
                                {"double-integrator-time", 40, 1e-9},
                                {"bryson-denham", 54, 1e-3},
                                {"bouncing-mass", 20, 1e-8}};

// ---- what it is
// ------------------------------------------------------------------------------------------------------

TEST(SeriesSolution, HasTheCostatesThatTheSolverFound) {
  for (const Known& known : kKnown) {
    const Problem problem = make_problem(known.problem);
    const Solution solved = test::solved(problem, known.intervals);
    const Solution fitted = solution_from(problem, series_of(solved));
    EXPECT_TRUE(fitted.costates_fitted);
    for (std::size_t p = 0; p < solved.phases.size(); ++p) {
      EXPECT_LT(costate_difference(fitted.phases[p], solved.phases[p]), known.costates) << known.problem;
    }
  }
}

TEST(SeriesSolution, IsTheMotionAsGiven) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const Solution solved = test::solved(problem, 20);
  const Solution fitted = solution_from(problem, series_of(solved));
  const PhaseSolution &own = fitted.phases[0], &given = solved.phases[0];
  EXPECT_EQ(own.states, given.states);
  EXPECT_EQ(own.controls, given.controls);
  EXPECT_EQ(own.time, given.time);
  EXPECT_EQ(fitted.objective, solved.objective);
  EXPECT_EQ(fitted.transcription, "hermite-simpson");
  EXPECT_EQ(fitted.final_time, 2.0);
  EXPECT_TRUE(fitted.is_solved());
  EXPECT_NO_THROW(Played(problem, fitted));
}

TEST(SeriesSolution, KeepsCostatesThatAreGiven) {
  const Problem problem = make_problem("bryson-denham");
  const Solution solved = test::solved(problem, 54);
  Series series = series_of(solved);
  series.phases[0].costates = solved.phases[0].costates;
  const Solution found = solution_from(problem, series);
  EXPECT_FALSE(found.costates_fitted);
  EXPECT_EQ(found.phases[0].costates, solved.phases[0].costates);
  // Before the limit's knots they are others: the jumps are fitted, each to a few thousandths of their sum.
  const Eigen::MatrixXd error = found.phases[0].costates_before - solved.phases[0].costates_before;
  EXPECT_LT(error.cwiseAbs().maxCoeff(), 1e-2 * solved.phases[0].costates.cwiseAbs().maxCoeff());
}

TEST(SeriesSolution, HasTheMultipliersOfLinkages) {
  const Problem problem = make_problem("bouncing-mass");
  const Solution solved = test::solved(problem, 20);
  const double expected = solved.multiplier("linkage/impact");
  EXPECT_NEAR(solution_from(problem, series_of(solved)).multiplier("linkage/impact"), expected,
              1e-6 * std::abs(expected));
}

// minimise  integral of u^2,  x' = u,  from 0 to 0 with the integral of x equal to 1: x = 6 t (1 - t), the costate -2
// u, and the multiplier -24 of the integral is minus its slope.
TEST(SeriesSolution, HasTheMultipliersOfIntegralConstraints) {
  Problem problem("hill");
  auto phase = problem.phase<1, 1>("over");
  phase.state("x", {.start = 0.0, .end = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.integral_constraint("area", 1.0, [](const auto& k) { return k.x[0]; });
  PhaseSeries series;
  series.time = series.control_time = Eigen::VectorXd::LinSpaced(6, 0.0, 1.0);
  const Eigen::ArrayXd t = series.time.array();
  series.states = (6.0 * t * (1.0 - t)).matrix().transpose();
  series.controls = (6.0 - 12.0 * t).matrix().transpose();
  const Solution found = solution_from(problem, {{series}});
  EXPECT_NEAR(found.multiplier("over/integral/area"), -24.0, 1e-7);
  EXPECT_NEAR(found.phases[0].integrals(0, 5), 1.0, 1e-12);
  EXPECT_LT((found.phases[0].costates + 2.0 * series.controls).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_TRUE(certify(problem, found).passes());
  series.states *= 1.001;  // the integral is another one
  EXPECT_FALSE(certify(problem, Series{{series}}).passes());
}

// u = 6 (1 - 2 t): linear between any knots.
TEST(SeriesSolution, IsExactOfAnExactAnswerOnACoarseMeshOfAnyIntervals) {
  const Problem problem = make_problem("double-integrator-energy");
  PhaseSeries series;
  series.time = series.control_time = Eigen::Vector4d(0.0, 0.13, 0.7, 1.0);
  const Eigen::ArrayXd t = series.time.array();
  series.states.resize(2, 4);
  series.states.row(0) = (3.0 * t.square() - 2.0 * t.cube()).matrix();
  series.states.row(1) = (6.0 * t - 6.0 * t.square()).matrix();
  series.controls = (6.0 - 12.0 * t).matrix().transpose();
  const Solution found = solution_from(problem, {{series}});
  EXPECT_EQ(found.transcription, "trapezoid");
  EXPECT_NEAR(found.objective, 12.0, 1e-10);
  EXPECT_LT((found.phases[0].costates.row(0).array() + 24.0).abs().maxCoeff(), 1e-8);  // lambda_v = -2 u
  EXPECT_LT((found.phases[0].costates.row(1) + 2.0 * series.controls).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_TRUE(certify(problem, found).passes());
}

// ---- what it costs
// ---------------------------------------------------------------------------------------------------

TEST(SeriesSolution, CostsWhatItCostsWhenItIsPlayedWhereNoObjectiveIsSaid) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Series series = series_of(test::solved(problem, 100));
  series.objective.reset();
  const Solution found = solution_from(problem, series);
  EXPECT_NEAR(found.objective, found.phases[0].interval_costs.sum(), 1e-12);
  EXPECT_NEAR(found.objective, 58.80766747, 1e-4);
}

TEST(SeriesSolution, TakesTheQuadratureThatExplainsTheObjective) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const Solution solved = test::solved(problem, 100);
  Series series = series_of(solved);
  const Solution own = solution_from(problem, series);
  EXPECT_LT((own.phases[0].interval_costs - solved.phases[0].interval_costs).cwiseAbs().maxCoeff(), 1e-9);
  series.objective = own.objective - 7e-5;  // what a playing from the knots finds
  const Solution played = solution_from(problem, series);
  EXPECT_GT((played.phases[0].interval_costs - solved.phases[0].interval_costs).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_EQ(played.objective, own.objective - 7e-5);
}

// ---- what the certificate says of it
// ---------------------------------------------------------------------------------

TEST(SeriesSolution, PassesWhereTheSolversOwnAnswerDoes) {
  for (const Known& known : kKnown) {
    const Problem problem = make_problem(known.problem);
    const Solution solved = test::solved(problem, known.intervals);
    ASSERT_TRUE(solved.certificate.passes()) << known.problem;
    const Certificate fitted = certify(problem, series_of(solved));
    EXPECT_TRUE(fitted.passes()) << known.problem << ": " << (fitted.reasons.empty() ? "" : fitted.reasons.front());
  }
}

// Costates are right to their own order whoever finds them; what is left is the motion's error, and of an exact answer
// the rounding of the fit.
TEST(SeriesSolution, HasTheErrorBarThatTheSolversCostatesGive) {
  for (const Known& known : kKnown) {
    for (const char* transcription : {"hermite-simpson", "trapezoid", "midpoint"}) {
      const Problem problem = make_problem(known.problem);
      const Solution solved = test::solved(problem, known.intervals, transcription);
      const double expected = solved.certificate.error_bar->relative();
      const double found = certify(problem, series_of(solved)).error_bar->relative();
      EXPECT_NEAR(found, expected, 0.01 * expected + 1e-10) << known.problem << ", " << transcription;
    }
  }
}

TEST(SeriesSolution, PassesWithAPathConstraint) {
  const Problem problem = test::speed_limit_problem(test::SpeedLimit::path_constraint);
  const Solution solved = test::solved(problem, 20);
  EXPECT_EQ(certify(problem, series_of(solved)).passes(), solved.certificate.passes());
}

TEST(SeriesSolution, IsAFiniteProblemsAnswerWhereItSaysSo) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Series series = series_of(test::solved(problem, 50, "shooting-rk4"));
  EXPECT_FALSE(certify(problem, series).passes()) << "a force held for 1/25 s is not the best that there is";
  series.steps = "shooting-rk4";
  const Certificate found = certify(problem, series);
  EXPECT_EQ(found.kind, "discrete");
  EXPECT_TRUE(found.passes()) << (found.reasons.empty() ? "" : found.reasons.front());
}

struct Spoilt {
  std::string how;
  std::function<void(Series&)> spoil;
};

TEST(SeriesSolution, FailsSpoiltAlthoughCostatesAreFittedToIt) {
  const auto first = [](Series& series) -> PhaseSeries& { return series.phases.front(); };
  const std::vector<Spoilt> ways{{"states x 1.001", [&](Series& s) { first(s).states *= 1.001; }},
                                 {"one state by 1e-3 of its range",
                                  [&](Series& s) {
                                    auto row = first(s).states.row(0);
                                    row(row.size() / 3) += 1e-3 * (row.maxCoeff() - row.minCoeff());
                                  }},
                                 {"controls x 1.001", [&](Series& s) { first(s).controls *= 1.001; }},
                                 {"noise of 1e-3",
                                  [&](Series& s) {
                                    std::mt19937 dice(1);
                                    std::normal_distribution<double> normal(0.0, 1e-3);
                                    for (double& x : first(s).states.reshaped()) x += normal(dice);
                                  }},
                                 {"controls late by a node", [&](Series& s) {
                                    auto& u = first(s).controls;
                                    u.rightCols(u.cols() - 1) = u.leftCols(u.cols() - 1).eval();
                                  }}};
  for (const Known& known : kKnown) {
    const Problem problem = make_problem(known.problem);
    const Series right = series_of(test::solved(problem, known.intervals));
    for (const Spoilt& way : ways) {
      Series series = right;
      way.spoil(series);
      EXPECT_FALSE(certify(problem, series).passes()) << known.problem << ", " << way.how;
    }
  }
}

TEST(SeriesSolution, FailsWithAnObjectiveThatTheMotionDoesNotCost) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Series series = series_of(test::solved(problem, 100));
  *series.objective *= 1.0001;
  EXPECT_FALSE(certify(problem, series).passes());
}

// ---- what is refused
// -------------------------------------------------------------------------------------------------

TEST(SeriesSolution, TakesNumbersOfItsOwn) {
  const Problem problem = make_problem("bryson-denham");
  Series series = series_of(test::solved(test::problem_with("bryson-denham", {{"limit", 0.125}}), 48));
  series.numbers.clear();
  EXPECT_FALSE(certify(problem, series).passes());
  series.numbers["limit"] = 0.125;
  EXPECT_TRUE(certify(problem, series).passes());
  EXPECT_EQ(solution_from(problem, series).numbers.at("limit"), 0.125);
}

TEST(SeriesSolution, RefusesWhatDoesNotFit) {
  const Problem problem = make_problem("bryson-denham");
  Series series = series_of(test::solved(problem, 4));
  series.phases[0].states(0, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(test::refuses([&] { solution_from(problem, series); }, "state 'position' is nan at time 0.5"));
}

}  // namespace tandem::series_solution_test
