#include <tandem/ocp/designs/controllers/verify_controller.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/controllers/sample_plant.hpp>
#include <support/refusal.hpp>

namespace tandem::verify_controller_test {

/// Feedback of the only state of x' = -x + u + w.
ControllerProblem sample(double peak) {
  ControllerProblem problem("sample");
  const Number rate = problem.number({"rate", 1.0, "1/s"});
  problem.objective([=](NumberValues k) {
    return controllers::Objective(controllers::static_form(1, 1), {{test::first_order_plant(k[rate]), 1.0, peak}});
  });
  return problem;
}

TEST(VerifyController, ComparesMeanSquaresInBothOrdersAndGainsWhereTheyCount) {
  const DerivativeReport squares = verify_controller(sample(0.0)), gains = verify_controller(sample(0.5));
  EXPECT_TRUE(squares.agrees()) << to_text(squares);
  EXPECT_TRUE(gains.agrees()) << to_text(gains);
  ASSERT_EQ(squares.blocks.size(), 2U);
  EXPECT_EQ(squares.blocks[1].name, "mean squares, second order");
  ASSERT_EQ(gains.blocks.size(), 3U);
  EXPECT_TRUE(test::says(gains.blocks[2].name, "gain squared at"));
  for (const BlockReport& block : gains.blocks) EXPECT_LT(block.max_relative_difference, 1e-9) << block.name;
}

TEST(VerifyController, RefusesOptionsThatAskForNothing) {
  EXPECT_TRUE(test::refuses([] { verify_controller(sample(0.0), {0, 1}); }, "0 states were asked for"));
}

}  // namespace tandem::verify_controller_test
