#include <tandem/ocp/lq/regulator_cost.hpp>

#include <tandem/core/error.hpp>

namespace tandem::lq {

using Eigen::MatrixXd;
using structures::contraction;
using structures::MatrixJet;
using structures::NumberJet;

namespace {

/// a' or zero.
MatrixXd symmetric_part_of(const MatrixXd& a) { return a + a.transpose(); }

/// The explicit derivative of the Riccati equation by number i.
MatrixXd equation_by(const DesignedRegulator& d, const MatrixJet& s, const MatrixXd& p, int i) {
  MatrixXd f = MatrixXd::Zero(p.rows(), p.cols());
  if (d.a.by(i).size() > 0) f += symmetric_part_of(p * d.a.by(i));
  if (d.q.by(i).size() > 0) f += d.q.by(i);
  if (s.by(i).size() > 0) f -= p * s.by(i) * p;
  return f;
}

/// (A_i - S_i P) Z, with which <Z, F_iP(D)> = 2 <D, (A_i - S_i P) Z>.
MatrixXd moved_covariance(const DesignedRegulator& d, const MatrixJet& s, const MatrixXd& p, const MatrixXd& z, int i) {
  MatrixXd moved = MatrixXd::Zero(p.rows(), p.cols());
  if (d.a.by(i).size() > 0) moved += d.a.by(i) * z;
  if (s.by(i).size() > 0) moved -= s.by(i) * (p * z);
  return moved;
}

}  // namespace

RegulatorCost regulator_cost(const DesignedRegulator& d, bool with_hessian) {
  const int n = d.a.seeds();
  require(d.b.seeds() == n && d.q.seeds() == n && d.r.seeds() == n && d.v.seeds() == n,
          "regulator cost: A, B, Q, R and V depend on {}, {}, {}, {} and {} design numbers", n, d.b.seeds(),
          d.q.seeds(), d.r.seeds(), d.v.seeds());
  RegulatorCost found{NumberJet::constant(0.0, n), solve_riccati(d.regulator()), {}};
  const MatrixXd& p = found.riccati.p;
  require(d.v.value.rows() == p.rows() && d.v.value.cols() == p.rows(),
          "regulator cost: the disturbance's covariance is {} x {}, it should be {} x {}", d.v.value.rows(),
          d.v.value.cols(), p.rows(), p.rows());
  const Lyapunov& loop = *found.riccati.closed_loop;
  const MatrixXd z = found.covariance = loop.solve(d.v.value);
  const MatrixJet s = d.b * inverse(d.r) * transpose(d.b);
  NumberJet& cost = found.cost;
  cost.value = contraction(p, d.v.value);
  std::vector<MatrixXd> f(n);
  for (int i = 0; i < n; ++i) {
    f[i] = equation_by(d, s, p, i);
    cost.gradient(i) = contraction(p, d.v.by(i)) + contraction(z, f[i]);
  }
  if (!with_hessian) return found;

  std::vector<MatrixXd> p_by(n), moved(n), turned(n);
  const MatrixXd pz = p * z, pzp = pz * p;
  for (int i = 0; i < n; ++i) {
    p_by[i] = loop.solve_transposed(f[i]);
    moved[i] = moved_covariance(d, s, p, z, i);
    turned[i] = s.value * p_by[i] * z;  // <Z, P_i S P_j> = <P_j, S P_i Z>
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      const double own = contraction(p, d.v.by(i, j)) + 2.0 * contraction(pz, d.a.by(i, j)) +
                         contraction(z, d.q.by(i, j)) - contraction(pzp, s.by(i, j));
      const double by_p = contraction(p_by[i], d.v.by(j)) + contraction(p_by[j], d.v.by(i)) +
                          2.0 * contraction(p_by[j], moved[i]) + 2.0 * contraction(p_by[i], moved[j]) -
                          contraction(p_by[j], turned[i]) - contraction(p_by[i], turned[j]);
      cost.hessian(i, j) = cost.hessian(j, i) = own + by_p;
    }
  }
  return found;
}

}  // namespace tandem::lq
