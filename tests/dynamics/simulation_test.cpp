#include <tandem/dynamics/simulation.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/models.hpp>

#include "random_tree.hpp"
#include <gtest/gtest.h>
#include <support/order.hpp>
#include <support/refusal.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace tandem::simulation_test {

using test::Dice;

Simulation simulate_example(const std::string& name, const SimulationOptions& options = {}) {
  const ModelExample example = make_model_example(name);
  return simulate(example.model, example.q, example.v, options);
}

class EnergyOf : public ::testing::TestWithParam<const char*> {};

TEST_P(EnergyOf, IsKeptTo1e9OverTenSecondsByTheAdaptiveIntegrator) {
  const Simulation s = simulate_example(GetParam());
  RecordProperty("energy", std::to_string(s.audit.energy * 1e12) + "e-12");
  EXPECT_LT(s.audit.energy, 1e-9);
  EXPECT_NEAR(s.time.tail<1>()(0), 10, 1e-12);
  EXPECT_GT(s.kinetic.maxCoeff(), 0) << "it must move for this to say anything";
}

std::string test_name(const ::testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Simulation, EnergyOf,
                         ::testing::Values("pendulum", "double-pendulum", "chain-6", "binary-tree-7", "cart-pole",
                                           "acrobot", "pendubot", "furuta", "two-link-arm", "branched-acrobot", "arm-7",
                                           "quadruped-18", "humanoid-36", "spinning-body", "spacecraft-with-booms"),
                         test_name);

class MomentumOf : public ::testing::TestWithParam<const char*> {};

// Rounding of 1e-16 in each of some ten thousand steps, were they all of one sign, makes 1e-12.
TEST_P(MomentumOf, IsKeptTo1e12OfItsBoundBesidesTheImpulseOfWeight) {
  const Simulation s = simulate_example(GetParam());
  ASSERT_TRUE(s.audit.linear_momentum && s.audit.angular_momentum);
  EXPECT_LT(*s.audit.linear_momentum, 1e-12);
  EXPECT_LT(*s.audit.angular_momentum, 1e-12);
  EXPECT_LT(s.audit.quaternion, 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Simulation, MomentumOf,
                         ::testing::Values("spinning-body", "spacecraft-with-booms", "quadruped-18", "humanoid-36"),
                         test_name);

// Without weight, so that the energy of a long fall does not hide that of the joints.
TEST(Simulation, KeepsEnergyAndMomentumOfDriftingRobots) {
  for (const char* name : {"quadruped-18", "humanoid-36"}) {
    const ModelExample example = make_model_example(name);
    Parameters<double> parameters = example.model.parameters();
    parameters.set_gravity(Vec3<double>::zero());
    const Simulation s = simulate(example.model, parameters, example.q, example.v);
    EXPECT_LT(s.audit.energy, 1e-9) << name;
    EXPECT_LT(*s.audit.linear_momentum, 1e-12) << name;
    EXPECT_LT(*s.audit.angular_momentum, 1e-12) << name;
    EXPECT_EQ(s.impulse.norm(), 0) << name;
  }
}

TEST(Simulation, AuditsMomentumOnlyOfModelsThatFloatFreely) {
  EXPECT_FALSE(floats_freely(make_model("acrobot")));
  EXPECT_TRUE(floats_freely(make_model("spacecraft-with-booms")));
  SimulationOptions options;
  options.duration = 0.1;
  EXPECT_FALSE(simulate_example("acrobot", options).audit.linear_momentum);
}

/// End of one second by RK4 with `step`, compared with the adaptive integrator's.
double rk4_error(const ModelExample& example, double step) {
  SimulationOptions options;
  options.duration = 1;
  options.step = step;
  const Simulation exact = simulate(example.model, example.q, example.v, options);
  options.integrator = Integrator::rk4;
  const Simulation rk4 = simulate(example.model, example.q, example.v, options);
  const Eigen::VectorXd q = exact.q.rightCols<1>(), q_rk4 = rk4.q.rightCols<1>();
  Eigen::VectorXd difference_q(example.model.nv());
  difference<double>(example.model, q, q_rk4, difference_q);
  return difference_q.norm() + (exact.v.rightCols<1>() - rk4.v.rightCols<1>()).norm();
}

// Three steps are rid of the error's next term; the one after it, of the step's square, leaves up to a hundredth.
TEST(Simulation, ByRk4HasOrderFourWithQuaternionsToo) {
  for (const char* name : {"double-pendulum", "spinning-body", "spacecraft-with-booms"}) {
    const ModelExample example = make_model_example(name);
    const double order =
        test::extrapolated_order(rk4_error(example, 0.02), rk4_error(example, 0.01), rk4_error(example, 0.005));
    EXPECT_NEAR(order, 4, 0.02) << name;
  }
}

TEST(Simulation, OfAPendulumOfSmallSwingHasTheClosedPeriod) {
  const Model model = make_model("pendulum");
  SimulationOptions options;
  // A rod of length l about its end: T = 2 pi sqrt(2 l / (3 g)) (1 + a^2/16 + 11 a^4/3072 + ...).
  const double a = 0.05;
  options.duration = 2 * M_PI * std::sqrt(2 / (3 * 9.81)) * (1 + a * a / 16 + 11 * std::pow(a, 4) / 3072);
  const Simulation s = simulate(model, Eigen::VectorXd::Constant(1, a), Eigen::VectorXd::Zero(1), options);
  // The next term of the series is 173 a^6/737280 = 4e-12 periods; the turning point makes its effect on q squared.
  EXPECT_NEAR(s.q.rightCols<1>()(0), a, 1e-12);
  EXPECT_NEAR(s.v.rightCols<1>()(0), 0, 1e-10);
}

TEST(Simulation, OfAFallingBodyIsAParabola) {
  const ModelExample example = make_model_example("spinning-body");
  Parameters<double> parameters = example.model.parameters();
  parameters.set_gravity({0, 0, -9.81});
  SimulationOptions options;
  options.duration = 2;
  const Simulation s = simulate(example.model, parameters, example.q, example.v, options);
  EXPECT_NEAR(s.q(6, s.q.cols() - 1), -0.5 * 9.81 * 4, 1e-11);
  EXPECT_NEAR(s.impulse(5, s.q.cols() - 1), -2 * 9.81 * 2, 1e-11);
  EXPECT_LT(s.audit.worst(), 1e-12);
}

TEST(Simulation, BalancesTheWorkOfDrivesDampersAndWrenchesOnRandomTrees) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    test::RandomCase c(seed);
    Parameters<double> parameters = c.model.parameters();
    for (double& damping : parameters.dampings()) damping = c.dice.number(0, 0.5);
    const Eigen::VectorXd amplitude = c.dice.vector(c.model.nv());
    SimulationOptions options;
    options.duration = 1;
    options.forces = [&](double t, In<double>, In<double>, Out<double> tau) { tau = amplitude * std::sin(3 * t); };
    options.wrenches = [&](double, In<double>, In<double>, std::span<Wrench<double>> wrenches) {
      std::copy(c.wrenches.begin(), c.wrenches.end(), wrenches.begin());
    };
    const Simulation s = simulate(c.model, parameters, c.q, c.v, options);
    EXPECT_LT(s.audit.energy, 1e-11) << c.model.name();
    EXPECT_GT(s.work.cwiseAbs().maxCoeff(), 1e-3) << c.model.name();
    if (!floats_freely(c.model)) continue;
    EXPECT_LT(s.audit.linear_momentum.value_or(1), 1e-11) << c.model.name();
    EXPECT_LT(s.audit.angular_momentum.value_or(1), 1e-11) << c.model.name();
  }
}

TEST(Simulation, AuditFindsEnergyThatAWrongIntegratorMakes) {
  SimulationOptions options;
  options.integrator = Integrator::rk4;
  options.step = 0.05;
  EXPECT_GT(simulate_example("double-pendulum", options).audit.energy, 1e-6);
}

TEST(Simulation, MakesStepsThatDivideTheDuration) {
  SimulationOptions options;
  options.integrator = Integrator::rk4;
  options.duration = 1;
  options.step = 0.3;
  const Simulation s = simulate_example("pendulum", options);
  ASSERT_EQ(s.time.size(), 5);
  EXPECT_DOUBLE_EQ(s.time(1), 0.25);
  EXPECT_EQ(s.steps, 4);
  EXPECT_EQ(s.evaluations, 17);  // one looks at the start
  options.step = 0.1;
  EXPECT_EQ(simulate_example("pendulum", options).time.size(), 11);
}

TEST(Simulation, ThatGoesToInfinitySaysWhen) {
  const ModelExample example = make_model_example("cart-pole");
  SimulationOptions options;
  // x'' = x'^2 or so: infinite after about a second.
  options.forces = [](double, In<double>, In<double> v, Out<double> tau) { tau(0) = 1.3 * v(0) * v(0); };
  Eigen::VectorXd v = example.v;
  v(0) = 1;
  for (const Integrator integrator : {Integrator::fehlberg78, Integrator::rk4}) {
    options.integrator = integrator;
    try {
      simulate(example.model, example.q, v, options);
      ADD_FAILURE() << "it should have failed";
    } catch (const NumericalError& error) {
      EXPECT_TRUE(test::says(error.what(), "model 'cart-pole': the simulation by "));
      EXPECT_TRUE(test::says(error.what(), " fails at t = "));
      EXPECT_TRUE(test::says(error.what(), "'slide'"));
    }
  }
}

TEST(Simulation, StopsAtItsMostSteps) {
  SimulationOptions options;
  options.max_steps = 50;
  try {
    simulate_example("double-pendulum", options);
    ADD_FAILURE() << "it should have stopped";
  } catch (const NumericalError& error) {
    EXPECT_TRUE(test::says(error.what(), "more than 50 steps are needed"));
  }
}

TEST(Simulation, RefusesBadInputByName) {
  const ModelExample e = make_model_example("acrobot");
  SimulationOptions good;
  good.duration = 0.1;
  const auto refusal_of = [&](const Eigen::VectorXd& q, const Eigen::VectorXd& v, const SimulationOptions& options) {
    return test::refusal([&] { simulate(e.model, q, v, options); });
  };
  EXPECT_EQ(refusal_of(Eigen::VectorXd::Zero(3), e.v, good), "model 'acrobot': q: 3 given, 2 wanted");
  EXPECT_EQ(refusal_of(e.q, Eigen::VectorXd::Zero(1), good), "model 'acrobot': v: 1 given, 2 wanted");
  EXPECT_EQ(refusal_of(Eigen::Vector2d(0, NAN), e.v, good), "model 'acrobot': coordinate 'elbow' is nan");
  EXPECT_EQ(refusal_of(e.q, Eigen::Vector2d(INFINITY, 0), good), "model 'acrobot': velocity 'shoulder' is inf");
  SimulationOptions bad = good;
  bad.duration = -1;
  EXPECT_EQ(refusal_of(e.q, e.v, bad), "duration is -1 s: it must be positive");
  bad = good;
  bad.step = 0;
  EXPECT_EQ(refusal_of(e.q, e.v, bad), "step is 0 s: it must be positive");
  bad = good;
  bad.tolerance = 1e-20;
  EXPECT_EQ(refusal_of(e.q, e.v, bad), "tolerance is 1e-20: it must be from 1e-15 to 1");
  bad = good;
  bad.forces = [](double, In<double>, In<double>, Out<double> tau) { tau(1) = NAN; };
  EXPECT_EQ(refusal_of(e.q, e.v, bad), "the force on 'elbow' is nan");
  const ModelExample body = make_model_example("spinning-body");
  EXPECT_TRUE(test::says(test::refusal([&] { simulate(body.model, body.q * 3, body.v, good); }), "'free'"));
}

TEST(Simulation, FindsIntegratorsByName) {
  EXPECT_EQ(integrator_named("rk4"), Integrator::rk4);
  EXPECT_EQ(integrator_named(name_of(Integrator::fehlberg78)), Integrator::fehlberg78);
  EXPECT_TRUE(test::says(test::refusal([] { integrator_named("rk5"); }), "did you mean 'rk4'"));
}

}  // namespace tandem::simulation_test
