#include <tandem/derivatives/custom_joint.hpp>

#include <tandem/core/error.hpp>
#include <tandem/derivatives/scalar_casadi.hpp>

#include "all_sweeps.hpp"
#include "blocks.hpp"
#include "complex_step.hpp"
#include "custom_trees.hpp"
#include "multibody_blocks.hpp"
#include "support/allocations.hpp"
#include "support/refusal.hpp"
#include <gtest/gtest.h>

namespace tandem::custom_joint_test {

using namespace test;

constexpr unsigned kCustomTrees = 20;

TEST(CustomJoint, IsTheJointThatItSpellsOut) {
  for (unsigned seed = 2; seed < 3 * kCustomTrees; seed += 3) {
    RandomCase c(seed);
    const Model spelt = spelt_out(c.model);
    test::expect_same(everything<double>(spelt, c.q, c.v, c.a, c.wrenches),
                      everything<double>(c.model, c.q, c.v, c.a, c.wrenches), spelt.name());
    AllSweeps<double> sweeps(spelt, c.q, c.v, c.a), expected(c.model, c.q, c.v, c.a);
    sweeps.run();
    expect_same_sweeps(
        sweeps, [](double x) { return x; }, expected, spelt.name());
  }
}

/// The largest difference of two numbers over the largest of all.
double difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) { return relative_difference(a, b); }

TEST(CustomJoint, HasTheSecondDerivativesOfTheJointThatItSpellsOut) {
  for (const unsigned seed : {2u, 5u, 8u, 11u, 14u}) {
    test::Dice dice(seed);
    const Model model = random_tree(seed);
    MultibodyDynamics plain(model), spelt(spelt_out(model));
    const KnotBlocks blocks = blocks_of(plain, false), other = blocks_of(spelt, false);
    KnotBatch batch = random_knots(plain, blocks, 4, dice), expected = batch;
    make_knot_function(other, "recursive")->evaluate(batch, 0, 4, Level::hessian);
    make_knot_function(blocks, "recursive")->evaluate(expected, 0, 4, Level::hessian);
    EXPECT_LT(difference(batch.jacobians, expected.jacobians), 1e-12) << model.name();
    EXPECT_LT(difference(batch.hessians, expected.hessians), 1e-10) << model.name();
  }
}

TEST(CustomJoint, OfAnyShapeObeysKanesEquations) {
  for (unsigned seed = 0; seed < kCustomTrees; ++seed) {
    RandomCase c(seed, cam_tree(seed));
    Eigen::VectorXd tau(c.model.nv()), back(c.model.nv());
    inverse_dynamics(c.model, c.ws, c.q, c.v, c.a, tau, c.wrenches);
    const Eigen::VectorXd expected = reference_inverse_dynamics(c.model, c.q, c.v, c.a, c.wrenches, nullptr, cam_steps);
    EXPECT_LT((tau - expected).norm(), 1e-12 * (1 + expected.norm())) << c.model.name();
    forward_dynamics(c.model, c.ws, c.q, c.v, tau, back, c.wrenches);
    EXPECT_LT((back - c.a).norm(), 1e-10 * (1 + c.a.norm())) << c.model.name();
  }
}

TEST(CustomJoint, OfAnyShapeHasTheDerivativesOfComplexSteps) {
  for (unsigned seed = 0; seed < kCustomTrees; ++seed) {
    RandomCase c(seed, cam_tree(seed));
    const int nv = c.model.nv();
    const ComplexFunction f = [&](const ComplexCase& at) {
      Workspace<Complex> ws(c.model);
      VectorX<Complex> tau(nv);
      inverse_dynamics(c.model, at.parameters, ws, at.q, at.v, at.x, tau, at.wrenches);
      return tau;
    };
    DerivativeWorkspace<double> ws(c.model);
    Eigen::MatrixXd by_q = garbage(nv, nv), by_v = by_q, by_a = by_q;
    inverse_dynamics_derivatives(c.model, c.model.parameters(), ws, c.q, c.v, c.a, by_q, by_v, by_a, c.wrenches);
    const ComplexCase at = complex_case(c.model, c.q, c.v, c.a, c.wrenches);
    expect_block(by_q, complex_by_q(c.model, at, f), by_a.norm(), c.model.name() + " by q");
    expect_block(by_v, complex_by_v(at, f), by_a.norm(), c.model.name() + " by v");
    expect_block(by_a, complex_by_x(at, f), by_a.norm(), c.model.name() + " by a");
  }
}

// Accelerations inherit the condition of the mass matrix.
TEST(CustomJoint, OfAnyShapeHasTheSameSecondDerivativesByEveryPlug) {
  for (unsigned seed = 0; seed < 4; ++seed) {
    test::Dice dice(seed);
    MultibodyDynamics dynamics(cam_tree(seed));
    dynamics.actuate("body1 joint").drive_motion("body2 joint");
    const KnotBlocks blocks = blocks_of(dynamics, false);
    KnotBatch expected = random_knots(dynamics, blocks, 4, dice);
    make_knot_function(blocks, "recursive")->evaluate(expected, 0, 4, Level::hessian);
    for (const char* plug : {"tape", "symbolic", "bytecode"}) {
      KnotBatch batch = expected;
      make_knot_function(blocks, plug)->evaluate(batch, 0, 4, Level::hessian);
      EXPECT_LT(difference(expected.values, batch.values), 1e-12) << seed << plug;
      EXPECT_LT(difference(expected.jacobians, batch.jacobians), 1e-12) << seed << plug;
      EXPECT_LT(difference(expected.hessians, batch.hessians), 1e-10) << seed << plug;
    }
  }
}

TEST(CustomJoint, BecomesExpressionsWithTheValuesOfDoubles) {
  using casadi::SX;
  for (unsigned seed = 0; seed < 4; ++seed) {
    RandomCase c(seed, cam_tree(seed));
    const auto symbols = [](const std::string& name, long count) {
      VectorX<SX> v(count);
      for (long i = 0; i < count; ++i) v(i) = SX::sym(name + std::to_string(i));
      return v;
    };
    const auto column = [](const auto& v) { return SX::vertcat(std::vector<SX>(v.begin(), v.end())); };
    const VectorX<SX> q = symbols("q", c.model.nq()), v = symbols("v", c.model.nv()), a = symbols("a", c.model.nv());
    const casadi::Function f("everything", {column(q), column(v), column(a)},
                             {column(everything<SX>(c.model, q, v, a, c.wrenches))});
    const auto values = [](const Eigen::VectorXd& x) { return casadi::DM(std::vector<double>(x.begin(), x.end())); };
    const std::vector<casadi::DM> result = f(std::vector<casadi::DM>{values(c.q), values(c.v), values(c.a)});
    test::expect_same(result[0].get_elements(), everything<double>(c.model, c.q, c.v, c.a, c.wrenches), c.model.name());
  }
}

TEST(CustomJoint, GivesEachLaneOfAPackItsOwnState) {
  RandomCase c(1, cam_tree(1)), other(3, cam_tree(1));
  const auto packed = [](const Eigen::VectorXd& first, const Eigen::VectorXd& rest) {
    VectorX<Pack4> x = rest.cast<Pack4>();
    for (long i = 0; i < x.size(); ++i) x(i).set(0, first(i));
    return x;
  };
  const std::vector<Pack4> packs =
      everything<Pack4>(c.model, packed(c.q, other.q), packed(c.v, other.v), packed(c.a, other.a), c.wrenches);
  for (const int lane : {0, 2}) {
    const RandomCase& at = lane == 0 ? c : other;
    std::vector<double> numbers;
    for (const Pack4& p : packs) numbers.push_back(p[lane]);
    test::expect_same(numbers, everything<double>(c.model, at.q, at.v, at.a, c.wrenches), std::to_string(lane));
  }
}

TEST(CustomJoint, AllocatesNothing) {
  RandomCase c(2, cam_tree(2));
  AllSweeps<double> sweeps(c.model, c.q, c.v, c.a);
  EXPECT_EQ(test::allocations_in([&] { sweeps.run(); }), 0);
}

TEST(CustomJoint, NamesItsCoordinatesInTurn) {
  ModelBuilder builder("cams");
  builder.add_body("one", "world", Transform<double>::identity(), cam("lift", 1),
                   Inertia<double>::sphere(1, {0, 0, 0}, 1));
  builder.add_body("two", "one", Transform<double>::identity(), cam("slot", 2),
                   Inertia<double>::sphere(1, {0, 0, 0}, 1));
  const Model model = builder.build();
  EXPECT_EQ(model.coordinate_name(0), "lift");
  EXPECT_EQ(model.coordinate_name(1), "slot.first");
  EXPECT_EQ(model.velocity_name(2), "slot.second");
}

template <class Function>
std::string refusal_of(int freedoms, Function transform) {
  ModelBuilder builder("arm");
  builder.add_body("arm", "world", Transform<double>::identity(), Joint::custom("cam", freedoms, transform),
                   Inertia<double>::sphere(1, {0, 0, 0}, 1));
  try {
    builder.build();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(CustomJoint, IsRefusedByNameWhereItIsNone) {
  const auto stretching = []<class S>(std::span<const S> q) {
    Transform<S> T = Transform<S>::translated({q[0], S(0.0), S(0.0)});
    T.rotation.x.x = S(1.0) + q[0] + S(0.1);
    return T;
  };
  EXPECT_EQ(refusal_of(1, stretching), "joint 'cam': its transform is no rigid motion at zero coordinates");
  const auto sliding = []<class S>(std::span<const S> q) {
    return Transform<S>::translated({q.back(), S(0.0), S(0.0)});
  };
  EXPECT_EQ(refusal_of(7, sliding), "joint 'cam': it is to have 7 freedoms; joints have 1 to 6");
  EXPECT_EQ(refusal_of(0, sliding), "joint 'cam': it is to have 0 freedoms; joints have 1 to 6");
  EXPECT_EQ(refusal_of(1, sliding), "nothing was refused");
}

TEST(CustomJoint, IsReportedByNameWhereItsFreedomsDependOnEachOther) {
  ModelBuilder builder("arm");
  const auto twice = []<class S>(std::span<const S> q) {
    return Transform<S>::translated({q[0] + q[1], q[0] * q[1], S(0.0)});
  };
  builder.add_body("arm", "world", Transform<double>::identity(), Joint::custom("slot", 2, twice),
                   Inertia<double>::sphere(1, {0, 0, 0}, 1));
  const Model model = builder.build();
  Workspace<double> ws(model);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(2);
  Eigen::VectorXd a(2);
  try {
    forward_dynamics(model, ws, zero, zero, zero, a);
    FAIL();
  } catch (const NumericalError& error) {
    EXPECT_TRUE(says(error.what(), "joint 'slot': its 2 freedoms depend on each other at this configuration"));
  }
  EXPECT_NO_THROW(forward_dynamics(model, ws, Eigen::Vector2d(1, 0), zero, zero, a));
}

}  // namespace tandem::custom_joint_test
