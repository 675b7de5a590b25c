#include <tandem/cli/solving.hpp>
#include <tandem/problems/registry.hpp>

#include <cli/asked.hpp>
#include <cli/command_line.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

namespace tandem::solve_all_test {

using test::Outcome;
using test::run_command;
using test::says;
using test::TemporaryFile;

/// `tandem solve --all`, if these were all.
int solve_these(const std::vector<std::string>& names, const std::string& words = "") {
  return cli::solve_each(names, test::asked("solve --all --quiet " + words), cli::Problems());
}

TEST(SolveAll, ReturnsZeroOnlyWhereAllAreCertifiedAndAgreeWithTheirReferences) {
  EXPECT_EQ(solve_these({"scalar-lqr", "double-integrator-energy"}), 0);
  EXPECT_EQ(solve_these({"double-integrator-energy"}, "--intervals 5"), 0);  // exact on any mesh
  EXPECT_EQ(solve_these({"double-integrator-energy", "scalar-lqr"}, "--intervals 5"), 1);
}

// Twelve intervals certify a regulator, but its value is off by more than the tolerance of its reference.
TEST(SolveAll, ToleratesNoCertifiedAnswerOffItsReference) {
  const TemporaryFile file("off.json");
  EXPECT_EQ(solve_these({"scalar-lqr"}, "--intervals 12 --json " + file.name()), 1);
  const auto entry = nlohmann::json::parse(file.text())["problems"][0];
  EXPECT_EQ(entry["certificate"]["verdict"], "pass");
  EXPECT_EQ(entry["holds"], false);
  EXPECT_GT(std::abs(entry["reference"]["difference"].get<double>()), entry["reference"]["tolerance"].get<double>());
}

// On four intervals and three iterations nothing takes long, and hardly anything is right.
TEST(SolveAll, PrintsARowAProblemAndSavesThem) {
  const TemporaryFile file("all.json");
  const Outcome outcome = run_command("solve --all --intervals 4 --max-iterations 3 --json " + file.name());
  EXPECT_EQ(outcome.exit_code, 1);
  const auto entries = nlohmann::json::parse(file.text())["problems"];
  ASSERT_EQ(entries.size(), problem_names().size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::string name = problem_names()[i];
    EXPECT_EQ(entries[i]["name"], name);
    EXPECT_TRUE(says(outcome.out, "\n" + name + " "));
  }
  EXPECT_TRUE(says(outcome.out, "iteration_limit"));
  EXPECT_TRUE(says(outcome.out, fmt::format("{} problems, ", entries.size())));
  EXPECT_TRUE(says(outcome.out, "not so: acrobot-co-design, acrobot-effort, acrobot-multibody, "));
}

TEST(SolveAll, GivesARowToWhatAnOptionDoesNotFit) {
  const TemporaryFile file("refused.json");
  // Hermite-Simpson has no degree, Gauss has.
  EXPECT_EQ(solve_these({"scalar-lqr", "periodic-follower"}, "--degree 3 --json " + file.name()), 1);
  const auto entries = nlohmann::json::parse(file.text())["problems"];
  EXPECT_EQ(entries[0]["status"], "refused");
  EXPECT_EQ(entries[1]["status"], "solved");
}

TEST(SolveAll, RefusesWhatIsForOneProblemByName) {
  for (const std::string option :
       {"--set a=1", "--scale a=1", "--guess x.json", "--multi-start 2", "--from-start 2", "--seed 2", "--threads 2",
        "--csv x.csv", "--report x.html", "--verbose", "--timing", "--polish", "--rescue", "--feedback"}) {
    const Outcome outcome = run_command("solve --all " + option);
    EXPECT_EQ(outcome.exit_code, 2) << option;
    EXPECT_TRUE(says(outcome.err, option.substr(0, option.find(' ')) + " is for one problem, not for --all")) << option;
  }
  EXPECT_TRUE(says(run_command("solve scalar-lqr --all").err, "solve takes --all or a NAME, not both ('scalar-lqr')"));
  EXPECT_TRUE(says(run_command("solve --all --linear-solver none").err, "linear solver 'none' is not known"));
  EXPECT_TRUE(says(run_command("solve --all --intervals 4 --budget 3").err, "--budget is for going on"));
  EXPECT_TRUE(says(run_command("solve").err, "solve needs a NAME, or --all"));
}

}  // namespace tandem::solve_all_test
