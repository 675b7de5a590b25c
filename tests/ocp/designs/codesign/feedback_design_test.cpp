#include <tandem/ocp/designs/codesign/feedback_design.hpp>

#include <tandem/ocp/designs/codesign/limited.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/codesign/spring_problem.hpp>
#include <support/refusal.hpp>

namespace tandem::feedback_design_test {

TEST(FeedbackDesign, IsAStableMinimumBetweenThatOfFullStatesAndThatOfSlp) {
  const Codesign problem = test::spring_problem();
  const FeedbackDesign found = feedback_design(problem, problem.start());
  EXPECT_TRUE(found.certificate.passes()) << found.message;
  EXPECT_LT(found.abscissa, 0.0);
  EXPECT_NEAR(found.effort, 0.05, 1e-7);  // both limits hold it, to IPOPT's tolerance
  EXPECT_NEAR(found.response, 0.5, 1e-6);
  const LimitedDesign full = lightest_design(problem, problem.start());
  EXPECT_GE(found.structure_cost, full.structure_cost);
  const FeedbackDesign slp = feedback_design_by_slp(problem, problem.start(), {.most_programs = 5});
  EXPECT_TRUE(slp.is_solved) << slp.message;
  EXPECT_LT(slp.abscissa, 0.0);
  EXPECT_LE(slp.certificate.line("feasibility").value, 5e-4);  // SLP meets its limits to 1e-4 in logarithms
  EXPECT_NEAR(slp.structure_cost, found.structure_cost, 1e-3 * found.structure_cost);
}

TEST(FeedbackDesign, IsHeldByOneLimitAloneWhereTheOtherLeavesRoom) {
  // One force on the first mass, by its own rate: more than some gain holds it still, and the second swings on. Of the
  // effort allowed much is left, and the gain is the one of least response.
  const Codesign both = test::spring_problem(1);
  Codesign problem = both;
  problem.feedback([both](const DesignValues& k) {
    lq::FeedbackPlant plant = both.feedback_plant(k.values());
    plant.b = block(plant.b, 0, 0, 4, 1);
    return plant;
  });
  problem.set("effort", 50.0);
  const FeedbackDesign found = feedback_design(problem, problem.start());
  EXPECT_TRUE(found.certificate.passes()) << found.message;
  EXPECT_LT(found.effort, 49.0);
  EXPECT_NEAR(found.response, 0.5, 1e-6);
}

TEST(FeedbackDesigns, AreEachOnceTheLightestFirst) {
  const Codesign problem = test::spring_problem();
  const auto found = feedback_designs(problem, problem.start(), 3, 1);
  ASSERT_FALSE(found.empty());
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_TRUE(found[k].certificate.passes());
    if (k > 0) {
      EXPECT_GE(found[k].structure_cost, found[k - 1].structure_cost);
    }
  }
  EXPECT_LE(found[0].structure_cost, feedback_design(problem, problem.start()).structure_cost * (1.0 + 1e-7));
}

TEST(FeedbackDesign, RefusesProblemsWithoutSensors) {
  Codesign bare("bare");
  bare.design({.name = "p", .value = 1.0, .lower = 0.5});
  EXPECT_TRUE(test::refuses([&] { feedback_design(bare, bare.start()); }, "has no plant for output feedback"));
  EXPECT_TRUE(test::refuses([&] { feedback_design_by_slp(bare, bare.start()); }, "has no plant for output feedback"));
  EXPECT_TRUE(test::refuses(
      [] {
        const Codesign problem = test::spring_problem();
        feedback_designs(problem, problem.start(), 0, 1);
      },
      "0 starts are none"));
}

}  // namespace tandem::feedback_design_test
