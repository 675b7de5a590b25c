#include <tandem/ocp/designs/controllers/design_file.hpp>

#include <tandem/problems/controllers.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

#include <vector>

namespace tandem::design_file_test {

TEST(DesignFile, HoldsTheControllerItsNormsAndWhatProvesIt) {
  ControllerProblem problem = problems::gust_alleviation();
  problem.set("peak_weight", 1.0);
  const controllers::Objective objective = problem.objective();
  const std::vector designs{controllers::design_controller(objective, objective.form().start())};
  const test::TemporaryFile file("controller.json");
  save_json(problem, objective.form(), designs, file.name());
  const auto json = nlohmann::json::parse(file.text());
  EXPECT_EQ(json["problem"], "gust-alleviation");
  EXPECT_EQ(json["numbers"]["peak_weight"], 1.0);
  const auto& best = json["minima"].at(0);
  EXPECT_EQ(best["certificate"]["verdict"], "pass");
  EXPECT_EQ(best["certificate"]["kind"], "controller");
  EXPECT_EQ(best["objective"], designs[0].value);
  EXPECT_EQ(json["objective"], designs[0].value);
  EXPECT_EQ(json["certificate"], best["certificate"]);
  EXPECT_EQ(json["status"], "solved");
  EXPECT_EQ(best["designs"]["k_q"], designs[0].numbers(0));
  EXPECT_EQ(best["controller"]["a"][1][0], designs[0].numbers(4));
  EXPECT_EQ(best["active_peaks"].size(), 2U);
  EXPECT_EQ(best["conditions"][0]["peak"], designs[0].conditions[0].peak);
  EXPECT_TRUE(test::refuses([&] { save_json(problem, objective.form(), designs, "/no/such/folder/x"); },
                            "cannot write to '/no/such/folder/x'"));
}

}  // namespace tandem::design_file_test
