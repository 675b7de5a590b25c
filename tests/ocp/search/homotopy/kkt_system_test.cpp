#include <tandem/ocp/search/homotopy/kkt_system.hpp>

#include <gtest/gtest.h>
#include <ocp/search/homotopy/kkt_points.hpp>
#include <support/refusal.hpp>

namespace tandem::homotopy::kkt_system_test {

using test::Followed;
using test::size_of;

TEST(KktSystem, IsAllButSolvedByTheSolversAnswer) {
  for (const char* name : {"cart-pole-swing-up", "double-integrator-energy"}) {
    Followed followed(name, "max_force", 8.9, 20, 1e-8);
    // A bound that pushes has a gap of its tolerance, one that does not a multiplier of it: phi is sqrt(2 mu) at most.
    EXPECT_LT(followed.kkt.error(followed.kkt.residual(followed.x, 8.9), followed.x), 2e-4) << name;
    const NlpSolution back = followed.kkt.answer_from(followed.x, 8.9);
    EXPECT_EQ(back.unknowns, followed.answer.unknowns);
    EXPECT_EQ(back.multipliers, followed.answer.multipliers);
    for (int i = 0; i < back.unknowns.size(); ++i) {
      if (followed.kkt.layout().is_fixed(i)) continue;
      EXPECT_NEAR(back.bound_multipliers(i), followed.answer.bound_multipliers(i), 1e-12);
    }
    EXPECT_NEAR(back.objective, followed.answer.objective, 1e-12);
  }
}

/// Numbers in bounds, dynamics, end conditions, times, running costs, and beside a design number.
struct Case {
  const char *problem, *number;
  double value;
};

TEST(KktSystem, HasExactDerivativesByItsUnknownsAndByAnyNumber) {
  std::srand(11);
  for (const auto& [name, number, value] :
       {Case{"cart-pole-swing-up", "max_force", 10.0}, Case{"cart-pole-swing-up", "pole_mass", 0.3},
        Case{"cart-pole-swing-up", "distance", 1.0}, Case{"cart-pole-swing-up", "duration", 2.0},
        Case{"bouncing-mass", "bounce", 0.3}, Case{"co-design-transfer", "velocity", 2.0},
        Case{"hanging-chain", "length", 4.0}, Case{"bratu", "lambda", 1.0}}) {
    Followed followed(name, number, value, 5);
    KktSystem& kkt = followed.kkt;
    const Eigen::VectorXd x = followed.x + 0.01 * Eigen::VectorXd::Random(kkt.size());
    const Eigen::VectorXd v = Eigen::VectorXd::Random(kkt.size());
    const Eigen::VectorXd along = test::difference_along(kkt, x, value, v);
    EXPECT_LT(size_of(kkt.factorise(x, value).multiply(v) - along), 1e-6 * (1.0 + size_of(along))) << name;
    const Eigen::VectorXd by_lambda = test::difference_by_lambda(kkt, x, value);
    EXPECT_LT(size_of(kkt.slope(x, value) - by_lambda), 1e-7 * (1.0 + size_of(by_lambda))) << name << " " << number;
  }
}

TEST(KktSystem, HasNoValueWhereTheProblemTakesNoSuchNumber) {
  Followed followed("cart-pole-swing-up", "pole_mass", 0.3, 4);
  EXPECT_FALSE(followed.kkt.residual(followed.x, -1.0).allFinite());
  EXPECT_TRUE(followed.kkt.residual(followed.x, 0.4).allFinite());
}

TEST(KktSystem, RefusesANumberThatIsNotToBeFollowed) {
  Followed followed("cart-pole-swing-up", "pole_mass", 0.3, 4);
  EXPECT_TRUE(tandem::test::refuses([&] { KktSystem(followed.nlp, "gravity", 1e-6, 1.0); },
                                    "number 'gravity' is to be followed: its role must be path"));
}

}  // namespace tandem::homotopy::kkt_system_test
