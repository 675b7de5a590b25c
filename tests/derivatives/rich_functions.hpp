#pragma once

#include <tandem/derivatives/jets/with_jets.hpp>
#include <tandem/derivatives/knot_function.hpp>

#include <Eigen/Core>
#include <support/complex_dual.hpp>

#include <array>
#include <vector>

namespace tandem::test {

inline constexpr int kStates = 3, kControls = 2;
inline constexpr Number kMass{0}, kLength{1}, kGain{2};

/// Made-up dynamics, cost and constraint that touch every kind of input with every elementary function.
struct RichDynamics {
  template <class K>
  auto operator()(const K& k) const {
    const auto& [a, b, c] = k.x;
    const auto& [u, w] = k.u;
    return rates(sin(a) * u + k[kMass] * square(b) * k.t, exp(-(c * w)) / k[kLength] + cos(k.t * a),
                 a * b * w + sqrt(1.0 + square(c)) * k[kGain]);
  }
};

struct RichCost {
  template <class K>
  auto operator()(const K& k) const {
    return tanh(k.u[0]) * k.x[2] + 0.5 * square(k.u[1]) * k[kMass];
  }
};

struct RichConstraint {
  template <class K>
  auto operator()(const K& k) const {
    return k.x[1] * log(2.0 + square(k.x[0]));
  }
};

/// The functions stacked; mass and gain (not length) are inputs of each knot where `free`.
inline KnotBlocks rich_blocks(bool free) {
  KnotBlocks blocks;
  blocks.states = kStates;
  blocks.controls = kControls;
  blocks.blocks = {{GenericFunction::of<kStates, kControls>(with_jets(RichDynamics{}), 3), "dynamics"},
                   {GenericFunction::of<kStates, kControls>(with_jets(RichCost{}), 1), "cost"},
                   {GenericFunction::of<kStates, kControls>(with_jets(RichConstraint{}), 1), "constraint"}};
  blocks.numbers = {0.7, 1.3, -0.4};
  if (free) blocks.free_numbers = {kGain.index, kMass.index};
  return blocks;
}

/// All outputs for inputs [states; controls; time; mass; length; gain] of any scalar.
template <class Scalar>
std::vector<Scalar> rich_outputs(const std::vector<Scalar>& inputs) {
  const std::array<Scalar, 3> numbers{inputs[6], inputs[7], inputs[8]};
  const Knot<Scalar, kStates, kControls> knot{
      {inputs[0], inputs[1], inputs[2]}, {inputs[3], inputs[4]}, inputs[5], numbers};
  const auto f = RichDynamics{}(knot);
  return {f[0], f[1], f[2], RichCost{}(knot), RichConstraint{}(knot)};
}

/// Derivatives of the outputs by forward mode, by all nine inputs.
inline Eigen::MatrixXd rich_jacobian(const std::vector<double>& at) {
  Eigen::MatrixXd jacobian(5, 9);
  for (int i = 0; i < 9; ++i) {
    std::vector<ComplexDual> inputs(at.begin(), at.end());
    inputs[i].derivative = 1.0;
    const std::vector<ComplexDual> y = rich_outputs(inputs);
    for (int j = 0; j < 5; ++j) jacobian(j, i) = y[j].derivative.real();
  }
  return jacobian;
}

/// Second derivatives of weights' outputs: forward mode by one input, complex step by the other.
inline Eigen::MatrixXd rich_hessian(const std::vector<double>& at, const Eigen::VectorXd& weights) {
  constexpr double kStep = 1e-30;
  Eigen::MatrixXd hessian = Eigen::MatrixXd::Zero(9, 9);
  for (int i = 0; i < 9; ++i) {
    for (int k = 0; k < 9; ++k) {
      std::vector<ComplexDual> inputs(at.begin(), at.end());
      inputs[i].derivative = 1.0;
      inputs[k].value += Complex(0.0, kStep);
      const std::vector<ComplexDual> y = rich_outputs(inputs);
      for (int j = 0; j < 5; ++j) hessian(i, k) += weights(j) * y[j].derivative.imag() / kStep;
    }
  }
  return hessian;
}

}  // namespace tandem::test
