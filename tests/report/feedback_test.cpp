#include <tandem/report/feedback.hpp>

#include <tandem/ocp/search/solve.hpp>
#include <tandem/problems/all.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
namespace tandem::feedback_test {

struct Followed {
  Problem problem = problems::cart_pole_swing_up();
  Solution plan;
  Trials trials;
  std::vector<double> plant;

  Followed() {
    SolveOptions options{.transcription = "shooting-rk4", .intervals = 50, .method = "ddp"};
    plan = solve(problem, options);
    Problem heavy = problem;
    heavy.set("pole_mass", 0.315);
    plant = heavy.number_values();
    TrialOptions trial;
    trial.disturbance.numbers = plant;
    trials = try_feedback(problem, plan, trial);
  }
};

TEST(FeedbackReport, ShowsBothMotionsAndTheirSeriesOverThePlan) {
  const Followed followed;
  const auto data =
      nlohmann::json::parse(feedback_json(followed.problem, followed.plant, followed.plan, followed.trials));
  EXPECT_EQ(data["kind"], "feedback");
  EXPECT_EQ(data["held_with"], 1);
  EXPECT_EQ(data["held_without"], 0);
  EXPECT_EQ(data["numbers"][1]["value"], 0.315);
  EXPECT_EQ(data["plan_numbers"][1], 0.3);
  const auto& phase = data["phases"][0];
  const auto& angle = phase["states"][1];
  EXPECT_EQ(angle["samples"].size(), phase["samples"].size());
  ASSERT_EQ(angle["beside"].size(), 2u);
  EXPECT_EQ(angle["beside"][0]["name"], "plan");
  EXPECT_EQ(angle["beside"][0]["samples"].size(), 51u);
  EXPECT_EQ(angle["beside"][1]["samples"].back(), followed.trials.runs[0].without.states.rightCols(1)(1, 0));
  EXPECT_EQ(phase["controls"][0]["beside"][0]["samples"].size(), 100u);
  EXPECT_EQ(phase["knots"].size(), 2u + 3u) << "a tick for each push";
  EXPECT_EQ(data["motion"]["times"].back(), 4.0);
  EXPECT_EQ(data["motion_without"]["frames"].size(), data["motion"]["frames"].size());
}

TEST(FeedbackReport, IsOnePage) {
  const Followed followed;
  const std::string html = report_html(followed.problem, followed.plant, followed.plan, followed.trials);
  EXPECT_NE(html.find("<title>cart-pole-swing-up with feedback"), std::string::npos);
  EXPECT_EQ(html.find("{{feedback.js}}"), std::string::npos) << "a mark of the template was left";
}

}  // namespace tandem::feedback_test
