#include <tandem/ocp/answers/series/series.hpp>

#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <limits>

namespace tandem::series_test {

using test::refuses;

/// x = t, v = 1 of a mass on [0, 1] (bryson-denham has states position, velocity, a control force).
Series sample() {
  PhaseSeries phase;
  phase.time = Eigen::Vector3d(0.0, 0.5, 1.0);
  phase.states = Eigen::MatrixXd::Ones(2, 3);
  phase.states.row(0) = phase.time.transpose();
  phase.control_time = phase.time;
  phase.controls = Eigen::MatrixXd::Zero(1, 3);
  return {{phase}};
}

/// The sentence with which a changed sample is refused.
template <class Change>
std::string refusal_of(const Change& change) {
  Series series = sample();
  change(series, series.phases.front());
  return test::refusal([&] { check_series(make_problem("bryson-denham"), series); });
}

TEST(Series, IsTakenAsItIs) { EXPECT_NO_THROW(check_series(make_problem("bryson-denham"), sample())); }

TEST(Series, IsRefusedByWhatIsNotANumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal_of([=](Series&, PhaseSeries& p) { p.states(1, 1) = nan; }),
            "series: phase 'turn': state 'velocity' is nan at time 0.5");
  EXPECT_EQ(refusal_of([=](Series&, PhaseSeries& p) { p.controls(0, 2) = nan; }),
            "series: phase 'turn': control 'force' is nan at time 1");
  EXPECT_EQ(refusal_of([=](Series&, PhaseSeries& p) {
              p.costates = p.states;
              p.costates(0, 0) = kInfinity;
            }),
            "series: phase 'turn': costate 'position' is inf at time 0");
  EXPECT_EQ(refusal_of([=](Series&, PhaseSeries& p) { p.time(1) = nan; }), "series: phase 'turn': time 2 is nan");
  EXPECT_EQ(refusal_of([=](Series& s, PhaseSeries&) { s.objective = nan; }), "series: the objective is nan");
}

TEST(Series, IsRefusedByTimesThatDoNotIncrease) {
  EXPECT_EQ(refusal_of([](Series&, PhaseSeries& p) { p.time(1) = 1.0; }),
            "series: phase 'turn': times do not increase: 1 follows 1");
  EXPECT_EQ(refusal_of([](Series&, PhaseSeries& p) { p.control_time(1) = -1.0; }),
            "series: phase 'turn': control times do not increase: -1 follows 0");
}

TEST(Series, IsRefusedByItsLengths) {
  EXPECT_EQ(refusal_of([](Series&, PhaseSeries& p) { p.states = Eigen::MatrixXd::Ones(3, 3); }),
            "series: phase 'turn' has 2 states, 3 were given");
  EXPECT_EQ(refusal_of([](Series&, PhaseSeries& p) { p.states = Eigen::MatrixXd::Ones(2, 4); }),
            "series: phase 'turn': states at 4 times were given for 3 times");
  EXPECT_EQ(refusal_of([](Series&, PhaseSeries& p) { p.controls = Eigen::MatrixXd::Ones(1, 2); }),
            "series: phase 'turn': controls at 2 times were given for 3 times");
  EXPECT_EQ(refusal_of([](Series&, PhaseSeries& p) { p.time = Eigen::VectorXd::Zero(1); }),
            "series: phase 'turn' has 1 times, at least 2 are needed");
  EXPECT_EQ(refusal_of([](Series& s, PhaseSeries&) { s.phases.clear(); }),
            "series: it has 0 phases, problem 'bryson-denham' has 1");
}

TEST(Series, IsRefusedWhereItsTimesAreNotTheStatements) {
  EXPECT_EQ(refusal_of([](Series&, PhaseSeries& p) { p.time(2) = p.control_time(2) = 1.1; }),
            "series: phase 'turn' ends at 1.1, the statement's at 1");
  EXPECT_EQ(refusal_of([](Series&, PhaseSeries& p) { p.time(0) = p.control_time(0) = -0.1; }),
            "series: phase 'turn' starts at -0.1, the statement's at 0");
  Series series = sample();
  series.phases[0].time *= 200.0;
  series.phases[0].control_time *= 200.0;
  EXPECT_TRUE(refuses([&] { check_series(make_problem("double-integrator-time"), series); },
                      "phase 'move' ends at 200, the statement's between 0.1 and 100"));
}

TEST(Series, IsRefusedByNumbersThatTheProblemLacks) {
  EXPECT_TRUE(
      test::says(refusal_of([](Series& s, PhaseSeries&) { s.numbers["limt"] = 1.0; }), "did you mean 'limit'?"));
  EXPECT_TRUE(test::says(refusal_of([](Series& s, PhaseSeries&) { s.steps = "euler"; }),
                         "shooting-rk4 or semi-implicit, not of 'euler'"));
}

TEST(Series, KnowsThreeShapesOfControls) {
  EXPECT_EQ(control_shape("held"), ControlShape::held);
  EXPECT_EQ(control_shape("linear"), ControlShape::linear);
  EXPECT_EQ(control_shape("quadratic"), ControlShape::quadratic);
  EXPECT_TRUE(refuses([] { control_shape("lineal"); }, "did you mean 'linear'?"));
}

}  // namespace tandem::series_test
