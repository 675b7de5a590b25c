#include <tandem/ocp/search/closed_loop/roll_out.hpp>

#include <tandem/ocp/answers/played.hpp>

#include <gtest/gtest.h>
#include <ocp/search/closed_loop/plans.hpp>
#include <support/refusal.hpp>

#include <cmath>
#include <limits>

namespace tandem::roll_out_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::cart_pole_plan;
using test::refuses;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Problem cart_pole() { return make_problem("cart-pole-swing-up"); }

RollOut on(const Problem& problem) { return RollOut{problem.number_values()}; }

/// x' = u of one state and one control, 10 steps of 0.1; the plan rests at 0 with u = 0 and gains -1, within |u| <= 1.
Problem integrator() {
  Problem problem("integrator");
  auto phase = problem.phase<1, 1>("hold");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("x", {.start = 0.0, .end = 0.0});
  phase.control("u", {.bounds = {-1.0, 1.0}});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return problem;
}

Solution integrator_plan(double gain) {
  Solution plan;
  plan.problem = "integrator";
  plan.transcription = "shooting-rk4";
  PhaseSolution series;
  series.interval_ends.resize(11);
  series.time = VectorXd::LinSpaced(11, 0.0, 1.0);
  series.states = series.costates = series.costates_before = MatrixXd::Zero(1, 11);
  series.controls = MatrixXd::Zero(1, 10);
  series.control_time = series.time.head(10);
  series.integrals.resize(0, 11);
  series.feedback.assign(10, MatrixXd::Constant(1, 1, gain));
  plan.phases.push_back(series);
  return plan;
}

TEST(RollOut, OfAnUndisturbedPlanIsItsReplay) {
  const Problem problem = cart_pole();
  RollOut choice = on(problem);
  choice.feedback = false;
  const RolledOut motion = roll_out(problem, cart_pole_plan(), choice);
  const VectorXd end = Played(problem, cart_pole_plan()).open_loop_end();
  // Two runs of the same integrator with other stops; errors of 1e-12 grow some forty times on the way.
  EXPECT_LT((motion.states.rightCols(1) - end).norm(), 1e-9);
  EXPECT_EQ(motion.time.front(), 0.0);
  EXPECT_EQ(motion.time.back(), 2.0);
  EXPECT_EQ(std::ssize(motion.time), 50 * 9);
}

// One push of 0.5 at 0.25: the control does not know before 0.3, then x falls by a tenth of itself each step.
TEST(RollOut, ReadsTheStateAtKnotsAndHoldsTheControl) {
  RollOut choice;
  choice.pushes = {{0.25, VectorXd::Constant(1, 0.5)}};
  const RolledOut motion = roll_out(integrator(), integrator_plan(-1.0), choice);
  EXPECT_NEAR(motion.states(0, motion.states.cols() - 1), 0.5 * std::pow(0.9, 7), 1e-12);
  EXPECT_NEAR(motion.controls(0, motion.controls.cols() - 1), -0.5 * std::pow(0.9, 6), 1e-12);
  EXPECT_EQ(motion.saturated, 0.0);
  choice.feedback = false;
  EXPECT_NEAR(roll_out(integrator(), integrator_plan(-1.0), choice).at_end.distance, 0.5, 1e-12);
}

TEST(RollOut, KeepsControlsWithinTheirBounds) {
  RollOut choice;
  choice.pushes = {{0.0, VectorXd::Constant(1, 3.0)}};
  const RolledOut motion = roll_out(integrator(), integrator_plan(-2.0), choice);
  EXPECT_EQ(motion.controls.minCoeff(), -1.0);
  // The push comes with the first knot but after it is read; nine steps at the bound lead from 3 to 2.1.
  EXPECT_NEAR(motion.states(0, motion.states.cols() - 1), 2.1, 1e-12);
  EXPECT_NEAR(motion.saturated, 0.9, 1e-12);
}

TEST(RollOut, JumpsAtAPushAndShowsBothItsSides) {
  RollOut choice;
  choice.pushes = {{0.26, VectorXd::Constant(1, 0.5)}, {0.26, VectorXd::Constant(1, 0.25)}};
  const RolledOut motion = roll_out(integrator(), integrator_plan(0.0), choice);
  int at = 0;
  while (motion.time[at] < 0.26) ++at;
  EXPECT_NEAR(motion.states(0, at), 0.0, 1e-15);
  EXPECT_NEAR(motion.states(0, at + 1), 0.5, 1e-15);
  EXPECT_NEAR(motion.states(0, motion.states.cols() - 1), 0.75, 1e-15);
}

TEST(RollOut, HoldsThePlantAfterThePlan) {
  const Problem problem = cart_pole();
  RollOut choice = on(problem);
  choice.numbers[problem.index_of_number("pole_mass")] *= 1.05;
  choice.hold = 3.0;
  choice.end_regulator = end_regulator(problem, cart_pole_plan());
  const RolledOut with = roll_out(problem, cart_pole_plan(), choice);
  EXPECT_TRUE(with.holds(1e-3));
  EXPECT_EQ(with.time.back(), 5.0);
  EXPECT_LT(with.at_end.distance, with.at_plan_end.distance);
  choice.feedback = false;
  const RolledOut without = roll_out(problem, cart_pole_plan(), choice);
  EXPECT_FALSE(without.holds(0.1)) << without.at_end.distance;
}

// Where controls are held linearly the gains see [x; u] and choose the control at the right knot.
TEST(RollOut, FollowsLinearControlsWithoutJumps) {
  const Problem problem = cart_pole();
  const Solution plan = test::ddp_plan(problem, 50, 1);
  RollOut choice = on(problem);
  choice.numbers[problem.index_of_number("pole_mass")] *= 1.02;
  const RolledOut with = roll_out(problem, plan, choice);
  choice.feedback = false;
  const RolledOut without = roll_out(problem, plan, choice);
  EXPECT_LT(with.at_end.distance, 0.1 * without.at_end.distance);
  for (int i = 9; i < with.controls.cols(); i += 9) {  // a straight line's end is its right value, to rounding
    EXPECT_NEAR(with.controls(0, i), with.controls(0, i - 1), 1e-14) << i;
  }
}

TEST(RollOut, SaysWhereAMotionCannotBeFollowed) {
  Problem problem("escape");
  auto phase = problem.phase<1, 1>("run");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("x", {.start = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.x[0] * k.x[0] + k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  Solution plan = integrator_plan(0.0);
  plan.problem = "escape";
  RollOut choice;
  choice.pushes = {{0.1, VectorXd::Constant(1, 4.1)}};  // x = 1 / (0.3439 - t)
  const RolledOut motion = roll_out(problem, plan, choice);
  EXPECT_TRUE(test::says(motion.trouble, "the motion cannot be followed past 0.3439"));
  EXPECT_FALSE(motion.holds(1e300));
}

TEST(RollOut, SaysHowFarAStateLeavesItsBounds) {
  Problem bounded("integrator");
  auto phase = bounded.phase<1, 1>("hold");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("x", {.bounds = {-0.2, 0.2}, .start = 0.0, .end = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  RollOut choice;
  choice.pushes = {{0.5, VectorXd::Constant(1, -0.7)}};
  const RolledOut motion = roll_out(bounded, integrator_plan(-1.0), choice);
  EXPECT_NEAR(motion.past_bounds, 0.5, 1e-12);
  EXPECT_EQ(motion.past_bounds_of, "x");
}

TEST(RollOut, RefusesWhatItCannotFollow) {
  const Problem problem = integrator();
  const Solution plan = integrator_plan(-1.0);
  const auto refused = [&](const RollOut& choice, const char* words) {
    return refuses([&] { roll_out(problem, plan, choice); }, words);
  };
  EXPECT_TRUE(refused({.numbers = {1.0}}, "the plant has 1 numbers instead of 0"));
  EXPECT_TRUE(refused({.pushes = {{0.5, VectorXd::Constant(1, kNan)}}}, "the push at 0.5 s is not finite"));
  EXPECT_TRUE(refused({.pushes = {{kNan, VectorXd::Zero(1)}}}, "a push at nan s follows one at 0 s"));
  EXPECT_TRUE(refused({.pushes = {{0.5, VectorXd::Zero(1)}, {0.4, VectorXd::Zero(1)}}},
                      "a push at 0.4 s follows one at 0.5 s"));
  EXPECT_TRUE(refused({.pushes = {{0.5, VectorXd::Zero(2)}}}, "a push moves 2 states, there are 1"));
  EXPECT_TRUE(refused({.hold = -1.0}, "it cannot be held for -1 s"));
  EXPECT_TRUE(refused({.hold = 1.0}, "holding it after its end needs a regulator"));
  EXPECT_TRUE(refused({.samples = 0}, "at least 1 part"));
}

TEST(RollOut, RefusesPlansWithoutFittingGains) {
  const Problem problem = integrator();
  const auto refused = [&](const Solution& plan, const char* words) {
    return refuses([&] { require_gains(problem, plan); }, words);
  };
  Solution plan = integrator_plan(-1.0);
  plan.phases[0].feedback[3](0, 0) = kNan;
  EXPECT_TRUE(refused(plan, "a gain of the plan is not finite"));
  plan.phases[0].feedback[3].resize(1, 2);
  EXPECT_TRUE(refused(plan, "a gain of the plan is 1 x 2 instead of 1 x 1"));
  plan.phases[0].feedback.pop_back();
  EXPECT_TRUE(refused(plan, "the plan has 9 gains for 10 intervals"));
  plan.phases[0].feedback.clear();
  EXPECT_TRUE(refused(plan, "the plan has no feedback gains"));
  plan.phases.push_back(plan.phases[0]);
  EXPECT_TRUE(refused(plan, "its plan has 2 phases"));
  plan.problem = "another";
  EXPECT_TRUE(refused(plan, "the plan is one of 'another'"));
}

}  // namespace tandem::roll_out_test
