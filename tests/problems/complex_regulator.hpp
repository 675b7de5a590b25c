#pragma once

#include <tandem/ocp/lq/riccati.hpp>

#include <Eigen/Dense>

#include <complex>

// A structure's regulator in complex arithmetic, for complex steps: damping, Riccati's and Lyapunov's equations. None
// of it knows of derivatives.
namespace tandem::test {

using Complex = std::complex<double>;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The root D of D M^-1 D = (2 zeta)^2 K, by Newton's method in modal coordinates of the real part.
inline MatrixXcd modal_damping(const MatrixXcd& m, const MatrixXcd& k, double ratio) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> modes(k.real(), m.real());
  const MatrixXd shapes = modes.eigenvectors(), back = m.real() * shapes;
  const VectorXd w = 2.0 * ratio * modes.eigenvalues().cwiseSqrt();
  const MatrixXcd inverse = (shapes.transpose() * m * shapes).inverse();
  const MatrixXcd square = 4.0 * ratio * ratio * (shapes.transpose() * k * shapes);
  MatrixXcd d = w.cast<Complex>().asDiagonal();
  for (int step = 0; step < 6; ++step) {
    const MatrixXcd f = d * inverse * d - square;
    for (Eigen::Index i = 0; i < w.size(); ++i) {
      for (Eigen::Index j = 0; j < w.size(); ++j) d(i, j) -= f(i, j) / (w(i) + w(j));
    }
  }
  return back * d * back.transpose();
}

/// x' = A x + B u from disturbances of covariance V, weights Q and R.
struct ComplexRegulator {
  MatrixXcd a, b, q, r, v;
};

/// X of A X + X A' + V = 0, corrected by the real A until its residual in complex arithmetic is gone.
inline MatrixXcd covariance(const MatrixXcd& a, const MatrixXcd& v) {
  const lq::Lyapunov real(a.real());
  MatrixXcd x = MatrixXcd::Zero(a.rows(), a.rows());
  for (int step = 0; step < 8; ++step) {
    const MatrixXcd f = a * x + x * a.transpose() + v;
    x += real.solve(f.real()) + Complex(0.0, 1.0) * real.solve(f.imag());
  }
  return x;
}

/// P of the best gain, the gain, and X of its closed loop. From the real solution, each residual is formed in complex
/// arithmetic and corrected by the real closed loop until it is gone: what remains depends on the residual alone.
struct ComplexAnswer {
  MatrixXcd p, gain, x;
};
inline ComplexAnswer solved(const ComplexRegulator& c) {
  const lq::RiccatiSolution real = lq::solve_riccati({c.a.real(), c.b.real(), c.q.real(), c.r.real()});
  const lq::Lyapunov& loop = *real.closed_loop;
  const MatrixXcd r_inverse = c.r.inverse();
  ComplexAnswer found{real.p.cast<Complex>(), {}, {}};
  for (int step = 0; step < 8; ++step) {
    const MatrixXcd pb = found.p * c.b;
    const MatrixXcd f = c.a.transpose() * found.p + found.p * c.a + c.q - pb * r_inverse * pb.transpose();
    found.p += loop.solve_transposed(f.real()) + Complex(0.0, 1.0) * loop.solve_transposed(f.imag());
  }
  found.gain = r_inverse * (found.p * c.b).transpose();
  found.x = covariance(c.a - c.b * found.gain, c.v);
  return found;
}

/// M r'' + D r' + K r = forces u from impulses or noise on `disturbed`, without weights.
inline ComplexRegulator plant(const MatrixXcd& m, const MatrixXcd& d, const MatrixXcd& k, const MatrixXd& forces,
                              const MatrixXd& disturbed) {
  const Eigen::Index n = m.rows();
  const MatrixXcd inverse = m.inverse(), push = inverse * disturbed.cast<Complex>();
  ComplexRegulator c{MatrixXcd::Zero(2 * n, 2 * n), MatrixXcd::Zero(2 * n, forces.cols()),
                     MatrixXcd::Zero(2 * n, 2 * n), MatrixXcd::Identity(forces.cols(), forces.cols()),
                     MatrixXcd::Zero(2 * n, 2 * n)};
  c.a.topRightCorner(n, n).setIdentity();
  c.a.bottomLeftCorner(n, n) = -inverse * k;
  c.a.bottomRightCorner(n, n) = -inverse * d;
  c.b.bottomRows(n) = inverse * forces.cast<Complex>();
  c.v.bottomRightCorner(n, n) = push * push.transpose();
  return c;
}

inline Complex trace_of(const MatrixXcd& a, const MatrixXcd& b) { return a.cwiseProduct(b.transpose()).sum(); }

}  // namespace tandem::test
