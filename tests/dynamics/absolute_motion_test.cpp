#include <tandem/dynamics/absolute_motion.hpp>

#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/dynamics/simulation.hpp>
#include <tandem/dynamics/spanning.hpp>

#include "linkages.hpp"
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>

/// Chou's pendulum of n bodies (3rd Annual Conf. on Aerospace Computational Control, JPL 1989) with the numbers of a
/// program of its own, and linkages.
namespace tandem::absolute_motion_test {

using Complex = std::complex<double>;

/// Solid cylinders of 1 kg, 1 m and 0.1 m radius on ball joints, all along +x at first.
Model pendulum(int bodies) {
  ModelBuilder builder("pendulum of " + std::to_string(bodies));
  const double across = (3 * 0.01 + 1) / 12, axial = 0.005;
  for (int i = 1; i <= bodies; ++i) {
    builder.add_body("body " + std::to_string(i), i == 1 ? "world" : "body " + std::to_string(i - 1),
                     Transform<double>::translated({0, 0, i == 1 ? 0.0 : 1.0}),
                     Joint::spherical("ball " + std::to_string(i)),
                     Inertia<double>::from_com(1, {0, 0, 0.5}, SymMat3<double>::diagonal(across, across, axial)));
  }
  builder.add_frame("tip", "body " + std::to_string(bodies), Transform<double>::translated({0, 0, 1}));
  return builder.build();
}

/// Angular velocities (2, 0, 1), (0, 0, 1), (-1, 0, 1), ... in the world's axes.
void start(const Model& model, AbsoluteMotion& motion) {
  Eigen::VectorXd q = model.neutral_configuration(), v(model.nv());
  q.head<4>() = std::numbers::sqrt2 / 2 * Eigen::Vector4d(1, 0, 1, 0);
  const std::array<Eigen::Vector3d, 3> spins{Eigen::Vector3d(2, 0, 1), Eigen::Vector3d(0, 0, 1),
                                             Eigen::Vector3d(-1, 0, 1)};
  const Eigen::Matrix3d R = Eigen::Quaterniond(q(0), q(1), q(2), q(3)).toRotationMatrix();
  for (int i = 0; i < model.nv() / 3; ++i) {
    const Eigen::Vector3d carried = i == 0 ? Eigen::Vector3d::Zero() : spins[(i - 1) % 3];
    v.segment<3>(3 * i) = R.transpose() * (spins[i % 3] - carried);
  }
  motion.start(q, v);
}

Eigen::Vector3d tip(const Model& model, const Eigen::VectorXd& q) {
  Workspace<double> ws(model);
  FrameMotion<double> motion;
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(model.nv());
  frame_motion(model, ws, q, still, still, model.find_frame("tip"), motion);
  return motion.placement.translation.eigen();
}

TEST(AbsoluteMotion, BringsThePendulumOfBodiesWhereAnotherProgramBringsIt) {
  const Eigen::Vector3d half[] = {{-0.1316974216, 0.1612465652, -0.9780875903},
                                  {1.0887601169, 0.7816785390, -1.4044998981},
                                  {2.1310649373, 1.3047065325, -1.2189907711}};
  const Eigen::Vector3d whole[] = {{-0.8726920447, -0.4882060792, -0.0079636332},
                                   {-1.6304047739, -0.4573595617, -0.9841476605},
                                   {-1.8823194444, -0.0736673342, -2.2628393479}};
  for (int bodies = 1; bodies <= 3; ++bodies) {
    const Model model = pendulum(bodies);
    AbsoluteMotion motion(model, model.parameters());
    start(model, motion);
    for (int k = 0; k < 50; ++k) {
      motion.advance(0.02 * k, 0.02);
      if (k != 24) continue;
      EXPECT_LT((tip(model, motion.tree_q()) - half[bodies - 1]).norm(), 1e-8) << bodies;
    }
    EXPECT_LT((tip(model, motion.tree_q()) - whole[bodies - 1]).norm(), 1e-8) << bodies;
    EXPECT_LT(motion.worst_gap(), 1e-11);
    EXPECT_LT(motion.worst_rate(), 1e-11);
  }
}

TEST(AbsoluteMotion, TakesThreeStepsOfNewtonsMethodAndKeepsItsEquations) {
  // Chou's protocol: steps of 0.01 s over a second at a tolerance of 1e-7.
  for (const int bodies : {1, 3, 10}) {
    const Model model = pendulum(bodies);
    AbsoluteMotion motion(model, model.parameters(), 1e-7);
    start(model, motion);
    double gap = 0, rate = 0;
    for (int k = 0; k < 100; ++k) {
      motion.step(0.01 * k, 0.01);
      gap = std::max(gap, motion.worst_gap()), rate = std::max(rate, motion.worst_rate());
    }
    EXPECT_LE(motion.most_newton_steps(), 3) << bodies;
    EXPECT_LT(gap, 1e-6) << bodies;
    EXPECT_LT(rate, 1e-6) << bodies;
  }
}

/// The residual of a first half-step from the motion's start, written once more for complex numbers.
Eigen::VectorXcd residual(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v, double h,
                          const Eigen::VectorXcd& unknowns) {
  const Model& tree = model.tree();
  const int n = tree.body_count();
  const Parameters<double>& parameters = model.parameters();
  const std::vector<AbsoluteLink> joints = absolute_joints(model, parameters),
                                  loops = absolute_loops(model, parameters);
  Workspace<double> ws(tree);
  std::vector<Transform<Complex>> places(n, Transform<Complex>::identity()), ends = places;
  std::vector<Motion<Complex>> from(n, Motion<Complex>::zero()), to = from;
  std::vector<Wrench<Complex>> left(n, Wrench<Complex>::zero());
  FrameMotion<double> motion;
  const auto at = [&](long k) { return Vec3<Complex>(unknowns(k), unknowns(k + 1), unknowns(k + 2)); };
  for (int i = 1; i < n; ++i) {
    const Frame frame{"", i, Transform<double>::rotated(parameters.user_from_canonical(i))};
    frame_motion(tree, ws, q, v, Eigen::VectorXd::Zero(tree.nv()), frame, motion);
    places[i] = motion.placement.cast<Complex>();
    from[i] = {motion.velocity.angular.cast<Complex>(), motion.velocity.linear.cast<Complex>()};
    to[i] = {at(6 * (i - 1)), at(6 * (i - 1) + 3)};
    const Motion<Complex> way = to[i] * Complex(h);
    ends[i] = places[i] * Transform<Complex>{rotation_matrix(quaternion_exp(way.angular)), displacement_exp(way)};
    const Inertia<Complex> I = parameters.canonical_inertias()[i].cast<Complex>();
    const Vec3<Complex> g = transposed_times(places[i].rotation, parameters.gravity().cast<Complex>());
    left[i] = momentum_rate(I, from[i], to[i], h / 2) - Wrench<Complex>{cross(I.moment, g), g * I.mass};
  }
  Eigen::VectorXcd all(unknowns.size());
  long row = 6 * (n - 1);
  for (const std::vector<AbsoluteLink>* links : {&joints, &loops}) {
    for (const AbsoluteLink& link : *links) {
      for (const LoopRow& equation : link.rows) {
        const LinkWrenches<Complex> push = link_wrenches(link, equation, places[link.first], places[link.second]);
        left[link.first] -= push.on_first * unknowns(row), left[link.second] -= push.on_second * unknowns(row);
        all(row++) = recursions::gap_of(equation, first_from_second(link, ends[link.first], ends[link.second]));
      }
    }
  }
  for (int i = 1; i < n; ++i) all.segment<6>(6 * (i - 1)) = left[i].eigen();
  return all;
}

void expect_an_exact_newton_matrix(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  const double h = 0.01;
  AbsoluteMotion motion(model, model.parameters());
  motion.start(q, v);
  AbsoluteSolution trial = motion.trial();
  test::Dice dice(9);
  for (std::size_t i = 1; i < trial.velocities.size(); ++i) trial.velocities[i] += 0.1 * dice.vector(6);
  for (Eigen::VectorXd& joint : trial.joints) joint = dice.vector(static_cast<int>(joint.size()));
  trial.loops = dice.vector(static_cast<int>(trial.loops.size()));
  const AbsoluteSystem system = motion.first_half(0, h, trial);
  const Eigen::MatrixXd K = system.dense();
  Eigen::VectorXcd x = trial.dense().cast<Complex>();
  const Eigen::VectorXd value = residual(model, q, v, h, x).real();
  EXPECT_LT((value + system.dense_right()).norm(), 1e-12 * (1 + value.norm()));
  for (long k = 0; k < x.size(); ++k) {
    x(k) += Complex(0, 1e-40);
    const Eigen::VectorXd column = residual(model, q, v, h, x).imag() / 1e-40;
    x(k) = x(k).real();
    EXPECT_LT((column - K.col(k)).norm(), 1e-12 * (1 + column.norm())) << k;
  }
  // The sweep solves it.
  const Eigen::VectorXd swept = solve(system).dense(), dense = K.partialPivLu().solve(system.dense_right());
  EXPECT_LT((K * swept - system.dense_right()).norm(), 1e-10 * (1 + dense.norm()));
}

TEST(AbsoluteMotion, HasAnExactNewtonMatrix) {
  const Model model = pendulum(5);
  test::Dice dice(4);
  Eigen::VectorXd q(20);
  for (int i = 0; i < 5; ++i) q.segment<4>(4 * i) = dice.unit_quaternion();
  expect_an_exact_newton_matrix(model, q, dice.vector(15));
}

TEST(AbsoluteMotion, HasAnExactNewtonMatrixOfLoops) {
  const Model model = test::four_bar();
  Workspace<double> ws(model);
  Eigen::VectorXd q(3), v(3);
  span(model, model.parameters(), ws, model.neutral_configuration(), Eigen::VectorXd::Ones(1), q, v);
  // Its joints and pin all hold it in its plane: the pin's equations are needed ones only.
  expect_an_exact_newton_matrix(model, q, v);
}

TEST(AbsoluteMotion, ComposesStepsToOrderEight) {
  const Model model = pendulum(2);
  const auto end = [&](int steps) {
    AbsoluteMotion motion(model, model.parameters());
    start(model, motion);
    for (int k = 0; k < steps; ++k) motion.advance(0.4 * k / steps, 0.4 / steps);
    return tip(model, motion.tree_q());
  };
  const Eigen::Vector3d reference = end(16);
  const double coarse = (end(2) - reference).norm(), fine = (end(4) - reference).norm();
  EXPECT_GT(std::log2(coarse / fine), 7);
}

TEST(AbsoluteMotion, TurnsEveryKindOfJointThatHasEquations) {
  for (const char* name : {"quadruped-18", "spacecraft-with-booms", "cart-pole", "ball-chain-4", "quadrotor"}) {
    const ModelExample example = make_model_example(name);
    AbsoluteMotion motion(example.model, example.model.parameters());
    motion.start(example.q, example.v);
    EXPECT_LT((motion.tree_v() - example.v).norm(), 1e-12) << name;
    for (int k = 0; k < 10; ++k) motion.advance(0.01 * k, 0.01);
    SimulationOptions options;
    options.duration = options.step = 0.1;
    const Simulation expected = simulate(example.model, example.q, example.v, options);
    EXPECT_LT((motion.tree_q() - expected.q.col(1)).norm(), 1e-8) << name;
    EXPECT_LT((motion.tree_v() - expected.v.col(1)).norm(), 1e-7) << name;
  }
}

TEST(AbsoluteMotion, RefusesWhatHasNoEquationsBetweenBodies) {
  const Model jack = make_model("jack-screw"), wheels = make_model("differential");
  EXPECT_TRUE(test::refuses(([&] { AbsoluteMotion(jack, jack.parameters()); }),
                            "is screw, which has no equations in absolute coordinates"));
  EXPECT_TRUE(test::refuses(([&] { AbsoluteMotion(wheels, wheels.parameters()); }),
                            "'carrier' follows by a coupling, which absolute coordinates do not have"));
}

}  // namespace tandem::absolute_motion_test
