#include <tandem/ocp/lq/lqg_cost.hpp>

#include <Eigen/LU>
#include <gtest/gtest.h>
#include <support/random_matrix.hpp>
#include <support/refusal.hpp>

#include <cmath>
#include <complex>
#include <vector>

namespace tandem::lq::lqg_cost_test {

using Complex = std::complex<double>;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::random_matrix;
using test::refuses;

constexpr int kStates = 4;
const Eigen::Vector2d kPoint(0.8, 1.3);

/// A part of a plant that moves with both numbers: constant + x part + x y part.
struct Moving {
  MatrixXd constant, by_x, by_xy;

  Moving(int rows, int cols, unsigned seed)
      : constant(random_matrix(rows, cols, seed)),
        by_x(0.3 * random_matrix(rows, cols, seed + 1)),
        by_xy(0.3 * random_matrix(rows, cols, seed + 2)) {}

  MatrixJet jet(const VectorXd& p) const {
    const std::vector<NumberJet> v = variables(p);
    return MatrixJet(constant, 2) + v[0] * MatrixJet(by_x, 2) + (v[0] * v[1]) * MatrixJet(by_xy, 2);
  }
  MatrixXcd at(Complex x, Complex y) const {
    return constant.cast<Complex>() + x * by_x.cast<Complex>() + x * y * by_xy.cast<Complex>();
  }
};

const Moving kA(kStates, kStates, 1), kB(kStates, 2, 11), kC(3, kStates, 21), kQ(2, kStates, 31), kR(2, 2, 41),
    kV(kStates, 2, 51), kW(3, 3, 61);

MatrixJet square(const MatrixJet& root) { return root * transpose(root); }

DesignedLqg designed(const VectorXd& p) {
  return {kA.jet(p),
          kB.jet(p),
          square(transpose(kQ.jet(p))),
          square(kR.jet(p)) + MatrixJet(MatrixXd::Identity(2, 2), 2),
          kC.jet(p),
          square(kV.jet(p)),
          square(kW.jet(p)) + MatrixJet(MatrixXd::Identity(3, 3), 2)};
}

/// The Riccati equation in complex arithmetic, its steps by the real closed loop.
MatrixXcd riccati(const MatrixXcd& a, const MatrixXcd& b, const MatrixXcd& q, const MatrixXcd& r) {
  const RiccatiSolution real = solve_riccati({a.real(), b.real(), q.real(), r.real()});
  const MatrixXcd g = b * r.inverse() * b.transpose();
  MatrixXcd p = real.p.cast<Complex>();
  for (int step = 0; step < 8; ++step) {
    const MatrixXcd f = a.transpose() * p + p * a + q - p * g * p;
    p += real.closed_loop->solve_transposed(f.real());
    p += Complex(0.0, 1.0) * real.closed_loop->solve_transposed(f.imag());
  }
  return p;
}

Complex cost_at(Complex x, Complex y) {
  const MatrixXcd a = kA.at(x, y), b = kB.at(x, y), c = kC.at(x, y), root_q = kQ.at(x, y), root_r = kR.at(x, y),
                  root_v = kV.at(x, y), root_w = kW.at(x, y);
  const MatrixXcd r = root_r * root_r.transpose() + MatrixXcd::Identity(2, 2), v = root_v * root_v.transpose(),
                  w = root_w * root_w.transpose() + MatrixXcd::Identity(3, 3);
  const MatrixXcd p = riccati(a, b, root_q.transpose() * root_q, r), f = riccati(a.transpose(), c.transpose(), v, w);
  return (p * v).trace() + (f * p * b * r.inverse() * b.transpose() * p).trace();
}

TEST(LqgCost, HasTheGradientOfAComplexStep) {
  const SlopedNumber cost = lqg_cost(designed(kPoint));
  const double h = 1e-30;
  EXPECT_NEAR(cost.value, cost_at(kPoint(0), kPoint(1)).real(), 1e-12 * cost.value);
  EXPECT_NEAR(cost.gradient(0), cost_at(Complex(kPoint(0), h), kPoint(1)).imag() / h, 1e-10 * cost.gradient.norm());
  EXPECT_NEAR(cost.gradient(1), cost_at(kPoint(0), Complex(kPoint(1), h)).imag() / h, 1e-10 * cost.gradient.norm());
}

TEST(LqgCost, RefusesMatricesOfDifferentNumbers) {
  DesignedLqg bad = designed(kPoint);
  bad.sensors = MatrixJet(bad.sensors.value, 3);
  EXPECT_TRUE(refuses([&] { lqg_cost(bad); }, "A depends on 2 design numbers, another matrix on 3"));
}

TEST(H2NormByDesign, HasTheGradientOfAComplexStep) {
  const MatrixXd shift = 5.0 * MatrixXd::Identity(kStates, kStates);
  const MatrixJet a = kA.jet(kPoint) + MatrixJet(-shift, 2);
  const SlopedNumber norm = h2_norm(a, kV.jet(kPoint), kC.jet(kPoint));
  EXPECT_EQ(norm.value, h2_norm(a.value, kV.jet(kPoint).value, kC.jet(kPoint).value));
  // The covariance in complex arithmetic, its steps by the real Lyapunov operator.
  const Lyapunov loop(a.value);
  const auto at = [&](Complex x, Complex y) {
    const MatrixXcd moved = kA.at(x, y) - shift.cast<Complex>(), noise = kV.at(x, y), seen = kC.at(x, y);
    MatrixXcd state = MatrixXcd::Zero(kStates, kStates);
    for (int step = 0; step < 8; ++step) {
      const MatrixXcd f = moved * state + state * moved.transpose() + noise * noise.transpose();
      state += loop.solve(f.real()) + Complex(0.0, 1.0) * loop.solve(f.imag());
    }
    return std::sqrt((seen * state * seen.transpose()).trace());
  };
  const double h = 1e-30;
  EXPECT_NEAR(norm.gradient(0), at(Complex(kPoint(0), h), kPoint(1)).imag() / h, 1e-10 * norm.gradient.norm());
  EXPECT_NEAR(norm.gradient(1), at(kPoint(0), Complex(kPoint(1), h)).imag() / h, 1e-10 * norm.gradient.norm());
}

TEST(H2NormByDesign, RefusesWhatHasNoSlope) {
  const MatrixJet one(MatrixXd::Ones(1, 1), 1);
  EXPECT_TRUE(refuses([&] { h2_norm(-1.0 * one, 0.0 * one, one); }, "the norm is 0 and has no slope"));
  const MatrixJet other(MatrixXd::Ones(1, 1), 2);
  EXPECT_TRUE(refuses([&] { h2_norm(-1.0 * one, one, other); }, "1, 1 and 2 design numbers"));
}

}  // namespace tandem::lq::lqg_cost_test
