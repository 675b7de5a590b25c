#include <tandem/ocp/designs/codesign/design_path.hpp>

#include <tandem/ocp/search/continuation/systems.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::codesign::design_path_test {

using continuation::Curve;
using continuation::CurveEnd;
using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(DesignPath, SaysWhyItEndedWithoutTheParameter) {
  Curve path;
  path.end = CurveEnd::corrector_failure;
  path.reason = "the corrector fails at lambda = -4.6 however short the step";
  EXPECT_EQ(why_it_ended(path), "Newton's method fails however short the step");
  path.end = CurveEnd::fold;
  path.reason = "a fold at lambda = 0.5";
  EXPECT_EQ(why_it_ended(path), "minima of this kind end there");
  path.end = CurveEnd::step_limit;
  path.reason = "took all of its 3 steps";
  EXPECT_EQ(why_it_ended(path), "took all of its 3 steps");
}

TEST(DesignPath, EndsAtAFoldBeyondWhichThereAreNoMinima) {
  // x^2 = 1 - lambda from x = 1.
  const auto system = continuation::dense_system(
      {1, [](const VectorXd& x, double lambda) -> VectorXd { return x.array().square() - (1.0 - lambda); },
       [](const VectorXd&, double) -> VectorXd { return VectorXd::Ones(1); }},
      [](const VectorXd& x, double) -> MatrixXd { return 2.0 * x; });
  auto options = design_path_options(0.05, 1.0, 1e-9);
  options.goal = 2.0;
  options.targets = {0.75};
  const Curve path = follow(*system, VectorXd::Ones(1), 0.0, options);
  EXPECT_EQ(path.end, CurveEnd::fold);
  EXPECT_NEAR(path.points.back().lambda, 1.0, 1e-6);
  EXPECT_EQ(path.count(continuation::Special::target), 1);
}

TEST(DesignPath, PassesAKinkWhereASizeLeavesItsBound) {
  // x = max(0, lambda - 1), whose tangent's angle breaks at 1.
  const auto system = continuation::dense_system(
      {1, [](const VectorXd& x, double lambda) -> VectorXd { return x.array() - std::max(0.0, lambda - 1.0); },
       [](const VectorXd&, double lambda) -> VectorXd { return VectorXd::Constant(1, lambda > 1.0 ? -1.0 : 0.0); }},
      [](const VectorXd&, double) -> MatrixXd { return MatrixXd::Ones(1, 1); });
  auto options = design_path_options(0.5, 4.0, 1e-9);
  options.goal = 3.0;
  const Curve path = follow(*system, VectorXd::Zero(1), 0.0, options);
  EXPECT_EQ(path.end, CurveEnd::reached) << path.reason;
  EXPECT_NEAR(path.points.back().x(0), 2.0, 1e-9);
}

}  // namespace tandem::codesign::design_path_test
