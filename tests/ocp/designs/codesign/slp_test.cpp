#include <tandem/ocp/designs/codesign/slp.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>
#include <optional>
#include <vector>

namespace tandem::codesign::slp_test {

using Eigen::VectorXd;
using test::refuses;

/// minimise x + y subject to 2 - x y <= 0 within [0.1, 10]^2: (sqrt 2, sqrt 2).
DenseNlp hyperbola() {
  DenseNlp nlp;
  nlp.lower = VectorXd::Constant(2, 0.1);
  nlp.upper = VectorXd::Constant(2, 10.0);
  nlp.rows = 1;
  nlp.evaluate = [](const VectorXd& x) -> std::optional<DensePoint> {
    return DensePoint{x.sum(), VectorXd::Ones(2), VectorXd::Constant(1, 2.0 - x.prod()),
                      -Eigen::RowVector2d(x(1), x(0))};
  };
  return nlp;
}

TEST(Slp, ComesNearAMinimumAlongTheLooseningOfItsConstraints) {
  std::vector<double> gammas;
  const SlpOptions options{.first_move = 0.3,
                           .progress = [&](const SlpStep& step) { return gammas.push_back(step.gamma), true; }};
  const SlpSolution found = solve_by_slp(hyperbola(), Eigen::Vector2d(0.5, 1.5), {0.25, 0.5, 0.75, 1.0}, options);
  EXPECT_TRUE(found.is_feasible);
  EXPECT_EQ(gammas, (std::vector<double>{0.25, 0.5, 0.75, 1.0}));
  EXPECT_EQ(found.path.size(), 4U);
  EXPECT_LE(found.violation, 1e-4);
  EXPECT_NEAR(found.objective, 2.0 * std::sqrt(2.0), 1e-3);  // first order only
}

TEST(Slp, BisectsStepsToWhereThereIsNoValue) {
  DenseNlp nlp = hyperbola();
  nlp.evaluate = [inner = nlp.evaluate](const VectorXd& x) { return x(0) > 1.2 ? std::nullopt : inner(x); };
  const SlpSolution found = solve_by_slp(nlp, Eigen::Vector2d(0.5, 1.5), {0.5, 1.0}, {.first_move = 0.3});
  EXPECT_GT(found.bisections, 0);
  EXPECT_LE(found.unknowns(0), 1.2);
}

TEST(Slp, HasTheScheduleOfThePaper) {
  const std::vector<double> gammas = slater_schedule();
  EXPECT_EQ(gammas.size(), 75U);
  EXPECT_EQ(gammas[49], 0.5);
  EXPECT_EQ(gammas.back(), 1.0);
}

TEST(Slp, RefusesSchedulesAndStartsThatMakeNoSense) {
  const VectorXd start = Eigen::Vector2d(0.5, 1.5);
  EXPECT_TRUE(refuses([&] { solve_by_slp(hyperbola(), start, {0.5}); }, "end at 1"));
  EXPECT_TRUE(refuses([&] { solve_by_slp(hyperbola(), VectorXd::Ones(3), {1.0}); }, "a start of 3 unknowns"));
  EXPECT_TRUE(refuses([&] { solve_by_slp(hyperbola(), start, {1.0}, {.first_move = -1.0}); }, "a step of -1"));
  DenseNlp nowhere = hyperbola();
  nowhere.evaluate = [](const VectorXd&) -> std::optional<DensePoint> { return std::nullopt; };
  EXPECT_TRUE(refuses([&] { solve_by_slp(nowhere, start, {1.0}); }, "no value at the start"));
}

}  // namespace tandem::codesign::slp_test
