#include <tandem/ocp/statement/carriers.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>

namespace tandem::carriers_test {

std::vector<int> carried_in(const char* name) {
  const Problem problem = make_problem(name);
  return carried_by(problem.phases().front(), problem.number_values());
}

TEST(Carriers, FindVelocitiesAmongTheStates) {
  EXPECT_EQ(carried_in("cart-pole-swing-up"), (std::vector<int>{-1, -1, 0, 1}));
  EXPECT_EQ(carried_in("acrobot-multibody"), (std::vector<int>{-1, -1, 0, 1}));
  EXPECT_EQ(carried_in("bryson-denham"), (std::vector<int>{-1, 0}));
}

TEST(Carriers, FindNoneWhereRatesAreNoStates) { EXPECT_EQ(carried_in("scalar-lqr"), (std::vector<int>{-1})); }

}  // namespace tandem::carriers_test
