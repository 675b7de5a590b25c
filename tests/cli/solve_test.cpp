#include <tandem/ocp/answers/solution_file.hpp>

#include <cli/command_line.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

#include <fstream>
#include <iterator>

namespace tandem::solve_test {

using test::Outcome;
using test::run_command;
using test::says;
using test::TemporaryFile;

TEST(SolveCommand, PrintsTheObjectiveTheReferenceAndTheCertificate) {
  const Outcome outcome = run_command("solve double-integrator-energy");
  EXPECT_TRUE(says(outcome.out, "double-integrator-energy: solved in"));
  EXPECT_TRUE(says(outcome.out, "(reference 12, difference"));
  EXPECT_TRUE(says(outcome.out, "certificate  PASS"));
  EXPECT_TRUE(says(outcome.out, "objective_error"));
  EXPECT_TRUE(says(outcome.out, "interval_error"));
  EXPECT_TRUE(says(outcome.out, "hermite-simpson, 20 intervals"));
}

TEST(SolveCommand, ComparesWithNoReferenceOnceANumberIsSet) {
  const Outcome outcome = run_command("solve double-integrator-energy --set distance=2");
  EXPECT_EQ(outcome.out.find("reference"), std::string::npos);
}

TEST(SolveCommand, IsSilentWhenQuiet) {
  const Outcome outcome = run_command("solve scalar-lqr --quiet");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "");
}

TEST(SolveCommand, StillReturnsOneWhenQuiet) {
  const Outcome outcome = run_command("solve cart-pole-swing-up --intervals 8 --quiet");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "");
}

TEST(SolveCommand, PrintsWhereTheTimeWentOnDemand) {
  const Outcome outcome = run_command("solve scalar-lqr --timing");
  EXPECT_TRUE(says(outcome.out, "ms linear algebra"));
  EXPECT_TRUE(says(outcome.out, "ms certificate"));
}

TEST(SolveCommand, SolvesAlongTheStagesOnDemand) {
  const Outcome outcome = run_command("solve scalar-lqr --linear-solver sweep --timing");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "ms linear algebra (sweep)"));
}

TEST(SolveCommand, ComparesLinearSolversOnDemand) {
  const Outcome outcome = run_command("solve scalar-lqr --linear-solver shadow");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "systems solved by both: 0 differ in singularity, 0 in inertia, 0 in the step"));
}

TEST(SolveCommand, SavesEverythingAsJson) {
  const TemporaryFile file("solve.json");
  EXPECT_EQ(run_command("solve cart-pole-swing-up --json " + file.name()).exit_code, 0);
  const auto json = nlohmann::json::parse(file.text());
  EXPECT_EQ(json["format"], 2);
  EXPECT_EQ(json["problem"], "cart-pole-swing-up");
  EXPECT_EQ(json["status"], "solved");
  EXPECT_EQ(json["certificate"]["verdict"], "pass");
  EXPECT_NEAR(json["objective"].get<double>(), 58.80767, 1e-5);
  EXPECT_EQ(json["numbers"]["max_force"], 20.0);
  EXPECT_EQ(json["phases"][0]["states"]["angle"].size(), 101U);
  EXPECT_EQ(json["phases"][0]["controls"]["force"].size(), 201U);
}

TEST(SolveCommand, SavesAFailureAsJsonToo) {
  const TemporaryFile file("failure.json");
  EXPECT_EQ(run_command("solve double-integrator-energy --set max_force=1 --json " + file.name()).exit_code, 1);
  const auto json = nlohmann::json::parse(file.text());
  EXPECT_EQ(json["status"], "infeasible");
  EXPECT_EQ(json["certificate"]["verdict"], "fail");
  EXPECT_EQ(json["numbers"]["max_force"], 1.0);
}

TEST(SolveCommand, TellsTheStatusOfAnInterruptedSolve) {
  const TemporaryFile file("limit.json");
  EXPECT_EQ(run_command("solve cart-pole-swing-up --max-iterations 3 --json " + file.name()).exit_code, 1);
  EXPECT_EQ(load_json(file.path()).status, Status::iteration_limit);
  EXPECT_EQ(run_command("solve cart-pole-swing-up --time-limit 1e-6 --json " + file.name()).exit_code, 1);
  EXPECT_EQ(load_json(file.path()).status, Status::time_limit);
}

TEST(SolveCommand, SavesSeriesAndReport) {
  const TemporaryFile csv("solve.csv"), report("solve.html");
  const Outcome outcome = run_command("solve scalar-lqr --csv " + csv.name() + " --report " + report.name());
  EXPECT_TRUE(says(csv.text(), "phase,time,x,u,costate_x\n"));
  EXPECT_TRUE(says(report.text(), "<html"));
  EXPECT_TRUE(says(outcome.out, csv.name()));
  EXPECT_TRUE(says(outcome.out, report.name()));
}

TEST(SolveCommand, RestartsFromASavedSolution) {
  const TemporaryFile file("restart.json");
  run_command("solve cart-pole-swing-up --intervals 50 --json " + file.name());
  const int first = load_json(file.path()).iterations;
  EXPECT_EQ(run_command("solve cart-pole-swing-up --guess " + file.name() + " --json " + file.name()).exit_code, 0);
  EXPECT_LT(load_json(file.path()).iterations, first);
}

TEST(SolveCommand, RefusesAGuessThatIsNoSolution) {
  const TemporaryFile file("broken.json");
  std::ofstream(file.path()) << "{\"format\": 1}";
  const Outcome outcome = run_command("solve scalar-lqr --guess " + file.name());
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(says(outcome.err, "solution file: "));
}

TEST(SolveCommand, RefusesAGuessOfAnotherProblem) {
  const TemporaryFile file("other.json");
  run_command("solve double-integrator-energy --quiet --json " + file.name());
  const Outcome outcome = run_command("solve scalar-lqr --guess " + file.name());
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(says(outcome.err, "guess: it has 2 states, phase 'regulate' has 1"));
}

TEST(SolveCommand, TakesTheOptionsOfTheMethod) {
  EXPECT_TRUE(
      says(run_command("solve scalar-lqr --transcription trapezoid --intervals 200").out, "trapezoid, 200 intervals"));
  EXPECT_EQ(run_command("solve cart-pole-swing-up --intervals 20 --refine 1e-6").exit_code, 0);
  EXPECT_EQ(run_command("solve scalar-lqr --tol 1e-6 --ipopt mu_strategy=adaptive --ipopt max_iter=50").exit_code, 0);
}

TEST(SolveCommand, PolishesAndPrintsTheSwitches) {
  const TemporaryFile json("polished.json"), csv("polished.csv"), report("polished.html");
  const Outcome outcome = run_command("solve two-mass-spring --polish --json " + json.name() + " --csv " + csv.name() +
                                      " --report " + report.name());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "objective    4.21786651045"));
  EXPECT_TRUE(says(outcome.out, "intervals in 4 phases"));
  EXPECT_TRUE(says(outcome.out, "switches     1.00267843038  force from upper to lower"));
  EXPECT_TRUE(says(outcome.out, "    switching "));
  EXPECT_TRUE(says(outcome.out, "polished     the minimum principle holds along every arc"));
  const auto saved = nlohmann::json::parse(json.text());
  ASSERT_EQ(saved["switches"].size(), 3U);
  EXPECT_NEAR(saved["switches"][1]["time"].get<double>(), 2.108933255, 1e-8);
  EXPECT_EQ(saved["phases"][1]["name"], "move-arc-2-of-4");
  EXPECT_TRUE(says(csv.text(), "\nmove-arc-4-of-4,"));
  EXPECT_TRUE(says(report.text(), "move-arc-3-of-4"));
}

TEST(SolveCommand, PolishesForOtherNumbersAfterARefinement) {
  const Outcome outcome =
      run_command("solve double-integrator-time --polish --refine 1e-6 --set distance=4 --scale move/position=2");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "final time   4\n"));
  EXPECT_TRUE(says(outcome.out, "switches     2              force from lower to upper"));
}

TEST(SolveCommand, LeavesASmoothAnswerAsItIs) {
  const Outcome outcome = run_command("solve scalar-lqr --polish");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(
      says(outcome.out, "polished     nothing: it found no time at which a control jumps or a state comes to a bound"));
}

TEST(SolveCommand, NamesTheValueThatIsNotANumber) {
  EXPECT_TRUE(says(run_command("solve scalar-lqr --set duration=long").err,
                   "the value of 'duration' is not a finite number: 'long'"));
  EXPECT_TRUE(says(run_command("solve scalar-lqr --set duration").err, "--set takes KEY=VALUE, not 'duration'"));
}

TEST(SolveCommand, AnswersUnknownNamesWithTheNearest) {
  EXPECT_TRUE(says(run_command("solve scalar-lqr --set duraton=1").err, "did you mean 'duration'?"));
  EXPECT_TRUE(
      says(run_command("solve scalar-lqr --solver ipop").err, "solver 'ipop' is not known; there is: ipopt, ddp"));
  EXPECT_TRUE(says(run_command("solve scalar-lqr --linear-solver mump").err,
                   "linear solver 'mump' is not known; there is: sweep, mumps, shadow"));
  EXPECT_TRUE(says(run_command("solve scalar-lqr --transcription gaus").err, "no transcription is called 'gaus'"));
}

Outcome by_ddp(const std::string& words) {
  return run_command("solve " + words + " --solver ddp --transcription shooting-rk4");
}

TEST(SolveCommand, SolvesWithDdpFromZeros) {
  const Outcome outcome = by_ddp("cart-pole-swing-up --guess zeros");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "58.04340535")) << outcome.out;
}

// A number that makes ends unreachable, a motion that blows up, and one that has no value: each with its place and
// time.
TEST(SolveCommand, SaysWhereAndWhenDdpFails) {
  const Outcome weak = by_ddp("pendulum-swing-up --set max_torque=0.1 --intervals 30");
  EXPECT_EQ(weak.exit_code, 1);
  EXPECT_TRUE(says(weak.out, "do not reach the end conditions: state 'angle' misses its end by")) << weak.out;
  EXPECT_TRUE(says(weak.out, "at 4.5")) << weak.out;
  const Outcome diverging = by_ddp("hypersensitive --set duration=1e3 --intervals 10");
  EXPECT_EQ(diverging.exit_code, 1);
  EXPECT_TRUE(says(diverging.out, "state 'x' leaves a gap of 3.5e+82 in step 0 from 0")) << diverging.out;
  const Outcome overflow = by_ddp("hypersensitive --set duration=1e60 --intervals 10");
  EXPECT_EQ(overflow.exit_code, 2);
  EXPECT_TRUE(says(overflow.err, "the rate of state 'x' is -inf at the guess, at time 5e+58")) << overflow.err;
}

TEST(SolveCommand, StartsDdpFromASavedSolution) {
  const TemporaryFile file("saved-ddp.json");
  EXPECT_EQ(by_ddp("cart-pole-swing-up --intervals 40 --json " + file.name()).exit_code, 0);
  const Outcome again = by_ddp("cart-pole-swing-up --intervals 40 --guess " + file.name());
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_TRUE(says(again.out, "solved in 1 iterations")) << again.out;
}

TEST(SolveCommand, SearchesFromManyStartsWithDdp) {
  const Outcome outcome = run_command(
      "solve pendulum-swing-up --solver ddp --transcription shooting-rk4 --intervals 40 --multi-start 4 --threads 1");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "4 starts, seed 1, 1 thread")) << outcome.out;
}

TEST(SolveCommand, GivesTheSameAnswerInAnyNumberOfThreads) {
  const auto csv_in = [](int threads) {
    const TemporaryFile file("threads.csv");
    const std::string words = fmt::format("solve acrobot-swing-up --intervals 1500 --threads {} --csv ", threads);
    EXPECT_EQ(run_command(words + file.name()).exit_code, 0);
    std::ifstream in(file.name());
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const std::string alone = csv_in(1);
  EXPECT_GT(alone.size(), 100000U);
  EXPECT_TRUE(csv_in(3) == alone);
}

TEST(SolveCommand, RefusesAFileItCannotWriteBeforeItSolves) {
  const Outcome outcome = run_command("solve scalar-lqr --json /no/such/folder/x.json");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(says(outcome.err, "cannot write to '/no/such/folder/x.json'"));
  EXPECT_EQ(outcome.out, "");
}

TEST(SolveCommand, RescuesASolveThatFailsAndSaysHow) {
  const Outcome outcome = run_command("solve acrobot-swing-up --from-start 30 --max-iterations 150 --rescue");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "rescue       max_torque from 60 to 20: certified"));
}

TEST(SolveCommand, RescuesNothingThatIsSolved) {
  const Outcome outcome = run_command("solve scalar-lqr --rescue");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_FALSE(says(outcome.out, "rescue"));
}

TEST(SolveCommand, RescuesNoAnswerThatOnlyWantsAFinerMesh) {
  const Outcome outcome = run_command("solve cart-pole-swing-up --intervals 20 --rescue");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(says(outcome.out, "rescue       nothing: the answer wants a finer mesh"));
}

TEST(SolveCommand, RefusesToRescueManyStarts) {
  EXPECT_EQ(run_command("solve scalar-lqr --rescue --multi-start 3").exit_code, 2);
  EXPECT_EQ(run_command("solve --all --rescue").exit_code, 2);
}

}  // namespace tandem::solve_test
