#include <tandem/derivatives/on_frame.hpp>
#include <tandem/ocp/search/solve.hpp>
#include <tandem/problems/all.hpp>
#include <tandem/problems/mechanisms.hpp>

#include <gtest/gtest.h>

#include <array>
#include <numbers>
#include <random>
#include <vector>

namespace tandem::frames_test {

/// Two rods of 1 kg and 1 m, both joints driven.
MultibodyDynamics arm(Problem& problem) {
  const Number one = problem.number({"one", 1.0, "", "mass and length of each rod"});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  return problems::two_rods({one, one}, {one, one}, gravity).actuate("shoulder").actuate("elbow");
}

/// two_link_arm_effort.cpp, which ends where the hand is above the shoulder and the lower rod stands upright.
Problem raise_the_hand() {
  Problem problem("raise-the-hand");
  problem.mesh() = {.transcription = "gauss", .intervals = 100, .degree = 4};
  constexpr double kLevel = 0.5 * std::numbers::pi, kUp = std::numbers::pi;
  const MultibodyDynamics dynamics = arm(problem);
  auto phase = problem.phase<4, 2>("raise");
  phase.time({.start = 0.0, .end = 2.0});
  phase.state("shoulder", {.unit = "rad", .start = kLevel, .guess = {{kLevel, kUp, {{0.4, -1.6}}}}});
  phase.state("elbow", {.unit = "rad", .start = 0.0, .guess = {{0.0, 0.0, {{0.4, 4.0}}}}});
  phase.state("shoulder_rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.state("elbow_rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.control("shoulder_torque", {.unit = "N m"});
  phase.control("elbow_torque", {.unit = "N m"});
  phase.dynamics(dynamics);
  phase.running_cost([](const auto& k) { return 0.5 * (square(k.u[0]) + square(k.u[1])); });
  const char* const hand = "end of lower";
  phase.end_constraint("hand_aside", 0.0,
                       on_frame(dynamics, hand, [](const auto&, const auto& f) { return f.position.x; }));
  phase.end_constraint("upright", 0.0, on_frame(dynamics, hand, [](const auto&, const auto& f) { return f.axes.z.x; }));
  return problem;
}

TEST(Frames, EndAMotionWhereTheHandIsToBe) {
  const Solution solution = solve(raise_the_hand());
  EXPECT_EQ(solution.status, Status::solved);
  EXPECT_NEAR(solution.objective, 24.014197415, 1e-6);
  EXPECT_TRUE(solution.certificate.passes());
  const PhaseSolution& raise = solution.phases.front();
  EXPECT_NEAR(raise.states(0, raise.states.cols() - 1), std::numbers::pi, 1e-7);
}

/// Costs and constraints of the hand, from frames or by hand.
template <class Hand>
Problem look_at(const MultibodyDynamics& dynamics, Problem problem, const Hand& hand) {
  auto phase = problem.phase<4, 2>("move");
  phase.dynamics(dynamics);
  phase.running_residuals(hand([](const auto& k, const auto& p, const auto& v) { return rates(p.x * k.u[0], v.z); }));
  phase.end_residuals(hand([](const auto& k, const auto& p, const auto& v) { return rates(p.z - k.t, v.x); }));
  phase.path_constraint("path", {-1.0, 1.0}, hand([](const auto&, const auto& p, const auto& v) { return dot(p, v); }));
  phase.integral_constraint("sum", {0.0, 1.0},
                            hand([](const auto&, const auto& p, const auto&) { return square(p.x); }));
  return problem;
}

std::vector<double> values_of(const GenericFunction& function, const KnotView<double>& knot) {
  std::vector<double> out(function.outputs());
  function(knot, out);
  return out;
}

TEST(Frames, StandInEveryCostAndConstraint) {
  Problem with("with-frames"), without("by-hand");
  const MultibodyDynamics dynamics = arm(with);
  (void)arm(without);
  with = look_at(dynamics, with, [&](const auto& f) {
    return on_frame(dynamics, "end of lower",
                    [f](const auto& k, const auto& hand) { return f(k, hand.position, hand.velocity); });
  });
  without = look_at(dynamics, without, [](const auto& f) {
    return [f](const auto& k) {
      using S = std::decay_t<decltype(k.t)>;
      const S a = k.x[0], b = k.x[0] + k.x[1], va = k.x[2], vb = k.x[2] + k.x[3], nil(0.0);
      return f(k, Vec3<S>(sin(a) + sin(b), nil, -cos(a) - cos(b)),
               Vec3<S>(cos(a) * va + cos(b) * vb, nil, sin(a) * va + sin(b) * vb));
    };
  });
  const Phase &one = with.phases().front(), &other = without.phases().front();
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> number(-2.0, 2.0);
  const std::vector<double> numbers = with.number_values();
  for (int trial = 0; trial < 20; ++trial) {
    std::array<double, 4> x;
    std::array<double, 2> u{number(engine), number(engine)};
    for (double& state : x) state = number(engine);
    const KnotView<double> knot{x, u, 0.3, numbers}, end{x, {}, 0.3, numbers};
    const auto expect_same = [&](const GenericFunction& a, const GenericFunction& b, const KnotView<double>& at) {
      const std::vector<double> found = values_of(a, at), expected = values_of(b, at);
      for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-13);
    };
    expect_same(one.running_cost, other.running_cost, knot);
    expect_same(one.running_residuals, other.running_residuals, knot);
    expect_same(one.end_cost, other.end_cost, end);
    expect_same(one.end_residuals, other.end_residuals, end);
    expect_same(one.path_constraints[0].function, other.path_constraints[0].function, knot);
    expect_same(one.integral_constraints[0].function, other.integral_constraints[0].function, knot);
  }
}

}  // namespace tandem::frames_test
