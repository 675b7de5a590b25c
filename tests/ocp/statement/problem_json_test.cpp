#include <tandem/ocp/statement/problem_json.hpp>

#include <tandem/core/json.hpp>

#include <gtest/gtest.h>

namespace tandem::problem_json_test {

Problem stated() {
  Problem problem("throw");
  problem.mesh() = {.transcription = "gauss", .intervals = 7, .degree = 3};
  problem.maximise();
  const Number far = problem.number({"far", 2.0, "m", "", Role::design, 0.0});
  auto phase = problem.phase<2, 1>("flight");
  phase.time({.end = {0.5, 20.0}, .guess = 5.0});
  phase.state("x", {.unit = "m", .start = 0.0, .end = 1.0 - 2.0 * far, .guess = {{0.0, far, {{0.25, 3.0}}}}});
  phase.state("v", {.bounds = {-1.0, kInfinity}});
  phase.control("u", {.bounds = {-far, far}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.path_constraint("slow", {0.0, far}, [](const auto& k) { return k.x[1]; });
  problem.continue_states(phase, phase, {"x"});
  return problem;
}

TEST(ProblemJson, SaysEverythingOfAStatementButItsFunctions) {
  const Json json = Json::parse(to_json(stated()));
  EXPECT_EQ(json["maximised"], Json(true));
  EXPECT_EQ(json["mesh"], (Json{{"transcription", "gauss"}, {"intervals", 7}, {"degree", 3}}));
  EXPECT_EQ(json["numbers"][0]["role"], Json("design"));
  EXPECT_TRUE(json["numbers"][0]["upper"].is_null());
  const Json& phase = json["phases"][0];
  EXPECT_EQ(phase["time"]["end"], Json::array({0.5, 20.0}));
  EXPECT_EQ(phase["time"]["guess"], Json(5.0));
  EXPECT_TRUE(phase["time"]["duration"].is_null());
  EXPECT_EQ(phase["path_constraints"][0]["name"], Json("slow"));
  EXPECT_EQ(json["linkages"][0]["name"], Json("flight-to-flight.v"));
  EXPECT_EQ(json["linkages"][0]["after"], Json("flight"));
}

TEST(ProblemJson, KeepsHowBoundsAndGuessesFollowNumbers) {
  const Json json = Json::parse(to_json(stated()));
  const Json& x = json["phases"][0]["states"][0];
  EXPECT_EQ(x["end"][0], (Json{{"constant", 1.0}, {"numbers", Json{{"far", -2.0}}}}));
  EXPECT_EQ(x["start"], Json::array({0.0, 0.0}));
  EXPECT_EQ(x["guess"][1], Json::array({0.25, 3.0}));
  EXPECT_EQ(x["guess"][2][1]["numbers"]["far"], Json(1.0));
  EXPECT_TRUE(json["phases"][0]["states"][1]["start"].is_null());
  EXPECT_TRUE(json["phases"][0]["states"][1]["bounds"][1].is_null());
}

}  // namespace tandem::problem_json_test
