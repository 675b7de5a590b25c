#include <tandem/derivatives/dynamics_hessians.hpp>

#include <tandem/derivatives/forward_dynamics_derivatives.hpp>
#include <tandem/dynamics/checks.hpp>
#include <tandem/dynamics/configuration.hpp>

#include <algorithm>

namespace tandem {
namespace {

using Dual4 = HessianWorkspace::Dual4;
constexpr int kLanes = 4;

void copy_to(In<double> from, VectorX<Dual4>& to) {
  for (long i = 0; i < from.size(); ++i) to(i) = Dual4(from(i));
}

void copy_to(std::span<const Wrench<double>> from, std::vector<Wrench<Dual4>>& to) {
  to.clear();
  for (const Wrench<double>& w : from) to.push_back({w.torque.cast<Dual4>(), w.force.cast<Dual4>()});
}

/// Slopes of q: lane l moves along freedom first + l.
void set_directions(const Model& model, In<double> q, HessianWorkspace& ws, int first) {
  for (Dual4& coordinate : ws.q) coordinate.slope = Pack4(0.0);
  for (int lane = 0; lane < std::min(kLanes, model.nv() - first); ++lane) {
    ws.unit.setZero();
    ws.unit(first + lane) = 1;
    coordinate_rates<double>(model, q, ws.unit, ws.rates);
    for (int i = 0; i < model.nq(); ++i) ws.q(i).slope.set(lane, ws.rates(i));
  }
}

void write_slopes(const VectorX<Dual4>& gradient, int first, Eigen::Ref<Eigen::MatrixXd> columns) {
  const long count = std::min<long>(kLanes, columns.cols() - first);
  for (long lane = 0; lane < count; ++lane) {
    for (long i = 0; i < gradient.size(); ++i) columns(i, first + lane) = gradient(i).slope[static_cast<int>(lane)];
  }
}

bool drives_force(const Model& model, std::span<const Drive> drives, int d) {
  return drives[model.body_of_velocity(d)] == Drive::force;
}

}  // namespace

HessianWorkspace::HessianWorkspace(const Model& model)
    : along(model),
      q(model.nq()),
      v(model.nv()),
      a(model.nv()),
      y(model.nv()),
      by_q(model.nv()),
      by_v(model.nv()),
      by_a(model.nv()),
      sweeps(model),
      unit(model.nv()),
      rates(model.nq()),
      accelerations(model.nv()),
      wanted(model.nv()),
      weights(model.nv()),
      hybrid_by_q(model.nv(), model.nv()),
      hybrid_by_v(model.nv(), model.nv()),
      hybrid_by_known(model.nv(), model.nv()),
      inverse(3L * model.nv(), 3L * model.nv()),
      accelerations_by(model.nv(), 3L * model.nv()),
      mixed(model.nv(), 3L * model.nv()) {
  wrenches.reserve(model.body_count());
}

void inverse_dynamics_hessian(const Model& model, const Parameters<double>& parameters, HessianWorkspace& ws,
                              In<double> q, In<double> v, In<double> a, In<double> y, OutMatrix<double> hessian,
                              ExternalWrenches<double> wrenches) {
  const int nv = model.nv();
  check_length(model, "q", q.size(), model.nq());
  check_length(model, "v", v.size(), nv);
  check_length(model, "a", a.size(), nv);
  check_length(model, "y", y.size(), nv);
  check_shape(model, "hessian", hessian.rows(), hessian.cols(), 3L * nv, 3L * nv);
  const Parameters<Dual4> numbers = parameters.cast<Dual4>();
  copy_to(q, ws.q), copy_to(v, ws.v), copy_to(a, ws.a), copy_to(y, ws.y), copy_to(wrenches, ws.wrenches);
  hessian.setZero();
  for (int first = 0; first < nv; first += kLanes) {
    set_directions(model, q, ws, first);
    contracted_inverse_dynamics_derivatives<Dual4>(model, numbers, ws.along, ws.q, ws.v, ws.a, ws.y, ws.by_q, ws.by_v,
                                                   ws.by_a, ws.wrenches);
    write_slopes(ws.by_q, first, hessian.topLeftCorner(nv, nv));
    write_slopes(ws.by_v, first, hessian.block(nv, 0, nv, nv));
    write_slopes(ws.by_a, first, hessian.bottomLeftCorner(nv, nv));
  }
  for (int j = 0; j < nv; ++j) {
    for (int i = 0; i < j; ++i) hessian(i, j) = hessian(j, i) = 0.5 * (hessian(i, j) + hessian(j, i));
  }
  hessian.topRightCorner(nv, 2L * nv) = hessian.bottomLeftCorner(2L * nv, nv).transpose();
  contracted_velocity_hessian<double>(model, parameters, ws.sweeps, q, y, hessian.block(nv, nv, nv, nv));
}

void hybrid_dynamics_hessian(const Model& model, const Parameters<double>& parameters, HessianWorkspace& ws,
                             In<double> q, In<double> v, std::span<const Drive> drives, In<double> known, In<double> w,
                             Out<double> wanted, OutMatrix<double> hessian, ExternalWrenches<double> wrenches) {
  const int nv = model.nv();
  check_length(model, "weights", w.size(), nv);
  check_shape(model, "hessian", hessian.rows(), hessian.cols(), 3L * nv, 3L * nv);
  hybrid_dynamics_derivatives(model, parameters, ws.sweeps, q, v, drives, known, wanted, ws.hybrid_by_q, ws.hybrid_by_v,
                              ws.hybrid_by_known, wrenches);
  // y_f = -(d wanted/d tau_f)'w
  ws.weights.noalias() = ws.hybrid_by_known.transpose() * w;
  for (int d = 0; d < nv; ++d) {
    const bool wants_acceleration = drives_force(model, drives, d);
    ws.accelerations(d) = wants_acceleration ? wanted(d) : known(d);
    ws.weights(d) = wants_acceleration ? -ws.weights(d) : w(d);
    ws.accelerations_by.row(d).setZero();
    if (wants_acceleration) {
      ws.accelerations_by.row(d) << ws.hybrid_by_q.row(d), ws.hybrid_by_v.row(d), ws.hybrid_by_known.row(d);
    } else {
      ws.accelerations_by(d, 2L * nv + d) = 1;
    }
  }
  inverse_dynamics_hessian(model, parameters, ws, q, v, ws.accelerations, ws.weights, ws.inverse, wrenches);
  hessian.setZero();
  hessian.topLeftCorner(2L * nv, 2L * nv) = ws.inverse.topLeftCorner(2L * nv, 2L * nv);
  ws.mixed.noalias() = ws.inverse.topRightCorner(nv, nv) * ws.accelerations_by;
  hessian.topLeftCorner(nv, nv) += ws.mixed.leftCols(nv) + ws.mixed.leftCols(nv).transpose();
  hessian.topRightCorner(nv, 2L * nv) += ws.mixed.rightCols(2L * nv);
  hessian.bottomLeftCorner(2L * nv, nv) = hessian.topRightCorner(nv, 2L * nv).transpose();
}

void forward_dynamics_hessian(const Model& model, const Parameters<double>& parameters, HessianWorkspace& ws,
                              In<double> q, In<double> v, In<double> tau, In<double> mu, Out<double> a,
                              OutMatrix<double> hessian, ExternalWrenches<double> wrenches) {
  const std::vector<Drive> drives(model.body_count(), Drive::force);
  hybrid_dynamics_hessian(model, parameters, ws, q, v, drives, tau, mu, a, hessian, wrenches);
}

}  // namespace tandem
