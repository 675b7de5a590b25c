#include <tandem/dynamics/models.hpp>

#include <cli/command_line.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
namespace tandem::simulate_test {

using test::run_command;
using test::says;

TEST(Simulate, PrintsAnAuditThatPasses) {
  const test::Outcome outcome = run_command("simulate double-pendulum --time 1");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "double-pendulum: 2 bodies, 2 freedoms"));
  EXPECT_TRUE(says(outcome.out, "1 s by fehlberg78: "));
  EXPECT_TRUE(says(outcome.out, "audit  PASS"));
  EXPECT_TRUE(says(outcome.out, "energy"));
  EXPECT_EQ(outcome.out.find("momentum"), std::string::npos) << "a pendulum's support takes momentum up";
}

TEST(Simulate, AuditsMomentumOfWhatFloats) {
  const test::Outcome outcome = run_command("simulate spacecraft-with-booms --time 1");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "linear momentum"));
  EXPECT_TRUE(says(outcome.out, "angular momentum"));
}

TEST(Simulate, MovesAModelInThreeForms) {
  for (const auto& [form, method] : {std::pair{"minimal", "0.1 s by fehlberg78: "},
                                     {"multipliers", "0.1 s by fehlberg78, multipliers: "},
                                     {"descriptor", "0.1 s by descriptor: "}}) {
    const test::Outcome outcome = run_command(std::string("simulate four-bar --time 0.1 --form ") + form);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(says(outcome.out, method));
  }
  EXPECT_TRUE(says(run_command("simulate differential --form descriptor").err, "follows by a coupling"));
}

TEST(Simulate, ExitsWithOneWhereTheAuditFails) {
  const test::Outcome outcome = run_command("simulate double-pendulum --integrator rk4 --step 0.05 --limit 1e-9");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(says(outcome.out, "audit  FAIL"));
  EXPECT_TRUE(says(outcome.out, "FAILS"));
}

TEST(Simulate, ExitsWithOneWhereTheMotionGoesToInfinityAndSaysWhen) {
  const test::Outcome outcome = run_command("simulate acrobot --integrator rk4 --step 2 --time 100");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(says(outcome.err, "model 'acrobot': the simulation by rk4 fails at t = "));
}

TEST(Simulate, MovesEveryModelToItsStoredState) {
  const test::Outcome outcome = run_command("simulate --all");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err << outcome.out;
  for (const ModelEntry& entry : model_entries()) EXPECT_TRUE(says(outcome.out, entry.example));
  EXPECT_TRUE(says(outcome.out, "distance"));
  EXPECT_EQ(outcome.out.find("FAILS"), std::string::npos);
  const test::Outcome coarse = run_command("simulate --all --integrator rk4 --step 0.05 --limit 1e-9");
  EXPECT_EQ(coarse.exit_code, 1);
  EXPECT_TRUE(says(coarse.out, "FAILS"));
}

TEST(Simulate, TakesANameOrAll) {
  const test::Outcome outcome = run_command("simulate acrobot --all");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(says(outcome.err, "simulate takes --all or a NAME, not both ('acrobot')"));
}

TEST(Simulate, StartsWhereItIsTold) {
  const test::TemporaryFile file("simulate.json");
  const test::Outcome outcome = run_command(
      "simulate spinning-body --time 1 --start free.z=-3 --rate free.wx=-2 "
      "--rate free.wy=0 --gravity 0 0 -1.5 --json " +
      file.name());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(file.text());
  EXPECT_EQ(json["coordinates"]["free.z"][0], -3.0);
  EXPECT_EQ(json["velocities"]["free.wx"][0], -2.0);
  EXPECT_NEAR(json["coordinates"]["free.z"].back().get<double>(), -3.75, 1e-12);
}

TEST(Simulate, SavesSeriesAndAuditAsJson) {
  const test::TemporaryFile file("simulate.json");
  const test::Outcome outcome = run_command("simulate spinning-body --time 1 --step 0.1 --quiet --json " + file.name());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "");
  const auto json = nlohmann::json::parse(file.text());
  EXPECT_EQ(json["format"], 2);
  EXPECT_EQ(json["problem"], "spinning-body");
  EXPECT_EQ(json["integrator"], "fehlberg78");
  EXPECT_EQ(json["time"].size(), 11U);
  EXPECT_EQ(json["coordinates"].size(), 7U);
  EXPECT_EQ(json["velocities"]["free.wy"].size(), 11U);
  EXPECT_EQ(json["energy"]["kinetic"].size(), 11U);
  EXPECT_EQ(json["momentum"]["linear_x"].size(), 11U);
  EXPECT_TRUE(json["audit"]["passes"].get<bool>());
  EXPECT_LT(json["audit"]["energy"].get<double>(), 1e-12);
  EXPECT_LT(json["audit"]["angular_momentum"].get<double>(), 1e-12);
}

TEST(Simulate, SavesTheSeriesAsATable) {
  const test::TemporaryFile file("simulate.csv");
  EXPECT_EQ(run_command("simulate acrobot --time 1 --step 0.25 --quiet --csv " + file.name()).exit_code, 0);
  std::istringstream table(file.text());
  std::string line;
  std::getline(table, line);
  EXPECT_EQ(line,
            "time,shoulder,elbow,rate:shoulder,rate:elbow,acceleration:shoulder,acceleration:elbow,"
            "force:shoulder,force:elbow,kinetic,potential,work");
  int rows = 0;
  while (std::getline(table, line)) ++rows;
  EXPECT_EQ(rows, 5);
}

TEST(Simulate, MovesAUrdfFileOnAFixedOrFloatingBase) {
  const test::TemporaryFile file("robot.urdf");
  std::ofstream(file.path()) << R"(<robot name="flail">
    <link name="base"><inertial><mass value="3"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
    <link name="arm"><inertial><origin xyz="0 0 -0.5"/><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.01"/>
    </inertial></link>
    <joint name="hinge" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
    <dynamics friction="0.25"/></joint></robot>)";
  const test::Outcome fixed = run_command("simulate " + file.name() + " --time 1 --start hinge=1");
  EXPECT_EQ(fixed.exit_code, 0) << fixed.err;
  EXPECT_EQ(fixed.err, "");
  EXPECT_TRUE(says(fixed.out, "flail: 1 bodies, 1 freedoms"));
  const test::Outcome floating = run_command("simulate " + file.name() + " --time 1 --base floating --rate hinge=1");
  EXPECT_EQ(floating.exit_code, 0) << floating.err;
  EXPECT_TRUE(says(floating.out, "flail: 2 bodies, 7 freedoms"));
  EXPECT_TRUE(says(floating.out, "linear momentum"));
  std::ofstream(file.path()) << "<robot name='r'>\n<link name='a'/>\n<link name='b'/></robot>";
  const test::Outcome refused = run_command("simulate " + file.name());
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(says(refused.err, file.name() + ":3: links 'a' (line 2) and 'b' are both roots"));
}

TEST(Simulate, RefusesWhatItCannotUseByName) {
  const auto refusal_of = [](const std::string& words) {
    const test::Outcome outcome = run_command("simulate " + words);
    EXPECT_EQ(outcome.exit_code, 2) << words;
    return outcome.err;
  };
  EXPECT_EQ(refusal_of("acrobat"), "tandem: no model is called 'acrobat'; did you mean 'acrobot'?\n");
  EXPECT_EQ(refusal_of("no/such.urdf"), "tandem: cannot read 'no/such.urdf'\n");
  EXPECT_TRUE(says(refusal_of("acrobot --integrator rk5"), "no integrator is called 'rk5'; did you mean 'rk4'?"));
  EXPECT_EQ(refusal_of("acrobot --start elbo=1"), "tandem: --start: the model has no 'elbo'; did you mean 'elbow'?\n");
  EXPECT_EQ(refusal_of("acrobot --rate elbow"), "tandem: --rate takes KEY=VALUE, not 'elbow'\n");
  EXPECT_EQ(refusal_of("acrobot --start elbow=up"), "tandem: the value of 'elbow' is not a finite number: 'up'\n");
  EXPECT_EQ(refusal_of("acrobot --time -1"), "tandem: duration is -1 s: it must be positive\n");
  EXPECT_EQ(refusal_of("acrobot --step 0"), "tandem: step is 0 s: it must be positive\n");
  EXPECT_EQ(refusal_of("acrobot --limit 0"), "tandem: --limit is 0: it must be positive\n");
  EXPECT_EQ(refusal_of("acrobot --base floating"),
            "tandem: --base is for URDF files; 'acrobot' is a model of tandem's own\n");
  EXPECT_EQ(refusal_of("x.urdf --base loose"), "tandem: --base is fixed or floating, not 'loose'\n");
  EXPECT_EQ(refusal_of("acrobot --time 0.1 --csv /no/such/folder/x.csv"),
            "tandem: cannot write to '/no/such/folder/x.csv': No such file or directory\n");
  EXPECT_TRUE(says(refusal_of("acrobot --tme 1"), "no option is called '--tme'; did you mean '--time'?"));
  EXPECT_NE(refusal_of(""), "");
  EXPECT_EQ(refusal_of("acrobot --gravity 0 0"), "tandem: --gravity takes X Y Z, not '0 0' alone\n");
  EXPECT_EQ(refusal_of("acrobot --gravity 0 0 nan"), "tandem: --gravity takes a number, not 'nan'\n");
  EXPECT_EQ(refusal_of("acrobot --gravity 0 0 inf"), "tandem: model 'acrobot': gravity is not finite\n");
  EXPECT_EQ(refusal_of("acrobot --gravity 0 0 1 --gravity 0 0 2"), "tandem: --gravity was given twice\n");
}

TEST(Simulate, ListsItsModels) {
  const test::TemporaryFile file("models.json");
  const test::Outcome outcome = run_command("list --models --json " + file.name());
  EXPECT_EQ(outcome.exit_code, 0);
  for (const ModelEntry& entry : model_entries()) {
    EXPECT_TRUE(says(outcome.out, entry.name));
    EXPECT_TRUE(says(outcome.out, entry.title));
  }
  const auto json = nlohmann::json::parse(file.text());
  EXPECT_EQ(json["models"].size(), model_entries().size());
  EXPECT_EQ(json["models"][0]["name"], "acrobot");
  EXPECT_EQ(json["models"][0]["freedoms"], 2);
}

}  // namespace tandem::simulate_test
