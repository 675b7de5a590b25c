#include <tandem/ocp/search/solve.hpp>

#include <tandem/ocp/answers/played.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <ocp/support/speed_limit_problem.hpp>
#include <support/order.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::solve_test {

using test::problem_with;
using test::refuses;
using test::solved;

// ---- known values ---------------------------------------------------------------------------------------------------

TEST(Solve, FindsTheSwingUpOfTheCartPole) {
  const Solution solution = solved("cart-pole-swing-up", 100);
  EXPECT_NEAR(solution.objective, 58.80767, 1e-5);
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_LE(solution.iterations, 20);
}

TEST(Solve, FindsTheFastestSlide) {
  const Solution solution = solved("brachistochrone", 200);
  EXPECT_NEAR(solution.objective, 0.824338669439, 1e-8);
  EXPECT_NEAR(solution.final_time, solution.objective, 1e-15);
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_LE(solution.iterations, 40);
}

TEST(Solve, IsExactWhereHermiteSimpsonIs) {
  for (const int intervals : {1, 2, 7, 20}) {
    const Solution solution = solved("double-integrator-energy", intervals);
    EXPECT_NEAR(solution.objective, 12.0, 1e-9) << intervals;
    EXPECT_TRUE(solution.certificate.passes()) << intervals;
  }
}

TEST(Solve, FindsTheShortestTimeOnEvenMeshes) {
  for (const int intervals : {2, 10, 20, 50}) {
    const Solution solution = solved("double-integrator-time", intervals);
    EXPECT_NEAR(solution.objective, 2.0, 1e-8) << intervals;
    EXPECT_LE(solution.iterations, 30) << intervals;
  }
}

// J* = 4/(9 l) up to 1/6, then 2 + 6 (1 - 4 l)^2 up to 1/4, then 2. With the junctions on knots the answer is
// piecewise of degrees that Hermite-Simpson integrates exactly.
TEST(Solve, TurnsRoundBelowEveryLimit) {
  const auto cost = [](double limit) {
    return solved(problem_with("bryson-denham", {{"limit", limit}}), 54).objective;
  };
  EXPECT_NEAR(cost(1.0 / 9.0), 4.0, 1e-8);         // junctions at 1/3, 2/3
  EXPECT_NEAR(cost(0.2), 2.0 + 6.0 * 0.04, 1e-8);  // a touch at 1/2
  EXPECT_NEAR(cost(0.3), 2.0, 1e-8);               // never there
}

// Junctions at 3/8 and 5/8: knots of 56 intervals.
TEST(Solve, TurnsRoundBelowAnEighth) {
  EXPECT_NEAR(solved(problem_with("bryson-denham", {{"limit", 0.125}}), 56).objective, 32.0 / 9.0, 1e-8);
}

TEST(Solve, KeepsASpeedLimitAsAPathConstraint) {
  const Problem problem = test::speed_limit_problem(test::SpeedLimit::path_constraint);
  EXPECT_NEAR(solved(problem, 20).objective, test::kSpeedLimitCost, 1e-8);
  const Solution solution = solved(problem, 60);
  EXPECT_NEAR(solution.objective, test::kSpeedLimitCost, 1e-8);
  EXPECT_TRUE(solution.certificate.passes());
}

TEST(Solve, FindsTheScalarRegulator) {
  const Solution solution = solved("scalar-lqr", 50);
  EXPECT_NEAR(solution.objective, std::tanh(1.0) / 2.0, 1e-9);
  EXPECT_EQ(solution.iterations, 1);
}

TEST(Solve, SolvesWithEveryTranscription) {
  for (const std::string& name : transcription_names()) {
    const Solution solution = solved("cart-pole-swing-up", 100, name);
    EXPECT_TRUE(solution.is_solved()) << name;
    EXPECT_LE(solution.iterations, 20) << name;
    EXPECT_EQ(solution.transcription, name);
  }
}

TEST(Solve, MovesWithItsNumbers) {
  const Solution solution = solved(problem_with("double-integrator-energy", {{"distance", 2.0}, {"duration", 4.0}}), 4);
  EXPECT_NEAR(solution.objective, 12.0 * 4.0 / 64.0, 1e-9);
  EXPECT_EQ(solution.final_time, 4.0);
  const Solution strong = solved(problem_with("double-integrator-time", {{"distance", 4.0}, {"max_force", 4.0}}), 20);
  EXPECT_NEAR(strong.objective, 2.0, 1e-8);
}

// ---- orders ---------------------------------------------------------------------------------------------------------

/// How far the regulator's extrapolated orders may be from whole numbers: they are within 0.0034.
constexpr double kRegulatorOrder = 0.005;

/// Errors of the scalar regulator against u = -sinh(1 - t)/cosh 1, x = cosh(1 - t)/cosh 1, costate = -u.
struct RegulatorErrors {
  double state = 0.0, costate = 0.0, control_inside = 0.0, control_at_ends = 0.0;
};

RegulatorErrors regulator_errors(const std::string& transcription, int intervals, int degree = 0) {
  SolveOptions options;
  options.transcription = transcription;
  options.intervals = intervals;
  options.degree = degree;
  const Solution solution = solve(make_problem("scalar-lqr"), options);
  const PhaseSolution& phase = solution.phases.front();
  const auto u = [](double t) { return -std::sinh(1.0 - t) / std::cosh(1.0); };
  RegulatorErrors errors;
  const auto see = [](double& worst, double error) { worst = std::max(worst, std::abs(error)); };
  for (int k = 0; k <= intervals; ++k) {
    const double t = phase.time(k);
    see(errors.state, phase.states(0, k) - std::cosh(1.0 - t) / std::cosh(1.0));
    see(errors.costate, phase.costates(0, k) + u(t));
  }
  const int last = static_cast<int>(phase.control_time.size()) - 1;
  for (int i = 0; i <= last; ++i) {
    const bool is_end = i == 0 || i == last;
    see(is_end ? errors.control_at_ends : errors.control_inside, phase.controls(0, i) - u(phase.control_time(i)));
  }
  return errors;
}

/// The orders of these errors from three meshes, each twice as fine as the one before: without the error's next term,
/// which is smaller by a step. What comes after it is smaller by the step's square, 1/20^2 = 0.0025 on the coarsest.
template <class ErrorsOn>
RegulatorErrors orders_from(int intervals, const ErrorsOn& errors_on) {
  const RegulatorErrors coarse = errors_on(intervals), middle = errors_on(2 * intervals),
                        fine = errors_on(4 * intervals);
  const auto order = [&](double RegulatorErrors::*error) {
    return test::extrapolated_order(coarse.*error, middle.*error, fine.*error);
  };
  return {order(&RegulatorErrors::state), order(&RegulatorErrors::costate), order(&RegulatorErrors::control_inside),
          order(&RegulatorErrors::control_at_ends)};
}

RegulatorErrors regulator_orders(const std::string& transcription, int intervals, int degree = 0) {
  return orders_from(intervals, [&](int count) { return regulator_errors(transcription, count, degree); });
}

TEST(Orders, OfTheTrapezoidAreTwoAndOneForTheControlAtTheEnds) {
  const RegulatorErrors order = regulator_orders("trapezoid", 20);
  EXPECT_NEAR(order.state, 2.0, kRegulatorOrder);
  EXPECT_NEAR(order.costate, 2.0, kRegulatorOrder);
  EXPECT_NEAR(order.control_inside, 2.0, kRegulatorOrder);
  EXPECT_NEAR(order.control_at_ends, 1.0, kRegulatorOrder);
}

TEST(Orders, OfHermiteSimpsonAreFourAndTwoForTheControl) {
  for (const std::string name : {"hermite-simpson", "hermite-simpson-separated"}) {
    const RegulatorErrors order = regulator_orders(name, 10);
    EXPECT_NEAR(order.state, 4.0, kRegulatorOrder) << name;
    EXPECT_NEAR(order.costate, 4.0, kRegulatorOrder) << name;
    EXPECT_NEAR(order.control_inside, 2.0, kRegulatorOrder) << name;
  }
}

// Gauss with m points: 2m at knots, m + 1 for the control; Radau: 2m - 1 and m; midpoint: 2 throughout. A control that
// is a polynomial through the points is of the order of its collocation, one that is constant of order 2 at its middle.
TEST(Orders, OfCollocationAreThoseOfItsQuadrature) {
  struct Expected {
    const char* transcription;
    int degree, intervals;
    double state, control, costate;
  };
  // On 64 intervals the errors of order 4 and 5 are 1e-11 and less, where what the solver leaves shows.
  for (const Expected& e :
       {Expected{"gauss", 1, 16, 2, 2, 2}, Expected{"gauss", 2, 8, 4, 3, 4}, Expected{"radau", 2, 16, 3, 2, 3},
        Expected{"radau", 3, 6, 5, 3, 5}, Expected{"midpoint", 0, 16, 2, 2, 2}}) {
    const RegulatorErrors order = regulator_orders(e.transcription, e.intervals, e.degree);
    const std::string name = std::string(e.transcription) + " of " + std::to_string(e.degree);
    EXPECT_NEAR(order.state, e.state, kRegulatorOrder) << name;
    EXPECT_NEAR(order.costate, e.costate, kRegulatorOrder) << name;
    EXPECT_NEAR(order.control_inside, e.control, kRegulatorOrder) << name;
  }
}

/// Largest difference of the cart-pole's states at the 41 knots that all meshes share.
double cart_pole_difference(const Solution& a, const Solution& b) {
  const Eigen::MatrixXd &x = a.phases.front().states, &y = b.phases.front().states;
  double worst = 0.0;
  for (int k = 0; k <= 40; ++k) {
    const auto difference = x.col(k * a.intervals() / 40) - y.col(k * b.intervals() / 40);
    worst = std::max(worst, difference.cwiseAbs().maxCoeff());
  }
  return worst;
}

// Against 1280 intervals, whose own error is 4^-4 of that of 320: 0.005 of the last order. From 40 to 80 the next order
// still helps (4.77); 80 to 160 see 0.05 of it, and 160 to 320 a quarter of that or less.
TEST(Orders, OfTheCartPolesStatesAreFour) {
  const Solution reference = solved("cart-pole-swing-up", 1280);
  std::vector<double> errors;
  for (const int intervals : {40, 80, 160, 320}) {
    errors.push_back(cart_pole_difference(solved("cart-pole-swing-up", intervals), reference));
  }
  EXPECT_GT(std::log2(errors[0] / errors[1]), 4.0);
  EXPECT_NEAR(std::log2(errors[1] / errors[2]), 4.0, 0.1) << errors[1] << " to " << errors[2];
  EXPECT_NEAR(std::log2(errors[2] / errors[3]), 4.0, 0.02) << errors[2] << " to " << errors[3];
}

// A pendulum brought to rest hanging: x'' = u - sin x, smooth and nonlinear.
Problem pendulum() {
  Problem problem("pendulum");
  auto phase = problem.phase<2, 1>("settle");
  phase.time({.start = 0.0, .end = 2.0});
  phase.state("angle", {.start = 2.0, .end = 0.0});
  phase.state("rate", {.start = 0.0, .end = 0.0});
  phase.control("torque", {});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0] - sin(k.x[0])); });
  phase.running_cost([](const auto& k) { return square(k.u[0]) + square(k.x[0]); });
  return problem;
}

/// Largest errors of the pendulum's knots, and of its controls inside, against 160 intervals of Gauss with 5 points,
/// of order 10: exact to rounding.
RegulatorErrors pendulum_errors(const std::string& transcription, int intervals, int degree) {
  static const Problem problem = pendulum();
  static const Solution exact = solve(problem, {.transcription = "gauss", .intervals = 160, .degree = 5});
  const Solution solution =
      solve(pendulum(), {.transcription = transcription, .intervals = intervals, .degree = degree});
  const PhaseSolution &own = solution.phases[0], &fine = exact.phases[0];
  RegulatorErrors errors;
  const auto see = [](double& worst, double error) { worst = std::max(worst, std::abs(error)); };
  const Played replay(problem, exact);  // the exact control between knots, by its own collocation polynomial
  const int stride = exact.intervals() / intervals;
  for (int k = 0; k <= intervals; ++k) {
    for (int i = 0; i < 2; ++i) {
      see(errors.state, own.states(i, k) - fine.states(i, k * stride));
      see(errors.costate, own.costates(i, k) - fine.costates(i, k * stride));
    }
  }
  for (int i = 0; i < own.control_time.size(); ++i) {
    const double t = own.control_time(i);
    if (t < 0.2 || t > 1.8) continue;
    const int k = std::min(static_cast<int>(t / 2.0 * exact.intervals()), exact.intervals() - 1);
    const double fraction = (t - fine.time(k)) / (fine.time(k + 1) - fine.time(k));
    see(errors.control_inside, own.controls(0, i) - replay.control(k, fraction)(0));
  }
  return errors;
}

// Extrapolated orders are within 0.01 of whole numbers. The errors of Radau with 3 points are 1e-11 on 80 intervals,
// where rounding of 1e-13 is 0.03 of the order.
TEST(Orders, OfEveryTranscriptionHoldOnAPendulumToo) {
  struct Expected {
    const char* transcription;
    int degree, intervals;
    double state, control, costate, off = 0.02;
  };
  for (const Expected& e : {Expected{"trapezoid", 0, 40, 2, 2, 2}, Expected{"hermite-simpson", 0, 40, 4, 2, 4},
                            Expected{"hermite-simpson-separated", 0, 40, 4, 2, 4}, Expected{"gauss", 1, 40, 2, 2, 2},
                            Expected{"gauss", 2, 20, 4, 3, 4}, Expected{"radau", 2, 40, 3, 2, 3},
                            Expected{"radau", 3, 20, 5, 3, 5, 0.04}, Expected{"midpoint", 0, 40, 2, 2, 2}}) {
    const std::string name = std::string(e.transcription) + " of " + std::to_string(e.degree);
    const RegulatorErrors order =
        orders_from(e.intervals, [&](int count) { return pendulum_errors(e.transcription, count, e.degree); });
    EXPECT_NEAR(order.state, e.state, e.off) << name;
    EXPECT_NEAR(order.costate, e.costate, e.off) << name;
    EXPECT_NEAR(order.control_inside, e.control, e.off) << name;
  }
}

// ---- meshes ---------------------------------------------------------------------------------------------------------

TEST(Solve, TakesTheProblemsOwnMeshUnlessToldOtherwise) {
  const Solution solution = solve(make_problem("bryson-denham"));
  EXPECT_EQ(solution.transcription, "hermite-simpson");
  EXPECT_EQ(solution.intervals(), 36);
}

TEST(Solve, RefinesACoarseMeshUntilItIsCertified) {
  SolveOptions options;
  options.intervals = 20;
  options.refine = 1e-6;
  const Solution solution = solve(make_problem("cart-pole-swing-up"), options);
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_LE(solution.certificate.line("interval_error").value, 1e-6);
  EXPECT_GT(solution.intervals(), 20);
  EXPECT_LT(solution.intervals(), 200);  // a uniform mesh needs about 95
  // What each interval misses changes the cost by as much as the costates value it.
  const double value = solution.phases.front().costates.cwiseAbs().maxCoeff();
  EXPECT_NEAR(solution.objective, 58.80766747, solution.intervals() * 1e-6 * value);
}

TEST(Solve, KeepsAMeshThatIsFineEnough) {
  SolveOptions options;
  options.intervals = 10;
  options.refine = 1e-6;
  EXPECT_EQ(solve(make_problem("double-integrator-energy"), options).intervals(), 10);
}

TEST(Solve, SumsTheEffortOfAllRefinements) {
  SolveOptions options;
  options.intervals = 20;
  const int once = solve(make_problem("cart-pole-swing-up"), options).iterations;
  options.refine = 1e-4;
  EXPECT_GT(solve(make_problem("cart-pole-swing-up"), options).iterations, once);
}

TEST(Solve, StartsFromTheGuessItIsGiven) {
  const Solution coarse = solved("cart-pole-swing-up", 50);
  SolveOptions options;
  options.intervals = 100;
  options.guess = guess_from(coarse);
  const Solution fine = solve(make_problem("cart-pole-swing-up"), options);
  EXPECT_NEAR(fine.objective, 58.80767, 1e-5);
  EXPECT_LT(fine.iterations, 20);
}

// ---- progress and effort --------------------------------------------------------------------------------------------

TEST(Solve, KeepsTheHistoryOfTheSolver) {
  int calls = 0;
  SolveOptions options;
  options.solver.progress = [&](const Progress&) {
    ++calls;
    return true;
  };
  const Solution solution = solve(make_problem("brachistochrone"), options);
  EXPECT_EQ(static_cast<int>(solution.history.size()), solution.iterations + 1);
  EXPECT_EQ(calls, static_cast<int>(solution.history.size()));
  EXPECT_NEAR(solution.history.back().objective, solution.objective, 1e-12);
}

TEST(Solve, MeasuresItsTime) {
  const Seconds seconds = solved("cart-pole-swing-up", 50).seconds;
  EXPECT_GT(seconds.setup, 0.0);
  EXPECT_GT(seconds.certificate, 0.0);
  EXPECT_LE(seconds.setup + seconds.solver + seconds.certificate, seconds.total);
}

TEST(Solve, AnswersWithoutSuccessWhatHasNoAnswer) {
  const Solution solution = solved(problem_with("double-integrator-energy", {{"max_force", 1.0}}), 20);
  EXPECT_EQ(solution.status, Status::infeasible);
  EXPECT_FALSE(solution.is_solved());
  EXPECT_FALSE(solution.certificate.passes());
}

// ---- what is refused ------------------------------------------------------------------------------------------------

template <class Change>
auto with_options(const Change& change) {
  return [change] {
    SolveOptions options;
    change(options);
    solve(make_problem("scalar-lqr"), options);
  };
}

TEST(Solve, RefusesBadOptionsByName) {
  EXPECT_TRUE(refuses(with_options([](SolveOptions& o) { o.intervals = -5; }), "mesh: -5 intervals were asked for"));
  EXPECT_TRUE(refuses(with_options([](SolveOptions& o) { o.transcription = "trapezoids"; }),
                      "no transcription is called 'trapezoids'; did you mean 'trapezoid'?"));
  EXPECT_TRUE(refuses(with_options([](SolveOptions& o) { o.degree = 3; }), "has no degree to choose (given: 3)"));
  EXPECT_TRUE(refuses(with_options([](SolveOptions& o) { o.derivatives = "tap"; }),
                      "no plug is called 'tap'; did you mean 'tape'?"));
  EXPECT_TRUE(
      refuses(with_options([](SolveOptions& o) { o.solver.hessian = "gaus-newton"; }), "did you mean 'gauss-newton'?"));
  EXPECT_TRUE(refuses(with_options([](SolveOptions& o) { o.solver.hessian = "gauss-newton"; }),
                      "Hessian 'gauss-newton' is DDP's; solver 'ipopt' takes the exact one"));
  EXPECT_TRUE(refuses(with_options([](SolveOptions& o) { o.solver.tolerance = 0.0; }), "the tolerance 0 must be"));
  EXPECT_TRUE(refuses(with_options([](SolveOptions& o) { o.solver.max_iterations = -1; }),
                      "the iteration limit -1 is negative"));
  EXPECT_TRUE(refuses(with_options([](SolveOptions& o) { o.solver.time_limit = 0.0; }), "the time limit 0 must be"));
  EXPECT_TRUE(refuses(with_options([](SolveOptions& o) { o.refine = -1.0; }), "the refinement tolerance -1 must be"));
}

TEST(Solve, RefusesAGuessThatDoesNotFit) {
  EXPECT_TRUE(
      refuses(with_options([](SolveOptions& o) { o.guess = guess_from(solved("double-integrator-energy", 2)); }),
              "guess: it has 2 states, phase 'regulate' has 1"));
}

TEST(Solve, RefusesBoundsThatCrossByTheirNumbers) {
  Problem problem("crossed");
  const Number high = problem.number({"high", 1.0});
  auto phase = problem.phase<1, 1>("only");
  phase.state("x", {.start = 0.0});
  phase.control("u", {.bounds = {0.0, high}});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.end_cost([](const auto& k) { return k.x[0]; });
  problem.set("high", -1.0);
  bool ran = false;
  SolveOptions options;
  options.solver.progress = [&](const Progress&) { return ran = true; };
  EXPECT_TRUE(refuses([&] { solve(problem, options); }, "control 'u' has crossed bounds"));
  EXPECT_FALSE(ran);
}

TEST(Solve, RefusesDynamicsWithoutAValueAtTheGuessBeforeItStarts) {
  Problem problem("root");
  auto phase = problem.phase<1, 1>("only");
  phase.state("x", {.start = 1.0, .end = -1.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(sqrt(k.x[0]) + k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  bool ran = false;
  SolveOptions options;
  options.solver.progress = [&](const Progress&) { return ran = true; };
  EXPECT_TRUE(refuses([&] { solve(problem, options); }, "the rate of state 'x'"));
  EXPECT_FALSE(ran);
}

}  // namespace tandem::solve_test
