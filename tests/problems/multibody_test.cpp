#include <tandem/dynamics/model_builder.hpp>
#include <tandem/ocp/search/solve.hpp>
#include <tandem/problems/all.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace tandem::multibody_test {

/// The rates of a problem's only phase.
Eigen::Vector4d rates_of(const Problem& problem, const Eigen::Vector4d& x, double u) {
  const std::vector<double> numbers = problem.number_values();
  Eigen::Vector4d rates;
  problem.phases().front().dynamics(KnotView<double>{{x.data(), 4}, {&u, 1}, 0.0, numbers},
                                    std::span<double>(rates.data(), 4));
  return rates;
}

Eigen::Vector4d random_state(std::mt19937& engine) {
  std::uniform_real_distribution<double> number(-3.0, 3.0);
  return {number(engine), number(engine), number(engine), number(engine)};
}

/// A few hundred operations on numbers up to some tens.
void expect_near(const Eigen::Vector4d& rates, const Eigen::Vector4d& expected) {
  EXPECT_LE((rates - expected).cwiseAbs().maxCoeff(), 1e-13 * std::max(1.0, expected.cwiseAbs().maxCoeff()));
}

/// That a tree has the rates of the equations by hand at random states, for some numbers of both. `of_joints` brings a
/// state, and its rates, from the coordinates of the equations to those of the joints: it is linear.
template <class OfJoints>
void expect_same_motion(Problem tree, Problem written, const std::vector<std::map<std::string, double>>& choices,
                        const OfJoints& of_joints) {
  std::mt19937 engine(1);
  for (const auto& numbers : choices) {
    for (const auto& [name, value] : numbers) tree.set(name, value), written.set(name, value);
    for (int k = 0; k < 100; ++k) {
      const Eigen::Vector4d x = random_state(engine);
      expect_near(rates_of(tree, of_joints(x), x(0)), of_joints(rates_of(written, x, x(0))));
    }
  }
}

TEST(CartPoleMultibody, MovesAsTheHandWrittenOne) {
  expect_same_motion(problems::cart_pole_multibody(), problems::cart_pole_swing_up(),
                     {{{"pole_length", 0.5}, {"pole_mass", 0.3}}, {{"pole_length", 0.8}, {"pole_mass", 0.48}}},
                     [](const Eigen::Vector4d& x) { return x; });
}

TEST(AcrobotMultibody, MovesAsTheHandWrittenOneInAnglesOfItsJoints) {
  expect_same_motion(problems::acrobot_multibody(), problems::acrobot_swing_up(),
                     {{{"length_1", 0.5}, {"mass_2", 0.7}}, {{"length_1", 0.8}, {"mass_2", 1.12}}},
                     [](const Eigen::Vector4d& x) { return Eigen::Vector4d(x(0), x(1) - x(0), x(2), x(3) - x(2)); });
}

TEST(CartPoleMultibody, IsSolvedToTheSameObjectiveByEveryPlug) {
  const double expected = solve(problems::cart_pole_swing_up()).objective;
  for (const char* plug : {"bytecode", "recursive", "tape", "symbolic"}) {
    SolveOptions options;
    options.derivatives = plug;
    const Solution solution = solve(problems::cart_pole_multibody(), options);
    EXPECT_EQ(solution.status, Status::solved) << plug;
    EXPECT_NEAR(solution.objective, expected, 1e-8) << plug;
    EXPECT_TRUE(solution.certificate.passes()) << plug;
  }
}

/// co_design_transfer.cpp, its mass on a slide with a spring.
Problem transfer_on_a_slide() {
  Problem problem("transfer-on-a-slide");
  problem.mesh() = {.transcription = "gauss", .intervals = 20, .degree = 4};
  ModelBuilder builder("slider");
  builder.add_body("mass", "world", Transform<double>::identity(), Joint::prismatic("slide", Eigen::Vector3d::UnitX()),
                   Inertia<double>::point(1.0, Vec3<double>::zero()));
  const Number stiffness = problem.number({"stiffness", 1.0, "N/m", "of the spring", Role::design, 0.0, 1000.0});
  auto phase = problem.phase<2, 1>("transfer");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("position", {.start = 1.0, .end = 0.0});
  phase.state("velocity", {.start = 2.0, .end = 0.0});
  phase.control("force", {});
  phase.dynamics(MultibodyDynamics(builder.build()).actuate("slide").number("stiffness of 'slide'", stiffness));
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return problem;
}

TEST(Multibody, LetsANumberOfTheModelBeDesigned) {
  const Solution solution = solve(transfer_on_a_slide());
  EXPECT_EQ(solution.status, Status::solved);
  EXPECT_NEAR(solution.objective, 23.62281484, 1e-7);
  EXPECT_TRUE(solution.certificate.passes());
}

/// A pendulum whose hinge is moved as one wishes, by little torque: the force of the hinge is the cost and is bounded.
Problem pendulum_of_known_motion(double most) {
  Problem problem("pendulum-of-known-motion");
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 40};
  ModelBuilder builder("pendulum");
  builder.add_body("bob", "world", Transform<double>::identity(), Joint::revolute("hinge", -Eigen::Vector3d::UnitY()),
                   Inertia<double>::point(1.0, {0.0, 0.0, -1.0}));
  const MultibodyDynamics pendulum = MultibodyDynamics(builder.build()).drive_motion("hinge");
  auto phase = problem.phase<2, 1>("swing");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("angle", {.start = 0.0, .end = 1.0});
  phase.state("rate", {.start = 0.0, .end = 0.0});
  phase.control("acceleration", {});
  phase.dynamics(pendulum);
  phase.running_cost([](const auto& k) { return square(k.u[0] + 9.81 * sin(k.x[0])); });
  phase.path_constraint("torque", {-most, most}, MultibodyForce{pendulum, "hinge"});
  return problem;
}

/// At the knots, every other of the times of controls.
double most_torque(const Solution& solution) {
  const PhaseSolution& swing = solution.phases.front();
  double most = 0;
  for (long k = 0; k < swing.time.size(); ++k) {
    most = std::max(most, std::abs(swing.controls(0, 2 * k) + 9.81 * std::sin(swing.states(0, k))));
  }
  return most;
}

TEST(Multibody, BoundsTheForceOfAMotionDrivenJoint) {
  const Solution free = solve(pendulum_of_known_motion(100.0)), bounded = solve(pendulum_of_known_motion(5.0));
  EXPECT_EQ(free.status, Status::solved);
  EXPECT_EQ(bounded.status, Status::solved);
  EXPECT_GT(most_torque(free), 5.5);
  EXPECT_LT(most_torque(bounded), 5.0 + 1e-6);
  EXPECT_GT(bounded.objective, free.objective);
}

}  // namespace tandem::multibody_test
