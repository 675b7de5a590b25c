#include <tandem/ocp/search/polish/polished_guess.hpp>

#include <gtest/gtest.h>
#include <ocp/search/polish/closed_forms.hpp>
#include <ocp/search/polish/there_and_back.hpp>

namespace tandem::polished_guess_test {

constexpr Hold L = Hold::lower, I = Hold::inside, U = Hold::upper;

ArcStructure out_and_home() { return {{{{0.0, 1.0, {U}}, {1.0, 2.0, {L}}}, {{2.0, 3.0, {L}}, {3.0, 4.0, {U}}}}}; }

TEST(PolishedGuess, CutsATrajectoryAtTheSwitchesAndJoinsItAgain) {
  const Problem problem = test::there_and_back();
  Guess whole = straight_line_guess(problem);
  PhaseGuess& out = whole.phases[0];
  out.time = out.control_time = Eigen::Vector3d(0.0, 0.5, 2.0);
  out.states = (Eigen::MatrixXd(2, 3) << 0.0, 0.4, 1.0, 0.0, 0.5, 0.0).finished();
  out.controls = Eigen::RowVector3d(0.5, 1.0, -1.0);
  whole.phases[1].time = whole.phases[1].control_time = Eigen::Vector2d(2.0, 4.0);
  const Guess cut = polished_guess(problem, out_and_home(), whole);
  ASSERT_EQ(cut.phases.size(), 4U);
  EXPECT_EQ(cut.phases[0].time, Eigen::Vector3d(0.0, 0.5, 1.0));
  EXPECT_EQ(cut.phases[1].time, Eigen::Vector2d(1.0, 2.0));
  EXPECT_NEAR(cut.phases[1].states(0, 0), 0.6, 1e-15);
  EXPECT_TRUE((cut.phases[0].controls.array() == 1.0).all());
  EXPECT_TRUE((cut.phases[1].controls.array() == -1.0).all());
  const Guess joined = joined_guess(out_and_home(), cut);
  ASSERT_EQ(joined.phases.size(), 2U);
  EXPECT_EQ(joined.phases[0].time, Eigen::Vector4d(0.0, 0.5, 1.0, 2.0));
  EXPECT_NEAR(joined.phases[0].states(0, 2), 0.6, 1e-15);
  EXPECT_NO_THROW(check_guess(joined, problem));
}

// Ten control times on [0, 2] and a jump at 1, smeared from 1 to -1 over the two times about it: on both arcs the
// control is what it is farther away.
TEST(PolishedGuess, SharpensAJump) {
  const Problem problem = test::quartic_effort(1.0);
  PhaseGuess phase = straight_line_guess(problem, 0);
  phase.control_time = Eigen::VectorXd::LinSpaced(41, 0.0, 2.0);
  phase.controls = (1.0 - phase.control_time.array()).cwiseSign().transpose();
  phase.controls(0, 19) = 0.4;
  phase.controls(0, 20) = 0.0;
  phase.controls(0, 21) = -0.4;
  const ArcStructure arcs{{{{0.0, 1.0, {I}, {}, {0}}, {1.0, 2.0, {I}, {}, {1}}}}};
  const Guess cut = polished_guess(problem, arcs, phase);
  EXPECT_TRUE((cut.phases[0].controls.array() == 1.0).all());
  EXPECT_TRUE((cut.phases[1].controls.array() == -1.0).all());
}

}  // namespace tandem::polished_guess_test
