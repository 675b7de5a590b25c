#include <tandem/derivatives/linearize.hpp>

#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/model_builder.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/dynamics/simulation.hpp>

#include "dynamics/random_tree.hpp"
#include "support/refusal.hpp"
#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace tandem::linearize_test {

/// Lin and Yae's first example, with the data that give all printed digits: links of 10 kg and 2 m, centre of mass at
/// 1 m with 20 kg m^2 about it, hanging, g = 9.80665.
Model two_links() {
  ModelBuilder builder("two links");
  builder.set_gravity({0, 0, -9.80665});
  const Inertia<double> link = Inertia<double>::from_com(10, {0, 0, -1}, SymMat3<double>::diagonal(20, 20, 0));
  const Eigen::Vector3d axis(0, -1, 0);
  builder.add_body("link1", "world", Transform<double>::identity(), Joint::revolute("theta1", axis), link);
  builder.add_body("link2", "link1", Transform<double>::translated({0, 0, -2}), Joint::revolute("theta2", axis), link);
  return builder.build();
}

/// The closed form in the order (theta1, theta2): M^-1 = [30 -50; -50 140] / 1700, -M^-1 dG/dtheta of their (39).
struct TwoLinksClosedForm {
  Eigen::Matrix2d inverse_mass, stiffness;

  TwoLinksClosedForm() {
    inverse_mass << 30, -50, -50, 140;
    inverse_mass /= 1700;
    stiffness << 70, -20, -60, 90;
    stiffness *= -10 * 9.80665 / 1700;
  }
};

LinearModel at_rest(const Model& model) {
  DerivativeWorkspace<double> ws(model);
  const Eigen::VectorXd nil = Eigen::VectorXd::Zero(model.nv());
  return linearize(model, model.parameters(), ws, model.neutral_configuration(), nil, nil);
}

TEST(Linearize, GivesTheClosedFormOfLinAndYaesTwoLinkArm) {
  const LinearModel linear = at_rest(two_links());
  const TwoLinksClosedForm closed;
  Eigen::Matrix4d A = Eigen::Matrix4d::Zero();
  A.topRightCorner<2, 2>().setIdentity();
  A.bottomLeftCorner<2, 2>() = closed.stiffness;
  Eigen::Matrix<double, 4, 2> B = Eigen::Matrix<double, 4, 2>::Zero();
  B.bottomRows<2>() = closed.inverse_mass;
  EXPECT_LT((linear.A - A).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT((linear.B - B).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_EQ(linear.C, Eigen::Matrix4d::Identity());
  EXPECT_TRUE(linear.D.isZero(0.0));
  EXPECT_EQ(linear.states, (std::vector<std::string>{"theta1", "theta2", "rate of theta1", "rate of theta2"}));
  EXPECT_EQ(linear.inputs, (std::vector<std::string>{"force of theta1", "force of theta2"}));
}

TEST(Linearize, GivesTheFrequenciesOfTheTwoLinkArm) {
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(at_rest(two_links()).A);
  const Eigen::VectorXd frequencies = solver.eigenvalues().imag().cwiseAbs();
  // omega^2 = (10 g / 1700) (80 +- 10 sqrt 13): 2.5874309 and 1.5921650 rad/s
  const double k = 10 * 9.80665 / 1700, fast = std::sqrt(k * (80 + 10 * std::sqrt(13.0))),
               slow = std::sqrt(k * (80 - 10 * std::sqrt(13.0)));
  EXPECT_NEAR(fast, 2.5874309, 5e-8);
  EXPECT_NEAR(slow, 1.5921650, 5e-8);
  EXPECT_NEAR(frequencies.maxCoeff(), fast, 1e-9);
  EXPECT_NEAR(frequencies.minCoeff(), slow, 1e-9);
  EXPECT_LT(solver.eigenvalues().real().cwiseAbs().maxCoeff(), 1e-9);
}

/// Accelerations at a departure x = [d; e] from a state, with departures u of the forces.
Eigen::VectorXd acceleration_at(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                const Eigen::VectorXd& tau, const Eigen::VectorXd& x, const Eigen::VectorXd& u) {
  Workspace<double> ws(model);
  Eigen::VectorXd moved(model.nq()), a(model.nv());
  integrate<double>(model, q, x.head(model.nv()), moved);
  forward_dynamics<double>(model, model.parameters(), ws, moved, v + x.tail(model.nv()), tau + u, a);
  return a;
}

TEST(Linearize, LeavesAResidualThatShrinksWithTheStepOnASevenJointArm) {
  const Model model = make_model("arm-7");
  test::Dice dice(11);
  const Eigen::VectorXd q = dice.vector(7), v = dice.vector(7), tau = dice.vector(7), nil = Eigen::VectorXd::Zero(14);
  DerivativeWorkspace<double> ws(model);
  const LinearModel linear = linearize(model, model.parameters(), ws, q, v, tau);
  const Eigen::VectorXd direction = dice.vector(14), u_direction = dice.vector(7);
  const Eigen::VectorXd a = acceleration_at(model, q, v, tau, nil, nil.head(7));
  EXPECT_LT((linear.wanted - a).norm(), 1e-12 * a.norm());
  const auto change = [&](double step) -> Eigen::VectorXd {
    return acceleration_at(model, q, v, tau, step * direction, step * u_direction) - a;
  };
  const auto remainder = [&](double step) -> Eigen::VectorXd {
    return change(step) - step * (linear.A * direction + linear.B * u_direction).tail(7);
  };
  // Forth and back together the remainder is c h^2 (1 + about 4 h^2); accelerations of 3500 with their rounding of
  // 2e-16 leave 7e-15/h^2 of a c of 108.
  const auto curvature = [&](double step) -> Eigen::VectorXd {
    return (remainder(step) + remainder(-step)) / (step * step);
  };
  const Eigen::VectorXd expected = curvature(1e-4);
  for (const double step : {1e-2, 1e-3, 1e-5, 1e-6}) {
    const double bound = 10 * step * step + 1e-14 / (step * step);
    EXPECT_LT((curvature(step) - expected).norm(), bound * expected.norm()) << "at " << step;
  }
  // Half the curvature over the slope is 0.021: the remainder is that many steps. (The paper has 2.739e-6 for its arm.)
  EXPECT_LE(remainder(1e-6).norm(), 3e-8 * change(1e-6).norm());
}

TEST(Linearize, FollowsTheDepartureOfTwoMotionsAlsoOfFreeBodies) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    test::RandomCase c(seed);
    const int nv = c.model.nv();
    DerivativeWorkspace<double> ws(c.model);
    const LinearModel linear = linearize(c.model, c.model.parameters(), ws, c.q, c.v, c.a);
    // Departures grow by (1 + A h) x in a short time h; both by differences that are central in x.
    const double h = 1e-4, size = 1e-4;
    const auto after = [&](const Eigen::VectorXd& x) {
      Eigen::VectorXd q(c.model.nq());
      integrate<double>(c.model, c.q, x.head(nv), q);
      SimulationOptions options;
      options.duration = options.step = h;
      options.forces = [&c](double, In<double>, In<double>, Out<double> tau) { tau = c.a; };
      const Simulation s = simulate(c.model, c.model.parameters(), q, c.v + x.tail(nv), options);
      return std::pair<Eigen::VectorXd, Eigen::VectorXd>(s.q.rightCols<1>(), s.v.rightCols<1>());
    };
    const Eigen::VectorXd x = size * c.dice.vector(2 * nv);
    const auto ahead = after(x), behind = after(-x), middle = after(0 * x);
    Eigen::VectorXd departure(2 * nv), other(nv), one(nv);
    difference<double>(c.model, middle.first, ahead.first, one);
    difference<double>(c.model, middle.first, behind.first, other);
    departure << 0.5 * (one - other), 0.5 * (ahead.second - behind.second);
    const Eigen::VectorXd rate = (departure - x) / h, expected = linear.A * x;
    // Left out: A^2 x h / 2 and more, and terms of size^3.
    const double bound = h * (linear.A * expected).norm() + 1e-6 * (x.norm() + expected.norm());
    EXPECT_LE((rate - expected).norm(), 2 * bound) << c.model.name();
  }
}

TEST(Linearize, GivesFramesAndForcesAsOutputs) {
  const Model model = make_model("quadruped-18");
  test::Dice dice(5);
  const Eigen::VectorXd q = test::random_configuration(model, dice), v = dice.vector(18), known = dice.vector(18);
  std::vector<Drive> drives(model.body_count(), Drive::force);
  drives[3] = drives[7] = Drive::motion;
  const Frame frame{"foot", model.body_count() - 1, Transform<double>::translated({0.1, 0.2, 0.3})};
  using Kind = LinearOutput::Kind;
  const std::array<LinearOutput, 5> outputs{
      LinearOutput{Kind::frame_displacement, frame}, LinearOutput{Kind::frame_velocity, frame},
      LinearOutput{Kind::frame_acceleration, frame}, LinearOutput{Kind::forces}, LinearOutput{Kind::accelerations}};
  DerivativeWorkspace<double> ws(model);
  const LinearModel linear = linearize(model, model.parameters(), ws, q, v, std::span<const Drive>(drives), known,
                                       std::span<const LinearOutput>(outputs));
  ASSERT_EQ(linear.C.rows(), 18 + 36);
  const auto y = [&](const Eigen::VectorXd& x, const Eigen::VectorXd& u) {
    Workspace<double> w(model);
    Eigen::VectorXd moved(model.nq()), wanted(18), a(18), all(18 + 36);
    integrate<double>(model, q, x.head(18), moved);
    const Eigen::VectorXd velocity = v + x.tail(18), given = known + u;
    hybrid_dynamics<double>(model, model.parameters(), w, moved, velocity, std::span<const Drive>(drives), given,
                            wanted);
    Eigen::VectorXd forces = given;
    a = wanted;
    for (int d = 0; d < 18; ++d) {
      if (drives[model.body_of_velocity(d)] == Drive::motion) a(d) = given(d), forces(d) = wanted(d);
    }
    FrameMotion<double> motion, start;
    frame_motion<double>(model, model.parameters(), w, q, v, a, frame, start);
    frame_motion<double>(model, model.parameters(), w, moved, velocity, a, frame, motion);
    const Transform<double> step = inverse(start.placement) * motion.placement;
    const Mat3<double>& R = step.rotation;
    all << 0.5 * (R.y.z - R.z.y), 0.5 * (R.z.x - R.x.z), 0.5 * (R.x.y - R.y.x), step.translation.eigen(),
        motion.velocity.eigen(), motion.acceleration.eigen(), forces, a;
    return all;
  };
  const Eigen::VectorXd x = dice.vector(36), u = dice.vector(18);
  const double h = 1e-5;
  const Eigen::VectorXd central = (y(h * x, h * u) - y(-h * x, -h * u)) / (2 * h);
  const Eigen::VectorXd exact = linear.C * x + linear.D * u;
  EXPECT_LT((central - exact).norm(), 1e-6 * exact.norm());
  EXPECT_EQ(linear.outputs[6], "velocity wx of foot");
  EXPECT_EQ(linear.outputs[18], "force of " + model.velocity_name(0));
  EXPECT_EQ(linear.inputs[model.body(3).v_index], "acceleration of " + model.velocity_name(model.body(3).v_index));
}

TEST(Linearize, TakesSomeInputsInTheOrderGiven) {
  const Model model = two_links();
  DerivativeWorkspace<double> ws(model);
  const Eigen::VectorXd nil = Eigen::VectorXd::Zero(2);
  const std::array<int, 1> second{1};
  const LinearModel some = linearize(model, model.parameters(), ws, nil, nil, nil, {}, second);
  EXPECT_EQ(some.B, at_rest(model).B.col(1));
  EXPECT_EQ(some.D.cols(), 1);
  EXPECT_EQ(some.inputs, std::vector<std::string>{"force of theta2"});
  const std::array<int, 1> none{2};
  EXPECT_TRUE(test::refuses([&] { linearize(model, model.parameters(), ws, nil, nil, nil, {}, none); },
                            "model 'two links': input 2 was asked for, it has freedoms 0 to 1"));
}

/// u = -K_V rate - K_P angle with two decoupled loops of 3 rad/s and damping ratio 0.7 for the linear model:
/// M (2 xi omega) - P1 and M omega^2 - P2 with the signs of (37)-(38).
struct DecouplingController {
  Eigen::Matrix2d by_angle, by_rate;

  explicit DecouplingController(const LinearModel& linear) {
    const Eigen::Matrix2d mass = linear.B.bottomRows<2>().inverse();
    const Eigen::Matrix2d one = Eigen::Matrix2d::Identity();
    by_angle = mass * (9 * one + linear.A.bottomLeftCorner<2, 2>());
    by_rate = mass * (4.2 * one + linear.A.bottomRightCorner<2, 2>());
  }
};

/// The angles (theta2, theta1) of the arm, controlled or not, at 1, 2, ... seconds from rest at (start, start).
Eigen::MatrixXd angles_from(double start, const std::function<Eigen::Vector2d(In<double>, In<double>)>& control,
                            int seconds) {
  const Model model = two_links();
  SimulationOptions options;
  options.duration = seconds;
  options.step = 1;
  if (control) options.forces = [&](double, In<double> q, In<double> v, Out<double> tau) { tau = control(q, v); };
  const Eigen::Vector2d q(start, start), v(0, 0);
  const Simulation s = simulate(model, model.parameters(), q, v, options);
  return s.q.rightCols(seconds).colwise().reverse().transpose();
}

TEST(Linearize, ServesAControllerThatDecouplesTheTwoLinkArm) {
  const DecouplingController controller(at_rest(two_links()));
  Eigen::Matrix2d gains;  // in the order (theta1, theta2)
  gains << 867.734, 351.9335, 351.9335, 171.9335;
  EXPECT_LT((controller.by_angle - gains).cwiseAbs().maxCoeff(), 1e-3);
  const auto control = [&](In<double> q, In<double> v) -> Eigen::Vector2d {
    return -controller.by_angle * q - controller.by_rate * v;
  };
  Eigen::MatrixXd small(4, 2), large(4, 2), free(2, 2);
  small << 1.7239922e-3, 1.7442161e-3, -9.8008616e-4, -9.7965819e-4, 1.0400893e-4, 1.0364802e-4, 9.1586644e-7,
      9.572551e-7;
  large << -3.3576134e-2, 1.0030315e-1, -2.1925962e-2, -1.9703933e-2, 3.4281889e-3, 1.1010298e-3, -1.2540244e-4,
      1.4956023e-4;
  free << 6.9771928e-3, -4.5259863e-3, -6.3963742e-2, -4.3877913e-2;
  EXPECT_LT((angles_from(0.05, control, 4) - small).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_LT((angles_from(1.0, control, 4) - large).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_LT((angles_from(0.05, {}, 2) - free).cwiseAbs().maxCoeff(), 1e-7);
}

}  // namespace tandem::linearize_test
