#pragma once

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/statement/problem.hpp>
#include <tandem/problems/all.hpp>

#include <array>

namespace tandem::bench {

/// A planar chain of kLinks equal links with a torque on each, in absolute angles:
///
///   sum_j (c_ij cos(a_i - a_j) a_j'' + c_ij sin(a_i - a_j) a_j'^2) = u_i - g_i sin a_i,  c_ij = kLinks - max(i, j)
///
/// solved for the accelerations by elimination. Every input but the time is one by which it is curved.
template <int kLinks>
struct ChainDynamics {
  template <class K>
  auto operator()(const K& k) const {
    using S = std::decay_t<decltype(k.x[0])>;
    std::array<std::array<S, kLinks>, kLinks> M;
    std::array<S, 2 * kLinks> rates;
    std::array<S, kLinks> b;
    std::array<S, kLinks> s, c;
    for (int i = 0; i < kLinks; ++i) {
      s[i] = sin(k.x[i]);
      c[i] = cos(k.x[i]);
    }
    for (int i = 0; i < kLinks; ++i) {
      b[i] = k.u[i] - (9.81 * (kLinks - i)) * s[i];
      for (int j = 0; j < kLinks; ++j) {
        const double weight = kLinks - (i > j ? i : j);
        M[i][j] = weight * (c[i] * c[j] + s[i] * s[j]);
        b[i] = b[i] - weight * ((s[i] * c[j] - c[i] * s[j]) * square(k.x[kLinks + j]));
      }
      M[i][i] = M[i][i] + 0.1;
    }
    for (int p = 0; p < kLinks; ++p) {
      for (int i = p + 1; i < kLinks; ++i) {
        const S factor = M[i][p] / M[p][p];
        for (int j = p + 1; j < kLinks; ++j) M[i][j] = M[i][j] - factor * M[p][j];
        b[i] = b[i] - factor * b[p];
      }
    }
    for (int i = kLinks - 1; i >= 0; --i) {
      for (int j = i + 1; j < kLinks; ++j) b[i] = b[i] - M[i][j] * b[j];
      b[i] = b[i] / M[i][i];
      rates[i] = k.x[kLinks + i];
      rates[kLinks + i] = b[i];
    }
    return rates;
  }
};

template <int kLinks>
KnotBlocks chain_blocks() {
  KnotBlocks blocks{2 * kLinks, kLinks, {}, {}, {}};
  blocks.blocks.emplace_back(GenericFunction::of<2 * kLinks, kLinks>(ChainDynamics<kLinks>{}, 2 * kLinks), "dynamics");
  return blocks;
}

/// Dynamics and running cost of the cart-pole, as the problem states them.
inline KnotBlocks cart_pole_blocks(const Problem& problem) {
  const Phase& phase = problem.phases().front();
  KnotBlocks blocks{phase.state_count, phase.control_count, {}, problem.number_values(), {}};
  blocks.blocks.emplace_back(phase.dynamics, "dynamics");
  blocks.blocks.emplace_back(phase.running_cost, "running cost");
  return blocks;
}

/// A model with a motor at each of its joints, the floating base left out.
inline KnotBlocks multibody_blocks(Model model) {
  MultibodyDynamics dynamics(std::move(model));
  for (const Body& body : dynamics.model().bodies().subspan(1)) {
    if (velocity_count(body.joint.type) == 1) dynamics.actuate(body.joint.name);
  }
  KnotBlocks blocks{dynamics.states(), dynamics.controls(), {}, {}, {}};
  blocks.blocks.emplace_back(GenericFunction::of(dynamics), "dynamics");
  return blocks;
}

/// Makes random inputs ones that multibody dynamics among the blocks take: quaternions of unit length, and free numbers
/// within a tenth of their values, as masses must not be negative.
inline void make_physical(const KnotBlocks& blocks, Eigen::MatrixXd& inputs) {
  for (const KnotBlock& block : blocks.blocks) {
    if (block.function.multibody() == nullptr) continue;
    for (const Link& link : block.function.multibody()->dynamics().model().links()) {
      if (coordinate_count(link.type) < 4) continue;
      for (long knot = 0; knot < inputs.cols(); ++knot) inputs.block(link.q_index, knot, 4, 1).normalize();
    }
    for (std::size_t i = 0; i < blocks.free_numbers.size(); ++i) {
      auto row = inputs.row(blocks.states + blocks.controls + 1 + static_cast<long>(i)).array();
      row = blocks.numbers[blocks.free_numbers[i]] * (1.0 + 0.1 * row);
    }
  }
}

}  // namespace tandem::bench
