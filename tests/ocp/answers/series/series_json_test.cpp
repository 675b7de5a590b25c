#include <tandem/ocp/answers/series/series_file.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::series_json_test {

Series read(const std::string& text, const std::string& problem = "bryson-denham") {
  return series_from_json(text, make_problem(problem), "x.json");
}
std::string refusal_of(const std::string& text, const std::string& problem = "bryson-denham") {
  return test::refusal([&] { read(text, problem); });
}

TEST(SeriesJson, ReadsOnePhaseWithItsKeysOutside) {
  const Series series = read(R"({"objective": 4.5, "numbers": {"limit": 0.125}, "control_shape": "held",
      "time": [0, 0.5, 1], "states": {"velocity": [1, 2, 3], "position": [4, 5, 6]},
      "controls": {"force": [7, 8]}, "costates": {"position": [1, 1, 1], "velocity": [2, 2, 2]}})");
  EXPECT_EQ(*series.objective, 4.5);
  EXPECT_EQ(series.numbers.at("limit"), 0.125);
  EXPECT_EQ(*series.shape, ControlShape::held);
  const PhaseSeries& phase = series.phases.front();
  EXPECT_EQ(phase.states.row(0), Eigen::RowVector3d(4.0, 5.0, 6.0));
  EXPECT_EQ(phase.control_time, Eigen::Vector2d(0.0, 0.5));
  EXPECT_EQ(phase.controls.row(0), Eigen::RowVector2d(7.0, 8.0));
  EXPECT_EQ(phase.costates.col(2), Eigen::Vector2d(1.0, 2.0));
}

TEST(SeriesJson, ReadsPhasesInAnyOrder) {
  const std::string back = R"({"name": "back", "time": [1, 2], "states": {"position": [1, 0], "velocity": [-1, 0]},
                               "controls": {"force": [3, 4]}})";
  const std::string there = R"({"name": "there", "time": [0, 1], "states": {"position": [0, 1], "velocity": [0, 1]},
                                "control_time": [0, 0.5, 1], "controls": {"force": [1, 2, 3]}})";
  const std::string text = R"({"problem": "bouncing-mass", "phases": [)" + back + "," + there + "]}";
  const Series series = read(text, "bouncing-mass");
  EXPECT_EQ(series.phases[0].control_time, Eigen::Vector3d(0.0, 0.5, 1.0));
  EXPECT_EQ(series.phases[1].controls, Eigen::RowVector2d(3.0, 4.0));
  EXPECT_EQ(refusal_of(R"({"phases": [)" + back + "]}", "bouncing-mass"), "x.json: it has no phase 'there'");
  EXPECT_EQ(refusal_of(R"({"phases": [)" + back + "," + back + "]}", "bouncing-mass"),
            "x.json: phase 'back' is there twice");
}

TEST(SeriesJson, RefusesByKey) {
  EXPECT_EQ(refusal_of(R"({"tme": [0, 1]})"), "x.json: 'tme' is not known; did you mean 'time' or 'name'?");
  EXPECT_EQ(refusal_of(R"({"time": [0, 1]})"), "x.json: phase 'turn' has no 'states'");
  EXPECT_EQ(refusal_of(R"({"time": [0, 1], "states": {"position": [0, 1], "velocity": [0, 1]}})"),
            "x.json: phase 'turn' has no 'controls'");
  EXPECT_EQ(refusal_of(R"({"time": [0, 1], "states": {"position": [0, 1]}})"),
            "x.json: state 'velocity' of phase 'turn' is not there");
  EXPECT_EQ(refusal_of(R"({"time": [0, 1], "states": {"positoin": [0, 1]}})"),
            "x.json: phase 'turn' has no state called 'positoin'; did you mean 'position'?");
  EXPECT_EQ(refusal_of(R"({"time": [0, 1], "states": {"position": [0], "velocity": [0, 1]}})"),
            "x.json: state 'position' has 1 values at 2 times");
  EXPECT_EQ(refusal_of(R"({"time": [0, null], "states": {}})"), "x.json: 'time[1]' is null, not a finite number");
  EXPECT_EQ(refusal_of(R"({"time": [0, 1], "states": {"position": [0, "a"], "velocity": [0, 1]}})"),
            "x.json: 'position[1]' is \"a\", not a finite number");
  EXPECT_EQ(refusal_of(R"({"time": [0, 1], "states": {"position": [0, 1], "velocity": [0, 1]},
                           "controls": {"force": [1, 2, 3]}})"),
            "x.json: phase 'turn' has 3 controls at 2 times; say their 'control_time'");
}

TEST(SeriesJson, RefusesOtherThings) {
  EXPECT_EQ(refusal_of("[]"), "x.json: it is not an object with 'time', 'states' and 'controls', or 'phases'");
  EXPECT_TRUE(test::says(refusal_of("{"), "x.json: parse error at line 1, column 2"));
  EXPECT_TRUE(test::says(refusal_of(R"({"time": 1})"), "x.json: 'time' is not a list of numbers"));
  EXPECT_TRUE(
      test::says(refusal_of(R"({"problem": "goddard"})"), "it is of problem 'goddard', not of 'bryson-denham'"));
  EXPECT_TRUE(test::says(refusal_of(R"({"objective": null})"), "'objective' is null, not a finite number"));
  EXPECT_TRUE(test::says(refusal_of(R"({"control_shape": "cubic"})"), "controls 'cubic' are not known"));
  EXPECT_TRUE(test::says(refusal_of(R"({"steps": 3})"), "x.json: a text is wanted where a whole number is"));
}

}  // namespace tandem::series_json_test
