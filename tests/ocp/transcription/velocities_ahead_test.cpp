#include <tandem/ocp/transcription/velocities_ahead.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

namespace tandem::velocities_ahead_test {

TEST(VelocitiesAhead, AreThoseOfTheTableau) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const Phase& phase = problem.phases().front();
  EXPECT_EQ(velocities_ahead(phase, semi_implicit(), problem.number_values()), (std::vector<int>{2, 3, -1, -1}));
  EXPECT_EQ(velocities_ahead(phase, trapezoid(), problem.number_values()), (std::vector<int>{-1, -1, -1, -1}));
}

TEST(VelocitiesAhead, RefuseByNameWhatIsNotOfSecondOrder) {
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

}  // namespace tandem::velocities_ahead_test
