#include <tandem/report/report.hpp>

#include <tandem/core/error.hpp>
#include <tandem/problems/all.hpp>

#include "report/sample_solution.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <limits>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace tandem::report_test {

/// The data block of the page, as the browser's script reads it.
nlohmann::json data_of(const std::string& html) {
  const std::string open = "<script type=\"application/json\" id=\"data\">";
  const std::size_t start = html.find(open) + open.size();
  return nlohmann::json::parse(html.substr(start, html.find("</script>", start) - start));
}

nlohmann::json data_of(const Problem& problem, const Solution& solution) {
  return data_of(report_html(problem, solution));
}

std::string sentence_of(const Problem& problem, const Solution& solution) {
  try {
    report_html(problem, solution);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(Report, NeedsNoOtherFileAndNoNetwork) {
  const Problem problem = problems::cart_pole_swing_up();
  const std::string html = report_html(problem, sample_solution(problem));
  const std::set<std::string> known{"https://github.com/danvk/dygraphs/blob/v2.2.1/LICENSE.txt",  // in a comment
                                    "http://www.w3.org/2000/svg"};  // names a namespace, is not fetched
  const std::regex address("https?://[^\\s'\"<>)]+");
  for (auto at = std::sregex_iterator(html.begin(), html.end(), address); at != std::sregex_iterator(); ++at) {
    EXPECT_TRUE(known.contains(at->str())) << at->str();
  }
  for (const char* reference : {" src=", "<link", "@import", "url(", "sourceMappingURL", "fetch("}) {
    EXPECT_EQ(html.find(reference), std::string::npos) << reference;
  }
  EXPECT_FALSE(std::regex_search(html, std::regex("\\{\\{[a-z.-]+\\}\\}"))) << "a mark of the template was left";
}

TEST(Report, KeepsTheLicenceOfTheCharts) {
  const Problem problem = problems::scalar_lqr();
  const std::string html = report_html(problem, sample_solution(problem));
  EXPECT_NE(html.find("Dan Vanderkam &lt;danvdk@gmail.com&gt;"), std::string::npos);
  EXPECT_NE(html.find("Permission is hereby granted, free of charge"), std::string::npos);
}

TEST(Report, HoldsTheNumbersOfTheSolutionToTheLastBit) {
  const Problem problem = problems::cart_pole_swing_up();
  const Solution solution = sample_solution(problem);
  const auto data = data_of(problem, solution);
  EXPECT_EQ(data["objective"].get<double>(), solution.objective);
  EXPECT_EQ(data["status"], "solved");
  EXPECT_EQ(data["intervals"], 20);
  const auto& states = data["phases"][0]["states"];
  ASSERT_EQ(states.size(), 4u);
  EXPECT_EQ(states[1]["name"], "angle");
  EXPECT_EQ(states[1]["unit"], "rad");
  for (int k = 0; k <= 20; ++k) {
    EXPECT_EQ(states[1]["knots"][k].get<double>(), solution.phases[0].states(1, k));
  }
  EXPECT_EQ(data["certificate"]["lines"][0]["value"].get<double>(), 7.5e-7);
  EXPECT_EQ(data["history"]["iteration"].size(), 24u);
}

TEST(Report, TakesBoundsFromTheNumbersOfTheSolution) {
  const Problem problem = problems::cart_pole_swing_up();
  Solution solution = sample_solution(problem);
  solution.numbers["max_force"] = 9.0;
  const auto phase = data_of(problem, solution)["phases"][0];
  EXPECT_EQ(phase["controls"][0]["bounds"], nlohmann::json({-9.0, 9.0}));
  EXPECT_EQ(phase["states"][0]["bounds"], nlohmann::json({-2.0, 2.0}));
  EXPECT_TRUE(phase["states"][1]["bounds"].is_null());
  EXPECT_EQ(phase["states"][0]["end"], nlohmann::json({1.0, 1.0}));
}

TEST(Report, FilmsTheMechanismAtSixtyFramesASecondWithinReason) {
  const Problem problem = problems::cart_pole_swing_up();
  EXPECT_EQ(data_of(problem, sample_solution(problem, 20, 5.0))["motion"]["frames"].size(), 301u);
  EXPECT_EQ(data_of(problem, sample_solution(problem, 20, 0.1))["motion"]["frames"].size(), 121u);
  EXPECT_EQ(data_of(problem, sample_solution(problem, 20, 5e3))["motion"]["frames"].size(), 1201u);
}

TEST(Report, DrawsTheMechanismWhereTheStatesSayItIs) {
  const Problem problem = problems::cart_pole_swing_up();
  const Solution solution = sample_solution(problem);
  const auto motion = data_of(problem, solution)["motion"];
  const auto& structure = motion["structures"][0];
  EXPECT_EQ(motion["structures"].size(), 1u);
  EXPECT_EQ(structure["shapes"][2]["kind"], "rectangle");
  // Two points of the ground and one of the target come before the cart's centre.
  EXPECT_NEAR(motion["frames"].back()["numbers"][9].get<double>(), solution.phases[0].states(0, 20), 1e-6);
}

TEST(Report, ShowsASlewInSpaceAndASwingUpInThePlane) {
  const Problem slew = problems::bilimoria_wie(), swing_up = problems::cart_pole_swing_up();
  const auto motion = data_of(slew, sample_solution(slew))["motion"];
  EXPECT_EQ(motion["structures"].size(), 1u);
  EXPECT_EQ(motion["structures"][0]["shapes"][0]["kind"], "box");
  EXPECT_GT(motion["view"]["elevation"].get<double>(), 0.0);
  EXPECT_TRUE(data_of(swing_up, sample_solution(swing_up))["motion"]["view"].is_null());
}

TEST(Report, TakesTheFirstViewThatAPictureAsksFor) {
  Problem problem("two-views");
  auto phase = problem.phase<1, 1>("only");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("x", {});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.drawing([](const auto& k) {
    Picture picture;
    picture.cylinder({0.0, 0.0, 0.0}, {k.x[0], 1.0, 0.0}, 0.1);
    picture.arrow({0.0, 0.0, 0.0}, {k.x[0], 1.0, 0.0}, 0.1);
    if (k.t > 0.5) picture.view = Picture::View{k.t, 0.25};
    return picture;
  });
  const auto motion = data_of(problem, sample_solution(problem, 20, 1.0))["motion"];
  EXPECT_NEAR(motion["view"]["azimuth"].get<double>(), 0.5 + 1.0 / 120.0, 1e-12);
  EXPECT_EQ(motion["view"]["elevation"].get<double>(), 0.25);
  EXPECT_EQ(motion["structures"][0]["shapes"][0]["kind"], "cylinder");
  EXPECT_EQ(motion["structures"][0]["shapes"][1]["kind"], "arrow");
}

TEST(Report, HasNoFilmWhereThereIsNoDrawing) {
  const Problem problem = problems::scalar_lqr();
  EXPECT_TRUE(data_of(problem, sample_solution(problem))["motion"].is_null());
}

TEST(Report, TakesAProblemWithoutControls) {
  Problem problem("free-fall");
  auto phase = problem.phase<1, 0>("fall");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("height", {.unit = "m"});
  phase.dynamics([](const auto& k) { return k.x; });
  const auto data = data_of(problem, sample_solution(problem));
  EXPECT_EQ(data["phases"][0]["states"].size(), 1u);
  EXPECT_TRUE(data["phases"][0]["controls"].empty());
}

TEST(Report, WritesNullForWhatIsNotANumber) {
  const Problem problem = problems::cart_pole_swing_up();
  Solution solution = sample_solution(problem);
  solution.status = Status::failed;
  solution.objective = std::numeric_limits<double>::quiet_NaN();
  solution.phases[0].states(0, 3) = std::numeric_limits<double>::infinity();
  solution.certificate.reasons = {"the solver failed"};
  const auto data = data_of(problem, solution);
  EXPECT_TRUE(data["objective"].is_null());
  EXPECT_TRUE(data["phases"][0]["states"][0]["knots"][3].is_null());
  EXPECT_EQ(data["certificate"]["verdict"], "fail");
  EXPECT_FALSE(data["certified"].get<bool>());
}

TEST(Report, CallsNothingCertifiedThatWasNotTested) {
  const Problem problem = problems::scalar_lqr();
  Solution solution = sample_solution(problem);
  EXPECT_TRUE(data_of(problem, solution)["certified"].get<bool>());
  solution.status = Status::iteration_limit;
  EXPECT_FALSE(data_of(problem, solution)["certified"].get<bool>());
  solution.status = Status::solved;
  solution.certificate.lines.clear();
  EXPECT_FALSE(data_of(problem, solution)["certified"].get<bool>());
}

TEST(Report, IsMadeEvenWhereTheSolverReturnedNoTrajectory) {
  const Problem problem = problems::scalar_lqr();
  Solution solution = sample_solution(problem);
  solution.phases.clear();
  EXPECT_TRUE(data_of(problem, solution)["phases"].empty());
}

TEST(Report, EscapesTextThatLooksLikeMarkup) {
  Problem problem("marked-up");
  problem.description().title = "</script><script>alert(1)</script><!-- {{data}} & \"quotes\" \xff";
  auto phase = problem.phase<1, 1>("only");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("x", {.unit = "</script>"});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  const std::string html = report_html(problem, sample_solution(problem));
  EXPECT_EQ(html.find("<script>alert"), std::string::npos);
  const auto data = data_of(html);
  EXPECT_EQ(data["title"].get<std::string>().substr(0, 58), problem.description().title.substr(0, 58));
  EXPECT_EQ(data["phases"][0]["states"][0]["unit"], "</script>");
}

TEST(Report, RefusesTheSolutionOfAnotherProblem) {
  const Problem problem = problems::scalar_lqr();
  EXPECT_EQ(sentence_of(problem, sample_solution(problems::brachistochrone())),
            "report of 'scalar-lqr': the solution is one of 'brachistochrone'");
}

TEST(Report, RefusesTablesOfTheWrongSizeByPhase) {
  const Problem problem = problems::cart_pole_swing_up();
  Solution solution = sample_solution(problem);
  solution.phases[0].states.conservativeResize(3, Eigen::NoChange);
  EXPECT_EQ(sentence_of(problem, solution), "phase 'swing-up': the states are a 3 x 21 table instead of 4 x 21");
}

TEST(SaveReport, WritesThePage) {
  const Problem problem = problems::scalar_lqr();
  const Solution solution = sample_solution(problem);
  const auto file = std::filesystem::path(testing::TempDir()) / "tandem_report_test.html";
  save_report(problem, solution, file);
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  EXPECT_EQ(text.str(), report_html(problem, solution));
  std::filesystem::remove(file);
}

TEST(SaveReport, RefusesAFileThatCannotBeWrittenByItsName) {
  const Problem problem = problems::scalar_lqr();
  const auto file = std::filesystem::path(testing::TempDir()) / "no-such-folder" / "report.html";
  try {
    save_report(problem, sample_solution(problem), file);
    FAIL() << "the file was not refused";
  } catch (const InvalidInput& error) {
    EXPECT_EQ(std::string(error.what()), "cannot write to '" + file.string() + "': No such file or directory");
  }
}

}  // namespace tandem::report_test
