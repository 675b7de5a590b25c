#include <tandem/ocp/answers/solution_file.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <ocp/support/solved.hpp>
#include <ocp/support/speed_limit_problem.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

namespace tandem::solution_file_test {

using test::TemporaryFile;

/// An answer with everything a file can hold: two states, a control, path multipliers, a certificate.
const Solution& sample() {
  static const Solution solution =
      test::solved(test::speed_limit_problem(test::SpeedLimit::path_constraint), 10, "hermite-simpson-separated");
  return solution;
}

const nlohmann::ordered_json& sample_json() {
  static const nlohmann::ordered_json json = nlohmann::ordered_json::parse(to_json(sample()));
  return json;
}

std::vector<std::string> keys_of(const nlohmann::ordered_json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

/// Whether every key is there (others may be).
testing::AssertionResult has_keys(const nlohmann::ordered_json& object, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) {
    if (!object.contains(key)) return testing::AssertionFailure() << "there is no '" << key << "'";
  }
  return testing::AssertionSuccess();
}

// ---- what is written ------------------------------------------------------------------------------------------------

TEST(SolutionFile, HoldsTheKeysThatOtherToolsRelyOn) {
  const nlohmann::ordered_json& json = sample_json();
  EXPECT_TRUE(has_keys(json, {"format", "problem", "numbers", "status", "objective", "final_time", "iterations", "mesh",
                              "seconds", "certificate", "phases", "multipliers"}));
  EXPECT_TRUE(has_keys(json["mesh"], {"transcription", "intervals", "degree"}));
  EXPECT_TRUE(has_keys(json["seconds"], {"setup", "evaluation", "linear_algebra", "solver", "total"}));
  EXPECT_TRUE(has_keys(json["certificate"], {"verdict", "kind", "lines", "reasons", "notes"}));
  for (const nlohmann::ordered_json& line : json["certificate"]["lines"]) {
    EXPECT_TRUE(has_keys(line, {"name", "value", "limit", "in_verdict", "holds", "where"}));
  }
  ASSERT_EQ(json["phases"].size(), 1U);
  EXPECT_TRUE(has_keys(json["phases"][0], {"name", "time", "states", "costates", "control_time", "controls"}));
}

TEST(SolutionFile, HoldsValuesOfTheKindsThatOtherToolsRelyOn) {
  const nlohmann::ordered_json& json = sample_json();
  EXPECT_EQ(json["format"], 2);
  EXPECT_EQ(json["problem"], "speed-limit");
  EXPECT_EQ(json["status"], "solved");
  EXPECT_EQ(json["mesh"]["transcription"], "hermite-simpson-separated");
  EXPECT_EQ(json["mesh"]["intervals"], 10);
  EXPECT_EQ(json["certificate"]["verdict"], "pass");
  EXPECT_EQ(json["certificate"]["kind"], "continuous");
  EXPECT_TRUE(json["certificate"]["lines"][0]["in_verdict"].is_boolean());
  const nlohmann::ordered_json& phase = json["phases"][0];
  EXPECT_EQ(phase["time"].size(), 11U);
  EXPECT_EQ(phase["states"]["speed"].size(), 11U);
  EXPECT_EQ(phase["costates"]["speed"].size(), 11U);
  EXPECT_EQ(phase["control_time"].size(), 21U);
  EXPECT_EQ(phase["controls"]["force"].size(), 21U);
  EXPECT_EQ(keys_of(phase["states"]), (std::vector<std::string>{"position", "speed"}));
}

TEST(SolutionFile, HoldsTheNumbersOfTheProblem) {
  const nlohmann::ordered_json json =
      nlohmann::ordered_json::parse(to_json(test::solved("double-integrator-energy", 2)));
  EXPECT_EQ(json["numbers"]["distance"], 1.0);
  EXPECT_EQ(json["numbers"]["max_force"], 100.0);
}

TEST(SolutionFile, WritesWhatIsNotFiniteAsNull) {
  Solution solution = sample();
  solution.phases.front().states(0, 3) = std::numeric_limits<double>::quiet_NaN();
  solution.objective = kInfinity;
  const nlohmann::ordered_json json = nlohmann::ordered_json::parse(to_json(solution));
  EXPECT_TRUE(json["phases"][0]["states"]["position"][3].is_null());
  EXPECT_TRUE(json["objective"].is_null());
  EXPECT_TRUE(std::isnan(solution_from_json(json.dump()).phases.front().states(0, 3)));
}

// ---- the way there and back -----------------------------------------------------------------------------------------

TEST(SolutionFile, ComesBackToTheLastBit) {
  const Solution back = solution_from_json(to_json(sample()));
  const PhaseSolution &phase = back.phases.front(), &original = sample().phases.front();
  EXPECT_EQ(phase.time, original.time);
  EXPECT_EQ(phase.states, original.states);
  EXPECT_EQ(phase.costates, original.costates);
  EXPECT_EQ(phase.costates_before, original.costates_before);
  EXPECT_EQ(phase.control_time, original.control_time);
  EXPECT_EQ(phase.controls, original.controls);
  EXPECT_EQ(phase.path_multipliers, original.path_multipliers);
  EXPECT_EQ(phase.state_names, original.state_names);
  EXPECT_EQ(phase.control_names, original.control_names);
  EXPECT_EQ(back.objective, sample().objective);
  EXPECT_EQ(back.phases.front().interval_ends, sample().phases.front().interval_ends);
  EXPECT_EQ(back.multipliers, sample().multipliers);
  EXPECT_EQ(back.status, sample().status);
  EXPECT_EQ(to_json(back), to_json(sample()));
}

TEST(SolutionFile, KeepsFeedbackGainsWhereThereAreAny) {
  EXPECT_FALSE(sample_json()["phases"][0].contains("feedback"));
  Solution controlled = sample();
  controlled.phases[0].feedback = {Eigen::MatrixXd::Constant(1, 2, 0.1),
                                   (Eigen::MatrixXd(1, 2) << -3.0, 1e-17).finished()};
  const Solution back = solution_from_json(to_json(controlled));
  ASSERT_EQ(back.phases[0].feedback.size(), 2U);
  for (int k = 0; k < 2; ++k) EXPECT_EQ(back.phases[0].feedback[k], controlled.phases[0].feedback[k]);
}

TEST(SolutionFile, IsEnoughToCertifyAgain) {
  const Problem problem = test::speed_limit_problem(test::SpeedLimit::path_constraint);
  const Certificate again = certify(problem, solution_from_json(to_json(sample())));
  for (const CertificateLine& line : sample().certificate.lines) EXPECT_EQ(again.line(line.name).value, line.value);
  EXPECT_TRUE(again.passes());
}

TEST(SolutionFile, IsEnoughToRestartFrom) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const Solution first = test::solved(problem, 50);
  TemporaryFile file("restart.json");
  save_json(first, file.path());
  SolveOptions options;
  options.intervals = 50;
  options.guess = guess_from(load_json(file.path()));
  const Solution second = solve(problem, options);
  EXPECT_TRUE(second.is_solved());
  EXPECT_NEAR(second.objective, first.objective, 1e-8);  // both to a tolerance of 1e-10 at an objective of 59
  EXPECT_LT(second.iterations, first.iterations);
}

TEST(SolutionFile, SavesAndLoadsAFile) {
  TemporaryFile file("solution.json");
  save_json(sample(), file.path());
  EXPECT_EQ(to_json(load_json(file.path())), to_json(sample()));
}

// ---- what is refused ------------------------------------------------------------------------------------------------

/// The refusal of the sample after something was done to its JSON.
template <class Spoil>
std::string refusal_after(const Spoil& spoil) {
  nlohmann::ordered_json json = sample_json();
  spoil(json);
  return test::refusal([&] { solution_from_json(json.dump()); });
}

TEST(SolutionFile, RefusesWhatIsNotJson) {
  EXPECT_TRUE(test::refuses([] { solution_from_json("{\"format\": 1, "); }, "solution file: "));
  EXPECT_TRUE(test::refuses([] { solution_from_json(""); }, "solution file: "));
  EXPECT_TRUE(test::refuses([] { solution_from_json("[1, 2]"); }, "it has no 'format'"));
}

TEST(SolutionFile, RefusesAnotherFormat) {
  EXPECT_EQ(refusal_after([](nlohmann::ordered_json& json) { json["format"] = 1; }),
            "solution file: its format is 1, this version reads 2");
  EXPECT_EQ(refusal_after([](nlohmann::ordered_json& json) { json["kind"] = "path"; }),
            "solution file: it is of the kind \"path\", not \"motion\"");
  EXPECT_EQ(refusal_after([](nlohmann::ordered_json& json) { json.erase("format"); }),
            "solution file: it has no 'format'");
}

/// What answers of earlier versions, or of other tools, do not have.
const std::set<std::string> kLater{"interval_costs", "inner_states", "inner_pushes"};

TEST(SolutionFile, RefusesAMissingKeyByName) {
  for (const std::string& key : keys_of(sample_json())) {
    if (key == "format") continue;
    EXPECT_TRUE(test::says(refusal_after([&](nlohmann::ordered_json& json) { json.erase(key); }), "'" + key + "'"))
        << key;
  }
  for (const std::string& key : keys_of(sample_json()["phases"][0])) {
    if (kLater.contains(key)) continue;
    EXPECT_TRUE(
        test::says(refusal_after([&](nlohmann::ordered_json& json) { json["phases"][0].erase(key); }), "'" + key + "'"))
        << key;
  }
}

TEST(SolutionFile, ReadsAnAnswerWithoutWhatCameLater) {
  nlohmann::ordered_json json = sample_json();
  for (const std::string& key : kLater) ASSERT_EQ(json["phases"][0].erase(key), 1U) << key;
  const PhaseSolution phase = solution_from_json(json.dump()).phases[0];
  EXPECT_EQ(phase.interval_costs.size(), 0);
  EXPECT_EQ(phase.inner_states.size(), 0);
  EXPECT_EQ(phase.inner_pushes.size(), 0);
  EXPECT_EQ(phase.states, sample().phases[0].states);
}

TEST(SolutionFile, RefusesAnUnknownStatus) {
  EXPECT_EQ(refusal_after([](nlohmann::ordered_json& json) { json["status"] = "done"; }),
            "solution file: no status is called 'done'");
}

TEST(SolutionFile, RefusesSeriesOfAnotherLengthByName) {
  EXPECT_EQ(refusal_after([](nlohmann::ordered_json& json) { json["phases"][0]["states"]["speed"].push_back(0.0); }),
            "solution file: state 'speed' has 12 values, 11 were expected");
  EXPECT_EQ(refusal_after([](nlohmann::ordered_json& json) { json["phases"][0]["controls"]["force"].erase(0); }),
            "solution file: control 'force' has 20 values, 21 were expected");
  EXPECT_EQ(refusal_after([](nlohmann::ordered_json& json) { json["phases"][0]["costates_before"]["speed"].erase(0); }),
            "solution file: costate 'speed' has 10 values, 11 were expected");
}

TEST(SolutionFile, RefusesCostatesOfOtherStates) {
  EXPECT_FALSE(
      refusal_after([](nlohmann::ordered_json& json) { json["phases"][0]["costates"].erase("speed"); }).empty());
  EXPECT_FALSE(refusal_after([](nlohmann::ordered_json& json) {
                 json["phases"][0]["costates_before"].erase("position");
               }).empty());
}

TEST(SolutionFile, RefusesPathMultipliersOfDifferentLengths) {
  EXPECT_FALSE(refusal_after([](nlohmann::ordered_json& json) {
                 json["phases"][0]["path_multipliers"].push_back(nlohmann::ordered_json::array({1.0, 2.0}));
               }).empty());
}

TEST(SolutionFile, RefusesWordsWhereNumbersBelong) {
  EXPECT_FALSE(refusal_after([](nlohmann::ordered_json& json) { json["objective"] = "low"; }).empty());
  EXPECT_FALSE(refusal_after([](nlohmann::ordered_json& json) { json["phases"][0]["time"][2] = "noon"; }).empty());
  EXPECT_FALSE(refusal_after([](nlohmann::ordered_json& json) { json["phases"] = 3; }).empty());
}

TEST(SolutionFile, RefusesPathsThatCannotBeReadOrWritten) {
  EXPECT_TRUE(test::refuses([] { load_json("/no/such/folder/x.json"); }, "cannot read '/no/such/folder/x.json'"));
  EXPECT_TRUE(
      test::refuses([] { save_json(sample(), "/no/such/folder/x.json"); }, "cannot write to '/no/such/folder/x.json'"));
  EXPECT_TRUE(
      test::refuses([] { save_csv(sample(), "/no/such/folder/x.csv"); }, "cannot write to '/no/such/folder/x.csv'"));
}

// ---- CSV ------------------------------------------------------------------------------------------------------------

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
  return cells;
}

TEST(SolutionCsv, HasOneRowAKnotUnderTheNamesOfTheStatement) {
  TemporaryFile file("series.csv");
  save_csv(sample(), file.path());
  std::istringstream in(file.text());
  std::string line;
  std::getline(in, line);
  EXPECT_EQ(line, "phase,time,position,speed,force,costate_position,costate_speed");
  int rows = 0;
  const PhaseSolution& phase = sample().phases.front();
  while (std::getline(in, line)) {
    const std::vector<std::string> cells = cells_of(line);
    ASSERT_EQ(cells.size(), 7U);
    EXPECT_EQ(cells[0], "move");
    EXPECT_EQ(std::stod(cells[1]), phase.time(rows));
    EXPECT_EQ(std::stod(cells[3]), phase.states(1, rows));
    EXPECT_EQ(std::stod(cells[6]), phase.costates(1, rows));
    EXPECT_NEAR(std::stod(cells[4]), phase.controls(0, 2 * rows), 1e-12);  // times of knots are rounded
    ++rows;
  }
  EXPECT_EQ(rows, 11);
}

TEST(SolutionFile, KeepsTheRoundsOfARefinement) {
  SolveOptions options;
  options.intervals = 10;
  options.refine = 1e-6;
  const Solution solution = solve(make_problem("bryson-denham"), options);
  ASSERT_FALSE(solution.rounds.empty());
  const Solution again = solution_from_json(to_json(solution));
  ASSERT_EQ(again.rounds.size(), solution.rounds.size());
  EXPECT_EQ(again.rounds.back().intervals, solution.rounds.back().intervals);
  EXPECT_EQ(again.rounds.back().bar, solution.rounds.back().bar);
  EXPECT_EQ(again.rounds.front().certified, solution.rounds.front().certified);
}

TEST(SolutionFile, KeepsTheErrorBar) {
  const Solution again = solution_from_json(to_json(sample()));
  ASSERT_TRUE(again.certificate.error_bar);
  EXPECT_EQ(again.certificate.error_bar->bar, sample().certificate.error_bar->bar);
  EXPECT_EQ(again.certificate.error_bar->better, sample().certificate.error_bar->better);
}

}  // namespace tandem::solution_file_test
