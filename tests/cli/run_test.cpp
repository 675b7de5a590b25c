#include <tandem/cli/run.hpp>

#include <tandem/core/error.hpp>

#include <cli/command_line.hpp>
#include <cli/own_problem.hpp>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::run_test {

using test::own_problem;
using test::run_command;
using test::says;

// ---- exit codes -----------------------------------------------------------------------------------------------------

TEST(Run, ReturnsZeroForWhatIsSolvedAndCertified) {
  EXPECT_EQ(run_command("solve scalar-lqr").exit_code, 0);
  EXPECT_EQ(run_command("solve cart-pole-swing-up --intervals 100").exit_code, 0);
}

TEST(Run, ReturnsOneForWhatIsSolvedButNotCertified) {
  const test::Outcome outcome = run_command("solve cart-pole-swing-up --intervals 4");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(says(outcome.out, "objective    45.7657"));
  EXPECT_TRUE(says(outcome.out, "certificate  FAIL"));
  EXPECT_TRUE(says(outcome.out, "because the objective may be 13 off"));
  EXPECT_TRUE(says(outcome.out, "because interval_error is"));
  EXPECT_TRUE(says(outcome.out, "because a finer mesh should mend it: tandem solve cart-pole-swing-up --refine"));
}

TEST(Run, ReturnsOneForWhatIsNotSolved) {
  const test::Outcome outcome = run_command("solve double-integrator-energy --set max_force=1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(says(outcome.out, "because the solver did not finish"));
}

TEST(Run, ReturnsTwoForWhatIsRefusedBeforeASolverRuns) {
  for (const std::string words : {
           "solve nothing",
           "solve scalar-lqr --set nothing=1",
           "solve scalar-lqr --set duration=0",
           "solve scalar-lqr --set duration=-1",
           "solve scalar-lqr --set duration=long",
           "solve scalar-lqr --set duration",
           "solve scalar-lqr --set duration=nan",
           "solve scalar-lqr --intervals -3",
           "solve scalar-lqr --intervals 0",
           "solve scalar-lqr --intervals many",
           "solve scalar-lqr --transcription none",
           "solve scalar-lqr --degree 2",
           "solve scalar-lqr --solver none",
           "solve scalar-lqr --linear-solver none",
           "solve scalar-lqr --derivatives none",
           "solve scalar-lqr --ipopt nothing=1",
           "solve scalar-lqr --tol 0",
           "solve scalar-lqr --max-iterations -1",
           "solve scalar-lqr --time-limit 0",
           "solve scalar-lqr --refine 0",
           "solve scalar-lqr --guess /no/such/file.json",
           "solve scalar-lqr --nothing",
           "solve scalar-lqr brachistochrone",
           "solve scalar-lqr --seed -1 --multi-start 2",
           "solve scalar-lqr --feedback",
           "solve scalar-lqr --solver ddp --transcription shooting-rk4 --ipopt mu_init=1",
           "solve gust-alleviation --solver ddp",
           "solve cart-pole-swing-up --set distance=3",
           "solve cart-pole-swing-up --set max_force=-1",
           "solve",
           "show nothing",
           "show",
           "nothing",
       }) {
    const test::Outcome outcome = run_command(words);
    EXPECT_EQ(outcome.exit_code, 2) << words;
    EXPECT_TRUE(says(outcome.err, "tandem: ")) << words;
    EXPECT_EQ(outcome.out, "") << words;
  }
}

TEST(Run, ReturnsZeroForLists) {
  EXPECT_EQ(run_command("list").exit_code, 0);
  EXPECT_EQ(run_command("show scalar-lqr").exit_code, 0);
}

// ---- refusals name the thing ----------------------------------------------------------------------------------------

TEST(Run, AnswersUnknownProblemsWithTheNearest) {
  EXPECT_TRUE(says(run_command("solve cart-pole").err,
                   "no problem is called 'cart-pole'; did you mean 'cart-pole-friction', 'cart-pole-minimum-time' or "
                   "'cart-pole-multibody'?"));
  EXPECT_TRUE(says(run_command("show scalar-lrq").err, "did you mean 'scalar-lqr'?"));
}

TEST(Run, NamesTheStateWhoseBoundsWereCrossed) {
  EXPECT_TRUE(says(run_command("solve cart-pole-swing-up --set distance=3").err,
                   "state 'position' at the end is [3, 3], outside the bounds [-2, 2]"));
}

// ---- a problem of one's own -----------------------------------------------------------------------------------------

TEST(Run, TakesTheProgramsOwnProblemWhereNoneIsNamed) {
  const test::Outcome outcome = run_command("solve", own_problem());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "my-own: solved"));
  EXPECT_TRUE(says(outcome.out, "objective    4"));
}

TEST(Run, SetsNumbersOfTheProgramsOwnProblem) {
  EXPECT_TRUE(says(run_command("solve --set goal=3", own_problem()).out, "objective    9"));
  EXPECT_TRUE(says(run_command("solve --set gaol=3", own_problem()).err, "did you mean 'goal'?"));
}

TEST(Run, KnowsTheProgramsOwnProblemByItsName) {
  EXPECT_EQ(run_command("solve my-own", own_problem()).exit_code, 0);
  EXPECT_TRUE(says(run_command("solve my-onw", own_problem()).err, "did you mean 'my-own'?"));
  EXPECT_TRUE(says(run_command("list", own_problem()).out, "my-own"));
}

TEST(Run, RefusesForTheProgramsOwnProblemWhatIsForOthers) {
  EXPECT_EQ(run_command("solve --feedback", own_problem()).err,
            "tandem: --feedback is for co-design problems; this is a problem of motion\n");
}

TEST(Run, TellsWhyAProblemCouldNotBeStated) {
  test::Words line("solve");
  const auto state = []() -> Problem { refuse("no file is called '{}'", "arm.urdf"); };
  testing::internal::CaptureStderr();
  EXPECT_EQ(run(line.count(), line.pointers(), state), 2);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "tandem: the problem could not be stated: no file is called 'arm.urdf'\n");
}

TEST(Run, StatesAProblemItself) {
  test::Words line("solve --quiet");
  EXPECT_EQ(run(line.count(), line.pointers(), own_problem), 0);
}

TEST(Run, KeepsTheRegistryBesideTheProgramsOwnProblem) {
  const test::Outcome outcome = run_command("solve scalar-lqr", own_problem());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "scalar-lqr: solved"));
}

}  // namespace tandem::run_test
