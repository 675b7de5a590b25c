#include <tandem/ocp/designs/controllers/plant.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/lq/lyapunov.hpp>

#include <Eigen/Eigenvalues>

namespace tandem::controllers {

using Eigen::Index;
using Eigen::MatrixXd;

namespace {

constexpr double kPlantRounding = 1e-10;

void check(const MatrixXd& matrix, const char* name, Index rows, Index cols) {
  require(matrix.rows() == rows && matrix.cols() == cols, "plant: '{}' is {} x {}, it should be {} x {}", name,
          matrix.rows(), matrix.cols(), rows, cols);
  require(matrix.allFinite(), "plant: '{}' is not finite", name);
}

/// Applies f to each pair of matrices.
template <class F>
Plant entrywise(const Plant& p, const Plant& q, const F& f) {
  return {f(p.a, q.a),
          f(p.b, q.b),
          f(p.noise, q.noise),
          f(p.sensors, q.sensors),
          f(p.sensor_noise, q.sensor_noise),
          f(p.watched, q.watched),
          f(p.effort, q.effort)};
}

}  // namespace

void check(const Plant& plant) {
  const Index n = plant.a.rows(), m = plant.b.cols(), r = plant.noise.cols(), p = plant.sensors.rows(),
              l = plant.watched.rows();
  require(n > 0 && m > 0 && r > 0 && p > 0 && l > 0,
          "plant: it has {} states, {} controls, {} noises, {} sensors and {} watched outputs; none of these can be 0",
          n, m, r, p, l);
  check(plant.a, "a", n, n);
  check(plant.b, "b", n, m);
  check(plant.noise, "noise", n, r);
  check(plant.sensors, "sensors", p, n);
  check(plant.sensor_noise, "sensor_noise", p, r);
  check(plant.watched, "watched", l, n);
  check(plant.effort, "effort", l, m);
}

MatrixXd square_root(const MatrixXd& q, const char* name) {
  require(q.rows() == q.cols() && q.rows() > 0, "'{}' is {} x {}, it should be square", name, q.rows(), q.cols());
  require(q.allFinite(), "'{}' is not finite", name);
  require((q - q.transpose()).norm() <= kPlantRounding * q.norm(), "'{}' is not symmetric", name);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(q);
  const Eigen::VectorXd& values = eigen.eigenvalues();
  require(values(0) >= -kPlantRounding * values.cwiseAbs().maxCoeff(),
          "'{}' is indefinite: it has the eigenvalue {:.6g}, it should be positive semidefinite", name, values(0));
  return eigen.eigenvectors() * values.cwiseMax(0.0).cwiseSqrt().asDiagonal() * eigen.eigenvectors().transpose();
}

Weighted weighted(const MatrixXd& q, const MatrixXd& r) {
  const Index n = q.rows(), m = r.rows();
  Weighted z{MatrixXd::Zero(n + m, n), MatrixXd::Zero(n + m, m)};
  z.watched.topRows(n) = square_root(q, "Q");
  z.effort.bottomRows(m) = square_root(r, "R");
  return z;
}

Plant augmented(const Plant& plant, int order, double decay) {
  check(plant);
  require(order >= 0, "controller: its order is {}, it should not be negative", order);
  const Index k = order;
  const auto embed = [k](const MatrixXd& matrix, Index more_rows, Index more_cols, bool with_identity) {
    MatrixXd whole = MatrixXd::Zero(matrix.rows() + more_rows, matrix.cols() + more_cols);
    whole.topLeftCorner(matrix.rows(), matrix.cols()) = matrix;
    if (with_identity) whole.bottomRightCorner(k, k).setIdentity();
    return whole;
  };
  Plant whole{embed(plant.a, k, k, false),
              embed(plant.b, k, k, true),
              embed(plant.noise, k, 0, false),
              embed(plant.sensors, k, k, true),
              embed(plant.sensor_noise, k, 0, false),
              embed(plant.watched, 0, k, false),
              embed(plant.effort, 0, k, false)};
  whole.a.diagonal().array() += decay;
  return whole;
}

Loop closed(const Plant& plant, const MatrixXd& gain) {
  require(gain.rows() == plant.controls() && gain.cols() == plant.measured(),
          "closed loop: the gain is {} x {}, it should be {} x {}", gain.rows(), gain.cols(), plant.controls(),
          plant.measured());
  require(gain.allFinite(), "closed loop: the gain is not finite");
  const MatrixXd bk = plant.b * gain;
  return {plant.a + bk * plant.sensors, plant.noise + bk * plant.sensor_noise,
          plant.watched + plant.effort * gain * plant.sensors};
}

double abscissa(const MatrixXd& a) { return lq::Lyapunov(a).abscissa(); }

/// The Schur form has the balanced matrix's norm.
bool is_stable(const lq::Lyapunov& loop) { return loop.abscissa() < -kEdge * loop.schur_form().norm(); }

Plant between(const Plant& from, const Plant& to, double lambda) {
  const auto mix = [lambda](const MatrixXd& p, const MatrixXd& q) -> MatrixXd {
    return (1.0 - lambda) * p + lambda * q;
  };
  difference(from, to);
  return entrywise(from, to, mix);
}

Plant difference(const Plant& from, const Plant& to) {
  return entrywise(from, to, [](const MatrixXd& p, const MatrixXd& q) -> MatrixXd {
    require(p.rows() == q.rows() && p.cols() == q.cols(), "plants: a matrix is {} x {} in one and {} x {} in the other",
            p.rows(), p.cols(), q.rows(), q.cols());
    return q - p;
  });
}

}  // namespace tandem::controllers
