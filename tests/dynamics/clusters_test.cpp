#include <tandem/core/pack.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/spanning.hpp>

#include "linkages.hpp"
#include "multipliers.hpp"
#include "scalars.hpp"
#include <gtest/gtest.h>

#include <complex>

/// Random trees of clusters: every recursion against multipliers on the tree, and against each other.
namespace tandem::clusters_test {

using test::LinkageCase;

constexpr unsigned kLinkages = 100;

/// The state of the tree, and accelerations G a + G' v that inverse dynamics leaves there.
struct TreeState {
  explicit TreeState(LinkageCase& c) : q(c.model.tree().nq()), v(c.model.tree().nv()) {
    span(c.model, c.model.parameters(), c.ws, c.q, c.v, q, v);
    Eigen::VectorXd tau(c.model.nv());
    inverse_dynamics(c.model, c.ws, c.q, c.v, c.a, tau);
    a = c.ws.spanning.a;
  }
  Eigen::VectorXd q, v, a;
};

TEST(Clusters, MoveAsMultipliersSayOnRandomLinkages) {
  for (unsigned seed = 0; seed < kLinkages; ++seed) {
    LinkageCase c(seed);
    forward_dynamics(c.model, c.ws, c.q, c.v, c.tau, c.a, c.wrenches);
    const TreeState s(c);
    const test::Constraints constraints(c.model, s.q, s.v);
    const Model& tree = c.model.tree();
    Workspace<double> ws(tree);
    Eigen::VectorXd tau = Eigen::VectorXd::Zero(tree.nv());
    for (int d = 0; d < tree.nv(); ++d) {
      if (c.model.clusters().own_velocity[d] >= 0) tau(d) = c.tau(c.model.clusters().own_velocity[d]);
    }
    const Eigen::VectorXd needed = test::reference_inverse_dynamics(tree, s.q, s.v, s.a, c.wrenches);
    const Eigen::VectorXd missing = needed - tau;
    const Eigen::MatrixXd transposed = constraints.A.transpose();
    const Eigen::VectorXd multipliers = transposed.colPivHouseholderQr().solve(missing);
    const double size = needed.norm() + multipliers.norm();
    EXPECT_LT((transposed * multipliers - missing).norm(), 1e-11 * size) << c.model.name();
    EXPECT_LT((constraints.A * s.v).norm(), 1e-12 * constraints.A.norm() * s.v.norm()) << c.model.name();
    EXPECT_LT((constraints.A * s.a + constraints.rest).norm(), 1e-11 * (constraints.A.norm() * s.a.norm() + 1))
        << c.model.name();
  }
}

TEST(Clusters, HaveForwardDynamicsThatInvertsInverseDynamics) {
  for (unsigned seed = 0; seed < kLinkages; ++seed) {
    LinkageCase c(seed);
    const int nv = c.model.nv();
    Eigen::VectorXd back(nv), tau(nv), rest(nv), y(nv);
    Eigen::MatrixXd M(nv, nv), inverse(nv, nv), x = Eigen::MatrixXd::Random(nv, 3), solved(nv, 3);
    inverse_dynamics(c.model, c.ws, c.q, c.v, c.a, tau, c.wrenches);
    forward_dynamics(c.model, c.ws, c.q, c.v, tau, back, c.wrenches);
    mass_matrix(c.model, c.ws, c.q, M);
    const double cond = M.norm() * M.inverse().norm();
    EXPECT_LT((back - c.a).norm(), 1e-14 * cond * (1 + tau.norm())) << c.model.name();
    bias(c.model, c.ws, c.q, c.v, rest, c.wrenches);
    EXPECT_LT((M * c.a + rest - tau).norm(), 1e-12 * (M.norm() + tau.norm() + rest.norm())) << c.model.name();
    apply_mass(c.model, c.ws, c.q, c.a, y);
    EXPECT_LT((M * c.a - y).norm(), 1e-13 * M.norm() * c.a.norm()) << c.model.name();
    mass_matrix_inverse(c.model, c.ws, c.q, inverse);
    EXPECT_LT((M * inverse - Eigen::MatrixXd::Identity(nv, nv)).norm(), 1e-13 * cond) << c.model.name();
    apply_mass_inverse(c.model, c.model.parameters(), c.ws, c.q, x, solved);
    EXPECT_LT((inverse * x - solved).norm(), 1e-13 * cond * solved.norm()) << c.model.name();
    EXPECT_NEAR(kinetic_energy(c.model, c.ws, c.q, c.v), 0.5 * c.v.dot(M * c.v), 1e-12 * M.norm() * c.v.squaredNorm());
  }
}

TEST(Clusters, TakeAnyMixtureOfDrives) {
  for (unsigned seed = 0; seed < kLinkages; ++seed) {
    LinkageCase c(seed);
    const int nv = c.model.nv();
    std::vector<Drive> drives(c.model.body_count(), Drive::force);
    for (int i = 1; i < c.model.body_count(); ++i) {
      if (c.model.links()[i].velocity_count > 0 && c.dice.integer(0, 1) == 0) drives[i] = Drive::motion;
    }
    Eigen::VectorXd tau(nv), known(nv), wanted(nv), expected(nv);
    Eigen::MatrixXd M(nv, nv);
    mass_matrix(c.model, c.ws, c.q, M);
    inverse_dynamics(c.model, c.ws, c.q, c.v, c.a, tau, c.wrenches);
    for (int d = 0; d < nv; ++d) {
      const bool is_motion = drives[c.model.body_of_velocity(d)] == Drive::motion;
      known(d) = is_motion ? c.a(d) : tau(d);
      expected(d) = is_motion ? tau(d) : c.a(d);
    }
    hybrid_dynamics(c.model, c.ws, c.q, c.v, drives, known, wanted, c.wrenches);
    const double cond = M.norm() * M.inverse().norm();
    EXPECT_LT((wanted - expected).norm(), 1e-14 * cond * (1 + tau.norm() + M.norm())) << c.model.name();
  }
}

TEST(Clusters, HaveFrameJacobiansOfTheirOwnFreedoms) {
  for (unsigned seed = 0; seed < kLinkages; ++seed) {
    LinkageCase c(seed);
    const Frame frame{"here", c.model.body_count() - 1, c.dice.placement()};
    Eigen::MatrixXd J(6, c.model.nv()), inverse(6, 6), M(c.model.nv(), c.model.nv());
    FrameMotion<double> motion;
    frame_jacobian(c.model, c.ws, c.q, frame, J);
    frame_motion(c.model, c.ws, c.q, c.v, c.a, frame, motion);
    EXPECT_LT((J * c.v - motion.velocity.eigen()).norm(), 1e-12 * (1 + J.norm())) << c.model.name();
    operational_inertia_inverse(c.model, c.ws, c.q, frame, inverse);
    mass_matrix(c.model, c.ws, c.q, M);
    EXPECT_LT((J * M.inverse() * J.transpose() - inverse).norm(),
              1e-12 * M.norm() * M.inverse().norm() * inverse.norm())
        << c.model.name();
  }
}

/// The tree's coordinates at integrate(q, v h), by a step into the complex plane.
TEST(Clusters, HaveRatesThatAreDerivativesOfTheirConfiguration) {
  using Complex = std::complex<double>;
  const double h = 1e-40;
  for (unsigned seed = 1; seed < kLinkages; seed += 2) {  // without free joints, whose v are no rates
    LinkageCase c(seed);
    const TreeState s(c);
    Workspace<Complex> ws(c.model);
    const Parameters<Complex> parameters = c.model.parameters().cast<Complex>();
    VectorX<Complex> q(c.model.nq()), v = c.v.cast<Complex>() + c.a.cast<Complex>() * Complex(0, h);
    VectorX<Complex> tree_q(c.model.tree().nq()), tree_v(c.model.tree().nv());
    integrate<Complex>(c.model, c.q.cast<Complex>(), VectorX<Complex>(c.v.cast<Complex>() * Complex(0, h)), q);
    span<Complex>(c.model, parameters, ws, q, v, tree_q, tree_v);
    EXPECT_LT((tree_q.imag() / h - s.v).norm(), 1e-12 * (1 + s.v.norm())) << c.model.name();
    EXPECT_LT((tree_v.imag() / h - s.a).norm(), 1e-10 * (1 + s.a.norm())) << c.model.name();
    Eigen::VectorXd rates(c.model.nq());
    coordinate_rates<double>(c.model, c.q, c.v, rates);
    EXPECT_LT((q.imag() / h - rates).norm(), 1e-12 * (1 + s.v.norm())) << c.model.name();
  }
}

/// Everything that a model with loops computes, in one vector.
template <class S>
std::vector<S> all_of(const LinkageCase& c) {
  const Model& model = c.model;
  const Parameters<S> parameters = model.parameters().template cast<S>();
  Workspace<S> ws(model);
  const VectorX<S> q = c.q.template cast<S>(), v = c.v.template cast<S>(), a = c.a.template cast<S>();
  test::Collected<S> all;
  VectorX<S> out(model.nv()), rates(model.nq());
  MatrixX<S> M(model.nv(), model.nv());
  inverse_dynamics(model, parameters, ws, q, v, a, out), all.add(out);
  forward_dynamics(model, parameters, ws, q, v, a, out), all.add(out);
  gravity_forces(model, parameters, ws, q, out), all.add(out);
  mass_matrix(model, parameters, ws, q, M), all.add(M);
  mass_matrix_inverse(model, parameters, ws, q, M), all.add(M);
  coordinate_rates(model, parameters, ws, q, v, rates), all.add(rates);
  all.add(kinetic_energy(model, parameters, ws, q, v));
  all.add(potential_energy(model, parameters, ws, q));
  return all.numbers();
}

TEST(Clusters, AreTheSameInEveryScalar) {
  for (unsigned seed = 0; seed < kLinkages; seed += 7) {
    const LinkageCase c(seed);
    const std::vector<double> expected = all_of<double>(c);
    const std::vector<std::complex<double>> complex = all_of<std::complex<double>>(c);
    const std::vector<Pack4> packs = all_of<Pack4>(c);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const double limit = 1e-11 * (1 + std::abs(expected[k]));
      EXPECT_NEAR(complex[k].real(), expected[k], limit) << c.model.name() << " " << k;
      EXPECT_NEAR(packs[k][2], expected[k], limit) << c.model.name() << " " << k;
    }
  }
}

}  // namespace tandem::clusters_test
