#include <cli/saved_file.hpp>
#include <gtest/gtest.h>
#include <support/json_schema.hpp>

#include <filesystem>
#include <fstream>
#include <set>

namespace tandem::schema_test {

using namespace test;

const JsonSchema& schema() {
  static const JsonSchema kSchema(nlohmann::json::parse(std::ifstream(TANDEM_REPOSITORY "/docs/answer.schema.json")));
  return kSchema;
}

/// What the schema says against a file, and names of its envelope and kind that the schema does not have.
std::string faults_of(const nlohmann::json& json) {
  std::string all;
  for (const std::string& fault : schema().faults(json)) all += fault + '\n';
  const std::set<std::string> names = schema().names_for(json);
  for (const auto& [name, value] : json.items()) {
    if (!names.contains(name)) all += "/" + name + ": it is not in the schema\n";
  }
  return all;
}

/// What `tandem <words> --json FILE` saves; the kind is in the schema's words.
void expect_schema(const std::string& words, const std::string& kind) {
  const TemporaryFile file("json");
  const Outcome outcome = run_command(words + " --quiet --json " + file.name());
  ASSERT_NE(outcome.exit_code, 2) << outcome.err;
  const nlohmann::json json = saved(file);
  EXPECT_EQ(json["kind"], kind) << words;
  EXPECT_EQ(faults_of(json), "") << words;
}

TEST(Schema, HoldsForMotions) {
  expect_schema("solve scalar-lqr --intervals 5", "motion");
  expect_schema("solve scalar-lqr --solver ddp --transcription shooting-rk4", "motion");
  expect_schema("solve double-integrator-time --polish", "motion");
  expect_schema("solve bryson-denham --intervals 8 --refine 1e-4", "motion");
  expect_schema("solve bouncing-mass --transcription radau --degree 3", "motion");
  expect_schema("solve double-integrator-energy --set max_force=1", "motion");  // infeasible
  expect_schema("solve scalar-lqr --intervals 5 --multi-start 2", "motion");
}

TEST(Schema, HoldsForDesigns) {
  expect_schema("solve draper", "structure");
  expect_schema("solve gust-alleviation", "controller");
  expect_schema("solve gust-alleviation --set peak_weight=1", "controller");
}

TEST(Schema, HoldsForPathsOfEveryKind) {
  expect_schema("homotopy double-integrator-energy --over duration --to 2", "path");
  expect_schema("homotopy bratu --over lambda --to 1 --from 0.5 --through-folds 1", "path");
  expect_schema("homotopy double-integrator-time --over max_force --to 2 --polish", "path");
  expect_schema("homotopy draper --over effort --to 60", "path");
  expect_schema("homotopy gust-alleviation --over command_weight --to 0.8", "path");
  expect_schema("pareto salama-hub --lambda 0,0.1", "front");
}

TEST(Schema, HoldsForAudits) {
  expect_schema("simulate double-pendulum --time 0.1", "simulation");
  expect_schema("simulate scalar-lqr --feedback --runs 2", "trials");
  expect_schema("linearize acrobot", "linear_model");
  expect_schema("verify acrobot --states 1", "verification");
}

TEST(Schema, HoldsForListsAndWhatIsCertified) {
  for (const std::string words : {"list", "list --models"}) {
    const TemporaryFile file("json");
    ASSERT_EQ(run_command(words + " --json " + file.name()).exit_code, 0);
    EXPECT_EQ(faults_of(saved(file)), "") << words;
  }
  const TemporaryFile solution("solution.json");
  run_command("solve scalar-lqr --intervals 5 --quiet --json " + solution.name());
  expect_schema("certify scalar-lqr --solution " + solution.name(), "motion");
}

TEST(Schema, HoldsForACheckpoint) {
  const TemporaryFile file("json");
  run_command("homotopy bryson-denham --over limit --from 0.3 --to 0.2 --max-steps 2 --quiet --checkpoint " +
              file.name());
  const nlohmann::json json = saved(file);
  EXPECT_TRUE(json.contains("leg"));
  EXPECT_EQ(faults_of(json), "");
}

TEST(Schema, RefusesWhatIsMissingWrongOrUnknown) {
  const TemporaryFile file("json");
  run_command("solve scalar-lqr --intervals 5 --quiet --json " + file.name());
  const nlohmann::json good = saved(file);
  ASSERT_EQ(faults_of(good), "");
  const auto after = [&](const auto& spoil) {
    nlohmann::json json = good;
    spoil(json);
    return faults_of(json);
  };
  EXPECT_TRUE(says(after([](auto& json) { json.erase("certificate"); }), "'certificate' is missing"));
  EXPECT_TRUE(says(after([](auto& json) { json["format"] = 1; }), "/format: it is not 2"));
  EXPECT_TRUE(says(after([](auto& json) { json["status"] = "happy"; }), "/status: \"happy\" is none of"));
  EXPECT_TRUE(says(after([](auto& json) { json["phases"][0]["time"][0] = "now"; }), "/phases/0/time/0: it is \"now\""));
  EXPECT_TRUE(says(after([](auto& json) { json["phases"][0]["tempo"] = 1; }), "/phases/0/tempo: it is not in"));
  EXPECT_TRUE(says(after([](auto& json) { json["mood"] = 1; }), "/mood: it is not in the schema"));
}

}  // namespace tandem::schema_test
