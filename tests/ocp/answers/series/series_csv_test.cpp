#include <tandem/ocp/answers/series/series_file.hpp>
#include <tandem/ocp/answers/solution_file.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

namespace tandem::series_csv_test {

Series read(const std::string& text, const std::string& problem = "bryson-denham") {
  return series_from_csv(text, make_problem(problem), "x.csv");
}
std::string refusal_of(const std::string& text, const std::string& problem = "bryson-denham") {
  return test::refusal([&] { read(text, problem); });
}

constexpr const char* kHeader = "time,position,velocity,force\n";

TEST(SeriesCsv, ReadsColumnsByTheirNames) {
  const Series series = read("force, velocity ,\"position\",time\n1,2,3,0\n4,5,6,0.5\n7,8,9,1\n");
  const PhaseSeries& phase = series.phases.front();
  EXPECT_EQ(phase.time, Eigen::Vector3d(0.0, 0.5, 1.0));
  EXPECT_EQ(phase.states.row(0), Eigen::RowVector3d(3.0, 6.0, 9.0));
  EXPECT_EQ(phase.states.row(1), Eigen::RowVector3d(2.0, 5.0, 8.0));
  EXPECT_EQ(phase.controls.row(0), Eigen::RowVector3d(1.0, 4.0, 7.0));
  EXPECT_EQ(phase.costates.size(), 0);
  EXPECT_FALSE(series.objective || series.shape);
}

TEST(SeriesCsv, ReadsRowsWithStatesOrControlsAlone) {
  const Series series = read(std::string(kHeader) + "0,1,2,3\n0.5,,,4\n1,5,6,\n");
  const PhaseSeries& phase = series.phases.front();
  EXPECT_EQ(phase.time, Eigen::Vector2d(0.0, 1.0));
  EXPECT_EQ(phase.control_time, Eigen::Vector2d(0.0, 0.5));
  EXPECT_EQ(phase.controls.row(0), Eigen::RowVector2d(3.0, 4.0));
}

TEST(SeriesCsv, ReadsCostatesAndRemarks) {
  const Series series = read(
      "# objective 4.5\r\n# number limit 0.125\n# controls held\n# from somewhere\n"
      "time,position,velocity,force,costate_velocity,costate_position\n\n0,1,2,3,4,5\n1,1e-3,+2,-3.5,4,5\n");
  EXPECT_EQ(*series.objective, 4.5);
  EXPECT_EQ(series.numbers.at("limit"), 0.125);
  EXPECT_EQ(*series.shape, ControlShape::held);
  EXPECT_EQ(series.phases.front().costates.col(0), Eigen::Vector2d(5.0, 4.0));
  EXPECT_EQ(series.phases.front().states.col(1), Eigen::Vector2d(1e-3, 2.0));
  EXPECT_EQ(read(std::string("# steps semi-implicit\n") + kHeader + "0,1,2,3\n1,5,6,\n").steps, "semi-implicit");
}

// Its controls are those at the knots, as the table says.
TEST(SeriesCsv, ReadsWhatTandemItselfWrites) {
  for (const std::string name : {"bryson-denham", "bouncing-mass"}) {
    const Problem problem = make_problem(name);
    const Solution solution = test::solved(problem, 6, "trapezoid");
    const test::TemporaryFile file(name + ".csv");
    save_csv(solution, file.path());
    const Series series = read_series(file.path(), problem);
    ASSERT_EQ(series.phases.size(), solution.phases.size());
    for (std::size_t p = 0; p < series.phases.size(); ++p) {
      EXPECT_EQ(series.phases[p].time, solution.phases[p].time);
      EXPECT_EQ(series.phases[p].states, solution.phases[p].states);
      EXPECT_EQ(series.phases[p].costates, solution.phases[p].costates);
      EXPECT_LT((series.phases[p].controls - solution.phases[p].controls).norm(), 1e-12);
    }
  }
}

TEST(SeriesCsv, RefusesNamesByLine) {
  EXPECT_EQ(refusal_of("time,position,velocty,force\n0,1,2,3\n"),
            "x.csv, line 1: nothing in problem 'bryson-denham' is called 'velocty'; did you mean 'velocity'?");
  EXPECT_EQ(refusal_of("time,position,force\n0,1,2\n"),
            "x.csv: there is no column 'velocity', a state of phase 'turn'");
  EXPECT_EQ(refusal_of("time,position,velocity\n0,1,2\n"),
            "x.csv: there is no column 'force', a control of phase 'turn'");
  EXPECT_EQ(refusal_of("time,position,velocity,force,costate_position\n0,1,2,3,4\n"),
            "x.csv: there is no column 'costate_velocity', a costate of phase 'turn'");
  EXPECT_EQ(refusal_of("time,position,position\n"), "x.csv, line 1: there are two columns 'position'");
  EXPECT_EQ(refusal_of("phase,time,position,velocity,force\nturm,0,1,2,3\n"),
            "x.csv, line 2: problem 'bryson-denham' has no phase called 'turm'; did you mean 'turn'?");
  EXPECT_TRUE(test::says(refusal_of("# number limt 1\n" + std::string(kHeader) + "0,1,2,3\n1,1,2,3\n"),
                         "no number called 'limt'; did you mean 'limit'?"));
}

TEST(SeriesCsv, RefusesCellsByLineAndColumn) {
  const std::string head = kHeader;
  EXPECT_EQ(refusal_of(head + "0,1,2,3\n1,1,fast,3\n"), "x.csv, line 3: 'velocity' is 'fast', not a finite number");
  EXPECT_EQ(refusal_of(head + "0,1,nan,3\n"), "x.csv, line 2: 'velocity' is 'nan', not a finite number");
  EXPECT_EQ(refusal_of(head + "0,1,2,inf\n"), "x.csv, line 2: 'force' is 'inf', not a finite number");
  EXPECT_EQ(refusal_of(head + ",1,2,3\n"), "x.csv, line 2: 'time' is '', not a finite number");
  EXPECT_EQ(refusal_of(head + "0,1,2\n"), "x.csv, line 2: it has 3 cells, the header 4");
  EXPECT_EQ(refusal_of(head + "0,1,,3\n"), "x.csv, line 2: 'velocity' has no value, other states have");
  EXPECT_EQ(refusal_of(head + "0,,,\n"), "x.csv, line 2: it has neither states nor controls");
  EXPECT_EQ(refusal_of("# objective much\n"), "x.csv, line 1: 'objective' is 'much', not a finite number");
}

TEST(SeriesCsv, RefusesWhatIsNoTable) {
  const std::string head = kHeader;
  EXPECT_EQ(refusal_of(""), "x.csv: it has no header with 'time' and the names of states and controls");
  EXPECT_EQ(refusal_of("0,1,2,3\n"),
            "x.csv, line 1: there is no header with 'time' and the names of states and controls before it");
  EXPECT_EQ(refusal_of(head), "x.csv: it has no states of phase 'turn'");
  EXPECT_EQ(refusal_of(head + "0,1,2,3\n0,1,2,3\n"), "series: phase 'turn': times do not increase: 0 follows 0");
}

}  // namespace tandem::series_csv_test
