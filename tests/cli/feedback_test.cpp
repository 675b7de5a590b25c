#include <cli/command_line.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

#include <string>

namespace tandem::feedback_test {

using test::run_command;
using test::says;

/// DDP's plan of the cart-pole in a file, made once.
const std::string& plan_file() {
  static const test::TemporaryFile file("plan.json");
  static const test::Outcome made =
      run_command("solve cart-pole-swing-up --solver ddp --transcription shooting-rk4 --intervals 50 --quiet --json " +
                  file.name());
  static const std::string name = made.exit_code == 0 ? file.name() : "";
  return name;
}

std::string follow(const std::string& rest) {
  return "simulate cart-pole-swing-up --feedback --solution " + plan_file() + " " + rest;
}

TEST(Feedback, HoldsTheSwingUpThatFailsWithoutIt) {
  const test::TemporaryFile json("trials.json"), page("trials.html");
  const test::Outcome outcome = run_command(follow("--runs 2 --json " + json.name() + " --report " + page.name()));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "pole_mass is 0.315 kg (+5 %), the plan was made for 0.3 kg"));
  EXPECT_TRUE(says(outcome.out, "with feedback it holds in 2 of 2 runs, without in 0"));
  EXPECT_EQ(nlohmann::json::parse(json.text())["held"]["with_feedback"], 2);
  EXPECT_TRUE(says(page.text(), "\"kind\":\"feedback\""));
}

TEST(Feedback, SolvesThePlanItself) {
  const test::Outcome outcome = run_command("simulate scalar-lqr --feedback --intervals 10 --pushes 0");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "a plan of 10 intervals to 1 s"));
  EXPECT_TRUE(says(outcome.out, "as the plan takes it to be"));
  EXPECT_TRUE(says(outcome.out, "pushes       none"));
}

TEST(Feedback, ExitsWithOneWhereTheClosedLoopFails) {
  const test::Outcome outcome = run_command(follow("--push 0.6 --seed 2"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(says(outcome.out, "FAILS"));
  const test::Outcome unsolved = run_command("simulate cart-pole-swing-up --feedback --intervals 1 --quiet");
  EXPECT_EQ(unsolved.exit_code, 1);
  EXPECT_TRUE(says(unsolved.err, "'cart-pole-swing-up' has no certified plan to follow"));
}

TEST(Feedback, TakesAPlantByValueOrByPercent) {
  const test::Outcome outcome = run_command(follow("--plant cart_mass=1.02 --plant pole_length=-2%"));
  EXPECT_TRUE(says(outcome.out, "cart_mass is 1.02 kg (+2 %)"));
  EXPECT_TRUE(says(outcome.out, "pole_length is 0.49 m (-2 %)"));
  EXPECT_EQ(outcome.out.find("pole_mass"), std::string::npos);
}

TEST(Feedback, RefusesByName) {
  const auto refused = [](const std::string& words, const char* sentence) {
    const test::Outcome outcome = run_command(words);
    EXPECT_EQ(outcome.exit_code, 2) << words;
    return says(outcome.err, sentence);
  };
  EXPECT_TRUE(refused(follow("--plant pole_mas=+5%"), "did you mean 'pole_mass'?"));
  EXPECT_TRUE(refused(follow("--plant pole_mass=heavy"), "the value of 'pole_mass' is not a finite number: 'heavy'"));
  EXPECT_TRUE(refused(follow("--plant pole_mass=%"), "the value of 'pole_mass' is not a finite number: ''"));
  EXPECT_TRUE(refused(follow("--plant pole_mass=-200%"), "'pole_mass': the value -0.3 is outside its bounds"));
  EXPECT_TRUE(refused(follow("--push nan"), "--push takes a number, not 'nan'"));
  EXPECT_TRUE(refused(follow("--gains mine"), "--gains is plan or tracking, not 'mine'"));
  EXPECT_TRUE(
      refused(follow("--time 3"), "--time is for models and URDF files; 'cart-pole-swing-up' is a problem of motion"));
  EXPECT_TRUE(refused(follow("--set pole_mass=1"), "--set is for a plan that is solved now"));
  EXPECT_TRUE(
      refused("simulate double-pendulum --push 0.1", "--push is for problems of motion; 'double-pendulum' is a model"));
  EXPECT_TRUE(refused("simulate cart-pole-swing-up", "is a problem, not a model: --feedback simulates its plan"));
  EXPECT_TRUE(refused("simulate acrobot-swing-up --feedback --solution " + plan_file(), "is a solution of"));
  EXPECT_TRUE(refused("simulate bouncing-mass --feedback", "its plan has 2 phases; feedback is known for one"));
}

TEST(Feedback, RefusesAPlanWithoutGains) {
  const test::TemporaryFile file("no-gains.json");
  ASSERT_EQ(run_command("solve cart-pole-swing-up --quiet --json " + file.name()).exit_code, 0);
  const test::Outcome outcome = run_command("simulate cart-pole-swing-up --feedback --solution " + file.name());
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(says(outcome.err, "the plan has no feedback gains; DDP gives them"));
}

}  // namespace tandem::feedback_test
