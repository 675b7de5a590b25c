#include <tandem/core/scalar.hpp>
#include <tandem/derivatives/scalar_cppad.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/problems/codesign_registry.hpp>
#include <tandem/problems/controller_registry.hpp>
#include <tandem/problems/registry.hpp>

#include <cli/command_line.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

#include <fstream>
namespace tandem::verify_test {

using test::run_command;
using test::says;

TEST(Verify, PrintsATableForAModel) {
  const test::Outcome outcome = run_command("verify cart-pole");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "cart-pole: derivatives PASS"));
  EXPECT_TRUE(says(outcome.out, "inverse dynamics by numbers"));
  EXPECT_TRUE(says(outcome.out, "analytic cppad casadi complex-step"));
}

TEST(Verify, PrintsATableForAProblem) {
  const test::Outcome outcome = run_command("verify cart-pole-swing-up --set pole_length=1.5 --states 2");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "cart-pole-swing-up: derivatives PASS"));
  EXPECT_TRUE(says(outcome.out, "dynamics, second order"));
}

TEST(Verify, PrintsATableForAStructureAndForAController) {
  const test::Outcome structure = run_command("verify salama-hub --set effort_weight=1e-3");
  EXPECT_EQ(structure.exit_code, 0) << structure.err;
  EXPECT_TRUE(says(structure.out, "control cost, second order"));
  const test::Outcome controller = run_command("verify gust-alleviation --set peak_weight=1 --states 1");
  EXPECT_EQ(controller.exit_code, 0) << controller.err;
  EXPECT_TRUE(says(controller.out, "gain squared at 0.06172 rad/s"));
}

TEST(Verify, SavesTheTableAsJson) {
  const test::TemporaryFile file("verify.json");
  EXPECT_EQ(run_command("verify acrobot --seed 42 --states 1 --quiet --json " + file.name()).exit_code, 0);
  const auto json = nlohmann::json::parse(file.text());
  EXPECT_EQ(json["status"], "passed");
  EXPECT_EQ(json["seed"], 42);
  EXPECT_EQ(json["problem"], "acrobot");
  const auto& block = json["blocks"][0];
  EXPECT_EQ(block["name"], "inverse dynamics by q");
  EXPECT_EQ(block["ways"].size(), 4U);
  EXPECT_LT(block["max_relative_difference"].get<double>(), 1e-12);
  EXPECT_TRUE(block["worst"]["row"].is_string());
  EXPECT_TRUE(block["worst"]["column"].is_string());
}

/// A clutch whose force depends on a branch that a recorded tape does not see.
Problem slipping_clutch() {
  Problem problem("clutch");
  auto phase = problem.phase<1, 1>("slip");
  phase.state("slip", {.start = 2.0, .end = 0.0});
  phase.control("press", {});
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.dynamics([](const auto& k) {
    using S = std::decay_t<decltype(k.x[0])>;
    return rates(k.u[0] * (ScalarTraits<S>::first_value(k.x[0]) > 0.75 ? 2.0 : 1.0) * (k.x[0] - 0.75));
  });
  return problem;
}

TEST(Verify, ExitsWithOneWhereWaysDisagreeAndSaysWhy) {
  const test::TemporaryFile file("verify.json");
  const test::Outcome outcome = run_command("verify --states 10 --json " + file.name(), slipping_clutch());
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(says(outcome.out, "clutch: derivatives FAIL"));
  EXPECT_TRUE(says(outcome.out, "not smooth at 'slip' = 0.75"));
  const auto json = nlohmann::json::parse(file.text());
  EXPECT_EQ(json["status"], "failed");
  EXPECT_EQ(json["blocks"][0]["worst"]["row"], "rate of slip");
}

TEST(Verify, TakesEverythingAtOnce) {
  const test::TemporaryFile file("verify.json");
  const test::Outcome outcome = run_command("verify --all --states 1 --json " + file.name());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  for (const ModelEntry& entry : model_entries()) EXPECT_TRUE(says(outcome.out, entry.example));
  for (const auto& names : {problem_names(), codesign_names(), controller_names()}) {
    for (const std::string& name : names) EXPECT_TRUE(says(outcome.out, name + " "));
  }
  const auto json = nlohmann::json::parse(file.text());
  EXPECT_EQ(json["status"], "passed");
  EXPECT_EQ(json["blocks"][0]["name"], "acrobot: inverse dynamics by q");
}

TEST(Verify, TakesAUrdfFile) {
  const test::TemporaryFile file("robot.urdf");
  std::ofstream(file.path()) << R"(<robot name="flail">
    <link name="base"><inertial><mass value="3"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
    <link name="arm"><inertial><origin xyz="0 0.1 -0.5"/><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.01"/>
    </inertial></link>
    <joint name="hinge" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>)";
  const test::Outcome outcome = run_command("verify " + file.name() + " --base floating");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "flail: derivatives PASS"));
}

TEST(Verify, RefusesWhatItCannotUseByName) {
  const auto refusal_of = [](const std::string& words) {
    const test::Outcome outcome = run_command("verify " + words);
    EXPECT_EQ(outcome.exit_code, 2) << words;
    return outcome.err;
  };
  EXPECT_TRUE(says(refusal_of("cart-pol"), "no model and no problem is called 'cart-pol'; did you mean 'cart-pole'"));
  EXPECT_TRUE(says(refusal_of("drapr"), "no model and no problem is called 'drapr'; did you mean 'draper'?"));
  EXPECT_TRUE(says(refusal_of("draper --base floating"), "--base is for URDF files; 'draper' is a co-design problem"));
  EXPECT_EQ(refusal_of("no/such.urdf"), "tandem: cannot read 'no/such.urdf'\n");
  EXPECT_TRUE(says(refusal_of(""), "verify needs a NAME, a URDF file, or --all"));
  EXPECT_TRUE(says(refusal_of("acrobot --all"), "verify takes --all or a NAME, not both ('acrobot')"));
  EXPECT_TRUE(says(refusal_of("acrobot --states 0"), "0 states were asked for, at least 1 is needed"));
  EXPECT_TRUE(
      says(refusal_of("acrobot --set mass=1"),
           "--set is for problems of motion, co-design problems and controller problems; 'acrobot' is a model"));
  EXPECT_TRUE(
      says(refusal_of("scalar-lqr --base floating"), "--base is for URDF files; 'scalar-lqr' is a problem of motion"));
  EXPECT_TRUE(says(refusal_of("acrobot --json /no/such/folder/x"), "cannot write to '/no/such/folder/x'"));
  EXPECT_TRUE(says(refusal_of("chain-5000"), "its numbers go from 1 to 4096"));
  EXPECT_TRUE(says(refusal_of("acrobot --seed -1"), "--seed takes a whole number that is not negative, not '-1'"));
  EXPECT_TRUE(says(refusal_of("--all --set mass=1"), "--set is for one problem, not for --all"));
  EXPECT_TRUE(says(refusal_of("--all --base fixed"), "--base is for one problem, not for --all"));
}

TEST(Verify, TeachesByItsHelp) {
  const test::Outcome outcome = run_command("verify --help");
  EXPECT_EQ(outcome.exit_code, 0);
  for (const std::string words : {"--states", "--seed", "--json", "--all", "tandem verify acrobot", "Exit codes: 0"}) {
    EXPECT_TRUE(says(outcome.out, words));
  }
}

}  // namespace tandem::verify_test
