#include <tandem/ocp/answers/path_file.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <support/refusal.hpp>

namespace tandem::path_file_test {

using test::refuses;

Path sample_path() {
  Path path{.problem = "bratu", .over = "lambda", .from = 1.0, .to = 4.0, .numbers = {{"lambda", 1.0}, {"rate", 2.0}}};
  path.measures = {"switches"};
  path.designs = {"length", "mass"};
  path.status = PathStatus::end_of_feasibility;
  path.reason = "why";
  const Certificate passes{.lines = {{"price", 2.0, 100.0, false, true, "x"}}, .reasons = {}, .notes = {}};
  path.points = {{1.0, -1.0, 7, passes, Eigen::VectorXd::Constant(1, 3.0), Eigen::Vector2d(0.1, 0.2)},
                 {2.0, -2.5, 3, {}, Eigen::VectorXd::Constant(1, 1.0), Eigen::Vector2d(0.3, 0.4)}};
  path.marks = {{Mark::fold, 3.5}, {Mark::structure_change, 1.5, 3, 1}};
  path.rejected_steps = 2;
  path.iterations = 15;
  return path;
}

TEST(PathFile, SaysWhatWasFound) {
  const auto expected = nlohmann::json::parse(R"({
    "format": 2, "kind": "path", "problem": "bratu", "numbers": {"lambda": 1.0, "rate": 2.0},
    "status": "end_of_feasibility", "message": "why", "objective": -2.5,
    "certificate": {"verdict": "none", "kind": "continuous", "reasons": [], "notes": [], "lines": []},
    "over": "lambda", "from": 1.0, "to": 4.0,
    "points": [{"value": 1.0, "objective": -1.0, "iterations": 7, "measures": {"switches": 3.0},
                "designs": {"length": 0.1, "mass": 0.2},
                "certificate": {"verdict": "pass", "kind": "continuous", "reasons": [], "notes": [],
                                "lines": [{"name": "price", "value": 2.0, "limit": 100.0, "in_verdict": false,
                                           "holds": true, "where": "x"}]}},
               {"value": 2.0, "objective": -2.5, "iterations": 3, "measures": {"switches": 1.0},
                "designs": {"length": 0.3, "mass": 0.4},
                "certificate": {"verdict": "none", "kind": "continuous", "reasons": [], "notes": [], "lines": []}}],
    "marks": [{"mark": "fold", "value": 3.5},
              {"mark": "structure_change", "value": 1.5, "switches_before": 3, "switches_after": 1}],
    "rejected_steps": 2, "iterations": 15})");
  EXPECT_EQ(nlohmann::json::parse(path_json(sample_path()).dump()), expected);
}

TEST(PathFile, IsReadBackToTheLastBit) {
  Path path = sample_path();
  path.is_front = true;
  path.points[0].value = 0.1 + 0.2;
  path.evaluations = 7;
  path.seconds = 0.25;
  const std::string text = path_json(path).dump();
  const Path read = path_from(Json::parse(text));
  EXPECT_EQ(read.points[0].value, 0.1 + 0.2);
  EXPECT_TRUE(read.is_front);
  EXPECT_EQ(path_json(read).dump(), text);
}

TEST(PathFile, RefusesWhatItDidNotWrite) {
  const auto read = [](const char* key, Json value) {
    Json json = path_json(sample_path());
    json[key] = std::move(value);
    return path_from(json);
  };
  EXPECT_TRUE(refuses([&] { read("format", 1); }, "path file: its format is 1, this version reads 2"));
  EXPECT_TRUE(refuses([&] { read("kind", "motion"); }, "it is of the kind \"motion\", not \"path\""));
  EXPECT_TRUE(refuses([&] { read("status", "lost"); }, "path file: 'lost' is not known"));
  EXPECT_THROW(read("points", Json::parse(R"([{"value": 1}])")), JsonError);
}

TEST(PathFile, NamesAFileThatCannotBeWritten) {
  EXPECT_TRUE(refuses([] { save_json(Path(), "/nowhere/path.json"); }, "cannot write to '/nowhere"));
}

}  // namespace tandem::path_file_test
