#pragma once

#include <tandem/derivatives/jets/with_jets.hpp>
#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/statement/problem.hpp>
#include <tandem/problems/acrobot.hpp>
#include <tandem/problems/all.hpp>

#include <array>

namespace tandem::bench {

/// Puts M^-1 b into b, without a search for pivots.
template <class S, std::size_t kSize>
void solve_by_elimination(std::array<std::array<S, kSize>, kSize>& M, std::array<S, kSize>& b) {
  for (std::size_t p = 0; p < kSize; ++p) {
    for (std::size_t i = p + 1; i < kSize; ++i) {
      const S factor = M[i][p] / M[p][p];
      for (std::size_t j = p + 1; j < kSize; ++j) M[i][j] = M[i][j] - factor * M[p][j];
      b[i] = b[i] - factor * b[p];
    }
  }
  for (std::size_t i = kSize; i-- > 0;) {
    for (std::size_t j = i + 1; j < kSize; ++j) b[i] = b[i] - M[i][j] * b[j];
    b[i] = b[i] / M[i][i];
  }
}

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
    solve_by_elimination(M, b);
    for (int i = 0; i < kLinks; ++i) rates[i] = k.x[kLinks + i], rates[kLinks + i] = b[i];
    return rates;
  }
};

template <int kLinks>
KnotBlocks chain_blocks() {
  KnotBlocks blocks{2 * kLinks, kLinks, {}, {}, {}};
  blocks.blocks.emplace_back(GenericFunction::of<2 * kLinks, kLinks>(with_jets(ChainDynamics<kLinks>{}), 2 * kLinks),
                             "dynamics");
  return blocks;
}

/// The same below a cart that a force pushes, without a torque on any link.
template <int kLinks>
struct CartChainDynamics {
  template <class K>
  auto operator()(const K& k) const {
    using S = std::decay_t<decltype(k.x[0])>;
    constexpr int kSize = kLinks + 1;
    std::array<std::array<S, kSize>, kSize> M;
    std::array<S, 2 * kSize> rates;
    std::array<S, kSize> b, s, c;
    M[0][0] = S(1.0 + kLinks);
    b[0] = k.u[0];
    for (int i = 1; i < kSize; ++i) s[i] = sin(k.x[i]), c[i] = cos(k.x[i]);
    for (int i = 1; i < kSize; ++i) {
      const double below = kSize - i;
      M[0][i] = M[i][0] = below * c[i];
      b[0] = b[0] + below * (s[i] * square(k.x[kSize + i]));
      b[i] = -(9.81 * below) * s[i];
      for (int j = 1; j < kSize; ++j) {
        const double weight = kSize - (i > j ? i : j);
        M[i][j] = weight * (c[i] * c[j] + s[i] * s[j]);
        b[i] = b[i] - weight * ((s[i] * c[j] - c[i] * s[j]) * square(k.x[kSize + j]));
      }
      M[i][i] = M[i][i] + 0.1;
    }
    solve_by_elimination(M, b);
    for (int i = 0; i < kSize; ++i) rates[i] = k.x[kSize + i], rates[kSize + i] = b[i];
    return rates;
  }
};

struct Effort {
  template <class K>
  auto operator()(const K& k) const {
    return square(k.u[0]);
  }
};

template <int kLinks>
KnotBlocks cart_chain_blocks() {
  constexpr int kStates = 2 * kLinks + 2;
  KnotBlocks blocks{kStates, 1, {}, {}, {}};
  blocks.blocks.emplace_back(GenericFunction::of<kStates, 1>(with_jets(CartChainDynamics<kLinks>{}), kStates),
                             "dynamics");
  blocks.blocks.emplace_back(GenericFunction::of<kStates, 1>(with_jets(Effort{}), 1), "running cost");
  return blocks;
}

// The shipped problems' dynamics again, compiled for jets too.

struct CartPoleDynamics {
  template <class K>
  auto operator()(const K& k) const {
    const auto& [q1, q2, v1, v2] = k.x;
    const auto& [u] = k.u;
    const auto &m1 = k[Number{0}], &m2 = k[Number{1}], &l = k[Number{2}], &g = k[Number{3}];
    const auto s = sin(q2), c = cos(q2);
    const auto inertia = m1 + m2 * s * s;
    const auto a1 = (l * m2 * s * v2 * v2 + u + m2 * g * c * s) / inertia;
    const auto a2 = -(l * m2 * c * s * v2 * v2 + u * c + (m1 + m2) * g * s) / (l * inertia);
    return rates(v1, v2, a1, a2);
  }
};

inline KnotBlocks cart_pole_blocks() {
  KnotBlocks blocks{4, 1, {}, {1.0, 0.3, 0.5, 9.81}, {}};
  blocks.blocks.emplace_back(GenericFunction::of<4, 1>(with_jets(CartPoleDynamics{}), 4), "dynamics");
  blocks.blocks.emplace_back(GenericFunction::of<4, 1>(with_jets(Effort{}), 1), "running cost");
  return blocks;
}

struct AcrobotDynamics {
  template <class K>
  auto operator()(const K& k) const {
    return problems::acrobot_rates(k.x, k.u[0], k[Number{0}], k[Number{1}], k[Number{2}], k[Number{3}], k[Number{4}]);
  }
};

inline KnotBlocks acrobot_blocks() {
  KnotBlocks blocks{4, 1, {}, {1.0, 1.0, 0.5, 0.5, 9.81}, {}};
  blocks.blocks.emplace_back(GenericFunction::of<4, 1>(with_jets(AcrobotDynamics{}), 4), "dynamics");
  blocks.blocks.emplace_back(GenericFunction::of<4, 1>(with_jets(Effort{}), 1), "running cost");
  return blocks;
}

struct BilimoriaWieDynamics {
  template <class K>
  auto operator()(const K& k) const {
    const auto& [qw, qx, qy, qz, wx, wy, wz] = k.x;
    const auto& [tx, ty, tz] = k.u;
    const auto& j = k[Number{0}];
    return rates(-0.5 * (qx * wx + qy * wy + qz * wz), 0.5 * (qw * wx + qy * wz - qz * wy),
                 0.5 * (qw * wy + qz * wx - qx * wz), 0.5 * (qw * wz + qx * wy - qy * wx), tx / j, ty / j, tz / j);
  }
};

inline KnotBlocks bilimoria_wie_blocks() {
  KnotBlocks blocks{7, 3, {}, {1.0}, {}};
  blocks.blocks.emplace_back(GenericFunction::of<7, 3>(with_jets(BilimoriaWieDynamics{}), 7), "dynamics");
  return blocks;
}

/// Dynamics and running cost of a problem's first phase, as it states them.
inline KnotBlocks blocks_of(const Problem& problem) {
  const Phase& phase = problem.phases().front();
  KnotBlocks blocks{phase.state_count, phase.control_count, {}, problem.number_values(), {}};
  blocks.blocks.emplace_back(phase.dynamics, "dynamics");
  if (phase.running_cost) blocks.blocks.emplace_back(phase.running_cost, "running cost");
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
