#include <tandem/derivatives/inverse_dynamics_derivatives.hpp>

#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>

#include "blocks.hpp"
#include "complex_step.hpp"
#include "dynamics/random_tree.hpp"
#include "support/refusal.hpp"
#include <gtest/gtest.h>

namespace tandem::inverse_dynamics_derivatives_test {

using namespace test;

constexpr unsigned kDerivativeTrees = 100;

ComplexFunction inverse_of(const Model& model) {
  return [&model](const ComplexCase& c) {
    Workspace<Complex> ws(model);
    VectorX<Complex> tau(model.nv());
    inverse_dynamics(model, c.parameters, ws, c.q, c.v, c.x, tau, c.wrenches);
    return tau;
  };
}

TEST(InverseDynamicsDerivatives, AgreeWithComplexStepsOnRandomTrees) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv();
    const std::vector<ModelNumber> numbers = model_numbers(c.model);
    DerivativeWorkspace<double> ws(c.model);
    Eigen::MatrixXd by_q = garbage(nv, nv), by_v = by_q, by_a = by_q, by_numbers = garbage(nv, numbers.size());
    inverse_dynamics_derivatives(c.model, c.model.parameters(), ws, c.q, c.v, c.a, by_q, by_v, by_a,
                                 std::span<const ModelNumber>(numbers), by_numbers, c.wrenches);
    const ComplexCase at = complex_case(c.model, c.q, c.v, c.a, c.wrenches);
    const ComplexFunction f = inverse_of(c.model);
    const std::string tree = c.model.name();
    const double terms = by_a.norm();
    expect_block(by_q, complex_by_q(c.model, at, f), terms, tree + " by q");
    expect_block(by_v, complex_by_v(at, f), terms, tree + " by v");
    expect_block(by_a, complex_by_x(at, f), terms, tree + " by a");
    expect_block(by_numbers, complex_by_numbers(c.model, at, numbers, f), terms, tree + " by numbers");
  }
}

TEST(JointWrenchDerivatives, AgreeWithComplexStepsOnRandomTrees) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv(), bodies = c.model.body_count();
    const ComplexFunction wrenches_of = [&](const ComplexCase& at) {
      Workspace<Complex> ws(c.model);
      std::vector<Wrench<Complex>> through(bodies);
      joint_wrenches<Complex>(c.model, at.parameters, ws, at.q, at.v, at.x, through, at.wrenches);
      VectorX<Complex> all(6 * bodies);
      for (int i = 0; i < bodies; ++i) all.segment<6>(6 * i) = through[i].eigen();
      return all;
    };
    DerivativeWorkspace<double> ws(c.model);
    Eigen::MatrixXd by_q = garbage(6 * bodies, nv), by_v = by_q, by_a = by_q;
    joint_wrench_derivatives(c.model, c.model.parameters(), ws, c.q, c.v, c.a, by_q, by_v, by_a, c.wrenches);
    const ComplexCase at = complex_case(c.model, c.q, c.v, c.a, c.wrenches);
    const double terms = by_a.norm();
    const std::string tree = c.model.name();
    expect_block(by_q, complex_by_q(c.model, at, wrenches_of), terms, tree + " by q");
    expect_block(by_v, complex_by_v(at, wrenches_of), terms, tree + " by v");
    expect_block(by_a, complex_by_x(at, wrenches_of), terms, tree + " by a");
  }
}

/// Whether freedom `beyond` is moved by freedom `nearer` on its way to the root, or shares its joint.
bool on_one_way(const Model& model, int beyond, int nearer) {
  const std::span<const Link> links = model.links();
  const int target = model.body_of_velocity(nearer);
  int body = model.body_of_velocity(beyond);
  while (body != kWorld && body != target) body = links[body].parent;
  return body == target;
}

TEST(InverseDynamicsDerivatives, AreExactlyZeroBetweenBranches) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv();
    DerivativeWorkspace<double> ws(c.model);
    Eigen::MatrixXd by_q = garbage(nv, nv), by_v = by_q, by_a = by_q;
    inverse_dynamics_derivatives(c.model, c.model.parameters(), ws, c.q, c.v, c.a, by_q, by_v, by_a, c.wrenches);
    for (int i = 0; i < nv; ++i) {
      for (int j = 0; j < nv; ++j) {
        if (on_one_way(c.model, i, j) || on_one_way(c.model, j, i)) continue;
        EXPECT_EQ(by_q(i, j), 0) << c.model.name();
        EXPECT_EQ(by_v(i, j), 0) << c.model.name();
        EXPECT_EQ(by_a(i, j), 0) << c.model.name();
      }
    }
  }
}

TEST(InverseDynamicsDerivatives, GiveTheMassMatrix) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv();
    DerivativeWorkspace<double> ws(c.model);
    Eigen::MatrixXd by_q = garbage(nv, nv), by_v = by_q, by_a = by_q, mass = by_q;
    inverse_dynamics_derivatives(c.model, c.model.parameters(), ws, c.q, c.v, c.a, by_q, by_v, by_a);
    mass_matrix(c.model, c.ws, c.q, mass);
    expect_block(by_a, mass, 0, c.model.name());
    EXPECT_EQ(by_a, by_a.transpose()) << c.model.name();
  }
}

TEST(InverseDynamicsDerivatives, RefuseWrongShapesAndUnknownNumbersByName) {
  RandomCase c(2);
  const int nv = c.model.nv();
  DerivativeWorkspace<double> ws(c.model);
  Eigen::MatrixXd good(nv, nv), bad(nv, nv + 1), column(nv, 1);
  const Parameters<double>& p = c.model.parameters();
  EXPECT_TRUE(test::refuses([&] { inverse_dynamics_derivatives(c.model, p, ws, c.q, c.v, c.a, good, bad, good); },
                            "derivative by v"));
  const std::vector<ModelNumber> numbers{{ModelNumber::Kind::inertia, c.model.body_count(), 0}};
  const auto call = [&] {
    inverse_dynamics_derivatives(c.model, p, ws, c.q, c.v, c.a, good, good, good, std::span<const ModelNumber>(numbers),
                                 column);
  };
  EXPECT_TRUE(test::refuses(call, "mass was asked for of body"));
}

}  // namespace tandem::inverse_dynamics_derivatives_test
