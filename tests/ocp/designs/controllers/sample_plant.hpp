#pragma once

#include <tandem/ocp/designs/controllers/plant.hpp>

#include <cmath>

namespace tandem::test {

/// A stable plant of four states, two controls and two noisy sensors, full of numbers of no meaning.
inline controllers::Plant sample_plant() {
  const auto filled = [](int rows, int cols, double seed) -> Eigen::MatrixXd {
    return Eigen::MatrixXd::NullaryExpr(rows, cols, [=](Eigen::Index i, Eigen::Index j) {
      return std::sin(seed + 1.7 * static_cast<double>(i) + 2.9 * static_cast<double>(j * j));
    });
  };
  controllers::Plant plant{filled(4, 4, 0.3), filled(4, 2, 1.1), filled(4, 3, 2.3), filled(2, 4, 0.7),
                           filled(2, 3, 1.9), filled(3, 4, 0.1), filled(3, 2, 2.7)};
  plant.a.diagonal().array() -= 3.0;
  return plant;
}

/// x' = -rate x + u + w, y = x, z = (x, u).
inline controllers::Plant first_order_plant(double rate) {
  using Eigen::MatrixXd;
  const MatrixXd one = MatrixXd::Ones(1, 1);
  return {-rate * one, one, one, one, 0.0 * one, MatrixXd::Identity(2, 1), MatrixXd::Identity(2, 2).col(1)};
}

}  // namespace tandem::test
