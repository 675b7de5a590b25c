#include <tandem/ocp/answers/least_hamiltonian.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_flow.hpp>

#include <array>
#include <cmath>

namespace tandem::least_hamiltonian_test {

constexpr double kRounding = 1e-14;

/// One interval of the trapezoid with constant states, controls and costates.
Solution steady(const Problem& problem, const Eigen::VectorXd& x, const Eigen::VectorXd& u) {
  const auto states = [&](double) { return x; };
  const auto controls = [&](double) { return u; };
  return test::answer_of(problem, "trapezoid", 1, test::Motion{states, controls, states, 0.0, 1.0});
}

struct Found {
  Excess excess;
  bool affine;
};

/// The excess at the state 1 with this costate, and whether the first control counts as affine.
Found excess_of(const Problem& problem, const Eigen::VectorXd& u, double costate, bool look_everywhere = true) {
  const Eigen::VectorXd x = Eigen::VectorXd::Ones(1);
  test::LoneFlow lone(problem, steady(problem, x, u));
  lone.flow.choose(std::vector<int>{0});
  LeastHamiltonian least(lone.flow);
  lone.flow.place(x, Eigen::ArrayXd::Constant(1, 0.5));
  lone.flow.evaluate(Level::jacobian);
  const Excess found = least.measure(Eigen::MatrixXd::Constant(1, 1, costate), look_everywhere);
  EXPECT_EQ(lone.flow.placed_controls().col(0), u.head(lone.flow.true_controls()));  // left as it was
  return {found, least.is_affine(0)};
}

Eigen::VectorXd one(double value) { return Eigen::VectorXd::Constant(1, value); }

// ---- affine ---------------------------------------------------------------------------------------------------------

/// x' = u - x, cost x^2 + u / 2 with u within [-1, 2].
Problem affine() {
  Problem problem("affine");
  auto phase = problem.phase<1, 1>("move");
  phase.state("x", {}).control("u", {.bounds = {-1.0, 2.0}});
  phase.dynamics([](const auto& k) { return rates(k.u[0] - k.x[0]); });
  phase.running_cost([](const auto& k) { return square(k.x[0]) + 0.5 * k.u[0]; });
  return problem;
}

// H_u = 1/2 + lambda, and the least H lies at the end that it points away from.
TEST(LeastHamiltonian, OfAnAffineControlIsAtAnEnd) {
  const Found rising = excess_of(affine(), one(0.5), 0.3), falling = excess_of(affine(), one(0.5), -1.3);
  EXPECT_TRUE(rising.affine);
  EXPECT_NEAR(rising.excess.switching(0, 0), 0.8, kRounding);
  EXPECT_NEAR(rising.excess.affine(0, 0), 0.8 * 1.5, kRounding);
  EXPECT_NEAR(falling.excess.affine(0, 0), 0.8 * 1.5, kRounding);
  EXPECT_EQ(rising.excess.curved(0), 0.0);
  EXPECT_EQ(excess_of(affine(), one(-1.0), 0.3).excess.affine(0, 0), 0.0);
  EXPECT_EQ(excess_of(affine(), one(0.5), -0.5).excess.affine(0, 0), 0.0);
}

// ---- curved ---------------------------------------------------------------------------------------------------------

/// x' = u, cost (u^2 - 1)^2: two wells within [-2, 2].
Problem wells(Range bounds = {-2.0, 2.0}) {
  Problem problem("wells");
  auto phase = problem.phase<1, 1>("move");
  phase.state("x", {}).control("u", {.bounds = bounds});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(square(k.u[0]) - 1.0); });
  return problem;
}

/// The zero of 4 u (u^2 - 1) + lambda near `u`.
double well_near(double u, double lambda) {
  for (int i = 0; i < 50; ++i) u -= (4.0 * u * (u * u - 1.0) + lambda) / (12.0 * u * u - 4.0);
  return u;
}

double height(double u, double lambda) { return (u * u - 1.0) * (u * u - 1.0) + lambda * u; }

// In the upper well, which lambda = 0.1 makes the shallower one: only the nine places see the other.
TEST(LeastHamiltonian, OfTwoWellsIsFoundFromNinePlaces) {
  constexpr double lambda = 0.1;
  const double shallow = well_near(1.0, lambda), deep = well_near(-1.0, lambda);
  const double difference = height(shallow, lambda) - height(deep, lambda);
  EXPECT_GT(difference, 0.19);
  const Found everywhere = excess_of(wells(), one(shallow), lambda),
              here = excess_of(wells(), one(shallow), lambda, false);
  EXPECT_FALSE(everywhere.affine);
  // Newton's steps end where the model is right to a tenth of what is left: 0.0003 of the difference at the first
  EXPECT_NEAR(everywhere.excess.curved(0), difference, 1e-5);
  EXPECT_LT(here.excess.curved(0), 1e-12);
}

TEST(LeastHamiltonian, FromWithinAWellIsTheWellsDepth) {
  constexpr double lambda = 0.1;
  const double deep = well_near(-1.0, lambda);
  const double excess = excess_of(wells(), one(-1.1), lambda).excess.curved(0);
  EXPECT_NEAR(excess, height(-1.1, lambda) - height(deep, lambda), 0.01 * excess);
  EXPECT_LT(excess_of(wells(), one(deep), lambda).excess.curved(0), 1e-14);
}

// Where the bound cuts off the well, the least lies at the bound.
TEST(LeastHamiltonian, StaysWithinBounds) {
  const double excess = excess_of(wells({0.0, 0.7}), one(0.4), -0.5).excess.curved(0);
  EXPECT_NEAR(excess, height(0.4, -0.5) - height(0.7, -0.5), 1e-10);
}

/// x' = u, cost 2 u^2 + 3 u + 1, no bounds.
TEST(LeastHamiltonian, OfAParabolaIsExact) {
  Problem problem("parabola");
  auto phase = problem.phase<1, 1>("move");
  phase.state("x", {}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return 2.0 * square(k.u[0]) + 3.0 * k.u[0] + 1.0; });
  // least at u = -(3 + lambda) / 4 = -1, so 2 (u + 1)^2 more at 0.5
  EXPECT_NEAR(excess_of(problem, one(0.5), 1.0).excess.curved(0), 4.5, kRounding);
}

// ---- controls in path constraints -----------------------------------------------------------------------------------

/// x' = u + 2 w, cost u^2 + w^2, u + w >= 1.
Problem tied() {
  Problem problem("tied");
  auto phase = problem.phase<1, 2>("move");
  phase.state("x", {}).control("u", {}).control("w", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0] + 2.0 * k.u[1]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]) + square(k.u[1]); });
  phase.path_constraint("together", {1.0, kInfinity}, [](const auto& k) { return k.u[0] + k.u[1]; });
  return problem;
}

// Without the constraint (u, w) = -(lambda, 2 lambda) / 2. With lambda = 0.4 that is (-0.2, -0.4), so the constraint
// holds with equality: w - u = -lambda / 2, so (u, w) = (0.6, 0.4), H = 0.52 + 0.4 * 1.4 = 1.08.
TEST(LeastHamiltonian, HoldsPathConstraintsWithControls) {
  const Excess found = excess_of(tied(), Eigen::Vector2d(1.5, 0.5), 0.4).excess;
  EXPECT_NEAR(found.curved(0), 2.5 + 0.4 * 2.5 - 1.08, 1e-9);
  EXPECT_LT(excess_of(tied(), Eigen::Vector2d(0.6, 0.4), 0.4).excess.curved(0), 1e-12);
}

// With lambda = -2 the least, (1, 2), is inside.
TEST(LeastHamiltonian, LeavesPathConstraintsThatDoNotPush) {
  const Excess found = excess_of(tied(), Eigen::Vector2d(1.5, 0.5), -2.0).excess;
  EXPECT_NEAR(found.curved(0), 2.5 - 2.0 * 2.5 - (5.0 - 2.0 * 5.0), 1e-9);
}

// A linear cost in a control that a path constraint alone holds: min u, u >= x^2 = 1.
TEST(LeastHamiltonian, StopsAtAPathConstraintWithoutCurvature) {
  Problem problem("held");
  auto phase = problem.phase<1, 1>("move");
  phase.state("x", {}).control("u", {.bounds = {-5.0, 5.0}});
  phase.dynamics([](const auto& k) { return rates(-k.x[0]); });
  phase.running_cost([](const auto& k) { return k.u[0]; });
  phase.path_constraint("above", {0.0, kInfinity}, [](const auto& k) { return k.u[0] - square(k.x[0]); });
  const Found found = excess_of(problem, one(3.0), 0.7);
  EXPECT_FALSE(found.affine);
  EXPECT_NEAR(found.excess.curved(0), 2.0, 1e-9);
}

// ---- implicit dynamics ----------------------------------------------------------------------------------------------

// 0 = 2 r - u, cost u^2: H = u^2 + lambda u / 2 is least at -lambda / 4.
TEST(LeastHamiltonian, LetsImplicitRatesFollowTheControl) {
  Problem problem("implied");
  auto phase = problem.phase<1, 2>("move");
  phase.state("x", {}).control("u", {});
  phase.implicit_dynamics([](const auto& k, const auto& r) { return std::array{2.0 * r[0] - k.u[0]}; });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  const Found found = excess_of(problem, Eigen::Vector2d(0.5, 0.25), 1.2);
  EXPECT_FALSE(found.affine);
  EXPECT_NEAR(found.excess.curved(0), 0.8 * 0.8, 1e-13);
  EXPECT_NEAR(found.excess.switching(0, 0), 1.0 + 0.6, kRounding);
}

TEST(LeastHamiltonian, KnowsBoundsAndReach) {
  const Problem bounded = affine();
  test::LoneFlow with(bounded, steady(bounded, one(1.0), one(0.5)));
  const LeastHamiltonian least(with.flow);
  EXPECT_TRUE(least.is_bounded(0));
  EXPECT_TRUE(least.any_affine());
  EXPECT_EQ(least.lower(0), -1.0);
  EXPECT_EQ(least.upper(0), 2.0);

  Problem free("free");
  auto phase = free.phase<1, 1>("move");
  phase.state("x", {}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.x[0]); });
  const auto line = [](double t) { return Eigen::VectorXd::Constant(1, 1.0 + 2.0 * t); };
  test::LoneFlow without(free, test::answer_of(free, "trapezoid", 2, test::Motion{line, line, line, 0.0, 1.0}));
  const LeastHamiltonian reach(without.flow);
  EXPECT_FALSE(reach.is_bounded(0));
  EXPECT_EQ(reach.lower(0), 1.0 - 2.0);  // as far beyond the answer as the answer moves
  EXPECT_EQ(reach.upper(0), 3.0 + 2.0);
}

}  // namespace tandem::least_hamiltonian_test
