#include <tandem/ocp/designs/codesign/mean_squares.hpp>

#include <tandem/ocp/lq/output_feedback.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/codesign/spring_problem.hpp>

namespace tandem::codesign::mean_squares_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(MeanSquares, AreThoseOfTheClosedLoopsCovariance) {
  const Codesign problem = test::spring_problem();
  const double price = 3.0;
  const MeanSquares squares = problem.mean_squares(problem.start(), price);
  // The regulator's gain, played as feedback of the whole state.
  lq::FeedbackPlant plant = problem.feedback_plant(problem.start());
  plant.outputs = MatrixXd::Identity(4, 4);
  const MatrixXd gain = lq::solve_riccati({plant.a.value, plant.b.value, plant.watched.transpose() * plant.watched,
                                           price * MatrixXd::Identity(2, 2)})
                            .gain;
  const auto played = feedback_squares(plant, gain);
  ASSERT_TRUE(played);
  EXPECT_NEAR(squares.effort(), played->effort, 1e-12);
  EXPECT_NEAR(squares.response(), played->response, 1e-12);
}

TEST(MeanSquares, HaveTheGradientsThatDifferencesHave) {
  const Codesign problem = test::spring_problem();
  Eigen::Vector3d at;
  at << problem.start(), 3.0;
  const auto squares = [&](const VectorXd& x) { return problem.mean_squares(x.head(2), x(2)); };
  const MeanSquares here = squares(at);
  const double h = 1e-5;
  for (int i = 0; i < 3; ++i) {
    const VectorXd e = h * VectorXd::Unit(3, i);
    const MeanSquares above = squares(at + e), below = squares(at - e);
    EXPECT_NEAR(here.effort_gradient()(i), (above.effort() - below.effort()) / (2.0 * h), 1e-8);
    EXPECT_NEAR(here.response_gradient()(i), (above.response() - below.response()) / (2.0 * h), 1e-8);
  }
}

}  // namespace tandem::codesign::mean_squares_test
