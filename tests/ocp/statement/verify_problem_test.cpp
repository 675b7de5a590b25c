#include <tandem/ocp/statement/verify_problem.hpp>

#include <tandem/core/scalar.hpp>
#include <tandem/derivatives/scalar_cppad.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::verify_problem_test {

/// A statement with every kind of function.
Problem with_everything() {
  Problem problem("everything");
  const Number gain = problem.number({"gain", 2.0});
  auto phase = problem.phase<2, 1>("only");
  phase.state("x", {.bounds = {-1.0, 4.0}, .start = 0.0, .end = 1.0});
  phase.state("v", {.start = 0.0});
  phase.control("u", {.bounds = {-1.0, 1.0}});
  phase.dynamics([=](const auto& k) { return rates(k.x[1], k[gain] * k.u[0] - sin(k.x[0])); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.end_cost([](const auto& k) { return k.t * k.x[1]; });
  phase.path_constraint("speed", {-1.0, 1.0}, [](const auto& k) { return k.x[1]; });
  phase.end_constraint("energy", 0.0, [](const auto& k) { return square(k.x[1]) - cos(k.x[0]); });
  return problem;
}

TEST(VerifyProblem, ComparesEveryFunctionInBothOrders) {
  const DerivativeReport report = verify_problem(with_everything());
  EXPECT_TRUE(report.agrees()) << to_text(report);
  std::vector<std::string> names;
  for (const BlockReport& block : report.blocks) names.push_back(block.name);
  EXPECT_EQ(names, (std::vector<std::string>{
                       "dynamics", "dynamics, second order", "running cost", "running cost, second order",
                       "path constraint 'speed'", "path constraint 'speed', second order", "end cost",
                       "end cost, second order", "end constraint 'energy'", "end constraint 'energy', second order"}));
}

TEST(VerifyProblem, LooksWithinTheBoundsAroundTheGuess) {
  const Problem problem = with_everything();
  const NamedKnotBlocks along = functions_along(problem, 0);
  EXPECT_EQ(along.inputs, (std::vector<std::string>{"x", "v", "u", "time", "gain"}));
  EXPECT_EQ(along.outputs,
            (std::vector<std::string>{"rate of x", "rate of v", "running cost", "path constraint 'speed'"}));
  const Eigen::VectorXd lower = (Eigen::VectorXd(5) << -1, -1, -0.5, 0, 1.8).finished();
  const Eigen::VectorXd upper = (Eigen::VectorXd(5) << 2.25, 1, 0.5, 1, 2.2).finished();
  EXPECT_LT((along.lower - lower).norm(), 1e-15);
  EXPECT_LT((along.upper - upper).norm(), 1e-15);
  EXPECT_EQ(functions_at_end(problem, 0).inputs, (std::vector<std::string>{"x", "v", "time", "gain"}));
}

TEST(VerifyProblem, ReportsAFunctionThatIsNotSmooth) {
  Problem problem("hard-stop");
  auto phase = problem.phase<1, 1>("only");
  phase.state("height", {.start = 1.0, .end = -1.0});
  phase.control("push", {});
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.dynamics([](const auto& k) {
    using S = std::decay_t<decltype(k.x[0])>;
    return rates(k.u[0] + (ScalarTraits<S>::first_value(k.x[0]) < 0.5 ? 1.0 : 0.0) * (0.5 - k.x[0]));
  });
  const DerivativeReport report = verify_problem(problem, {10, 1});
  EXPECT_FALSE(report.agrees());
  EXPECT_EQ(report.blocks[0].worst.column, "height");
  EXPECT_TRUE(test::says(report.blocks[0].note, "not smooth at 'height' = 0.5: slope -1 before, 0 after"));
}

TEST(VerifyProblem, RefusesAStatementThatCannotBeSolved) {
  Problem problem("empty");
  problem.phase<1, 0>("only");
  EXPECT_TRUE(test::refuses([&] { verify_problem(problem); }, "phase 'only': "));
}

}  // namespace tandem::verify_problem_test
