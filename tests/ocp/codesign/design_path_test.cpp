#include <tandem/ocp/codesign/design_path.hpp>

#include <gtest/gtest.h>

namespace tandem::codesign {
namespace {

using continuation::Path;
using continuation::PathEnd;

TEST(DesignPath, SaysWhyItEndedWithoutTheParameter) {
  Path path;
  path.end = PathEnd::corrector_failure;
  path.reason = "the corrector fails at lambda = -4.6 however short the step";
  EXPECT_EQ(why_it_ended(path), "Newton's method fails however short the step");
  path.end = PathEnd::fold;
  path.reason = "a fold at lambda = 0.5";
  EXPECT_EQ(why_it_ended(path), "minima of this kind end there");
  path.end = PathEnd::step_limit;
  path.reason = "took all of its 3 steps";
  EXPECT_EQ(why_it_ended(path), "took all of its 3 steps");
}

TEST(DesignPath, HasStepRulesInOrder) {
  const auto options = design_path_options(0.05, 1.0, 1e-9);
  EXPECT_LE(options.steps.least, options.steps.first);
  EXPECT_LE(options.steps.first, options.steps.greatest);
  EXPECT_EQ(options.corrector.tolerance, 1e-9);
  EXPECT_TRUE(options.stops_at_fold);
}

}  // namespace
}  // namespace tandem::codesign
