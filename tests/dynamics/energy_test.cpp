#include <tandem/dynamics/energy.hpp>

#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>

#include "random_tree.hpp"
#include "reference.hpp"
#include <gtest/gtest.h>

#include <complex>

namespace tandem::energy_test {

using test::kTrees;
using test::RandomCase;

TEST(KineticEnergy, IsHalfTheMassMatrixOnVelocities) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const double expected = 0.5 * c.v.dot(test::reference_mass_matrix(c.model, c.q) * c.v);
    EXPECT_NEAR(kinetic_energy(c.model, c.ws, c.q, c.v), expected, 1e-13 * expected);
  }
}

TEST(PotentialEnergy, HasTheForcesAtRestAsItsGradient) {
  // dV/dt along integrate(q, v t) = v' (gravity + springs): exact to rounding by a complex step.
  using Complex = std::complex<double>;
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const Parameters<Complex> parameters = c.model.parameters().cast<Complex>();
    Workspace<Complex> ws(c.model);
    VectorX<Complex> moved(c.model.nq());
    integrate<Complex>(c.model, c.q.cast<Complex>(), c.v.cast<Complex>() * Complex(0, 1e-30), moved);
    const double rate = potential_energy(c.model, parameters, ws, moved).imag() / 1e-30;
    Eigen::VectorXd tau(c.model.nv());
    bias(c.model, c.ws, c.q, Eigen::VectorXd::Zero(c.model.nv()), tau);
    EXPECT_NEAR(rate, tau.dot(c.v), 1e-12 * (1 + tau.norm() * c.v.norm())) << c.model.name();
  }
}

TEST(Momentum, IsTheSumOverTheBodies) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const test::ReferenceMotion reference = test::reference_motion(c.model, c.q, c.v, c.a);
    test::Vector6 expected = test::Vector6::Zero();
    Eigen::Vector3d moment(0, 0, 0);
    double mass = 0;
    for (int i = 1; i < c.model.body_count(); ++i) {
      expected += reference.momentum(i);
      mass += reference.bodies[i].mass;
      moment += reference.bodies[i].mass * reference.bodies[i].com;
    }
    EXPECT_LT((momentum(c.model, c.ws, c.q, c.v).eigen() - expected).norm(), 1e-12 * (1 + expected.norm()));
    const CentreOfMass<double> com = centre_of_mass(c.model, c.ws, c.q, c.v);
    EXPECT_NEAR(com.mass, mass, 1e-13 * mass);
    EXPECT_LT((com.position.eigen() - moment / mass).norm(), 1e-13 * (1 + moment.norm()));
    EXPECT_LT((com.velocity.eigen() * mass - expected.tail<3>()).norm(), 1e-12 * (1 + expected.norm()));
  }
}

}  // namespace tandem::energy_test
