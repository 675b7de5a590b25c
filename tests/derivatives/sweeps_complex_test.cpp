#include "all_sweeps.hpp"
#include "blocks.hpp"
#include <gtest/gtest.h>

#include <complex>

namespace tandem::sweeps_complex_test {

using Complex = std::complex<double>;
using test::AllSweeps;
using test::RandomCase;

TEST(DerivativeSweeps, GiveComplexNumbersTheValuesOfReals) {
  for (unsigned seed = 0; seed < test::kDerivativeTrees; ++seed) {
    const RandomCase c(seed);
    AllSweeps<Complex> sweeps(c.model, c.q.cast<Complex>(), c.v.cast<Complex>(), c.a.cast<Complex>());
    AllSweeps<double> expected(c.model, c.q, c.v, c.a);
    sweeps.run();
    for (const Complex& x : sweeps.direct_results()) EXPECT_EQ(x.imag(), 0);
    for (const Complex& x : sweeps.solved_results()) EXPECT_EQ(x.imag(), 0);
    test::expect_same_sweeps(
        sweeps, [](const Complex& x) { return x.real(); }, expected, c.model.name());
  }
}

/// Second derivatives by a complex step through first ones: d^2 tau_k / dv_i dv_j does not depend on the order.
TEST(DerivativeSweeps, HaveSymmetricSecondDerivativesByAComplexStep) {
  for (unsigned seed = 0; seed < test::kDerivativeTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv();
    const Parameters<Complex> parameters = c.model.parameters().cast<Complex>();
    DerivativeWorkspace<Complex> ws(c.model);
    const Eigen::VectorXd left = c.dice.vector(nv), right = c.dice.vector(nv);
    const auto by_v_along = [&](const Eigen::VectorXd& direction) -> Eigen::MatrixXd {
      const VectorX<Complex> v = c.v.cast<Complex>() + direction.cast<Complex>() * Complex(0, 1e-30);
      MatrixX<Complex> by_q(nv, nv), by_v(nv, nv), by_a(nv, nv);
      inverse_dynamics_derivatives<Complex>(c.model, parameters, ws, c.q.cast<Complex>(), v, c.a.cast<Complex>(), by_q,
                                            by_v, by_a);
      return by_v.imag() / 1e-30;
    };
    const Eigen::VectorXd one = by_v_along(left) * right, other = by_v_along(right) * left;
    EXPECT_LE((one - other).norm(), 1e-13 * (10 + one.norm())) << c.model.name();
  }
}

}  // namespace tandem::sweeps_complex_test
