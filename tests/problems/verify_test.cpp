#include <tandem/ocp/statement/verify_problem.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>

namespace tandem::verify_test {

TEST(EveryProblem, HasDerivativesInWhichAllWaysAgree) {
  for (const std::string& name : problem_names()) {
    const DerivativeReport report = verify_problem(make_problem(name), {5, 3});
    EXPECT_TRUE(report.agrees()) << to_text(report);
    EXPECT_EQ(report.name, name);
  }
}

}  // namespace tandem::verify_test
