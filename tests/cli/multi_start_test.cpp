#include <tandem/ocp/answers/solution_file.hpp>

#include <cli/command_line.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

namespace tandem::multi_start_test {

using test::Outcome;
using test::run_command;
using test::says;
using test::TemporaryFile;

const std::string kSearch = "solve cart-pole-swing-up --intervals 30 --multi-start 6 --seed 1 ";

TEST(MultiStartCommand, PrintsTheTableOfMinimaAndTheBest) {
  const TemporaryFile file("minima.json");
  const Outcome outcome = run_command(kSearch + "--threads 2 --json " + file.name());
  const auto table = nlohmann::json::parse(file.text())["multi_start"];
  EXPECT_TRUE(says(outcome.out, "cart-pole-swing-up: 6 starts, seed 1, 2 threads"));
  EXPECT_TRUE(says(outcome.out, fmt::format("distinct minima {}", table["minima"].size())));
  EXPECT_TRUE(says(outcome.out, "own guess"));
  EXPECT_TRUE(says(outcome.out, " of 6 "));
  EXPECT_TRUE(says(outcome.out, "<- the answer"));
  EXPECT_TRUE(says(outcome.out, "certificate  "));
  EXPECT_TRUE(says(outcome.err, "of 6 starts, "));
}

TEST(MultiStartCommand, SolvesFromOneOfItsStartsAlone) {
  const TemporaryFile all("all.json"), one("one.json");
  run_command(kSearch + "--quiet --json " + all.name());
  const nlohmann::json found = nlohmann::json::parse(all.text());
  for (const auto& minimum : found["multi_start"]["minima"]) {
    const int start = minimum["starts"][0];
    run_command(
        fmt::format("solve cart-pole-swing-up --intervals 30 --quiet --from-start {} --json {}", start, one.name()));
    EXPECT_NEAR(load_json(one.path()).objective, minimum["objective"].get<double>(), 1e-6);
  }
}

TEST(MultiStartCommand, SavesTheAnswerAsASolutionToRestartFrom) {
  const TemporaryFile file("found.json"), csv("found.csv"), report("found.html");
  run_command(kSearch + "--quiet --json " + file.name() + " --csv " + csv.name() + " --report " + report.name());
  EXPECT_EQ(run_command("solve cart-pole-swing-up --quiet --guess " + file.name()).exit_code, 0);
  EXPECT_TRUE(says(csv.text(), "phase,time,position"));
  EXPECT_TRUE(says(report.text(), "<h2 id=\"minima-title\">Minima</h2>"));
}

TEST(MultiStartCommand, PolishesTheBestAnswerAndSaysSo) {
  const TemporaryFile file("polished.json");
  const Outcome outcome = run_command("solve double-integrator-time --multi-start 2 --polish --json " + file.name());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "2 starts, seed 1"));
  EXPECT_TRUE(says(outcome.out, "intervals in 2 phases"));
  EXPECT_TRUE(says(outcome.out, "switches     1              force from lower to upper"));
  EXPECT_TRUE(says(outcome.out, "polished     the minimum principle holds along every arc"));
  const auto saved = nlohmann::json::parse(file.text());
  EXPECT_EQ(saved["switches"].size(), 1U);
  EXPECT_NEAR(saved["objective"].get<double>(), 2.0, 1e-11);
  EXPECT_EQ(saved["multi_start"]["starts"], 2);
  EXPECT_TRUE(
      says(run_command("solve scalar-lqr --multi-start 2 --polish").out, "polished     nothing: it found no time"));
}

TEST(MultiStartCommand, ReturnsOneWhereNothingIsSolved) {
  const Outcome outcome = run_command(kSearch + "--max-iterations 2");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(says(outcome.out, "solved 0, 6 iteration_limit; distinct minima 0"));
  EXPECT_TRUE(says(outcome.out, "cart-pole-swing-up: iteration limit in"));
}

TEST(MultiStartCommand, IsSilentWhenQuiet) {
  const Outcome outcome = run_command("solve scalar-lqr --multi-start 2 --quiet");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
}

TEST(MultiStartCommand, RefusesCombinationsThatMakeNoSense) {
  for (const auto& [words, sentence] : {
           std::pair("--multi-start 0", "--multi-start 0: at least one start is needed"),
           std::pair("--multi-start 2 --from-start 1", "--from-start is for one solve, not for --multi-start"),
           std::pair("--multi-start 2 --verbose", "--verbose is for one solve"),
           std::pair("--multi-start 2 --rescue", "--rescue is for one solve"),
           std::pair("--multi-start 2 --budget 9", "--budget is for one solve"),
           std::pair("--multi-start 2 --certify none", "--certify is for one solve"),
           std::pair("--multi-start 2 --threads 0", "--threads 0: at least one is needed"),
           std::pair("--seed 2", "--seed is of --multi-start or --from-start"),
           std::pair("--threads 0", "--threads 0: at least one is needed"),
           std::pair("--from-start -1", "start -1 of a multi-start"),
       }) {
    const Outcome outcome = run_command(std::string("solve scalar-lqr ") + words);
    EXPECT_EQ(outcome.exit_code, 2) << words;
    EXPECT_TRUE(says(outcome.err, sentence)) << words;
  }
}

}  // namespace tandem::multi_start_test
