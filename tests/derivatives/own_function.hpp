#pragma once

#include <tandem/derivatives/knot_function.hpp>

#include <cmath>

namespace tandem::test {

/// The rich cost tanh(u) c + w^2 mass / 2 as a double function with its own derivatives. Its inputs are
/// a b c u w t mass length gain.
inline UserFunction own_cost() {
  enum { c = 2, u = 3, w = 4, mass = 6 };
  UserFunction own;
  own.outputs = 1;
  own.values = [](const KnotView<double>& k, std::span<double> y) {
    y[0] = std::tanh(k.u[0]) * k.x[2] + 0.5 * k.u[1] * k.u[1] * k.numbers[0];
  };
  own.jacobian = [](const KnotView<double>& k, Eigen::Ref<Eigen::MatrixXd> J) {
    const double t = std::tanh(k.u[0]);
    J(0, c) = t;
    J(0, u) = (1.0 - t * t) * k.x[2];
    J(0, w) = k.u[1] * k.numbers[0];
    J(0, mass) = 0.5 * k.u[1] * k.u[1];
  };
  own.hessian = [](const KnotView<double>& k, std::span<const double> weights, Eigen::Ref<Eigen::MatrixXd> H) {
    const double t = std::tanh(k.u[0]), d = 1.0 - t * t;
    H(u, c) = weights[0] * d;
    H(u, u) = weights[0] * -2.0 * t * d * k.x[2];
    H(w, w) = weights[0] * k.numbers[0];
    H(mass, w) = weights[0] * k.u[1];
  };
  return own;
}

/// The rich functions with the cost by its own derivatives.
inline KnotBlocks blocks_with_own_cost(const KnotBlocks& generic, UserFunction own = own_cost()) {
  KnotBlocks blocks = generic;
  blocks.blocks[1].function = GenericFunction::of(std::move(own));
  return blocks;
}

}  // namespace tandem::test
