#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <support/refusal.hpp>
#include <tandem/ocp/search/homotopy/homotopy_file.hpp>

namespace tandem::homotopy_file_test {

TEST(HomotopyFile, SaysWhatWasFound) {
  Homotopy homotopy;
  homotopy.problem = "bratu";
  homotopy.over = "lambda";
  homotopy.from = 1.0;
  homotopy.to = 4.0;
  homotopy.status = HomotopyStatus::end_of_feasibility;
  homotopy.reason = "why";
  homotopy.points = {{1.0, -1.0, 7, {.lines = {{"price", 2.0, 100.0, false, true, "x"}}, .reasons = {}, .notes = {}}},
                     {2.0, -2.5, 3}};
  homotopy.folds = {3.5};
  homotopy.rejected_steps = 2;
  homotopy.iterations = 15;
  const auto expected = nlohmann::json::parse(R"({
    "problem": "bratu", "over": "lambda", "from": 1.0, "to": 4.0, "status": "end_of_feasibility", "reason": "why",
    "points": [{"value": 1.0, "objective": -1.0, "iterations": 7, "certified": true,
                "certificate": {"verdict": "pass", "kind": "continuous", "reasons": [], "notes": [],
                                "lines": [{"name": "price", "value": 2.0, "limit": 100.0, "in_verdict": false,
                                           "holds": true, "where": "x"}]}},
               {"value": 2.0, "objective": -2.5, "iterations": 3, "certified": false,
                "certificate": {"verdict": "none", "kind": "continuous", "reasons": [], "notes": [], "lines": []}}],
    "folds": [{"value": 3.5}], "rejected_steps": 2, "iterations": 15})");
  EXPECT_EQ(nlohmann::json::parse(to_json(homotopy)), expected);
}

TEST(HomotopyFile, NamesAFileThatCannotBeWritten) {
  EXPECT_TRUE(test::refuses([] { save_json(Homotopy(), "/nowhere/path.json"); }, "cannot write to '/nowhere"));
}

}  // namespace tandem::homotopy_file_test
