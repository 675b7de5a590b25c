#include <tandem/derivatives/forward_dynamics_derivatives.hpp>

#include <tandem/derivatives/inverse_dynamics_derivatives.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>

#include "blocks.hpp"
#include "complex_step.hpp"
#include "dynamics/random_tree.hpp"
#include "support/refusal.hpp"
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::forward_dynamics_derivatives_test {

using namespace test;

/// Derivatives of inverse dynamics at accelerations a, and the mass matrix, by blocks of numbers.
struct InverseBlocks {
  Eigen::MatrixXd by_q, by_v, mass, by_numbers;

  InverseBlocks(const RandomCase& c, const Eigen::VectorXd& a, const std::vector<ModelNumber>& numbers)
      : by_q(c.model.nv(), c.model.nv()),
        by_v(by_q),
        mass(by_q),
        by_numbers(c.model.nv(), static_cast<long>(numbers.size())) {
    DerivativeWorkspace<double> ws(c.model);
    inverse_dynamics_derivatives(c.model, c.model.parameters(), ws, c.q, c.v, a, by_q, by_v, mass,
                                 std::span<const ModelNumber>(numbers), by_numbers, c.wrenches);
  }
};

/// A random tree with random drives, solved and differentiated.
struct HybridCase : RandomCase {
  explicit HybridCase(unsigned seed) : RandomCase(seed), numbers(model_numbers(model)) {
    const int nv = model.nv(), nn = static_cast<int>(numbers.size());
    drives.resize(model.body_count(), Drive::force);
    for (Drive& drive : drives) drive = dice.integer(0, 1) == 0 ? Drive::force : Drive::motion;
    solve(nv, nn);
  }

  bool is_force(int d) const { return drives[model.body_of_velocity(d)] == Drive::force; }

  void solve(int nv, int nn) {
    DerivativeWorkspace<double> derivative_ws(model, nn);
    wanted.resize(nv);
    by_q = by_v = by_known = garbage(nv, nv);
    by_numbers = garbage(nv, nn);
    hybrid_dynamics_derivatives(model, model.parameters(), derivative_ws, q, v, std::span<const Drive>(drives), a,
                                wanted, by_q, by_v, by_known, std::span<const ModelNumber>(numbers), by_numbers,
                                wrenches);
    accelerations.resize(nv);
    for (int d = 0; d < nv; ++d) accelerations(d) = is_force(d) ? wanted(d) : a(d);
  }

  std::vector<ModelNumber> numbers;
  std::vector<Drive> drives;
  Eigen::VectorXd wanted, accelerations;
  Eigen::MatrixXd by_q, by_v, by_known, by_numbers;
};

/// M_f da + dID = dtau with all of it known: rows of motion-driven freedoms have the change of their force on the
/// right.
void expect_residual(const HybridCase& c, const Eigen::MatrixXd& mass, const Eigen::MatrixXd& changes,
                     const Eigen::MatrixXd& inverse_block, const Eigen::MatrixXd& known_forces,
                     const Eigen::MatrixXd& known_accelerations, const std::string& what) {
  Eigen::MatrixXd accelerations = known_accelerations, forces = known_forces;
  for (int d = 0; d < c.model.nv(); ++d) {
    (c.is_force(d) ? accelerations : forces).row(d) = changes.row(d);
  }
  const Eigen::MatrixXd residual = mass * accelerations + inverse_block - forces;
  const double scale = mass.norm() * accelerations.norm() + inverse_block.norm() + 1e-3 * mass.norm();
  EXPECT_LE(residual.norm(), 1e-12 * scale) << c.model.name() << " " << what;
}

TEST(HybridDynamicsDerivatives, LeaveNoResidualOnRandomTreesWithRandomDrives) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    const HybridCase c(seed);
    const int nv = c.model.nv();
    const InverseBlocks inverse(c, c.accelerations, c.numbers);
    const Eigen::MatrixXd none = Eigen::MatrixXd::Zero(nv, nv);
    expect_residual(c, inverse.mass, c.by_q, inverse.by_q, none, none, "by q");
    expect_residual(c, inverse.mass, c.by_v, inverse.by_v, none, none, "by v");
    Eigen::MatrixXd forces = none, accelerations = none;
    for (int d = 0; d < nv; ++d) (c.is_force(d) ? forces : accelerations)(d, d) = 1;
    expect_residual(c, inverse.mass, c.by_known, none, forces, accelerations, "by what is known");
    const Eigen::MatrixXd no_numbers = Eigen::MatrixXd::Zero(nv, c.by_numbers.cols());
    expect_residual(c, inverse.mass, c.by_numbers, inverse.by_numbers, no_numbers, no_numbers, "by numbers");
  }
}

/// Entries inherit the condition of M.
void expect_entries(const Eigen::MatrixXd& block, const Eigen::MatrixXd& expected, double condition,
                    const std::string& what) {
  if (block.size() == 0) return;
  EXPECT_LE((block - expected).norm(), 1e-12 * condition * std::max(expected.norm(), 1.0)) << what;
}

TEST(HybridDynamicsDerivatives, AgreeWithComplexStepsOnRandomTreesWithRandomDrives) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    const HybridCase c(seed);
    const ComplexFunction f = [&c](const ComplexCase& at) {
      Workspace<Complex> ws(c.model);
      VectorX<Complex> wanted(c.model.nv());
      hybrid_dynamics(c.model, at.parameters, ws, at.q, at.v, std::span<const Drive>(c.drives), at.x, wanted,
                      at.wrenches);
      return wanted;
    };
    const ComplexCase at = complex_case(c.model, c.q, c.v, c.a, c.wrenches);
    const InverseBlocks inverse(c, c.accelerations, {});
    const double condition = inverse.mass.norm() * inverse.mass.inverse().norm();
    const std::string tree = c.model.name();
    expect_entries(c.by_q, complex_by_q(c.model, at, f), condition, tree + " by q");
    expect_entries(c.by_v, complex_by_v(at, f), condition, tree + " by v");
    expect_entries(c.by_known, complex_by_x(at, f), condition, tree + " by what is known");
    expect_entries(c.by_numbers, complex_by_numbers(c.model, at, c.numbers, f), condition, tree + " by numbers");
  }
}

TEST(ForwardDynamicsDerivatives, AreThoseOfHybridDynamicsWithAllForceDriven) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    HybridCase c(seed);
    std::fill(c.drives.begin(), c.drives.end(), Drive::force);
    const int nv = c.model.nv();
    c.solve(nv, static_cast<int>(c.numbers.size()));
    DerivativeWorkspace<double> ws(c.model);
    Eigen::VectorXd a(nv);
    Eigen::MatrixXd by_q = garbage(nv, nv), by_v = by_q, by_tau = by_q;
    forward_dynamics_derivatives(c.model, c.model.parameters(), ws, c.q, c.v, c.a, a, by_q, by_v, by_tau, c.wrenches);
    const std::string tree = c.model.name();
    EXPECT_LE((a - c.wanted).norm(), 1e-14 * (1 + a.norm())) << tree;
    expect_block(by_q, c.by_q, 1, tree);
    expect_block(by_v, c.by_v, 1, tree);
    expect_block(by_tau, c.by_known, 1, tree);
  }
}

TEST(HybridDynamicsDerivatives, AreThoseOfInverseDynamicsWithAllMotionDriven) {
  for (unsigned seed = 0; seed < kDerivativeTrees; ++seed) {
    HybridCase c(seed);
    std::fill(c.drives.begin(), c.drives.end(), Drive::motion);
    c.solve(c.model.nv(), static_cast<int>(c.numbers.size()));
    const InverseBlocks inverse(c, c.a, c.numbers);
    const std::string tree = c.model.name();
    const double terms = inverse.mass.norm();
    expect_block(c.by_q, inverse.by_q, terms, tree);
    expect_block(c.by_v, inverse.by_v, terms, tree);
    expect_block(c.by_known, inverse.mass, terms, tree);
    expect_block(c.by_numbers, inverse.by_numbers, terms, tree);
  }
}

TEST(HybridDynamicsDerivatives, RefuseMoreNumbersThanTheWorkspaceHolds) {
  RandomCase c(2);
  const int nv = c.model.nv();
  DerivativeWorkspace<double> ws(c.model, 1);
  const std::vector<ModelNumber> numbers(2, ModelNumber{ModelNumber::Kind::gravity});
  const std::vector<Drive> drives(c.model.body_count(), Drive::force);
  Eigen::MatrixXd m(nv, nv), by_numbers(nv, 2);
  Eigen::VectorXd a(nv);
  const auto call = [&] {
    hybrid_dynamics_derivatives(c.model, c.model.parameters(), ws, c.q, c.v, std::span<const Drive>(drives), c.a, a, m,
                                m, m, std::span<const ModelNumber>(numbers), by_numbers);
  };
  EXPECT_TRUE(test::refuses(call, "derivatives by 2 numbers were asked for, the workspace was made for 1"));
}

}  // namespace tandem::forward_dynamics_derivatives_test
