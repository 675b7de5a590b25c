#include <tandem/ocp/answers/certified_phase.hpp>

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/transcription/phase_blocks.hpp>

#include <gtest/gtest.h>
#include <ocp/support/steady_push.hpp>
#include <support/refusal.hpp>

#include <memory>
#include <utility>

namespace tandem::certified_phase_test {

using test::SteadyPush;

constexpr double kRounding = 1e-14;

/// The steady push, u = 1 and x = t, with its functions by the default plug.
struct Certified {
  explicit Certified(Problem stated, Solution its_answer = test::steady_answer(), double sign = 1.0)
      : problem(std::move(stated)),
        solution(std::move(its_answer)),
        function(make_knot_function(
            blocks_along(problem.phases()[0], numbers_of(problem, solution), problem.design_numbers()), kDefaultPlug)),
        phase(problem, solution, 0, *function, problem.design_numbers(), sign) {
    phase.played = play(phase.flow);
  }

  Problem problem;
  Solution solution;
  std::unique_ptr<KnotFunction> function;
  CertifiedPhase phase;
};

TEST(CertifiedPhase, HasTheEndCostOfTheAnswersLastState) {
  EXPECT_NEAR(Certified(SteadyPush().problem()).phase.end_cost, 1.0, kRounding);
  Solution further = test::steady_answer();
  further.phases[0].states(0, 4) = 1.5;
  EXPECT_NEAR(Certified(SteadyPush().problem(), further).phase.end_cost, 0.25, kRounding);
}

// What the answer says of its intervals is not believed where its states and controls tell: u^2 over one second. What
// another tool states stands.
TEST(CertifiedPhase, ClaimsWhatStatesAndControlsMakeOfTheCost) {
  Solution boasting = test::steady_answer();
  boasting.phases[0].interval_costs = Eigen::VectorXd::Constant(4, 0.1);
  EXPECT_NEAR(Certified(SteadyPush().problem(), boasting).phase.claimed_cost(true), 1.0, kRounding);
  boasting.phases[0].costs_are_stated = true;
  EXPECT_NEAR(Certified(SteadyPush().problem(), boasting).phase.claimed_cost(true), 0.4, kRounding);
}

TEST(CertifiedPhase, ClaimsWhatWasPlayedWhereTheAnswerSaysNothing) {
  const Certified made(SteadyPush().problem());
  ASSERT_EQ(made.solution.phases[0].interval_costs.size(), 0);
  EXPECT_NEAR(made.phase.claimed_cost(true), 1.0, kRounding);
  EXPECT_EQ(made.phase.claimed_cost(false), 0.0);
}

TEST(CertifiedPhase, ClaimsAsStatedWhereTheObjectiveIsMaximised) {
  Problem problem = SteadyPush().problem();
  problem.maximise();
  const Certified made(std::move(problem), test::steady_answer(), -1.0);
  EXPECT_NEAR(made.phase.claimed_cost(true), 1.0, kRounding);
  EXPECT_NEAR(made.phase.end_cost, 1.0, kRounding);
}

// H = u^2 - 2 u = -1 along the whole; by the price of the push, the integral of u^2.
TEST(CertifiedPhase, HasItsShareOfTheBorder) {
  SteadyPush push;
  Problem problem = push.problem();
  Phase phase = problem.phases()[0];
  phase.time.end = Range(0.5, 2.0);
  problem = problem.restated({phase}, {});
  Certified made(std::move(problem));
  made.phase.make_bar(2.0);
  const BorderShare share = made.phase.border(made.problem);
  EXPECT_NEAR(share.by_end_time, -1.0, kRounding);
  EXPECT_NEAR(share.by_start_time, 1.0, kRounding);
  ASSERT_EQ(share.by_numbers.size(), 1);
  EXPECT_NEAR(share.by_numbers(0), 1.0, kRounding);
}

TEST(CertifiedPhase, SaysNothingOfAControlWithinItsBounds) {
  EXPECT_EQ(Certified(SteadyPush{.controls = {-2.0, 2.0}}.problem()).phase.overshoot_note(), "");
}

// A line from 0.9 to 1.25 over the last interval, 2/7 of it within the bounds.
TEST(CertifiedPhase, SaysHowFarAControlPassesItsBoundsBetweenNodes) {
  Solution solution = test::steady_answer();
  solution.phases[0].controls << 1.0, 1.0, 1.0, 0.9, 1.25;
  const Certified made(SteadyPush{.controls = {-1.0, 1.0}}.problem(), solution);
  const std::string note = made.phase.overshoot_note();
  EXPECT_TRUE(test::says(note, "the stored control 'u' passes its bounds by 0.25 (interval 3)")) << note;
  // u^2 as stored is (0.81 + 1.125 + 1.5625) / 12; played, 2/7 (0.81 + 0.9 + 1) / 12 + 5/7 / 4
  EXPECT_TRUE(test::says(note, "changes the cost by -0.048")) << note;
}

}  // namespace tandem::certified_phase_test
