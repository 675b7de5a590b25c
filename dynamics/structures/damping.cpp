#include <tandem/dynamics/structures/damping.hpp>

#include <tandem/core/eigen_factors.hpp>
#include <tandem/core/eigen_spectra.hpp>
#include <tandem/core/error.hpp>

#include <vector>

namespace tandem::structures {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kRigid = 1e-13;  // of the largest omega^2: what rounding leaves of zero

void require_symmetric(const MatrixXd& a, const char* what) {
  require(a.rows() == a.cols() && a.rows() > 0, "structure: the {} is {} x {}, it should be square", what, a.rows(),
          a.cols());
  require(a.allFinite(), "structure: the {} is not finite", what);
  require((a - a.transpose()).norm() <= 1e-10 * a.norm(), "structure: the {} is not symmetric", what);
}

}  // namespace

Modes modes(const MatrixXd& mass, const MatrixXd& stiffness) {
  require_symmetric(mass, "mass matrix");
  require_symmetric(stiffness, "stiffness matrix");
  require(mass.rows() == stiffness.rows(), "structure: the mass matrix has {} rows, the stiffness matrix {}",
          mass.rows(), stiffness.rows());
  const Eigen::LLT<MatrixXd> factor(mass);
  require(factor.info() == Eigen::Success, "structure: the mass matrix is not positive definite");
  const MatrixXd left = factor.matrixL().solve(stiffness);
  MatrixXd unit_mass = factor.matrixL().solve(left.transpose());
  unit_mass = 0.5 * (unit_mass + unit_mass.transpose()).eval();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(unit_mass);
  VectorXd squares = solver.eigenvalues();
  const double rigid = kRigid * squares.lpNorm<Eigen::Infinity>();
  require(squares.minCoeff() >= -rigid * static_cast<double>(squares.size()),
          "structure: the stiffness matrix has a negative eigenvalue: a square of frequency of {:.3g}",
          squares.minCoeff());
  squares = (squares.array() <= rigid).select(0.0, squares);
  return {squares.cwiseSqrt(), factor.matrixU().solve(solver.eigenvectors())};
}

MatrixJet rayleigh_damping(const MatrixJet& mass, const MatrixJet& stiffness, double by_mass, double by_stiffness) {
  return by_mass * mass + by_stiffness * stiffness;
}

MatrixXd modal_damping(const Modes& modes, const MatrixXd& mass, const VectorXd& ratios) {
  require(ratios.size() == modes.frequencies.size(), "structure: {} damping ratios are given, there are {} modes",
          ratios.size(), modes.frequencies.size());
  const MatrixXd momenta = mass * modes.shapes;
  return momenta * (2.0 * ratios.cwiseProduct(modes.frequencies)).asDiagonal() * momenta.transpose();
}

/// In modal coordinates, with d = diag(2 zeta omega), m_i = Phi' M_i Phi, e = 4 zeta^2 Phi' K Phi and
/// (M^-1)_i = -m_i, (M^-1)_ij = m_i m_j + m_j m_i - m_ij, the equation d M^-1 d = e has the derivatives
///     d_i d + d d_i = e_i + d m_i d
///     d_ij d + d d_ij = e_ij - {d_i d_j} + {d_i m_j d} + {d m_j d_i} - d ({m_i m_j} - m_ij) d
/// where {.} is the sum over both orders of i and j.
MatrixJet modal_damping(const MatrixJet& mass, const MatrixJet& stiffness, double ratio) {
  require(ratio >= 0.0, "structure: the damping ratio {} is negative", ratio);
  const Modes at = modes(mass.value, stiffness.value);
  const int n = mass.seeds();
  const Eigen::Index size = mass.value.rows();
  const VectorXd d = 2.0 * ratio * at.frequencies;
  const MatrixXd back = mass.value * at.shapes;
  const auto modal = [&](const MatrixXd& a) -> MatrixXd {
    return a.size() == 0 ? MatrixXd::Zero(size, size) : MatrixXd(at.shapes.transpose() * a * at.shapes);
  };
  const auto solve = [&](MatrixXd right) {
    for (Eigen::Index row = 0; row < size; ++row) {
      for (Eigen::Index col = 0; col < size; ++col) {
        const double sum = d(row) + d(col);
        right(row, col) = sum > 0.0 ? right(row, col) / sum : 0.0;
      }
    }
    return right;
  };
  const auto physical = [&](const MatrixXd& a) -> MatrixXd { return back * a * back.transpose(); };
  const double e = 4.0 * ratio * ratio;
  MatrixJet damping(physical(d.asDiagonal()), n);
  std::vector<MatrixXd> m(n), first(n);
  for (int i = 0; i < n; ++i) {
    m[i] = modal(mass.by(i));
    first[i] = solve(e * modal(stiffness.by(i)) + d.asDiagonal() * m[i] * d.asDiagonal());
    damping.first[i] = physical(first[i]);
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      const MatrixXd moved = first[i] * m[j] + first[j] * m[i];  // each with d at its right, and transposed
      const MatrixXd both = m[i] * m[j] + m[j] * m[i] - modal(mass.by(i, j));
      const MatrixXd right = e * modal(stiffness.by(i, j)) - first[i] * first[j] - first[j] * first[i] +
                             moved * d.asDiagonal() + d.asDiagonal() * moved.transpose() -
                             d.asDiagonal() * both * d.asDiagonal();
      damping.second[MatrixJet::pair(i, j)] = physical(solve(right));
    }
  }
  return damping;
}

}  // namespace tandem::structures
