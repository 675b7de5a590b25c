#include "reference.hpp"
#include "scalars.hpp"
#include <gtest/gtest.h>

#include <complex>

namespace tandem::recursions_complex_test {

using Complex = std::complex<double>;
using test::kTrees;
using test::RandomCase;

TEST(Recursions, GiveComplexNumbersTheValuesOfReals) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const std::vector<Complex> results =
        test::everything<Complex>(c.model, c.q.cast<Complex>(), c.v.cast<Complex>(), c.a.cast<Complex>(), c.wrenches);
    std::vector<double> numbers;
    for (const Complex& x : results) {
      numbers.push_back(x.real());
      EXPECT_EQ(x.imag(), 0);
    }
    test::expect_same(numbers, test::everything<double>(c.model, c.q, c.v, c.a, c.wrenches), c.model.name());
  }
}

TEST(Recursions, CarryAComplexStepThroughInverseDynamics) {
  // d tau/da in a random direction is M times it: M is known from the dense reference.
  for (unsigned seed = 0; seed < 100; ++seed) {
    RandomCase c(seed);
    const Parameters<Complex> parameters = c.model.parameters().cast<Complex>();
    Workspace<Complex> ws(c.model);
    const Eigen::VectorXd direction = c.dice.vector(c.model.nv());
    const VectorX<Complex> a = c.a.cast<Complex>() + direction.cast<Complex>() * Complex(0, 1e-30);
    VectorX<Complex> tau(c.model.nv());
    inverse_dynamics(c.model, parameters, ws, c.q.cast<Complex>(), c.v.cast<Complex>(), a, tau);
    const Eigen::VectorXd expected = test::reference_mass_matrix(c.model, c.q) * direction;
    EXPECT_LT((tau.imag() / 1e-30 - expected).norm(), 1e-13 * (1 + expected.norm())) << c.model.name();
  }
}

TEST(Recursions, CarryAComplexStepByAParameter) {
  // The mass of a pendulum's bob: d tau/dm = l^2 a + g l sin q.
  ModelBuilder builder("pendulum");
  builder.set_gravity({0, -9.81, 0});
  builder.add_body("bob", "world", Transform<double>::identity(), Joint::revolute("hinge", {0, 0, 1}),
                   Inertia<double>::point(1, {0, -0.5, 0}));
  const Model model = builder.build();
  Parameters<Complex> parameters = model.parameters().cast<Complex>();
  const Complex mass(1, 1e-30), nil(0);
  parameters.set_inertia(1, Inertia<Complex>::point(mass, {nil, Complex(-0.5), nil}));
  Workspace<Complex> ws(model);
  VectorX<Complex> q(1), v(1), a(1), tau(1);
  q << 0.7, v << 0.3, a << 2.0;
  inverse_dynamics(model, parameters, ws, q, v, a, tau);
  EXPECT_NEAR(tau(0).imag() / 1e-30, 0.25 * 2.0 + 9.81 * 0.5 * std::sin(0.7), 1e-14);
}

}  // namespace tandem::recursions_complex_test
