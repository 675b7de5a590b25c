#include <tandem/ocp/designs/controllers/lqg_controller.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/designs/controllers/mean_square.hpp>

#include <Eigen/LU>
#include <Eigen/SVD>

#include <algorithm>

namespace tandem::controllers {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kCross = 1e-12;  // of a product that should vanish, relative to its factors

double relative(const MatrixXd& residual, std::initializer_list<MatrixXd> terms) {
  double size = 1e-300;
  for (const MatrixXd& term : terms) size = std::max(size, term.norm());
  return residual.norm() / size;
}

}  // namespace

PlantWeights weights_of(const Plant& plant) {
  check(plant);
  const MatrixXd cross = plant.watched.transpose() * plant.effort,
                 common = plant.noise * plant.sensor_noise.transpose();
  require(cross.norm() <= kCross * plant.watched.norm() * plant.effort.norm(),
          "LQG: an output weighs states and controls together; here each has weights of its own");
  require(common.norm() <= kCross * plant.noise.norm() * plant.sensor_noise.norm(),
          "LQG: a noise reaches both states and sensors; here each has noises of its own");
  return {{plant.a, plant.b, plant.watched.transpose() * plant.watched, plant.effort.transpose() * plant.effort},
          {plant.sensors, plant.noise * plant.noise.transpose(), plant.sensor_noise * plant.sensor_noise.transpose()}};
}

FullOrder lqg_controller(const Plant& plant) {
  const auto [regulator, observation] = weights_of(plant);
  FullOrder full;
  full.lqg = lq::solve_lqg(regulator, observation);
  full.controller = {full.lqg.a, full.lqg.b, full.lqg.c, MatrixXd::Zero(plant.controls(), plant.measured())};
  full.cost = full.lqg.cost;
  return full;
}

/// With roots P = L L', Q = M M' and L'M = U S V': T = M V S^-1/2 and T^-1 = S^-1/2 U'L', cut to `order`.
Controller truncated_lqg(const Plant& plant, int order) {
  require(order > 0 && order <= plant.states(), "truncated LQG: its order is {}, it should be 1 to {}", order,
          plant.states());
  const FullOrder full = lqg_controller(plant);
  const MatrixXd l = square_root(full.lqg.regulator.p, "P"), m = square_root(full.lqg.estimator.covariance, "Q");
  const Eigen::JacobiSVD<MatrixXd> svd(l.transpose() * m, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const VectorXd root = svd.singularValues().head(order).cwiseSqrt().cwiseInverse();
  require(root.allFinite(), "truncated LQG: fewer than {} states matter to regulator and estimator", order);
  const MatrixXd into = m * svd.matrixV().leftCols(order) * root.asDiagonal(),
                 from = root.asDiagonal() * svd.matrixU().leftCols(order).transpose() * l.transpose();
  return {from * full.controller.a * into, from * full.controller.b, full.controller.c * into, full.controller.d};
}

double OptimalProjection::worst() const {
  return std::max({estimator, regulator, covariance, adjoint, projection, gains});
}

OptimalProjection optimal_projection(const Plant& plant, const Controller& k) {
  require(k.d.isZero(), "optimal projection: the controller has a direct part D");
  const auto [weights, observed] = weights_of(plant);
  const auto found = MeanSquare::of(augmented(plant, k.order()), gain_of(k));
  require(found.has_value(), "optimal projection: the controller does not stabilise the plant");
  const auto n = plant.states(), order = static_cast<Eigen::Index>(k.order());
  const MatrixXd &x = found->covariance(), &y = found->adjoint(), &a = plant.a;
  const MatrixXd g = x.topRightCorner(n, order) * x.bottomRightCorner(order, order).inverse();  // G'
  const MatrixXd gamma = -y.bottomRightCorner(order, order).inverse() * y.bottomLeftCorner(order, n);
  const MatrixXd q_hat = g * x.bottomLeftCorner(order, n), p_hat = -y.topRightCorner(n, order) * gamma;
  const MatrixXd q = x.topLeftCorner(n, n) - q_hat, p = y.topLeftCorner(n, n) - p_hat;
  const MatrixXd beside = MatrixXd::Identity(n, n) - g * gamma;  // tau_p
  const MatrixXd filter = q * observed.c.transpose() * observed.sensors.inverse(),
                 feedback = weights.r.inverse() * plant.b.transpose() * p;
  const MatrixXd qsq = filter * observed.c * q, psp = p * plant.b * feedback;
  const MatrixXd qsq_beside = beside * qsq * beside.transpose(), psp_beside = beside.transpose() * psp * beside;
  const MatrixXd aq = a * q, pa = p * a, aq_hat = (a - plant.b * feedback) * q_hat,
                 pa_hat = p_hat * (a - filter * observed.c);
  OptimalProjection r;
  r.estimator = relative(aq + aq.transpose() + observed.process - qsq + qsq_beside, {aq, observed.process, qsq});
  r.regulator = relative(pa + pa.transpose() + weights.q - psp + psp_beside, {pa, weights.q, psp});
  r.covariance = relative(aq_hat + aq_hat.transpose() + qsq - qsq_beside, {aq_hat, qsq});
  r.adjoint = relative(pa_hat + pa_hat.transpose() + psp - psp_beside, {pa_hat, psp});
  r.projection = (gamma * g - MatrixXd::Identity(order, order)).norm();
  r.gains = std::max({relative(k.a - gamma * (a - filter * observed.c - plant.b * feedback) * g, {k.a}),
                      relative(k.b - gamma * filter, {k.b}), relative(k.c + feedback * g, {k.c})});
  return r;
}

}  // namespace tandem::controllers
