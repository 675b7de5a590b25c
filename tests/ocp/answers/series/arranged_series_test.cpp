#include <tandem/ocp/answers/series/arranged_series.hpp>

#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::arranged_series_test {

using Eigen::VectorXd;
using test::refuses;

VectorXd times(std::initializer_list<double> list) {
  return Eigen::Map<const VectorXd>(list.begin(), static_cast<int>(list.size()));
}

/// A motion with states at `knots` and controls 10 t at `control_times`.
Series series_at(const VectorXd& knots, const VectorXd& control_times) {
  return {{{knots, Eigen::MatrixXd::Ones(2, knots.size()) * knots.asDiagonal(), control_times,
            10.0 * control_times.transpose()}}};
}

ArrangedSeries arranged(const Series& series) { return arranged_series(make_problem("bryson-denham"), series); }

const VectorXd kKnots = times({0.0, 0.2, 0.6, 1.0});

TEST(ArrangedSeries, TakesControlsAtAllKnotsAsLinear) {
  const ArrangedSeries found = arranged(series_at(kKnots, kKnots));
  EXPECT_EQ(found.transcription, "trapezoid");
  EXPECT_EQ(found.phases[0].controls, 10.0 * kKnots.transpose());
}

TEST(ArrangedSeries, TakesOneAnIntervalAsHeld) {
  for (const VectorXd& at : {times({0.0, 0.2, 0.6}), times({0.1, 0.4, 0.8})}) {
    const ArrangedSeries found = arranged(series_at(kKnots, at));
    EXPECT_EQ(found.transcription, "midpoint");
    EXPECT_EQ(found.phases[0].controls, 10.0 * at.transpose());
  }
}

TEST(ArrangedSeries, TakesKnotsAndMidpointsAsQuadratic) {
  const ArrangedSeries found = arranged(series_at(kKnots, times({0.0, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0})));
  EXPECT_EQ(found.transcription, "hermite-simpson");
  EXPECT_EQ(found.phases[0].controls.cols(), 7);
  EXPECT_EQ(found.phases[0].time, kKnots);
}

TEST(ArrangedSeries, BelievesAShapeThatIsSaid) {
  Series series = series_at(kKnots, kKnots);
  series.shape = ControlShape::held;  // the last control has nothing to be held for
  EXPECT_EQ(arranged(series).transcription, "midpoint");
  EXPECT_EQ(arranged(series).phases[0].controls, 10.0 * times({0.0, 0.2, 0.6}).transpose());
}

TEST(ArrangedSeries, HoldsAndInterpolatesBetweenFewerControls) {
  Series series = series_at(kKnots, times({0.0, 0.6}));
  series.shape = ControlShape::held;
  EXPECT_EQ(arranged(series).phases[0].controls, times({0.0, 0.0, 6.0}).transpose());
  series = series_at(kKnots, times({0.0, 1.0}));
  EXPECT_EQ(arranged(series).transcription, "trapezoid");
  EXPECT_LT((arranged(series).phases[0].controls - 10.0 * kKnots.transpose()).norm(), 1e-15);
}

TEST(ArrangedSeries, MakesMidpointsOfEverySecondTimeWhereControlsAreSaidToBeQuadratic) {
  const VectorXd all = times({0.0, 0.1, 0.2, 0.6, 1.0});
  Series series = series_at(all, all);
  series.shape = ControlShape::quadratic;
  series.phases[0].costates = series.phases[0].states;
  const ArrangedSeries found = arranged(series);
  EXPECT_EQ(found.phases[0].time, times({0.0, 0.2, 1.0}));
  EXPECT_EQ(found.phases[0].states.row(0), times({0.0, 0.2, 1.0}).transpose());
  EXPECT_EQ(found.phases[0].costates, found.phases[0].states);
  EXPECT_EQ(found.phases[0].controls, 10.0 * all.transpose());
}

TEST(ArrangedSeries, HoldsAFiniteProblemToItsSteps) {
  Series series = series_at(kKnots, times({0.0, 0.2, 0.6}));
  series.steps = "semi-implicit";
  EXPECT_EQ(arranged(series).transcription, "semi-implicit");
  series.steps = "shooting-rk4";
  EXPECT_EQ(arranged(series).degree, 0);
  series = series_at(kKnots, kKnots);
  series.steps = "shooting-rk4";
  EXPECT_EQ(arranged(series).degree, 1);
  series.steps = "semi-implicit";
  EXPECT_TRUE(refuses([&] { arranged(series); }, "steps of 'semi-implicit' do not have linear controls"));
}

TEST(ArrangedSeries, RefusesControlsThatStandNowhere) {
  EXPECT_TRUE(refuses(
      [] {
        arranged(series_at(kKnots, times({0.0, 0.3, 0.5, 0.55, 0.9})));
      },
      "phase 'turn': its 5 control times fit neither the 4 times of its states"));
  Series series = series_at(kKnots, times({0.0, 0.3, 1.0}));
  EXPECT_TRUE(refuses([&] { arranged(series); }, "linear controls are given at 0.3, which is no time of the states"));
  series = series_at(kKnots, times({0.2, 0.6}));
  series.shape = ControlShape::held;
  EXPECT_TRUE(refuses([&] { arranged(series); }, "the first control is given at 0.2, after the start at 0"));
  series.shape = ControlShape::linear;
  series.phases[0] = series_at(kKnots, times({0.0, 0.6})).phases[0];
  EXPECT_TRUE(refuses([&] { arranged(series); }, "linear controls end at 0.6, before the last state at 1"));
  series = series_at(kKnots, kKnots);
  series.shape = ControlShape::quadratic;
  EXPECT_TRUE(
      refuses([&] { arranged(series); }, "its 4 control times are not the states' 4 times and their midpoints"));
  const VectorXd uneven = times({0.0, 0.3, 1.0});
  series = series_at(uneven, uneven);
  series.shape = ControlShape::quadratic;
  EXPECT_TRUE(refuses([&] { arranged(series); }, "every second time of its states is not the midpoint"));
}

}  // namespace tandem::arranged_series_test
