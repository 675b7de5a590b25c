#include <tandem/dynamics/mass_matrix.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>

#include "random_tree.hpp"
#include "reference.hpp"
#include <Eigen/Cholesky>
#include <gtest/gtest.h>

namespace tandem::mass_matrix_test {

using test::kTrees;
using test::RandomCase;

TEST(MassMatrix, AgreesWithDenseJacobiansOnRandomTrees) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    Eigen::MatrixXd M = Eigen::MatrixXd::Constant(c.model.nv(), c.model.nv(), 7);
    mass_matrix(c.model, c.ws, c.q, M);
    const Eigen::MatrixXd expected = test::reference_mass_matrix(c.model, c.q);
    EXPECT_LT((M - expected).norm(), 1e-13 * expected.norm()) << c.model.name();
  }
}

TEST(MassMatrix, IsSymmetricAndPositiveDefinite) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    Eigen::MatrixXd M(c.model.nv(), c.model.nv());
    mass_matrix(c.model, c.ws, c.q, M);
    EXPECT_EQ(M, Eigen::MatrixXd(M.transpose()));
    EXPECT_EQ(M.llt().info(), Eigen::Success) << c.model.name();
  }
}

TEST(MassMatrix, IsTheSecondDerivativeOfKineticEnergy) {
  // T is a quadratic form of v: its second derivative is exact from four evaluations.
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv();
    Eigen::MatrixXd M(nv, nv), H(nv, nv);
    mass_matrix(c.model, c.ws, c.q, M);
    const auto T = [&](const Eigen::VectorXd& v) { return kinetic_energy(c.model, c.ws, c.q, v); };
    for (int i = 0; i < nv; ++i) {
      for (int j = 0; j < nv; ++j) {
        const Eigen::VectorXd ei = Eigen::VectorXd::Unit(nv, i), ej = Eigen::VectorXd::Unit(nv, j);
        H(i, j) = T(ei + ej) - T(ei) - T(ej);
      }
    }
    EXPECT_LT((M - H).norm(), 1e-13 * M.norm() * nv) << c.model.name();
  }
}

TEST(MassMatrix, ChangesSoThatVelocityDoesNoWorkOnItsOwnBias) {
  // v'(Mdot - 2C)v = 0: with C v = bias without gravity, dampers and springs, and Mdot along integrate(q, v t), by
  // central differences of v'Mv, whose error is of order h^2 = 1e-10 and rounding 1e-16/h = 1e-11.
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv();
    Parameters<double> p = c.model.parameters();
    p.set_gravity({0, 0, 0});
    std::fill(p.dampings().begin(), p.dampings().end(), 0.0);
    std::fill(p.stiffnesses().begin(), p.stiffnesses().end(), 0.0);
    Eigen::VectorXd Cv(nv), moved(c.model.nq());
    bias(c.model, p, c.ws, c.q, c.v, Cv);
    const double h = 1e-5;
    const auto twice_energy = [&](double t) {
      integrate<double>(c.model, c.q, c.v * t, moved);
      return 2 * kinetic_energy(c.model, p, c.ws, moved, c.v);
    };
    const double rate = (twice_energy(h) - twice_energy(-h)) / (2 * h);
    EXPECT_NEAR(rate, 2 * c.v.dot(Cv), 1e-8 * (1 + twice_energy(0) + std::abs(rate))) << c.model.name();
  }
}

TEST(MassMatrix, RefusesAMatrixOfWrongShape) {
  RandomCase c(1);
  Eigen::MatrixXd M(c.model.nv() + 1, c.model.nv());
  EXPECT_THROW(mass_matrix(c.model, c.ws, c.q, M), InvalidInput);
}

}  // namespace tandem::mass_matrix_test
