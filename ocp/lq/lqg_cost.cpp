#include <tandem/ocp/lq/lqg_cost.hpp>

#include <tandem/core/error.hpp>

#include <cmath>

namespace tandem::lq {

using Eigen::MatrixXd;
using Eigen::VectorXd;

SlopedNumber lqg_cost(const DesignedLqg& d) {
  const int n = d.a.seeds();
  for (const MatrixJet* other : {&d.b, &d.q, &d.r, &d.c, &d.process, &d.sensors}) {
    require(other->seeds() == n, "LQG cost: A depends on {} design numbers, another matrix on {}", n, other->seeds());
  }
  const Lqg lqg = solve_lqg(d.regulator(), d.observation());
  const MatrixXd &p = lqg.regulator.p, &k = lqg.regulator.gain, &f = lqg.estimator.covariance, &l = lqg.estimator.gain;
  const MatrixXd bkf = d.b.value * k * f;
  const MatrixXd z = lqg.regulator.closed_loop->solve(d.process.value + bkf + bkf.transpose());
  const MatrixXd y = Lyapunov(d.a.value - l * d.c.value).solve_transposed(k.transpose() * d.r.value * k);
  // Every term as a contraction with A_i, B_i, ...: those of symmetric sums count twice.
  const MatrixXd by_a = 2.0 * (p * z + y * f), by_b = 2.0 * p * (f - z) * k.transpose(),
                 by_c = -2.0 * l.transpose() * y * f, by_r = k * (z - f) * k.transpose(),
                 by_sensors = l.transpose() * y * l;
  SlopedNumber cost{lqg.cost, VectorXd(n)};
  for (int i = 0; i < n; ++i) {
    cost.gradient(i) = contraction(by_a, d.a.by(i)) + contraction(by_b, d.b.by(i)) + contraction(z, d.q.by(i)) +
                       contraction(by_r, d.r.by(i)) + contraction(by_c, d.c.by(i)) +
                       contraction(p + y, d.process.by(i)) + contraction(by_sensors, d.sensors.by(i));
  }
  return cost;
}

SlopedNumber h2_norm(const MatrixJet& a, const MatrixJet& b, const MatrixJet& c) {
  const int n = a.seeds();
  require(b.seeds() == n && c.seeds() == n, "H2 norm: A, B and C depend on {}, {} and {} design numbers", n, b.seeds(),
          c.seeds());
  SlopedNumber norm{h2_norm(a.value, b.value, c.value), VectorXd::Zero(n)};
  require(norm.value > 0.0, "H2 norm: nothing of the noise reaches the output: the norm is 0 and has no slope");
  const Lyapunov loop(a.value);
  const MatrixXd x = loop.solve(b.value * b.value.transpose()),
                 y = loop.solve_transposed(c.value.transpose() * c.value);
  for (int i = 0; i < n; ++i) {
    norm.gradient(i) =
        (contraction(y * x, a.by(i)) + contraction(y * b.value, b.by(i)) + contraction(c.value * x, c.by(i))) /
        norm.value;
  }
  return norm;
}

}  // namespace tandem::lq
