#include <tandem/ocp/search/closed_loop/trials.hpp>

#include <gtest/gtest.h>
#include <ocp/search/closed_loop/plans.hpp>
#include <support/refusal.hpp>

#include <cmath>
#include <limits>

namespace tandem::trials_test {

using test::cart_pole_plan;
using test::refuses;

/// A cart-pole whose masses are five per cent too heavy.
TrialOptions heavy(const Problem& problem) {
  Problem plant = problem;
  for (const char* mass : {"cart_mass", "pole_mass"}) plant.set(mass, 1.05 * problem.value(mass));
  TrialOptions options;
  options.disturbance.numbers = plant.number_values();
  return options;
}

TEST(RandomPushes, ThrowVelocitiesAndAreTheSameForASeed) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Disturbance disturbance = heavy(problem).disturbance;
  disturbance.pushes = 50;
  const std::vector<Push> pushes = random_pushes(problem, cart_pole_plan(), disturbance, 4);
  const std::vector<Push> again = random_pushes(problem, cart_pole_plan(), disturbance, 4);
  const std::vector<Push> others = random_pushes(problem, cart_pole_plan(), disturbance, 5);
  ASSERT_EQ(pushes.size(), 50u);
  const Eigen::MatrixXd& states = cart_pole_plan().phases[0].states;
  for (std::size_t i = 0; i < pushes.size(); ++i) {
    EXPECT_EQ(pushes[i].jump, again[i].jump);
    EXPECT_NE(pushes[i].jump, others[i].jump);
    EXPECT_TRUE(i == 0 || pushes[i].time >= pushes[i - 1].time);
    EXPECT_TRUE(pushes[i].time >= 0.0 && pushes[i].time <= 2.0);
    EXPECT_EQ(pushes[i].jump(0), 0.0) << "no impulse moves the cart at once";
    EXPECT_EQ(pushes[i].jump(1), 0.0);
    for (int s = 2; s < 4; ++s) {
      const double range = states.row(s).maxCoeff() - states.row(s).minCoeff();
      EXPECT_LE(std::abs(pushes[i].jump(s)), 0.02 * range);
      EXPECT_NE(pushes[i].jump(s), 0.0);
    }
  }
}

TEST(RandomPushes, ThrowAllStatesOfAPlantThatHasNoVelocity) {
  const Problem problem = make_problem("scalar-lqr");
  Disturbance disturbance{problem.number_values()};
  EXPECT_NE(random_pushes(problem, test::ddp_plan(problem, 10), disturbance, 1)[0].jump(0), 0.0);
}

// What feedback is for: heavier masses and pushes spoil the swing-up, and the gains of DDP mend it.
TEST(Trials, OfASwingUpHoldWithFeedbackAndFailWithout) {
  const Problem problem = make_problem("cart-pole-swing-up");
  TrialOptions options = heavy(problem);
  options.runs = 4;
  const Trials trials = try_feedback(problem, cart_pole_plan(), options);
  EXPECT_EQ(trials.held_with(), 4);
  EXPECT_EQ(trials.held_without(), 0);
  EXPECT_TRUE(trials.all_hold());
  EXPECT_EQ(trials.hold, 2.0);
  for (const Trial& trial : trials.runs)
    EXPECT_GT(trial.without.at_plan_end.distance, 0.1) << "already before the hold";
}

TEST(Trials, WithTrackingGainsBearLargerPushes) {
  const Problem problem = make_problem("cart-pole-swing-up");
  TrialOptions options = heavy(problem);
  options.runs = 4;
  options.disturbance.size = 0.1;
  options.gains = Gains::tracking;
  EXPECT_EQ(try_feedback(problem, cart_pole_plan(), options).held_with(), 4);
  Solution bare = cart_pole_plan();
  bare.phases[0].feedback.clear();
  options.runs = 1;
  EXPECT_EQ(try_feedback(problem, bare, options).held_with(), 1) << "these need no gains of DDP";
  options.gains = Gains::plan;
  EXPECT_TRUE(refuses([&] { try_feedback(problem, bare, options); }, "the plan has no feedback gains"));
}

TEST(Trials, KeepTheSeriesOfTheFirstRunOnly) {
  const Problem problem = make_problem("scalar-lqr");
  TrialOptions options;
  options.disturbance.numbers = problem.number_values();
  options.runs = 3;
  const Trials trials = try_feedback(problem, test::ddp_plan(problem, 10), options);
  EXPECT_GT(trials.runs[0].with.time.size(), 10u);
  EXPECT_GT(trials.runs[0].without.states.cols(), 10);
  for (const int i : {1, 2}) {
    EXPECT_EQ(trials.runs[i].with.time.size(), 0u);
    EXPECT_EQ(trials.runs[i].without.states.size(), 0);
    EXPECT_TRUE(std::isfinite(trials.runs[i].with.at_end.distance)) << "what came of it stays";
  }
}

TEST(Trials, OfAPlanThatDoesNotRestEndWithIt) {
  const Problem problem = make_problem("bryson-denham");
  TrialOptions options;
  options.disturbance.numbers = problem.number_values();
  const Solution plan = test::ddp_plan(problem, 20);
  EXPECT_EQ(try_feedback(problem, plan, options).hold, 0.0);
  options.hold = 1.0;
  EXPECT_TRUE(refuses([&] { try_feedback(problem, plan, options); }, "its motion does not rest at its end"));
}

TEST(Trials, RefuseOptionsThatMeanNothing) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const auto refused = [&](auto change, const char* words) {
    TrialOptions options = heavy(problem);
    change(options);
    return refuses([&] { try_feedback(problem, cart_pole_plan(), options); }, words);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(refused([&](TrialOptions& o) { o.disturbance.size = nan; }, "the size of a push is nan"));
  EXPECT_TRUE(refused([&](TrialOptions& o) { o.disturbance.size = -1.0; }, "the size of a push is -1"));
  EXPECT_TRUE(refused([&](TrialOptions& o) { o.disturbance.pushes = -1; }, "-1 pushes were asked for"));
  EXPECT_TRUE(refused([&](TrialOptions& o) { o.runs = 0; }, "0 runs were asked for"));
  EXPECT_TRUE(refused([&](TrialOptions& o) { o.tolerance = 0.0; }, "the tolerance of the end is 0"));
  EXPECT_TRUE(refused([&](TrialOptions& o) { o.hold = nan; }, "it cannot be held for nan s"));
  EXPECT_TRUE(refused([&](TrialOptions& o) { o.disturbance.numbers[1] = nan; }, "'pole_mass' is nan"));
  EXPECT_TRUE(refused([&](TrialOptions& o) { o.hold = 1e300; }, "it cannot be held for 1e+300 s after its end"));
}

}  // namespace tandem::trials_test
