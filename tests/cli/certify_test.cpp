#include <tandem/ocp/answers/series/series_file.hpp>

#include <cli/own_problem.hpp>
#include <cli/saved_file.hpp>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <fstream>
#include <sstream>

namespace tandem::certify_test {

using test::Outcome;
using test::refusal_of;
using test::run_command;
using test::says;
using test::TemporaryFile;

const std::string kCasadi = std::string(TANDEM_RECORDED_SERIES) + "/casadi_cart_pole.csv";
const std::string kCrocoddyl = std::string(TANDEM_RECORDED_SERIES) + "/crocoddyl_cart_pole.csv";
const std::string kCommand = "certify cart-pole-swing-up --solution ";

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// A recorded series with each row's cells changed by `change(row, cells)`.
template <class Change>
std::string changed(const std::string& file, const Change& change) {
  std::istringstream in(text_of(file));
  std::string out, line;
  for (int row = -3; std::getline(in, line); ++row) {  // two remarks and a header come first
    std::vector<std::string> cells;
    std::istringstream parts(line + ",");
    for (std::string cell; std::getline(parts, cell, ',');) cells.push_back(cell);
    if (row >= 0) change(row, cells);
    for (std::size_t i = 0; i < cells.size(); ++i) out += (i > 0 ? "," : "") + cells[i];
    out += '\n';
  }
  return out;
}

void write(const TemporaryFile& file, const std::string& text) { std::ofstream(file.path()) << text; }

// ---- answers of other tools -----------------------------------------------------------------------------------------

TEST(Certify, PassesTheAnswerOfCasadi) {
  const Outcome outcome = run_command(kCommand + kCasadi);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(says(outcome.out, "objective    58.8076"));
  EXPECT_TRUE(says(outcome.out, "mesh         hermite-simpson, 100 intervals"));
  EXPECT_TRUE(says(outcome.out, "costates     fitted to the motion"));
  EXPECT_TRUE(says(outcome.out, "certificate  PASS"));
}

// A force that is held for a fiftieth of a second costs more than one that is not, by 2e-3.
TEST(Certify, RefusesTheForcesThatCrocoddylHolds) {
  const Outcome outcome = run_command(kCommand + kCrocoddyl);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(says(outcome.out, "mesh         midpoint, 100 intervals"));
  EXPECT_TRUE(says(outcome.out, "certificate  FAIL"));
  EXPECT_TRUE(says(outcome.out, "because the objective may be"));
}

// Its own problem is the finite one: the steps are right, and what its rule to stop by leaves of the slope is a ten
// thousandth of the objective for a whole range of the force.
TEST(Certify, HoldsTheAnswerOfCrocoddylAgainstItsOwnSteps) {
  const TemporaryFile json("crocoddyl.json");
  const Outcome outcome = run_command(kCommand + kCrocoddyl + " --steps shooting-rk4 --json " + json.name());
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(says(outcome.out, "because stationarity is 9.7e-05"));
  const nlohmann::json certificate = test::saved(json)["certificate"];
  EXPECT_EQ(certificate["kind"], "discrete");
  for (const auto& line : certificate["lines"]) {
    if (line["in_verdict"] == true) {
      EXPECT_EQ(line["holds"], line["name"] != "stationarity") << line["name"];
    }
  }
}

TEST(Certify, FailsASpoiltState) {
  const TemporaryFile one("one_state.csv"), all("all_states.csv");
  write(one, changed(kCasadi, [](int row, auto& cells) {
          if (row == 80) cells[2] = std::to_string(std::stod(cells[2]) + 3e-3);  // the angle goes from 0 to pi
        }));
  write(all, changed(kCasadi, [](int row, auto& cells) {
          for (int i = 1; row % 2 == 0 && i <= 4; ++i) cells[i] = std::to_string(1.001 * std::stod(cells[i]));
        }));
  for (const TemporaryFile* file : {&one, &all}) {
    const Outcome outcome = run_command(kCommand + file->name());
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    EXPECT_TRUE(says(outcome.out, "costates     fitted to the motion"));
    EXPECT_TRUE(says(outcome.out, "certificate  FAIL"));
  }
}

TEST(Certify, FailsAnObjectiveThatIsNotTheMotions) {
  const TemporaryFile file("dear.csv");
  std::string text = text_of(kCasadi);
  text.replace(text.find("# objective 58.80"), 17, "# objective 58.79");
  write(file, text);
  EXPECT_EQ(run_command(kCommand + file.name()).exit_code, 1);
}

// ---- what it takes --------------------------------------------------------------------------------------------------

TEST(Certify, TakesWhatTandemHasSaved) {
  const TemporaryFile json("lqr.json"), again("again.json");
  ASSERT_EQ(run_command("solve scalar-lqr --set start=2 --quiet --json " + json.name()).exit_code, 0);
  const Outcome outcome = run_command("certify scalar-lqr --solution " + json.name() + " --json " + again.name());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_FALSE(says(outcome.out, "fitted"));
  EXPECT_EQ(test::saved(again)["objective"], test::saved(json)["objective"]);
  EXPECT_FALSE(test::saved(again).contains("costates_fitted"));
}

TEST(Certify, SavesTheAnswerWithItsCostatesAndSaysTheyAreFitted) {
  const TemporaryFile json("casadi.json"), report("casadi.html");
  const Outcome outcome = run_command(kCommand + kCasadi + " --json " + json.name() + " --report " + report.name());
  EXPECT_TRUE(says(outcome.out, "report"));
  EXPECT_TRUE(report.exists());
  const nlohmann::json saved = test::saved(json);
  EXPECT_EQ(saved["costates_fitted"], true);
  EXPECT_EQ(saved["certificate"]["verdict"], "pass");
  EXPECT_EQ(saved["phases"][0]["costates"]["angle"].size(), 101U);
  EXPECT_EQ(run_command(kCommand + json.name()).exit_code, 0);  // and it reads that again
  EXPECT_TRUE(says(run_command(kCommand + json.name()).out, "costates     fitted"));
}

TEST(Certify, TakesTheProgramsOwnProblemAndItsNumbers) {
  const TemporaryFile file("own.csv");
  write(file, "time,x,u\n0,0,3\n0.25,0.75,3\n1,3,3\n");
  const Outcome outcome = run_command("certify --solution " + file.name() + " --set goal=3", test::own_problem());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(says(outcome.out, "objective    9"));
  EXPECT_EQ(run_command("certify --solution " + file.name(), test::own_problem()).exit_code, 1);
  EXPECT_EQ(run_command("certify --solution " + file.name() + " --quiet --set goal=3", test::own_problem()).out, "");
}

TEST(Certify, BelievesWhatItIsToldOfControls) {
  const TemporaryFile file("held.csv");
  write(file, "time,x,u\n0,0,3\n0.25,0.75,3\n1,3,3\n");
  const std::string words = "certify --set goal=3 --solution " + file.name() + " --controls ";
  EXPECT_TRUE(says(run_command(words + "held", test::own_problem()).out, "mesh         midpoint"));
  EXPECT_TRUE(says(run_command(words + "linear", test::own_problem()).out, "mesh         trapezoid"));
  EXPECT_TRUE(says(run_command(words + "quadratic", test::own_problem()).err, "is not the midpoint"));
  EXPECT_TRUE(says(run_command(words + "cubic", test::own_problem()).err, "they are held, linear or quadratic"));
}

// ---- what it refuses ------------------------------------------------------------------------------------------------

TEST(Certify, RefusesByName) {
  const TemporaryFile file("bad.csv"), saved("saved.json");
  const auto refusal_of_text = [&](const std::string& text) {
    write(file, text);
    return refusal_of("certify bryson-denham --solution " + file.name());
  };
  const std::string head = "time,position,velocity,force\n";
  EXPECT_TRUE(
      says(refusal_of_text("time,position,speed,force\n"), "nothing in problem 'bryson-denham' is called 'speed'"));
  EXPECT_TRUE(says(refusal_of_text(head + "0,0,1\n"), "line 2: it has 3 cells, the header 4"));
  EXPECT_TRUE(says(refusal_of_text(head + "0,0,1,0\n1,0,-1,0\n0.5,0,0,0\n"), "times do not increase: 0.5 follows 1"));
  EXPECT_TRUE(says(refusal_of_text(head + "0,0,1,0\n1,nan,-1,0\n"), "line 3: 'position' is 'nan'"));
  EXPECT_TRUE(says(refusal_of_text(head + "0,0,1,0\n2,0,-1,0\n"), "ends at 2, the statement's at 1"));
  EXPECT_TRUE(says(refusal_of("certify bryson-denham --solution /no/file.csv"), "cannot read '/no/file.csv'"));
  EXPECT_TRUE(says(refusal_of("certify bryson-denam --solution x.csv"), "did you mean 'bryson-denham'?"));
  EXPECT_TRUE(says(refusal_of("certify draper --solution x.csv"), "'draper' is a co-design problem"));
  EXPECT_TRUE(says(refusal_of("certify bryson-denham"), "--solution is required"));
  ASSERT_EQ(run_command("solve scalar-lqr --quiet --json " + saved.name()).exit_code, 0);
  EXPECT_TRUE(says(refusal_of("certify bryson-denham --solution " + saved.name()), "is a solution of 'scalar-lqr'"));
  EXPECT_TRUE(says(refusal_of("certify scalar-lqr --set start=2 --solution " + saved.name()), "numbers of its own"));
  EXPECT_TRUE(
      says(refusal_of("certify scalar-lqr --controls held --solution " + saved.name()), "--controls is for series"));
  EXPECT_TRUE(says(refusal_of(kCommand + kCasadi + " --steps euler"), "not of 'euler'"));
  EXPECT_TRUE(
      says(refusal_of(kCommand + kCasadi + " --json /no/folder/x.json"), "cannot write to '/no/folder/x.json'"));
}

TEST(Certify, TeachesByItsHelp) {
  const Outcome outcome = run_command("certify --help");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "--solution crocoddyl.csv --steps shooting-rk4"));
}

}  // namespace tandem::certify_test
