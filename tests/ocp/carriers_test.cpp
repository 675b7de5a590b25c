#include <tandem/ocp/carriers.hpp>

#include <gtest/gtest.h>
#include <ocp/solved.hpp>
#include <support/refusal.hpp>

namespace tandem {
namespace {

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

TEST(Carriers, PutVelocitiesAheadWhereTheTableauDoes) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const Phase& phase = problem.phases().front();
  EXPECT_EQ(velocities_ahead(phase, semi_implicit(), problem.number_values()), (std::vector<int>{2, 3, -1, -1}));
  EXPECT_EQ(velocities_ahead(phase, trapezoid(), problem.number_values()), (std::vector<int>{-1, -1, -1, -1}));
}

TEST(Carriers, RefuseByNameWhatIsNotOfSecondOrder) {
  const Problem regulator = make_problem("scalar-lqr");
  EXPECT_TRUE(
      test::refuses([&] { velocities_ahead(regulator.phases().front(), semi_implicit(), regulator.number_values()); },
                    "is of second-order dynamics; state 'x' is no velocity and has none"));
  Problem chain("chain");  // of third order: which of two velocities goes ahead of x?
  auto phase = chain.phase<3, 1>("only");
  for (const char* name : {"x", "v", "a"}) phase.state(name, {});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.x[2], k.u[0]); });
  EXPECT_TRUE(test::refuses([&] { velocities_ahead(chain.phases().front(), semi_implicit(), {}); }, "state 'x'"));
}

}  // namespace
}  // namespace tandem
