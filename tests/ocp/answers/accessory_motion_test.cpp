#include <tandem/ocp/answers/accessory_motion.hpp>

#include <gtest/gtest.h>
#include <ocp/support/oscillators.hpp>
#include <ocp/support/solved.hpp>

#include <cmath>
#include <utility>

namespace tandem::accessory_motion_test {

using test::Oscillator;

/// An answer and its motion, which refer to each other.
struct Motion {
  explicit Motion(const Problem& stated, int intervals = 20)
      : problem(stated),
        solution(test::solved(problem, intervals)),
        played(problem, solution),
        states(accessory_states(problem, solution, 0)),
        motion(problem, solution, played, states) {}

  Problem problem;
  Solution solution;
  Played played;
  AccessoryStates states;
  AccessoryMotion motion;
};

// H = (u^2 - x^2) / 2 + c x u + lambda u: A = 0, B = 1, Q = -1, S = c.
TEST(AccessoryMotion, HasTheSystemOfTheOscillator) {
  Motion made(Oscillator{.duration = 1.0, .cross = 0.8}.problem());
  made.motion.look_at({{3, 0.4}});
  const JacobiSystem system = made.motion.system(0, {0});
  EXPECT_TRUE(system.is_convex);
  EXPECT_LT((system.drift - Eigen::MatrixXd{{0.0, 0.0}, {1.0, 0.0}}).norm(), 1e-14);
  EXPECT_LT((system.gain - Eigen::MatrixXd{{-0.8, -1.0}, {0.64, 0.8}}).norm(), 1e-14);
  EXPECT_EQ(made.motion.system(0, {}).gain, Eigen::MatrixXd::Zero(2, 2));
}

// With eta = d tf, the rates are (1 + eta / T) u and the Hamiltonian (1 + eta / T) H, which knows no time.
TEST(AccessoryMotion, StretchesTheMotionWithAFreeEnd) {
  Motion made(Oscillator{.duration = 1.0, .end = Range(0.8), .price_of_time = 0.5, .free_end_time = true}.problem(),
              60);
  ASSERT_EQ(made.states.size(), 2);
  const double duration = made.solution.final_time, t = made.played.time(17, 0.0);
  const double h = made.played.step(17);
  made.motion.look_at({{17, 0.0}});
  const JacobiSystem system = made.motion.system(0, {0});
  const double x = std::sin(t), u = std::cos(t);
  const Eigen::MatrixXd drift{{0.0, u / duration, 0.0, 0.0},
                              {0.0, 0.0, 0.0, 0.0},
                              {1.0, x / duration, 0.0, 0.0},
                              {x / duration, 0.0, -u / duration, 0.0}};
  EXPECT_LT((system.drift - drift).norm(), h * h / 6.0);  // Hermite-Simpson's control swings by h^2 / 8
  Eigen::MatrixXd gain = Eigen::MatrixXd::Zero(4, 4);
  gain(0, 2) = -1.0;
  EXPECT_LT((system.gain - gain).norm(), h * h / 6.0);
}

// H = u^2 + (1 - t)^2 + lambda u over a free start time s: the clock goes (1 - p / T) as fast, and t moves by
// (1 - t) p / T. From 0 to 1 at u = 1, T = 1 is best (T^4 = 1), and lambda = -2.
TEST(AccessoryMotion, MovesTheClockWhereTimeIsExplicit) {
  Problem problem("clock");
  auto phase = problem.phase<1, 1>("only");
  phase.time({.start = {-5.0, 0.5}, .end = 1.0});
  phase.state("x", {.start = 0.0, .end = 1.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]) + square(1.0 - k.t); });
  Motion made(problem, 8);
  ASSERT_TRUE(made.states.start_time);
  made.motion.look_at({{2, 0.4}});
  const JacobiSystem system = made.motion.system(0, {0});
  const double left = 1.0 - made.played.time(2, 0.4);
  EXPECT_NEAR(system.drift(0, 1), -1.0, 1e-8);                // -u / T
  EXPECT_NEAR(system.drift(3, 2), 1.0, 1e-8);                 // what stands across, with the other sign
  EXPECT_NEAR(system.drift(3, 1), -6.0 * left * left, 1e-8);  // -(2 r move H_t + move^2 H_tt)
  EXPECT_NEAR(system.gain(0, 2), -0.5, 1e-12);
}

TEST(AccessoryMotion, WishesForTheControlThatMinimisesTheHamiltonian) {
  const double end = 0.5 * std::cos(2.0) + std::sin(2.0);
  Motion made(Oscillator{.duration = 2.5, .end = Range(end), .bounds = {-1.0, 1.0}}.problem(), 50);
  made.motion.look_at({{2, 0.5}, {30, 0.5}});
  EXPECT_GT(made.motion.wish(0, 0), 1.0 + 1e-3);  // held at 1
  const double t = made.played.time(30, 0.5) - 0.5;
  EXPECT_NEAR(made.motion.wish(1, 0), std::cos(t) - 0.5 * std::sin(t), 1e-4);
}

TEST(AccessoryMotion, TellsControlsInWhichTheHamiltonianIsLinear) {
  Motion linear(make_problem("double-integrator-time"));
  EXPECT_TRUE(linear.motion.is_linear_in(0));
  linear.motion.look_at({{2, 0.5}, {17, 0.5}});
  EXPECT_EQ(linear.motion.wish(0, 0), linear.played.control(2, 0.5)(0) * kInfinity);  // beyond the bound it is at
  EXPECT_EQ(linear.motion.wish(1, 0), linear.played.control(17, 0.5)(0) * kInfinity);
  Motion curved(Oscillator{.duration = 1.0}.problem());
  EXPECT_FALSE(curved.motion.is_linear_in(0));
}

TEST(AccessoryMotion, SeesWhereTheHamiltonianIsNotConvex) {
  Motion made(Oscillator{.duration = 1.0}.problem());
  const Problem other = Oscillator{.duration = 1.0, .cost_unit = -1.0}.problem();  // the same answer, of -J
  const Played played(other, made.solution);
  AccessoryMotion concave(other, made.solution, played, made.states);
  concave.look_at({{3, 0.4}});
  EXPECT_FALSE(concave.system(0, {0}).is_convex);
}

// H = (u^2 - x^2) / 2 + c x u + lambda u at a control of one's own: H_x = -x + c u, H_u = u + c x + lambda, x' = u.
TEST(AccessoryMotion, HasRatesAndSlopesAtControlsOfOnesOwn) {
  Motion made(Oscillator{.duration = 1.0, .end = Range(0.8), .cross = 0.7}.problem());
  const double x = made.solution.phases[0].states(0, 4), lambda = made.solution.phases[0].costates(0, 4);
  ASSERT_GT(std::abs(x), 0.1);
  made.motion.look_at({{4, 0.0}, {4, 0.0}}, Eigen::RowVector2d(2.0, -3.0));
  for (const auto& [i, u] : {std::pair{0, 2.0}, std::pair{1, -3.0}}) {
    EXPECT_EQ(made.motion.rates(i), Eigen::VectorXd::Constant(1, u));
    EXPECT_NEAR(made.motion.slopes(i)(0), -x + 0.7 * u, 1e-14);
    EXPECT_NEAR(made.motion.slope_by_control(i, 0), u + 0.7 * x + lambda, 1e-14);
    EXPECT_EQ(made.motion.slope_by_time(i), 0.0);
  }
}

// With eta = d tf the Hamiltonian is (1 + eta / T) H, and so its slope by eta is H / T; that of the rates has no part.
TEST(AccessoryMotion, HasTheSlopeByAFreeEnd) {
  Motion made(Oscillator{.duration = 1.0, .end = Range(0.8), .price_of_time = 0.5, .free_end_time = true}.problem());
  ASSERT_EQ(made.states.size(), 2);
  const double x = made.solution.phases[0].states(0, 4), lambda = made.solution.phases[0].costates(0, 4);
  made.motion.look_at({{4, 0.0}}, Eigen::MatrixXd::Constant(1, 1, 2.0));
  const double h = 0.5 * (4.0 - x * x) + 0.5 + lambda * 2.0;
  EXPECT_NEAR(made.motion.slopes(0)(1), h / made.solution.final_time, 1e-13);
  EXPECT_EQ(made.motion.rates(0)(1), 0.0);
}

}  // namespace tandem::accessory_motion_test
