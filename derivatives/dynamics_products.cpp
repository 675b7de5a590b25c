#include <tandem/derivatives/dynamics_products.hpp>

#include <tandem/dynamics/checks.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>

#include <algorithm>

namespace tandem {
namespace {

using LaneDual = ProductWorkspace::Dual4;
constexpr int kDirectionsAtOnce = 4;

void take_values(In<double> from, VectorX<LaneDual>& to) {
  for (long i = 0; i < from.size(); ++i) to(i) = LaneDual(from(i));
}

void take_slopes(InMatrix<double> columns, long first, long count, VectorX<LaneDual>& to) {
  for (long lane = 0; lane < count; ++lane) {
    for (long i = 0; i < to.size(); ++i) to(i).slope.set(static_cast<int>(lane), columns(i, first + lane));
  }
}

void check_directions(const Model& model, const char* what, InMatrix<double> columns, long wanted) {
  check_shape(model, what, columns.rows(), columns.cols(), model.nv(), wanted);
}

bool wants_acceleration(const Model& model, std::span<const Drive> drives, int d) {
  return drives[model.body_of_velocity(d)] == Drive::force;
}

/// The mass matrix with some rows solved for: wanted_f = M_ff^-1 (known_f - M_fp known_p), wanted_p = M [a_f; known_p].
void solve_mass(const Model& model, ProductWorkspace& ws, In<double> q, std::span<const Drive> drives) {
  hybrid_dynamics(model, ws.still, ws.recursions, q, ws.rest, drives, ws.known, ws.wanted);
}

/// Hybrid dynamics, its accelerations, and the numbers of M alone.
void solve_dynamics(const Model& model, const Parameters<double>& parameters, ProductWorkspace& ws, In<double> q,
                    In<double> v, std::span<const Drive> drives, In<double> known, Out<double> wanted,
                    ExternalWrenches<double> wrenches) {
  hybrid_dynamics(model, parameters, ws.recursions, q, v, drives, known, wanted, wrenches);
  for (int d = 0; d < model.nv(); ++d) {
    ws.accelerations(d) = wants_acceleration(model, drives, d) ? wanted(d) : known(d);
  }
  ws.still = parameters;
  ws.still.set_gravity(Vec3<double>::zero());
  std::fill(ws.still.stiffnesses().begin(), ws.still.stiffnesses().end(), 0.0);
}

}  // namespace

ProductWorkspace::ProductWorkspace(const Model& model)
    : recursions(model),
      contracted(model),
      along(model),
      q(model.nq()),
      v(model.nv()),
      a(model.nv()),
      tau(model.nv()),
      still(model.parameters()),
      rest(Eigen::VectorXd::Zero(model.nv())),
      rates(model.nq()),
      accelerations(model.nv()),
      weights(model.nv()),
      gradient(model.nv()),
      known(model.nv()),
      wanted(model.nv()) {
  wrenches.reserve(model.body_count());
}

void inverse_dynamics_jvp(const Model& model, const Parameters<double>& parameters, ProductWorkspace& ws, In<double> q,
                          In<double> v, In<double> a, InMatrix<double> dq, InMatrix<double> dv, InMatrix<double> da,
                          OutMatrix<double> change, ExternalWrenches<double> wrenches) {
  const long columns = change.cols();
  check_length(model, "q", q.size(), model.nq());
  check_length(model, "v", v.size(), model.nv());
  check_length(model, "a", a.size(), model.nv());
  check_directions(model, "dq", dq, columns);
  check_directions(model, "dv", dv, columns);
  check_directions(model, "da", da, columns);
  check_directions(model, "change", change, columns);
  const Parameters<LaneDual> numbers = parameters.cast<LaneDual>();
  take_values(q, ws.q), take_values(v, ws.v), take_values(a, ws.a);
  ws.wrenches.clear();
  for (const Wrench<double>& w : wrenches) ws.wrenches.push_back({w.torque.cast<LaneDual>(), w.force.cast<LaneDual>()});
  for (long first = 0; first < columns; first += kDirectionsAtOnce) {
    const long count = std::min<long>(kDirectionsAtOnce, columns - first);
    for (long lane = 0; lane < count; ++lane) {
      coordinate_rates<double>(model, q, dq.col(first + lane), ws.rates);
      for (int i = 0; i < model.nq(); ++i) ws.q(i).slope.set(static_cast<int>(lane), ws.rates(i));
    }
    take_slopes(dv, first, count, ws.v);
    take_slopes(da, first, count, ws.a);
    inverse_dynamics<LaneDual>(model, numbers, ws.along, ws.q, ws.v, ws.a, ws.tau, ws.wrenches);
    for (long lane = 0; lane < count; ++lane) {
      for (int d = 0; d < model.nv(); ++d) change(d, first + lane) = ws.tau(d).slope[static_cast<int>(lane)];
    }
  }
}

void hybrid_dynamics_jvp(const Model& model, const Parameters<double>& parameters, ProductWorkspace& ws, In<double> q,
                         In<double> v, std::span<const Drive> drives, In<double> known, InMatrix<double> dq,
                         InMatrix<double> dv, InMatrix<double> dknown, Out<double> wanted, OutMatrix<double> change,
                         ExternalWrenches<double> wrenches) {
  check_directions(model, "dknown", dknown, change.cols());
  solve_dynamics(model, parameters, ws, q, v, drives, known, wanted, wrenches);
  ws.directions = dknown;
  for (int d = 0; d < model.nv(); ++d) {
    if (wants_acceleration(model, drives, d)) ws.directions.row(d).setZero();
  }
  inverse_dynamics_jvp(model, parameters, ws, q, v, ws.accelerations, dq, dv, ws.directions, change, wrenches);
  for (long column = 0; column < change.cols(); ++column) {
    for (int d = 0; d < model.nv(); ++d) {
      ws.known(d) = wants_acceleration(model, drives, d) ? dknown(d, column) - change(d, column) : 0;
    }
    solve_mass(model, ws, q, drives);
    for (int d = 0; d < model.nv(); ++d) {
      change(d, column) = wants_acceleration(model, drives, d) ? ws.wanted(d) : change(d, column) + ws.wanted(d);
    }
  }
}

void hybrid_dynamics_vjp(const Model& model, const Parameters<double>& parameters, ProductWorkspace& ws, In<double> q,
                         In<double> v, std::span<const Drive> drives, In<double> known, In<double> w,
                         Out<double> wanted, Out<double> by_q, Out<double> by_v, Out<double> by_known,
                         ExternalWrenches<double> wrenches) {
  check_length(model, "weights", w.size(), model.nv());
  check_length(model, "derivative by known", by_known.size(), model.nv());
  solve_dynamics(model, parameters, ws, q, v, drives, known, wanted, wrenches);
  // M_ff^-1 (mu + M_fp nu)
  for (int d = 0; d < model.nv(); ++d) ws.known(d) = wants_acceleration(model, drives, d) ? w(d) : -w(d);
  solve_mass(model, ws, q, drives);
  for (int d = 0; d < model.nv(); ++d) ws.weights(d) = wants_acceleration(model, drives, d) ? -ws.wanted(d) : w(d);
  contracted_inverse_dynamics_derivatives(model, parameters, ws.contracted, q, v, ws.accelerations, ws.weights, by_q,
                                          by_v, ws.gradient, wrenches);
  for (int d = 0; d < model.nv(); ++d) {
    by_known(d) = wants_acceleration(model, drives, d) ? -ws.weights(d) : ws.gradient(d);
  }
}

void forward_dynamics_jvp(const Model& model, const Parameters<double>& parameters, ProductWorkspace& ws, In<double> q,
                          In<double> v, In<double> tau, InMatrix<double> dq, InMatrix<double> dv, InMatrix<double> dtau,
                          Out<double> a, OutMatrix<double> change, ExternalWrenches<double> wrenches) {
  const std::vector<Drive> drives(model.body_count(), Drive::force);
  hybrid_dynamics_jvp(model, parameters, ws, q, v, drives, tau, dq, dv, dtau, a, change, wrenches);
}

void forward_dynamics_vjp(const Model& model, const Parameters<double>& parameters, ProductWorkspace& ws, In<double> q,
                          In<double> v, In<double> tau, In<double> mu, Out<double> a, Out<double> by_q,
                          Out<double> by_v, Out<double> by_tau, ExternalWrenches<double> wrenches) {
  const std::vector<Drive> drives(model.body_count(), Drive::force);
  hybrid_dynamics_vjp(model, parameters, ws, q, v, drives, tau, mu, a, by_q, by_v, by_tau, wrenches);
}

}  // namespace tandem
