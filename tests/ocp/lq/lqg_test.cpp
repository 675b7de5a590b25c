#include <tandem/ocp/lq/lqg.hpp>

#include <tandem/dynamics/structures/damping.hpp>
#include <tandem/dynamics/structures/structure.hpp>

#include <Eigen/LU>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>
#include <vector>

namespace tandem::lq::lqg_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::refuses;

constexpr double kForceNoise = 0.3, kSensorNoise = 0.07;  // ds, d0

/// An undamped clamped beam with a force and a rate sensor at its tip, both noisy.
struct Beam {
  MatrixXd mass, stiffness, a, b;
  Observation observation;
};

Beam beam_of(int elements) {
  const structures::Structure structure = structures::uniform_beam(elements, 1.0 / elements, true);
  const std::vector<NumberJet> ones(elements, NumberJet::constant(1.0, 1));
  const MatrixJet m = structure.mass.at(ones), k = structure.stiffness.at(ones);
  const int n = 2 * elements;
  const auto [a, b] = structures::first_order(m, 0.0 * m, k, VectorXd::Unit(n, n - 2));
  const MatrixXd c = Eigen::RowVectorXd::Unit(2 * n, 2 * n - 2);
  return {m.value,
          k.value,
          a.value,
          b.value,
          {c, kForceNoise * b.value * b.value.transpose(), MatrixXd::Constant(1, 1, kSensorNoise)}};
}

/// Balakrishnan, NASA CP-3031 (1989): with co-located noisy forces and rate sensors on any undamped structure the
/// covariance of the best estimate is sqrt(ds d0) diag(K^-1, M^-1), as substitution shows.
TEST(Estimator, OfCoLocatedRateSensorsHasItsClosedForm) {
  for (const int elements : {1, 2, 5, 10}) {
    const Beam beam = beam_of(elements);
    const int n = 2 * elements;
    const Estimator found = solve_estimator(beam.a, beam.observation);
    const double s = std::sqrt(kForceNoise * kSensorNoise);
    const MatrixXd displacements = s * beam.stiffness.inverse(), rates = s * beam.mass.inverse();
    EXPECT_LE((found.covariance.topLeftCorner(n, n) - displacements).norm(), 1e-9 * displacements.norm()) << elements;
    EXPECT_LE((found.covariance.bottomRightCorner(n, n) - rates).norm(), 1e-9 * rates.norm()) << elements;
    // Hermite elements are exact for loads at nodes: the error of the tip is the same for every mesh.
    EXPECT_NEAR(found.covariance(n - 2, n - 2), s / 3.0, 1e-9 * s);
  }
}

TEST(Lqg, ComesDownToTheBoundAsEffortGetsCheap) {
  const Beam beam = beam_of(2);
  const int n = 4;
  MatrixXd q = MatrixXd::Zero(2 * n, 2 * n);
  q(n - 2, n - 2) = 1.0;
  const double bound = std::sqrt(kForceNoise * kSensorNoise) / 3.0;
  double before = 1e300;
  for (const double r : {1.0, 1e-3, 1e-6, 1e-9}) {
    const Lqg lqg = solve_lqg({beam.a, beam.b, q, MatrixXd::Constant(1, 1, r)}, beam.observation);
    const double error = closed_loop_covariance(beam.a, beam.b, beam.observation, lqg)(n - 2, n - 2);
    EXPECT_GT(error, bound * (1.0 - 1e-9));
    EXPECT_LT(error, before);
    before = error;
  }
  EXPECT_LT(before, 1.02 * bound);
}

TEST(Lqg, CostsWhatItsClosedLoopDoes) {
  Beam beam = beam_of(2);
  const MatrixXd q = MatrixXd::Identity(8, 8), r = MatrixXd::Constant(1, 1, 0.2);
  const Lqg lqg = solve_lqg({beam.a, beam.b, q, r}, beam.observation);
  const MatrixXd covariance = closed_loop_covariance(beam.a, beam.b, beam.observation, lqg);
  const MatrixXd states = covariance.topLeftCorner(8, 8), controller = covariance.bottomRightCorner(8, 8);
  const double cost = (states * q).trace() + (lqg.c * controller * lqg.c.transpose() * r).trace();
  EXPECT_NEAR(lqg.cost / cost, 1.0, 1e-9);
}

TEST(H2Norm, OfALagIsItsClosedForm) {
  // 1 / (s + a): integral of exp(-2 a t) = 1 / (2 a)
  const MatrixXd one = MatrixXd::Ones(1, 1);
  EXPECT_NEAR(h2_norm(-3.0 * one, one, 2.0 * one), 2.0 / std::sqrt(6.0), 1e-15);
  EXPECT_TRUE(refuses([&] { h2_norm(one, one, one); }, "A is not stable, it has an eigenvalue with the real part 1"));
  EXPECT_TRUE(refuses([&] { h2_norm(one, MatrixXd::Ones(2, 1), one); }, "B has 2 rows"));
}

TEST(Estimator, RefusesAModeThatNoSensorSees) {
  Beam beam = beam_of(1);
  beam.observation.c.setZero();
  EXPECT_TRUE(refuses([&] { solve_estimator(beam.a, beam.observation); }, "is not seen by any sensor"));
}

TEST(Estimator, RefusesNoisesInWordsOfItsOwn) {
  Beam beam = beam_of(1);
  beam.observation.sensors.setZero();
  EXPECT_TRUE(refuses([&] { solve_estimator(beam.a, beam.observation); },
                      "estimator: the sensors' noise is not positive definite"));
  beam = beam_of(1);
  beam.observation.process *= -1.0;
  EXPECT_TRUE(
      refuses([&] { solve_estimator(beam.a, beam.observation); }, "estimator: the process noise is indefinite"));
  beam.observation.process.setZero();  // undamped modes that nothing moves
  EXPECT_TRUE(refuses([&] { solve_estimator(beam.a, beam.observation); }, "is not moved by the process noise"));
}

}  // namespace tandem::lq::lqg_test
