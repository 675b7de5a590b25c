#include <tandem/ocp/designs/codesign/codesign.hpp>

#include <tandem/core/error.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/codesign/spring_problem.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::codesign_test {

using Eigen::VectorXd;
using test::refuses;
using test::spring_problem;

TEST(Codesign, KnowsItsNumbersAndTakesNewValues) {
  Codesign problem = spring_problem();
  EXPECT_TRUE(problem.is_as_stated());
  EXPECT_EQ(problem.start(), VectorXd::Constant(2, 2.0));
  problem.set("p1", 3.0);
  EXPECT_EQ(problem.start()(0), 3.0);
  EXPECT_FALSE(problem.is_as_stated());  // a reference speaks of the start too
  problem = spring_problem();
  problem.set("effort", 0.2);
  EXPECT_FALSE(problem.is_as_stated());
  EXPECT_EQ(problem.effort_limit(), 0.2);
  EXPECT_EQ(problem.value("response"), 0.5);
}

TEST(Codesign, RefusesNumbersThatMakeNoSenseByName) {
  Codesign problem = spring_problem();
  EXPECT_TRUE(refuses([&] { problem.set("p3", 1.0); }, "problem 'springs' has no number called 'p3'; did you mean"));
  EXPECT_TRUE(refuses([&] { problem.set("p1", -1.0); }, "number 'p1': the value -1 is outside its bounds [0.1, inf]"));
  EXPECT_TRUE(refuses([&] { problem.set("p1", std::nan("")); }, "number 'p1': the value nan is not finite"));
  EXPECT_TRUE(refuses([&] { problem.value("q"); }, "problem 'springs' has no number called 'q'"));
  EXPECT_TRUE(refuses([&] { problem.design({.name = "p1", .value = 1.0, .lower = 0.5}); },
                      "problem 'springs': two numbers are called 'p1'"));
  EXPECT_TRUE(refuses([&] { problem.design({.name = "z", .value = 1.0, .lower = 0.0}); }, "should be positive"));
  EXPECT_TRUE(refuses([&] { problem.design({.name = "z", .value = 1.0, .lower = 1.0, .upper = 1.0}); },
                      "the bounds of design number 'z' leave it nothing but 1"));
  EXPECT_TRUE(refuses([&] { problem.number({.name = "z z", .value = 1.0}); }, "a number has the name 'z z'"));
  EXPECT_TRUE(refuses([&] { problem.number({.name = "z", .value = 2.0, .upper = 1.0}); },
                      "number 'z': its value 2 is outside its bounds"));
  EXPECT_TRUE(refuses([] { Codesign(""); }, "the name '' is not plain"));
}

TEST(Codesign, RefusesDesignsByTheNumberThatIsWrong) {
  const Codesign problem = spring_problem();
  EXPECT_TRUE(refuses([&] { problem.structure_cost(Eigen::Vector2d(1.0, -2.0)); }, "'p2' = -2 should be positive"));
  EXPECT_TRUE(refuses([&] { problem.control_cost(VectorXd::Ones(3)); }, "3 sizes are given, there are 2"));
  EXPECT_TRUE(refuses([&] { problem.mean_squares(VectorXd::Ones(2), 0.0); }, "the price of effort, 0, should be"));
}

TEST(Codesign, RefusesWhatItHasNot) {
  Codesign bare("bare");
  bare.design({.name = "p", .value = 1.0, .lower = 0.5});
  const VectorXd one = VectorXd::Ones(1);
  EXPECT_TRUE(refuses([&] { bare.structure_cost(one); }, "bare: the structure's cost is missing"));
  EXPECT_TRUE(refuses([&] { bare.control_cost(one); }, "bare: the controller's cost is missing"));
  EXPECT_TRUE(refuses([&] { bare.mean_squares(one, 1.0); }, "bare has no limits"));
  EXPECT_TRUE(refuses([&] { bare.effort_limit(); }, "bare has no limits"));
  EXPECT_TRUE(refuses([&] { bare.response_limit_name(); }, "bare has no limits"));
  EXPECT_TRUE(refuses([&] { bare.feedback_plant(one); }, "bare has no plant for output feedback"));
}

TEST(Codesign, NamesItselfWhereItsControllerIsRefused) {
  Codesign problem = spring_problem();
  problem.structure_cost([](const DesignValues&) -> NumberJet { refuse("no such steel"); });
  EXPECT_TRUE(refuses([&] { problem.structure_cost(VectorXd::Ones(2)); }, "springs: no such steel"));
  problem.structure_cost([](const DesignValues&) -> NumberJet { throw NumericalError("no digits"); });
  try {
    problem.structure_cost(VectorXd::Ones(2));
    FAIL() << "nothing was thrown";
  } catch (const NumericalError& failure) {
    EXPECT_STREQ(failure.what(), "springs: no digits");
  }
}

TEST(Codesign, WeighsEffortAndResponseByTheirLimitsInAFront) {
  const Codesign problem = spring_problem();
  const codesign::MeanSquares squares = problem.mean_squares(problem.start(), 0.5 / 0.05);
  EXPECT_NEAR(problem.control_cost(problem.start()).value, squares.effort() / 0.05 + squares.response() / 0.5, 1e-12);
}

TEST(Codesign, IsExactlyAtABoundWhereTheLogarithmIs) {
  const Codesign problem = spring_problem();
  EXPECT_EQ(problem.sizes_at(logarithms(problem.lower())), problem.lower());
  EXPECT_NEAR(problem.sizes_at(Eigen::Vector2d(0.0, 1.0))(1), std::exp(1.0), 1e-15);
}

}  // namespace tandem::codesign_test
