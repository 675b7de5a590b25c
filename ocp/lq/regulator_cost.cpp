#include <tandem/ocp/lq/regulator_cost.hpp>

#include <tandem/core/error.hpp>

#include <Eigen/Cholesky>

#include <vector>

namespace tandem::lq {

using Eigen::MatrixXd;

namespace {

MatrixXd with_transpose(const MatrixXd& a) { return a + a.transpose(); }

/// A_i - B_i K: how number i moves the closed loop while the gain stays.
MatrixXd loop_by(const DesignedRegulator& d, const MatrixXd& gain, int i) {
  MatrixXd moved = MatrixXd::Zero(d.a.value.rows(), d.a.value.cols());
  if (d.a.by(i).size() > 0) moved += d.a.by(i);
  if (d.b.by(i).size() > 0) moved -= d.b.by(i) * gain;
  return moved;
}

/// The explicit derivative of the Riccati equation by number i, P (A_i - B_i K) + transposed + Q_i + K' R_i K: by way
/// of the gain, which is small where controls are cheap though P is not.
MatrixXd equation_by(const DesignedRegulator& d, const MatrixXd& p, const MatrixXd& gain, const MatrixXd& loop, int i) {
  MatrixXd f = with_transpose(p * loop);
  if (d.q.by(i).size() > 0) f += d.q.by(i);
  if (d.r.by(i).size() > 0) f += gain.transpose() * d.r.by(i) * gain;
  return f;
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
  const MatrixXd& gain = found.riccati.gain;
  NumberJet& cost = found.cost;
  cost.value = contraction(p, d.v.value);
  std::vector<MatrixXd> loop_moved(n), f(n);
  for (int i = 0; i < n; ++i) {
    loop_moved[i] = loop_by(d, gain, i);
    f[i] = equation_by(d, p, gain, loop_moved[i], i);
    cost.gradient(i) = contraction(p, d.v.by(i)) + contraction(z, f[i]);
  }
  if (!with_hessian) return found;

  // The gain's own derivative R K_i = B_i'P + B'P_i - R_i K; e_i is its part at a P that stays.
  const Eigen::LLT<MatrixXd> r_factor(d.r.value);
  std::vector<MatrixXd> p_by(n), gain_by(n), moved(n), kept(n);
  const MatrixXd pz = p * z, gz = gain * z;
  for (int i = 0; i < n; ++i) {
    p_by[i] = loop.solve_transposed(f[i]);
    MatrixXd e = d.b.value.transpose() * p_by[i];
    if (d.b.by(i).size() > 0) e += d.b.by(i).transpose() * p;
    if (d.r.by(i).size() > 0) e -= d.r.by(i) * gain;
    kept[i] = e;
    gain_by[i] = r_factor.solve(e);
    moved[i] = loop_moved[i] * z;
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      double own = contraction(p, d.v.by(i, j)) + contraction(z, d.q.by(i, j)) + 2.0 * contraction(pz, d.a.by(i, j));
      if (d.b.by(i, j).size() > 0) own -= 2.0 * contraction(pz * gain.transpose(), d.b.by(i, j));
      if (d.r.by(i, j).size() > 0) own += contraction(gz * gain.transpose(), d.r.by(i, j));
      const double by_p = contraction(p_by[i], d.v.by(j)) + contraction(p_by[j], d.v.by(i)) +
                          2.0 * contraction(p_by[j], moved[i]) + 2.0 * contraction(p_by[i], moved[j]);
      const double by_gain = 2.0 * contraction(kept[i] * z, gain_by[j]);
      cost.hessian(i, j) = cost.hessian(j, i) = own + by_p - by_gain;
    }
  }
  return found;
}

}  // namespace tandem::lq
