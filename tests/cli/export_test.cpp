#include <tandem/core/text_file.hpp>

#include <cli/command_line.hpp>
#include <gtest/gtest.h>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

namespace tandem::export_test {

using test::run_command;
using test::says;

TEST(Export, SavesAModelWhereItIsTold) {
  const test::TemporaryFile file("arm.casadi");
  const test::Outcome outcome = run_command("export arm-7 --output " + file.name());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "arm-7: nq = 7, nv = 7"));
  EXPECT_TRUE(says(outcome.out, "forward_dynamics(q, v, tau) -> a"));
  EXPECT_TRUE(file.exists());
}

TEST(Export, SavesAProblemsFunctions) {
  const test::TemporaryFile file("cart.casadi");
  const test::Outcome outcome = run_command("export bouncing-mass --set distance=2 --output " + file.name());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* name : {"there_dynamics", "there_running_cost", "back_dynamics", "linkage_impact"}) {
    EXPECT_TRUE(says(outcome.out, name)) << name;
  }
  EXPECT_TRUE(file.exists());
}

TEST(Export, RefusesWhatItCannotUseByName) {
  const auto refusal_of = [](const std::string& words) {
    const test::Outcome outcome = run_command("export " + words);
    EXPECT_EQ(outcome.exit_code, 2) << words;
    return outcome.err;
  };
  EXPECT_TRUE(says(refusal_of("scalar-lqr --set stat=1"), "no number called 'stat'; did you mean 'start'?"));
  EXPECT_EQ(refusal_of("acrobott"), "tandem: no model is called 'acrobott'; did you mean 'acrobot'?\n");
  EXPECT_EQ(refusal_of("acrobot --output /no/such/folder/x.casadi"),
            "tandem: cannot write to '/no/such/folder/x.casadi': No such file or directory\n");
  EXPECT_TRUE(says(refusal_of("acrobot --set mass=1"), "--set is for problems of motion; 'acrobot' is a model"));
  EXPECT_TRUE(says(refusal_of("scalar-lqr --base fixed"), "--base is for URDF files; 'scalar-lqr' is a problem"));
  EXPECT_TRUE(says(refusal_of("draper"), "'draper' is a co-design problem, which show, solve"));
  EXPECT_NE(refusal_of(""), "");
}

TEST(Export, DoesNotWriteWhereANameInAFileSays) {
  const test::TemporaryFile file("robot.urdf"), saved("robot.casadi");
  write_text(
      "<robot name='../../elsewhere'><link name='base'/><link name='arm'><inertial><mass value='1'/>"
      "<inertia ixx='1' iyy='1' izz='1'/></inertial></link><joint name='hinge' type='continuous'>"
      "<parent link='base'/><child link='arm'/></joint></robot>",
      file.path());
  const test::Outcome refused = run_command("export " + file.name());
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.err, "tandem: '../../elsewhere' cannot be the name of a file: say one by --output\n");
  EXPECT_EQ(run_command("export " + file.name() + " --output " + saved.name()).exit_code, 0);
  EXPECT_TRUE(saved.exists());
}

TEST(Export, TeachesByItsHelp) {
  const test::Outcome outcome = run_command("export --help");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "casadi.Function.load("));
  EXPECT_TRUE(says(outcome.out, "--output"));
}

}  // namespace tandem::export_test
