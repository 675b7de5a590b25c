#include <tandem/ocp/lq/regulator_cost.hpp>

#include <tandem/dynamics/structures/structure.hpp>

#include <gtest/gtest.h>
#include <support/random_matrix.hpp>
#include <support/refusal.hpp>

#include <array>
#include <complex>
#include <vector>

namespace tandem::lq::regulator_cost_test {

using Complex = std::complex<double>;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::refuses;

/// A plant of four states all of whose matrices depend on three numbers, by parts that are random.
struct Plant {
  SeparableMatrix a{4, 4}, q{4, 2}, v{4, 2};
  MatrixXd b0, b1;

  Plant() {
    unsigned seed = 7;
    const auto any = [&](int cols) { return test::random_matrix(4, cols, seed++); };
    for (MatrixXd& part : a.parts) part = any(4);
    for (auto* weight : {&q, &v}) {
      for (MatrixXd& part : weight->parts) {
        const MatrixXd root = any(2);
        part = root * root.transpose();
      }
    }
    b0 = any(2), b1 = any(2);
  }

  template <class S>
  static std::array<S, 4> of_a(const S& x, const S& y, const S& z) {
    return {x, x * y, z * z, 1.0 / y};
  }
  template <class S>
  static std::array<S, 2> of_q(const S& x, const S&, const S& z) {
    return {x * x, z};
  }
  template <class S>
  static std::array<S, 2> of_v(const S&, const S& y, const S& z) {
    return {y, y * z};
  }
};

DesignedRegulator designed(const Plant& plant, const VectorXd& p) {
  const std::vector<NumberJet> n = variables(p);
  const NumberJet &x = n[0], &y = n[1], &z = n[2], one = NumberJet::constant(1.0, 3);
  const std::array<NumberJet, 4> a{x, x * y, z * z, one / y};
  const std::array<NumberJet, 2> q{x * x, z}, v{y, y * z};
  const MatrixJet b = x * MatrixJet(plant.b0, 3) + (y * y) * MatrixJet(plant.b1, 3);
  return {plant.a.at(a), b, plant.q.at(q), z * MatrixJet(MatrixXd::Identity(2, 2), 3), plant.v.at(v)};
}

/// tr(P V) with complex numbers: Newton's method on the equation in complex arithmetic, its steps by the real
/// Lyapunov operator of the plant at the real numbers, so that it knows nothing of derivatives.
Complex cost_at(const Plant& plant, const std::array<Complex, 3>& p) {
  const auto [x, y, z] = p;
  const MatrixXcd a = plant.a.value<Complex>(Plant::of_a(x, y, z)), q = plant.q.value<Complex>(Plant::of_q(x, y, z));
  const MatrixXcd v = plant.v.value<Complex>(Plant::of_v(x, y, z));
  const MatrixXcd b = x * plant.b0.cast<Complex>() + (y * y) * plant.b1.cast<Complex>();
  const RiccatiSolution real = solve_riccati({a.real(), b.real(), q.real(), z.real() * MatrixXd::Identity(2, 2)});
  MatrixXcd solution = real.p.cast<Complex>();
  for (int step = 0; step < 8; ++step) {
    const MatrixXcd f = a.transpose() * solution + solution * a + q - solution * b * b.transpose() * solution / z;
    solution += real.closed_loop->solve_transposed(f.real()).cast<Complex>();
    solution += Complex(0.0, 1.0) * real.closed_loop->solve_transposed(f.imag()).cast<Complex>();
  }
  return solution.cwiseProduct(v).sum();
}

const Eigen::Vector3d kPoint(0.8, 1.2, 0.7);

TEST(RegulatorCost, HasTheGradientOfAComplexStep) {
  const Plant plant;
  const NumberJet cost = regulator_cost(designed(plant, kPoint)).cost;
  for (int i = 0; i < 3; ++i) {
    std::array<Complex, 3> p{kPoint(0), kPoint(1), kPoint(2)};
    p[i] += Complex(0.0, 1e-30);
    EXPECT_NEAR(cost.gradient(i), cost_at(plant, p).imag() / 1e-30, 1e-11 * cost.gradient.norm()) << i;
  }
  EXPECT_NEAR(cost.value, cost_at(plant, {kPoint(0), kPoint(1), kPoint(2)}).real(), 1e-12 * cost.value);
}

TEST(RegulatorCost, HasTheHessianThatDifferencesOfGradientsHave) {
  const Plant plant;
  const NumberJet cost = regulator_cost(designed(plant, kPoint)).cost;
  const double h = 1e-4;
  for (int i = 0; i < 3; ++i) {
    const auto gradient = [&](double steps) {
      return regulator_cost(designed(plant, kPoint + steps * h * VectorXd::Unit(3, i)), false).cost.gradient;
    };
    // Fourth order: error h^4 of fifth derivatives, rounding 1e-13 / h.
    const VectorXd column = (gradient(-2) - 8.0 * gradient(-1) + 8.0 * gradient(1) - gradient(2)) / (12.0 * h);
    EXPECT_LE((cost.hessian.col(i) - column).norm(), 1e-8 * cost.hessian.norm()) << i;
  }
}

TEST(RegulatorCost, IsWhatTheClosedLoopsCovarianceCosts) {
  const Plant plant;
  const DesignedRegulator regulator = designed(plant, kPoint);
  const RegulatorCost found = regulator_cost(regulator, false);
  const MatrixXd& k = found.riccati.gain;
  const MatrixXd weight = regulator.q.value + k.transpose() * regulator.r.value * k;
  EXPECT_NEAR(found.covariance.cwiseProduct(weight).sum(), found.cost.value, 1e-11 * found.cost.value);
  EXPECT_EQ(found.cost.hessian.norm(), 0.0);  // was not asked for
}

TEST(RegulatorCost, RefusesWhatDoesNotFit) {
  const Plant plant;
  DesignedRegulator bad = designed(plant, kPoint);
  bad.v = MatrixJet(MatrixXd::Identity(3, 3), 3);
  EXPECT_TRUE(refuses([&] { regulator_cost(bad); }, "the disturbance's covariance is 3 x 3"));
  bad.v = MatrixJet(MatrixXd::Identity(4, 4), 2);
  EXPECT_TRUE(refuses([&] { regulator_cost(bad); }, "depend on 3, 3, 3, 3 and 2 design numbers"));
}

}  // namespace tandem::lq::regulator_cost_test
